"""A small game, and a server of it inside this process or as a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

RULES = """\
game: {id: market_day, version: 1, players: [2, 3], seats: [ann, ben, cat]}
resources:
  coin: {held_by: [player]}
  secret: {held_by: [player], seen_by: owner}
pieces:
  fruit:
    attributes: {price: int}
    start: basket
    kinds: {apple: {copies: 6, price: 1}, pear: {copies: 4, price: 2}, melon: {copies: 2, price: 3}}
zones:
  basket: {pieces: fruit, seen_by: nobody}
  stall: {pieces: fruit}
  hand: {pieces: fruit, per: player, seen_by: owner}
spaces: {square: {grid: {columns: 2, rows: 2}, pieces: fruit}}
setup:
  do: |
    for p in players { p does { gain 5 coin; draw 2 from basket to my hand } }
    draw 3 from basket to stall
menus: {turn: {}}
actions:
  buy: {menu: turn, choose: f in stall, do: 'pay f.price coin; move f to my hand'}
  show_fruit: {menu: turn, choose: 'f in my hand, s in square if size(s) is 0', do: 'move f to s'}
  save: {menu: turn, choose: 'n in 0..9 if n <= my coin', do: 'pay n coin; gain n secret'}
  peek: {menu: turn, do: 'draw 1 from basket to my hand'}
  rest: {menu: turn, do: gain 1 coin}
phases:
  game: {do: 'repeat 8 times { each of players does { do one of turn } }'}
scoring: {categories: {money: {worth: p.coin + p.secret}}}
show: {lines: {fruit: [price]}, look: {coin: {icon: coin}, apple: {icon: fruit, colour: red}}}
"""

TEXTS = """\
names: {market_day: Market day, ann: Ann, ben: Ben, cat: Cat, coin: coins, 1 coin: coin, save: Save coins, rest: Rest}
prompts: {turn: What do you do?}
actions: {buy: "Buy the {f}", show_fruit: "Show the {f} on {s}", save: "Save {n}"}
help: {apple: "Red and sweet."}
"""


def market(folder: Path) -> str:
    """The path of the small game, written into a folder."""
    home = folder / "market_day"
    (home / "texts").mkdir(parents=True, exist_ok=True)
    (home / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    (home / "texts" / "en.yaml").write_text(TEXTS, encoding="utf-8")
    return str(home)


class Process:
    """`rulewright serve` as a process of its own. address: with `/` at the end."""

    def __init__(self, games: Sequence[str], kept: Path, port: int = 0) -> None:
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "cli.main", "serve", *games, "--port", str(port), "--no-open"]
        command += ["--file", str(kept)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, start_new_session=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().decode().strip()
        assert self.address.startswith("http://"), self.address

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait(self) -> int:
        """Its exit code, when it has ended."""
        return self._process.wait(20)

    def is_group_gone(self) -> bool:
        """Whether no process of it is left, after a while."""
        for _ in range(100):
            try:
                os.killpg(self.pid, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.1)
        return False

    def kill(self) -> None:
        """End it as a power cut would, its workers included."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait(20)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def make(self, game: str, seats: list[str], **more: Any) -> list[str]:
        """A new table; the tokens of its links."""
        body = {"game": game, "modules": [], "options": {}, "seats": seats, "seed": 7} | more
        request = urllib.request.Request(
            f"{self.address}api/tables",
            json.dumps(body).encode(),
            {"origin": self.address.rstrip("/"), "content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return [token for token, _, _ in json.load(answer)["links"]]


@contextmanager
def served(game: str | Sequence[str], kept: Path, port: int = 0) -> Iterator[Process]:
    """A server until the end of the block."""
    process = Process([game] if isinstance(game, str) else game, kept, port)
    try:
        yield process
    finally:
        process.kill()
