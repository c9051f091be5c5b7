"""What was once refused, or remarked on, though it is right; and hints that can be followed."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.loading.source import folder_from_text

RULES = """
game: {id: farm, players: [2]}
resources: {coin: {}, sheep: {group: animal}, boar: {group: animal}}
pieces:
  card: {start: deck, attributes: {phase: phase, cost: bag}, kinds: {ace: {copies: 4, phase: day, cost: "1 animal"}}}
zones: {deck: {pieces: card}, hand: {pieces: card, per: player}}
values: {crowd: {given: {p: player}, is: p.sheep + p.boar}, total: {is: sum(p.sheep for p in players)}}
phases:
  game: {do: 'do round; end game'}
  round: {do: 'TEXT'}
  day: {do: 'each of players does { gain 1 coin, 2 sheep, 2 boar }'}
  night: {do: 'each of players does { lose 1 coin }'}
scoring: {categories: {c: {worth: p.coin + p.sheep}}}
"""


def told(text: str, codes: tuple[str, ...], rules: str = RULES) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    model = pipeline.model_of(folder_from_text(rules.replace("TEXT", text)), [], diagnostics)
    assert model is not None
    check_all(model, diagnostics)
    return [d for d in diagnostics if not d.is_lint or d.code in codes]


@pytest.mark.parametrize(
    "text",
    [
        "for s in [day, night] { do s }",
        "for s in ([day] + [night]) { do s }",
        "let s = if players[1].coin > 0 then day else night; do s",
        "do [day, night][1]",
        "for c in deck { do c.phase }",
        "for s in those(x in [day, night] if x is not night) { do s }",
    ],
)
def test_only_phases_that_an_expression_may_name_are_called(text: str) -> None:
    assert told(text, ()) == []


def test_a_phase_that_names_itself_is_still_a_circle() -> None:
    assert [d.code for d in told("for s in [day, round] { do s }", ())] == ["E403"]


@pytest.mark.parametrize(
    ("measure", "body"),
    [
        ("my sheep + my boar <= 1", "choose a in animal if me[a] > 0; lose 1 a"),
        ("my animal <= 1", "lose 1 sheep; lose 1 boar"),
        ("size(my hand) is 0", "for c in card { move c to box }"),
        ("my hand is empty", "for c in card { move c to box }"),
        ("total <= 1", "lose 1 sheep"),
    ],
)
def test_what_a_loop_changes_by_another_name_ends_it(measure: str, body: str) -> None:
    text = f"each of players does {{ repeat at most 9 times until {measure} {{ {body} }} }}"
    assert told(text, ("L611",)) == []


def test_a_loop_that_changes_something_else_is_told() -> None:
    text = "each of players does { repeat at most 9 times until my sheep <= 1 { lose 1 coin } }"
    assert [d.code for d in told(text, ("L611",))] == ["L611"]


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("each of players does { gain ace.cost[animal] coin }", "E307", "sum(ace.cost[r] for r in animal)"),
        ("for p in reverse(players) { p does { gain 1 coin } }", "E385", "reversed(S)"),
        ("for p in sorted(players) { p does { gain 1 coin } }", "E385", "by most"),
        ("for p in sort(q in players by q.coin) { p does { gain 1 coin } }", "E385", "by most"),
        ("each of players does { choose p in others by p.coin; gain p.seat coin }", "E386", "leave out `by`"),
        ("each of players does { gain max(p.coin for p in players by p.seat) coin }", "E386", "leave out `by`"),
        ("let n = random of those(n in 1..6 if n > 7); if n > 1 { end game }", "E401", "an if about their number"),
        ("let n = random of [[1], [2]]; end game", "E303", ""),
        ("simultaneously each of players does { let n = random of 1..6; choose b in 0..n }; end game", "E343", ""),
        ("each of players does { gain [1, 2].frist coin }", "E302", ".frist"),
    ],
)
def test_a_hint_says_how_it_is_written(text: str, code: str, says: str) -> None:
    (found,) = told(text, ())
    assert found.code == code
    assert says in found.hint


QUESTION = "# file: texts/en.yaml\nprompts: {bid: 'More than {PLACE}?'}\n# file: ruleset.yaml\n" + RULES.replace(
    "resources:", "state: {game: {high: int}}\nresources:"
)


def test_a_question_tells_what_a_let_before_it_keeps() -> None:
    """The hint says so where a question names a variable."""
    bid = "each of players does { LET may bid { choose n in high + 1..high + 3; high = n } }"
    (found,) = told(bid.replace("LET ", ""), ("L622",), QUESTION.replace("PLACE", "high"))
    assert found.code == "L622"
    assert "let now = high" in found.hint
    assert told(bid.replace("LET", "let now = high;"), ("L622",), QUESTION.replace("PLACE", "now")) == []


CALLING = """# file: ruleset.yaml
game: {id: kiln, players: [2], modules: [nights]}
resources: {coin: {}, wood: {}}
menus: {turn: {}}
procedures:
  burn: {do: 'pay 1 wood; gain 1 coin'}
  twice: {do: 'do burn; do burn'}
