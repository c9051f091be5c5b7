"""What options and the log tell beyond names: maps, shared changes, facts of backs, refusals of values, tables."""

from __future__ import annotations

import pytest

import interpreter as rw
from cli.screen import changes, pages, story
from cli.screen.words import Words
from cli.session import Step
from cli.table import things
from interpreter.loading.source import folder_from_text

RULES = """
game: {id: reef, players: [2], seats: [ann, ben]}
effects: {ground: {kinds: {water: {}, meadow: {}}}}
pieces:
  boat: {per: player, start: harbour, kinds: {raft: {copies: 2}}}
  omen:
    attributes: {hurts: good, harm: int, helps: good, grim: bool}
    back: [hurts, harm, helps, grim]
    start: omens
    kinds:
      storm: {hurts: pearl, harm: 3}
      calm: {helps: pearl, harm: 2, grim: true}
zones:
  harbour: {pieces: boat, per: player}
  omens: {pieces: omen, ordered: true, seen_by: nobody, back_seen_by: all}
  deep: {}
spaces:
  spot: {hexes: {rings: 3}, state: {isle: isle}}
  isle:
    attributes: {shores: list of kind of ground, palms: int}
    state: {turned: int}
    kinds:
      skerry: {shores: [water, water, water, water, water, water]}
      holm: {shores: [water, meadow, water, water, water, water], palms: 1}
  bay:
    attributes: {isle: isle, yields: good}
    pieces: boat
    kinds: {cove: {isle: skerry, yields: pearl}, bight: {isle: holm, yields: pearl}}
resources: {pearl: {group: good, supply: 9, held_by: [player, deep]}}
state: {game: {storms: 0..9, year: int}}
tables: {toll: {"1-3": 2, 4: 1}, row: [5, 4]}
setup: {do: 'for c in spot if c is q0r0 { c.isle = skerry }'}
menus: {turn: {}}
actions:
  sail: {menu: turn, do: 'for x in my harbour { move x to cove; end loop }; storms += 1; year += 1'}
  dive: {menu: turn, choose: 'n in 1..2, r in good', do: 'gain n r; move 1 r from supply to deep'}
  pick: {menu: turn, choose: g in isle if lucky(g), do: 'storms += 2'}
phases:
  game:
    do: |
      players[1] does { do found }
      repeat 9 times { each of players does { do one of turn } }
procedures:
  found:
    do: |
      choose g in isle
      choose round in 0..1
      g.turned = round
      for c in spot if c.q is 1 and c.r is 0 { c.isle = g }
values: {lucky: {given: {g: isle}, is: g.turned > 3}}
scoring: {categories: {pearls: {worth: p.pearl}}}
show:
  hide: [harbour]
  changes: [storms, deep]
  map:
    {cells: spot, lies: isle, turn: turned, edges: shores, attributes: [palms], counts: {bay: yields},
     marks: {water: "~", meadow: "."}}
# file: texts/en.yaml
names: {ann: Ann, ben: Ben, pearl: pearls, 1 pearl: pearl, 1 palms: palm, holm: the holm, skerry: the skerry}
prompts: {found g: Which isle?, found round: Which way?}
actions: {found round: "By {round}", dive: "Dive for {n r}"}
log: {found round: "{me} turns it by {round}"}
refusals: {lucky: it is not lucky}
facts: {harm: "{hurts} is worth {harm} less", grim: so grim}
"""


def started() -> tuple[rw.State, Words]:
    game = rw.load(folder_from_text("# file: ruleset.yaml\n" + RULES))
    return game.start(1, ask_chance=True), Words(game)


def shown(state: rw.State, words: Words) -> list[str]:
    return words.options(state.decision, state.slots)


def test_a_tile_that_is_not_laid_is_told_with_what_is_printed_on_it() -> None:
    state, words = started()
    assert shown(state, words) == ["The skerry", "The holm (1 pearl, 1 palm, ~.~~~~)"]


def test_texts_of_one_thing_that_is_chosen_go_before_those_of_all() -> None:
    state, words = started()
    assert words.prompt(state.decision, []) == "Which isle?"
    state.apply("holm")
    assert (words.prompt(state.decision, []), shown(state, words)) == ("Which way?", ["By 0", "By 1"])
    choice = state.decision.choices[1]
    assert words.logged(choice, state.decision, state.slots) == ("Ann turns it by 1", True)


