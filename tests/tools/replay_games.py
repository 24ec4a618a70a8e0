#!/usr/bin/env python3
"""Replays the games of PGN files that `stymie-tune match` has written, by the rules.

    replay_games.py --engine "path/stymie referee" [--oracle COMMAND] [--most N] FILE...

Every move is looked for among the legal ones; the game must not be over before its last move; and how it ended (the
comment before the result) must be what the rules say of the last position: their result and reason for a game that
ended by them, no result for one that a fault, a resignation or an adjudication ended.
--oracle: another program that answers in the referee's format. It is asked about each whole game, and must say the
same of its last position; a variant that it does not know is left out of this comparison, and said so.
Prints the counts; on a difference prints the question to reproduce it, and exits with 1.
"""
import argparse
import collections
import re
import sys

from compare_rules import COMPARED, MOVE, Program
from endgames import read_board

TAG = re.compile(r'^\[(\w+) "(.*)"\]$')
TOKEN = re.compile(r'\{[^}]*\}|[^\s{}]+')
NUMBER = re.compile(r'\d+\.+')
RESULTS = ('1-0', '0-1', '1/2-1/2', '*')
SAN = re.compile(r'([A-Z]?)([a-j]?)(\d*?)x?([a-j]\d+)(?:=([A-Z]))?[+#]?')


class Difference(Exception):
    """A game that is not what it says to be."""


def read_games(text):
    """(tags, moves, last comment) of each game."""
    for part in re.split(r'\n\n(?=\[)', text.strip()):
        head, _, body = part.partition('\n\n')
        tags = {}
        for line in head.splitlines():
            if match := TAG.match(line):
                tags[match[1]] = match[2].replace('\\"', '"').replace('\\\\', '\\')
        moves, comment = [], ''
        for token in TOKEN.findall(body):
            if token.startswith('{'):
                comment = ' '.join(token.strip('{}').split())
            elif token not in RESULTS and not NUMBER.fullmatch(token):
                moves.append(token)
        yield tags, moves, comment


def squares(move):
    """((file, rank), (file, rank), promotion) of a move in UCI."""
    source, target, promotion = MOVE.fullmatch(move).groups()
    return (source[0], int(source[1:])), (target[0], int(target[1:])), promotion


def san_choices(text, answer):
    """The legal moves that a text in algebraic notation may mean."""
    _, _, board = read_board(answer['fen'])
    legal = answer['legal']
    if text.startswith('O-O'):
        plain = text.rstrip('+#')
        file = {'O-O': 'g', 'O-O-O': 'c'}.get(plain, plain[-1])
        kings = [move for move in legal if board[MOVE.fullmatch(move)[1]] in 'Kk']
        wide = [move for move in kings if abs(ord(squares(move)[0][0]) - ord(squares(move)[1][0])) > 1]
        return [move for move in wide if squares(move)[1][0] == file]
    if '<=>' in text:
        bishop, partner = text.rstrip('+#').split('<=>')
        return [move for move in legal if board[MOVE.fullmatch(move)[1]] in 'Bb'
                and squares(move)[0][0] == bishop[1:] and board.get(MOVE.fullmatch(move)[2], '').upper() == partner
                and board[MOVE.fullmatch(move)[2]].isupper() == board[MOVE.fullmatch(move)[1]].isupper()]
    match = SAN.fullmatch(text)
    if not match:
        return []
    piece, file, rank, target, promotion = match.groups()

    def fits(move):
        source, goal, letter = MOVE.fullmatch(move).groups()
        own = goal in board and board[goal].isupper() == board[source].isupper()    # an adjustment
        wide = board[source] in 'Kk' and abs(ord(source[0]) - ord(goal[0])) > 1     # a castling
        return (board[source].upper() == (piece or 'P') and goal == target and file in ('', source[0])
                and rank in ('', source[1:]) and (promotion or '').lower() == letter and not own and not wide)
    return [move for move in legal if fits(move)]


