"""The Python interface: a Game is a compiled ruleset, a State one position of it.

import interpreter as rw
game = rw.load("harvest", players=3)
state = game.start(seed=1)
while not state.is_over:
    state.apply(state.decision.keys[0])
print(state.sheet().totals)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.bounds import MOST_DECISIONS
from interpreter.loading.model import Model
from interpreter.program import Kept, Program
from interpreter.program.types import Type, is_of
from interpreter.records import record
from interpreter.runtime import scoring
from interpreter.runtime.dealing import Dealer
from interpreter.runtime.decisions import Choice, Decision, Namer
from interpreter.runtime.faults import refill
from interpreter.runtime.machine import OVER, PENDING_CHANCE, Happened, Machine
from interpreter.runtime.primitives import FAILURES
from interpreter.runtime.refusals import Refusal, refusals
from interpreter.runtime.rng import Rng, fractions, whole_number
from interpreter.runtime.views import WATCHER, Viewer, may_see

if TYPE_CHECKING:  # what plays in C is read by who plays
    from interpreter.native import Native

_new_state, _new_rng = object.__new__, object.__new__

Log = tuple[Any, ...]
"""A linked list (previous log, seat or None, key, raw option): sharing it makes copies cheap."""


class Forms(Protocol):
    """Rules of which there is more than one program."""

    @property
    def diagnostic_form(self) -> Program:
        """The program that tries every option and says why checks fail."""


class Game:
    """A ruleset compiled for one player count, set of modules and options; see `interpreter.load`."""

    def __init__(
        self,
        id: str,
        model: Model,
        program: Program,
        machine: Callable[[], Machine] | None = None,
        forms: Forms | None = None,
        placing: Callable[[Mapping[str, object] | str, int, bool], State] | None = None,
    ) -> None:
        """machine: makes what runs the program, by default an ordinary one, when it is first needed: who only reads a
        ruleset does not wait for Python to compile it. forms: the rules that the program was compiled from. placing:
        makes positions that are given as in a scenario (given, seed, ask_chance)."""
        self.id = id
        self.model = model
        self.program = program
        self.namer = Namer(program, model)
        self.viewer = Viewer(self.namer)
        self.dealer = Dealer(program)
        self._machine = machine or (lambda: Machine(program))
        self.forms = forms
        self._placing = placing

    @property
    def players(self) -> int:
        return self.program.players

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats in logs and scenarios, in order."""
        return self.namer.seats

    @cached_property
    def machine(self) -> Machine:
        """What runs the program."""
        return self._machine()

    @cached_property
    def native(self) -> Native:
        """The native form of the program, as soon as somebody has had it compiled: bots think in it."""
        from interpreter.native import Native

        return Native(self.program)

    @cached_property
    def plain(self) -> Machine:
        """The same program in the form that tries every option and says why checks fail. ValueError: the game was made
        without a way to that form."""
        if self.forms is None:
            raise ValueError("this game was made without the form that says why options are refused")
        return Machine(self.forms.diagnostic_form)

    def start(self, seed: int = 0, *, ask_chance: bool = False) -> State:
        """A new game at its first decision. ask_chance: chance is asked like a player (decision.player is None)
        instead of being answered from the seed. TypeError: the seed is no whole number."""
        slots = self.machine.start()
        state = State(self, slots, Rng(whole_number("seed", seed)), None, ask_chance)
        state._settle(self.machine.run(slots))
        return state

    def position(self, given: Mapping[str, object] | str, seed: int = 0, *, ask_chance: bool = False) -> State:
        """A position given as under `given` of a scenario, at its first decision: {"phase": "market", "actor": "a"}, or
        the same as YAML text. What is not named is as after the setup with this seed. Its `game` is one that can be
        entered anywhere, with the same ids, keys and layout; where a phase was named, the state is over when that has
        ended.

        RulesetError: there is no such position, with what is wrong. TypeError: something in it is no plain data.
        ValueError: the game was not made by `load`."""
        if self._placing is None:
            raise ValueError("only a game made by `load` can be given a position")
        return self._placing(given, whole_number("seed", seed), ask_chance)

    def opening(self) -> list[Event]:
        """What is carried out without asking before the first decision, of players or of chance; see
        `State.carry_out`."""
        _, happened = self.machine.forced(self.machine.start(), None)
        return [self.event(x) for x in happened]

    def event(self, happened: Happened) -> Event:
        """What a machine went through by itself."""
        if happened.told is not None:
            number, who, values = happened.told
            info = self.program.told[number]
            shown = tuple((name, kind, v) for (name, kind), v in zip(info.parameters, values, strict=True))
            player = None if who < 0 else who
            return Event(self.at(happened.slots, OVER), info.id, player, shown, info.secret)
        is_chance = self.program.decisions[happened.slots[0][0]].kind == "chance"
        return Event(self.at(happened.slots, PENDING_CHANCE if is_chance else [happened.option]))

    def at(self, slots: list[Any], options: Sequence[Any] | int) -> State:
        """A position reached with a machine, as a State over the same slots: a player is to choose from `options`, or
        chance is to answer (PENDING_CHANCE), or nothing is to be done (OVER)."""
        state = State(self, slots, Rng(0), None, False)
        state._options = options
        return state

    def shown_values(self, slots: list[Any], player: int | None) -> Iterator[tuple[str, Type, Any]]:
        """The values that the ruleset shows (id, type, value) at a position: those of a player, or (None) of nobody.
        One that reads something that is not there is passed over."""
        refill()
        for id, kind in self.program.shown.items():
            if bool(self.model.values[id].given) is (player is None):
                continue
            try:
                yield id, kind, self.machine.shown[id](slots, *([] if player is None else [player]))
            except FAILURES:
                continue

    def told_of(self, kind: Type, thing: object, slots: list[Any], id: str) -> tuple[Type, Any] | None:
        """What a value of the rules (id) is for a thing of a type at a position, with its type. None: it is no value
        that texts may tell of such things (`Program.spoken`), or it reads something that is not there."""
        wanted, result = self.program.spoken.get(id, (None, None))
        if wanted is None or result is None or not is_of(kind, wanted):
            return None
        refill()
        try:
            return result, self.machine.spoken[id](slots, thing)
        except FAILURES:
            return None

    def playout(self, seed: int) -> tuple[int, int]:
        """One game of random choices without log or keys: (decisions of players and chance asked, decisions of
        players)."""
        return self.machine.playout(self.machine.start(), fractions(seed))


