"""The help of a verb, kept between runs: that who asks again does not wait while the verb is loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TextIO

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.kept import ANSWERS, MOST_ANSWERS, Kept, answers_folder
from ruleslawyer.cli.streams import leave

_UNUSED = {"rich.markdown": "Markdown", "rich.traceback": "Traceback"}


def load_drawing() -> None:
    """Load it. Who uses one of the two all the same gets what is true."""
    stood_in = {module: _stand_in(module, name) for module, name in _UNUSED.items() if module not in sys.modules}
    sys.modules.update(stood_in)
    try:
        with suppress(ImportError):  # another typer needs more of them: it loads them itself
            import_module("typer.rich_utils")
    finally:
        for module in stood_in:
            del sys.modules[module]


def _stand_in(module: str, name: str) -> ModuleType:
    def true(_: type, *values: object, **named: object) -> object:
        made: object = getattr(import_module(module), name)(*values, **named)
        return made

    made = ModuleType(module)
    setattr(made, name, type(name, (), {"__new__": true}))
    return made


_PACKAGE = Path(__file__).parents[1]
_DRAWN_BY = ("typer", "rich")
"""The libraries that draw it."""
_READ_BY_THEM = (
    "COLORTERM", "COLUMNS", "FORCE_COLOR", "GITHUB_ACTIONS", "JUPYTER_COLUMNS", "NO_COLOR", "PY_COLORS", "TERM",
    "TERMINAL_WIDTH", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "TYPER_USE_RICH", "_TYPER_FORCE_DISABLE_TERMINAL",
)  # fmt: skip
"""The variables on which hangs how they do."""


def asks_for_help(words: Sequence[str]) -> bool:
    """It does for certain: before `--help` stands no option, whose value that could be."""
    *before, last = words or ("",)
    return last in ("-h", "--help") and not any(word.startswith("-") for word in before)


def print_help(words: Sequence[str], run: Callable[[], None]) -> None:
    """Print it as it is kept; else run the command that makes it, and keep what that prints."""
    try:
        kept = Kept(answers_folder(), ANSWERS, MOST_ANSWERS)
    except UsageError:  # help needs no folder
        kept = Kept(None, ANSWERS, 0)
    key = _key(words)
    found = kept.read(key)
    if found is None:
        _keep(kept, key, run)
        return
    try:
        sys.stdout.write(found.decode())
        sys.stdout.flush()
    except BrokenPipeError:
        leave()


def _keep(kept: Kept, key: bytes, run: Callable[[], None]) -> None:
    """Not what ends with an exit code other than 0."""

    load_drawing()
    with _note(sys.stdout) as printed:
        try:
            run()
        except SystemExit as end:
            if not end.code:
                kept.write(key, "".join(printed).encode())
            raise


@contextmanager
def _note(stream: TextIO) -> Iterator[list[str]]:
    """Note all that is written to a stream meanwhile. None is put in its place: who writes asks it whether it is a
    terminal, and how wide."""
    written: list[str] = []
    write = stream.write

    def note(text: str) -> int:
        size = write(text)
        written.append(text)
        return size

    stream.write = note  # type: ignore[method-assign]
    try:
        yield written
    finally:
        stream.write = write  # type: ignore[method-assign]


def _key(words: Sequence[str]) -> bytes:
    """All that the help hangs on: the sources, by their sizes and times, what draws it, and where it is shown."""
    command = Path(sys.argv[0]).name, sys.modules["__main__"].__package__
    size = tuple(os.get_terminal_size(stream.fileno()) for stream in (sys.stdout,) if stream.isatty())
    where = sys.version, sys.stdout.encoding, size, [os.environ.get(name) for name in _READ_BY_THEM]
    return repr(("help", command, list(words), where, sorted(_files()))).encode("utf-8", "surrogateescape")


def _files() -> Iterator[tuple[str, int, int]]:
    folders = [_PACKAGE]
    for library in _DRAWN_BY:
        found = find_spec(library)
        folders += map(Path, found.submodule_search_locations or ()) if found is not None else ()
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
                elif entry.name.endswith(".py"):
                    stat = entry.stat()
                    yield entry.path, stat.st_size, stat.st_mtime_ns
