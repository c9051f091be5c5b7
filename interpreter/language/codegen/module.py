"""The whole program: constants, values, procedures, segments, scoring and the tables by label."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from interpreter.bounds import TRIAL_STEPS
from interpreter.language.analysis.legality import Analysis
from interpreter.language.analysis.merging import merged
from interpreter.language.analysis.outside import keys_in
from interpreter.language.analysis.presence import settled
from interpreter.language.codegen.free import Free
from interpreter.language.codegen.listing import PLACE
from interpreter.language.codegen.pycode import identifier, literal, value
from interpreter.language.core.checked import Checked
from interpreter.loading.model import EffectText
from interpreter.program import FREE_END, Program
from interpreter.records import mutable


def compile_program(
    checked: Checked, modules: tuple[str, ...] = (), generator: type[Generator] | None = None
) -> Program:
    """Write the whole program. `checked` must be free of errors. generator: another writer than the usual one."""
    return _Compiler(checked, modules, generator or Generator).program()


def plain_form(checked: Checked, program: Program) -> Program:
    """The program without guards, in which every option is tried and every failing check says why. Decisions keep the
    labels of `program`, which was compiled from the same rules."""
    plain = writer_of(simplified(checked), Generator, plain=True)
    source = plain.module()
    return replace(
        program, source=source, reasons=tuple(plain.reasons), marks=tuple(plain.marks), clauses=tuple(plain.apart.infos)
    )


def simplified(checked: Checked) -> Checked:
    """The rules as both forms are written from them: labels of decisions are the same in both."""
    return merged(settled(checked))


def writer_of(checked: Checked, generator: type[Generator], plain: bool) -> Generator:
    analysis = Analysis(
        checked.procedures, checked.values, checked.layout.tables, keys_in(checked.layout), checked.state_rules
    )
    return generator(checked, analysis, plain=plain)


@mutable
class _Compiler:
    checked: Checked
    modules: tuple[str, ...]
    generator: type[Generator]

    def program(self) -> Program:
        checked = simplified(self.checked)
        guarded = writer_of(checked, self.generator, self.generator.is_plain)
        source = guarded.module()
        boards = tuple((b.columns, b.rows, b.rotate, b.mirror) for b in checked.model.boards.values())
        return Program(
            layout=checked.layout,
            players=checked.layout.players,
            options=dict(checked.options),
            modules=self.modules,
            source=source,
            decisions=guarded.decisions,
            free=guarded.free,
            scores=tuple(name for name, _, _ in checked.scores),
            tie_breaks=tuple((name, lower) for name, _, _, lower in checked.tie_breaks),
            endings=tuple((name, lose) for name, _, lose in checked.endings),
            procedures=tuple(checked.procedures),
            grids={
                s.id: (s.columns, s.rows, s.rotate, s.mirror, s.ordered)
                for s in checked.model.spaces.values()
                if s.columns
            },
            boards=boards,
            reasons=tuple(guarded.reasons),
            source_lines=guarded.places,
            marks=tuple(guarded.marks),
            periods={label: name for name, label in guarded.exits.items()},
            hints=tuple(name for name, _, _, shared in checked.hints if not shared),
            shared_hints=tuple(name for name, _, _, shared in checked.hints if shared),
            phases={label: name for (name, _), label in guarded.entries.items() if checked.procedures[name].is_phase},
            callers=guarded.callers,
            probes=tuple(guarded.probes),
            told=tuple(checked.told),
            shown=checked.shown,
            spoken=checked.spoken,
            lists={name: sizes for name, sizes in _sizes(checked) if sizes},
            numbered=frozenset(t.id for t in checked.model.tables.values() if all(type(k) is int for k in t.values)),
            clauses=tuple(guarded.apart.infos),
            veiled=guarded.veiled,
        )


def _sizes(checked: Checked) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each table with the lengths of the lists in it."""
    for table in checked.model.tables.values():
        row = table.values.get(checked.layout.players)
        rows = (row,) if table.by_players else table.values.values()
        yield table.id, tuple(len(entry) for entry in rows if isinstance(entry, tuple | list))


