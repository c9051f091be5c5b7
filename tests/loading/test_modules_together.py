"""Two modules on one thing, section by section: what both set differently is refused with both places, whatever the
order in which they are named; what they set apart from each other gives one program in either order."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostic, Diagnostics, RulesetError
from interpreter.loading.documents import plain
from interpreter.loading.merging import merge
from interpreter.loading.modules import load_documents
from interpreter.loading.source import data_folder, folder_from_text
from tests.loading.loading_texts import load_text, loaded, message

BASE = """# file: ruleset.yaml
game:
  id: farm
  players: [2, 3]
  options: {pace: {values: [slow, quick], default: slow}}
setup: {do: 'each of players does { gain 1 coin }'}
resources: {coin: {held_by: [player, cart]}, corn: {supply: 9}, tin: {supply: 5}}
pieces:
  cart:
    attributes: {size: int}
    holds: [coin]
    limit: 4
    start: yard
    kinds: {red: {size: 1, copies: 1}, blue: {size: 2, copies: 1}}
effects: {omen: {kinds: {rain: {do: end game}, sun: {do: end game}}}}
zones: {yard: {pieces: cart}, barn: {pieces: cart, limit: 3}}
boards: {field: {pieces: cart, arrange: free, grid: {columns: 2, rows: 2}, per: player}}
spaces: {row: {attributes: {worth: int}, kinds: {north: {worth: 1}, south: {worth: 2}}}}
tracks: {fame: {steps: 5, start: 1}}
state: {game: {round_number: {type: int, start: 0}}, player: {sold: {type: int, start: 0}}}
tables: {price: [1, 2, 3], bonus: [4, 5]}
values: {cost: {given: {p: player}, is: '1', at_least: 0, at_most: 9}}
procedures: {market: {given: {p: player}, do: 'p does { gain cost(p) coin }'}}
phases: {game: {do: 'do turn; end game'}, turn: {do: 'each of players does { do one of work; do market(me) }'}}
menus: {work: {}}
actions:
  dig: {menu: work, do: gain 1 coin}
  plant: {menu: work, limit: once per turn, do: 'gain price[1] coin'}
