"""The language server asked by a real client, over its protocol: once in a process of its own, else in a thread."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from cli.editor.server import make_server
from cli.editor.wire import Wire

ROOT = Path(__file__).parents[2]
PATIENCE = 30
"""Seconds that anything may take before a test fails."""

RULES = """\
game: {id: small, players: [2, 3], modules: [night]}
resources:
  # Money of the box.
  coin: {supply: 20}   # SM-001; provenance: rulebook
  wood: {group: good}
menus: {turn: {}}
values:
  price: {given: {p: player}, is: 1 + p.wood}
scoring: {categories: {money: {worth: p.coin}}}
"""
FLOW = """\
actions:
  earn: {menu: turn, do: gain 1 coin}
  sell:
    menu: turn
    choose: n in 1..2
    do: |
      pay n wood
      gain price(me) coin
phases:
  game: {do: 'each of players does { do one of turn }; end game'}
"""
MODULE = """\
module: {id: night}
resources:
  patch: {coin: {supply: 30}}
rules:
  tip: after earn { gain 1 wood }
"""
TEXTS = "names: {coin: gold 😀 coins, wood: logs}\n"
SCENARIOS = "- id: earn_coin\n  rules: [SM-001]\n  given: {a: {coin: 2}}\n  do: [{a: earn}]\n  expect: {a: {coin: 3}}\n"


class Editor:
    """What a person's editor does: opens files, types, asks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = LanguageClient("tester", "1")
        self.mistakes: dict[str, list[lsp.Diagnostic]] = {}
        self.told = asyncio.Event()
        self.texts: dict[str, str] = {}

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.mistakes[params.uri.rpartition("/")[2]] = list(params.diagnostics)
            self.told.set()

    def document(self, name: str) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier((self.folder / name).as_uri())

    async def start(self, is_process: bool) -> None:
        if is_process:
            await self.client.start_io(sys.executable, "-m", "cli.main", "lsp", cwd=ROOT)
        else:
            door = socket.create_server(("127.0.0.1", 0))
            threading.Thread(target=serve_one, args=(door,), daemon=True).start()
            await self.client.start_tcp(*door.getsockname())
        await self.client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=self.folder.as_uri())
        )
        self.client.initialized(lsp.InitializedParams())

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    def open(self, name: str) -> None:
        self.texts[name] = (self.folder / name).read_text(encoding="utf-8")
        item = lsp.TextDocumentItem(self.document(name).uri, "yaml", 1, self.texts[name])
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def type(self, name: str, text: str) -> None:
        """Replace the whole text of a file, unsaved."""
        self.texts[name] = text
        document = lsp.VersionedTextDocumentIdentifier(2, self.document(name).uri)
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something told holds."""
        while not holds():
            self.told.clear()
            await self.told.wait()

    def at(self, name: str, words: str, inside: int = 0) -> tuple[lsp.TextDocumentIdentifier, lsp.Position]:
        """The place of words in a file as it stands in the editor; inside: characters further on."""
        before = self.texts[name][: self.texts[name].index(words) + inside]
        line = before.rpartition("\n")[2]
        return self.document(name), lsp.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    async def labels(self, name: str, words: str) -> dict[str, lsp.CompletionItem]:
        """What is proposed behind `words`."""
        answer = await self.client.text_document_completion_async(
            lsp.CompletionParams(*self.at(name, words, len(words)))
        )
        assert isinstance(answer, list)
        return {item.label: item for item in answer}


def serve_one(door: socket.socket) -> None:
    """A server for the one client that comes."""
    with door, door.accept()[0] as line, line.makefile("rb") as read, line.makefile("wb") as write:
        Wire(make_server(), read, write).serve()


@asynccontextmanager
async def editor(folder: Path, is_process: bool) -> AsyncIterator[Editor]:
    one = Editor(folder)
    await one.start(is_process)
    try:
        yield one
    finally:
        await one.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "ruleset.yaml": RULES,
        "flow.yaml": FLOW,
        "modules/night/module.yaml": MODULE,
        "texts/en.yaml": TEXTS,
        "scenarios/money.yaml": SCENARIOS,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(folder: Path, session: Callable[[Editor], Awaitable[None]], is_process: bool = False) -> None:
    async def whole() -> None:
        async with editor(folder, is_process) as one:
            await session(one)

    asyncio.run(asyncio.wait_for(whole(), PATIENCE))


def test_mistakes_come_and_go_while_one_types(folder: Path) -> None:
    async def session(one: Editor) -> None:
        one.open("flow.yaml")
        one.type("flow.yaml", FLOW.replace("pay n wood", "pay n woood"))
        await one.until(lambda: bool(one.mistakes.get("flow.yaml")))
        (mistake,) = one.mistakes["flow.yaml"]
        assert mistake.code == "E301"
        assert "Did you mean `wood`" in mistake.message
        assert (mistake.range.start.line, mistake.range.start.character) == (6, 12)
        assert (mistake.range.end.line, mistake.range.end.character) == (6, 17)
        one.type("flow.yaml", FLOW)
        await one.until(lambda: not one.mistakes["flow.yaml"])

    run(folder, session, is_process=True)


def test_a_change_in_one_file_shows_its_mistakes_in_others(folder: Path) -> None:
    async def session(one: Editor) -> None:
        one.open("ruleset.yaml")
        one.type("ruleset.yaml", RULES.replace("  wood:", "  log:"))
        await one.until(lambda: bool(one.mistakes.get("flow.yaml")))
        assert any("wood" in mistake.message for mistake in one.mistakes["flow.yaml"])

    run(folder, session)


def test_mistakes_of_a_module_are_told_where_it_is_open(folder: Path) -> None:
    async def session(one: Editor) -> None:
        one.open("modules/night/module.yaml")
        one.type("modules/night/module.yaml", MODULE.replace("after earn", "after earm"))
        await one.until(lambda: bool(one.mistakes.get("module.yaml")))
        assert "earn" in one.mistakes["module.yaml"][0].message

    run(folder, session)


def test_definitions_lead_across_files_and_modules(folder: Path) -> None:
    async def session(one: Editor) -> None:
        one.open("flow.yaml")
        ask = one.client.text_document_definition_async
        answer = await ask(lsp.DefinitionParams(*one.at("flow.yaml", "coin")))
        assert isinstance(answer, list)
        assert [(place.uri.rpartition("/")[2], place.range.start.line) for place in answer] == [
            ("ruleset.yaml", 3),
            ("module.yaml", 2),
        ]
        (local,) = await ask(lsp.DefinitionParams(*one.at("flow.yaml", "pay n wood", 4))) or []
        assert (local.range.start.line, local.range.start.character) == (4, 12)
        assert await ask(lsp.DefinitionParams(*one.at("flow.yaml", "menu"))) == []

    run(folder, session)


def test_hover_tells_value_provenance_and_origin(folder: Path) -> None:
    async def session(one: Editor) -> None:
        one.open("flow.yaml")
        found = await one.client.text_document_hover_async(lsp.HoverParams(*one.at("flow.yaml", "coin")))
        assert found is not None and isinstance(found.contents, lsp.MarkupContent)
        text = found.contents.value
        for part in ("resource", "base game", "supply: 20", "provenance: rulebook", "Money of the box."):
            assert part in text
        assert "changed in module `night`" in text and "supply: 30" in text
        key = await one.client.text_document_hover_async(lsp.HoverParams(*one.at("flow.yaml", "choose:")))
        assert key is not None and isinstance(key.contents, lsp.MarkupContent)
        assert key.contents.value.startswith("**choose** — ")

    run(folder, session)


def test_hover_shows_no_line_of_the_next_entry(folder: Path) -> None:
    (folder / "pieces.yaml").write_text(
        "pieces:\n  card:\n    start: deck\n    kinds:\n      ace: {copies: 2}\n  die: {faces: 6, kinds: {red: {}}}\n"
        "zones: {deck: {pieces: card}}\n"
    )

    async def session(one: Editor) -> None:
        one.open("pieces.yaml")
        found = await one.client.text_document_hover_async(lsp.HoverParams(*one.at("pieces.yaml", "card")))
        assert found is not None and isinstance(found.contents, lsp.MarkupContent)
        assert "ace: {copies: 2}\n```" in found.contents.value and "die" not in found.contents.value

    run(folder, session)


def test_fast_typing_is_not_answered_letter_by_letter(folder: Path) -> None:
    """Each change asks for a check; one that another change follows at once is not carried out, and what is asked
    meanwhile is answered first."""

    async def session(one: Editor) -> None:
        one.open("flow.yaml")
        told = 0

        async def count() -> None:
            nonlocal told
            while True:
                one.told.clear()
                await one.told.wait()
                told += 1

        counting = asyncio.get_running_loop().create_task(count())
        for n in range(60):
            one.type("flow.yaml", FLOW.replace("pay n wood", f"pay n wood{'x' * (n + 1)}"))
        one.type("flow.yaml", FLOW.replace("pay n wood", "pay n wooood"))
        await one.client.text_document_hover_async(lsp.HoverParams(*one.at("flow.yaml", "coin")))
        while not any("wooood" in m.message for m in one.mistakes.get("flow.yaml", ())):
            await asyncio.sleep(0.01)
        counting.cancel()
        assert told < 20

    run(folder, session)


def test_mistakes_of_a_file_that_is_gone_are_taken_back(folder: Path) -> None:
    (folder / "new.yaml").write_text("rules: {x: 'after sold { gain 1 coin }'}\n")

    async def session(one: Editor) -> None:
        one.open("new.yaml")
        await one.until(lambda: bool(one.mistakes.get("new.yaml")))
        (folder / "new.yaml").unlink()
        one.client.text_document_did_close(lsp.DidCloseTextDocumentParams(one.document("new.yaml")))
        await one.until(lambda: one.mistakes["new.yaml"] == [])

    run(folder, session)


@pytest.mark.parametrize(
    ("text", "proposed"),
    [
        ("actions: {a: {menu: turn, do: do one of }}\n", {"turn"}),
        ("rules: {r: 'after '}\n", {"earn", "sell", "game", "cross", "reach"}),
        ("rules: {r: 'once per '}\n", {"earn", "sell", "game"}),
        ("rules: {r: 'modify '}\n", {"price"}),
        ("actions: {a: {menu: }}\n", {"turn"}),
        ("resources: {fish: {group: }}\n", {"good"}),
    ],
)
def test_what_can_stand_there_is_proposed(text: str, proposed: set[str], folder: Path) -> None:
    (folder / "more.yaml").write_text(text)

    async def session(one: Editor) -> None:
        one.open("more.yaml")
        assert set(await one.labels("more.yaml", text[: text.rindex(" ") + 1])) == proposed

    run(folder, session)


def test_words_of_a_module_are_completed_with_the_names_of_the_ruleset(folder: Path) -> None:
    (folder / "modules/night/texts").mkdir()
    (folder / "modules/night/texts/en.yaml").write_text("names: {\n")

    async def session(one: Editor) -> None:
        one.open("modules/night/texts/en.yaml")
        assert {"coin", "earn"} <= set(await one.labels("modules/night/texts/en.yaml", "names: {"))

    run(folder, session)


def test_effect_text_is_completed_with_names_and_words(folder: Path) -> None:
    async def session(one: Editor) -> None:
        one.open("flow.yaml")
        names = await one.labels("flow.yaml", "      gain ")
        assert names["coin"].detail == "resource"
        assert names["price"].detail == "value"
        assert names["n"].detail == "local"
        assert names["choose"].detail == "keyword"
        one.open("ruleset.yaml")
        members = await one.labels("ruleset.yaml", "is: 1 + p.")
        assert {"coin", "wood", "price", "next"} <= members.keys()
        assert "choose" not in members and "turn" not in members

    run(folder, session)


def test_keys_and_words_are_completed_from_the_schemas_while_the_yaml_is_broken(folder: Path) -> None:
    async def session(one: Editor) -> None:
        one.open("flow.yaml")
        one.type("flow.yaml", FLOW + "resources:\n  fish: {supply: 3, ")
        keys = await one.labels("flow.yaml", "supply: 3, ")
        assert {"held_by", "seen_by", "limit"} <= keys.keys()
        assert keys["seen_by"].insert_text == "seen_by: "
        assert keys["seen_by"].documentation
        one.type("flow.yaml", FLOW + "resources:\n  fish: {supply: 3, se: all}\n")
        keys = await one.labels("flow.yaml", "supply: 3, se")
        assert keys["seen_by"].insert_text == "seen_by"  # a colon follows already
        one.type("flow.yaml", FLOW + "resources:\n  fish: {seen_by: ")
        assert list(await one.labels("flow.yaml", "{seen_by: ")) == ["all", "owner", "nobody"]

    run(folder, session)


def test_a_rename_goes_through_all_files(folder: Path) -> None:
    async def session(one: Editor) -> None:
        one.open("texts/en.yaml")
        one.open("flow.yaml")
        where = one.at("flow.yaml", "coin")
        prepared = await one.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(*where))
        assert isinstance(prepared, lsp.PrepareRenamePlaceholder) and prepared.placeholder == "coin"
        edit = await one.client.text_document_rename_async(lsp.RenameParams(*where, "gold"))
        assert edit is not None and edit.changes is not None
        counts = {uri.rpartition("/")[2]: len(edits) for uri, edits in edit.changes.items()}
        assert counts == {"ruleset.yaml": 2, "flow.yaml": 2, "module.yaml": 1, "en.yaml": 1, "money.yaml": 2}

    run(folder, session)


@pytest.mark.parametrize(
    ("words", "new", "why"),
    [
        ("coin", "wood", "already a name"),
        ("coin", "Big Coin", "no name"),
        ("coin", "choose", "already a name"),
        ("n in 1..2", "amount", "not declared"),
    ],
)
def test_a_rename_that_cannot_be_is_refused_with_the_reason(folder: Path, words: str, new: str, why: str) -> None:
    async def session(one: Editor) -> None:
        one.open("flow.yaml")
        with pytest.raises(JsonRpcException, match=why):
            await one.client.text_document_rename_async(lsp.RenameParams(*one.at("flow.yaml", words), new))

    run(folder, session)


def test_places_count_as_the_protocol_counts(folder: Path) -> None:
    """A character beyond the basic plane is two units in UTF-16."""

    async def session(one: Editor) -> None:
        one.open("texts/en.yaml")
        edit = await one.client.text_document_rename_async(lsp.RenameParams(*one.at("texts/en.yaml", "wood"), "timber"))
        assert edit is not None and edit.changes is not None
        (change,) = edit.changes[one.document("texts/en.yaml").uri]
        assert change.range.start == one.at("texts/en.yaml", "wood")[1]

    run(folder, session)


def test_symbols_of_a_file(folder: Path) -> None:
    async def session(one: Editor) -> None:
        one.open("flow.yaml")
        found = await one.client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(one.document("flow.yaml"))
        )
        assert [(symbol.name, getattr(symbol, "detail", "")) for symbol in found or []] == [
            ("earn", "action"),
            ("sell", "action"),
            ("game", "phase"),
        ]

    run(folder, session)


def test_a_file_of_no_ruleset_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("a: [\n")

    async def session(one: Editor) -> None:
        one.open("other.yaml")
        assert await one.labels("other.yaml", "a: [") == {}
        assert one.mistakes == {}

    run(tmp_path, session)
