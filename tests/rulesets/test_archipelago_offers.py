"""An offer that is turned down looks alike to everybody else whether the other does not want to or has too little:
stocks are hidden."""

from __future__ import annotations

import interpreter as rw
from cli.screen.story import lines
from cli.screen.words import Words
from interpreter.diagnostics import Diagnostics
from interpreter.loading.documents import ListNode, MapNode, read_document
from interpreter.loading.source import Source, find, read_folder
from interpreter.scenarios.bench import Benches
from interpreter.scenarios.start import Start

GIVEN = """
- id: it
  given:
    phase: {{export_crisis: {{r: wood, wanted_cubes: 2}}}}
    turn_order: [red, yellow, blue]
    export: {{good: 0}}
    players: {{good: 0, explorer: 0, florin: 0, cards: [], objectives: []}}
    red: {{florin: 2}}
    yellow: {{wood: {wood}}}
    supply: {{wood: {supply}}}
    population: 9
"""


def told(wood: int) -> tuple[dict[str, list[str]], dict[str, object], str]:
    """What each seat is told of red's offer for a wood cube that yellow turns down, blue's view after it, and who is
    asked then. wood: how many cubes yellow has; with none it cannot accept."""
    folder = read_folder(find("archipelago"), Diagnostics())
    assert folder is not None
    bench = Benches(folder).get(3, (), {"who_offers": "at_turn"}, Diagnostics())
    assert bench is not None
    bench.seated(("red", "yellow", "blue"))
    tree = read_document(Source("given.yaml", GIVEN.format(wood=wood, supply=9)), Diagnostics())
    assert isinstance(tree, ListNode) and isinstance(tree.items[0], MapNode)
    state = Start(bench, tree.items[0], Diagnostics()).state()
    assert state is not None
    words = Words(state.game)
    log: dict[str, list[str]] = {seat: [] for seat in state.game.seats}
    asked = ["offer yellow", "give florin 2", "ask wood 1", "skip ask", *(["decline"] if wood else [])]
    for key in asked:
        choice = next(c for c in state.decision.choices if c.key == key)
        before, after = state.copy(), state
        after.apply_choice(choice)
        for seat, name in enumerate(state.game.seats):
            log[name] += [str(line) for line in lines(before, choice, after, seat, words)]
    return log, state.observe(2), asked_of(state)


def asked_of(state: rw.State) -> str:
    assert state.player is not None
    return f"{state.game.seats[state.player]} {state.decision.prompt}"


def test_refusing_and_being_unable_look_alike_to_a_third_player() -> None:
    refused, seen, then = told(wood=1)
    unable, also_seen, also_then = told(wood=0)
    assert any("does not agree" in line for line in unable["blue"]), unable["blue"]
    assert refused["blue"] == unable["blue"]
    assert any("the only option" in line for line in unable["yellow"]), "who was not asked is told why"
    assert seen == also_seen
    assert then == also_then == "red deliver"
