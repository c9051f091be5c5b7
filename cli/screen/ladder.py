"""A ladder of players as sentences and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from cli.screen.report import plain_table
from cli.screen.words import Words


def page(report: Mapping[str, Any], words: Words) -> Group:
    """What was played, who beats whom, and the ratings."""
    modules = f" with {', '.join(map(words.name, report['modules']))}" if report["modules"] else ""
    cut = f" (interrupted, {report['games']:,} were wanted)" if report["interrupted"] else ""
    head = f"{words.name(report['game'])}{modules}, {report['players']} players, seed {report['seed']}: "
    parts: list[RenderableType] = [Text(f"{head}{report['finished']:,} games{cut}", style="bold")]
    if report["players"] > 2:
        parts.append(Text(f"One of the first kind against {report['players'] - 1} of the second, in every seat."))
    table = plain_table("Player", "Against", "Games", "Wins", "95 % interval", "Even", "Points", "Others", "")
    for step in report["steps"]:
        table.add_row(
            step["bot"], step["against"], f"{step['games']:,}", _percent(step["win_rate"]), interval(step["interval"]),
            _percent(step["fair"]), _number(step["points"]), _number(step["others"]), _said(step),
        )  # fmt: skip
    parts.append(table)
    if report["until_sure"]:
        parts.append(Text("The intervals hold all at once, at whatever moment one looks."))
    if report["ratings"] is None:
        parts.append(Text("Ratings need openskill, which is not installed: pip install 'rulewright[players]'"))
        return Group(*parts)
    rated = plain_table("Player", "Rating", "95 % interval")
    for bot, line in report["ratings"].items():
        low, high = line["interval"]
        rated.add_row(bot, f"{line['rating']:.1f}", f"{low:.1f} – {high:.1f}")
    return Group(*parts, rated)


def interval(ends: list[float] | None) -> str:
    return "–" if ends is None else f"{100 * ends[0]:.1f} – {100 * ends[1]:.1f}"


def _said(step: Mapping[str, Any]) -> str:
    return {"more": "stronger", "less": "weaker", None: "not told apart"}[step["found"]]


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def tuned(found: Mapping[str, Any]) -> Group:
    """What was learned: the hints before and after, how they do, and where they are written."""
    head = f"{found['games']:,} games, {found['tried']} terms tried, {len(found['taken'])} of them taken on"
    parts: list[RenderableType] = [Text(head, style="bold")]
    result = found["result"]
    if result is not None:
        said = "better than those that were there" if found["better"] else "not shown to be better: nothing is changed"
        rate = f"{_percent(result['win_rate'])} of {result['games']:,} further games, {interval(result['interval'])} at"
        parts.append(Text(f"What was learned won {rate} 95 %, where {_percent(result['fair'])} is even: {said}."))
    table = plain_table("Hint", "Before, %", "After, %")
    for hint in found["hints"]:
        if hint["before"] != hint["after"]:
            table.add_row(hint["hint"], "new" if hint["new"] else str(hint["before"]), str(hint["after"]))
    if table.row_count:
        parts.append(table)
    return Group(*parts, Text(f"Written to {found['path']}"))
