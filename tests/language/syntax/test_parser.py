"""Effect text → nodes → effect text: the corpus, the shipped rulesets, places, mistakes and hostile input."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import lark
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.codes.code import Code
from interpreter.diagnostics import Diagnostic, Diagnostics, Source, Span
from interpreter.language.syntax import nodes, parser
from interpreter.language.syntax.lines import joined
from interpreter.language.syntax.parser import parse
from interpreter.language.syntax.printer import to_text
from interpreter.loading.model import EffectText
from interpreter.loading.source import shipped_games
from interpreter.loading.words import READABLE_WORDS, WORDS
from interpreter.pipeline import model_of
from tests.codes import SYNTAX
from tests.shipped import folder_of, largest_sets, modules_of

HERE = Path(__file__).parent


def parsed(text: str, start: str = "program") -> tuple[nodes.Parsed | None, list[Diagnostic]]:
    diagnostics = Diagnostics()
    tree = parse(EffectText(start, Span(Source("effects.txt", text), 0, len(text))), diagnostics)
    return tree, list(diagnostics)


def tree_of(text: str, start: str = "program") -> nodes.Parsed:
    tree, found = parsed(text, start)
    assert tree is not None, [(d.code, d.message, str(d.span)) for d in found]
    assert found == []
    return tree


def text_of(tree: nodes.Parsed) -> str:
    assert isinstance(tree, nodes.Node | tuple)
    return to_text(tree)


def split_start(text: str) -> tuple[str, str]:
    """A leading `start: rule` line tells the start rule; program without one."""
    first, _, rest = text.partition("\n")
    return (first.removeprefix("start: ").strip(), rest) if first.startswith("start: ") else ("program", text)


# ---- the corpus: cases cut by `---`; a line that must fail ends in  ### "regex"  or  ### @column "regex"

SYNTAX_FILES = ("statements", "rules", "expressions", "mistakes")
_MUST_FAIL = re.compile(r'[ \t]*### (?:@(?P<column>\d+) )?"(?P<message>.*)"$')


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    start: str
    text: str
    line: int | None
    column: int | None
    message: str


def _case(name: str, raw: str) -> Case:
    start, body = split_start(raw)
    lines, failing, column, message = [], None, None, ""
    for number, line in enumerate(body.split("\n"), 1):
        mark = _MUST_FAIL.search(line)
        if mark:
            assert failing is None, f"{name}: a text has at most one syntax mistake"
            failing, message = number, mark["message"]
            column = int(mark["column"]) if mark["column"] else None
            line = line[: mark.start()]
        lines.append(line)
    return Case(name, start, "\n".join(lines), failing, column, message)


def corpus() -> list[Case]:
    cases = []
    for path in sorted((HERE / "corpus").glob("*.txt")):
        if path.stem in SYNTAX_FILES:
            texts = re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            cases += [_case(f"{path.stem}-{number}", text.removesuffix("\n")) for number, text in enumerate(texts, 1)]
    return cases


CASES = corpus()
GOOD = [case for case in CASES if case.line is None]
BAD = [case for case in CASES if case.line is not None]


@pytest.mark.parametrize("case", GOOD, ids=lambda c: c.name)
def test_good_case_parses_and_prints_back(case: Case) -> None:
    tree = tree_of(case.text, case.start)
    printed = text_of(tree)
    assert tree_of(printed, case.start) == tree
    assert text_of(tree_of(printed, case.start)) == printed


@pytest.mark.parametrize("case", BAD, ids=lambda c: c.name)
def test_bad_case_gives_one_message_at_its_place(case: Case) -> None:
    tree, found = parsed(case.text, case.start)
    assert tree is None
    assert len(found) == 1
    assert re.search(case.message, f"{found[0].code} {found[0].message}"), found[0]
    span = found[0].span
    assert span is not None
    assert span.line == case.line
    if case.column is not None:
        assert span.column == case.column


def joined_text(case: Case) -> str:
    return joined(EffectText(case.start, Span(Source("effects.txt", case.text), 0, len(case.text))))


def test_corpus_covers_every_alternative_of_the_grammar() -> None:
    parsing = lark.Lark(
        parser.GRAMMAR.read_text(encoding="utf-8"), parser="lalr", start=list(parser.STARTS), keep_all_tokens=True
    )
    wanted = {rule.alias or str(rule.origin.name) for rule in parsing.rules if not rule.options.expand1 or rule.alias}
    seen = {str(t.data) for case in GOOD for t in parsing.parse(joined_text(case), start=case.start).iter_subtrees()}
    assert {name for name in wanted if not name.startswith("_")} - seen == set()


def test_corpus_or_examples_cover_every_syntax_code() -> None:
    seen = {d.code for case in BAD for d in parsed(case.text, case.start)[1]}
    too_long = {"E218"}
    assert {code.id for code in SYNTAX} - seen == too_long


def test_words_are_those_of_the_grammar() -> None:
    lark_parser, _ = parser._parser()
    literal = {t.pattern.value for t in lark_parser.terminals if t.pattern.type == "str" and t.pattern.value.isalpha()}
    # Those the grammar writes as regular expressions.
    patterns = {"before", "after", "instead", "most", "least", "mod", "use", "uses", "or", "and", "else"}
    functions = {"possible", "any", "all"}
    assert literal | patterns | functions == WORDS
    assert READABLE_WORDS < WORDS


@pytest.mark.parametrize("code", SYNTAX, ids=lambda c: c.id)
def test_examples_of_codes(code: Code) -> None:
    start, failing = split_start(code.failing)
    tree, found = parsed(failing, start)
    assert tree is None
    assert [d.code for d in found] == [code.id]
    start, mended = split_start(code.mended)
    tree_of(mended, start)
    assert code.hint and code.page


# ---- trees


@pytest.mark.parametrize(
    ("start", "text", "expected"),
    [
        (
            "program",
            "pay 2 wood or all gem to q",
            "(Transfer(verb='pay', amounts=(Alternatives(items=(Amount(count=Number(value=2), "
            "resource=Name(name='wood')), "
            "AllOf(resource=Name(name='gem')))),), other=Name(name='q')),)",
        ),
        ("program", "retreat m", "(Step(verb='retreat', what=Name(name='m'), steps=None),)"),
        (
            "program",
            "together[1] does { end loop }",
            "(Does(how='one', who=Index(value=Name(name='together'), index=Number(value=1)), "
            "body=(End(how='loop', name=None),)),)",
        ),
        ("program", "each of ps does {}", "(Does(how='each', who=Name(name='ps'), body=()),)"),
        ("program", "simultaneously each of ps does {}", "(Does(how='together', who=Name(name='ps'), body=()),)"),
        (
            "program",
            "repeat at most 3 times until a {}",
            "(Repeat(how='at_most', number=Number(value=3), until=Name(name='a'), body=()),)",
        ),
        (
            "program",
            "repeat while n falls {}",
            "(Repeat(how='while_falls', number=Name(name='n'), until=None, body=()),)",
        ),
        ("program", "end game as x; end y", "(End(how='game', name='x'), End(how='phase', name='y'))"),
        (
            "program",
            "choose any number of s as x",
            "(ChooseSome(quantity=Quantity(how='any', number=None), source=Name(name='s'), name='x'),)",
        ),
        (
            "program",
            "split at least 2 among x in s at most 1 as a",
            "(Split(quantity=Quantity(how='at_least', number=Number(value=2)), binder=Binder(name='x', "
            "domain=Name(name='s'), condition=None, extreme=None, value=None, keys=()), most=Number(value=1), "
            "name='a'),)",
        ),
        (
            "program",
            'may up to 2 times "a b" if c {} else {}',
            "(May(times=Number(value=2), branch=Branch(label='a b', condition=Name(name='c'), "
            "body=()), otherwise=()),)",
        ),
        (
            "program",
            "if a {} else if possible {}",
            "(If(condition=Name(name='a'), then=(), otherwise=(IfPossible(then=(), otherwise=None, is_sure=False),)),)",
        ),
        (
            "program",
            "modify v at least 1 until end of my r for 2 uses",
            "(ModifyNow(modifier=Modifier(event=Event(name='v', patterns=None), change='at_least', "
            "value=Number(value=1), "
            "condition=None), until=Period(name='r', mine=True), uses=Number(value=2)),)",
        ),
        ("formula", "0..n", "Interval(low=Number(value=0), high=Name(name='n'))"),
        (
            "formula",
            "a is not in b",
            "Is(left=Name(name='a'), right=Name(name='b'), negated=True, within=True)",
        ),
        (
            "formula",
            "a - b - c",
            "Binary(operator='-', left=Binary(operator='-', left=Name(name='a'), right=Name(name='b')), "
            "right=Name(name='c'))",
        ),
        (
            "formula",
            "f(x in s, e for x in s, k = v)",
            "Call(function=Name(name='f'), arguments=("
            "Argument(value=None, name=None, binder=Binder(name='x', domain=Name(name='s'), "
            "condition=None, extreme=None, "
            "value=None, keys=())), "
            "Argument(value=Name(name='e'), name=None, binder=Binder(name='x', domain=Name(name='s'), condition=None, "
            "extreme=None, value=None, keys=())), "
            "Argument(value=Name(name='v'), name='k', binder=None)))",
        ),
        ("formula", "players.from", "Attribute(value=Name(name='players'), name='from')"),
        (
            "rule",
            "2 times per my r instead of e(any n, k = any m, t) by any p {}",
            "Rule(limit=Limit(times=Number(value=2), period=Period(name='r', mine=True)), head=Trigger("
            "timing='instead_of', event=Event(name='e', patterns=(Pattern(new_name='n', test=None, parameter=None), "
            "Pattern(new_name='m', test=None, parameter='k'), Pattern(new_name=None, test=Name(name='t'), "
            "parameter=None))), by=Pattern(new_name='p', test=None, parameter=None), condition=None, body=()))",
        ),
        (
            "rule",
            "after e() {}",
            "Rule(limit=None, head=Trigger(timing='after', event=Event(name='e', patterns=()), "
            "by=None, condition=None, "
            "body=()))",
        ),
        ("limits", "once per turn", "Limit(times=None, period=Period(name='turn', mine=False))"),
        ("span", "instead of loading", "Timing(timing='instead_of', name='loading')"),
        ("program", "", "()"),
    ],
)
def test_shape_of_tree(start: str, text: str, expected: str) -> None:
    assert repr(tree_of(text, start)) == expected


# ---- the effect texts of the shipped rulesets


@cache
def shipped_effects(game: str) -> tuple[EffectText, ...]:
    """Each effect text of a ruleset and its modules once."""
    found: dict[str, EffectText] = {}
    for modules in {(): None, **dict.fromkeys(largest_sets(game, tuple(modules_of(game))))}:
        model = model_of(folder_of(game), modules, Diagnostics())
        assert model is not None
        found |= {f"{text.span} {text.start}": text for text in model.effect_texts}
    return tuple(found.values())


def parse_quietly(text: EffectText) -> nodes.Parsed:
    diagnostics = Diagnostics()
    tree = parse(text, diagnostics)
    assert list(diagnostics) == []
    assert tree is not None
    return tree


def test_shipped_effects_hold_what_is_expected() -> None:
    effects = [effect for game in shipped_games() for effect in shipped_effects(game)]
    counts = {start: sum(1 for e in effects if e.start == start) for start in parser.STARTS if start != "costs"}
    assert all(count >= 4 for count in counts.values()), counts
    assert len(effects) > 1_000


@pytest.mark.parametrize("game", shipped_games())
def test_shipped_effects_parse_and_print_back(game: str) -> None:
    for text in shipped_effects(game):
        tree = parse_quietly(text)
        assert tree_of(text_of(tree), text.start) == tree, text.span


def _nodes(value: object) -> Iterator[nodes.Node]:
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, nodes.Node):
        yield value
        for field in dataclasses.fields(value):
            yield from _nodes(getattr(value, field.name))


@pytest.mark.parametrize("game", shipped_games())
def test_spans_are_tight_and_hold_their_node(game: str) -> None:
    """The text under a node's span, parsed alone, is that node again."""
    checked = 0
    for text in shipped_effects(game)[::3]:
        for node in _nodes(parse_quietly(text)):
            assert text.span.start <= node.span.start < node.span.end <= text.span.end
            assert node.span.text == node.span.text.strip()
            if isinstance(node, nodes.Expr) and not isinstance(node, nodes.Name | nodes.Number | nodes.Random):
                assert parse_quietly(EffectText("formula", node.span)) == node
                checked += 1
            elif isinstance(node, nodes.Statement):
                assert parse_quietly(EffectText("program", node.span)) == (node,)
                checked += 1
    assert checked > 100


