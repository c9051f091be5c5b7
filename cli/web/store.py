"""Where tables are kept: one SQLite file. What was taken is in it before it is answered, so a kill loses nothing."""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.web.desk import Entry, Spec

_TABLES = """
CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, spec TEXT NOT NULL, seats TEXT NOT NULL, made REAL NOT NULL);
CREATE TABLE IF NOT EXISTS links (token TEXT PRIMARY KEY, table_id TEXT NOT NULL, seats TEXT NOT NULL,
  is_host INT NOT NULL);
CREATE INDEX IF NOT EXISTS links_of ON links (table_id);
CREATE TABLE IF NOT EXISTS entries (table_id TEXT, number INT, seat INT NOT NULL, key TEXT NOT NULL,
  PRIMARY KEY (table_id, number)) WITHOUT ROWID;
"""

PERSON = "human"


@dataclass(frozen=True)
class Link:
    """What a secret link opens: the seats that whoever has it plays, none for watching. is_host: it may change who
    sits where."""

    token: str
    table: str
    seats: tuple[int, ...]
    is_host: bool = False


@dataclass(frozen=True)
class Kept:
    """A table as it is kept. seats: who sits on each, a bot's name or PERSON."""

    spec: Spec
    seats: tuple[str, ...]
    entries: tuple[Entry, ...]


class Store:
    """The file, for one thread at a time. path: None keeps tables in memory only."""

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # links are secrets
        self._db = sqlite3.connect(":memory:" if path is None else path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")  # what was committed outlives the process
        self._db.executescript(_TABLES)

    def close(self) -> None:
        self._db.close()

    def make(self, spec: Spec, seats: Sequence[str], links: Sequence[tuple[tuple[int, ...], bool]]) -> list[Link]:
        """Keep a new table with its links, whose tokens are drawn here."""
        made = [Link(secrets.token_urlsafe(16), spec.table, *link) for link in links]
        with self._all():
            self._db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?)", (spec.table, _dumped(spec), json.dumps(seats), time.time())
            )
            rows = [(link.token, link.table, json.dumps(link.seats), int(link.is_host)) for link in made]
            self._db.executemany("INSERT INTO links VALUES (?, ?, ?, ?)", rows)
        return made

    def link(self, token: str) -> Link | None:
        """What a token opens."""
        row = self._db.execute("SELECT token, table_id, seats, is_host FROM links WHERE token = ?", (token,)).fetchone()
        return None if row is None else _link(row)

    def links(self, table: str) -> list[Link]:
        """All links of a table."""
        rows = self._db.execute(
            "SELECT token, table_id, seats, is_host FROM links WHERE table_id = ? ORDER BY rowid", (table,)
        )
        return [_link(row) for row in rows]

    def table(self, id: str) -> Kept | None:
        """A table as it stands."""
        row = self._db.execute("SELECT spec, seats FROM tables WHERE id = ?", (id,)).fetchone()
        if row is None:
            return None
        entries = self._db.execute("SELECT seat, key FROM entries WHERE table_id = ? ORDER BY number", (id,))
        return Kept(_loaded(id, row[0]), tuple(json.loads(row[1])), tuple((seat, key) for seat, key in entries))

    def count(self) -> int:
        """How many tables there are."""
        return int(self._db.execute("SELECT COUNT(*) FROM tables").fetchone()[0])

    def add(self, table: str, first: int, entries: Sequence[Entry]) -> None:
        """Keep what was taken; first: the number of the first of these entries."""
        rows = [(table, first + at, seat, key) for at, (seat, key) in enumerate(entries)]
        with self._all():
            self._db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)

    def cut(self, table: str, number: int) -> None:
        """Take back all entries from a number on."""
        self._db.execute("DELETE FROM entries WHERE table_id = ? AND number >= ?", (table, number))

    def seat(self, table: str, seats: Sequence[str]) -> None:
        """Keep who sits where."""
        self._db.execute("UPDATE tables SET seats = ? WHERE id = ?", (json.dumps(seats), table))

    def _all(self) -> sqlite3.Connection:
        """All or nothing of what follows."""
        self._db.execute("BEGIN IMMEDIATE")
        return self._db


def _link(row: tuple[str, str, str, int]) -> Link:
    return Link(row[0], row[1], tuple(json.loads(row[2])), bool(row[3]))


def _dumped(spec: Spec) -> str:
    return json.dumps([spec.game, spec.modules, spec.options, spec.players, spec.seed, spec.given])


def _loaded(table: str, text: str) -> Spec:
    game, modules, options, players, seed, given = [*json.loads(text), ""][:6]  # older tables had none
    return Spec(table, game, tuple(modules), tuple((name, value) for name, value in options), players, seed, given)


__all__ = ["PERSON", "Kept", "Link", "Store"]
