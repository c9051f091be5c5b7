"""A simulation as one HTML page that needs no network: plots, what they say, and the numbers as tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from cli.screen import plots
from cli.screen.judged import judgement, share
from cli.screen.safe import clean
from cli.screen.used import used
from cli.screen.words import Words
from interpreter.explaining.naming import Naming
from interpreter.explaining.sentences import option_value

FEW = 5
"""Seats that must have chosen a thing for its win rate to be drawn."""

MOST_ROWS = 40
"""Things in one plot, those used most; the table has all."""

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; max-width: 62rem; margin: 0 auto;
  padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 0; }
figure { margin: .4rem 0 1rem; }
figure svg { width: 100%; max-width: 54rem; min-width: 34rem; height: auto; }
h2 { font-size: 1.25rem; margin: 2.6rem 0 .2rem; border-top: 1px solid #ddd; padding-top: 1rem; }
p { margin: .2rem 0 .6rem; max-width: 46rem; }
.quiet { color: #595959; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .6rem 0 1rem; }
th, td { padding: .2rem .9rem .2rem 0; text-align: right; border-bottom: 1px solid #eee; vertical-align: top; }
th:first-child, td:first-child { text-align: left; }
thead th { border-bottom: 1px solid #888; font-weight: 600; }
details summary { cursor: pointer; color: #0b5394; }
.wide { overflow-x: auto; }
@media print { details { display: none; } h2 { break-after: avoid; } }
"""

Phrases = Mapping[str, str]


def page(report: Mapping[str, Any], words: Words, phrases: Phrases) -> str:
    """The whole page: nothing in it is loaded from elsewhere, and no script runs."""
    name = escape(clean(words.name(report["game"])))
    body = clean("\n".join([f"<h1>{name}</h1>", _about(report, words, phrases), *_sections(report, words, phrases)]))
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{name}: {escape(phrases['page_title'])}</title>\n<style>{STYLE}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _about(report: Mapping[str, Any], words: Words, phrases: Phrases) -> str:
    modules = ", ".join(words.name(m) for m in report["modules"])
    say = Naming(words.game.model, words.language)
    options = "; ".join(f"{say.name(k)} – {option_value(say, v)}" for k, v in report["options"].items())
    said = phrases["page_about"].format(
        n=f"{report['finished']:,}", players=report["players"], bots=", ".join(report["bots"]), seed=report["seed"]
    )
    more = [f"{phrases['page_modules']}: {modules}"] if modules else []
    more += [f"{phrases['page_options']}: {options}"] if options else []
    more += [phrases["page_cut"].format(wanted=f"{report['games']:,}")] if report["interrupted"] else []
    return "\n".join([f"<p>{escape(said)}</p>", *(f'<p class="quiet">{escape(line)}</p>' for line in more)])


def _sections(report: Mapping[str, Any], words: Words, phrases: Phrases) -> Iterator[str]:
    fair, alone = share(report), report["players"] == 1
    said = "".join(f"<li>{escape(line)}</li>\n" for line in judgement(report, words, phrases))
    yield f"<h2>{escape(phrases['judged_title'])}</h2>\n<ul>\n{said}</ul>"
    seats = {_seat(words, phrases, name): line for name, line in report["scores"].items()}
    scores = _distributions(seats, "counts", phrases["score"], phrases["seats_axis"])
    table = _score_table(seats, phrases["seat_column"], phrases)
    yield _section("scores", phrases, scores, table, phrases["scores_alone" if alone else "scores_said"])
    if len(report["bots"]) > 1:
        bots = _distributions(report["bots"], "counts", phrases["score"], phrases["seats_axis"])
        yield _section("bots", phrases, bots, _score_table(report["bots"], phrases["bot_column"], phrases))
    drawn = plots.wins(seats, fair, phrases["win_axis"])
    yield _section("wins", phrases, drawn, "", _wins_said(report, phrases))
    if report["lead"] and not alone:
        steps = report["lead"]
        yield _section("lead", phrases, plots.lead(steps, phrases["part_axis"], phrases["lead_axis"]))
        yield _section("kept", phrases, plots.kept(steps, fair, phrases["part_axis"], phrases["kept_axis"]))
    yield from _uses(report, words, phrases, fair)
    length = {phrases["decisions"]: report["length"]}
    yield _section("lengths", phrases, _distributions(length, "counts", phrases["decisions"], phrases["games_axis"]))
    if report["rounds"]:
        rounds = words.name(report["rounds"]["phase"])
        drawn = _distributions({rounds: report["rounds"]}, "counts", rounds, phrases["games_axis"])
        yield _plot("rounds", drawn)
    yield _endings(report, words, phrases)


def _seat(words: Words, phrases: Phrases, id: str) -> str:
    return phrases["seat_name"].format(name=words.name(id))


def _distributions(lines: Mapping[str, Mapping[str, Any]], key: str, x: str, y: str) -> str:
    return plots.distributions({name: line[key] for name, line in lines.items()}, x, y)


def _plot(id: str, drawn: str) -> str:
    """A plot. Ids inside it, of clipping paths and markers, are its own: a page has several plots."""
    drawn = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{id}-", drawn)
    return f'<figure class="wide" id="plot-{id}">{drawn}</figure>'


