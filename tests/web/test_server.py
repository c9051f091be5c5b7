"""The server: making tables, playing by several windows, links and what they allow, and what a bad client can do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient, WebSocketTestSession  # noqa: E402
from starlette.websockets import WebSocketDisconnect  # noqa: E402

from cli.web import server  # noqa: E402
from cli.web.hub import Hub  # noqa: E402
from cli.web.server import app  # noqa: E402
from cli.web.store import Store  # noqa: E402
from cli.web.workers import Workers  # noqa: E402
from tests.web.serving import market  # noqa: E402

HERE = "http://testserver"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return market(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def client(game: str) -> Iterator[TestClient]:
    hub = Hub(Store(None), Workers(1, 1), [game], pace=0)
    with TestClient(app(hub, ["testserver"]), base_url=HERE) as client:
        yield client


def make(client: TestClient, game: str, seats: list[str], **more: Any) -> list[str]:
    body = {"game": game, "modules": [], "options": {}, "seats": seats, "seed": 7} | more
    answer = client.post("/api/tables", json=body, headers={"origin": HERE})
    assert answer.status_code == 200, answer.text
    return [token for token, _, _ in answer.json()["links"]]


class Page:
    """A window. table: what it was shown last."""

    def __init__(self, ws: WebSocketTestSession, token: str) -> None:
        self.ws = ws
        self.table: dict[str, Any] = {}
        self.lines: list[Any] = []
        ws.send_json({"t": "hello", "token": token, "lang": "en"})

    def until(self, sort: str, **wanted: Any) -> dict[str, Any]:
        """The next message of a sort in which these stand."""
        for _ in range(200):
            message = json.loads(self.ws.receive_text())
            if message["t"] == "table":
                self.table = message
                self.lines = self.lines[: message["log"]["from"]] + message["log"]["lines"]
            if message["t"] == sort and all(message.get(key) == value for key, value in wanted.items()):
                return dict(message)
        raise AssertionError(f"no {sort}")

    def reach(self, **wanted: Any) -> None:
        """Read until the table is like this; it may be already."""
        while any(self.table.get(key) != value for key, value in wanted.items()):
            self.until("table")

    def ask(self, sort: str, **body: Any) -> dict[str, Any]:
        self.ws.send_json({"t": sort, "id": sort, **body})
        return self.until("answer", to=sort)

    def take(self, key: str) -> dict[str, Any]:
        return self.ask("take", decision=self.table["decision"], key=key)


def opened(client: TestClient) -> WebSocketTestSession:
    return client.websocket_connect("/ws", headers={"origin": HERE})


def own(page: Page) -> dict[str, Any]:
    return dict(next(panel for panel in page.table["scene"]["panels"] if panel["own"]))


def test_two_seats_and_a_watcher_at_one_table(client: TestClient, game: str) -> None:
    ann, ben, watching = make(client, game, ["human", "human"])
    with opened(client) as a, opened(client) as b, opened(client) as w:
        first, second, watcher = Page(a, ann), Page(b, ben), Page(w, watching)
        for page in (first, second, watcher):
            page.reach(due=0)
        assert "options" in first.table and "options" not in second.table and "options" not in watcher.table
        assert "refused" not in first.take("save 2")
        for page in (first, second, watcher):
            page.reach(due=1)
        assert ["secret", 2] in own(first)["counters"]
        assert ["secret", None] in second.table["scene"]["panels"][0]["counters"]
        assert not any(panel["own"] for panel in watcher.table["scene"]["panels"])


def test_windows_of_one_seat_agree_and_a_double_click_is_taken_once(client: TestClient, game: str) -> None:
    ann, *_ = make(client, game, ["human", "human"])
    with opened(client) as a, opened(client) as b:
        first, second = Page(a, ann), Page(b, ann)
        first.reach(due=0)
        second.reach(due=0)
        decision = first.table["decision"]
        assert "refused" not in first.take("rest")
        assert second.ask("take", decision=decision, key="rest")["refused"] == "late"
        for page in (first, second):
            page.reach(due=1)
        assert first.table["scene"] == second.table["scene"] and first.lines == second.lines


def test_a_window_that_comes_back_has_everything(client: TestClient, game: str) -> None:
    ann, ben, _ = make(client, game, ["human", "human"])
    with opened(client) as a:
        first = Page(a, ann)
        first.reach(due=0)
        first.take("rest")
        first.reach(due=1)
        scene, lines = first.table["scene"], first.lines
    with opened(client) as a:
        again = Page(a, ann)
        again.reach(due=1)
        assert again.table["scene"] == scene and again.lines == lines


def test_bots_decide_and_a_seat_is_taken_over_and_back(client: TestClient, game: str) -> None:
    host, *_ = make(client, game, ["human", "random"])
    with opened(client) as a:
        page = Page(a, host)
        page.reach(due=0)
        page.take("rest")
        page.reach(due=0, decision="0.1")
        assert "refused" not in page.ask("sit", seat=0, kind="greedy")
        page.reach(over=True)
        assert page.table["sheet"]["winners"]
        assert page.ask("log")["found"].startswith('{"rulewright"')


def test_undo_says_what_stops_it(client: TestClient, game: str) -> None:
    ann, ben, _ = make(client, game, ["human", "human"])
    with opened(client) as a, opened(client) as b:
        first, second = Page(a, ann), Page(b, ben)
        first.reach(due=0)
        second.reach(due=0)
        assert first.ask("undo")["refused"] == "not_undone"
        first.take("rest")
        first.reach(undo=True)
        assert "refused" not in first.ask("undo")
        first.reach(due=0)
        assert ["coin", 5] in own(first)["counters"]
        first.take("save 1")
        second.reach(due=1, decision="1.0")
        second.take("rest")
        first.reach(stopped="others")
        assert first.ask("undo")["refused"] == "not_undone"


def test_one_screen_is_covered_between_people(client: TestClient, game: str) -> None:
    both, _ = make(client, game, ["human", "human"], one_screen=True)
    with opened(client) as a:
        page = Page(a, both)
        page.reach(due=0)
        page.take("rest")
        assert page.until("cover")["seat"] == 1
        page.ask("face", seat=1)
        page.reach(seat=1)
        assert own(page)["player"] == 1
        assert page.ask("face", seat=2)["refused"] == "not_yours"


def test_a_link_allows_what_it_says(client: TestClient, game: str) -> None:
    ann, ben, watching = make(client, game, ["human", "human"])
    with opened(client) as w, opened(client) as b:
        watcher, second = Page(w, watching), Page(b, ben)
        watcher.reach(due=0)
        second.reach(due=0)
        for sort, body in (
            ("take", {"decision": "0.0", "key": "rest"}), ("undo", {}), ("links", {}), ("face", {"seat": 0}),
            ("sit", {"seat": 0, "kind": "random"}),
        ):  # fmt: skip
            assert watcher.ask(sort, **body)["refused"] == "not_yours", sort
        assert watcher.ask("why", key="")["refused"] == "late"
        assert watcher.ask("advice")["refused"] == "late"
        assert watcher.ask("log")["refused"] == "hidden"
        assert second.ask("links")["refused"] == "not_yours"
        assert second.ask("sit", seat=0, kind="random")["refused"] == "not_yours"
        assert second.ask("sit", seat=1, kind="cli.web:Bot")["refused"] == "no_bot"
        assert second.ask("take", decision="0.0", key="rest")["refused"] == "late"


def test_a_wrong_link_opens_nothing(client: TestClient) -> None:
    for token in ("", "x" * 22, None, 5, {"a": 1}):
        with opened(client) as ws:
            ws.send_json({"t": "hello", "token": token})
            assert json.loads(ws.receive_text()) == {"t": "refused", "why": "no_table"}
            with pytest.raises(WebSocketDisconnect):
                ws.receive_text()


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": f"{HERE}.evil.example"},
     {"origin": "http://evil.example", "host": "evil.example"}],
)  # fmt: skip
def test_other_sites_open_no_socket_and_make_no_table(client: TestClient, game: str, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws", headers=headers):
        pass
    assert client.post("/api/tables", json={}, headers=headers).status_code == 403


def test_a_name_that_nobody_gave_us_is_refused(client: TestClient) -> None:
    assert client.get("/", headers={"host": "rebound.example"}).status_code == 403


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/..%2fserver.py", "/static/", "/static", "/server.py", "/static/none.js"]
)
def test_nothing_but_the_pages_is_reachable(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_pages_run_only_our_scripts(client: TestClient) -> None:
    for path in ("/", "/table", "/static/table.js", "/api/games"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert answer.status_code == 200 and "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    for name in ("index.html", "table.html"):
        text = (server.STATIC / name).read_text(encoding="utf-8")
        assert "<script>" not in text and "style=" not in text and "//" not in text.replace("<!doctype", "")


def test_texts_become_text_only() -> None:
    for path in server.STATIC.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
            assert word not in text, f"{path.name}: {word}"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("nonsense", "not_understood"),
        ("[" * 4000, "not_understood"),
        ("{}", "not_understood"),
        ({"seats": []}, "not_understood"),
        ({"seats": ["human"] * 21}, "not_understood"),
        ({"modules": ["../../elsewhere"]}, "not_understood"),
        ({"game": "/etc"}, "no_game"),
        ({"game": "puerto_rico"}, "no_game"),
        ({"seats": ["human", "os:system"]}, "no_bot"),
        ({"seats": ["human"]}, "ruleset"),
        ({"options": {"none": 1}}, "ruleset"),
        ({"modules": ["none"]}, "ruleset"),
        ({"seed": 1.5}, "not_understood"),
    ],
)
def test_what_no_table_can_be_made_of(client: TestClient, game: str, body: Any, why: str) -> None:
    if isinstance(body, dict):
        body = {"game": game, "modules": [], "options": {}, "seats": ["human", "human"]} | body
    content = body if isinstance(body, str) else json.dumps(body)
    answer = client.post("/api/tables", content=content, headers={"origin": HERE})
    assert answer.status_code == 400 and answer.json()["refused"] == why


def test_what_is_too_long_is_not_read(client: TestClient) -> None:
    answer = client.post("/api/tables", content="x" * 100_000, headers={"origin": HERE})
    assert answer.status_code == 413


WRONG = (
    "", "{", "[]", "null", "5", '"take"', "{}", '{"t": 5}', '{"t": "none"}', '{"t": "take"}', '{"t":"look","line":-1}',
    '{"t":"take","decision":{},"key":[]}', '{"t":"look","line":"x"}', '{"t":"face","seat":"a"}', "[" * 3000, "x" * 5000,
    '{"t":"sit","seat":99,"kind":"human"}', '{"t":"sit","seat":true,"kind":null}', '{"t":"look","line":1e999}',
)  # fmt: skip


def test_ten_thousand_wrong_messages_harm_nobody(client: TestClient, game: str) -> None:
    ann, ben, _ = make(client, game, ["human", "human"])
    with opened(client) as a, opened(client) as b:
        first = Page(a, ann)
        first.reach(due=0)
        b.send_json({"t": "hello", "token": ben})
        for number in range(10_000):
            b.send_text(WRONG[number % len(WRONG)])
        with pytest.raises(WebSocketDisconnect):  # it is shut out
            for _ in range(1_000):
                b.receive_text()
        assert "refused" not in first.take("rest")
        first.reach(due=1)
    with opened(client) as b:
        Page(b, ben).reach(due=1)


def test_every_wrong_message_is_answered_in_words(client: TestClient, game: str) -> None:
    ann, *_ = make(client, game, ["human", "human"])
    with opened(client) as a:
        page = Page(a, ann)
        page.reach(due=0)
        for text in WRONG:
            a.send_text(text)
            assert "refused" in page.until("answer"), text
        assert "refused" not in page.ask("ping")
