"""Games of a simulation as Parquet files, for whatever the reports do not ask. Each worker writes the games that it
plays: a part of the games is one file in each folder, named by its first game. The schema is in docs/bots.md."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from interpreter.analysis.recorder import Played, Recorder
from interpreter.analysis.stats import SHARE
from interpreter.analysis.tally import share_of
from interpreter.files import write_whole

TABLES: Mapping[str, Mapping[str, str]] = {
    "games": {
        "game": "int64", "seed": "uint64", "players": "int16", "decisions": "int32", "ending": "string",
        "winners": "int16",
    },
    "seats": {
        "game": "int64", "seat": "int16", "name": "string", "bot": "string", "points": "int64", "won": "float64",
    },
    "scores": {"game": "int64", "seat": "int16", "category": "string", "points": "int64"},
    "choices": {
        "game": "int64", "seat": "int16", "action": "string", "thing": "string", "times": "int32", "asked": "int32",
    },
    "decisions": {"game": "int64", "number": "int32", "seat": "int16", "key": "string"},
}  # fmt: skip
"""Table → column → type."""


class Rows:
    """The rows of some games, until they are written."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in TABLES}

    def enter(self, number: int, seed: int, bots: Sequence[str], played: Played) -> None:
        """One game that has just been played."""
        sheet, seats, rows = played.sheet, self.recorder.game.seats, self.rows
        assert sheet is not None
        rows["games"].append((number, seed, len(seats), played.decisions, sheet.ending, len(sheet.winners)))
        won = share_of(sheet) / SHARE
        for p, (name, bot, points) in enumerate(zip(seats, bots, sheet.totals, strict=True)):
            rows["seats"].append((number, p, str(name), bot, points, won if p in sheet.winners else 0.0))
            rows["scores"] += [(number, p, category, row[p]) for category, row in sheet.categories.items()]
        chosen, asked = self.recorder.taken(played)
        for entry, times in sorted(chosen.items()):
            seat, (action, thing) = entry
            rows["choices"].append((number, seat, action, thing or None, times, asked.get(entry, 0)))
        rows["decisions"] += [(number, at, seat, key) for at, (seat, key) in enumerate(played.log)]

    def write(self, folder: Path, first: int) -> None:
        """Write them, each file whole or not at all, and forget them. OSError: it cannot be written."""
        import pyarrow as pa
        from pyarrow import parquet

        for name, columns in TABLES.items():
            rows, self.rows[name] = self.rows[name], []
            if not rows and name == "decisions":
                continue
            schema = pa.schema([(column, getattr(pa, kind)()) for column, kind in columns.items()])
            values = list(zip(*rows, strict=True)) or [()] * len(columns)
            arrays = [pa.array(list(v), field.type) for v, field in zip(values, schema, strict=True)]
            out = io.BytesIO()
            parquet.write_table(pa.table(arrays, schema=schema), out, compression="zstd")
            (folder / name).mkdir(parents=True, exist_ok=True)
            write_whole(folder / name / f"{first:012}.parquet", out.getvalue(), durable=False)
