"""Questions of designers about one set of rules: is a seat ahead, how close is it, what is never used, what is each
thing worth because of itself, and which price would make it even.

What a thing is worth is measured by restricted play (Jaffe and others 2012): one player who may not choose it against a
table of players who may, on deals that are played once with it in every seat. Among equals the margin is then 0, so
whatever it loses, it loses for want of that thing.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from interpreter.analysis.duels import Duel, DuelsJob, DuelTally, line, play_duels
from interpreter.analysis.paired import LEVEL, Judged, Pairs, can_tell, judge
from interpreter.analysis.processes import Progress
from interpreter.analysis.simulate import simulate
from interpreter.analysis.stats import mean, quantile
from interpreter.analysis.tally import is_thing
from interpreter.loading.model import KindDecl, Model, PieceDecl, SpaceDecl
from interpreter.records import record
from interpreter.ruleset import Ruleset

BOT = "greedy"
MOST_THINGS = 80
"""Things whose worth is measured: those that most seats chose."""
FEWEST_SEATS = 0.01
"""Part of the seats that must have chosen a thing for its worth to be measured."""
MOST_PRICES = 6
"""Things for which an even price is looked for: those farthest from the others of their class."""


@record
class Settings:
    """What is played. games: of each question."""

    game: str | Path
    players: int
    games: int
    seed: int = 0
    modules: tuple[str | Path, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    engine: str = "auto"
    jobs: int | None = None

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
    model = Ruleset(settings.game, settings.modules).model
    assert model is not None
    priced = _priced(model, price) if price is not None else {}
    base = simulate(
        settings.game, settings.players, settings.games, settings.seed, [BOT], settings.modules, dict(settings.options),
        settings.jobs, engine=settings.engine,
    )  # fmt: skip
    things = _things(base, model, only)
    found: dict[str, Any] = {"base": base, "close": None, "skill": None, "things": [], "prices": [], "price": price}
    found |= {"interrupted": base["interrupted"], "cut_short_by": base["cut_short_by"], "games": settings.games}
    found["finished"] = base["finished"]
    if base["interrupted"]:
        return found
    duels = [Duel(BOT, BOT), Duel(BOT, "random"), *(Duel(BOT, BOT, barred=thing) for thing in things)]
    tallies, cut = play_duels(settings.job(duels), settings.deals, None, settings.jobs, progress)
    plain, skill, *barred = tallies
    found["finished"] += sum(tally.games for tally in tallies) * settings.players
    found |= {"interrupted": bool(cut), "cut_short_by": cut or None}
    found["close"] = {"mean": mean(plain.leads), "median": quantile(plain.leads, 50)} if plain.games else None
    found["skill"] = line(skill, settings.players, None) if skill.games else None
    found["things"] = _worths(things, barred, base, model, settings.players)
    if not cut and priced:
        found["prices"] = _prices(
            settings, {t: k for t, k in priced.items() if t in things}, found["things"], price or ""
        )
    return found


def _priced(model: Model, price: str) -> dict[str, tuple[PieceDecl | SpaceDecl, KindDecl]]:
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
    things: Sequence[str], tallies: Sequence[DuelTally], base: Mapping[str, Any], model: Model, players: int
) -> list[dict[str, Any]]:
    """What each thing is worth in points, the best first, corrected for how many there are."""
    pairs = [_pairs(tally) for tally in tallies]
    told = [i for i, p in enumerate(pairs) if can_tell(p)]
    judged = dict(zip(told, judge([pairs[i] for i in told]), strict=True))
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
    rows = rows or [base["choices"][thing]] * (thing in base["choices"])
    best = max(rows, key=lambda row: row["seats"], default=None)
    per_game = sum(row["per_game"] for row in rows)
    return {"per_game": per_game, "users_win": best["win_rate"] if best else None}


# ---- prices


def _prices(
    settings: Settings,
    priced: Mapping[str, tuple[PieceDecl | SpaceDecl, KindDecl]],
    worths: Sequence[Mapping[str, Any]],
    price: str,
) -> list[dict[str, Any]]:
    """What each thing is worth for nothing and one dearer, and for those that stand out from their class the price at
    which they would not, as a change of a line."""
    out = []
    for thing, (cls, kind) in priced.items():
        now = int(kind.attributes[price])  # type: ignore[call-overload]
        own = next(x for x in worths if x["thing"] == thing)
        peers = [x["worth"] for x in worths if x["of"] == cls.id and x["worth"] is not None]
        asked = {at: _at_price(settings, cls, thing, price, at) for at in dict.fromkeys((0, now + 1)) if at != now}
        row = {"thing": thing, "of": cls.id, "now": now, "worth": own["worth"], "free": asked.get(0, own)["worth"]}
        row |= {"dearer": asked[now + 1]["worth"], "peers": median(peers), "even": None, "change": None}
        out.append(row)
    apart = [row for row in out if _stands_out(row, worths)]
    for row in sorted(apart, key=lambda row: -abs(row["worth"] - row["peers"]))[:MOST_PRICES]:
        cls, kind = priced[row["thing"]]
        row["even"] = _even(settings, cls, row, price)
        row["change"] = _change(kind, price, row["even"])
    return out


def _stands_out(row: Mapping[str, Any], worths: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the interval of a thing leaves out what the others of its class are worth in the middle."""
    interval = next(x["interval"] for x in worths if x["thing"] == row["thing"])
    return interval is not None and not interval[0] <= row["peers"] <= interval[1]


