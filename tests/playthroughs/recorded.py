"""Recorded games as text: which there should be, how one is made, how one is replayed.

A file has a head (`name: value` lines), then a line for each decision, `number | who | prompt | options offered | key`
with the seat's name or `chance`, then the final score sheet. People read it in reviews: a change of
a rule shows in the games it changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import interpreter as rw
from interpreter.runtime.rng import Rng
from tests.shipped import MOST_DECISIONS, Case, modules_of, option_cases, players_of, recorded_cases, with_needs

FOLDER = Path(__file__).parent
HEAD = "# A game of random choices; `python -m tests.playthroughs.record` writes it anew"

Chooser = Callable[[rw.State], str | None]
"""The key to take; None to stop."""


LENGTH = "length"
"""The option that makes a game another one from the first card on: each of its values is recorded, too."""


def cases(game: str) -> list[Case]:
    """The games to record: the ruleset at every number of players and in every length, and each module."""
    needed = [case for case in recorded_cases() if case.game == game]
    lengths = [case.options for case in option_cases() if case.game == game and case.options[0][0] == LENGTH]
    needed += [Case(game, players, (), options) for players in players_of(game, ()) for options in lengths]
    return list(dict.fromkeys(case for case in needed if len(case.modules) <= 1 or _is_least(case)))


def _is_least(case: Case) -> bool:
    """Whether the modules of a case are one module and what it needs."""
    return case.modules in {with_needs(case.game, (name,)) for name in modules_of(case.game)}


def files(game: str) -> list[Path]:
    return sorted((FOLDER / game).glob("*.txt"))


def path_of(case: Case) -> Path:
    return FOLDER / case.game / f"{case.name}.txt"


def record(case: Case, seed: int) -> str:
    """A whole game of random choices as text."""
    rng = Rng(seed)

    def choose(state: rw.State) -> str:
        decision = state.decision
        if decision.player is None:
            return str(rng.pick(list(zip(decision.keys, decision.weights, strict=True))))
        return decision.keys[rng.below(len(decision.keys))]

    return "\n".join([*_head(case, seed), *play(case.load(), choose)]) + "\n"


def replay(case: Case, text: str) -> str:
    """The same game by the keys of a recorded one, as text: equal to it if every decision and the sheet still are.

    Where a key is no longer offered, the text says so and what is, and ends.
    """
    lines = text.splitlines()
    seed = next(int(line.removeprefix("seed: ")) for line in lines if line.startswith("seed: "))
    keys = iter([line.split(" | ", 4)[4] for line in lines if line.count(" | ") >= 4])
    head = _head(case, seed)
    return "\n".join([*head, *play(case.load(), lambda _: next(keys, None))]) + "\n"


def _head(case: Case, seed: int) -> list[str]:
    return [
        HEAD,
        f"game: {case.game}",
        f"players: {case.players}",
        f"modules: {', '.join(case.modules) or 'none'}",
        *(f"option: {name}={value}" for name, value in case.options),
        f"seed: {seed}",
        "",
    ]


def play(game: rw.Game, choose: Chooser) -> list[str]:
    """The lines of a game, decision by decision, and of its end."""
    state = game.start(0, ask_chance=True)
    lines: list[str] = []
    state.keeps_log = False
    for number in range(1, MOST_DECISIONS):
        if state.is_over:
            return [*lines, *sheet_lines(game, state)]
        decision, key = state.decision, choose(state)
        who = "chance" if decision.player is None else game.seats[decision.player]
        lines.append(f"{number} | {who} | {decision.prompt} | {len(decision.keys)} | {key}")
        if key not in decision.keys:
            return [*lines, f"not offered; offered are: {', '.join(decision.keys)}"]
        state.apply(str(key))
    return [*lines, f"no end within {MOST_DECISIONS} decisions"]


def sheet_lines(game: rw.Game, state: rw.State) -> list[str]:
    """The final sheet as a table."""
    sheet = state.sheet()
    rows: dict[str, tuple[object, ...]] = {"": game.seats, **sheet.categories, "total": sheet.totals}
    rows |= {f"tie-break {name}": points for name, points in sheet.tie_breaks.items()}
    rows["rank"] = sheet.ranks
    width = max(map(len, rows))
    table = [f"{name:<{width}}" + "".join(f"{cell!s:>6}" for cell in cells) for name, cells in rows.items()]
    winners = ", ".join(game.seats[p] for p in sheet.winners) or "nobody"
    return ["", f"ending: {sheet.ending}; won by {winners}", *(line.rstrip() for line in table)]
