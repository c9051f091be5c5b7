"""Runs scenarios: sets up `given`, carries out `do`, compares `expect`. See docs/scenarios.md for the format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.diagnostics import Diagnostic, Diagnostics, Span, near_names
from interpreter.game import State
from interpreter.loading.building import load_scenarios
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, plain
from interpreter.loading.source import Folder
from interpreter.runtime.machine import GameFault
from interpreter.runtime.rng import Rng
from interpreter.scenarios.bench import Bench, Benches
from interpreter.scenarios.expect import Comparison, Failure, check_key, texts, wrong_shape
from interpreter.scenarios.facts import Reader
from interpreter.scenarios.given import set_up, set_uses, settle_state_rules

START_KEYS = ("phase", "procedure", "actor", "setup", "used")
"""Keys of `given` that do not speak of the table."""


@dataclass(frozen=True)
class ScenarioResult:
    """How one scenario went. path: its file. rules: the rules it names. modules: those in play.

    failures: what differed (empty where it holds). diagnostics: what is wrong with the scenario or its ruleset itself.
    offered: the options at the moment of the failure.
    """

    id: str
    path: str
    span: Span | None
    rules: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    offered: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.failures and not self.diagnostics

    def report(self) -> str:
        """What went wrong, in lines; empty where it holds."""
        lines = [f"{d.span or self.path}: {d.code} {d.message}{_meant(d)}" for d in self.diagnostics]
        for f in self.failures:
            lines += [f"{f.span}: {f.what}", f"    expected: {f.wanted}", f"    found:    {f.found}"]
        if self.failures and self.offered:
            lines.append(f"    offered then: {', '.join(self.offered)}")
        return "\n".join([f"{self.id}", *lines]) if lines else ""


def _meant(d: Diagnostic) -> str:
    return f" (did you mean {', '.join(f'`{name}`' for name in d.near)}?)" if d.near else ""


def scenario_files(folder: Path) -> list[Path]:
    """All scenario files of a ruleset's folder, those of its modules included, sorted."""
    found = [*folder.glob("scenarios/**/*"), *folder.glob("modules/*/scenarios/**/*")]
    return sorted(path for path in found if path.suffix in (".yaml", ".yml") and path.is_file())


def run_file(path: str | Path, *, benches: Benches | None = None) -> list[ScenarioResult]:
    """Run every scenario of one file, which lies in `scenarios/` of a ruleset's folder or of one of its modules.

    A module's scenarios are played with that module. benches: keeps compiled rulesets between files of one ruleset.
    Nothing is raised for mistakes in scenarios or rulesets: they are diagnostics of the results.
    """
    path = Path(path)
    game, modules = _home(path)
    return _run(path, benches or Benches(game), modules)


def run_ruleset(folder: str | Path) -> list[ScenarioResult]:
    """Run every scenario of a ruleset and of its modules."""
    folder = Path(folder)
    benches = Benches(folder)
    return [result for path in scenario_files(folder) for result in run_file(path, benches=benches)]


def run_folder(folder: Folder) -> list[ScenarioResult]:
    """Run the scenarios of a ruleset that is held in memory."""
    return _run(folder, Benches(folder), ())


def _home(path: Path) -> tuple[Path, tuple[str, ...]]:
    """The ruleset's folder of a scenario file, and the module that it belongs to."""
    above = path.resolve().parents
    scenarios = next((p for p in above if p.name == "scenarios"), path.resolve().parent)
    owner = scenarios.parent
    if owner.parent.name == "modules":
        return owner.parent.parent, (owner.name,)
    return owner, ()


def _run(path: Path | Folder, benches: Benches, modules: tuple[str, ...]) -> list[ScenarioResult]:
    diagnostics = Diagnostics()
    nodes = load_scenarios(path, diagnostics)
    name = str(path.path if isinstance(path, Folder) else path)
    results = []
    if diagnostics.errors:
        results.append(ScenarioResult("", name, None, diagnostics=tuple(diagnostics.errors)))
    for node in nodes:
        results.append(_Run(node, benches, modules).result())
        for other in _strings(node.get("holds_with")):
            results.append(_Run(node, benches, (*modules, other), f" with {other}").result())
    return results


