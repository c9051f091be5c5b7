"""`check --watch`: what it tells after each save, in the order of a session."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.watching import Watch, answers
from interpreter.diagnostics import Diagnostic

GAME = """\
game: {id: small, players: [2, 3], options: {fast: {values: [true, false], default: false}}}
resources: {coin: {}}
menus: {turn: {}}
actions: {earn: {menu: turn, do: gain 1 coin}}
phases:
  game: {do: 'each of players does { do one of turn }; end game'}
scoring: {categories: {money: {worth: p.coin}}}
"""

Answer = tuple[list[str], int, bool]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ruleset.yaml"
    path.write_text(GAME)
    return path


def told(watch: Watch) -> list[Answer]:
    """(codes of the news, variants checked, whether that was all) of each telling."""
    out: list[Answer] = []

    def tell(model: object, news: Sequence[Diagnostic], count: int, total: int, seconds: float) -> None:
        assert seconds >= 0
        out.append(([d.code for d in news], count, count == total))

    answers(watch, tell)
    return out


def test_the_first_answer_is_for_the_fewest_players_and_the_second_for_all(file: Path) -> None:
    watch = Watch(file.parent, [])
    remark = "L602"
    first, second = told(watch)
    assert first == ([], 1, False)
    assert second[1:] == (3, True)
    assert remark not in first[0]


def test_a_save_is_seen_with_its_name(file: Path) -> None:
    watch = Watch(file.parent, [])
    assert watch.changed() == []
    file.write_text(GAME + "# more\n")
    assert watch.is_stale()
    assert watch.wait() == ["ruleset.yaml"]
    assert watch.changed() == []


def test_a_mistake_is_told_at_once_and_once(file: Path) -> None:
    watch = Watch(file.parent, [])
    file.write_text(GAME.replace("1 coin", "1 coim"))
    watch.wait()
    first, second = told(watch)
    assert first[0] == ["E301"]
    assert second == ([], 3, True)


def test_a_mistake_of_an_option_is_told_in_the_second_answer(file: Path) -> None:
    """The table has no entry for 3 players, so that only the second variant fails."""
    watch = Watch(file.parent, [])
    table = "tables: {start: {by: players, 2: 1}}\n"
    file.write_text(GAME.replace("gain 1 coin", "gain start coin") + table)
    watch.wait()
    first, second = told(watch)
    assert [*first[0], *second[0]]
    assert not set(first[0]) & set(second[0])


def test_what_is_hidden_is_followed_in_the_second_answer(file: Path) -> None:
    watch = Watch(file.parent, ())
    told(watch)
    text = GAME.replace("coin: {}", "coin: {}, vote: {seen_by: owner}").replace(
        "do: gain 1 coin", "choose: p in others, do: 'let n = p.vote; choose m in 0..n; gain m coin; gain 1 vote'"
    )
    file.write_text(text)
    watch.wait()
    first, second = told(watch)
    assert first == ([], 1, False)
    assert second == (["E405"], 3, True)


def test_a_ruleset_that_cannot_be_read_has_one_answer(file: Path) -> None:
    watch = Watch(file.parent, [])
    file.write_text("game: [\n")
    watch.wait()
    ((codes, count, is_all),) = told(watch)
    assert codes and count == 0 and is_all


def test_the_next_save_ends_the_second_answer(file: Path) -> None:
    watch = Watch(file.parent, [])
    tellings: list[int] = []

    def tell(model: object, news: Sequence[Diagnostic], count: int, total: int, seconds: float) -> None:
        tellings.append(count)
        file.write_text(GAME + "# saved again\n")

    answers(watch, tell)
    assert tellings == [1]
    assert watch.changed() == ["ruleset.yaml"]


def test_files_of_a_module_elsewhere_are_watched_too(file: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    module = tmp_path_factory.mktemp("night")
    (module / "module.yaml").write_text("module: {id: night}\n")
    watch = Watch(file.parent, [module])
    (module / "module.yaml").write_text("module: {id: night, version: '1'}\n")
    assert len(watch.changed()) == 1
