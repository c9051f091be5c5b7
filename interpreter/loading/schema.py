"""Checks a tree against one of the JSON Schemas in schemas/, with our own words and places.

A walker for the part of JSON Schema 2020-12 those files use: it goes over nodes with spans, costs a few microseconds a
node (cold loading has a budget), and knows two keywords of ours: `x-effect` (effect text with this start rule) and
`x-unsupported` (a key the language has and this version cannot play). tests/loading compares it with jsonschema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.loading.documents import Leaf, ListNode, MapNode, Node, kind_of, plain
from interpreter.loading.source import data_folder

MAX_REPORTS = 60
"""Mistakes reported of one file."""

Schema = dict[str, Any]

_TYPE_WORDS = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "nothing",
    "array": "a list",
    "object": "a map",
}
_KNOWN = set(
    [
        "$schema",
        "$id",
        "$ref",
        "$defs",
        "title",
        "description",
        "default",
        "examples",
        "type",
        "properties",
        "additionalProperties",
        "propertyNames",
        "required",
        "enum",
        "const",
        "anyOf",
        "items",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minimum",
        "maximum",
        "pattern",
        "minLength",
        "maxLength",
        "x-effect",
        "x-unsupported",
    ]
)


@dataclass(frozen=True)
class _Problem:
    code: str
    span: Span
    arguments: dict[str, object]
    near: tuple[str, ...] = ()
    owner: MapNode | ListNode | None = field(default=None, compare=False)
    drop: str | None = None
    """The key of `owner` to take out of the tree; None: `owner` is a list, or something is missing in it."""


@dataclass(frozen=True)
class _Place:
    """Where a value stands: the key it is the value of, that key's span, and the map or list around it."""

    key: str
    span: Span
    owner: MapNode | ListNode | None


@cache
def load_schema(name: str) -> Schema:
    """The schema of one kind of file: ruleset, module, texts, scenarios or not_built.

    FileNotFoundError: the package is installed without its schemas. ValueError: it uses a keyword this walker lacks.
    """
    folder = data_folder("schemas")
    if folder is None:
        raise FileNotFoundError("the folder schemas is missing from this installation")
    schema: Schema = json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))
    _refuse_unknown_keywords(schema)
    return schema


def check(node: Node, schema_name: str, diagnostics: Diagnostics) -> None:
    """Report what in `node` the schema does not allow, and take it out of the tree, so that later stages neither
    stumble over it nor report it again."""
    walker = _Walker(schema_name)
    problems = walker.problems(node, load_schema(schema_name), _Place("", Span(node.span.source, 0, 0), None))
    for problem in problems[:MAX_REPORTS]:
        diagnostics.add(problem.code, problem.span, near=problem.near, **problem.arguments)  # type: ignore[arg-type]
    for problem in problems:
        _take_out(problem)


def _take_out(problem: _Problem) -> None:
    owner = problem.owner
    if isinstance(owner, MapNode):
        owner.faulty = True
        if problem.drop is not None:
            owner.items.pop(problem.drop, None)
    elif isinstance(owner, ListNode):
        owner.faulty = True
        owner.items = [item for item in owner.items if item.span != problem.span]


def _refuse_unknown_keywords(schema: Schema) -> None:
    if unknown := set(schema) - _KNOWN:
        raise ValueError(f"schema keywords without meaning here: {', '.join(sorted(unknown))}")
    inner: list[Any] = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    inner += [*schema.get("anyOf", []), schema.get("items"), schema.get("propertyNames")]
    for part in [*inner, schema.get("additionalProperties")]:
        if isinstance(part, dict):
            _refuse_unknown_keywords(part)


def _json_type(node: Node) -> str:
    if isinstance(node, MapNode):
        return "object"
    if isinstance(node, ListNode):
        return "array"
    value = node.value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return "integer" if isinstance(value, int) else "string"


def _near(name: str, known: Iterable[str]) -> tuple[str, ...]:
    return near_names(name, [k for k in known if abs(len(k) - len(name)) <= 4][:500])


