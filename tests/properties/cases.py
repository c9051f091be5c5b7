"""Cases as pytest parameters. Tests of one case go to one worker, which then compiles it once; a sample of the cases
runs with `make test`, the others with `make test-slow`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest

from tests.shipped import Case, sample_cases


def each(cases: Iterable[Case], quick: Collection[str] = ()) -> pytest.MarkDecorator:
    """Run a test for each case, as its parameter `case`. quick: the games whose sample is run by `make test`; all where
    none is named."""
    marked = [pytest.param(case, id=str(case), marks=_marks(case, quick)) for case in cases]
    return pytest.mark.parametrize("case", marked)


def _marks(case: Case, quick: Collection[str]) -> list[pytest.MarkDecorator]:
    is_quick = case in sample_cases() and (not quick or case.game in quick)
    return [pytest.mark.xdist_group(str(case)), *([] if is_quick else [pytest.mark.slow])]