free: {trade: {window: my decisions, limit: once per turn, do: 'pay 1 coin; gain 1 corn'}}
rules: {pay: 'after turn { for p in players { p does { gain 1 coin } } }'}
scoring: {categories: {coins: {worth: p.coin}}, tie_breaks: {corn: {worth: p.corn}}}
endings: {early: {all_lose: true}}
hints: {rich: p.coin * 10}
allow: {note: {lint: L601, names: [tin], reason: kept}}
show: {hide: [barn]}
"""


@dataclass(frozen=True)
class Section:
    """What two modules write into one section. same: pairs of changes that cannot both hold. apart: pairs that can.

    Each change is what stands below the section, as YAML in flow form."""

    same: tuple[tuple[str, str], ...]
    apart: tuple[tuple[str, str], ...]


def _entry(id: str, field: tuple[str, str, str], other: tuple[str, str], new: str, one: str, two: str) -> Section:
    """A section of entries with fields. field: its name and two values; other: another field of the entry; new: the
    beginning of new ids; one, two: whole entries."""
    name, first, second = field
    return Section(
        same=(
            (f"{{patch: {{{id}: {{{name}: {first}}}}}}}", f"{{patch: {{{id}: {{{name}: {second}}}}}}}"),
            (f"{{add: {{{new}: {one}}}}}", f"{{add: {{{new}: {two}}}}}"),
            (f"{{replace: {{{id}: {one}}}}}", f"{{replace: {{{id}: {two}}}}}"),
            (f"{{replace: {{{id}: {one}}}}}", f"{{patch: {{{id}: {{{other[0]}: {other[1]}}}}}}}"),
            (f"{{remove: [{id}]}}", f"{{patch: {{{id}: {{{name}: {second}}}}}}}"),
            (f"{{remove: [{id}]}}", f"{{replace: {{{id}: {two}}}}}"),
        ),
        apart=(
            (f"{{patch: {{{id}: {{{name}: {first}}}}}}}", f"{{patch: {{{id}: {{{other[0]}: {other[1]}}}}}}}"),
            (f"{{add: {{{new}: {one}}}}}", f"{{add: {{{new}_too: {two}}}}}"),
            (f"{{add: {{{new}: {one}}}}}", f"{{patch: {{{id}: {{{name}: {second}}}}}}}"),
        ),
    )


def _whole(id: str, one: str, two: str, new: str) -> Section:
    """A section of entries that are written whole."""
    return Section(
        same=(
            (f"{{replace: {{{id}: {one}}}}}", f"{{replace: {{{id}: {two}}}}}"),
            (f"{{add: {{{new}: {one}}}}}", f"{{add: {{{new}: {two}}}}}"),
            (f"{{remove: [{id}]}}", f"{{replace: {{{id}: {two}}}}}"),
        ),
        apart=(
            (f"{{replace: {{{id}: {one}}}}}", f"{{add: {{{new}: {two}}}}}"),
            (f"{{add: {{{new}: {one}}}}}", f"{{add: {{{new}_too: {two}}}}}"),
        ),
    )


def _below(group: str, section: Section) -> Section:
    """A section whose ids stand one level down."""

    def down(text: str) -> str:
        verb, rest = text[1:-1].split(": ", 1)
        return f"{{{verb}: {{{group}: {rest}}}}}"

    def pairs(given: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        return tuple((down(a), down(b)) for a, b in given)

    return Section(pairs(section.same), pairs(section.apart))


def _and(one: Section, two: Section) -> Section:
    return Section((*one.same, *two.same), (*one.apart, *two.apart))


SECTIONS: dict[str, Section] = {
    "game": Section(
        same=(
            ("{patch: {players: [2]}}", "{patch: {players: [3]}}"),
            ("{patch: {seats: [ann, bob, cid]}}", "{patch: {seats: [x, y, z]}}"),
            ("{patch: {options: {pace: {default: quick}}}}", "{patch: {options: {pace: {default: slow}}}}"),
            (
                "{patch: {options: {snow: {values: [1, 2], default: 1}}}}",
                "{patch: {options: {snow: {values: [1, 2], default: 2}}}}",
            ),
            ("{remove: {options: [pace]}}", "{patch: {options: {pace: {default: quick}}}}"),
        ),
        apart=(
            (
                "{patch: {options: {snow: {values: [1, 2], default: 1}}}}",
                "{patch: {options: {wind: {values: [1, 2], default: 2}}}}",
            ),
            ("{patch: {players: [2]}}", "{patch: {options: {pace: {default: quick}}}}"),
        ),
    ),
    "setup": Section(
        same=(
            ("{patch: {do: 'each of players does { gain 2 coin }'}}", "{patch: {do: ''}}"),
            ("{replace: {do: 'each of players does { gain 2 coin }'}}", "{replace: {do: ''}}"),
            ("{patch: {do: 'each of players does { gain 2 coin }'}}", "{replace: {do: ''}}"),
        ),
        apart=(),
    ),
    "resources": _entry(
        "corn", ("supply", "3", "4"), ("below_zero", "false"), "tea", "{supply: 2}", "{seen_by: owner}"
    ),
    "pieces": _and(
        _entry(
            "cart", ("limit", "2", "3"), ("holds", "[coin, corn]"), "boat",
            "{attributes: {size: int}, kinds: {big: {size: 3}, small: {size: 3}}}",
            "{attributes: {size: int}, kinds: {large: {size: 4}, tiny: {size: 3}}}",
        ),
        Section(
            same=(
                ("{patch: {cart: {kinds: {red: {size: 3}}}}}", "{patch: {cart: {kinds: {red: {size: 4}}}}}"),
                ("{patch: {cart: {kinds: {tan: {size: 3}}}}}", "{patch: {cart: {kinds: {tan: {size: 4}}}}}"),
                ("{remove: {cart: {kinds: [red]}}}", "{patch: {cart: {kinds: {red: {size: 4}}}}}"),
                ("{patch: {cart: {kinds: {red: {copies: 3}}}}}", "{remove: [cart]}"),
            ),
            apart=(
                ("{patch: {cart: {kinds: {red: {size: 3}}}}}", "{patch: {cart: {kinds: {red: {copies: 4}}}}}"),
                ("{patch: {cart: {kinds: {tan: {size: 3}}}}}", "{patch: {cart: {kinds: {gray: {size: 4}}}}}"),
            ),
        ),
    ),
    "effects": Section(
        same=(
            ("{patch: {omen: {kinds: {rain: {do: end game}}}}}", "{patch: {omen: {kinds: {rain: {do: ''}}}}}"),
            ("{add: {sign: {kinds: {owl: {}}}}}", "{add: {sign: {kinds: {cat: {}}}}}"),
            ("{replace: {omen: {kinds: {owl: {}}}}}", "{replace: {omen: {kinds: {cat: {}}}}}"),
            ("{remove: [omen]}", "{patch: {omen: {kinds: {rain: {do: ''}}}}}"),
        ),
        apart=(
            ("{patch: {omen: {kinds: {fog: {}}}}}", "{patch: {omen: {kinds: {snow: {}}}}}"),
            ("{add: {sign: {kinds: {owl: {}}}}}", "{add: {token: {kinds: {cat: {}}}}}"),
        ),
    ),
    "zones": _entry("barn", ("limit", "1", "2"), ("ordered", "true"), "shed", "{pieces: cart}", "{limit: 2}"),
    "boards": _entry(
        "field", ("grid", "{columns: 3}", "{columns: 4}"), ("rotate", "true"), "plot",
        "{pieces: cart, arrange: free, grid: {columns: 1, rows: 2}}",
        "{pieces: cart, arrange: free, grid: {columns: 1, rows: 3}}",
    ),
    "spaces": _entry(
        "row", ("kinds", "{north: {worth: 5}}", "{north: {worth: 6}}"), ("state", "{ripe: int}"), "lane",
        "{kinds: {east: {}}}", "{kinds: {west: {}}}",
    ),
    "tracks": _entry("fame", ("steps", "7", "8"), ("start", "2"), "luck", "{steps: 3}", "{steps: 4}"),
    "state": _and(
        _below("game", _entry(
            "round_number", ("start", "1", "2"), ("resets", "turn"), "storms", "int", "{type: int, start: 2}"
        )),
        _below("player", _entry("sold", ("start", "1", "2"), ("resets", "turn"), "storms", "int", "bool")),
    ),
    "tables": Section(
        same=(
            ("{patch: {price: [1]}}", "{patch: {price: [2]}}"),
            ("{add: {fee: [1]}}", "{add: {fee: [2]}}"),
            ("{replace: {price: [1]}}", "{replace: {price: [2]}}"),
            ("{remove: [bonus]}", "{replace: {bonus: [2]}}"),
        ),
        apart=(
            ("{patch: {price: [1]}}", "{patch: {bonus: [2]}}"),
            ("{add: {fee: [1]}}", "{add: {toll: [2]}}"),
        ),
    ),
    "values": _entry(
        "cost", ("is", "'2'", "'3'"), ("at_most", "4"), "worth_of",
        "{given: {p: player}, is: '1'}", "{given: {p: player}, is: '2'}",
    ),
    "procedures": _entry(
        "market", ("do", "''", "end game"), ("note", "mine"), "fair",
        "{given: {p: player}, do: ''}", "{do: end game}",
    ),
    "phases": _entry("turn", ("do", "''", "end game"), ("note", "mine"), "night", "{do: ''}", "{do: end game}"),
    "menus": Section(
        same=(
            ("{add: {play: {}}}", "{add: {play: {note: mine}}}"),
            ("{replace: {work: {}}}", "{replace: {work: {note: mine}}}"),
            ("{remove: [work]}", "{replace: {work: {}}}"),
            ("{patch: {work: {note: ours}}}", "{patch: {work: {note: mine}}}"),
        ),
        apart=(("{add: {play: {}}}", "{add: {rest: {}}}"),),
    ),
    "actions": _entry(
        "plant", ("do", "gain 1 coin", "gain 2 coin"), ("limit", "'2 times per turn'"), "sow",
        "{menu: work, do: gain 1 coin}", "{menu: work, do: gain 2 coin}",
    ),
    "free": _entry(
        "trade", ("do", "gain 1 coin", "gain 2 coin"), ("limit", "'2 times per turn'"), "gift",
        "{window: my decisions, limit: once per turn, do: gain 1 corn}",
        "{window: my decisions, limit: once per turn, do: gain 2 corn}",
    ),
    "rules": _and(
        _entry(
            "pay", ("rule", "'after turn { }'", "'after turn { end game }'"), ("order", "2"), "gift",
            "'after turn { }'", "'after turn { end game }'",
        ),
        Section(
            same=(
                ("{gift: 'after turn { }'}", "{gift: 'after turn { end game }'}"),
                ("{gift: 'after turn { }'}", "{add: {gift: 'after turn { end game }'}}"),
            ),
            apart=(("{gift: 'after turn { }'}", "{toll: 'after turn { end game }'}"),),
        ),
    ),
    "scoring": _and(
        _below("categories", _entry(
            "coins", ("worth", "'1'", "'2'"), ("note", "ours"), "fields", "{worth: '1'}", "{worth: '2'}"
        )),
        _below("tie_breaks", _entry(
            "corn", ("worth", "'1'", "'2'"), ("lower_wins", "true"), "fields", "{worth: '1'}", "{worth: '2'}"
        )),
    ),
    "endings": _entry(
        "early", ("winners", "players", "'those(p in players if p.coin > 0)'"), ("all_lose", "false"), "late",
        "{}", "{all_lose: true}",
    ),
    "allow": _whole(
        "note", "{lint: L601, names: [tin], reason: mine}", "{lint: L601, names: [tin], reason: ours}", "more"
    ),
    "hints": _whole("rich", "p.coin", "2 * p.coin", "wise"),
    "show": Section(
        same=(
            ("{patch: {hide: [yard]}}", "{patch: {hide: [barn]}}"),
            ("{add: {hide: [yard]}}", "{patch: {hide: [barn]}}"),
        ),
        apart=(
            ("{patch: {hide: [yard]}}", "{patch: {grids: {}}}"),
            ("{add: {hide: [yard]}}", "{add: {hide: [sold]}}"),
        ),
    ),
}  # fmt: skip

MODULES = (
    "# file: modules/a/module.yaml\nmodule: {{id: a}}\n{one}\n# file: modules/b/module.yaml\nmodule: {{id: b}}\n{two}\n"
)


def _text(section: str, one: str, two: str) -> str:
    return BASE + MODULES.format(one=f"{section}: {one}", two=f"{section}: {two}")


def _told(text: str, order: list[str]) -> list[Diagnostic]:
    """What merging says of modules named in an order; what the program would say of the result is not asked."""
    found = Diagnostics()
    documents = load_documents(folder_from_text(text), order, found)
    assert documents is not None
    merge(documents, found)
    return list(found)


def _merged(text: str, order: list[str]) -> object:
    found = Diagnostics()
    documents = load_documents(folder_from_text(text), order, found)
    assert documents is not None
    tree = plain(merge(documents, found))
    assert not len(found), [message(d) for d in found]
    return tree


SAME = [(name, one, two) for name, section in SECTIONS.items() for one, two in section.same]
APART = [(name, one, two) for name, section in SECTIONS.items() for one, two in section.apart]


def test_every_section_and_operation_of_a_module_is_tried() -> None:
    schemas = data_folder("schemas")
    assert schemas is not None
    module = json.loads((schemas / "module.schema.json").read_text(encoding="utf-8"))
    sections = module["$defs"]["m_sections"]["properties"]
    supported = {name: s for name, s in sections.items() if name != "with" and not s.get("x-unsupported")}
    assert set(SECTIONS) == set(supported)
    assert set(module["properties"]) - set(sections) == {"module"}
    for name, schema in supported.items():
        changes = [change for pair in SECTIONS[name].same for change in pair]
        missing = [
            v for v in schema["properties"] if v != "expects" and not any(c.startswith(f"{{{v}:") for c in changes)
        ]
        assert not missing, (name, missing)


def test_the_ruleset_itself_is_fine() -> None:
    diagnostics = Diagnostics()
    model = pipeline.model_of(folder_from_text(BASE), (), diagnostics)
    assert model is not None
    check_all(model, diagnostics)
    assert [message(d) for d in diagnostics.errors] == []


@pytest.mark.parametrize(("section", "one", "two"), [*SAME, *((s, two, one) for s, one, two in SAME)])
def test_what_two_modules_set_differently_is_refused_in_either_order(section: str, one: str, two: str) -> None:
    text = _text(section, one, two)
    there, back = (_told(text, order) for order in (["a", "b"], ["b", "a"]))
    assert {d.code for d in there} == {"E136"}, [message(d) for d in there]
    assert [message(d) for d in there] == [message(d) for d in back]
    for d in there:
        places = [span.path for span in (d.span, *(span for span, _ in d.related)) if span is not None]
        assert sorted(places) == ["modules/a/module.yaml", "modules/b/module.yaml"]


@pytest.mark.parametrize(("section", "one", "two"), [*SAME, *((s, two, one) for s, one, two in SAME)])
def test_the_block_that_the_hint_shows_settles_it(section: str, one: str, two: str) -> None:
    text = _text(section, one, two)
    blocks = {d.hint.partition("in `b`: ")[2] for d in _told(text, ["a", "b"])}
    for block in blocks:
        assert block.startswith("with: {a: {"), block
        text += f"# file: modules/b/{len(text)}.yaml\n{block}\n"
    _merged(text, ["a", "b"])


@pytest.mark.parametrize(("section", "one", "two"), APART)
def test_what_two_modules_set_apart_is_one_ruleset_in_either_order(section: str, one: str, two: str) -> None:
    text = _text(section, one, two)
    there, back = (_merged(text, order) for order in (["a", "b"], ["b", "a"]))
    assert json.dumps(there) == json.dumps(back)
    assert json.dumps(there) not in [json.dumps(_merged(text, [name])) for name in "ab"]
    programs = set()
    for order in (["a", "b"], ["b", "a"]):
        programs.add(pipeline.load(folder_from_text(text), modules=order).program.source)
    assert len(programs) == 1


def _is_written_again(one: str, two: str) -> bool:
    """Whether the second change writes all that the first has written."""
    return any(one.startswith(f"{{{verb}:") and two.startswith(f"{{{verb}:") for verb in ("patch", "replace"))


@pytest.mark.parametrize(("section", "one", "two"), [case for case in SAME if _is_written_again(*case[1:])])
def test_the_module_that_needs_the_other_wins(section: str, one: str, two: str) -> None:
    text = _text(section, one, two)
    needing = text.replace("{id: b}", "{id: b, needs: [a]}")
    assert _merged(needing, ["a", "b"]) == _merged(text, ["b"]) != _merged(text, ["a"])


# ---- what one module takes out and the other changes

OUT = "pieces: {{remove: {{cart: {{kinds: [red]}}}}}}\nwith:\n  {other}: {{pieces: {settled}}}"
CHANGED = "pieces: {patch: {cart: {kinds: {red: {copies: 3}}}}}"


BLOCK = "with: {{{other}: {{{text}}}}}"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("pieces: {patch: {cart: {kinds: {red: {size: 6}}}}}", "pieces: {patch: {cart: {kinds: {red: {size: 7}}}}}"),
        ("rules: {remove: [pay]}", "rules: {replace: {pay: 'after turn { }'}}"),
        ("rules: {gift: 'after turn { }'}", "rules: {gift: 'after turn { end game }'}"),
    ],
)
def test_blocks_about_each_other_that_differ_are_refused(one: str, two: str) -> None:
    text = BASE + MODULES.format(one=BLOCK.format(other="b", text=one), two=BLOCK.format(other="a", text=two))
    (d,) = _told(text, ["a", "b"])
    assert d.code == "E136" and d.message.startswith("the modules `a+b` and `b+a` both change ")
    assert "one of the two `with` blocks" in d.hint
    _merged(text.replace(BLOCK.format(other="a", text=two), ""), ["a", "b"])


@pytest.mark.parametrize(
    ("section", "one", "two"),
    [
        ("rules", "{x: 'after turn { }'}", "{y: 'after turn { end game }'}"),
        ("zones", "{add: {x: {pieces: cart}}}", "{add: {y: {limit: 1}}}"),
        ("state", "{add: {player: {x: int}}}", "{add: {player: {y: int}}}"),
    ],
)
def test_blocks_that_take_out_what_the_other_module_adds_are_refused(section: str, one: str, two: str) -> None:
    path = "{player: [%s]}" if section == "state" else "[%s]"
    blocks = [BLOCK.format(other=o, text=f"{section}: {{remove: {path % id}}}") for o, id in (("b", "y"), ("a", "x"))]
    text = BASE + MODULES.format(one=f"{section}: {one}\n{blocks[0]}", two=f"{section}: {two}\n{blocks[1]}")
    (d,) = _told(text, ["a", "b"])
    assert d.code == "E136" and [d.span and d.span.text, *(s.text for s, _ in d.related)] == ["x", "y"]
    _merged(text.replace(blocks[1], ""), ["a", "b"])


def test_a_block_that_knows_more_modules_settles_what_two_blocks_say_of_each_other() -> None:
    one, two = (f"pieces: {{patch: {{cart: {{kinds: {{red: {{size: {n}}}}}}}}}}}" for n in (6, 7))
    text = BASE + MODULES.format(one=BLOCK.format(other="b", text=one), two=BLOCK.format(other="a", text=two))
    third = BLOCK.format(other="a", text=BLOCK.format(other="b", text=one.replace("6", "8")))
    merged = _merged(f"{text}# file: modules/c/module.yaml\nmodule: {{id: c}}\n{third}\n", ["a", "b", "c"])
    assert isinstance(merged, dict) and merged["pieces"]["cart"]["kinds"]["red"]["size"] == 8


def test_all_clashes_are_told_at_once() -> None:
    price, rule = "tables: {{replace: {{price: [{n}]}}}}\n", "rules: {{{id}: 'modify cost(any p) to {n}'}}\n"
    modules = [(price.format(n=n) + rule.format(id=f"to{n}", n=n)) for n in (5, 6, 7)]
    text = (
        BASE
        + MODULES.format(one=modules[0], two=modules[1])
        + f"# file: modules/c/m.yaml\nmodule: {{id: c}}\n{modules[2]}"
    )
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), ["a", "b", "c"], found)
    assert model is not None
    check_all(model, found)
    assert [d.code for d in found.errors] == ["E136"] * 6


@pytest.mark.parametrize("names", ["ab", "ba"])
@pytest.mark.parametrize(
    ("settled", "expected"),
    [
        ("{remove: {cart: {kinds: [red]}}}", {"blue": {"size": 2, "copies": 1}}),
        (
            "{patch: {cart: {kinds: {red: {size: 5}}}}}",
            {"red": {"size": 5, "copies": 3}, "blue": {"size": 2, "copies": 1}},
        ),
    ],
)
def test_a_with_block_says_what_holds_where_one_module_takes_out_what_the_other_changes(
    names: str, settled: str, expected: object
) -> None:
    one = OUT.format(other=names[1], settled=settled)
    written = {names[0]: one, names[1]: CHANGED}
    text = BASE + MODULES.format(one=written["a"], two=written["b"])
    merged = _merged(text, ["a", "b"])
    assert isinstance(merged, dict)
    assert json.dumps(merged["pieces"]["cart"]["kinds"]) == json.dumps(expected)


def test_a_module_takes_an_option_out() -> None:
    text = _text("game", "{remove: {options: [pace]}}", "{}")
    model = pipeline.model_of(folder_from_text(text), ("a",), Diagnostics())
    assert model is not None and not model.game.options
    (d,) = _told(text.replace("[pace]", "[pase]"), ["a"])
    assert d.message == "there is no `pase` in `game.options` to take out"


# ---- rules of which only one can count


TURN = "'instead of turn { each of players does { gain 1 coin } }'"
DEAR = "'modify cost(any p) to 2'"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (TURN, TURN.replace("1", "2")),
        (TURN, TURN.replace("instead of turn", "instead of turn if size(players) > 2")),
        (DEAR, DEAR.replace("2", "3")),
        (DEAR.replace("any p", "players[1]"), DEAR),
        (DEAR.replace("2'", "2 if size(players) > 2'"), DEAR.replace("2'", "3 if size(players) > 2'")),
    ],
)
def test_rules_of_two_modules_of_which_only_one_can_count_are_refused(one: str, two: str) -> None:
    text = _text("rules", f"{{here: {one}}}", f"{{there: {two}}}")
    for order in (["a", "b"], ["b", "a"]):
        with pytest.raises(RulesetError) as caught:
            pipeline.load(folder_from_text(text), modules=order)
        (d,) = caught.value.diagnostics
        assert d.code == "E136" and d.span is not None
        assert [str(d.span), *(str(s) for s, _ in d.related)] == [f"modules/{m}/module.yaml:3:9" for m in "ba"]
    pipeline.load(folder_from_text(text.replace("{id: b}", "{id: b, needs: [a]}")), modules=["a", "b"])


LARGE = "'modify fee(any b) to 1 if b.size > 1'"
BLUE = "'modify fee(any b) to 2 if b.kind is blue'"
FEE = BASE.replace("values: {", "values: {fee: {given: {b: cart}, is: b.size}, ")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (TURN.replace("{ each", "{ do original; each"), TURN),
        (TURN.replace("turn", "turn if size(players) > 2", 1), TURN.replace("1 coin", "2 coin")),
        (DEAR, DEAR.replace("2'", "3 if size(players) > 2'")),
        (DEAR, DEAR.replace("any p", "players[1]")),
        (LARGE, BLUE),
    ],
)
@pytest.mark.parametrize("names", ["ab", "ba"])
def test_rules_of_which_the_order_decides_which_counts_are_refused(one: str, two: str, names: str) -> None:
    """Until one of them has an order, which the hint says."""
    base = FEE if "fee" in one else BASE
    of = {names[0]: f"rules: {{here: {one}}}", names[1]: f"rules: {{there: {two}}}"}
    text = base + MODULES.format(one=of["a"], two=of["b"])
    with pytest.raises(RulesetError) as caught:
        pipeline.load(folder_from_text(text), 3, modules=["a", "b"])
    (d,) = caught.value.diagnostics
    assert d.code == "E136" and d.message.endswith(", and their order decides")
    where, _, block = d.hint.partition("such as this in `")[2].partition("`: ")
    text += f"# file: modules/{where}/order.yaml\n{block}\n"
    pipeline.load(folder_from_text(text), 3, modules=["a", "b"])


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (DEAR, DEAR.replace("to", "by")),
        (LARGE, BLUE.replace("blue", "red")),
        (LARGE, LARGE.replace("> 1", "<= 1")),
        (TURN.replace("{ each", "{ do original; each"), TURN.replace("{ each", "{ do original; each")),
    ],
)
def test_rules_of_two_modules_that_can_both_count_are_taken(one: str, two: str) -> None:
    base = FEE if "fee" in one else BASE
    text = base + MODULES.format(one=f"rules: {{here: {one}}}", two=f"rules: {{there: {two}}}")
    programs = {pipeline.load(folder_from_text(text), modules=tuple(order)).program.source for order in ("ab", "ba")}
    assert len(programs) == 1
    assert _remarks(text) == []


def _remarks(text: str) -> list[str]:
    """What is said of the order of rules."""
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), ["a", "b"], found)
    assert model is not None
    check_all(model, found)
    assert not found.has_errors, [message(d) for d in found]
    return [d.message for d in found if d.code == "L636"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("before market(any p) { p does { lose 1 coin } }", "before market(any p) { p does { gain my coin coin } }"),
        ("before market(any p) { p does { lose 1 coin } }", "before market(any p) { p does { gain 1 coin } }"),
        ("after market(any p) { storms = 2 }", "after market(any p) { storms = 3 }"),
        ("after market(any p) { storms = 2 }", "after market(any p) { storms += 3 }"),
        ("after market(any p) if storms > 1 { p does { gain 1 coin } }", "after market(any p) { storms += 1 }"),
        ("after market(any p) { do pour }", "after market(any p) if storms is 0 { p does { gain 1 coin } }"),
        (
            "after market(any p) { p does { may burn { pay 1 corn } } }",
            "after market(any p) { p does { gain 1 corn } }",
        ),
        ("after market(any p) { end game }", "after market(any p) { p does { gain 1 corn } }"),
        ("whenever storms > 1 { storms = 5 }", "whenever storms > 1 { storms += 1 }"),
        ("modify cost(any p) to 1 if p.coin > 3", "modify cost(any p) to 2 if p.corn > 3"),
        (
            "instead of turn if storms > 1 { do pour }",
            "instead of turn if winds > 2 { do original; do pour }",
        ),
    ],
)
@pytest.mark.parametrize("names", ["ab", "ba"])
def test_rules_of_two_modules_that_do_not_commute_are_told(one: str, two: str, names: str) -> None:
    base = BASE.replace("state: {game: {", "state: {game: {winds: int, storms: int, ")
    base = base.replace("procedures: {", "procedures: {pour: {do: storms += 1}, ")
    of = dict(zip(names, (f"{{here: '{one}'}}", f"{{there: '{two}'}}"), strict=True))
    text = base + MODULES.format(one=f"rules: {of['a']}", two=f"rules: {of['b']}")
    (told,) = _remarks(text)
    assert "`here`" in told and "`there`" in told
    assert _remarks(text.replace(of["b"], of["b"].replace(": '", ": {order: 1, rule: '") + "}")) == []
    assert _remarks(text.replace("{id: b}", "{id: b, needs: [a]}")) == []


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("p does { gain 1 coin }", "p does { gain 2 coin; gain 1 corn }"),
        ("p does { gain 1 corn }", "p does { gain 2 corn }"),
        ("p does { lose 1 coin }", "p does { lose 2 coin }"),
        ("p does { lose 1 coin }", "p does { gain 2 corn }"),
        ("p does { may burn { pay 1 corn } }", "p does { may give { pay 1 corn; gain 1 coin } }"),
        ("storms += 1", "storms += 2"),
        ("if option.pace is slow { storms = 2 }", "if option.pace is quick { storms = 3 }"),
    ],
)
def test_rules_that_commute_are_taken_without_a_word(one: str, two: str) -> None:
    base = BASE.replace("state: {game: {", "state: {game: {storms: int, ")
    rules = [f"rules: {{r{n}: 'after market(any p) {{ {text} }}'}}" for n, text in enumerate((one, two))]
    assert _remarks(base + MODULES.format(one=rules[0], two=rules[1])) == []


# ---- lists, and what is expected


@pytest.mark.parametrize(
    ("section", "change", "path", "expected"),
    [
        ("show", "{add: {hide: [yard, barn]}}", ("show", "hide"), ["barn", "yard"]),
        ("resources", "{add: {coin: {held_by: [barn]}}}", ("resources", "coin", "held_by"), ["player", "cart", "barn"]),
        ("game", "{patch: {seats: [x, y, z]}}", ("game", "seats"), ["x", "y", "z"]),
    ],
)
def test_names_are_added_to_lists(section: str, change: str, path: tuple[str, ...], expected: list[str]) -> None:
    found = _merged(_text(section, change, "{}"), ["a"])
    for key in path:
        assert isinstance(found, dict)
        found = found[key]
    assert found == expected


def test_two_modules_may_add_the_same_name_to_a_list() -> None:
    text = _text("show", "{add: {hide: [yard, sold]}}", "{add: {hide: [yard]}}")
    merged = _merged(text, ["b", "a"])
    assert isinstance(merged, dict) and sorted(merged["show"]["hide"]) == ["barn", "sold", "yard"]


@pytest.mark.parametrize(
    ("section", "expects", "found"),
    [
        ("pieces", "{cart: {kinds: {red: {size: %s}}}}", "1"),
        ("tables", "{price: {2: %s}}", "2"),
        ("values", "{cost: {is: '%s'}}", "1"),
        ("rules", "{pay: '%s'}", "after turn { for p in players { p does { gain 1 coin } } }"),
        ("game", "{options: {pace: {default: %s}}}", "slow"),
        ("zones", "{shed: {limit: %s}}", "not there"),
    ],
)
def test_what_a_module_expects_is_compared_with_what_is_there(section: str, expects: str, found: str) -> None:
    other = f"{{expects: {expects % 7}}}"
    (d,) = _told(_text(section, other, "{}"), ["a"])
    assert d.code == "E158" and d.message.endswith(f", but it is {found} now")
    assert d.message.startswith("the module expects 7 at ")
    if found != "not there":
        _merged(_text(section, f"{{expects: {expects % found.replace('turn {', 'turn  {')}}}", "{}"), ["a"])


def test_what_is_expected_is_what_stood_before_the_module_and_whatever_strangers_change() -> None:
    text = _text("tables", "{expects: {price: {1: 1}}, patch: {price: {1: 6}}}", "{patch: {price: {1: 5}}}")
    assert [d.code for d in _told(text, ["a", "b"])] == ["E136"]
    assert [d.code for d in _told(text.replace("{id: a}", "{id: a, needs: [b]}"), ["a", "b"])] == ["E158"]
    only = _text("tables", "{expects: {price: {1: 1}}}", "{patch: {price: {1: 5}}}")
    assert _told(only, ["a", "b"]) == []


def test_rules_hang_before_and_after_the_setup() -> None:
    rules = "{x: 'before setup { corn_first = 1 }', y: 'after setup { storms = 2 * storms }'}"
    base = BASE.replace("state: {game: {", "state: {game: {corn_first: int, storms: int, ")
    base = base.replace("gain 1 coin }'}", "gain 1 coin }; storms = 4 + corn_first'}", 1)
    text = base + MODULES.format(one=f"rules: {rules}", two="")
    view = pipeline.load(folder_from_text(text), modules=["a"]).start(1).observe(None)
    assert view["game"]["storms"] == 10
    assert pipeline.load(folder_from_text(text)).start(1).observe(None)["game"]["storms"] == 4
    nobody = base + MODULES.format(one="rules: {x: 'before setup { gain 1 coin }'}", two="")
    with pytest.raises(RulesetError) as caught:
        pipeline.load(folder_from_text(nobody), modules=["a"])
    assert [d.code for d in caught.value.diagnostics] == ["E368"]


# ---- what still names what is gone

GONE = """# file: ruleset.yaml
game: {id: farm, players: [2]}
phases: {game: {do: 'players[1] does { do one of work; do dig }; end game'}}
menus: {work: {}}
actions: {dig: {menu: work, do: ''}, rest: {menu: work, do: ''}}
rules: {tired: 'after dig { end game }'}
# file: modules/a/module.yaml
module: {id: a}
actions: {remove: [dig]}
"""


def test_what_still_names_what_a_module_took_out_shows_where_it_did() -> None:
    diagnostics = Diagnostics()
    model = pipeline.model_of(folder_from_text(GONE), ("a",), diagnostics)
    assert model is not None
    check_all(model, diagnostics)
    found = [(d.code, [(str(span), words) for span, words in d.related]) for d in diagnostics.errors]
    place = [("modules/a/module.yaml:3:20", "`a` takes it out here")]
    assert found == [("E301", place), ("E313", place)]


# ---- words


WORDS = """# file: ruleset.yaml
game: {id: farm, players: [2]}
# file: texts/en.yaml
GROUP: {tea: Tea}
# file: modules/a/module.yaml
module: {id: a}
# file: modules/a/texts/en.yaml
GROUP: {tea: A, only_a: A}
# file: modules/a/texts/ru.yaml
GROUP: {tea: one word}
# file: modules/b/module.yaml
module: {id: b}
# file: modules/b/texts/en.yaml
GROUP:
  only_b: B
  tea: B
