"""Checked rules → Program: cuts procedures into segments at every decision and writes them as Python source.

A procedure without decisions becomes a plain function that returns 0, FAIL or OVER. Others are cut: what follows a
decision
is a segment of its own, called with a frame `(label, locals…, up)`; `up` is the frame of whoever called. Frames are
tuples,
the stack of frames is slot 0 of the state, and nothing else remembers where the game stands. Two forms are written:
with guards, for play, and plain, where every option is tried and every failing check is named.

One class writes it all, in layers: straight code, segments, alike pieces, decisions, free actions, the module.
"""

from __future__ import annotations

from interpreter.language.codegen.frames import RETURN, Context
from interpreter.language.codegen.module import Generator, compile_program, plain_form

__all__ = ["RETURN", "Context", "Generator", "compile_program", "plain_form"]
