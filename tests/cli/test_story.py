"""What a player is told afterwards: forced moves, chance, and what came of both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import interpreter as rw
from cli.screen import changes, story
from cli.screen.words import Words
from cli.session import Session
from interpreter.game import State
from interpreter.players import bot_named
from interpreter.runtime.log import Header
from tests.cli.running import Outcome, Terminal

PIER = """\
game: {id: pier, players: [2], seats: [ann, bob]}
resources:
  coin: {}
  fish: {supply: 3}
pieces:
  die:
    faces: 6
    per: player
    start: cup
    kinds: {bone: {}}
  boat:
    attributes: {size: int}
    start: yard
    kinds:
      skiff: {copies: 2, size: 1}
      sloop: {copies: 2, size: 2}
zones:
  cup:   {pieces: die, per: player}
  yard:  {pieces: boat, deck: true}
  berth: {pieces: boat, per: player}
menus: {turn: {}}
actions:
  net:  {menu: turn, do: take 1 fish}
  sell: {menu: turn, do: pay 1 fish; gain 2 coin}
  wait: {menu: turn, do: require my fish is 0 and supply.fish is 0}
  launch: {menu: turn, do: 'pay 3 coin; draw 1 from yard to my berth as b; if b is not none { gain b.size fish }'}
phases:
  game:
    do: |
      repeat 6 times { each of players does { do one of turn; if my fish > 0 { may tip { pay 9 coin } } } }
      each of players does { roll my cup; gain sum(d.value for d in my cup) coin }
      end game
