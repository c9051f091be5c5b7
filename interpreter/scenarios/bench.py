"""One ruleset made ready for scenarios: a program that can be entered anywhere, and its checker for formulas."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import cached_property, partial
from pathlib import Path
from types import CodeType
from typing import Any

from interpreter import compiled
from interpreter.bounds import MOST_DECISIONS
from interpreter.collecting import no_collection
from interpreter.diagnostics import Diagnostics, RulesetError, Span
from interpreter.game import Game
from interpreter.game import State as GameState
from interpreter.language.analysis.costs import Costs
from interpreter.language.codegen import Generator, pycode
from interpreter.language.codegen.addresses import Addresses
from interpreter.language.codegen.callers import CallableGenerator, TryingCallableGenerator
from interpreter.language.core import Const, Put, X, expressions, families, statements
from interpreter.language.core.calls import reachable
from interpreter.language.resolve.expressions import room
from interpreter.loading.documents import MapNode, plain
from interpreter.loading.model import EffectText
from interpreter.loading.source import Folder
from interpreter.program import Caller, Callers, Program
from interpreter.program.types import Type, piece_of
from interpreter.records import mutable
from interpreter.ruleset import Ruleset, Variant
from interpreter.runtime.machine import OVER, PENDING_CHANCE, Machine
from interpreter.runtime.rng import Rng
from interpreter.scenarios.declared import Declared

State = list[Any]

Enter = Callable[[Any], Any]
"""The frame of a loop as it is where a scenario begins in it; None where it cannot be entered so."""


def running_phases(state: GameState) -> list[str]:
    """The phases on the control stack, innermost first."""
    periods, procedures = state.game.program.periods, state.game.model.procedures
    out, frame = [], state.slots[0]
    while frame:
        name = periods.get(frame[0])
        if name is not None and name in procedures and procedures[name].is_phase:
            out.append(name)
        frame = frame[-1]
    return out


def _from_seat(frame: Any, seat: int) -> Any:
    """The frame of a loop over players as it is when a seat's turn begins; None where the seat has none.

    Its locals end with the players still to come, each with the rest, or with the list and the number of those before.
    """
    *before, players, rest, up = frame
    if not isinstance(rest, tuple):
        return (*before, players, players.index(seat), up) if seat in players else None
    while rest and rest[0] != seat:
        rest = rest[1]
    return (*before, players, rest, up) if rest else None


def _from_pass(frame: Any, number: int) -> Any:
    """The frame of a counted loop as it is when the pass of a number (from 1) begins; None where it has fewer."""
    *before, over, at, up = frame
    most = over if isinstance(over, int) else len(over)
    return (*before, over, number - 1, up) if at == 0 and number <= most else None


@mutable
class Benches:
    """Benches of one ruleset folder, made once for each set of modules, player count and options."""

    folder: Path | Folder
    rulesets: dict[tuple[str, ...], Ruleset] = field(default_factory=dict)
    """by the modules, sorted"""
    made: dict[tuple[object, ...], Bench] = field(default_factory=dict)
    rules: frozenset[str] = frozenset()
    """rules of the rulebook of which scenarios are wanted; all are where it is empty"""
    make: Callable[[Variant], Bench] | None = None
    """what makes a bench, where it is to be another than the usual"""

    def ruleset(self, modules: Sequence[str], changes: MapNode | None = None) -> Ruleset:
        """The ruleset with modules. changes: what a scenario says is different."""
        names = tuple(sorted(modules))
        key = names if changes is None else (*names, str(plain(changes)))
        if key not in self.rulesets:
            self.rulesets[key] = Ruleset(self.folder, names, changes=changes)
        return self.rulesets[key]

    def get(
        self,
        players: int | None,
        modules: Sequence[str],
        options: Mapping[str, object],
        diagnostics: Diagnostics,
        *,
        tells_why: bool = False,
        changes: MapNode | None = None,
    ) -> Bench | None:
        """None: the ruleset has mistakes, or the settings do not fit it (reported). players None: the fewest.

        tells_why: whether its states can say why options are refused. changes: what a scenario says is different.
        """
        ruleset = self.ruleset(modules, changes)
        asked = (ruleset, players, tuple(sorted(options.items(), key=str)), tells_why)
        try:
            if asked not in self.made:
                self.made[asked] = self._made(ruleset, players, options, tells_why)
        except RulesetError as error:
            diagnostics.extend(error.diagnostics)
            return None
        return self.made[asked]

    @no_collection()
    def _made(self, ruleset: Ruleset, players: int | None, options: Mapping[str, object], tells_why: bool) -> Bench:
        """Where the program was kept, its rules were found to be sound when it was compiled."""
        if self.make is not None:
            return self.make(ruleset.sound(players, options))
        form = TryingCallableGenerator if tells_why else CallableGenerator
        key = None
        if isinstance(self.folder, Path) and ruleset.model is not None and ruleset.changes is None:
            players = ruleset.model.game.players[0] if players is None else players
            key = compiled.key_of(self.folder, ruleset.modules, players, options, form.__name__)
        kept = compiled.stored(key)
        if kept is not None:
            assert ruleset.model is not None and players is not None
            variant = Variant(ruleset.model, players, options, takes_apart=tells_why, is_proved=True)
            return Bench(variant, form, ready=kept[2:])
        began = time.perf_counter()
        bench = Bench(ruleset.sound(players, options, takes_apart=tells_why), form)
        if time.perf_counter() - began >= compiled.WORTH_KEEPING:
            compiled.store(key, (bench.game.id, bench.game.model, bench.game.program, bench.machine.compiled))
        return bench

    def breaks(self, modules: Sequence[str]) -> dict[str, tuple[str, Span]]:
        """Scenarios of which a chosen module says that they no longer hold: id → the module, and where it says so."""
        model = self.ruleset(modules).model
        if model is None:
            return {}
        return {name: (module.id, span) for module in model.modules for name, span in module.breaks.items()}


class Bench(Declared):
    """A game that scenarios can be played on."""

    def __init__(
        self,
        variant: Variant,
        generator: type[Generator] = CallableGenerator,
        machine: type[Machine] = Machine,
        ready: tuple[Program, CodeType | None] | None = None,
    ) -> None:
        """ready: the program and its code, where they were kept"""
        program, code = ready or (variant.program_by(generator), None)
        assert program.callers is not None
        self.checked = variant.checked
        self.game = Game(variant.id, variant.model, program, lambda: machine(program, compiled=code))
        super().__init__(variant.model, variant.checker, self.game.namer)
        self.callers: Callers = program.callers
        self.machine: Machine = self.game.machine
        self._setups: dict[int, State] = {}
        self._reads: dict[str, dict[str, Span]] = {}

    @cached_property
    def costs(self) -> Costs:
        """What says which loops of a scenario's formulas are counted."""
        return Costs(self.checked)

    @property
    def entries(self) -> Mapping[str, Caller]:
        return self.callers.entries

    # ---- states to begin with

    def after_setup(self, seed: int) -> State:
        """The state when the setup has run, chance and players answered from the seed."""
        if seed not in self._setups:
            s: State = list(self.layout.start)
            rng = Rng(seed)
            s[0] = self.frame([("setup", ())], -1)
            pending = self.machine.run(s)
            taken = 0
            while pending != OVER:
                taken += 1
                if taken > MOST_DECISIONS:
                    raise self.machine.endless(s)
                is_chance = pending == PENDING_CHANCE
                option = rng.pick(self.machine.chances(s)) if is_chance else pending[rng.below(len(pending))]
                pending = self.machine.apply(s, option)
            self._setups[seed] = s
        return self._setups[seed][:]

    def set_by_setup(self) -> frozenset[str]:
        """The families of the variables that the setup gives something which is not none."""
        written = (s for s in statements(self.checked.procedures["setup"].body) if isinstance(s, Put))
        return frozenset(family for s in written for family in families(s.family))

    def read_in(self, procedure: str) -> Mapping[str, Span]:
        """The families that a procedure, what it calls, and the rules that watch the table may read, each with a place
        that does."""
        if procedure not in self._reads:
            found = self._reads[procedure] = {}
            procedures = self.checked.procedures
            names = sorted(reachable([procedures[procedure].body], procedures) | {procedure})
            bodies = [procedures[name].body for name in names] + [rule.body for rule in self.checked.state_rules]
            for s in (s for body in bodies for s in statements(body)):
                if s.at is not None:
                    for family in (name for e in expressions(s) for name in self.checker.footprint(e).families):
                        found.setdefault(family, s.at)
        return self._reads[procedure]

    def before_setup(self) -> State:
        return list(self.layout.start)

    def frame(self, calls: Sequence[tuple[str, Sequence[int]]], me: int, ending: str = "") -> tuple[Any, ...]:
        """A control stack that calls procedures (name, arguments) one after another and stops when they have ended.
        ending: how the game then ends; "" if it does not."""
        stack: tuple[Any, ...] = (self.callers.stop, None)
        if ending:
            stack = (self.callers.endings[ending], stack)
        for name, arguments in reversed(calls):
            stack = (self.callers.entries[name].label, me, *arguments, stack)
        return stack

    @contextmanager
    def entered_at(self, s: State, seat: int | None, passes: Sequence[int]) -> Iterator[Callable[[], tuple[bool, int]]]:
        """While this lasts, the first loop over players that the run of `s` enters begins with a seat, those before it
        being taken to have had their turn; and the first counted loops with these passes. Gives a function that tells
        whether such a loop over players was entered, and how many counted ones."""
        names, callers = self.machine.names, self.callers
        left: list[tuple[set[int], Enter]] = [(callers.counted, partial(_from_pass, number=n)) for n in passes]
        turn: tuple[set[int], Enter] = callers.turns, partial(_from_seat, seat=-1 if seat is None else seat)
        waiting = [turn, *left[:1]] if seat is not None else left[:1]
        originals = {f"L{label}": names[f"L{label}"] for label in callers.turns | callers.counted}

        def hooked(label: int, original: Callable[[State, Any], Any]) -> Callable[[State, Any], Any]:
            def begin(state: State, frame: Any) -> Any:
                # Look-ahead runs on copies; only the game itself is moved on.
                for hook in waiting if state is s else ():
                    begun = hook[1](frame) if label in hook[0] else None
                    if begun is not None:
                        frame = begun
                        waiting.remove(hook)
                        if hook is not turn:
                            del left[0]
                            waiting.extend(left[:1])
                        break
                return original(state, frame)

            return begin

        names.update({name: hooked(int(name[1:]), original) for name, original in originals.items()})
        try:
            yield lambda: (turn not in waiting, len(passes) - len(left))
        finally:
            names.update(originals)

    # ---- formulas

    def formula(self, text: EffectText, diagnostics: Diagnostics) -> tuple[Callable[[State], Any], Type] | None:
        """A formula as a function of the state, with its type; None after a report."""
        x = self.typed(text, diagnostics)
        return None if x is None else (self.function(x), x.type)

    def function(self, x: X) -> Callable[[State], Any]:
        """A core expression as a function of the state."""
        names = self.machine.names
        pycode.counting(self.costs)
        text = pycode.value(Addresses(self.layout).lowered(x))
        for table, values in self.layout.tables.items():
            names.setdefault(pycode.identifier(table), values)
        made: Callable[[State], Any] = eval(f"lambda s: {text}", names)  # our own generated text
        return made

    def room_at(self, x: int, span: Span) -> Callable[[State], int] | None:
        """How many more counters fit on a piece, as a function of the state; None where there is no limit."""
        cls = self.layout.kinds[self.layout.pieces[x]][0]
        if self.model.pieces[cls].limit is None:
            return None
        found = room(self.checker, Const(x, piece_of(cls)), span)
        return None if found is None else self.function(found)

    # ---- words

    def _all_words(self) -> Iterator[str]:
        layout, program = self.layout, self.game.program
        yield from ("skip", "done", "on", "yes", "no", "none", "supply", *self.seats, *layout.resources)
        yield from (*layout.zone_places, *self.model.tracks, *self.model.procedures, *self.model.menus)
        yield from (kind for _, kind in layout.kinds)
        for cls in self.model.pieces.values():
            yield from cls.faces
        alternatives = [alt for info in program.decisions.values() for alt in info.alts] + list(program.free)
        for alt in alternatives:
            yield from (alt.label, *(w for w in (alt.key or "").split() if "{" not in w))
        for info in program.decisions.values():
            yield from (info.prompt, *([info.skip] if info.skip else []))

    def shown(self, kind: Type, value: Any) -> object:
        """A value as scenarios write it: numbers, true and false, ids, lists of these."""
        if kind.name in ("int", "text"):
            return value
        if kind.name == "bool":
            return bool(value)
        if kind.name == "list":
            item = kind.item or Type("int")
            return [self.shown(item, v) for v in value]
        return self.game.namer.thing(kind, value)
