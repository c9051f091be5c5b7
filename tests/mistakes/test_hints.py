"""One slip of the hand is told once, and the hint names what was meant."""

from __future__ import annotations

import pytest

from tests.mistakes.test_nonsense import FILES, HERE, told

GAME = "".join(f"# file: {name}\n{(HERE / name).read_text(encoding='utf-8')}" for name in FILES)


@pytest.mark.parametrize(
    ("was", "new", "code", "meant"),
    [
        ("my visits += 1", "extra = my coin; gain extra coin", "E391", "let extra = …"),
        ("if my favourite is not none", "hf my favourite is not none", "E222", "if"),
        ("do greet(leader", "do Greet(leader", "E209", "`greet`"),
        ("round_number += 1", "round-number += 1", "E222", "`round_number`"),
        ("round_number += 1", "round number += 1", "E222", "`round_number`"),
        ("round_number += 1", "roundNumber += 1", "E209", "`round_number`"),
        ("    attributes: {number", "    atributes: {number", "E101", "attributes"),
        ("choose: s in lane\n", "choose: s inn lane\n", "E215", "`s in …`"),
        ("do greet(leader", "do gr-eet(leader", "E222", "`gr_eet`"),
        ("do greet(leader", "do pay greet(leader", "E222", "`pay_greet`"),
        ("if round_number < 9 {", "while round_number < 9 {", "E222", "repeat at most"),
        ("round_number += 1", "return round_number + 1", "E222", "end loop"),
        ("if best is none or", "if best is null or", "E301", "none"),
        ("by bonus[f.yields]", "by bonus(f.yields)", "E301", "bonus[…]"),
        ("my visits += 1", "my vp += 1", "E306", "change by gain"),
        ("fee: {1-3: 1, 4-6: 2, 7-9: 3}", "fee: nothing", "E103", "write"),
        ("points: {worth: p.vp}", "points: p.vp", "E103", "{worth: p.vp}"),
        ("players: [2]", "players: 2-4", "E103", "[2, 3, 4]"),
        ("given: {p: player, amount: int}", "given: [p, amount]", "E103", "each name"),
        ("pay price(me, s) coin", "pay price(s) coin", "E304", "for each parameter"),
        ("given: {phase: turn,", "given: {options: {pace: slow}, phase: turn,", "E510", "beside `given`"),
    ],
)
def test_a_slip_is_told_once_and_the_hint_says_what_was_meant(was: str, new: str, code: str, meant: str) -> None:
    assert was in GAME
    found = [d for d in told(GAME.replace(was, new, 1)) if not d.is_lint]
    assert [d.code for d in found] == [code]
    assert any(meant in words for words in (found[0].hint, found[0].near, found[0].message))
