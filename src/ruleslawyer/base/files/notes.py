"""Notes of the last run of a verb, kept beside answers in the user's cache: of them the next run says something, and
nothing is wrong where they are missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ruleslawyer.base.files.content import json_value
from ruleslawyer.base.files.kept import ANSWERS, MOST_ANSWERS, Kept, cache_folder

T = TypeVar("T")


def write_note(root: Path, name: str, value: object) -> None:
    """Keep a value of JSON of a project under a name."""
    _store().write(_key(root, name), json.dumps(value).encode())


def read_note(root: Path, name: str, reading: Callable[[Any], T]) -> T | None:
    """A note as `reading` takes it; None where there is none, or none that it can read."""
    found = _store().read(_key(root, name))
    try:
        return None if found is None else reading(json_value(found))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _store() -> Kept:
    return Kept(cache_folder(), ANSWERS, MOST_ANSWERS)


def _key(root: Path, name: str) -> bytes:
    return f"note\0{root.resolve()}\0{name}".encode("utf-8", "surrogateescape")
