"""What one seat may not know changes no byte of what it is shown: options, previews, story, prompts, refusals, advice,
score, view and keys, whatever kind of decision is due."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import interpreter as rw
from cli.offered import offer_lines, offers
from cli.refused import why_lines
from cli.screen import sheet, story, table
from cli.screen.words import Words
from cli.session import Session
from cli.table_talk import advice_lines
from interpreter.game import Game
from interpreter.runtime.log import Header
from interpreter.runtime.rng import Rng
from tests.properties.test_secrecy import altered

BIDS = """
game: {id: bids, players: [3]}
resources: {coin: {}, vp: {}, gem: {seen_by: owner}}
pieces:
  card:
    start: deck
    attributes: {worth: int}
    kinds: {ace: {copies: 5, worth: 9}, two: {copies: 5, worth: 2}, six: {copies: 5, worth: 6}}
zones:
  deck: {pieces: card, deck: true, seen_by: nobody}
  hand: {pieces: card, per: player, seen_by: owner}
  shown: {pieces: card, per: player}
setup: {do: 'for p in players { p does { gain 5 coin; gain 3 gem; draw 4 from deck to my hand } }'}
phases:
  game: {do: 'repeat 3 times { do bidding }; end game'}
  bidding:
    do: |
      simultaneously each of players does {
        CHOICES
      }
      for p in players { p does { PAYS } }
      for q in those(p in players with most WORTH) { q does { gain 3 vp } }
scoring: {categories: {points: {worth: p.vp}, gems: {worth: p.gem}}}
"""
SIMULTANEOUS = {
    "a number": ("choose b in 0..my coin", "lose b[p] coin", "b[p]"),
    "two numbers": ("choose b in 0..my coin\n        choose c in 0..b", "lose b[p] coin; gain c[p] vp", "c[p]"),
    "a card": (
        "choose c in my hand",
        "for x in my hand if x is c[p] { gain x.worth coin; move x to my shown }",
        "c[p].worth",
    ),
    "some cards": (
        "choose up to 2 of my hand as c",
        "gain size(c[p]) coin; for x in c[p] { move x to my shown }",
        "size(c[p])",
    ),
    "a player": ("choose q in others", "lose 1 coin to q[p]", "q[p].coin"),
    "a number of what is hidden": ("choose b in 0..my gem", "lose b[p] gem; gain b[p] coin", "b[p]"),
}

HANDS = """
game: {id: hands, players: [3]}
resources: {coin: {}, vase: {}, gem: {seen_by: owner}, pearl: {seen_by: owner, supply: 12}}
pieces:
  card: {start: deck, attributes: {worth: int}, kinds: {ace: {copies: 6, worth: 9}, two: {copies: 9, worth: 2}}}
zones:
  deck: {pieces: card, deck: true, seen_by: nobody}
  under: {pieces: card, seen_by: nobody}
  hand: {pieces: card, per: player, seen_by: owner}
  shown: {pieces: card}
state: {player: {plan: {type: kind of card, seen_by: owner}, luck: {type: int, seen_by: owner}}}
setup:
  do: |
    draw 3 from deck to under
    for p in players { p does { draw 3 from deck to my hand; gain 2 gem; gain 2 pearl; gain 4 coin; my luck = my gem } }
menus: {turn: {}}
actions:
  look: {menu: turn, do: draw 1 from deck to my hand}
  play: {menu: turn, choose: c in my hand, do: gain c.worth coin; move c to shown}
  steal: {menu: turn, choose: q in others, do: 'gain 1 gem from q; gain 1 coin'}
  dive: {menu: turn, choose: q in others, do: gain 1 pearl from q}
  scheme: {menu: turn, choose: 'k in [ace, two]', do: my plan = k}
  guess: {menu: turn, choose: q in others, do: 'if q.plan is ace { gain 2 coin } else { gain 1 vase }'}
  trust: {menu: turn, choose: q in others, do: 'gain q.luck coin; gain 1 vase'}
  give: {menu: turn, choose: q in others if my coin > 0, do: lose 1 coin to q}
  spy: {menu: turn, choose: q in others, do: 'gain count(c in q.hand if c.kind is ace) coin; gain 1 vase'}
  dig: {menu: turn, do: 'let c = under.top; gain c.worth coin; gain 1 vase'}
phases:
  game: {do: 'repeat 4 times { each of players does { do one of turn; do gamble(under.top.worth) } }; end game'}
procedures:
  gamble:
    given: {n: int}
    do: |
      let c = under.top
      choose { hold { gain 1 vase } risk { gain n coin } dare { gain c.worth coin; gain 1 vase } }
      gain n coin
