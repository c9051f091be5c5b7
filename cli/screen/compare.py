"""A comparison of two sets of rules in plain sentences and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.screen.safe import minus
from cli.screen.used import measured
from cli.screen.words import Words

SAID = 5
"""Differences that are told in sentences; the table has all of them."""

_WEIGHT = {"score": 0, "category": 1, "seat": 2, "ending": 2, "length": 3}
"""What is told first of what tells the sides apart: points, who wins, how long it takes, then what is used."""

MOST = 20
"""Lines of what is not distinguishable; `--all` and the JSON have all."""


def page(result: Mapping[str, Any], phrases: Mapping[str, str], words: Sequence[Words], whole: bool) -> Group:
    """What is compared, what can be told apart, and the measures. words: of side A and side B."""
    parts: list[RenderableType] = []
    sides = result["a"], result["b"]
    for letter, side, other, own in zip("AB", sides, sides[::-1], words, strict=True):
        parts.append(Text(f"{letter}: {_side(side, other, own)}", style="bold"))
    bots = ", ".join(result["bots"])
    parts.append(Text(phrases["pairs"].format(**{**result, "bots": bots, "pairs": f"{result['pairs']:,}"})))
    if result["interrupted"]:
        parts.append(Text(phrases["interrupted"].format(wanted=f"{result['games']:,}"), style="red"))
    until = result["until"]
    if until and not result["interrupted"]:
        ended = "ended_sure" if until["sure"] else "ended_unsure"
        said = {"points": _number(until["points"]), "wins": f"{100 * until['wins']:g}"}
        parts.append(Text(phrases[ended].format(**said)))
    parts += [Text(""), *(Text(line) for line in sentences(result, phrases, words))]
    lines = result["measures"]
    shared = [line for line in lines if line["only"] is None]
    found, rest = ([line for line in shared if line["found"] is told] for told in (True, False))
    if found:
        parts.append(_table(phrases["told_table"], found, phrases, words))
    copies = result["different"] < result["pairs"]
    worth = [line for line in rest if line["p"] is not None or (copies and line["pairs_apart"])]
    shown = rest if whole else worth[:MOST]
    alone = [Text(text) for text in _alone(lines, phrases, words, whole)]
    if not any(line["pairs_apart"] for line in shared):
        parts += [*(Text(f"  {text}") for text in _alike(lines, phrases, words)), *alone]
        return Group(*parts)
    if shown:
        parts.append(_table(phrases["exact_table" if copies else "rest_table"], shown, phrases, words))
    if len(rest) > len(shown):
        parts.append(Text(phrases["more_measures"].format(n=len(rest) - len(shown)), style="bright_black"))
    return Group(*parts, *alone)


def _alone(
    lines: Sequence[Mapping[str, Any]], phrases: Mapping[str, str], words: Sequence[Words], whole: bool
) -> list[str]:
    """What only one side has, and how often it came about there: nothing on the other side to compare it with."""
    out = []
    for side, letter in (("a", "A"), ("b", "B")):
        found = sorted((line for line in lines if line["only"] == side), key=lambda line: -abs(line[side]))
        if found:
            said = [f"{measure_name(x, phrases, words)} {_number(x[side])}" for x in found[: None if whole else MOST]]
            more = "; …" if len(said) < len(found) else ""
            out.append(phrases["alone"].format(side=letter, x="; ".join(said) + more))
    return out


def _alike(lines: Sequence[Mapping[str, Any]], phrases: Mapping[str, str], words: Sequence[Words]) -> list[str]:
    """What both sides came to, where they went the same way: the scores and the length, not all that is equal."""
    length = ("length", "decisions")
    told = [line for line in lines if line["group"] == "score" or (line["group"], line["name"]) == length]
    return [f"{measure_name(line, phrases, words)}: {_number(line['a'])}" for line in told]


def _side(side: Mapping[str, Any], other: Mapping[str, Any], words: Words) -> str:
    """A side in words: the game (with its place, where both have one name), its modules, and the options in which it
    differs from the other side."""
    names = [words.name(id) for id in (side["game"], *side["modules"])]
    if side["game"] == other["game"] and side["ruleset"] != other["ruleset"]:
        names[0] += f" ({side['ruleset']})"
    options = side["options"].items()
    own = [f"{k}={str(v).lower() if isinstance(v, bool) else v}" for k, v in options if other["options"].get(k, v) != v]
    return ", ".join([" + ".join(names), *own])


def sentences(result: Mapping[str, Any], phrases: Mapping[str, str], words: Sequence[Words]) -> list[str]:
    """What can be told apart, in plain words: how many measures, and the clearest few of them."""
    lines = [line for line in result["measures"] if line["only"] is None]
    found = [line for line in lines if line["found"]]
    tested = sum(line["p"] is not None for line in lines)
    if not any(line["pairs_apart"] for line in lines):
        parted = len(lines) < len(result["measures"])
        advice = "try_greedy" if {*result["bots"]} == {"random"} else "try_more"
        return [phrases["same_shared"] if parted else f"{phrases['same']} {phrases[advice]}"]
    if result["different"] < result["pairs"]:
        return [phrases["copies_compared"].format(n=result["different"])]
    if found:
        level = f"{100 * result['level']:.0f}"
        out = [phrases["told"].format(found=len(found), of=tested, level=level)]
        clearest = sorted(found, key=lambda line: (_WEIGHT.get(line["group"], len(_WEIGHT)), line["p"]))[:SAID]
        out += ["  " + _said(line, phrases, words) for line in clearest]
    else:
        out = [phrases["none_told"].format(of=tested)]
    mean = next((line for line in lines if (line["group"], line["name"]) == ("score", "mean")), None)
    if mean is not None and mean["visible"] and not mean["found"]:
        out.append(phrases["visible"].format(visible=_number(mean["visible"])))
    return out


def _said(line: Mapping[str, Any], phrases: Mapping[str, str], words: Sequence[Words]) -> str:
    low, high = line["interval"]
    name = measure_name(line, phrases, words)
    return phrases["difference_said"].format(
        name=name[:1].upper() + name[1:], more=_signed(line["difference"]), low=_signed(low), high=_signed(high)
    )


def measure_name(line: Mapping[str, Any], phrases: Mapping[str, str], words: Sequence[Words]) -> str:
    """A measure in words; names that only one side has are that side's."""
    group, id = line["group"], line["name"]
    if f"{group}.{id}" in phrases:
        return phrases[f"{group}.{id}"]
    if group == "action":
        return measured(id, words, phrases)
    name = next((n for n in (w.text("names", id) for w in words) if n), None) or words[0].name(id)
    return phrases[group].format(name=name)


def _table(title: str, lines: Sequence[Mapping[str, Any]], phrases: Mapping[str, str], words: Sequence[Words]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    table.add_column(phrases["measure"], overflow="fold")
    for head in ("A", "B", phrases["difference"], phrases["interval"], "p"):
        table.add_column(head, justify="right", no_wrap=True)
    group = ""
    for line in lines:
        if group and group != line["group"]:
            table.add_section()
        group = line["group"]
        interval = "–" if line["interval"] is None else " … ".join(_signed(end) for end in line["interval"])
        p = "–" if line["p"] is None else "< 0.001" if line["p"] < 0.001 else f"{line['p']:.3f}"
        table.add_row(
            measure_name(line, phrases, words), _number(line["a"]), _number(line["b"]), _signed(line["difference"]),
            interval, p,
        )  # fmt: skip
    return table


def _number(value: float) -> str:
    shown = (
        f"{value:,.1f}" if abs(value) >= 100 else f"{value:.2f}" if abs(value) >= 0.1 or not value else f"{value:.3f}"
    )
    return minus(shown)


def _signed(value: float) -> str:
    return ("+" if value > 0 else "−" if value < 0 else "") + _number(abs(value))
