"""Every ruleset in good/ loads without a word; every one in bad/ gives just the messages written beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.codes.code import Code
from tests.codes import LOADING
from tests.loading.loading_texts import load_text, message, messages

HERE = Path(__file__).parent
UNTESTABLE_AS_TEXT = {"E002", "E003", "E004", "E015", "E027", "E028", "E149"}
"""Codes about sizes, bytes and folders elsewhere: test_source, test_documents and test_modding give them."""


@pytest.mark.parametrize("path", sorted((HERE / "good").glob("*.yaml")), ids=lambda p: p.stem)
def test_good_rulesets_load_without_a_word(path: Path) -> None:
    assert messages(path.read_text(encoding="utf-8")) == ""


@pytest.mark.parametrize("path", sorted((HERE / "bad").glob("*.yaml")), ids=lambda p: p.stem)
def test_bad_rulesets_give_the_whole_message(path: Path) -> None:
    expected = path.with_suffix(".messages").read_text(encoding="utf-8")
    assert messages(path.read_text(encoding="utf-8")) == expected


def test_there_are_cases() -> None:
    assert len(list((HERE / "good").glob("*.yaml"))) >= 2
    assert len(list((HERE / "bad").glob("*.yaml"))) >= 8


@pytest.mark.parametrize("code", LOADING, ids=lambda c: c.id)
def test_examples_of_codes(code: Code) -> None:
    if code.id in UNTESTABLE_AS_TEXT:
        assert not code.failing
        return
    found = list(load_text(code.failing)[1])
    assert [d.code for d in found] == [code.id], [message(d) for d in found]
    assert found[0].span is not None or code.id == "E001"
    assert messages(code.mended) == ""
