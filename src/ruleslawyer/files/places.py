"""Where each key of a TOML file stands: the standard parser keeps no positions, and mistakes need them."""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from typing import Any

from ruleslawyer.diagnostics import source_lines
from ruleslawyer.origin import Span


class Places:
    """The spans of the keys and tables of one file, found line by line."""

    _KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
    _HEADER = re.compile(r"\s*\[([^\[\]]+)\]\s*(#.*)?$")

    def __init__(self, path: str, text: str, inside: tuple[str, ...] = ()) -> None:
        self.path, self.text, self.inside = path, text, inside

    @cached_property
    def spans(self) -> dict[tuple[str, ...], tuple[Span, str]]:
        """The line of each key, by its path; looked for only where there is something to say."""
        spans: dict[tuple[str, ...], tuple[Span, str]] = {}
        header: tuple[str, ...] = ()
        for number, line in enumerate(source_lines(self.text), 1):
            for pattern, is_header in ((self._HEADER, True), (self._KEY, False)):
                found = pattern.match(line)
                if found is None:
                    continue
                key = self.parts(found[1])
                whole = key if is_header else header + key
                header = whole if is_header else header
                column = len(line) - len(line.lstrip()) + 1
                span = Span(self.path, number, column, number, len(line.rstrip()) + 1)
                for end in range(1, len(whole) + 1):
                    spans.setdefault(whole[:end], (span, line))
                break
        return spans

    @staticmethod
    def parts(key: str) -> tuple[str, ...]:
        """The parts of a dotted key, quoted or not."""
        try:
            table: Any = tomllib.loads(f"{key} = 0")
        except tomllib.TOMLDecodeError:
            return (key,)
        parts = []
        while isinstance(table, dict):
            part, table = next(iter(table.items()))
            parts.append(part)
        return tuple(parts)

    def has(self, path: tuple[str, ...]) -> bool:
        """Whether a key has a line of its own."""
        return (*self.inside, *path) in self.spans

    def find(self, path: tuple[str, ...]) -> Span:
        """The line of a key; of the nearest table around it where it has none of its own."""
        path = (*self.inside, *path)
        for end in range(len(path), 0, -1):
            if path[:end] in self.spans:
                span, line = self.spans[path[:end]]
                if end < len(path):
                    word = re.search(rf"(?<!\w){re.escape(path[-1])}(?!\w)", line)
                    if word is not None:
                        return Span(self.path, span.line, word.start() + 1, span.line, word.end() + 1)
                return span
        return Span(self.path, 1, 1, 1, 2)
