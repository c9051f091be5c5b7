"""Scenarios read without being played: what they name must be there, for the modules, players and options they say.

What a move comes to, and whether a table is possible, only playing shows; that takes a program and is slow.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import field, replace
from itertools import groupby
from pathlib import Path

from interpreter.diagnostics import Diagnostic, Diagnostics, Span, near_names
from interpreter.loading.companions import scenarios_beside
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node, is_whole, plain
from interpreter.loading.model import Model
from interpreter.loading.modules import Documents, ModuleDocument
from interpreter.loading.schema import read_checked
from interpreter.loading.settings import check_settings
from interpreter.loading.source import Folder
from interpreter.loading.words import LANGUAGE
from interpreter.records import mutable
from interpreter.ruleset import Ruleset, Variant
from interpreter.runtime.decisions import Names
from interpreter.scenarios.declared import Declared
from interpreter.scenarios.expect import Comparison, check_key, texts
from interpreter.scenarios.given import absent, uses
from interpreter.scenarios.reading import GROUPS, Reader, wrong_shape
from interpreter.scenarios.start import START_KEYS, Entrance
from interpreter.scenarios.steps import check_reason

_ALWAYS = frozenset({"skip", "done", "payment", "discount", "on", "at", "of", "yes", "no", "none", "supply", *LANGUAGE})
"""Words of keys in every ruleset."""

_KEY = re.compile(r"[\w.-]+(?=[\"']?\s*:)")


def check_scenarios(model: Model, documents: Documents, diagnostics: Diagnostics) -> Iterator[None]:
    """Report the mistakes in the scenarios of a ruleset, or of its modules where some are chosen, one file a step.
    After mistakes of the ruleset only their form is looked at: what they name may be missing for that reason.

    model: of `documents`. Scenarios speak of the ruleset with the modules they say, and no others:
    with modules, only those of the modules are read that no other one builds on, each with what its module needs.
    """
    _check_breaks(documents, diagnostics)
    checking = _Checking(documents, diagnostics, {tuple(documents.modules): model})
    is_sound = not diagnostics.has_errors
    for module, folder in _folders(documents):
        books = [documents.folder.below("rulebook"), folder.below("rulebook")]
        for source in books[1].files.values():
            read_checked(source, "rulebook", diagnostics)
        pages = (source.text for book in books for source in book.files.values())
        checking.rules = frozenset(word for text in pages for word in _KEY.findall(text))
        checking.around = () if module is None else _with_needs(module.id, documents)
        nodes = scenarios_beside(folder, diagnostics)
        for _, of_file in groupby(nodes if is_sound else (), lambda node: node.span.path):
            for node in of_file:
                checking.scenario(node)
            yield


def scenarios_read(documents: Documents) -> int:
    """How many scenarios `check_scenarios` reads."""
    return sum(len(scenarios_beside(folder, Diagnostics())) for _, folder in _folders(documents))


def _folders(documents: Documents) -> Iterator[tuple[ModuleDocument | None, Folder]]:
    """Where the scenarios lie that are read, with the module that they belong to."""
    needed = {need for module in documents.modules.values() for need in module.needs}
    own = [m for m in documents.modules.values() if m.id not in needed]
    if not own:
        yield None, documents.folder
    yield from ((module, module.folder) for module in own if module.folder is not None)


def _check_breaks(documents: Documents, diagnostics: Diagnostics) -> None:
    """Report what modules say to break and what is no scenario of the ruleset, nor of a module in play."""
    broken = [(name, span) for module in documents.modules.values() for name, span in module.breaks.items()]
    folders = [documents.folder, *(module.folder for module in documents.modules.values())] if broken else []
    nodes = [node for folder in folders if folder is not None for node in scenarios_beside(folder, Diagnostics())]
    known = [word for node in nodes for word, _ in _words(node.get("id"))]
    for name, span in broken:
        if name not in known:
            diagnostics.add("E530", span, near=near_names(name, known), name=name)


def _with_needs(name: str, documents: Documents) -> tuple[str, ...]:
    """A module and those of the chosen ones that it needs, in the order in which they are merged."""
    found: set[str] = set()
    left = [name]
    while left:
        module = left.pop()
        if module in documents.modules and module not in found:
            found.add(module)
            left += documents.modules[module].needs
    return tuple(id for id in documents.modules if id in found)


@mutable
class _Checking:
    """What is known of one ruleset while its scenarios are read. models: by the ids of the modules in play."""

    documents: Documents
    diagnostics: Diagnostics
    models: dict[tuple[str, ...], Model | None]
    around: tuple[str, ...] = ()
    """the modules that the scenarios of the folder being read take for granted"""
    tables: dict[tuple[object, ...], Declared | None] = field(default_factory=dict)
    rules: frozenset[str] = frozenset()
    """all keys of the rulebook, read without its form; empty where the ruleset has none"""

    def scenario(self, node: MapNode) -> None:
        """Report the mistakes of one scenario."""
        found = Diagnostics()
        for id, span in _words(node.get("rules")):
            if self.rules and id not in self.rules:
                found.add("L697", span, near=near_names(id, self.rules), id=id)
        for word, (_, span) in zip(modules_of(node, "holds_with"), _words(node.get("holds_with")), strict=True):
            self._check_offered(word, span, found)
        declared = self._declared(node, found)
        if declared is not None:
            _Reading(declared, found).scenario(node)
        self.diagnostics.extend(placed(d, node) for d in found)

    def _check_offered(self, name: str, span: Span, diagnostics: Diagnostics) -> bool:
        known = {*self.documents.offered, *self.documents.modules}
        if "/" in name and Path(name).exists():
            return True
        if name not in known:
            diagnostics.add("E130", span, near=near_names(name, known), module=name)
        return name in known

    def _declared(self, node: MapNode, diagnostics: Diagnostics) -> Declared | None:
        """What the ruleset declares under the settings of a scenario. None: it has no such settings (reported), or
        the modules it names have mistakes of their own, which a check of those modules tells."""
        check_paths(node, "with", diagnostics)
        check_paths(node, "holds_with", diagnostics)
        if diagnostics.has_errors:
            return None
        named, places = modules_of(node, "with"), [span for _, span in _words(node.get("with"))]
        if not all([self._check_offered(name, span, diagnostics) for name, span in zip(named, places, strict=True)]):
            return None
        modules = tuple(dict.fromkeys((*self.around, *named)))
        model = self._model(modules, changes_of(node), diagnostics)
        if model is None:
            return None
        count, seats = seats_of(node)
        players = model.game.players[0] if count is None else count
        options = plain(node.items["options"].value) if "options" in node.items else {}
        assert isinstance(options, dict)  # the schema lets nothing else through
        changed = changes_of(node)
        key = (modules, players, tuple(sorted(options.items(), key=str)), str(changed and plain(changed)))
        if key not in self.tables:
            unfit = Diagnostics()
            check_settings(model, players, options, unfit)
            diagnostics.extend(unfit)
            self.tables[key] = None if unfit.has_errors else _table(model, players, options)
        declared = self.tables[key]
        if declared is not None:
            declared.seated(seats or tuple(model.game.seats or "abcdefgh")[:players])
        elif not diagnostics.has_errors:
            check_settings(model, players, options, diagnostics)
        return declared

    def _model(self, modules: tuple[str, ...], changes: MapNode | None, diagnostics: Diagnostics) -> Model | None:
        """The model with some modules. Mistakes are reported where they are the scenario's own: in its changes."""
        if changes is not None and self._model(modules, None, diagnostics) is None:
            return None
        if changes is None and modules in self.models:
            return self.models[modules]
        found = Diagnostics()
        offered = self.documents.offered
        own = {m.id: m.folder.path for m in self.documents.modules.values() if m.folder is not None}
        refs: list[str | Path] = [name if name in offered else own.get(name, name) for name in modules]
        model = Ruleset(self.documents.folder, refs, found, changes).model
        model = None if found.has_errors else model
        if changes is None:
            self.models[modules] = model
        else:
            diagnostics.extend(found)
        return model


