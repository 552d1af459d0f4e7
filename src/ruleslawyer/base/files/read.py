"""Files: text and JSON read with a place for every mistake, and text written whole or not at all; values as TOML."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, TooDeep, content, is_there, json_value

T = TypeVar("T")
_GZIP = b"\x1f\x8b"
LARGEST_JSON = 50_000_000
"""Bytes; no state and no play comes near. Who reads what may be larger says how large."""
LARGEST_TEXT = 10_000_000
"""Bytes; no rulebook, register or model comes near."""


def read_text(path: Path, name: str, mend: str | None = None, largest: int = LARGEST_TEXT) -> str:
    """The UTF-8 text of a file that is called `name`; what cannot be read is a UsageError."""
    if not os.path.lexists(path):
        raise UsageError("there is no such file", name, mend or "create it, or correct its name")
    if not path.is_file():
        what = "a folder" if path.is_dir() else "no file"
        raise UsageError(f"this is {what}", name, mend or "name a file that can be read")
    try:
        if path.stat().st_size > largest:
            raise UsageError(f"this file is larger than {largest // 1_000_000} MB", name, "split it, or name another")
        text = content(path).decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise UsageError("this file cannot be read", name, "check its permissions") from error
    except UnicodeDecodeError as error:
        raise UsageError("this file is not UTF-8 text", name, "save it as UTF-8") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise UsageError(
            "this file is not text: it has a NUL byte", f"{name}:{line}", "take it out, or save it as UTF-8"
        )
    return text


def read_json(path: Path, what: str, mend: str, largest: int = LARGEST_JSON) -> Json:
    """The JSON object in a file; a mistake in it is a UsageError with its line and column, `mend` where it is none."""
    return parse_json(read_text(path, path.name, mend, largest), path.name, what, mend)


def read_kept_json(root: Path, shown: str, about: str, mend: str, made: Callable[[Any], T]) -> T | None:
    """The value made of a JSON file that a command has kept in a project; None where it is not there. A `UsageError`
    where it has another form; about: of what it should be."""
    if not is_there(root / shown):
        return None
    try:
        return made(json_value(read_text(root / shown, shown, mend)))
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration, RecursionError) as error:
        raise UsageError(f"this is no file of {about}", shown, mend) from error


def read_packed_json(path: Path, what: str, mend: str, largest: int) -> Json:
    """The same of a file that may be packed by gzip, which its first bytes say; `largest` is how much comes out. A
    `UsageError` says where it is damaged, no UTF-8, or larger than that."""
    try:
        data = content(path, largest)
        packed = data.startswith(_GZIP)
    except OSError:
        packed = False
    if not packed:
        return read_json(path, what, mend, largest)
    try:
        with gzip.open(BytesIO(data)) as opened:
            data = opened.read(largest + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise UsageError("this file cannot be unpacked: it is cut off or damaged", path.name, mend) from error
    if len(data) > largest:
        raise UsageError(f"more than {largest // 1_000_000} MB are packed in this file", path.name, mend)
    try:
        return parse_json(data.decode("utf-8"), path.name, what, mend)
    except UnicodeDecodeError as error:
        raise UsageError("what is packed in this file is not UTF-8 text", path.name, mend) from error


def parse_json(text: str, place: str, what: str, mend: str) -> Json:
    """A JSON object; a mistake in it is a UsageError."""
    try:
        found = json_value(text, object_pairs_hook=partial(_once, place=place), parse_constant=_number)
    except json.JSONDecodeError as error:
        at = f"{place}:{error.lineno}:{error.colno}"
        raise UsageError(f"this is not JSON: {error.msg}", at, mend) from error
    except _NoNumber as error:
        raise UsageError(f"this is not JSON: {error}", place, "write a number") from error
    except TooDeep as error:
        raise UsageError(f"this is no {what}: {error}", place, mend) from error
    except ValueError as error:  # a number of thousands of digits
        raise UsageError("this is not JSON: a number is too long", place, mend) from error
    if not isinstance(found, dict):
        raise UsageError(f"this is no {what}: it is not an object", place, mend)
    return found


def _once(pairs: list[tuple[str, Any]], place: str) -> Json:
    """An object whose keys are there once: of two, nobody could say which one is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise UsageError(f"the key `{twice[:60]}` is there twice in one object", place, "keep one of the two")
    return found


class _NoNumber(ValueError):
    """`NaN` and its like, which Python reads and JSON does not have."""


def _number(text: str) -> Any:
    raise _NoNumber(f"`{text}` is no number")
