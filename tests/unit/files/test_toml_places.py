"""Where things stand in TOML: by hand for each way of writing them, and in all files of the project."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.base.files.content import toml_key, toml_value
from ruleslawyer.base.files.toml import Key, Places, key_parts

ROOT = Path(__file__).parents[3]
FILES = sorted(path for top in ("spec", "checks") for path in (ROOT / top).rglob("*.toml"))
TEXT = '''title = """
wrong = 1
"""
a.b = 1
a."c d" = { e = 2, f.g = [
  "one", # wrong = 2
  { h = 3 },
] }
[x.y]
z = "[not.a.header]"
[[lines]] # the first
number = 1
  [[lines.clause]]
  id = "1"
  [[lines.clause]]
  id = "2"
[[lines]]
number = 2
  [[lines.clause]]
  id = "1"
[x]
w = "é"
'''
LINES: dict[Key, int] = {
    ("title",): 1, ("a",): 4, ("a", "b"): 4, ("a", "c d"): 5, ("a", "c d", "e"): 5, ("a", "c d", "f"): 5,
    ("a", "c d", "f", "g"): 5, ("a", "c d", "f", "g", 0): 6, ("a", "c d", "f", "g", 1): 7,
    ("a", "c d", "f", "g", 1, "h"): 7, ("x",): 9, ("x", "y"): 9, ("x", "y", "z"): 10, ("lines",): 11, ("lines", 0): 11,
    ("lines", 0, "number"): 12, ("lines", 0, "clause"): 13, ("lines", 0, "clause", 0): 13,
    ("lines", 0, "clause", 0, "id"): 14, ("lines", 0, "clause", 1): 15, ("lines", 0, "clause", 1, "id"): 16,
    ("lines", 1): 17, ("lines", 1, "number"): 18, ("lines", 1, "clause"): 19, ("lines", 1, "clause", 0): 19,
    ("lines", 1, "clause", 0, "id"): 20, ("x", "w"): 22,
}  # fmt: skip
"""Counted by hand: the line on which a key, the header of a table or an element begins."""


def keys(value: Any, above: Key = ()) -> Iterator[Key]:
    """How everything in a document is reached."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*above, key)
        yield from keys(inner, (*above, key))


def test_by_hand() -> None:
    places = Places("x.toml", TEXT)
    assert set(keys(tomllib.loads(TEXT))) == set(LINES)
    assert {key: places.find(key).line for key in LINES} == LINES
    assert all(places.depth(key) == len(key) for key in LINES)


@pytest.mark.parametrize(
    ("key", "line", "column", "end"),
    [
        (("a", "c d", "e"), 5, 13, 14),
        (("a", "c d", "f", "g", 0), 6, 3, 8),
        (("a", "c d", "f", "g", "one"), 6, 4, 7),  # a word of what is written there
        (("lines", 1, "clause", 0, "says"), 19, 3, 19),  # nothing of it: the table around it
        (("x", "w", "é"), 22, 6, 7),
        (("nothing",), 1, 1, 2),
    ],
)
def test_columns(key: Key, line: int, column: int, end: int) -> None:
    found = Places("x.toml", TEXT).find(key)
    assert (found.line, found.column, found.end_column) == (line, column, end)


def test_a_table_gives_its_keys_from_itself() -> None:
    inner = Places("x.toml", TEXT).within("lines", 1).within("clause", 0)
    assert inner.find(("id",)).line == 20
    assert inner.place("says") == "x.toml:19"
    assert Places("x.toml", TEXT).place("nothing") == "x.toml"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_everything_has_its_place(file: Path) -> None:
    """Each key stands on the line that is named, and each element of a list does."""
    text = file.read_text(encoding="utf-8")
    document, lines, places = tomllib.loads(text), text.split("\n"), Places("x.toml", text)
    for key in keys(document):
        assert places.depth(key) == len(key), key
        name = next(part for part in reversed(key) if isinstance(part, str))
        line = lines[places.find(key).line - 1]
        assert name in line or isinstance(key[-1], int) or any(name in key_parts(part) for part in line.split("=")), key


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1, max_size=4)
LEAVES = st.one_of(st.integers(-9, 9), st.booleans(), NAMES)
VALUES = st.recursive(LEAVES, lambda v: st.lists(v, max_size=3) | st.dictionaries(NAMES, v, max_size=3), max_leaves=8)


@settings(max_examples=40)
@given(st.lists(st.dictionaries(NAMES, VALUES, max_size=4), min_size=1, max_size=3))
def test_any_tables(tables: list[dict[str, Any]]) -> None:
    """A list of tables, each entry on a line of its own: every entry is found there, whatever the names are."""
    text = ""
    expected: dict[Key, int] = {}
    for number, table in enumerate(tables):
        text += "[[t]]\n"
        expected["t", number] = text.count("\n")
        for key, value in table.items():
            text += f"{toml_key(key)} = {toml_value(value)}\n"
            expected["t", number, key] = text.count("\n")
    places = Places("x.toml", text)
    assert {key: places.find(key).line for key in expected} == expected
    assert all(places.depth(key) == len(key) for key in keys(tomllib.loads(text)))
