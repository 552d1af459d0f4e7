"""TOML files read as tables that know where everything in them stands, so that each mistake is said at its line.

`tomli` alone says what a file means, and whether it is TOML. tree-sitter gives places from the grammar that editors
use, and checks nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import tomli
from tree_sitter import Language, Node, Parser
from tree_sitter_toml import language

from ruleslawyer.base.diagnostics import Mistakes, UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import LARGEST_TEXT, read_text
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


class NotToml(Exception):
    """A text is no TOML. help: how to mend just this, where that is known; mend: the same, or what mostly helps."""

    def __init__(self, message: str, line: int | None, column: int | None, help_: str) -> None:
        super().__init__(message)
        self.message, self.line, self.column = f"this is not TOML: {message}", line, column
        self.help, self.mend = help_, help_ or "mend the line, or the one above it"


def parse(text: str) -> Json:
    """The table that a TOML text describes; raises NotToml."""
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(found[1]), int(found[2])) if found else (None, None)
        if line is None or str(error).startswith("Unclosed"):  # told where something else begins, or the text ends
            line, column = _left_open(_before(text, line, column))
        said = str(error).split(" (at ")[0]
        raise NotToml(said, line, column, _help(said, text, line, column)) from error
    except ValueError as error:  # what the parser leaves to Python: numbers of thousands of digits, impossible dates
        what = "a number is too long" if "digits" in str(error) else str(error)
        raise NotToml(what, _long_number(text), None, "write a value that fits") from error
    except RecursionError as error:
        raise NotToml("it is nested too deeply", None, None, "no file of a project is that deep") from error


_IN_ONE_LINE = "in the same line, or write its keys below a [table] of their own"
_MENDS = (
    (r"Cannot (?:overwrite|declare|redefine|mutate)|Duplicate", "this key, or table, is there already: keep one"),
    (r"Unclosed inline table", f"close it with `}}` {_IN_ONE_LINE}"),
    (r"Unclosed array", "close it with `]`"),
    (r"Expected '(\]+)'", "close it in the same line"),
    (r"Unterminated string", "close it with the same quotes"),
    (r"Illegal character '\\n'", "close the text with its quotes in the same line"),
)
"""Mends, each behind a pattern of the message of the parser for which it is."""


def _before(text: str, line: int | None, column: int | None) -> str:
    """The text before a place in it; all of it where that is not known."""
    if line is None or column is None:
        return text
    above = text.split("\n")
    return "\n".join((*above[: line - 1], above[line - 1][: column - 1]))


def _help(said: str, text: str, line: int | None, column: int | None) -> str:
    """The mend for a message of the parser about a place; empty where none is known."""
    before = _before(text, line, column)
    here = text[len(before) :][:1]
    breaks_off = here in ("[", "{") or (here == "\n" and _left_open(before) != (None, None))
    otherwise = f"close what is open there {_IN_ONE_LINE}" if breaks_off else ""
    return next((mend for begins, mend in _MENDS if re.match(begins, said)), otherwise)


_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'(?s:.)*?\'\'\'|"""|\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[][{}]', re.DOTALL
)
"""Parts that may have a bracket in them, quotes that nothing closes, and brackets."""


_QUOTES = '"""', "'''"


def _left_open(text: str) -> tuple[int | None, int | None]:
    """The line and the column of the last bracket, or of the quotes of several lines, that nothing closes; the parser
    says only that the text ends."""
    opened: list[int] = []
    for token in _TOKEN.finditer(text):
        if token[0] in ("[", "{"):
            opened.append(token.start())
        elif token[0] in _QUOTES:
            opened.append(token.start())
            break
        elif token[0] in ("]", "}") and opened:
            opened.pop()
    if not opened:
        return None, None
    before = text[: opened[-1]]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _long_number(text: str) -> int | None:
    """The line of the first number that is too long for Python."""
    lines = enumerate(text.split("\n"), 1)
    return next((number for number, line in lines if re.search(r"\d[\d_]{4299}", line)), None)


