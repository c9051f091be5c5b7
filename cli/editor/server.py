"""A language server for rulesets: each message of the protocol becomes a question to `interpreter.editor`."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import FeatureRequestError, JsonRpcException, JsonRpcInternalError, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from cli.internal import kept, lines_of
from interpreter.diagnostics import Diagnostic, RulesetError, Source, Span
from interpreter.editor.answers import Proposal, completion, definitions, hover, symbols
from interpreter.editor.formatting import Unsure, formatted
from interpreter.editor.project import Project, root_of
from interpreter.editor.renaming import Refused, rename, renameable
from interpreter.visible import clean

VERSION = "1"
INTERNAL = JsonRpcInternalError.CODE
SETTLED = 0.03
"""Seconds for which a check waits, so that whoever types fast or changes many places is not answered for each of them;
questions that come meanwhile are answered first."""
IDLE = 0.25
"""Seconds without a change after which the other variants are checked."""


class _Asking(Protocol):
    """What all questions about a place have."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


_COMPLETION_KINDS = {
    "key": lsp.CompletionItemKind.Property,
    "keyword": lsp.CompletionItemKind.Keyword,
    "word": lsp.CompletionItemKind.EnumMember,
    "local": lsp.CompletionItemKind.Variable,
    "property": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.Function,
    "procedure": lsp.CompletionItemKind.Function,
    "phase": lsp.CompletionItemKind.Function,
    "action": lsp.CompletionItemKind.Event,
    "resource": lsp.CompletionItemKind.Constant,
}
_SYMBOL_KINDS = {
    "value": lsp.SymbolKind.Function,
    "procedure": lsp.SymbolKind.Function,
    "phase": lsp.SymbolKind.Function,
    "action": lsp.SymbolKind.Event,
    "piece class": lsp.SymbolKind.Class,
    "class of spaces": lsp.SymbolKind.Class,
    "effect class": lsp.SymbolKind.Class,
    "resource": lsp.SymbolKind.Constant,
}


