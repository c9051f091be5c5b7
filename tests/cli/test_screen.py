"""The table, the options and the story on the screen: readable, complete, and silent about what a seat may not see."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

import interpreter as rw
from cli.offered import Offer, chosen_by, labels, offer_lines, offers
from cli.screen import changes, phrases, sheet, story, table
from cli.screen.lines import Line
from cli.screen.words import Words
from cli.session import Session
from cli.table import things
from interpreter.players import bot_named
from interpreter.program.types import INT
from interpreter.runtime.decisions import Choice
from interpreter.runtime.log import Header
from interpreter.runtime.rng import Rng


def drawn(state: rw.State, seat: int | None, words: Words, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    table.draw(console, state, seat, words)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def session_of(folder: str | Path, players: int | None = None, seed: int = 1) -> Session:
    game = rw.load(folder, players)
    header = Header(str(folder), "1", (), {}, game.players, seed)
    return Session(game, header, {p: bot_named("random", seed + p) for p in range(game.players)})


def test_every_language_has_every_phrase_with_the_same_places() -> None:
    assert set(phrases.PHRASES) == set(phrases.LANGUAGES)
    places = re.compile(r"\{\w+\}")
    for id, text in phrases.PHRASES["en"].items():
        for language in phrases.LANGUAGES:
            assert sorted(places.findall(phrases.PHRASES[language][id])) == sorted(places.findall(text)), id


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("width", [80, 120])
def test_a_whole_game_fits_the_width(lang: str, width: int) -> None:
    session = session_of("puerto_rico", 5)
    words = Words(session.game, lang)
    while session.advance():
        state = session.state
        if len(session.steps) % 25 == 0 and state.player is not None:
            text = drawn(state, state.player, words, width)
            assert max(map(cell_len, text.split("\n"))) <= width
            assert "_" not in text


def test_values_are_told_with_the_table_and_with_their_players(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        """\
game: {id: purse, players: [2], seats: [ann, ben]}
resources: {coin: {seen_by: owner}, wood: {}}
values:
  left: {is: 9 - sum(p.coin for p in players)}
  beams: {given: {p: player}, is: p.wood / 2}
  broken: {is: 'list_of[players[1].wood]'}
  planks: {given: {p: player, n: int}, is: p.wood * n}
tables: {list_of: [1]}
show: {values: [left, beams, broken]}
phases: {game: {do: 'repeat 2 times { each of players does { choose n in 1..3; gain n coin; gain 2 * n wood } }'}}
scoring: {categories: {coins: {worth: p.coin}}}
""",
        encoding="utf-8",
    )
    game = rw.load(tmp_path)
    state = game.start(seed=1)
    state.apply("3")
    lines = [line.strip() for line in drawn(state, 1, Words(game)).splitlines()]
    # What is told with the table is told to everybody, whatever it reads; what cannot be worked out is passed over.
    assert "Left: 6" in lines
    assert "6 wood, Beams: 3, hidden: coin" in lines and "Beams: 0" in lines


def test_alike_pieces_stand_together_with_their_counters() -> None:
    session = session_of("puerto_rico", 4)
    words = Words(session.game)
    pieces = [
        {"kind": "quarry", "colonist": 1}, {"kind": "quarry", "colonist": 0}, {"kind": "quarry", "colonist": 1},
        {"kind": "harbor", "colonist": 0},
    ]  # fmt: skip
    assert [x.text for x in things.pieces(pieces, words)] == ["quarry ×3 (2 colonists)", "Harbor (costs 8)"]
    assert [x.text for x in things.pieces(pieces[:1], Words(session.game, "ru"))] == ["каменоломня (колонисты 1)"]


def test_an_option_says_what_it_costs_and_brings() -> None:
    session = session_of("puerto_rico", 4, seed=3)
    words = Words(session.game)
    seen: dict[str, list[str]] = {}
    while session.advance():
        state = session.state
        if state.is_over or state.player is None:
            continue
        for choice in state.decision.choices:
            found = changes.brings(state, choice, state.player, words)
            if choice.action == "build" and choice.key not in seen:
                seen[choice.key] = [*found.own, *found.follows]
    assert any(re.fullmatch(r"−\d+ doubloons?", line) for lines in seen.values() for line in lines)
    assert not any("point" in line and line.startswith("−") for lines in seen.values() for line in lines)


PEEK = """
game: {id: peek, players: [1]}
resources: {coin: {}}
pieces: {card: {attributes: {power: int}, start: pile, kinds: {ace: {power: 9}, king: {power: 5}}}}
zones: {pile: {pieces: card, seen_by: nobody}, covered: {pieces: card, seen_by: nobody}}
setup: {do: draw 1 from pile to covered}
menus: {m: {}}
actions:
  turn: {menu: m, do: 'let c = covered.top; gain c.power coin; move c to box'}
  rest: {menu: m, do: gain 2 coin}