actions:
  stoke: {menu: turn, do: do twice}
  chop: {menu: turn, do: gain 1 wood}
phases: {game: {do: 'repeat 2 times { each of players does { do one of turn } }; end game'}}
scoring: {categories: {money: {worth: p.coin}}}
# file: modules/nights/module.yaml
module: {id: nights}
rules: {add: {night: 'after stoke { do twice }'}}
"""


def test_what_calls_a_text_that_may_fail_is_shown_the_outermost_call_first() -> None:
    folder = folder_from_text(CALLING)
    diagnostics = Diagnostics()
    model = pipeline.model_of(folder, ["nights"], diagnostics)
    assert model is not None
    check_all(model, diagnostics)
    (found,) = diagnostics.errors
    assert (found.code, found.span and found.span.text) == ("E401", "1 wood")
    calls = [(span.path, span.text, words) for span, words in found.related]
    assert calls == [
        ("modules/nights/module.yaml", "do twice", "`twice` is called here, where nothing may fail"),
        ("ruleset.yaml", "do burn", "`burn` is called here, where nothing may fail"),
    ]
    assert told("", (), CALLING) == []


@pytest.mark.parametrize(
    ("before", "is_believed"),
    [
        ("if size(my hand) >= 2 { let n = 2; PICK }", True),
        ("let n = max(0, size(my hand) - 3); PICK", True),
        ("let n = size(my hand); PICK", True),
        ("if size(my hand) >= 2 { let n = 3; PICK }", False),
        ("let n = size(my hand); move my hand to deck; PICK", False),
    ],
)
def test_a_name_for_a_number_is_bound_by_what_it_was_made_of(before: str, is_believed: bool) -> None:
    text = before.replace("PICK", "choose n of my hand as some; move some to deck")
    found = told(f"each of players does {{ {text} }}", ())
    assert [d.code for d in found] == ([] if is_believed else ["E401"])


ASKED = """
game: {id: fair, players: [2, 3]}
pieces: {card: {start: deck, kinds: {ace: {copies: 9}, king: {copies: 9}}}}
resources: {coin: {}}
zones: {deck: {pieces: card}, hand: {pieces: card, per: player}, row: {pieces: card}}
state: {player: {ready: bool}}
values: {enough: {is: all(size(p.hand) >= 2 for p in players)}}
phases: {game: {do: 'TEXT; end game'}}
scoring: {categories: {c: {worth: p.coin + size(p.hand)}}}
FREE
"""
BOTH = "simultaneously each of players does { choose 2 of my hand as gone }; for p in players { move gone[p] to row }"
DROP = "free: {drop: {window: my decisions, choose: c in my hand, do: move c to deck}}"


def alarms(text: str, free: str = "") -> list[Diagnostic]:
    return told(text, (), ASKED.replace("FREE", free))


@pytest.mark.parametrize(
    "text",
    [
        f"if all(size(p.hand) >= 2 for p in players) {{ {BOTH} }}",
        f"if enough {{ {BOTH} }}",
        f"if not any(p in players if size(p.hand) < 2) {{ {BOTH} }}",
        f"if any(p in players if size(p.hand) < 2) {{ players[1].ready = true }} else {{ {BOTH} }}",
        f"if min(size(p.hand) for p in players) >= 2 {{ {BOTH} }}",
        "simultaneously each of those(p in players if size(p.hand) > 1) does { choose 2 of my hand as gone }",
        "if all(size(p.hand) >= 2 for p in players if p.ready) "
        "{ simultaneously each of those(p in players if p.ready) does { choose 2 of my hand as gone } }",
        "if all(p.coin > 1 for p in players) { players[2] does { pay 2 coin } }",
        "if players[1].coin is 0 { end game }; players[1] does { if me.coin > 0 { pay 1 coin } }",
    ],
)
def test_what_holds_for_all_holds_for_each(text: str) -> None:
    assert alarms(text) == []


@pytest.mark.parametrize(
    ("text", "free"),
    [
        (BOTH, ""),
        (f"if all(size(p.hand) >= 1 for p in players) {{ {BOTH} }}", ""),
        (f"if all(size(p.hand) >= 2 for p in players if p.ready) {{ {BOTH} }}", ""),
        (f"if all(size(p.hand) >= 2 for p in players) {{ {BOTH} }}", DROP),
        (
            "if all(p.coin > 1 for p in players) { each of players does { players[1] does { pay 2 coin } } }",
            "",
        ),
    ],
)
def test_what_does_not_hold_for_all_or_may_change_is_told(text: str, free: str) -> None:
    (found,) = alarms(text, free)
    assert found.code == "E401"
    if "simultaneously" in text:  # where neither may nor if possible can stand
        assert "if possible" not in found.hint and "if all(" in found.hint


PICK = "simultaneously each of players does { choose up to 1 of my hand as some; choose c in my hand }"


@pytest.mark.parametrize(
    "text",
    [
        "for p in players { if c[p] is not none { move c[p] to row } }",
        "for p in players if c[p] is not none { move c[p] to row }",
        "each of players does { if c[me] is not none { move c[me] to row } }",
        "if all(c[p] is not none for p in players) { for p in players { move c[p] to row } }",
        "if c[players[1]] is none { end game }; move c[players[1]] to row",
        "if row.top is not none { move row.top to deck }",
    ],
)
def test_a_piece_that_was_asked_for_is_there(text: str) -> None:
    assert alarms(f"{PICK}; {text}") == []


@pytest.mark.parametrize(
    "text",
    [
        "for p in players { move c[p] to row }",
        "for p in players if c[p] is none { move c[p] to row }",
        "for p in players { if c[p] is not none { move c[players[1]] to row } }",
        "if c[players[1]] is none { players[1].ready = true }; move c[players[1]] to row",
    ],
)
def test_a_piece_that_was_not_asked_for_may_be_missing(text: str) -> None:
    (found,) = alarms(f"{PICK}; {text}")
    assert found.code == "E401"
    assert "if c[" in found.hint and "is not none" in found.hint


@pytest.mark.parametrize(
    ("text", "fails"),
    [
        ("if all(p.coin >= 2 for p in players) { each of players does { pay 2 coin } }", False),
        ("if min(p.coin for p in players) >= 2 { each of players.from(players[2]) does { pay 2 coin } }", False),
        ("if all(p.coin >= 2 for p in players) { for p in players { p does { pay 2 coin } } }", False),
        ("for p in players if p.coin >= 2 { p does { pay 2 coin } }", False),
        ("if all(p.coin >= 2 for p in players) { each of players does { pay 3 coin } }", True),
        ("if all(p.coin >= 2 for p in players) { each of players does { pay 2 coin; pay 1 coin } }", True),
        (
            "if all(p.coin > 1 for p in players) { each of players does { pay 2 coin; me.next does { lose 1 coin } } }",
            True,
        ),
        ("if all(p.coin >= 2 for p in players) { repeat 2 times { each of players does { pay 2 coin } } }", True),
        (
            "let two = [players[1], players[1]]; if all(p.coin >= 2 for p in two) { each of two does { pay 2 coin } }",
            True,
        ),
        ("for p in players if p.coin >= 2 { for q in players { q does { pay 2 coin } } }", True),
    ],
)
def test_what_holds_for_each_holds_until_their_own_turn_changes_it(text: str, fails: bool) -> None:
    assert [d.code for d in told(text, ())] == ["E401"] * fails


def test_what_a_whenever_does_in_the_turn_of_another_is_not_overlooked() -> None:
    rules = (
        RULES
        + "rules: {w: 'whenever any(p in players if p.coin is 3) { for q in players { q does { lose 9 coin } } }'}\n"
    )
    text = "if all(p.coin >= 2 for p in players) { each of players does { pay 2 coin } }"
    assert [d.code for d in told(text, (), rules)] == ["E401"]
