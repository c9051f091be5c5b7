"""E372 to E379: what is too deep or too long to be read, written and run within Python's own limits."""

from __future__ import annotations

from interpreter.codes.code import Code
from interpreter.codes.examples import flow

_N = "state: {game: {n: 0..9}}\n"
_LOOPS = "repeat 2 times { "


def _values(number: int, mark: str = "") -> str:
    """Each value adds to the one before it."""
    lines = [f"  v{i}: {{is: v{i - 1} + 1}}\n" for i in range(1, number)]
    return f"{_N}values:\n  v0: {{is: n}}\n{''.join(lines[:-1])}{lines[-1].rstrip()}{mark}\n"


def _options(number: int, mark: str = "") -> str:
    values = f"[{', '.join(map(str, range(number)))}]"
    text = f"game:\n  id: example\n  players: [2]\n  options:\n    level: {{values: {values}, default: 0}}{mark}\n"
    return f"{text}phases: {{game: {{do: end game}}}}\n"


def _modifiers(number: int, mark: str = "") -> str:
    lines = "\n".join(f"  r{i}: {{rule: modify v by 1 if n > 2}}" for i in range(number))
    return flow("n = v\nend game", f"{_N}values: {{v: {{is: n}}}}\nrules:\n{lines}{mark}\n")


NESTING: list[Code] = [
    Code(
        "E372",
        "{what} are nested more than {most} deep here",
        "take an inner part out into a procedure",
        "Python, in which a ruleset is run, allows only so many. The rules that hang on a procedure count as parts of "
        "it.",
        flow(f"{_LOOPS * 12}\n{_LOOPS}n = 1 }}  # <--\n{'}' * 12}\nend game", _N),
        flow(f"{_LOOPS * 11}\n{_LOOPS}n = 1 }}\n{'}' * 11}\nend game", _N),
    ),
    Code(
        "E373",
        "calls, with the braces around them, are nested more than {most} deep here: {way}",
        "say more in one procedure, or repeat one instead of having each call the next",
        "What is called lies on top of what calls it, the rules that hang on it included, and there is room for "
        "only so much. A procedure counts as often as its max_nesting lets it nest.",
        flow(
            "do dig\nend game", f"{_N}procedures:\n  dig:\n    max_nesting: 60\n    do: if n > 1 {{ do dig }}  # <--\n"
        ),
        flow("do dig\nend game", f"{_N}procedures:\n  dig:\n    do: repeat 60 times {{ n += 1 }}\n"),
    ),
    Code(
        "E374",
        "values lead to one another more than {most} deep here: {way}",
        "say more in one value, or let a procedure keep the number in a variable",
        "What a value is made of is worked out while it is, and there is room for only so much. Where a value runs "
        "over a list, that counts as well.",
        flow("if v101 > 1 { n = 1 }\nend game", _values(102, "  # <--")),
        flow("if v99 > 1 { n = 1 }\nend game", _values(100)),
    ),
    Code(
        "E375",
        "this procedure has more than {most} {what}, with the rules that hang on it",
        "take a part of it out into a procedure",
        "What may fail after a decision is looked at for each of them, so that a procedure can have only so many.",
        flow("players[1] does {\n" + "  choose k in 1..2\n" * 200 + "  choose k in 1..2  # <--\n}\nend game"),
        flow("players[1] does {\n" + "  choose k in 1..2\n" * 40 + "}\nend game"),
    ),
    Code(
        "E376",
        "this ruleset has {found:,} variants, and only {most} can be checked",
        "let the option have fewer values, or let a player choose the number when the game begins",
        "A ruleset is checked for each number of players and for each value of each option.",
        _options(400, "  # <--"),
        _options(40),
    ),
    Code(
        "E377",
        "more than {most} rules modify `{value}`, those with `at least` or `at most` counted twice",
        "say it in one rule, by a table or a sum over what counts",
        "A value is its formula with all that modifies it around it, and there is room for only so much.",
        _modifiers(201, "  # <--"),
        _modifiers(40),
    ),
]
