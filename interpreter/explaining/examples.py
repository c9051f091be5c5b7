"""A worked example of an action in words, taken from a scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from interpreter.explaining.naming import Naming
from interpreter.explaining.sentences import Line

Scenario = Mapping[str, object]
"""A scenario as plain values."""

_PLACE = re.compile(r"\{[^{}]*\}")


def example(say: Naming, scenarios: Sequence[Scenario], action: str) -> list[Line]:
    """The shortest scenario in which an action is taken, one of the game's own rulebook first; empty where there is
    none."""
    found = [s for s in scenarios if _is_plain(s) and any(_is_of(key, action) for _, key in _moves(s))]
    if not found:
        return []
    best = min(found, key=lambda s: (s.get("source") != "rulebook-example", len(_moves(s)) > 6, len(str(s))))
    given, after = list(_facts(say, best["given"])), list(_facts(say, best.get("expect")))
    moves = [Line(1, say("example_does", p=_seat(say, seat), x=move(say, key))) for seat, key in _moves(best)]
    head, then = Line(0, say("example_given", x=say("example"))), Line(1, say("example_then"))
    known, result = ([Line(depth, line) for line in lines] for depth, lines in ((1, given), (2, after)))
    return [head, *known, *moves, then, *result] if given and after else []


def _is_plain(s: Scenario) -> bool:
    """Whether a scenario tells a course that was taken, by those who play, without a module of its own."""
    steps = s.get("do")
    own = isinstance(steps, list) and all(isinstance(x, dict) and not {"refused", "chance"} & {*x} for x in steps)
    return own and isinstance(s.get("given"), dict) and isinstance(s.get("expect"), dict) and "with" not in s


def _moves(s: Scenario) -> list[tuple[str, str]]:
    """(seat, key) of each move."""
    steps = s.get("do")
    out = []
    for step in steps if isinstance(steps, list) else ():
        for seat, keys in step.items() if isinstance(step, dict) else ():
            if seat != "expect":
                out += [(str(seat), str(key)) for key in (keys if isinstance(keys, list) else [keys])]
    return out


def _is_of(key: str, action: str) -> bool:
    return key == action or key.startswith(f"{action} ")


def move(say: Naming, key: str) -> str:
    """What the key of an option says: `build mill` is `Build the mill`."""
    words = key.split(" ")
    if (whole := say.offer(key)) is not None:
        return whole
    offer, things = say.offer(words[0]), [_thing(say, word) for word in words[1:]]
    if offer is not None and "." in "".join(_PLACE.findall(offer)):
        offer = say.action(words[0])  # it names facts of what is chosen
    if offer is None:
        return (
            " ".join([say.title(words[0]), *things])
            if say.named(words[0]) or words[0] in say.model.actions
            else ", ".join(map(say.title, words))
        )
    places = len(_PLACE.findall(offer))
    for thing in things[:places]:
        offer = _PLACE.sub(lambda found, thing=thing: thing, offer, count=1)  # type: ignore[misc]
    rest = things[places:]
    said = f"{_PLACE.sub('', offer).strip()}{': ' if rest else ''}{', '.join(rest)}"
    return said[:1].upper() + said[1:]


def _thing(say: Naming, word: str) -> str:
    return word if word.lstrip("-").isdigit() else say.name(word)


def _seat(say: Naming, seat: str) -> str:
    return say.title(seat) if say.named(seat) else say(f"seat_{seat}") if say.has(f"seat_{seat}") else say.title(seat)


def _facts(say: Naming, given: object) -> Iterator[str]:
    """A sentence for each seat and place of which a scenario says something; what is empty is not told."""
    model = say.model
    spaces = {id for space in model.spaces.values() for id in space.kinds}
    known = {*model.zones, *model.boards, *model.spaces, *spaces, *model.game_state}
    seats = model.game.seats or tuple("abcdef")
    for key, value in given.items() if isinstance(given, dict) else ():
        if key in seats and isinstance(value, dict):
            told = "; ".join(_fact(say, id, x) for id, x in value.items() if x not in ([], {}, None))
            if told:
                yield say("example_has", x=_seat(say, key), y=told)
        elif key in known and value not in ([], {}, None):
            yield say("example_has", x=say.title(key), y=_value(say, value))


def _fact(say: Naming, id: str, value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and id in say.model.resources:
        return say.amount(str(value), id)
    name = say("markers") if id == "marker" else say.name(id)
    return f"{name}: {_value(say, value)}"


def _value(say: Naming, value: object) -> str:
    match value:
        case bool():
            return say("true" if value else "false")
        case int():
            return str(value)
        case str():
            return _seat(say, value) if value in (say.model.game.seats or ()) else _thing(say, value)
        case list():
            return ", ".join(_value(say, x) for x in value)
        case {"size": size}:
            return str(size)
        case dict():
            return ", ".join(_counted(say, str(id), x) for id, x in value.items() if x != 0)
    return str(value)


def _counted(say: Naming, id: str, value: object) -> str:
    """One thing that lies somewhere: how many there are, or what lies on it."""
    if isinstance(value, dict):
        number, on = value.get("count", 1), {key: x for key, x in value.items() if key not in ("count", "owner")}
        name = say.one(id) if number == 1 else say("pieces_n", n=number, x=say.one(id))
        owner = f" ({_seat(say, str(value['owner']))})" if "owner" in value else ""
        return name + owner + (f" ({_value(say, on)})" if any(on.values()) else "")
    said = _value(say, value)
    return (
        say("pieces_n", n=said, x=say.one(id))
        if said.isdigit() and id not in say.model.tracks
        else f"{say.one(id)} {said}"
    )
