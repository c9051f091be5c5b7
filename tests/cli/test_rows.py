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


def drawn(text: str, width: int = 80, players: int = 3) -> list[str]:
    game = rw.load(folder_from_text(text), players)
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


ROADS = """
game: {id: roads, players: [2], seats: [ann, bob]}
effects:
  road: {kinds: {north: {}, south: {}}}
  prize: {kinds: {crown: {}, two_coins: {}}}
resources: {coin: {}}
pieces: {rider: {per: player, start: stable, kinds: {horseman: {copies: 1}}}}
zones: {stable: {pieces: rider, per: player}}
spaces:
  inn:
    attributes: {road: kind of road, mile: int, fare: int, fame: int, prize: kind of prize, walled: bool, asks: bag}
    pieces: rider
    kinds:
      gate: {}
      north_1: {road: north, mile: 1, fare: 1, fame: 3}
      north_2: {road: north, mile: 2, fare: 2, prize: crown, walled: true}
      south_2: {road: south, mile: 2, fame: 10, prize: two_coins}
tracks:
  dash: {group: courses, steps: 3}
  trot: {group: courses, steps: 3}
tables: {ditch: {1: 0, 2: 2, 3: 1}, flag: {2: 1}, laps: [7, 8]}
state:
  game:
    robber: {type: inn, start: south_2}
    ghost: {type: int per track, start: '2'}
    ghost_lies: {type: int per track, start: '5'}
  player: {lies: int per track}
setup:
  do: |
    for p in players { p does { advance my marker[dash] by 2 } }
    players[1] does { my lies[dash] = 7; for h in my stable { move h to north_2 } }
    players[2] does { my lies[dash] = 3 }
phases: {game: {do: 'each of players does { may stop { gain 1 coin } }; end game'}}
scoring: {categories: {coins: {worth: p.coin}}}
show:
  rows:
    inns:
      {spaces: inn, by: road, at: mile, attributes: [fare, fame, prize, walled], standing: [robber],
       marks: {fare: "~", crown: "^", walled: "!", robber: R}}
    courses:
      {tracks: courses, printed: {courses: [ditch, flag], trot: laps}, standing: {ghost: ghost_lies}, stacked: lies,
       marks: {ditch: "|", flag: o, ghost: G}}
"""


def test_what_is_printed_on_spaces_stands_before_what_lies_there() -> None:
    lines = drawn(ROADS, players=2)
    at = next(i for i, line in enumerate(lines) if line.startswith(" Inns"))
    assert lines[at].split() == ["Inns", "1", "2"]
    assert lines[at + 1].split() == ["North", "~3", "2~^!", "a"]  # of one the letter alone
    assert lines[at + 2].split() == ["South", "10t", "R"]
    assert "~ fare, ^ crown, ! walled" in " ".join(lines)


def test_what_is_printed_beside_rows() -> None:
    text = ROADS.replace(
        "{kinds: {north: {}, south: {}}}", "{attributes: {length: int}, kinds: {north: {length: 2}, south: {}}}"
    )
    lines = drawn(text.replace("show:\n", "show:\n  lines: {road: [length]}\n"), players=2)
    assert any(line.startswith(" North (2 length) ") for line in lines) and any(
        line.startswith(" South ") for line in lines
    )


def test_empty_spaces_on_which_something_is_printed_are_drawn() -> None:
    lines = drawn(
        ROADS.replace("; for h in my stable { move h to north_2 }", "").replace(", standing: [robber]", ""), players=2
    )
    at = next(i for i, line in enumerate(lines) if line.startswith(" Inns"))
    assert lines[at + 1].split() == ["North", "~3", "2~^!"]


def test_tables_with_keys_are_printed_at_their_columns_and_lists_from_the_first_on() -> None:
    lines = drawn(ROADS, players=2)
    at = next(i for i, line in enumerate(lines) if line.startswith(" Courses"))
    assert lines[at].split() == ["Courses", "0", "1", "2", "3"]
    assert lines[at + 2].split() == ["Trot", "7", "ab", "8", "2|o", "G", "|"]


def test_the_lowest_of_a_stack_stands_first() -> None:
    lines = drawn(ROADS, players=2)
    assert next(line for line in lines if line.startswith(" Dash")).split() == ["Dash", "·", "·", "2|o", "bGa", "|"]
    assert any("in a stack the lowest stands first" in line for line in lines)
    assert not any("Lies" in line or "Ghost" in line or "Robber" in line for line in lines)  # the picture tells them


def test_without_stacks_nothing_is_said_of_them() -> None:
    lines = drawn(ROADS.replace("standing: {ghost: ghost_lies}, stacked: lies,", "standing: [ghost],"), players=2)
    assert next(line for line in lines if line.startswith(" Dash")).split() == ["Dash", "·", "·", "2|o", "Gab", "|"]
    assert not any("lowest" in line for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("attributes: [fare, fame", "attributes: [fair, fame", "`fair` is not an attribute of `inn`"),
        (
            "attributes: [fare, fame",
            "attributes: [asks, fame",
            "`asks` is not an attribute of `inn` with a number or a thing",
        ),
        ("standing: [robber]", "standing: [ghost]", "`ghost` is not a variable of the game with the type `inn`"),
        ("standing: {ghost:", "standing: {robber:", "`robber` is not a variable of the game `int per track`"),
        ("ghost: ghost_lies", "ghost: robber", "`robber` is not a variable of the game `int per track`"),
        ("stacked: lies", "stacked: ghost", "`ghost` is not a variable of players `int per track`"),
        ("[ditch, flag]", "[ditch, flak]", "`flak` is not a table"),
        ("courses: [ditch", "horses: [ditch", "`horses` is not a row"),
        ("marks: {ditch:", "marks: {dich:", "`dich` is not a kind"),
    ],
)
def test_misspelt_names_of_what_is_printed_are_told(old: str, new: str, message: str) -> None:
    assert old in ROADS
    with pytest.raises(rw.RulesetError) as error:
        rw.load(folder_from_text(ROADS.replace(old, new)), players=2)
    assert message in str([(d.message, d.hint) for d in error.value.diagnostics])


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


def test_effects_that_no_picture_names_are_listed() -> None:
    mills = "effects: {mill: {kinds: {wind: {}, water: {}}}"
    prizes = "prize: {attributes: {worth: int}, kinds: {cup: {worth: 3}, ribbon: {}}}"
    text = RULES.replace(
        mills,
        f"effects: {{mill: {{attributes: {{sails: int}}, kinds: {{wind: {{sails: 4}}, water: {{}}}}}}, {prizes}",
        1,
    )
    shown = text.replace("show:\n", "show:\n  lines: {prize: [worth], mill: [sails]}\n", 1)
    assert " Prize: cup (3 worth), ribbon" in drawn(shown)
    assert not any(line.startswith(" Mill:") for line in drawn(shown))
    assert not any("Prize" in line for line in drawn(text))


def test_counted_zones_tell_how_many_lie_there() -> None:
    text = RULES.replace("show:\n", "show:\n  counted: [outside]\n", 1)
    assert " Outside (1): cat" in drawn(text)
    assert " Outside: cat" in drawn(RULES)
