"""Settings of all tests: examples of hypothesis are the same in every run and leave nothing behind, and compiled
rulesets are kept for the next run and for other workers.

What is kept is found by the text of the ruleset and the files of the interpreter, so a change of either compiles anew.
"""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import settings

from interpreter import caching

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.load_profile("fixed")

os.environ.setdefault("XDG_CACHE_HOME", str(Path(__file__).parents[1] / ".pytest_cache" / "kept"))
caching.MOST_FILES = 400
"""More than there are shipped games with their modules and options: tests load more than a person does."""
