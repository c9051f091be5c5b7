"""Whether a ruleset may be compiled is asked in one place: what `check` reports, all commands and `load` do too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import interpreter as rw
from interpreter.checking.checkup import check_ruleset
from interpreter.diagnostics import Diagnostics, RulesetError, Source
from interpreter.loading.documents import MapNode, read_map
from interpreter.loading.source import Folder, folder_from_text
from tests.cli.running import run
from tests.mistakes.places import keys, leaves

RULES = """\
# file: ruleset.yaml
game:
  id: yard
  players: [2, 3]
  seats: [ann, bob, cid]
  modules: [night]
  options: {pace: {values: [slow, quick], default: slow}}
resources:
  coin: {held_by: [player, cart], pays_for: good}
  wood: {group: good, supply: 9, limit: 5, overflow: {do: gain 1 coin}}
  clay: {group: good, supply: {option: pace, slow: 9, quick: 6}}
pieces:
  cart:
    holds: [coin]
    limit: 2
    start: yard
    attributes: {gives: good, near: kind of cart}
    kinds: {red: {copies: 2, gives: wood, near: blue}, blue: {gives: clay, near: red}}
  card: {faces: [day, dark], start: deck, kinds: {sun: {copies: 3}, moon: {copies: 3}}}
effects:
  gift: {kinds: {small: {do: gain 1 coin}, big: {do: gain 3 coin}}}
spaces:
  field: {per: player, pieces: cart, attributes: {grows: good}, kinds: {north: {grows: wood}, south: {grows: clay}}}
zones:
  yard: {pieces: cart}
  garage: {pieces: cart, per: player, limit: 2}
  deck: {pieces: card, deck: true, when_empty: {reshuffle: discard}}
  discard: {pieces: card}
  row: {pieces: card, row: 2, from: deck, refill: when_told}
tracks: {fame: {steps: 5}}
tables: {wages: [1, 2, 3], worth: {wood: 1, clay: 2}}
state:
  game: {starter: player, last: {type: kind of cart, start: red}}
  player: {told: {type: bool, resets: round}}
values: {price: {given: {c: cart}, is: 'worth[c.gives] + 1'}}
menus: {work: {}, spare: {}}
actions:
  chop: {menu: work, do: gain 2 wood}
  ship: {menu: work, choose: c in yard, do: 'pay price(c) wood; move c to my garage'}
  brag: {menu: spare, do: 'advance my marker[fame] by 1'}
rules: {tip: 'after chop by any p { gain 1 coin }'}
endings: {early: {winners: players}}
phases:
  game: {do: 'repeat 2 times { do round }; end game'}
  round: {do: 'each of players does { do one of work; do one of spare }'}
scoring:
  categories: {money: {worth: p.coin}, fleet: {worth: size(p.garage)}}
  tie_breaks: {woods: {worth: p.wood}}
hints: {rich: 10 * p.coin}
show: {hide: [starter]}
# file: texts/en.yaml
names: {coin: gold, wood: logs}
help: {chop: Fell a tree.}
# file: scenarios/one.yaml
- id: chops
  given: {ann: {coin: 1}}
  do: [{ann: chop}]
  expect: {ann: {wood: 2}}
# file: modules/night/module.yaml
module: {id: night}
resources: {patch: {clay: {supply: 12}}}
rules: {rest: 'after ship { gain 1 coin }'}
"""
"""A ruleset in which everything is named that files can name."""

_NAME = re.compile("[a-z][a-z_]+")


@pytest.fixture(scope="module")
def yard() -> Folder:
    return folder_from_text(RULES, Path("yard"))


def misspelt(folder: Folder) -> Iterator[tuple[str, str, Folder]]:
    """The ruleset with one name wrong: (where, what, ruleset), for each key and each word in a value."""
    for file, source in folder.files.items():
        if "scenarios" in file or file.startswith("modules"):
            continue
        tree = read_map(source, Diagnostics())
        assert isinstance(tree, MapNode)
        spans = [key.item.key_span for key in keys(tree)] + [leaf.span for _, leaf in leaves(tree)]
        for span in spans:
            for word in _NAME.finditer(span.text):
                at = span.start + word.start()
                text = source.text[:at] + word[0][1] + word[0][0] + word[0][2:] + "x" + source.text[at + len(word[0]) :]
                changed = replace(folder, files={**folder.files, file: Source(source.path, text)})
                yield f"{file}:{source.position(at)[0]}", word[0], changed


def errors_of_check(folder: Folder, modules: tuple[str, ...] = ()) -> list[str]:
    found = Diagnostics()
    check_ruleset(folder, modules, found)  # type: ignore[arg-type]
    return [f"{d.span} {d.code} {d.message}" for d in found.errors]


def test_it_is_sound_as_it_stands(yard: Folder) -> None:
    assert errors_of_check(yard) == [] == errors_of_check(yard, ("night",))
    rw.load(yard, 2).start(seed=1)


@pytest.mark.slow
def test_no_misspelt_name_gets_past_the_check(yard: Folder) -> None:
    """What loading reports is what `check` reports, and nothing that it reports is run."""
    for where, word, folder in misspelt(yard):
        told = errors_of_check(folder)
        try:
            rw.load(folder)
        except RulesetError as error:
            assert {f"{d.span} {d.code} {d.message}" for d in error.diagnostics} <= set(told), (where, word)
        else:
            assert [x for x in told if "scenarios/" not in x.partition(" ")[0]] == [], (where, word)


WRONG = {
    "pieces: cart}": "pieces: catr}", "reshuffle: discard": "reshuffle: discrad", "start: yard": "start: yadr",
    "group: good": "group: godo", "menu: spare": "menu: sparse", "kind of cart": "kind of crat",
    "near: blue": "near: bleu", "worth: p.coin": "worth: p.cion", "hide: [starter]": "hide: [satrter]",
    "option: pace": "option: paec", "do round": "do ruond", "pace: {values": "pcae: {values",
}  # fmt: skip
"""right → wrong: one of each sort of thing that a file names"""


@pytest.mark.parametrize("right", WRONG)
def test_every_command_tells_it_as_check_does(tmp_path: Path, yard: Folder, right: str) -> None:
    folder = tmp_path / "yard"
    for name, source in yard.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(source.text.replace(right, WRONG[right], 1), "utf-8")
    told = run("check", folder)
    codes = set(re.findall(r"^E\d+", told.out, re.M))
    assert told.code == 1 and codes
    for verb in ("play", "show", "simulate", "rules", "explain", "coverage", "test"):
        more = {"explain": ["coin"], "simulate": ["--games", "2", "--jobs", "1"]}.get(verb, [])
        outcome = run(verb, folder, *more)
        said = set(re.findall(r"\bE\d+", outcome.out + outcome.err))
        assert outcome.code == 1 and said and said <= codes, (verb, outcome)
