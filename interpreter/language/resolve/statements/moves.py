"""move, draw, refill, shuffle: pieces and counters from place to place."""

from __future__ import annotations

from dataclasses import replace

from interpreter.diagnostics import Span
from interpreter.language.core import (
    FALSE,
    TRUE,
    WRONG,
    Act,
    Chance,
    Const,
    Get,
    If,
    Let,
    ListX,
    Loop,
    Op,
    Prim,
    Put,
    Reason,
    S,
    Tab,
    Var,
    X,
    both,
    choice,
    compared,
    const,
)
from interpreter.language.core.candidates import places_among
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import (
    contents,
    expression,
    face_of,
    is_per_player,
    kind_of_piece,
    place_of,
    room,
    tables,
    there,
    where_is,
)
from interpreter.language.resolve.expressions.holders import WHAT_MOVES, limits_at
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.amounts import part_of
from interpreter.language.resolve.statements.registry import as_it_is, handles, is_known, looped, reason, require
from interpreter.language.resolve.statements.shifting import SUPPLY_HOLDER, shift
from interpreter.language.syntax import nodes
from interpreter.language.syntax.printer import to_text
from interpreter.program.types import BOOL, HOLDERS, INT, PLACE, UNKNOWN, Type, list_of, piece_of

BOX = Const(-1, PLACE)


@handles(nodes.Move)
def move(c: Context, node: nodes.Move, scope: Scope) -> list[S]:
    target = _target(c, node.to, scope)
    if isinstance(node.item, nodes.Bundle):
        return _move_pieces(c, node, target, scope)
    part = part_of(c, node.item, scope)
    source: X = scope.me or SUPPLY_HOLDER
    if node.source is not None:
        source = expression(c, node.source, scope)
    elif scope.me is None:
        c.report("E333", node.span)
        return []
    if part is None or UNKNOWN in (source.type, target.type):
        return []
    for x, span in ((source, node.span), (target, node.to.span)):
        if x.type.name not in HOLDERS:
            c.report("E334", span, found=x.type)
            return []
    if part.group:
        return _move_group(c, part.count, part.group, source, target, scope, node.span)
    if part.resource is None:
        return []
    return shift(c, source, target, part.resource, part.count, True, scope, node.span)


def _target(c: Context, node: nodes.Expr, scope: Scope) -> X:
    if isinstance(node, nodes.Name) and node.name == "box" and "box" not in scope.names:
        return BOX
    return expression(c, node, scope)


def _move_group(c: Context, count: X | None, group: str, source: X, target: X, scope: Scope, span: Span) -> list[S]:
    if count is not None:
        c.report("E335", span, group=group)
        return []
    out: list[S] = []
    for r in c.layout.groups[group]:
        out += shift(c, source, target, Const(r, Type("resource", of=group)), None, True, scope, span)
    return out


def _move_pieces(c: Context, node: nodes.Move, target: X, scope: Scope) -> list[S]:
    assert isinstance(node.item, nodes.Bundle)
    what = expression(c, node.item.value, scope)
    if what.type.name == "place" and what.type.of:
        what = contents(c, what)
    if UNKNOWN in (what.type, target.type):
        return []
    if target.type.name != "place":
        c.mismatch(node.to.span, "a place", target.type)
        return []
    if what.type.name == "list" and what.type.item is not None and what.type.item.name == "piece":
        var = c.fresh("x", what.type.item)
        body = looped(c, node, scope, lambda inner: tuple(place_piece(c, var, target, inner, node.span)), as_it_is)
        return [Loop("for", var.name, what, None, body, False)]
    if what.type.name != "piece":
        c.report("E332", node.item.span, found=what.type, hint=WHAT_MOVES)
        return []
    first: list[S] = []
    if not isinstance(what, Var):
        var = c.fresh("x", what.type)
        first = [Let(var.name, what)]
        if isinstance(what, Prim) and not _is_certain(what, scope):
            kept = to_text(node.item.value) if what.args[0].type.name == "per" else ""
            first += require(c, compared(">=", var, const(0)), reason("no_piece", node.item.span, what=kept), scope)
        what = var
    return [*first, *place_piece(c, what, target, scope, node.span)]


