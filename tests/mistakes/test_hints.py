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
    ],
)
def test_a_slip_is_told_once_and_the_hint_says_what_was_meant(was: str, new: str, code: str, meant: str) -> None:
    assert was in GAME
    found = [d for d in told(GAME.replace(was, new, 1)) if not d.is_lint]
    assert [d.code for d in found] == [code]
    assert meant in found[0].hint or meant in found[0].near
