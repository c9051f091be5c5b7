"""Nothing depends on the order of sets, which another hash seed changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.loading.source import shipped_games
from tests.properties import digest
from tests.shipped import main_cases


def run(game: str, hash_seed: str) -> list[str]:
    return subprocess.run(
        [sys.executable, "-m", digest.__name__, game],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()


@pytest.mark.parametrize("game", shipped_games())
def test_nothing_depends_on_the_hash_seed(game: str) -> None:
    first = run(game, "0")
    assert len(first) == 7 * sum(case.game == game for case in main_cases())
    assert run(game, "1") == first
