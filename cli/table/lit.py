"""What an option points at: the names of drawn things that show what is chosen with it.

Whatever draws a scene gives the things in it these names: `p7` a place by its number, `p7/kind/…` alike pieces that lie
in it, `r:wood` a resource, `k:barn` what is of a kind, `s:1` a player, `t:fame` a track.
"""

from __future__ import annotations

from typing import Any

from cli.screen.words import Words
from cli.table.things import Item, Values, sameness
from interpreter.game import State
from interpreter.program.types import Type
from interpreter.runtime.decisions import Choice
from interpreter.runtime.views import sees

Pointed = tuple[tuple[str, ...], ...]
"""For each thing that is chosen, in order, the names of what shows it; nothing for what is drawn nowhere."""


def pieces_at(place: int, kind: str, state: Values) -> str:
    """The name of alike pieces in a place."""
    return "/".join([f"p{place}", kind, *(value for name, value in state if name != "kind")])


def item_at(place: int, item: Item) -> str:
    """The name of an item of a place; empty for what no option points at."""
    match item.sort:
        case "piece":
            return pieces_at(place, item.id, item.state)
        case "counter":
            return f"r:{item.id}"
        case "kind":
            return f"k:{item.id}"
    return ""


def pointed(state: State, choice: Choice, seat: int, words: Words) -> Pointed:
    """What an option of the decision that is due points at, for the seat that decides."""
    return tuple(tuple(dict.fromkeys(_shown(state, kind, value, seat, words))) for _, kind, value in choice.values)


def _shown(state: State, kind: Type, value: Any, seat: int, words: Words) -> list[str]:
    layout = words.game.program.layout
    if kind.name == "list" and kind.item is not None:
        return [name for one in value for name in _shown(state, kind.item, one, seat, words)]
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        return []
    match kind.name:
        case "piece":
            return _piece(state, value, seat, words)
        case "place":
            return [f"p{value}"]
        case "kind":
            return [f"k:{layout.kinds[value][1]}"]
        case "resource":
            return [f"r:{layout.resources[value]}"]
        case "player":
            return [f"s:{value}"]
        case "track":
            return [f"t:{layout.tracks[value]}"]
        case "marker":
            return [f"t:{layout.tracks[value % len(layout.tracks)]}"]
    return []


def _piece(state: State, piece: int, seat: int, words: Words) -> list[str]:
    layout = words.game.program.layout
    place = state.slots[layout.at_base + piece]
    if place < 0:
        return [f"k:{layout.kinds[layout.pieces[piece]][1]}"]
    if not sees(layout.slots[layout.zone_base + place], seat):
        return [f"p{place}"]
    found = state.game.viewer.piece(state.slots, piece, seat)
    return [pieces_at(place, found["kind"], sameness(found, words)), f"p{place}"]


__all__ = ["Pointed", "item_at", "pieces_at", "pointed"]
