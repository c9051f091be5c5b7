"""What a simulation shows, in sentences: what stands out about seats, the end and what nobody ever does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.screen.used import used
from cli.screen.words import Words

MOST_NAMES = 12
"""Names in one sentence; the JSON has all."""

SELDOM = 0.05
"""Share of the games from which on an unusual ending is told."""

Phrases = Mapping[str, str]


def judgement(report: Mapping[str, Any], words: Words, phrases: Phrases) -> list[str]:
    """Sentences on a report of `simulate`, the most important first. phrases: those of `MEASURES`."""
    return [
        *_copies(report, phrases),
        *_never(report["never"], words, phrases),
        *_seats(report, words, phrases),
        *_ends(report, words, phrases),
        *_lead(report.get("lead", ()), phrases),
    ]


def share(report: Mapping[str, Any]) -> float | None:
    """The win rate of each seat if all were alike: a part of the games that somebody won; None for one player."""
    rates = [line["win_rate"] or 0.0 for line in report["scores"].values()]
    return sum(rates) / len(rates) if len(rates) > 1 else None


def _copies(report: Mapping[str, Any], phrases: Phrases) -> Iterator[str]:
    if report["different"] < report["finished"]:
        yield phrases["copies"].format(n=f"{report['finished']:,}", different=report["different"])


def _never(never: Mapping[str, list[str]], words: Words, phrases: Phrases) -> Iterator[str]:
    for of, names in never.items():
        said = [used(name, words, phrases) if not of else words.name(name) for name in names]
        more = phrases["never_more"].format(n=len(said) - MOST_NAMES) if len(said) > MOST_NAMES else ""
        listed = ", ".join(dict.fromkeys(said[:MOST_NAMES])) + more
        yield phrases["never_things" if of else "never_taken"].format(of=words.name(of) if of else "", names=listed)


def _seats(report: Mapping[str, Any], words: Words, phrases: Phrases) -> Iterator[str]:
    fair = share(report)
    if fair is None or report["different"] < report["finished"]:
        return
    told = []
    for seat, line in report["scores"].items():
        low, high = line["interval"]
        values = {"seat": words.name(seat), "rate": f"{100 * (line['win_rate'] or 0):.0f}", "fair": f"{100 * fair:.0f}"}
        values |= {"low": f"{100 * low:.0f}", "high": f"{100 * high:.0f}"}
        if not line["wins"] and high < fair:
            told.append(phrases["seat_never"].format(**values))
        elif not low <= fair <= high:
            told.append(phrases["seat_ahead" if low > fair else "seat_behind"].format(**values))
    yield from told or [phrases["seats_level"].format(fair=f"{100 * fair:.0f}")]


def _ends(report: Mapping[str, Any], words: Words, phrases: Phrases) -> Iterator[str]:
    fair = share(report)
    lost = 1 - fair * report["players"] if fair is not None else 0.0
    if lost > SELDOM:
        yield phrases["lost_by_all"].format(lost=f"{100 * lost:.0f}")
    endings = report["endings"]
    if len(endings) > 1:
        ends = sorted(endings.items(), key=lambda item: -item[1]["games"])
        said = [f"{words.name(name)} {100 * line['share']:.0f} %" for name, line in ends]
        yield phrases["endings_said"].format(endings=", ".join(said))


def _lead(steps: Any, phrases: Phrases) -> Iterator[str]:
    half = next((step for step in steps if step["from"] <= 0.5 < step["to"]), None)
    if half is not None and half["led"]:
        yield phrases["half_way"].format(rate=f"{100 * half['win_rate']:.0f}", lead=f"{half['lead']:.1f}")
