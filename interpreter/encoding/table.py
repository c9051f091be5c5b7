"""One game stepped by actions, in Python: the reference for the native form, and what plays where there is none."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.encoding.encoding import Encoding, rewards
from interpreter.game import State


class Table:
    """A position and the actions so far of the option that is being spelled.

    player: the seat that is asked; None for chance (only where the state asks chance), or when the game is over.
    legal: the numbers of the actions that are possible, sorted; of chance the numbers of its choices.
    """

    def __init__(self, encoding: Encoding, state: State) -> None:
        self.encoding = encoding
        self.state = state
        self._begin()

    def copy(self) -> Table:
        """An independent table."""
        new = object.__new__(Table)
        new.encoding, new.state = self.encoding, self.state.copy()
        new.chosen, new.legal, new._left = self.chosen, self.legal, self._left
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Table:
        return self.copy()

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def player(self) -> int | None:
        return self.state.player

    @property
    def is_whole(self) -> bool:
        """Whether a player decides and nothing that was chosen is yet spelled in part."""
        return self.player is not None and len(self._left) == len(self.state.options)

    def _begin(self) -> None:
        self.chosen: tuple[int, ...] = ()
        self._left: list[tuple[list[int], int]] = []
        self.legal: list[int] = []
        if self.state.player is None:
            if not self.state.is_over:
                self.legal = list(range(len(self.state.decision.choices)))
            return
        words = self.encoding.spelling.words(self.state.slots, self.state.options)
        self._left = [(word, i) for i, word in enumerate(words)]
        self._go_on()

    def _go_on(self) -> None:
        """Spell what all options that are left have in common; there is more than one."""
        at = len(self.chosen)
        word = self._left[0][0]
        while all(other[at] == word[at] for other, _ in self._left):
            at += 1
        self.chosen = tuple(word[:at])
        self.legal = sorted({word[at] for word, _ in self._left})

    def step(self, action: int) -> bool:
        """Take an action, and give whether an option was taken with it. ValueError: the action is not possible."""
        if self.state.player is None:
            self._require(action)
            self.state.apply_choice(self.state.decision.choices[action])
        else:
            number = self.narrow(action)
            if number is None:
                return False
            if self.state.keeps_log:
                self.state.apply_choice(self.state.decision.choices[number])
            else:
                self.state.apply_option(self.state.options[number])
        self._begin()
        return True

    def narrow(self, action: int) -> int | None:
        """Take an action of a player without taking the option that it completes: give the number of that, or None
        where there are several left. ValueError: the action is not possible."""
        self._require(action)
        at = len(self.chosen)
        self._left = [(word, i) for word, i in self._left if word[at] == action]
        if len(self._left) > 1:
            self._go_on()
            return None
        return self._left[0][1]

    def _require(self, action: int) -> None:
        if action not in self.legal:
            raise ValueError(f"the action {action!r} is not possible here; {self._offered()}")

    def _offered(self) -> str:
        if not self.legal:
            return "the game is over"
        names: Sequence[str] = self.encoding.actions if self.state.player is not None else self.state.decision.keys
        return f"possible are {', '.join(f'{n} ({names[n]})' for n in self.legal[:10])}"

    def spelled(self, number: int) -> list[int]:
        """The actions that take the option of a number, from 0, of those of the decision that is due. IndexError: there
        is none. ValueError: an option is being spelled, or no player decides."""
        if not self.is_whole:
            raise ValueError("no player decides here, or an option is being spelled")
        left, word, out = [word for word, _ in self._left], self._left[number][0], []
        at = len(self.chosen)
        while len(left) > 1:
            if any(other[at] != word[at] for other in left):
                out.append(word[at])
                left = [other for other in left if other[at] == word[at]]
            at += 1
        return out

    def observation(self, seat: int) -> list[float]:
        """What a seat sees, see `Encoding.observation`."""
        return self.encoding.observation(self.state, seat, self.chosen)

    def rewards(self, kind: str) -> list[float]:
        """What each seat gets: nothing before the end."""
        if not self.is_over:
            return [0.0] * self.encoding.program.players
        return rewards(self.state.sheet(), kind)
