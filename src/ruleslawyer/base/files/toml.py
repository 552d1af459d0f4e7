"""TOML files read as tables that know where everything in them stands, so that each mistake is said at its line."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import tomli

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.places import Places
from ruleslawyer.base.files.read import LARGEST_TEXT, read_text


class NotToml(Exception):
    """A text is no TOML."""

    def __init__(self, message: str, line: int | None, column: int | None, mend: str) -> None:
        super().__init__(message)
        self.message, self.line, self.column, self.mend = f"this is not TOML: {message}", line, column, mend


def parse(text: str) -> Json:
    """The table that a TOML text describes; raises NotToml."""
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(found[1]), int(found[2])) if found else (None, None)
        if str(error).startswith("Unclosed"):  # told where something else begins, or the text ends
            line, column = _open_bracket("\n".join(text.split("\n")[: line and line - 1]))
        mend = "mend the line, or the one above it"
        raise NotToml(str(error).split(" (at ")[0], line, column, mend) from error
    except ValueError as error:  # what the parser leaves to Python: numbers of thousands of digits, impossible dates
        what = "a number is too long" if "digits" in str(error) else str(error)
        raise NotToml(what, _long_number(text), None, "write a value that fits") from error
    except RecursionError as error:
        raise NotToml("it is nested too deeply", None, None, "no file of a project is that deep") from error


_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'(?s:.)*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[][{}]', re.DOTALL
)
"""What may have a bracket in it, and brackets."""


def _open_bracket(text: str) -> tuple[int | None, int | None]:
    """The line and the column of the last bracket that is not closed; the parser says only that the text ends."""
    opened: list[int] = []
    for token in _TOKEN.finditer(text):
        if token[0] in ("[", "{"):
            opened.append(token.start())
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
        raise UsageError(error.message, place, shape if error.column and shape else error.mend) from error


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
        """Refuse a key that is none of the known ones; `what`: what it is that does not have it."""
        for key in self.data:
            if key not in known:
                message = f"{what} has no `{key}`" if what else f"unknown key `{key}`"
                raise self.wrong(message, nearest(key, known), key)

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
