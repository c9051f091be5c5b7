"""Plays every set of modules that goes together, at every number of players: too many for each run of the tests.

Usage: python -m tests.properties.all_sets GAME [--games N]
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time

from tests.properties.test_play import keeps_everything
from tests.shipped import Case, combine, modules_of, players_of, with_needs


def cases(game: str) -> list[Case]:
    """Each set of modules, with what they need, at each number of players that it allows."""
    names = tuple(modules_of(game))
    groups = itertools.chain.from_iterable(itertools.combinations(names, n) for n in range(len(names) + 1))
    sets = dict.fromkeys(with_needs(game, group) for group in groups)
    return [Case(game, n, modules) for modules in sets if combine(game, modules) for n in players_of(game, modules)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1, help="random games of each")
    given = parser.parse_args()
    found = cases(given.game)
    began = time.perf_counter()
    failed = 0
    for case in found:
        try:
            keeps_everything(case, given.games)
        except Exception as error:  # one set that fails must not hide the others
            failed += 1
            print(f"{case}: {type(error).__name__}: {error}")
    print(f"{len(found)} sets and numbers of players, {failed} failed, {time.perf_counter() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
