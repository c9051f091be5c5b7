"""Pieces and spaces as a rulebook tells them: tables of kinds, and what each does that cannot be read off them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from interpreter.explaining.blocks import Block, Heading, Paragraph, Prose, Table
from interpreter.explaining.naming import Naming, amounts_in
from interpreter.explaining.narrator import Narrator, Plot
from interpreter.explaining.sentences import Line, formula, number
from interpreter.explaining.understood import action_lines, worth_lines
from interpreter.loading.model import (
    ActionDecl,
    ByPlayers,
    FreeDecl,
    KindDecl,
    Model,
    Number,
    PieceDecl,
    RuleDecl,
    SpaceDecl,
)

DOUBTFUL = ("reconstructed", "guess", "uncertain", "not certain", "unsure", "invented")
"""Words in the provenance of a kind that say that its facts are not certain."""
MARK = "°"


class Catalogue:
    """What there is of pieces and spaces, in one language."""

    def __init__(self, model: Model, language: str) -> None:
        self.model = model
        self.say = Naming(model, language, book=True)
        self.say.plot = self.plot = Plot(model)
        self.doubtful = False

    def prose(self, id: str) -> list[Block]:
        """The designer's own paragraphs on a part or thing."""
        text = self.say.paragraph(id)
        return [] if text is None else [Prose(text.strip())]

    def before(self, id: str) -> Iterator[Block]:
        """What stands under the heading of a thing: the designer's paragraphs, else its help."""
        yield from (prose := self.prose(id))
        if prose:
            yield Paragraph(self.say("in_detail"))
        if (help := self.say.help(id)) is not None:
            yield Paragraph(help)

    def rules_told(self, rules: Mapping[str, RuleDecl], depth: int = 0) -> Iterator[Block]:
        for rule in rules.values():
            yield from headed(self.say.title(rule.id), Narrator(self.say).text(rule.text), depth)

    def pieces_told(self) -> Iterator[Block]:
        for cls in self.model.pieces.values():
            if cls.id not in self.plot.machinery:
                yield from self._class(cls, cls.is_effect)
        for space in self.model.spaces.values():
            if space.kinds and (space.attributes or any(k.do for k in space.kinds.values())):
                yield from self._class(space, True)

    def _class(self, cls: PieceDecl | SpaceDecl, counted_once: bool) -> Iterator[Block]:
        """A table of the kinds, and what each does that cannot be read off it."""
        say = self.say
        if isinstance(cls, SpaceDecl) and cls.is_grid:
            yield from self._hexes(cls) if cls.rings else self._grid(cls)
            return
        if isinstance(cls, SpaceDecl) and (rows := self._in_rows(cls)):
            yield from rows
            return
        shown = [a for a in cls.attributes if self._is_fact(cls, a)]
        if not shown and len(cls.kinds) < 2 and not any(self._does(kind) for kind in cls.kinds.values()):
            return
        if not shown and counted_once and not any(self._does(kind) for kind in cls.kinds.values()):
            return
        signs = [a for a in shown if cls.attributes[a] == "bool"]
        signs = signs if len(signs) > 1 else []
        shown = [a for a in shown if a not in signs]
        does = {kind.id: self._does(kind) for kind in cls.kinds.values()}
        told = all(len(lines) == 1 for lines in does.values())
        yield Heading(3, say.title(cls.id))
        yield from self.before(cls.id)
        head = [say("name"), *([] if counted_once else [say("copies")]), *(say.title(a) for a in shown)]
        head += [say("signs")] if signs else []
        lines: list[tuple[str, ...]] = []
        for kind in cls.kinds.values():
            row = [self._kind(kind), *([] if counted_once else [number(kind.copies)])]
            row += [cell(kind.attributes.get(a), say) for a in shown]
            row += [", ".join(say.name(a) for a in signs if kind.attributes.get(a)) or "–"] if signs else []
            lines.append((*row, *(line.text for line in does[kind.id] if told)))
        cls_is_told = not told and counted_once and not signs and all(does.values())
        if not cls_is_told:
            yield Table((*head, *([say("what")] if told else [])), tuple(lines))
        if isinstance(cls, PieceDecl):
            yield from self._active(cls)
            yield from Narrator(say).text(cls.do)
            yield from worth_lines(say, cls)
            yield from self.rules_told(cls.abilities)
            actions: tuple[ActionDecl | FreeDecl, ...] = (*cls.actions.values(), *cls.free.values())
            for action in actions:
                yield from headed(say.title(action.id), action_lines(say, action, Narrator))
        for kind in cls.kinds.values():
            if not told and does[kind.id]:
                facts = [cell(kind.attributes.get(a), say) for a in shown] if cls_is_told else []
                more = ", ".join(x for x in facts if x != "–" and x.casefold() not in say.name(kind.id).casefold())
                yield from headed(self._kind(kind) + (f" ({more})" if more else ""), does[kind.id])

    def _is_fact(self, cls: PieceDecl | SpaceDecl, attribute: str) -> bool:
        """Whether an attribute tells players something: some kind has it, and it does not only join spaces."""
        type_text = cls.attributes[attribute].removeprefix("list of ")
        has = any(k.attributes.get(attribute) not in (None, 0, False) for k in cls.kinds.values())
        joins = isinstance(cls, SpaceDecl) or type_text != cls.attributes[attribute]
        return has and type_text != "shape" and not (type_text in self.model.spaces and joins)

    def _in_rows(self, cls: SpaceDecl) -> list[Block]:
        """Spaces that the table draws in rows: a line for each row, with the signs that it shows."""
        rows = self.model.show.get("rows")
        found = [r for r in (rows.values() if isinstance(rows, Mapping) else ()) if r.get("spaces") == cls.id]
        if not found:
            return []
        by, marks = str(found[0]["by"]), [a for a in found[0].get("attributes", ()) if cls.attributes[a] == "bool"]
        lines: dict[str, list[str]] = {}
        for kind in cls.kinds.values():
            signs = [self.say.name(a) for a in marks if kind.attributes.get(a)]
            said = self._kind(kind) + (f" – {', '.join(signs)}" if signs else "")
            lines.setdefault(str(kind.attributes.get(by) or ""), []).append(said)
        out: list[Block] = [Heading(3, self.say.title(cls.id)), *self.before(cls.id)]
        out += [Line(0, f"{self.say.title(row)}: {'; '.join(spaces)}") for row, spaces in lines.items() if row]
        for kind in cls.kinds.values():
            does = self._does(kind)
            if does or not kind.attributes.get(by):
                out += headed(self._kind(kind), does)
        return out

    def _active(self, cls: PieceDecl) -> Iterator[Block]:
        """When the abilities and actions of a class and its kinds work."""
        things: tuple[PieceDecl | KindDecl, ...] = (cls, *cls.kinds.values())
        if not any(x.abilities or x.actions or x.free for x in things):
            return
        if cls.active_while is not None:
            yield Paragraph(self.say("active_all", c=Narrator(self.say).expr(formula(cls.active_while))))
        elif self.model.can_be_owned(cls.id):
            yield Paragraph(self.say("active_all_place"))

    def _hexes(self, cls: SpaceDecl) -> Iterator[Block]:
        """What is printed in the cells of a hex grid, cell by cell."""
        printed = [a for a in cls.attributes if a not in ("q", "r")]
        rows = [(kind.id, self._on_cell(cls, kind, printed)) for kind in cls.kinds.values()]
        if any(text for _, text in rows):
            yield Heading(3, self.say.title(cls.id))
            yield from self.before(cls.id)
            yield Table((self.say("name"), ""), tuple(row for row in rows if row[1]))

    def _grid(self, cls: SpaceDecl) -> Iterator[Block]:
        """What is printed in the cells of a grid, as it lies on the table."""
        kinds = list(cls.kinds.values())
        own = [a for a in cls.attributes if a not in ("row", "column")]
        printed = [self._on_cell(cls, kind, own) for kind in kinds]
        if not cls.columns or not any(printed):
            return
        yield Heading(3, self.say.title(cls.id))
        yield from self.before(cls.id)
        rows = [
            (str(r + 1), *(text or "–" for text in printed[r * cls.columns : (r + 1) * cls.columns]))
            for r in range(cls.rows)
        ]
        yield Table(("", *(str(c + 1) for c in range(cls.columns))), tuple(rows))

    def _on_cell(self, cls: SpaceDecl, kind: KindDecl, attributes: list[str]) -> str:
        """What is printed on a cell; where several attributes can say the same, each with its name."""
        types = [cls.attributes[a] for a in attributes]
        said = []
        for a in attributes:
            if value := kind.attributes.get(a):
                is_alone = types.count(cls.attributes[a]) == 1 or isinstance(value, bool | int)
                name = "" if is_alone else f"{self.say.name(a)}: "
                said.append(name + self._printed(a, value))
        return ", ".join(said)

    def _printed(self, attribute: str, value: object) -> str:
        """A value of a cell: by its own name, or by that of its attribute where it is a number or a yes."""
        name = self.say.name(attribute)
        if value is True:
            return name
        return f"{name} {value}" if isinstance(value, int) else cell(value, self.say)

    def _kind(self, kind: KindDecl) -> str:
        """The name of a kind, marked where its facts are not certain."""
        doubt = kind.provenance is not None and any(word in kind.provenance.lower() for word in DOUBTFUL)
        self.doubtful = self.doubtful or doubt
        return self.say.title(kind.id) + (f" {MARK}" if doubt else "")

    def _does(self, kind: KindDecl) -> list[Line]:
        """What one kind does: the words its texts have for it, else its rules in sentences."""
        if help := self.say.help(kind.id):
            return [Line(0, help)]
        out = Narrator(self.say).text(kind.do)
        out += worth_lines(self.say, kind)
        for rule in kind.abilities.values():
            out += Narrator(self.say).text(rule.text)
        actions: tuple[ActionDecl | FreeDecl, ...] = (*kind.actions.values(), *kind.free.values())
        for action in actions:
            out += headed(self.say.title(action.id), action_lines(self.say, action, Narrator))
        return out


