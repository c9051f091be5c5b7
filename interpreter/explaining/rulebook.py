"""A rulebook made from a ruleset: components, setup, flow, actions, pieces, scoring, end; and a player aid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from interpreter.explaining.naming import Naming, amounts_in
from interpreter.explaining.sentences import Line, Teller, formula, number, option_value, stock, tree
from interpreter.explaining.understood import action_lines, event_of, names_in, standing, track_lines, windows
from interpreter.language.core.checked import Checked
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import (
    ActionDecl,
    BoardDecl,
    ByPlayers,
    FreeDecl,
    KindDecl,
    Number,
    PieceDecl,
    RuleDecl,
    SpaceDecl,
    ZoneDecl,
)
from interpreter.records import record

DOUBTFUL = ("reconstructed", "guess", "uncertain", "not certain", "unsure", "invented")
"""Words in the provenance of a kind that say that its facts are not certain."""
MARK = "°"


@record
class Heading:
    level: int
    text: str


@record
class Paragraph:
    text: str


@record
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Table | Line
"""Lines stand in nested lists."""


class Rulebook:
    """The rulebook of one checked ruleset in one language."""

    def __init__(self, checked: Checked, say: Naming) -> None:
        self.model = checked.model
        self.say = say
        self.told: set[str] = set()
        self.doubtful = False

    def blocks(self) -> list[Block]:
        """The whole book, from top to bottom."""
        model, say = self.model, self.say
        out: list[Block] = [Heading(1, say.title(str(model.game.id)))]
        out.append(Paragraph(say("players_line", n=_range(model.game.players))))
        if model.modules:
            out.append(Paragraph(say("modules", x=", ".join(say.name(m.id) for m in model.modules))))
        for title, part in (
            ("contents", self._components()), ("setup", self._setup()), ("flow", self._flow()),
            ("actions", self._actions()), ("free_actions", self._free()), ("standing", self._rules(model.rules)),
            ("steps_shared", self._others()),
            ("values", self._values()), ("tables", self._tables()),
            ("pieces", self._pieces()), ("scoring", self._scoring()), ("end", self._ending()),
            ("options", self._options()), ("aid", self._aid()),
        ):  # fmt: skip
            found = list(part)
            if found:
                out += [Heading(2, say(title)), *found]
        if self.doubtful:
            out.append(Paragraph(say("reconstructed")))
        return out

    # ---- components

    def _components(self) -> Iterator[Block]:
        say = self.say
        rows = []
        for resource in self.model.resources.values():
            groups = ", ".join(map(say.name, resource.groups))
            rows.append((say.title(resource.id), groups, stock(say, resource.supply)))
        for cls in self.model.pieces.values():
            if not cls.is_effect:
                shared = f" ({say('each_player')})" if cls.per_player else ""
                rows.append((say.title(cls.id), "", _total(cls, self.model.game.players) + shared))
        yield Table((say("thing"), say("group"), say("number")), tuple(rows))
        for resource in self.model.resources.values():
            if resource.pays_for is not None:
                yield Line(0, Teller(say).stand_in(resource))
            if resource.below_zero:
                yield Line(0, say("below_zero", x=say.title(resource.id)))
            if resource.limit is not None:
                limits = Teller(say).shortfalls(replace(resource, supply=None))
                yield Line(0, " ".join(limits))
        for track in self.model.tracks.values():
            yield from track_lines(say, track)
        yield from self._places()

    def _places(self) -> Iterator[Block]:
        """Where things lie, how many there is room for, who sees them. What `show: hide:` keeps off the table is no
        place for players."""
        say, model = self.say, self.model
        hide = model.show.get("hide")
        hidden = set(hide) if isinstance(hide, list | tuple) else set()
        places: list[ZoneDecl | BoardDecl | SpaceDecl] = [
            *model.zones.values(), *model.boards.values(), *model.spaces.values(),
        ]  # fmt: skip
        rows = []
        for place in places:
            if place.id in hidden or (isinstance(place, SpaceDecl) and {*place.kinds} <= hidden and place.kinds):
                continue
            title = say.title(place.id) + (f" ({say('each_player')})" if place.per_player else "")
            lies = say.name(place.pieces) if place.pieces else ""
            rows.append((title, lies, self._room(place), "; ".join(self._remarks(place))))
        if rows:
            yield Heading(3, say("places"))
            yield Table((say("name"), say("lies_there"), say("room"), say("remarks")), tuple(rows))

    def _room(self, place: ZoneDecl | BoardDecl | SpaceDecl) -> str:
        """How many pieces or cells a place has room for; empty for any number."""
        say, out = self.say, []
        if isinstance(place, SpaceDecl | BoardDecl) and place.columns:
            out.append(say("cells", rows=place.rows, columns=place.columns))
        elif isinstance(place, SpaceDecl):
            out.append(say("hexagons" if place.rings else "spaces_n", n=len(place.kinds)))
        if isinstance(place, ZoneDecl) and place.size is not None:
            out.append(say("in_row", n=number(place.size)))
        limit = None if isinstance(place, BoardDecl) else place.limit
        if limit is not None:
            most = say.counted("up_to", number(limit)) if isinstance(limit, int) else number(limit)
            out.append(say("each_of", n=most) if isinstance(place, SpaceDecl) else most)
        return ", ".join(out)

    def _remarks(self, place: ZoneDecl | BoardDecl | SpaceDecl) -> Iterator[str]:
        """How a place is filled, and who sees what lies there."""
        say = self.say
        if isinstance(place, SpaceDecl):
            return
        if isinstance(place, ZoneDecl):
            if place.kind in ("deck", "bag"):
                yield say("drawn")
            elif place.ordered or place.kind == "stack":
                yield say("kept_order")
            if place.draws_from is not None:
                yield say("filled_from", x=say.name(place.draws_from))
            if place.when_empty != "stay":
                yield say("reshuffled", x=say.name(place.when_empty))
        if place.seen_by != "all":
            yield say(f"seen_{place.seen_by}")
            if isinstance(place, ZoneDecl) and place.back_seen_by == "all":
                yield say("backs_seen")
            if isinstance(place, ZoneDecl) and place.top_seen_by == "all":
                yield say("top_seen")

    def _setup(self) -> Iterator[Block]:
        setup = self.model.setup
        yield from self._begins()
        yield from Teller(self.say).text(setup, flow="left_out")
        for name in dict.fromkeys(names_in(tree(setup)) if setup is not None else ()):
            yield from self._procedure(name, 4)
        tables = [(id, t) for id, t in self.model.tables.items() if t.by_players]
        if tables:
            counts = self.model.game.players
            rows = [
                (self.say.title(id), *(_cell(table.values.get(n), self.say) for n in counts)) for id, table in tables
            ]
            yield Heading(3, self.say("by_players"))
            yield Table((self.say("thing"), *map(str, counts)), tuple(rows))

    def _begins(self) -> Iterator[Block]:
        """Where the pieces lie before anything is done."""
        say = self.say
        for cls in self.model.pieces.values():
            if cls.start and not cls.is_effect:
                place = say.name(cls.start) + (f" ({say('each_player')})" if cls.per_player else "")
                yield Line(0, say("begins_in", x=say.title(cls.id), z=place))

    # ---- flow

    def _flow(self) -> Iterator[Block]:
        yield from self._procedure("game", 3)
        for id, decl in self.model.procedures.items():
            if decl.is_phase and id not in self.told:
                yield from self._procedure(id, 3)

    def _procedure(self, id: str, level: int) -> Iterator[Block]:
        """A phase or procedure, and behind it those that it runs and that are not told yet."""
        decl = self.model.procedures.get(id)
        if decl is None or id in self.told or decl.do is None:
            return
        self.told.add(id)
        teller = Teller(self.say)
        teller.know(decl.given)
        lines = teller.text(decl.do, flow=self.say.flow(id))
        if not decl.do.span.text.strip() or not lines:
            yield from self._waiting(id, level)
            return
        yield Heading(level, self.say.title(id))
        if help := self.say.help(id):
            yield Paragraph(help)
        yield from lines
        inner = [n for n in names_in(tree(decl.do)) if n in self.model.procedures]
        for name in dict.fromkeys(inner):
            is_phase = self.model.procedures[name].is_phase
            yield from self._procedure(name, 3 if is_phase else 4)

    def _waiting(self, id: str, level: int) -> Iterator[Block]:
        """A procedure that does nothing by itself: what hangs on it."""
        of = [rule.of or rule.id for rule in standing(self.model) if (e := event_of(rule)) is not None and e.name == id]
        yield Heading(level, self.say.title(id))
        names = ", ".join(dict.fromkeys(map(self.say.name, of)))
        yield Line(0, self.say("event_only", x=names) if of else self.say("nothing"))

    def _others(self) -> Iterator[Block]:
        """Procedures that only rules, pieces, spaces and tracks run."""
        for id, decl in self.model.procedures.items():
            if not decl.is_phase and id not in self.told:
                yield from self._procedure(id, 4)

    def _actions(self) -> Iterator[Block]:
        menus = dict.fromkeys(a.menu for a in self.model.actions.values())
        for menu in menus:
            yield Heading(3, self.say.title(menu) if menu else self.say("actions"))
            for action in self.model.actions.values():
                if action.menu == menu:
                    yield from self._action(action.id)

    def _action(self, id: str) -> Iterator[Block]:
        decl = self.model.actions.get(id) or self.model.free[id]
        yield Heading(4, self.say.title(id))
        if help := self.say.help(id):
            yield Paragraph(help)
        if isinstance(decl, FreeDecl):
            yield from (Line(0, line) for line in windows(self.say, decl))
        yield from action_lines(self.say, decl)
        if decl.do is not None:
            for name in dict.fromkeys(names_in(tree(decl.do))):
                yield from self._procedure(name, 4)

    def _free(self) -> Iterator[Block]:
        for id in self.model.free:
            yield from self._action(id)

    def _rules(self, rules: Mapping[str, RuleDecl], depth: int = 0) -> Iterator[Block]:
        for rule in rules.values():
            yield Line(depth, f"{self.say.title(rule.id)}:")
            yield from (Line(x.depth + depth + 1, x.text) for x in Teller(self.say).text(rule.text))

    def _tables(self) -> Iterator[Block]:
        """Tables that the rules read, but for those by number of players, which stand at the setup."""
        for id, table in self.model.tables.items():
            if table.by_players or id not in self.read:
                continue
            said = "; ".join(f"{key}: {value}" for key, value in _runs(table.values, self.say))
            yield Line(0, f"{self.say.title(id)}: {said}")

    @cached_property
    def read(self) -> frozenset[str]:
        """Every name that the rules read, what computed numbers read for them included; not what hints alone do."""
        model = self.model
        names: set[str] = set()
        left: list[object] = [replace(model, values={}, hints={}).effect_texts]
        while left:
            texts = left.pop()
            assert isinstance(texts, tuple)
            for text in texts:
                for name in names_in(tree(text)):
                    value = model.values.get(name)
                    if value is not None and name not in names:
                        left.append(tuple(x for x in (value.formula, value.at_least, value.at_most) if x is not None))
                    names.add(name)
        return frozenset(names)

    def _values(self) -> Iterator[Block]:
        for value in self.model.values.values():
            if value.id not in self.read:
                continue
            teller = Teller(self.say)
            teller.know(value.given)
            of = ", ".join(teller.locals.values())
            said = "" if value.formula is None else teller.expr(formula(value.formula))
            if bounds := teller.bounds(value.id):
                said += f", {bounds}"
            yield Line(0, f"{self.say.title(value.id)}{f' ({of})' if of else ''}: {said}")

    # ---- pieces and spaces

    def _pieces(self) -> Iterator[Block]:
        for cls in self.model.pieces.values():
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
        shown = [
            a for a in cls.attributes if any(k.attributes.get(a) not in (None, 0, False) for k in cls.kinds.values())
        ]
        shown = [a for a in shown if cls.attributes[a] != "shape"]
        if not shown and len(cls.kinds) < 2 and not any(self._does(kind) for kind in cls.kinds.values()):
            return
        yield Heading(3, say.title(cls.id))
        if help := say.help(cls.id):
            yield Paragraph(help)
        head = [say("name"), *([] if counted_once else [say("copies")]), *(say.name(a) for a in shown)]
        rows = []
        for kind in cls.kinds.values():
            count = [] if counted_once else [number(kind.copies)]
            rows.append((self._kind(kind), *count, *(_cell(kind.attributes.get(a), say) for a in shown)))
        yield Table(tuple(head), tuple(rows))
        if isinstance(cls, PieceDecl):
            yield from self._active(cls)
            yield from Teller(say).text(cls.do)
            yield from self._rules(cls.abilities)
            actions: tuple[ActionDecl | FreeDecl, ...] = (*cls.actions.values(), *cls.free.values())
            for action in actions:
                yield Line(0, f"{say.title(action.id)}:")
                yield from (Line(x.depth + 1, x.text) for x in action_lines(say, action))
        for kind in cls.kinds.values():
            lines = self._does(kind)
            if lines:
                yield Line(0, f"{self._kind(kind)}:")
                yield from lines

    def _active(self, cls: PieceDecl) -> Iterator[Block]:
        """When the abilities and actions of a class and its kinds work."""
        things: tuple[PieceDecl | KindDecl, ...] = (cls, *cls.kinds.values())
        if not any(x.abilities or x.actions or x.free for x in things):
            return
        if cls.active_while is not None:
            yield Paragraph(self.say("active_all", c=Teller(self.say).expr(formula(cls.active_while))))
        elif self.model.can_be_owned(cls.id):
            yield Paragraph(self.say("active_all_place"))

    def _hexes(self, cls: SpaceDecl) -> Iterator[Block]:
        """What is printed in the cells of a hex grid, cell by cell."""
        printed = [a for a in cls.attributes if a not in ("q", "r")]
        rows = [(kind.id, self._on_cell(cls, kind, printed)) for kind in cls.kinds.values()]
        if any(text for _, text in rows):
            yield Heading(3, self.say.title(cls.id))
            if help := self.say.help(cls.id):
                yield Paragraph(help)
            yield Table((self.say("name"), ""), tuple(row for row in rows if row[1]))

    def _grid(self, cls: SpaceDecl) -> Iterator[Block]:
        """What is printed in the cells of a grid, as it lies on the table."""
        kinds = list(cls.kinds.values())
        own = [a for a in cls.attributes if a not in ("row", "column")]
        printed = [self._on_cell(cls, kind, own) for kind in kinds]
        if not cls.columns or not any(printed):
            return
        yield Heading(3, self.say.title(cls.id))
        if help := self.say.help(cls.id):
            yield Paragraph(help)
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
        return f"{name} {value}" if isinstance(value, int) else _cell(value, self.say)

    def _kind(self, kind: KindDecl) -> str:
        """The name of a kind, marked where its facts are not certain."""
        doubt = kind.provenance is not None and any(word in kind.provenance.lower() for word in DOUBTFUL)
        self.doubtful = self.doubtful or doubt
        return self.say.title(kind.id) + (f" {MARK}" if doubt else "")

    def _does(self, kind: KindDecl) -> list[Line]:
        """What one kind does: the words its texts have for it, else its rules in sentences."""
        if help := self.say.help(kind.id):
            return [Line(1, help)]
        out = [Line(x.depth + 1, x.text) for x in Teller(self.say).text(kind.do)]
        for rule in kind.abilities.values():
            out += [Line(x.depth + 1, x.text) for x in Teller(self.say).text(rule.text)]
        actions: tuple[ActionDecl | FreeDecl, ...] = (*kind.actions.values(), *kind.free.values())
        for action in actions:
            out.append(Line(1, f"{self.say.title(action.id)}:"))
            out += [Line(x.depth + 2, x.text) for x in action_lines(self.say, action)]
        return out

    # ---- the end

    def _scoring(self) -> Iterator[Block]:
        ties = []
        for score in self.model.scoring.values():
            teller = Teller(self.say, {"p": self.say("me")})
            worth = "" if score.worth is None else teller.expr(formula(score.worth))
            lower = f" ({self.say('lower')})" if score.lower_wins else ""
            line = self.say("points_for", n=self.say.title(score.id), x=worth) + lower
            if score.only_if is not None:
                line = self.say("only_if", w=line, c=teller.expr(formula(score.only_if)))
            if score.is_tie_break:
                ties.append(line)
            else:
                yield Line(0, line)
        yield Paragraph(self.say("highest_wins") + (" " + self.say("ties") if ties else ""))
        yield from (Line(0, line) for line in ties)
        yield Paragraph(self.say("rest_is_shared"))

    def _ending(self) -> Iterator[Block]:
        """The loops of the phase `game`, what sets the variables that they end by, and the named endings."""
        game = self.model.procedures.get("game")
        waited: set[str] = set()
        if game is not None and game.do is not None:
            yield from Teller(self.say).text(game.do)
            waited = set(_ended_by(tree(game.do))) & {*self.model.game_state}
        for rule in standing(self.model):
            if rule.decl.text is not None and (sets(tree(rule.decl.text), waited) or ends(tree(rule.decl.text))):
                yield Line(0, f"{self.say.title(rule.of or rule.id)}:")
                yield from (Line(x.depth + 1, x.text) for x in Teller(self.say).text(rule.decl.text))
        for decl in self.model.procedures.values():
            if decl.id != "game" and decl.do is not None and (sets(tree(decl.do), waited) or ends(tree(decl.do))):
                yield Line(0, self.say("ends_in", x=self.say.name(decl.id)))
        for ending in self.model.endings.values():
            name = self.say.name(ending.id)
            if ending.all_lose:
                yield Line(0, self.say("all_lose", e=name))
            elif ending.winners is not None:
                who = Teller(self.say).expr(formula(ending.winners))
                yield Line(0, self.say("winners", e=name, x=who))

    def _options(self) -> Iterator[Block]:
        """The options in a line each: the values, the usual one, and what the choice is, if a text says it."""
        for option in self.model.game.options.values():
            *values, usual = (option_value(self.say, v) for v in (*option.values, option.default))
            help = self.say.help(option.id)
            what = f". {help}" if help else ""
            yield Line(0, f"{self.say.title(option.id)}: {', '.join(values)} ({self.say('default', x=usual)}){what}")

    def _aid(self) -> Iterator[Block]:
        """The phases in order, and the actions in a line each."""
        phases = [self.say.name(d.id) for d in self.model.procedures.values() if d.is_phase and d.id in self.told]
        if len(phases) > 1:
            yield Paragraph(" · ".join(phases))
        actions: tuple[ActionDecl | FreeDecl, ...] = (*self.model.actions.values(), *self.model.free.values())
        for action in actions:
            lines = action_lines(self.say, action)
            short = self.say.help(action.id) or " ".join(_short(lines))
            yield Line(0, f"{self.say.title(action.id)}: {short}")


def _short(lines: list[Line]) -> Iterator[str]:
    """The sentences that always hold, and all that is paid, with the conditions and loops around it; dots where others
    are left out. Where nothing is left, the first condition says at least what it is about."""
    kept = [_is_cost(lines, i) or line.depth == 0 and not line.text.endswith(":") for i, line in enumerate(lines)]
    if not any(kept):
        kept = [i == 0 for i in range(len(lines))]
    for line, is_kept in zip(lines, kept, strict=True):
        if is_kept:
            yield line.text if line.costs in ((), (line.text,)) else f"{line.text.removesuffix('.')} {_bracketed(line)}"
    around = [lines[i] for i, is_kept in enumerate(kept) if is_kept and lines[i].text.endswith(":")]
    if any(not is_kept and (line.depth == 0 or around) for line, is_kept in zip(lines, kept, strict=True)):
        yield "…"


def _is_cost(lines: list[Line], at: int) -> bool:
    """Whether a line says what is paid, or stands in front of lines that do."""
    if lines[at].costs or not lines[at].text.endswith(":"):
        return bool(lines[at].costs)
    inside = takewhile(lambda line: line.depth > lines[at].depth, lines[at + 1 :])
    return any(line.costs for line in inside)


def _bracketed(line: Line) -> str:
    """What is paid in a text that a line names."""
    return f"({'; '.join(cost[:1].lower() + cost[1:].removesuffix('.') for cost in line.costs)})."


def _ended_by(x: object) -> Iterator[str]:
    """The names in what a text waits for: how long its loops run, and the conditions under which it ends something."""
    for n in walk(x):
        match n:
            case nodes.Repeat():
                yield from names_in((n.number, n.until))
            case nodes.If() if any(isinstance(inner, nodes.End) for inner in walk((n.then, n.otherwise))):
                yield from names_in(n.condition)


def sets(x: object, names: set[str]) -> bool:
    """Whether a text gives one of the variables a value."""
    return any(
        isinstance(n, nodes.Assign) and isinstance(n.target, nodes.Name) and n.target.name in names for n in walk(x)
    )


def ends(x: object) -> bool:
    """Whether a text ends the game."""
    return any(isinstance(n, nodes.End) and n.how == "game" for n in walk(x))


def _range(counts: tuple[int, ...]) -> str:
    whole = len(counts) > 1 and counts == tuple(range(counts[0], counts[-1] + 1))
    return f"{counts[0]}–{counts[-1]}" if whole else ", ".join(map(str, counts))


def _total(cls: PieceDecl, counts: tuple[int, ...]) -> str:
    """All copies of a class together, by number of players where it depends on that."""
    totals = {n: sum(_copies(kind.copies, n) for kind in cls.kinds.values()) for n in counts}
    same = len(set(totals.values())) == 1
    return str(totals[counts[0]]) if same else number(ByPlayers(totals))


def _copies(copies: Number, players: int) -> int:
    found = copies.values.get(players, 0) if isinstance(copies, ByPlayers) else copies
    return found if isinstance(found, int) else 0


def _runs(values: Mapping[int | str, object], say: Naming) -> Iterator[tuple[str, str]]:
    """The entries of a table in words; numbers in a row that have the same entry as one: `4–6`."""
    keys = list(values)
    at = 0
    while at < len(keys):
        first, end = keys[at], at + 1
        while isinstance(first, int) and end < len(keys) and keys[end] == first + end - at:
            if values[keys[end]] != values[first]:
                break
            end += 1
        shown = _cell(first, say) if end == at + 1 else f"{first}–{keys[end - 1]}"
        yield shown, _cell(values[first], say)
        at = end


def _cell(value: object, say: Naming) -> str:
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
        return ", ".join(f"({_cell(v, say)})" if isinstance(v, list | tuple) else _cell(v, say) for v in value)
    return number(value)
