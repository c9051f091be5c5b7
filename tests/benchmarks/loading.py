"""How long a fresh process takes to load a ruleset and to come to the first decision, imports included: compiled anew,
and kept from an earlier run.

.venv/bin/python tests/benchmarks/loading.py --game puerto_rico tzolkin
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import sys, time
began = time.process_time()
import interpreter
game = interpreter.load(sys.argv[1])
loaded = time.process_time()
game.start(0)
print(loaded - began, time.process_time() - began)
"""


def loaded(game: str, cache: Path) -> tuple[float, float]:
    """Milliseconds of the processor in a process of its own: until the game is loaded, until its first decision. Python
    compiles the generated code in between, and the ruleset is kept."""
    # Python keeps the bytecode of the package, as it does wherever a package is installed.
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPYCACHEPREFIX": str(cache)}
    for name in ("RULEWRIGHT_NO_CACHE", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(name, None)
    command = [sys.executable, "-c", CODE, game]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    first, second = map(float, done.stdout.split())
    return 1000 * first, 1000 * second


def measured(game: str, rounds: int) -> list[tuple[float, ...]]:
    """By column, the rounds: loaded and at the first decision, compiled anew; the same, kept. The tables of the grammar
    are there in both: they are made once for all rulesets, and so is the bytecode of the package."""
    found: list[tuple[float, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        loaded(game, cache)
        for _ in range(rounds):
            for path in cache.rglob("*.ruleset"):
                path.unlink()
            found.append((*loaded(game, cache), *loaded(game, cache)))
    return list(zip(*found, strict=True))


def main() -> None:
    """Print one line a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=["puerto_rico", "tzolkin", "santa_maria", "nova_roma"])
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    columns = ("compiled anew", "and first decision", "kept", "and first decision")
    print(f"{'ms with imports':20} " + " ".join(f"{text:>20}" for text in columns))
    for game in args.game:
        shown = (f"{median(ms):.0f} ({min(ms):.0f}–{max(ms):.0f})" for ms in measured(game, args.rounds))
        print(f"{game:20} " + " ".join(f"{text:>20}" for text in shown))


if __name__ == "__main__":
    main()
