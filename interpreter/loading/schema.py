"""Checks a tree against one of the JSON Schemas in schemas/: jsonschema finds the mistakes, this module words them.
A tree without mistakes, and most have none, is told by `fitting` alone.

Each error is followed by its path to the node it speaks of, which knows its place in the file. Keywords of ours in the
schemas: `x-unsupported` (a key the language has and this version cannot play) is a mistake wherever it applies;
`x-effect` (effect text with this start rule) only changes the words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import Diagnostic, Diagnostics, Source, Span, near_names
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node, kind_of, plain, read_list, read_map
from interpreter.loading.fitting import fits
from interpreter.loading.source import data_folder
from interpreter.loading.words import PLAIN_TYPES, begins_as_rule
from interpreter.records import record

if TYPE_CHECKING:  # to import jsonschema takes about 0.07 s, which nobody need pay where there is no mistake
    from jsonschema import Draft202012Validator, ValidationError
    from referencing import Registry

MAX_REPORTS = 60
"""Mistakes reported of one file."""

SCHEMAS = ("ruleset", "module", "texts", "scenarios", "not_built", "rulebook")
"""One for each kind of file."""

Schema = dict[str, Any]

_FILE_ENDING = ".schema.json"
_TYPE_WORDS = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "nothing",
    "array": "a list",
    "object": "a map",
}
_JSON_TYPES = {str: "string", int: "integer", bool: "boolean", type(None): "null", list: "array", dict: "object"}


@record
class _Place:
    """Where a value stands: the key it is the value of, that key's span, and the map or list around it."""

    node: Node
    key: str
    span: Span
    owner: MapNode | ListNode | None

    @property
    def value_span(self) -> Span:
        """What to underline for a wrong value: a scalar itself, else the key it belongs to."""
        is_visible = isinstance(self.node, Leaf) and self.node.span.start < self.node.span.end
        return self.node.span if is_visible else self.span


@record
class _Problem:
    code: str
    span: Span
    arguments: dict[str, object] = field(hash=False)
    near: tuple[str, ...] = ()
    owner: MapNode | ListNode | None = field(default=None, compare=False)
    drop: str | None = None
    """The key of `owner` to take out of the tree; None: `owner` is a list, or something is missing in it."""


@cache
def load_schema(name: str) -> Schema:
    """The schema of one kind of file, by its name in SCHEMAS; each `$ref` in it names the file it points into.

    FileNotFoundError: the package is installed without its schemas.
    """
    folder = data_folder("schemas")
    if folder is None:
        raise FileNotFoundError("the folder schemas is missing from this installation")

    def with_file(part: Schema) -> Schema:
        if str(part.get("$ref", "")).startswith("#"):
            part["$ref"] = name + _FILE_ENDING + part["$ref"]
        return part

    text = (folder / (name + _FILE_ENDING)).read_text(encoding="utf-8")
    schema: Schema = json.loads(text, object_hook=with_file)
    return schema


def read_checked(source: Source, schema_name: str, diagnostics: Diagnostics) -> Node | None:
    """The tree of a file, without what its schema does not allow (reported). None: it cannot be read (reported).

    The tree is kept with the source and is the same each time: nobody may change it.
    """
    found: tuple[Node | None, tuple[Diagnostic, ...]] | None = source.memo.get(schema_name)
    if found is None:
        mistakes = Diagnostics()
        tree = (read_list if schema_name == "scenarios" else read_map)(source, mistakes)
        if tree is not None:
            check(tree, schema_name, mistakes)
        found = source.memo[schema_name] = (tree, tuple(mistakes))
    diagnostics.extend(found[1])
    return found[0]


def check(node: Node, schema_name: str, diagnostics: Diagnostics) -> None:
    """Report what in `node` the schema does not allow, and take it out of the tree, so that later stages neither
    stumble over it nor report it again."""
    value = plain(node)
    if fits(value, load_schema(schema_name), _referred):
        return
    if _report_outdented(node, load_schema(schema_name), diagnostics):
        value = plain(node)
    errors = _validator(schema_name).iter_errors(value)
    whole = _Place(node, "", Span(node.span.source, 0, 0), None)
    problems = sorted(_problems(errors, whole), key=lambda problem: problem.span.start)
    for problem in problems[:MAX_REPORTS]:
        diagnostics.add(problem.code, problem.span, near=problem.near, **problem.arguments)  # type: ignore[arg-type]
    _take_out(problems)


