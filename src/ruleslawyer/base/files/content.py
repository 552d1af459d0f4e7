"""Contents of files, and JSON, whoever wrote them: nothing is waited for, nothing is too large or deep."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""An object of JSON."""
LARGEST = 1 << 30
"""Bytes of any file that is read whole."""
DEEPEST = 100
"""Values in one another; what is read by functions that call themselves goes no deeper."""


class TooDeep(ValueError):
    """Values lie in one another deeper than anything that is meant."""


def content(path: Path, largest: int = LARGEST) -> bytes:
    """The bytes of a file. An OSError where there is none, where it is larger, or where it is something else, such as a
    pipe that nobody writes to."""
    with open(path, "rb", opener=_at_once) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "this is no file", str(path))
        # As much as there is, and a little, in case it grows: room for the largest would be taken at once.
        data: bytes = file.read(min(found.st_size, largest) + 1)
    if len(data) > largest:
        raise OSError(errno.EFBIG, f"this file is larger than {largest // 1_000_000} MB", str(path))
    return data


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def is_there(path: Path) -> bool:
    """Whether something has this name, if only a link that leads nowhere: who reads it says what is wrong with it."""
    return os.path.lexists(path)


def json_value(text: str | bytes, **hooks: Any) -> Any:
    """The value of a JSON text; a ValueError where it is none, or nested too deeply."""
    try:
        found = json.loads(text, **hooks)
    except RecursionError:
        raise TooDeep("it is nested too deeply") from None
    opened = (b"[", b"{") if isinstance(text, bytes) else ("[", "{")
    if sum(map(text.count, opened)) > DEEPEST and _is_deep(found):  # type: ignore[arg-type]  # each is of text's kind
        raise TooDeep("it is nested too deeply")
    return found


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner for one in level if isinstance(one, list | dict)
            for inner in (one.values() if isinstance(one, dict) else one) if isinstance(inner, list | dict)
        ]  # fmt: skip
        if not level:
            return False
    return True
