"""Decks that run dry, actions that can never be offered.

L607:
  message: '`{zone}` runs dry: {why}'
  hint: let a class of pieces start there, lay something there, or draw fewer
  page: >-
    A draw from an empty zone draws nothing. Reported are zones that nothing ever comes to, and those from which setup
    alone draws more than begins there.
  failing: |
    pieces: {card: {}}
    turn: draw 1 from pile to my hand  # <--
  mended: |
    pieces: {card: {start: pile}}
    turn: draw 1 from pile to my hand
  rest: |
    zones:
      pile: {pieces: card, deck: true}
      hand: {pieces: card, per: player}
L612:
  message: '`{name}` is never offered: {why}'
  hint: make it possible, or take it out
  page: An option is offered only where it can be carried out to its end. This one never can, whatever happens.
  failing: |
    actions:
      dig: {menu: works, do: pay 5 coin}  # <--
      rest: {menu: works, do: gain 1 coin}
  mended: |
    actions:
      dig: {menu: works, do: pay 2 coin}
      rest: {menu: works, do: gain 1 coin}
  rest: |
    menus: {works: {}}
    resources: {coin: {limit: 3}}
    turn: do one of works
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import all_nodes, names_in, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import parts, walk
from interpreter.loading.model import ActionDecl, ByOption, ByPlayers, EffectText, Model, Number

_NOT_A_USE = frozenset({"id", "origin", "span", "provenance"})


@lint
def stocks(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report draws from what is empty, and actions that nobody can ever take."""
    empty = _never_filled(model)
    for text in model.effect_texts:
        for node in walk(tree(text)):
            if isinstance(node, nodes.Draw) and (zone := _named(node.source)) in empty:
                diagnostics.add("L607", node.source.span, zone=zone, why="nothing begins there or is ever moved there")
    _overdrawn(model, diagnostics)
    for action, copies in _actions(model):
        if why := _why_never(model, action, copies, empty):
            diagnostics.add("L612", action.span, name=action.id, why=why)


# ---- decks


def _named(node: nodes.Expr) -> str:
    return node.name if isinstance(node, nodes.Name | nodes.Mine | nodes.Attribute) else ""


def _never_filled(model: Model) -> set[str]:
    """Zones that hold pieces, where no class begins and which texts name only to take from them or to look there."""
    wanted = {z.id for z in model.zones.values() if z.pieces is not None}
    wanted -= {cls.start for cls in model.pieces.values() if cls.start is not None}
    attributes = (names_in(cls, _NOT_A_USE) for cls in model.classes)
    wanted -= {name for names in attributes for name in names}
    wanted -= {z.when_empty for z in model.zones.values()} | {z.draws_from or "" for z in model.zones.values()}
    wanted -= {z.id for z in model.zones.values() if z.draws_from is not None or z.when_empty != "stay"}
    wanted -= {str(v) for table in model.tables.values() for v in names_in(table, _NOT_A_USE)}
    for node in all_nodes(model):
        looked_at: list[object] = []
        if isinstance(node, nodes.Draw):
            looked_at = [node.source]
        elif isinstance(node, nodes.Binder):
            looked_at = [node.domain]
        wanted -= {_named(x) for x in parts(node) if isinstance(x, nodes.Expr) and not any(x is y for y in looked_at)}
        wanted -= {_named(x) for p in parts(node) if isinstance(p, tuple) for x in p if isinstance(x, nodes.Expr)}
    return wanted


def _overdrawn(model: Model, diagnostics: Diagnostics) -> None:
    """Report decks from which setup alone draws more than begins there."""
    if model.setup is None:
        return
    filled = _filled_later(model)
    for zone in model.zones.values():
        if zone.when_empty != "stay" or not filled.isdisjoint({zone.id, ""}):
            continue
        for players in model.game.players:
            there = sum(_copies(model, cls.id, players) for cls in model.pieces.values() if cls.start == zone.id)
            drawn = 0
            for node, count in _draws(tree(model.setup), players, 1):
                drawn += count if _named(node.source) == zone.id else 0
                if 0 < there < drawn and _named(node.source) == zone.id:
                    why = f"{drawn} are drawn with {players} players, and {there} begin there"
                    diagnostics.add("L607", node.source.span, zone=zone.id, why=why)
                    return