def _strings(node: object) -> tuple[str, ...]:
    if isinstance(node, ListNode):
        return tuple(str(item.value) for item in node.items if isinstance(item, Leaf))
    return (str(node.value),) if isinstance(node, Leaf) else ()


@dataclass
class _Run:
    """One scenario on its way."""

    node: MapNode
    benches: Benches
    modules: tuple[str, ...]
    suffix: str = ""
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    failures: list[Failure] = field(default_factory=list)
    offered: tuple[str, ...] = ()

    def result(self) -> ScenarioResult:
        names = tuple(dict.fromkeys((*self.modules, *_strings(self.node.get("with")))))
        bench = self._bench(names)
        if bench is not None:
            self._play(bench)
        span = self.node.span
        return ScenarioResult(
            f"{plain(self.node.items['id'].value)}{self.suffix}", span.path, span, _strings(self.node.get("rules")), names,
            tuple(self.failures), tuple(self.diagnostics.errors), self.offered,
        )  # fmt: skip

    def _bench(self, modules: Sequence[str]) -> Bench | None:
        players = self.node.get("players")
        seats: tuple[str, ...] = ()
        count: int | None = None
        if isinstance(players, ListNode):
            seats = _strings(players)
            count = len(seats)
        elif isinstance(players, Leaf) and isinstance(players.value, int):
            count = players.value
        options = self.node.get("options")
        chosen = {} if options is None else plain(options)
        assert isinstance(chosen, dict)  # the schema lets nothing else through
        bench = self.benches.get(count, modules, chosen, self.diagnostics)
        if bench is not None:
            bench.seated(seats or tuple(bench.model.game.seats or "abcdefgh")[: bench.layout.players])
            self._check_seats(bench)
        return None if self.diagnostics.has_errors else bench

    def _check_seats(self, bench: Bench) -> None:
        players = self.node.get("players")
        taken = {*bench.layout.vars, *bench.layout.zone_places, *START_KEYS, "players", "supply", "pieces", "game", "places"}
        for seat in bench.seats:
            if seat in taken:
                self.diagnostics.add("E520", players.span if players else self.node.span, name=seat)

    # ---- playing

    def _play(self, bench: Bench) -> None:
        steps, expect = self.node.get("do"), self.node.get("expect")
        if not (isinstance(steps, ListNode) and steps.items) and not (isinstance(expect, MapNode) and expect.items):
            self.diagnostics.add("E518", self.node.items["id"].value.span)
            return
        try:
            state = _Start(bench, self.node, self.diagnostics).state()
            if state is None or self.diagnostics.has_errors:
                return
            player = _Player(bench, state, self.diagnostics)
            for step in steps.items if isinstance(steps, ListNode) else ():
                player.step(step)
                if player.failures or self.diagnostics.has_errors:
                    break
            else:
                if isinstance(expect, MapNode):
                    player.expect(expect)
            self.failures += player.failures
            if player.failures:
                self.offered = () if state.player is None else state.decision.keys
        except GameFault as fault:
            self.failures.append(Failure("the game", "to go on", str(fault), self.node.span))