scoring: {categories: {money: {worth: p.coin + p.gem}, cards: {worth: sum(c.worth for c in p.hand)}}}
"""


def begun(game: Game, seed: int) -> Session:
    header = Header(game.id, "1", (), {}, game.players, seed, {})
    return Session(game, header, {})


def screen(session: Session, seat: int, words: Words) -> str:
    """Every byte that a seat is shown at its decision."""
    console = Console(file=io.StringIO(), width=100, highlight=False, markup=False)
    state = session.state
    found = offers(session, seat, words)
    console.print(*((o.text, o.brings) for o in found), *state.decision.keys, state.observe(seat), sep="\n")
    console.print(*offer_lines(found, console), *advice_lines(session, found, words), sep="\n")
    table.draw(console, state, seat, words)
    console.print(sheet.standing_table(state.standing(seat), words))
    console.print(*story.told(session.steps, state, seat, words, whole=True), sep="\n")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def go_on(session: Session, rng: Rng) -> None:
    """Chance, then one random answer."""
    choices = session.state.decision.choices
    session.take(rng.pick([(c, 1) for c in choices]))
    while not session.state.is_over and session.state.player is None:
        session.advance()


def waiting(game: Game, seed: int) -> Session:
    session = begun(game, seed)
    while not session.state.is_over and session.state.player is None:
        session.advance()
    return session


def answered(session: Session, choice: Any) -> Session:
    """Another session, in which an answer was given."""
    other = begun(session.game, session.header.seed)
    other.state, other.steps = session.state.copy(), [*session.steps]
    other.take(choice)
    return other


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("kind", SIMULTANEOUS)
def test_the_next_to_answer_is_shown_the_same_whatever_was_answered(kind: str, language: str, tmp_path: Path) -> None:
    choices, pays, worth = SIMULTANEOUS[kind]
    rules = BIDS.replace("CHOICES", choices).replace("PAYS", pays).replace("WORTH", worth)
    (tmp_path / "ruleset.yaml").write_text(rules, encoding="utf-8")
    game = rw.load(tmp_path)
    words, rng, compared = Words(game, language), Rng(3), 0
    session = waiting(game, 3)
    while not session.state.is_over and len(session.steps) < 14:
        for others in _by_next(session):
            first = others[0]
            assert first.state.player is not None
            shown = screen(first, first.state.player, words)
            for other in others[1:]:
                assert screen(other, first.state.player, words) == shown
                why = [[line.plain for line in why_lines(x, words, "")] for x in (first, other)]
                assert why[0] == why[1]
                compared += 1
        go_on(session, rng)
    assert compared >= 2


def _by_next(session: Session) -> Iterator[list[Session]]:
    """The positions after each answer in a simultaneous choice, by who answers next, where that is somebody else who
    answers in the same choice."""
    due = session.state.player
    found: dict[tuple[int | None, int], list[Session]] = {}
    for number, choice in enumerate(session.state.decision.choices):
        other, rng = answered(session, choice), Rng(number)
        while not other.state.is_over and other.state.player == due and game_asks(other.state):
            other.take(rng.pick([(c, 1) for c in other.state.decision.choices]))
        state = other.state
        if not state.is_over and state.player not in (None, due) and state.slots[1:] == session.state.slots[1:]:
            found.setdefault((state.player, state.decision.label), []).append(other)
    yield from (same for same in found.values() if len(same) > 1 and game_asks(same[0].state))


def game_asks(state: rw.State) -> bool:
    return bool(state.game.program.decisions[state.decision.label].secret)


@pytest.mark.parametrize("language", ["en", pytest.param("ru", marks=pytest.mark.slow)])
def test_previews_advice_and_score_do_not_depend_on_hidden_things(language: str, tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(HANDS, encoding="utf-8")
    game = rw.load(tmp_path)
    words, differing = Words(game, language), 0
    for seed in range(2):
        session, rng = waiting(game, seed), Rng(seed)
        while not session.state.is_over and len(session.steps) < 40:
            differing += shown_alike(session, words, rng)
            go_on(session, rng)
    assert differing > 20


def shown_alike(session: Session, words: Words, rng: Rng) -> bool:
    """Assert that the screen is the same where what the seat may not see is different; whether anything was."""
    seat = session.state.player
    assert seat is not None
    other = begun(session.game, session.header.seed)
    other.state = session.state.copy()
    other.state.slots = altered(session.state, seat, rng)
    # What the rules have called by a name comes of what was hidden, too.
    names = session.game.program.veiled
    other.state.slots[0] = renamed(other.state.slots[0], names)
    alone = begun(session.game, session.header.seed)
    alone.state = session.state.copy()
    assert screen(other, seat, words) == screen(alone, seat, words)
    return bool(other.state.slots != session.state.slots)


def renamed(frame: Any, names: Any) -> Any:
    """A stack in which numbers that come of something hidden are others."""
    if not frame:
        return frame
    out = [*frame[:-1], renamed(frame[-1], names)]
    for at, kind in names.get(frame[0], ()):
        if kind.name == "int":
            out[at] += 3
    return tuple(out)


def test_a_preview_promises_nothing_that_could_fail_to_come(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(HANDS, encoding="utf-8")
    game = rw.load(tmp_path)
    session = waiting(game, 1)
    said = {offer.choice.key: offer.brings for offer in offers(session, 0, Words(game))}
    assert said["steal b"] == "+1 coin"  # b may have no gem
    assert said["dive b"] == ""  # nor a pearl: the four that a does not see may be c's
    assert said["guess b"] == ""
    assert said["trust b"] == ""
    assert said["spy b"] == said["dig"] == "+1 vase"
    session.take(next(c for c in session.state.decision.choices if c.key == "scheme ace"))
    assert [offer.brings for offer in offers(session, 0, Words(game))] == ["", "", ""]
