"""What comparisons that end by themselves find in equal rules and in rules with a planted change, as a table:

    python -m tests.analysis.planted [REPETITIONS]

Both sides of a pair play on other chance and with their options in another order, so hardly a game is like its pair.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from interpreter.analysis.compare import EACH_LOOK, CompareJob, Comparer, Looks, PairTally, Side, Until
from tests.analysis.test_compare import OTHER_CHANCE, STALL

CHANGES = {
    "equal rules": OTHER_CHANCE,
    "a coat costs 3 in place of 2": OTHER_CHANCE.replace("copies: 4, price: 2", "copies: 4, price: 3"),
    "the first seat scores 1 more": OTHER_CHANCE.replace(
        "{worth: p.coin}", "{worth: 'p.coin + (if p is players[1] then 1 else 0)'}"
    ),
    "a hat scores double": OTHER_CHANCE.replace("price: 1, points: 1}", "price: 1, points: 2}"),
}
MOST_PAIRS = 2000


def comparer(folder: Path, change: str) -> Comparer:
    sides = []
    for name, text in (("as_it_was", STALL), ("changed", CHANGES[change])):
        (folder / name).mkdir(parents=True)
        (folder / name / "ruleset.yaml").write_text(text, encoding="utf-8")
        sides.append(Side(folder / name))
    return Comparer(CompareJob(sides[0], sides[1], 2, ("random",), 0))


def run(pairs: Comparer, seed: int, most: int = MOST_PAIRS) -> tuple[int, list[str]]:
    """One comparison: how many pairs it played, and what it found."""
    looks, total = Looks(Until(points=1.0, wins=0.1), 2, pairs.only), PairTally()
    for first in range(0, most, EACH_LOOK):
        total.add(pairs.play(range(first, min(most, first + EACH_LOOK)), seed))
        if looks(total):
            break
    return total.games, [f"{x['group']} {x['name']}" for x in looks.findings(total) if x["found"]]


def main(repetitions: int = 20) -> None:
    print(f"{'':32}{'comparisons':>12}{'with findings':>15}{'pairs on average':>18}   found first")
    for change in CHANGES:
        with tempfile.TemporaryDirectory() as folder:
            pairs = comparer(Path(folder), change)
            found = [run(pairs, seed) for seed in range(repetitions)]
        mean = sum(games for games, _ in found) / len(found)
        said = next((names for _, names in found if names), [])
        print(
            f"{change:32}{len(found):12}{sum(bool(names) for _, names in found):15}{mean:18.0f}   {', '.join(said[:3])}"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
