"""Weights of hints learned from games between greedy players, with terms that the ruleset's declarations propose.

First each proposed term is tried alone, with either sign. Then an evolution strategy (CMA-ES: Hansen 2016) changes the
weights of the hints and of the terms that helped; each generation plays new deals, the same for all of it. What it ends
at counts only if it wins more than its share of further deals against the hints as they were.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from interpreter.analysis.duels import FIRST_LOOK, INTERRUPTED, Duel, DuelsJob, DuelTally, line, play_duels, settled
from interpreter.analysis.paired import LEVEL
from interpreter.analysis.processes import Progress
from interpreter.analysis.terms import accepted, proposals, write_module
from interpreter.diagnostics import Diagnostics
from interpreter.game import Game
from interpreter.pipeline import load, model_of
from interpreter.players.evaluation import COUNTER, PIECE
from interpreter.records import record

SCREENING, LEARNING = 0.3, 0.8
"""Parts of the time after which the terms have been tried, and after which learning ends."""
TRIED = 30
"""The weight in percent, that is in hundredths of a point a unit, with which a term is tried."""
HELPS = 1.5
"""Standard errors of the margin from which on a term takes part."""
MOST_TAKEN = 8
"""Terms that take part at most."""
GENERATIONS = 20
"""So many are to fit into the time."""
SIGMA = 0.4
"""The first step of the evolution: of the logarithm of a hint's weight, and of a term's weight by TRIED."""
MARGIN = 0.03
"""Part of the games by which the result may miss an equal share and still count as level."""
DEALS = (4, 400)
"""Fewest and most deals of a duel in one round."""


@record
class Interrupted(Exception):
    """Somebody has ended it, or processes died; cut: which of the two."""

    cut: str


class Tuner:
    """The course of one learning. Its deals are never played twice."""

    def __init__(
        self, job: DuelsJob, hints: Mapping[str, int], terms: Sequence[str], seconds: float, jobs: int | None,
        progress: Progress | None, clock: Callable[[], float],
    ) -> None:  # fmt: skip
        """hints: name → weight in percent to begin with, in the order of the program. terms: those that are new. clock:
        what gives the seconds."""
        self.job, self.jobs = job, jobs
        self.hints, self.terms = dict(hints), tuple(terms)
        self.clock, self.began, self.seconds = clock, clock(), seconds
        self.games = 0
        self._at = 0
        self._pace = 0.0
        self._progress = progress

    @property
    def part(self) -> float:
        """How much of the time has gone."""
        return (self.clock() - self.began) / self.seconds

    def play(
        self, weights: Sequence[Sequence[int]], deals: int, decided: Callable[[DuelTally], bool] | None = None
    ) -> list[DuelTally]:
        """Each of the weights against the hints as they were, on new deals."""
        base = tuple(self.hints.values())
        duels = tuple(Duel("greedy", "greedy", tuple(own), others_weights=base) for own in weights)
        job = replace(self.job, duels=duels, first=self._at)
        began = self.clock()
        found, cut = play_duels(job, deals, decided, self.jobs)
        self._at += deals
        games = sum(tally.games for tally in found) * job.players
        self.games += games
        if cut:
            raise Interrupted(cut)
        self._pace = games / max(1e-3, self.clock() - began)
        if self._progress is not None:
            self._progress(min(100, round(100 * self.part)), 100)
        return found

    def deals_for(self, duels: int, until: float, rounds: int = 1) -> int:
        """How many deals of so many duels fit into each of some rounds up to a part of the time."""
        left = max(0.0, (until - self.part) * self.seconds) / rounds
        fit = left * self._pace / duels / self.job.players
        return max(DEALS[0], min(DEALS[1], int(fit)))

    def helping(self) -> dict[str, int]:
        """The terms that help, with the weight that was tried: the best first."""
        names, base = list(self.hints), list(self.hints.values())
        tries = [(term, sign * TRIED) for term in self.terms for sign in (1, -1)]
        rows = []
        for term, weight in tries:
            own = base.copy()
            own[names.index(term)] += weight
            rows.append(own)
        if not rows:
            return {}
        found = self.play(rows, self.deals_for(len(rows), SCREENING))
        scored = sorted(zip(map(_clearness, found), tries, strict=True), reverse=True)
        out: dict[str, int] = {}
        for clear, (term, weight) in scored:
            if clear >= HELPS and term not in out and len(out) < MOST_TAKEN:
                out[term] = weight
        return out

    def learned(self, taken: Mapping[str, int], seed: int) -> list[int]:
        """The weights at which the evolution ends. taken: terms that take part, with a weight to begin with."""
        import numpy as np
        from cmaes import CMA

        names = list(self.hints)
        old = [i for i, name in enumerate(names) if self.hints[name] and name not in taken]
        new = [names.index(term) for term in taken]
        begin = [0.0] * len(old) + [weight / 2 / TRIED for weight in taken.values()]
        optimizer = CMA(mean=np.array(begin), sigma=SIGMA, seed=seed % 2**32)

        def weights(point: Sequence[float]) -> list[int]:
            own = list(self.hints.values())
            for i, x in zip(old, point, strict=False):
                own[i] = round(own[i] * math.exp(max(-3.0, min(3.0, x))))
            for i, x in zip(new, point[len(old) :], strict=True):
                own[i] = round(TRIED * x)
            return own

        while self.part < LEARNING:
            asked = [optimizer.ask() for _ in range(optimizer.population_size)]
            left = max(1, GENERATIONS - optimizer.generation)
            found = self.play([weights(x) for x in asked], self.deals_for(len(asked), LEARNING, left))
            optimizer.tell(list(zip(asked, [-_worth(tally, self.job.players) for tally in found], strict=True)))
        return weights(list(optimizer.mean))

    def judged(self, weights: Sequence[int]) -> DuelTally:
        """The weights against the hints as they were, until it is clear or the time is up."""
        fair = settled(LEVEL, MARGIN, self.job.players)
        is_enough = lambda tally: fair(tally) or self.part >= 1  # noqa: E731
        deals = max(FIRST_LOOK, int(2 * (1 - self.part) * self.seconds * self._pace / self.job.players))
        return self.play([weights], deals, is_enough)[0]


def _clearness(tally: DuelTally) -> float:
    """By how many standard errors the margin lies above 0."""
    n = tally.games
    spread = tally.squares - tally.margins * tally.margins / max(1, n)
    return tally.margins / math.sqrt(spread * n / max(1, n - 1)) if spread > 0 else 0.0


def _worth(tally: DuelTally, players: int) -> float:
    """What is to grow: the win rate, and the margin by how much margins usually are."""
    rate = line(tally, players, None)["win_rate"] or 0.0
    usual = math.sqrt(tally.squares / max(1, tally.games)) or 1.0
    return float(rate + tally.margins / max(1, tally.games) / usual / 4)


def tune(
    game: str | Path,
    players: int,
    minutes: float,
    folder: Path,
    seed: int = 0,
    modules: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    engine: str = "auto",
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """Learn hints for so many minutes and write them as a module into a folder (see docs/bots.md). JSON-ready data:
    what was played, each hint before and after, and how the result did against the hints as they were.

    RulesetError: the game cannot be loaded. ValueError: one player, or no time. SimulationError: a game failed.
    NoNative: there is no native form. ImportError: `cmaes` is not installed.
    """
    if players < 2 or minutes <= 0:
        raise ValueError("learning needs two players and some time")
    model = model_of(game, modules, Diagnostics())
    before = load(game, players, modules=modules, options=options)
    assert model is not None
    terms = accepted(folder, game, players, modules, options or {}, _not_named(proposals(model), before))
    loaded = load(game, players, modules=[*modules, folder], options=options)
    shipped = {*before.program.hints}
    start = {id: 100 if id in shipped else 0 if shipped else _plain(id) for id in loaded.program.hints}
    everything = (*modules, folder)
    job = DuelsJob(game, players, everything, tuple((options or {}).items()), (), seed, engine)
    tuner = Tuner(job, start, [id for id in start if id not in shipped], minutes * 60, jobs, progress, clock)
    weights, result, taken, cut = list(start.values()), None, dict[str, int](), ""
    try:
        tuner.play([weights], DEALS[0])  # how fast it goes
        taken = tuner.helping()
        weights = tuner.learned(taken, seed)
        result = line(tuner.judged(weights), players, LEVEL)
    except Interrupted as end:
        cut = end.cut
    except KeyboardInterrupt:
        cut = INTERRUPTED
    is_better = result is not None and result["found"] == "more"
    after = dict(zip(start, weights, strict=True)) if is_better else start
    found = {
        "game": before.id, "players": players, "modules": list(before.program.modules),
        "options": dict(before.program.options),
        "seed": seed, "minutes": minutes, "games": tuner.games, "interrupted": bool(cut), "cut_short_by": cut or None,
        "tried": len(terms), "taken": list(taken), "result": result, "better": is_better,
        "hints": [{"hint": id, "before": start[id], "after": after[id], "new": id not in shipped} for id in start],
    }  # fmt: skip
    texts = {id: hint.worth.span.text for id, hint in model.hints.items() if hint.worth is not None}
    path = _written(folder, found, {**texts, **terms})
    return {**found, "path": str(path)}


def _not_named(terms: Mapping[str, str], game: Game) -> dict[str, str]:
    """Without those that are called as a hint that is there."""
    known = {*game.program.hints, *game.program.shared_hints}
    return {id: formula for id, formula in terms.items() if id not in known}


def _plain(term: str) -> int:
    """The weight of a term in a ruleset without hints: what bots then count a counter and a piece."""
    return round(100 * (COUNTER if term.startswith("has_") else PIECE if term.startswith("size_") else 0))


def _written(folder: Path, found: Mapping[str, Any], texts: Mapping[str, str]) -> Path:
    """The module with what was learned, as a file that says what from."""
    about = [
        f"Weights of hints for {found['game']}, learned by `rulewright tune` from {found['games']:,} games of "
        f"{found['players']} greedy players",
        f"in {found['minutes']:g} minutes, seed {found['seed']}. {_said(found)}",
    ]
    added, replaced = dict[str, str](), dict[str, str]()
    for hint in found["hints"]:
        id, weight = hint["hint"], hint["after"]
        if hint["new"] and weight:
            added[id] = texts[id].replace("100", str(weight), 1)
        elif not hint["new"] and weight != hint["before"]:
            formula = re.sub(r"#.*$", "", texts[id], flags=re.MULTILINE)
            replaced[id] = f"({formula}) * {weight} / 100"
    return write_module(folder, added, replaced, about)


def _said(found: Mapping[str, Any]) -> str:
    result = found["result"]
    if result is None:
        return "It was interrupted before anything was learned: the hints are as they were."
    low, high = (f"{100 * end:.1f}" for end in result["interval"] or (0, 1))
    rate = f"{100 * result['win_rate']:.1f} % of {result['games']:,} further games (95 % interval {low} to {high})"
    if found["better"]:
        return f"They won {rate}, where {100 * result['fair']:.0f} % is even."
    return f"What was learned won {rate}, which is not shown to be more than its share: the hints are as they were."
