"""Plots of a simulation as SVG, drawn by matplotlib. Only this file needs it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot as plt  # noqa: E402 (after the back end is chosen, or it looks for a screen)

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's, which colour-blind people tell apart."""

BARS = 40
"""Most bars of a distribution."""

FEW_LEADS = 20
"""Looks at a single leader that a part of the game must have to be drawn."""

WIDTH = 8.6
"""Inches, of 72 points each."""

STYLE = {
    "svg.fonttype": "none", "svg.hashsalt": "rulewright", "font.family": "sans-serif", "font.size": 10,
    "text.parse_math": False, "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": "#888888",
    "axes.axisbelow": True, "grid.color": "#e4e4e4", "legend.frameon": False, "axes.titlesize": 10,
}  # fmt: skip


@contextmanager
def _axes(x: str, y: str, height: float = 3.6) -> Iterator[Any]:
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(WIDTH, height), layout="constrained")
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        axes.grid(axis="y")
        try:
            yield axes
        finally:
            plt.close(figure)


def _svg(axes: Any) -> str:
    """The figure as an `<svg>` element that fits the width of a page. Its text is text."""
    out = io.StringIO()
    axes.figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"font: ([\d.]+px) 'sans-serif'", r"font: \1 system-ui, sans-serif", text)
    for size in ("width", "height"):
        text = re.sub(rf'(<svg[^>]*?) {size}="[^"]*"', r"\1", text, count=1)
    return text


def distributions(lines: Mapping[str, Mapping[str, int]], x: str, y: str) -> str:
    """How often each value came, one outline a line. lines: name → value → times."""
    values = [int(value) for counts in lines.values() for value in counts]
    width = _width(min(values), max(values))
    with _axes(x, y) as axes:
        for i, (name, counts) in enumerate(lines.items()):
            edges, heights = outline(counts, width)
            axes.stairs(heights, edges, color=COLOURS[i % len(COLOURS)], linewidth=2, label=name, fill=len(lines) == 1)
        if len(lines) > 1:
            axes.legend(loc="upper right")
        axes.xaxis.get_major_locator().set_params(integer=True)
        return _svg(axes)


def outline(counts: Mapping[str, int], width: int) -> tuple[list[float], list[int]]:
    """The edges of the bars of a distribution and their heights, with an empty bar at both ends."""
    bins: dict[int, int] = {}
    for value, times in counts.items():
        first = int(value) // width * width
        bins[first] = bins.get(first, 0) + times
    starts = list(range(min(bins) - width, max(bins) + 2 * width, width))
    return [at - 0.5 for at in (*starts, starts[-1] + width)], [bins.get(at, 0) for at in starts]


def _width(low: int, high: int) -> int:
    """A round width of bars such that there are not too many."""
    width = 1
    for factor in (2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000):
        if (high - low) // width < BARS:
            return width
        width = factor
    return width


def _spread(lines: Sequence[Mapping[str, Any]]) -> list[list[float]] | None:
    """How far the intervals of win rates reach below and above them, in percent; None where there are none."""
    if any(line["interval"] is None for line in lines):
        return None
    below = [100 * (line["win_rate"] - line["interval"][0]) for line in lines]
    return [below, [100 * (line["interval"][1] - line["win_rate"]) for line in lines]]


def wins(lines: Mapping[str, Mapping[str, Any]], fair: float | None, x: str) -> str:
    """Win rates with their intervals, a row each from the top, and a line where all would be if all were alike."""
    rows = list(lines.values())
    with _axes(x, "", 0.9 + 0.24 * len(rows)) as axes:
        rates = [100 * row["win_rate"] for row in rows]
        places = range(len(rows))
        axes.errorbar(
            rates, places, xerr=_spread(rows), fmt="o", color=COLOURS[0], ecolor="#8fb8d3", elinewidth=2, capsize=0
        )
        axes.set_yticks(places, list(lines))
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(left=0)
        axes.grid(axis="x")
        if fair is not None:
            axes.axvline(100 * fair, linestyle=":", color="#555555", gid="equal-share")
        return _svg(axes)


def lead(steps: Sequence[Mapping[str, Any]], x: str, y: str) -> str:
    """Points of the leader over the second in each part of the game."""
    with _axes(x, y) as axes:
        axes.plot(_middles(steps), [step["lead"] for step in steps], marker="o", color=COLOURS[0])
        axes.set_xlim(0, 100)
        axes.set_ylim(bottom=0)
        return _svg(axes)


def kept(steps: Sequence[Mapping[str, Any]], fair: float | None, x: str, y: str) -> str:
    """How often whoever leads in each part of the game goes on to win."""
    told = [step for step in steps if step["led"] >= FEW_LEADS]
    with _axes(x, y) as axes:
        rates = [100 * step["win_rate"] for step in told]
        axes.errorbar(
            _middles(told), rates, yerr=_spread(told), marker="o", color=COLOURS[1], ecolor="#eab48f", elinewidth=2
        )
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        if fair is not None:
            axes.axhline(100 * fair, linestyle=":", color="#555555", gid="equal-share")
        return _svg(axes)


def _middles(steps: Sequence[Mapping[str, Any]]) -> list[float]:
    return [50 * (step["from"] + step["to"]) for step in steps]
