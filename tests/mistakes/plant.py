"""Plants seeded mistakes in copies of the shipped rulesets and counts how many are told, and told at the exact line.

python -m tests.mistakes.plant --n 1000 --seed 1
"""

from __future__ import annotations

import argparse
import re
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic
from interpreter.runtime.rng import Rng
from tests.mistakes.kinds import APART, KINDS, Planted
from tests.mistakes.shelf import Shelf, shelves


@dataclass(frozen=True)
class Outcome:
    """One planted mistake and what was said of it."""

    kind: str
    shelf: Shelf
    file: str
    planted: Planted
    said: tuple[Diagnostic, ...]
    crash: str = ""
    """the traceback, where checking broke down"""

    @property
    def is_caught(self) -> bool:
        return bool(self.said)

    @property
    def is_exact(self) -> bool:
        """Whether something said stands on the line of the mistake, or shows that line beside its own."""
        path = self.shelf.folder.files[self.file].path
        spans = [s for d in self.said for s in (d.span, *(place for place, _ in d.related)) if s is not None]
        if any(s.path == path and s.line in self.planted.lines for s in spans):
            return True
        words = {w for s in spans for w in re.findall(r"[a-z][a-z0-9_]*", s.source.line(s.line))}
        return not words.isdisjoint(self.planted.names)

    def __str__(self) -> str:
        told = "; ".join(f"{d.span} {d.code} {d.message}" for d in self.said[:3]) or self.crash or "nothing is said"
        where = f"{self.shelf.name}: {self.file}:{self.planted.lines[0]}"
        return f"{self.kind}: {where}: {self.planted.what}\n    {told}"


def plant(count: int, seed: int, kinds: Sequence[str] = tuple(KINDS)) -> Iterator[Outcome]:
    """Plant mistakes, each kind as often as the others; a ruleset's files by their length."""
    rng = Rng(seed)
    known = {**KINDS, **APART}
    stock = [(s, f) for s in shelves() for f in s.files]
    weights = [len(s.folder.files[f].text) for s, f in stock]
    done = 0
    while done < count:
        shelf, file = _weighted(stock, weights, rng)
        kind = kinds[done % len(kinds)]
        planted = known[kind](shelf, file, rng)
        if planted is None:
            continue
        done += 1
        text = planted.applied(shelf.folder.files[file].text)
        try:
            yield Outcome(kind, shelf, file, planted, tuple(shelf.news(file, text)))
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
            yield Outcome(kind, shelf, file, planted, (), traceback.format_exc(limit=-4))


def _weighted(stock: Sequence[tuple[Shelf, str]], weights: Sequence[int], rng: Rng) -> tuple[Shelf, str]:
    at = rng.below(sum(weights))
    for item, weight in zip(stock, weights, strict=True):
        at -= weight
        if at < 0:
            return item
    raise AssertionError("no weight is left")


def report(outcomes: Sequence[Outcome]) -> str:
    """A table by kind, then each mistake that was not told, or not at its line."""
    lines = [f"{'kind':20} planted  told  at the line"]
    total, told, exact = (Counter(o.kind for o in outcomes if test(o)) for test in _TESTS)
    for kind in total:
        lines.append(f"{kind:20} {total[kind]:7} {told[kind]:5} {exact[kind]:12}")
    n = max(1, len(outcomes))
    lines.append(f"{'all':20} {n:7} {told.total() / n:5.1%} {exact.total() / n:11.1%}")
    missed = [o for o in outcomes if not o.is_caught]
    elsewhere = [o for o in outcomes if o.is_caught and not o.is_exact]
    for title, rest in (("not told", missed), ("told elsewhere", elsewhere)):
        lines += [f"\n{title}: {len(rest)}", *map(str, rest)]
    return "\n".join(lines)


_TESTS = (lambda o: True, lambda o: o.is_caught, lambda o: o.is_exact)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=[*KINDS, *APART])
    given = parser.parse_args()
    print(report(list(plant(given.n, given.seed, given.kind or tuple(KINDS)))))


if __name__ == "__main__":
    main()
