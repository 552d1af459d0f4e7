"""Files: TOML and JSON read with a place for every mistake, and text written whole or not at all."""

from __future__ import annotations

import json
import os
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from ruleslawyer.diagnostics import UsageError

LARGEST_JSON = 50_000_000
"""Bytes; no state and no play comes near."""


def write_whole(path: Path, text: str) -> None:
    """Write a text file through a temporary file beside it; an interrupted write leaves the old file as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def parse_toml(text: str, name: str, mend: str | None = None) -> dict[str, Any]:
    """A TOML document; a mistake in it is a UsageError with its line and column."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        place = f"{name}:{found[1]}:{found[2]}" if found else name
        mend = mend or "mend the line, or the one above it"
        raise UsageError(f"this is not TOML: {str(error).split(' (at ')[0]}", place, mend) from error
    except ValueError as error:  # what the parser leaves to Python: numbers of thousands of digits, impossible dates
        what = "a number is too long" if "digits" in str(error) else str(error)
        raise UsageError(f"this is not TOML: {what}", _too_long(text, name), "write a value that fits") from error
    except RecursionError as error:
        mend = "no file of a project is that deep"
        raise UsageError("this is not TOML: it is nested too deeply", name, mend) from error


def _too_long(text: str, name: str) -> str:
    """The line of the first number that is too long for Python; the file alone where it is something else."""
    for number, line in enumerate(text.split("\n"), 1):
        if re.search(r"\d[\d_]{4299}", line):
            return f"{name}:{number}"
    return name


def read_json(path: Path, what: str, mend: str) -> dict[str, Any]:
    """The JSON object in a file; a mistake in it is a UsageError with its line and column, `mend` where it is none."""
    try:
        if path.stat().st_size > LARGEST_JSON:
            raise UsageError("this file is larger than 50 MB", path.name, f"no {what} is that large")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = "there is no such file" if not path.exists() else "this file cannot be read"
        raise UsageError(reason, str(path), mend) from error
    except UnicodeDecodeError as error:
        raise UsageError("this file is not UTF-8 text", path.name, mend) from error
    return parse_json(text, path.name, what, mend)


def parse_json(text: str, place: str, what: str, mend: str) -> dict[str, Any]:
    """A JSON object; a mistake in it is a UsageError."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        at = f"{place}:{error.lineno}:{error.colno}"
        raise UsageError(f"this is not JSON: {error.msg}", at, mend) from error
    except ValueError as error:  # a number of thousands of digits
        raise UsageError("this is not JSON: a number is too long", place, mend) from error
    except RecursionError as error:
        raise UsageError(f"this is no {what}: it is nested too deeply", place, mend) from error
    if not isinstance(found, dict):
        raise UsageError(f"this is no {what}: it is not an object", place, mend)
    return found