scoring: {categories: {coins: {worth: p.coin}}}
"""
"""A game whose first turns leave no choice, with dice, and a draw that brings more than the piece."""

TEXTS = {
    "en": "names: {bone: bone die, ann: Ann, bob: Bob, yard: the yard, berth: berth}\nactions: {wait: Wait for fish}\n",
    "ru": "names: {bone: костяной кубик, ann: Анна, bob: Боб, yard: верфь, berth: причал, sloop: шлюп, skiff: ялик}\n"
    "actions: {wait: Ждать рыбу, net: Ловить, sell: Продать}\n",
}


@pytest.fixture
def pier(tmp_path: Path) -> Path:
    folder = tmp_path / "pier"
    (folder / "texts").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(PIER, encoding="utf-8")
    for language, words in TEXTS.items():
        (folder / "texts" / f"{language}.yaml").write_text(words, encoding="utf-8")
    return folder


def begun(folder: Path, seed: int = 1) -> Session:
    game = rw.load(str(folder))
    header = Header(str(folder), "1", (), dict(game.program.options), game.players, seed)
    return Session(game, header, {p: bot_named("random", seed + p) for p in range(game.players)})


def take(session: Session, key: str) -> None:
    session.take(next(c for c in session.state.decision.choices if c.key == key))


def said(session: Session, lang: str = "en", seat: int | None = None) -> list[str]:
    words = Words(session.game, lang)
    return [line.plain for line in story.told(session.steps, session.state, seat, words, whole=True)]


def bringing(state: State, key: str, lang: str = "en") -> str:
    words = Words(state.game, lang)
    assert state.player is not None
    choice = next(c for c in state.decision.choices if c.key == key)
    return changes.brings(state, choice, state.player, words).said(words, state.player)


def test_what_leaves_no_choice_is_told_with_what_it_changed(pier: Path) -> None:
    session = begun(pier)
    assert session.steps == []
    assert said(session) == ["Ann: Net (the only option)  +1 fish", "Bob: Net (the only option)  +1 fish"]
    take(session, "sell")
    take(session, "sell")
    assert said(session)[2:] == [
        "Ann: Sell  +2 coin, −1 fish",
        "Bob: Sell  +2 coin, −1 fish",
        "Ann: Net (the only option)  +1 fish",
        "Bob: Net (the only option)  +1 fish",
    ]
    assert said(session, "ru")[-1] == "Боб: Ловить (единственный вариант)  fish +1"


def test_an_option_is_credited_with_what_it_brings_and_not_with_what_follows(pier: Path) -> None:
    session = begun(pier)
    take(session, "net")
    # Once Ann has sold, the only fish left is in the box: Bob, who has none, can do nothing but take it.
    assert bringing(session.state, "sell") == "+2 coin, −1 fish; then Net (Bob); Bob: +1 fish"
    assert bringing(session.state, "net") == (
        "+1 fish; then Wait for fish (Bob), Sell, …: +4 coin, −2 fish; Bob: +1 fish"
    )
    assert bringing(session.state, "net", "ru") == (
        "fish +1; затем Ждать рыбу (Боб), Продать, …: coin +4, fish −2; Боб: fish +1"
    )
    session = begun(pier)
    assert bringing(session.state, "sell") == "+2 coin, −1 fish"


def test_a_forced_move_is_no_decision_of_the_log_and_of_undo(pier: Path) -> None:
    session = begun(pier)
    session.bots = {1: session.bots[1]}
    take(session, "sell")
    take(session, "sell")
    assert [key for _, key in session.state.entries()] == ["sell", "sell"]
    assert session.undo()
    assert session.steps == []
    assert said(session) == ["Ann: Net (the only option)  +1 fish", "Bob: Net (the only option)  +1 fish"]


def test_what_could_not_be_offered_and_what_is_paid_in_one_way_are_no_moves(pier: Path) -> None:
    session = begun(pier)
    while session.advance():
        pass
    # `skip tip` is carried out after every turn with a fish: nobody has 9 coins.
    assert not [line for line in said(session) if "tip" in line.casefold()]


def test_chance_says_what_it_gave_to_whom_and_what_came_of_it(pier: Path) -> None:
    session = begun(pier)
    while not session.state.is_over:
        if session.state.player is None:
            session.advance()
        else:
            keys = session.state.decision.keys
            take(session, "launch" if "launch" in keys else keys[-1])
    drawn = next(step for step in session.steps if step.choice.key.startswith("draw "))
    size = 1 if drawn.choice.key == "draw skiff" else 2
    kind = drawn.choice.key.removeprefix("draw ")
    lines = said(session)
    assert f"  drawn: {kind} (the yard → berth (Ann))  Ann: +{size} fish" in lines
    throws = [step.choice.key.removeprefix("roll ") for step in session.steps if step.choice.key.startswith("roll ")]
    assert lines[-2:] == [
        f"  rolled: Bone die {throws[0]} (Ann)  Ann: +{throws[0]} coin",
        f"  rolled: Bone die {throws[1]} (Bob)  Bob: +{throws[1]} coin",
    ]
    name = {"skiff": "ялик", "sloop": "шлюп"}[kind]
    assert f"  вытянуто: {name} (верфь → причал (Анна))  Анна: fish +{size}" in said(session, "ru")
    assert said(session, "ru")[-1] == f"  выпало: Костяной кубик {throws[1]} (Боб)  Боб: coin +{throws[1]}"


def test_the_last_pieces_of_one_kind_are_drawn_aloud(pier: Path) -> None:
    rules = pier / "ruleset.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("skiff: {copies: 2, size: 1}", ""), encoding="utf-8")
    session = begun(pier)
    while not session.state.is_over:
        if session.state.player is None:
            session.advance()
        else:
            keys = session.state.decision.keys
            take(session, "launch" if "launch" in keys else keys[-1])
    assert not [step for step in session.steps if step.choice.key.startswith("draw ")]
    assert "  drawn: sloop (the yard → berth (Ann))  Ann: +2 fish" in said(session)


def test_nobody_is_told_that_somebody_elses_hidden_move_was_the_only_one(cards: Path) -> None:
    rules = cards / "ruleset.yaml"
    # Two cards each and two rounds: the second card is laid without asking.
    text = rules.read_text(encoding="utf-8").replace("draw 3 from", "draw 2 from")
    rules.write_text(text.replace("      each of players does { do keep }\n", ""), encoding="utf-8")
    session = begun(rules.parent, 3)
    while session.advance():
        pass
    forced = [line for line in said(session) if line.endswith("coin") and "(the only option)" in line]
    assert forced
    mine = said(session, seat=0)
    assert [line for line in mine if line.startswith("ann: ") and "(the only option)" in line]
    assert not [line for line in mine if line.startswith("bob: ") and "(the only option)" in line]


def test_the_screen_and_a_game_of_bots_tell_it(pier: Path, tmp_path: Path, command: Callable[..., Outcome]) -> None:
    talk = Terminal("play", pier, "--seat", "all", "--seed", "1", state=tmp_path / "state", columns=80)
    shown = talk.until("Number, key or command (help)> ")
    assert shown.startswith("Ann: Net (the only option)  +1 fish\nBob: Net (the only option)  +1 fish\n")
    talk.say("net")
    shown = talk.until("command (help)> ")
    assert shown.startswith("net\nAnn: Net  +1 fish\nBob: Sell (the only option)  +2 coin, −1 fish\n")
    assert " 2  Sell  +2 coin, −1 fish; then Net (Bob)" in shown
    talk.say("log")
    assert talk.until("command (help)> ").startswith(
        "log\nAnn: Net (the only option)  +1 fish\nBob: Net (the only option)  +1 fish\nAnn: Net  +1 fish\n"
    )
    talk.say("quit")
    assert talk.end() == 0
    outcome = command("play", pier, "--bots", "random", "--seed", "1", "--lang", "ru")
    assert "\nАнна: Ловить (единственный вариант)  fish +1\n" in outcome.out
    assert "\n  выпало: Костяной кубик " in outcome.out


DALE = """\
game: {id: dale, players: [2], seats: [ann, bob]}
resources: {coin: {}, corn: {}}
effects:
  event:
    do: each of players does { gain 1 coin }
    kinds:
      fair: {}
      flood: {do: "each of players does { lose 1 corn }"}
