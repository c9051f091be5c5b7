"""Why something is not offered: the smallest part that fails, with its numbers, as a person reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.refused import declared_lines
from cli.screen.words import Words
from cli.session import Session
from tests.cli.asking import answer, begun, take

BENCH = """\
game: {id: bench, players: [2]}
resources: {coin: {}}
pieces:
  die:  {faces: 6, per: player, start: dice, kinds: {red: {copies: 2}}}
  tile: {start: stock, kinds: {hen: {}, ship: {}}}
  card:
    attributes: {worn: bool}
    start: hand
    per: player
    kinds: {wool: {copies: 2}, silk: {}, linen: {worn: true}}
zones:
  dice:  {pieces: die, per: player}
  stock: {pieces: tile}
  shelf: {pieces: tile, per: player}
  hand:  {pieces: card, per: player, ordered: true}
  gone:  {pieces: card, per: player}
tables: {pay_off: [1, 2]}
menus: {work: {}}
actions:
  rest:  {menu: work, do: gain 1 coin}
  wear:  {menu: work, choose: c in my hand if c.worn, key: "use {c}", do: move c to my gone}
  fold:  {menu: work, choose: c in my hand if not c.worn, key: "use {c}", do: move c to my gone}
  fetch:
    menu: work
    choose: d in my dice, t in stock
    key: "fetch {t} with {d}"
    do: pay d.value coin; move t to my shelf
  place: {menu: work, choose: 'd in my dice, t in my shelf', key: "put {t} with {d}", do: move t to box}
  cash:  {menu: work, do: 'gain 1 coin; gain pay_off[my coin + 5] coin'}
  lend:  {menu: work, limit: once per turn, choose: t in stock, do: move t to my shelf}
  drop:  {menu: work, do: 'choose any number of my hand as dropped; for c in dropped { move c to my gone }'}
  burn:  {menu: work, do: 'choose 2 of my hand as burnt; for c in burnt { move c to my gone }'}
phases:
  game: {do: 'repeat 9 times { each of players does { do turn } }; end game'}
  turn: {do: 'roll my dice; repeat 2 times { do one of work }'}
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.fixture
def bench(tmp_path: Path) -> Session:
    folder = tmp_path / "bench"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(BENCH, encoding="utf-8")
    session = begun(folder)
    while session.advance():  # the dice are rolled
        pass
    return session


def test_what_a_key_calls_alike_is_not_refused_beside_what_is_offered(bench: Session) -> None:
    assert {"use wool", "use linen"} <= set(bench.state.decision.keys)
    assert answer(bench, "use wool") == ["`use wool` is offered."]
    take(bench, "use linen")
    assert answer(bench, "use linen")[1] == (
        "  Wear linen: it is not among what may be chosen: your hand (there: wool, silk) (ruleset.yaml:21)"
    )


def test_faces_of_dice_are_told(bench: Session) -> None:
    values = sorted(
        {
            key.removeprefix("fetch hen with red ")
            for key in (r.key for r in bench.state.why_not())
            if key.startswith("fetch hen")
        }
    )
    told = answer(bench, "fetch hen")
    assert len(values) == 2
    for value in values:
        assert any(f"red ({value})" in line and f"{value} coin needed, 0 there" in line for line in told)


def test_an_index_outside_a_table_is_told(bench: Session) -> None:
    told = answer(bench, "cash")
    assert told[1].startswith("  Cash: «pay off» has 2 entries, and none of the index 6: ")
    assert told[1].endswith("(ruleset.yaml:29)")
    assert "«pay off»: записей 2, с номером 6 нет" in answer(bench, "cash", "ru")[1]
    reason = bench.state.why_not("cash")[0].reasons[0]
    assert (reason.code, reason.what, reason.needed, reason.has) == ("outside", "pay_off", 2, 6)


def test_a_limit_is_the_reason_of_everything_that_the_action_chooses(bench: Session) -> None:
    take(bench, "lend hen")
    assert [x.code for r in bench.state.why_not("lend ship") for x in r.reasons] == ["where"]
    assert (
        answer(bench, "lend ship")[1]
        == "  Lend ship: its limit is reached: At most 1 × per «turn»; done 1 × (ruleset.yaml:30)"
    )
    assert not any("Lend ship" in line for line in answer(bench, ""))  # the action is told as a whole


def test_what_goes_on_from_an_action_that_can_choose_nothing(bench: Session) -> None:
    told = answer(bench, "place ship")
    assert told[0] == "2 options of `place ship` are not listed at all:"
    assert "there is nothing to choose" in told[1]
    assert not any("in my" in line for line in answer(bench, "nonsense"))  # what may be chosen is said in words