def _is_certain(what: X, scope: Scope) -> bool:
    """Whether a piece is known to be there: it was asked for, or is at a number in a place that holds as many."""
    for fact in scope.facts:
        match fact:
            case Op(operator="!=", args=(x, Const(value=-1)) | (Const(value=-1), x)) if x == what:
                return True
    match what:
        case Prim(name="top", args=(Get() as pieces,)):
            number = 1
        case Prim(name="item", args=(Get() as pieces, Const(value=int() as number))):
            pass
        case _:
            return False
    if number == 1 and compared("!=", pieces, Const((), pieces.type)) in scope.facts:
        return True
    return number > 0 and is_known(compared(">=", Prim("len", (pieces,), INT), const(number)), scope.facts)


def place_piece(c: Context, piece: X, target: X, scope: Scope, span: Span) -> list[S]:
    """Lay one piece into a place, where its limit and shape allow it."""
    if not _is_of_class(c, target, piece.type, span):
        return []
    out: list[S] = []
    if target != BOX:
        for test, why in _place_tests(c, piece, target, span):
            out += require(c, test, why, scope)
        target = there(target)
    return [*out, move_piece(c, there(piece), target)]


def _is_of_class(c: Context, target: X, piece: Type, span: Span) -> bool:
    """Whether the place that the text says may hold pieces of a class; reports where it holds others, or counters
    alone."""
    held = target.type.of
    if not held and target != BOX and not any(c.layout.places[p].pieces for p in places_among(c.layout, target)):
        c.report("E336", span, piece=piece, what="counters alone")
        return False
    if held and piece.of and held != piece.of:
        c.report("E336", span, piece=piece, what=f"`{held}` pieces")
        return False
    return True


def _place_tests(c: Context, piece: X, target: X, span: Span) -> list[tuple[X, Reason]]:
    out: list[tuple[X, Reason]] = []
    space = room(c, target, span)
    if space is not None:
        why = replace(reason("no_room", span, const(1), space), limits=limits_at(c, target))
        out.append((compared(">=", space, const(1)), why))
    for number, board in enumerate(c.model.boards.values()):
        where = _is_board(c, target, board.id)
        if board.pieces == target.type.of and board.arrange_free and where != FALSE:
            tables.kind_attribute(
                c, kind_of_piece(c, piece), "shape", span
            )  # makes the table of shapes that the test reads
            fits = Prim("fits", (const(number), contents(c, target), piece), BOOL, frozenset({f"loc:{target.type.of}"}))
            out.append((choice(where, fits, TRUE), reason("does_not_fit", span)))
    return out


def _is_board(c: Context, place: X, board: str) -> X:
    """Whether a place is one of a board: known at once where the text names the place, else seen in play."""
    first = c.layout.zone_places[board]
    last = first + (c.layout.players if c.model.boards[board].per_player else 1)
    zone = _zone_of(c, place)
    if zone is not None:
        return TRUE if zone == board else FALSE
    return both([compared(">=", place, const(first)), compared("<", place, const(last))])


def move_piece(c: Context, piece: X, target: X) -> S:
    return Act("move_piece", (piece, target), frozenset({f"loc:{piece.type.of}"}))


# ---- chance


@handles(nodes.Draw)
def draw(c: Context, node: nodes.Draw, scope: Scope) -> list[S]:
    source = expression(c, node.source, scope)
    target = None if node.to is None else _target(c, node.to, scope)
    count = expression(c, node.count, scope, INT)
    if source.type.name != "place" or not source.type.of:
        if source.type != UNKNOWN:
            c.mismatch(node.source.span, "a place with pieces", source.type)
        return []
    if target is not None and node.to is not None and not _takes_pieces(c, target, source.type, node.to.span):
        return []
    if count == const(1):
        found = _new_name(c, node, scope, piece_of(source.type.of))
        return draw_one(c, source, target, found, scope, node.span)
    drawn = _new_name(c, node, scope, list_of(piece_of(source.type.of)))
    one = c.fresh("x", piece_of(source.type.of))
    body = draw_one(c, source, target, one, scope, node.span)
    if node.name is None:
        return [Loop("times", c.fresh("i", INT).name, count, None, tuple(body), False)]
    grown = Op("+", (drawn, ListX((one,), True, drawn.type)), drawn.type)
    body.append(Let(drawn.name, grown))
    return [
        Let(drawn.name, Const((), drawn.type)),
        Loop("times", c.fresh("i", INT).name, count, None, tuple(body), False),
    ]


