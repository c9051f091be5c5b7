"""From the notes of a machine with probes to entries: each thing of the model looked up among what was noted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.coverage.entries import Report
from interpreter.diagnostics import Span
from interpreter.loading.model import EffectText, KindDecl, Model, PieceDecl
from interpreter.program import FREE, UNLISTED, AltInfo, DecisionInfo
from interpreter.program.types import Type
from interpreter.runtime.decisions import Namer
from interpreter.runtime.probing import ProbedMachine


def note(report: Report, run: str, model: Model, machine: ProbedMachine, namer: Namer) -> None:
    """Add all that a machine has noted to a report, under the name of a run."""
    _Notes(report, run, model, machine, namer).all()


class _Notes:
    """One machine's notes on their way into a report."""

    def __init__(self, report: Report, run: str, model: Model, machine: ProbedMachine, namer: Namer) -> None:
        self.report, self.run, self.model, self.machine, self.namer = report, run, model, machine, namer
        self.program = machine.program
        self.probes: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
        """(kind, path) → (start, end, times), sorted"""
        for number, probe in enumerate(self.program.probes):
            at = (probe.span.start, probe.span.end, machine.hits.get(number, 0))
            self.probes.setdefault((probe.kind, probe.span.path), []).append(at)
        for found in self.probes.values():
            found.sort()
        self.takings: Counter[tuple[int, int]] = Counter()
        """(decision or FREE, alternative) → times taken"""
        self.things: Counter[tuple[str, str]] = Counter()
        """(class, kind) → times chosen, of pieces, kinds and spaces"""
        for (label, option), times in machine.taken.items():
            self._option(label, option, times)

    def all(self) -> None:
        self._texts()
        self._alternatives()
        self._pieces()
        self._spaces()
        self._probes()
        self._refusals()

    def _add(
        self, category: str, id: str, span: Span, times: int, origin: str = "base", offered: bool | None = None
    ) -> None:
        self.report.entry(category, id, span, origin).add(self.run, times, offered)

    # ---- what was chosen

    def _option(self, label: int, option: Any, times: int) -> None:
        if label == FREE:
            self.takings[label, option[0]] += times
            self._alternative(self.program.free[option[0] - FREE], option, times)
            return
        info = self.program.decisions.get(label)
        if info is None:  # the options of an action that is only asked whether it is possible
            return
        if info.kind == "some":
            if option != -1 and info.item is not None:
                self._thing(info.item, option, times)
            return
        self.takings[label, option[0]] += times
        if option[0] >= 0:
            self._alternative(info.alts[option[0]], option, times)

    def _alternative(self, alt: AltInfo, option: Any, times: int) -> None:
        for bind, value in zip(alt.binds, option[1:], strict=True):
            self._thing(bind.type, value, times)

    def _thing(self, kind: Type, value: Any, times: int) -> None:
        layout = self.program.layout
        if kind.name == "list" and kind.item is not None:
            for item in value:
                self._thing(kind.item, item, times)
        elif not isinstance(value, int) or value < 0:
            return
        elif kind.name == "piece":
            self.things[layout.kinds[layout.pieces[value]]] += times
        elif kind.name == "kind":
            self.things[layout.kinds[value]] += times
        elif kind.name == "place" and kind.space:
            self.things[kind.space, self.namer.place(value, None).partition(".")[0]] += times

    # ---- texts of the model

    def _texts(self) -> None:
        for category, id, texts, origin, span in texts_of(self.model):
            times = self._first(texts)
            if times is not None:
                self._add(category, id, span, times, origin)

    def _first(self, texts: tuple[EffectText, ...]) -> int | None:
        """How often the first statement inside some texts ran; None where the program has none of theirs."""
        for text in texts:
            rules = self._inside("rule", text.span)
            found = rules or self._inside("statement", text.span)
            if rules:
                return sum(times for _, _, times in rules)
            if found:
                return found[0][2]
        return None

    def _inside(self, kind: str, span: Span) -> list[tuple[int, int, int]]:
        found = self.probes.get((kind, span.path), [])
        return [p for p in found if span.start <= p[0] and p[1] <= span.end]

    # ---- options

    def _alternatives(self) -> None:
        menus: Counter[str] = Counter()
        for label, info in self.program.decisions.items():
            if info.kind != "choose":
                continue
            for i, alt in enumerate(info.alts):
                times, offered = self._taken(label, i)
                menus[info.menu] += times
                self._one(alt, info, times, offered)
            if info.skip is not None:
                times, offered = self._taken(label, -1)
                self._add("option", f"skip {info.skip}", info.span, times, offered=offered)
        for i, alt in enumerate(self.program.free):
            times, offered = self._taken(FREE, FREE + i)
            self._action("free action", alt, times, offered)
        for menu in self.model.menus:
            if menu in menus:
                self._add("menu", menu, self.model.menu_places.get(menu, self.model.game.span), menus[menu])

    def _taken(self, label: int, alternative: int) -> tuple[int, bool]:
        times = self.takings[label, alternative]
        return times, times > 0 or (label, alternative) in self.machine.offered

    def _one(self, alt: AltInfo, info: DecisionInfo, times: int, offered: bool) -> None:
        if alt.action in self.model.actions or any(alt.action == id for id, *_ in _piece_actions(self.model)):
            self._action("action", alt, times, offered)
        elif alt.action in self.model.free:
            self._action("free action", alt, times, offered)
        elif alt.label and (len(info.alts) > 1 or info.skip is not None):
            self._add("option", alt.label, alt.span or info.span, times, offered=offered)

    def _action(self, category: str, alt: AltInfo, times: int, offered: bool) -> None:
        model = self.model
        decl = model.actions.get(alt.action) or model.free.get(alt.action)
        span, origin = (decl.span, decl.origin) if decl is not None else (alt.span or model.game.span, "base")
        for id, own, where in _piece_actions(model):
            if id == alt.action and decl is None:
                span, origin = own, where
        self._add(category, alt.action, span, times, origin, offered)

    # ---- pieces and spaces

    def _pieces(self) -> None:
        layout, machine = self.program.layout, self.machine
        moved, owned, rolled = (
            _by_kind(layout.kinds, layout.pieces, found) for found in (machine.moved, machine.owned, machine.rolled)
        )
        for cls in self.model.pieces.values():
            own = {k: self.things[cls.id, k] + owned[cls.id, k] + rolled[cls.id, k] for k in cls.kinds}
            if not any(own.values()):  # a class that nobody owns, chooses or rolls: what is moved is used
                own = {k: moved[cls.id, k] for k in cls.kinds}
            for kind in cls.kinds.values():
                if not cls.is_effect and kind.id not in {layout.kinds[k][1] for k in self._there(cls.id)}:
                    continue
                done = self._first((kind.do,)) if kind.do is not None else None
                if cls.is_effect and done is None and not any(own.values()):
                    continue
                self._add("piece", f"{cls.id}.{kind.id}", kind.span, own[kind.id] + (done or 0), kind.origin)

    def _there(self, cls: str) -> set[int]:
        layout = self.program.layout
        return {layout.pieces[x] for x in layout.class_pieces.get(cls, ())}

    def _spaces(self) -> None:
        """Spaces of classes that are chosen, or that do something; the cells of a grid are not told apart."""
        for cls in self.model.spaces.values():
            if cls.is_grid:
                continue
            done = {k.id: self._first((k.do,)) if k.do is not None else None for k in cls.kinds.values()}
            if any(self.things[cls.id, k] for k in cls.kinds) or any(n is not None for n in done.values()):
                for kind in cls.kinds.values():
                    times = self.things[cls.id, kind.id] + (done[kind.id] or 0)
                    self._add("space", f"{cls.id}.{kind.id}", kind.span, times, kind.origin)

    # ---- statements, branches, refusals

    def _probes(self) -> None:
        for number, probe in enumerate(self.program.probes):
            times = self.machine.hits.get(number, 0)
            if probe.kind in ("then", "else"):
                self._add(
                    "branch", f"{_head(probe.span, '{')} → {'yes' if probe.kind == 'then' else 'no'}", probe.span, times
                )
            else:
                self._add("statement", _head(probe.span), probe.span, times)

    def _refusals(self) -> None:
        for number, info in enumerate(self.program.reasons):
            if info.kind not in UNLISTED:  # conditions of a choice are not tried
                self._add("refusal", _head(self._statement(info.span)), info.span, self.machine.failed[number])

    def _statement(self, span: Span) -> Span:
        """The innermost statement around a place; the place itself where there is none."""
        around = [
            at
            for at in (p.span for p in self.program.probes if p.kind == "statement")
            if at.path == span.path and at.start <= span.start and span.end <= at.end
        ]
        return min(around, key=lambda s: s.end - s.start, default=span)


