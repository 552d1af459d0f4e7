"""Contents of files, and JSON, whoever wrote them: nothing is waited for, nothing is too large or deep; and files
written whole or not at all.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from ruleslawyer.base.diagnostics import UsageError

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


def write_whole(path: Path, text: str) -> None:
    """Write a text file through a temporary file beside it; an interrupted write leaves the old file as it was."""
    write_together({path: text})


def write_together(texts: Mapping[Path, str]) -> None:
    """Write several files that belong together: none is replaced before all of them are written."""
    write_bytes_together({path: text.encode() for path, text in texts.items()})


def write_bytes_together(contents: Mapping[Path, bytes]) -> None:
    """The same for bytes."""
    written: dict[str, Path] = {}
    made: list[Path] = []
    path = Path()
    try:
        for path, content in contents.items():
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if path.exists() and not path.is_file():  # such as a pipe: there is nothing to keep, and nothing to replace
                _into(path, content)
                continue
            for folder in reversed((path.parent, *path.parent.parents)):
                if not folder.is_dir():
                    folder.mkdir()
                    made.append(folder)
            handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
            written[name] = path
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(name, 0o644)
        for name, path in written.items():
            os.replace(name, path)
    except OSError as error:  # the user knows the file's name, and not that of the temporary one
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        for name in written:
            Path(name).unlink(missing_ok=True)
        for folder in reversed(made):  # what nothing was put into
            with suppress(OSError):
                folder.rmdir()


def _into(path: Path, content: bytes) -> None:
    """Into a pipe that somebody reads, or a device; a pipe that nobody reads is an OSError, and not waited for."""
    handle = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "wb") as file:
        os.set_blocking(handle, True)
        file.write(content)


def expect_writable(path: Path | None, option: str) -> None:
    """Check that a file can be made here, where one is wanted, before long work whose result goes into it. A folder, or
    a place that cannot be written, is a `UsageError`."""
    if path is None:
        return
    made: list[Path] = []
    try:
        if path.is_dir():
            raise UsageError(f"{path.as_posix()} is a folder", option, "name a file")
        for folder in reversed((path.parent, *path.parent.parents)):
            if not folder.is_dir():
                folder.mkdir()
                made.append(folder)
        if path.name and not path.exists():  # the name may be one that no file can have
            path.touch(exist_ok=False)
            path.unlink()
        handle, name = tempfile.mkstemp(dir=path.parent)
        os.close(handle)
        os.unlink(name)
    except OSError as error:
        about = f"{path.as_posix()[:200]} cannot be written: {error.strerror}"
        raise UsageError(about, option, "choose another place") from error
    finally:
        for folder in reversed(made):
            folder.rmdir()


def toml_value(value: object) -> str:
    """A TOML value: texts escaped as JSON's are (but for DEL, which TOML wants escaped too)."""
    match value:
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(toml_value(v) for v in value)}]"
        case dict():
            inner = ", ".join(f"{toml_key(k)} = {toml_value(v)}" for k, v in value.items())
            return f"{{ {inner} }}" if inner else "{}"
    return json.dumps(value)


def toml_key(key: str) -> str:
    """A key of a TOML table, in quotes where it needs them."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_value(key)


SCHEMA = 1
"""As docs/schemas describes it: raised when a key goes or means something else."""