def _table(model: Model, players: int, options: dict[str, object]) -> Declared:
    checker = Variant(model, players, options).checker
    in_keys = {word for action in model.offered for word in (action.key or "").split() if "{" not in word}
    pauses = {f"before_{menu}" for menu in model.menus}
    return Declared(model, checker, Names(checker.layout, model), _ALWAYS | model.words | in_keys | pauses)


def seats_of(node: MapNode) -> tuple[int | None, tuple[str, ...]]:
    """The number of players of a scenario, and the names it gives them; None and () where it does not say."""
    players = node.get("players")
    if isinstance(players, ListNode):
        names = tuple(word for word, _ in _words(players))
        return len(names), names
    return (players.value, ()) if isinstance(players, Leaf) and isinstance(players.value, int) else (None, ())


def changes_of(node: MapNode) -> MapNode | None:
    """What a scenario says is different in its rules."""
    given = node.get("given")
    changes = given.get("changes") if isinstance(given, MapNode) else None
    return changes if isinstance(changes, MapNode) else None


def modules_of(node: MapNode, key: str) -> list[str]:
    """The modules that a scenario names, paths looked up from its own file."""
    home = Path(node.span.path).parent
    return [os.path.abspath(home / name) if "/" in name else name for name, _ in _words(node.get(key))]


def check_paths(node: MapNode, key: str, diagnostics: Diagnostics) -> None:
    """Report modules that a scenario names by a path that leads too far: a file may come from a stranger, and names
    only what lies around its ruleset or module, or where the command is run."""
    file = Path(node.span.path).resolve()
    around = file.parents[2] if file.parent.name == "scenarios" and len(file.parents) > 2 else file.parent
    homes = [around.resolve(), Path().resolve()]
    for ref, (name, span) in zip(modules_of(node, key), _words(node.get(key)), strict=True):
        if "/" in name and not any(Path(ref).resolve().is_relative_to(home) for home in homes):
            diagnostics.add("E528", span, path=name)


