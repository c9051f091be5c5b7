"""Nothing depends on the order of sets, which another hash seed changes."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.properties import digest
from tests.shipped import main_cases


def run(hash_seed: str) -> list[str]:
    command = [sys.executable, "-m", digest.__name__]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.splitlines()


def test_nothing_depends_on_the_hash_seed() -> None:
    first = run("0")
    assert len(first) == 7 * len(main_cases())
    assert run("1") == first
