"""The text of a piece of a model, as its author wrote it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ruleslawyer.ir import nodes as n


class Sources:
    """The files of a project, each read once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lines = cache(self._read)

    def _read(self, path: str) -> tuple[str, ...]:
        file = self.root / path
        return tuple(file.read_text(encoding="utf-8").splitlines()) if file.is_file() else ()

    def text(self, node: n.Expr) -> str:
        """The text of an expression in one line."""
        span = node.origin.span
        lines = self._lines(span.path)[span.line - 1 : span.end_line]
        if not lines:
            return f"line {span.line}"
        rows = [line.encode() for line in lines]
        rows[-1] = rows[-1][: span.end_column - 1]
        rows[0] = rows[0][span.column - 1 :]
        return " ".join(b" ".join(rows).decode(errors="replace").split())

    def has(self, node: n.Expr) -> bool:
        """Whether the author wrote it."""
        return bool(self._lines(node.origin.span.path))
