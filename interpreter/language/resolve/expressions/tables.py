"""Constant data: tables, attributes of kinds, and values written in YAML, as expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from interpreter.diagnostics import Span
from interpreter.language.core import (
    WRONG,
    Const,
    Prim,
    Tab,
    X,
    const,
)
from interpreter.language.resolve import bags
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions.holders import WHAT_MOVES, there
from interpreter.language.resolve.expressions.registry import expression, fitted
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.loading.model import (
    KindDecl,
)
from interpreter.program.types import BAG, BOOL, INT, TEXT, UNKNOWN, Type, classes_of, joined, list_of, piece_of


def table_by_players(c: Context, name: str, span: Span) -> X:
    table = c.model.tables[name]
    if not table.by_players:
        c.report("E348", span, name=name)
        return WRONG
    if c.layout.players not in table.values:
        return WRONG  # reported when the ruleset was read
    return constant(c, table.values[c.layout.players], table.places[c.layout.players][1])


def constant(c: Context, raw: object, span: Span) -> X:
    """A value written in YAML: a number, a truth, a name, or a list of alike ones. Reports what is not fixed."""
    if isinstance(raw, bool):
        return Const(raw, BOOL)
    if isinstance(raw, int):
        return const(raw)
    if raw is None:
        return Const(-1, Type("none"))
    if isinstance(raw, str):
        found = c.named_constants.get(raw) or expression(c, nodes.Name(span, raw), Scope(marked=True))
        if isinstance(found, Const):
            if found.type != UNKNOWN:  # a mistake is told at each place
                c.named_constants[raw] = found
            return found
        c.report("E350", span, name=raw)
        return WRONG
    if isinstance(raw, Sequence):
        items = [constant(c, r, span) for r in raw]
        if any(x.type == UNKNOWN for x in items):
            return WRONG
        values = tuple(x.value for x in items if isinstance(x, Const))
        return Const(values, list_of(common_type(c, items, [span] * len(items))))
    return WRONG  # a map, which loading has told


def common_type(c: Context, items: Sequence[X], places: Sequence[Span]) -> Type:
    """The type of alike values; reports the first that is of another type, at its place."""
    kind = UNKNOWN
    for x, span in zip(items, places, strict=True):
        both_types = joined(kind, x.type)
        if both_types is None:
            c.mismatch(span, kind, x.type)
            return UNKNOWN
        kind = both_types
    return kind


def read_table(c: Context, name: str, index: nodes.Expr, scope: Scope, span: Span) -> X:
    table = c.model.tables[name]
    if table.by_players:
        row = table_by_players(c, name, span)
        at = expression(c, index, scope, INT)
        if row.type.name != "list" or row.type.item is None:
            if row.type != UNKNOWN:
                hint = f"write `{name}` alone: it is one value for each number of players"
                c.report("E307", span, type=row.type, hint=hint)
            return WRONG
        return c.read(Prim("item", (row, at), row.type.item), span)
    values, key_type, kind = table_entries(c, name)
    at = expression(c, index, scope, key_type)
    if UNKNOWN in (at.type, kind):
        return WRONG
    if isinstance(at, Const) and at.value in values:
        return Const(values[at.value], kind)
    return c.read(Tab(c.layout.table(f"TABLE_{name}", values), at, kind), span)


def table_entries(c: Context, name: str) -> tuple[dict[object, object], Type, Type]:
    """The entries of a table by key, the type of its keys and that of its values."""
    table = c.model.tables[name]
    keys_at, values_at = [at for at, _ in table.places.values()], [at for _, at in table.places.values()]
    keys = [constant(c, key, at) for key, at in zip(table.values, keys_at, strict=True)]
    entries = [constant(c, raw, at) for raw, at in zip(table.values.values(), values_at, strict=True)]
    values = {
        k.value: e.value for k, e in zip(keys, entries, strict=True) if isinstance(k, Const) and isinstance(e, Const)
    }
    return values, common_type(c, keys, keys_at), common_type(c, entries, values_at)


def attribute_type(c: Context, name: str, t: Type) -> Type | None:
    """The type of an attribute of pieces or kinds of type `t` (of the first of its classes that has it)."""
    for decl in [c.model.pieces[cls] for cls in classes_of(t) or c.model.pieces]:
        if name in decl.attributes:
            text = decl.attributes[name]
            return Type("list", item=TEXT) if text == "shape" else c.type_of(text, decl.span)
    return None


def kind_attribute(c: Context, kind: X, name: str, span: Span, piece: X | None = None) -> X | None:
    t = attribute_type(c, name, kind.type)
    if t is None:
        return None
    suffix = _attribute_suffix(c, name, t)
    table = f"A_{suffix}"
    if table not in c.layout.tables:
        c.layout.tables[table] = ()
        empty = empty_value(c, t)
        values = [empty for _ in c.layout.kinds]
        for cls, decl in c.model.pieces.items():
            if name in decl.attributes and attribute_type(c, name, piece_of(cls)) == t:
                said = kind_values(c, decl.kinds, name, t, empty)
                for number in c.layout.class_kinds[cls]:
                    values[number] = said[c.layout.kinds[number][1]]
        # The last entry is what `none` has, which is number -1.
        c.layout.tables[table] = (*values, empty)
    by_kind = cast(tuple[object, ...], c.layout.tables[table])
    if isinstance(kind, Const):
        return Const(by_kind[int(kind.value)], t)  # type: ignore[call-overload]
    if piece is None:
        return Tab(table, kind, t)
    by_piece = (*(by_kind[k] for k in c.layout.pieces), by_kind[-1])
    return Tab(c.layout.table(f"P_{suffix}", by_piece), piece, t)


def _attribute_suffix(c: Context, name: str, t: Type) -> str:
    """The attribute in names of tables; with its first class, where classes declare the same name with other types."""
    owners = [cls for cls, decl in c.model.pieces.items() if name in decl.attributes]
    types = {cls: attribute_type(c, name, piece_of(cls)) for cls in owners}
    if all(found == t for found in types.values()):
        return name
    return f"{name}|{next(cls for cls, found in types.items() if found == t)}"


def attribute_suffix(c: Context, name: str, piece: Type) -> str:
    """What the tables of an attribute of a class are called by."""
    t = attribute_type(c, name, piece)
    return name if t is None else _attribute_suffix(c, name, t)


def empty_value(c: Context, t: Type) -> object:
    """What an attribute is that was not given: 0, false, none, an empty list or bag."""
    if t == BAG:
        return bags.empty(c).value
    return False if t == BOOL else "" if t == TEXT else () if t.name == "list" else 0 if t == INT else -1


def kind_values(c: Context, kinds: Mapping[str, KindDecl], name: str, t: Type, empty: object) -> dict[str, object]:
    """What each kind, or space, of a class says of one attribute, as constants; `empty` where it does not name it."""
    out: dict[str, object] = {}
    known: dict[object, object] = {}  # most kinds say one of a few names and numbers
    for id, decl in kinds.items():
        raw = decl.attributes.get(name)
        if raw is None:
            out[id] = empty
        elif type(raw) in (str, int) and raw in known and t != BAG:
            out[id] = known[raw]
        else:
            value = _kind_value(c, decl, name, t)
            if value is None:
                out[id] = empty  # and not known: it is told at each place
            else:
                out[id] = value
                if type(raw) in (str, int):
                    known[raw] = value
    return out


def _kind_value(c: Context, decl: KindDecl, name: str, t: Type) -> object:
    """None after a report."""
    if t == BAG:
        return bag_attribute(c, decl, name)
    raw = decl.attributes[name]
    if t == TEXT:
        return raw
    if t.name == "list" and t.item == TEXT:
        return tuple(cast("Sequence[str]", raw))
    span = decl.attribute_spans.get(name, decl.span)
    x = constant(c, raw, span)
    if x.type == UNKNOWN:
        return None
    x = fitted(c, x, t, span)
    return x.value if isinstance(x, Const) and x.type != UNKNOWN else None


def bag_attribute(c: Context, decl: KindDecl, name: str) -> object:
    """A bag written as an amount text (`2 wood, 1 stone`) or as a map (resource → number)."""
    raw = decl.attributes.get(name)
    span = decl.attribute_spans.get(name, decl.span)
    if not raw:
        return bags.empty(c).value
    scope = Scope(marked=True)
    parts: list[tuple[X, X]] = []
    if isinstance(raw, Mapping):
        for key, number in raw.items():
            if type(number) is not int:  # which loading has told
                continue
            parts += bag_part(c, nodes.Name(span, str(key)), const(number), scope)
    else:
        text = decl.attribute_texts.get(name)
        parsed = None if text is None else cast("nodes.Amounts | None", c._parse(text))
        for alternatives in parsed or ():
            for item in alternatives.items:
                if isinstance(item, nodes.Amount) and len(alternatives.items) == 1:
                    parts += bag_part(c, item.resource, expression(c, item.count, scope, INT), scope)
                else:
                    c.report("E332", item.span, found="no plain amount", hint=WHAT_MOVES)
    x = bags.literal(c, parts)
    return x.value if isinstance(x, Const) else bags.empty(c).value


def space_attribute(c: Context, place: X, classes: tuple[str, ...], name: str) -> X:
    """An attribute of a space of one of some classes: a table by place (of other places: nothing)."""
    decls = {space: c.model.spaces[space] for space in classes}
    first = decls[classes[0]]
    t = c.type_of(first.attributes[name], first.span)
    alike = {s for s, decl in decls.items() if c.type_of(decl.attributes[name], decl.span) == t}
    table = f"S_{'|'.join((*classes, name))}"
    if table not in c.layout.tables:
        c.layout.tables[table] = ()
        empty = empty_value(c, t)
        by_place = [empty for _ in (*c.layout.places, "nowhere")]
        for space in alike:
            said = kind_values(c, decls[space].kinds, name, t, empty)
            # Everybody has a place of each kind of a class per player.
            for row in c.layout.space_places[space]:
                for place_number, value in zip(row, said.values(), strict=True):
                    by_place[place_number] = value
        c.layout.tables[table] = tuple(by_place)
    values = c.layout.tables[table]
    if isinstance(place, Const) and isinstance(values, tuple):
        return Const(values[int(place.value)], t)  # type: ignore[call-overload]
    return Tab(table, place, t)


def bag_part(c: Context, resource: nodes.Expr, number: X, scope: Scope) -> list[tuple[X, X]]:
    """(column, number) of one amount in a bag; empty after a report."""
    x, group = resource_named(c, resource, scope)
    if group:
        return [(const(bags.group_column(c, group)), number)]
    return [] if x is None else [(there(x), number)]


def resource_named(c: Context, node: nodes.Expr, scope: Scope) -> tuple[X | None, str]:
    """The resource an amount names: (expression, ""), or (None, group); (None, "") after a report."""
    if isinstance(node, nodes.Name) and node.name not in scope.names and node.name in c.layout.groups:
        return None, node.name
    x = expression(c, node, scope)
    if x.type.name == "resource":
        return x, ""
    if x.type != UNKNOWN:
        c.report("E312", node.span, found=x.type)
    return None, ""
