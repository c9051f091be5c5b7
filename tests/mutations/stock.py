"""What is mutated: shipped rulesets, and the small ones of the examples of the codes and of the tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import yaml

import interpreter as rw
from interpreter.codes import CODES
from interpreter.diagnostics import Diagnostics, Source
from interpreter.editor.keys import takes_effect
from interpreter.language.syntax import nodes
from interpreter.language.syntax.parser import GRAMMAR
from interpreter.language.syntax.texts import parsed
from interpreter.loading.documents import Item, Leaf, MapNode, Node, read_document
from interpreter.loading.model import EffectText
from interpreter.loading.schema import load_schema
from interpreter.loading.source import Folder, find, folder_from_text, read_folder, shipped_games
from interpreter.loading.words import WORDS
from interpreter.ruleset import Ruleset
from interpreter.runtime import log as logs
from interpreter.runtime.rng import Rng
from tests.mistakes.places import keys, leaves

TESTS = Path(__file__).parents[1]
SHIPPED_SHARE = 16
"""One of so many inputs is made of a shipped ruleset; the others cost a hundredth of its time."""
NO_MORE = ("",)
"""What to give as further rulesets where even the shipped ones are to be left out."""
RECORDED = 25
"""Most decisions of a log."""


@dataclass(frozen=True, eq=False)
class Subject:
    """One ruleset with the modules that are chosen. files: those that can be changed."""

    folder: Folder
    modules: tuple[str, ...]
    files: tuple[str, ...]

    @property
    def name(self) -> str:
        return "+".join([str(self.folder.path), *self.modules])

    @cached_property
    def is_sound(self) -> bool:
        """Whether it can be loaded."""
        try:
            Ruleset(self.folder, self.modules).sound()
        except Exception:  # as below
            return False
        return True

    @cached_property
    def log(self) -> str | None:
        """The log of a game between chance and the first options; None where no game can be played."""
        try:
            game = rw.load(self.folder, modules=self.modules)
            state = game.start(seed=1)
            while not state.is_over and len(state.entries()) < RECORDED:
                names = state.decision.keys
                state.apply(names[len(names) // 2])
        except Exception:  # what the ruleset says wrong is found where it is tried itself
            return None
        header = logs.Header(game.id, "", self.modules, {}, game.players, 1)
        entries = [(None if seat is None else game.seats[seat], key) for seat, key in state.entries()]
        return logs.dumps(header, entries)


def _subjects_of(folder: Folder) -> Iterator[Subject]:
    modules = folder.folders_in("modules")
    own = tuple(f for f in folder.files if not f.startswith("modules/"))
    if own:
        yield Subject(folder, (), own)
    for module in modules:
        start = f"modules/{module}/"
        yield Subject(folder, (module,), tuple(f for f in folder.files if f.startswith(start)))


@cache
def shipped() -> tuple[Subject, ...]:
    """The games that come with the package, each without modules and with each one."""
    out: list[Subject] = []
    for game in shipped_games():
        path = find(game)
        assert path is not None
        out += _on_disk(path)
    return tuple(out)


def _on_disk(path: Path) -> list[Subject]:
    folder = read_folder(path, Diagnostics())
    assert folder is not None
    return list(_subjects_of(folder))


@cache
def small(more: tuple[str, ...] = ()) -> tuple[Subject, ...]:
    """Small rulesets. more: further folders, or folders of such folders."""
    texts = [text for code in CODES.values() for text in (code.failing, code.mended) if text]
    texts += [text for file in sorted(TESTS.rglob("*.py")) for text in _rulesets_in(file)]
    folders = [folder_from_text(text, Path(f"small_{n}")) for n, text in enumerate(dict.fromkeys(texts))]
    out = [subject for folder in folders for subject in _subjects_of(folder)]
    for file in sorted(TESTS.rglob("*.yaml")):
        if re.search("^game:", file.read_text(encoding="utf-8"), re.M):
            out += _on_disk(file)
    for path in map(Path, filter(None, more)):
        inner = [path] if any(path.glob("*.yaml")) else sorted(p for p in path.iterdir() if any(p.glob("*.yaml")))
        out += [subject for folder in inner for subject in _on_disk(folder)]
    # Those with mistakes are worth less: what follows the check is never reached.
    faulty = [s for s in out if not s.is_sound]
    return tuple([s for s in out if s.is_sound] + faulty[::8])


def _rulesets_in(file: Path) -> Iterator[str]:
    """The texts in a file of tests that are rulesets."""
    text = file.read_text(encoding="utf-8")
    if "game:" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search("^game:", node.value, re.M):
            yield node.value


def pick(subjects: Sequence[Any], rng: Rng) -> Any:
    return subjects[rng.below(len(subjects))]


# ---- parts to mutate with


def tree_of(source: Source) -> Node | None:
    """The YAML of a file, read once for each source."""
    if "tree for mutations" not in source.memo:
        source.memo["tree for mutations"] = read_document(source, Diagnostics())
    tree: Node | None = source.memo["tree for mutations"]
    return tree


def effects_in(file: str, source: Source) -> list[EffectText]:
    """The effect texts of a file, as far as the schema knows them by their place."""
    memo = source.memo
    if "effects for mutations" not in memo:
        tree = tree_of(source)
        found = [] if tree is None else [leaf for path, leaf in leaves(tree) if takes_effect(file, path)]
        memo["effects for mutations"] = [_effect(leaf) for leaf in found if isinstance(leaf.value, str)]
    out: list[EffectText] = memo["effects for mutations"]
    return out


def _effect(leaf: Leaf) -> EffectText:
    """The text of a leaf without quotes and block indicator, read as whatever it can be read as."""
    span = leaf.span
    text = span.text
    if text[:1] in "'\"" and len(text) > 1:
        span = type(span)(span.source, span.start + 1, span.end - 1)
    elif text[:1] in "|>":
        span = type(span)(span.source, span.start + text.index("\n") + 1 if "\n" in text else span.end, span.end)
    for start in ("program", "formula", "rule"):
        found = Diagnostics()
        made = EffectText(start, span)
        if parsed(made, found).tree is not None:
            return made
    return EffectText("program", span)


def parts_of(text: EffectText) -> list[nodes.Node]:
    """The nodes of an effect text."""
    found = parsed(text, Diagnostics()).tree
    return [] if found is None else [node for node in nodes.walk(found) if node.span.start < node.span.end]


def _known(more: tuple[str, ...]) -> tuple[Subject, ...]:
    """All that parts are taken from. more: as in `small`, or NO_MORE."""
    return small(more) if more == NO_MORE else (*small(more), *shipped())


@cache
def spliced(more: tuple[str, ...] = ()) -> dict[str, tuple[str, ...]]:
    """Kind of node → texts of such nodes, from all rulesets."""
    out: dict[str, dict[str, None]] = {}
    for subject in _known(more):
        for file in subject.files:
            for text in effects_in(file, subject.folder.files[file]):
                for node in parts_of(text):
                    if len(node.span.text) < 400:
                        out.setdefault(type(node).__name__, {})[node.span.text] = None
    return {kind: tuple(texts) for kind, texts in out.items()}


@cache
def items(more: tuple[str, ...] = ()) -> tuple[Item, ...]:
    """Keys with their values, from all rulesets."""
    out: list[Item] = []
    for subject in _known(more):
        for source in (subject.folder.files[file] for file in subject.files):
            tree = tree_of(source)
            found = [key.item for key in keys(tree)] if isinstance(tree, MapNode) else []
            out += [item for item in found if len(item.value.span.text) < 600]
    return tuple(out)


@cache
def tokens() -> tuple[str, ...]:
    """The language's own words and signs."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    quoted = re.findall(r'"((?:[^"\\\n]|\\.)+)"', grammar)
    return tuple(dict.fromkeys([*sorted(WORDS), *(q.encode().decode("unicode_escape") for q in quoted)]))


@cache
def schema_keys() -> tuple[str, ...]:
    """All keys that the schemas know."""
    found: dict[str, None] = {}

    def walk(schema: object) -> None:
        if isinstance(schema, dict):
            found.update(dict.fromkeys(map(str, schema.get("properties", {}))))
            for inner in schema.values():
                walk(inner)
        elif isinstance(schema, list):
            for inner in schema:
                walk(inner)

    for name in ("ruleset", "module", "scenarios", "texts", "not_built"):
        walk(load_schema(name))
    return tuple(sorted(found))


def as_yaml(value: object) -> str:
    """A value on one line."""
    return (
        yaml.safe_dump(value, default_flow_style=True, width=10_000, allow_unicode=True).strip().removesuffix("\n...")
    )
