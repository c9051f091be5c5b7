"""A game under way: its states, undo, bots, and a file that loses nothing. Draws nothing and asks nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.diagnostics import Diagnostics
from interpreter.files import write_whole
from interpreter.game import Game, State
from interpreter.players import Bot
from interpreter.runtime import log as logs
from interpreter.runtime.decisions import Choice
from interpreter.runtime.views import sees


@dataclass(frozen=True)
class Step:
    """One decision taken: the state in which it was due, and the choice."""

    before: State
    choice: Choice

    @property
    def player(self) -> int | None:
        return self.before.player


@dataclass
class Session:
    """One game with its players. bots: seat → bot; the other seats are people.

    path: file that holds the game after every decision, None for none. unkept: why it does not hold the game as it is.
    """

    game: Game
    header: logs.Header
    bots: Mapping[int, Bot]
    path: Path | None = None
    unkept: OSError | None = None
    steps: list[Step] = field(default_factory=list)
    state: State = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.game.start(self.header.seed, ask_chance=True)

    @property
    def humans(self) -> list[int]:
        return [p for p in range(self.game.players) if p not in self.bots]

    # ---- going on

    def take(self, choice: Choice) -> None:
        """Take an option of the decision that is due, for whoever is to decide, and keep the game."""
        self.take_unkept(choice)
        self.keep()

    def take_unkept(self, choice: Choice) -> None:
        self.steps.append(Step(self.state.copy(), choice))
        self.state.apply_choice(choice)

    def advance(self) -> bool:
        """Let chance or a bot take the decision that is due. False: a person is to decide, or the game is over."""
        if self.state.is_over:
            return False
        player = self.state.player
        if player is None:
            self.take_unkept(self._chance())
        elif player in self.bots:
            self.take(self._choice(self.bots[player].choose(self._for_bot())))
        else:
            return False
        return True

    def _chance(self) -> Choice:
        """What the seed gives: the same as where the state answers chance by itself."""
        value = self.state.rng.pick(self.game.machine.chances(self.state.slots))
        return next(c for c in self.state.decision.choices if c.option == value)

    def _for_bot(self) -> State:
        table = self.state.copy()
        table.ask_chance = False
        return table

    def _choice(self, key: str) -> Choice:
        return next(c for c in self.state.decision.choices if c.key == key)

    # ---- going back

    def undo(self) -> bool:
        """Back to the last decision that a person took. False: there is none."""
        i = self._last_of_a_person()
        if i is None:
            return False
        self.state = self.steps[i].before
        del self.steps[i:]
        self.keep()
        return True

    def undo_comes_late(self) -> bool:
        """Whether what `undo` takes back has shown something that stays as it is: chance has decided, or the person has
        seen pieces that were hidden before."""
        i = self._last_of_a_person()
        if i is None:
            return False
        before = self.steps[i].before
        if any(step.player is None for step in self.steps[i:]):
            return True
        return not self._pieces(before, before.player, seen=False).isdisjoint(
            self._pieces(self.state, before.player, seen=True)
        )

    def _pieces(self, state: State, seat: int | None, *, seen: bool) -> set[int]:
        """The pieces that lie where a seat may look, or where it may not."""
        slots = enumerate(self.game.program.layout.slots)
        places = [number for number, info in slots if info.kind == "zone" and sees(info, seat) == seen]
        return {piece for place in places for piece in state.slots[place]}

    def _last_of_a_person(self) -> int | None:
        """The number of the last step that a person took."""
        for i in range(len(self.steps) - 1, -1, -1):
            player = self.steps[i].player
            if player is not None and player not in self.bots:
                return i
        return None

    # ---- files

    def text(self) -> str:
        """The game so far as a log."""
        seats = self.game.seats
        entries = [(None if s.player is None else seats[s.player], s.choice.key) for s in self.steps]
        return logs.dumps(self.header, entries)

    def keep(self) -> None:
        """Write the game to its file. A disk that is full stops no game: `unkept` says so."""
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, self.text())
        except OSError as error:
            self.unkept = error
        else:
            self.unkept = None

    def restore(self, log: logs.Log, diagnostics: Diagnostics) -> None:
        """Go on from a log: its entries are taken again. What does not fit is reported and ends it there."""

        def note(state: State, choice: Choice) -> None:
            self.steps.append(Step(state.copy(), choice))

        self.steps.clear()
        self.state = logs.replay(log, self.game, diagnostics, step=note)
