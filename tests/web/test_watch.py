"""The designer's table: rules are saved while the table stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient  # noqa: E402

from cli.watching import Watch  # noqa: E402
from cli.web.hub import Hub  # noqa: E402
from cli.web.server import app  # noqa: E402
from cli.web.store import Store  # noqa: E402
from cli.web.workers import Workers  # noqa: E402
from interpreter.scenarios.runner import run_with  # noqa: E402
from tests.web.serving import market  # noqa: E402
from tests.web.test_server import HERE, Page, make, opened, own  # noqa: E402


@pytest.fixture
def game(tmp_path: Path) -> str:
    return market(tmp_path)


@pytest.fixture
def client(game: str) -> Iterator[TestClient]:
    hub = Hub(Store(None), Workers(1, 1), [game], pace=0)
    with TestClient(app(hub, ["testserver"], [Watch(Path(game), ())]), base_url=HERE) as client:
        yield client


def edit(game: str, name: str, old: str, new: str) -> None:
    path = Path(game) / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_rules_change_under_a_table(client: TestClient, game: str) -> None:
    ann, ben, _ = make(client, game, ["human", "human"])
    with opened(client) as a, opened(client) as b:
        first, second = Page(a, ann), Page(b, ben)
        first.reach(due=0)
        first.take("rest")
        second.reach(due=1)

        edit(game, "texts/en.yaml", "rest: Rest", "rest: Sit down")  # a word
        second.until("game")
        second.until("table")
        assert "Sit down" in [option["text"] for option in second.table["options"]]

        edit(game, "ruleset.yaml", "gain 1 coin}", "gain 1 coyn}")  # a mistake
        [told] = second.until("mistakes")["texts"]
        assert "coyn" in told and "ruleset.yaml:25" in told

        edit(game, "ruleset.yaml", "gain 1 coyn}", "gain 3 coin}")  # mended, and better
        second.until("table")
        assert ["coin", 8] in second.table["scene"]["panels"][0]["counters"]

        edit(game, "ruleset.yaml", "rest: {menu: turn", "sleep: {menu: turn")  # what was decided is gone
        edit(game, "texts/en.yaml", "rest: Sit down", "sleep: Sleep")
        assert first.until("fault")["text"] == "changed"
        assert second.ask("go_back")["refused"] == "not_yours"
        assert "refused" not in first.ask("go_back")
        first.reach(due=0)
        assert "sleep" in [option["key"] for option in first.table["options"]]
        assert all("drawn" in parts[0][0] for parts, _ in first.lines)  # nobody has decided anything


def test_a_moment_is_kept_as_a_scenario_and_a_position_is_laid_by_hand(game: str, tmp_path: Path) -> None:
    hub = Hub(Store(None), Workers(1, 1), [game], pace=0, is_workshop=True)
    with TestClient(app(hub, ["testserver"]), base_url=HERE) as client:
        ann, ben, watching = make(client, game, ["human", "human"])
        with opened(client) as a, opened(client) as b:
            first, second = Page(a, ann), Page(b, ben)
            first.reach(due=0)
            assert "refused" not in first.take("save 2")
            second.reach(due=1)
            now = len(first.lines)
            assert second.ask("scenario", line=now)["refused"] == "hidden"  # the savings of another
            assert second.ask("position", line=now)["refused"] == "not_yours"
            file = tmp_path / "moment.yaml"
            file.write_text(first.ask("scenario", line=now)["found"], encoding="utf-8")
            [result] = run_with(game, [], [file])
            assert result.passed, result.report()

            laid = first.ask("position", line=now)["found"]
            assert "ann: {coin: 3, secret: 2}" in laid
            refused = first.ask("lay", given=laid.replace("secret: 2", "sekret: 2"))
            assert "sekret" in refused["why"][0]
            token = first.ask("lay", given=laid.replace("secret: 2", "secret: 8"))["found"]
        with opened(client) as c:
            third = Page(c, token)
            third.reach(due=1)
            assert ["secret", 8] in own(third)["counters"]
            assert third.ask("log")["refused"] == "begun_within"
            file.write_text(third.ask("scenario", line=9)["found"], encoding="utf-8")
            [result] = run_with(game, [], [file])
            assert result.passed, result.report()


def test_only_where_rules_are_written_everything_is_laid_open(client: TestClient, game: str) -> None:
    ann, *_ = make(client, game, ["human", "human"])
    with opened(client) as a:
        first = Page(a, ann)
        first.reach(due=0)
        assert first.ask("scenario", line=0)["refused"] == "hidden"
        assert first.ask("lay", given="actor: ben")["refused"] == "not_yours"
