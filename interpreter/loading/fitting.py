"""Whether a value fits a JSON Schema: yes or no, and nothing about why.

Nearly every file fits, and this takes a twentieth of the time of jsonschema (its import counted), which then only has
to say what is wrong with the others. Keywords that the schemas of this package do not use are unknown here (KeyError).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]
Lookup = Callable[[str], Schema]
"""what a `$ref` points to"""


def fits(value: object, schema: Schema, lookup: Lookup) -> bool:
    """Whether a value (dict, list, str, int, bool, None) fits a schema."""
    for keyword, rule in schema.items():
        test = _TESTS[keyword]
        if test is not None and not test(rule, value, schema, lookup):
            return False
    return True


Test = Callable[[Any, Any, Schema, Lookup], bool]
"""(value of the keyword, value to test, the schema around the keyword, lookup)"""


def _type(rule: str | list[str], value: object, _: Schema, __: Lookup) -> bool:
    return _NAMES[type(value)] in ((rule,) if isinstance(rule, str) else rule)


def _additional(rule: Any, value: object, schema: Schema, lookup: Lookup) -> bool:
    if not isinstance(value, dict):
        return True
    known = schema.get("properties", ())
    if isinstance(rule, bool):
        return rule or all(key in known for key in value)
    return all(key in known or fits(inner, rule, lookup) for key, inner in value.items())


def _unique(rule: bool, value: object, _: Schema, __: Lookup) -> bool:
    if not rule or not isinstance(value, list):
        return True
    return len({json.dumps(item, sort_keys=True) for item in value}) == len(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_NAMES = {str: "string", int: "integer", bool: "boolean", type(None): "null", list: "array", dict: "object"}

_TESTS: dict[str, Test | None] = {
    "type": _type,
    "$ref": lambda rule, value, _, lookup: fits(value, lookup(rule), lookup),
    "anyOf": lambda rule, value, _, lookup: any(fits(value, branch, lookup) for branch in rule),
    "enum": lambda rule, value, _, __: any(type(value) is type(each) and value == each for each in rule),
    "properties": lambda rule, value, _, lookup: (
        not isinstance(value, dict)
        or all(fits(inner, rule[key], lookup) for key, inner in value.items() if key in rule)
    ),
    "additionalProperties": _additional,
    "propertyNames": lambda rule, value, _, lookup: (
        not isinstance(value, dict) or all(fits(key, rule, lookup) for key in value)
    ),
    "required": lambda rule, value, _, __: not isinstance(value, dict) or all(key in value for key in rule),
    "items": lambda rule, value, _, lookup: (
        not isinstance(value, list) or all(fits(item, rule, lookup) for item in value)
    ),
    "minItems": lambda rule, value, _, __: not isinstance(value, list) or len(value) >= rule,
    "uniqueItems": _unique,
    "minLength": lambda rule, value, _, __: not isinstance(value, str) or len(value) >= rule,
    "pattern": lambda rule, value, _, __: not isinstance(value, str) or re.search(rule, value) is not None,
    "minimum": lambda rule, value, _, __: not _is_number(value) or value >= rule,
    "maximum": lambda rule, value, _, __: not _is_number(value) or value <= rule,
    "x-unsupported": lambda rule, _, __, ___: not rule,
    **dict.fromkeys(("$schema", "$id", "$defs", "title", "description", "x-effect")),
}
"""By keyword; None: it says nothing about whether a value fits."""
