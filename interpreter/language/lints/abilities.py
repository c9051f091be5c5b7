"""Abilities that work in a hand too, those that take no notice of whose piece it is, and those that do something for
who acts, who may be another.

L625:
  message: abilities of `{cls}` work in `{zone}` too, where not all see them
  hint: >-
    write active_while, such as `active_while: self.place is owner.{other}`; or `self.place is owner.{zone}`, or both,
    where that is meant
  page: >-
    Without active_while, the abilities, actions and free actions of a piece work in every place that belongs to a
    player, in a hand as well as on the table. An ability that itself looks at `self.place` is not reported.
  failing: |
    pieces:
      card:  # <--
        start: hand
        per: player
        kinds:
          duke:
            abilities:
              fee: after rest by owner { do pass }
  mended: |
    pieces:
      card:  # <--
        start: hand
        per: player
        active_while: self.place is owner.played
        kinds:
          duke:
            abilities:
              fee: after rest by owner { do pass }
  rest: |
    zones:
      hand: {pieces: card, per: player, seen_by: owner}
      played: {pieces: card, per: player}
    procedures: {rest: {do: do pass}, pass: {do: ''}}
    do: each of players does { if my played is empty { do rest } }; end game
L626:
  message: '`{rule}` works for everybody who comes to `{event}`, whoever has the piece'
  hint: write `by owner`, or `owner` as a pattern; for a rule for all, move it under `rules`
  page: >-
    An ability runs for each piece that somebody has. One that names neither owner nor self gives the same to
    everybody, as often as there are such pieces with players.
  failing: |
    pieces:
      card:
        start: hand
        per: player
        kinds:
          duke:
            abilities:
              fee: after rest { gain 1 coin }  # <--
  mended: |
    pieces:
      card:
        start: hand
        per: player
        kinds:
          duke:
            abilities:
              fee: after rest by owner { gain 1 coin }
  rest: |
    zones: {hand: {pieces: card, per: player}}
    procedures: {rest: {do: ''}}
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    do: each of players does { do rest }; end game
L634:
  message: '`{rule}` does this for who acts in `{event}`, who may be another than the owner of the piece'
  hint: write `owner does {{ … }}` around it, or `by owner` in the head; where who acts is meant, `me does {{ … }}`
  page: >-
    In a rule `me`, and whoever pays, gains or chooses, is who acts in the event, also in an ability of somebody
    else's piece. An ability is reported if it says neither `by owner` nor `owner does`.
  failing: |
    pieces:
      card:
        start: hand
        per: player
        kinds:
          duke:
            abilities:
              fee: after rest by any p if p is not owner { gain 1 coin }  # <--
  mended: |
    pieces:
      card:
        start: hand
        per: player
        kinds:
          duke:
            abilities:
              fee: after rest by any p if p is not owner { owner does { gain 1 coin } }
  rest: |
    zones: {hand: {pieces: card, per: player}}
    procedures: {rest: {do: ''}}
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    do: each of players does { do rest }; end game
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import rule_in, texts_in, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import ActionDecl, FreeDecl, KindDecl, Model, PieceDecl, RuleDecl

_OWN = frozenset({"owner", "self", "here"})


@lint
def abilities(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report classes whose abilities work where others do not even see the piece, beside a place where all see it; and
    abilities of pieces that belong to players of which neither head nor body says anything of owner or piece."""
    for cls in model.pieces.values():
        open_places, hidden = _places(model, cls)
        if not open_places and not hidden:
            continue
        own = next((x for x in _own(cls) if not _asks_where(x)), None) if cls.active_while is None else None
        if open_places and hidden and own is not None:
            of_module = own.origin != cls.origin
            related = [(cls.span, f"`{cls.id}` stands here")] if of_module else []
            place = own.span if of_module else cls.span
            diagnostics.add("L625", place, related=related, cls=cls.id, zone=hidden[0], other=open_places[0])
        if cls.active_while is None or _OWN & _named(cls.active_while):
            for rule in _abilities(cls):
                if rule.text is not None and not _OWN & _named(rule.text):
                    _report_for_all(model, rule, diagnostics)
        for rule in _abilities(cls):
            if rule.text is not None and _OWN & _named(rule.text):
                _report_for_another(rule, diagnostics)


