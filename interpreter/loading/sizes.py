"""How many things a ruleset may have: a program of more could not be held, let alone played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.loading.model import (
    BoardDecl,
    ByPlayers,
    Entry,
    KindDecl,
    Model,
    Number,
    PieceDecl,
    SpaceDecl,
    StateDecl,
    ZoneDecl,
)

MAX_THINGS = 20_000
"""Pieces in a game, and spaces."""

MAX_SLOTS = 100_000
"""Counters, variables and places of a position, which is copied for each option that is tried."""


def is_too_large(model: Model, diagnostics: Diagnostics) -> bool:
    """Report the class with which there are more pieces, or more spaces, than a program can be made of."""
    most = max(model.game.players, default=1)  # none: reported before
    classes: dict[str, Iterable[PieceDecl | SpaceDecl]]
    classes = {"pieces": model.pieces.values(), "spaces": model.spaces.values()}
    for what, declared in classes.items():
        total = 0
        for cls in declared:
            kinds = [_most(kind.copies) if isinstance(kind, KindDecl) else 1 for kind in cls.kinds.values()]
            total += sum(kinds) * (most if cls.per_player else 1)
            if total > MAX_THINGS:
                diagnostics.add("E151", cls.span, name=cls.id, what=what, total=total, most=MAX_THINGS)
                return True
    return _has_too_many_slots(model, diagnostics)


def _has_too_many_slots(model: Model, diagnostics: Diagnostics) -> bool:
    """Report the entry with which a position would have more counters, variables and places than it can be made of."""
    total = 0
    for entry, slots in _slots(model, max(model.game.players, default=1)):
        total += slots
        if total > MAX_SLOTS:
            diagnostics.add("E568", entry.span, name=entry.id, count=slots, total=total, most=MAX_SLOTS)
            return True
    return False


def _slots(model: Model, players: int) -> Iterator[tuple[Entry, int]]:
    """Entries and how many numbers or things of each a position holds, in the largest game."""
    pieces = {cls.id: _copies(cls, players) for cls in model.pieces.values()}
    spaces = {cls.id: len(cls.kinds) * (players if cls.per_player else 1) for cls in model.spaces.values()}
    zones: list[ZoneDecl | BoardDecl] = [*model.zones.values(), *model.boards.values()]
    places = {zone.id: players if zone.per_player else 1 for zone in zones}
    of = {"player": players, "resource": len(model.resources), "track": len(model.tracks), **spaces}
    of |= {cls.id: len(cls.kinds) for cls in model.pieces.values() if cls.id not in of}
    for r in model.resources.values():
        for group in r.groups:
            of[group] = of.get(group, 0) + 1

    def kept(variables: Iterable[StateDecl]) -> Iterator[tuple[StateDecl, int]]:
        for var in variables:
            over = var.type.partition(" per ")[2].strip()
            yield var, of.get(over.removesuffix(" kind").removeprefix("kind of ").strip(), 1) if over else 1

    yield from kept(model.game_state.values())
    yield from ((var, count * players) for var, count in kept(model.player_state.values()))
    for r in model.resources.values():
        names = {r.id, *r.groups}
        on_pieces = sum(n for id, n in pieces.items() if id in r.held_by or names & set(model.pieces[id].holds))
        yield r, players + on_pieces + sum({**places, **spaces}.get(holder, 0) for holder in r.held_by)
    for cls in model.pieces.values():
        yield cls, pieces[cls.id] * (1 + (len(cls.faces) > 1) + len(cls.state))
    for space in model.spaces.values():
        yield space, spaces[space.id] * (1 + len(space.state))


def _copies(cls: PieceDecl, players: int) -> int:
    kinds = sum(_most(kind.copies) for kind in cls.kinds.values())
    return 0 if cls.is_effect else kinds * (players if cls.per_player else 1)


def _most(number: Number | None) -> int:
    """The number, or the largest of those by player count."""
    values = number.values.values() if isinstance(number, ByPlayers) else [number]
    return max((n for n in values if isinstance(n, int)), default=0)
