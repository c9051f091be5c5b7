"""What is hidden decides nothing that is offered, on whatever way it gets there, and is told to who may see it only."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from cli.screen import story
from cli.screen.words import Words
from cli.session import Session
from interpreter.diagnostics import RulesetError
from interpreter.loading.source import folder_from_text
from interpreter.players import bot_named
from interpreter.runtime.log import Header

RULES = """
game: {id: veil, players: [3], seats: [ann, ben, cid]}
resources:
  favor: {seen_by: owner}
  coin: {}
pieces:
  card:
    attributes: {rank: int}
    start: deck
    kinds: {ace: {copies: 4, rank: 1}, two: {copies: 4, rank: 2}, king: {copies: 4, rank: 13}}
zones:
  deck: {pieces: card, deck: true, seen_by: nobody}
  hand: {pieces: card, per: player, seen_by: owner, ordered: true}
  pot:  {pieces: card, seen_by: nobody}
  open: {pieces: card}
  row:  {pieces: card, per: player}
state:
  game: {secret: {type: int, seen_by: nobody}, last: kind of card}
  player:
    plan: {type: int, seen_by: owner}
    marks: {type: list of int, seen_by: owner}
    known: {type: kind of card per player, seen_by: owner}
tables: {prizes: [1, 2, 3], all_prizes: {ace: 1, two: 2, king: 3}}
values:
  top_rank: {given: {p: player}, is: 'if p.hand is empty then 0 else p.hand.top.rank'}
menus: {work: {}}
procedures:
  ask: {given: {n: int}, do: 'choose k in 1..n; gain k coin'}
  look: {given: {p: player, k: kind of card}, do: 'my known[p] = k'}
actions:
  earn: {menu: work, choose: 'n in 1..3', do: 'gain n favor; my plan += n; secret += n; my marks += [n]'}
  act:  {menu: work, DOES}
phases:
  game: {do: 'repeat 5 times { each of players does { do one of work } }; end game'}
  turn: {do: 'TURN'}