def _places(model: Model, cls: PieceDecl) -> tuple[list[str], list[str]]:
    """The places per player where pieces of a class may lie: those that all see into, and those that are hidden."""
    zones = [z for z in model.zones.values() if z.per_player and z.pieces == cls.id]
    boards = [b.id for b in model.boards.values() if b.per_player and b.pieces == cls.id]
    spaces = [s.id for s in model.spaces.values() if s.per_player and s.pieces == cls.id]
    seen = [z.id for z in zones if z.seen_by == "all"]
    return [*seen, *boards, *spaces], [z.id for z in zones if z.seen_by != "all"]


def _own(cls: PieceDecl) -> Iterator[RuleDecl | ActionDecl | FreeDecl]:
    """Everything that pieces of a class bring."""
    owners: list[PieceDecl | KindDecl] = [cls, *cls.kinds.values()]
    for owner in owners:
        yield from owner.abilities.values()
        yield from owner.actions.values()
        yield from owner.free.values()


def _asks_where(own: RuleDecl | ActionDecl | FreeDecl) -> bool:
    """Whether an ability itself looks at the place of its piece."""
    found = (node for text in texts_in(own) for node in walk(tree(text)))
    return any(
        isinstance(node, nodes.Attribute) and node.name == "place" and node.value == nodes.Name(node.value.span, "self")
        for node in found
    )


def _abilities(cls: PieceDecl) -> Iterator[RuleDecl]:
    yield from cls.abilities.values()
    for kind in cls.kinds.values():
        yield from kind.abilities.values()


def _named(text: object) -> set[str]:
    """Every name in a text, those of patterns included."""
    return {n.name for n in walk(tree(text)) if isinstance(n, nodes.Name)}  # type: ignore[arg-type]


def _report_for_all(model: Model, rule: RuleDecl, diagnostics: Diagnostics) -> None:
    found = rule_in(rule.text)
    head = None if found is None else found.head
    if isinstance(head, nodes.Trigger):
        diagnostics.add("L626", head.event.span, rule=rule.id, event=head.event.name)
    elif isinstance(head, nodes.Modifier):
        value = model.values.get(head.event.name)
        if value is not None and "player" in value.given.values():
            diagnostics.add("L626", head.event.span, rule=rule.id, event=head.event.name)


def _report_for_another(rule: RuleDecl, diagnostics: Diagnostics) -> None:
    """Report what an ability does for who acts in its event, where that may be another than the owner and nothing in
    it is done by the owner."""
    found = rule_in(rule.text)
    head = None if found is None else found.head
    if not isinstance(head, nodes.Trigger) or _asks_for_owner(head):
        return
    if any(isinstance(n, nodes.Does) and _OWN & {x.name for x in walk(n.who) if isinstance(x, nodes.Name)}
           for n in walk(head.body)):  # fmt: skip
        return
    if (first := next(_acting(head.body), None)) is not None:
        diagnostics.add("L634", first.span, rule=rule.id, event=head.event.name)


def _asks_for_owner(head: nodes.Trigger) -> bool:
    """Whether patterns or the condition ask that somebody be the owner."""
    patterns = [*(head.event.patterns or ()), *([head.by] if head.by else [])]
    tests: list[nodes.Node | None] = [p.test for p in patterns]
    tests += [x for n in walk(head.condition) if isinstance(n, nodes.Is) and not n.negated for x in (n.left, n.right)]
    return any(isinstance(x, nodes.Name) and x.name == "owner" for x in tests)


def _acting(body: nodes.Block) -> Iterator[nodes.Statement]:
    """The statements that who acts carries out: payments, gains, choices, and what names what is his."""
    for s in body:
        if isinstance(s, nodes.If | nodes.IfPossible):
            yield from _acting((*s.then, *(s.otherwise or ())))
        elif isinstance(s, nodes.For | nodes.Repeat):
            yield from _acting(s.body)
        elif isinstance(s, _CHOICES) or any(isinstance(n, nodes.Mine) for n in walk(s)):
            yield s


_CHOICES = (nodes.Transfer, nodes.May, nodes.Choose, nodes.ChooseSome, nodes.ChooseBranch, nodes.DoOneOf)
