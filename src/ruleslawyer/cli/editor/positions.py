"""Places in the texts that an editor has open, or else in files, in the units that it counts columns in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import Workspace

from ruleslawyer.base.origin import Span
from ruleslawyer.cli.editor.buffers import lines_of
from ruleslawyer.cli.editor.clauses import Mention


def path_of(uri: str) -> Path | None:
    """The file that is meant; None for what is no file, such as a text that was never saved."""
    try:
        found = to_fs_path(uri) if uri.startswith("file:") else None
        return Path(found).resolve() if found else None
    except (OSError, ValueError):
        return None


def uri_of(root: Path, path: str | Path) -> str:
    """The address of a file below a folder."""
    return from_fs_path(str(root / path)) or ""


class Positions:
    """The texts as they stand while one request is answered. texts: those that the editor has open, by path."""

    def __init__(self, workspace: Workspace) -> None:
        documents = workspace.text_documents.items()
        self.texts = {path: document.source for uri, document in documents if (path := path_of(uri)) is not None}
        self._codec = workspace.position_codec
        self._lines: dict[str, list[str]] = {}

    def lines(self, uri: str) -> list[str]:
        """The lines of a file, without their ends."""
        if uri not in self._lines:
            path = path_of(uri)
            self._lines[uri] = lines_of(path, self.texts) if path is not None else [""]
        return self._lines[uri]

    def at(self, uri: str, at: lsp.Position) -> tuple[str, int]:
        """The line of a position, and the column in characters, its end at most."""
        lines = self.lines(uri)
        line = lines[at.line] if at.line < len(lines) else ""
        before = 0
        for column, character in enumerate(line):
            before += self._codec.client_num_units(character)
            if before > at.character:
                return line, column
        return line, len(line)

    def range(self, uri: str, line: int, begin: int, end: int) -> lsp.Range:
        """A stretch of a line, between two columns in characters; all count from 0."""
        return lsp.Range(self._position(uri, line, begin), self._position(uri, line, end))

    def span(self, uri: str, span: Span) -> lsp.Range:
        """A span, which counts from 1, as an editor counts."""
        first = self._position(uri, span.line - 1, span.column - 1)
        return lsp.Range(first, self._position(uri, span.end_line - 1, span.end_column - 1))

    def locations(self, mentions: Iterable[Mention]) -> list[lsp.Location]:
        """The places of some mentions."""
        uris = ((one, uri_of(Path(), one.path)) for one in mentions)
        return [lsp.Location(uri, self.range(uri, one.line, one.begin, one.end)) for one, uri in uris]

    def _position(self, uri: str, line: int, column: int) -> lsp.Position:
        lines, line, column = self.lines(uri), max(line, 0), max(column, 0)
        before = lines[line][:column] if line < len(lines) else ""
        return lsp.Position(line, self._codec.client_num_units(before))
