"""A rulebook made from a ruleset, from its overview to a player aid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from interpreter.explaining.blocks import Block, Heading, Paragraph, Step, Table, contents, index
from interpreter.explaining.catalogue import Catalogue, cell, headed, runs, total
from interpreter.explaining.examples import Scenario, example
from interpreter.explaining.naming import Naming
from interpreter.explaining.narrator import Narrator
from interpreter.explaining.sentences import Line, formula, number, option_value, stock, tree
from interpreter.explaining.understood import (
    Explainer,
    action_lines,
    event_of,
    names_in,
    standing,
    track_lines,
    windows,
)
from interpreter.language.core.checked import Checked
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import (
    BOOK_PARTS,
    ActionDecl,
    BoardDecl,
    EffectText,
    FreeDecl,
    PieceDecl,
    ScoreDecl,
    SpaceDecl,
    TableDecl,
    ZoneDecl,
)

MOST_COUNTED = 5
"""So many lines of the score sheet are named with the goal."""


class Rulebook(Catalogue):
    """The rulebook of one checked ruleset in the language of some naming. scenarios: those of the ruleset as plain
    values, from which the examples are taken."""

    def __init__(self, checked: Checked, say: Naming, scenarios: Sequence[Scenario] = ()) -> None:
        super().__init__(checked.model, say.language)
        self.scenarios = scenarios
        self.explainer = Explainer(checked, self.say, Narrator)
        self.told: set[str] = set()

    def blocks(self) -> list[Block]:
        """The whole book, from top to bottom."""
        say = self.say
        made = {
            "overview": self._overview(), "goal": self._goal(), "contents": self._components(), "setup": self._setup(),
            "flow": self._flow(), "actions": self._actions(), "free_actions": self._free(),
            "standing": self.rules_told(self.model.rules), "steps_shared": self._others(), "pieces": self.pieces_told(),
            "terms": self._terms(), "end": self._ending(), "scoring": self._scoring(), "options": self._options(),
            "aid": self._aid(),
        }  # fmt: skip
        parts: dict[str, list[Block]] = {}
        for title in BOOK_PARTS:
            found = [*self.prose(title), *made[title]]
            if found:
                parts[title] = [Heading(2, say(title)), *found]
        parts["scoring"] += [Paragraph(say("reconstructed"))] if self.doubtful else []
        body = [block for part in parts.values() for block in part]
        aid = parts.pop("aid", [])
        listed = [*body[: len(body) - len(aid)], Heading(2, say("index")), *index(body, self._indexed()), *aid]
        return [
            Heading(1, say.title(str(self.model.game.id))), Heading(2, say("toc")), *contents(listed), *listed,
        ]  # fmt: skip

    def _indexed(self) -> Iterator[str]:
        model, hidden = self.model, self.plot.machinery
        ids: list[Iterable[str]] = [
            model.resources, model.pieces, model.zones, model.boards, model.tracks, model.procedures, model.actions,
            model.free, *(c.kinds for c in model.pieces.values() if not c.is_effect and c.id not in hidden),
        ]  # fmt: skip
        named = (id for group in ids for id in group if id not in hidden)
        return (self.say.title(id) for id in named if self.say.language == "en" or self.say.named(id))

    # ---- overview

    def _overview(self) -> Iterator[Block]:
        say, model = self.say, self.model
        yield Paragraph(" ".join([say("players_line", n=_range(model.game.players)), *self._length()]))
        if model.modules:
            yield Paragraph(say("modules_chosen", x=", ".join(say.name(m.id) for m in model.modules)))
        if model.game.options:
            yield Paragraph(say("options_chosen", x=", ".join(map(say.name, model.game.options))))

    def _length(self) -> Iterator[str]:
        """How long the game goes on, where the loop of the phase `game` says it."""
        for loop in self._loops():
            if isinstance(loop.until, nodes.Expr):
                yield self.say("length_until", x=Narrator(self.say).expr(loop.until))
            elif loop.how == "times" and isinstance(loop.number, nodes.Number | nodes.Name):
                yield self.say("length_times", n=Narrator(self.say).expr(loop.number))

    def _loops(self) -> list[nodes.Repeat]:
        game = self.model.procedures.get("game")
        found = () if game is None or game.do is None else tree(game.do)
        return [s for s in (found if isinstance(found, tuple) else ()) if isinstance(s, nodes.Repeat)]

    def _goal(self) -> Iterator[Block]:
        counted = list(dict.fromkeys(self.say.name(s.id) for s in self.model.scoring.values() if not s.is_tie_break))
        if counted:
            more = len(counted) - MOST_COUNTED
            shown = (
                ", ".join(counted) if more < 2 else self.say("and_more", x=", ".join(counted[:MOST_COUNTED]), n=more)
            )
            yield Paragraph(self.say("goal_line", x=self.say("highest_wins"), y=shown))

    # ---- components

    def _components(self) -> Iterator[Block]:
        say, model = self.say, self.model
        rows = []
        for resource in model.resources.values():
            groups = ", ".join(map(say.name, resource.groups))
            rows.append((say.title(resource.id), groups, stock(say, resource.supply)))
        for cls in model.pieces.values():
            if not cls.is_effect and cls.id not in self.plot.machinery:
                rows += [(name, "", total) for name, total in self._counted(cls)]
        yield Table((say("thing"), say("group"), say("number")), tuple(rows))
        teller = Narrator(say)
        for group in dict.fromkeys(g for r in model.resources.values() for g in r.groups):
            members = [say.name(r.id) for r in model.resources.values() if group in r.groups]
            yield Line(0, say("picks_group", g=say.title(group), x=", ".join(members)))
        for resource in model.resources.values():
            if resource.pays_for is not None:
                yield Line(0, teller.stand_in(resource))
            if resource.below_zero:
                yield Line(0, say("below_zero", x=say.title(resource.id)))
            if limits := teller.shortfalls(resource):
                yield Line(0, " ".join(limits))
        yield from self._tracks()
        yield from self._places()

    def _counted(self, cls: PieceDecl) -> Iterator[tuple[str, str]]:
        """How many pieces of a class there are: those of each player, and kinds that nobody owns by themselves."""
        counts, shared = self.model.game.players, [k for k in cls.kinds.values() if cls.per_player and k.shared]
        own = [k for k in cls.kinds.values() if k not in shared]
        each = f" ({self.say('each_player')})" if cls.per_player else ""
        yield self.say.title(cls.id), total(own, counts) + each
        for kind in shared:
            yield self.say.title(kind.id), total([kind], counts)

    def _tracks(self) -> Iterator[Block]:
        """The tracks, and what stands printed on their steps."""
        say, tracks = self.say, self.model.tracks
        if not tracks:
            return
        yield Heading(3, say("tracks"))
        for track in tracks.values():
            yield from track_lines(say, track, Narrator)
            if help := say.help(track.id):
                yield Line(1, help)
        yield Line(0, say("track_ends"))
        for table, id in self._printed_tables().items():
            yield self._as_row(say.title(id), self.model.tables[table])

    def _printed_tables(self) -> dict[str, str]:
        """Tables of what stands printed on the steps of tracks → the track."""
        rows = self.model.show.get("rows")
        out: dict[str, str] = {}
        for row in rows.values() if isinstance(rows, Mapping) else ():
            printed = row.get("printed") if "tracks" in row else None
            for id, said in (printed or {}).items():
                several = said if isinstance(said, list | tuple) else (said,)
                out |= {table: id for table in several if table in self.model.tables}
        return out

    def _as_row(self, title: str, table: TableDecl) -> Table:
        """A table of the rules as one row, equal entries that follow one another as one."""
        said = list(runs(table.values, self.say))
        return Table((title, *(key for key, _ in said)), (("", *(value for _, value in said)),))

    def _places(self) -> Iterator[Block]:
        """Where things lie, how many there is room for, who sees them. What `show: hide:` keeps off the table is no
        place for players."""
        say, model = self.say, self.model
        hidden = self.plot.hidden
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
        steps = [*self._begins(), *Narrator(self.say).text(setup)]
        at = 0
        for line in steps:
            at += line.depth == 0
            yield Step(at, line.text) if line.depth == 0 else line
        for name in dict.fromkeys(names_in(tree(setup)) if setup is not None else ()):
            yield from self._procedure(name, 4)
        yield from self._start_values()
        tables = [(id, t) for id, t in self.model.tables.items() if t.by_players]
        if tables:
            counts = self.model.game.players
            rows = [
                (self.say.title(id), *(cell(table.values.get(n), self.say) for n in counts)) for id, table in tables
            ]
            yield Heading(3, self.say("by_players"))
            yield Table((self.say("thing"), *map(str, counts)), tuple(rows))

    def _begins(self) -> Iterator[Line]:
        """Where the pieces lie before anything is done."""
        say = self.say
        for cls in self.model.pieces.values():
            if cls.start and not cls.is_effect and cls.id not in self.plot.machinery:
                place = say.name(cls.start) + (f" ({say('each_player')})" if cls.per_player else "")
                yield Line(0, say("begins_in", x=say.title(cls.id), z=place))

    def _start_values(self) -> Iterator[Block]:
        """What players have before the setup gives them something: counters, markers, variables."""
        say, model, out = self.say, self.model, list[Block]()
        counters = [say.name(r.id) for r in model.resources.values() if "player" in r.held_by and not r.per_player]
        if counters:
            out.append(Line(0, say("begin_counters", x=", ".join(counters))))
        marks = [
            say("begin_marker" if t.start else "begin_marker_before", x=say.title(t.id), n=number(t.start))
            for t in model.tracks.values()
        ]
        if marks:
            out.append(Line(0, say("begin_markers", x="; ".join(marks))))
        for id, decl in model.player_state.items():
            if decl.start is not None and decl.resets is None and decl.seen_by == "all" and say.named(id):
                out.append(Line(0, say("begin_state", x=say.title(id), n=Narrator(say).expr(formula(decl.start)))))
        if out:
            yield Heading(3, say("start_values"))
            yield from out

    # ---- flow

    def _flow(self) -> Iterator[Block]:
        if any(flow for flow in map(self.say.flow, self.model.procedures)):
            yield Paragraph(self.say("nothing_to_choose"))
        yield from self._procedure("game", 3)
        for id, decl in self.model.procedures.items():
            if decl.is_phase and id not in self.told:
                yield from self._procedure(id, 3)

    def _procedure(self, id: str, level: int) -> Iterator[Block]:
        """A phase or procedure, and behind it those that it runs and that are not told yet."""
        decl = self.model.procedures.get(id)
        if decl is None or id in self.told or decl.do is None or self.plot.is_inline(id, self.say):
            return
        self.told.add(id)
        teller = Narrator(self.say)
        teller.know(decl.given)
        lines = teller.text(decl.do)
        if not decl.do.span.text.strip() or not lines:
            yield from self._waiting(id, level)
            return
        yield Heading(level, self.say.title(id))
        yield from self.before(id)
        yield from lines
        for name in self._run_by(decl.do):
            is_phase = self.model.procedures[name].is_phase
            yield from self._procedure(name, 3 if is_phase else 4)

    def _run_by(self, text: EffectText) -> list[str]:
        """The procedures that a text runs, by itself or in what is told in it."""
        done = {n.called for n in walk(tree(text)) if isinstance(n, nodes.Do)}
        out: list[str] = []
        for name in dict.fromkeys(names_in(tree(text))):
            decl = self.model.procedures.get(name)
            if decl is not None and name in done and decl.do is not None and self.plot.is_inline(name, self.say):
                out += self._run_by(decl.do)
            elif decl is not None:
                out.append(name)
        return out

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
        yield from self.before(id)
        if isinstance(decl, FreeDecl):
            yield from (Line(0, line) for line in windows(self.say, decl))
        yield from action_lines(self.say, decl, Narrator)
        if refusals := [*self.explainer.refusals(decl), *self._reasons(decl)]:
            yield Line(0, f"{self.say('why_not')}:")
            yield from (Line(1, text) for text in refusals)
        yield from example(self.say, self.scenarios, id)
        if decl.do is not None:
            for name in self._run_by(decl.do):
                yield from self._procedure(name, 4)

    def _reasons(self, decl: ActionDecl | FreeDecl) -> Iterator[str]:
        """The reasons that the texts have for what an action asks."""
        texts = [tree(x) for x in (decl.choose, decl.do) if x is not None]
        words = [n.words for n in walk(tuple(texts)) if isinstance(n, nodes.Require)]
        for name in dict.fromkeys([*names_in(tuple(texts)), *words]):
            if (said := self.say.reason(name)) is not None and "{" not in said:
                yield said

    def _free(self) -> Iterator[Block]:
        for id in self.model.free:
            yield from self._action(id)

    def _terms(self) -> Iterator[Block]:
        """Numbers and conditions that rules name, and tables of the rules."""
        values = [v for v in self.model.values.values() if v.id in self.read and not self.plot.is_handed(v)]
        if values:
            yield Heading(3, self.say("values"))
        for value in values:
            said = Narrator(self.say).value(value)
            yield Line(0, f"{self.say.title(value.id)}: {said}")
        told = self._printed_tables()
        tables = [
            (id, t) for id, t in self.model.tables.items() if not t.by_players and id in self.read and id not in told
        ]
        if tables:
            yield Heading(3, self.say("tables"))
        for id, table in tables:
            yield self._as_row(self.say.title(id), table)

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

    # ---- the end

    def _scoring(self) -> Iterator[Block]:
        ties = []
        for score in self.model.scoring.values():
            line = self._scored(score)
            if score.is_tie_break:
                ties.append(line)
            else:
                yield Line(0, line)
        yield Paragraph(self.say("highest_wins") + (" " + self.say("ties") if ties else ""))
        yield from (Line(0, line) for line in ties)
        yield Paragraph(self.say("rest_is_shared"))

    def _scored(self, score: ScoreDecl) -> str:
        """A line of the score sheet; what counts only under a condition names that last."""
        teller = Narrator(self.say, {"owner" if score.each else "p": self.say("me")})
        worth = None if score.worth is None else formula(score.worth)
        active = self.model.pieces[score.each].active_while if score.each else None
        tests = [formula(text) for text in (active, score.only_if) if text is not None]
        if isinstance(worth, nodes.IfThen) and isinstance(worth.otherwise, nodes.Number) and not worth.otherwise.value:
            tests = [worth.condition, *tests]
            worth = worth.then
        teller.look_at((worth, *tests))
        line = self.say("points_for", n=self.say.title(score.id), x="" if worth is None else teller.expr(worth))
        line += f" ({self.say('lower')})" if score.lower_wins else ""
        for test in tests:
            line = self.say("only_if", w=line.removesuffix("."), c=teller.expr(test))
        return line

    def _ending(self) -> Iterator[Block]:
        """What the loops of the phase `game` wait for, what sets the variables that they end by, the named endings."""
        game = self.model.procedures.get("game")
        waited: set[str] = set()
        if game is not None and game.do is not None:
            yield from (Line(0, text) for text in self._ended(game.do))
            waited = set(_ended_by(tree(game.do))) & {*self.model.game_state}
        for rule in standing(self.model):
            if rule.decl.text is not None and (sets(tree(rule.decl.text), waited) or ends(tree(rule.decl.text))):
                yield from headed(self.say.title(rule.of or rule.id), Narrator(self.say).text(rule.decl.text))
        for decl in self.model.procedures.values():
            if decl.id != "game" and decl.do is not None and (sets(tree(decl.do), waited) or ends(tree(decl.do))):
                yield Line(0, self.say("ends_in", x=self.say.name(decl.id)))
        for ending in self.model.endings.values():
            name = self.say.name(ending.id)
            if ending.all_lose:
                yield Line(0, self.say("all_lose", e=name))
            elif ending.winners is not None:
                who = Narrator(self.say).expr(formula(ending.winners))
                yield Line(0, self.say("winners", e=name, x=who))

    def _ended(self, game: EffectText) -> Iterator[str]:
        """When the text of the whole game comes to its end: its loops, and what ends it sooner."""
        say, teller = self.say, Narrator(self.say)
        teller.look_at(tree(game))
        for loop in self._loops():
            if isinstance(loop.until, nodes.Expr):
                yield say("ends_when", c=teller.expr(loop.until))
            elif loop.how != "while_falls":
                runs = list(dict.fromkeys(n.called for n in walk(loop.body) if isinstance(n, nodes.Do) and n.called))
                names = ", ".join(f"«{say.name(x)}»" for x in runs if x in self.model.procedures)
                yield say("ends_after", n=teller.expr(loop.number), x=names or say.name("game"))
        for n in walk(tree(game)):
            if isinstance(n, nodes.If) and any(isinstance(x, nodes.End) and x.how == "game" for x in n.then):
                yield say("ends_when", c=teller.expr(n.condition))

    def _options(self) -> Iterator[Block]:
        """The options in a line each: the values, the usual one, and what the choice is, if a text says it."""
        for option in self.model.game.options.values():
            *values, usual = (option_value(self.say, v) for v in (*option.values, option.default))
            help = self.say.help(option.id)
            what = f". {help}" if help else ""
            yield Line(0, f"{self.say.title(option.id)}: {', '.join(values)} ({self.say('default', x=usual)}){what}")

    def _aid(self) -> Iterator[Block]:
        """The phases in order, the actions in a line each, how the game ends and what counts: one page."""
        say = self.say
        phases = [d.id for d in self.model.procedures.values() if d.is_phase and d.id in self.told]
        if len(phases) > 1:
            yield Paragraph(" · ".join(map(say.name, phases)))
        for id in phases:
            if text := say.paragraph(id):
                first = re.sub(r"[*_`]", "", " ".join(text.split())).partition(". ")[0].partition(": - ")[0]
                yield Line(0, f"{say.title(id)}: {first.removesuffix('.')}.")
        actions: tuple[ActionDecl | FreeDecl, ...] = (*self.model.actions.values(), *self.model.free.values())
        for action in actions:
            short = say.help(action.id) or " ".join(_short(action_lines(say, action, Narrator)))
            yield Line(0, f"{say.title(action.id)}: {short}")
        game = self.model.procedures.get("game")
        if game is not None and game.do is not None:
            yield from (Line(0, text) for text in self._ended(game.do))
        yield from self._goal()


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
