"""Reading files: no more memory than there is to read."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from interpreter.files import regular_bytes


def test_a_small_file_takes_little_memory_however_large_it_may_be(tmp_path: Path) -> None:
    path = tmp_path / "small"
    path.write_bytes(b"0123456789")
    tracemalloc.start()
    try:
        assert regular_bytes(path, 200_000_000) == b"0123456789"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_one_byte_more_than_asked_for_shows_that_a_file_is_larger(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"0123456789")
    assert regular_bytes(path, 10) == b"0123456789"
    assert regular_bytes(path, 9) == b"0123456789"
    assert regular_bytes(path, 4) == b"01234"