def wxf_choices(text, answer):
    """The legal moves that a text in the World Xiangqi Federation's notation may mean."""
    _, _, board = read_board(answer['fen'])
    red = answer['fen'].split()[1] == 'w'
    number = (lambda file: 9 - 'abcdefghi'.index(file)) if red else (lambda file: 1 + 'abcdefghi'.index(file))
    forward = 1 if red else -1

    def origins(square):
        """How the piece on the square may be named."""
        letter = {'N': 'H', 'B': 'E'}.get(board[square].upper(), board[square].upper())
        like = [other for other in board if board[other] == board[square] and other[0] == square[0]]
        like.sort(key=lambda other: -forward * int(other[1:]))
        place, file = like.index(square), str(number(square[0]))
        names = {letter + file}
        sign = file
        if len(like) > 1:
            sign = '+' if place == 0 else '-' if place == len(like) - 1 else file
            names = {letter + file} if letter in 'KAE' else {letter + sign}
        if letter == 'P':
            others = collections.Counter(other[0] for other in board if board[other] == board[square])
            shared = sum(count > 1 for count in others.values()) > 1
            if len(like) > 1 and shared:
                names = {file + sign}
            elif len(like) in (4, 5):
                order = ['++', 'P+', 'P-', '--'] if len(like) == 4 else ['++', 'P+', 'P' + file, 'P-', '--']
                names = {order[place]}
        return names

    def fits(move):
        (from_file, from_rank), (to_file, to_rank), _ = squares(move)
        climb = (to_rank - from_rank) * forward
        sign = '=' if climb == 0 else '+' if climb > 0 else '-'
        steps = abs(climb) if from_file == to_file else number(to_file)
        return text[2:] == f'{sign}{steps}' and text[:2] in origins(f'{from_file}{from_rank}')
    return [move for move in answer['legal'] if fits(move)]


def to_uci(text, answer, variant):
    """The one legal move that is meant."""
    if text in answer['legal']:
        return text
    choices = (wxf_choices if variant == 'xiangqi' else san_choices)(text, answer)
    if len(choices) != 1:
        raise Difference(f'{text} may mean {choices} of the legal moves {answer["legal"]}')
    return choices[0]


def verdict_of(comment):
    """(ended by the rules, reason) of a game's last comment: `White wins: checkmate`, `draw: niol`."""
    words, _, reason = comment.partition(': ')
    by_rules = (words == 'draw' or words.endswith(' wins')) and reason not in ('adjudication', 'agreement')
    return by_rules, reason


def replay(tags, texts, comment, engine, oracle):
    """Replays a game; its moves and whether the oracle was asked."""
    variant, start = tags['Variant'], tags.get('FEN', 'startpos')
    moves = []
    question = lambda: f'{variant} | {start} | {" ".join(moves)}'
    for text in texts:
        answer = engine.ask(variant, start, moves)
        if answer['result'] != '*':
            raise Difference(f'over before {text}: {answer["reason"]}\n  {question()}')
        try:
            moves.append(to_uci(text, answer, variant))
        except Difference as difference:
            raise Difference(f'{difference}\n  {question()}') from None
    last = engine.ask(variant, start, moves)
    by_rules, reason = verdict_of(comment)
    expected = (tags['Result'], reason) if by_rules else ('*', '')
    if (last['result'], last['reason']) != expected:
        raise Difference(f'ended by {comment!r}, the rules say {last["result"]} {last["reason"]}\n  {question()}')
    if not oracle:
        return moves, False
    theirs = oracle.ask(variant, start, moves)
    for field in COMPARED:
        if last[field] != theirs.get(field):
            raise Difference(f'the engine has {field} {last[field]!r}, the oracle {theirs}\n  {question()}')
    return moves, True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', required=True, help='command of the engine as referee')
    parser.add_argument('--oracle', help='command of a second program that speaks the same format')
    parser.add_argument('--most', type=int, default=sys.maxsize, help='stop after so many games')
    parser.add_argument('files', nargs='+')
    arguments = parser.parse_args()
    engine = Program(arguments.engine)
    oracle = Program(arguments.oracle) if arguments.oracle else None
    counts, differences = collections.Counter(), 0
    knows = {}
    for name in arguments.files:
        with open(name, encoding='utf-8') as file:
            games = list(read_games(file.read()))
        for index, (tags, texts, comment) in enumerate(games[:max(0, arguments.most - counts['games'])]):
            variant = tags['Variant']
            if oracle and variant not in knows:
                knows[variant] = 'error' not in oracle.ask(variant, 'startpos')
            counts['games'] += 1
            counts[f'games of {variant}'] += 1
            try:
                moves, asked = replay(tags, texts, comment, engine, oracle if knows.get(variant) else None)
                counts['moves'] += len(moves)
                counts['games replayed by the oracle'] += asked
            except Difference as difference:
                differences += 1
                print(f'DIFFERENCE in {name}, game {index + 1}: {difference}', flush=True)
    print(', '.join(f'{count} {name}' for name, count in sorted(counts.items())))
    for variant in (variant for variant, known in knows.items() if not known):
        print(f'the oracle does not know {variant}')
    print(f'{differences} differences')
    sys.exit(1 if differences else 0)


if __name__ == '__main__':
    main()