@mutable
class Generator(Free):
    """Writes one form of the program."""

    is_plain: ClassVar[bool] = False
    """Whether the form for play is written without guards as well"""

    # ---- the module

    def module(self) -> str:
        """The whole source: values, procedures, segments, tables of labels."""
        for p in self.checked.procedures.values():
            if p.id not in self.analysis.suspending:
                self._function(p)
        self._root()
        while self.todo:
            self._entry(*self.todo.pop())
        self._free_actions()
        while self.todo:
            self._entry(*self.todo.pop())
        for name in self.checked.possible_alts:
            self._possible(name)
            while self.todo:
                self._entry(*self.todo.pop())
        self._values()
        rest = [*self.functions, *self._signatures(), *self._scoring(), *self._tables(), ""]
        return "\n".join([*self._constants(), *rest])  # last of all: writing the rest makes tables

    def _constants(self) -> list[str]:
        out = [
            "# Generated from the ruleset; see `rulewright show GAME --python`.",
            "from bisect import insort",
            "from interpreter.runtime.primitives import *",
            *(["from interpreter.runtime.apart import *"] if self.plain else []),
        ]
        out += [f"{identifier(name)} = {literal_table(table)}" for name, table in self.layout.tables.items()]
        out.append(f"KIND = {literal((*self.layout.pieces, -1))}")
        if "PIECE_OWNER" not in self.layout.tables:
            out.append(f"PIECE_OWNER = {literal(tuple(self.layout.piece_owner))}")
        ordered = tuple(p.ordered for p in self.layout.places)
        out.append(f"ORDERED = {literal(ordered)}")
        out.append(
            "\n".join(
                [
                    "def move_piece(s, x, place):",
                    f"    old = s[{self.layout.at_base} + x]",
                    "    if old >= 0:",
                    f"        old += {self.layout.zone_base}",
                    "        t = s[old]",
                    "        if t[-1] == x:",
                    "            s[old] = t[:-1]",
                    "        else:",
                    "            t = list(t)",
                    "            t.remove(x)",
                    "            s[old] = tuple(t)",
                    f"    s[{self.layout.at_base} + x] = place",
                    "    if place >= 0:",
                    f"        new = place + {self.layout.zone_base}",
                    "        t = s[new]",
                    f"        if not t or x > t[-1]{' or ORDERED[place]' if any(ordered) else ''}:",
                    "            s[new] = t + (x,)",
                    "        else:",
                    "            t = list(t)",
                    "            insort(t, x)",
                    "            s[new] = tuple(t)",
                ]
            )
        )
        return out

    def _values(self) -> None:
        for v in self.checked.values.values():
            params = "".join(f", {p.name}" for p in v.params)
            body = value(self.inlined(v.result, 200))
            name, at = identifier(v.id), self._at(self.checked.model.formula_of(v.id))
            steps = self.costs.call_of_value(v.id)
            paid = f"    spend({steps}){at}\n" if steps else ""
            if not self.analysis.is_fixed(v.id):
                self.functions.append(f"def V_{name}(s{params}):\n{paid}    return {body}{at}")
                continue
            key = f"({''.join(p.name + ', ' for p in v.params)})"
            self.functions.append(
                f"F_{name} = {{}}\n"
                f"def V_{name}(s{params}):\n"
                f"{paid}"
                f"    known = F_{name}.get({key})\n"
                f"    if known is None:\n"
                f"        if len(F_{name}) >= FIXED_KEPT:\n"
                f"            F_{name}.clear()\n"
                f"        known = F_{name}[{key}] = {body}{at}\n"
                f"    return known"
            )

    def _at(self, formula: EffectText | None) -> str:
        """The end of the line that a formula becomes: its place."""
        if formula is None:
            return ""
        return f"{PLACE}{self._number(formula.span)}"

    def _signatures(self) -> list[str]:
        out = []
        for cls in self.checked.model.pieces:
            parts = self._signature_parts(cls)
            out.append(f"def SIG_{identifier(cls)}(s, x):\n    return ({', '.join(parts)},)")
        return out

    def _scoring(self) -> list[str]:
        out = ["def any_sig(s, x):\n    return SIGS[KIND[x]](s, x)"]
        sigs = ", ".join(f"SIG_{identifier(cls)}" for cls, _ in self.layout.kinds)
        out.append(f"SIGS = ({sigs}{',' if sigs else ''})")
        model = self.checked.model
        groups = {
            "score": self.checked.scores,
            "tie": [t[:3] for t in self.checked.tie_breaks],
            "hint": [h[:3] for h in self.checked.hints if not h[3]],
            "shared_hint": [h[:3] for h in self.checked.hints if h[3]],
        }
        for group, items in groups.items():
            rows = []
            for i, (name, p, worth) in enumerate(items):
                text = value(self.inlined(worth, 200))
                decl = (model.scoring if group in ("score", "tie") else model.hints)[name]
                out.append(f"def {group}_{i}(s, {p.name}):\n    return {text}{self._at(decl.worth)}")
                rows.append(f"{group}_{i}")
            out.append(f"{group.upper()} = ({''.join(r + ', ' for r in rows)})")
        rows = []
        for i, (name, winners, _) in enumerate(self.checked.endings):
            everybody = f"tuple(range({self.layout.players}))"
            text = everybody if winners is None else value(self.inlined(winners, 200))
            place = "" if winners is None else self._at(model.endings[name].winners)
            out.append(f"def winners_{i}(s):\n    return {text}{place}")
            rows.append(f"winners_{i}")
        out.append(f"WINNERS = ({''.join(r + ', ' for r in rows)})")
        return out

    def _tables(self) -> list[str]:
        """Lists by label: what to run, to list, to apply."""

        def row(name: str, wanted: Iterable[str], prefix: str, default: str = "None") -> str:
            kinds = set(wanted)
            cells = [f"{prefix}{n}" if self.kinds.get(n) in kinds else default for n in range(self.labels + 1)]
            return f"{name} = [{', '.join(cells)}]"

        out = [f"AGAIN = {{{', '.join(f'{n}: Q{n}' for n in sorted(self.again))}}}"]
        out.append(f"SETTLE = {{{', '.join(f'{n}: B{n}' for n in sorted(self.settling))}}}")
        out.append("def L0(s, f):\n    s[0] = f[-1]\n    return None")
        if self.again:
            out[-1] = f"def L0(s, f):\n    s[0] = up = f[-1]\n    if len(f) == {FREE_END} and up[0] in AGAIN:\n"
            out[-1] += "        return AGAIN[up[0]](s, up)\n    return None"
        listed = {"decision": "C" if self.checked.free else "O", "chance": "C"}
        codes = [f"{listed.get(self.kinds.get(n, 'segment'), 'L')}{n}" for n in range(self.labels + 1)]
        out.append(f"CODE = [{', '.join(codes)}]")
        stop = {"segment": 0, "decision": 1}
        out.append(
            f"STOPS = {[2 if n == 0 else stop.get(self.kinds.get(n, 'segment'), 2) for n in range(self.labels + 1)]}"
        )
        out.append(f"RESETS = {{{', '.join(f'{n}: Z{n}' for n in self.exits.values())}}}")
        out.append(row("RAW", ("decision",), "R"))
        if self.plain:
            refused = (f"{n}: W{n}" for n in range(self.labels + 1) if n in self.refusing)
            out.append(f"REFUSED = {{{', '.join(refused)}}}")
        out.append(row("LIST", ("decision", "chance"), "O"))
        out.append(f"SHOWN = {{{', '.join(f'{id!r}: V_{identifier(id)}' for id in self.checked.shown)}}}")
        out.append(f"SPOKEN = {{{', '.join(f'{id!r}: V_{identifier(id)}' for id in self.checked.spoken)}}}")
        out.append(f"AS_MANY = [{', '.join(f'H{n}' if n in self.trying else 'None' for n in range(self.labels + 1))}]")
        out.append(row("DRAW", ("chance",), "D"))
        out.append(f"DRAWN_TO = {{{', '.join(f'{n}: T{n}' for n in sorted(self.targeted))}}}")
        out.append(row("APPLY", ("decision", "chance"), "A"))
        out.append(f"LEAVE = [{', '.join(f'V{n}' if n in self.soft else 'None' for n in range(self.labels + 1))}]")
        out.append(f"WEIGHT = {[self.weights.get(n, TRIAL_STEPS) for n in range(self.labels + 1)]}")
        out.append(f"CAN_FAIL = {[n in self.can_fail_after for n in range(self.labels + 1)]}")
        out.append(f"EASY = {[n in self.easy for n in range(self.labels + 1)]}")
        return out


def literal_table(table: object) -> str:
    if isinstance(table, dict):
        return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in table.items()) + "}"
    return literal(table)