def test_picks_before_the_last_one_and_too_few_behind_it(bench: Session) -> None:
    take(bench, "burn")
    keys = list(bench.state.decision.keys)
    last = next(k for k in ("burnt wool", "burnt silk", "burnt linen") if k not in keys)
    assert "2 are still to be picked, and from it on there are 1" in answer(bench, last)[1]
    bench.undo()
    take(bench, "drop")
    first, second, *_ = bench.state.decision.keys
    take(bench, second)
    assert first not in bench.state.decision.keys
    assert "it stands in the list before what was picked" in answer(bench, first)[1]


def test_what_is_declared_and_not_offered_is_explained_where_it_is_typed(bench: Session) -> None:
    words = Words(bench.game, "en")
    assert declared_lines(bench, words, "cash")[1].plain.startswith("  Cash: «pay off» has 2 entries")
    assert declared_lines(bench, words, "nonsense") == []


LIMITED = """game: {id: limited, players: [2]}
resources: {wood: {group: good, supply: 9}, clay: {group: good, supply: 9}, coin: {}}
menus: {turn: {}}
actions:
  grab: {menu: turn, limit: 2 times per round, choose: g in good, do: gain 1 g}
  rest: {menu: turn, do: gain 1 coin}
  idle: {menu: turn, do: ''}
phases:
  game: {do: 'repeat 5 times { do round }; end game'}
  round: {do: 'each of players does { repeat 3 times { do one of turn } }'}
scoring: {categories: {all: {worth: p.coin}}}
"""


def test_a_limit_is_the_reason_of_each_resource_that_the_action_chooses(tmp_path: Path) -> None:
    folder = tmp_path / "limited"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(LIMITED, encoding="utf-8")
    session = begun(folder)
    assert not [r for r in session.state.why_not() if r.key.startswith("grab")]
    take(session, "grab wood")
    take(session, "grab clay")
    for key, name in (("grab wood", "Grab wood"), ("grab clay", "Grab clay"), ("grab", "Grab")):
        told = f"    {name}: its limit is reached: At most 2 × per «round»; done 2 × (ruleset.yaml:5)"
        assert told.strip() in [line.strip() for line in answer(session, key)]
    (reason,) = session.state.why_not("grab clay")[0].reasons
    assert (reason.code, reason.needed, reason.has, reason.line) == ("where", 2, 2, 5)


