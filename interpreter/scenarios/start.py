"""Where a scenario begins: the state of `given`, run to its first decision inside a phase, a procedure or the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.game import State
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, plain
from interpreter.program import OVER
from interpreter.program.types import OPTIONAL, PLAYER
from interpreter.records import mutable, record
from interpreter.runtime.rng import Rng
from interpreter.scenarios.bench import Bench
from interpreter.scenarios.declared import Declared
from interpreter.scenarios.facts import Fact
from interpreter.scenarios.given import absent, set_up, set_uses, settle_state_rules
from interpreter.scenarios.reading import Reader, wrong_shape
from interpreter.scenarios.steps import Forced, answer_chance, forced_moves, is_chance

START_KEYS = ("phase", "procedure", "actor", "setup", "used", "derived", "without", "changes", "pass", "ending")
"""Keys of `given` that do not speak of the table."""


@record
class Entered:
    """Where a scenario begins: the procedures that run (name, arguments) one after another, who acts (-1: nobody).

    turn: the seat whose turn comes first, and where that is said. passes: with which passes counted loops begin. span:
    where that is said. ending: how the game ends after all that, "" if it need not."""

    calls: list[tuple[str, list[int]]]
    me: int = -1
    turn: tuple[int, Span] | None = None
    passes: tuple[int, ...] = ()
    span: Span | None = None
    ending: str = ""

    @property
    def name(self) -> str:
        """The procedure that runs first; "" where the game only ends."""
        return self.calls[0][0] if self.calls else ""


@mutable
class Entrance:
    """Reads where a scenario begins: the phase or procedure of `given`, what it is given, and who acts."""

    bench: Declared
    diagnostics: Diagnostics

    def read(self, items: Mapping[str, Item]) -> Entered:
        """Where a scenario begins. Mistakes are reported."""
        found = self._entered(items)
        if "pass" in items:
            node = items["pass"].value
            passes = [plain(part) for part in (node.items if isinstance(node, ListNode) else [node])]
            found = replace(found, passes=tuple(n for n in passes if isinstance(n, int)), span=node.span)
        if "ending" in items:
            name, known = str(plain(items["ending"].value)), ("normal", *self.bench.model.endings)
            if name not in known:
                span = items["ending"].value.span
                self.diagnostics.add("E510", span, near=near_names(name, known), name=name, what="ending")
            found = replace(found, ending=name)
            if "phase" not in items and "procedure" not in items:
                found = replace(found, calls=[], turn=None)
        return found

    def _entered(self, items: Mapping[str, Item]) -> Entered:
        actor_item = items.get("actor")
        actor = None if actor_item is None else self._seat(actor_item)
        turn = None if actor is None or actor_item is None else (actor, actor_item.key_span)
        me = -1 if actor is None else actor
        if "procedure" in items:
            name, arguments = self.call(items["procedure"], False, actor)
            self.check_actor(items["procedure"], name, me)
            return Entered([(name, arguments)], me)
        if "phase" in items:
            item = items["phase"]
            nodes = item.value.items if isinstance(item.value, ListNode) else [item.value]
            phases = [replace(item, value=node) for node in nodes]  # a list is played through in its order
            calls = [self.call(phase, True, actor) for phase in phases]
            for phase, (name, _) in zip(phases, calls, strict=True):
                self.check_actor(phase, name, me)
            name = calls[0][0]
            is_given = self.bench.entries[name].uses_actor or self._actor_is_parameter(phases[0], name)
            return Entered(calls, me, None if is_given else turn)
        return Entered([("game", [])], turn=turn)

    def check_actor(self, item: Item, name: str, me: int) -> None:
        """Report a phase or procedure that speaks of the one who acts where nobody does (me: -1)."""
        entry = self.bench.entries[name]
        if me < 0 and (entry.needs_actor or entry.is_phase and entry.uses_actor):
            self.diagnostics.add("E524", item.value.span, name=name)

    def _actor_is_parameter(self, item: Item, name: str) -> bool:
        """Whether the actor stands for a parameter of the phase, which then begins with him by its own rules."""
        inner = next(iter(item.value), None) if isinstance(item.value, MapNode) else None
        named = inner.value.items if inner is not None and isinstance(inner.value, MapNode) else {}
        kinds = self.bench.entries[name].parameters
        return any(kind.name == "player" and key not in named for key, kind in kinds)

    def _seat(self, item: Item) -> int | None:
        name = item.value.value if isinstance(item.value, Leaf) else None
        if name in self.bench.seats:
            return self.bench.seats.index(str(name))
        known = self.bench.seats
        self.diagnostics.add("E510", item.value.span, near=near_names(str(name), known), name=name, what="seat")
        return None

    def call(self, item: Item, phase: bool, actor: int | None) -> tuple[str, list[int]]:
        """`name`, or `{name: {parameter: value}}`. A parameter of type player that is not named is the actor."""
        if isinstance(item.value, MapNode) and len(item.value.items) != 1:
            wrong_shape(item.value, item.key, "one name, or a map of one name and what it is given", self.diagnostics)
            return "game", []
        inner = next(iter(item.value), None) if isinstance(item.value, MapNode) else None
        name = inner.key if inner is not None else str(plain(item.value))
        callers = self.bench.entries
        if name not in callers or callers[name].is_phase != phase:
            known = [n for n, c in callers.items() if c.is_phase == phase]
            what = "phase" if phase else "procedure"
            span = item.value.span if inner is None else inner.key_span
            self.diagnostics.add("E510", span, near=near_names(name, known), name=name, what=what)
            return "game", []
        given = inner.value if inner is not None else None
        return name, self._arguments(name, given if isinstance(given, MapNode) else None, item.key_span, actor)

    def _arguments(self, name: str, given: MapNode | None, span: Span, actor: int | None) -> list[int]:
        parameters = dict(self.bench.entries[name].parameters)
        reader = Reader(self.bench, self.diagnostics, True)
        values = {}
        unknown = [item for item in given or () if item.key not in parameters]
        for item in given or ():
            if item.key in parameters:
                values[item.key] = reader.value(parameters[item.key], item.value, f"{name}.{item.key}")
            else:
                near = near_names(item.key, parameters)
                self.diagnostics.add("E510", item.key_span, near=near, name=item.key, what=f"parameter of `{name}`")
        for key, kind in parameters.items():
            if key not in values and kind.name == "player" and actor is not None:
                values[key] = actor
            elif key not in values and not unknown:  # a misspelt one is missing for that reason
                self.diagnostics.add("E516", span, name=name, parameter=key)
        return [values[key] for key in parameters if key in values]


@mutable
class Start:
    """Makes the state in which a scenario begins, and runs it to the first decision."""

    bench: Bench
    node: MapNode
    diagnostics: Diagnostics
    given: list[Any] | None = None
    """the table as it is given, before anything runs; None until it is laid"""
    facts: list[Fact] = field(default_factory=list)
    """what `given` says of the table"""
    forced: list[Forced] = field(default_factory=list)
    """the moves on the way to the first decision that were the only option"""

    def state(self) -> State | None:
        """None after a report."""
        bench, given = self.bench, self.node.get("given")
        items = given.items if isinstance(given, MapNode) else {}
        seed = self.node.get("seed")
        number = seed.value if isinstance(seed, Leaf) and isinstance(seed.value, int) else 0
        entered = Entrance(bench, self.diagnostics).read(items)
        name, actor = entered.name, entered.turn
        if self.diagnostics.has_errors:
            return None
        slots = bench.before_setup() if name == "setup" or "setup" in items else bench.after_setup(number)
        self.facts = facts = Reader(bench, self.diagnostics, True).table(
            i for k, i in items.items() if k not in START_KEYS
        )
        without = absent(bench, items["without"], self.diagnostics) if "without" in items else ()
        if self.diagnostics.has_errors:
            return None
        set_up(bench, slots, facts, self.diagnostics, without)
        if "setup" in items and name not in ("", "setup"):
            self._check_unset(items["setup"], name, slots, actor is not None)
        if "used" in items:
            set_uses(bench, slots, items["used"], self.diagnostics)
        if self.diagnostics.has_errors:
            return None
        if "derived" in items:
            self._derive(items["derived"], slots, entered.me if actor is None else actor[0])
            if self.diagnostics.has_errors:
                return None
        settle_state_rules(bench, slots)
        self.given = slots[:]
        slots[0] = bench.frame(entered.calls, entered.me, entered.ending)
        return self._begin_at(slots, Rng(number), entered)

    def _check_unset(self, item: Item, name: str, slots: list[Any], has_turn: bool) -> None:
        """Report variables that are none only because the setup is skipped, and that what is entered may read: a
        ruleset trusts that its setup has given them something, so nothing asks whether they are there.

        has_turn: the actor has the turn, so that a player from whom turns begin need not be given."""
        bench, layout = self.bench, self.bench.layout
        reads, written = bench.read_in(name), bench.set_by_setup()
        slots_of = {f"var:{v.id}": (v, [layout.vars[v.id]]) for v in bench.model.game_state.values()}
        for v in bench.model.player_state.values():
            base, stride = layout.player_vars[v.id]
            slots_of[f"pvar:{v.id}"] = v, [base + stride * p for p in range(layout.players)]
        for family, (v, held) in slots_of.items():
            kind = bench.type_of(v.type, v.span)
            is_asked = kind.name in OPTIONAL and not (has_turn and kind == PLAYER and family.startswith("var:"))
            if is_asked and family in reads and family in written and any(slots[slot] == -1 for slot in held):
                related = [(reads[family], f"`{v.id}` is read here")]
                how = "which it would have set"
                if v.start is not None:
                    how = "whose `start` is worked out with it"
                    related.append((v.start.span, f"`{v.id}` begins with this"))
                self.diagnostics.add("E526", item.key_span, related=related, name=v.id, entered=name, how=how)

    def _derive(self, item: Item, slots: list[Any], me: int) -> None:
        """Run a procedure that derives the rest of the position from the given table. me: who acts, or -1."""
        entrance = Entrance(self.bench, self.diagnostics)
        name, arguments = entrance.call(item, False, None)
        entrance.check_actor(item, name, me)
        if self.diagnostics.has_errors:
            return
        slots[0] = self.bench.frame([(name, arguments)], me)
        if self.bench.machine.run(slots) != OVER:
            self.diagnostics.add("E525", item.value.span, name=name)

    def _run(self, slots: list[Any], rng: Rng) -> State:
        """Run to the first decision."""
        pending, happened = self.bench.machine.forced(slots, None)
        self.forced += forced_moves(map(self.bench.game.event, happened))
        state = self.bench.game.at(slots, pending)
        state.rng, state.ask_chance = rng, True
        return state

    def _begin_at(self, slots: list[Any], rng: Rng, entered: Entered) -> State:
        """Run to the first decision, with the first turn given to the seat that has it, where one has, and with the
        passes with which counted loops begin. There have to be such loops, but no turn where the text itself speaks of
        who acts."""
        seat, span = entered.turn or (None, None)
        with self.bench.entered_at(slots, seat, entered.passes) as how:
            state = self._run(slots, rng)
            while how() != (True, len(entered.passes)) and is_chance(state):
                self.forced += answer_chance(state)
            has_turn, passes = how()
        if seat is not None and not has_turn and not self.bench.entries[entered.name].needs_actor:
            self.diagnostics.add("E517", span, name=self.bench.seats[seat])
        if passes < len(entered.passes):
            self.diagnostics.add("E527", entered.span, number=entered.passes[passes])
        return state
