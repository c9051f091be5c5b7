"""How many things a ruleset may have: a program of more could not be held, let alone played."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.diagnostics import Diagnostics
from interpreter.loading.model import ByPlayers, KindDecl, Model, Number, PieceDecl, SpaceDecl

MAX_THINGS = 20_000
"""Pieces in a game, and spaces."""


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
    return False


def _most(number: Number | None) -> int:
    """The number, or the largest of those by player count."""
    values = number.values.values() if isinstance(number, ByPlayers) else [number]
    return max((n for n in values if isinstance(n, int)), default=0)