ORCHARD = """\
game: {id: orchard, players: [2], seats: [ann, ben]}
resources: {coin: {}, fig: {group: good}, nut: {group: good}}
pieces:
  tree:
    attributes: {age: int, sort: good}
    start: grove
    kinds: {elm: {age: 1, sort: fig}, ash: {age: 5, sort: nut}, oak: {age: 9, sort: nut}}
  tool:
    start: shed
    active_while: owner.coin > 0
    kinds:
      saw: {actions: {cut: {menu: turn, limit: once per turn_of, do: gain 1 coin}}}
      axe: {copies: 2, actions: {fell: {menu: turn, do: gain 1 coin}}}
spaces: {bed: {pieces: tree, limit: 1, kinds: {north: {}, south: {}}}}
zones:
  grove: {pieces: tree}
  yard:  {pieces: tree, per: player}
  shed:  {pieces: tool}
  hut:   {pieces: tool, per: player}
values:
  ripe: {given: {t: tree, n: int}, is: 'old(t) and t.age + 1 > n'}
  old:
    given: {t: tree}
    is: |
      t.age > 2
  alone: {given: {t: tree}, is: 'not any(u in grove if u.sort is t.sort and u is not t)'}
  dear: {given: {t: tree}, is: 't.age >= 9 or t.age * 2 > 12'}
  allowed: {given: {p: player}, is: 'true'}
  left: {given: {n: int}, is: 4 - n}
  every: {given: {t: tree}, is: 'all(u.age > t.age for u in grove if u is not t)'}
rules: {dry: 'modify allowed(any p) to false if p.coin is 0'}
menus: {turn: {}}
actions:
  rest: {menu: turn, do: gain 1 coin}
  pick: {menu: turn, choose: 't in grove, n in 1..3 if ripe(t, n + 1) and n < 3', do: gain n fig}
  lone: {menu: turn, choose: t in grove if alone(t), do: gain 1 fig}
  sell: {menu: turn, choose: t in grove if dear(t), do: gain 1 fig}
  like: {menu: turn, choose: t in grove if t.sort is fig, do: gain 1 fig}
  odd:  {menu: turn, choose: t in grove if t.kind is not elm, do: gain 1 fig}
  sow:  {menu: turn, choose: 't in grove, b in bed', do: 'move t to b; gain 1 coin'}
  dig:  {menu: turn, choose: b in bed if b is not empty, do: move b.top to grove}
  boss: {menu: turn, choose: t in grove if allowed(me), do: gain 1 fig}
  many: {menu: turn, choose: n in 1..my fig, do: gain 1 coin}
  call: {menu: turn, choose: 'p in players if p is not me and p.fig > 0', do: gain 1 coin}
  plan: {menu: turn, do: 'gain 1 coin; choose t in my yard; move t to grove'}
  nest: {menu: turn, choose: n in 1..3 if left(n) > 2, do: gain n coin}
  tall: {menu: turn, choose: t in grove if every(t), do: gain 1 fig}
  fell_oldest: {menu: turn, choose: t in grove with most t.age, do: move t to box}
  bind: {menu: turn, choose: 't in my yard, b in bed', do: move t to b}
  clear: {menu: turn, do: 'choose 1 of grove as cut_trees; for t in cut_trees { move t to box }'}
phases:
  game: {do: 'repeat 9 times { each of players does { do turn_of } }; end game'}
  turn_of: {do: do one of turn}
setup: {do: 'for x in shed if x.kind is axe { move x to players[1].hut }'}
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.fixture
def orchard(tmp_path: Path) -> Session:
    folder = tmp_path / "orchard"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(ORCHARD, encoding="utf-8")
    return begun(folder)


OFFERED_ONLY = "the rules offer it only if"


@pytest.mark.parametrize(
    ("key", "told"),
    [
        # Which half, with what, and what fails in the formulas that it asks, each with its own line.
        (
            "pick elm 1",
            f"{OFFERED_ONLY} «ripe» holds (elm, 2) (35); «ripe» holds only if «old» holds (elm) (21); "
            "«old» holds only if age of elm is more than 2 (needs more than 2, has 1) (25)",
        ),
        ("pick ash 3", f"{OFFERED_ONLY} «n» is less than 3 (must be less than 3, is 3) (35)"),
        # What holds and must not.
        (
            "lone ash",
            f"{OFFERED_ONLY} «alone» holds (ash) (36); «alone» holds only if there is no tree u in grove with: sort of "
            "tree u is sort of ash and tree u is not ash (here: oak) (26)",
        ),
        # Of an `or` each part.
        (
            "sell elm",
            f"{OFFERED_ONLY} «dear» holds (elm) (37); «dear» holds only if age of elm is at least 9 (needs at least 9, "
            "has 1) or age of elm × 2 is more than 12 (needs more than 12, has 2) (27)",
        ),
        # Of an `all` the one that is not so.
        (
            "tall oak",
            f"{OFFERED_ONLY} «every» holds (oak) (47); «every» holds only if each tree u in grove with: (tree u is not "
            "oak) has: age of tree u is more than age of oak (30); elm: it would be needed that age of elm is more "
            "than age of oak (needs more than 9, has 1)",
        ),
        ("like ash", f"{OFFERED_ONLY} sort of ash is fig (it is nut) (38)"),
        ("odd elm", f"{OFFERED_ONLY} tree t is not elm (39)"),
        ("dig north", f"{OFFERED_ONLY} north is not empty (41)"),
        (
            "boss elm",
            f"{OFFERED_ONLY} «allowed» holds (you) (42); by a rule: «allowed» does not hold (for any player p), but "
            "only if coin of player p is 0 (31)",
        ),
        # What a number is made of.
        (
            "nest 3",
            f"{OFFERED_ONLY} left for 3 is more than 2 (needs more than 2, has 1) (46); «left» is 4 − 3 (29)",
        ),
        ("call ann", f"{OFFERED_ONLY} player p is not you (44)"),
        ("call ben", f"{OFFERED_ONLY} fig of ben is more than 0 (needs more than 0, has 0) (44)"),
        ("many", "there is nothing to choose: 1 to your fig (needs at least 1, has 0) (43)"),
        # What cannot be chosen behind the option itself.
        ("plan", "there is nothing to choose: your yard (45)"),
        # An action on a piece: it is not one's own; one's own is not active.
        ("cut", "you have nothing that allows it: saw (12)"),
        ("fell", f"{OFFERED_ONLY} your coin is more than 0 (needs more than 0, has 0) (10)"),
    ],
)
def test_the_smallest_part_that_fails_is_told_with_what_is_there(orchard: Session, key: str, told: str) -> None:
    line = answer(orchard, key)[1].replace("ruleset.yaml:", "")
    assert line == f"  {key[:1].upper()}{key[1:]}: {told}"


def test_the_same_in_russian(orchard: Session) -> None:
    told = {key: answer(orchard, key, "ru")[1] for key in ("pick elm 1", "lone ash", "cut", "boss elm")}
    assert told["pick elm 1"] == (
        "  Pick elm 1: правила предлагают это, только если верно «ripe» (elm, 2) (ruleset.yaml:35); «ripe» верно, "
        "только если верно «old» (elm) (ruleset.yaml:21); «old» верно, только если age (elm) больше 2 (нужно больше 2, "
        "есть 1) (ruleset.yaml:25)"
    )
    assert told["lone ash"].endswith(
        "где sort (tree u) – это sort (ash) и tree u – не ash (здесь: oak) (ruleset.yaml:26)"
    )
    assert told["cut"] == "  Cut: у вас нет того, что это позволяет: saw (ruleset.yaml:12)"
    assert "; по правилу: неверно «allowed» (любое: игрок p)" in told["boss elm"]


def test_others_that_come_before_are_told_with_numbers(orchard: Session) -> None:
    assert answer(orchard, "fell_oldest ash")[1] == (
        "  Fell oldest ash: others come before it: tree t in grove; only the best may be chosen, those with the most "
        "age of tree t (needs at least 9, has 5) (ruleset.yaml:48)"
    )
    (reason,) = orchard.state.why_not("fell_oldest elm")[0].reasons
    assert (reason.code, reason.needed, reason.has) == ("not_best", 9, 1)


def test_what_may_be_chosen_is_told_of_the_first_of_several_and_of_picks(orchard: Session) -> None:
    assert "it is not among what may be chosen: your yard (there are none at all)" in answer(orchard, "bind oak")[1]
    take(orchard, "sow elm north")
    take(orchard, "clear")
    assert orchard.state.decision.keys == ("cut_trees ash", "cut_trees oak")
    assert answer(orchard, "cut_trees elm")[1].endswith(" (there: ash, oak) (ruleset.yaml:50)")


def test_an_action_of_another_menu_is_told_from_one_that_is_unknown(tmp_path: Path) -> None:
    folder = tmp_path / "orchard"
    folder.mkdir()
    text = ORCHARD.replace("menus: {turn: {}}", "menus: {turn: {}, night: {}}")
    text = text.replace("  rest: {menu: turn", "  doze: {menu: night, do: gain 1 coin}\n  rest: {menu: turn")
    text += "free:\n  brew: {window: harvest, limit: once per turn_of, do: gain 1 coin}\n"
    text = text.replace("  turn_of: {do: do", "  harvest: {do: ''}\n  turn_of: {do: do")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    session = begun(folder)
    assert answer(session, "doze") == [
        "«doze» is an action of the menu «night», which is not asked for now. (ruleset.yaml:34)"
    ]
    assert answer(session, "doze", "ru")[0].startswith("«doze» – действие из меню «night»")
    assert answer(session, "brew")[0].startswith("«brew» is a free action, and this is not its time: ")
    assert answer(session, "fly")[0] == "The rules list no `fly` at this decision."


def test_words_of_the_rules_are_followed_by_the_part_that_fails(tmp_path: Path) -> None:
    folder = tmp_path / "orchard"
    folder.mkdir()
    text = ORCHARD.replace(
        "menu: turn, do: gain 1 coin}\n  pick", "menu: turn, do: 'require REQUIRED else no_rest'}\n  pick"
    )
    told = {}
    for required in ("allowed(me) and my coin > 2", "my fig is 0 and my coin > 2", "my fig is 0 and not (my fig < 1)"):
        (folder / "ruleset.yaml").write_text(text.replace("REQUIRED", required), encoding="utf-8")
        told[required] = answer(begun(folder), "rest")[1].removeprefix("  Rest: no rest")
    assert list(told.values()) == [
        " (ruleset.yaml:34); by a rule: «allowed» does not hold (for any player p), but only if coin of player p is 0 "
        "(ruleset.yaml:31)",
        " (needs more than 2, has 0) (ruleset.yaml:34)",
        " (ruleset.yaml:34); it would be needed that it is not so that (your fig is less than 1) (it is 0)",
    ]


def test_what_is_used_up_on_a_piece_is_a_limit(tmp_path: Path) -> None:
    folder = tmp_path / "orchard"
    folder.mkdir()
    text = ORCHARD.replace("do: do one of turn", "do: 'repeat 2 times { do one of turn }'")
    text = text.replace("if x.kind is axe { move x to players[1].hut }", "{ move x to players[1].hut }")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    session = begun(folder)
    take(session, "rest")
    assert {"cut", "fell"} & set(session.state.decision.keys) == {"cut", "fell"}
    session.undo()
    (folder / "ruleset.yaml").write_text(text.replace("repeat 2", "repeat 3"), encoding="utf-8")
    session = begun(folder)
    take(session, "rest")
    take(session, "cut")
    assert answer(session, "cut")[1] == (
        "  Cut: its limit is reached: At most 1 × per «turn of»; done 1 × (ruleset.yaml:12)"
    )


def test_many_options_with_one_fault_are_told_together_without_what_differs(orchard: Session) -> None:
    assert "  Pick ash 3, Pick oak 3: the rules offer it only if «n» is less than 3" in "\n".join(answer(orchard, ""))
    text = ORCHARD.replace("n in 1..3 if", "n in 1..9 if")
    Path(orchard.game.model.game.span.path).write_text(text, encoding="utf-8")
    session = begun(Path(orchard.game.model.game.span.path).parent)
    (told,) = [line for line in answer(session, "pick elm") if "options (" in line]
    assert told.endswith(
        "«ripe» holds only if «old» holds (elm) (ruleset.yaml:21); «old» holds only if age of elm is more than 2 "
        "(needs more than 2, has 1) (ruleset.yaml:25)"
    )
    assert told.startswith(
        "  9 options (Pick elm 1, Pick elm 2, Pick elm 3 …): the rules offer it only if «ripe» holds ("
    )


def test_a_reason_has_its_parts(orchard: Session) -> None:
    (reason,) = orchard.state.why_not("pick elm 1")[0].reasons
    assert reason.clause is not None
    least = reason.clause.smallest
    assert (reason.code, reason.needed, reason.has, reason.compares) == ("where", 2, 1, ">")
    assert (least.kind, least.holds, least.needed, least.has, least.line) == ("compare", False, 2, 1, 25)
    assert [name for name, _, _ in least.names] == ["t"]
    asked = reason.clause.parts[0]
    assert (asked.kind, asked.value, [x for kind, x in asked.operands if kind.name == "int"]) == ("value", "ripe", [2])


BRANCHES = """\
game: {id: branches, players: [2], seats: [ann, ben]}
resources: {coin: {}}
state: {game: {rich: {type: player}}}
phases:
  game: {do: 'repeat 3 times { each of players does { do turn } }; end game'}
  turn:
    do: |
      choose {
        rest { gain 1 coin }
        crown { rich = me }
        rob if rich is not none and rich.coin > 3 { gain 1 coin }
        fall if rich is none or rich.coin > 3 { gain 1 coin }
      }
      may beg if rich is me and
        rich.coin > 5 { choose n in 1..2; gain n coin }
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_the_half_of_the_if_of_a_branch_that_fails_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "branches"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(BRANCHES, encoding="utf-8")
    session = begun(folder)
    told = f"  Rob: {OFFERED_ONLY} rich is somebody or something (ruleset.yaml:11)"
    assert answer(session, "rob")[1] == told
    take(session, "crown")
    assert answer(session, "rob")[1] == (
        f"  Rob: {OFFERED_ONLY} coin of rich is more than 3 (needs more than 3, has 0) (ruleset.yaml:11)"
    )
    assert answer(session, "fall")[1] == (
        f"  Fall: {OFFERED_ONLY} rich is nobody or nothing (it is ann) or coin of rich is more than 3 "
        "(needs more than 3, has 0) (ruleset.yaml:12)"
    )


