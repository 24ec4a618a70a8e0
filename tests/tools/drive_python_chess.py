#!/usr/bin/env python3
"""Lets the Python package `chess` drive the engine in orthodox chess, in UCI and in the XBoard protocol.

    python3 -m venv venv && venv/bin/pip install chess
    venv/bin/python tests/tools/drive_python_chess.py target/release/stymie

Twenty positions are analysed, with five lines over UCI and one over XBoard, and some moves are played in both; every
line must be legal, and the package must not log a complaint. Ends with status 0 if all is well.

The package ends an analysis in the XBoard protocol by asking for the status line (`.`), and then calls the answer
that the protocol wants (`stat01: ...`) unexpected, whichever engine gives it: that one is not counted.
"""

import argparse
import logging
import random
import sys

import chess
import chess.engine

POSITIONS = 20
LINES = 5
PLIES = 12


class Complaints(logging.Handler):
    """Keeps what the package warns of."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.found = []

    def emit(self, record):
        text = record.getMessage()
        if "'stat01: " not in text:
            self.found.append(text)


def positions():
    """Positions of random games, the same each time."""
    chosen = random.Random(20)
    found = []
    while len(found) < POSITIONS:
        board = chess.Board()
        for _ in range(chosen.randrange(4, 60)):
            if board.is_game_over():
                break
            board.push(chosen.choice(list(board.legal_moves)))
        if not board.is_game_over():
            found.append(board)
    return found


def check_line(board, info):
    """The line of an analysis is legal, and there is a score."""
    line = board.copy()
    if not info.get("pv"):
        raise SystemExit(f"no line in {board.fen()}: {info}")
    for move in info["pv"]:
        if move not in line.legal_moves:
            raise SystemExit(f"illegal {move} in the line of {board.fen()}: {info['pv']}")
        line.push(move)
    if "score" not in info:
        raise SystemExit(f"no score in {board.fen()}: {info}")


def play(engine):
    """A few moves of the engine against itself."""
    board = chess.Board()
    while len(board.move_stack) < PLIES and not board.is_game_over():
        board.push(engine.play(board, chess.engine.Limit(time=0.05)).move)
    return len(board.move_stack)


def drive_uci(command):
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        lines = 0
        for board in positions():
            infos = engine.analyse(board, chess.engine.Limit(nodes=30_000), multipv=LINES)
            wanted = min(LINES, board.legal_moves.count())
            firsts = {info["pv"][0] for info in infos}
            if len(infos) != wanted or len(firsts) != wanted:
                raise SystemExit(f"{len(infos)} lines instead of {wanted} in {board.fen()}")
            for info in infos:
                check_line(board, info)
            lines += len(infos)
        print(f"UCI: {engine.id['name']}: {POSITIONS} positions, {lines} lines, {play(engine)} plies played")


def drive_xboard(command):
    with chess.engine.SimpleEngine.popen_xboard(command) as engine:
        for board in positions():
            check_line(board, engine.analyse(board, chess.engine.Limit(depth=6)))
        print(f"XBoard: {engine.id['name']}: {POSITIONS} positions, {play(engine)} plies played")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="the engine's program")
    arguments = parser.parse_args()
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    drive_uci(arguments.engine)
    drive_xboard(arguments.engine)
    for complaint in complaints.found:
        print(f"complaint: {complaint}", file=sys.stderr)
    return 1 if complaints.found else 0


if __name__ == "__main__":
    sys.exit(main())
