"""Decisions as people and logs see them: whose, about what, with which options, each with a stable readable key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from interpreter.loading.model import Model
from interpreter.program import FREE, AltInfo, DecisionInfo, Program
from interpreter.program.layout import Layout
from interpreter.program.types import Type
from interpreter.records import record
from interpreter.runtime.machine import Option


@record
class Choice:
    """One option of a decision.

    key: stable and readable, the same in every run (`build small_market`). option: what the machine applies. action:
    the label of the alternative, or skip, done. values: name in the text → the thing chosen, as (type, number).
    """

    key: str
    option: Option
    action: str
    values: tuple[tuple[str, Type, Any], ...] = ()
    is_free: bool = False


@record
class Decision:
    """A decision that is due. player: the seat, None for chance. prompt: id of the question. menu: id, or ""."""

    player: int | None
    prompt: str
    menu: str
    kind: str
    label: int
    choices: tuple[Choice, ...]
    weights: tuple[int, ...] = ()
    """for chance: the weight of each choice"""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(c.key for c in self.choices)


class Names:
    """Readable ids of the things of one layout."""

    def __init__(self, layout: Layout, model: Model) -> None:
        self.layout = layout
        seats = model.game.seats or tuple("abcdefgh")
        self.seats = tuple(seats[: layout.players])
        self.procedures = list(model.procedures)
        self.menus = list(model.menus)
        self.faces = {cls.id: cls.faces for cls in model.pieces.values()}
        self.grids = frozenset(space.id for space in model.spaces.values() if space.is_grid)

    def thing(self, kind: Type, value: Any, s: Sequence[Any] | None = None) -> str:
        """The id of one value of a type. Pieces are named by their kind, and in a state by the face they show where
        it is not their first one (a die always: `white 5`)."""
        layout = self.layout
        if kind.name in ("int", "text", "option"):
            return str(value)
        if kind.name == "bool":
            return "yes" if value else "no"
        if kind.name == "holder":
            return self.holder(value)
        if value is None or (isinstance(value, int) and value < 0):
            return "none"
        match kind.name:
            case "player":
                return str(self.seats[value])
            case "resource":
                return str(layout.resources[value])
            case "piece":
                return self.piece(value, s)
            case "kind":
                return str(layout.kinds[value][1])
            case "place":
                return self.place(value, s)
            case "phase":
                return str(self.procedures[value])
            case "menu":
                return str(self.menus[value])
            case "track":
                return str(layout.tracks[value])
            case "mark":
                return str(layout.marks[value])
            case "marker":
                seat, track = divmod(value, len(layout.tracks))
                return f"{layout.tracks[track]}.{self.seats[seat]}"
            case "face":
                return str(self.faces[kind.of][value])
            case "list" if kind.item is not None:
                return "+".join(self.thing(kind.item, v, s) for v in value)
        return str(value)

    def piece(self, x: int, s: Sequence[Any] | None) -> str:
        cls, kind = self.layout.kinds[self.layout.pieces[x]]
        if s is None or cls not in self.layout.face_base:
            return kind
        faces = self.faces[cls]
        face = s[self.layout.face_base[cls] + x]
        return f"{kind} {faces[face]}" if face or faces[0] == "1" else kind

    def place(self, number: int, s: Sequence[Any] | None = None) -> str:
        """The id of a place, with its owner's seat behind it; in a state, without where the owner is the one to
        decide."""
        place = self.layout.places[number]
        is_own = s is not None and s[0] is not None and s[0][1] == place.owner
        return place.zone if place.owner < 0 or is_own else f"{place.zone}.{self.seats[place.owner]}"

    def holder(self, number: int) -> str:
        """A player, the supply, a place or a piece by its number among all holders."""
        n = self.layout.players
        if number < n:
            return self.seats[number]
        if number == n:
            return "supply"
        number -= n + 1
        if number < len(self.layout.places):
            return self.place(number)
        return self.layout.kinds[self.layout.pieces[number - len(self.layout.places)]][1]


class Namer(Names):
    """Readable ids of things in states of one program, and its decisions."""

    def __init__(self, program: Program, model: Model) -> None:
        super().__init__(program.layout, model)
        self.program = program

    # ---- keys

    def decision(self, s: Sequence[Any], options: Sequence[Any]) -> Decision:
        """The decision on top of the stack of `s`, with its options as given by the machine."""
        frame = s[0]
        info = self.program.decisions[frame[0]]
        if info.kind == "chance":
            choices = [
                Choice(f"{info.prompt} {self.thing(info.item or Type('int'), v, s)}", v, info.prompt)
                for v, _ in options
            ]
            if info.item is not None and info.item.name == "piece":
                choices = self._by_owner(choices)
            weights = tuple(w for _, w in options)
            return Decision(None, info.prompt, "", info.kind, info.label, self._distinct(choices, s), weights)
        build = {"choose": self._choose, "some": self._some, "spread": self._spread}[info.kind]
        choices = [self._free(o, s) if _is_free(o) else build(info, s, o) for o in options]
        return Decision(frame[1], info.prompt, info.menu, info.kind, info.label, self._distinct(choices, s))

    def _free(self, option: Any, s: Sequence[Any]) -> Choice:
        return self.alternative(self.program.free[option[0] - FREE], option, True, s)

    def _choose(self, info: DecisionInfo, s: Sequence[Any], option: Any) -> Choice:
        if option[0] < 0:
            return Choice(f"skip {info.skip}", option, "skip")
        return self.alternative(info.alts[option[0]], option, False, s)

    def alternative(self, alt: AltInfo, option: Any, is_free: bool, s: Sequence[Any]) -> Choice:
        """An option of an alternative, with its key."""
        values = tuple((b.name, b.type, v) for b, v in zip(alt.binds, option[1:], strict=True) if b.shown)
        names = {name: self.thing(kind, v, s) for name, kind, v in values}
        key = alt.key.format(**names) if alt.key else " ".join([alt.label, *names.values()]).strip()
        return Choice(key, option, alt.label, values, is_free)

    def _some(self, info: DecisionInfo, s: Sequence[Any], option: int) -> Choice:
        frame = s[0]
        if option < 0:
            return Choice("done", option, "done")
        source = frame[2 + info.locals.index("src")]
        item = info.item or Type("int")
        return Choice(
            f"{info.prompt} {self.thing(item, source[option], s)}", option, info.prompt, (("x", item, source[option]),)
        )

    def _spread(self, info: DecisionInfo, s: Sequence[Any], option: int) -> Choice:
        frame = s[0]
        left = frame[2 + info.locals.index("left")]
        where = frame[2 + info.locals.index("where")]
        place = where[left[0][0]]
        item = info.item or Type("int")
        name = self.thing(item, place, s)
        return Choice(f"{option} on {name}", option, info.prompt, (("n", Type("int"), option), ("x", item, place)))

    def _distinct(self, choices: list[Choice], s: Sequence[Any]) -> tuple[Choice, ...]:
        """Options that read alike but are not: pieces in different places are told by their places, those of different
        players by their owners too, others are numbered."""
        same: dict[str, list[int]] = {}
        for i, c in enumerate(choices):
            same.setdefault(c.key, []).append(i)
        out = list(choices)
        for key, members in same.items():
            if len(members) > 1:
                ends = [f" at {where}" if (where := self.where(choices[i], s)) else "" for i in members]
                if len(set(ends)) < len(ends):
                    ends = [f"{self.whose(choices[i])}{end}" for i, end in zip(members, ends, strict=True)]
                told = len(set(ends)) == len(ends) and all(ends)
                for n, (i, end) in enumerate(zip(members, ends, strict=True), 1):
                    new = f"{key}{end}" if told else key if n == 1 else f"{key} #{n}"
                    out[i] = replace(choices[i], key=new)
        return tuple(out)

    def _by_owner(self, choices: list[Choice]) -> list[Choice]:
        """What chance may draw, with the owner behind the key where pieces of several players read alike: all come
        from one place, so that their places tell nothing."""
        owners: dict[str, set[int]] = {}
        for c in choices:
            owners.setdefault(c.key, set()).add(self.layout.piece_owner[c.option])
        return [replace(c, key=f"{c.key}{self._of([c.option])}") if len(owners[c.key]) > 1 else c for c in choices]

    def whose(self, choice: Choice) -> str:
        """The owners of the pieces that are chosen, as they are added to a key."""
        return self._of([v for _, kind, v in choice.values if kind.name == "piece" and v >= 0])

    def _of(self, pieces: Sequence[int]) -> str:
        """The owners of pieces as they stand behind a key; nothing for what is nobody's."""
        owners = [owner for x in pieces if (owner := self.layout.piece_owner[x]) >= 0]
        return "".join(f" of {self.seats[owner]}" for owner in owners)

    def where(self, choice: Choice, s: Sequence[Any]) -> str:
        """The places of the pieces that are chosen, as they are added to a key."""
        at = [s[self.layout.at_base + v] for _, kind, v in choice.values if kind.name == "piece" and v >= 0]
        return " ".join(self.place(p, s) for p in at if p >= 0)


def _is_free(option: Any) -> bool:
    return type(option) is tuple and len(option) > 0 and option[0] >= FREE
