"""E3xx, E4xx and L6xx: all that the checker of effect text reports."""

from __future__ import annotations

from interpreter.codes.code import Code
from interpreter.codes.declared import DECLARED
from interpreter.codes.legality import LEGALITY
from interpreter.codes.lints import LINTS
from interpreter.codes.names import NAMES
from interpreter.codes.nesting import NESTING

CHECKING: list[Code] = [*NAMES, *DECLARED, *NESTING, *LEGALITY, *LINTS]
