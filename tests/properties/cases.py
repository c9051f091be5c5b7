"""Cases as pytest parameters. Tests of one case go to one worker, which then compiles it once."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.shipped import Case


def each(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """Run a test for each case, as its parameter `case`."""
    marked = [pytest.param(case, id=str(case), marks=pytest.mark.xdist_group(str(case))) for case in cases]
    return pytest.mark.parametrize("case", marked)