pieces:
  card:
    start: deck
    kinds: {secret: {copies: 9}}
zones:
  deck: {pieces: card, deck: true, seen_by: nobody}
  hand: {pieces: card, per: player, seen_by: owner}
menus: {turn: {}}
actions:
  sow:  {menu: turn, choose: n in 1..2, do: gain n corn}
  trade: {menu: turn, do: 'may up to 1 times deal { do haggle }; gain 1 coin'}
procedures:
  tithe:
    given: {n: int}
    do: each of players does { lose n coin }
  haggle: {do: 'choose c in [1, 2]; gain c coin'}
  look:
    given: {c: card}
    do: ''
rules:
  bounty: after sow(2) { gain 1 coin }
  gleaning: after sow(any n) { may glean { pay 1 corn; gain 3 coin } }
  rich: whenever any(p in players if p.coin > 4) { for p in players { p does { gain 1 corn } } }
phases:
  game:
    do: |
      repeat 2 times { do year(1) }
      end game
  year:
    given: {n: int}
    do: |
      each of players does { do one of turn }
      do fair
      do flood
      do tithe(n = 1)
      players[1] does { draw 1 from deck to my hand as c; if c is not none { do look(c) } }
scoring: {categories: {coins: {worth: p.coin}}}
"""

DALE_TEXTS = """\
names: {ann: Ann, bob: Bob, secret: Secret}
log:
  sow: "{me} sows {n}"
  glean: gleans the field
  year: A year begins ({n})
  fair: Fair day!
  flood: "The river, {me}!"
  tithe: The tithe of {n} is due.
  haggle: "{me} haggles"
  look: "{me} looks at {c}"
  bounty: A bounty for {n}
  gleaning: The poor come
  rich: The rich pay