class RulesetServer(LanguageServer):
    """The open files and the rulesets they belong to."""

    def __init__(self) -> None:
        super().__init__("rulewright", VERSION)
        self.projects: dict[Path, Project] = {}
        self.opened: dict[Path, Path] = {}
        """open file → root of its ruleset"""
        self._told: dict[Path, list[lsp.Diagnostic]] = {}
        self._checks: dict[Path, asyncio.Task[None]] = {}
        self.is_asked: Callable[[], bool] = lambda: False
        """whether messages have come that are not taken yet"""

    # ---- files

    def project_of(self, uri: str) -> tuple[Project, Path] | None:
        """The ruleset of an open file, and the file's path."""
        path = path_of(uri)
        root = None if path is None else self.opened.get(path)
        return None if path is None or root is None else (self.projects[root], path)

    def open(self, uri: str) -> None:
        """Take in a file that the editor has opened."""
        path = path_of(uri)
        root = None if path is None else root_of(path)
        if path is not None and root is not None:
            if root not in self.projects:
                self.projects[root] = Project(root)
            self.opened[path] = root
            self.change(uri)

    def change(self, uri: str) -> None:
        """Take over a file's text as it stands in the editor, and check its ruleset."""
        path = path_of(uri)
        if path is not None and path in self.opened:
            project = self.projects[self.opened[path]]
            project.change(path, self.workspace.get_text_document(uri).source)
            self.check(project)

    def close(self, uri: str) -> None:
        """From now on what is saved counts."""
        path = path_of(uri)
        root = None if path is None else self.opened.pop(path, None)
        if path is not None and root is not None:
            self.projects[root].change(path, None)
            self.check(self.projects[root])

    def refresh(self) -> None:
        """Files were changed outside of the editor, or saved."""
        for project in self.projects.values():
            project.refresh()
            self.check(project)

    # ---- mistakes

    def check(self, project: Project) -> None:
        """Tell the mistakes for the fewest players now, and all of them once nothing has been typed for a moment."""
        old = self._checks.pop(project.root, None)
        if old is not None:
            old.cancel()
        self._checks[project.root] = asyncio.get_running_loop().create_task(self._check(project))

    async def _check(self, project: Project) -> None:
        try:
            await self._check_in_steps(project)
        except Exception as error:
            self.report_server_error(error, JsonRpcInternalError)

    def report_server_error(self, error: Exception, source: object) -> None:
        """Tell of what went wrong with nobody waiting for an answer: as a fault of ours, unless the client is wrong."""
        if source is FeatureRequestError or isinstance(error, JsonRpcException) and error.code != INTERNAL:
            return
        lines = lines_of(kept(error))
        self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, "\n".join(lines[:2])))

    async def _check_in_steps(self, project: Project) -> None:
        await self._pause(SETTLED)
        names = [project.name_of(path) for path, root in self.opened.items() if root == project.root]
        for found in project.checking([name for name in names if name is not None]):
            if found is not None:
                self._tell(found)
            await self._pause(0 if found is None else IDLE)

    async def _pause(self, seconds: float) -> None:
        """Wait, and then let pass every message that has come: a question is answered first, a change cancels."""
        await asyncio.sleep(seconds)
        while self.is_asked():
            await asyncio.sleep(0)

    def _tell(self, mistakes: Mapping[Path, Sequence[Diagnostic]]) -> None:
        gone = {
            path: () for path in self._told if path not in mistakes and path not in self.opened and not path.exists()
        }
        for path, found in {**gone, **mistakes}.items():
            shown = [self._diagnostic(d) for d in found]
            if self._told.get(path, []) != shown:
                self._told[path] = shown
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(path), shown))

    def _diagnostic(self, found: Diagnostic) -> lsp.Diagnostic:
        near = f" Did you mean {', '.join(f'`{n}`' for n in found.near)}?" if found.near else ""
        hint = f"\n{found.hint}" if found.hint else ""
        related = [
            lsp.DiagnosticRelatedInformation(self.location(span), clean(words))
            for span, words in found.related
            if self.path_of_span(span) is not None
        ]
        return lsp.Diagnostic(
            range=NOWHERE if found.span is None else self.range(found.span),
            message=clean(f"{found.message}{near}{hint}"),
            severity=lsp.DiagnosticSeverity.Warning if found.is_lint else lsp.DiagnosticSeverity.Error,
            code=found.code,
            source="rulewright",
            related_information=related or None,
        )

    # ---- places

    @property
    def codec(self) -> PositionCodec:
        return self.workspace.position_codec

    def offset(self, source: Source, position: lsp.Position) -> int:
        """The character that a position of the protocol speaks of."""
        lines = source.text.splitlines(keepends=True) or [""]
        if position.line >= len(source.line_starts):
            return len(source.text)
        at = self.codec.position_from_client_units([*lines, ""], position)
        return min(source.line_starts[at.line] + at.character, len(source.text))

    def range(self, span: Span) -> lsp.Range:
        """A span as the protocol says it."""
        return lsp.Range(self._position(span.source, span.start), self._position(span.source, span.end))

    def _position(self, source: Source, offset: int) -> lsp.Position:
        line, column = source.position(offset)
        before = source.line(line)[: column - 1]
        return lsp.Position(line - 1, self.codec.client_num_units(before))

    def path_of_span(self, span: Span) -> Path | None:
        """The file that a span lies in."""
        for project in self.projects.values():
            for name, source in project.files.items():
                if source is span.source or source.path == span.path:
                    return project.path_of(name)
        return None

    def location(self, span: Span) -> lsp.Location:
        """A span with its file."""
        path = self.path_of_span(span) or Path(span.path)
        return lsp.Location(uri_of(path), self.range(span))


NOWHERE = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1))


def path_of(uri: str) -> Path | None:
    """The file of a URI; None where it speaks of no file, as that of an unsaved buffer or of an old version."""
    if not uri.lower().startswith("file:"):
        return None
    try:
        path = uris.to_fs_path(uri)
        return Path(path).resolve() if path else None
    except (ValueError, OSError, RuntimeError):  # no file can be called so
        return None


def uri_of(path: Path) -> str:
    """The URI of a file."""
    return uris.from_fs_path(str(path)) or str(path)


