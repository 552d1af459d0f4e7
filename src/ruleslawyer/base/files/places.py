"""The place of everything in a TOML file: the standard parser keeps no positions, and mistakes need them.

`tomli` alone says what a file means, and whether it is TOML. tree-sitter gives places from the grammar that editors
use, and checks nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Any, TypeAlias

import tomli
from tree_sitter import Language, Node, Parser
from tree_sitter_toml import language

from ruleslawyer.base.origin import Span

Key: TypeAlias = tuple[str | int, ...]
"""How something is reached from the top of a file: names of keys, and numbers of elements, from 0."""

_KEYS = ("bare_key", "quoted_key", "dotted_key")
_HEADERS = ("table", "table_array_element")
_BARE = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
"""A key of which no part is quoted."""


class Places:
    """The place of everything in one file, from the text alone; `inside`: the table that keys are given from."""

    def __init__(self, path: str, text: str, inside: Key = ()) -> None:
        self.path, self.text, self.inside = path, text, inside

    def within(self, *keys: str | int) -> Places:
        """The places of a table of the same file."""
        return Places(self.path, self.text, (*self.inside, *keys))

    @property
    def _where(self) -> _Found:
        """Looked for only where there is something to say, once for all tables of the file."""
        return _where(self.path, self.text)

    def depth(self, key: Key) -> int:
        """How much of a key is written: all of it, or the nearest table or list around it."""
        whole = (*self.inside, *key)
        return next((end for end in range(len(whole), 0, -1) if whole[:end] in self._where.marks), 0)

    def find(self, key: Key) -> Span:
        """The place where something is written; where it is not, that word of the text around it, or all of that."""
        whole, depth = (*self.inside, *key), self.depth(key)
        if depth == 0:
            return Span(self.path, 1, 1, 1, 2)
        return self._where.span(whole) if depth == len(whole) else self._where.word(whole[:depth], str(whole[-1]))

    def place(self, *key: str | int) -> str:
        """The same as text: the file with the line; the file alone where nothing around it is written either."""
        return f"{self.path}:{self.find(key).line}" if self.depth(key) else self.path


@lru_cache(maxsize=4)
def _where(path: str, text: str) -> _Found:
    return _Found(path, text)


class _Found:
    """The places of the keys, tables and elements of a text."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.content = path, text.encode("utf-8", "replace")
        self.starts = [0, *(match.end() for match in re.finditer(rb"\n", self.content))]
        self.marks: dict[Key, tuple[int, int, bool]] = {}
        """Of each key where its text begins and ends, and whether the whole line is shown: a line and a column are
        counted for those alone that are asked for."""
        self.extents: dict[Key, tuple[int, int]] = {}
        self._texts: dict[Key, list[tuple[Key, int, int]]] = {}
        """Of each list its elements that are texts: the key of each, and where it begins and ends."""
        self._tables: dict[Key, int] = {}
        """How many tables of each list are read."""
        self._document(Parser(Language(language())).parse(self.content).root_node)

    def span(self, key: Key) -> Span:
        """The place where a key, a table or an element is written."""
        start, end, whole_line = self.marks[key]
        return self._line(start) if whole_line else self._span(start, end)

    def word(self, key: Key, word: str) -> Span:
        """A word of what is written at a key; all of it where the word is not found."""
        texts = self._texts.get(key, ())
        key = next((one for one, start, end in texts if self._text_of(start, end) == word), key)
        start, end = self.extents[key]
        text = self.content[start:end].decode()
        found = re.search(rf"(?<!\w)(?<!\d\.){re.escape(word)}(?!\w)(?!\.\d)", text)
        if found is None:
            return self.span(key)
        return self._span(start + len(text[: found.start()].encode()), start + len(text[: found.end()].encode()))

    def _document(self, root: Node) -> None:
        for node in root.named_children:
            if node.type == "pair":
                self._pair(node, (), whole_line=True)
            elif node.type in _HEADERS:
                self._header(node)

    def _header(self, node: Node) -> None:
        """A table with its header: its keys stand below it."""
        head = next((child for child in node.named_children if child.type in _KEYS), None)
        if head is None:  # what is no TOML
            return
        key: Key = ()
        names = self._names(head)
        for number, name in enumerate(names, 1):
            key = (*key, name)
            self._note(key, head, whole_line=True)
            if number == len(names) and node.type == "table_array_element":
                self._tables[key] = self._tables.get(key, 0) + 1
            if key in self._tables:  # a header goes on in the last table of a list
                key = (*key, self._tables[key] - 1)
                self._note(key, head, whole_line=True)
        for child in node.named_children:
            if child.type == "pair":
                self._pair(child, key, whole_line=True)

    def _pair(self, node: Node, above: Key, *, whole_line: bool) -> None:
        head, *rest = [child for child in node.named_children if child.type != "comment"] or [node]
        key = above
        for name in self._names(head):
            key = (*key, name)
            self._note(key, node if whole_line else head, whole_line=whole_line, extent=node)
        if rest:
            self._value(rest[0], key)

    def _value(self, node: Node, key: Key) -> None:
        inside = [child for child in node.named_children if child.type != "comment"]
        if node.type == "inline_table":
            for child in inside:
                if child.type == "pair":
                    self._pair(child, key, whole_line=False)
        elif node.type == "array":
            for number, child in enumerate(inside):
                self._note((*key, number), child)
                self._value(child, (*key, number))
                if child.type == "string":
                    self._texts.setdefault(key, []).append(((*key, number), child.start_byte, child.end_byte))

    def _note(self, key: Key, node: Node, *, whole_line: bool = False, extent: Node | None = None) -> None:
        if key not in self.marks:
            own = node.start_byte, node.end_byte
            self.marks[key] = (*own, whole_line)
            self.extents[key] = own if extent is None else (extent.start_byte, extent.end_byte)

    def _line(self, at: int) -> Span:
        """The whole line that a key or a header begins on."""
        number = bisect_right(self.starts, at)
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.content)
        line = self.content[start:end].decode().rstrip()
        return Span(self.path, number, len(line) - len(line.lstrip()) + 1, number, len(line) + 1)

    def _span(self, start: int, end: int) -> Span:
        (line, column), (end_line, end_column) = self._point(start), self._point(end)
        return Span(self.path, line, column, end_line, end_column)

    def _point(self, at: int) -> tuple[int, int]:
        """Line and column of a byte."""
        line = bisect_right(self.starts, at)
        return line, len(self.content[self.starts[line - 1] : at].decode()) + 1

    def _names(self, node: Node) -> tuple[str, ...]:
        """The parts of a dotted key, quoted or not."""
        return key_parts(self.content[node.start_byte : node.end_byte].decode())

    def _text_of(self, start: int, end: int) -> str:
        """The text that a string stands for."""
        return str(tomli.loads(f"x = {self.content[start:end].decode()}")["x"])


@lru_cache(maxsize=4096)
def key_parts(key: str) -> tuple[str, ...]:
    """The parts of a dotted key, quoted or not; what is no key is one."""
    if _BARE.fullmatch(key):
        return tuple(key.split("."))
    try:
        table: Any = tomli.loads(f"{key} = 0")
    except tomli.TOMLDecodeError:
        return (key,)
    parts = []
    while isinstance(table, dict):
        part, table = next(iter(table.items()))
        parts.append(part)
    return tuple(parts)
