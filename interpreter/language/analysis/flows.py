"""Where what is hidden goes: through names and parameters into what is offered, and into the texts of the log.

`visibility` looks at each expression by itself. Here the text around it is followed: a name that stands for something
hidden, the arguments of what is called, and what takes the secret off again, since it was laid where it can be seen or
written where somebody may read it. What is carried out may depend on anything; what is offered may not (E405): the
list and the number of a choice, and whatever could fail in an option, as the option would then not be offered.

Effects that come of something hidden (`if p.hand.top.kind is guess { … }`) tell no more than what they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from interpreter.diagnostics import Span
from interpreter.language import core
from interpreter.language.analysis.lookahead import asked_in, first_asked, is_never_without
from interpreter.language.analysis.outside import Outside, keys_in
from interpreter.language.analysis.secrecy import (
    NONE,
    STRANGER,
    Known,
    Reader,
    Secret,
    Secrets,
    bare,
    is_class,
    is_known,
    unknown,
)
from interpreter.language.core.calls import called
from interpreter.language.core.checked import Checked, Procedure
from interpreter.language.core.known import kept
from interpreter.language.resolve.context import Context
from interpreter.program import Kept, ToldInfo
from interpreter.program.types import INT, PLAYER, Type, list_of
from interpreter.records import changed, mutable


@mutable
class _At:
    """Where a walk is.

    decider: who looks ahead from the block around, None outside of one. known: what has been shown, and to whom (None:
    to everybody). foreseen: what was known where the look-ahead began. why: what decides whether this is reached.
    tests: what holds here.
    """

    decider: core.X | None
    known: Known
    foreseen: Known | None = None
    why: Secrets = NONE
    tests: tuple[core.X, ...] = ()

    def inner(self, **changes: object) -> _At:
        """Where a walk goes on inside: what is shown there is not known outside."""
        return changed(self, known=set(self.known), **changes)


def check(c: Context, checked: Checked) -> None:
    """Report options that depend on what their player may not see (E405), and write into `checked` what only notes
    something where not everybody sees it, what is offered to some unnoticed, what is hidden while somebody decides, who
    may know what the log tells, and which values texts may speak of."""
    if all(info.seen_by == "all" for info in c.layout.slots):
        return
    flows = _Flows(c, procedures=checked.procedures)
    free = checked.free_alts.values()
    flows.follow(list(free))
    found = flows.found()
    for span, secrets in found.items():
        if not any(other.is_part_of(span) for other in found):
            c.report("E405", span, what=flows.in_words(secrets))
    for id in checked.shown:
        # Of each player, told to everybody; what all have together may be open.
        if c.made_values[id].params and (secrets := flows.of_value(id)):
            c.report("E405", c.model.values[id].span, what=f"{flows.in_words(secrets)}, and all are told `{id}`")
    checked.spoken = {id: types for id, types in checked.spoken.items() if not flows.of_value(id)}
    for number, info in enumerate(c.told):
        hidden = tuple(
            Kept(name, tuple(sorted(seen)), flows.written.get((number, at), ()))
            for at, (name, _) in enumerate(info.parameters)
            if (seen := flows.readers.get((number, at)))
        )
        c.told[number] = changed(info, secret=hidden)
    checked.noted, checked.quiet, checked.veiled = flows.noted(), flows.quiet(), flows.veiled


@mutable
class _Flows(Reader):
    """All procedures of a ruleset, walked until nothing new comes into any of them."""

    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    into: dict[str, dict[str, Secrets]] = field(default_factory=dict)
    """procedure → parameter → what is handed over in it"""
    into_log: dict[str, dict[str, Secrets]] = field(default_factory=dict)
    """the same, without what is laid open in the same text afterwards"""
    reports: dict[str, list[tuple[Span, Secrets]]] = field(default_factory=dict)
    """procedure → the places that depend on what is hidden from who chooses there"""
    readers: dict[tuple[int, int], set[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)
    """(number of a text of the log, place of a parameter) → who may know it: all of these conditions hold"""
    written: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    """… → who may know it since the text that begins writes it where they see it"""
    doubtful: set[str] = field(default_factory=set)
    """names that may stand for none, which may be a secret"""
    under: dict[str, Secrets] = field(default_factory=dict)
    """name of a piece → the place that it was taken from by its position"""
    todo: list[str] = field(default_factory=list)
    types: dict[str, Type] = field(default_factory=dict)
    veiled: dict[str, Type] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)
    """procedures whose text may be tried before it is carried out: actions, and what is called in options"""
    entered: set[tuple[str, str, Secrets]] = field(default_factory=set)
    """calls: the procedure that calls, the one called, what decides whether it is"""
    asking: set[str] = field(default_factory=set)
    """procedures in which what not everybody knows decides what may fail or be chosen"""
    declined: set[tuple[str, Span, Secrets, frozenset[str]]] = field(default_factory=set)
    """what can be declined: in which procedure, what decides whether somebody is asked that not everybody knows, and
    what its options call"""

    def __post_init__(self) -> None:
        self._id = ""
        self.calls: list[list[tuple[str, str, dict[Secret, Secret]]]] = []
        """procedure, parameter, and what is handed over in it → the same as the procedure says it"""
        self.opened: list[set[Secret]] = []
        self.assigned: list[set[str]] = [set()]
        self.current: Procedure | None = None
        self.here: Span | None = None
        self.outside = Outside(
            {id: v.result for id, v in self.c.made_values.items()}, self.c.layout.tables, keys_in(self.c.layout)
        )

    def found(self) -> dict[Span, Secrets]:
        """Each place that depends on what is hidden from who chooses there, with that."""
        out: dict[Span, Secrets] = {}
        for span, secrets in (report for reports in self.reports.values() for report in reports):
            out[span] = out.get(span, NONE) | secrets
        return out

    def follow(self, free: list[tuple[core.Var, tuple[core.Alt, ...]]]) -> None:
        self.todo = self._callers_first()
        self.tried = set(self.c.actions)
        while self.todo:
            p = self.procedures[self.todo.pop(0)]
            self.current, self.here, self._id = p, p.span, p.id
            self.reports[p.id] = []
            is_tried = p.id in self.tried and p.params and p.params[0].type == PLAYER
            decider = p.params[0] if is_tried else None
            env = {v.name: self.renamed(v, self.into.get(p.id, {}).get(v.name, NONE)) for v in p.params}
            self.types |= {v.name: v.type for v in p.params}
            self._root(p.body, env, _At(decider, set(), None if decider is None else set()))
        self.current, self._id = None, ""
        for who, alts in free:
            self.reports["free"] = self.reports.get("free", [])
            if alts and alts[0].span is not None:
                self._root((core.Decide(who, alts, ("", ()), "", True, alts[0].span),), {}, _At(None, set()))

    def _callers_first(self) -> list[str]:
        """The procedures in an order in which most are walked once: what is handed over is known by then."""
        order: dict[str, None] = {}

        def visit(name: str, around: frozenset[str]) -> None:
            for call in called(self.procedures[name].body):
                if call.procedure in self.procedures and call.procedure not in around and call.procedure not in order:
                    visit(call.procedure, around | {call.procedure})
            order[name] = None

        for name in self.procedures:
            if name not in order:
                visit(name, frozenset({name}))
        return [*order][::-1]

    def noted(self) -> frozenset[str | Span | None]:
        """See `check`."""
        hidden = set[str]()
        found: set[str | Span | None] = set()
        decisions: list[core.Decide] = []
        for p in self.procedures.values():
            for s in core.statements(p.body):
                if isinstance(s, core.Put) and isinstance(s.value, core.Var) and bool(self._seen_where(s)):
                    hidden.add(s.value.name)
                elif isinstance(s, core.Decide):
                    decisions.append(s)
        if hidden:
            hidden -= self._told_besides()
        for s in decisions:
            for alt in s.alts:
                names = {bind.var: bind.var for bind in alt.binds if bind.type.name != "piece"}
                for call in alt.body:
                    if isinstance(call, core.Invoke) and s.is_block:
                        given = zip(call.args, self.procedures[call.procedure].params, strict=True)
                        names |= {x.name: p.name for x, p in given if isinstance(x, core.Var) and x.name in names}
                found |= {name for name, inner in names.items() if inner in hidden}
            branches = [alt for alt in s.alts if s.is_block and not alt.binds and not alt.action]
            if len(branches) > 1 and all(self._only_notes(alt.body) for alt in branches):
                found |= {alt.span for alt in branches}
        return frozenset(found)

    def quiet(self) -> frozenset[Span]:
        """Decisions of which not everybody can see that somebody is asked, as nobody is where declining is all."""
        hidden = {to for _, to, why in self.entered if why}
        while more := {to for caller, to, _ in self.entered if caller in hidden} - hidden:
            hidden |= more
        asking = set(self.asking)
        while more := {caller for caller, to, _ in self.entered if to in asking} - asking:
            asking |= more
        return frozenset(at for of, at, why, calls in self.declined if why or of in hidden or calls & asking)

    def _told_besides(self) -> set[str]:
        """The names that are read in more than a decision, or a note that not everybody sees."""
        told = set[str]()
        for p in self.procedures.values():
            for s in core.statements(p.body):
                is_note = isinstance(s, core.Put) and isinstance(s.value, core.Var) and bool(self._seen_where(s))
                if not is_note and not isinstance(s, core.Decide):
                    told.update(*map(core.free_vars, core.expressions(s)))
        return told

    def _only_notes(self, body: core.Body) -> bool:
        """Whether a text does nothing but write where not everybody sees it."""
        inner = [s for s in core.statements(body) if not isinstance(s, core.Scope)]
        return inner != [] and all(isinstance(s, core.Put) and bool(self._seen_where(s)) for s in inner)

    def _seen_where(self, s: core.Put | core.Add) -> Secrets:
        """Who sees what a statement writes, where not everybody does."""
        return self.read(core.Get(s.slot, INT))

    def _root(self, body: core.Body, env: dict[str, Secrets], at: _At) -> None:
        self.calls.append([])
        self.opened.append(set())
        self._body(body, env, at)
        opened = self.opened.pop()
        for callee, name, handed in self.calls.pop():
            secrets = frozenset(said for secret, said in handed.items() if secret not in opened)
            known = self.into_log.setdefault(callee, {})
            if not secrets <= known.get(name, NONE):
                known[name] = known.get(name, NONE) | secrets
                self._again(callee)

    def _again(self, procedure: str) -> None:
        if procedure not in self.todo:
            self.todo.append(procedure)

    def _refuse(self, secrets: Secrets, span: Span | None) -> None:
        """Report a place that depends on what is hidden from who chooses there, if there is something."""
        span = span or self.here
        if secrets and span is not None:
            self.reports.setdefault("free" if self.current is None else self.current.id, []).append((span, secrets))

    # ---- statements

    def _body(self, body: core.Body, env: dict[str, Secrets], at: _At) -> None:
        for s in body:
            self.here = s.at or self.here
            self._statement(s, env, at)
            at.tests = self._still_known(at.tests, (s,))

    def _still_known(self, tests: tuple[core.X, ...], done: core.Body) -> tuple[core.X, ...]:
        """The tests that hold when some statements have been carried out."""
        return kept(tests, done, self.c.footprint, asking_changes=bool(self.c.free))

    def _branch(self, body: core.Body, env: dict[str, Secrets], at: _At) -> set[str]:
        """Walk what may not be carried out; the names that it assigns."""
        self.calls.append([])
        self.opened.append(set())
        self.assigned.append(set())
        self._body(body, env, at)
        opened = self.opened.pop()
        calls = self.calls.pop()
        for callee, name, handed in calls:
            self.calls[-1].append((callee, name, {x: said for x, said in handed.items() if x not in opened}))
        names = self.assigned.pop()
        self.assigned[-1] |= names
        return names

    def _statement(self, s: core.S, env: dict[str, Secrets], at: _At) -> None:
        match s:
            case core.Let():
                self._let(s.var, s.value, env, at)
            case core.Put() | core.Add():
                self._may_read(s.slot, env, at)
                self._may_read(s.value, env, at)
                self._write(s, env, at)
            case core.Check():
                self._may_read(s.test, env, at)
                # Where a piece is moved, the rules take it that there is one, whatever leads there.
                why = NONE if s.reason.kind == "no_piece" else at.why
                if s.reason.kind != "nesting":
                    self._check(s, why, env, at)
                self._find(s.test, at)
            case core.If():
                self._may_read(s.test, env, at)
                self._if(s, env, at)
            case core.Loop():
                self._may_read(s.over, env, at)
                self._loop(s, env, at)
            case core.Act():
                for x in s.args:
                    self._may_read(x, env, at)
                if s.result is not None:
                    self._assign(s.result, NONE, env)
                if s.name == "move_piece":
                    self._move(s.args[0], s.args[1], env, at)
            case core.Tell():
                self._tell(s, env)
            case core.Decide():
                self._decide(s, env, at)
            case core.ChooseSome():
                self._choose_some(s, env, at)
            case core.Spread():
                self._waits(s.who, env, at)
                self.types[s.var] = list_of(INT)
                asked = self.of(s.places, env) | self.of(s.caps, env) | self.of(s.low, env) | self.of(s.high, env)
                self._offer(asked, s.who, s.span, at, is_sure=True)
                self._assign(s.var, NONE, env)
            case core.Chance():
                self._chance(s, env, at)
            case core.Invoke():
                self._invoke(s, env, at)
            case core.Dispatch():
                self._may_read(s.on, env, at)
                for _, body in s.cases:
                    self._branch(body, env, at.inner(why=at.why | self.of(s.on, env)))
            case core.Block():
                decider = at.decider or first_asked(s.body)
                foreseen = at.foreseen if at.foreseen is not None else None if decider is None else set(at.known)
                inner = at.inner(decider=decider, foreseen=foreseen)
                self._body(s.body, env, inner)
                at.known |= inner.known
            case core.Scope():
                self._body(s.body, env, at)
            case core.IfPossible():
                self._branch(s.body, env, at.inner(decider=None, foreseen=None))
                self._branch(s.other, env, at.inner())
            case _:
                pass

    def _check(self, s: core.Check, why: Secrets, env: Mapping[str, Secrets], at: _At) -> None:
        """What may fail in an option may not depend on what who looks ahead cannot know."""
        secrets = self.of(s.test, env) | why
        if unknown(secrets, at.known):
            self.asking.add(self._id)
        if hidden := self._foreseen(secrets, at):
            places = [place for x, place in s.reason.places if not hidden.isdisjoint(self.of(x, env))]
            for place in places or [s.reason.span]:
                self._refuse(hidden, place)

    def _find(self, test: core.X | None, at: _At) -> None:
        """Go on where a test holds: it may have found a piece where everybody may look."""
        if found := {(secret, None) for secret in self.located(test)}:
            at.known |= found
            at.foreseen = None if at.foreseen is None else at.foreseen | found

    def _assign(self, name: str, secrets: Secrets, env: dict[str, Secrets]) -> None:
        env[name] = env.get(name, NONE) | secrets
        self.assigned[-1].add(name)

    def _waits(self, who: core.X, env: Mapping[str, Secrets], at: _At) -> None:
        """Note the names that stand for something hidden while somebody decides."""
        for name, secrets in env.items():
            if secrets and name not in self.veiled and self.hidden(secrets, who, at.known):
                self.veiled[name] = self.types[name]

    def _let(self, name: str, value: core.X, env: dict[str, Secrets], at: _At) -> None:
        self._may_read(value, env, at)
        var = core.Var(name, value.type)
        self.types[name] = value.type
        inner = bare(value)
        if value.type.name in ("player", "place") and inner != var and name not in env:
            self.others[name] = inner
        elif name in env and self.others.get(name) != inner:
            self.others.pop(name, None)  # it is not always the same
        secrets = self.of(value, env)
        if isinstance(inner, core.Var):
            for names in (self.by_place, self.doubtful, self.anywhere):
                if inner.name in names:
                    names.add(name)
            self.under[name] = self.under.get(inner.name, NONE)
            self._assign(name, secrets, env)
            return
        if value.type.name == "piece" and isinstance(inner, core.Tab):  # one of a list of all, wherever it lies
            self.anywhere.add(name)
        if self.is_by_place(value):
            self.by_place.add(name)
            self.under[name] = secrets
        else:
            self.doubtful.add(name)
        self._assign(name, self.renamed(var, secrets), env)

    def _write(self, s: core.Put | core.Add, env: dict[str, Secrets], at: _At) -> None:
        """What is written where it can be seen is known from then on."""
        secrets = self.of(s.value, env)
        if not secrets:
            return
        hidden = self._seen_where(s)
        if not hidden:
            if s.value.type.name in ("piece", "kind"):
                self._open(secrets, None, at)
            if isinstance(s.value, core.Var):
                env[s.value.name] = NONE
        elif len(hidden) == 1:
            self._show(secrets, hidden, at)

    def _open(self, secrets: Iterable[Secret], to: core.X | None, at: _At) -> None:
        at.known |= {(s, to) for s in secrets}
        if to is None:
            self.opened[-1] |= set(secrets)

    def _show(self, secrets: Secrets, there: Secrets, at: _At) -> None:
        """Something comes to where only somebody sees it. there: who may look into that place."""
        for place in there:
            if (viewer := self.viewer(place)) is not None:
                self._open(secrets, viewer, at)

    def _move(self, piece: core.X, target: core.X, env: dict[str, Secrets], at: _At) -> None:
        piece = bare(piece)
        if not isinstance(piece, core.Var) or target == core.Const(-1, target.type):
            return
        secrets = frozenset(s for s in env.get(piece.name, NONE) if s.of.startswith("piece "))
        secrets |= self.under.get(piece.name, NONE)
        there = self.looked_into(target)
        if not there:
            self._open(secrets, None, at)
        self._show(secrets, there, at)

    def _if(self, s: core.If, env: dict[str, Secrets], at: _At) -> None:
        asked = self.of(s.test, env)
        before = set(env)
        then = at.inner(why=at.why | asked, tests=(*at.tests, *core.conjuncts(s.test)))
        other = at.inner(why=at.why | asked)
        self._find(s.test, then)
        names = self._branch(s.then, env, then) | self._branch(s.other, env, other)
        for name in names & before:
            env[name] |= asked
        at.known |= then.known & other.known

    def _loop(self, s: core.Loop, env: dict[str, Secrets], at: _At) -> None:
        if s.secret:
            for let in core.statements(s.body):
                if isinstance(let, core.Let) and isinstance(let.value, core.Prim) and let.value.name == "with_item":
                    self.answering[let.var] = let.value.args[1]
        over, test = self.of(s.over, env), self.of(s.test, env)
        if isinstance(s.over, core.Prim) and s.over.name == "in_turn":
            over = NONE  # all are gone through, in whatever order; each says itself whether it is there
        item = s.over.type.item if s.kind == "for" and s.over.type.item is not None else INT
        var = core.Var(s.var, item)
        self.types[s.var] = item
        if s.kind == "for" and is_class(s.over):
            self.anywhere.add(s.var)
        self._assign(s.var, self.renamed(var, over | test), env)
        reached = test if s.kind == "for" and self.is_by_place(s.over) else over | test
        before = set(env)
        for _ in range(2):
            inner = at.inner(why=at.why | reached, tests=self._still_known(at.tests, s.body))
            if s.kind == "for":
                self._find(s.test, inner)
            names = self._branch(s.body, env, inner)
            for name in names & before - {s.var}:
                env[name] |= reached
        for name in self._laid_open(s):
            at.known |= {(changed(secret, owners=()), None) for secret in env.get(name, NONE)}
        if s.test is None and item.name == "piece":
            for to in {viewer for secret, viewer in inner.known if secret.of == f"piece {s.var}"}:
                self._open(over, to, at)  # all of them were shown

    def _laid_open(self, s: core.Loop) -> Iterator[str]:
        """The answers in a simultaneous choice of which a loop over all players lays each one's where all may look."""
        everybody = isinstance(s.over, core.Const) and s.over.value == tuple(range(self.c.layout.players))
        if not everybody or s.test is not None or any(isinstance(x, core.End) for x in core.statements(s.body)):
            return
        named: dict[core.X, str] = {}
        left = [*s.body]
        while left:
            match left.pop(0):
                case core.Scope(body=body) | core.Block(body=body):
                    left[:0] = body
                case core.If(test=core.Op(operator="!=", args=(x, core.Const(value=-1))), then=body) if self._answer_of(
                    x, s.var
                ):
                    left[:0] = body
                case core.Let(var=var, value=x) if name := self._answer_of(x, s.var):
                    named[core.Var(var, x.type)] = name
                case core.Act(name="move_piece", args=(piece, target)) if target != core.Const(-1, target.type):
                    name = named.get(bare(piece), "")
                    if name and not self.looked_into(target):
                        yield name

    def _answer_of(self, x: core.X, player: str) -> str:
        """The name of the answers in a simultaneous choice, if it is that of a player that is read; else ""."""
        match bare(x):
            case core.Prim(
                name="item", args=(core.Var(name=name), core.Op(operator="+", args=(whose, core.Const(value=1))))
            ):
                return name if name in self.answering and self.named(whose) == core.Var(player, PLAYER) else ""
        return ""

    def _chance(self, s: core.Chance, env: dict[str, Secrets], at: _At) -> None:
        secrets = NONE if s.to is None or s.item.name != "piece" else self.looked_into(s.to)
        if s.to is not None and s.to == core.Const(-1, s.to.type):
            secrets = NONE
        env.pop(s.var, None)
        self.types[s.var] = s.item
        self._assign(s.var, self.renamed(core.Var(s.var, s.item), secrets), env)
        if at.foreseen is not None:
            at.foreseen = set(at.known)
            at.why = NONE

    def _invoke(self, s: core.Invoke, env: dict[str, Secrets], at: _At) -> None:
        callee = self.procedures.get(s.procedure)
        if callee is None:
            return
        if at.foreseen is not None and at.decider is not None and not callee.is_phase and callee.id not in self.tried:
            self.tried.add(callee.id)
            self._again(callee.id)
        self.entered.add((self._id, callee.id, unknown(at.why, at.known)))
        given = [(p, self.named(a)) for p, a in zip(callee.params, s.args, strict=True)]
        me = given[0][1] if given and given[0][0].type == PLAYER else None
        self._waits(STRANGER if me is None else me, env, at)
        for p, arg in zip(callee.params, s.args, strict=True):
            self._may_read(arg, env, at)
            if p.type.name == "player" and not self.of(arg, env):
                continue
            handed = {
                x: changed(x, owners=tuple(self._for_callee(o, given) for o in x.owners))
                for x in self.of(arg, env)
                if not is_known(x, None, at.known)
            }
            self.calls[-1].append((callee.id, p.name, handed))
            unseen = frozenset(said for x, said in handed.items() if me is None or (x, me) not in at.known)
            known = self.into.setdefault(callee.id, {})
            if not unseen <= known.get(p.name, NONE):
                known[p.name] = known.get(p.name, NONE) | unseen
                self._again(callee.id)
        if callee.is_phase and at.foreseen is not None:
            at.foreseen = set(at.known)
            at.why = NONE

    def _for_callee(self, owner: core.X, given: list[tuple[core.Var, core.X]]) -> core.X:
        named = self.named(owner)
        return next((p for p, arg in given if arg == named), named if isinstance(named, core.Const) else STRANGER)

    # ---- decisions

    def _decide(self, s: core.Decide, env: dict[str, Secrets], at: _At) -> None:
        is_mine = at.decider is not None and self.named(s.who) == self.named(at.decider)
        foreseen = at.foreseen if at.foreseen is not None and is_mine else None
        self._waits(s.who, env, at)
        for _, var in s.told:
            item = var.type.item if var.type.name == "list" else var.type
            if item is not None and item.name != "piece":
                self._refuse(self.hidden(env.get(var.name, NONE), s.who, at.known), s.span)
        for alt in s.alts:
            for let in alt.lets:
                self._let(let.var, let.value, env, at)
            when = self.of(alt.when, env)
            self._offer(when, s.who, alt.when_at or alt.span or s.span, at, is_sure=True)
            self._find(alt.when, at)
            tests = at.tests if alt.when is None else (*at.tests, *core.conjuncts(alt.when))
            for bind in alt.binds:
                if is_class(bind.domain) and bind.shown:
                    self.anywhere.add(bind.var)
                is_sure = s.skip is not None
                if bind.test is None:
                    is_sure |= self.is_by_place(bind.domain) or is_never_without(bind.domain, tests)
                parts = ((bind.domain, bind.domain_at), (bind.test, bind.at), (bind.value, bind.value_at))
                for x, place in parts if bind.shown else ():
                    self._offer(self.of(x, env), s.who, place or bind.at or s.span, at, is_sure=is_sure)
                self._find(bind.test, at)
                # What somebody names is told to all; of a piece, only that he takes one from there.
                secrets = self.of(bind.domain, env) if bind.type.name == "piece" else NONE
                self.types[bind.var] = bind.type
                self._assign(bind.var, self.renamed(core.Var(bind.var, bind.type), secrets), env)
            if s.is_block:
                seen = set(at.known) if foreseen is None else set(foreseen)
                why = NONE if foreseen is None else at.why
                inner = at.inner(decider=s.who, foreseen=seen, tests=tests, why=why)
                self._branch(alt.body, env, inner)
            else:
                self._body(alt.body, env, at)
        if s.skip is not None:
            self._branch(s.skip[1], env, at.inner())
            if not s.skip[1]:
                secrets = at.why.union(*[self.of(x, env) for x in asked_in(s)])
                calls = frozenset(call.procedure for alt in s.alts for call in called(alt.body))
                self.declined.add((self._id, s.span, unknown(secrets, at.known), calls))
        if not is_mine and at.foreseen is not None:
            at.foreseen = set(at.known)
            at.why = NONE

    def _choose_some(self, s: core.ChooseSome, env: dict[str, Secrets], at: _At) -> None:
        self._waits(s.who, env, at)
        self.types[s.var] = list_of(s.item)
        for asked, place in (
            (self.of(s.source, env), s.source_at),
            (self.of(s.low, env) | self.of(s.high, env), s.number_at),
        ):
            self._offer(asked, s.who, place or s.span, at, is_sure=True)  # whether there are enough is a check itself
        secrets = self.of(s.source, env) if s.item.name == "piece" else NONE
        self._assign(s.var, self.renamed(core.Var(s.var, list_of(s.item)), secrets), env)

    def _offer(self, asked: Secrets, who: core.X, span: Span, at: _At, *, is_sure: bool) -> None:
        """What is offered may not depend on what its player cannot know; nor, where it might be nothing, on what he
        could not know when the text began in which that is foreseen."""
        if unknown(asked, at.known):
            self.asking.add(self._id)
        foreseen = NONE if is_sure else self._foreseen(asked | at.why, at)
        self._refuse(self.hidden(asked, who, at.known) or foreseen, span)

    def _foreseen(self, secrets: Secrets, at: _At) -> Secrets:
        """What is hidden from who looks ahead of what is tried before it is carried out."""
        if at.decider is None or at.foreseen is None:
            return NONE
        return self.hidden(secrets, at.decider, at.foreseen)

    def _may_read(self, x: core.X, env: Mapping[str, Secrets], at: _At) -> None:
        """What might not be there fails as a check does: whether it is there may be no secret."""
        for part in () if at.foreseen is None or at.decider is None else core.walk(x):
            match part:
                case core.Tab(index=on) | core.Prim(name="item", args=(_, on)) if self.outside.may_fail(part):
                    secrets = self.of(on, env)
                case core.Prim(name="distance" | "cheapest"):
                    secrets = self.of(part, env)
                case core.Prim(name="there", args=(core.Var(name=name),)) if name in self.doubtful:
                    secrets = env.get(name, NONE)
                case _:
                    continue
            self._refuse(self._foreseen(secrets, at), self._place(part))

    def _place(self, part: core.X) -> Span | None:
        """Where an element or entry is read, in the statement that is walked."""
        here = self.here
        places = () if here is None else (at for at, x in self.c.reads if x == part and at.is_part_of(here))
        return next(iter(places), here)

    # ---- the log

    def _tell(self, s: core.Tell, env: Mapping[str, Secrets]) -> None:
        assert self.current is not None
        info: ToldInfo = self.c.told[s.number]
        names = {self.named(x): name for x, (name, _) in zip(s.args, info.parameters, strict=True)}
        if s.who is not None:
            names[self.named(s.who)] = "me"
        for at, x in enumerate(s.args):
            assert isinstance(x, core.Var)
            is_given = any(p.name == x.name for p in self.current.params)
            secrets = (self.into_log.get(self.current.id, {}) if is_given else env).get(x.name, NONE)
            for secret in secrets:
                if secret.seen_by == "where":
                    continue
                owners = [names.get(self.named(o), "") for o in secret.owners]
                entry = (secret.seen_by, tuple(owners)) if owners and all(owners) else ("nobody", ())
                self.readers.setdefault((s.number, at), set()).add(entry)
            written = self._written(x, names)
            if (s.number, at) in self.written:
                written = tuple(name for name in self.written[s.number, at] if name in written)
            self.written[s.number, at] = written

    def _written(self, x: core.Var, names: Mapping[core.X, str]) -> tuple[str, ...]:
        """Who sees where the text that begins writes a parameter down."""
        assert self.current is not None
        out = []
        left = [*self.current.body]
        while left:
            s = left.pop()
            if isinstance(s, core.Scope | core.Block):
                left += s.body
            if isinstance(s, core.Put) and x in list(core.walk(s.value)):
                viewers = [self.viewer(place) for place in self._seen_where(s)]
                out += [name for owner, name in names.items() if owner in viewers]
        return tuple(dict.fromkeys(out))
