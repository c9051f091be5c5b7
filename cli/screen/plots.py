"""Plots of a simulation, drawn by plotly. Only this file needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

SYMBOLS = ("circle", "diamond", "square", "cross")
"""For more groups than there are colours."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's, which colour-blind people tell apart."""

BARS = 40
"""Most bars of a distribution."""

FEW_LEADS = 20
"""Looks at a single leader that a part of the game must have to be drawn."""

LAYOUT = {
    "template": "plotly_white", "margin": {"l": 60, "r": 20, "t": 20, "b": 50}, "height": 380,
    "font": {"family": "system-ui, sans-serif", "size": 13}, "legend": {"orientation": "h", "y": 1.08, "x": 0},
    "hoverlabel": {"align": "left"},
}  # fmt: skip

CONFIG = {"displaylogo": False, "responsive": True, "showTips": False, "modeBarButtonsToRemove": ["sendDataToCloud"]}


def library() -> str:
    """The JavaScript that draws the plots, to stand in the page itself."""
    return str(get_plotlyjs())


def html(figure: Any, id: str) -> str:
    """A figure as HTML without the library."""
    text = figure.to_html(full_html=False, include_plotlyjs=False, div_id=id, config=CONFIG, default_width="100%")
    return str(text)


def _figure(x: str, y: str, **layout: Any) -> Any:
    axes: dict[str, dict[str, Any]] = {
        "xaxis": {"title": {"text": escape(x)}},
        "yaxis": {"title": {"text": escape(y)}, "rangemode": "tozero"},
    }
    for axis, more in layout.items():
        axes.setdefault(axis, {}).update(more)
    return go.Figure(layout=go.Layout(**LAYOUT, **axes))


def distributions(lines: Mapping[str, Mapping[str, int]], x: str, y: str) -> Any:
    """How often each value came, one outline a line. lines: name → value → times."""
    figure = _figure(x, y)
    values = [int(value) for counts in lines.values() for value in counts]
    width = _width(min(values), max(values))
    for i, (name, counts) in enumerate(lines.items()):
        bins: dict[int, int] = {}
        for value, times in counts.items():
            first = int(value) // width * width
            bins[first] = bins.get(first, 0) + times
        # An empty bar at both ends, so that the outline goes down to 0 and a single value is a bar and no point.
        starts = list(range(min(bins) - width, max(bins) + 2 * width, width))
        figure.add_trace(
            go.Scatter(
                x=[at + (width - 1) / 2 for at in starts], y=[bins.get(at, 0) for at in starts], name=escape(name),
                mode="lines", line={"shape": "hvh", "width": 2, "color": COLOURS[i % len(COLOURS)]},
                fill="tozeroy" if len(lines) == 1 else None,
                text=[_span(at, width) for at in starts], hovertemplate="%{text}: %{y}",
            )
        )  # fmt: skip
    return figure


def _width(low: int, high: int) -> int:
    """A round width of bars such that there are not too many."""
    width = 1
    for factor in (2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000):
        if (high - low) // width < BARS:
            return width
        width = factor
    return width


def _span(at: int, width: int) -> str:
    return str(at) if width == 1 else f"{at}–{at + width - 1}"


def _shares(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Error bars of win rates in percent."""
    return {
        "type": "data", "symmetric": False, "color": "#777777",
        "array": [100 * (line["interval"][1] - line["win_rate"]) for line in lines],
        "arrayminus": [100 * (line["win_rate"] - line["interval"][0]) for line in lines],
    }  # fmt: skip


def _with_share(figure: Any, fair: float | None) -> Any:
    """A line where all would be if all were alike; none where there is nobody to share with."""
    if fair is not None:
        figure.add_hline(y=100 * fair, line={"dash": "dot", "color": "#777777"})
    return figure


def wins(lines: Mapping[str, Mapping[str, Any]], fair: float | None, x: str, y: str) -> Any:
    """Win rates as bars with their intervals, and a line where all would be if all were alike."""
    figure = _figure(x, y)
    rows = list(lines.values())
    figure.add_trace(
        go.Bar(
            x=[escape(name) for name in lines], y=[100 * row["win_rate"] for row in rows], error_y=_shares(rows),
            marker={"color": [COLOURS[i % len(COLOURS)] for i in range(len(rows))]}, hovertemplate="%{x}: %{y:.1f} %",
        )
    )  # fmt: skip
    figure.update_xaxes(type="category")
    return _with_share(figure, fair)


def lead(steps: Sequence[Mapping[str, Any]], x: str, y: str) -> Any:
    """Points of the leader over the second in each part of the game."""
    figure = _figure(x, y)
    figure.add_trace(
        go.Scatter(
            x=_middles(steps), y=[step["lead"] for step in steps], mode="lines+markers",
            line={"color": COLOURS[0]}, hovertemplate="%{x:.0f} %: %{y:.1f}",
        )
    )  # fmt: skip
    return figure


def kept(steps: Sequence[Mapping[str, Any]], fair: float | None, x: str, y: str) -> Any:
    """How often whoever leads in each part of the game goes on to win."""
    told = [step for step in steps if step["led"] >= FEW_LEADS]
    figure = _figure(x, y, yaxis={"range": [0, 100]})
    figure.add_trace(
        go.Scatter(
            x=_middles(told), y=[100 * step["win_rate"] for step in told], mode="lines+markers", error_y=_shares(told),
            line={"color": COLOURS[1]}, hovertemplate="%{x:.0f} %: %{y:.1f} %",
        )
    )  # fmt: skip
    return _with_share(figure, fair)


def _middles(steps: Sequence[Mapping[str, Any]]) -> list[float]:
    return [50 * (step["from"] + step["to"]) for step in steps]


def use(groups: Mapping[str, Mapping[str, Mapping[str, Any]]], fair: float | None, x: str, y: str) -> Any:
    """Each thing at how often it is chosen a game and how often who chose it won. groups: class → thing → its line."""
    figure = _figure(x, y, xaxis={"type": "log"})
    # Below the plot, where many classes have room.
    figure.update_layout(height=560, legend={"orientation": "h", "y": -0.16, "yanchor": "top", "x": 0})
    for i, (group, lines) in enumerate(groups.items()):
        rows = list(lines.values())
        figure.add_trace(
            go.Scatter(
                x=[row["per_game"] for row in rows], y=[100 * row["win_rate"] for row in rows], name=escape(group),
                mode="markers", text=[escape(name) for name in lines], error_y=_shares(rows) | {"thickness": 0.7},
                marker={
                    "size": 9, "color": COLOURS[i % len(COLOURS)], "symbol": SYMBOLS[i // len(COLOURS) % len(SYMBOLS)],
                },
                hovertemplate="%{text}<br>× %{x:.2f}<br>%{y:.1f} %<extra></extra>",
            )
        )  # fmt: skip
    return _with_share(figure, fair)
