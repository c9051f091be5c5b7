"""The core language: what checked effect text becomes before it is cut into segments.

Names are resolved, types are known, triggers are linked, costs are spelled out: every expression is built from slots of
the state, constants, locals and a few primitives; every statement from writes, checks, choices and control. Later
stages (legality, segments, code) work on these nodes and on nothing else.

A local is a name that is unique in its procedure. Families name what an expression reads and a statement writes
(`coin@player`, `loc:tile`, `var:round`): two tests with disjoint families do not disturb each other.

What is read and written is named (`Slot`), not numbered: where it lies in the state is worked out when code is written,
in `codegen.addresses`, which puts an `At` in the place of each `Get`.
"""

from __future__ import annotations

from interpreter.language.core.building import *  # noqa: F403
from interpreter.language.core.nodes import *  # noqa: F403
from interpreter.language.core.walking import *  # noqa: F403
