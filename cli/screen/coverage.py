"""What ran, as tables and as marked-up source."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.screen.safe import clean
from interpreter.coverage import CATEGORIES, Entry, Mutated, Report

MOST = 12
"""Lines of one category that are shown; `--all` and the JSON have all."""


def tables(report: Report, phrases: Mapping[str, str], name: str, whole: bool) -> Group:
    """What never happened in one of the runs, by category, then how much ran. whole: all that is counted."""
    runs = list(report.runs)
    parts: list[RenderableType] = [Text(f"{name}: {headline(report, phrases)}", style="bold")]
    if report.failed:
        parts.append(Text(phrases["failing"].format(names=", ".join(report.failed)), style="red"))
    if not any(run.get("scenarios") or run.get("games") for run in report.runs.values()):
        return Group(*parts, Text(phrases["nothing_ran"], style="yellow"))
    shown = [e for e in report.entries.values() if e.category != "statement"]
    if not whole:
        shown = [e for e in shown if any(e.never(run) for run in runs)]
    if shown:
        parts += [
            Text(""),
            Text(phrases["all" if whole else "never"], style="bold"),
            _entries(shown, runs, phrases, whole),
        ]
    else:
        parts.append(Text(phrases["nothing_never"], style="green"))
    parts += [Text(""), Text(phrases["summary"], style="bold"), _summary(report, runs, phrases)]
    return Group(*parts)


def unnoticed(report: Mutated, phrases: Mapping[str, str]) -> Group:
    """The changes of the rules that no scenario notices, by file and line."""
    counts = {"tried": len(report.tried), "possible": report.possible, "n": len(report.unnoticed)}
    parts = [Text(phrases["mutated"].format(**counts, scenarios=report.scenarios), style="bold")]
    if report.interrupted:
        parts.append(Text(phrases["mutating_cut"], style="yellow"))
    for change in report.unnoticed:
        was, now = (clean(" ".join(text.split())) for text in (change.span.text, change.text))
        place = f"{change.span.path}:{change.span.line}:{change.span.column}"
        said = phrases["left_out"].format(was=was) if change.kind == "dropped" else f"{was} → {now}"
        parts.append(Text.assemble((place, "bright_black"), f"  {said}"))
    return Group(*parts)


def headline(report: Report, phrases: Mapping[str, str]) -> str:
    """What was run, in words."""
    said = []
    if run := report.runs.get("scenarios"):
        said.append(phrases["of_scenarios"].format(n=run["scenarios"], hold=run["hold"]))
    if run := report.runs.get("games"):
        bots = ", ".join(run["bots"])
        said.append(phrases["of_games"].format(n=run["games"], players=run["players"], bots=bots, seed=run["seed"]))
    return "; ".join(said)


def _entries(entries: Sequence[Entry], runs: Sequence[str], phrases: Mapping[str, str], whole: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(phrases["what"], overflow="fold", ratio=3)
    table.add_column(phrases["where"], overflow="fold", style="bright_black", ratio=2)
    for run in runs:
        table.add_column(phrases[run], justify="right", no_wrap=True)
    base = _common(entries)
    for category in CATEGORIES:
        own = [e for e in entries if e.category == category]
        if not own:
            continue
        own.sort(key=lambda e: (-sum(e.never(r) for r in runs), sum(e.times.values()), e.span.path, e.span.start))
        table.add_section()
        table.add_row(Text(f"{phrases[category]} ({len(own)})", style="bold"))
        most = len(own) if whole else MOST
        for entry in own[:most]:
            at = f"{os.path.relpath(entry.span.path, base)}:{entry.span.line}"
            table.add_row(f"  {entry.id}", at, *(_times(entry, run, phrases) for run in runs))
        if len(own) > most:
            table.add_row(f"  {phrases['more'].format(n=len(own) - most)}")
    return table


def _common(entries: Sequence[Entry]) -> str:
    """The folder that all files of the entries lie in."""
    return os.path.commonpath([os.path.dirname(os.path.abspath(e.span.path)) for e in entries])


def _times(entry: Entry, run: str, phrases: Mapping[str, str]) -> Text:
    if run not in entry.times:
        return Text(phrases["not_part"], style="bright_black")
    if entry.times[run]:
        return Text(f"{entry.times[run]:,}")
    return Text(phrases["not_offered"] if entry.offered.get(run) is False else "0", style="bold red")


def _summary(report: Report, runs: Sequence[str], phrases: Mapping[str, str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for run in runs:
        table.add_column(phrases[run], justify="right")
        table.add_column("", justify="right")
    found = {run: report.summary(run) for run in runs}
    for category in CATEGORIES:
        if any(category in found[run] for run in runs):
            cells = []
            for run in runs:
                ran, of = found[run].get(category, (0, 0))
                cells += [f"{ran} / {of}", f"{100 * ran / of:.0f} %"] if of else ["–", ""]
            table.add_row(phrases[category], *cells)
    return table


def marked_source(report: Report, path: str) -> Iterator[Text]:
    """A file with a mark left of each line: how often it ran, `!` never, `?` a branch of it never."""
    source = report.sources[path]
    marks = report.lines(path, tuple(report.runs))
    count = source.text.count("\n") + (not source.text.endswith("\n"))
    for number in range(1, count + 1):
        times, partial = marks.get(number, (None, False))
        mark, style = _mark(times, partial)
        yield Text.assemble((f"{mark:>9} ", style), (f"{number:>5} │ ", "bright_black"), (source.line(number), style))


def _mark(times: int | None, partial: bool) -> tuple[str, str]:
    if times is None:
        return "", ""
    if times == 0:
        return "!", "red"
    return (f"? {times:,}", "yellow") if partial else (f"{times:,}", "green")
