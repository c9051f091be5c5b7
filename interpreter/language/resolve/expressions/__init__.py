"""Expressions: from syntax to typed core expressions. One function a kind of node; all mistakes are reported, none
raised.

An expression that has a mistake becomes a value of unknown type, which fits everywhere, so that one mistake gives one
message. `expression` is the entrance.
"""

from __future__ import annotations

from interpreter.language.resolve.expressions import attributes, calls, names, networks, operators, rings, worth
from interpreter.language.resolve.expressions.attributes import attribute, marker_of, step_of
from interpreter.language.resolve.expressions.calls import (
    FOLDS,
    binder_scope,
    domain,
    entry_of,
    selected,
    unordered,
)
from interpreter.language.resolve.expressions.holders import (
    UNLIMITED,
    as_holder,
    as_holders,
    contents,
    counter,
    counter_of,
    counter_slot,
    declared_resource_type,
    face_of,
    family,
    from_the_end,
    group_count,
    has_supply,
    is_per_player,
    kind_of_piece,
    list_x,
    never_alike,
    owner_of_piece,
    owner_of_place,
    place_of,
    room,
    seats_after,
    seats_from,
    space_type,
    spaces_of,
    there,
    where_is,
)
from interpreter.language.resolve.expressions.names import constant_of_type, declared_name, no_such_value, special_name
from interpreter.language.resolve.expressions.registry import BUILTINS, expression, fitted
from interpreter.language.resolve.expressions.tables import resource_named
from interpreter.language.resolve.expressions.worth import activity

BUILTIN_NAMES = {*BUILTINS, *FOLDS}

__all__ = [
    "resource_named",
    "rings",
    "BUILTIN_NAMES",
    "FOLDS",
    "UNLIMITED",
    "activity",
    "as_holder",
    "as_holders",
    "attribute",
    "attributes",
    "binder_scope",
    "calls",
    "constant_of_type",
    "contents",
    "counter",
    "counter_of",
    "counter_slot",
    "declared_name",
    "declared_resource_type",
    "domain",
    "expression",
    "face_of",
    "family",
    "fitted",
    "from_the_end",
    "group_count",
    "has_supply",
    "is_per_player",
    "kind_of_piece",
    "list_x",
    "marker_of",
    "names",
    "networks",
    "never_alike",
    "no_such_value",
    "operators",
    "owner_of_place",
    "entry_of",
    "owner_of_piece",
    "place_of",
    "space_type",
    "spaces_of",
    "there",
    "room",
    "seats_after",
    "selected",
    "unordered",
    "seats_from",
    "special_name",
    "step_of",
    "where_is",
    "worth",
]
