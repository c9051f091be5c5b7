"""Messages that no editor should send: whoever asks gets an answer, and the server lives on."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInternalError

from cli.editor import server as servers
from cli.editor.server import make_server
from cli.editor.wire import Wire

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds that anything may take before a test fails."""

START = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}
READY = {"jsonrpc": "2.0", "method": "initialized", "params": {}}
STOP = [{"jsonrpc": "2.0", "id": "stop", "method": "shutdown"}, {"jsonrpc": "2.0", "method": "exit"}]
PARSE, REQUEST, METHOD, PARAMS, INTERNAL, EARLY, CANCELLED = -32700, -32600, -32601, -32602, -32603, -32002, -32800

RULES = "game: {id: small, players: [2]}\nresources: {coin: {}}\nphases: {game: {do: 'end game'}}\n"


def framed(message: object) -> bytes:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def answers(*sent: object, raw: bool = False) -> list[dict[str, Any]]:
    """What a server says to these messages, all sent at once, until it ends. raw: they are bytes with their headers."""
    data = b"".join(m if raw and isinstance(m, bytes) else framed(m) for m in sent)
    written = Written()
    Wire(make_server(), io.BytesIO(data), written).serve()
    return received(written.getvalue())


class Written(io.BytesIO):
    """It can be read when the server has closed it."""

    def close(self) -> None:
        pass


def received(rest: bytes) -> list[dict[str, Any]]:
    """The messages that a server has written."""
    out = []
    while head := re.match(rb"Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n", rest):
        end = head.end() + int(head[1])
        out.append(json.loads(rest[head.end() : end]))
        rest = rest[end:]
    assert rest == b""
    return out


def codes(found: list[dict[str, Any]]) -> dict[object, int]:
    """id → code of each error."""
    return {message["id"]: message["error"]["code"] for message in found if "error" in message}


def asked(method: str, id: object = 7, **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def test_every_request_that_is_wrong_gets_its_error() -> None:
    place = {"textDocument": {"uri": "file:///nowhere.yaml"}, "position": {"line": 0, "character": 0}}
    wrong: dict[str, tuple[object, int]] = {
        "method": (asked("textDocument/nonsense", "method"), METHOD),
        "bare": ({"jsonrpc": "2.0", "id": "bare", "method": "textDocument/nonsense"}, METHOD),
        "none": ({"jsonrpc": "2.0", "id": "none", "method": "textDocument/hover"}, PARAMS),
        "list": ({"jsonrpc": "2.0", "id": "list", "method": "textDocument/hover", "params": [1]}, PARAMS),
        "types": (asked("textDocument/hover", "types", **place | {"position": "here"}), PARAMS),
        "minus": (asked("textDocument/hover", "minus", **place | {"position": {"line": -1, "character": -5}}), PARAMS),
        "number": ({"jsonrpc": "2.0", "id": "number", "method": 5, "params": {}}, REQUEST),
        "version": ({"id": "version", "method": "textDocument/hover", "params": place}, REQUEST),
        "twice": (START | {"id": "twice"}, REQUEST),
        "rename": (asked("textDocument/rename", "rename", **place, newName="x"), PARAMS),
    }
    found = codes(answers(START, READY, *(message for message, _ in wrong.values()), *STOP))
    assert found == {id: code for id, (_, code) in wrong.items()}


def test_what_is_no_message_is_told_and_the_next_one_is_answered() -> None:
    for nothing, code in (
        (b"{", PARSE), (b"\xff\xfe", PARSE), (b"[" * 100_000, PARSE), (b"[]", REQUEST), (b"7", REQUEST),
        (b'{"jsonrpc": "2.0"}', REQUEST), (b'{"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"}', REQUEST),
    ):  # fmt: skip
        found = answers(START, READY, nothing, *STOP)
        assert codes(found) == {None: code}
        assert any(message.get("id") == "stop" and "result" in message for message in found)


def test_wrong_lengths_lose_only_their_own_message() -> None:
    body = json.dumps(asked("textDocument/nonsense", "lost")).encode()
    for wrong in (
        b"Content-Length: 9\r\n\r\n" + body,
        b"Content-Length: %d\r\n\r\n" % (len(body) + 30) + body,
        b"Content-Length: many\r\n\r\n",
        b"Content-Length: 99999999999\r\n\r\n",
        b"\r\n\r\nnothing of the kind\r\n\r\n",
        b"Content-Type: text\r\ncontent-length: 2\n\n{}",
    ):
        found = answers(framed(START), framed(READY), wrong, *map(framed, STOP), raw=True)
        assert any(message.get("id") == "stop" and "result" in message for message in found)
        assert set(codes(found).values()) <= {PARSE, REQUEST}


def test_before_the_beginning_and_after_the_end() -> None:
    early, late = asked("textDocument/hover", "early"), asked("textDocument/hover", "late")
    change = {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {}}
    found = codes(answers(early, change, START, READY, STOP[0], late, change, STOP[1]))
    assert found == {"early": EARLY, "late": REQUEST}


def test_the_process_ends_when_it_is_told_to() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "cli.main", "lsp"], cwd=ROOT, input=b"".join(map(framed, [START, READY, *STOP])),
        capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert [m["id"] for m in received(ended.stdout)] == [1, "stop"]


