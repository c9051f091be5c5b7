"""How long `check --watch` takes from a save to its answer, in the way its user sees it: a process watches a copy of a
ruleset, one number in it is changed and changed back, and the clock runs from the save to the printed line.

    .venv/bin/python tests/benchmarks/watch.py --game puerto_rico tzolkin
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
SETTLE = 0.3
"""Seconds between an answer and the next save."""


def measured(game: str, saves: int) -> tuple[list[float], list[float]]:
    """Seconds to the first answer and to the last word, of each save."""
    first: list[float] = []
    whole: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, game)
        shutil.copytree(ROOT / "rulesets" / game, copy)
        command = [sys.executable, "-u", "-m", "cli.main", "check", str(copy), "--watch"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                answer(process.stdout, last=True)
                files = [file for file in (copy / "actions.yaml", copy / "flow.yaml") if file.exists()]
                for number in range(saves):
                    file = files[number % len(files)]
                    time.sleep(SETTLE)
                    began = time.perf_counter()
                    changed(file, number)
                    answer(process.stdout, last=False)
                    first.append(time.perf_counter() - began)
                    answer(process.stdout, last=True)
                    whole.append(time.perf_counter() - began)
            finally:
                process.terminate()
    return first, whole


def changed(file: Path, number: int) -> None:
    """A save that shifts every place in the file."""
    text = file.read_text(encoding="utf-8")
    file.write_text(f"# save {number}\n{text}", encoding="utf-8")


def answer(lines: IO[str], last: bool) -> None:
    """Read up to the line that ends an answer: of all variants (last) or of the first."""
    for line in lines:
        found = re.search(r"(\d+) of (\d+) variants checked", line)
        if found and (found[1] == found[2] or not last):
            return
    raise RuntimeError("the watching process ended")


def main() -> None:
    """Print one line a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=["puerto_rico", "tzolkin"])
    parser.add_argument("--saves", type=int, default=12)
    args = parser.parse_args()
    print("ms from a save             first answer            all variants and remarks")
    for game in args.game:
        first, whole = measured(game, args.saves)
        print(f"{game:20} {spread(first):>24} {spread(whole):>24}")


def spread(seconds: list[float]) -> str:
    """Median, least and most, in milliseconds."""
    ms = [1000 * s for s in seconds]
    return f"{median(ms):.0f} ({min(ms):.0f}–{max(ms):.0f})"


if __name__ == "__main__":
    main()
