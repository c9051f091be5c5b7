"""Settings of all tests: examples of hypothesis are the same in every run and leave nothing behind; what is compiled is
kept for the next run, for other workers and for the processes that tests start.

Kept rulesets are found by their text and by the files of the interpreter, so a change of either compiles anew.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from interpreter import caching

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.load_profile("fixed")

os.environ.setdefault("XDG_CACHE_HOME", str(Path(__file__).parents[1] / ".pytest_cache" / "kept"))
caching.MOST_FILES = 400
"""More than there are shipped games with their modules and options: tests load more than a person does."""

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
"""With it, every process that a test starts would compile all modules that it imports: three times the work."""


@pytest.hookimpl(tryfirst=True)  # pytest-xdist reads the groups in the same hook, and would do so before
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one file go to one worker, which makes once what they share; those that name a group, by their group."""
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.relative_to(item.config.rootpath).as_posix()))
