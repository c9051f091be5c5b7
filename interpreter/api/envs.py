"""`rulewright.envs`: environments for research, see docs/research.md."""

from __future__ import annotations

from typing import Any

import interpreter.envs as _envs
from interpreter.envs import __all__ as __all__


def __getattr__(name: str) -> Any:
    return getattr(_envs, name)