class _Walker:
    def __init__(self, schema_name: str) -> None:
        self.file = schema_name

    def problems(self, node: Node, schema: Schema, place: _Place) -> list[_Problem]:
        """All mistakes of one value, in the order of the file."""
        schema = self.resolved(schema)
        if "x-unsupported" in schema:
            return [_at(place, "E190", place.span, {"key": place.key})]
        if "anyOf" in schema:
            return self.any_of(node, schema, place)
        if not self.has_type(node, schema):
            return [self.wrong_type(node, [schema], place)]
        if isinstance(node, MapNode):
            return self.map_problems(node, schema, place)
        if isinstance(node, ListNode):
            return self.list_problems(node, schema, place)
        return self.leaf_problems(node, schema, place)

    def resolved(self, schema: Schema) -> Schema:
        """The schema with `$ref` followed; keywords beside the `$ref` are added to what it points to."""
        while "$ref" in schema:
            target = _lookup(self.file, schema["$ref"])
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**target, **rest} if rest.keys() - {"description"} else target
        return schema

    def has_type(self, node: Node, schema: Schema) -> bool:
        if "anyOf" in schema:
            return any(self.has_type(node, self.resolved(branch)) for branch in schema["anyOf"])
        found = _json_type(node)
        allowed = schema.get("type")
        if allowed is None:
            return "enum" not in schema or any(found == _json_type(Leaf(node.span, v)) for v in schema["enum"])
        return found == allowed if isinstance(allowed, str) else found in allowed

    def any_of(self, node: Node, schema: Schema, place: _Place) -> list[_Problem]:
        """Nothing if one branch fits; else the mistakes of the branch that is meant: the one of the value's type."""
        branches = [self.resolved(branch) for branch in schema["anyOf"]]
        fitting = [branch for branch in branches if self.has_type(node, branch)]
        if not fitting:
            return [self.wrong_type(node, branches, place, schema.get("title"))]
        best: list[_Problem] | None = None
        for branch in fitting:
            found = self.problems(node, branch, place)
            if not found:
                return []
            if best is None or len(found) < len(best):
                best = found
        words = [str(value) for branch in fitting for value in branch.get("enum", [])]
        if len(fitting) > 1 and words and best is not None and best[0].code == "E104":
            return [self.not_one_of(node, words, place)]
        return best or []

    def wrong_type(self, node: Node, schemas: list[Schema], place: _Place, title: str | None = None) -> _Problem:
        arguments: dict[str, object] = {"key": place.key or "the file", "found": kind_of(node)}
        if any("x-effect" in schema for schema in schemas) and not isinstance(node, MapNode):
            return _at(place, "E023", _value_span(node, place), arguments)
        words = [title] if title else list(dict.fromkeys(w for schema in schemas for w in _expected(schema)))
        arguments["expected"] = _listed(words)
        return _at(place, "E103", _value_span(node, place), arguments)

    def not_one_of(self, node: Node, words: list[str], place: _Place) -> _Problem:
        value = "null" if isinstance(node, Leaf) and node.value is None else node.span.text
        arguments: dict[str, object] = {"key": place.key, "value": value, "allowed": _listed(words)}
        return _at(place, "E104", _value_span(node, place), arguments, _near(value, words))

    def map_problems(self, node: MapNode, schema: Schema, place: _Place) -> list[_Problem]:
        found: list[_Problem] = []
        properties: Schema = schema.get("properties", {})
        rest = schema.get("additionalProperties", True)
        what = schema.get("title", f"`{place.key}`" if place.key else "this file")
        names = schema.get("propertyNames")
        for item in node:
            inner = _Place(item.key, item.key_span, node)
            known = properties.get(item.key)
            if known is not None:
                found += self.problems(item.value, known, inner)
            elif rest is False:
                near = _near(item.key, properties)
                found.append(_Problem("E101", item.key_span, {"key": item.key, "what": what}, near, node, item.key))
            elif names is not None and not self.is_name(item.key, names):
                expected = self.resolved(names).get("title", "a name")
                found.append(_at(inner, "E105", item.key_span, {"key": item.key, "expected": expected}))
            elif isinstance(rest, dict):
                found += self.problems(item.value, rest, inner)
        for key in schema.get("required", ()):
            if key not in node.items and not node.faulty:
                found.append(_Problem("E102", place.span, {"key": key, "what": what}, owner=node))
        return found

    def is_name(self, key: str, names: Schema) -> bool:
        names = self.resolved(names)
        if "enum" in names:
            return key in names["enum"]
        return _matches(names["pattern"], key)

    def list_problems(self, node: ListNode, schema: Schema, place: _Place) -> list[_Problem]:
        found: list[_Problem] = []
        if isinstance(schema.get("items"), dict):
            for item in node.items:
                found += self.problems(item, schema["items"], _Place(place.key, item.span, node))
        if len(node.items) < schema.get("minItems", 0):
            found.append(_at(place, "E107", place.span, {"key": place.key, "problem": "is empty"}))
        if schema.get("uniqueItems"):
            seen: set[str] = set()
            for item in node.items:
                value = repr(plain(item))
                if value in seen:
                    arguments: dict[str, object] = {"key": place.key, "problem": f"names {item.span.text} twice"}
                    found.append(_Problem("E107", item.span, arguments, owner=node))
                seen.add(value)
        return found

    def leaf_problems(self, node: Leaf, schema: Schema, place: _Place) -> list[_Problem]:
        value = node.value
        if "enum" in schema and not any(value == v and type(value) is type(v) for v in schema["enum"]):
            return [self.not_one_of(node, [_yaml(v) for v in schema["enum"]], place)]
        span = _value_span(node, place)
        if isinstance(value, int) and not isinstance(value, bool):
            low, high = schema.get("minimum"), schema.get("maximum")
            if (low is not None and value < low) or (high is not None and value > high):
                limits = f"at least {low}" if high is None else f"{low} to {high}"
                arguments: dict[str, object] = {"key": place.key, "value": value, "limits": limits}
                return [_at(place, "E106", span, arguments)]
        if isinstance(value, str) and "pattern" in schema and not _matches(schema["pattern"], value):
            arguments = {"key": node.span.text, "expected": schema.get("title", "a name")}
            return [_at(place, "E105", span, arguments)]
        return []


