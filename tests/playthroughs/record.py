"""Write the recorded games anew: `python -m tests.playthroughs.record [GAME …]`. Look at the diff then."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from interpreter.files import write_whole
from interpreter.loading.source import shipped_games
from tests.playthroughs import recorded


def main(games: Sequence[str]) -> int:
    """Record the given games, or all; files that no case has any more are removed."""
    for game in games or shipped_games():
        wanted = {recorded.path_of(case): case for case in recorded.cases(game)}
        for path in recorded.files(game):
            if path not in wanted:
                path.unlink()
                print(f"removed {path.relative_to(recorded.FOLDER)}")
        for seed, (path, case) in enumerate(wanted.items(), 1):
            path.parent.mkdir(exist_ok=True)
            text = recorded.record(case, seed)
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                write_whole(path, text)
                print(f"wrote {path.relative_to(recorded.FOLDER)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