"""


@pytest.fixture
def dale(tmp_path: Path) -> Path:
    folder = tmp_path / "dale"
    (folder / "texts").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(DALE, encoding="utf-8")
    (folder / "texts" / "en.yaml").write_text(DALE_TEXTS, encoding="utf-8")
    return folder


def played(folder: Path, wanted: str) -> Session:
    """A game in which everybody takes an option wherever it is there, else the first."""
    session = begun(folder)
    while not session.state.is_over:
        if session.state.player is None:
            session.advance()
        else:
            keys = session.state.decision.keys
            take(session, wanted if wanted in keys else keys[0])
    return session


def test_texts_tell_of_options_procedures_phases_rules_and_kinds(dale: Path) -> None:
    lines = said(played(dale, "sow 2"))
    first = lines[: len(lines) // 2]
    assert first == [
        "  A year begins (1)",
        "Ann sows 2  +2 corn",
        "  A bounty for 2  Ann: +1 coin",
        "Ann: gleans the field",
        "  The poor come  Ann: +3 coin, −1 corn",
        "Bob sows 2  +2 corn",
        "  A bounty for 2  Bob: +1 coin",
        "Bob: gleans the field",
        "  The poor come  Bob: +3 coin, −1 corn",
        "  Fair day!  Ann: +1 coin",
        "  The rich pay  Ann: +1 corn  Bob: +1 coin, +1 corn",  # at once, with the fair's first coin
        # Nobody acts in a flood: a text that names who does is none, and the name stands for it.
        "  Flood  Ann: −1 corn  Bob: −1 corn",
        "  The tithe of 1 is due.  Ann: −1 coin  Bob: −1 coin",
        "  drawn: Secret (deck → hand (Ann))",
        "  Ann looks at Secret",
    ]


def test_a_rule_that_is_an_offer_and_a_merged_procedure_are_told_when_they_are_taken(dale: Path) -> None:
    lines = said(played(dale, "skip glean"))
    assert not [line for line in lines if "poor" in line]
    lines = said(played(dale, "skip deal"))
    assert not [line for line in lines if "haggles" in line]
    session = begun(dale)
    take(session, "trade")
    assert session.state.decision.keys == ("deal 1", "deal 2", "skip deal")  # still one decision
    take(session, "deal 2")
    assert "  Ann haggles  Ann: +3 coin" in said(session)


def test_a_text_names_no_piece_that_is_hidden(dale: Path) -> None:
    session = played(dale, "sow 1")
    assert "  Ann looks at Secret" in said(session, seat=0)
    assert "  Ann looks at something hidden" in said(session, seat=1)
    assert "  Ann looks at Secret" not in said(session, seat=1)


def test_a_game_plays_the_same_with_and_without_texts(dale: Path) -> None:
    told = played(dale, "sow 2")
    (dale / "texts" / "en.yaml").unlink()
    untold = played(dale, "sow 2")
    assert told.state.entries() == untold.state.entries()
    assert told.state.sheet() == untold.state.sheet()
    assert not untold.game.program.told


def test_a_rule_and_its_may_of_one_id_are_told_once(tmp_path: Path) -> None:
    folder = tmp_path / "dig"
    (folder / "texts").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(
        "game: {id: dig, players: [2], seats: [ann, bob]}\nresources: {coin: {}}\nmenus: {turn: {}}\n"
        "actions: {dig: {menu: turn, do: gain 2 coin}, rest: {menu: turn, do: ''}}\n"
        "phases: {game: {do: 'repeat 3 times { each of players does { do one of turn } }'}}\n"
        "rules: {bonus: 'after dig { may bonus { gain 1 coin } }'}\nscoring: {categories: {coins: {worth: p.coin}}}\n",
        encoding="utf-8",
    )
    (folder / "texts" / "en.yaml").write_text("log: {bonus: '{me} takes the bonus'}\n", encoding="utf-8")
    game = rw.load(str(folder))
    session = Session(game, Header(str(folder), "1", (), {}, game.players, 1), {})
    for key in ("dig", "bonus"):
        session.take(next(c for c in session.state.decision.choices if c.key == key))
    told = [line.plain for line in story.told(session.steps, session.state, 0, Words(game))]
    assert told == ["ann: Dig  +2 coin", "ann takes the bonus  +1 coin"]


def test_a_text_of_a_choice_is_passed_over_where_the_procedure_of_its_id_begins(tmp_path: Path) -> None:
    folder = tmp_path / "claims"
    (folder / "texts").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(
        "game: {id: claims, players: [2], seats: [ann, bob]}\nresources: {coin: {}}\n"
        "phases: {game: {do: 'repeat 2 times { each of players does { do claim(1) } }'}}\n"
        "procedures: {claim: {given: {least: int}, do: 'choose n in 1..3; gain n coin'}}\n"
        "scoring: {categories: {coins: {worth: p.coin}}}\n",
        encoding="utf-8",
    )

    def told(text: str) -> list[str]:
        (folder / "texts" / "en.yaml").write_text(f"log: {{claim: '{text}'}}\n", encoding="utf-8")
        session = begun(folder)
        take(session, "2")
        return said(session)

    assert told("{me} claims {n}") == ["ann claims 2  +2 coin"]
    # One that fits where the procedure begins is told there.
    assert told("{me} claims {least} or more")[0] == "  ann claims 1 or more"


LOTS = """\
game: {id: lots, players: [3], seats: [ann, bob, cleo]}
resources: {coin: {}}
pieces: {lot: {per: player, start: purse, kinds: {straw: {copies: 2}}}}
zones: {purse: {pieces: lot, per: player}, hat: {pieces: lot}, mat: {pieces: lot}}
setup: {do: 'for p in players { move p.purse to hat }'}
phases:
  game:
    do: |
      draw 1 from hat to mat as x
      if x is not none { x.owner does { gain 1 coin } }
      draw 1 from hat as y
      if y is not none { y.owner does { move y to my purse } }
      each of players does { choose { go {}
        stay { gain 1 coin } } }
