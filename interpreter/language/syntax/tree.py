"""From grammar rules to nodes: one method for each rule or alias of effects.lark, called bottom-up by the parser.

The parser keeps every token, so the children of a rule stand at fixed places: `pay` is always [word, amounts, "to",
expr], with None for what an optional part leaves out. A node reaches from its first child to its last.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token

from interpreter.diagnostics import Source, Span
from interpreter.language.syntax import nodes
from interpreter.loading.words import READABLE_WORDS, WORDS

MOST_NUMBER = 10**9


class Mistake(Exception):
    """A syntax mistake on its way to the one place that reports it; it never leaves the package's parser.

    start, end: characters of the outer file. related: further places (start, end, what is there).
    """

    def __init__(
        self,
        code: str,
        start: int,
        end: int,
        *,
        near: tuple[str, ...] = (),
        related: tuple[tuple[int, int, str], ...] = (),
        **arguments: object,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.start = start
        self.end = end
        self.near = near
        self.related = related
        self.arguments = arguments


class Piece:
    """A part that is no node but has a place: a block with its braces, a bound, a change."""

    __slots__ = ("end", "start", "value")

    def __init__(self, value: Any, start: int, end: int) -> None:
        self.value = value
        self.start = start
        self.end = end


Child = Any
"""Token, Node, Piece, a non-empty tuple of nodes, or None for an optional part that is absent."""


def _start(child: Child) -> int:
    if isinstance(child, nodes.Node):
        return child.span.start
    if isinstance(child, str):
        return child.start_pos or 0  # type: ignore[attr-defined]  # a token
    if isinstance(child, tuple):
        return _start(child[0])
    return int(child.start)


def _end(child: Child) -> int:
    if isinstance(child, nodes.Node):
        return child.span.end
    if isinstance(child, str):
        return child.end_pos or 0  # type: ignore[attr-defined]  # as above
    if isinstance(child, tuple):
        return _end(child[-1])
    return int(child.end)


def _parts(children: list[Child]) -> list[Child]:
    """The children that are no tokens and not absent."""
    return [c for c in children if c is not None and not isinstance(c, str)]


def _block(piece: Piece | None) -> nodes.Block | None:
    return None if piece is None else piece.value


def _new_name(token: Token) -> str:
    """The text of a name that is being given. Mistake E221: it is a word of the language."""
    if token.value in WORDS:
        raise Mistake("E221", _start(token), _end(token), word=token.value)
    return str(token.value)


class TreeBuilder:
    """Makes nodes whose spans lie in `source`; the parser sets it before each text."""

    def __init__(self) -> None:
        self.source = Source("", "")

    def _span(self, c: list[Child]) -> Span:
        first = next(x for x in c if x is not None)
        last = next(x for x in reversed(c) if x is not None)
        return Span(self.source, _start(first), _end(last))

    # ---- start rules: each gives its only part

    def _only(self, c: list[Child]) -> Any:
        return _parts(c)[0]

    formula = costs = binders = limits = _only

    def program(self, c: list[Child]) -> nodes.Block:
        parts = _parts(c)
        return parts[0] if parts else ()

    def rule(self, c: list[Child]) -> nodes.Rule:
        parts = _parts(c)
        limit = parts[0] if len(parts) == 2 else None
        return nodes.Rule(self._span(parts), limit, parts[-1])

    def span(self, c: list[Child]) -> nodes.Period | nodes.Timing:
        parts = _parts(c)
        if parts:
            period: nodes.Period = parts[0]
            return period
        timing, name = (x for x in c if x is not None and x.type != "_NL")
        return nodes.Timing(self._span([timing, name]), _timing(timing), name.value)

    # ---- statements

    def statements(self, c: list[Child]) -> nodes.Block:
        return tuple(_parts(c))

    def block(self, c: list[Child]) -> Piece:
        parts = _parts(c)
        return Piece(parts[0] if parts else (), _start(c[0]), _end(c[-1]))

    def pay(self, c: list[Child]) -> nodes.Transfer:
        verb, amounts, _, other = c
        return nodes.Transfer(self._span(c), verb.value, amounts, other)

    lose = take = gain = pay

    def move(self, c: list[Child]) -> nodes.Move:
        _, item, _, source, _, to = c
        return nodes.Move(self._span(c), item, source, to)

    def rotate(self, c: list[Child]) -> nodes.Rotate:
        _, item, _, steps = c
        return nodes.Rotate(self._span(c), item, steps)

    def advance(self, c: list[Child]) -> nodes.Step:
        verb, what, _, steps = c
        return nodes.Step(self._span(c), verb.value, what, steps)

    retreat = advance

    def draw(self, c: list[Child]) -> nodes.Draw:
        _, count, _, source, _, to, _, name = c
        return nodes.Draw(self._span(c), count, source, to, None if name is None else _new_name(name))

    def shuffle(self, c: list[Child]) -> nodes.Shuffle:
        return nodes.Shuffle(self._span(c), c[1], c[3])

    def roll(self, c: list[Child]) -> nodes.Roll:
        return nodes.Roll(self._span(c), c[1])

    def reveal(self, c: list[Child]) -> nodes.Reveal:
        return nodes.Reveal(self._span(c), c[1], c[3])

    def refill(self, c: list[Child]) -> nodes.Refill:
        return nodes.Refill(self._span(c), c[1])

    def require(self, c: list[Child]) -> nodes.Require:
        _, condition, _, words = c
        return nodes.Require(self._span(c), condition, "" if words is None else words.value)

    def let(self, c: list[Child]) -> nodes.Let:
        return nodes.Let(self._span(c), _new_name(c[1]), c[3])

    def assign(self, c: list[Child]) -> nodes.Assign:
        target, operator, value = c
        return nodes.Assign(self._span(c), target, operator.value, value)

    def random(self, c: list[Child]) -> nodes.Random:
        count, source = c[1], c[-1]
        is_order = isinstance(count, Token)
        return nodes.Random(self._span(c), source, None if is_order else count, is_order)

    def choose(self, c: list[Child]) -> nodes.Choose:
        return nodes.Choose(self._span(c), c[1])

    def choose_some(self, c: list[Child]) -> nodes.ChooseSome:
        _, quantity, _, source, _, name = c
        return nodes.ChooseSome(self._span(c), quantity, source, _new_name(name))

    def choose_branch(self, c: list[Child]) -> nodes.ChooseBranch:
        return nodes.ChooseBranch(self._span(c), tuple(_parts(c)))

    def branch(self, c: list[Child]) -> nodes.Branch:
        label, _, condition, body = c
        return nodes.Branch(self._span(c), label.value, condition, body.value)

    def label(self, c: list[Child]) -> Piece:
        return Piece(c[0].value.strip('"'), _start(c[0]), _end(c[0]))

    def distribute(self, c: list[Child]) -> nodes.Distribute:
        _, item, _, binder, _, _, most = c
        return nodes.Distribute(self._span(c), item, binder, most)

    def split(self, c: list[Child]) -> nodes.Split:
        _, quantity, _, binder, _, _, most, _, name = c
        return nodes.Split(self._span(c), quantity, binder, most, _new_name(name))

    def may(self, c: list[Child]) -> nodes.May:
        _, _, _, times, _, branch, _, otherwise = c
        return nodes.May(self._span(c), times, branch, _block(otherwise))

    def if_else(self, c: list[Child]) -> nodes.If:
        _, condition, then, _, otherwise = c
        return nodes.If(self._span(c), condition, then.value, _otherwise(otherwise))

    def if_possible(self, c: list[Child]) -> nodes.IfPossible:
        _, _, then, _, otherwise = c
        return nodes.IfPossible(self._span(c), then.value, _otherwise(otherwise))

    def for_each(self, c: list[Child]) -> nodes.For:
        _, binder, body = c
        return nodes.For(self._span(c), binder, body.value)

    def repeat(self, c: list[Child]) -> nodes.Repeat:
        _, bound, body = c
        how, number, until = bound.value
        return nodes.Repeat(self._span(c), how, number, until, body.value)

    def exactly(self, c: list[Child]) -> Piece:
        return Piece(("times", c[0], None), _start(c[0]), _end(c[1]))

    def at_most(self, c: list[Child]) -> Piece:
        return Piece(("at_most", c[2], c[5]), _start(c[0]), _end(c[3] if c[5] is None else c[5]))

    def while_falls(self, c: list[Child]) -> Piece:
        return Piece(("while_falls", c[1], None), _start(c[0]), _end(c[2]))

    def surely_until(self, c: list[Child]) -> Piece:
        most = nodes.Number(c[2].span, nodes.NO_GAME_COMES_NEAR)
        return Piece(("surely", most, c[2]), _start(c[0]), _end(c[2]))

    def surely(self, c: list[Child]) -> nodes.IfPossible:
        return nodes.IfPossible(self._span(c), c[1].value, None, is_sure=True)

    def some_exactly(self, c: list[Child]) -> nodes.Quantity:
        return nodes.Quantity(self._span(c), "exactly", c[0])

    def some_up_to(self, c: list[Child]) -> nodes.Quantity:
        return nodes.Quantity(self._span(c), "up_to", c[2])

    def some_at_least(self, c: list[Child]) -> nodes.Quantity:
        return nodes.Quantity(self._span(c), "at_least", c[2])

    def some_any(self, c: list[Child]) -> nodes.Quantity:
        return nodes.Quantity(self._span(c), "any", None)

    def one_does(self, c: list[Child]) -> nodes.Does:
        return nodes.Does(self._span(c), "one", c[0], c[-1].value)

    def each_does(self, c: list[Child]) -> nodes.Does:
        return nodes.Does(self._span(c), "each", c[2], c[-1].value)

    def together_do(self, c: list[Child]) -> nodes.Does:
        return nodes.Does(self._span(c), "together", c[3], c[-1].value)

    def do(self, c: list[Child]) -> nodes.Do:
        return nodes.Do(self._span(c), c[1])

    def do_one_of(self, c: list[Child]) -> nodes.DoOneOf:
        return nodes.DoOneOf(self._span(c), c[3])

    def modify_for_now(self, c: list[Child]) -> nodes.ModifyNow:
        modifier, _, _, _, until, _, uses, _ = c
        return nodes.ModifyNow(self._span(c), modifier, until, uses)

    def end(self, c: list[Child]) -> nodes.End:
        how, name = c[1].value
        return nodes.End(self._span(c), how, name)

    def end_loop(self, c: list[Child]) -> Piece:
        return Piece(("loop", None), _start(c[0]), _end(c[0]))

    def end_game(self, c: list[Child]) -> Piece:
        name = c[2]
        return Piece(("game", None if name is None else name.value), _start(c[0]), _end(c[0] if name is None else name))

    def end_phase(self, c: list[Child]) -> Piece:
        return Piece(("phase", c[0].value), _start(c[0]), _end(c[0]))

    # ---- rules

    def once_per(self, c: list[Child]) -> nodes.Limit:
        return nodes.Limit(self._span(c), None, c[-1])

    def times_per(self, c: list[Child]) -> nodes.Limit:
        return nodes.Limit(self._span(c), c[0], c[-1])

    def period(self, c: list[Child]) -> nodes.Period:
        mine, name = c
        return nodes.Period(self._span(c), name.value, mine is not None)

    def trigger(self, c: list[Child]) -> nodes.Trigger:
        timing, event, _, by, _, condition, body = c
        by_pattern = None if by is None else self._pattern(by)
        return nodes.Trigger(self._span(c), _timing(timing), event, by_pattern, condition, body.value)

    def event(self, c: list[Child]) -> nodes.Event:
        name, opening = c[0], c[1]
        patterns = None if opening is None else tuple(self._pattern(x) for x in _parts(c))
        return nodes.Event(self._span(c), name.value, patterns)

    def _pattern(self, x: Child) -> nodes.Pattern:
        return x if isinstance(x, nodes.Pattern) else nodes.Pattern(x.span, None, x)

    def named_pattern(self, c: list[Child]) -> nodes.Pattern:
        parameter, _, tested = c
        inner = self._pattern(tested)
        return nodes.Pattern(self._span(c), inner.new_name, inner.test, parameter.value)

    def new_name(self, c: list[Child]) -> nodes.Pattern:
        return nodes.Pattern(self._span(c), _new_name(c[1]), None)

    def state_rule(self, c: list[Child]) -> nodes.StateRule:
        _, condition, body = c
        return nodes.StateRule(self._span(c), condition, body.value)

    def modifier(self, c: list[Child]) -> nodes.Modifier:
        _, event, change, _, condition = c
        how, value = change.value
        return nodes.Modifier(self._span(c), event, how, value, condition)

    def _change(self, c: list[Child]) -> Piece:
        how = "_".join(x.value for x in c[:-1])
        return Piece((how, c[-1]), _start(c[0]), _end(c[-1]))

    becomes = add = multiply = remove = at_most_value = at_least_value = _change

    # ---- amounts

    def amounts(self, c: list[Child]) -> nodes.Amounts:
        return tuple(_parts(c))

    def alternatives(self, c: list[Child]) -> nodes.Alternatives:
        return nodes.Alternatives(self._span(c), tuple(_parts(c)))

    def bundle(self, c: list[Child]) -> nodes.Bundle:
        return nodes.Bundle(self._span(c), c[0])

    def amount(self, c: list[Child]) -> nodes.Amount:
        return nodes.Amount(self._span(c), c[0], c[1])

    def all_of(self, c: list[Child]) -> nodes.AllOf:
        return nodes.AllOf(self._span(c), c[1])

    def dotted(self, c: list[Child]) -> nodes.Expr:
        value: nodes.Expr = self.name(c[:1])
        for i in range(2, len(c), 2):
            value = nodes.Attribute(self._span(c[: i + 1]), value, c[i].value)
        return value

    # ---- binders

    def binding(self, c: list[Child]) -> tuple[nodes.Binder, ...]:
        return tuple(_parts(c))

    def binder(self, c: list[Child]) -> nodes.Binder:
        name, _, domain, _, condition, _, extreme, value, order = c
        how = None if extreme is None else extreme.value
        return nodes.Binder(self._span(c), _new_name(name), domain, condition, how, value, order or ())

    def order(self, c: list[Child]) -> tuple[nodes.Key, ...]:
        return tuple(x for x in c if isinstance(x, nodes.Key))

    def key(self, c: list[Child]) -> nodes.Key:
        extreme, value = c
        return nodes.Key(self._span(c), value, extreme is not None and extreme.value == "most")

    # ---- expressions

    def if_then(self, c: list[Child]) -> nodes.IfThen:
        _, condition, _, then, _, otherwise = c
        return nodes.IfThen(self._span(c), condition, then, otherwise)

    def _chain(self, operator: str, c: list[Child]) -> nodes.Expr:
        first, *others = _parts(c)
        value: nodes.Expr = first
        for other in others:
            value = nodes.Binary(self._span([first, other]), operator, value, other)
        return value

    def disjunction(self, c: list[Child]) -> nodes.Expr:
        return self._chain("or", c)

    def conjunction(self, c: list[Child]) -> nodes.Expr:
        return self._chain("and", c)

    def negated(self, c: list[Child]) -> nodes.Not:
        return nodes.Not(self._span(c), c[1])

    def compare(self, c: list[Child]) -> nodes.Binary:
        left, operator, right = c
        return nodes.Binary(self._span(c), operator.value.strip(), left, right)

    add_sub = mul_div = compare

    def _is(self, c: list[Child]) -> nodes.Is:
        between = {x.value for x in c[1:-1]}
        return nodes.Is(self._span(c), c[0], c[-1], "not" in between, "in" in between)

    is_equal = is_not = is_in = is_not_in = _is

    def interval(self, c: list[Child]) -> nodes.Interval:
        return nodes.Interval(self._span(c), c[0], c[2])

    def minus(self, c: list[Child]) -> nodes.Minus:
        return nodes.Minus(self._span(c), c[1])

    def attribute(self, c: list[Child]) -> nodes.Attribute:
        return nodes.Attribute(self._span(c), c[0], c[2].value)

    def index(self, c: list[Child]) -> nodes.Index:
        return nodes.Index(self._span(c), c[0], c[2])

    def call(self, c: list[Child]) -> nodes.Call:
        inner = [x for x in c if isinstance(x, tuple)]
        return nodes.Call(self._span(c), c[0], inner[0] if inner else ())

    def arguments(self, c: list[Child]) -> tuple[nodes.Argument, ...]:
        return tuple(x if isinstance(x, nodes.Argument) else nodes.Argument(x.span, x) for x in _parts(c))

    def named(self, c: list[Child]) -> nodes.Argument:
        name, _, value = c
        return nodes.Argument(self._span(c), value, name.value)

    def comprehension(self, c: list[Child]) -> nodes.Argument:
        value = c[0] if len(c) == 3 else None
        return nodes.Argument(self._span(c), value, None, c[-1])

    def name(self, c: list[Child]) -> nodes.Name:
        token = c[0]
        if token.value in WORDS and token.value not in READABLE_WORDS:
            raise _word_read_as_name(token)
        return nodes.Name(self._span(c), token.value)

    def mine(self, c: list[Child]) -> nodes.Mine:
        return nodes.Mine(self._span(c), c[1].value)

    def number(self, c: list[Child]) -> nodes.Number:
        token = c[0]
        digits = token.value.lstrip("0") or "0"
        # The length first: Python refuses to read numbers of thousands of digits.
        if len(digits) > len(str(MOST_NUMBER)) or int(digits) > MOST_NUMBER:
            raise Mistake("E216", _start(token), _end(token), most=f"{MOST_NUMBER:,}")
        return nodes.Number(self._span(c), int(digits))

    def text(self, c: list[Child]) -> nodes.Text:
        return nodes.Text(self._span(c), c[0].value[1:-1])

    def atom(self, c: list[Child]) -> nodes.Expr:
        """An expression in parentheses: they belong to its place and leave no other trace."""
        inner: nodes.Expr = c[1]
        return replace(inner, span=self._span(c))

    def listed(self, c: list[Child]) -> nodes.Call:
        value, binder = (x for x in c if isinstance(x, nodes.Node))
        span = self._span(c)
        assert isinstance(value, nodes.Expr) and isinstance(binder, nodes.Binder)
        return nodes.Call(span, nodes.Name(span, nodes.LISTED), (nodes.Argument(span, value, None, binder),))

    def list_of(self, c: list[Child]) -> nodes.ListOf:
        return nodes.ListOf(self._span(c), tuple(_parts(c)))


def _word_read_as_name(token: Token) -> Mistake:
    special = {"else": "E211", "instead": "E233", "if": "E384"}.get(token.value)
    if special is not None:
        return Mistake(special, _start(token), _end(token))
    return Mistake("E221", _start(token), _end(token), word=token.value)


def _otherwise(part: Child) -> nodes.Block | None:
    """The else part: a block, or the next `if` of a chain as the only statement of one."""
    return (part,) if isinstance(part, nodes.Statement) else _block(part)


def _timing(token: Token) -> str:
    return "instead_of" if token.value.startswith("instead") else str(token.value)
