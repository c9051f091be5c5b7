"""Games as Parquet: the tables agree with the report, for any number of jobs, and decisions come in their order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import interpreter as rw
from interpreter.analysis import simulate
from interpreter.analysis.export import TABLES
from interpreter.analysis.numbered import game_seed
from tests.cli.running import run
from tests.players.games import ORCHARD

parquet = pytest.importorskip("pyarrow.parquet")


def table(folder: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for file in sorted((folder / name).glob("*.parquet")):
        found = parquet.read_table(file)
        assert {f.name: str(f.type).replace("double", "float64") for f in found.schema} == TABLES[name]
        rows += found.to_pylist()
    return rows


def test_the_tables_agree_with_the_report(tmp_path: Path) -> None:
    report = simulate(ORCHARD, 3, 25, 4, ["greedy", "random"], jobs=1, parquet=tmp_path / "one")
    simulate(ORCHARD, 3, 25, 4, ["greedy", "random"], jobs=2, parquet=tmp_path / "two")
    games, seats, choices = (table(tmp_path / "one", name) for name in ("games", "seats", "choices"))
    assert [row["game"] for row in games] == [*range(25)] and games[7]["seed"] == game_seed(4, 7)
    assert sum(row["decisions"] for row in games) == report["decisions"]
    for bot, line in report["bots"].items():
        mine = [row for row in seats if row["bot"] == bot]
        assert sum(row["won"] for row in mine) == pytest.approx(line["wins"])
        assert sum(row["points"] for row in mine) / len(mine) == pytest.approx(line["mean"])
    for action, line in report["choices"].items():
        assert sum(r["times"] for r in choices if r["action"] == action and r["thing"] is None) == line["times"]
        assert sum(r["asked"] for r in choices if r["action"] == action and r["thing"] is None) == line["asked"]
    scores = table(tmp_path / "one", "scores")
    for row in seats:
        own = [s["points"] for s in scores if (s["game"], s["seat"]) == (row["game"], row["seat"])]
        assert sum(own) == row["points"]
    assert not (tmp_path / "one" / "decisions").exists()
    for name in ("games", "seats", "scores", "choices"):
        assert table(tmp_path / "one", name) == table(tmp_path / "two", name)


def test_decisions_are_the_course_of_the_game(tmp_path: Path) -> None:
    simulate(ORCHARD, 2, 2, 9, ["random"], jobs=1, parquet=tmp_path / "out", with_decisions=True)
    rows = [row for row in table(tmp_path / "out", "decisions") if row["game"] == 1]
    state = rw.load(ORCHARD, 2).start(ask_chance=True)
    assert [row["number"] for row in rows] == [*range(len(rows))]
    for row in rows:
        assert row["seat"] == state.player  # of chance: none
        state.apply(row["key"])
    assert state.is_over


def test_parquet_on_the_command_line(tmp_path: Path) -> None:
    asked = ("simulate", ORCHARD, "--games", 4, "--jobs", 1)
    assert run(*asked, "--parquet", tmp_path / "out", "--decisions").code == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {*TABLES}
    assert run(*asked, "--parquet", tmp_path / "out").code == 2  # what is there is not mixed with other games
    assert run(*asked, "--decisions").code == 2
    assert run(*asked, "--parquet", tmp_path / "new", "--decisions", "--engine", "native").code == 2
