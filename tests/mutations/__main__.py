"""Mutates inputs of every kind and reports what breaks down, hangs, or is told without a place.

python -m tests.mutations --n 10000 --seed 1 --jobs 2
python -m tests.mutations --seed 1 --show 4711          # one input, its text and its faults
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import sys
import time
from collections import defaultdict
from multiprocessing.connection import Connection, wait

from interpreter.runtime.rng import Rng
from tests.mutations import stock
from tests.mutations.kinds import KINDS, LOG_KINDS
from tests.mutations.trial import Fault, faults_of, make, report

MOST_WAITING = 120
"""Seconds without news after which a process is ended: what it is at does not heed its time limit."""
MOST_MEMORY = 3 << 30


class Worker:
    """A process that tries the inputs `first`, `first + step`, … below `n`. at: the one it is at."""

    def __init__(self, given: argparse.Namespace, first: int) -> None:
        self.at, self.given = first, given
        self.news = time.monotonic()
        self.here, there = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.get_context("fork").Process(
            target=_work, args=(given, first, there), daemon=True
        )
        self.process.start()
        there.close()


def _work(given: argparse.Namespace, first: int, there: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    parent = os.getppid()
    for number in range(first, given.first + given.n, given.jobs):
        if os.getppid() != parent:
            return
        there.send((number, None))
        there.send((number, tried(given, number)))
    there.send((-1, []))


def tried(given: argparse.Namespace, number: int) -> list[Fault]:
    made = make(number, given.seed, given.kind or [*KINDS, *LOG_KINDS], tuple(given.more), not given.small)
    return faults_of(made, Rng(number))


def run(given: argparse.Namespace) -> dict[str, list[tuple[int, Fault]]]:
    """All faults by their causes."""
    stock.spliced(tuple(given.more))  # once, before processes are made
    workers = [Worker(given, given.first + i) for i in range(given.jobs)]
    faults: dict[str, list[tuple[int, Fault]]] = defaultdict(list)
    done = 0
    while workers:
        wait([w.here for w in workers], timeout=5)
        for worker in list(workers):
            is_dead = False
            try:
                while worker.here.poll():
                    number, found = worker.here.recv()
                    worker.news = time.monotonic()
                    if number < 0:
                        workers.remove(worker)
                        break
                    worker.at = number
                    for fault in found or ():
                        faults[fault.key].append((number, fault))
                        if len(faults[fault.key]) == 1:
                            print(f"{number}: {fault.sort}: {fault.key}", file=sys.stderr, flush=True)
                    done += found is not None
                    if found is not None and done % 1000 == 0:
                        print(f"{done} inputs", file=sys.stderr, flush=True)
            except EOFError:
                is_dead = True
            if is_dead or (worker in workers and time.monotonic() - worker.news > MOST_WAITING):
                worker.process.kill()
                why = "the process died" if is_dead else "the process had to be ended"
                faults[why].append((worker.at, Fault("hang", why, "")))
                print(f"{worker.at}: {why}", file=sys.stderr, flush=True)
                workers[workers.index(worker)] = Worker(given, worker.at + given.jobs)
    report(faults, done)
    return faults


def show(given: argparse.Namespace) -> None:
    made = make(given.show, given.seed, given.kind or [*KINDS, *LOG_KINDS], tuple(given.more), not given.small)
    print(f"{made.kind} in {made.changed} of {made.subject.name}\n{made.text}")
    if given.write:
        for name, source in made.folder.files.items():
            path = given.write / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source.text, encoding="utf-8")
    for fault in faults_of(made, Rng(given.show)):
        print(f"\n{fault.sort}: {fault.key}\n{fault.text}")


def main() -> None:
    from pathlib import Path

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=1000, help="how many inputs")
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=[*KINDS, *LOG_KINDS])
    parser.add_argument("--more", action="append", default=[], metavar="FOLDER", help="further rulesets")
    parser.add_argument("--small", action="store_true", help="no shipped rulesets")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="only this input")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="with --show: write the ruleset there")
    given = parser.parse_args()
    if given.show is not None:
        show(given)
    elif run(given):
        sys.exit(1)


if __name__ == "__main__":
    main()