def placed(d: Diagnostic, node: MapNode) -> Diagnostic:
    """A mistake in what a scenario asks for, at the place where it does."""
    key = {"E500": "players", "E501": "options", "E502": "options", "E130": "with"}.get(d.code)
    if d.span is not None and (key is None or d.code == "E130"):
        return d
    wanted = node.get(key) if key is not None else None
    return replace(d, span=node.items["id"].value.span if wanted is None else wanted.span)


def check_seats(bench: Declared, node: MapNode, diagnostics: Diagnostics) -> None:
    """Report seats that are called like something else."""
    words = (*START_KEYS, *GROUPS, "players", "box", "chance", "expect", "refused")
    taken = {*bench.layout.vars, *bench.layout.zone_places, *words}
    players = node.get("players")
    for seat in bench.seats:
        if seat in taken:
            diagnostics.add("E520", players.span if players else node.span, name=seat)


def expects_something(node: MapNode) -> bool:
    """Whether a scenario has moves or expectations, so that it can fail."""
    do, expect = node.get("do"), node.get("expect")
    if isinstance(do, ListNode) and (do.items or do.faulty):
        return True
    return isinstance(expect, MapNode) and bool(expect.items or expect.faulty)


def shows_something(node: MapNode) -> bool:
    """Whether a scenario says what its moves come to, or may say it in what had to be left out."""
    steps = [item.key for step in _list(node.get("do")) if isinstance(step, MapNode) for item in step]
    if not is_whole(node):
        return True
    expect = node.get("expect")
    return bool({"expect", "refused"} & {*steps}) or isinstance(expect, MapNode) and bool(expect.items or expect.faulty)


def _list(node: Node | None) -> list[Node]:
    return node.items if isinstance(node, ListNode) else []


def _words(node: Node | None) -> list[tuple[str, Span]]:
    leaves = node.items if isinstance(node, ListNode) else [] if node is None else [node]
    return [(str(leaf.value), leaf.span) for leaf in leaves if isinstance(leaf, Leaf)]


@mutable
class _Reading:
    """Reads one scenario against what is declared."""

    bench: Declared
    diagnostics: Diagnostics

    def scenario(self, node: MapNode) -> None:
        known = len(self.diagnostics)
        check_seats(self.bench, node, self.diagnostics)
        if not expects_something(node):
            self.diagnostics.add("E518", node.items["id"].value.span)
        given, do, expect = node.get("given"), node.get("do"), node.get("expect")
        if isinstance(given, MapNode):
            self._given(given)
        for step in do.items if isinstance(do, ListNode) else ():
            self._step(step)
        if isinstance(expect, MapNode):
            self._expect(expect)
        if len(self.diagnostics) == known and not shows_something(node):
            self.diagnostics.add("L667", node.items["id"].value.span, name=node.items["id"].value.span.text)

    def _given(self, node: MapNode) -> None:
        entrance = Entrance(self.bench, self.diagnostics)
        entrance.read(node.items)
        Reader(self.bench, self.diagnostics, True).table(item for item in node if item.key not in START_KEYS)
        if "derived" in node.items:
            entrance.call(node.items["derived"], False, None)
        if "without" in node.items:
            absent(self.bench, node.items["without"], self.diagnostics)
        if "used" in node.items:
            checker = self.bench.checker
            limits = [name for name, info in checker.actions.items() if info.decl.limit is not None]
            limits += [rule.decl.id for rule in checker.rules if rule.node.limit is not None]
            limits += [free.decl.id for free in checker.free if free.decl.limit is not None]
            list(uses(self.bench, node.items["used"], limits, self.diagnostics))

    def _step(self, node: Node) -> None:
        if not isinstance(node, MapNode):
            wrong_shape(node, "do", "a map of one step", self.diagnostics)
            return
        for item in node:
            if item.key == "chance":
                self._keys(item.value, "chance")
            elif item.key in ("expect", "refused") and not isinstance(item.value, MapNode):
                wrong_shape(item.value, item.key, "a map", self.diagnostics)
            elif item.key == "expect" and isinstance(item.value, MapNode):
                self._expect(item.value)
            elif item.key == "refused" and isinstance(item.value, MapNode):
                for inner in item.value:
                    self._refused(inner)
            elif self._is_seat(item, "seat or step", "chance", "expect", "refused"):
                self._keys(item.value, item.key)

    def _refused(self, item: Item) -> None:
        if not self._is_seat(item, "seat"):
            return
        if not isinstance(item.value, MapNode):
            self._keys(item.value, "refused")
            return
        for inner in item.value:
            if check_reason(inner, self.diagnostics) is not None:
                check_key(self.bench, inner.key, inner.key_span, self.diagnostics)

    def _is_seat(self, item: Item, what: str, *others: str) -> bool:
        if item.key in self.bench.seats:
            return True
        near = near_names(item.key, [*self.bench.seats, *others])
        self.diagnostics.add("E510", item.key_span, near=near, name=item.key, what=what)
        return False

    def _keys(self, node: Node, path: str) -> None:
        for key, span in texts(node, path, self.diagnostics):
            check_key(self.bench, key, span, self.diagnostics)

    def _expect(self, node: MapNode) -> None:
        Comparison(self.bench, None, self.diagnostics).run(node)