@record
class Event:
    """Something that was carried out without asking.

    at: the position. id: "" where one option alone was left, which is the only choice of the position's decision; else
    the id of the procedure, phase, rule or kind whose text began there, that has a text under `log`. player: who acts
    in it, None for nobody. values: its parameters, as (name, type, value).
    """

    at: State
    id: str = ""
    player: int | None = None
    values: tuple[tuple[str, Type, Any], ...] = ()
    secret: tuple[Kept, ...] = ()
    """which of them not everybody may know"""

    def may_tell(self, name: str, seat: int) -> bool:
        """Whether a seat may know what a parameter is, which is no piece: everybody sees what it was worked out from,
        or the seat sees that, or where it is written down."""
        players = {id: value for id, kind, value in self.values if kind.name == "player"}
        if self.player is not None:
            players["me"] = self.player
        for kept in self.secret:
            if kept.name == name and seat not in [players.get(who) for who in kept.written]:
                return all(may_see(seat, seen_by, tuple(map(players.get, owners))) for seen_by, owners in kept.seen)
        return True


class State:
    """One position: a value with its own chance. `copy` is cheap; `apply` changes the state itself."""

    __slots__ = ("_decision", "_options", "ask_chance", "game", "keeps_log", "log", "rng", "slots", "taken")

    def __init__(self, game: Game, slots: list[Any], rng: Rng, log: Log | None, ask_chance: bool) -> None:
        self.game = game
        self.slots = slots
        self.rng = rng
        self.log = log
        self.ask_chance = ask_chance
        self.keeps_log = True
        self.taken = 0  # decisions so far, those of chance among them
        self._options: Any = None
        self._decision: Decision | None = None

    # ---- where we are

    @property
    def is_over(self) -> bool:
        return bool(self._options == OVER)

    @property
    def decision(self) -> Decision:
        """The decision that is due. ValueError when the game is over."""
        if self.is_over:
            raise ValueError("the game is over")
        if self._decision is None:
            options = self._options
            if options == PENDING_CHANCE:
                options = self.game.machine.chances(self.slots)
            self._decision = self.game.namer.decision(self.slots, options)
        return self._decision

    @property
    def player(self) -> int | None:
        """The seat that decides; None for chance, or when the game is over."""
        return None if self.is_over or self._options == PENDING_CHANCE else int(self.slots[0][1])

    @property
    def options(self) -> Sequence[Any]:
        """The raw options of the player's decision, for fast play with `apply_option`."""
        return () if self.is_over or self._options == PENDING_CHANCE else self._options

    # ---- going on

    def apply(self, key: str) -> None:
        """Take the option with this key and go on to the next decision. ValueError: the key is not offered."""
        for choice in self.decision.choices:
            if choice.key == key:
                self.apply_choice(choice)
                return
        raise ValueError(f"`{key}` is not offered; offered are: {', '.join(self.decision.keys)}")

    def apply_choice(self, choice: Choice) -> None:
        self._take(choice, self.game.machine.apply)

    def carry_out(self, choice: Choice) -> list[Event]:
        """Take an option as `apply_choice` does, and say in order what followed without asking: where one option alone
        was left, and what began that has a text under `log`. Chance that had no choice is among it, chance that is
        answered from the seed is not."""
        events: list[Event] = []

        def applied(slots: list[Any], option: Any) -> Any:
            pending, happened = self.game.machine.forced(slots, option)
            events.extend(self.game.event(x) for x in happened)
            return pending

        self._take(choice, applied)
        return events

    def _take(self, choice: Choice, apply: Callable[[list[Any], Any], Any]) -> None:
        player = self.player
        refill()
        pending = apply(self.slots, choice.option)
        self.log = (self.log, player, choice.key, choice.option)
        self._settle(pending, apply)

    def apply_option(self, option: Any) -> None:
        """Take a raw option of `options` without writing it to the log. Nothing is checked: what is no option of them
        spoils the state."""
        refill()
        self._settle(self.game.machine.apply(self.slots, option))

    def _settle(self, pending: Any, apply: Callable[[list[Any], Any], Any] | None = None) -> None:
        """Answer chance from the seed until a player decides."""
        machine = self.game.machine
        apply = apply or machine.apply
        while pending == PENDING_CHANCE and not self.ask_chance:
            value = machine.draw(self.slots, self.rng.below)
            if self.keeps_log:
                options = machine.chances(self.slots)
                decision = self.game.namer.decision(self.slots, options)
                key = next(c.key for c in decision.choices if c.option == value)
                self.log = (self.log, None, key, value)
            pending = apply(self.slots, value)
            self.taken += 1
            if self.taken > MOST_DECISIONS:
                break
        self.taken += 1
        if self.taken > MOST_DECISIONS and pending != OVER:
            raise machine.endless(self.slots)
        self._options = pending
        self._decision = None

    def copy(self) -> State:
        """An independent state with the same position, chance and log."""
        new = _new_state(State)  # search copies at every step, so no call is made that need not be
        new.game = self.game
        new.slots = self.slots[:]
        new.rng = rng = _new_rng(Rng)
        rng.state = self.rng.state
        new.log = self.log
        new.ask_chance = self.ask_chance
        new.keeps_log = self.keeps_log
        new.taken = self.taken
        new._options = self._options
        new._decision = self._decision
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game is other.game and self.slots == other.slots

    def __hash__(self) -> int:
        return hash(tuple(self.slots))

    # ---- why not

    def why_not(self, key: str = "") -> list[Refusal]:
        """What the rules declare at the decision that is due and do not offer, each with the checks that fail.

        key: only options with this key, or whose keys go on from it.

        The plain form of the program, where every option is tried, has frames of its own; so the game is carried out in
        it from its beginning. ValueError: nobody decides here, or the log does not hold all that was done
        (`apply_option`, keeps_log = False, a position that was set up).
        """
        if self.player is None:
            raise ValueError("no player decides here")
        machine, slots = self.game.machine, self.slots
        if not machine.is_plain:
            machine = self.game.plain
            slots = self._again(machine)
        found = refusals(machine, slots, self.slots, self.game.namer, self.decision.keys)
        return [r for r in found if not key or r.key == key or r.key.startswith(key + " ")]

    def _again(self, machine: Machine) -> list[Any]:
        """The same position, reached in another form of the program."""
        options = []
        at = self.log
        while at is not None:
            options.append(at[3])
            at = at[0]
        slots = machine.start()
        machine.run(slots)
        for option in reversed(options):
            machine.apply(slots, option)
        machine.why.clear()
        if slots[1:] != self.slots[1:]:
            raise ValueError("the log does not hold all that was done, so the reasons cannot be found")
        return slots

    # ---- looking

    def observe(self, seat: int | None) -> dict[str, Any]:
        """The table as the seat sees it (None: everything, `views.WATCHER`: what everybody sees); see `Viewer.view`.
        ValueError: there is no such seat.

        Keys are ids, seats, and places as scenarios write them. What a variable holds is as the machine keeps it:
        numbers and truths as they are, `none` as -1, and players, resources, kinds, phases, tracks, places and pieces
        as their numbers, which count from 0 in the order of declaration: `game.seats[0]` is the first player. Lists are
        tuples of these."""
        if seat not in (None, WATCHER) and seat not in range(self.game.players):
            raise ValueError(
                f"there is no seat {seat!r}: seats are 0 to {self.game.players - 1}, or None for everything"
            )
        return self.game.viewer.view(self.slots, seat)

    def sheet(self) -> scoring.ScoreSheet:
        """The score sheet: final when the game is over, else what would count now."""
        return scoring.sheet(self.game.machine, self.slots)

    def standing(self, seat: int) -> scoring.Standing:
        """What a seat may know of what would count now: None where points depend on what it does not see."""
        return scoring.standing(self.game.machine, self.slots, self.game.viewer.unseen(seat))

    def entries(self) -> list[tuple[int | None, str]]:
        """The log: (seat, or None for chance; key), oldest first."""
        return list(reversed(list(self._backwards())))

    def _backwards(self) -> Iterator[tuple[int | None, str]]:
        at = self.log
        while at is not None:
            yield at[1], at[2]
            at = at[0]

    def redealt(self, seat: int, seed: int) -> State:
        """A state that looks the same to the seat, with what it may not see and the chance to come drawn anew."""
        rng = Rng(seed)
        return self._dealt(self.game.dealer.redealt(self.slots, seat, rng), rng)

    def tried(self, seat: int, number: int) -> State:
        """The table of a number on which the seat tries options; see `Dealer.tried`. It asks for chance. Unforeseen:
        what may be chosen depends on something unknown."""
        new = self._dealt(self.game.dealer.tried(self.slots, seat, number), Rng(number))
        new.ask_chance = True
        return new

    def _dealt(self, slots: list[Any], rng: Rng) -> State:
        new = State(self.game, slots, rng, None, self.ask_chance)
        new._options = self.game.machine.run(new.slots) if not self.is_over else OVER
        return new


__all__ = ["Game", "Mapping", "State"]
