"""The tables of a program as data for its C form. Their sizes are part of its text, what they hold is not: trying
another price compiles nothing."""

from __future__ import annotations

from interpreter.native.kinds import Kind, Unsupported
from interpreter.native.reading import Source
from interpreter.runtime import geometry

HASHED = 0x9E3779B1


class Tables:
    """Lays out the tables that are used. cells: what lists hold; keys: (key, number of the entry) of tables by key, in
    open addressing; lists, deep: (first, length) of lists of numbers and of lists."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.cells: list[int] = []
        self.keys: list[int] = []
        self.lists: list[tuple[int, int]] = []
        self.deep: list[tuple[int, int]] = []
        self.constants: dict[tuple[object, int], str] = {}
        self.texts: list[str] = []
        self._at: dict[str, tuple[int, int]] = {}
        self._keyed: dict[str, tuple[int, int]] = {}

    def entry(self, name: str, index: str) -> str:
        """The text of one entry of a table."""
        at, n = self._laid(name)
        depth = self.source.table(name).depth
        read = "tab" if depth == 1 else f"tab{depth - 1}"
        if name in self._keyed:
            first, mask = self._keyed[name]
            return f"{read}({at}, {n}, key_of({first}, {mask}, {index}))"
        return f"{read}({at}, {n}, {index})"

    def has(self, name: str, key: str) -> str:
        self._laid(name)
        first, mask = self._keyed[name]
        return f"has_key({first}, {mask}, {key})"

    def whole(self, name: str) -> str:
        """The text of a table as a list."""
        at, n = self._laid(name)
        return {
            1: f"(List1){{TB + {at}, {n}}}",
            2: f"(List2){{ROWS + {at}, {n}}}",
            3: f"(List3){{DEEP_ROWS + {at}, {n}}}",
        }[self.source.table(name).depth]

    def shape(self, name: str, index: str) -> str:
        """The text of the number of a piece's shape on a board."""
        return f"tab({self.shapes(name)}, {len(self.source.program.layout.pieces)}, {index})"

    def shapes(self, name: str) -> int:
        """Where the numbers of the shapes of all pieces on a board begin."""
        if name not in self._at:
            self._at[name] = len(self.cells), len(self.source.program.layout.pieces)
            self.cells += shapes_on(self.source, int(name.removeprefix("SHAPES_")))[0]
        return self._at[name][0]

    def constant(self, value: tuple[object, ...], kind: Kind) -> str:
        """The text of a list that stands in the program."""
        depth = kind.depth
        if not value:
            return f"(List{depth}){{0, 0}}"
        key = (value, depth)
        if key not in self.constants:
            name = self.constants[key] = f"K{len(self.constants)}"
            if depth == 1:
                inner = ", ".join(str(int(v)) for v in value)  # type: ignore[call-overload]
                self.texts.append(f"const cell {name}[] = {{{inner}}};")
            else:
                assert kind.found().item is not None
                parts = [self.constant(v, kind.found().item.found()) for v in value]  # type: ignore[union-attr, arg-type]
                inner = ", ".join(p[p.index("{") :] for p in parts)
                self.texts.append(f"const List{depth - 1} {name}[] = {{{inner}}};")
        return f"(List{depth}){{{self.constants[key]}, {len(value)}}}"

    def _laid(self, name: str) -> tuple[int, int]:
        if name not in self._at:
            value = self.source.value_of(name)
            if isinstance(value, dict):
                self._keyed[name] = self._hashed(list(value))
                value = tuple(value.values())
            self._at[name] = self._laid_out(value, self.source.table(name).depth), len(value)  # type: ignore[arg-type]
        return self._at[name]

    def _laid_out(self, value: object, depth: int) -> int:
        """Where a list of a depth begins, now that it is laid out."""
        values = value if isinstance(value, tuple | list) else ()
        if depth == 1:
            first = len(self.cells)
            self.cells += [int(v) for v in values]
            return first
        inner = [(self._laid_out(v, depth - 1), _length(v)) for v in values]
        rows = self.lists if depth == 2 else self.deep
        if depth > 3:
            raise Unsupported("a table of lists of lists of lists")
        rows += inner
        return len(rows) - len(inner)

    def _hashed(self, keys: list[object]) -> tuple[int, int]:
        size = 4
        while size < 2 * len(keys):
            size *= 2
        slots = [-1, -1] * size
        for number, key in enumerate(keys):
            if not isinstance(key, int):
                raise Unsupported("a table whose keys are no numbers")
            at = ((key * HASHED) & 0xFFFFFFFF) >> 7 & (size - 1)
            while slots[2 * at + 1] >= 0:
                at = (at + 1) & (size - 1)
            slots[2 * at : 2 * at + 2] = [key, number]
        first = len(self.keys)
        self.keys += slots
        return first, size - 1


def _length(value: object) -> int:
    return len(value) if isinstance(value, tuple | list) else 0


def shapes_on(source: Source, board: int) -> tuple[list[int], list[tuple[tuple[tuple[int, int], ...], ...]]]:
    """(the number of each piece's shape on a board, the forms of each shape)."""
    program = source.program
    _, _, rotate, mirror = program.boards[board]
    shapes = program.layout.tables.get("A_shape", ())
    forms = [
        geometry.turned(geometry.cells_of(shapes[k] if shapes else ()), rotate, mirror)  # type: ignore[index]
        for k in program.layout.pieces
    ]
    numbers = {form: i for i, form in enumerate(dict.fromkeys(forms))}
    return [numbers[form] for form in forms], list(numbers)
