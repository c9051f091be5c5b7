"""What authors answer for with `surely`: it is carried out as it stands, and stops the game where it does not hold."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cli.app import app
from interpreter import pipeline
from interpreter.loading.source import folder_from_text
from interpreter.runtime.faults import GameFault

TOLL = """game: {id: toll, players: [2]}
resources: {coin: {supply: 6}}
state: {game: {n: int}}
menus: {turn: {}}
actions:
  hoard: {menu: turn, do: take 1 coin}
  rest: {menu: turn, do: n += 1}
phases:
  game:
    do: |
      repeat surely until n >= 2 or supply.coin is 0 { each of players does { do one of turn } }
      surely { players[1] does { pay 1 coin } }
      end game
scoring: {categories: {money: {worth: p.coin}}}
"""


def test_what_is_so_is_carried_out() -> None:
    state = pipeline.load(folder_from_text(TOLL), 2).start(seed=1)
    for key in ("hoard", "rest", "rest"):
        state.apply(key)
    state.apply("rest")
    assert state.is_over and tuple(state.sheet().totals) == (0, 0)


def test_what_is_not_so_stops_the_game_at_its_place() -> None:
    state = pipeline.load(folder_from_text(TOLL), 2).start(seed=1)
    state.apply("rest")
    with pytest.raises(GameFault) as caught:
        state.apply("rest")
    assert caught.value.code == "E569" and caught.value.span is not None and caught.value.span.line == 12


@pytest.mark.parametrize(
    ("loop", "stops"),
    [
        ("repeat surely until n is 3 { n += 1 }", False),
        ("repeat surely until n is 3 { n += 2 }", True),
        ("repeat surely until n is 3 { n += 2; if n is 4 { end loop } }", False),
        ("if possible { repeat surely until n is 3 { n += 2; require n < 9 } }", False),
    ],
)
def test_a_loop_ends_by_its_condition_or_in_itself(loop: str, stops: bool) -> None:
    first = TOLL.index("repeat surely")
    text = TOLL.replace(TOLL[first : TOLL.index("\n", first)], loop)
    game = pipeline.load(folder_from_text(text.replace("surely { players[1]", "if possible { players[1]")), 2)
    if not stops:
        assert game.start(seed=1).is_over
        return
    with pytest.raises(GameFault, match="did not come true"):
        game.start(seed=1)


def test_check_tries_it_in_games_of_random_choices(tmp_path: object) -> None:
    (tmp_path / "ruleset.yaml").write_text(TOLL)  # type: ignore[operator]
    assert CliRunner().invoke(app, ["check", str(tmp_path)]).exit_code == 0
    told = CliRunner().invoke(app, ["check", str(tmp_path), "--simulate", "20"])
    assert told.exit_code == 1 and told.stdout.count("E569") >= 1 and "seed" in told.stdout
