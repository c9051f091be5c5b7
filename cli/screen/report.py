"""The report of a simulation as tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.screen.judged import judgement
from cli.screen.measures import MEASURES
from cli.screen.used import used
from cli.screen.words import Words

MOST_THINGS = 40
"""Lines of one action's table; the JSON has all."""


def report_tables(report: Mapping[str, Any], words: Words) -> Group:
    """Scores by seat and bot, length, endings, and how often each action and thing was taken."""
    parts: list[RenderableType] = [Text(_headline(report, words), style="bold"), Text(_speed(report))]
    parts += [Text(line) for line in judgement(report, words, MEASURES["en"])]
    parts.append(_scores("Seat", report["scores"]))
    if len(report["bots"]) > 1:
        parts.append(_scores("Bot", report["bots"]))
    parts.append(_lengths(report, words))
    parts += _choices(report["choices"], words)
    return Group(*parts)


def _headline(report: Mapping[str, Any], words: Words) -> str:
    name = words.name(words.game.id)
    modules = f" with {', '.join(map(words.name, report['modules']))}" if report["modules"] else ""
    cut = f" (interrupted, {report['games']:,} were wanted)" if report.get("interrupted") else ""
    return (
        f"{name}{modules}, {report['players']} players, bots {', '.join(report['bots'])}, seed {report['seed']}: "
        f"{report['finished']:,} games{cut}"
    )


def _speed(report: Mapping[str, Any]) -> str:
    return (
        f"{report['seconds']:.1f} s: {_rate(report['games_per_second'])} games and "
        f"{_rate(report['decisions_per_second'])} decisions a second"
    )


def _rate(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}"


def plain_table(*columns: str, title: str = "") -> Table:
    table = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", title_style="bold", pad_edge=False)
    for i, column in enumerate(columns):
        table.add_column(column, justify="right" if i else "left", overflow="fold")
    return table


def _scores(title: str, lines: Mapping[str, Mapping[str, Any]]) -> Table:
    table = plain_table(title, "Mean", "Deviation", "Min", "Median", "Max", "Wins", "95 % interval")
    for name, line in lines.items():
        median = line["quantiles"].get("50", line["quantiles"].get(50))
        table.add_row(
            name, _number(line["mean"]), _number(line["sd"]), _text(line["min"]), _text(median), _text(line["max"]),
            _percent(line["win_rate"]), _interval(line),
        )  # fmt: skip
    return table


def _lengths(report: Mapping[str, Any], words: Words) -> Table:
    table = plain_table("Length", "Mean", "Deviation", "Min", "Max")
    rows = [("decisions", report["length"])]
    if report["rounds"]:
        phase = report["rounds"]["phase"]
        rows.append(("rounds" if phase == "round" else f"times «{words.name(phase)}»", report["rounds"]))
    for name, line in rows:
        table.add_row(name, _number(line["mean"]), _number(line["sd"]), _text(line["min"]), _text(line["max"]))
    return table


def _choices(choices: Mapping[str, Mapping[str, Any]], words: Words) -> Iterator[Table]:
    """One table of all actions, and one a action that takes things; of cells, which are many and tell little, none."""
    ordered = sorted(choices.items(), key=lambda item: -item[1]["times"])
    cells = {id for space in words.game.model.spaces.values() if space.is_grid for id in space.kinds}
    phrases = MEASURES["en"]
    yield _usage("Taken", [(used(name, words, phrases), line) for name, line in ordered])
    for action, line in ordered:
        things = sorted(line["things"].items(), key=lambda item: -item[1]["times"])
        told = [(name, taken) for name, taken in things if re.split(r"[.+]", name)[0] not in cells]
        if any(not name.isdigit() for name, _ in told):
            title = used(action, words, phrases)
            yield _usage(title[:1].upper() + title[1:], [(words.name(name), line) for name, line in told[:MOST_THINGS]])


def _usage(title: str, lines: Sequence[tuple[str, Mapping[str, Any]]]) -> Table:
    table = plain_table(title, "A game", "Wins of who took it", "95 % interval")
    for name, line in lines:
        table.add_row(name, f"{line['per_game']:.2f}", _percent(line["win_rate"]), _interval(line))
    return table


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _text(value: object) -> str:
    return "–" if value is None else str(value)


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _interval(line: Mapping[str, Any]) -> str:
    found = line.get("win_interval") or line.get("interval")
    return f"{100 * found[0]:.1f} – {100 * found[1]:.1f}" if found else "–"