setup: {do: 'each of players does { draw 3 from deck to my hand }'}
scoring: {categories: {coins: {worth: p.coin}}}
"""


def codes(does: str = "do: ''", turn: str = "") -> list[str]:
    """The codes of what is wrong with rules in which an action does something, or the text of a phase."""
    try:
        rw.load(folder_from_text("# file: ruleset.yaml\n" + RULES.replace("DOES", does).replace("TURN", turn)))
    except RulesetError as error:
        return [d.code for d in error.diagnostics]
    return []


@pytest.mark.parametrize(
    "does",
    [
        "do: 'let s = secret + 1; choose n in 1..s; gain n coin'",
        "do: 'let s = secret; let t = s * 2; choose n in 0..t; gain n coin'",
        "do: 'let n = 0; if secret > 3 { n = 2 }; choose k in 0..n; gain k coin'",
        "do: 'let n = 0; for p in others { n += p.plan }; choose k in 0..n; gain k coin'",
        "choose: 'p in others', do: 'do ask(p.hand.top.rank)'",
        "choose: 'p in others', do: 'do ask(top_rank(p))'",
        "do: 'choose p in others with most p.favor; gain 1 coin'",
        "do: 'choose p in others with most p.hand.top.rank; gain 1 coin'",
        "choose: 'p in others', do: 'take 1 favor from p'",
        "choose: 'p in others', do: 'gain prizes[p.plan] coin'",
        "choose: 'p in others', do: 'choose 1 of p.hand as gone; move gone to open'",
        "choose: 'p in others', do: 'choose up to p.plan of my hand as gone; move gone to open'",
        "choose: 'p in others, c in card if c.place is p.hand', do: 'move c to open'",
        "choose: 'c in those(c in card if c.place is not deck and c.place is not pot)', do: 'move c to open'",
        "choose: 'p in others, n in 1..3 if size(p.marks) < n', do: 'gain n coin'",
        "choose: 'p in others', do: 'if p.plan > 1 { pay 1 coin }; gain 1 favor'",
        "do: 'may up to 2 times more { require secret > 1; gain 1 coin }'",
        # What is shown on the way is foreseen before it is shown, where nothing might be left to choose.
        "choose: 'p in others', do: 'my known[p] = p.hand.top.kind; let r = p.hand.top.rank - 1; choose n in 1..r'",
        "choose: 'p in others', do: 'let x = p.hand.top; move x to open; choose n in 2..x.rank'",
        # What was asked before no longer holds.
        "do: 'let x = players[2].hand.top; move x to open; let r = x.rank; if r > 1 { r = 0; choose n in 2..r }'",
        "do: 'let x = players[2].hand.top; move x to open; let r = x.rank; "
        "if r > 1 { repeat 2 times { choose n in 2..r; r = 0 } }'",
    ],
)
def test_what_is_hidden_decides_nothing_that_is_offered(does: str) -> None:
    assert codes(does) == ["E405"]


@pytest.mark.parametrize(
    ("does", "part", "what"),
    [
        ("do: 'choose n in 1..secret; gain n coin'", "1..secret", "`secret`, which nobody sees"),
        ("do: 'let s = secret; choose n in 0..s; gain n coin'", "0..s", "`secret`, which nobody sees"),
        (
            "do: 'require my coin > 0 and secret > 1; gain 1 coin'",
            "my coin > 0 and secret > 1",
            "`secret`, which nobody sees",
        ),
        (
            "choose: 'p in others', do: 'choose 1 of p.hand as gone; move gone to open'",
            "p.hand",
            "the pieces in `hand`, which only its owner sees",
        ),
        (
            "choose: 'p in others', do: 'choose up to p.plan of my hand as gone; move gone to open'",
            "p.plan",
            "`plan`, which only its owner sees",
        ),
        (
            "choose: 'p in others with most p.hand.top.rank', do: 'gain 1 coin'",
            "p.hand.top.rank",
            "the pieces in `hand`, which only its owner sees",
        ),
        ("choose: 'p in others if p.plan > 1', do: 'gain 1 coin'", "p.plan > 1", "`plan`, which only its owner sees"),
        (
            "choose: 'p in others', do: 'gain prizes[p.plan] coin'",
            "prizes[p.plan]",
            "`plan`, which only its owner sees",
        ),
        ("choose: 'p in others', do: 'may act if p.plan > 1 { gain 1 coin }'", "p.plan > 1", "`plan`, which only"),
        ("do: 'for c in card if c.owner is me { pay 1 coin }'", "1 coin", "where `c` lies"),
    ],
)
def test_the_part_is_marked_and_the_secret_named(does: str, part: str, what: str) -> None:
    with pytest.raises(RulesetError) as raised:
        rw.load(folder_from_text("# file: ruleset.yaml\n" + RULES.replace("DOES", does).replace("TURN", "")))
    (found,) = raised.value.diagnostics
    assert (found.code, found.span and found.span.text) == ("E405", part)
    assert what in found.message


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        ("size(p.hand)", []),
        ("count(c in card if c.place is p.hand)", []),
        ("if any(c in card if c.place is p.hand) then 1 else 0", []),
        ("sum(c.rank for c in card if c.place is p.row)", []),
        ("count(c in card if c.place is p.hand and c.rank > 1)", ["E405"]),
        ("top_rank(p)", ["E405"]),
        ("p.plan", ["E405"]),
    ],
)
def test_what_all_are_told_of_a_player_is_no_secret(formula: str, found: list[str]) -> None:
    shown = f"show: {{values: [told]}}\nvalues:\n  told: {{given: {{p: player}}, is: '{formula}'}}\n"
    rules = RULES.replace("values:\n", shown).replace("DOES", "do: ''").replace("TURN", "")
    try:
        rw.load(folder_from_text("# file: ruleset.yaml\n" + rules))
        codes = []
    except RulesetError as error:
        codes = [d.code for d in error.diagnostics]
    assert codes == found


ANSWERS = "simultaneously each of players does { choose c in my hand }; "
OPENED = "for p in players { if c[p] is not none { move c[p] to p.row } }; "
ASKED = "each of players does { for q in others { if c[q] is not none { ASK } } }"


@pytest.mark.parametrize("ask", ["choose n in 0..c[q].rank; gain n coin", "do ask(c[q].rank)"])
@pytest.mark.parametrize(
    ("opened", "found"),
    [
        (OPENED, []),
        ("for p in players { p does { if c[me] is not none { move c[me] to my row } } }; ", []),
        ("each of players does { if c[me] is not none { move c[me] to my row } }; ", []),
        ("", ["E405"]),
        (OPENED.replace("p.row", "pot"), ["E405"]),
        (OPENED.replace("players", "players.after(players[1])"), ["E405"]),
        (OPENED.replace("is not none", "is not none and p.coin > 1"), ["E405"]),
        (OPENED.replace("{ if", "{ if p.coin > 1 { end loop }; if"), ["E405"]),
        (f"if players[1].coin > 1 {{ {OPENED} }}; ", ["E405"]),
    ],
)  # fmt: skip
def test_answers_that_were_all_laid_open_may_decide(opened: str, found: list[str], ask: str) -> None:
    assert codes(turn=ANSWERS + opened + ASKED.replace("ASK", ask)) == found


WATCHING = """
game: {id: watch, players: [3]}
resources: {coin: {}}
pieces:
  card:
    start: deck
    attributes: {rank: int}
    active_while: self.place is owner.PLACE
    kinds:
      watcher: {copies: 3, rank: 1, abilities: {watch: 'after built(any c) by any p if p is not owner {
        owner does { may look { choose x in my row; move x to my hand } } }'}}
      judge: {copies: 3, rank: 2, abilities: {judge: 'after built(any c) if c.rank > 1 {
        owner does { may pass { choose 1 of my row as gone; move gone to open; pay 1 coin } } }'}}
      plain: {copies: 9}
zones:
  deck: {pieces: card, deck: true, seen_by: nobody}
  hand: {pieces: card, per: player, seen_by: owner}
  row:  {pieces: card, per: player}
  open: {pieces: card}
menus: {work: {}}
actions: {build: {menu: work, choose: c in my hand, do: 'move c to my row; do built(c)'}}
procedures: {built: {given: {c: card}, do: ''}}
phases: {game: {do: 'repeat 3 times { each of players does { do one of work } }; end game'}}
setup: {do: 'each of players does { draw 3 from deck to my hand; gain 2 coin }'}
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_abilities_of_several_pieces_in_sight_are_no_secret() -> None:
    """They run in turn order, which goes by who owns the places where they lie."""
    state = rw.load(folder_from_text("# file: ruleset.yaml\n" + WATCHING.replace("PLACE", "row"))).start(seed=1)
    while not state.is_over:
        state.apply(state.decision.keys[0])


@pytest.mark.parametrize(
    ("does", "found"),
    [
        ("do: 'for c in card if c.place is c.owner.row { pay 1 coin }'", []),
        ("do: 'for c in card { if c.place is c.owner.row and c.owner is me { pay 1 coin } }'", []),
        ("do: 'for c in card if c.place is c.owner.hand { pay 1 coin }'", ["E405"]),
        ("do: 'for c in card if c.place is pot { pay 1 coin }'", ["E405"]),
        ("do: 'for c in card if c.place is not open { pay 1 coin }'", []),
        ("do: 'for c in card if c.place is not open and c.owner is me { pay 1 coin }'", ["E405"]),
    ],
)
def test_a_piece_found_where_all_may_look_is_in_sight(does: str, found: list[str]) -> None:
    assert codes(does) == found


@pytest.mark.parametrize(
    "does",
    [
        "do: 'let s = my plan + 1; choose n in 1..s; gain n coin'",
        "do: 'do ask(my hand.top.rank)'",
        "do: 'choose p in others with most p.coin; gain 1 coin'",
        "do: 'choose p in others with most size(p.hand); gain 1 coin'",
        "choose: 'p in others', do: 'gain p.plan coin'",
        "choose: 'p in others', do: 'if p.hand.top.rank > 3 { gain 1 coin }'",
        "choose: 'p in others', do: 'if p.hand.top.rank > 3 { may beg { gain 1 coin } }'",
        "choose: 'p in others', do: 'if possible { take 1 favor from p } else { gain 1 coin }'",
        "choose: 'p in others', do: 'lose p.plan coin; move p.hand.top to my hand'",
        "choose: 'p in others', do: 'let x = p.hand.top; gain all_prizes[x.kind] coin'",
        "choose: 'c in card if c.place is open', do: 'move c to my row'",
        "choose: 'c in card if c.place is my hand', do: 'move c to my row'",
        "choose: 'c in my hand, p in others if my known[p] is c.kind', do: 'gain 1 coin'",
        "choose: 'c in my hand', do: 'let r = c.rank; choose n in 1..r; gain n coin'",
        "do: 'pay 1 favor; gain 1 coin'",
        # It is shown first, and there is something to choose whatever it is.
        "choose: 'p in others', do: 'let x = p.hand.top; move x to open; choose n in 0..max(0, x.rank); gain n coin'",
        "choose: 'p in others', do: 'let x = p.hand.top; move x to open; if x.rank > 1 { choose n in 2..x.rank }'",
    ],
)
def test_effects_may_depend_on_anything_and_choices_on_what_is_seen(does: str) -> None:
    assert codes(does) == []


def test_in_the_text_of_a_phase_what_was_shown_may_decide() -> None:
    asked = "players[1] does { let x = players[2].hand.top; SHOW; choose n in 2..x.rank }"
    assert codes(turn=asked.replace("SHOW", "gain 1 coin")) == ["E405"]
    assert codes(turn=asked.replace("SHOW", "move x to pot")) == ["E405"]
    assert codes(turn=asked.replace("SHOW", "let y = players[2].hand[1]; move y to open")) == ["E405"]
    for shown in ("if x is not none { move x to open }", "my known[players[2]] = x.kind", "last = x.kind"):
        assert codes(turn=asked.replace("SHOW", shown)) == ([] if "if" not in shown else ["E405"])
    assert codes(turn=asked.replace("SHOW", "players[3] does { my known[players[2]] = x.kind }")) == ["E405"]


TEXTS = "log: {look: '{me} sees {k} in the hand of {p}', tell: '{p} has {n} and {k}'}"


@pytest.mark.parametrize(
    ("whose", "found"),
    [("me", []), ("me.next", ["E405"]), ("players[1]", ["E405"])],
)
def test_what_somebody_chose_in_secret_may_decide_for_that_player_alone(whose: str, found: list[str]) -> None:
    turn = (
        f"simultaneously each of players does {{ choose c in my hand }}; each of players does {{ do pick(c[{whose}]) }}"
    )
    pick = "{given: {c: card}, do: 'choose k in 1..c.rank; gain k coin'}"
    rules = RULES.replace("procedures:\n", f"procedures:\n  pick: {pick}\n").replace("TURN", turn)
    with_rules = folder_from_text(rules.replace("DOES", "do: ''"))
    try:
        rw.load(with_rules)
    except RulesetError as error:
        assert [d.code for d in error.diagnostics] == found
    else:
        assert found == []


def lines(folder: Path, does: str, keys: list[str]) -> dict[str, str]:
    """What each seat reads last after some decisions; `everybody` for who sees everything."""
    (folder / "texts").mkdir(parents=True)
    tell = "  tell: {given: {p: player, n: int, k: kind of card}, do: ''}\nactions:"
    rules = RULES.replace("DOES", does).replace("TURN", "").replace("actions:", tell, 1)
    (folder / "ruleset.yaml").write_text(rules, encoding="utf-8")
    (folder / "texts" / "en.yaml").write_text(TEXTS, encoding="utf-8")
    game = rw.load(str(folder))
    session = Session(game, Header(str(folder), "1", (), {}, 3, 1), {p: bot_named("random", p) for p in range(3)})
    while session.state.player is None:
        session.advance()
    for key in keys:
        session.take(next(c for c in session.state.decision.choices if c.key == key))
    seats = {"everybody": None, "ann": 0, "ben": 1, "cid": 2}
    words = Words(game)
    return {
        name: story.told(session.steps, session.state, seat, words, whole=True)[-1].plain.strip().split("  ")[0]
        for name, seat in seats.items()
    }


def test_the_log_tells_a_secret_to_who_sees_it_and_to_whom_the_text_writes_it_down(tmp_path: Path) -> None:
    read = lines(tmp_path / "a", "choose: 'p in others', do: 'do look(p, p.hand.top.kind)'", ["act ben"])
    assert read["everybody"] in [f"ann sees {kind} in the hand of ben" for kind in ("ace", "two", "king")]
    assert read["ann"] == read["ben"] == read["everybody"]
    assert read["cid"] == "ann sees something hidden in the hand of ben"


def test_the_log_masks_only_what_is_secret(tmp_path: Path) -> None:
    read = lines(tmp_path / "b", "choose: 'p in others', do: 'do tell(p, top_rank(p), ace)'", ["act cid"])
    assert read["ann"] == read["ben"] == "cid has something hidden and ace"
    assert read["cid"] == read["everybody"] != read["ann"]
    # What is nobody's to see is told to nobody, and what everybody sees by then to everybody.
    read = lines(tmp_path / "c", "do: 'do tell(me, secret, ace)'", ["act"])
    assert read["ann"] == read["cid"] == "ann has something hidden and ace"
    shown = "do: 'let x = my hand.top; do tell(me, 1, x.kind); move x to SOMEWHERE'"
    read = lines(tmp_path / "d", shown.replace("SOMEWHERE", "open"), ["act"])
    assert read["cid"] == read["everybody"]
    read = lines(tmp_path / "e", shown.replace("SOMEWHERE", "pot"), ["act"])
    assert (read["cid"], read["ann"]) == ("ann has 1 and something hidden", read["everybody"])


def test_a_question_names_nothing_that_its_player_may_not_see(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "en.yaml").write_text("prompts: {act: 'How much of {s}?'}", encoding="utf-8")
    for what, found in (("secret", ["E405"]), ("my plan", [])):
        does = f"do: 'let s = {what}; choose n in 1..3; gain n coin; gain s favor'"
        (tmp_path / "ruleset.yaml").write_text(RULES.replace("DOES", does).replace("TURN", ""), encoding="utf-8")
        try:
            rw.load(str(tmp_path))
            assert found == []
        except RulesetError as error:
            assert [d.code for d in error.diagnostics] == found


@pytest.mark.parametrize(
    ("does", "keys", "hidden", "told"),
    [
        ("choose: 'n in 1..3', do: 'my plan = n'", ["act 2"], "ann: Act (something hidden)", "ann: Act 2"),
        ("do: 'choose n in 1..3; my plan = n'", ["act", "2"], "ann: Act (something hidden)", "ann: Act 2"),
        # What is done with it besides can be seen.
        ("choose: 'n in 1..3', do: 'my plan = n; gain n coin'", ["act 2"], "ann: Act 2", "ann: Act 2"),
        (
            "choose: 'n in 1..3, p in others', do: 'my plan = n; p does { gain 1 coin }'",
            ["act 2 ben"], "ann: Act (something hidden) ben", "ann: Act 2 ben",
        ),
        (
            "do: 'choose { left { my plan = 1 } right { secret = 2 } }'",
            ["act", "right"], "ann: Act (something hidden)", "ann: Right",
        ),
        ("do: 'choose { left { my plan = 1 } right { gain 1 coin } }'", ["act", "right"], "ann: Right", "ann: Right"),
    ],
)  # fmt: skip
def test_what_is_only_noted_in_secret_is_told_to_nobody_else(
    does: str, keys: list[str], hidden: str, told: str, tmp_path: Path
) -> None:
    read = lines(tmp_path / "it", does, keys)
    assert read["everybody"] == read["ann"] == told
    assert read["ben"] == read["cid"] == hidden


def test_what_is_told_with_the_table_reads_nothing_hidden() -> None:
    rules = RULES.replace("DOES", "do: ''").replace("TURN", "") + "show: {values: [top_rank]}\n"
    with pytest.raises(RulesetError) as raised:
        rw.load(folder_from_text("# file: ruleset.yaml\n" + rules))
    assert [d.code for d in raised.value.diagnostics] == ["E405"]
    rw.load(folder_from_text("# file: ruleset.yaml\n" + rules.replace("else p.hand.top.rank", "else size(p.hand)")))