scoring: {categories: {coins: {worth: p.coin}}}
"""
"""Pieces of players that lie together, drawn by lot."""


def test_pieces_of_players_that_chance_draws_are_told_by_their_owners(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(LOTS, encoding="utf-8")
    game = rw.load(str(tmp_path))
    state = game.start(1, ask_chance=True)
    of_all = ("draw straw of ann", "draw straw of bob", "draw straw of cleo")
    assert (state.player, state.decision.keys, state.decision.weights) == (None, of_all, (2, 2, 2))
    session = Session(game, Header(str(tmp_path), "1", (), {}, game.players, 1), {})
    session.state = state
    take(session, "draw straw of bob")
    assert session.state.decision.weights == (2, 1, 2)
    take(session, "draw straw of cleo")
    assert session.state.observe(None)["players"]["bob"]["coin"] == 1
    assert said(session) == [
        "  drawn: straw (bob) (hat → mat)  bob: +1 coin",
        "  drawn: straw (hat → purse (cleo))",
    ]


STALL = """\
game: {id: stall, players: [2], seats: [ann, bob]}
resources: {coin: {}}
pieces: {card: {start: deck, kinds: {plum: {copies: 12}, pear: {copies: 12}}}}
zones:
  deck:  {pieces: card, deck: true, seen_by: nobody}
  shelf: {pieces: card}
  crate: {pieces: card, SEEN}
  lap:   {pieces: card, per: player}
phases:
  game:
    do: |
      draw 3 from deck to shelf
      move shelf to crate
      each of players does {
        let mine = my lap
        draw 1 from deck to mine
        move my lap to crate
        choose { go {}
          stay { gain 1 coin } }
      }
scoring: {categories: {coins: {worth: p.coin}}}
"""
"""Pieces that are drawn to one place and moved on at once, the last of them before anything else is told."""


@pytest.mark.parametrize("seen", ["seen_by: all", "seen_by: nobody"])
def test_each_piece_is_told_with_the_place_to_which_it_was_drawn(tmp_path: Path, seen: str) -> None:
    (tmp_path / "ruleset.yaml").write_text(STALL.replace("SEEN", seen), encoding="utf-8")
    session = begun(tmp_path)
    while session.state.player is None:
        session.advance()
    kinds = [step.choice.key.removeprefix("draw ") for step in session.steps]
    assert len(kinds) == 4
    shelf = [f"  drawn: {kind} (deck → shelf)" for kind in kinds[:3]]
    # What lay open for a moment was seen by all, also where it then went into a crate that nobody looks into.
    assert said(session, seat=1) == [*shelf, f"  drawn: {kinds[3]} (deck → lap (ann))"]


AUCTION = """\
game: {id: auction, players: [3], seats: [ann, bob, cat]}
resources: {coin: {}}
pieces: {card: {start: deck, kinds: {fox: {copies: 4}, owl: {copies: 5}}}}
zones:
  deck:  {pieces: card, deck: true, seen_by: nobody}
  hand:  {pieces: card, per: player, seen_by: owner}
  table: {pieces: card, per: player}
menus: {turn: {}}
actions:
  give: {menu: turn, choose: 'c in my hand, p in others', do: move c to p.hand}
  wait: {menu: turn, do: ''}
setup: {do: 'each of players does { gain 2 coin; draw 3 from deck to my hand }'}
phases:
  game:
    do: |
      repeat 2 times { do bids; do shows }
      players[2] does { do one of turn }
      end game
  bids:
    do: |
      simultaneously each of players does {
        choose bid in 0..my coin
        choose up to 1 of [1, 2] as more
      }
      for p in players { p does { lose bid[p] coin } }
  shows:
    do: |
      simultaneously each of players does { choose c in my hand }
      for p in players { p does { let x = c[p]; if x is not none { move x to my table } } }
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.fixture
def auction(tmp_path: Path) -> Path:
    folder = tmp_path / "auction"
    (folder / "texts").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(AUCTION, encoding="utf-8")
    (folder / "texts" / "en.yaml").write_text("names: {bid: Bid}\n", encoding="utf-8")
    return folder


