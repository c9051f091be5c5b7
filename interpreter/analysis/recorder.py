"""Plays one game between bots as fast as the machine allows, noting what was chosen and which phases were entered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from interpreter.analysis.tally import Chosen, Entry, share_of
from interpreter.bounds import MOST_DECISIONS
from interpreter.game import Game
from interpreter.native import Engine, GaveUp, Native
from interpreter.players import Bot, RandomBot
from interpreter.program import FREE, OF_A_GROUP, PAYMENT, AltInfo, DecisionInfo
from interpreter.program.types import Type
from interpreter.records import mutable
from interpreter.runtime import scoring
from interpreter.runtime.machine import OVER, PENDING_CHANCE, Machine, Option, State
from interpreter.runtime.rng import quick
from interpreter.runtime.seats import Seat

Key = tuple[int, int, Any]
"""(seat, label of the decision, what was chosen)"""
Counts = dict[Key, int]
"""→ times"""


@mutable
class NotingMachine(Machine):
    """Notes what is carried out as the only option of a decision: neither ways to pay nor chance, and not that somebody
    declined or had done. alone: the counts of the game at hand, which its player puts here."""

    alone: Counts = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        decisions = self.program.decisions
        self.lists = lists_of(decisions)
        self._silent = {n for n, info in decisions.items() if info.kind == "chance" or info.prompt == PAYMENT}

    def _unasked(self, s: State, options: list[Option]) -> Any:
        if options:
            frame, option = s[0], options[0]
            label = frame[0]
            if label not in self._silent:
                is_list = label in self.lists and type(option) is int
                if (option >= 0) if is_list else type(option) is not tuple or option[0] >= 0:
                    key = (frame[1], label, frame[self.lists[label]][option] if is_list else option)
                    self.alone[key] = self.alone.get(key, 0) + 1
        return super()._unasked(s, options)


def lists_of(decisions: Mapping[int, DecisionInfo]) -> dict[int, int]:
    """Label of a choice of some of a list → where its frame has the list."""
    return {label: 2 + info.locals.index("src") for label, info in decisions.items() if info.kind == "some"}


class Played:
    """One game as far as it went.

    counts: what was chosen where there was a choice. forced: what was carried out as the only option. decisions: how
    often there was a choice. log: (seat, or None for chance; key), only where it was asked for.
    """

    def __init__(self) -> None:
        self.decisions = 0
        self.sheet: scoring.ScoreSheet | None = None
        self.log: list[tuple[int | None, str]] = []
        self.engine: Engine | None = None
        """what has played it, and still knows what was chosen until the next game"""

    @cached_property
    def _noted(self) -> tuple[Counts, Counts]:
        return ({}, {}) if self.engine is None else self.engine.noted()

    @property
    def counts(self) -> Counts:
        return self._noted[0]

    @property
    def forced(self) -> Counts:
        return self._noted[1]

    @property
    def course(self) -> int:
        """A number for what was chosen and scored; equal games have equal numbers."""
        assert self.sheet is not None
        chosen, forced = (sum(map(hash, counts.items())) for counts in (self.counts, self.forced))
        return hash((chosen, forced, self.decisions, self.sheet.totals))


class Recorder:
    """Plays games of one compiled ruleset.

    It has a machine of its own in which the entries of phases are counted; bots get positions of the plain one, so what
    they try out is not counted.
    """

    def __init__(self, game: Game, machine: Machine | None = None, engine: str = "python") -> None:
        """machine: another one than the usual for the same program, in use by nobody else; one that does not note what
        is forced leaves that uncounted. engine: one of `native.ENGINES`."""
        self.game = game
        self.machine = NotingMachine(game.program, compiled=game.machine.compiled) if machine is None else machine
        self.entered: Counter[str] = Counter()
        for label, phase in game.program.phases.items():
            counted = self._counted(self.machine.code[label], phase)
            self.machine.code[label] = self.machine.names[f"L{label}"] = counted
        for decl in game.model.procedures.values():
            name = f"P_{decl.id}"  # of one in which nothing is asked
            if decl.is_phase and name in self.machine.names and decl.id not in game.program.phases.values():
                self.machine.names[name] = self._counted(self.machine.names[name], decl.id)
        self.native = Native(game.program, engine)
        self._lists = lists_of(game.program.decisions)
        self._entries: dict[Key, tuple[Entry, ...]] = {}
        self._numbers: dict[Entry, int] = {}

    def _counted(self, inner: Callable[..., Any], phase: str) -> Callable[..., Any]:
        """Every way to enter a phase leads through its function, by its name or from the table of labels."""
        entered = self.entered

        def counted(*given: Any) -> Any:
            entered[phase] += 1
            return inner(*given)

        return counted

    def play(self, bots: Sequence[Bot], seed: int, played: Played, with_log: bool = False) -> None:
        """One game to its end, noted in `played`, which is usable even if a fault stops it. bots: by seat."""
        for bot in bots:
            bot.plays_in_c = False  # here whole games are, where they may be
        if with_log or not self._played_natively(bots, seed, played):
            self._play(bots, seed, played, with_log)

    def _play(self, bots: Sequence[Bot], seed: int, played: Played, with_log: bool) -> None:
        machine, game = self.machine, self.game
        apply, below, counts, lists = machine.apply, quick(seed), played.counts, self._lists
        blind = [bot.rng.below if type(bot) is RandomBot else None for bot in bots]
        self.entered.clear()
        if isinstance(machine, NotingMachine):
            machine.alone = played.forced
        s = machine.start()
        pending: Any = machine.run(s)
        taken = 0
        while pending != OVER:
            taken += 1
            if taken > MOST_DECISIONS:
                raise machine.endless(s)
            if pending == PENDING_CHANCE:
                option = machine.draw(s, below)
                if with_log:
                    played.log.append((None, self._key(s, machine.chances(s), option)))
            else:
                frame = s[0]
                label, who = frame[0], frame[1]
                dice = blind[who]
                i = dice(len(pending)) if dice else bots[who].index(game.at(s, pending))
                option = pending[i]
                if with_log:
                    played.log.append((who, self._key(s, pending, option)))
                value = option
                if label in lists and type(option) is int and option >= 0:
                    value = frame[lists[label]][option]
                key = (who, label, value)
                counts[key] = counts.get(key, 0) + 1
                played.decisions += 1
            pending = apply(s, option)
        played.sheet = scoring.sheet(machine, s)

    def _played_natively(self, bots: Sequence[Bot], seed: int, played: Played) -> bool:
        """The same game in C, if there is a native form by now and all bots are ours. Where C gives up the bots are as
        before, and the game is to be played in Python."""
        seats = [bot.seat() for bot in bots]
        engine = None if None in seats else self.native.engine
        if engine is None:
            return False
        before = [bot.rng.state for bot in bots]

        def choose(slots: State, options: list[Option], who: int, dice: int) -> tuple[int, int]:
            bots[who].rng.state = dice
            return bots[who].index(self.game.at(slots, options)), bots[who].rng.state

        try:
            played.decisions, played.sheet = engine.play([seat or Seat() for seat in seats], before, seed, choose)
        except GaveUp:
            for bot, state in zip(bots, before, strict=True):
                bot.rng.state = state
            return False
        self._name_notes(engine)
        played.engine = engine
        self.entered.clear()
        self.entered.update(engine.phases())
        return True

    def _key(self, s: Any, options: Sequence[Any], option: Any) -> str:
        choices = self.game.namer.decision(s, options).choices
        return next(c.key for c in choices if c.option == option)

    # ---- what was chosen, in words

    def taken(self, played: Played) -> tuple[Chosen, Chosen]:
        """How often each seat took each action and each thing in one game, chosen or as the only option; and how often
        of these where there was a choice."""
        chosen, asked = dict[Entry, int](), dict[Entry, int]()
        for key, times in played.counts.items():
            for entry in self._entered(key):
                asked[entry] = asked.get(entry, 0) + times
                chosen[entry] = chosen.get(entry, 0) + times
        for key, times in played.forced.items():
            for entry in self._entered(key):
                chosen[entry] = chosen.get(entry, 0) + times
        return chosen, asked

    def adds_up(self, played: Played) -> bool:
        """Whether a game that was just played has been added to what `added_up` gives: one that was played in C."""
        if played.engine is None or played.sheet is None:
            return False
        share, winners = share_of(played.sheet), played.sheet.winners
        played.engine.add_up([share if p in winners else 0 for p in range(self.game.players)])
        return True

    def added_up(self) -> dict[tuple[str, str], list[int]]:
        """What was added up since this was last asked, for `Tally.enter_entries`."""
        out: dict[tuple[str, str], list[int]] = {}
        if self._numbers and self.native.engine is not None:
            found = self.native.engine.added_up(len(self._numbers))
            for at, (_, taken) in enumerate(self._numbers):
                if found[4 * at]:
                    sums = out.setdefault(taken, [0, 0, 0, 0])
                    out[taken] = [a + b for a, b in zip(sums, found[4 * at : 4 * at + 4], strict=True)]
        return out

    def _name_notes(self, engine: Engine) -> None:
        """Say what the notes of the last game that are new count for."""
        for note, key in engine.new_notes():
            numbers = [self._numbers.setdefault(entry, len(self._numbers)) for entry in self._entered(key)]
            engine.counts_for(note, numbers)

    def _entered(self, key: Key) -> tuple[Entry, ...]:
        if (known := self._entries.get(key)) is not None:
            return known
        who, label, value = key
        action, things = self._name(label, value)
        found = self._entries[key] = tuple((who, (action, thing)) for thing in ("", *things))
        return found

    def _name(self, label: int, value: Any) -> tuple[str, tuple[str, ...]]:
        program = self.game.program
        info = program.decisions[label]
        if type(value) is tuple and value and type(value[0]) is int and value[0] >= FREE:
            return self._alternative(program.free[value[0] - FREE], info, value)
        if info.kind == "choose":
            return (f"skip {info.skip}", ()) if value[0] < 0 else self._alternative(info.alts[value[0]], info, value)
        if info.kind == "some":
            return (f"done {info.prompt}", ()) if value == -1 else (_inside(info), self._things(info.item, value))
        return _inside(info), (str(value),)

    def _alternative(self, alt: AltInfo, info: DecisionInfo, option: Any) -> tuple[str, tuple[str, ...]]:
        things: list[str] = []
        for bind, value in zip(alt.binds, option[1:], strict=True):
            if bind.shown:
                things += self._things(bind.type, value)
        if info.prompt == PAYMENT and option[0] < FREE:
            return PAYMENT, tuple(dict.fromkeys([*([alt.label] if alt.label else []), *things]))
        return alt.label or _inside(info), tuple(dict.fromkeys(things))

    def _things(self, kind: Type | None, value: Any) -> tuple[str, ...]:
        return (self._thing(kind or Type("int"), value),)

    def _thing(self, kind: Type, value: Any) -> str:
        """The name of what was chosen; of places and markers that each player has, whosever it is."""
        layout = self.game.program.layout
        match kind.name:
            case "place" if value >= 0:
                return str(layout.places[value].zone)
            case "marker" if value >= 0:
                return str(layout.tracks[value % len(layout.tracks)])
            case "list" if kind.item is not None:
                return "+".join(self._thing(kind.item, v) for v in value)
        return self.game.namer.thing(kind, value)


def _inside(info: DecisionInfo) -> str:
    """What a choice without a label is counted as: it does not count as taking the action whose text contains it."""
    return info.prompt if info.prompt in ("", PAYMENT, *OF_A_GROUP) else f"in {info.prompt}"
