"""What modules are called, and in which order they are named, changes no program and no verdict: shipped sets, and
random pairs and triples of small modules, are loaded under their own names and under others."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics, Source, Span
from interpreter.loading.documents import Leaf, ListNode, MapNode, Node, read_map
from interpreter.loading.source import Folder, folder_from_text, read_folder
from tests.properties.cases import each
from tests.shipped import Case, module_sets, players_of


def renamed(folder: Folder, names: Mapping[str, str]) -> Folder:
    """A ruleset whose modules have other names, wherever its files speak of them."""
    files = {}
    for path, source in folder.files.items():
        parts = path.split("/")
        if parts[0] == "modules":
            parts[1] = names.get(parts[1], parts[1])
        text = source.text
        if not {"texts", "scenarios"} & {*parts}:
            tree = read_map(source, Diagnostics())
            places = sorted(_speaking(tree, is_module=len(parts) > 2), key=lambda span: -span.start)
            for span in places:
                text = text[: span.start] + names.get(span.text, span.text) + text[span.end :]
        files["/".join(parts)] = Source(source.path.replace(path, "/".join(parts)), text)
    return Folder(folder.path, files)


def _speaking(tree: Node | None, *, is_module: bool) -> Iterator[Span]:
    """Where the files of a ruleset name modules."""
    game, module = (_at(tree, key) for key in ("game", "module"))
    for node in (_at(game, "modules"), *(_at(module, key) for key in ("id", "needs", "excludes"))):
        yield from (leaf.span for leaf in _leaves(node))
    todo = [_at(tree, "with")] if is_module else []
    while todo:
        block = todo.pop()
        for item in block if isinstance(block, MapNode) else ():
            yield item.key_span
            todo.append(_at(item.value, "with"))


def _at(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, MapNode) else None


def _leaves(node: Node | None) -> list[Leaf]:
    return [n for n in (node.items if isinstance(node, ListNode) else [node]) if isinstance(n, Leaf)]


def program_of(folder: Folder, modules: Sequence[str], players: int | None) -> tuple[object, ...]:
    """What a program says, without the places that it was written at, and what comes of a game of it."""
    game = pipeline.load(folder, players, modules=modules)
    program = game.program
    return ast.dump(ast.parse(program.source)), program.layout, program.scores, game.playout(3)


def _sets() -> list[Case]:
    """The largest set of each game with modules, and a pair."""
    out = []
    for game in ("puerto_rico", "santa_maria", "nova_roma", "archipelago"):
        sets = [modules for modules in module_sets(game) if len(modules) > 1]
        chosen = [max(sets, key=len)] if game != "puerto_rico" else [max(sets, key=len), sets[0]]
        out += [Case(game, max(players_of(game, modules)), modules) for modules in chosen]
    return out


@each(_sets(), quick=("nova_roma",))
def test_shipped_modules_under_other_names_make_the_same_program(case: Case) -> None:
    folder = read_folder(Path("rulesets") / case.game, Diagnostics())
    assert folder is not None
    expected = program_of(folder, case.modules, case.players)
    ids = folder.folders_in("modules")
    others = [f"m{n}" for n in range(len(ids))]
    random.Random(str(case)).shuffle(others)
    names = dict(zip(ids, others, strict=True))
    chosen = [names[id] for id in case.modules]
    random.Random(str(case)).shuffle(chosen)
    assert program_of(renamed(folder, names), chosen, case.players) == expected


# ---- small modules


BASE = """# file: ruleset.yaml
game: {id: farm, players: [2], options: {pace: {values: [slow, quick], default: slow}}}
setup: {do: 'each of players does { gain 3 coin }'}
resources: {coin: {}, corn: {supply: 9}}
pieces: {cart: {attributes: {size: int}, start: yard, kinds: {red: {size: 1, copies: 1}, blue: {size: 2, copies: 1}}}}
zones: {yard: {pieces: cart}, barn: {pieces: cart}}
state: {game: {storms: int}}
tables: {price: [1, 2, 3]}
values: {cost: {given: {p: player, c: cart}, is: 'c.size + storms', at_least: 0}}
procedures: {market: {given: {p: player}, do: 'p does { gain price[1] coin }'}}
phases:
  game: {do: 'repeat 2 times { do turn }; end game'}
  turn:
    do: |
      each of players does {
        do one of work
        do market(me)
        may buy { choose c in yard; pay cost(me, c) coin; move c to barn }
      }
