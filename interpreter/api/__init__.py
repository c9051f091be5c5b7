"""What users import as `rulewright`: the public names of `interpreter`, under the name of the distribution.

An installed package maps this folder to `rulewright` (pyproject.toml), beside `rulewright.rulesets` and
`rulewright.schemas`, the shipped data.
"""

from __future__ import annotations

from interpreter import *  # noqa: F403
from interpreter import __all__ as __all__