phases: {game: {do: 'each of players does { do one of m }; end game'}}
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_what_is_hidden_is_not_guessed(tmp_path: Path) -> None:
    """Of two cards any few tables that are dealt anew may hold the same one."""
    (tmp_path / "ruleset.yaml").write_text(PEEK, encoding="utf-8")
    game = rw.load(tmp_path)
    for seed in range(4):
        state = game.start(seed)
        said = [changes.brings(state, c, 0, Words(game)).own for c in state.decision.choices]
        assert said == [("ends the game",), ("+2 coin", "ends the game")]


def test_trying_options_changes_nothing(cards: Path) -> None:
    session = session_of(cards)
    words = Words(session.game)
    while session.advance():
        state = session.state
        if not state.is_over and state.player is not None:
            before = (state.copy(), state.rng.state)
            for choice in state.decision.choices:
                changes.brings(state, choice, state.player, words)
            assert (state, state.rng.state) == before


@pytest.mark.parametrize("seed", range(4))
def test_two_states_that_look_alike_to_a_seat_are_drawn_alike(cards: Path, seed: int) -> None:
    session = session_of(cards, 3, seed)
    words = Words(session.game)
    differing = 0
    while session.advance():
        state = session.state
        for seat in range(3):
            other = state.copy()
            other.slots = session.game.dealer.redealt(state.slots, seat, Rng(99 + seed))
            differing += other != state
            assert drawn(state, seat, words) == drawn(other, seat, words)
            if state.player == seat:
                mine = [changes.brings(state, c, seat, words) for c in state.decision.choices]
                assert mine == [changes.brings(other, c, seat, words) for c in state.decision.choices]
    assert differing > 0


def test_the_story_hides_what_a_seat_may_not_know(cards: Path) -> None:
    for seed in range(50):
        session = session_of(cards, 2, seed)
        while session.advance():
            pass
        if any(step.player == 1 and step.choice.action == "keep" for step in session.steps):
            break
    words = Words(session.game)
    after = [*(step.before for step in session.steps[1:]), session.state]
    lines, everything = (
        [
            story.lines(s.before, s.choice, then, seat, words)[0].plain
            for s, then in zip(session.steps, after, strict=True)
        ]
        for seat in (0, None)
    )
    kept = [
        (line, whole)
        for step, line, whole in zip(session.steps, lines, everything, strict=True)
        if step.player == 1 and step.choice.action == "keep"
    ]
    assert kept
    assert all(line == "bob: Keep (something hidden)" for line, _ in kept)
    assert all("low" in whole or "high" in whole for _, whole in kept)
    drawn_cards = [line for step, line in zip(session.steps, lines, strict=True) if step.player is None]
    assert any("something hidden" in line for line in drawn_cards)
    laid = [line for step, line in zip(session.steps, lines, strict=True) if step.choice.action == ""]
    assert any(line.startswith("bob: ") and ("low" in line or "high" in line) for line in laid)
    assert not any("coin" in line for line in lines if line.startswith("bob"))


def test_texts_of_strangers_cannot_fill_the_memory(tiny: Path) -> None:
    texts = tiny / "texts" / "en.yaml"
    texts.write_text(texts.read_text().replace('"Build {h}"', '"Build {h:>999999999999}"'))
    session = session_of(tiny)
    words = Words(session.game)
    shown = {words.choice(c, session.state.decision) for c in session.state.decision.choices}
    assert max(map(len, shown)) < 60


def test_missing_texts_fall_back_to_ids_with_spaces(cards: Path) -> None:
    session = session_of(cards)
    words = Words(session.game, "ru")
    while session.state.player is None:
        session.advance()
    assert words.name("some_long_id") == "some long id"
    assert words.choice(session.state.decision.choices[0], session.state.decision) in ("Lay low", "Lay high")


