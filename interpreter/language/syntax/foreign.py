"""Words that people bring from other languages, and what stands here for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def foreign(of: str) -> Mapping[str, str]:
    """Word → what to write. of: `statements` (a sentence for each) or `names`. Read at the first mistake."""
    import yaml

    found: dict[str, dict[str, str]] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    return found[of]