@dataclass
class _Start:
    """Makes the state in which a scenario begins, and runs it to the first decision."""

    bench: Bench
    node: MapNode
    diagnostics: Diagnostics

    def state(self) -> State | None:
        """None after a report."""
        bench, given = self.bench, self.node.get("given")
        items = given.items if isinstance(given, MapNode) else {}
        seed = self.node.get("seed")
        number = seed.value if isinstance(seed, Leaf) and isinstance(seed.value, int) else 0
        name, me, arguments, actor = self._entrance(items)
        if self.diagnostics.has_errors:
            return None
        slots = bench.before_setup() if name == "setup" or "setup" in items else bench.after_setup(number)
        facts = Reader(bench, self.diagnostics, True).table(i for k, i in items.items() if k not in START_KEYS)
        if self.diagnostics.has_errors:
            return None
        set_up(bench, slots, facts, self.diagnostics)
        used = items.get("used")
        if used is not None and isinstance(used.value, MapNode):
            set_uses(bench, slots, used.value, self.diagnostics)
        if self.diagnostics.has_errors:
            return None
        settle_state_rules(bench, slots)
        slots[0] = bench.frame(name, me, arguments)
        if actor is not None:
            return self._begin_at(slots, Rng(number), *actor)
        return self._at(slots, Rng(number), bench.machine.run(slots))

    def _at(self, slots: list[Any], rng: Rng, pending: Any) -> State:
        state = self.bench.game.position(slots, pending)
        state.rng, state.ask_chance = rng, True
        return state

    def _begin_at(self, slots: list[Any], rng: Rng, seat: int, span: Span) -> State:
        """Run to the first decision with the first turn given to a seat."""
        with self.bench.turn_of(slots, seat) as entered:
            state = self._at(slots, rng, self.bench.machine.run(slots))
            while not entered() and is_chance(state):
                answer_chance(state)
            if not entered():
                self.diagnostics.add("E517", span, name=self.bench.seats[seat])
        return state

    # ---- where to begin

    def _entrance(self, items: dict[str, Item]) -> tuple[str, int, list[int], tuple[int, Span] | None]:
        """(procedure to call, who acts, its arguments, seat whose turn comes first)"""
        actor_item = items.get("actor")
        actor = None if actor_item is None else self._seat(actor_item)
        turn = None if actor is None or actor_item is None else (actor, actor_item.key_span)
        me = -1 if actor is None else actor
        if "procedure" in items:
            name, arguments = self._call(items["procedure"], False, actor)
            return name, me, arguments, None
        if "phase" in items:
            name, arguments = self._call(items["phase"], True, actor)
            return name, me, arguments, None if self._actor_is_parameter(items["phase"], name) else turn
        return "game", -1, [], turn

    def _actor_is_parameter(self, item: Item, name: str) -> bool:
        """Whether the actor stands for a parameter of the phase, which then begins with him by its own rules."""
        inner = next(iter(item.value), None) if isinstance(item.value, MapNode) else None
        named = inner.value.items if inner is not None and isinstance(inner.value, MapNode) else {}
        kinds = self.bench.callers.entries[name].parameters
        return any(kind.name == "player" and key not in named for key, kind in kinds)

    def _seat(self, item: Item) -> int | None:
        name = item.value.value if isinstance(item.value, Leaf) else None
        if name in self.bench.seats:
            return self.bench.seats.index(str(name))
        known = self.bench.seats
        self.diagnostics.add("E510", item.value.span, near=near_names(str(name), known), name=name, what="seat")
        return None

    def _call(self, item: Item, phase: bool, actor: int | None) -> tuple[str, list[int]]:
        """`name`, or `{name: {parameter: value}}`. A parameter of type player that is not named is the actor."""
        inner = next(iter(item.value), None) if isinstance(item.value, MapNode) else None
        name = inner.key if inner is not None else str(plain(item.value))
        callers = self.bench.callers.entries
        if name not in callers or callers[name].is_phase != phase:
            known = [n for n, c in callers.items() if c.is_phase == phase]
            what = "phase" if phase else "procedure"
            self.diagnostics.add("E510", item.value.span, near=near_names(name, known), name=name, what=what)
            return "game", []
        given = inner.value if inner is not None else None
        return name, self._arguments(name, given if isinstance(given, MapNode) else None, item.key_span, actor)

    def _arguments(self, name: str, given: MapNode | None, span: Span, actor: int | None) -> list[int]:
        parameters = dict(self.bench.callers.entries[name].parameters)
        reader = Reader(self.bench, self.diagnostics, True)
        values = {}
        for item in given or ():
            if item.key in parameters:
                values[item.key] = reader.value(parameters[item.key], item.value, f"{name}.{item.key}")
            else:
                near = near_names(item.key, parameters)
                self.diagnostics.add("E510", item.key_span, near=near, name=item.key, what=f"parameter of `{name}`")
        for key, kind in parameters.items():
            if key not in values and kind.name == "player" and actor is not None:
                values[key] = actor
            elif key not in values:
                self.diagnostics.add("E516", span, name=name, parameter=key)
        return [values[key] for key in parameters if key in values]


def is_chance(state: State) -> bool:
    """Whether chance decides now."""
    return not state.is_over and state.player is None