def _takes_pieces(c: Context, target: X, drawn: Type, span: Span) -> bool:
    """Whether pieces of a place of a type can lie where the text says; reports where not."""
    if target.type.name != "place":
        if target.type != UNKNOWN:
            c.mismatch(span, "a place", target.type)
        return False
    if not _is_of_class(c, target, piece_of(drawn.of), span):
        return False
    for board in c.model.boards.values() if target != BOX else ():
        is_shaped = "shape" in c.model.pieces[drawn.of].attributes
        if is_shaped and board.pieces == drawn.of and board.arrange_free and _is_board(c, target, board.id) != FALSE:
            c.report("E371", span, board=board.id)
            return False
    return True


def _new_name(c: Context, node: nodes.Draw, scope: Scope, kind: Type) -> Var:
    if node.name is None:
        return c.fresh("x", kind)
    return c.new_local(node.name, kind, scope, node.span)


def draw_one(c: Context, source: X, target: X | None, found: Var, scope: Scope, span: Span) -> list[S]:
    """Draw one piece at random (`found` is none where nothing is left), after pouring the discard back if so
    declared."""
    pieces = contents(c, source)
    fam = f"loc:{source.type.of}"
    out: list[S] = []
    discard = _taken_back(c, source)
    if discard is not None:
        spent = contents(c, discard)
        empty = both([compared("==", pieces, Const((), pieces.type)), compared("!=", spent, Const((), spent.type))])
        if isinstance(discard, Tab):  # not every place that this may be has one
            empty = both([compared(">=", discard, const(0)), empty])
        x = c.fresh("x", piece_of(source.type.of))
        out.append(If(empty, (Loop("for", x.name, spent, None, (move_piece(c, x, source),), False),)))
    options = Prim("weighted", (Const(source.type.of, Type("text")), pieces), list_of(INT), frozenset({fam}), True)
    took: list[S] = [Chance(found.name, options, found.type, "draw", span, frozenset({fam}), scope.me, to=target)]
    if target is not None:
        took.append(move_piece(c, found, target if target == BOX else there(target)))
    nothing: list[S] = [Let(found.name, const(-1, found.type))]
    tests = [compared("!=", pieces, Const((), pieces.type))]
    space = None if target in (None, BOX) else room(c, target, span)
    if space is not None:
        tests.append(compared(">=", space, const(1)))
    return [*out, If(both(tests), tuple(took), tuple(nothing))]


def _zone_of(c: Context, place: X) -> str | None:
    if isinstance(place, Const):
        return c.layout.places[int(place.value)].zone  # type: ignore[call-overload]
    if isinstance(place, Op) and place.operator == "+":
        for a in place.args:
            if isinstance(a, Const) and isinstance(a.value, int) and 0 <= a.value < len(c.layout.places):
                return c.layout.places[a.value].zone
    return None


def _taken_back(c: Context, source: X) -> X | None:
    """The place that is poured back when the source is empty, a player's own where each has one; None for none. Where
    only the position tells the source, a number below 0 stands for none."""
    zone = _zone_of(c, source)
    if zone is not None:
        decl = c.model.zones.get(zone)
        return None if decl is None or decl.when_empty == "stay" else _beside(c, source, decl.when_empty)
    numbers = []
    for place in c.layout.places:
        decl = c.model.zones.get(place.zone)
        pours = decl is not None and decl.when_empty in c.layout.zone_places
        numbers.append(_number_beside(c, place.owner, decl.when_empty) if decl is not None and pours else -1)
    if all(numbers[p] < 0 for p in places_among(c.layout, source)):
        return None
    return Tab(c.layout.table("TAKEN_BACK", tuple(numbers)), source, source.type)


