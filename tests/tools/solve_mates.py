#!/usr/bin/env python3
"""Measures how long an engine takes to find the mates of a set that `stymie-tune mates` has made.

    solve_mates.py tests/data/mates/shatar.epd -- target/release/stymie
    solve_mates.py --go mate tests/data/mates/xiangqi.epd -- /usr/games/fairy-stockfish

The engine speaks UCI, is asked each position with an empty table, one thread, and is stopped as soon as it tells
a mate of the set's length. Times are the engine's processor time, so that a busy machine does no harm.
"""

import argparse
import re
import statistics
import subprocess
import sys
import threading
from pathlib import Path

LINE = re.compile(r'(?P<fen>\S+ [wb] \S+ \S+ \d+ \d+) dm (?P<moves>\d+); id "(?P<id>[^"]+)";')


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('files', nargs='+', type=Path, help='VARIANT.epd')
    parser.add_argument('--go', choices=('plain', 'mate'), default='plain', help='`go infinite` or `go mate N`')
    parser.add_argument('--limit', type=float, default=1.0, help='seconds of processor time for each position')
    parser.add_argument('--longest', type=int, default=5, help='leave out longer mates')
    parser.add_argument('--hash', type=int, default=16, help='MiB')
    words = sys.argv[1:]
    at = words.index('--') if '--' in words else len(words)
    options = parser.parse_args(words[:at])
    options.engine = words[at + 1:] or parser.error('no engine: ... -- COMMAND')
    return options


class Engine:
    """A UCI engine as a process."""

    def __init__(self, command, variant, mebibytes):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say('uci')
        self.wait('uciok')
        for name, value in (('UCI_Variant', variant), ('Threads', 1), ('Hash', mebibytes)):
            self.say(f'setoption name {name} value {value}')
        self.ready()

    def say(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()

    def lines(self):
        for line in self.process.stdout:
            yield line.strip()
        sys.exit('the engine has ended')

    def wait(self, word):
        for line in self.lines():
            if line.split(' ')[0] == word:
                return

    def ready(self):
        self.say('isready')
        self.wait('readyok')

    def seconds(self):
        """Processor time of all its threads that live."""
        total = 0
        for task in Path(f'/proc/{self.process.pid}/task').iterdir():
            try:
                total += int((task / 'schedstat').read_text().split()[0])
            except OSError:
                pass  # It has just ended.
        return total / 1e9

    def solve(self, fen, moves, go, limit):
        """Seconds and nodes until a mate in so many moves is told; else `None` and the last score."""
        self.say('ucinewgame')
        self.ready()
        self.say(f'position fen {fen}')
        # What the threads of the last search have used is gone with them, or is in here.
        before, stopped = self.seconds(), False
        self.say('go infinite' if go == 'plain' else f'go mate {moves}')
        done = threading.Event()
        watch = threading.Thread(target=self.stop_in_time, args=(done, before + limit))
        watch.start()
        found, last = None, '-'
        for line in self.lines():
            if line.startswith('bestmove'):
                break
            score = re.search(r' score (cp|mate) (-?\d+)', line)
            if not score or 'bound' in line:
                continue
            last = ' '.join(score.groups())
            if score[1] == 'mate' and 0 < int(score[2]) <= moves and found is None:
                nodes = re.search(r' nodes (\d+)', line)
                found = (max(0.0, self.seconds() - before), int(nodes[1]) if nodes else 0, int(score[2]))
                if not stopped:
                    self.say('stop')
                    stopped = True
        done.set()
        watch.join()
        return found, last

    def stop_in_time(self, done, until):
        while not done.wait(0.02):
            if self.seconds() > until:
                self.say('stop')
                return

    def quit(self):
        self.say('quit')
        self.process.wait()


def report(variant, rows):
    for moves in sorted({row[0] for row in rows}):
        of_length = [found for length, found in rows if length == moves]
        solved = [found for found in of_length if found]
        line = f'{variant}: mates in {moves}: {len(solved)} of {len(of_length)}'
        if solved:
            times, nodes = ([row[column] for row in solved] for column in (0, 1))
            line += (f'; ms: median {statistics.median(times) * 1000:.1f}, longest {max(times) * 1000:.0f}'
                     f'; nodes: median {statistics.median(nodes):.0f}, most {max(nodes)}')
        print(line, flush=True)


def main():
    options = arguments()
    for path in options.files:
        variant = path.stem
        engine = Engine(options.engine, variant, options.hash)
        rows = []
        for match in LINE.finditer(path.read_text()):
            moves = int(match['moves'])
            if moves > options.longest:
                continue
            found, last = engine.solve(match['fen'], moves, options.go, options.limit)
            rows.append((moves, found))
            if not found:
                print(f'{match["id"]}: mate in {moves} not found, last score {last}: {match["fen"]}', flush=True)
            elif found[2] < moves:
                print(f'{match["id"]}: mate in {moves}, told in {found[2]}: {match["fen"]}', flush=True)
        engine.quit()
        report(variant, rows)


if __name__ == '__main__':
    main()