def _at(place: _Place, code: str, span: Span, arguments: dict[str, object], near: tuple[str, ...] = ()) -> _Problem:
    """A problem with the value at `place`, which is taken out of the map or list around it."""
    return _Problem(code, span, arguments, near, place.owner, place.key if isinstance(place.owner, MapNode) else None)


@cache
def _lookup(file: str, reference: str) -> Schema:
    name, _, pointer = reference.partition("#")
    target: Any = load_schema(name.removesuffix(".schema.json") if name else file)
    for step in pointer.strip("/").split("/"):
        target = target[step] if step else target
    found: Schema = _absolute(target, name) if name else target
    return found


def _absolute(schema: Any, file: str) -> Any:
    """A schema out of another file, its local references made to name that file."""
    if isinstance(schema, list):
        return [_absolute(part, file) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: file + value if key == "$ref" and value.startswith("#") else _absolute(value, file)
        for key, value in schema.items()
    }


@cache
def _matcher(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern).search


def _matches(pattern: str, text: str) -> bool:
    return _matcher(pattern)(text) is not None


def _value_span(node: Node, place: _Place) -> Span:
    """What to underline for a wrong value: a scalar itself, else the key it belongs to."""
    return node.span if isinstance(node, Leaf) and node.span.start < node.span.end else place.span


def _expected(schema: Schema) -> list[str]:
    if "x-effect" in schema:
        return ["effect text"]
    if "enum" in schema:
        return [_yaml(value) for value in schema["enum"]]
    types = schema.get("type", [])
    if "title" in schema and "properties" not in schema:
        return [schema["title"]]
    return [_TYPE_WORDS[t] for t in ([types] if isinstance(types, str) else types) if t != "null"]


def _yaml(value: object) -> str:
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _listed(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