# file: modules/b/texts/ru.yaml
GROUP: {tea: one word}
# file: modules/c/module.yaml
module: {id: c, needs: [a, b]}
# file: modules/c/texts/en.yaml
GROUP: {tea: C}
"""
GROUPS = ("names", "prompts", "actions", "log", "help", "refusals", "facts", "rulebook")


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("order", [["a", "b"], ["b", "a"]], ids="".join)
def test_two_modules_that_give_one_id_different_words_are_refused(group: str, order: list[str]) -> None:
    found = list(load_text(WORDS.replace("GROUP", group), order)[1])
    assert [message(d) for d in found] == [
        f"modules/b/texts/en.yaml:4:3 [tea] E136 the modules `a` and `b` both change {group}.tea of texts/en.yaml\n"
        "  hint: let one need the other, so that it comes later, or settle it in a module that needs both\n"
        f"  modules/a/texts/en.yaml:2:{len(group) + 4} [tea] `a` changes it here"
    ]


def test_words_of_the_module_that_needs_the_others_win() -> None:
    for change, order, wins in [
        ("", ["a"], "A"),
        ("", ["b"], "B"),
        ("{id: b, needs: [a]}", ["b", "a"], "B"),
        ("", ["b", "c", "a"], "C"),
    ]:
        text = WORDS.replace("GROUP", "names").replace("{id: b}", change or "{id: b}")
        assert loaded(text, order).texts["en"].groups["names"]["tea"] == wins
    model = loaded(WORDS.replace("GROUP", "names").replace("{id: a}", "{id: a, needs: [b]}"), ["a", "b"])
    assert model.texts["en"].groups["names"] == {"tea": "A", "only_a": "A", "only_b": "B"}


def test_the_schema_has_no_other_group_of_words() -> None:
    schemas = data_folder("schemas")
    assert schemas is not None
    texts = json.loads((schemas / "texts.schema.json").read_text(encoding="utf-8"))
    assert set(texts["properties"]) == set(GROUPS)


def patched(change: str) -> Diagnostics:
    diagnostics = Diagnostics()
    documents = load_documents(
        folder_from_text(
            f"{BASE}# file: modules/more/module.yaml\nmodule: {{id: more}}\ntables: {{patch: {change}}}\n"
        ),
        ["more"],
        diagnostics,
    )
    assert documents is not None
    tree = merge(documents, diagnostics)
    if not diagnostics.has_errors:
        tables = tree.get("tables")
        assert tables is not None
        assert plain(tables) == {"price": [1, 7, 3], "bonus": [4, 5]}
    return diagnostics


def test_single_entries_of_a_list_are_patched_by_their_numbers() -> None:
    """A map does not take the place of the list."""
    assert not patched("{price: {2: 7}}").has_errors
    found = patched("{price: {4: 7}}").errors
    assert [(d.code, d.span and d.span.text) for d in found] == [("E138", "4")]


# ---- a text that a module has written, and a rule that always takes its place

SLOW = "phases: {patch: {turn: {do: 'each of players does { gain 2 coin }'}}}"
CHEAP = "values: {patch: {cost: {is: '3'}}}"


@pytest.mark.parametrize(("text", "rule"), [(SLOW, TURN), (CHEAP, DEAR)])
def test_a_text_that_a_rule_of_another_module_always_replaces_is_refused(text: str, rule: str) -> None:
    for one, two in ((text, f"rules: {{there: {rule}}}"), (f"rules: {{there: {rule}}}", text)):
        game = BASE + MODULES.format(one=one, two=two)
        for order in (["a", "b"], ["b", "a"]):
            with pytest.raises(RulesetError) as caught:
                pipeline.load(folder_from_text(game), modules=order)
            (d,) = caught.value.diagnostics
            assert d.code == "E136" and d.span is not None
            assert [d.span.path, *(s.path for s, _ in d.related)] == [f"modules/{m}/module.yaml" for m in "ba"]
        pipeline.load(folder_from_text(game.replace("{id: b}", "{id: b, needs: [a]}")), modules=["a", "b"])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (SLOW, TURN.replace("{ each", "{ do original; each")),
        (SLOW, TURN.replace("turn", "turn if size(players) > 2", 1)),
        (CHEAP, DEAR.replace("to", "by")),
        (CHEAP, DEAR.replace("any p", "players[1]")),
    ],
)
def test_a_text_that_a_rule_of_another_module_leaves_something_of_is_taken(text: str, rule: str) -> None:
    game = BASE + MODULES.format(one=text, two=f"rules: {{there: {rule}}}")
    pipeline.load(folder_from_text(game), modules=["a", "b"])
