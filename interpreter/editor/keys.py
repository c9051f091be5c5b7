"""What the JSON Schemas say of a place: the keys that can stand there, the words, the kind of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from interpreter.editor.places import ELEMENT
from interpreter.loading.schema import load_schema
from interpreter.loading.source import BESIDE
from interpreter.records import record

Schema = Mapping[str, Any]


@record
class Key:
    """A key that can stand in a map. text: what it means."""

    name: str
    text: str
    is_required: bool = False


def schema_of(name: str) -> str:
    """The schema of a file of a ruleset, by its name in the folder."""
    parts = name.split("/")
    if parts[0] == "modules" and len(parts) > 2:
        return "module" if len(parts) == 3 or parts[2] not in BESIDE else schema_of("/".join(parts[2:]))
    if parts[0] in BESIDE:
        return parts[0]
    return "not_built" if name == "not_built.yaml" else "ruleset"


def keys_at(file: str, path: Iterable[str]) -> list[Key]:
    """The keys of the map at a path of a file, in the order of the schema."""
    found: dict[str, Key] = {}
    for schema in _at(file, path):
        required = schema.get("required", ())
        for name, inner in schema.get("properties", {}).items():
            if not inner.get("x-unsupported"):
                found.setdefault(name, Key(name, _description(inner), name in required))
    return list(found.values())


def words_at(file: str, path: Iterable[str]) -> list[str]:
    """The words that can be the value at a path, where the schema lists them."""
    words = [word for schema in _at(file, path) for word in schema.get("enum", ())]
    if any(schema.get("type") == "boolean" for schema in _at(file, path)):
        words += [True, False]
    return list(dict.fromkeys(str(w).lower() if isinstance(w, bool) else str(w) for w in words))


def takes_effect(file: str, path: Iterable[str]) -> bool:
    """Whether the value at a path is effect text."""
    return any("x-effect" in schema for schema in _at(file, path))


def description(file: str, path: tuple[str, ...]) -> str:
    """What the last key of a path means; "" where it is a name that the ruleset gives."""
    if not path:
        return ""
    return next((key.text for key in keys_at(file, path[:-1]) if key.name == path[-1]), "")


def _at(file: str, path: Iterable[str]) -> list[Schema]:
    found = list(_branches(load_schema(schema_of(file))))
    for step in path:
        found = [inner for schema in found for inner in _step(schema, step)]
    return found


def _step(schema: Schema, step: str) -> Iterator[Schema]:
    if step == ELEMENT:
        if isinstance(items := schema.get("items"), dict):
            yield from _branches(items)
        return
    properties = schema.get("properties", {})
    if step in properties:
        yield from _branches(properties[step])
        return
    more = schema.get("additionalProperties")
    if isinstance(more, dict):
        yield from _branches(more)
    for inner in schema.get("patternProperties", {}).values():
        yield from _branches(inner)


def _branches(schema: Schema) -> Iterator[Schema]:
    """A schema with what it refers to and all its alternatives."""
    yield schema
    if "$ref" in schema:
        yield from _branches(_target(schema["$ref"]))
    for word in ("anyOf", "oneOf", "allOf"):
        for inner in schema.get(word, ()):
            yield from _branches(inner)


def _target(ref: str) -> Schema:
    file, _, pointer = ref.partition("#")
    node: Any = load_schema(file.removesuffix(".schema.json"))
    for part in pointer.strip("/").split("/"):
        node = node[part]
    return node  # type: ignore[no-any-return]


def _description(schema: Schema) -> str:
    return next((str(s["description"]) for s in _branches(schema) if "description" in s), "")