def test_spans_are_places_of_the_outer_file() -> None:
    source = Source("flow.yaml", "phases:\n  game: {do: 'gain 1 coin; lose (2 +  x) vp'} # after")
    start = source.text.index("gain")
    tree = parse_quietly(EffectText("program", Span(source, start, source.text.index("'}"))))
    assert isinstance(tree, tuple)
    gain, lose = tree
    assert isinstance(lose, nodes.Transfer)
    amount = lose.amounts[0].items[0]
    assert isinstance(amount, nodes.Amount)
    assert (str(gain.span), gain.span.text) == ("flow.yaml:2:15", "gain 1 coin")
    assert (lose.span.text, amount.span.text, amount.count.span.text) == (
        "lose (2 +  x) vp",
        "(2 +  x) vp",
        "(2 +  x)",
    )


def test_mistake_is_placed_in_the_outer_file() -> None:
    source = Source("flow.yaml", "do: |\n  if a {\n    gian 1 coin\n  }\nnext: 1")
    diagnostics = Diagnostics()
    assert parse(EffectText("program", Span(source, 6, source.text.index("next"))), diagnostics) is None
    (only,) = diagnostics
    assert (only.code, str(only.span), only.near) == ("E222", "flow.yaml:3:5", ("gain",))


def test_unclosed_brace_shows_the_opening_one() -> None:
    _, (only,) = parsed("gain 1 coin\nif a {\n  gain 1 wood\n")
    assert only.code == "E202"
    ((place, words),) = only.related
    assert (place.line, place.column, place.text, words) == (2, 6, "{", "opened here")