def headed(title: str, lines: Sequence[Line], depth: int = 0) -> list[Line]:
    """Lines under a title; one sentence stands on the line of the title."""
    if len(lines) == 1:
        return [Line(depth, f"{title}: {lines[0].text}")]
    end = ":" if lines else ""
    return [Line(depth, f"{title}{end}"), *(Line(x.depth + depth + 1, x.text) for x in lines)]


def total(kinds: Sequence[KindDecl], counts: tuple[int, ...]) -> str:
    """All copies of some kinds together, by number of players where it depends on that."""
    totals = {n: sum(_copies(kind.copies, n) for kind in kinds) for n in counts}
    same = len(set(totals.values())) == 1
    return str(totals[counts[0]]) if same else number(ByPlayers(totals))


def _copies(copies: Number, players: int) -> int:
    found = copies.values.get(players, 0) if isinstance(copies, ByPlayers) else copies
    return found if isinstance(found, int) else 0


def runs(values: Mapping[int | str, object], say: Naming) -> Iterator[tuple[str, str]]:
    """The entries of a table in words; numbers in a row that have the same entry as one: `4–6`."""
    keys = list(values)
    at = 0
    while at < len(keys):
        first, end = keys[at], at + 1
        while isinstance(first, int) and end < len(keys) and keys[end] == first + end - at:
            if values[keys[end]] != values[first]:
                break
            end += 1
        shown = cell(first, say) if end == at + 1 else f"{first}–{keys[end - 1]}"
        yield shown, cell(values[first], say)
        at = end


def cell(value: object, say: Naming) -> str:
    """A value of a table in words."""
    if value is None or value is False:
        return "–"
    if value is True:
        return say("true")
    if isinstance(value, str):
        if amounts := amounts_in(value):
            return ", ".join(say.amount(n, id) for n, id in amounts)
        return say.name(value) if value.replace("_", "").isalnum() else value
    if isinstance(value, Mapping):
        return ", ".join(say.amount(str(n), str(id)) for id, n in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(f"({cell(v, say)})" if isinstance(v, list | tuple) else cell(v, say) for v in value)
    return number(value)
