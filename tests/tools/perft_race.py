#!/usr/bin/env python3
"""Measures perft speed, one thread, against Fairy-Stockfish in the same run.

    perft_race.py --engine path/stymie [--rival fairy-stockfish] [--rounds N]

Both programs take turns, so that a machine's moods touch both. Time is the user time of the whole process, start
included; a program's figure is its best round. Printed are nodes per second, the ratios in shatar and xiangqi, and
the engine's time per node in hia and hiashatar against shatar. Neither program uses a hash table for perft.
"""
import argparse
import os
import re
import resource
import subprocess
import sys

# variant, depth, nodes: a wrong count is no speed.
RACES = (('shatar', 6, 88684255), ('xiangqi', 5, 133312995))
OWN = (('hia', 5, 15114029), ('hiashatar', 6, 23065184))


def timed(command, text=None):
    """(user seconds, output) of a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    output = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, output


def run_engine(engine, variant, depth, nodes):
    """User seconds of one perft by the engine."""
    seconds, output = timed([engine, 'perft', variant, str(depth)])
    if not re.search(rf'\b{nodes}\b', output):
        sys.exit(f'{engine} perft {variant} {depth}: not {nodes} nodes:\n{output}')
    return seconds


def run_rival(rival, variant, depth, nodes):
    """User seconds of one perft by Fairy-Stockfish."""
    seconds, output = timed([rival], f'setoption name Threads value 1\nsetoption name UCI_Variant value {variant}\n'
                                     f'position startpos\ngo perft {depth}\nquit\n')
    if f'Nodes searched: {nodes}' not in output:
        sys.exit(f'{rival}, {variant}, depth {depth}: not {nodes} nodes:\n{output[-500:]}')
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', required=True)
    parser.add_argument('--rival', default='fairy-stockfish')
    parser.add_argument('--rounds', type=int, default=3)
    arguments = parser.parse_args()
    times = {}
    for round_number in range(1, arguments.rounds + 1):
        for variant, depth, nodes in RACES + OWN:
            runs = [('engine', run_engine, arguments.engine)]
            if (variant, depth, nodes) in RACES:
                runs.insert(0, ('rival', run_rival, arguments.rival))
            for name, run, program in runs:
                seconds = run(program, variant, depth, nodes)
                times.setdefault((name, variant), []).append(seconds)
                print(f'round {round_number}: {name:6} {variant:9} depth {depth}  {seconds:7.2f} s user  '
                      f'{nodes / seconds / 1e6:7.2f} M nodes/s', flush=True)
    best = {key: min(values) for key, values in times.items()}
    print(f'\nbest of {arguments.rounds}, load average {os.getloadavg()[0]:.2f}')
    per_node = {variant: best['engine', variant] / nodes for variant, _, nodes in RACES + OWN}
    for variant, depth, nodes in RACES:
        print(f'{variant} depth {depth}: engine {nodes / best["engine", variant] / 1e6:.2f} M/s, '
              f'rival {nodes / best["rival", variant] / 1e6:.2f} M/s, '
              f'ratio {best["rival", variant] / best["engine", variant]:.2f}')
    for variant, depth, _ in OWN:
        print(f'{variant} depth {depth}: {per_node[variant] * 1e9:.2f} ns a node, '
              f'{per_node[variant] / per_node["shatar"]:.2f} times shatar ({per_node["shatar"] * 1e9:.2f} ns)')


if __name__ == '__main__':
    main()