def test_a_client_that_goes_without_a_word_ends_the_server() -> None:
    assert answers() == []
    assert [m["id"] for m in answers(START)] == [1]
    assert answers(b"Content-Length: 100\r\n\r\n{", raw=True)[0]["error"]["code"] == PARSE


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1", "git:/a/ruleset.yaml?%7B%7D", "http://x/ruleset.yaml", "", "file:", "file:///%00", "file:///%FF",
        "file:///" + "a" * 5000, "nothing", "file:///nowhere/%F0%9F%98%80/ruleset.yaml", "FILE:///x%2Fy.yaml",
    ],
)  # fmt: skip
def test_odd_names_of_files_are_answered(uri: str) -> None:
    document = {"uri": uri, "languageId": "yaml", "version": 1, "text": RULES}
    place = {"textDocument": {"uri": uri}, "position": {"line": 2**31 - 1, "character": 2**31 - 1}}
    opened = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}
    closed = {"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}}
    kinds = ["hover", "definition", "completion", "documentSymbol", "formatting", "prepareRename"]
    more = {"options": {"tabSize": 2, "insertSpaces": True}}
    requests = [asked(f"textDocument/{kind}", kind, **place, **more) for kind in kinds]
    found = answers(START, READY, closed, *requests[:1], opened, *requests[1:], closed, *STOP)
    assert {m["id"] for m in found if "id" in m} == {1, "stop", *kinds}
    assert codes(found) in ({}, {"prepareRename": PARAMS})


def test_places_beyond_the_text_are_answered(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES, "utf-8")
    uri = (tmp_path / "ruleset.yaml").as_uri()
    document = {"uri": uri, "languageId": "yaml", "version": 1, "text": RULES}
    opened = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}
    far = {"start": {"line": 90, "character": 9}, "end": {"line": 1, "character": 2**31 - 1}}
    changed = {
        "jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": {"textDocument": {"uri": uri, "version": 0}, "contentChanges": [{"range": far, "text": "\u2028x"}]},
    }  # fmt: skip
    places = [(0, 10**6), (10**6, 0), (2, 12), (3, 0), (0, 0)]
    requests = [
        asked("textDocument/hover", n, textDocument={"uri": uri}, position={"line": line, "character": character})
        for n, (line, character) in enumerate(places, 10)
    ]
    found = answers(START, READY, opened, *requests[:2], changed, *requests[2:], *STOP)
    assert {m["id"] for m in found if "id" in m} == {1, "stop", *range(10, 15)} and codes(found) == {}


def test_a_fault_of_our_own_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """In an answer, and where nobody asked."""
    shown: list[str] = []
    monkeypatch.setattr(servers.RulesetServer, "project_of", lambda *_: {}["nobody foresaw this"])
    monkeypatch.setattr(servers.RulesetServer, "window_show_message", lambda _, message: shown.append(message.message))
    server = servers.make_server()
    hover = server.protocol.fm.features[lsp.TEXT_DOCUMENT_HOVER]
    with pytest.raises(JsonRpcInternalError, match="rulewright itself has failed, .*: KeyError at "):
        hover(lsp.HoverParams(lsp.TextDocumentIdentifier("file:///x"), lsp.Position(0, 0)))
    server.report_server_error(KeyError("x"), JsonRpcInternalError)
    assert shown and shown[0].startswith("rulewright itself has failed")
    for path in re.findall(r"the file (\S+)", shown[0]):
        Path(path.rstrip(",")).unlink()


def test_edits_faster_than_checks_are_one_reading_and_hold_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted is the work between 500 edits and the answers to two questions behind them."""
    from interpreter.editor.project import Project

    work: list[str] = []
    for name in ("_read", "checking"):
        what = getattr(Project, name)
        monkeypatch.setattr(Project, name, lambda *a, name=name, what=what: work.append(name) or what(*a))
    monkeypatch.setattr(servers, "SETTLED", 0)  # a check would begin at once, were it not for what has come
    (tmp_path / "ruleset.yaml").write_text(RULES, "utf-8")
    uri = (tmp_path / "ruleset.yaml").as_uri()
    document = {"uri": uri, "languageId": "yaml", "version": 1, "text": RULES}
    opened = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}
    start = {"line": 0, "character": 0}
    typed = {"range": {"start": start, "end": start}, "text": "#"}
    edits = [
        {
            "jsonrpc": "2.0",
            "method": "textDocument/didChange",
            "params": {"textDocument": {"uri": uri, "version": n}, "contentChanges": [typed]},
        }
        for n in range(2, 502)
    ]
    questions = [
        asked("textDocument/hover", n, textDocument={"uri": uri}, position={"line": 1, "character": 13}) for n in (5, 6)
    ]
    cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 6}}
    messages = [START, READY, opened, *edits, *questions, cancel, *STOP]
    written = Written()
    wire = Wire(servers.make_server(), io.BytesIO(b"".join(map(framed, messages))), written)
    wire.read_all(lambda: None)
    wire.serve()
    answered = received(written.getvalue())
    assert [m.get("id") for m in answered] == [1, 5, 6, "stop"] and codes(answered) == {6: CANCELLED}
    assert answered[1]["result"] is not None and work == ["_read"]
