"""Games for tests of environments: small ones written here, and random ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import interpreter as rw
from interpreter.envs import Encoding
from interpreter.loading.source import folder_from_text
from interpreter.runtime.rng import Rng

KUHN = Path(__file__).parent / "kuhn.yaml"

WIDE = """
game: {id: wide, version: 1, players: [2, 3]}
resources: {coin: {seen_by: owner}}
pieces:
  tile: {attributes: {size: int}, start: bag, holds: [coin],
         kinds: {small: {copies: 3, size: 1}, great: {copies: 3, size: 4}}}
  die: {start: tray, faces: 3, kinds: {white: {copies: 2}, red: {copies: 1}}}
  man: {per: player, start: home, kinds: {worker: {copies: 2}}}
zones:
  bag: {pieces: tile, deck: true, seen_by: nobody}
  hand: {pieces: tile, per: player, seen_by: owner}
  heap: {pieces: tile, ordered: true}
  tray: {pieces: die}
  home: {pieces: man, per: player}
  work: {pieces: man}
state:
  game: {leader: player, seen: list of int}
  player: {steps: int, secret: {type: int, seen_by: owner}, met: bool per player}
menus: {m: {}}
setup:
  do: |
    each of players does { draw 1 from bag to my hand; gain 3 coin }
actions:
  name_it:
    menu: m
    choose: n in 0..100 + my steps
    do: my steps = n; seen = seen + [n]; leader = me
  owe: {menu: m, choose: "n in 0 - 40..0 - 38", do: my secret = n}
  meet: {menu: m, choose: p in others, do: 'my met[p] = true'}
  several: {menu: m, do: "choose up to 2 of tray as some; for d in some { roll d }"}
  swap: {menu: m, do: "choose t in my hand; choose d in tray; move t to heap; draw 1 from bag to my hand"}
  send: {menu: m, do: "choose w in my home; move w to work"}
  lay:
    menu: m
    do: |
      distribute all coin among x in heap at most 2
phases:
  game:
    do: |
      repeat 5 times { each of players does { may go { do one of m } } }
      end game
scoring:
  categories: {all: {worth: p.steps + sum(t.size for t in p.hand)}}
"""


@cache
def encoding_of(game: str | Path, players: int | None = None) -> Encoding:
    """The encoding of a game; the same object when asked again."""
    return Encoding(rw.load(game, players))


@cache
def wide(players: int = 3) -> Encoding:
    """A game whose choices are of many kinds: great and negative numbers, dice that read alike, several at once."""
    return Encoding(rw.load(folder_from_text(WIDE), players))


def random_ruleset(seed: int) -> str:
    """A small ruleset put together at random: cards of several kinds, hidden or not, and actions with choices."""
    rng = Rng(seed)
    kinds = [f"k{i}: {{copies: {1 + rng.below(3)}, worth: {rng.below(6)}}}" for i in range(1 + rng.below(4))]
    goods = [f"g{i}" for i in range(1 + rng.below(3))]
    seen = rng.pick([("all", 1), ("owner", 1)])
    effects = [
        "do: gain 2 {good}",
        "do: 'pay 1 {good}; draw 1 from deck to my hand'",
        "choose: c in my hand, do: 'move c to heap; my points += c.worth'",
        "choose: r in good, do: 'pay 1 r; my points += 1'",
        "choose: n in 1..{most}, do: 'pay n {good}; my points += n'",
        "choose: p in others, do: 'pay 1 {good}; p.points += 1'",
    ]
    wanted = [0, 0, *(rng.below(len(effects)) for _ in range(2 + rng.below(4)))]
    actions = [
        f"  a{i}: {{menu: m, " + effects[e].replace("{good}", goods[rng.below(len(goods))])
        .replace("{most}", str(1 + rng.below(50))) + "}"
        for i, e in enumerate(wanted)
    ]  # fmt: skip
    resources = [f"{good}: {{group: good, seen_by: {rng.pick([('all', 1), ('owner', 1)])}}}" for good in goods]
    return "\n".join([
        f"game: {{id: random_{seed}, version: 1, players: [2, 3]}}",
        f"resources: {{{', '.join(resources)}}}",
        f"pieces: {{card: {{attributes: {{worth: int}}, start: deck, kinds: {{{', '.join(kinds)}}}}}}}",
        "zones:",
        "  deck: {pieces: card, deck: true, seen_by: nobody}",
        f"  hand: {{pieces: card, per: player, seen_by: {seen}}}",
        "  heap: {pieces: card, ordered: true}",
        "state: {player: {points: int}}",
        "menus: {m: {}}",
        "setup: {do: 'each of players does { draw 1 from deck to my hand }'}",
        "actions:", *actions,
        "phases:",
        f"  game: {{do: 'repeat {2 + rng.below(5)} times {{ each of players does {{ do one of m }} }}; end game'}}",
        "scoring: {categories: {points: {worth: p.points}}}",
        "",
    ])  # fmt: skip