def _report_outdented(node: Node, schema: Schema, diagnostics: Diagnostics) -> bool:
    """Report keys of an entry that stand among the ids of its section, one step too far out, and take them out."""
    schema, found = _whole(schema), False
    if not isinstance(node, MapNode):
        return False
    known, entry, before = schema.get("properties", {}), schema.get("additionalProperties"), None
    for item in list(node):
        is_empty = before is not None and isinstance(before.value, Leaf) and before.value.value is None
        if (
            isinstance(entry, dict) and item.key not in known and item.key in _properties(entry)
            and before is not None and (is_empty or isinstance(before.value, MapNode))
            and not fits(plain(item.value), entry, _referred)
        ):  # fmt: skip
            diagnostics.add("E160", item.key_span, key=item.key, entry=before.key)
            node.items.pop(item.key)
            node.faulty = found = True
            if isinstance(before.value, MapNode):
                before.value.faulty = True
            else:
                node.items.pop(before.key, None)
            continue
        inner = known.get(item.key, entry)
        found |= isinstance(inner, dict) and _report_outdented(item.value, inner, diagnostics)
        before = item
    return found


def _properties(schema: Schema) -> set[str]:
    """The keys that an entry can have, whichever form it takes."""
    schema = _whole(schema)
    return {*schema.get("properties", ()), *(key for part in schema.get("anyOf", ()) for key in _properties(part))}


def _take_out(problems: Iterable[_Problem]) -> None:
    entries: dict[int, tuple[ListNode, set[Span]]] = {}
    for problem in problems:
        owner = problem.owner
        if owner is not None:
            owner.faulty = True
        if isinstance(owner, MapNode) and problem.drop is not None:
            owner.items.pop(problem.drop, None)
        elif isinstance(owner, ListNode):
            entries.setdefault(id(owner), (owner, set()))[1].add(problem.span)
    for owner, spans in entries.values():
        owner.items = [item for item in owner.items if item.span not in spans]


# ---- jsonschema


@cache
def _registry() -> Registry[Any]:
    """All schemas by file, indexed once: jsonschema looks up every `$ref` it meets, for every value."""
    from referencing import Registry, Resource

    resources = [(name + _FILE_ENDING, Resource.from_contents(load_schema(name))) for name in SCHEMAS]
    return Registry().with_resources(resources).crawl()


@cache
def _referred(reference: str) -> Schema:
    """What a `$ref` of a loaded schema points to."""
    file, _, path = reference.partition("#")
    found = load_schema(file.removesuffix(_FILE_ENDING))
    for step in path.split("/")[1:]:
        found = found[step]
    return found


