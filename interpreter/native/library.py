"""A loaded C form of a program: what Python calls in it, and positions between the two forms."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from interpreter.native.program import NativeForm
from interpreter.program import END_MARK, FREE_END
from interpreter.runtime.machine import OVER, PENDING_CHANCE, GameFault

DECLARED = """
int rw_size(void);
void *rw_thread(int64_t);
void rw_load(void *, const int32_t *, const int32_t *, const int32_t *, int, const int32_t *, int, const uint64_t *);
void rw_end(void *);
int rw_put(void *, void *, const int32_t *, const int32_t *, const unsigned char *);
void rw_stack(void *, const int32_t *, int, int);
int rw_run(void *, void *);
int rw_count(void *);
const int64_t *rw_options(void *);
int rw_apply(void *, void *, int);
void rw_seed(void *, uint64_t, int);
int rw_draw(void *, void *);
int rw_list(void *, void *);
int rw_step(void *, void *, int, uint64_t *);
int rw_player(const void *);
void rw_forget(void *, const void *);
void rw_copy(void *, const void *);
void rw_hidden(void *, int, const int32_t *, const int32_t *, const int32_t *, const int32_t *);
int rw_notes_begin(void *);
int rw_notes(void *);
const int32_t *rw_note(void *, int, int *);
int rw_noted(void *, int *, int);
int rw_counts_for(void *, int, const int *, int);
void rw_add_up(void *, const int64_t *);
void rw_added_up(void *, int64_t *, int);
const int *rw_entered(void *);
void rw_begin_game(void *, void *, const void *, uint64_t, int);
typedef struct {
    int64_t kind; uint64_t rng; int64_t budget, by_time, cut_off, candidates; double exploration, temperature, even;
    const int32_t *weights, *barred;
} Seat;
int rw_play(void *, void *, Seat *, int64_t);
int rw_pick(void *, void *, Seat *, int);
int rw_decided(void *);
int rw_sheet(void *, void *, int64_t *);
typedef struct Env {
    const int32_t *table, *frames;
    const void *start;
    void *games;
    int64_t n, reward, stride;
    const int64_t *actions;
    const Seat *kinds;
    float *observed;
    unsigned char *mask;
    int32_t *player;
    float *rewards;
    unsigned char *over;
    int64_t *taken;
} Env;
int64_t rw_game_size(void);
int rw_env_reset(void *, const Env *, int64_t, uint64_t);
int64_t rw_env_step(void *, const Env *);
int rw_env_see(void *, const Env *, int64_t, int, float *);
"""
LIST, PAUSED = 5, 6
"""What a call returns where a player is to choose, and where some time has gone."""
LEFT_TO_PYTHON, AGAIN_PLEASE = 10_001, 10_002
"""What `rw_pick` returns in place of the number of an option."""
ARENA = 64_000_000
"""Bytes in which one thread works. Untouched ones cost nothing."""


class GaveUp(Exception):
    """The native form cannot go on: a bound is reached, or the rules are at fault. Python's form says which."""


