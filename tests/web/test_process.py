"""The server as a process of its own: what a kill leaves, and where it listens."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from websockets.sync.client import ClientConnection, connect  # noqa: E402
from websockets.typing import Origin  # noqa: E402

from tests.cli.running import run  # noqa: E402
from tests.web.serving import Process, market, served  # noqa: E402


def shown(socket: ClientConnection, **wanted: Any) -> dict[str, Any]:
    """The next table in which these stand."""
    while True:
        message = json.loads(socket.recv(timeout=30))
        if message["t"] == "table" and all(message[key] == value for key, value in wanted.items()):
            return dict(message)


@contextmanager
def opened(server: Process, token: str) -> Iterator[ClientConnection]:
    address = server.address.replace("http", "ws") + "ws"
    with connect(address, origin=Origin(server.address.rstrip("/")), max_size=None) as socket:
        socket.send(json.dumps({"t": "hello", "token": token, "lang": "en"}))
        yield socket


def test_a_kill_loses_nothing(tmp_path: Path) -> None:
    game, kept = market(tmp_path), tmp_path / "tables.sqlite"
    with served(game, kept) as server:
        ann, *_ = server.make(game, ["human", "human"])
        with opened(server, ann) as socket:
            due = shown(socket, due=0)
            socket.send(json.dumps({"t": "take", "decision": due["decision"], "key": "save 3"}))
            while json.loads(socket.recv(timeout=30))["t"] != "answer":
                pass
            server.kill()  # as soon as it was answered
    with served(game, kept) as server, opened(server, ann) as socket:
        table = shown(socket, due=1)
        own = next(panel for panel in table["scene"]["panels"] if panel["own"])
        assert ["secret", 3] in own["counters"]


def test_ctrl_c_ends_it_and_its_workers(tmp_path: Path) -> None:
    game = market(tmp_path)
    with served(game, tmp_path / "tables.sqlite") as server:
        server.make(game, ["human", "human"])
        os.kill(server.pid, signal.SIGINT)
        assert server.wait() == 130  # as a shell expects
        assert server.is_group_gone()


def test_a_table_of_changed_rules_says_so(tmp_path: Path) -> None:
    game, kept = market(tmp_path), tmp_path / "tables.sqlite"
    with served(game, kept) as server:
        ann, *_ = server.make(game, ["human", "human"])
        with opened(server, ann) as socket:
            shown(socket, due=0)
    path = Path(game) / "ruleset.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("draw 3 from", "draw 2 from"), encoding="utf-8")
    with served(game, kept) as server, opened(server, ann) as socket:
        while (message := json.loads(socket.recv(timeout=30)))["t"] != "fault":
            pass
        assert message["text"] == "changed"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["nowhere"], "there is no game `nowhere`"), (["--host", "203.0.113.7"], "cannot serve at 203.0.113.7:8420")],
)
def test_what_cannot_be_served(arguments: list[str], says: str) -> None:
    found = run("serve", "--no-open", *arguments)
    assert found.code in (1, 2) and says in found.err
