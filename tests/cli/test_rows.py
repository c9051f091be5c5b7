"""Spaces and tracks drawn as rows of tables: what stands in the cells, the letters, and what is not listed twice."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import interpreter as rw
from cli.screen import table
from cli.screen.letters import shortest
from cli.screen.words import Words
from interpreter.loading.source import folder_from_text

RULES = """
game: {id: mills, players: [3], seats: [black, blue, red]}
effects: {mill: {kinds: {wind: {}, water: {}}}}
resources: {grain: {supply: 9, held_by: [player, cog]}}
pieces:
  hand: {per: player, start: home, kinds: {helper: {copies: 2}}}
  stray: {start: outside, kinds: {cat: {copies: 1}}}
zones: {home: {pieces: hand, per: player}, outside: {pieces: stray}}
spaces:
  cog:
    attributes: {mill: kind of mill, tooth: int}
    pieces: hand
    kinds:
      wind_1: {mill: wind, tooth: 1}
      wind_2: {mill: wind, tooth: 2}
      water_2: {mill: water, tooth: 2}
      water_3: {mill: water, tooth: 3}
      bench: {tooth: 1}
tracks:
  rank: {steps: 3, marks: {2: star}}
  fame: {steps: 2, start: 1}
tables: {rank_points: [0, 2, 5, 9]}
setup:
  do: |
    players[1] does {
      for h in my home { if wind_2 is empty { move h to wind_2 } else { move h to bench } }
      advance my marker[rank] by 2
    }
    players[2] does {
      for h in my home { if size(wind_2) is 1 { move h to wind_2 } }
      gain 3 grain; move all grain from me to water_3
    }
phases: {game: {do: 'each of players does { may stop { gain 1 grain } }; end game'}}
scoring: {categories: {grain: {worth: p.grain}}}
show:
  rows:
    mills: {spaces: cog, by: mill, at: tooth, marks: {grain: "*"}}
    ranks: {tracks: [rank, fame], printed: {rank: rank_points}, marks: {star: "+"}}
"""


def drawn(text: str, width: int = 80) -> list[str]:
    game = rw.load(folder_from_text(text), players=3)
    out = io.StringIO()
    table.draw(Console(file=out, width=width), game.start(seed=1), 0, Words(game))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_spaces_stand_in_their_rows() -> None:
    lines = drawn(RULES)
    at = next(i for i, line in enumerate(lines) if line.startswith(" Mills"))
    assert lines[at].split() == ["Mills", "1", "2", "3"]
    assert lines[at + 1].split() == ["Wind", "·", "blablu"]
    assert lines[at + 2].split() == ["Water", "·", "3*"]
    assert " Bench: helper (black)" in lines
    assert not any(line.startswith((" Wind 2", " Water 3")) for line in lines)


def test_tracks_stand_in_their_rows() -> None:
    lines = drawn(RULES)
    at = next(i for i, line in enumerate(lines) if line.startswith(" Ranks"))
    assert lines[at].split() == ["Ranks", "0", "1", "2", "3"]
    assert lines[at + 1].split() == ["Rank", "0", "blur", "2", "5", "+bla", "9"]
    assert lines[at + 2].split() == ["Fame", "blablur", "·"]
    assert lines[at + 3] == "   bla black, blu blue, * grain, r red, + star"
    assert not any("rank 2" in line.lower() for line in lines)


def test_rows_in_which_nothing_lies_are_not_drawn() -> None:
    empty = RULES.replace("move h to wind_2", "gain 0 grain").replace("; move all grain from me to water_3", "")
    assert not any(line.startswith(" Mills") for line in drawn(empty))


def test_beginnings_of_names() -> None:
    assert [shortest(n, ["black", "blue", "red"]) for n in ("black", "blue", "red")] == ["bla", "blu", "r"]
    assert shortest("ann", ["ann", "anna"]) == "ann"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("spaces: cog,", "spaces: cogs,", "`cogs` is not a class of spaces"),
        ("by: mill,", "by: mil,", "`mil` is not an attribute of `cog`"),
        ("at: tooth,", "at: teeth,", "`teeth` is not an attribute of `cog`"),
        ("tracks: [rank, fame]", "tracks: [rank, game]", "`game` is not a track"),
        ("printed: {rank:", "printed: {rang:", "`rang` is not a row"),
        (": rank_points}", ": rank_point}", "`rank_point` is not a table"),
        ("  rows:", "  hide: [hoem]\n  rows:", "`hoem` is not a zone"),
        (", at: tooth,", ",", "needs the key `at`"),
    ],
)
def test_misspelt_names_are_told(old: str, new: str, message: str) -> None:
    with pytest.raises(rw.RulesetError) as error:
        rw.load(folder_from_text(RULES.replace(old, new)), players=3)
    assert message in str([(d.message, d.hint) for d in error.value.diagnostics])


def test_steps_may_depend_on_the_number_of_players() -> None:
    lines = drawn(RULES.replace("rank: {steps: 3,", "rank: {steps: {3: 4},"))
    at = next(i for i, line in enumerate(lines) if line.startswith(" Ranks"))
    assert lines[at].split() == ["Ranks", "0", "1", "2", "3", "4"]
