"""`defaults` of a class: what kinds take over, what of it holds for the kinds of modules, and what no kind can have."""

from __future__ import annotations

from interpreter.loading.model import Model
from tests.loading.loading_texts import load_text, loaded, message

BASE = """# file: ruleset.yaml
game: {id: farm, players: [2]}
pieces:
  barn:
    attributes: {cost: int, roofed: bool}
    start: yard
    defaults: {cost: 2, roofed: true, provenance: rulebook}
    kinds: {small: {}, plain: , large: {cost: 5, provenance: own}}
zones: {yard: {pieces: barn}}
effects: {omen: {attributes: {omens: int}, defaults: {omens: 3, do: end game}, kinds: {rain: {omens: 1}, sun: {}}}}
spaces:
  row: {attributes: {worth: int}, defaults: {worth: 4}, kinds: {north: {}, south: {worth: 1}}}
  cell: {attributes: {soil: bool}, defaults: {soil: true}, grid: {columns: 2, rows: 1}, kinds: {r1c2: {soil: false}}}
phases: {game: {do: end game}}
"""


def facts(model: Model, cls: str) -> dict[str, tuple[dict[str, object], str | None]]:
    found = next(c for c in model.classes if c.id == cls)
    return {kind.id: (dict(kind.attributes), kind.provenance) for kind in found.kinds.values()}


def test_kinds_take_over_what_they_do_not_say() -> None:
    model = loaded(BASE)
    assert facts(model, "barn") == {
        "small": ({"cost": 2, "roofed": True}, "rulebook"),
        "plain": ({"cost": 2, "roofed": True}, "rulebook"),
        "large": ({"cost": 5, "roofed": True}, "own"),
    }
    omen = model.pieces["omen"]
    assert facts(model, "omen") == {"rain": ({"omens": 1}, None), "sun": ({"omens": 3}, None)}
    assert all(kind.do is not None for kind in omen.kinds.values())
    assert facts(model, "row") == {"north": ({"worth": 4}, None), "south": ({"worth": 1}, None)}
    assert {id: found["soil"] for id, (found, _) in facts(model, "cell").items()} == {"r1c1": True, "r1c2": False}


def test_kinds_of_a_module_take_over_all_but_the_provenance() -> None:
    module = (
        "# file: modules/more/module.yaml\nmodule: {id: more}\npieces: {patch: {barn: {kinds: {huge: {cost: 9}}}}}\n"
    )
    assert facts(loaded(BASE + module), "barn")["huge"] == ({"cost": 9, "roofed": True}, None)


def test_a_module_has_defaults_for_the_kinds_that_it_brings() -> None:
    more = (
        "# file: modules/more/module.yaml\nmodule: {id: more}\npieces:\n  patch:\n    barn:\n"
        "      defaults: {cost: 7, provenance: public}\n      kinds: {huge: {}, small: {roofed: false}}\n"
    )
    last = (
        "# file: modules/last/module.yaml\nmodule: {id: last, needs: [more]}\npieces:\n  patch:\n    barn:\n"
        "      defaults: {cost: 1, provenance: own}\n      kinds: {huge: {roofed: false}, hut: {}}\n"
    )
    found = facts(loaded(BASE + more + last), "barn")
    assert found["huge"] == ({"cost": 7, "roofed": False}, "public")
    assert found["hut"] == ({"cost": 1, "roofed": True}, "own")
    assert found["small"] == ({"cost": 2, "roofed": False}, "rulebook")
    assert found["large"] == ({"cost": 5, "roofed": True}, "own")


def test_a_module_expects_a_default_and_changes_it() -> None:
    module = "# file: modules/cheap/module.yaml\nmodule: {id: cheap}\n"
    patch = "pieces: {expects: {barn: {kinds: {small: {cost: 2}}}}, patch: {barn: {kinds: {small: {cost: 1}}}}}\n"
    assert facts(loaded(BASE + module + patch), "barn")["small"][0]["cost"] == 1


def test_a_default_that_no_kind_can_have() -> None:
    _, diagnostics = load_text(BASE.replace("defaults: {cost: 2,", "defaults: {cots: 2,"))
    (found,) = diagnostics.errors
    assert found.code == "E122" and found.near[0] == "cost" and found.span is not None and found.span.text == "cots"
    assert message(found)