def _head(span: Span, end: str = "\n") -> str:
    """The beginning of a text, on one line; up to `end` where it comes first."""
    line = span.text.strip().partition("\n")[0].partition(end)[0].strip().removesuffix("{").strip()
    return line if len(line) <= 60 else line[:57] + "…"


def _by_kind(kinds: list[tuple[str, str]], pieces: list[int], counted: Mapping[int, int]) -> Counter[tuple[str, str]]:
    out: Counter[tuple[str, str]] = Counter()
    for piece, times in counted.items():
        out[kinds[pieces[piece]]] += times
    return out


def _piece_actions(model: Model) -> Iterator[tuple[str, Span, str]]:
    """(id, place, origin) of the actions that classes and kinds of pieces declare."""
    for owner in model.bearers:
        for action in (*owner.actions.values(), *owner.free.values()):
            yield action.id, action.span, action.origin


Text = tuple[str, str, tuple[EffectText, ...], str, Span]


def texts_of(model: Model) -> Iterator[Text]:
    """(category, id, texts, origin, place) of what has effect text and is no action: that is counted by its options."""
    for p in model.procedures.values():
        if p.do is not None:
            yield "phase" if p.is_phase else "procedure", p.id, (p.do,), p.origin, p.span
    for rule in model.rules.values():
        if rule.text is not None:
            yield "rule", rule.id, (rule.text,), rule.origin, rule.span
    for cls in model.pieces.values():
        owners: list[tuple[str, PieceDecl | KindDecl]] = [(cls.id, cls)]
        owners += [(f"{cls.id}.{k.id}", k) for k in cls.kinds.values()]
        for name, owner in owners:
            for ability in owner.abilities.values():
                if ability.text is not None:
                    yield "ability", f"{name}: {ability.id}", (ability.text,), ability.origin, ability.span
