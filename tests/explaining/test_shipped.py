"""Every thing of every shipped game can be explained, and its rulebook written, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.explaining.naming import Naming
from interpreter.explaining.phrases import SAYINGS
from interpreter.explaining.rulebook import Heading, Rulebook, Table
from interpreter.explaining.sentences import Line
from interpreter.explaining.understood import Explainer
from interpreter.ruleset import Ruleset
from tests.cli.running import run
from tests.shipped import shipped_with_quick


@pytest.mark.parametrize("name", shipped_with_quick("tzolkin", "nova_roma"))
def test_all_of_a_game_is_told(name: str) -> None:
    checked = Ruleset(name).sound().checked
    for language in SAYINGS:
        say = Naming(checked.model, language)
        explainer = Explainer(checked, say)
        for id in checked.model.actions:
            sections = explainer.page(id)
            assert sections[0].title == say("what_it_does")
            assert say("can_fail") in [s.title for s in sections]
        for id, decl in checked.model.procedures.items():
            assert explainer.page(id) if decl.is_phase else explainer.page(id) is not None
        blocks = Rulebook(checked, say).blocks()
        titles = [b.text for b in blocks if isinstance(b, Heading)]
        book_words = Naming(checked.model, language, book=True)
        for part in (
            "toc",
            "overview",
            "goal",
            "contents",
            "setup",
            "flow",
            "actions",
            "scoring",
            "end",
            "index",
            "aid",
        ):
            assert book_words(part) in titles
        told = " ".join(b.text for b in blocks if isinstance(b, Line | Heading))
        assert all(say.title(id) in told for id in checked.model.actions)


def test_languages_say_the_same_things() -> None:
    en, ru = SAYINGS["en"].keys(), SAYINGS["ru"].keys()
    assert en <= ru
    # Behind a number that is computed Russian needs another form than behind one that is written.
    assert {key.removesuffix("_by") for key in ru - en} <= en


def test_a_rulebook_counts_and_marks(mill_town: Callable[..., Path]) -> None:
    checked = Ruleset(mill_town()).sound().checked
    blocks = Rulebook(checked, Naming(checked.model)).blocks()
    rows = [row for block in blocks if isinstance(block, Table) for row in block.rows]
    assert ("Card", "", "4") in rows
    assert ("Hand", "", "6") in rows
    assert ("Sickle °", "1", "3") in rows


def test_rules_as_markdown_and_html(mill_town: Callable[..., Path], tmp_path: Path) -> None:
    folder = mill_town(act="choose c in shelf if c.cost > 2; move c to my desk")
    page = run("rules", folder)
    assert page.code == 0
    assert "# Mill town" in page.out
    assert "- Choose one card from shelf with: cost of the card is more than 2." in page.out
    target = tmp_path / "rules.html"
    assert run("rules", folder, "--lang", "ru", "--format", "html", "-o", target).code == 0
    text = target.read_text(encoding="utf-8")
    assert '<html lang="ru">' in text and '<h2 id="состав">Состав</h2>' in text
    assert text.count("<ul>") == text.count("</ul>")
    assert run("rules", folder, "--format", "pdf").code == 2
    assert run("rules", folder, "-o", tmp_path / "no" / "x.md").code == 1
