"""A ladder of players: each against the one below it, or every pair, in duels; win rates and ratings with intervals."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from interpreter.analysis.duels import Duel, DuelsJob, DuelTally, line, play_duels, settled
from interpreter.analysis.paired import LEVEL
from interpreter.analysis.processes import Progress
from interpreter.pipeline import load
from interpreter.players import bot_named

MARGIN = 0.05
"""Part of the games by which a win rate may miss an equal share and still count as even."""
SPREAD = 1.96
"""Deviations of a rating on either side of its 95 % interval."""


def ladder(
    game: str | Path,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int = 0,
    modules: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    every_pair: bool = False,
    until_sure: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
    engine: str = "auto",
) -> dict[str, Any]:
    """Play the bots, the weakest first, against each other: each against the one below it, or `every_pair`. JSON-ready
    data (see docs/bots.md).

    games: how many each pair plays, rounded up to whole deals; until_sure: the most of them, since a pair ends when it
    is clear whether the stronger one wins more than its share. One bot sits against a table of the other kind. Ratings
    are those of openskill (an extra), in the order in which the deals were played; without it there are none.
    RulesetError: the game cannot be loaded. ValueError: no such bot, fewer than two, or one player. SimulationError: a
    game failed. NoNative: there is no native form.
    """
    if games < 1 or len({*bots}) < 2 or len({*bots}) < len(bots) or players < 2:
        raise ValueError("a ladder needs at least one game, two different bots and two players")
    for name in bots:
        bot_named(name)
    pairs = list(combinations(bots, 2)) if every_pair else list(zip(bots, bots[1:], strict=False))
    duels = tuple(Duel(hero, others) for others, hero in pairs)
    level = LEVEL / len(duels)
    job = DuelsJob(game, players, tuple(modules), tuple((options or {}).items()), duels, seed, engine)
    decided = settled(level, MARGIN, players) if until_sure else None
    found, cut = play_duels(job, math.ceil(games / players), decided, jobs, progress)
    loaded = load(game, players, modules=modules, options=options)
    return {
        "game": loaded.id, "players": players, "modules": list(loaded.program.modules),
        "options": dict(loaded.program.options), "seed": seed, "bots": list(bots), "games": games * len(duels),
        "finished": sum(tally.games for tally in found) * players,
        "interrupted": bool(cut), "cut_short_by": cut or None, "level": LEVEL, "until_sure": until_sure,
        "steps": [
            {"bot": duel.hero, "against": duel.others, **line(tally, players, level if until_sure else None)}
            for duel, tally in zip(duels, found, strict=True)
        ],
        "ratings": ratings(bots, duels, found, players),
    }  # fmt: skip


def ratings(
    bots: Sequence[str], duels: Sequence[Duel], found: Sequence[DuelTally], players: int
) -> dict[str, dict[str, Any]] | None:
    """Each bot's rating, its deviation and 95 % interval; None where openskill is not installed. Those who sit at one
    table under one name are one player: what each of them would gain is added up."""
    if importlib.util.find_spec("openskill") is None:
        return None
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {bot: model.rating(name=bot) for bot in bots}
    queues = [iter(tally.places) for tally in found]
    for _ in range(max((len(tally.places) for tally in found), default=0)):
        for duel, queue in zip(duels, queues, strict=True):
            place = next(queue, None)
            if place is None:
                continue
            ahead, level = place
            ranks = [
                float(ahead),
                *(i if i < ahead else ahead if i < ahead + level else i + 1.0 for i in range(players - 1)),
            ]
            hero, others = known[duel.hero], known[duel.others]
            after = [team[0] for team in model.rate([[r] for r in [hero, *[others] * (players - 1)]], ranks=ranks)]
            known[duel.hero] = model.rating(mu=after[0].mu, sigma=after[0].sigma)
            mu = others.mu + sum(r.mu - others.mu for r in after[1:])
            sigma = others.sigma * math.prod(r.sigma / others.sigma for r in after[1:])
            known[duel.others] = model.rating(mu=mu, sigma=sigma)
    return {
        bot: {"rating": r.mu, "sd": r.sigma, "interval": [r.mu - SPREAD * r.sigma, r.mu + SPREAD * r.sigma]}
        for bot, r in known.items()
    }