def _at_price(settings: Settings, cls: PieceDecl | SpaceDecl, thing: str, price: str, at: int) -> dict[str, Any]:
    """What a thing is worth at another price, on the same deals."""
    section = "pieces" if isinstance(cls, PieceDecl) else "spaces"
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        patch = f"module: {{}}\n{section}: {{patch: {{{cls.id}: {{kinds: {{{thing}: {{{price}: {at}}}}}}}}}}}\n"
        (Path(folder) / "price").mkdir()
        (Path(folder) / "price" / "module.yaml").write_text(patch, encoding="utf-8")
        job = settings.job([Duel(BOT, BOT, barred=thing)], [Path(folder) / "price"])
        (tally,), cut = play_duels(job, settings.deals, None, settings.jobs)
    if cut:
        raise KeyboardInterrupt
    pairs = _pairs(tally)
    return _worth(tally, judge([pairs])[0] if can_tell(pairs) else None, settings.players)


def _even(settings: Settings, cls: PieceDecl | SpaceDecl, row: Mapping[str, Any], price: str) -> int:
    """The price at which a thing is worth what the others of its class are, by bisection: the dearer, the less it is
    worth to have it."""
    low, high = (row["now"], 2 * row["now"] + 4) if row["worth"] > row["peers"] else (0, row["now"])
    misses = {row["now"]: abs(row["worth"] - row["peers"])}
    while high - low > 1:
        middle = (low + high) // 2
        found = _at_price(settings, cls, row["thing"], price, middle)["worth"] - row["peers"]
        misses[middle] = abs(found)
        low, high = (middle, high) if found > 0 else (low, middle)
    return int(min(misses, key=lambda at: (misses[at], abs(at - row["now"]))))


def _change(kind: KindDecl, price: str, even: int) -> dict[str, Any] | None:
    """The change of a file that sets the price: its path, line, and the line before and after."""
    span = kind.attribute_spans.get(price)
    if span is None or even == kind.attributes[price] or span.text.strip() != str(kind.attributes[price]):
        return None
    text = span.source.text
    first, last = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    before = text[first : last if last >= 0 else len(text)]
    after = before[: span.start - first] + str(even) + before[span.end - first :]
    return {"path": span.path, "line": span.line, "before": before, "after": after}


__all__ = ["LEVEL", "Settings", "balance"]
