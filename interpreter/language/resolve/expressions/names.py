"""Bare names: locals, words such as me and players, and everything that a ruleset declares."""

from __future__ import annotations

from interpreter.diagnostics import Span, near_names
from interpreter.language.core import (
    FALSE,
    TRUE,
    WRONG,
    Const,
    Get,
    Slot,
    X,
    const,
)
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import tables
from interpreter.language.resolve.expressions.holders import (
    is_per_player,
    nobody_acts,
    place_of,
    seats_after,
    spaces_of,
)
from interpreter.language.resolve.expressions.registry import handles
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.program.types import (
    ACTION,
    MARK,
    MENU,
    NONE,
    PHASE,
    PLAYER,
    SUPPLY,
    TRACK,
    Type,
    kind_of,
    list_of,
    piece_of,
)


@handles(nodes.Name)
def _name(c: Context, node: nodes.Name, scope: Scope, wanted: Type | None) -> X:
    name = node.name
    if name in scope.names:
        return scope.names[name]
    special = special_name(c, node, scope)
    if special is not None:
        return special
    if wanted is not None and (found := constant_of_type(c, name, wanted)) is not None:
        return found
    found = declared_name(c, name, node.span)
    if found is not None:
        return found
    if wanted is not None and wanted.name in ("face", "option") and wanted.of:
        return no_such_value(c, node, wanted)
    c.unknown_name(node.span, name, scope)
    return WRONG


def special_name(c: Context, node: nodes.Name, scope: Scope) -> X | None:
    name = node.name
    seats = tuple(range(c.layout.players))
    match name:
        case "me":
            if scope.me is None:
                return nobody_acts(c, node.span, scope)
            return scope.me
        case "self" | "here":
            if scope.self_piece is None:
                c.report("E325", node.span, name=name)
                return WRONG
            return scope.self_piece
        case "owner":
            if scope.owner is None:
                c.report("E325", node.span, name=name)
                return WRONG
            return scope.owner
        case "players":
            return Const(seats, list_of(PLAYER))
        case "others":
            if scope.me is None:
                return nobody_acts(c, node.span, scope)
            return seats_after(c, scope.me)
        case "supply":
            return Const(-1, SUPPLY)
        case "none":
            return Const(-1, NONE)
        case "true":
            return TRUE
        case "false":
            return FALSE
        case _:
            return None


def no_such_value(c: Context, node: nodes.Name, wanted: Type) -> X:
    """Report a name that stands where a face or a value of an option is asked for and is none."""
    known = c.model.pieces[wanted.of].faces if wanted.name == "face" else c.model.game.options[wanted.of].values
    c.report("E319", node.span, name=node.name, type=wanted, near=near_names(node.name, [str(v) for v in known]))
    return WRONG


def constant_of_type(c: Context, name: str, wanted: Type) -> X | None:
    """A name that its context gives a meaning: a face, an option's value, a kind of the class asked for."""
    if wanted.name == "face" and wanted.of:
        faces = c.model.pieces[wanted.of].faces
        if name in faces:
            return Const(faces.index(name), wanted)
    if wanted.name == "option":
        values = c.model.game.options[wanted.of].values
        if name in values:
            return Const(name, wanted)
    space = c.model.spaces.get(wanted.space) if wanted.name == "place" else None
    if space is not None and name in space.kinds and not space.per_player:
        return c.typed(const(c.layout.space_place(wanted.space, name)), wanted)
    if wanted == MARK and name in c.layout.marks:
        return Const(c.layout.marks.index(name), MARK)
    if wanted.name == "kind" and wanted.of and (wanted.of, name) in c.layout.kinds:
        return Const(c.layout.kind(wanted.of, name), wanted)
    return None


def declared_name(c: Context, name: str, span: Span) -> X | None:
    """What a name of the ruleset means where an expression stands."""
    model, layout = c.model, c.layout
    if name in model.game_state:
        return _game_variable(c, name, span)
    if name in model.resources:
        r = layout.resource(name)
        groups = model.resources[name].groups
        return Const(r, Type("resource", of=groups[-1] if groups else ""))
    if name in layout.groups:
        return Const(layout.groups[name], list_of(Type("resource", of=name)))
    if name in model.pieces and model.pieces[name].is_effect:
        return Const(tuple(layout.class_kinds[name]), list_of(kind_of(name)))
    if name in model.pieces:
        return Const(layout.class_pieces[name], list_of(piece_of(name)))
    if name in model.tracks:
        return Const(layout.tracks.index(name), TRACK)
    if name in c.track_groups:
        return Const(layout.track_group(model, name), list_of(TRACK))
    if name in c.kinds:
        number, cls = c.kinds[name]
        return Const(number, kind_of(cls))
    if name in model.spaces and not model.spaces[name].per_player:
        return spaces_of(c, name)
    if name in model.spaces or name in model.zones or name in model.boards or name in c.space_classes:
        if name in model.spaces or is_per_player(c, name):
            c.report("E314", span, name=name)
            return WRONG
        return place_of(c, name)
    if name in model.tables:
        return tables.table_by_players(c, name, span)
    if name in model.values:
        return c.call_value(name, (), span)
    if name in model.procedures:
        return Const(c.procedure_number(name), PHASE)
    if name in c.action_ids:
        return Const(c.action_ids.index(name), ACTION)
    if name in model.menus:
        return Const(model.menus.index(name), MENU)
    return None


def _game_variable(c: Context, name: str, span: Span) -> X:
    if name in c.layout.keys:
        c.report("E326", span, name=name)
        return WRONG
    return Get(Slot("variable", name, f"var:{name}"), c.type_of(c.model.game_state[name].type, span))
