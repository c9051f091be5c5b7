"""`why` of what is not among the things to choose from: spaces, and several things in a key of its own."""

from __future__ import annotations

import interpreter as rw
from cli.session import Session
from interpreter.loading.source import folder_from_text
from interpreter.runtime.log import Header
from tests.cli.asking import answer

HARBOUR = """\
# file: ruleset.yaml
game: {id: harbour, players: [2]}
resources: {coin: {}, salt: {group: any_good}, silk: {group: any_good}}
pieces: {boat: {per: player, start: home, kinds: {raft: {copies: 2}}}}
zones: {home: {pieces: boat, per: player}}
spaces:
  berth: {pieces: boat, limit: 1, attributes: {depth: int}, kinds: {shallow: {depth: 1}, deep: {depth: 3}}}
  shed: {pieces: boat, per: player, kinds: {low_shed: {}, high_shed: {}}}
menus: {turn: {}}
values:
  shallowest: {is: those(b in berth if b is empty with least b.depth)}
  sheds: {given: {p: player}, is: 'those(s in p.shed if size(s) < p.coin)'}
  deepest: {given: {r: any_good}, is: 'those(b in berth if r is salt and b is empty with most b.depth)'}
actions:
  moor: {menu: turn, choose: b in shallowest(), do: 'move my home[1] to b'}
  store: {menu: turn, choose: s in sheds(me), do: 'move my home[1] to s'}
  rest: {menu: turn, do: gain 1 coin}
  fill: {menu: turn, choose: 'r in any_good, b in deepest(r)', key: "fill {b} with {r}", do: gain 1 r}
phases: {game: {do: 'repeat 2 times { each of players does { do one of turn } }'}}
scoring: {categories: {coins: {worth: p.coin}}}
# file: texts/en.yaml
refusals:
  shallowest: boats come to the shallowest berth
  deepest: salt only comes to the deepest berth
"""


def test_a_space_that_is_not_among_those_to_choose_from_is_refused_and_explained() -> None:
    game = rw.load(folder_from_text(HARBOUR))
    session = Session(game, Header("harbour", "1", (), dict(game.program.options), game.players, 1), {})
    assert "moor shallow" in session.state.decision.keys
    assert answer(session, "moor deep") == [
        "Not offered here:", "  Moor deep: boats come to the shallowest berth (ruleset.yaml:15)",
    ]  # fmt: skip
    # Of spaces that everybody has, one's own; all others are only told of when asked for.
    assert {r.key for r in session.state.why_not() if r.choice.action == "store"} == {
        "store",
        "store low_shed",
        "store high_shed",
    }
    assert [line.split(":")[0] for line in answer(session, "")] == ["Not offered here", "  Store", "  Fill silk"]
    # Several things in a key of its own: a berth that salt does not come to, a good that comes to none.
    reason = "salt only comes to the deepest berth (ruleset.yaml:18)"
    assert answer(session, "fill shallow with salt")[1:] == [f"  Fill salt shallow: {reason}"]
    assert answer(session, "fill deep with silk")[1:] == [f"  Fill silk deep: {reason}"]


ARK = """\
# file: ruleset.yaml
game: {id: ark, players: [2]}
pieces:
  beast:
    attributes: {likes: list of kind of air}
    start: shore
    kinds: {lion: {copies: 3, likes: [dry]}, eel: {likes: [wet]}, crab: {likes: [wet, dry]}}
effects: {air: {kinds: {wet: {}, dry: {}}}}
zones: {shore: {pieces: beast}, aboard: {pieces: beast, per: player}}
spaces: {cabin: {attributes: {air: kind of air}, kinds: {low: {air: wet}, mid: {air: dry}, high: {air: dry}}}}
values:
  fit: {given: {p: player}, is: 'assignable(suits(b) for b in p.aboard, 1 for c in cabin)'}
  suits: {given: {b: beast}, is: those(c in cabin if c.air is in b.likes)}
menus: {turn: {}}
actions:
  board: {menu: turn, choose: b in shore, do: 'move b to my aboard; require fit(me)'}
  rest: {menu: turn, do: ''}
phases: {game: {do: 'repeat 4 times { each of players does { do one of turn } }'}}
scoring: {categories: {beasts: {worth: size(p.aboard)}}}
"""


def test_it_is_said_for_what_nothing_is_left() -> None:
    game = rw.load(folder_from_text(ARK))
    session = Session(game, Header("ark", "1", (), dict(game.program.options), game.players, 1), {})
    for key in ("board lion", "rest", "board lion", "rest"):
        session.take(next(c for c in session.state.decision.choices if c.key == key))
    assert session.state.decision.keys == ("board eel", "board crab", "rest")
    assert answer(session, "board lion")[1].endswith("(nothing is left for: lion) (ruleset.yaml:12)")
    assert answer(session, "board lion", "ru")[1].endswith("(не остаётся ничего для: lion) (ruleset.yaml:12)")
