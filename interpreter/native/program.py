"""The C form of a whole program: its text in several files, which are compiled side by side, and its data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.native.functions import Writing, signature
from interpreter.native.kinds import Unsupported
from interpreter.native.reading import Source
from interpreter.native.tables import Tables, shapes_on
from interpreter.program import IN_A_ROW, PAYMENT, Program
from interpreter.records import record
from interpreter.runtime import geometry

STACK = 4096
"""Cells of the control stack,"""
SPARE = 2048
"""and of the heap besides a multiple of what all contents need at first."""
LINES_IN_FILE = 1500
"""Lines from which on another file is begun."""
MOST_CELLS = 64
"""Cells of a board whose shapes are kept as bits of one number."""

KINDS = {"choose": 1, "some": 2, "spread": 3, "chance": 4}


@record
class NativeForm:
    """files: name → text. cells, keys, lists, deep, masks: what the tables hold, see `Tables` and `rw_load`. sizes: the
    numbers that the text is written for. list_slots: the slots that hold lists. frames: label → for each value of its
    frames how deep a list it is, or what Python keeps in its place. boxed: (label, alternative, place) of what is a
    list in an option."""

    files: dict[str, str]
    cells: tuple[int, ...]
    keys: tuple[int, ...]
    lists: tuple[tuple[int, int], ...]
    deep: tuple[tuple[int, int], ...]
    masks: tuple[int, ...]
    sizes: dict[str, int]
    list_slots: tuple[int, ...]
    frames: dict[int, tuple[str, ...]]
    boxed: frozenset[tuple[int, int, int]]


def native_form(program: Program) -> NativeForm:
    """Write a program in C. Unsupported: it does something that has no native form; the text says what."""
    return _Writer(program).form()


def _array(kind: str, name: str, cells: Iterable[object]) -> str:
    """The declaration of an array."""
    return f"const {kind} {name}[] = {{{', '.join(map(str, cells)) or '0'}}};"


class _Writer:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.source = Source(program)
        self.tables = Tables(self.source)
        self.boxed: set[tuple[int, int, int]] = set()
        self.labels = max(self.source.names_by_label["CODE"]) + 1
        self.list_slots = [i for i, v in enumerate(program.layout.start) if isinstance(v, tuple)]

    def form(self) -> NativeForm:
        texts = {}
        for function in self.source.functions.values():
            writing = Writing(self.source, self.tables, function)
            texts[function.name] = writing.text()
            self.boxed |= writing.boxed
        sizes = self._sizes()
        grids, boards, masks = self._grids(), *self._boards()
        rows = "\n".join([*self._rows(), *self._flags(), *self._boxes(), *self._choices(), *grids, *boards, ""])
        files = {"program.h": self._header(sizes), "rows.c": rows}
        files |= {f"part{i}.c": part for i, part in enumerate(self._parts(texts))}
        shapes = {
            label: tuple(k.found().shape or str(k.depth) for k in kinds) for label, kinds in self.source.frames.items()
        }
        tables = self.tables
        return NativeForm(
            files, tuple(tables.cells), tuple(tables.keys), tuple(tables.lists), tuple(tables.deep), tuple(masks),
            sizes, tuple(self.list_slots), shapes, frozenset(self.boxed),
        )  # fmt: skip

    def _sizes(self) -> dict[str, int]:
        """The numbers that the text and the runtime are compiled with."""
        layout, names, tables = self.program.layout, self.source.names_by_label, self.tables
        alts = [a for info in self.program.decisions.values() for a in info.alts] + list(self.program.free)
        starts = [layout.start[i] for i in self.list_slots]
        held = sum(len(v) for v in starts if isinstance(v, tuple))
        sizes = {
            "N_SLOTS": len(layout.start), "N_LISTS": max(1, len(self.list_slots)), "N_STACK": STACK,
            "N_HEAP": 4 * held + 8 * len(self.list_slots) + SPARE, "WIDTH": max([2, *(1 + len(a.binds) for a in alts)]),
            "N_LABELS": self.labels, "N_PLAYERS": self.program.players, "N_PIECES": len(layout.pieces),
            "AT_BASE": layout.at_base, "ZONE_BASE": layout.zone_base, "N_PLACES": len(layout.places),
            "HAS_FREE": int(bool(self.program.free)),
            "IN_A_ROW": next((i for i, slot in enumerate(layout.slots) if slot.name == IN_A_ROW), 0),
            "START": self.source.value_of("START")[0],  # type: ignore[index]
            "KIND_AT": len(tables.cells), "ORDERED_AT": len(tables.cells) + len(layout.pieces) + 1,
        }  # fmt: skip
        sizes |= {f"N_{name}": len(names[name]) for name in ("SCORE", "TIE", "HINT", "SHARED_HINT")}
        tables.cells += [*layout.pieces, -1, *(int(p.ordered) for p in layout.places)]
        return sizes

    # ---- shapes

    def _grids(self) -> Iterator[str]:
        """The ways to lay the shape of each kind on each grid."""
        layout, tables = self.program.layout, self.tables
        shapes = layout.tables.get("A_shape", ())
        firsts = []
        for name, (columns, rows, rotate, mirror, ordered) in self.program.grids.items():
            firsts.append(len(tables.deep))
            for k in range(len(layout.kinds) if f"PLACEMENTS_{name}(" in self.program.source else 0):
                shape = shapes[k] if shapes else ()  # type: ignore[index]
                laid = geometry.laid(columns, rows, shape, rotate, mirror, ordered)
                ways = [
                    tuple(row[r * columns + c] for r, c in way) for row in layout.space_places[name] for way in laid
                ]
                tables.deep.append((len(tables.lists), len(ways)))
                for way in ways:
                    tables.lists.append((len(tables.cells), len(way)))
                    tables.cells += way
        yield _array("int", "GRIDS", firsts)

    def _boards(self) -> tuple[list[str], list[int]]:
        """Where the shapes of pieces on each board are, and the masks of these shapes."""
        masks: list[int] = []
        boards = []
        for b, (columns, rows, _, _) in enumerate(self.program.boards):
            name = f"SHAPES_{b}"
            if f"{name}[" not in self.program.source:
                boards.append("{0, 0, 0}")
                continue
            if columns * rows > MOST_CELLS:
                raise Unsupported(f"shapes on a board of more than {MOST_CELLS} cells")
            boards.append(f"{{{self.tables.shapes(name)}, {len(masks)}, {columns * rows}}}")
            for form in shapes_on(self.source, b)[1]:
                found = geometry.masks(columns, rows, form)
                masks += [len(found), len(form[0]), *found]
        return [f"const int BOARDS[][3] = {{{', '.join(boards) or '{0, 0, 0}'}}};"], masks

    # ---- text

    def _header(self, sizes: dict[str, int]) -> str:
        out = ["#ifndef RULEWRIGHT_PROGRAM_H", "#define RULEWRIGHT_PROGRAM_H"]
        out += [f"#define {name} {n}" for name, n in sizes.items()]
        out += ['#include "rt.h"', "#pragma GCC visibility push(hidden)"]
        out += [f"extern {t.split(' = ')[0]};" for t in self.tables.texts]
        out += [f"{signature(self.source, f)};" for f in self.source.functions.values()]
        out += [f"#define {a} {b}" for a, b in self.source.same.items()]
        return "\n".join([*out, "#pragma GCC visibility pop", "#endif", ""])

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

    def _rows(self) -> Iterator[str]:
        """The lists that stand in the text, and what the runtime finds by label."""
        names, same = self.source.names_by_label, self.source.same
        number = {slot: k for k, slot in enumerate(self.list_slots)}
        yield '#include "notes.h"'
        yield from self.tables.texts
        yield _array("short", "list_of_slot", (number.get(i, 0) for i in range(len(self.program.layout.start))))
        code = {**names["CODE"], 0: "0"}
        for label, name in code.items():
            if name[0] == "O":
                yield f"static int list_{label}(S *s, const cell *f) {{ return listed({name}(s, f)); }}"
                code[label] = f"list_{label}"
        for table, found, kind in (
            ("CODE", code, "Step"), ("LEAVE", names["LEAVE"], "Step"), ("AGAIN", names["AGAIN"], "Step"),
            ("SETTLE", names["SETTLE"], "Step"), ("RAW", names["RAW"], "Listing"), ("LISTS", names["LIST"], "Listing"),
            ("APPLY", names["APPLY"], "Apply"), ("AS_MANY", names["AS_MANY"], "Has"), ("DRAW", names["DRAW"], "Draw"),
            ("RESETS", names["RESETS"], "Reset"),
        ):  # fmt: skip
            cells = (found.get(i, "0") for i in range(self.labels))
            yield f"{kind} *{_array('', table, (same.get(c, c) for c in cells))}"
        for table, kind in (
            ("SCORE", "Worth"), ("TIE", "Worth"), ("HINT", "Worth"), ("SHARED_HINT", "Worth"), ("WINNERS", "Winners"),
            ("SIGS", "Sign"),
        ):  # fmt: skip
            yield f"{kind} *{_array('', table, names[table].values())}"

    def _flags(self) -> Iterator[str]:
        """What is known of each label, ending and tie-break."""
        source, program, labels = self.source, self.program, range(self.labels)
        decisions, as_many = program.decisions, source.names_by_label["AS_MANY"]
        by_label = {name: source.value_of(name) for name in ("STOPS", "CAN_FAIL", "EASY", "WEIGHT")}
        stops, weights = by_label["STOPS"], by_label.pop("WEIGHT")
        assert isinstance(stops, list) and isinstance(weights, list)
        free = bool(program.free)
        flags: dict[str, Iterable[object]] = {
            **by_label,  # type: ignore[dict-item]
            "COSTLY": [stop == 1 and (free or i in as_many) for i, stop in enumerate(stops)],
            "SILENT": [i in decisions and self._is_silent(i) for i in labels],
            "SECRET": [i in decisions and bool(decisions[i].secret) for i in labels],
            "VEILED": [i in program.veiled for i in labels],
            "KIND_OF": [KINDS[decisions[i].kind] if i in decisions else 0 for i in labels],
            "ALL_LOSE": [lose for _, lose in program.endings],
            "TIE_LOWER": [lower for _, lower in program.tie_breaks],
        }
        for name, row in flags.items():
            yield _array("unsigned char", name, (int(v) for v in row))  # type: ignore[call-overload]
        copying = len(program.layout.start) // 20  # as in `Machine`
        yield _array("int", "WEIGHT", (w + copying for w in weights))

    def _is_silent(self, label: int) -> bool:
        """Whether nobody counts what is carried out there as the only option."""
        info = self.program.decisions[label]
        return info.kind == "chance" or info.prompt == PAYMENT

    def _boxes(self) -> Iterator[str]:
        """Which parts of options are lists."""
        yield "int boxed(int label, i64 alternative, int at) {"
        yield "    (void)label, (void)alternative, (void)at;"
        for label, alt, at in sorted(self.boxed):
            yield f"    if (label == {label} && alternative == {alt} && at == {at}) return 1;"
        yield "    return 0;\n}"

    def _choices(self) -> Iterator[str]:
        """What the options of a choice of several things stand for, which its frame holds."""
        yield "int source_item(const cell *f, int label, i64 number, cell *out, int room) {"
        yield "    const cell *q = f + HEAD;\n    (void)q, (void)room;\n    switch (label) {"
        for label, info in self.program.decisions.items():
            if info.kind != "some" or label not in self.source.frames:
                continue
            at = self.source.names_of(label).index("src")
            kinds = self.source.frames[label][: at + 1]
            reads = "".join(
                f"List{k.depth} v{i} = read{k.depth}(&q); (void)v{i}; " if k.depth else "q++; "
                for i, k in enumerate(kinds)
            )
            yield f"    case {label}: {{ {reads}{self._item(f'v{at}', kinds[at].depth)} }}"
        yield "    }\n    *out = (cell)number;\n    return 1;\n}"

    def _item(self, source: str, depth: int) -> str:
        """The text that gives one of the things."""
        if depth == 1:
            return f"*out = {source}.p[number]; return 1;"
        if depth > 2:
            raise Unsupported("a choice among lists of lists")
        return (
            f"List1 e = {source}.p[number]; if (e.n >= room) give_up(TOO_MUCH); *out = e.n; "
            "memcpy(out + 1, e.p, sizeof(cell) * (size_t)e.n); return e.n + 1;"
        )
