"""The made rulebooks in Russian have no word of another language, and the forms that depend on a word or number are
right."""

from __future__ import annotations

import re
from functools import cache

import pytest

from interpreter.explaining.naming import Naming
from interpreter.explaining.rulebook import Block, Rulebook, Table
from interpreter.explaining.russian import of_times, times, yours
from interpreter.language.core.checked import Checked
from interpreter.loading.source import find, shipped_games
from interpreter.ruleset import Ruleset

LATIN = re.compile(r"[A-Za-z][A-Za-z_]+")
"""Words in Latin letters; single letters name what a text chooses, as they do in mathematics."""


def said(block: Block) -> str:
    if isinstance(block, Table):
        return " ".join(cell for row in (block.head, *block.rows) for cell in row)
    return block.text


@cache
def checked_with(name: str, module: str | None) -> Checked:
    return Ruleset(name, () if module is None else (module,)).sound().checked


@cache
def book(name: str, module: str | None, language: str) -> list[str]:
    checked = checked_with(name, module)
    return [said(block) for block in Rulebook(checked, Naming(checked.model, language)).blocks()]


def sides() -> list[tuple[str, str | None]]:
    out: list[tuple[str, str | None]] = []
    for name in shipped_games():
        folder = find(name)
        assert folder is not None
        modules = sorted(path.parent.name for path in folder.glob("modules/*/module.yaml"))
        out += [(name, module) for module in (None, *modules)]
    return out


@pytest.mark.parametrize(("name", "module"), sides())
def test_a_russian_rulebook_is_russian(name: str, module: str | None) -> None:
    found = {word for text in book(name, module, "ru") for word in LATIN.findall(text)}
    assert found == set()


@pytest.mark.parametrize("name", shipped_games())
def test_an_english_rulebook_shows_no_ids(name: str) -> None:
    found = {word for text in book(name, None, "en") for word in LATIN.findall(text) if "_" in word}
    assert found == set()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("остров", "ваш остров"),
        ("цена постройки", "ваша цена постройки"),
        ("победные очки", "ваши победные очки"),
        ("начальное богатство", "ваше начальное богатство"),
        ("здания", "ваши здания"),
        ("здание", "ваше здание"),
        ("морские контракты", "ваши морские контракты"),
        ("клетки, куда можно поставить", "ваши клетки, куда можно поставить"),
        ("уровень", "ваш уровень"),
        ("стоимость", "ваша стоимость"),
        ("места для колонистов", "ваши места для колонистов"),
        ("произведено за фазу", "произведено за фазу у вас"),
        ("на руке", "на руке у вас"),
    ],
)
def test_yours_has_the_gender_and_number_of_the_name(name: str, said: str) -> None:
    assert yours(name) == said


def test_times_have_the_form_of_their_number() -> None:
    assert [times(n) for n in ("1", "2", "4", "5", "11", "12", "21", "22")] == [
        "1 раз", "2 раза", "4 раза", "5 раз", "11 раз", "12 раз", "21 раз", "22 раза"
    ]  # fmt: skip
    assert [of_times(n) for n in ("1", "2", "11", "21")] == ["1 раза", "2 раз", "11 раз", "21 раза"]


@pytest.mark.parametrize(("name", "module"), sides())
def test_what_advice_and_the_score_sheet_name_has_a_name(name: str, module: str | None) -> None:
    model = checked_with(name, module).model
    for language in ("en", "ru"):
        names = model.texts[language].groups["names"]
        assert [id for id in (*model.hints, *model.scoring, *model.endings) if id not in names] == []
