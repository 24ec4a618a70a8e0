#!/usr/bin/env python3
"""How promptly the engine answers while it searches, on a machine whose processors are all busy.

    python3 tests/tools/latency.py target/release/stymie [--tries 1000] [--variant hia]

For each try a search is begun in UCI, `isready` and `stop` are sent while it runs, and the time to their answers is
taken; then the same in the XBoard protocol with `ping` and `?`. As many processes as there are processors do nothing
but work meanwhile. Prints how the times are distributed; ends with status 1 if one is over the limit.
"""

import argparse
import os
import random
import subprocess
import sys
import time

QUANTILES = (0.5, 0.9, 0.99, 0.999, 1.0)


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def wait_for(self, word):
        """Reads up to a line that begins with the word."""
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the engine has ended before it said {word}")
            if line.startswith(word.encode()):
                return

    def time(self, command, answer):
        """Milliseconds from the command to the answer."""
        begun = time.perf_counter()
        self.send(command)
        self.wait_for(answer)
        return (time.perf_counter() - begun) * 1000

    def end(self):
        self.send("quit")
        self.process.wait(10)


def uci(command, variant, tries, think):
    engine = Engine(command)
    engine.send("uci", f"setoption name UCI_Variant value {variant}", "isready")
    engine.wait_for("readyok")
    times = {"isready": [], "stop": []}
    for _ in range(tries):
        engine.send("position startpos", "go infinite")
        think()
        times["isready"].append(engine.time("isready", "readyok"))
        think()
        times["stop"].append(engine.time("stop", "bestmove"))
    engine.end()
    return times


def xboard(command, variant, tries, think):
    engine = Engine(command)
    engine.send("xboard", "protover 2")
    engine.wait_for("feature done=1")
    times = {"ping": [], "?": []}
    for number in range(tries):
        engine.send("new", f"variant {variant}", "level 0 60 0", "post", "go")
        think()
        times["ping"].append(engine.time(f"ping {number}", f"pong {number}\n"))
        think()
        times["?"].append(engine.time("?", "move "))
    engine.end()
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="the engine's program")
    parser.add_argument("--tries", type=int, default=1000, help="of each command (1000)")
    parser.add_argument("--variant", default="hia")
    parser.add_argument("--limit", type=float, default=50.0, help="in milliseconds (50)")
    arguments = parser.parse_args()
    chosen = random.Random(1)

    def think():
        time.sleep(chosen.uniform(0.002, 0.03))

    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count())]
    try:
        times = {}
        for drive in (uci, xboard):
            times |= drive(arguments.engine, arguments.variant, arguments.tries, think)
    finally:
        for process in busy:
            process.kill()
    print(f"milliseconds, {os.cpu_count()} processors busy, load {os.getloadavg()[0]:.1f}")
    print(f"{'command':<8} {'tries':>6} {'median':>8} {'90%':>8} {'99%':>8} {'99.9%':>8} {'most':>8}  over")
    late = 0
    for command, taken in times.items():
        taken.sort()
        columns = [taken[min(len(taken) - 1, int(share * len(taken)))] for share in QUANTILES]
        over = sum(time > arguments.limit for time in taken)
        late += over
        print(f"{command:<8} {len(taken):>6} " + " ".join(f"{column:8.2f}" for column in columns) + f"  {over}")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
