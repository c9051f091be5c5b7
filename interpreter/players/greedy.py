"""The bot that takes what looks best at once: it tries each option, and goes on while the next choice is its own.

What is chosen simultaneously is carried out when all have answered, so the others answer first, at random and whatever
the option alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.game import State
from interpreter.players.barred import Bar, allowed, in_numbers
from interpreter.players.base import Bot
from interpreter.players.evaluation import Evaluator
from interpreter.records import record
from interpreter.runtime.machine import OVER, PENDING_CHANCE, WAITING, Machine
from interpreter.runtime.rng import quick
from interpreter.runtime.seats import GREEDY, Seat
from interpreter.runtime.views import answering

TRIALS = 200
"""Most positions looked at for one choice, shared out among the options."""


@record
class Appraisal:
    """What the bot makes of an option: by how many points its lead changes, and which lines of the score sheet, hints
    and (without hints) belongings of its own change by how many points for that."""

    lead: float
    parts: Mapping[str, float]


class GreedyBot(Bot):
    """Values each option by the lead it gives (see `Evaluator.lead`). Chance that comes with it is sampled once.

    weights: of each hint in percent; none: all as they are. barred: what it does not choose while there is anything
    else."""

    weights: tuple[int, ...] = ()
    barred: tuple[Bar, ...] = ()

    _machine: Machine
    _evaluator: Evaluator | None = None
    _answers = 0
    """The seed of what the others answer in a simultaneous choice"""

    def seat(self) -> Seat | None:
        if type(self) is not GreedyBot:
            return None
        return Seat(GREEDY, TRIALS, weights=self.weights, barred=in_numbers(self.barred))

    def pick(self, view: State) -> int:
        worth = [value for value, _ in self._tried(view)]
        among = self._allowed(view.slots, view.options)
        best = max(worth[i] for i in among)
        return self._any([i for i in among if worth[i] == best])

    def _allowed(self, s: Sequence[Any], options: Sequence[Any]) -> Sequence[int]:
        return allowed(self.barred, s[0][0], options) if self.barred else range(len(options))

    def appraise(self, state: State) -> list[Appraisal]:
        """What the bot makes of each option of the decision that is due, in their order, as far as the seat that
        decides can see. ValueError: nobody decides. HiddenOptions: what is offered depends on what it may not see."""
        view = self.view(state)
        tried = self._tried(view)
        evaluator, seat = self._evaluator, int(view.slots[0][1])
        assert evaluator is not None
        lead, before = evaluator.lead(view.slots, seat), evaluator.parts(view.slots, seat)
        out = []
        for value, end in tried:
            after = evaluator.parts(end, seat)
            out.append(Appraisal(value - lead, {name: after.get(name, 0.0) - old for name, old in before.items()}))
        return out

    def _tried(self, view: State) -> list[tuple[float, list[Any]]]:
        """For each option the worth of the best position that it leads to, and that position."""
        machine = view.game.machine
        if self._evaluator is None or self._machine is not machine:
            self._machine, self._evaluator = machine, Evaluator(machine, self.weights)
        options = list(view.options)
        seat = int(view.slots[0][1])
        self._answers = self.rng.bits() if self._is_simultaneous(view.slots) else 0
        return [self._worth(view.slots, option, seat, TRIALS // len(options)) for option in options]

    def _any(self, among: list[int]) -> int:
        return among[self.rng.below(len(among))] if len(among) > 1 else among[0]

    def _worth(self, s: list[Any], option: Any, seat: int, trials: int) -> tuple[float, list[Any]]:
        assert self._evaluator is not None
        t = s[:]
        pending = self._look(t, option, seat)
        if self._is_simultaneous(s):
            below = quick(self._answers)
            while pending != OVER and t[0][1] != seat and self._is_simultaneous(t):
                answers = self._machine.run(t) if pending == WAITING else pending
                pending = self._look(t, answers[below(len(answers))], seat)
        if pending != OVER and t[0][1] == seat and len(pending) <= trials:
            each = trials // len(pending)
            tried = list(pending)
            among = [tried[i] for i in self._allowed(t, tried)]
            return max((self._worth(t, o, seat, each) for o in among), key=lambda found: found[0])
        return self._evaluator.lead(t, seat), t

    def _look(self, t: list[Any], option: Any, seat: int) -> Any:
        """Apply an option and chance after it, to the next decision of a player (see `Machine.look`)."""
        pending = self._machine.look(t, option, seat)
        while pending == PENDING_CHANCE:
            pending = self._machine.look(t, self.rng.pick(self._machine.chances(t)), seat)
        return pending

    def _is_simultaneous(self, s: list[Any]) -> bool:
        """Whether the decision that is due is answered before anybody sees it."""
        return answering(self._machine.program, s[0]) is not None