def test_refusals_are_what_is_listed_and_not_offered() -> None:
    session = session_of("puerto_rico", 4, 7)
    checked = 0
    for _ in range(160):
        if session.state.is_over:
            break
        if session.state.player is not None and session.state.decision.menu == "constructing":
            offered = set(session.state.decision.keys)
            for refusal in session.state.why_not():
                checked += 1
                assert refusal.choice.key not in offered
                assert refusal.reasons
                for reason in refusal.reasons:
                    if reason.code == "short":
                        assert reason.needed is not None and reason.has is not None
                        assert reason.has < reason.needed
        session.advance()
    assert checked > 0


def test_the_sheet_names_categories_ties_and_the_winner() -> None:
    session = session_of("puerto_rico", 3)
    chance = random.Random(1)
    state = session.state
    state.ask_chance = False
    if state.player is None:
        session.advance()
    while session.advance():
        chance.random()
    console = Console(file=io.StringIO(), width=80)
    final = session.state.sheet()
    console.print(sheet.sheet_table(final, Words(session.game)))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    for wanted in ("Points earned", "Total", "tie-break: doubloons and goods", "Rank", "Winner"):
        assert wanted in text
    assert re.search(r"Total\s+" + r"\s+".join(map(str, final.totals)), text)


def test_what_an_option_brings_goes_below_it_where_the_line_is_too_short() -> None:
    choice = Choice("plough", 0, "plough")
    offers = [
        Offer(choice, "Plough the field", "−2 coin; then Harvest: +3 corn"),
        Offer(choice, "Rest", "+1 coin"),
    ]
    wide, narrow, tight = ([line.plain for line in offer_lines(offers, Console(width=w))] for w in (80, 50, 16))
    assert wide == [" 1  Plough the field  −2 coin; then Harvest: +3 corn", " 2  Rest              +1 coin"]
    assert narrow == [
        " 1  Plough the field",
        "      −2 coin; then Harvest: +3 corn",
        " 2  Rest              +1 coin",
    ]
    assert tight[:2] == [" 1  Plough ", "    the field"] and all(cell_len(line) <= 16 for line in tight)


def offer(text: str, *chosen: int, brings: str = "") -> Offer:
    """An option with numbers that are chosen in it."""
    values = tuple((f"n{i}", INT, n) for i, n in enumerate(chosen))
    return Offer(Choice(text.casefold(), 0, "x", values), text, brings)


def taken(found: list[Offer], *typed: str) -> list[str | None]:
    """The options that answers take."""
    return [None if (by := chosen_by(text, found)) is None else by.text for text in typed]


def test_an_option_that_is_a_number_is_chosen_by_it() -> None:
    """Typing 10 never takes the option 9 because that one stands tenth, nor something that is no number."""
    found = [offer(text) for text in ("skip", *map(str, range(11)), "More")]
    assert labels(found) == ["#1", *map(str, range(11)), "#2"]
    assert labels([offer("Dig"), offer("Rest")]) == ["1", "2"]
    assert taken(found, "10", "11", "#1", "1", "#2", "skip") == ["10", None, "skip", "1", "More", "skip"]


def test_the_number_typed_is_the_number_meant() -> None:
    bids = [offer(f"Bid {n}", n, brings=f"−{n} coin") for n in range(5, 17)]
    assert taken(bids, "12", "16", "17", "4", "bid 9") == ["Bid 12", "Bid 16", None, None, "Bid 9"]
    assert [line.plain for line in offer_lines([*bids, offer("Pass")], Console(width=80))] == [
        " 5–16  Bid 5–16  −5 coin … −16 coin",
        "   #1  Pass",
    ]
    shift = [offer(f"Shift −{-n}" if n < 0 else f"Shift {n}", n) for n in range(-2, 3)]
    assert taken(shift, "-2", "−1", "2", "3") == ["Shift −2", "Shift −1", "Shift 2", None]
    assert [line.plain for line in offer_lines(shift, Console(width=80))] == [" −2 … 2  Shift −2 … 2"]


def test_few_numbers_that_bring_different_things_have_a_line_each() -> None:
    steps = [offer(f"Climb {n}", n, brings="+1 stone" if n == 2 else "") for n in range(5)]
    assert [line.plain.split()[0] for line in offer_lines(steps, Console(width=80))] == list("01234")