def test_how_a_tile_lies_is_foretold_and_logged() -> None:
    state, words = started()
    state.apply("holm")
    turned = state.decision.choices[1]
    assert changes.brings(state, turned, 0, words).own == ("the holm (q1r0): ~~.~~~",)
    before = state.copy()
    state.apply_choice(turned)
    told = story.told([Step(before, turned)], state, 0, words)
    assert [line.plain for line in told] == ["Ann turns it by 1  the holm (q1r0): ~~.~~~"]


def test_changes_for_all_are_told_where_the_ruleset_names_them() -> None:
    state, words = started()
    state.apply("holm")
    state.apply("1")
    brings = {c.key: changes.brings(state, c, 0, words).own for c in state.decision.choices}
    # A raft that leaves a zone which is not drawn is no loss, and the year is not named.
    assert brings == {
        "sail": ("+1 storms",),
        "dive 1 pearl": ("+1 pearl", "deep +1 pearl"),
        "dive 2 pearl": ("+2 pearls", "deep +1 pearl"),
    }


def test_changes_of_a_players_variables_are_told_where_the_ruleset_names_them() -> None:
    rules = """
game: {id: gym, players: [2], seats: [ann, ben]}
resources: {coin: {}}
state: {player: {strength: int, mood: int, luck: {type: int, seen_by: nobody}}}
menus: {turn: {}}
actions:
  train: {menu: turn, do: 'my strength += 2; my mood += 1; my luck += 1'}
  strut: {menu: turn, do: 'gain 1 coin; for p in others { p.strength -= 1 }'}
phases: {game: {do: 'repeat 3 times { each of players does { do one of turn } }'}}
scoring: {categories: {coins: {worth: p.coin}}}
show: {changes: [strength, luck]}
"""
    state = rw.load(folder_from_text(f"# file: ruleset.yaml{rules}")).start(1)
    words = Words(state.game)
    brings = {c.key: changes.brings(state, c, 0, words).own for c in state.decision.choices}
    assert brings == {"train": ("+2 strength",), "strut": ("+1 coin",)}
    before, train = state.copy(), state.decision.choices[0]
    state.apply_choice(train)
    assert [line.plain for line in story.told([Step(before, train)], state, 1, words)] == ["ann: Train  +2 strength"]


def test_a_number_of_something_in_a_text_has_its_singular() -> None:
    state, words = started()
    state.apply("holm")
    state.apply("1")
    assert shown(state, words)[1:] == ["Dive for 1 pearl", "Dive for 2 pearls"]


def test_a_piece_that_lies_with_another_player_is_told_with_that_player() -> None:
    rules = RULES.replace("for x in my harbour { move x", "choose x in players[2].harbour; if true { move x").replace(
        "{copies: 2}", "{}, scow: {}"
    )
    game = rw.load(folder_from_text("# file: ruleset.yaml\n" + rules.replace("; end loop }", " }")))
    state, words = game.start(1), Words(game)
    state.apply("holm")
    state.apply("1")
    state.apply("sail")
    assert shown(state, words) == ["Sail raft (Ben)", "Sail scow (Ben)"]


def test_backs_are_told_by_their_facts() -> None:
    state, words = started()
    backs = state.observe(0)["places"]["omens"]["backs"]
    assert [item.title for item in things.lying({"backs": backs}, words, {})] == [
        "pearls is worth 3 less",
        "harm 2, helps pearls, so grim",
    ]


def test_like_backs_beside_one_another_are_told_together() -> None:
    rules = RULES.replace("storm: {hurts: pearl, harm: 3}", "storm: {hurts: pearl, harm: 3, copies: 4}")
    game = rw.load(folder_from_text(f"# file: ruleset.yaml\n{rules}"))
    words = Words(game)
    place = {"backs": [{"harm": 3}, {"harm": 3}, {"harm": 2}, {"harm": 3}]}
    assert [item.text for item in things.lying(place, words, {})] == ["harm 3 ×2", "harm 2", "harm 3"]
    place = game.start(1).observe(0)["places"]["omens"]
    assert sorted(item.count for item in things.lying(place, words, {})) == [1, 4]


