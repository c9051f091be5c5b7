"""Compiled rulesets kept between runs: the same game, made anew whenever anything it is made of changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter import caching, compiled, pipeline
from interpreter.diagnostics import RulesetError
from interpreter.game import Game
from interpreter.loading.source import find
from interpreter.runtime import machine

KEPT = "*.ruleset"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache directory; everything is worth keeping."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE", raising=False)
    monkeypatch.setattr(compiled, "WORTH_KEEPING", 0)
    return tmp_path / "cache" / "rulewright"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shipped = find("puerto_rico")
    assert shipped is not None
    return Path(shutil.copytree(shipped, tmp_path / "game"))


def used(folder: Path) -> Game:
    """The game of a folder, begun: which is when it is kept."""
    game = pipeline.load(folder)
    game.start()
    return game


def played(game: Game, moves: int) -> list[object]:
    """The first options of a game that always takes the last one."""
    state = game.start(seed=3)
    seen: list[object] = []
    for _ in range(moves):
        if state.is_over:
            break
        seen.append(tuple(state.decision.keys))
        state.apply(state.decision.keys[-1])
    return seen


def test_a_kept_ruleset_plays_as_a_new_one(cache: Path, folder: Path) -> None:
    first = used(folder)
    assert len(list(cache.glob(KEPT))) == 1
    second = used(folder)
    assert second.program.source == first.program.source
    assert second.program is not first.program
    assert played(second, 200) == played(first, 200)
    assert second.plain is not None


def test_what_is_only_read_is_neither_compiled_nor_kept(
    cache: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "compile", lambda *_: pytest.fail("compiled"), raising=False)
    assert pipeline.load(folder).players == 3
    assert list(cache.glob(KEPT)) == []


def test_code_that_is_kept_is_not_compiled_again(cache: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = used(folder)
    monkeypatch.setattr(machine, "compile", lambda *_: pytest.fail("compiled again"), raising=False)
    assert played(used(folder), 20) == played(first, 20)


def test_what_a_game_is_made_of_makes_another_key(cache: Path, folder: Path) -> None:
    def key(**changes: object) -> str | None:
        asked = {"game": folder, "modules": (), "players": 3, "options": {}} | changes
        return compiled.key_of(**asked)  # type: ignore[arg-type]

    keys = [key(), key(players=4), key(modules=("cost_swap",)), key(options={"a": True}), key(options={"a": 1})]
    file = folder / "flow.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    keys.append(key())
    assert None not in keys and len(set(keys)) == len(keys)
    assert key() == keys[-1]


def test_a_mistake_is_told_although_an_older_text_is_kept(cache: Path, folder: Path) -> None:
    used(folder)
    (folder / "more.yaml").write_text("surplus: 1\n")
    with pytest.raises(RulesetError, match="surplus"):
        used(folder)
    assert len(list(cache.glob(KEPT))) == 1


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x05N.", b"\x80\x05K\x01."])
def test_what_is_kept_wrongly_is_made_anew(cache: Path, folder: Path, content: bytes) -> None:
    used(folder)
    (path,) = cache.glob(KEPT)
    good = path.read_bytes()
    path.write_bytes(content)
    assert used(folder).id == "puerto_rico"
    assert len(path.read_bytes()) == len(good)


def test_nothing_is_kept_where_others_may_write(cache: Path, folder: Path) -> None:
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    used(folder)
    assert caching.cache_folder() is None
    assert list(cache.glob(KEPT)) == []


@pytest.mark.parametrize("wish", ["1", "rulesets"])
def test_nothing_is_kept_where_it_is_not_wanted(
    cache: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", wish)
    used(folder)
    assert list(cache.glob(KEPT)) == []
    assert (caching.cache_folder() is not None) == (wish == "rulesets")


def test_only_so_many_are_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching, "MOST_FILES", 3)
    for number in range(5):
        caching.keep(f"key{number}", number)
    assert len(list(cache.glob(KEPT))) == 3
    assert caching.kept("key4") == 4
    assert list(cache.glob("*.part")) == []
