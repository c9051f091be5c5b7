"""Running commands: inside this process, and on a terminal of their own."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from cli.app import app

os.environ["LC_ALL"] = "C.UTF-8"  # without --lang, games speak the language of the system
ROOT = Path(__file__).resolve().parents[2]

SOLITARY = """\
game: {id: solitary, players: [2]}
resources: {coin: {}}
pieces: {gem: {start: mine, kinds: {ruby: {}, opal: {}}}}
zones: {mine: {pieces: gem}, hand: {pieces: gem, per: player}}
menus: {turn: {}}
actions:
  earn: {menu: turn, do: gain 2 coin}
  beg: {menu: turn, do: require my coin < 0; gain 1 coin}
  grab: {menu: turn, choose: g in mine, do: require my coin > 3 and g.kind is ruby; move g to my hand}
phases:
  game: {do: 'repeat 4 times { each of players does { do one of turn } }; end game'}
scoring: {categories: {coins: {worth: p.coin}}}
"""
"""A game without chance: equal bots play it the same way each time. Nobody can beg, and nobody grabs the opal."""


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


def run(*arguments: object) -> Outcome:
    """A command without a terminal. Whatever is no planned exit is raised."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False, prog_name="rulewright")
    return Outcome(result.exit_code, result.stdout, result.stderr)


_LOADING = re.compile(r"(?:[\u2800-\u28ff] (?:Loading|Загрузка) …)+\n?")
"""What stands there while a game is loaded, and is wiped out."""


class Terminal:
    """A command on a pseudo terminal, spoken to like a person does."""

    def __init__(self, *arguments: object, state: Path, columns: int = 100, rows: int = 40) -> None:
        self.text = ""
        self._bytes = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        """the beginning of a control sequence that has not come whole"""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ |= {
                "XDG_STATE_HOME": str(state), "PYTHONPATH": str(ROOT), "COLUMNS": str(columns), "LINES": str(rows),
                "TERM": "xterm", "PYTHONIOENCODING": "utf-8",
            }  # fmt: skip
            os.execv(sys.executable, [sys.executable, "-m", "cli.main", *map(str, arguments)])

    def until(self, wanted: str, seconds: float = 30) -> str:
        """Everything written up to and with the wanted text. AssertionError: it does not come."""
        end = time.monotonic() + seconds
        while wanted not in self.text:
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.monotonic()))
            if not ready or not self._read():
                raise AssertionError(f"no `{wanted}` in:\n{self.text}")
        before, found, self.text = self.text.partition(wanted)
        return before + found

    def _read(self) -> bool:
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other side has gone
            return False
        written = self._rest + self._bytes.decode(data).replace("\r", "")
        written = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written)
        whole, mark, rest = written.partition("\x1b")
        self.text, self._rest = _LOADING.sub("", self.text + whole), mark + rest
        return bool(data)

    def say(self, line: str) -> None:
        os.write(self.fd, (line + "\n").encode())

    def kill(self) -> None:
        """As a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)

    def end(self) -> int:
        """Read what is left; the exit code."""
        while self._read():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)
