"""Settings of all tests: examples of hypothesis are the same in every run and leave nothing behind."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.load_profile("fixed")
