"""Cases as pytest parameters. Tests of one case go to one worker, which then compiles it once; a sample of the cases
runs with `make test`, the others with `make test-slow`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.shipped import Case, sample_cases


def each(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """Run a test for each case, as its parameter `case`."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=str(case), marks=_marks(case)) for case in cases])


def _marks(case: Case) -> list[pytest.MarkDecorator]:
    return [pytest.mark.xdist_group(str(case)), *([] if case in sample_cases() else [pytest.mark.slow])]