def test_unknown_start_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="no start rule"):
        parsed("a", "statement")


def test_to_text_refuses_what_is_no_node() -> None:
    with pytest.raises(TypeError):
        to_text(nodes.Node(Span(Source("", ""), 0, 0)))


def test_layout_of_printed_text() -> None:
    text = 'for p in ps { if a { may "b c" { gain (1+2) coin;lose 1 x } } else if b {} else { end loop } }'
    assert text_of(tree_of(text)) == (
        "for p in ps {\n"
        "  if a {\n"
        '    may "b c" {\n'
        "      gain 1 + 2 coin\n"
        "      lose 1 x\n"
        "    }\n"
        "  } else if b {} else {\n"
        "    end loop\n"
        "  }\n"
        "}"
    )


# ---- hostile and random input

HOSTILE = {
    "parentheses": "(" * 100_000,
    "braces": "if a {" * 30_000,
    "brackets": "require a" + "[" * 100_000,
    "nots": "require " + "not " * 45_000 + "a",
    "minuses": "require " + "-" * 100_000 + "a",
    "attributes": "require a" + ".b" * 50_000,
    "calls": "do a" + "()" * 50_000,
    "sum": "require 1" + "+1" * 50_000,
    "else ifs": "if a {}" + " else if a {}" * 10_000,
    "conditionals": "let x = " + "if a then b else " * 8_000 + "c",
    "digits": "gain " + "9" * 190_000 + " coin",
    "closing": "}" * 100_000,
    "quotes": 'require "' + "a" * 100_000,
    "blanks": "if a {}" + " " * 190_000 + "x",
    "newlines": "if a {}" + "\n" * 190_000 + "x",
    "too long": "gain 1 coin\n" * 20_000,
    "long name": "a" * 190_000,
    "nul": "gain 1 \x00",
    "surrogate": "gain 1 \ud800",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_gives_one_message_soon(name: str) -> None:
    begun = time.process_time()
    tree, found = parsed(HOSTILE[name])
    assert time.process_time() - begun < 10
    assert tree is None
    assert len(found) == 1
    assert len(found[0].message) < 200


def assert_sound(text: str, start: str) -> None:
    """A tree that prints back, or one diagnostic inside the text: never both, never anything else."""
    tree, found = parsed(text, start)
    if tree is None:
        (only,) = found
        assert only.span is not None
        assert 0 <= only.span.start <= only.span.end <= len(text)
    else:
        assert found == []
        assert tree_of(text_of(tree), start) == tree


_PIECES = [
    *sorted(WORDS), "x", "coin", "p", "1", "23", '"t"', "{", "}", "(", ")", "[", "]", ",", ".", "..", "=", "+=", "==",
    "<", ">=", "+", "-", "*", "/", "\n", ";", "#", " ", "instead of", "else if", "X", "'", '"', ":", "é",
    "\N{ARABIC-INDIC DIGIT THREE}", "\N{NO-BREAK SPACE}", "1.5",
]  # fmt: skip


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(_PIECES), max_size=25), st.sampled_from(parser.STARTS), st.sampled_from(["", " "]))
def test_random_words(pieces: list[str], start: str, between: str) -> None:
    assert_sound(between.join(pieces), start)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=40), st.sampled_from(parser.STARTS))