def _filled_later(model: Model) -> set[str]:
    """Where some text brings pieces; "" for a place that has no name there."""
    targets: list[nodes.Expr | None] = []
    for node in all_nodes(model):
        if isinstance(node, nodes.Move | nodes.Draw):
            targets.append(node.to)
        elif isinstance(node, nodes.Shuffle):
            targets.append(node.into)
    return {_named(t) for t in targets if t is not None}


def _copies(model: Model, cls: str, players: int) -> int:
    decl = model.pieces[cls]
    each = sum(_for(kind.copies, players) for kind in decl.kinds.values()) if decl.kinds else 1
    return each * (players if decl.per_player else 1)


def _for(number: Number, players: int) -> int:
    value = number.values.get(players) if isinstance(number, ByPlayers) else number
    return value if isinstance(value, int) else 0


def _draws(node: object, players: int, times: int) -> Iterator[tuple[nodes.Draw, int]]:
    """The draws of a text that are certain, each with how many pieces it takes in all."""
    if isinstance(node, nodes.Draw):
        if isinstance(node.count, nodes.Number) and node.to is not None:
            yield node, node.count.value * times
        return
    if isinstance(node, nodes.Repeat):
        number = node.number.value if isinstance(node.number, nodes.Number) and node.how == "times" else 0
        yield from _draws(node.body, players, times * number)
    elif isinstance(node, nodes.Does) and node.how != "one":
        everybody = isinstance(node.who, nodes.Name) and node.who.name == "players"
        yield from _draws(node.body, players, times * (players if everybody else 0))
    elif isinstance(node, nodes.For):
        everybody = isinstance(node.binder.domain, nodes.Name) and node.binder.domain.name == "players"
        certain = everybody and node.binder.condition is None
        yield from _draws(node.body, players, times * (players if certain else 0))
    elif not isinstance(node, nodes.If | nodes.IfPossible | nodes.May | nodes.ChooseBranch):
        for part in parts(node):
            yield from _draws(part, players, times)


# ---- actions


def _actions(model: Model) -> Iterator[tuple[ActionDecl, bool]]:
    """Every action, and whether some piece that has it is in the game."""
    yield from ((action, True) for action in model.actions.values())
    for cls in model.pieces.values():
        is_there = cls.is_effect or any(_copies(model, cls.id, n) for n in model.game.players)
        yield from ((action, is_there) for action in cls.actions.values())
        for kind in cls.kinds.values():
            is_there = any(_for(kind.copies, n) for n in model.game.players)
            yield from ((action, is_there) for action in kind.actions.values())


def _why_never(model: Model, action: ActionDecl, is_there: bool, empty: set[str]) -> str:
    if not is_there:
        return "no piece that has it is in the game"
    binders = None if action.choose is None else tree(action.choose)
    for binder in binders if isinstance(binders, tuple) else ():
        if isinstance(binder, nodes.Binder) and (zone := _named(binder.domain)) in empty:
            return f"nothing is ever in `{zone}`"
    statements = None if action.do is None else tree(action.do)
    for statement in statements if isinstance(statements, tuple) else ():
        if isinstance(statement, nodes.Transfer) and statement.verb == "pay":
            for alternatives in statement.amounts:
                if len(alternatives.items) == 1 and (why := _too_dear(model, alternatives.items[0])):
                    return why
    return ""


def _too_dear(model: Model, item: nodes.Item) -> str:
    """Why nobody can ever pay an amount, or nothing."""
    if not isinstance(item, nodes.Amount) or not isinstance(item.count, nodes.Number):
        return ""
    resource = model.resources.get(_named(item.resource)) if isinstance(item.resource, nodes.Name) else None
    if resource is None or any(r.pays_for in (resource.id, *resource.groups) for r in model.resources.values()):
        return ""
    limit = _constant(resource.limit)
    supply = resource.supply
    most = [limit] if limit is not None else []
    supplies = list(supply.values.values()) if isinstance(supply, ByOption) else [supply]
    if None not in supplies:
        most.append(max(_for(each, n) for each in supplies if each is not None for n in model.game.players))
    if most and min(most) < item.count.value and not resource.below_zero:
        return f"it costs {item.count.value} `{resource.id}`, of which nobody can have more than {min(most)}"
    return ""


def _constant(text: EffectText | None) -> int | None:
    found = None if text is None else tree(text)
    return found.value if isinstance(found, nodes.Number) else None
