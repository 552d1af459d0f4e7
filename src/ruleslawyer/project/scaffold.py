"""A new project for a game: the template that comes with the tool, under the game's own id."""

from __future__ import annotations

import keyword
import os
import re
import shutil
import tempfile
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from ruleslawyer.diagnostics import UsageError

_PLACEHOLDER = "mygame"
"""The template is a project like any other, whose ruleset has this id; a new one has its own in every name and line."""
_KEPT = (".git",)
"""What may be in the folder already: a repository that has just been made."""


def ruleset_id(folder: Path) -> str:
    """The id that the name of a folder suggests: `My Game` gives `my_game`."""
    return re.sub(r"[^a-z0-9]+", "_", folder.resolve().name.lower()).strip("_")


def create(folder: Path, name: str) -> tuple[str, ...]:
    """Write a new project for the ruleset `name`, whole or not at all; its files, from the folder, in order."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        about = f"`{name}` cannot be the id of a ruleset"
        raise UsageError(about, None, "name one with --id, of lower-case letters, digits and `_`: --id harbour")
    _expect_empty(folder)
    files = {_named(path, name): text.replace(_PLACEHOLDER, name) for path, text in _template()}
    target = folder.resolve()
    base = next(above for above in (target, *target.parents) if above.is_dir())
    staged: str | None = None
    try:
        staged = tempfile.mkdtemp(prefix=".ruleslawyer-", dir=base)
        inside = Path(staged, target.relative_to(base))
        for path, text in files.items():
            (inside / path).parent.mkdir(parents=True, exist_ok=True)
            (inside / path).write_text(text, encoding="utf-8", newline="\n")
        for made in Path(staged).iterdir():
            os.replace(made, base / made.name)
    except OSError as error:  # the user knows the folder's name, and not that of the temporary one
        raise OSError(error.errno, error.strerror, str(folder)) from error
    finally:
        if staged is not None:
            shutil.rmtree(staged, ignore_errors=True)
    return tuple(sorted(files))


def _expect_empty(folder: Path) -> None:
    if not os.path.lexists(folder):
        return
    place = folder.as_posix()
    if not folder.is_dir():
        raise UsageError("this is no folder", place, "name a folder that is empty, or not there yet")
    there = sorted(path.name for path in folder.iterdir() if path.name not in _KEPT)
    if there:
        about = f"this folder is not empty: it has {there[0]}{' and more' if len(there) > 1 else ''}"
        raise UsageError(about, place, "name a folder that is empty, or not there yet; nothing was written")


def _named(path: str, name: str) -> str:
    """A path of the template in the new project. Hidden files are not hidden in the template: packagers skip them."""
    return "/".join(re.sub("^dot-", ".", part) for part in path.split("/")).replace(_PLACEHOLDER, name)


def _template(folder: Traversable | None = None, above: str = "") -> list[tuple[str, str]]:
    """The template's files with their texts."""
    found: list[tuple[str, str]] = []
    for entry in (folder or resources.files("ruleslawyer") / "template").iterdir():
        if entry.name == "__pycache__":
            continue
        if entry.is_dir():
            found += _template(entry, f"{above}{entry.name}/")
        else:
            found.append((above + entry.name, entry.read_text(encoding="utf-8")))
    return found
