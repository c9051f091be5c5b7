"""What one thing of a ruleset does as the checker understood it.

Its sentences, and what the text alone does not say: who decides, whether it may be declined, which other rules apply,
what can rule it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace
from pathlib import Path

from interpreter.diagnostics import Span
from interpreter.explaining.naming import Naming
from interpreter.explaining.quoted import Quoter
from interpreter.explaining.sentences import Line, Teller, formula, number, tree
from interpreter.explaining.uses import readers
from interpreter.language import core
from interpreter.language.analysis.lookahead import is_always_offered
from interpreter.language.core.checked import EVENTS, Checked
from interpreter.language.core.running import unguarded
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import (
    ActionDecl,
    EffectText,
    FreeDecl,
    KindDecl,
    Model,
    PieceDecl,
    ResourceDecl,
    RuleDecl,
    SpaceDecl,
    TrackDecl,
)
from interpreter.program import PAYMENT
from interpreter.records import mutable, record

_PLACED = re.compile(r"  \([^()]+:\d+\)$")
MOST_CALLED = 12
"""Procedures that are told behind the one that runs them."""


@mutable
class Section:
    """A part of a page: a title and nested sentences."""

    title: str
    lines: list[Line] = field(default_factory=list)


@record
class Standing:
    """A rule that hangs on something else. of: the piece, class or space whose ability it is, or ""."""

    id: str
    decl: RuleDecl
    of: str = ""
    active: EffectText | None = None
    by_place: bool = False


def explained(checked: Checked, say: Naming, id: str) -> list[Section]:
    """All that is understood of the things with this id: actions, phases, procedures, rules, values, pieces, spaces,
    resources. Empty where nothing can be said."""
    return Explainer(checked, say).page(id)


class Explainer:
    """Makes pages of one ruleset in one language. tells: what says its rules."""

    def __init__(self, checked: Checked, say: Naming, tells: type[Teller] = Teller) -> None:
        self.checked = checked
        self.model = checked.model
        self.say = say
        self.tells = tells
        self.quote = Quoter(say, tells)
        self.rules = list(standing(self.model))

    def page(self, id: str) -> list[Section]:
        model, out = self.model, list[Section]()
        for cls in model.pieces.values():
            if id == cls.id:
                out += self._abilities(cls, cls.id)
            if id in cls.kinds:
                out += self._abilities(cls.kinds[id], cls.id, cls)
        for space in model.spaces.values():
            if id in space.kinds:
                out += self._space(space.kinds[id], space)
        if any(id == cls.id or id in cls.kinds for cls in model.classes):
            out.append(self._read(id))
        action = model.actions.get(id) or model.free.get(id)
        if action is not None:
            out += self._action(action)
        if id in model.procedures:
            out += self._procedure(id)
        if id in model.values:
            out += self._value(id)
        if id in model.rules:
            out.append(self._rule(Standing(id, model.rules[id])))
        if id in model.tracks:
            out += self._track(id)
        if id in model.resources:
            decl, teller = model.resources[id], Teller(self.say)
            said = [teller.stand_in(decl)] if decl.pays_for is not None else []
            said += [self.say("below_zero", x=self.say.title(id))] if decl.below_zero else []
            out.append(Section(self.say("what_it_does"), [Line(0, line) for line in said]))
            notes = teller.shortfalls(decl)
            out.append(Section(self.say("less"), [Line(0, note) for note in notes]))
        out += self._together(id)
        return [section for section in out if section.lines]

    # ---- things

    def _action(self, decl: ActionDecl | FreeDecl) -> list[Section]:
        what = Section(self.say("what_it_does"), action_lines(self.say, decl))
        free = [Line(0, line) for line in windows(self.say, decl)] if isinstance(decl, FreeDecl) else []
        offered = Section(self.say("where_asked"), [*free, *self._asked(decl.id)])
        texts = [t for t in (decl.choose, decl.do) if t is not None]
        fails = self._rules_out(decl)
        return [
            what,
            *self._called(texts),
            offered,
            Section(self.say("who_decides"), [Line(0, self.say("acts"))]),
            self._depends(decl.id, texts),
            Section(self.say("can_fail"), fails or [Line(0, self.say("never_fails"))]),
        ]

    def _rules_out(self, decl: ActionDecl | FreeDecl) -> list[Line]:
        """What can rule an action out, each with its place."""
        alts = [
            alt for p in self.checked.procedures.values() for s in core.statements(p.body)
            if isinstance(s, core.Decide) for alt in s.alts if alt.action == decl.id
        ]  # fmt: skip
        alts += self.checked.free_alts[decl.id][1] if decl.id in self.checked.free_alts else ()
        fails = self._fails([alt.body for alt in alts[:1]], in_block=True)
        if decl.choose is not None:
            teller, binders = self.tells(self.say), tree(decl.choose)
            assert isinstance(binders, tuple)
            chosen = "; ".join(teller.binder(b) for b in binders if isinstance(b, nodes.Binder))
            fails.insert(0, Line(0, self.say("no_choice", x=chosen)))
        return fails

    def refusals(self, decl: ActionDecl | FreeDecl) -> list[str]:
        """What can rule an action out, for players: without the places in the files."""
        return list(dict.fromkeys(_PLACED.sub("", line.text) for line in self._rules_out(decl)))

    def _procedure(self, id: str) -> list[Section]:
        decl = self.model.procedures[id]
        teller = Teller(self.say)
        teller.know(decl.given)
        what = Section(
            self.say("what_it_does"), teller.text(decl.do, flow=self.say.flow(id)) or [Line(0, self.say("nothing"))]
        )
        body = self.checked.procedures[id].body if id in self.checked.procedures else ()
        texts = [decl.do] if decl.do is not None else []
        bodies = [
            body,
            *(self.checked.procedures[n].body for n in self._reached(texts) if n in self.checked.procedures),
        ]
        decides = Section(self.say("who_decides"), list(dict.fromkeys(x for b in bodies for x in self._decisions(b))))
        fails = Section(self.say("can_fail"), self._fails([body], in_block=not self.say.flow(id)))
        return [what, *self._called(texts), decides, self._depends(id, texts), fails]

    def _value(self, id: str) -> list[Section]:
        decl = self.model.values[id]
        teller = Teller(self.say)
        teller.know(decl.given)
        what = Section(self.say("what_it_does"), teller.text(decl.formula))
        if what.lines and (bounds := teller.bounds(id)):
            what.lines[-1] = replace(what.lines[-1], text=f"{what.lines[-1].text}, {bounds}")
        return [what, self._depends(id, [decl.formula] if decl.formula else [])]

    def _abilities(self, of: PieceDecl | KindDecl, cls: str, owner: PieceDecl | None = None) -> list[Section]:
        does = of.do if of.do is not None or owner is None else owner.do
        out = [Section(self.say("what_it_does"), [*Teller(self.say).text(does), *worth_lines(self.say, of, owner)])]
        actions: tuple[ActionDecl | FreeDecl, ...] = (*of.actions.values(), *of.free.values())
        for action in actions:
            out.append(Section(self.say.title(action.id), action_lines(self.say, action)))
        for rule in self.rules:
            if rule.of == of.id or (owner is not None and rule.of == cls and rule.of != of.id):
                out.append(self._rule(rule))
        return out

    def _track(self, id: str) -> list[Section]:
        """How long a track is, what stands on it, and the rules that hang on its markers."""
        hangs = Section(self.say("depends"))
        for rule in self.rules:
            event = event_of(rule)
            if event is not None and event.name in EVENTS and _may_be(event, {id}):
                hangs.lines += self._hanging(rule)
        return [Section(self.say("what_it_does"), track_lines(self.say, self.model.tracks[id])), hangs]

    def _together(self, id: str) -> list[Section]:
        """What stands in a group, or is offered in a menu."""
        out = []
        for key, members in (("members", groups(self.model)), ("menu_of", menus(self.model))):
            if id in members:
                names = ", ".join(dict.fromkeys(map(self.say.name, members[id])))
                out.append(Section(self.say("what_it_does"), [Line(0, self.say(key, x=names, n=len(members[id])))]))
        return out

    def _read(self, id: str) -> Section:
        """What reads a class or a kind, each as players know it."""
        said = {f"{self.say.title(entry.id)}  ({place(entry.span)})": None for entry in readers(self.model, id)}
        return Section(self.say("read_in"), [Line(0, line) for line in said])

    def _space(self, of: KindDecl, space: SpaceDecl) -> list[Section]:
        out = [Section(self.say("what_it_does"), Teller(self.say).text(of.do))]
        for name, value in of.attributes.items():
            for cls in self.model.pieces.values():
                if isinstance(value, str) and value in cls.kinds and cls.is_effect:
                    kind = cls.kinds[value]
                    lines = Teller(self.say).text(kind.do or cls.do)
                    out.append(Section(f"{self.say.title(name)}: {self.say.name(value)}", lines))
        return out

    def _rule(self, rule: Standing) -> Section:
        lines = Teller(self.say).text(rule.decl.text)
        if rule.active is not None:
            teller = Teller(self.say)
            lines.append(Line(0, self.say("active", c=teller.expr(formula(rule.active)))))
        elif rule.by_place:
            lines.append(Line(0, self.say("active_place")))
        if rule.decl.order is not None:
            lines.append(Line(0, self.say("order", n=rule.decl.order)))
        return Section(f"{self._titled(rule)}  ({place(rule.decl.span)})", lines)

    def _titled(self, rule: Standing) -> str:
        """What a rule or ability is called; in other languages than English an id alone says nothing."""
        if rule.of and self.say.language != "en" and not self.say.named(rule.id):
            return self.say("ability")
        return self.say.title(rule.id)

    # ---- what the checker knows

    def _asked(self, action: str) -> list[Line]:
        out: dict[str, None] = {}
        for procedure in self.checked.procedures.values():
            for s, skip in asked(procedure.body):
                if any(alt.action == action for alt in s.alts):
                    how = self._how(s, skip)
                    out[self.say("asked_in", x=self.say.name(procedure.id), at=place(s.span), how=how)] = None
        return [Line(0, text) for text in out]

    def _how(self, s: core.Decide, skip: str | None) -> str:
        """Whether a decision can be declined, and how."""
        if skip is not None:
            return self.say("declinable", s=skip)
        return self.say("forced" if len(s.alts) < 2 else "forced_among")

    def _decisions(self, body: core.Body) -> Iterator[Line]:
        """Every decision in a text that is not told as part of another one."""
        found: dict[str, None] = {}
        for s, skip in asked(body):
            if not merged(s):
                name = self.say.name(s.menu or s.prompt)
                found[self.say("asked_in", x=name, at=place(s.span), how=self._how(s, skip))] = None
        for other in core.statements(body):
            if isinstance(other, core.ChooseSome | core.Spread):
                how = self.say("may_stop" if other.low == core.const(0) else "forced")
                found[self.say("asked_in", x=self.say.name(other.prompt), at=place(other.span), how=how)] = None
            elif isinstance(other, core.Chance):
                found[self.say("by_chance", x=self.say.name(other.prompt), at=place(other.span))] = None
        return (Line(0, text) for text in found)

    def _fails(self, bodies: list[core.Body], *, in_block: bool) -> list[Line]:
        """Checks that can fail, in the texts themselves and in what they run. in_block: a choice without options fails
        there, too; in phase text it does not."""
        out: dict[str, None] = {}
        seen: set[str] = set()
        left = list(bodies)
        while left:
            for s in unguarded(left.pop(0)):
                if isinstance(s, core.Check):
                    out[self._reason(s.reason)] = None
                elif isinstance(s, core.Decide) and in_block and self._may_be_none(s):
                    out[self._no_option(s)] = None
                elif isinstance(s, core.Invoke) and s.procedure not in seen:
                    seen.add(s.procedure)
                    left.append(self.checked.procedures[s.procedure].body)
        return [Line(0, text) for text in out]

    def _may_be_none(self, s: core.Decide) -> bool:
        """Whether a decision that nobody may decline may have no option; one between ways to pay says so itself."""
        if s.skip is not None or s.prompt == PAYMENT:
            return False
        return not any(is_always_offered(alt) and self._is_sure(alt.body, frozenset()) for alt in s.alts)

    def _is_sure(self, body: core.Body, running: frozenset[str]) -> bool:
        """Whether nothing in a block, or in what it runs, can fail. running: procedures that are being looked at."""
        for s in unguarded(body):
            if isinstance(s, core.Check) or (isinstance(s, core.Decide) and self._may_be_none(s)):
                return False
            if isinstance(s, core.Invoke) and s.procedure not in running:
                called = self.checked.procedures[s.procedure].body
                if not self._is_sure(called, running | {s.procedure}):
                    return False
        return True

    def _no_option(self, s: core.Decide) -> str:
        """What it is that cannot be chosen."""
        if s.menu:
            said = self.say("no_way", x=f"«{self.say.name(s.menu)}»")
        elif any(alt.label for alt in s.alts):
            said = self.say("no_way", x=", ".join(f"«{self.say.action(alt.label)}»" for alt in s.alts))
        else:
            said = self.say("no_choice", x=self.quote.choice(s.span) or self.quote(s.span) or s.span.text)
        return f"{said}  ({place(s.span)})"

    def _reason(self, reason: core.Reason) -> str:
        said = f"«{self.say.name(reason.what)}»" if reason.kind == "nesting" else self.quote(reason.span)
        if said is None:
            text = " ".join(reason.span.text.split())
            said = f"`{text if len(text) < 90 else text[:89] + '…'}`"
        key = f"fails_{reason.kind}"
        if reason.kind == "require" and not reason.span.text.startswith("require"):
            key = "fails_other"  # an assignment beyond what its variable may be
        said = self.say(key if self.say.has(key) else "fails_other", x=said)
        return f"{said}  ({place(reason.span)})"

    # ---- what else applies

    def _called(self, texts: list[EffectText]) -> Iterator[Section]:
        """What the texts run, told after them."""
        for id in self._reached(texts):
            decl = self.model.procedures[id]
            teller = Teller(self.say)
            teller.know(decl.given)
            if decl.do is not None and not decl.is_phase:
                yield Section(f"«{self.say.name(id)}»  ({place(decl.span)})", teller.text(decl.do))

    def _reached(self, texts: list[EffectText]) -> list[str]:
        found: list[str] = []
        left = list(texts)
        while left and len(found) < MOST_CALLED:
            for name in names_in(tree(left.pop(0))):
                decl = self.model.procedures.get(name)
                if decl is not None and name not in found and not decl.is_phase:
                    found.append(name)
                    left += [decl.do] if decl.do is not None else []
        return found[:MOST_CALLED]

    def _depends(self, id: str, texts: list[EffectText]) -> Section:
        """Rules and abilities that hang on the thing, on what it runs, or on a number that it reads."""
        names = {id, *self._reached(texts)}
        run = [*texts, *(d for n in names if n in self.model.procedures and (d := self.model.procedures[n].do))]
        left = list(run)
        while left:
            for name in names_in(tree(left.pop())):
                value = self.model.values.get(name)
                if value is not None and name not in names:
                    names.add(name)
                    left += [value.formula] if value.formula is not None else []
        section = Section(self.say("depends"))
        moved = self._moved(run)
        for rule in self.rules:
            event = event_of(rule)
            if event is not None and (event.name in names or (event.name in EVENTS and _may_be(event, moved))):
                section.lines += self._hanging(rule)
        return section

    def _hanging(self, rule: Standing) -> list[Line]:
        """A rule that hangs on something, with what it is called."""
        of = self.say.title(rule.of or rule.id)
        return [
            Line(0, f"{of}  ({place(rule.decl.span)}):"),
            *(Line(x.depth + 1, x.text) for x in self._rule(rule).lines),
        ]

    def _moved(self, texts: list[EffectText]) -> set[str]:
        """Tracks whose markers some texts advance; all of them where only the position tells which."""
        tracks = self.model.tracks
        found: set[str] = set()
        for text in texts:
            for n in walk(tree(text)):
                if isinstance(n, nodes.Step) and n.verb == "advance":
                    index = n.what.index if isinstance(n.what, nodes.Index) else None
                    named = isinstance(index, nodes.Name) and index.name in tracks
                    found |= {index.name} if named and isinstance(index, nodes.Name) else set(tracks)
        return found


def event_of(rule: Standing) -> nodes.Event | None:
    """What a rule hangs on; None for one that waits for a state of the table."""
    head = None if rule.decl.text is None else tree(rule.decl.text)
    if isinstance(head, nodes.Rule) and not isinstance(head.head, nodes.StateRule):
        return head.head.event
    return None


def _may_be(event: nodes.Event, tracks: set[str]) -> bool:
    """Whether an event of markers may be one of a marker on one of the tracks."""
    first = (event.patterns or (None,))[0]
    test = None if first is None else first.test
    return bool(tracks) and (not isinstance(test, nodes.Name) or test.name in tracks)


def track_lines(say: Naming, track: TrackDecl, tells: type[Teller] = Teller) -> list[Line]:
    """How long a track is, where its markers begin, what stands on it, what comes of steps that are not there."""
    text = f"{say.title(track.id)}: {say('steps', n=number(track.steps))}, {say('starts_at', n=number(track.start))}"
    marks = "; ".join(f"{say('step_n', n=n)}: {', '.join(map(say.name, names))}" for n, names in track.marks.items())
    out = [Line(0, f"{text}. {marks}".strip())]
    if track.exclusive:
        out.append(Line(1, say("exclusive", n=", ".join(map(str, track.exclusive)))))
    if track.past_end is not None:
        out.append(Line(1, say("past_end", x=tells(say).briefly(track.past_end))))
    return out


def windows(say: Naming, decl: FreeDecl) -> list[str]:
    """When a free action is offered."""
    said, but = (
        ", ".join(_window(say, text.span.text.strip()) for text in texts) for texts in (decl.window, decl.except_)
    )
    return [say("free_but", x=said, y=but) if but else say("free_when", x=said)]


def _window(say: Naming, text: str) -> str:
    """One window: `my decisions`, `before MENU` or a period."""
    text = text.strip("'\"")
    if text == "my decisions":
        return say("my_decisions")
    if text.startswith("before "):
        return say("free_before", x=say.name(text.removeprefix("before ").strip()))
    return say("free_during", x=say.name(text))


def groups(model: Model) -> dict[str, list[str]]:
    """Group → the resources or tracks in it."""
    out: dict[str, list[str]] = {}
    things: tuple[ResourceDecl | TrackDecl, ...] = (*model.resources.values(), *model.tracks.values())
    for thing in things:
        for group in thing.groups:
            out.setdefault(group, []).append(thing.id)
    return out


def menus(model: Model) -> dict[str, list[str]]:
    """Menu → the actions offered in it."""
    out: dict[str, list[str]] = {}
    for action in model.offered:
        if isinstance(action, ActionDecl) and action.menu:
            out.setdefault(action.menu, []).append(action.id)
    return out


def merged(s: core.Decide) -> bool:
    """Whether a decision is asked in one question with the one that its only option begins with."""
    body = s.alts[0].body if len(s.alts) == 1 else ()
    return bool(body) and isinstance(body[0], core.Decide) and not s.alts[0].binds


def asked(body: core.Body, skip: str | None = None) -> Iterator[tuple[core.Decide, str | None]]:
    """The decisions of a text, each with how it is declined, be it by a `may` around it that is asked in one question
    with it."""
    for i, s in enumerate(body):
        if isinstance(s, core.Decide):
            how = s.skip[0] if s.skip is not None else skip if i == 0 else None
            yield s, how
            for alt in s.alts:
                yield from asked(alt.body, how if merged(s) else None)
            if s.skip is not None:
                yield from asked(s.skip[1])
        else:
            for inner in core.bodies(s):
                yield from asked(inner)


def action_lines(say: Naming, decl: ActionDecl | FreeDecl, tells: type[Teller] = Teller) -> list[Line]:
    """An action in sentences: what is chosen, what is done, how often."""
    teller = tells(say)
    if isinstance(decl, ActionDecl):
        teller.know(decl.given)
    for text in (decl.choose, decl.do, decl.limit):
        teller.text(text)
    return teller.lines


def worth_lines(say: Naming, of: PieceDecl | KindDecl, cls: PieceDecl | None = None) -> list[Line]:
    """What a kind, or else its class, is worth to who has it."""
    text = of.worth or (None if cls is None else cls.worth)
    return [] if text is None else [Line(0, say("worth_to_owner", x=Teller(say).expr(formula(text))))]


def standing(model: Model) -> Iterator[Standing]:
    """All rules and abilities."""
    for id, rule in model.rules.items():
        yield Standing(id, rule)
    for cls in model.pieces.values():
        by_place = cls.active_while is None and model.can_be_owned(cls.id)
        things: tuple[PieceDecl | KindDecl, ...] = (cls, *cls.kinds.values())
        for of in things:
            for id, rule in of.abilities.items():
                yield Standing(id, rule, of.id, cls.active_while, by_place)


def names_in(x: object) -> Iterator[str]:
    """Every name that stands in a tree."""
    return (n.name for n in walk(x) if isinstance(n, nodes.Name | nodes.Mine | nodes.Attribute))


def place(span: Span) -> str:
    """File and line, the file by its own name."""
    return f"{Path(span.path).name}:{span.line}"


__all__ = ["Explainer", "Line", "Section", "action_lines", "explained", "number", "standing"]
