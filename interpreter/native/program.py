"""The C form of a whole program: its text in several files, which are compiled side by side, and its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from interpreter.native.functions import Writing, signature
from interpreter.native.kinds import INT, Unsupported, list_of
from interpreter.native.reading import Function, Source
from interpreter.native.tables import Tables, shapes_on
from interpreter.program import IN_A_ROW, PAYMENT, Program
from interpreter.records import record
from interpreter.runtime import geometry

STACK = 2048
"""Cells of the control stack,"""
SPARE = 1024
"""and of the heap besides a multiple of what all contents need at first."""
LINES_IN_FILE = 1500
"""Lines from which on another file is begun."""


@record
class NativeForm:
    """files: name → text. cells, keys, lists, deep, masks: what the tables hold. width: numbers of an option.
    heads: the numbers that the runtime is told about the program, see `rw_load`."""

    files: dict[str, str]
    cells: tuple[int, ...]
    keys: tuple[int, ...]
    lists: tuple[tuple[int, int], ...]
    deep: tuple[tuple[int, int], ...]
    masks: tuple[int, ...]
    start: tuple[object, ...]
    sizes: dict[str, int]
    list_slots: tuple[int, ...]
    deep_slots: frozenset[int]
    frames: dict[int, tuple[str, ...]]
    """label → for each value of its frames how deep a list it is, as digits"""
    boxed: frozenset[tuple[int, int, int]] = field(default_factory=frozenset)


def native_form(program: Program) -> NativeForm:
    """Write a program in C. Unsupported: it does something that has no native form; the text says what."""
    return _Writer(program).form()


class _Writer:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.source = Source(program)
        self.tables = Tables(self.source)
        self.boxed: set[tuple[int, int, int]] = set()
        self.labels = max(self.source.names_by_label["CODE"]) + 1

    def form(self) -> NativeForm:
        layout = self.program.layout
        texts = {}
        for function in self.source.functions.values():
            writing = Writing(self.source, self.tables, function)
            texts[function.name] = writing.text()
            self.boxed |= writing.boxed
        list_slots = [i for i, v in enumerate(layout.start) if isinstance(v, tuple)]
        deep = frozenset(
            i for i in list_slots if self._is_deep(layout.slots[i].kind, layout.slots[i].name)
        )
        held = sum(len(layout.start[i]) for i in list_slots)  # type: ignore[arg-type]
        sizes = {
            "N_SLOTS": len(layout.start), "N_LISTS": max(1, len(list_slots)), "N_STACK": STACK,
            "N_HEAP": 4 * held + 8 * len(list_slots) + SPARE, "WIDTH": self._width(), "N_LABELS": self.labels,
            "N_PLAYERS": self.program.players, "N_PIECES": len(layout.pieces), "AT_BASE": layout.at_base,
            "ZONE_BASE": layout.zone_base, "N_PLACES": len(layout.places),
        }  # fmt: skip
        self._describe(sizes)
        kinds = [*layout.pieces, -1]
        sizes |= {"KIND_AT": len(self.tables.cells)}
        self.tables.cells += kinds
        sizes |= {"ORDERED_AT": len(self.tables.cells)}
        self.tables.cells += [int(p.ordered) for p in layout.places]
        masks = self._geometry(sizes)
        rows = self._rows(list_slots)
        header = self._header(sizes)
        files = {"program.h": header, "rows.c": rows}
        files |= {f"part{i}.c": part for i, part in enumerate(self._parts(texts))}
        return NativeForm(
            files=files, cells=tuple(self.tables.cells), keys=tuple(self.tables.keys),
            lists=tuple(self.tables.lists), deep=tuple(self.tables.deep), masks=tuple(masks),
            start=tuple(layout.start), sizes=sizes, list_slots=tuple(list_slots), deep_slots=deep,
            boxed=frozenset(self.boxed),
            frames={label: tuple(k.found().shape or str(k.depth) for k in kinds) for label, kinds in self.source.frames.items()},
        )  # fmt: skip

    def _boxes(self) -> list[str]:
        """Which parts of options are lists; and what a choice of several things chooses from, in a frame of it."""
        cases = "".join(
            f"    if (label == {label} && alternative == {alt} && at == {at}) return 1;\n" for label, alt, at in sorted(self.boxed)
        )
        out = [f"int boxed(int label, i64 alternative, int at) {{\n    (void)label, (void)alternative, (void)at;\n{cases}    return 0;\n}}"]
        cases = ""
        at = [-1] * self.labels
        for label, info in self.program.decisions.items():
            if info.kind != "some" or label not in self.source.frames:
                continue
            names = self.source.names_of(label)
            kinds = self.source.frames[label]
            reads = "".join(
                f"List{k.depth} v{i} = read{k.depth}(&q); (void)v{i}; " if k.depth else "q++; "
                for i, k in enumerate(kinds[: names.index("src") + 1])
            )
            v, depth = f"v{names.index('src')}", kinds[names.index("src")].depth
            if depth > 2:
                continue
            at[label] = 0
            one = f"*out = {v}.p[number]; return 1;" if depth == 1 else (
                f"List1 e = {v}.p[number]; if (e.n >= room) give_up(TOO_MUCH); *out = e.n; "
                "memcpy(out + 1, e.p, sizeof(cell) * (size_t)e.n); return e.n + 1;"
            )
            cases += f"    case {label}: {{ {reads}{one} }}\n"
        out.append(
            "int source_item(const cell *f, int label, i64 number, cell *out, int room) {\n    const cell *q = f + HEAD;\n"
            f"    (void)room;\n    switch (label) {{\n{cases}    }}\n    *out = (cell)number;\n    return 1;\n}}"
        )
        out.append(f"const int SOURCE_AT[] = {{{', '.join(map(str, at))}}};")
        return out

    def _is_deep(self, kind: str, name: str) -> bool:
        """Whether a slot holds a list of lists."""
        model_type = self._types.get(name, "") if kind in ("variable", "space", "flag") else ""
        return model_type.startswith("list of list") or kind == "flag"

    @property
    def _types(self) -> dict[str, str]:
        return {}

    def _width(self) -> int:
        alts = [a for info in self.program.decisions.values() for a in info.alts] + list(self.program.free)
        return max([2, *(1 + len(a.binds) for a in alts)])

    def _describe(self, sizes: dict[str, int]) -> None:
        layout = self.program.layout
        names = self.source.names_by_label
        sizes["N_SCORE"], sizes["N_TIE"] = len(names["SCORE"]), len(names["TIE"])
        sizes["N_HINT"], sizes["N_SHARED_HINT"] = len(names["HINT"]), len(names["SHARED_HINT"])
        sizes["HAS_FREE"] = int(bool(self.program.free))
        sizes["IN_A_ROW"] = next((i for i, slot in enumerate(layout.slots) if slot.name == IN_A_ROW), 0)
        sizes["START"] = self.source.value_of("START")[0]  # type: ignore[index]

    def _geometry(self, sizes: dict[str, int]) -> list[int]:
        """Ways to lay shapes on grids, and masks of shapes on boards."""
        masks: list[int] = []
        layout = self.program.layout
        shapes = layout.tables.get("A_shape", ())
        text, used = [], self.program.source
        for name, (columns, rows, rotate, mirror, ordered) in self.program.grids.items():
            first = len(self.tables.deep)
            for k in range(len(layout.kinds) if f"PLACEMENTS_{name}(" in used else 0):
                laid = geometry.laid(columns, rows, shapes[k] if shapes else (), rotate, mirror, ordered)  # type: ignore[index]
                sets = layout.space_places[name]
                ways = [tuple(row[r * columns + c] for r, c in way) for row in sets for way in laid]
                begin = len(self.tables.lists)
                for way in ways:
                    self.tables.lists.append((len(self.tables.cells), len(way)))
                    self.tables.cells += way
                self.tables.deep.append((begin, len(ways)))
            text.append(f"{first}")
        self._grids = text
        boards = []
        for b, (columns, rows, _, _) in enumerate(self.program.boards):
            if f"SHAPES_{b}[" not in used:
                boards.append("{0, 0, 0}")
                continue
            if columns * rows > 64:
                raise Unsupported("shapes on a board of more than 64 cells")
            numbers, forms = shapes_on(self.source, b)
            at = self.tables._at.get(f"SHAPES_{b}")
            first = len(masks)
            for form in forms:
                found = geometry._masks(columns, rows, form)
                masks += [len(found), len(form[0]), *found]
            boards.append(f"{{{at[0] if at else 0}, {first}, {columns * rows}}}")
        self._boards = boards
        return masks

    # ---- text

    def _header(self, sizes: dict[str, int]) -> str:
        out = ["#ifndef RULEWRIGHT_PROGRAM_H", "#define RULEWRIGHT_PROGRAM_H"]
        out += [f"#define {name} {n}" for name, n in sizes.items()]
        out.append('#include "rt.h"')
        out.append("#pragma GCC visibility push(hidden)")
        out += [f"extern {t.split(' = ')[0]};" for t in self.tables.texts]
        out += [f"{signature(self.source, f)};" for f in self.source.functions.values()]
        out += [f"#define {a} {b}" for a, b in self.source.same.items()]
        if "FREE_LIST" not in self.source.functions:
            raise Unsupported("a program without free actions listed")
        out += ["#pragma GCC visibility pop", "#endif", ""]
        return "\n".join(out)

    def _parts(self, texts: dict[str, str]) -> Iterator[str]:
        lines, part = 0, ['#include "program.h"']
        for text in texts.values():
            part.append(text)
            lines += text.count("\n") + text.count(";") // 4
            if lines > LINES_IN_FILE:
                yield "\n".join([*part, ""])
                lines, part = 0, ['#include "program.h"']
        if lines:
            yield "\n".join([*part, ""])

    def _rows(self, list_slots: Sequence[int]) -> str:
        """What the runtime finds by label, and the lists that stand in the text."""
        source, n = self.source, self.labels
        names = source.names_by_label
        out = ['#include "players.h"', *self.tables.texts]
        number = {slot: k for k, slot in enumerate(list_slots)}
        out.append(f"const short list_of_slot[] = {{{', '.join(str(number.get(i, 0)) for i in range(len(self.program.layout.start)))}}};")
        code = dict(names["CODE"])
        wrapped = [label for label, name in code.items() if name[0] == "O"]
        for label in wrapped:
            out.append(f"static int list_{label}(S *s, const cell *f) {{ return listed(O{label}(s, f)); }}")
            code[label] = f"list_{label}"
        code[0] = "0"
        for table, found, kind in (
            ("CODE", code, "Step *const"), ("LEAVE", names["LEAVE"], "Step *const"), ("AGAIN", names["AGAIN"], "Step *const"),
            ("SETTLE", names["SETTLE"], "Step *const"), ("RAW", names["RAW"], "Listing *const"),
            ("LISTS", names["LIST"], "Listing *const"), ("APPLY", names["APPLY"], "Apply *const"),
            ("AS_MANY", names["AS_MANY"], "Has *const"), ("DRAW", names["DRAW"], "Draw *const"),
        ):  # fmt: skip
            cells = ", ".join(source.same.get(found.get(i, "0"), found.get(i, "0")) for i in range(n))
            out.append(f"{kind} {table}[] = {{{cells}}};")
        resets = ", ".join(names["RESETS"].get(i, "0") for i in range(n))
        out.append(f"void (*const RESETS[])(S *) = {{{resets}}};")
        for table in ("SCORE", "TIE", "HINT", "SHARED_HINT"):
            cells = ", ".join(names[table].values()) or "0"
            out.append(f"Worth *const {table}[] = {{{cells}}};")
        out.append(f"List1 (*const WINNERS[])(S *) = {{{', '.join(names['WINNERS'].values())}}};")
        out.append(f"Sign *const SIGS[] = {{{', '.join(names['SIGS'].values()) or '0'}}};")
        decisions = self.program.decisions
        stops, as_many = source.value_of("STOPS"), names["AS_MANY"]
        free = bool(self.program.free)
        flags = {
            "STOPS": stops, "CAN_FAIL": source.value_of("CAN_FAIL"), "EASY": source.value_of("EASY"),
            "COSTLY": [x == 1 and (free or i in as_many) for i, x in enumerate(stops)],  # type: ignore[arg-type, var-annotated]
            "SILENT": [i in decisions and (decisions[i].kind == "chance" or decisions[i].prompt == PAYMENT) for i in range(n)],
            "SECRET": [i in decisions and bool(decisions[i].secret) for i in range(n)],
            "KIND_OF": [0 if i not in decisions else {"choose": 1, "some": 2, "spread": 3, "chance": 4}[decisions[i].kind] for i in range(n)],
        }  # fmt: skip
        for name, row in flags.items():
            out.append(f"const unsigned char {name}[] = {{{', '.join(str(int(v)) for v in row)}}};")  # type: ignore[attr-defined]
        copying = len(self.program.layout.start) // 20
        weights = ", ".join(str(w + copying) for w in source.value_of("WEIGHT"))  # type: ignore[attr-defined]
        out.append(f"const int WEIGHT[] = {{{weights}}};")
        out.append(f"const int GRIDS[] = {{{', '.join(self._grids) or '0'}}};")
        out.append(f"const int BOARDS[][3] = {{{', '.join(self._boards) or '{0, 0, 0}'}}};")
        out.append(f"const unsigned char ALL_LOSE[] = {{{', '.join(str(int(lose)) for _, lose in self.program.endings)}}};")
        out.append(f"const unsigned char TIE_LOWER[] = {{{', '.join(str(int(low)) for _, low in self.program.tie_breaks) or 0}}};")
        out.append(f"const unsigned char VEILED[] = {{{', '.join(str(int(i in self.program.veiled)) for i in range(n))}}};")
        out += self._boxes()
        return "\n".join([*out, ""])


__all__ = ["INT", "Function", "NativeForm", "list_of", "native_form"]
