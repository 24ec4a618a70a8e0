"""Random positions to start test games from: few pieces, or the start array thinned out.

Most are legal; some are not (a king in check, a pawn on a last rank), so that the programs under test must
agree on what they refuse, too.
"""

START = {
    'hia': 'rnbqkhbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBHKQBNR w ABDFHIabdfhi - 0 1',
    'bodyguard': 'rwbqkgbwr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RWBQKGBWR w AIai - 0 1',
    'shatar': 'rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1',
    'shatar-buryat': 'rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1',
    'hiashatar': 'rnbhjkhbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBHKJHBNR w - - 0 1',
    'hiashatar-buryat': 'rnbhjkhbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBHKJHBNR w - - 0 1',
    'hiashatar-modern': 'rnbhqkhbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBHKQHBNR w - - 0 1',
    'xiangqi': 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1',
    'chess': 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'modern': 'rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR w KQkq - 0 1',
}
VARIANTS = tuple(START)

# Letters for an endgame's pieces beside the kings; a letter written twice is drawn twice as often.
PIECES = {
    'hia': 'QRRBNPPHH', 'bodyguard': 'QRRBWPPGG', 'shatar': 'JRBBNNPPP', 'shatar-buryat': 'JRBBNNPPP',
    'hiashatar': 'JJRBNNPPHH', 'hiashatar-buryat': 'JJRBNNPPHH', 'hiashatar-modern': 'QQRBNPPPHH',
    'xiangqi': 'RRCCNNPPPAB', 'chess': 'QRRBNPP', 'modern': 'QRRBNPPM',
}

# Right -> files of the two pieces that it needs on the side's first rank.
RIGHTS = {
    'hia': {'A': 'ea', 'I': 'ei', 'B': 'cb', 'D': 'cd', 'F': 'gf', 'H': 'gh'},
    'bodyguard': {'A': 'ea', 'I': 'ei'},
    'chess': {'K': 'eh', 'Q': 'ea'},
    'modern': {'K': 'ei', 'Q': 'ea'},
}
CLOCK_LIMIT = {'xiangqi': 120}
FILES = 'abcdefghij'


def read_board(fen):
    """(files, ranks, {square: piece}) of a FEN, squares as 'a1'."""
    rows = fen.split()[0].split('/')
    board, files = {}, 0
    for index, row in enumerate(rows):
        rank, file, number = len(rows) - index, 0, ''
        for char in row + ' ':
            if char.isdigit():
                number += char
                continue
            file, number = file + int(number or 0), ''
            if char != ' ':
                board[FILES[file] + str(rank)] = char
                file += 1
        files = max(files, file)
    return files, len(rows), board


def write_fen(files, ranks, board, side, rights='-', clock=0, number=1):
    """The FEN of a board as read_board() gives it."""
    rows = []
    for rank in range(ranks, 0, -1):
        row, gap = '', 0
        for file in FILES[:files]:
            piece = board.get(file + str(rank))
            if piece is None:
                gap += 1
                continue
            row, gap = row + (str(gap) if gap else '') + piece, 0
        rows.append(row + (str(gap) if gap else ''))
    return f'{"/".join(rows)} {side} {rights} - {clock} {number}'


def random_clock(rng, variant):
    """Mostly a young clock; sometimes one about to run out."""
    limit = CLOCK_LIMIT.get(variant, 100)
    return rng.choice((0, 0, 0, 0, rng.randrange(30), limit - rng.randrange(1, 8)))


def squares_for(variant, letter, white, files, ranks, rng):
    """The squares on which that piece may be put."""
    def all_squares(file_names, rank_numbers):
        return [file + str(rank) for file in file_names for rank in rank_numbers]

    def own(*numbers):
        return [number if white else ranks + 1 - number for number in numbers]

    every = range(1, ranks + 1)
    if variant == 'xiangqi':
        if letter in 'KA':
            return all_squares('def', own(1, 2, 3))
        if letter == 'B':
            return all_squares(FILES[:files], own(1, 2, 3, 4, 5))
        if letter == 'P':
            return all_squares(FILES[:files], own(4, 5, 6, 7, 8, 9, 10))
        return all_squares(FILES[:files], every)
    if letter == 'P' and rng.random() < 0.99:
        return all_squares(FILES[:files], range(2, ranks))
    if letter == 'K' and rng.random() < 0.4:        # kings on the edge are mated sooner
        return all_squares(FILES[:files], (1, ranks)) + all_squares((FILES[0], FILES[files - 1]), every)
    return all_squares(FILES[:files], every)


def few_pieces(rng, variant):
    """A FEN with the kings and up to nine pieces at random."""
    files, ranks, _ = read_board(START[variant])
    board = {}
    strong, weak = rng.choice(((1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 3), (4, 4), (5, 4)))
    if rng.random() < 0.5:
        strong, weak = weak, strong
    letters = PIECES[variant]
    if rng.random() < 0.3:                          # minor pieces: the mates of Shatar that do not count
        letters = ''.join(letter for letter in letters if letter not in 'QRJ')
        strong, weak = strong + 2 * (strong > weak), weak + 2 * (weak > strong)
    for white, count in ((True, strong), (False, weak)):
        for letter in 'K' + ''.join(rng.choice(letters) for _ in range(count)):
            free = [square for square in squares_for(variant, letter, white, files, ranks, rng) if square not in board]
            board[rng.choice(free)] = letter if white else letter.lower()
    return write_fen(files, ranks, board, rng.choice('wb'), clock=random_clock(rng, variant))


def thinned_array(rng, variant):
    """The start position without a part of its pieces; rights only where their pieces still stand."""
    files, ranks, board = read_board(START[variant])
    keep = rng.choice((0.25, 0.5, 0.75))
    keep_pawns = rng.choice((0.1, 0.5, 0.9))
    board = {square: piece for square, piece in board.items()
             if piece in 'Kk' or rng.random() < (keep_pawns if piece in 'Pp' else keep)}
    rights = ''
    for white, rank in ((True, 1), (False, ranks)):
        for right, pair in RIGHTS.get(variant, {}).items():
            if all(file + str(rank) in board for file in pair) and rng.random() < 0.9:
                rights += right if white else right.lower()
    return write_fen(files, ranks, board, rng.choice('wb'), rights or '-', random_clock(rng, variant))


def random_start(rng, variant):
    """'startpos' or a random FEN."""
    kind = rng.random()
    if kind < 0.45:
        return 'startpos'
    return few_pieces(rng, variant) if kind < 0.85 else thinned_array(rng, variant)
