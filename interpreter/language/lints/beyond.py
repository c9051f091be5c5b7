"""L641: numbers that may go beyond the list or table that they read."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.core.checked import Checked, Missing
from interpreter.loading.model import Model


def beyond(model: Model, checked: Sequence[Checked], diagnostics: Diagnostics) -> None:
    """Report reads whose number may be one that the list or table does not have."""
    places: dict[Span, list[tuple[Checked, Missing]]] = {}
    for one in checked:
        for missing in one.missing:
            places.setdefault(missing.span, []).append((one, missing))
    for span, cases in places.items():
        seats = sorted({one.layout.players for one, _ in cases})
        with_players = "" if len(seats) == len(model.game.players) else f", with {' or '.join(map(str, seats))} players"
        _, first = cases[0]
        read = " ".join(span.text.split())
        diagnostics.add("L641", span, read=read, index=first.index, has=first.has, when=with_players)