menus: {work: {}}
actions: {dig: {menu: work, do: gain 1 coin}, plant: {menu: work, do: gain 1 corn}}
rules: {pay: 'after turn { for p in players { p does { gain 1 coin } } }'}
scoring: {categories: {coins: {worth: p.coin}}, tie_breaks: {corn: {worth: p.corn}}}
"""

PIECES = "pieces: {%s: {cart: {kinds: %s}}}"
CHANGES = (
    *(PIECES % ("patch", f"{{red: {{size: {n}}}}}") for n in (3, 4)),
    *(PIECES % ("patch", f"{{{id}: {{size: 2, copies: 2}}}}") for id in ("tan", "gray")),
    PIECES % ("remove", "[blue]"),
    "zones: {add: {shed: {pieces: cart}}}",
    "zones: {replace: {barn: {pieces: cart, limit: 1}}}",
    "zones: {patch: {barn: {limit: 2}}}",
    "tables: {replace: {price: [4, 5]}}",
    "tables: {patch: {price: {1: 6}}}",
    "menus: {add: {rest: {}}}",
    *(f"actions: {{add: {{{id}: {{menu: work, do: gain 2 {r}}}}}}}" for id, r in (("sow", "corn"), ("beg", "coin"))),
    "actions: {remove: [plant]}",
    "actions: {patch: {plant: {do: gain 2 corn}}}",
    "procedures: {patch: {market: {do: 'p does { gain 2 coin }'}}}",
    "scoring: {add: {categories: {corns: {worth: p.corn}}}}",
    "scoring: {add: {tie_breaks: {storms: {worth: storms}}}}",
    "state: {add: {game: {winds: int}}}",
    "game: {patch: {options: {pace: {default: quick}}}}",
    *(
        f"rules: {{{id}: {rule}}}"
        for id, rule in (
            ("r1", "'before market(any p) { p does { lose 1 coin } }'"),
            ("r2", "'before market(any p) { p does { gain my coin coin } }'"),
            ("r3", "{order: 1, rule: 'before market(any p) { storms += 1 }'}"),
            ("r4", "'instead of market(any p) { do original; p does { gain 1 coin } }'"),
            ("r5", "'instead of market(any p) { p does { gain 1 corn } }'"),
            ("r6", "'instead of market(any p) if storms > 0 { p does { gain 3 coin } }'"),
            ("r7", "'modify cost(any p, any c) to 1 if c.size > 1'"),
            ("r8", "'modify cost(any p, any c) to 2 if c.kind is red'"),
            ("r9", "'modify cost(any p, any c) by p.corn'"),
            ("r10", "'after turn { storms += 1 }'"),
            ("r11", "'after turn { storms = 0 }'"),
            ("r12", "'whenever storms > 1 { storms = 0 }'"),
        )
    ),
    "rules: {remove: [pay]}",
    "rules: {patch: {pay: {order: 2}}}",
    "rules: {replace: {pay: 'after turn { }'}}",
)  # fmt: skip
Said = tuple[list[str], list[tuple[str, str]], list[str]]
"""What a module says: its changes, its `with` blocks, and the modules it needs."""


def dealt(rng: random.Random) -> dict[str, Said]:
    """Two or three modules among which changes are dealt out, each of them once."""
    names = ["a", "b", "c"][: rng.randint(2, 3)]
    out: dict[str, Said] = {name: ([], [], []) for name in names}
    for change in rng.sample(CHANGES, rng.randint(2, 6)):
        name, other = rng.sample(names, 2)
        if rng.random() < 0.8:
            out[name][0].append(change)
        elif other not in [of for of, _ in out[name][1]]:
            out[name][1].append((other, change))
    if rng.random() < 0.2:
        name, other = rng.sample(names, 2)
        out[name][2].append(other)
    return out


def _text(said: Mapping[str, Said], names: Mapping[str, str]) -> Folder:
    text = BASE
    for name, (changes, blocks, needs) in said.items():
        home = f"# file: modules/{names[name]}"
        text += f"{home}/module.yaml\nmodule: {{id: {names[name]}, needs: [{', '.join(names[n] for n in needs)}]}}\n"
        text += "".join(f"{home}/{n}.yaml\n{change}\n" for n, change in enumerate(changes))
        text += "".join(f"{home}/with{n}.yaml\nwith: {{{names[o]}: {{{c}}}}}\n" for n, (o, c) in enumerate(blocks))
    return folder_from_text(text)


def _verdict(said: Mapping[str, Said], names: Mapping[str, str], order: Sequence[str]) -> tuple[object, ...]:
    """The codes of all that is said of the modules, and the program where it can be played."""
    found = Diagnostics()
    folder, chosen = _text(said, names), [names[name] for name in order]
    model = pipeline.model_of(folder, chosen, found)
    if model is not None:
        check_all(model, found)
    codes = sorted(d.code for d in found)
    return codes, None if found.has_errors else program_of(folder, chosen, 2)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9).map(random.Random), st.permutations("xyz"), st.permutations("abc"))
def test_random_modules_under_other_names_come_to_the_same(
    rng: random.Random, others: list[str], order: list[str]
) -> None:
    said = dealt(rng)
    expected = _verdict(said, {name: name for name in said}, list(said))
    names = dict(zip("abc", others, strict=True))
    assert _verdict(said, names, [name for name in order if name in said]) == expected


def test_renaming_reaches_every_place_that_names_a_module() -> None:
    said: dict[str, Said] = {"a": ([], [("b", "menus: {remove: [work]}")], []), "b": ([], [], ["a"])}
    own = {"a": "a", "b": "b"}
    names = {"a": "q", "b": "r"}
    found = renamed(_text(said, own), names)
    written = ({name: of.text.split("\n")[1:] for name, of in f.files.items()} for f in (found, _text(said, names)))
    assert next(written) == next(written)


@pytest.mark.parametrize("change", [c for c in CHANGES if c.startswith("rules: {r")])
def test_the_changes_that_are_drawn_are_fine_alone(change: str) -> None:
    codes, program = _verdict({"a": ([change], [], [])}, {"a": "a"}, ["a"])
    assert program is not None, codes
