"""What can run, each with how often it did, and the report of all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from interpreter.diagnostics import Source, Span
from interpreter.records import mutable

CATEGORIES = (
    "action", "free action", "piece", "space", "ability", "rule", "option", "branch", "menu", "procedure", "phase",
    "refusal", "statement",
)  # fmt: skip
"""What is counted, in the order in which what never happened is told."""

Key = tuple[str, str, str, int]
"""(category, id, path, start of its text)"""


@mutable
class Entry:
    """One thing of the ruleset. origin: base or the module it comes from. times: by run, how often it happened; a run
    in whose games it was no part of the rules has no entry. offered: by run, whether it was ever to be chosen."""

    category: str
    id: str
    span: Span
    origin: str = "base"
    times: dict[str, int] = field(default_factory=dict)
    offered: dict[str, bool] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        return self.category, self.id, self.span.path, self.span.start

    def never(self, run: str) -> bool:
        """Whether it could have happened in a run and did not."""
        return self.times.get(run) == 0

    def add(self, run: str, times: int, offered: bool | None = None) -> None:
        self.times[run] = self.times.get(run, 0) + times
        if offered is not None:
            self.offered[run] = self.offered.get(run, False) or offered


@mutable
class Report:
    """The entries of a ruleset after some runs. runs: name → what it was (scenarios, games …)."""

    game: str
    runs: dict[str, dict[str, Any]] = field(default_factory=dict)
    entries: dict[Key, Entry] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    """the files with rules, by path"""
    failed: tuple[str, ...] = ()
    """scenarios that do not hold"""

    def entry(self, category: str, id: str, span: Span, origin: str = "base") -> Entry:
        """The entry of a thing, made where it is new."""
        self.sources.setdefault(span.path, span.source)
        return self.entries.setdefault((category, id, span.path, span.start), Entry(category, id, span, origin))

    def never(self, run: str) -> Iterator[Entry]:
        """What never happened in a run, by category, then by place; statements are left to the marked-up source."""
        found = [e for e in self.entries.values() if e.never(run) and e.category != "statement"]
        order = {name: i for i, name in enumerate(CATEGORIES)}
        yield from sorted(found, key=lambda e: (order[e.category], e.span.path, e.span.start, e.id))

    def summary(self, run: str) -> dict[str, tuple[int, int]]:
        """category → (how many happened, how many could)."""
        out = {}
        for category in CATEGORIES:
            times = [e.times[run] for e in self.entries.values() if e.category == category and run in e.times]
            if times:
                out[category] = (sum(n > 0 for n in times), len(times))
        return out

    def lines(self, path: str, runs: Sequence[str]) -> dict[int, tuple[int, bool]]:
        """line → (times its first statement ran in the runs together, whether something else on it never happened: a
        branch, an option, a further statement)."""
        out: dict[int, tuple[int, bool]] = {}
        others: list[tuple[int, bool]] = []
        for entry in self.entries.values():
            at = entry.span
            counted = [entry.times[run] for run in runs if run in entry.times]
            if at.path != path or not counted or entry.category not in ("statement", "branch", "option"):
                continue
            if entry.category == "statement" and at.line not in out:
                out[at.line] = (sum(counted), False)
            else:
                others.append((at.line, not any(counted)))
        for line, never in others:
            if line in out:
                out[line] = (out[line][0], out[line][1] or never)
            elif never:
                out[line] = (0, True)
        return dict(sorted(out.items()))

    def as_json(self) -> dict[str, Any]:
        """Everything as JSON-ready data: what never happened first."""
        return {
            "game": self.game,
            "runs": self.runs,
            "failed_scenarios": list(self.failed),
            "never": {run: [_place(e) for e in self.never(run)] for run in self.runs},
            "summary": {
                run: {name: {"ran": ran, "of": of} for name, (ran, of) in self.summary(run).items()}
                for run in self.runs
            },
            "entries": [
                {**_place(e), "origin": e.origin, "times": e.times, **({"offered": e.offered} if e.offered else {})}
                for e in self.entries.values()
            ],
            "lines": {
                path: {str(line): times for line, (times, _) in self.lines(path, tuple(self.runs)).items()}
                for path in sorted(self.sources)
            },
        }


def _place(entry: Entry) -> dict[str, Any]:
    at = entry.span
    return {"category": entry.category, "id": entry.id, "file": at.path, "line": at.line, "column": at.column}