@pytest.mark.parametrize(
    ("texts", "marked"),
    [
        (["3 florins for 1 stone", "1 florin for 2 stone", "Pass"], True),
        (["Hill 1", "Hill 2"], False),
        (["Build barn hill 3", "Build barn hill 2", "Build barn hill 1"], True),
        (["Dig", "Lay 7"], False),
    ],
)
def test_positions_are_marked_where_numbers_in_texts_could_be_taken_for_them(texts: list[str], marked: bool) -> None:
    found = [offer(text) for text in texts]
    assert labels(found) == [f"{'#' if marked else ''}{n}" for n in range(1, len(texts) + 1)]
    assert taken(found, "#2" if marked else "2", "2") == [texts[1]] * 2


SHUFFLED = """
game: {id: shuffled, players: [1]}
resources: {coin: {}}
pieces: {card: {start: shop, kinds: {ace: {copies: 3}, king: {}}}}
zones:
  shop: {pieces: card}
  deck: {pieces: card, per: player, seen_by: nobody}
  hand: {pieces: card, per: player}
setup: {do: 'for c in shop { if c.kind is ace { move c to players[1].hand } }'}
menus: {m: {}}
actions:
  tidy: {menu: m, do: 'move my hand to my deck; gain 1 coin'}
  trade: {menu: m, do: 'move my hand.top to shop; gain 2 coin'}
phases: {game: {do: 'each of players does { do one of m }; end game'}}
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_what_goes_into_a_deck_of_ones_own_is_not_lost(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SHUFFLED, encoding="utf-8")
    state = rw.load(tmp_path).start()
    said = [changes.brings(state, c, 0, Words(state.game)).own for c in state.decision.choices]
    assert said == [("+1 coin", "ends the game"), ("−ace", "+2 coin", "ends the game")]


def test_an_item_that_is_wider_than_the_screen_goes_on_indented() -> None:
    out = Console(width=24, file=io.StringIO())
    out.print(Line("", ("edges: of a tile they are told clockwise",), "", "   "))
    assert isinstance(out.file, io.StringIO)
    lines = out.file.getvalue().splitlines()
    assert len(lines) > 1 and all(line.startswith("   ") and cell_len(line) <= 24 for line in lines)
    assert " ".join(" ".join(lines).split()) == "edges: of a tile they are told clockwise"


LEDGER = """
game: {id: ledger, players: [2]}
resources: {coin: {}, wood: {group: good}, clay: {group: good}}
pieces: {tile: {start: bag, kinds: {red: {}, blue: {}}}}
zones: {bag: {pieces: tile}}
spaces: {land: {kinds: {hill: {}, dale: {}}}}
tracks: {road: {group: way, steps: 5}, path: {group: way, steps: 5}}
state:
  game:
    sold_to: {type: player per good}
    topped: {type: player per track}
    held: {type: player per land}
    wants: {type: good per player}
    likes: {type: kind of tile per player}
    taken: {type: bool per good}
    debts: {type: int per good}
    queue: {type: list of player}
    dots: {type: list of int}
setup:
  do: |
    sold_to[wood] = players[1]
    sold_to[clay] = players[2]
    topped[path] = players[1]
    held[dale] = players[2]
    wants[players[1]] = wood
    wants[players[2]] = clay
    likes[players[1]] = red
    taken[clay] = true
    debts[wood] = 2
    debts[clay] = 0 - 1
    queue = [players[2], players[1]]
    dots = [0, 3]
phases: {game: {do: 'each of players does { choose { go {}; stay { sold_to[wood] = me } } }'}}
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_variables_per_something_say_what_they_hold(tmp_path: Path) -> None:
    """Things, not the numbers that stand for them, and the first of all things as well."""
    (tmp_path / "ruleset.yaml").write_text(LEDGER, encoding="utf-8")
    game = rw.load(tmp_path)
    text = " ".join(drawn(game.start(1), 0, Words(game), 200).split())
    for said in (
        "Sold to: wood a, clay b, Topped: path a, Held: dale b, Wants: a wood, b clay, Likes: a red, Taken: clay,",
        "Debts: 2 wood −1 clay, Queue: b, a, Dots: 0, 3",
    ):
        assert said in text


