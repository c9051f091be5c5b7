"""The statements of the language: how each is checked and what it means in core statements.

One module a family; each function is registered for the node class it handles. `statement` is the only entrance.
"""

from __future__ import annotations

from interpreter.language.resolve.statements import amounts, choices, control, modifying, moves, rotating, tracks
from interpreter.language.resolve.statements.registry import block, statement

__all__ = ["amounts", "block", "choices", "control", "modifying", "moves", "rotating", "statement", "tracks"]