def read_toml(
    path: Path, name: str, *, missing: str | None = None, shape: str | None = None, largest: int = LARGEST_TEXT
) -> Table:
    """The TOML file that is called `name`; what cannot be read is a UsageError with its place.

    missing: help where there is no such file. shape: help where it is no TOML.
    """
    return toml_table(read_text(path, name, missing, largest), name, shape)


def toml_table(text: str, name: str, shape: str | None = None) -> Table:
    """A whole TOML document; a mistake in it is a UsageError with its line and column."""
    try:
        return Table(Places(name, text), parse(text))
    except NotToml as error:
        place = ":".join(str(part) for part in (name, error.line, error.column) if part is not None)
        usual = shape if error.column and shape else error.mend
        raise UsageError(error.message, place, error.help or usual) from error


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a file: what it says, and where. What is not as it is asked for is a UsageError at its place."""

    places: Places
    data: Json

    def __contains__(self, key: str) -> bool:
        return key in self.data

    @property
    def file(self) -> str:
        """The file, as it is shown."""
        return self.places.path

    def line(self, *key: str | int) -> int:
        return self.places.find(key).line

    def place(self, *key: str | int) -> str:
        return self.places.place(*key)

    def wrong(self, message: str, mend: str | None, *key: str | int) -> UsageError:
        """The mistake at a key, to be raised."""
        return UsageError(message, self.place(*key), mend)

    def expect_keys(self, known: Collection[str], what: str = "") -> None:
        """Refuse keys that are none of the known ones; `what`: what it is that does not have them."""
        mistakes = Mistakes()
        for key in self.data:
            if key not in known:
                message = f"{what} has no `{key}`" if what else f"unknown key `{key}`"
                mistakes.found.append(self.wrong(message, nearest(key, known), key))
        mistakes.expect_none()

    def text(self, key: str, default: str | None = None) -> str:
        """A text; where there is no default, it has to be there, and not to be empty."""
        if key not in self.data:
            if default is None:
                raise self.wrong(f"`{key}` is missing", f'add {key} = "…"', key)
            return default
        return self._text(self.data[key], key)

    def _text(self, value: object, *key: str | int) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(f"`{key[0]}` must be a text that is not empty", f'{key[0]} = "…"', *key)
        return value

    def one_of(self, key: str, known: Collection[str], default: str | None = None) -> str:
        """One of some names."""
        value = self.text(key, default)
        if value not in known and value != default:
            raise self.wrong(f"unknown {key} `{value}`", nearest(value, known), key)
        return value

    def texts(self, key: str, example: str = "…") -> tuple[str, ...]:
        """A list of texts; none where it is not there."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(f"`{key}` must be a list of texts", f'{key} = ["{example}"]', key)
        return tuple(self._text(item, key, number) for number, item in enumerate(value))

    def truth(self, key: str, default: bool = False) -> bool:
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(f"`{key}` must be true or false", f"{key} = {str(not default).lower()}", key)
        return value

    def table(self, key: str, mend: str | None = None) -> Table:
        """A table inside it; an empty one where it is not there."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(f"`{key}` must be a table", mend or f"{key} = {{ … }}", key)
        return Table(self.places.within(key), value)

    def tables(self, key: str, mend: str | None = None) -> list[Table]:
        """A list of tables; none where it is not there."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(f"`{key}` must be tables", mend or f"write [[{key}]]", key)
        return [Table(self.places.within(key, number), item) for number, item in enumerate(value)]

    def names(self, key: str) -> dict[str, str]:
        """A table that gives each key a name, such as each question an option."""
        found = self.table(key)
        for name, value in found.data.items():
            if not isinstance(value, str):
                mend = f'{key} = {{ question = "option" }}'
                raise found.wrong(f"`{key}` gives each question the name of an option", mend, name)
        return found.data
