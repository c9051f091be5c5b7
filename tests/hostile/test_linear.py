"""Checking takes time in proportion to the text: what nests twice as deep takes about twice the work, not its square
or a power of two. Counted are the calls of functions, which are the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from interpreter.checking.checkup import check_ruleset
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text

GAME = """game: {{id: example, players: [2]}}
resources: {{coin: {{}}, vp: {{}}}}
menus: {{turn: {{}}}}
state: {{game: {{n: 0..9, m: 0..9}}}}
{more}
actions:
  go:
    menu: turn
    do: |
      {act}
  rest: {{menu: turn, do: gain 1 vp}}
phases:
  game: {{do: 'each of players does {{ do one of turn }}; end game'}}
scoring: {{categories: {{points: {{worth: p.vp}}}}}}
"""


def game(act: str = "gain 1 vp", more: str = "") -> str:
    return GAME.format(act=act, more=more)


def nested(before: str, inside: str) -> Callable[[int], str]:
    """A text in which one thing stands in another of its kind; # is the number of the level."""
    return lambda n: game("".join(before.replace("#", str(i)) for i in range(n)) + inside + " }" * n)


def joined(part: str, between: str, before: str = "", behind: str = "") -> Callable[[int], str]:
    return lambda n: game(before + between.join(part.replace("#", str(i)) for i in range(n)) + behind)


def calling(section: str, first: str, later: str, act: str) -> Callable[[int], str]:
    """Each procedure or value, but the first, refers to the one before it: @; act refers to the last one."""
    key = "is" if section == "values" else "do"

    def text(n: int) -> str:
        lines = [f"  q{i}:\n    {key}: {later.replace('@', f'q{i - 1}') if i else first}" for i in range(n)]
        return game(act.replace("@", f"q{n - 1}"), f"{section}:\n" + "\n".join(lines))

    return text


def rules(how: str, more: str = "procedures: {f: {do: n += 1}}") -> Callable[[int], str]:
    return lambda n: game(
        "do f", f"{more}\nrules:\n" + "\n".join(f"  r{i}:\n    rule: {how.replace('#', str(i % 7))}" for i in range(n))
    )


TEXTS: dict[str, tuple[Callable[[int], str], int]] = {
    "loops that test": (
        lambda n: game("".join(f"if n > {i} {{ repeat 2 times {{ n += 1; " for i in range(n)) + "m = 1" + " } }" * n),
        5,
    ),
    "loops": (nested("repeat 2 times { if n < 5 { n += 1 }; ", "m = 1"), 6),
    "offers again and again": (nested("may up to 2 times l# { pay 1 coin; ", "gain 1 vp"), 5),
    "offers": (nested("may l# { pay 1 coin; ", "gain 1 vp"), 12),
    "if possible": (nested("if possible { pay 1 coin; ", "gain 1 vp"), 12),
    "branches": (nested("if n > # { ", "n = 1"), 14),
    "sums over few": (
        lambda n: game("n = " + "sum(" * n + "n" + "".join(f" for p{i} in players)" for i in range(n))),
        12,
    ),
    "all over few": (
        lambda n: game("require " + "all(" * n + "n > 0" + "".join(f" for p{i} in players)" for i in range(n))),
        12,
    ),
    "number doubled": (joined("n = n + n", "; ", behind="; require n > 3"), 12),
    "numbers added": (joined("n", " + ", "n = "), 30),
    "choices": (joined("choose { a# { pay 1 coin } b# { gain 1 coin } }", "; "), 12),
    "binders": (lambda n: game("choose " + ", ".join(f"p{i} in players" for i in range(n)) + "; gain 1 vp"), 6),
    "values called twice": (calling("values", "n", "@ + @", "require @ > 3"), 12),
    "values called with two arguments": (
        lambda n: game(
            f"require q{n}(m) > 3",
            "values:\n  q0: {given: {a: int}, is: a + n}\n"
            + "\n".join(
                f"  q{i}:\n    given: {{a: int}}\n    is: q{i - 1}(a) + q{i - 1}(a + 1)" for i in range(1, n + 1)
            ),
        ),
        7,
    ),
    "conditions called twice": (calling("values", "n > 1", "@ and (m > 2 or @)", "require @"), 12),
    "procedures called twice": (calling("procedures", "n += 1", "do @; do @", "do @"), 14),
    "payments called twice": (calling("procedures", "pay 1 coin", "do @; do @", "do @"), 14),
    "choices called twice": (calling("procedures", "choose x in 1..2; require n > x", "do @; do @", "do @"), 14),
    "branches calling": (calling("procedures", "pay 1 coin", "if n > 1 { do @ } else { do @ }", "do @"), 14),
    "rules that fire one another": (rules("whenever n > # { n += 1 }"), 6),
    "rules around the original": (rules("instead of f if n > # { n += 1; do original }"), 9),
    "modifiers": (rules("modify w by 1 if n > #", "procedures: {f: {do: n = w}}\nvalues: {w: {is: n}}"), 20),
}


def work(text: str) -> int:
    """How many functions are called while a ruleset is checked and its program written."""
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    found = Diagnostics()
    sys.setprofile(count)
    try:
        check_ruleset(folder_from_text(text), [], found)
    finally:
        sys.setprofile(None)
    assert not found.has_errors, [(d.code, d.message, str(d.span)) for d in found.errors]
    return calls


@pytest.mark.parametrize("what", TEXTS)
def test_work_grows_as_the_text_does(what: str) -> None:
    make, n = TEXTS[what]
    work(make(1))  # what is read and kept at the first time does not count
    one, two = work(make(n)), work(make(2 * n))
    assert two < 4.5 * one, f"{n}: {one:,}, {2 * n}: {two:,} calls"