def _number_beside(c: Context, owner: int, zone: str) -> int:
    """The number of a zone, that of the owner where each player has one."""
    return c.layout.zone_places[zone] + (owner if is_per_player(c, zone) else 0)


def _beside(c: Context, place: X, zone: str) -> X:
    """A zone that belongs to a place which the text names, that of the same player where each has one."""
    if not is_per_player(c, zone):
        return place_of(c, zone)
    if isinstance(place, Const):
        owner = c.layout.places[int(place.value)].owner  # type: ignore[call-overload]
        return c.typed(const(_number_beside(c, owner, zone)), place.type)
    assert isinstance(place, Op), "a player's place is the player and the first of these places"
    return place_of(c, zone, place.args[0])


@handles(nodes.Refill)
def refill(c: Context, node: nodes.Refill, scope: Scope) -> list[S]:
    target = expression(c, node.what, scope)
    zone = _zone_of(c, target) if target.type.name == "place" else None
    decl = c.model.zones.get(zone) if zone else None
    if decl is None or decl.draws_from is None or decl.size is None:
        if target.type != UNKNOWN:
            c.report("E337", node.span)
        return []
    source = _beside(c, target, decl.draws_from)
    size = c.number(decl.size) or 0
    found = c.fresh("x", piece_of(target.type.of))
    body = draw_one(c, source, target, found, scope, node.span)
    missing = Op("-", (const(size), Prim("len", (contents(c, target),), INT)))
    return [Loop("times", c.fresh("i", INT).name, missing, None, tuple(body), False)]


@handles(nodes.Shuffle)
def shuffle(c: Context, node: nodes.Shuffle, scope: Scope) -> list[S]:
    """Decks hold no order, so shuffling only moves what is shuffled into another place."""
    what = expression(c, node.what, scope)
    if node.into is None or what.type == UNKNOWN:
        return []
    target = expression(c, node.into, scope)
    if what.type.name != "place" or target.type.name != "place":
        c.mismatch(node.span, "a place", what.type)
        return []
    if not what.type.of:
        c.mismatch(node.what.span, "a place with pieces", what.type)
        return []
    if not _takes_pieces(c, target, what.type, node.into.span):
        return []
    x = c.fresh("x", piece_of(what.type.of))
    return [Loop("for", x.name, contents(c, what), None, (move_piece(c, x, target),), False)]


@handles(nodes.Roll)
def roll(c: Context, node: nodes.Roll, scope: Scope) -> list[S]:
    """Chance shows one of the faces of a piece, or of each piece of a list, all equally likely."""
    what = expression(c, node.what, scope)
    if what.type.name == "place" and what.type.of:
        what = contents(c, what)
    item = what.type.item if what.type.name == "list" else what.type
    if item is None or item.name != "piece" or item.of not in c.layout.face_base:
        if what.type != UNKNOWN:
            c.report("E360", node.what.span, found=what.type)
        return []
    piece = c.fresh("x", item)
    what = there(what)
    face = Type("face", of=item.of)
    shown = c.fresh("face", face)
    options = Prim("faces", (const(len(c.model.pieces[item.of].faces)),), list_of(INT))
    body: tuple[S, ...] = (
        Chance(shown.name, options, face, "roll", node.span, who=scope.me, piece=piece),
        Put(replace(face_of(piece), owner=piece), shown),
    )
    if what.type.name == "list":
        return [Loop("for", piece.name, what, None, body, False)]
    return [Let(piece.name, what), *body]


@handles(nodes.Reveal)
def not_yet(c: Context, node: nodes.Statement, scope: Scope) -> list[S]:
    c.report("E324", node.span, what="the statement `reveal`")
    return []


__all__ = ["WRONG", "where_is"]
