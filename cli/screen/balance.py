"""What a designer wants to know of one set of rules, as one page of Markdown or HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.screen.judged import judgement
from cli.screen.measures import MEASURES
from cli.screen.safe import minus
from cli.screen.used import used
from cli.screen.words import Words
from interpreter.explaining.blocks import Block, Heading, Paragraph, Table

_WORTH = (
    "One player who may not choose the thing plays a table of players who may, in every seat on the same deals. What "
    "such a player loses is what the thing is worth to these players because of itself, whoever tends to take it. "
    "Intervals are corrected for the number of things: one of them all is wrong in 5 of 100 such pages."
)
_PRICES = (
    "The worth of the thing at its price, for nothing, and one dearer; what the five of its class that cost about as "
    "much are worth, in the middle; and the price at which it would be worth what these are then. The dearer a thing, "
    "the less it is worth to be allowed to take it."
)


def blocks(found: Mapping[str, Any], words: Words) -> list[Block]:
    """The page: what stands out, seats, how close it is, what each thing is worth, prices."""
    base = found["base"]
    modules = "".join(f", {words.name(module)}" for module in base["modules"])
    about = f"{base['finished']:,} games of {base['players']} greedy players, seed {base['seed']}."
    out: list[Block] = [Heading(1, f"Balance of {words.name(base['game'])}{modules}"), Paragraph(about)]
    if found["interrupted"]:
        out.append(Paragraph("It was interrupted: what follows is what was finished."))
    out += [
        Heading(2, "What stands out"),
        *map(Paragraph, [*judgement(base, words, MEASURES["en"]), *_said(found, words)]),
    ]
    out += [Heading(2, "Seats"), _seats(base, words)]
    if found["things"]:
        out += [Heading(2, "What each thing is worth"), Paragraph(_WORTH), _things(found["things"], words)]
    if found["prices"]:
        out += [Heading(2, f"Prices ({found['price']})"), Paragraph(_PRICES), _prices(found["prices"], words)]
        out += list(_changes(found["prices"], words))
    return out


def _said(found: Mapping[str, Any], words: Words) -> Iterator[str]:
    base = found["base"]
    length = base["length"]
    if length["mean"] is not None:
        yield f"A game takes {length['mean']:.0f} decisions ({length['min']} to {length['max']})."
    if found["close"]:
        close = found["close"]
        half = f"in half of the games by {close['median']} or less"
        yield f"The first wins by {close['mean']:.1f} points on average, {half}."
    if found["skill"] and found["skill"]["interval"]:
        low, high = (100 * end for end in found["skill"]["interval"])
        rate = 100 * found["skill"]["win_rate"]
        yield f"A greedy player wins {rate:.0f} % ({low:.0f} to {high:.0f}) of the games at a table of random ones."
    told = [line for line in found["things"] if line["found"] and line["worth"] > 0]
    if told:
        best = ", ".join(f"{_name(x, words)} ({_points(x['worth'])})" for x in told[:5])
        yield f"Worth most because of itself, in points a game: {best}."
    if harm := [line for line in found["things"] if line["found"] and line["worth"] < 0]:
        names = ", ".join(f"{_name(x, words)} ({_points(x['worth'])})" for x in harm[::-1][:5])
        yield f"Who may not choose it does better, so these players take it to their harm: {names}."


def _name(line: Mapping[str, Any], words: Words) -> str:
    return words.name(line["thing"]) if line["of"] else used(line["thing"], words, MEASURES["en"])


def _seats(base: Mapping[str, Any], words: Words) -> Table:
    rows = [
        (words.name(seat), f"{line['mean']:.1f}", _percent(line["win_rate"]), _rates(line["interval"]))
        for seat, line in base["scores"].items()
    ]
    return Table(("Seat", "Points", "Wins", "95 % interval"), tuple(rows))


def _things(lines: Sequence[Mapping[str, Any]], words: Words) -> Table:
    rows = [
        (
            _name(x, words), f"{x['per_game']:.2f}", _percent(x["users_win"]), _points(x["worth"]),
            _range(x["interval"]), "yes" if x["found"] else "–", _percent(x["win_rate"]),
        )
        for x in lines
    ]  # fmt: skip
    head = ("Thing", "A game", "Wins of who took it", "Worth", "Interval", "Sure", "Wins without it")
    return Table(head, tuple(rows))


def _prices(lines: Sequence[Mapping[str, Any]], words: Words) -> Table:
    rows = [
        (
            _name(x, words), str(x["now"]), _points(x["worth"]), _points(x["free"]), _points(x["dearer"]),
            _points(x["peers"]), "–" if x["even"] is None else str(x["even"]),
        )
        for x in lines
    ]  # fmt: skip
    return Table(("Thing", "Price", "Worth", "For nothing", "One dearer", "Its peers", "Even at"), tuple(rows))


def _changes(lines: Sequence[Mapping[str, Any]], words: Words) -> Iterator[Block]:
    changes = [line["change"] for line in lines if line["change"]]
    if not changes:
        return
    yield Heading(2, "The change of the ruleset")
    for change in changes:
        yield Paragraph(f"{change['path']}:{change['line']}")
        yield Paragraph(f"− {change['before'].strip()}")
        yield Paragraph(f"+ {change['after'].strip()}")


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _rates(ends: Sequence[float] | None) -> str:
    return "–" if ends is None else f"{100 * ends[0]:.1f} – {100 * ends[1]:.1f}"


def _points(value: float | None) -> str:
    return "–" if value is None else minus(f"{value:+.2f}")


def _range(ends: Sequence[float] | None) -> str:
    return "–" if ends is None else f"{_points(ends[0])} … {_points(ends[1])}"