class Library:
    """The functions of a compiled form, and its data, which must live as long."""

    def __init__(self, path: Path, form: NativeForm) -> None:
        import cffi

        self.ffi = cffi.FFI()
        self.ffi.cdef(DECLARED)
        self.c = self.ffi.dlopen(str(path))
        self._new = self.ffi.new_allocator(should_clear_after_alloc=False)
        self.form = form
        self._data = [
            self.ffi.from_buffer("int32_t[]", array("i", rows or (0,)))
            for rows in (form.cells, form.keys, _flat(form.lists), _flat(form.deep))
        ]
        self._masks = self.ffi.from_buffer("uint64_t[]", array("Q", form.masks or (0,)))
        cells, keys, lists, deep = self._data
        self._tables = (cells, keys, lists, len(form.lists), deep, len(form.deep), self._masks)
        self.size = self.c.rw_size()
        sizes = form.sizes
        self._slots, self._lists = sizes["N_SLOTS"], sizes["N_LISTS"]
        start = 3
        self._at = {
            "c": start, "off": start + self._slots, "cap": start + self._slots + self._lists,
            "deep": 4 * (start + self._slots + 2 * self._lists),
        }  # fmt: skip
        self._stack = (self._at["deep"] + self._lists + 3) // 4
        self._heap = self._stack + sizes["N_STACK"]
        self._number = {slot: k for k, slot in enumerate(form.list_slots)}

    def numbers(self, values: Sequence[int]) -> Any:
        """Numbers as C reads them, which live as long as the library."""
        self._data.append(self.ffi.from_buffer("int32_t[]", array("i", values or (0,))))
        return self._data[-1]

    def put(self, thread: Any, slots: Sequence[Any]) -> Any:
        """A position as the Python form has it. GaveUp: it has no room in C."""
        state = self.state()
        values, items, lists = array("i"), array("i"), bytearray()
        for v in (0, *slots[1:]):
            is_list = isinstance(v, tuple)
            is_deep = is_list and any(isinstance(inner, tuple) for inner in v)
            values.append(len(v) if is_list else int(v or 0))
            lists.append(is_list + is_deep)
            if is_list:
                _write(items, v, 1 + is_deep, head=False)
        items.append(0)
        buffer = self.ffi.from_buffer
        if self.c.rw_put(thread, state, buffer("int32_t[]", values), buffer("int32_t[]", items), buffer(lists)):
            raise GaveUp
        if slots[0]:
            stack = array("i")
            top = self._put_frame(stack, slots[0])
            if len(stack) > self.form.sizes["N_STACK"]:
                raise GaveUp
            self.c.rw_stack(state, buffer("int32_t[]", stack), len(stack), top)
        return state

    def _put_frame(self, stack: array[int], frame: Any) -> int:
        """Write a frame after those below it; where it lies."""
        up = self._put_frame(stack, frame[-1]) if frame[-1] else -1
        at, label = len(stack), frame[0]
        stack.extend((label, up, 0))
        if label == END_MARK:
            stack.append(len(frame) == FREE_END)
        else:
            for depth, value in zip(self.form.frames.get(label, ()), frame[1:-1], strict=True):
                if depth.isdigit():
                    _write(stack, value, int(depth))
                else:
                    _write(stack, _FLAT[depth](value), 1)
        stack[at + 2] = len(stack) - at
        return at

    def thread(self) -> Any:
        """What one thread works with."""
        made = self.ffi.gc(self.c.rw_thread(ARENA), self.c.rw_end)
        self.c.rw_load(made, *self._tables)
        return made

    def state(self) -> Any:
        """Room for a position."""
        return self._new("char[]", self.size)

    def slots_of(self, state: Any, slot: int) -> int:
        """The number in one slot."""
        return int(memoryview(self.ffi.buffer(state)).cast("i")[3 + slot])

    def slots(self, state: Any) -> list[Any]:
        """The position as the Python form has it."""
        words = memoryview(self.ffi.buffer(state)).cast("i")
        raw = memoryview(self.ffi.buffer(state))
        out: list[Any] = words[3 : 3 + self._slots].tolist()
        for slot, k in self._number.items():
            at, n = self._heap + words[self._at["off"] + k], out[slot]
            if raw[self._at["deep"] + k]:
                out[slot], _ = _read(words, at - 1, 2, n)
            else:
                out[slot] = tuple(words[at : at + n].tolist())
        out[0] = self._frame(words, words[0])
        return out

    def _frame(self, words: memoryview, at: int) -> Any:
        if at < 0:
            return None
        label, up, _ = words[self._stack + at : self._stack + at + 3].tolist()
        below = self._frame(words, up)
        if label == END_MARK:
            return (0, True, below) if words[self._stack + at + 3] else (0, below)
        q = self._stack + at + 3
        values = []
        for depth in self.form.frames.get(label, ()):
            value, q = _read(words, q, int(depth) if depth.isdigit() else 1)
            values.append(value if depth.isdigit() else _NESTED[depth](value))
        return (label, *values, below)


def depths_of(frames: Mapping[int, Sequence[str]]) -> list[int]:
    """For each label where the depths of the values of its frames stand, and these."""
    out = [0] * (max(frames, default=0) + 1)
    for label, depths in frames.items():
        out[label] = len(out)
        out += [int(depth) if depth.isdigit() else 1 for depth in depths]
    return out


def _read(words: memoryview, q: int, depth: int, count: int = -1) -> tuple[Any, int]:
    """A value of a depth that lies from q on, and where the next lies."""
    if depth == 0:
        return words[q], q + 1
    n = words[q] if count < 0 else count
    q += 1
    if depth == 1:
        return tuple(words[q : q + n].tolist()), q + n
    out = []
    for _ in range(n):
        value, q = _read(words, q, depth - 1)
        out.append(value)
    return tuple(out), q


def _write(out: array[int], value: Any, depth: int, head: bool = True) -> None:
    """The opposite of `_read`. head: with the length before it."""
    if depth == 0:
        out.append(value)
        return
    if head:
        out.append(len(value))
    if depth == 1:
        out.extend(value)
    else:
        for inner in value:
            _write(out, inner, depth - 1)


def _classes(flat: tuple[int, ...]) -> Any:
    """Classes of places, see `primitives.spread_classes`."""
    if not flat:
        return ()
    n = flat[0]
    return (flat[1 : n + 1], flat[n + 1], flat[n + 2], _classes(flat[n + 3 :]))


def _laid(flat: tuple[int, ...]) -> Any:
    """What was laid on classes of places, the last first."""
    if not flat:
        return ()
    n = flat[0]
    return (flat[1 : n + 1], flat[n + 1], _laid(flat[n + 2 :]))


_NESTED = {"classes": _classes, "laid": _laid}


def _flat_classes(classes: Any) -> list[int]:
    out: list[int] = []
    while classes:
        positions, room, later, classes = classes
        out += [len(positions), *positions, room, later]
    return out


def _flat_laid(laid: Any) -> list[int]:
    out: list[int] = []
    while laid:
        positions, number, laid = laid
        out += [len(positions), *positions, number]
    return out


_FLAT: dict[str, Callable[[Any], list[int]]] = {
    "classes": _flat_classes, "laid": _flat_laid
}  # fmt: skip


def _flat(pairs: tuple[tuple[int, int], ...]) -> list[int]:
    return [n for pair in pairs for n in pair]


__all__ = ["AGAIN_PLEASE", "GaveUp", "GameFault", "LEFT_TO_PYTHON", "LIST", "Library", "OVER", "PENDING_CHANCE"]
