"""Ids of a game in words: the names, prompts and actions of its texts, else the id with spaces for underscores."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cli.screen.phrases import PHRASES
from cli.screen.safe import minus
from cli.screen.tiles import Charted, tiles
from interpreter.explaining.naming import amounts_in
from interpreter.game import Event, Game
from interpreter.loading.model import PieceDecl, SpaceDecl
from interpreter.program import PAYMENT, text_ids
from interpreter.program.types import OPTIONAL, Type
from interpreter.runtime.decisions import Choice, Decision

_APART = re.compile(r"(?: of (?P<seat>\w+))?(?: at (?P<places>[\w. -]+))?$")
"""What is added to the key of a choice of a piece, so that it differs from others."""

_PLACE = re.compile(r"\{(\w+(?:[ .]\w+)?)\}")
"""A place in a text: a name, or a number and what there is that many of."""


_STRUNG = re.compile(r"…(?:[\s:→,;()–+-]*…)+[)]?")
"""Things in a row with nothing but punctuation between them."""

_JOINING = " :→,;(–-"

_LEADING = re.compile(r"^…\s*[:→,;–-]\s*")
"""A thing in front of all the rest, as in `Harbour: take wood`."""


class Words:
    """The words of one game in one language. A text that is missing in it is taken from English, then from the id."""

    def __init__(self, game: Game, language: str = "en") -> None:
        self.game = game
        self.language = language
        self.phrases = PHRASES[language]
        texts = game.model.texts
        self._groups = [texts[x].groups for x in dict.fromkeys((language, "en")) if x in texts]
        hidden = game.model.show.get("hide")
        self.hidden = frozenset(map(str, hidden)) if isinstance(hidden, list | tuple) else frozenset()
        """what is not drawn, and not told either where it lies in no other place"""
        found = tiles(game.model)
        self.charted = Charted(game, found, self.name, self.amount, self.phrases) if found else None

    def __call__(self, phrase: str, **arguments: object) -> str:
        """A phrase of the program's own."""
        return self.phrases[phrase].format(**arguments)

    def text(self, group: str, *ids: str) -> str | None:
        """The first text there is for one of the ids, in the language before the fallback."""
        for groups in self._groups:
            for id in ids:
                found = groups.get(group, {}).get(id)
                if found:
                    return found
        return None

    def name(self, id: str) -> str:
        return self.text("names", id) or id.replace("_", " ")

    def title(self, id: str) -> str:
        """A name at the beginning of a line."""
        name = self.name(id)
        return name[:1].upper() + name[1:]

    def action(self, id: str) -> str:
        """What an action is called where nothing is chosen with it: its name, else its text with … where things stand
        in it. A single word is left alone: `Build {tile}` is `Build`, `Lay on {spot}` is `Lay on …`."""
        name, text = self.text("names", id), self.text("actions", id)
        if name or text is None:
            return name or self.name(id)
        shown = _STRUNG.sub("…", _PLACE.sub("…", text)).strip()
        shown = _LEADING.sub("", shown)
        bare = shown.removesuffix("…").rstrip(_JOINING)
        return (shown if " " in bare or "…" in bare else bare) or self.name(id)

    def help(self, id: str) -> str | None:
        return self.text("help", id)

    def seat(self, player: int) -> str:
        return self.name(self.game.seats[player])

    def refusal(self, id: str, need: int | None, have: int | None) -> tuple[str, bool]:
        """What the rules say where a requirement does not hold, and whether it names the numbers compared: the text of
        its id, else the id itself in words."""
        template = self.text("refusals", id) or id.replace("_", " ")
        known = {"need": need, "have": have}
        filled = _filled(template, {k: str(v) for k, v in known.items() if v is not None})
        return filled or template, filled not in (None, template)

    def facts(self, attributes: Mapping[str, tuple[object, str]], between: str = " ") -> list[str]:
        """What attributes say of a thing: name → value and the value in words. Those without a value say nothing.

        A text under `facts` may tell others of them as well; they are not told by themselves then. It is passed over
        where one of them has no value. between: what stands between name and value where there is no text."""
        there = {name: text for name, (value, text) in attributes.items() if value is not None and value is not False}
        said: dict[str, str] = {}
        covered: set[str] = set()
        for name in there:
            template = self.text("facts", name)
            filled = _filled(template, there) if template else None
            if template and filled:
                said[name] = filled
                covered.update(x for x in _PLACE.findall(template) if x != name)
        out = []
        for name, text in there.items():
            if name in said:
                out.append(said[name])
            elif name not in covered:
                out.append(self.name(name) if attributes[name][0] is True else f"{self.name(name)}{between}{text}")
        return out

    # ---- values

    def thing(self, kind: Type, value: Any, slots: Any = None) -> str:
        """A value of a type in words; in a position (slots) a piece shows its face as its key does."""
        if kind.name in ("int", "text"):
            return minus(value) if isinstance(value, int) else str(value)
        if kind.name == "bool":
            return self("yes") if value else "–"
        if kind.name == "bag":
            layout = self.game.program.layout
            held = zip(value, (*layout.resources, *layout.groups), strict=True)
            return ", ".join(self.amount(number, id) for number, id in held if number) or self("nothing")
        if kind.name == "list" and kind.item is not None:
            return " + ".join(self.thing(kind.item, v, slots) for v in value) or self("nothing")
        if kind.name == "place" and isinstance(value, int) and value >= 0:
            if self.charted is not None and slots is not None and (called := self.charted.called(value, slots)):
                return called
            place = self.game.program.layout.places[value]
            # The one who decides knows which places are their own.
            is_own = slots is not None and slots[0] is not None and slots[0][1] == place.owner
            return self.name(place.zone) + (f" ({self.seat(place.owner)})" if place.owner >= 0 and not is_own else "")
        if kind.name == "piece" and slots is not None and isinstance(value, int) and value >= 0:
            id, _, face = self.game.namer.piece(value, slots).partition(" ")
            return f"{self.name(id)} ({self.name(face)})" if face else self.name(id)
        name = self.game.namer.thing(kind, value)
        if kind.name == "holder" and "." in name:
            zone, _, seat = name.partition(".")
            return f"{self.name(zone)} ({self.name(seat)})"
        return self.name(name)

    def amount(self, number: int, id: str, *, signed: bool = False) -> str:
        """A number of something. English puts the number first, with the name `1 <id>` for one where texts have it."""
        shown = minus(f"{number:+d}" if signed else number)
        if self.language != "en":
            return f"{self.name(id)} {shown}"
        one = self.text("names", f"1 {id}") if abs(number) == 1 else None
        return f"{shown} {one or self.name(id)}"

    def amounts(self, bag: object) -> list[str]:
        """Each amount of a bag as the ruleset writes it, `2 wood, 1 stone` or a map; nothing for any other value."""
        if isinstance(bag, Mapping):
            return [self.amount(int(number), str(id)) for id, number in bag.items()]
        return [self.amount(int(number), id) for number, id in amounts_in(bag)] if isinstance(bag, str) else []

    def written(self, value: object) -> str:
        """A value as the ruleset writes it, of an attribute or a table, in words."""
        if isinstance(value, list | tuple):
            return " ".join(map(self.written, value))
        if isinstance(value, bool) or value is None:
            return self("yes") if value else "–"
        if isinstance(value, int):
            return minus(value)
        return ", ".join(self.amounts(value)) or self.name(str(value))

    # ---- decisions

    def running(self, slots: Any) -> list[str]:
        """The phases and other periods that run, outermost first."""
        out: list[str] = []
        frame = slots[0]
        while frame:
            procedure = self.game.model.procedures.get(self.game.program.periods.get(frame[0], ""))
            if procedure is not None and procedure.is_phase:
                out.append(procedure.id)
            frame = frame[-1]
        return out[::-1]

    def prompt(self, decision: Decision, running: list[str], slots: Any = None, hidden: Collection[int] = ()) -> str:
        """What is asked; slots: the position in which it is. hidden: pieces that may not be named.

        A text that names what is not there is passed over."""
        ids = self._ids(decision)
        chosen = {c.values[0][0] for c in decision.choices if c.values and c.action in ("", decision.prompt)}
        narrow = _narrowed(ids, *chosen) if len(chosen) == 1 else []
        bound = self.game.program.decisions[decision.label].bound if slots is not None else ()
        values = {name: self._bound(kind, slots[0][2 + at], slots, hidden) for name, kind, at in bound}
        for groups in self._groups:
            for text in (groups.get("prompts", {}).get(id) for id in (*narrow, *ids, *running[-1:])):
                if text and (filled := _filled(text, values)) is not None:
                    return filled
        return self.title(ids[0])

    def _bound(self, kind: Type, value: Any, slots: Any, hidden: Collection[int]) -> str:
        items = value if kind.name == "list" else (value,)
        is_piece = "piece" in (kind.name, kind.item.name if kind.item is not None else "")
        return self("unseen") if is_piece and any(x in hidden for x in items) else self.thing(kind, value, slots)

    def choice(self, choice: Choice, decision: Decision, slots: Any = None) -> str:
        """What an option does; slots: the position in which it is chosen.

        Its text stands under its key, else under its own label, else under what the decision is called by; what is
        chosen and stands in no place of the text is told behind it.
        """
        values = self._values(choice, slots)
        whole = self.text("actions", choice.key)
        if whole and (filled := _filled(whole, values)):
            return filled
        if choice.action in ("skip", "done"):
            return self.text("actions", choice.action) or self._declining(choice)
        ids = [] if choice.is_free else self._ids(decision)
        chosen = [name for name, _, _ in choice.values]
        amounts = amounts_in(choice.key)
        if amounts and decision.prompt != PAYMENT and all(kind.name == "int" for _, kind, _ in choice.values):
            return self._paid(self.text("actions", choice.action, *ids) or self.title(choice.action), amounts, values)
        said = self._said(self.text("actions", choice.action), values, chosen) if choice.action else None
        if said is None and chosen and (choice.action in ("", decision.prompt)):
            # A text of the whole decision, unless it tells of something else than what is chosen in it.
            said = self._said(self.text("actions", *_narrowed(ids, chosen[0]), *ids), values, chosen, speaks=True)
        if said is not None:
            is_cell = (
                len(chosen) == 1 and choice.values[0][1].space in self.game.namer.grids and said == values[chosen[0]]
            )
            return said if is_cell else said[:1].upper() + said[1:]  # a cell is called as on the map
        if decision.prompt == PAYMENT and amounts:
            return ", ".join(self.amount(int(number), id) for number, id in amounts)
        shown = " ".join(values[name] for name in chosen)
        if shown and choice.action in ("", decision.prompt) and not choice.is_free:
            about = self.text("actions", *_narrowed(ids, chosen[0]), *ids)
            if about and not _PLACE.search(about):
                return f"{about}: {shown}"
            if self.text("prompts", *_narrowed(ids, chosen[0]), *ids):
                # The question says what is chosen.
                is_cell = choice.values[0][1].space in self.game.namer.grids  # called as on the map
                return shown if is_cell else shown[:1].upper() + shown[1:]
        return " ".join([self.title(choice.action or decision.prompt), *(values[name] for name in chosen)])

    def _declining(self, choice: Choice) -> str:
        """Declining something, or ending a pick, where the game has no text for it."""
        what = choice.key.removeprefix(choice.action).strip()
        return self("done") if choice.action == "done" and not what else self("skip", x=self.name(what)).strip(": ")

    def _paid(self, offer: str, amounts: Sequence[tuple[str, str]], values: Mapping[str, str]) -> str:
        """An offer that is a payment: its text, and what stands in for something behind it."""
        filled = _filled(offer, values)
        if filled not in (None, offer):
            return str(filled)
        used = ", ".join(self.amount(int(number), id) for number, id in amounts if number != "0")
        return f"{offer}: {used}" if used else offer

    def _values(self, choice: Choice, slots: Any = None, hidden: Collection[str] = ()) -> _Said:
        """What is chosen, in words by its names; and by a number and what it counts (`n r`), how much of that it is.
        hidden: names under which something is chosen that may not be told.

        A piece on the map is told with its owner, where that is not who decides, and with where it stands, unless that
        is chosen as well; one that lies with another player, with that player."""
        values = _Said({name: self.thing(kind, value, slots) for name, kind, value in choice.values})
        chosen = {value for _, kind, value in choice.values if kind.name == "place"}
        for name, kind, value in choice.values:
            if kind.name == "piece" and (where := self._standing(value, slots)):
                whose = self.game.program.layout.piece_owner[value]
                told = [self.seat(whose)] if whose >= 0 and (not slots[0] or slots[0][1] != whose) else []
                if slots[self.game.program.layout.at_base + value] not in chosen:
                    told.append(where)
                values[name] += f" ({', '.join(told)})" if told else ""
            elif kind.name == "piece" and (whose := self._holder(choice, value, slots)):
                values[name] += f" ({whose})"
        resources = ((name, value) for name, kind, value in choice.values if kind.name == "resource")
        values |= {f"1 {name}": self.amount(1, self.game.program.layout.resources[value]) for name, value in resources}
        for number, kind, n in choice.values:
            for name, other, value in choice.values if kind.name == "int" else ():
                if name != number:
                    values[f"{number} {name}"] = self.amount(n, self.game.namer.thing(other, value))
        for name, kind, value in choice.values:
            values |= {f"{name}.{attribute}": said for attribute, said in self._printed(kind, value)}
        if hidden:
            kept = {p: said for p, said in values.items() if not any(part in hidden for part in re.split(r"[ .]", p))}
            values = _Said(kept)
            values |= dict.fromkeys(hidden, self("unseen"))
        things = {name: (kind, value) for name, kind, value in choice.values if name not in hidden}
        values.asked = lambda place: self._worked_out(place, things, slots)
        return values

    def _worked_out(self, place: str, things: Mapping[str, tuple[Type, Any]], slots: Any) -> str | None:
        """What a value of the rules is for something that is chosen, `c.power`, in words; None where it is none."""
        name, _, id = place.partition(".")
        if slots is None or not id or name not in things:
            return None
        found = self.game.told_of(*things[name], slots, id)
        if found is None or (found[0].name in OPTIONAL and (not isinstance(found[1], int) or found[1] < 0)):
            return None
        return self.thing(*found, slots)

    def _printed(self, kind: Type, value: object) -> Iterator[tuple[str, str]]:
        """What the attributes of a thing that is chosen say, in words; nothing where it has none."""
        if kind.name not in ("piece", "kind", "place") or not isinstance(value, int) or value < 0:
            return
        layout, model = self.game.program.layout, self.game.model
        cls: PieceDecl | SpaceDecl
        if kind.name == "place":
            place = layout.places[value]
            if not place.space:
                return
            cls, id = model.spaces[place.space], place.zone
        else:
            of, id = layout.kinds[layout.pieces[value] if kind.name == "piece" else value]
            cls = model.pieces[of]
        for attribute in cls.attributes:
            yield attribute, self.written(cls.kinds[id].attributes.get(attribute))

    def _holder(self, choice: Choice, piece: object, slots: Any) -> str:
        """With whom a piece lies; empty where that is who decides, nobody, or told by the key."""
        if slots is None or not slots[0] or not isinstance(piece, int) or piece < 0:
            return ""
        added = self._added(choice, slots)
        if added is not None and (added["seat"] or added["places"]):
            return ""
        layout = self.game.program.layout
        place = slots[layout.at_base + piece]
        owner = layout.places[place].owner if place >= 0 else -1
        return self.seat(owner) if owner >= 0 and owner != slots[0][1] else ""

    def _standing(self, piece: object, slots: Any) -> str:
        """Where on the map a piece stands; empty where there is none, or it is not on it."""
        if self.charted is None or slots is None or not isinstance(piece, int) or piece < 0:
            return ""
        return self.charted.standing(piece, slots)

    def _said(
        self, template: str | None, values: Mapping[str, str], chosen: Sequence[str], *, speaks: bool = False
    ) -> str | None:
        """A text with what is chosen in its places, and behind it what it has no place for. None: it has a place for
        something else; speaks: or for nothing that is chosen."""
        filled = _filled(template, values) if template else None
        if template is None or filled is None:
            return None
        said = {name for place in _PLACE.findall(template) for name in place.split()}
        unsaid = [values[name] for name in chosen if name not in said]
        if speaks and len(unsaid) == len(chosen):
            return None
        return f"{filled}: {' '.join(unsaid)}" if unsaid else filled

    def alone(self, choice: Choice, decision: Decision, slots: Any = None) -> str:
        """What an option does, whatever else there is to choose."""
        return self.told_apart(self.choice(choice, decision, slots), choice, slots)

    def option(self, choice: Choice, decision: Decision, slots: Any = None) -> str:
        """What one of the options of a decision does, as `options` says it."""
        return self.options(decision, slots)[decision.keys.index(choice.key)]

    def options(self, decision: Decision, slots: Any = None) -> list[str]:
        """What the options of a decision do, in its order. No two read alike: where things are called the same, the
        keys stand behind."""
        texts = [self.alone(choice, decision, slots) for choice in decision.choices]
        twice = {text for text, number in Counter(texts).items() if number > 1}
        return [
            f"{text} [{choice.key}]" if text in twice else text
            for text, choice in zip(texts, decision.choices, strict=True)
        ]

    def veiled(self, choice: Choice, decision: Decision, slots: Any, hidden: Collection[str]) -> str:
        """What an option does, of which something chosen may not be told; hidden: the names of that, "" for all."""
        if "" in hidden:
            return f"{self.title(decision.prompt)} ({self('unseen')})"
        values = self._values(choice, slots, hidden)
        told = [values[name] for name, _, _ in choice.values if name not in hidden]
        return " ".join([f"{self.title(choice.action or decision.prompt)} ({self('unseen')})", *told])

    def logged(
        self, choice: Choice, decision: Decision, slots: Any, hidden: Collection[str] = ()
    ) -> tuple[str, bool] | None:
        """What the game's texts tell of an option that was taken, and whether that names who took it; None without a
        text that fits. hidden: the names of what may not be told of it."""
        if decision.player is None:
            return None
        values = self._values(choice, slots, hidden)
        template = self.text("log", choice.action) if choice.action else None
        if template is None and values and choice.action in ("", decision.prompt) and not choice.is_free:
            ids = self._ids(decision)
            template = self.text("log", *_narrowed(ids, choice.values[0][0]), *ids)
            if template is not None and not any(f"{{{name}}}" in template for name in values):
                return None  # it tells of something else than what is chosen here
        values["me"] = self.seat(decision.player)
        filled = _filled(template, values) if template else None
        return None if template is None or filled is None else (filled, "{me}" in template)

    def event(self, event: Event, slots: Any, hidden: Collection[str] = ()) -> str | None:
        """What the game's texts tell of something that began; None where they tell nothing of it, or name what is not
        there. hidden: parameters that may not be named."""
        if "here" in hidden:
            return self("unseen")
        here = [(kind, value) for name, kind, value in event.values if name == "here"]
        kinds = [self.game.namer.thing(kind, value).partition(" ")[0] for kind, value in here]
        template = self.text("log", *kinds, event.id)
        if template is None:
            return None
        values = {name: self.thing(kind, value, slots) for name, kind, value in event.values}
        values |= dict.fromkeys(hidden, self("unseen"))
        if event.player is not None:
            values["me"] = self.seat(event.player)
        filled = _filled(template, values)
        if filled is None and set(_PLACE.findall(template)) <= {"me", *values}:
            return self.title(event.id)  # nobody acts in it: its name says what began
        return filled  # a text with a place for something else tells of a choice under the same id

    def named(self, action: str, key: str) -> str:
        """A key of which only an action and one thing are known."""
        rest = key.removeprefix(action).strip()
        return " ".join(part for part in (self.title(action) if action else "", self.name(rest)) if part)

    def _ids(self, decision: Decision) -> list[str]:
        """Ids under which texts may speak of a decision, the narrowest first."""
        procedure = self.game.program.decisions[decision.label].procedure
        return text_ids(decision.prompt, decision.menu, procedure)

    def chance(self, choice: Choice, decision: Decision) -> str:
        """What chance gave: the value alone."""
        item = self.game.program.decisions[decision.label].item
        return self.thing(item, choice.option) if item is not None else choice.key

    def told_apart(self, text: str, choice: Choice, slots: Any = None) -> str:
        """Options that read alike keep what tells their keys apart: a number, or whose a piece is and where it lies."""
        head, mark, number = choice.key.rpartition(" #")
        if mark and head and number.isdigit():
            return f"{text} #{number}"
        found = self._added(choice, slots)
        chosen = [value for _, kind, value in choice.values if kind.name == "piece"]
        if found is None or not chosen or any(self._standing(x, slots) for x in chosen):
            return text  # one that stands on the map is told with its place anyway
        seat, places = found["seat"], (found["places"] or "").split()
        shown = [self.name(seat)] if seat in self.game.seats else []
        shown += [self.name(place.partition(".")[0]) for place in places]
        return f"{text} ({', '.join(shown)})" if shown else text

    def _added(self, choice: Choice, slots: Any) -> re.Match[str] | None:
        """What is added to the key of a choice of pieces so that it differs from others; None where what stands there
        is of the key itself (`build {x} at {s}`)."""
        found = _APART.search(choice.key)
        if found is None or slots is None:
            return found
        namer = self.game.namer
        places, whose = found["places"], found["seat"]
        is_place = places is None or places == namer.where(choice, slots)
        return found if is_place and (whose is None or f" of {whose}" in namer.whose(choice)) else None


class _Said(dict[str, str]):
    """What texts may name of an option, in words. asked: gives what is worked out only where a text names it."""

    asked: Callable[[str], str | None] = staticmethod(lambda place: None)

    def __contains__(self, place: object) -> bool:
        if super().__contains__(place):
            return True
        if not isinstance(place, str) or (said := self.asked(place)) is None:
            return False
        self[place] = said
        return True


def _narrowed(ids: Iterable[str], chosen: str) -> list[str]:
    """Ids of texts for one of several things that are chosen one after the other under the same ids."""
    return [f"{id} {chosen}" for id in ids]


def _filled(template: str, values: Mapping[str, str]) -> str | None:
    """A text with its `{name}` filled in; None where a name is not among the values. Nothing else of str.format is
    understood: texts come from strangers, and a format can ask for any width."""
    if not all(name in values for name in _PLACE.findall(template)):
        return None
    return _PLACE.sub(lambda found: values[found[1]], template)
