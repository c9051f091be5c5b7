"""The encoding of a game: its actions and observations by number, the same for every seat, and a hash of both.

encoding = Encoding(rw.load("harvest", players=3))
encoding.actions[:3], encoding.fields["players/coin"].shape, encoding.hash
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from interpreter.encoding.actions import KINDS, Numbers, Spelling, Things
from interpreter.encoding.observations import MOST_ASKED, MOST_CHOSEN, Field, Sight
from interpreter.game import Game, State
from interpreter.program import DecisionInfo
from interpreter.program.types import Type
from interpreter.runtime.scoring import ScoreSheet

VERSION = 1
"""Of the encoding itself: another one gives every ruleset another hash."""
REWARDS = ("win", "score", "lead")
"""What may be rewarded at the end of a game: the share of the win (all shares are 1 together), the points, or how far
the points are ahead of the best other's."""
HEADER = 16
"""Numbers at the beginning of the table that say where the rest lies, see `Encoding._finish`."""


class EncodingMismatch(ValueError):
    """What was made for one encoding is used with another."""


class Encoding:
    """actions: the names of the actions, by number. fields: name → where it lies in an observation. size: numbers in an
    observation. hash: 16 hexadecimal digits; equal where numbers mean the same. table: what C reads."""

    def __init__(self, game: Game) -> None:
        self.game, self.program = game, game.program
        numbers = Numbers(HEADER)
        self._things = things = Things(game.program, game.namer, numbers)
        self.spelling = Spelling(game.program, things, numbers)
        self.sight = Sight(game.program, game.model, things, numbers)
        self.actions = tuple(self.spelling.names)
        infos = [info for info in game.program.decisions.values() if info.kind in KINDS]
        self._questions = {name: i for i, name in enumerate(dict.fromkeys(map(_question, infos)))}
        self._question = self.sight.field("decision", [tuple(self._questions)])
        self._asked = self.sight.field("asked", [[str(i + 1) for i in range(MOST_ASKED)]])
        self._chosen = self.sight.field("chosen", [[str(i + 1) for i in range(MOST_CHOSEN)]])
        self._seat = self.sight.field("seat", [[str(p + 1) for p in range(game.players)]])
        self.fields: Mapping[str, Field] = self.sight.fields
        self.size = self.sight.size
        self._bound = {info.label: list(self._bound_of(info)) for info in infos}
        self._finish(numbers)
        self.table = tuple(numbers.cells)
        told = [str(VERSION), game.id, str(game.players), *self.actions]
        told += [f"{f.name} {f.offset} {f.axes}" for f in self.fields.values()]
        self.hash = hashlib.sha256("\0".join(told).encode()).hexdigest()[:16]

    def _finish(self, numbers: Numbers) -> None:
        """Write where everything lies into the beginning of the table."""
        spelling, labels = self.spelling, max(self.program.decisions, default=0) + 1
        rows = []
        for label in range(labels):
            info = self.program.decisions.get(label)
            if info is None or label not in spelling.labels:
                rows += [0, 0, 0]
                continue
            bound = [x for part in self._bound[label] for x in part]
            asked = numbers.add([len(self._bound[label]), *bound])
            rows += [spelling.labels[label], self._questions[_question(info)], asked]
        head = [
            numbers.add(rows), numbers.add(spelling.free or [0]), numbers.add(self.sight.steps),
            spelling.end, spelling.minus, spelling.digits, spelling.ordinal, len(self.actions), self.size,
            self._question.offset, self._asked.offset, self._chosen.offset, self._seat.offset, spelling.at_base,
        ]  # fmt: skip
        numbers.cells[: len(head)] = head

    def _bound_of(self, info: DecisionInfo) -> Iterator[tuple[int, int, int, int]]:
        """What a question names of its surroundings and its seat may know: (place in the frame, table or -1, stride,
        what is added)."""
        veiled = {at for at, _ in self.program.veiled.get(info.label, ())}
        for _, kind, local in info.bound:
            if 2 + local in veiled or kind.name in ("list", "bag"):
                continue
            yield (2 + local, *self._numbering(kind))

    def _numbering(self, kind: Type) -> tuple[int, int, int]:
        found = self._things.domain(kind)
        if found is None or kind.name == "bool":
            return -1, 0, 0
        table, stride = self._things.table(found[1], -1)
        return table, stride, 1

    # ---- observations

    def observation(self, state: State, seat: int, chosen: Sequence[int] = ()) -> list[float]:
        """What a seat sees of a position. chosen: the actions so far of the option that is being spelled.
        ValueError: there is no such seat."""
        if not 0 <= seat < self.program.players:
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {self.program.players - 1}")
        out = [0.0] * self.size
        self.sight.fill(out, state.slots, seat)
        out[self._seat.offset + seat] = 1.0
        if state.player == seat:
            frame, cells = state.slots[0], self.table
            out[self._question.offset + self._questions[_question(self.program.decisions[frame[0]])]] = 1.0
            for i, (at, table, stride, more) in enumerate(self._bound[frame[0]][:MOST_ASKED]):
                value = int(frame[at])
                seen = value if table < 0 else cells[table + stride * seat + 1 + value]
                out[self._asked.offset + i] = float(seen + more)
            for i, action in enumerate(chosen[-MOST_CHOSEN:]):
                out[self._chosen.offset + i] = float(action + 1)
        return out

    def named(self, observation: Any) -> dict[str, Any]:
        """The fields of an observation, or of many that lie in the last axis of an array: views, not copies."""
        before = observation.shape[:-1]
        return {
            name: observation[..., f.offset : f.offset + f.size].reshape(*before, *f.shape)
            for name, f in self.fields.items()
        }

    # ---- policies

    def require(self, hash: str) -> None:
        """EncodingMismatch: what was made with a hash does not belong to this encoding."""
        if hash != self.hash:
            raise EncodingMismatch(
                f"made for the encoding {hash}, but {self.game.id} with {self.program.players} players, these modules "
                f"and options has {self.hash}: train it anew, or load the game it was trained on"
            )


def _question(info: DecisionInfo) -> str:
    """The name of a decision: its procedure and prompt."""
    return " ".join(dict.fromkeys(part for part in (info.procedure, info.menu, info.prompt) if part))


def rewards(sheet: ScoreSheet, kind: str) -> list[float]:
    """What each seat gets at the end of a game. kind: one of REWARDS, else ValueError."""
    totals = sheet.totals
    require_reward(kind)
    if kind == "win":
        share = 1.0 / len(sheet.winners) if sheet.winners else 0.0
        return [share if p in sheet.winners else 0.0 for p in range(len(totals))]
    if kind == "score":
        return [float(n) for n in totals]
    return [float(n - max((m for q, m in enumerate(totals) if q != p), default=0)) for p, n in enumerate(totals)]


def require_reward(kind: str) -> None:
    """ValueError: there is no such reward."""
    if kind not in REWARDS:
        raise ValueError(f"there is no reward `{kind}`; there are: {', '.join(REWARDS)}")