def test_random_characters(text: str, start: str) -> None:
    assert_sound(text, start)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_mutated_effects(data: st.DataObject) -> None:
    original = data.draw(st.sampled_from(shipped_effects(data.draw(st.sampled_from(shipped_games())))))
    text = original.span.text
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 6))
        text = text[:at] + data.draw(st.sampled_from(["", *_PIECES])) + text[at + length :]
    assert_sound(text, original.start)


# ---- the cache of the grammar's tables


def test_cache_is_used_only_where_it_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    name = parser._cache_file("grammar")
    assert name is not None
    folder = Path(name).parent
    assert folder.stat().st_mode & 0o777 == 0o700
    assert parser._cache_file("other grammar") != name
    folder.chmod(0o755)
    assert parser._cache_file("grammar") is None
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/nowhere")
    assert parser._cache_file("grammar") is None


def test_damaged_cache_is_rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    name = parser._cache_file(parser.GRAMMAR.read_text(encoding="utf-8"))
    assert name is not None
    Path(name).write_bytes(b"damaged")
    for _ in range(2):  # the second reads what the first has written
        built = parser._parser.__wrapped__()[0]
        assert built.parse_interactive("gain 1 coin", start="program").exhaust_lexer()
    assert Path(name).read_bytes() != b"damaged"