def answer_chance(state: State) -> None:
    """Answer one decision of chance from the scenario's seed."""
    decision = state.decision
    pairs = list(zip(range(len(decision.choices)), decision.weights, strict=True))
    state.apply_choice(decision.choices[state.rng.pick(pairs)])


@dataclass
class _Player:
    """Carries out the steps of `do`."""

    bench: Bench
    state: State
    diagnostics: Diagnostics
    failures: list[Failure] = field(default_factory=list)

    def step(self, node: object) -> None:
        """One step: {seat: key or keys}, {chance: key or keys}, {refused: {seat: key}} or {expect: {…}}."""
        if not isinstance(node, MapNode):
            if isinstance(node, (Leaf, ListNode)):
                wrong_shape(node, "do", "a map of one step", self.diagnostics)
            return
        for item in node:
            if self.failures or self.diagnostics.has_errors:
                return
            self._item(item)

    def _item(self, item: Item) -> None:
        if item.key == "chance":
            self._chance(item)
        elif item.key == "expect" and isinstance(item.value, MapNode):
            self.expect(item.value)
        elif item.key == "refused" and isinstance(item.value, MapNode):
            self._let_chance_pass()
            for inner in item.value:
                self._refused(inner)
        elif item.key in self.bench.seats:
            for key, span in texts(item.value, item.key, self.diagnostics):
                if not self.failures:
                    self._move(self.bench.seats.index(item.key), key, span)
        else:
            known = [*self.bench.seats, "chance", "expect", "refused"]
            near = near_names(item.key, known)
            self.diagnostics.add("E510", item.key_span, near=near, name=item.key, what="seat or step")

    def expect(self, node: MapNode) -> None:
        self._let_chance_pass()
        comparison = Comparison(self.bench, self.state, self.diagnostics)
        comparison.run(node)
        self.failures += comparison.failures

    def _let_chance_pass(self) -> None:
        while is_chance(self.state):
            answer_chance(self.state)

    def _chance(self, item: Item) -> None:
        for key, span in texts(item.value, "chance", self.diagnostics):
            if not is_chance(self.state):
                self._fail(f"chance: {key}", "a decision of chance", self._now(), span)
                return
            self._apply("chance", key, span)

    def _move(self, seat: int, key: str, span: Span) -> None:
        self._let_chance_pass()
        name = self.bench.seats[seat]
        if self.state.player != seat:
            self._fail(f"{name}: {key}", f"a decision of {name}", self._now(), span)
        else:
            self._apply(name, key, span)

    def _apply(self, who: str, key: str, span: Span) -> None:
        keys = self.state.decision.keys
        if key in keys:
            self.state.apply(key)
        else:
            near = near_names(key, keys)
            meant = f" (did you mean {', '.join(f'`{k}`' for k in near)}?)" if near else ""
            self._fail(f"{who}: {key}", "to be offered", f"not offered{meant}", span)

    def _refused(self, item: Item) -> None:
        if item.key not in self.bench.seats:
            near = near_names(item.key, self.bench.seats)
            self.diagnostics.add("E510", item.key_span, near=near, name=item.key, what="seat")
            return
        seat = self.bench.seats.index(item.key)
        for key, span in texts(item.value, "refused", self.diagnostics):
            if check_key(self.bench, key, span, self.diagnostics) and self._offers(seat, key):
                self._fail(f"refused: {item.key}: {key}", "to be refused", "offered", span)

    def _offers(self, seat: int, key: str) -> bool:
        return self.state.player == seat and key in self.state.decision.keys

    def _now(self) -> str:
        """Whose decision it is, in words."""
        if self.state.is_over:
            return "the game is over" if self.state.slots[1] else "the phase is over"
        if is_chance(self.state):
            return f"chance decides ({', '.join(self.state.decision.keys)})"
        decision = self.state.decision
        return f"{self.bench.seats[self.state.player or 0]} decides `{decision.prompt}`"

    def _fail(self, what: str, wanted: str, found: str, span: Span) -> None:
        self.failures.append(Failure(what, wanted, found, span))


def passed(results: Iterable[ScenarioResult]) -> bool:
    return all(result.passed for result in results)