def test_numbers_that_cannot_be_laid_on_a_place_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "laid"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(
        """\
game: {id: laid, players: [2]}
resources: {seed: {}}
pieces: {pot: {attributes: {room: int}, start: shelf, kinds: {big: {room: 3}, small: {room: 2}}}}
zones: {shelf: {pieces: pot}}
phases:
  game: {do: 'each of players does { do turn }; end game'}
  turn: {do: 'gain 4 seed; split 4 among p in shelf at most p.room as laid; lose 4 seed'}
scoring: {categories: {seeds: {worth: p.seed}}}
""",
        encoding="utf-8",
    )
    session = begun(folder)
    assert session.state.decision.keys == ("2 on big", "3 on big")
    refused = {r.key: [(x.code, x.needed, x.has) for x in r.reasons] for r in session.state.why_not()}
    assert refused == {
        "0 on big": [("rest_too_big", 4, 2)], "1 on big": [("rest_too_big", 3, 2)], "4 on big": [("no_room", 4, 3)],
    }  # fmt: skip
    assert "3 would be left, and behind it there is room for 2: " in answer(session, "1 on big")[1]
    assert "останется 3, а дальше помещается 2: " in answer(session, "1 on big", "ru")[1]
    assert "room for 4 needed, 3 free: " in answer(session, "4 on big")[1]
