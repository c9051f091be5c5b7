"""Questions of designers about one set of rules: is a seat ahead, how close is it, what is never used, what is each
thing worth because of itself, and which price would make it even.

What a thing is worth is measured by restricted play (Jaffe and others 2012): one player who may not choose it against a
table of players who may, on deals that are played once with it in every seat. Among equals the margin is then 0, so
whatever it loses, it loses for want of that thing.
"""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from interpreter.analysis.duels import FIRST_LOOK, INTERRUPTED, Duel, DuelsJob, DuelTally, line, play_duels
from interpreter.analysis.paired import LEVEL, Judged, Pairs, can_tell, judge
from interpreter.analysis.processes import Progress
from interpreter.analysis.sequential import judge_difference
from interpreter.analysis.simulate import simulate
from interpreter.analysis.stats import mean, quantile
from interpreter.analysis.tally import is_thing
from interpreter.diagnostics import Diagnostics
from interpreter.files import write_whole
from interpreter.loading.model import KindDecl, Model, PieceDecl, SpaceDecl
from interpreter.pipeline import model_of
from interpreter.records import record

BOT = "greedy"
Priced = tuple[PieceDecl | SpaceDecl, KindDecl]
PEERS = 5
"""Kinds of the same class, nearest in price, that a thing is compared with."""
MOST_THINGS = 80
"""Things whose worth is measured: those that most seats chose."""
FEWEST_SEATS = 0.01
"""Part of the seats that must have chosen a thing for its worth to be measured."""
MOST_PRICES = 6
"""Things for which an even price is looked for: those farthest from their peers."""