def _section(id: str, phrases: Phrases, drawn: str, table: str = "", said: str = "") -> str:
    """A title, what the plot says (said: in other words than usual), the plot, and its numbers."""
    words = escape(said or phrases[f"{id}_said"])
    return f"<h2>{escape(phrases[f'{id}_title'])}</h2>\n<p>{words}</p>\n{_plot(id, drawn)}\n{table}"


def _wins_said(report: Mapping[str, Any], phrases: Phrases) -> str:
    fair = share(report)
    if fair is None:
        return phrases["wins_alone"]
    lost = 1 - fair * report["players"]
    more = phrases["nobody_won"].format(lost=f"{100 * lost:.0f}", fair=f"{100 * fair:.1f}") if lost > 0.0005 else ""
    return f"{phrases['wins_said']} {more}".rstrip()


# ---- use of things


def _uses(report: Mapping[str, Any], words: Words, phrases: Phrases, fair: float | None) -> Iterator[str]:
    groups: dict[str, dict[str, Any]] = {}
    cells = {id for space in words.game.model.spaces.values() if space.is_grid for id in space.kinds}
    for name, line in report["things"].items():
        if name not in cells:  # which are many and tell little
            groups.setdefault(_group(words, phrases, name), {})[words.name(name)] = line
    if groups:
        yield f"<h2>{escape(phrases['use_title'])}</h2>\n<p>{escape(phrases['use_said'])}</p>"
    for i, (group, lines) in enumerate(sorted(groups.items())):
        used_most = sorted(lines.items(), key=lambda item: -item[1]["times"])[:MOST_ROWS]
        rows = sorted((item for item in used_most if item[1]["seats"] >= FEW), key=lambda item: -item[1]["win_rate"])
        label = phrases["use_label"].format
        drawn = {label(name=name, n=f"{line['per_game']:.2f}"): line for name, line in rows}
        if drawn:
            title = escape(group[:1].upper() + group[1:])
            yield f"<h3>{title}</h3>\n{_plot(f'use-{i}', plots.wins(drawn, fair, phrases['win_axis']))}"
    if groups:
        yield _details(phrases["use_table"], _use_table(groups, phrases))
    table = _rows([(used(name, words, phrases), line) for name, line in report["choices"].items()], phrases)
    yield f"<h2>{escape(phrases['actions_title'])}</h2>\n<p>{escape(phrases['actions_said'])}</p>\n{table}"


def _group(words: Words, phrases: Phrases, name: str) -> str:
    """What kind of thing it is: the class of pieces or spaces that it belongs to."""
    model = words.game.model
    for classes in (model.pieces, model.spaces):
        for cls in classes.values():
            if name in cls.kinds:
                return words.name(cls.id)
    return phrases["others"]


def _use_table(groups: Mapping[str, Mapping[str, Mapping[str, Any]]], phrases: Phrases) -> str:
    return _rows([(f"{name} ({of})", line) for of, lines in groups.items() for name, line in lines.items()], phrases)


def _rows(lines: Sequence[tuple[str, Mapping[str, Any]]], phrases: Phrases) -> str:
    head = [phrases[key] for key in ("thing_column", "per_game", "seat_share", "win_column", "interval_column")]
    rows = [
        [name, f"{line['per_game']:.2f}", str(line["seats"]), _percent(line["win_rate"]), _interval(line)]
        for name, line in lines
    ]
    rows.sort(key=lambda row: -float(row[1]))
    return _table(head, rows)


# ---- tables


def _score_table(lines: Mapping[str, Mapping[str, Any]], first: str, phrases: Phrases) -> str:
    head = [
        first,
        *(phrases[key] for key in ("mean", "sd", "least", "median", "most", "win_column", "interval_column")),
    ]
    rows = [
        [name, f"{line['mean']:.1f}", f"{line['sd']:.1f}", str(line["min"]), str(line["quantiles"]["50"]),
         str(line["max"]), _percent(line["win_rate"]), _interval(line)]
        for name, line in lines.items()
    ]  # fmt: skip
    return _table(head, rows)


def _endings(report: Mapping[str, Any], words: Words, phrases: Phrases) -> str:
    length = report["length"]
    head = ["", *(phrases[key] for key in ("mean", "sd", "least", "most"))]
    rows = [[phrases["decisions"], *_spread(length)]]
    if report["rounds"]:
        rows.append([words.name(report["rounds"]["phase"]), *_spread(report["rounds"])])
    if len(report["endings"]) < 2:
        return _table(head, rows)
    ends = [[words.name(name), _percent(line["share"])] for name, line in report["endings"].items()]
    return _table(head, rows) + _table([phrases["ending_column"], phrases["share_column"]], ends)


def _spread(line: Mapping[str, Any]) -> list[str]:
    return [f"{line['mean']:.1f}", f"{line['sd']:.1f}", str(line["min"]), str(line["max"])]


def _table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'


def _details(title: str, inner: str) -> str:
    return f"<details><summary>{escape(title)}</summary>\n{inner}</details>"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _interval(line: Mapping[str, Any]) -> str:
    if line["interval"] is None:
        return "–"
    low, high = line["interval"]
    return f"{100 * low:.1f} – {100 * high:.1f}"