@cache
def _validator(schema_name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator, ValidationError
    from jsonschema.validators import extend

    def unsupported(_: object, is_on: bool, __: object, ___: Schema) -> Iterator[ValidationError]:
        if is_on:
            yield ValidationError("not supported yet")

    def unique_items(_: object, is_on: bool, value: object, __: Schema) -> Iterator[ValidationError]:
        # jsonschema's own compares each pair where numbers and text mix: 2 s for 4,000 items, many minutes for the
        # longest list a file can hold. This one also says which item it is.
        seen: set[str] = set()
        for index, item in enumerate(value if is_on and isinstance(value, list) else ()):
            text = json.dumps(item, sort_keys=True)
            if text in seen:
                yield ValidationError(f"{item!r} stands twice", path=[index])
            seen.add(text)

    keywords = {"x-unsupported": unsupported, "uniqueItems": unique_items}
    kind = extend(Draft202012Validator, keywords)  # type: ignore[no-untyped-call]
    validator: Draft202012Validator = kind(load_schema(schema_name), registry=_registry())
    return validator


# ---- errors into problems


def _problems(errors: Iterable[ValidationError], start: _Place) -> list[_Problem]:
    """What there is to report of `errors`, each once, without what lies below a key that is no name.

    start: the value that was checked; paths of errors begin there.
    """
    errors = list(errors)
    misnamed = {(*error.relative_path, error.instance) for error in errors if _is_about_name(error)}
    found: dict[_Problem, None] = {}
    for error in errors:
        path = tuple(error.relative_path)
        if not any(path[:length] in misnamed for length in range(1, len(path) + 1)):
            found.update(dict.fromkeys(_translated(error, _place(start, path))))
    return list(found)


def _translated(error: ValidationError, place: _Place) -> list[_Problem]:
    if _is_about_name(error):
        return _not_a_name(error, place)
    if _is_misfit(error):
        return [_wrong_type(error, place)]
    if error.validator == "anyOf":
        return _any_of(error, place)
    return _WORDING[str(error.validator)](error, place)


def _place(start: _Place, path: Iterable[str | int]) -> _Place:
    place = start
    for step in path:
        node = place.node
        if isinstance(node, MapNode):
            item = node.items[str(step)]
            place = _Place(item.value, item.key, item.key_span, node)
        elif isinstance(node, ListNode):
            inner = node.items[int(step)]
            place = _Place(inner, place.key, inner.span, node)
    return place


def _schema(error: ValidationError) -> Schema:
    """The map of keywords that the value does not meet."""
    assert isinstance(error.schema, dict)
    return error.schema


def _is_about_name(error: ValidationError) -> bool:
    """Whether the error speaks of a key, not of a value; its path then ends at the map, and its instance is the key."""
    return "propertyNames" in error.relative_schema_path


def _is_misfit(error: ValidationError) -> bool:
    """Whether the value is of another type than the schema takes, in all branches if it has any."""
    if error.validator == "anyOf":
        return all(_is_misfitting(branch) for branch in _branches(error))
    if error.validator == "enum":
        return all(_json_type(error.instance) != _json_type(value) for value in _schema(error)["enum"])
    return error.validator == "type"


def _is_misfitting(branch: Iterable[ValidationError]) -> bool:
    return any(not error.relative_path and _is_misfit(error) for error in branch)


def _branches(error: ValidationError) -> list[list[ValidationError]]:
    """The errors of each branch of an `anyOf`."""
    branches: dict[object, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    return list(branches.values())


def _any_of(error: ValidationError, place: _Place) -> list[_Problem]:
    """The mistakes of the branch that is meant: of the value's type, and with the fewest."""
    branches = [branch for branch in _branches(error) if not _is_misfitting(branch)]
    best = min((_problems(branch, place) for branch in branches), key=len)
    if len(branches) > 1 and best and best[0].code == "E104":
        enums = [_schema(inner)["enum"] for branch in branches for inner in branch if inner.validator == "enum"]
        if enums:  # else the wrong word stands deeper, in the branch that is meant
            return [_not_one_of([value for values in enums for value in values], place)]
    return best


def _wrong_type(error: ValidationError, place: _Place) -> _Problem:
    arguments: dict[str, object] = {"key": place.key or "the file", "found": kind_of(place.node)}
    if _takes_effect(error) and not isinstance(place.node, MapNode):
        return _at(place, "E023", place.value_span, arguments)
    arguments["expected"] = _listed(_expected(error))
    arguments["mend"] = _empty_before(place, _whole(_schema(error))) or _written(_schema(error), place)
    return _at(place, "E103", place.value_span, arguments)


def _empty_before(place: _Place, entry: Schema) -> str:
    """What to do where a value of the wrong type follows an entry that says nothing: it may be a key of that. entry:
    the schema of both."""
    if place.key not in entry.get("properties", {}) and not entry.get("additionalProperties"):
        return ""
    above = list(place.owner) if isinstance(place.owner, MapNode) and isinstance(place.node, Leaf) else []
    while above and above[-1].value is not place.node:
        above.pop()
    empty = [item.key for item in above[:-1] if isinstance(item.value, Leaf) and item.value.value is None]
    return f"`{empty[-1]}` says nothing: what belongs to it stands one step further in" if empty else ""


_FORMS = {"array": "[…, …]", "object": "{…: …}", "integer": "3", "boolean": "true", "string": "word"}


def _written(schema: Schema, place: _Place) -> str:
    """How a value of the right type is written."""
    named = [part.get("type", ()) for part in (schema, *schema.get("anyOf", ()))]
    types = [t for found in named for t in ((found,) if isinstance(found, str) else found)]
    word = place.node.value if isinstance(place.node, Leaf) else None
    if types == ["array"] and (ends := re.fullmatch(r"(\d)\s*(?:-|\.\.)\s*(\d)", str(word))):
        return f"write [{', '.join(map(str, range(int(ends[1]), int(ends[2]) + 1)))}]"
    keys = schema.get("properties", {})
    texts = [key for key, part in keys.items() if "x-effect" in part]
    first = next(iter([*schema.get("required", ()), *texts, *keys]), None)
    if types == ["object"] and first is not None:
        return f"write {{{first}: {'…' if word is None or len(str(word)) > 40 else word}}}"
    if types == ["object"]:
        return "write a map: each name, a colon, and what is said of it"
    return f"write it as {' or '.join(f'`{_FORMS[t]}`' for t in dict.fromkeys(types) if t in _FORMS)}" if types else ""


def _takes_effect(error: ValidationError) -> bool:
    return "x-effect" in _schema(error) or any(_takes_effect(inner) for inner in error.context or ())


def _expected(error: ValidationError) -> list[str]:
    """What a value of the right type would be, in a person's words."""
    schema = _schema(error)
    if "x-effect" in schema:
        return ["effect text"]
    if "enum" in schema:
        return [_yaml(value) for value in schema["enum"]]
    if "title" in schema and "properties" not in schema:
        return [schema["title"]]
    if error.validator == "anyOf":
        inner = [word for part in error.context or () if not part.relative_path for word in _expected(part)]
        return list(dict.fromkeys(inner))
    types = schema["type"]
    return [_TYPE_WORDS[t] for t in ([types] if isinstance(types, str) else types) if t != "null"]


def _not_a_name(error: ValidationError, place: _Place) -> list[_Problem]:
    assert isinstance(place.node, MapNode)
    item = place.node.items[str(error.instance)]
    arguments: dict[str, object] = {"key": item.key, "expected": _schema(error).get("title", "a name")}
    return [_Problem("E105", item.key_span, arguments, owner=place.node, drop=item.key)]


def _wrong_name(error: ValidationError, place: _Place) -> list[_Problem]:
    arguments = {"key": place.node.span.text, "expected": _schema(error).get("title", "a name")}
    return [_at(place, "E105", place.value_span, arguments)]


def _wrong_word(error: ValidationError, place: _Place) -> list[_Problem]:
    return [_not_one_of(_schema(error)["enum"], place)]


def _not_one_of(values: Iterable[object], place: _Place) -> _Problem:
    node, words = place.node, [_yaml(value) for value in values]
    value = "null" if isinstance(node, Leaf) and node.value is None else node.span.text
    arguments: dict[str, object] = {"key": place.key, "value": value, "allowed": _listed(words)}
    return _at(place, "E104", place.value_span, arguments, _near(value, words))


def _unknown_keys(error: ValidationError, place: _Place) -> list[_Problem]:
    assert isinstance(place.node, MapNode)
    known, what = _schema(error).get("properties", {}), _what(_schema(error), place)
    found = []
    for item in place.node:
        if item.key not in known:
            near = _near(item.key, known)
            around = "" if near else _stands_around(item, known)
            below = "" if near or around else _belongs_below(item, known)
            arguments: dict[str, object] = {"key": item.key, "what": what, "place": around or below}
            code = "E157" if around else "E108" if below else "E101"
            found.append(_Problem(code, item.key_span, arguments, near, place.node, item.key))
    return found


_TYPE = re.compile(rf"(list of |kind of )*({'|'.join(sorted(PLAIN_TYPES))})")


def _stands_around(item: Item, known: Mapping[str, Schema]) -> str:
    """Of the keys in an unknown one, the first, where each of them should stand around it; "" where they should not."""
    if not isinstance(item.value, MapNode) or not item.value.items or not item.value.items.keys() <= known.keys():
        return ""
    is_turned = all(item.key in _whole(known[key]).get("properties", {}) for key in item.value.items)
    return next(iter(item.value.items)) if is_turned else ""


def _belongs_below(item: Item, known: Mapping[str, Schema]) -> str:
    """Of the keys beside it, the one whose map an unknown key looks like an entry of; "" where none is seen."""
    value = plain(item.value)
    maps = {key: _whole(schema) for key, schema in known.items()}
    fitting = {
        k: inner for k, schema in maps.items() if (inner := schema.get("properties", {}).get(item.key)) is not None
    }
    taking = [key for key, inner in fitting.items() if fits(value, inner, _referred)]
    if taking:
        return taking[0] if len(taking) == 1 else ""
    entries = {key: schema["additionalProperties"] for key, schema in maps.items() if _has_ids(schema)}
    if isinstance(value, str):
        wanted = "abilities" if begins_as_rule(value) else "attributes" if _TYPE.fullmatch(value) else ""
        return wanted if wanted in entries else ""
    if isinstance(value, dict) and value:
        for key in ("free", "actions", "state", "kinds"):
            if key in entries and fits(value, entries[key], _referred):
                return key
    return ""


def _whole(schema: Schema) -> Schema:
    while "$ref" in schema and "properties" not in schema:
        schema = _referred(schema["$ref"])
    return schema


def _has_ids(schema: Schema) -> bool:
    return isinstance(schema.get("additionalProperties"), dict)


def _missing_keys(error: ValidationError, place: _Place) -> list[_Problem]:
    assert isinstance(place.node, MapNode)
    if place.node.faulty:
        return []
    what = _what(_schema(error), place)
    missing = [key for key in _schema(error)["required"] if key not in place.node.items]
    return [_Problem("E102", place.span, {"key": key, "what": what}, owner=place.node) for key in missing]


def _outside_limits(error: ValidationError, place: _Place) -> list[_Problem]:
    low, high = _schema(error).get("minimum"), _schema(error).get("maximum")
    limits = f"at least {low}" if high is None else f"at most {high}" if low is None else f"{low} to {high}"
    arguments: dict[str, object] = {"key": place.key, "value": error.instance, "limits": limits}
    return [_at(place, "E106", place.value_span, arguments)]


def _too_few(error: ValidationError, place: _Place) -> list[_Problem]:
    return [_at(place, "E107", place.span, {"key": place.key, "problem": "is empty"})]


def _twice(error: ValidationError, place: _Place) -> list[_Problem]:
    return [_at(place, "E107", place.span, {"key": place.key, "problem": f"names {place.node.span.text} twice"})]


def _not_yet(error: ValidationError, place: _Place) -> list[_Problem]:
    return [_at(place, "E190", place.span, {"key": place.key})]


_WORDING: dict[str, Callable[[ValidationError, _Place], list[_Problem]]] = {
    "enum": _wrong_word,
    "pattern": _wrong_name,
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "minimum": _outside_limits,
    "maximum": _outside_limits,
    "minItems": _too_few,
    "minLength": _too_few,
    "uniqueItems": _twice,
    "x-unsupported": _not_yet,
}
"""Keyword of the schemas → its problems. `type` and `anyOf` are told apart before, since a branch may be meant."""


def _at(place: _Place, code: str, span: Span, arguments: dict[str, object], near: tuple[str, ...] = ()) -> _Problem:
    """A problem with the value at `place`, which is taken out of the map or list around it."""
    return _Problem(code, span, arguments, near, place.owner, place.key if isinstance(place.owner, MapNode) else None)


def _what(schema: Schema, place: _Place) -> str:
    """What a map is: the title of its schema, or of the one it refers to."""
    while "title" not in schema and "$ref" in schema:
        schema = _referred(schema["$ref"])
    return str(schema.get("title", f"`{place.key}`" if place.key else "this file"))


def _json_type(value: object) -> str:
    return _JSON_TYPES[type(value)]


def _near(name: str, known: Iterable[str]) -> tuple[str, ...]:
    return near_names(name, [k for k in known if abs(len(k) - len(name)) <= 4][:500])


def _yaml(value: object) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _listed(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
