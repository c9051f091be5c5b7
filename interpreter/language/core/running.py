"""What runs without anybody having chosen it."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.core import Block, Body, Decide, IfPossible, S, bodies


def unguarded(body: Body) -> Iterator[S]:
    """Statements of a body that run without anybody having said that they may: not those in alternatives of
    decisions, in `if possible` or in the blocks of rules."""
    for s in body:
        yield s
        if isinstance(s, Decide):
            yield from unguarded(s.skip[1] if s.skip else ())
        elif isinstance(s, IfPossible):
            yield from unguarded(s.other)
        elif not isinstance(s, Block):
            for inner in bodies(s):
                yield from unguarded(inner)
