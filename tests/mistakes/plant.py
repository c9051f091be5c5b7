"""Plants seeded mistakes in copies of the shipped rulesets and counts how many are told, and told at the exact line.

python -m tests.mistakes.plant --n 1000 --seed 1 --jobs 2
"""

from __future__ import annotations

import argparse
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context

from interpreter.diagnostics import Diagnostic
from interpreter.runtime.rng import Rng
from tests.mistakes.kinds import APART, KINDS, Planted
from tests.mistakes.shelf import Shelf, shelves


@dataclass(frozen=True)
class Tally:
    """What the report needs of one mistake."""

    kind: str
    is_caught: bool
    is_exact: bool
    text: str


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

    @property
    def tally(self) -> Tally:
        return Tally(self.kind, self.is_caught, self.is_exact, str(self))

    def __str__(self) -> str:
        told = "; ".join(f"{d.span} {d.code} {d.message}" for d in self.said[:3]) or self.crash or "nothing is said"
        where = f"{self.shelf.name}: {self.file}:{self.planted.lines[0]}"
        return f"{self.kind}: {where}: {self.planted.what}\n    {told}"


@dataclass(frozen=True)
class Plan:
    """A mistake before it is checked."""

    kind: str
    shelf: Shelf
    file: str
    planted: Planted

    def outcome(self) -> Outcome:
        """Check the ruleset with the mistake in it."""
        text = self.planted.applied(self.shelf.folder.files[self.file].text)
        try:
            said, crash = tuple(self.shelf.news(self.file, text)), ""
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
            said, crash = (), traceback.format_exc(limit=-4)
        return Outcome(self.kind, self.shelf, self.file, self.planted, said, crash)


def plans(count: int, seed: int, kinds: Sequence[str] = tuple(KINDS)) -> list[Plan]:
    """Mistakes to plant, each kind as often as the others; a ruleset's files by their length."""
    rng = Rng(seed)
    known = {**KINDS, **APART}
    stock = [(s, f) for s in shelves() for f in s.files]
    weights = [len(s.folder.files[f].text) for s, f in stock]
    out: list[Plan] = []
    while len(out) < count:
        shelf, file = _weighted(stock, weights, rng)
        kind = kinds[len(out) % len(kinds)]
        planted = known[kind](shelf, file, rng)
        if planted is not None:
            out.append(Plan(kind, shelf, file, planted))
    return out


def plant(count: int, seed: int, kinds: Sequence[str] = tuple(KINDS)) -> Iterator[Outcome]:
    """Plant mistakes and check each."""
    return (plan.outcome() for plan in plans(count, seed, kinds))


def tallies(wanted: Sequence[Plan], jobs: int) -> Iterator[Tally]:
    """Check mistakes in several processes, each ruleset in one of them, as what is said of a ruleset as it stands is
    found once a process."""
    by_shelf: dict[str, list[Plan]] = {}
    for plan in wanted:
        by_shelf.setdefault(plan.shelf.name, []).append(plan)
    groups = sorted(by_shelf.values(), key=len, reverse=True)
    with ProcessPoolExecutor(jobs, get_context("fork"), _keep, (groups,)) as pool:
        for done in as_completed([pool.submit(_tally, number) for number in range(len(groups))]):
            yield from done.result()


_groups: list[list[Plan]] = []


def _keep(groups: list[list[Plan]]) -> None:
    _groups[:] = groups


def _tally(number: int) -> list[Tally]:
    return [plan.outcome().tally for plan in _groups[number]]


def _weighted(stock: Sequence[tuple[Shelf, str]], weights: Sequence[int], rng: Rng) -> tuple[Shelf, str]:
    at = rng.below(sum(weights))
    for item, weight in zip(stock, weights, strict=True):
        at -= weight
        if at < 0:
            return item
    raise AssertionError("no weight is left")


def report(found: Sequence[Tally]) -> str:
    """A table by kind, then each mistake that was not told, or not at its line."""
    lines = [f"{'kind':20} planted  told  at the line"]
    for kind in [*KINDS, *APART]:
        these = [t for t in found if t.kind == kind]
        if these:
            lines.append(f"{kind:20} {len(these):7} {_share(these, 'is_caught')} {_share(these, 'is_exact'):>12}")
    lines.append(f"{'all':20} {len(found):7} {_share(found, 'is_caught')} {_share(found, 'is_exact'):>12}")
    missed = [t.text for t in found if not t.is_caught]
    elsewhere = [t.text for t in found if t.is_caught and not t.is_exact]
    for title, rest in (("not told", missed), ("told elsewhere", elsewhere)):
        lines += [f"\n{title}: {len(rest)}", *rest]
    return "\n".join(lines)


def _share(found: Sequence[Tally], what: str) -> str:
    count = sum(getattr(t, what) for t in found)
    return f"{count / max(1, len(found)):6.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=[*KINDS, *APART])
    parser.add_argument("--jobs", type=int, default=1, help="processes that check at once")
    parser.add_argument("--of", metavar="RULESET", help="only those of the mistakes that are planted in this ruleset")
    given = parser.parse_args()
    wanted = plans(given.n, given.seed, given.kind or tuple(KINDS))
    found: list[Tally] = []
    for tally in tallies([p for p in wanted if given.of in (None, p.shelf.name)], given.jobs):
        found.append(tally)
        if not tally.is_exact:
            print(tally.text, file=sys.stderr, flush=True)
    print(report(found))


if __name__ == "__main__":
    main()