POSSESSIONS = """
game: {id: possessions, players: [2]}
resources: {coin: {}}
pieces: {hut: {start: stock, kinds: {shed: {copies: 2}}}}
zones: {stock: {pieces: hut}, yard: {pieces: hut, per: player}}
tracks: {road: {steps: 5}}
spaces: {land: {grid: {columns: 2, rows: 1}, per: player, pieces: hut}}
setup: {do: 'players[2] does { WHAT }'}
phases: {game: {do: 'each of players does { choose { go {}; stay { gain 1 coin } } }'}}
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.mark.parametrize(
    ("what", "has_nothing"),
    [
        ("gain 0 coin", True),
        ("gain 1 coin", False),
        ("advance my marker[road]", False),
        ("draw 1 from stock to my yard", False),
        ("for h in stock { if my land[1] is empty { move h to my land[1] } }", False),
    ],
)
def test_nothing_is_said_of_who_has_nothing(tmp_path: Path, what: str, has_nothing: bool) -> None:
    (tmp_path / "ruleset.yaml").write_text(POSSESSIONS.replace("WHAT", what), encoding="utf-8")
    game = rw.load(tmp_path)
    panel = drawn(game.start(1), 0, Words(game)).split("\nb ─")[1].split("\na (you)")[0]
    assert ("nothing" in panel) == has_nothing


def test_many_short_options_that_bring_nothing_stand_beside_one_another() -> None:
    cells = [offer(f"cell {letter}") for letter in "abcdefghijkl"]
    lines = [line.plain for line in offer_lines(cells, Console(width=80))]
    assert len(lines) == 2 and lines[0].split()[:6] == ["1", "cell", "a", "2", "cell", "b"]
    assert len(offer_lines([*cells[:11], offer("cell l", brings="+1 coin")], Console(width=80))) == 3
    assert len(offer_lines(cells[:5], Console(width=80))) == 5


SHED = """\
game: {id: shed, players: [2], seats: [ann, ben]}
resources: {coin: {held_by: [player, shelf]}, gem: {}}
effects: {deed: {kinds: {idle: {do: ''}, dig: {do: gain 1 gem}}}}
spaces: {shelf: {per: player, kinds: {upper: {}, lower: {}}}}
menus: {turn: {}}
actions:
  store: {menu: turn, choose: s in my shelf, do: move 2 coin to s}
  barter: {menu: turn, choose: "r in [coin, gem]", do: gain 3 r}
  work: {menu: turn, do: 'choose x in [idle, dig]; do x'}
phases:
  game: {do: 'for p in players { p does { gain 5 coin } }; repeat 4 times { each of players does { do one of turn } }'}
scoring: {categories: {coins: {worth: p.coin}}}
"""

SHED_TEXTS = 'names: {coin: coins, "1 coin": coin}\nactions: {barter: "Take {1 r}"}\n'


def test_what_is_laid_on_ones_own_places_is_told_and_declining_comes_last(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "ruleset.yaml").write_text(SHED, encoding="utf-8")
    (tmp_path / "texts" / "en.yaml").write_text(SHED_TEXTS, encoding="utf-8")
    game = rw.load(str(tmp_path))
    session = Session(game, Header(str(tmp_path), "1", (), {}, 2, 1), {})
    words = Words(game)
    told = {o.text: o.brings for o in offers(session, 0, words)}
    assert told["Store upper"] == "−2 coins (→ upper)"
    assert told["Take 1 coin"] == "+3 coins"
    session.take(next(c for c in session.state.decision.choices if c.key == "work"))
    assert [o.text for o in offers(session, 0, words)] == ["Work dig", "Work idle"]


def test_tables_and_empty_places_with_room_are_shown(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        """\
game: {id: kiosk, players: [2], seats: [ann, ben]}
resources: {tea: {held_by: [player, kiosk]}, cake: {held_by: [player, kiosk]}, coin: {}}
zones: {kiosk: {limit: 3}, cellar: {}}
tables: {price: {tea: 2, cake: 4}}
show: {values: [price]}
menus: {turn: {}}
actions:
  sell: {menu: turn, choose: "r in [tea, cake]", do: "move 1 r from me to kiosk; gain price[r] coin"}
phases:
  game: {do: 'for p in players { p does { gain 1 tea; gain 1 cake } }; each of players does { do one of turn }'}
scoring: {categories: {coins: {worth: p.coin}}}
""",
        encoding="utf-8",
    )
    out = io.StringIO()
    game = rw.load(str(tmp_path))
    table.draw(Console(file=out, width=80), game.start(seed=1), 0, Words(game))
    assert " Price: tea: 2, cake: 4" in out.getvalue()
    assert " Kiosk: empty" in out.getvalue() and "Cellar" not in out.getvalue()