@pytest.mark.parametrize(
    ("condition", "told"),
    [("lucky(g)", "it is not lucky"), ("lucky(g) and (g is holm)", "it is not lucky"), ("g is holm", "is the holm")],
)
def test_a_value_that_fails_is_told_in_its_own_words(condition: str, told: str) -> None:
    from cli.refused import why_lines
    from cli.session import Session
    from interpreter.runtime import log as logs

    rules = RULES.replace("in isle if lucky(g)", f"in isle if {condition}")
    game = rw.load(folder_from_text("# file: ruleset.yaml\n" + rules))
    state, words = game.start(1), Words(game)
    state.apply("holm")
    state.apply("1")
    session = Session(game, logs.Header("reef", "1", (), {}, 2, 1), {})
    session.state = state
    lines = " ".join(line.plain for line in why_lines(session, words, "pick"))
    assert told in lines and ("it is not lucky" in lines) == ("lucky" in condition)


def test_the_entries_of_a_table_are_told() -> None:
    state, words = started()
    told = {id: [line.plain.strip() for line in pages.about(state.game, words, id)] for id in ("toll", "row")}
    assert told == {"toll": ["Toll", "1–3: 2, 4: 1"], "row": ["Row", "5 4"]}


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        (
            "changes: [storms, deep]",
            "changes: [storm, deep]",
            "`storm` is not a variable of the game or of players with a number, a zone, board or space of this ruleset",
        ),
        (
            "attributes: [palms]",
            "attributes: [shores]",
            "`shores` is not an attribute of `isle` with a number or a thing of this ruleset",
        ),
    ],
)
def test_names_of_what_is_told_are_checked(right: str, wrong: str, told: str) -> None:
    with pytest.raises(rw.RulesetError) as raised:
        rw.load(folder_from_text("# file: ruleset.yaml\n" + RULES.replace(right, wrong)))
    assert [(d.code, d.message) for d in raised.value.diagnostics] == [("E120", told)]


GIFTS = """
game: {id: gifts, players: [3], seats: [ann, ben, cid]}
resources: {coin: {}}
pieces: {card: {start: hand, per: player, kinds: {sun: {}, rain: {}, wind: {}, snow: {}}}}
zones: {hand: {pieces: card, per: player}, pile: {pieces: card}}
spaces: {site: {pieces: card, limit: 1, kinds: {hill_1: {}, hill_2: {}}}}
menus: {turn: {}}
actions:
  build: {menu: turn, choose: "x in my hand, s in site if s is empty", key: "build {x} at {s}", do: move x to s}
  toss: {menu: turn, do: 'choose 3 of my hand as gone; move gone to pile'}
  share: {menu: turn, do: 'gain 1 coin; each of others does { gain 2 coin }'}
  give: {menu: turn, do: 'me.next does { gain 5 coin }'}
phases: {game: {do: 'repeat 2 times { each of players does { do one of turn } }; end game'}}
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.mark.parametrize(("language", "gave"), [("en", "Give  ben: +5 coin"), ("ru", "Give  ben: coin +5")])
def test_what_a_move_does_to_others_is_told_before_and_after_it(language: str, gave: str) -> None:
    state = rw.load(folder_from_text(GIFTS)).start(1)
    words = Words(state.game, language)
    found = {c.key: changes.brings(state, c, 0, words).said(words, 0) for c in state.decision.choices}
    assert found["give"] == gave.removeprefix("Give  ")
    if language == "en":
        assert found["share"] == "+1 coin; ben: +2 coin; cid: +2 coin"
    choice = next(c for c in state.decision.choices if c.key == "give")
    before = state.copy()
    state.apply_choice(choice)
    told = story.told([Step(before, choice)], state, 1, words, whole=True)
    assert [line.plain for line in told] == [f"ann: {gave}"]


def test_of_several_that_are_picked_all_are_told() -> None:
    state = rw.load(folder_from_text(GIFTS)).start(1)
    words = Words(state.game)
    steps = []
    for key in ("toss", "gone sun", "gone wind"):
        choice = next(c for c in state.decision.choices if c.key == key)
        steps.append(Step(state.copy(), choice))
        if key == "gone wind":
            said = changes.brings(state, choice, 0, words).said(words, 0)
            assert said == "then Gone snow: −sun, −wind, −snow"
        state.apply_choice(choice)
    assert story.told(steps, state, 0, words, whole=True)[-1].plain == (
        "ann: Gone snow (the only option)  −sun, −wind, −snow"
    )


def test_a_place_that_a_key_names_is_not_told_twice() -> None:
    state = rw.load(folder_from_text(GIFTS)).start(1)
    texts = Words(state.game).options(state.decision, state.slots)
    assert "Build sun hill 2" in texts
