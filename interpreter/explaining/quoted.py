"""A stretch of rules in words: the condition or statement that stands at a place of a ruleset's files."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from interpreter.diagnostics import Span
from interpreter.explaining.naming import Naming
from interpreter.explaining.sentences import Teller, tree
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import ActionDecl, EffectText
from interpreter.records import changed, field_names


class Quoter:
    """Says stretches of one ruleset's rules in one language. tells: what says them."""

    def __init__(self, say: Naming, tells: type[Teller] = Teller) -> None:
        self.say = say
        self.tells = tells
        self._heads = _heads(say)

    def is_limit(self, span: Span) -> bool:
        """Whether a place is a limit, `once per turn`."""
        return isinstance(self._at(span), nodes.Limit)

    def choice(self, span: Span) -> str | None:
        """The choice whose condition or elements stand at a place, in words; None where it is no such place."""
        text = self._text(span)
        binders = [] if text is None else [x for x in walk(tree(text)) if isinstance(x, nodes.Binder)]
        found = next((x for x in binders if _holds(x.span, span)), None)
        if text is None or found is None:
            return None
        teller = self.tells(self.say)
        teller.know(self._heads.get(id(text), ({}, None))[0])
        for x in binders[: binders.index(found)]:
            teller.binder(x)
        return teller.binder(found)

    def _text(self, span: Span) -> EffectText | None:
        return next((t for t in self.say.model.effect_texts if _holds(t.span, span)), None)

    def _at(self, span: Span) -> nodes.Node | None:
        text = self._text(span)
        return None if text is None else next((x for x in walk(tree(text)) if _same(x.span, span)), None)

    def part(
        self,
        span: Span,
        known: Mapping[str, str],
        mine: Collection[str],
        numbers: Collection[str],
        given: Sequence[str] = (),
    ) -> str | None:
        """A condition, or a part of one, in words; None where no whole one stands at the place.

        known: what names of the text stand for. mine: names of the one who is spoken to. numbers: names of numbers.
        given: what the condition with a name that stands there is asked for."""
        text = self._text(span)
        found = [
            x for x in walk(() if text is None else tree(text)) if isinstance(x, nodes.Expr) and _same(x.span, span)
        ]
        if text is None or not found:
            return None
        teller = self._teller(text)
        teller.locals.update(known)
        teller.numbers.update(numbers)
        match found[0]:
            case nodes.Call(function=nodes.Name(name=name)) if given:
                return self.say("holds", x=self.say.name(name), a=", ".join(given))
        return teller.expr(cast(nodes.Expr, _called(found[0], frozenset(mine), "me" in known)))

    def rule(self, span: Span) -> str | None:
        """The rule whose head stands at a place, in words; None where it is no such place."""
        found = None if (text := self._text(span)) is None else tree(text)
        if not isinstance(found, nodes.Rule) or not _same(found.head.span, span):
            return None
        teller = self.tells(self.say)
        teller.rule(found, 0)
        said = " ".join(line.text for line in teller.lines).rstrip(".")
        return said[:1].lower() + said[1:]

    def _teller(self, text: EffectText) -> Teller:
        """One that knows what the names of a text are called, from telling all of it."""
        teller = self.tells(self.say)
        given, chosen = self._heads.get(id(text), ({}, None))
        teller.know(given)
        teller.text(chosen)
        teller.text(text)
        teller.lines.clear()
        return teller

    def __call__(self, span: Span) -> str | None:
        """What stands at a place, in words; None where it is no whole condition, choice or statement."""
        if span.text.isidentifier() and self.say.named(span.text):
            return f"«{self.say.name(span.text)}»"
        text = self._text(span)
        if text is None:
            return None
        whole = tree(text)
        if isinstance(whole, tuple) and whole and isinstance(whole[0], nodes.Binder) and _same(text.span, span):
            teller = self.tells(self.say)
            teller.know(self._heads.get(id(text), ({}, None))[0])
            return "; ".join(teller.binder(x, first=i == 0) for i, x in enumerate(whole) if isinstance(x, nodes.Binder))
        same = (x for x in walk(whole) if _same(x.span, span) and not isinstance(x, nodes.Bundle))
        found = next(same, None)
        if found is None:
            return None
        teller = self._teller(text)
        if isinstance(found, nodes.Limit):
            return teller.limit(found).rstrip(". ")
        if isinstance(found, nodes.Binder):
            return teller.binder(found)
        if isinstance(found, nodes.Branch):
            return None if found.condition is None else teller.expr(found.condition)
        if isinstance(found, nodes.Require):
            return teller.expr(found.condition)
        if isinstance(found, nodes.Statement):
            teller.statement(found)
            return f"«{' '.join(line.text for line in teller.lines).rstrip('.')}»"
        return teller.expr(found) if isinstance(found, nodes.Expr | nodes.Amount | nodes.Alternatives) else None


Head = tuple[Mapping[str, str], EffectText | None]
"""The parameters of a text, and the choices that stand before it."""


def _heads(say: Naming) -> dict[int, Head]:
    """What names of a text are made outside of it, by the text itself."""
    model = say.model
    out: dict[int, Head] = {}

    def note(text: EffectText | None, given: Mapping[str, str], chosen: EffectText | None = None) -> None:
        if text is not None:
            out[id(text)] = given, chosen

    for procedure in model.procedures.values():
        note(procedure.do, procedure.given)
    for value in model.values.values():
        note(value.formula, value.given)
    for action in model.actions.values():
        note(action.choose, action.given)
    for decl in model.offered:
        note(decl.do, decl.given if isinstance(decl, ActionDecl) else {}, decl.choose)
    return out


def _called(x: object, mine: frozenset[str], mine_by_name: bool) -> object:
    """A tree in which names of the one who is spoken to are `me`. mine_by_name: somebody else acts, so that what is
    `my` is that player's."""
    if isinstance(x, tuple):
        return tuple(_called(part, mine, mine_by_name) for part in x)
    if isinstance(x, nodes.Name) and x.name in mine:
        return nodes.Name(x.span, "me")
    if isinstance(x, nodes.Mine) and mine_by_name:
        return nodes.Attribute(x.span, nodes.Name(x.span, "me"), x.name)
    if not isinstance(x, nodes.Node):
        return x
    values = {name: _called(getattr(x, name), mine, mine_by_name) for name in field_names(type(x)) if name != "span"}
    return changed(x, **values)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.source.path == inner.source.path and outer.start <= inner.start and inner.end <= outer.end


def _same(x: Span, span: Span) -> bool:
    return (x.start, x.end) == (span.start, span.end)
