"""Changes the rules one by one and tells which changes no scenario notices: what is still to be shown by one."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from interpreter.analysis.processes import Progress, parts
from interpreter.diagnostics import Diagnostics, RulesetError, Source, Span
from interpreter.language.lints.reading import texts_in
from interpreter.language.syntax import nodes
from interpreter.language.syntax.texts import parsed
from interpreter.loading.model import Model
from interpreter.loading.source import Folder, find, read_folder
from interpreter.pipeline import model_of
from interpreter.records import mutable, record
from interpreter.runtime.rng import Rng
from interpreter.scenarios.runner import each_of_folder

_VERBS = {"pay": "gain", "gain": "pay", "lose": "gain"}
_FLIPPED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_NOTHING = "require true"
"""A statement that does nothing, and needs no brace, which YAML would read in `{ }`."""
_DROPPED = (
    nodes.Transfer, nodes.Move, nodes.Rotate, nodes.Step, nodes.Assign, nodes.Do, nodes.Refill, nodes.Reveal,
    nodes.Require, nodes.End,
)  # fmt: skip


@record
class Mutation:
    """One change of the rules: a place, what is written there instead, and of which kind the change is.

    module: the module in whose files it is, "" for the ruleset's own.
    """

    kind: str
    span: Span
    text: str
    module: str = ""
    also: tuple[Span, str] | None = None

    def applied(self, folder: Folder) -> Folder:
        """The files with the change."""
        name = next(name for name, source in folder.files.items() if source.path == self.span.path)
        text = folder.files[name].text
        changes = [(self.span, self.text), *([self.also] if self.also is not None else [])]
        for span, new in sorted(changes, key=lambda change: -change[0].start):
            text = text[: span.start] + new + text[span.end :]
        return Folder(folder.path, {**folder.files, name: Source(self.span.path, text)}, folder.is_complete)


@record
class Tried:
    """What became of one mutation. by: "check", the id of the scenario that noticed it, or "" where none did."""

    mutation: Mutation
    by: str


@mutable
class Mutated:
    """The report. possible: so many changes there are. scenarios: so many hold without a change. interrupted: the time
    was up, or Ctrl-C came, before all that were wanted had been tried."""

    possible: int = 0
    scenarios: int = 0
    tried: list[Tried] = field(default_factory=list)
    interrupted: bool = False

    @property
    def unnoticed(self) -> list[Mutation]:
        """The changes that nothing has noticed, by their place."""
        found = [tried.mutation for tried in self.tried if not tried.by]
        return sorted(found, key=lambda m: (m.span.path, m.span.start, m.kind))

    def as_json(self) -> dict[str, object]:
        """All that was tried, for programs."""
        rows = [
            {"kind": t.mutation.kind, "file": t.mutation.span.path, "line": t.mutation.span.line,
             "was": t.mutation.span.text, "now": t.mutation.text, "noticed_by": t.by or None}
            for t in self.tried
        ]  # fmt: skip
        return {"possible": self.possible, "scenarios": self.scenarios, "interrupted": self.interrupted, "tried": rows}


def mutate(
    game: str | Path | Folder,
    number: int = 100,
    *,
    seed: int = 0,
    jobs: int | None = 1,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Mutated:
    """Try so many changes of a ruleset and of its modules, drawn by the seed; those of a module are shown to its own
    scenarios.

    seconds: begin no more changes after this time. RulesetError: it or its scenarios cannot be read, or it has mistakes
    as it is.
    """
    folder, begun = _folder(game), time.monotonic()
    changes = mutations(folder)
    report = Mutated(len(changes))
    results = {module: list(each_of_folder(folder, module)) for module in _modules(folder)}
    if faults := [d for of_one in results.values() for r in of_one if not r.id for d in r.diagnostics]:
        raise RulesetError(faults)
    holds = {module: tuple(r.id for r in of_one if r.passed) for module, of_one in results.items()}
    report.scenarios = sum(map(len, holds.values()))
    rng, left = Rng(seed), list(range(len(changes)))
    chosen = [left.pop(rng.below(len(left))) for _ in range(min(number, len(changes)))]
    job = _Job(seed, folder, tuple(chosen), holds)
    try:
        for part in parts(job, job.worker(), len(chosen), jobs):
            report.tried += [Tried(changes[at], by) for at, by in part]
            if progress is not None:
                progress(len(report.tried), len(chosen))
            if seconds is not None and time.monotonic() - begun > seconds and len(report.tried) < len(chosen):
                report.interrupted = True
                break
    except KeyboardInterrupt:
        report.interrupted = True
    return report


def _folder(game: str | Path | Folder) -> Folder:
    if isinstance(game, Folder):
        return game
    diagnostics = Diagnostics()
    path = find(game) if isinstance(game, str) else game
    folder = None if path is None else read_folder(path, diagnostics)
    if folder is None:
        if path is None:
            diagnostics.add("E503", None, name=str(game))
        raise RulesetError(diagnostics.errors)
    return folder


def _modules(folder: Folder) -> tuple[str, ...]:
    return ("", *folder.folders_in("modules"))


@record
class _Job:
    """The changes of a ruleset, by their numbers, to be tried in several processes. holds: module → the scenarios that
    hold as it is."""

    seed: int
    folder: Folder
    chosen: tuple[int, ...]
    holds: Mapping[str, tuple[str, ...]]

    def worker(self) -> Callable[[Sequence[int]], list[tuple[int, str]]]:
        changes = mutations(self.folder)
        holds = {module: [*ids] for module, ids in self.holds.items()}

        def tried(numbers: Sequence[int]) -> list[tuple[int, str]]:
            wanted = [self.chosen[n] for n in numbers]
            return [(at, _noticed(changes[at], self.folder, holds[changes[at].module])) for at in wanted]

        return tried


def _noticed(mutation: Mutation, folder: Folder, holds: list[str]) -> str:
    """What notices a change first; "" for nothing. holds: the scenarios that hold without it; the one that notices
    stands first in it then, since it will often notice the next, too."""
    changed, diagnostics = mutation.applied(folder), Diagnostics()
    model = model_of(changed, [mutation.module] if mutation.module else [], diagnostics)
    if model is None or diagnostics.has_errors:
        return "check"
    for result in each_of_folder(changed, mutation.module, holds):
        if not result.passed:
            if any(d.code < "E500" for d in result.diagnostics):
                return "check"
            holds.remove(result.id)
            holds.insert(0, result.id)
            return result.id
    return ""


# ---- the changes


def mutations(folder: Folder) -> list[Mutation]:
    """All changes of the rules of a ruleset and of its modules, in the order of their places."""
    found: dict[tuple[str, int, str, str], Mutation] = {}
    for module in _modules(folder):
        diagnostics = Diagnostics()
        model = model_of(folder, [module] if module else [], diagnostics)
        if model is None or diagnostics.has_errors:
            raise RulesetError(diagnostics.errors)
        hints = {text.span for text in texts_in(model.hints)}  # of bots, not of the game
        for kind, span, text, also in (*_of_texts(model, hints), *_of_facts(model)):
            home = model.module_of(span)
            if (home.id if home is not None else "") == module:
                found.setdefault((span.path, span.start, kind, text), Mutation(kind, span, text, module, also))
    return [found[key] for key in sorted(found)]


_Change = tuple[str, Span, str, tuple[Span, str] | None]


def _of_texts(model: Model, but: Container[Span]) -> Iterator[_Change]:
    for text in (text for text in model.effect_texts if text.span not in but):
        for found in parsed(text, Diagnostics()).by_kind.values():
            for node in found:
                yield from ((what, span, new, None) for what, span, new in _of_node(node))


def _of_node(node: nodes.Node) -> Iterator[tuple[str, Span, str]]:
    source, start = node.span.source, node.span.start
    if isinstance(node, nodes.Transfer) and node.verb in _VERBS and node.other is None:
        yield f"{node.verb} for {_VERBS[node.verb]}", Span(source, start, start + len(node.verb)), _VERBS[node.verb]
    if isinstance(node, _DROPPED):
        yield "dropped", node.span, _NOTHING
    if isinstance(node, nodes.Number):
        yield "one more", node.span, str(node.value + 1)
        if node.value > 1:
            yield "one less", node.span, str(node.value - 1)
    if isinstance(node, nodes.Trigger):
        found = re.compile(r"\b(before|after)\b").search(source.text, start, node.event.span.start)
        if found is not None:
            yield "before for after", Span(source, *found.span()), "after" if found[1] == "before" else "before"
    if isinstance(node, nodes.Binary) and node.operator in _FLIPPED:
        yield from _between(node.left, node.right, re.escape(node.operator), _FLIPPED[node.operator])
    if isinstance(node, nodes.Is):
        yield from _between(node.left, node.right, r"\bis( not)?\b", "is" if node.negated else "is not")


def _between(left: nodes.Expr, right: nodes.Expr, operator: str, new: str) -> Iterator[tuple[str, Span, str]]:
    source = left.span.source
    if found := re.compile(operator).search(source.text, left.span.end, right.span.start):
        yield "flipped", Span(source, *found.span()), new


def _of_facts(model: Model) -> Iterator[_Change]:
    """Two kinds next to each other that swap a fact."""
    for cls in model.classes:
        for name in cls.attributes:
            kinds = [k for k in cls.kinds.values() if name in k.attribute_spans and isinstance(k.attributes[name], int)]
            for one, other in zip(kinds, kinds[1:], strict=False):
                first, second = (_fact(kind.attribute_spans[name]) for kind in (one, other))
                if first is not None and second is not None and first.text != second.text and first.path == second.path:
                    yield "swapped", first, second.text, (second, first.text)


def _fact(key: Span) -> Span | None:
    """The number that is written behind a key."""
    found = re.compile(r"\s*:\s*(-?\d+)").match(key.source.text, key.end)
    return None if found is None else Span(key.source, *found.span(1))