def test_answers_of_a_simultaneous_choice_are_told_when_all_have_answered(auction: Path) -> None:
    session = begun(auction)
    words = Words(session.game)

    def news(first: int) -> list[str]:
        told = story.told(session.steps, session.state, 1, words, first=first)
        return [line.plain.split("  ")[0] for line in told]

    while session.state.player is None:
        session.advance()
    first = len(session.steps)
    take(session, "1")
    take(session, "more 2")
    assert (session.state.player, news(first)) == (1, [])  # neither what ann answered, nor how often
    assert said(session)[-2:] == ["ann: Bids 1", "ann: More 2"]  # for somebody who sees everything
    first = len(session.steps)
    take(session, "2")
    take(session, "done")
    assert news(first) == ["bob: Bids 2", "bob: Done"]
    first = len(session.steps)
    take(session, "0")
    assert news(first) == []
    take(session, "done")
    # What was held back before the first of the steps is told with them.
    assert news(first) == ["ann: Bids 1", "ann: More 2", "cat: Bids 0", "cat: Done"]
    assert news(len(session.steps)) == []
    everything = [line.split("  ")[0] for line in said(session, seat=1)]
    assert everything[-6:] == [
        "bob: Bids 2", "bob: Done", "ann: Bids 1", "ann: More 2", "cat: Bids 0", "cat: Done",
    ]  # fmt: skip


def test_what_lies_open_when_all_have_answered_is_named(auction: Path) -> None:
    session = begun(auction)
    while session.state.player is None:
        session.advance()
    for key in ("1", "done", "1", "done", "1", "done"):
        take(session, key)
    asked = len(session.steps)
    laid = []
    while len(laid) < 3:
        laid.append(session.state.decision.keys[0])
        take(session, laid[-1])
    words = Words(session.game)
    told = [line.plain.split("  ")[0] for line in story.told(session.steps, session.state, 1, words, first=asked)]
    assert told == [f"bob: Shows {laid[1]}", f"ann: Shows {laid[0]}", f"cat: Shows {laid[2]}"]


def test_of_a_choice_with_something_hidden_the_rest_is_told(auction: Path) -> None:
    session = begun(auction)
    while session.state.player is None or session.state.decision.prompt != "turn":
        if session.state.player is None:
            session.advance()
        else:
            take(session, session.state.decision.keys[0])
    key = next(key for key in session.state.decision.keys if key.endswith(" cat"))
    card = key.split()[1]
    take(session, key)
    assert said(session, seat=0)[-1] == "bob: Give (something hidden) cat"
    assert said(session, seat=2)[-1] == f"bob: Give {card} cat"
    (auction / "texts" / "en.yaml").write_text("log: {give: '{me} hands {c} to {p}'}\n", encoding="utf-8")
    words = Words(rw.load(str(auction)))
    told = story.told(session.steps[-1:], session.state, 0, words)
    assert [line.plain for line in told] == ["bob hands something hidden to cat"]


def test_undo_says_that_what_was_seen_comes_the_same_again(auction: Path, tmp_path: Path) -> None:
    rules = auction / "ruleset.yaml"
    text = rules.read_text(encoding="utf-8").replace("repeat 2 times { do bids; do shows }", "").replace("5}", "9}")
    text = text.replace("  wait:", "  dig: {menu: turn, do: 'draw 1 from deck to my hand'}\n  wait:")
    text = text.replace("players[2] does { do one of turn }", "repeat 3 times { players[2] does { do one of turn } }")
    rules.write_text(text, encoding="utf-8")
    late = "What was drawn, rolled or uncovered since then has been seen"
    session = begun(auction)
    session.bots = {}
    while session.state.player is None:
        session.advance()
    take(session, "wait")
    assert not session.undo_comes_late()
    take(session, "dig")
    while session.state.player is None:
        session.advance()
    assert session.undo_comes_late()
    session.undo()
    assert not session.undo_comes_late()

    talk = Terminal("play", auction, "--seat", "2", "--bots", "random", "--seed", "1", state=tmp_path / "one")
    talk.until("command (help)> ")
    talk.say("dig")
    talk.until("command (help)> ")
    talk.say("undo")
    assert late in talk.until("command (help)> ").replace("\n", " ")
    talk.say("wait")
    talk.until("command (help)> ")
    talk.say("undo")
    assert late not in talk.until("command (help)> ").replace("\n", " ")
    talk.say("quit")
    assert talk.end() == 0
    # Where several people play, all are asked.
    talk = Terminal("play", auction, "--seat", "all", "--seed", "1", state=tmp_path / "all")
    talk.until("press Enter.")
    talk.say("")
    talk.until("command (help)> ")
    talk.say("dig")
    talk.until("command (help)> ")
    talk.say("undo")
    talk.until("[y/N] ")
    talk.say("")
    assert "Nothing was taken back." in talk.until("command (help)> ")
    talk.say("undo")
    talk.until("[y/N] ")
    talk.say("y")
    assert "Taken back" in talk.until("command (help)> ")
    talk.say("quit")
    assert talk.end() == 0
