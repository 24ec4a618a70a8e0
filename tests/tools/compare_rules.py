#!/usr/bin/env python3
"""Compares the engine's rules with other programs' on random games.

    compare_rules.py --engine "path/stymie referee" [--oracle COMMAND] [--pyffish] [--variants hia,xiangqi]
                     [--positions N] [--seed S] [--jobs J]

--oracle: a program that answers in the referee's format (`VARIANT | FEN-or-startpos | move move ...`, answered by
one JSON line); compared are fen, legal, check, result and reason, and whether a FEN is refused. A variant that the
oracle does not know is left out of this comparison, and said so.
--pyffish: Fairy-Stockfish's rules from the Python package, for chess, modern, shatar and xiangqi; compared are the
legal moves and the check flag of every position compared, for its draws and chases follow other rules.

The engine leads the games. They begin at the start position, in random endgames and in thinned-out arrays, and are
played in several styles (trading, promoting, hunting the king, castling, Hia moves, to and fro); cycles of moves that
repeat a position are looked for on purpose. A seed gives the same games for the same engine, whatever --jobs is.
Prints the counts and the results seen; on a difference prints the question to reproduce it, and exits with 1.
"""
import argparse
import collections
import concurrent.futures
import json
import random
import re
import shlex
import subprocess
import sys
import time

from endgames import PIECES, START, VARIANTS, few_pieces, random_start, read_board

MOVE = re.compile(r'([a-j]\d+)([a-j]\d+)([a-z]?)')
PYFFISH_VARIANTS = ('chess', 'modern', 'shatar', 'xiangqi')
COMPARED = ('fen', 'legal', 'check', 'result', 'reason')
CHUNK = 200                     # positions compared in one piece of work

# A style: how much likelier than others a move of each kind is chosen.
STYLES = (
    {'hunt': True, 'capture': 0.3, 'check': 20},
    {},
    {'capture': 30, 'promotion': 10},
    {'capture': 0.1, 'pawn': 6, 'promotion': 50},
    {'special': 60, 'zone piece': 4},
    {'zone piece': 15, 'check': 5},
    {'back': 40},
    {'back': 12, 'check': 12},
)


