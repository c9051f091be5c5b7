"""Nothing depends on the order of sets, which another hash seed changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.caching import ONLY_TABLES
from interpreter.loading.source import shipped_games
from tests.properties import digest
from tests.shipped import widest_cases


def start(game: str, hash_seed: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", digest.__name__, game],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "RULEWRIGHT_NO_CACHE": ONLY_TABLES},
        stdout=subprocess.PIPE,
        text=True,
    )


SAMPLE = "tzolkin"
GAMES = [pytest.param(game, marks=() if game == SAMPLE else pytest.mark.slow) for game in shipped_games()]
"""Each is compiled twice over: one is enough for every run of the tests."""


@pytest.mark.parametrize("game", GAMES)
def test_nothing_depends_on_the_hash_seed(game: str) -> None:
    """Each process compiles for itself: a program that is kept would be the same for both."""
    running = [start(game, hash_seed) for hash_seed in ("0", "1")]
    first, second = (process.communicate()[0].splitlines() for process in running)
    assert [process.returncode for process in running] == [0, 0]
    assert len(first) == 7 * sum(case.game == game for case in widest_cases()) > 0
    assert first == second