def make_server() -> RulesetServer:
    """A server with all its answers, not started yet."""
    server = RulesetServer()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        server.change(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: lsp.DidSaveTextDocumentParams) -> None:
        server.refresh()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.refresh()

    _add_answers(server)
    _add_renaming(server)
    features = server.protocol.fm.features
    features.update({name: _guarded(server, answer) for name, answer in features.items()})
    return server


def _guarded(server: RulesetServer, answer: Callable[..., Any]) -> Callable[..., Any]:
    """What answers a request or takes a notification, with faults of ours told as such."""
    if asyncio.iscoroutinefunction(answer):

        @functools.wraps(answer)
        async def taken(params: Any) -> None:
            try:
                await answer(params)
            except Exception as error:
                server.report_server_error(error, JsonRpcInternalError)

        return taken

    @functools.wraps(answer)
    def answered(params: Any) -> Any:
        try:
            return answer(params)
        except JsonRpcException:
            raise
        except Exception as error:
            raise JsonRpcInternalError(message="\n".join(lines_of(kept(error))[:2])) from error

    return answered


def _add_answers(server: RulesetServer) -> None:
    def asked(params: _Asking) -> tuple[Project, Path, int] | None:
        found = server.project_of(params.text_document.uri)
        source = None if found is None else found[0].source_at(found[1])
        return None if found is None or source is None else (*found, server.offset(source, params.position))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        place = asked(params)
        return [] if place is None else [server.location(span) for span in definitions(*place)]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def on_hover(params: lsp.HoverParams) -> lsp.Hover | None:
        place = asked(params)
        found = None if place is None else hover(*place)
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, clean(found[0])), server.range(found[1]))

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["."]))
    def on_completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        place = asked(params)
        return [] if place is None else [_item(p, i) for i, p in enumerate(completion(*place))]

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def on_formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        found = server.project_of(params.text_document.uri)
        source = None if found is None else found[0].source_at(found[1])
        if found is None or source is None:
            return []
        try:
            text = formatted(source, found[0].name_of(found[1]) or "")
        except (RulesetError, Unsure):
            return []  # what cannot be read is told as a mistake already
        return [] if text == source.text else [lsp.TextEdit(server.range(Span(source, 0, len(source.text))), text)]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def on_symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        found = server.project_of(params.text_document.uri)
        out: list[lsp.DocumentSymbol] = []
        for entry in [] if found is None else symbols(*found):
            name = server.range(entry.span)
            end = entry.span.end if entry.item is None else max(entry.span.end, entry.item.value.span.end)
            whole = server.range(Span(entry.span.source, entry.span.start, end))
            kind = _SYMBOL_KINDS.get(entry.kind, lsp.SymbolKind.Variable)
            out.append(lsp.DocumentSymbol(entry.name, kind, whole, name, detail=entry.kind))
        return out


def _item(proposal: Proposal, number: int) -> lsp.CompletionItem:
    kind = _COMPLETION_KINDS.get(proposal.kind.partition(" of ")[0], lsp.CompletionItemKind.Reference)
    return lsp.CompletionItem(
        label=proposal.name,
        kind=kind,
        detail=proposal.kind,
        documentation=clean(proposal.text) or None,
        insert_text=proposal.insert or None,
        sort_text=f"{number:05}",
    )


def _add_renaming(server: RulesetServer) -> None:
    def place_of(params: _Asking) -> tuple[Project, Path, int]:
        found = server.project_of(params.text_document.uri)
        source = None if found is None else found[0].source_at(found[1])
        if found is None or source is None:
            raise JsonRpcInvalidParams("this file belongs to no ruleset")
        return (*found, server.offset(source, params.position))

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder:
        try:
            span, name = renameable(*place_of(params))
        except Refused as refused:
            raise JsonRpcInvalidParams(str(refused)) from None
        return lsp.PrepareRenamePlaceholder(server.range(span), name)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def on_rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        try:
            found = rename(*place_of(params), params.new_name)
        except Refused as refused:
            raise JsonRpcInvalidParams(str(refused)) from None
        edits = {
            uri_of(path): [lsp.TextEdit(server.range(span), params.new_name) for span in spans]
            for path, spans in found.items()
        }
        return lsp.WorkspaceEdit(changes=edits)