@record
class Settings:
    """What is played. games: of each question. until: a question ends as soon as it is clear that a thing is worth
    something, or no more than so many points; `games` is then the most."""

    game: str | Path
    players: int
    games: int
    seed: int = 0
    modules: tuple[str | Path, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    engine: str = "auto"
    jobs: int | None = None
    until: float | None = None

    @property
    def deals(self) -> int:
        return math.ceil(self.games / self.players)

    def job(self, duels: Sequence[Duel], more: Sequence[str | Path] = ()) -> DuelsJob:
        modules = (*self.modules, *more)
        return DuelsJob(self.game, self.players, modules, self.options, tuple(duels), self.seed, self.engine)


def balance(
    settings: Settings, price: str | None = None, only: Sequence[str] = (), progress: Progress | None = None
) -> dict[str, Any]:
    """Everything about one set of rules as JSON-ready data (see docs/balance.md). price: an attribute of pieces or
    spaces that is paid; then each thing that has it is measured for nothing and one dearer, too, and even prices
    are looked for. only: the things that are measured; none: all that are chosen often enough.

    RulesetError: the game cannot be loaded. ValueError: one player; nothing has this attribute; nothing is called so.
    SimulationError: a game failed. NoNative: there is no native form.
    """
    if settings.players < 2:
        raise ValueError("balance is between players: two are needed at least")
    model = model_of(settings.game, settings.modules, Diagnostics())
    assert model is not None
    priced = _priced(model, price) if price is not None else {}
    base = simulate(
        settings.game, settings.players, settings.games, settings.seed, [BOT], settings.modules, dict(settings.options),
        settings.jobs, progress, settings.engine,
    )  # fmt: skip
    things = _things(base, model, only)
    if not only:
        things += [thing for thing in priced if thing not in things]
    found: dict[str, Any] = {"base": base, "close": None, "skill": None, "things": [], "prices": [], "price": price}
    found |= {"interrupted": base["interrupted"], "cut_short_by": base["cut_short_by"], "games": settings.games}
    found["finished"] = base["finished"]
    if base["interrupted"]:
        return found
    duels = [Duel(BOT, BOT), Duel(BOT, "random"), *(Duel(BOT, BOT, barred=thing) for thing in things)]
    looks = None if settings.until is None else Looks(settings.until, settings.players, max(1, len(things)))
    tallies, cut = play_duels(settings.job(duels), settings.deals, looks, settings.jobs, progress)
    plain, skill, *barred = tallies
    found["finished"] += sum(tally.games for tally in tallies) * settings.players
    found |= {"interrupted": bool(cut), "cut_short_by": cut or None}
    found["close"] = {"mean": mean(plain.leads), "median": quantile(plain.leads, 50)} if plain.games else None
    found["skill"] = line(skill, settings.players, None) if skill.games else None
    found["things"] = _worths(things, barred, base, model, settings.players, looks)
    if not cut and priced:
        try:
            for row in _prices(
                settings, {t: k for t, k in priced.items() if t in things}, found["things"], price or ""
            ):
                found["prices"].append(row)
        except KeyboardInterrupt:
            found |= {"interrupted": True, "cut_short_by": INTERRUPTED}
    return found


class Looks:
    """Looks at duels again and again, and says which of them may end (see `sequential`; that margins of equals lie
    evenly around 0, on which it rests, is exact for two players)."""

    def __init__(self, points: float, players: int, questions: int) -> None:
        """points: a game, that do not matter. questions: how many there are, all together."""
        self.most = points * players * (players - 1)
        self.level = LEVEL / questions
        self.scales: dict[int, float] = {}

    def judged(self, tally: DuelTally) -> Judged | None:
        """None: it never made a difference."""
        pairs = _pairs(tally)
        if not pairs.squares:
            return None
        return judge_difference(pairs, self.scales.setdefault(id(tally), float(pairs.squares)), self.level)

    def __call__(self, tally: DuelTally) -> bool:
        """Whether a duel may end. What made no difference at all ends where it can hardly make one often."""
        judged = self.judged(tally)
        if judged is None:
            return tally.games >= 3 * FIRST_LOOK
        return judged.found or max(-judged.low, judged.high) <= self.most


def _priced(model: Model, price: str) -> dict[str, Priced]:
    """The kinds with a number of this name."""
    out = {
        kind.id: (cls, kind)
        for cls in model.classes
        for kind in cls.kinds.values()
        if cls.attributes.get(price) == "int" and isinstance(kind.attributes.get(price), int)
    }
    if not out:
        known = sorted({name for cls in model.classes for name, kind in cls.attributes.items() if kind == "int"})
        raise ValueError(f"nothing has a number `{price}`; there are: {', '.join(known) or 'none'}")
    return out


def _things(base: Mapping[str, Any], model: Model, only: Sequence[str]) -> list[str]:
    """What is measured, what most seats chose first: kinds, spaces, places and the labels of options."""
    seats: dict[str, int] = {}
    for action, taken in base["choices"].items():
        if is_thing(action) and " " not in action:
            seats[action] = max(seats.get(action, 0), taken["seats"])
        for thing, of_thing in taken["things"].items():
            if is_thing(thing) and thing not in base["scores"]:
                seats[thing] = max(seats.get(thing, 0), of_thing["seats"])
    known = {*seats, *(kind for cls in model.classes for kind in cls.kinds)}
    if wrong := [thing for thing in only if thing not in known]:
        raise ValueError(f"nothing that can be chosen is called `{wrong[0]}`")
    if only:
        return list(dict.fromkeys(only))
    fewest = FEWEST_SEATS * base["finished"] * base["players"]
    often = [thing for thing, n in sorted(seats.items(), key=lambda item: (-item[1], item[0])) if n >= fewest]
    return often[:MOST_THINGS]


def _pairs(tally: DuelTally) -> Pairs:
    """The margins of a duel as differences of pairs: side B is the player who may not, so it is below 0 where the thing
    is good."""
    return Pairs(tally.games, 0, tally.margins, tally.squares, tally.apart)


def _worths(
    things: Sequence[str],
    tallies: Sequence[DuelTally],
    base: Mapping[str, Any],
    model: Model,
    players: int,
    looks: Looks | None,
) -> list[dict[str, Any]]:
    """What each thing is worth in points, the best first, corrected for how many there are."""
    pairs = [_pairs(tally) for tally in tallies]
    told = [i for i, p in enumerate(pairs) if can_tell(p)]
    judged: dict[int, Judged | None] = dict(zip(told, judge([pairs[i] for i in told]), strict=True))
    if looks is not None:
        judged = {i: looks.judged(tally) for i, tally in enumerate(tallies)}
    of = {kind: cls.id for cls in model.classes for kind in cls.kinds}
    lines = []
    for i, (thing, tally) in enumerate(zip(things, tallies, strict=True)):
        used = _used(base, thing)
        lines.append(
            {"thing": thing, "of": of.get(thing, ""), **used, **_worth(tally, judged.get(i), players)}
        )  # fmt: skip
    return sorted(lines, key=lambda found: -(found["worth"] or 0))


def _worth(tally: DuelTally, judged: Judged | None, players: int) -> dict[str, Any]:
    """Points a game that a player loses who may not choose a thing."""
    scale = players * (players - 1)
    out: dict[str, Any] = {"deals": tally.games, "worth": None, "interval": None, "found": False, "win_rate": None}
    if tally.games:
        out["worth"] = -_pairs(tally).difference / scale
        out["win_rate"] = line(tally, players, None)["win_rate"]
    if judged is not None:
        out |= {"interval": [-judged.high / scale, -judged.low / scale], "found": judged.found}
    return out


def _used(base: Mapping[str, Any], thing: str) -> dict[str, Any]:
    """How often a thing was chosen a game, and how often those who did won."""
    rows = [taken["things"][thing] for taken in base["choices"].values() if thing in taken["things"]]
    rows = rows or [taken for action, taken in base["choices"].items() if action == thing]
    best = max(rows, key=lambda row: row["seats"], default=None)
    per_game = sum(row["per_game"] for row in rows)
    return {"per_game": per_game, "users_win": best["win_rate"] if best else None}


# ---- prices


def _prices(
    settings: Settings, priced: Mapping[str, Priced], worths: Sequence[Mapping[str, Any]], price: str
) -> Iterator[dict[str, Any]]:
    """What each thing is worth for nothing and one dearer, and for those that stand out from what costs about as much
    the price at which they would not, as a change of a line."""
    worth = {x["thing"]: x["worth"] for x in worths}
    interval = {x["thing"]: x["interval"] for x in worths}
    middle = {thing: _middle([worth[peer] for peer in _peers(priced, thing, price)]) for thing in priced}
    left = MOST_PRICES
    for thing in sorted(priced, key=lambda thing: (-abs(worth[thing] - (middle[thing] or 0)), thing)):
        cls, kind = priced[thing]
        now, peers = _cost(kind, price), middle[thing]
        at = {other: _at_price(settings, cls, [thing], price, other)[0] for other in {0, now + 1} - {now}}
        row = {"thing": thing, "of": cls.id, "now": now, "worth": worth[thing], "peers": peers, "even": None}
        row |= {"free": at.get(0, worth[thing]), "dearer": at[now + 1], "change": None}
        low, high = interval[thing] or (worth[thing], worth[thing])
        if left and peers is not None and not low <= peers <= high:
            left -= 1
            row["even"] = _even(settings, cls, row, [thing, *_peers(priced, thing, price)], price)
            row["change"] = _change(cls, kind, price, row["even"])
        yield row


def _middle(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def _cost(kind: KindDecl, price: str) -> int:
    value = kind.attributes[price]
    assert isinstance(value, int)
    return value


def _peers(priced: Mapping[str, Priced], thing: str, price: str) -> list[str]:
    """The kinds of the same class whose price is nearest."""
    cls, kind = priced[thing]
    others = [id for id, (of, _) in priced.items() if of.id == cls.id and id != thing]
    return sorted(others, key=lambda id: (abs(_cost(priced[id][1], price) - _cost(kind, price)), id))[:PEERS]


def _at_price(
    settings: Settings, cls: PieceDecl | SpaceDecl, things: Sequence[str], price: str, at: int
) -> list[float]:
    """What things are worth where the first of them has another price, on the same deals."""
    section = "pieces" if isinstance(cls, PieceDecl) else "spaces"
    patch = f"module: {{}}\n{section}: {{patch: {{{cls.id}: {{kinds: {{{things[0]}: {{{price}: {at}}}}}}}}}}}\n"
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        module = Path(folder) / "price"
        module.mkdir()
        write_whole(module / "module.yaml", patch)
        job = settings.job([Duel(BOT, BOT, barred=thing) for thing in things], [module])
        found, cut = play_duels(job, settings.deals, None, settings.jobs)
    if cut:
        raise KeyboardInterrupt
    return [_worth(tally, None, settings.players)["worth"] for tally in found]


def _even(
    settings: Settings, cls: PieceDecl | SpaceDecl, row: Mapping[str, Any], things: Sequence[str], price: str
) -> int:
    """The price at which a thing is worth what its peers are then, by bisection: the dearer, the less it is worth to
    be allowed to take it."""
    low, high = (row["now"], 2 * row["now"] + 4) if row["worth"] > row["peers"] else (0, row["now"])
    misses = {row["now"]: abs(row["worth"] - row["peers"])}
    while high - low > 1:
        middle = (low + high) // 2
        own, *peers = _at_price(settings, cls, things, price, middle)
        misses[middle] = abs(own - median(peers))
        low, high = (middle, high) if own > median(peers) else (low, middle)
    return int(min(misses, key=lambda at: (misses[at], abs(at - row["now"]))))


def _change(cls: PieceDecl | SpaceDecl, kind: KindDecl, price: str, even: int) -> dict[str, Any] | None:
    """The change of a file that sets the price: its path, line, and the line before and after. None where there is
    nothing to change, or where the price is that of all kinds by default."""
    span = kind.attribute_spans.get(price)
    shared = [k for k in cls.kinds.values() if k is not kind and k.attribute_spans.get(price) == span]
    if span is None or shared or even == kind.attributes[price]:
        return None
    text = span.source.text
    number = re.compile(r"\s*:\s*(-?\d+)\b").match(text, span.end)
    if number is None:
        return None
    first, last = text.rfind("\n", 0, span.start) + 1, text.find("\n", number.end())
    before = text[first : last if last >= 0 else len(text)]
    after = before[: number.start(1) - first] + str(even) + before[number.end(1) - first :]
    return {"path": span.path, "line": span.line, "before": before, "after": after}


__all__ = ["LEVEL", "Settings", "balance"]
