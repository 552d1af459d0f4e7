"""Notes of the last run of a verb, kept in the build folder of the project: of them the next run says something, and
nothing is wrong where they are missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from ruleslawyer.base.files.content import content, json_value
from ruleslawyer.base.files.write import write_whole

_LARGEST = 10_000_000
T = TypeVar("T")


def write_note(root: Path, name: str, value: object) -> None:
    """Keep a value of JSON under a name; a project that cannot be written to simply keeps nothing."""
    with suppress(OSError):
        write_whole(_file(root, name), json.dumps(value, indent=1, sort_keys=True) + "\n")


def read_note(root: Path, name: str, reading: Callable[[Any], T]) -> T | None:
    """A note as `reading` takes it; None where there is none, or none that it can read."""
    try:
        return reading(json_value(content(_file(root, name), _LARGEST)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _file(root: Path, name: str) -> Path:
    return root / "build" / f"{name}.json"