class Program:
    """A running program that speaks the referee's format."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, variant, fen, moves=()):
        """The answer to one question, as a dict."""
        self.process.stdin.write(f'{variant} | {fen} | {" ".join(moves)}\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f'{self.command!r} ended at: {variant} | {fen} | {" ".join(moves)}')
        return json.loads(line)


class Difference(Exception):
    """Two programs disagree; the text says where and how."""


class Walker:
    """Plays games of one variant and compares a sample of their positions."""

    def __init__(self, variant, seed, engine, oracle, pyffish):
        self.variant, self.engine, self.oracle, self.pyffish = variant, engine, oracle, pyffish
        self.rng = random.Random(seed)
        self.seen = set()
        self.counts = collections.Counter()

    # ------------------------------------------------------------------ comparing

    def compare(self, fen, moves):
        """Asks everybody the same question; counts it unless it was asked before."""
        question = (fen, tuple(moves))
        if question in self.seen:
            return
        self.seen.add(question)
        ours = self.engine.ask(self.variant, fen, moves)
        if self.oracle:
            theirs = self.oracle.ask(self.variant, fen, moves)
            fields = [field for field in COMPARED if ours.get(field) != theirs.get(field)]
            if fields or ('error' in ours) != ('error' in theirs):
                self.report('the oracle', fields or ['error'], fen, moves, ours, theirs)
            self.counts['compared with the oracle'] += 1
        if self.pyffish and 'error' not in ours:
            self.compare_pyffish(fen, moves, ours)
        self.counts['positions'] += 1
        verdict = 'refused' if 'error' in ours else f'{ours["result"]} {ours["reason"]}'.strip()
        self.counts[f'result: {verdict}'] += 1
        if ours.get('check'):
            self.counts['in check'] += 1
        self.counts['longest move list'] = max(self.counts['longest move list'], len(ours.get('legal', ())))

    def compare_pyffish(self, fen, moves, ours):
        """Legal moves and check flag against Fairy-Stockfish's."""
        last = ours['fen']
        theirs = {'legal': sorted(self.pyffish.legal_moves(self.variant, last, [])),
                  'check': self.pyffish.gives_check(self.variant, last, [])}
        fields = [field for field in theirs if theirs[field] != ours[field]]
        if ours['reason'] == 'robado':
            fields = [field for field in fields if field != 'check']    # the game is over there; it looks no further
        if fields:
            self.report('pyffish', fields, fen, moves, ours, theirs)
        self.counts['compared with pyffish'] += 1

    def report(self, who, fields, fen, moves, ours, theirs):
        lines = [f'DIFFERENCE from {who} in {", ".join(fields)}:', f'  {self.variant} | {fen} | {" ".join(moves)}']
        for field in fields:
            one, other = ours.get(field), theirs.get(field)
            if field == 'legal' and one is not None and other is not None:
                one, other = sorted(set(one) - set(other)), sorted(set(other) - set(one))
                lines.append(f'  legal: only the engine {one}, only {who} {other}')
            else:
                lines.append(f'  {field}: the engine {one!r}, {who} {other!r}')
        lines.append(f'  the engine: {json.dumps(ours)[:400]}')
        raise Difference('\n'.join(lines))

    # ------------------------------------------------------------------ playing

    def open_start(self, draw):
        """A start FEN that the engine takes; a part of those that it refuses is compared."""
        while True:
            fen = draw(self.rng, self.variant)
            if 'error' not in self.engine.ask(self.variant, fen):
                return fen
            if self.rng.random() < 0.02:
                self.compare(fen, ())

    def weight(self, style, move, board, history):
        """How likely the style makes the move."""
        source, target, promotion = MOVE.fullmatch(move).groups()
        piece, victim = board[source], board.get(target)
        weight = 1.0
        if promotion:
            weight *= style.get('promotion', 1)
        if victim and victim.isupper() != piece.isupper():
            weight *= style.get('capture', 1)
        elif victim or piece in 'Kk' and abs(ord(source[0]) - ord(target[0])) > 1:
            weight *= style.get('special', 1)       # adjustment or castling
        if piece in 'Pp':
            weight *= style.get('pawn', 1)
        if piece in 'HhGgWw' and self.variant not in ('xiangqi', 'chess', 'modern'):
            weight *= style.get('zone piece', 1)
        if len(history) >= 2 and history[-2] == target + source:
            weight *= style.get('back', 1)
        return weight

    def choose(self, style, fen, history, answer):
        """A move in that style."""
        _, _, board = read_board(answer['fen'])
        moves = answer['legal']
        weights = [self.weight(style, move, board, history) for move in moves]
        if 'check' in style:                        # costs questions: only for some of the moves
            for index in self.rng.sample(range(len(moves)), min(len(moves), 40 if style.get('hunt') else 8)):
                child = self.engine.ask(self.variant, fen, (*history, moves[index]))
                if style.get('hunt') and not child['legal'] and child['reason'] != 'robado':
                    weights[index] *= 300
                elif child['check']:
                    weights[index] *= style['check']
        return self.rng.choices(moves, weights)[0]

    def play_game(self, quota):
        """One game; compares positions until the quota is reached or the game ends."""
        rng = self.rng
        history, fens = [], []
        start, length = self.open_start(random_start), rng.choice((8, 30, 60, 120, 250))
        styles = [rng.choice(STYLES), rng.choice(STYLES)]
        self.counts['games'] += 1
        while len(history) <= length and self.counts['positions'] < quota:
            answer = self.engine.ask(self.variant, start, history)
            if 'error' in answer:
                raise Difference(f'the engine refuses its own move: {self.variant} | {start} | {" ".join(history)}\n'
                                 f'  {answer["error"]}')
            fens.append(answer['fen'])
            over = answer['result'] != '*'
            if over or rng.random() < (0.5 if answer['check'] else 0.1):
                whole = over or rng.random() < 0.15
                back = len(history) if whole else min(len(history), rng.choice((0, 0, 1, 2, 4, 8)))
                first = len(history) - back
                self.compare(start if first == 0 else fens[first], history[first:])
            if not answer['legal'] or over and rng.random() < 0.4:
                return
            if rng.random() < 0.02:
                styles[rng.randrange(2)] = rng.choice(STYLES)
            history.append(self.choose(styles[len(history) % 2], start, history, answer))

    def play_mates(self, quota):
        """Checks kings until moves end games on the board; compares such moves, the rare ends rather."""
        ends = {}
        for _ in range(40):
            fen, history = self.open_start(few_pieces), []
            for _ in range(4):
                moves, checks = self.ending_moves(fen, history)
                ends.update({reason: (fen, [*history, move]) for reason, move in moves.items()})
                if not checks:
                    break
                check, replies = self.rng.choice(checks)
                history += [check, self.rng.choice(replies)]
        for fen, moves in ends.values():
            if self.counts['positions'] < quota:
                self.compare(fen, moves)

    def ending_moves(self, fen, history):
        """({reason: a move that ends the game so}, [(checking move, the replies to it)])."""
        ends, checks = {}, []
        for move in self.engine.ask(self.variant, fen, history)['legal']:
            child = self.engine.ask(self.variant, fen, [*history, move])
            if not child['legal'] and child['reason'] != 'robado':
                ends[child['reason']] = move
            elif child['check'] and child['legal']:
                checks.append((move, child['legal']))
        return ends, checks

    # ------------------------------------------------------------------ cycles

    def quiet_moves(self, fen, moves, only_from=None):
        """Moves without capture or pawn that can be taken back, as (source, target), of a piece on that square."""
        answer = self.engine.ask(self.variant, fen, moves)
        if 'error' in answer:
            return []
        _, _, board = read_board(answer['fen'])
        pairs = [MOVE.fullmatch(move).groups()[:2] for move in answer['legal']]
        return [(source, target) for source, target in pairs
                if board[source] not in 'Pp' and target not in board and only_from in (None, source)]

    def prey(self, fen, moves):
        """The squares of pieces that the piece just moved could capture if it moved again; pawns and kings do not
        count. 'check' if the position cannot be turned over."""
        after = self.engine.ask(self.variant, fen, moves)
        placement, side, rest = after['fen'].split(' ', 2)
        turned = self.engine.ask(self.variant, f'{placement} {"b" if side == "w" else "w"} - - 0 1')
        if 'error' in turned:
            return ['check']
        _, _, board = read_board(placement)
        moved = MOVE.fullmatch(moves[-1])[2]
        pairs = [MOVE.fullmatch(move).groups()[:2] for move in turned['legal']]
        return [target for source, target in pairs if source == moved and board.get(target, 'P') not in 'PpKk']

    def hunting_move(self, fen, moves, choices):
        """One of the moves, rather one that attacks something; and what it attacks."""
        for source, target in self.rng.sample(choices, min(6, len(choices))):
            if hunted := self.prey(fen, [*moves, source + target]):
                return (source, target), hunted
        return self.rng.choice(choices), []

    def find_cycle(self, fen, prefix):
        """Moves that lead back to the position after the prefix, or None."""
        moves, tracks, hunted = list(prefix), [[], []], []
        steps = self.rng.choice((2, 2, 2, 3, 3, 4))
        hunters = self.rng.choice(((), (), (0,), (0,), (1,), (0, 1)))
        for ply in range(2 * (steps - 1)):
            track = tracks[ply % 2]
            choices = self.quiet_moves(fen, moves, track[-1][1] if track else None)
            if not choices:
                return None
            if ply % 2 in hunters:
                choice, hunted = self.hunting_move(fen, moves, choices)
            else:
                fleeing = [pair for pair in choices if pair[0] in hunted]
                choice = self.rng.choice(fleeing or choices)
            track.append(choice)
            moves.append(''.join(choice))
        for track in tracks:
            moves.append(track[-1][1] + track[0][0])
        if 'error' in self.engine.ask(self.variant, fen, moves):
            return None
        return moves[len(prefix):]

    def play_cycles(self, quota):
        """Repeats cycles in one endgame; compares those with a rare verdict and some of the others."""
        rng = self.rng
        while True:
            fen = few_pieces(rng, self.variant)
            if self.engine.ask(self.variant, fen).get('result') == '*':
                break
        prefix = []
        for _ in range(rng.randrange(3)):
            answer = self.engine.ask(self.variant, fen, prefix)
            if answer['result'] == '*':
                prefix.append(rng.choice(answer['legal']))
        cycles = [cycle for _ in range(80) if (cycle := self.find_cycle(fen, prefix))]
        lines = [prefix + cycle * 2 for cycle in cycles]
        lines += [prefix + rng.choice(cycles) + rng.choice(cycles) for _ in range(len(cycles) // 4)]
        by_reason = collections.defaultdict(list)
        for line in lines:
            answer = self.engine.ask(self.variant, fen, line)
            if answer.get('result', '*') != '*':    # two cycles may lack the third occurrence, or break rights
                by_reason[answer['reason']].append(line)
        for reason, found in by_reason.items():
            for line in rng.sample(found, min(len(found), 2 if reason == 'third occurrence' else 3)):
                if self.counts['positions'] < quota:
                    self.compare(fen, line)
                    self.counts['cycles'] += 1

    def run(self, quota):
        """Compares that many positions."""
        cycles = 0.35 if self.variant == 'xiangqi' else 0.03
        while self.counts['positions'] < quota:
            kind = self.rng.random()
            if kind < cycles:
                self.play_cycles(quota)
            elif kind < 0.6:
                self.play_mates(quota)
            else:
                self.play_game(quota)


# ---------------------------------------------------------------------- the work, spread over processes

WORKER = {}


def start_worker(engine, oracle, with_pyffish):
    """Starts the programs of one worker process."""
    WORKER['engine'] = Program(engine)
    WORKER['oracle'] = Program(oracle) if oracle else None
    if with_pyffish:
        import pyffish
        WORKER['pyffish'] = pyffish


def work(variant, seed, quota):
    """One chunk; returns its counts and the text of a difference, or None."""
    oracle = WORKER['oracle']
    if oracle and 'error' in oracle.ask(variant, 'startpos'):
        oracle = None
    pyffish = WORKER.get('pyffish') if variant in PYFFISH_VARIANTS else None
    walker = Walker(variant, seed, WORKER['engine'], oracle, pyffish)
    try:
        walker.run(quota)
    except Difference as difference:
        return walker.counts, f'{difference}\n  (chunk seed {seed!r})'
    return walker.counts, None


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', required=True, help='command of the engine as referee')
    parser.add_argument('--oracle', help='command of a second program that speaks the same format')
    parser.add_argument('--pyffish', action='store_true', help='compare with the Python package pyffish')
    parser.add_argument('--variants', default=','.join(VARIANTS), help='comma separated; default: all')
    parser.add_argument('--positions', type=int, default=4000, help='positions compared per variant')
    parser.add_argument('--seed', default='1')
    parser.add_argument('--jobs', type=int, default=2, help='worker processes')
    arguments = parser.parse_args()
    arguments.variants = arguments.variants.split(',')
    if unknown := set(arguments.variants) - set(PIECES):
        parser.error(f'unknown variant: {", ".join(sorted(unknown))}')
    return arguments


def add_counts(total, counts):
    longest = max(total['longest move list'], counts['longest move list'])
    total.update(counts)
    total['longest move list'] = longest


def main():
    arguments = read_arguments()
    started = time.time()
    totals = {variant: collections.Counter() for variant in arguments.variants}
    differences = []
    with concurrent.futures.ProcessPoolExecutor(
            arguments.jobs, initializer=start_worker,
            initargs=(arguments.engine, arguments.oracle, arguments.pyffish)) as pool:
        jobs = {}
        for variant in arguments.variants:
            for chunk, first in enumerate(range(0, arguments.positions, CHUNK)):
                quota = min(CHUNK, arguments.positions - first)
                jobs[pool.submit(work, variant, f'{arguments.seed}/{variant}/{chunk}', quota)] = variant
        for job in concurrent.futures.as_completed(jobs):
            counts, difference = job.result()
            add_counts(totals[jobs[job]], counts)
            if difference:
                differences.append(difference)
                print(difference, flush=True)
                if len(differences) >= 8:
                    pool.shutdown(wait=False, cancel_futures=True)
                    break
    print(f'seed {arguments.seed!r}, {time.time() - started:.0f} s')
    for variant, total in totals.items():
        print(f'{variant}: ' + ', '.join(f'{count} {name}' for name, count in sorted(total.items())
                                         if not name.startswith('result: ')))
        print('    ' + '; '.join(f'{name[8:]} {count}' for name, count in total.most_common()
                                 if name.startswith('result: ')))
    if differences:
        sys.exit(1)


if __name__ == '__main__':
    main()
