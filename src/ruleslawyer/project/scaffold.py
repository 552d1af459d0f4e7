"""A new project for a game: a template that comes with the tool, under the game's own id."""

from __future__ import annotations

import keyword
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from unicodedata import combining, normalize

from ruleslawyer.base.diagnostics import UsageError

GAME, BLANK = "template", "blank"
"""A project with a small game in it, and what one has that begins with a text of one's own."""
_PLACEHOLDER = "mygame"
"""The template is a project like any other, whose ruleset has this id; a new one has its own in every name and line."""
_SHARED = ("dot-github/", "dot-gitignore", "requirements.txt", "findings/")
"""What a project has whatever it begins with."""
_MEND = "name one with --id, of lower-case letters, digits and `_`: --id harbour"
_KEPT = (".git",)
"""What may be in the folder already: a repository that has just been made."""


def ruleset_id(folder: Path) -> str:
    """The id that the name of a folder suggests: `My Game` gives `my_game`, and `Übung` gives `ubung`. Where a
    letter has no such form, that is a `UsageError`."""
    name = folder.resolve().name
    plain = "".join(c for c in normalize("NFKD", name.casefold()) if not combining(c))
    if any(c.isalpha() and not c.isascii() for c in plain):
        raise UsageError(f"no id can be made of the folder's name, `{name}`", None, _MEND)
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def create(folder: Path, name: str, own: Mapping[str, str]) -> tuple[str, ...]:
    """Write a new project for the ruleset `name`, whole or not at all, with files of one's own; its files, from the
    folder, in order."""
    expect_id(name)
    _expect_empty(folder)
    game = {_project_path(path, name): text.replace(_PLACEHOLDER, name) for path, text in _template(GAME)}
    return _write(folder, {**game, **own})


def create_from(
    folder: Path, name: str, title: str, source: str, own: Mapping[str, str], beside: Path | None = None
) -> tuple[str, ...]:
    """The same without a game, with files of one's own: the text `source`, and its register. beside: a file that may
    be there."""
    expect_id(name)
    shared = [(path, text) for path, text in _template(GAME) if path.startswith(_SHARED)]
    said = {"The title": title.replace("\\", "/").replace('"', "'"), "the source": source, _PLACEHOLDER: name}
    files = dict(own)
    for path, text in (*shared, *_template(BLANK)):
        for placeholder, value in said.items():
            text = text.replace(placeholder, value)
        files[_project_path(path, name)] = text
    _expect_empty(folder, beside, files)
    return _write(folder, files)


def expect_id(name: str) -> None:
    """Whether a ruleset can have this id; a UsageError where it cannot."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        about = f"`{name}` cannot be the id of a ruleset"
        raise UsageError(about, None, _MEND)


def _write(folder: Path, files: Mapping[str, str]) -> tuple[str, ...]:
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


def _expect_empty(folder: Path, beside: Path | None = None, made: Iterable[str] = ()) -> None:
    """Nothing is in a folder but what is kept; beside the rulebook's text, files too that have no name of what is
    made."""
    if not os.path.lexists(folder):
        return
    place = folder.as_posix()
    if not folder.is_dir():
        raise UsageError("this is no folder", place, "name a folder that is empty, or not there yet")
    own = {*_KEPT}
    if beside and beside.resolve().parent == folder.resolve():
        taken = {path.partition("/")[0].casefold() for path in made}
        own |= {path.name for path in folder.iterdir() if path.is_file() and path.name.casefold() not in taken}
    there = sorted(path.name for path in folder.iterdir() if path.name not in own)
    if there:
        about = f"this folder is not empty: it has {there[0]}{' and more' if len(there) > 1 else ''}"
        raise UsageError(about, place, "name a folder that is empty, or not there yet; nothing was written")


def _project_path(path: str, name: str) -> str:
    """A path of the template in the new project. Hidden files are not hidden in the template: packagers skip them."""
    return "/".join(re.sub("^dot-", ".", part) for part in path.split("/")).replace(_PLACEHOLDER, name)


def _template(folder: str | Traversable, above: str = "") -> list[tuple[str, str]]:
    """A template's files with their texts."""
    found: list[tuple[str, str]] = []
    for entry in (resources.files("ruleslawyer.project") / folder if isinstance(folder, str) else folder).iterdir():
        if entry.name == "__pycache__":
            continue
        if entry.is_dir():
            found += _template(entry, f"{above}{entry.name}/")
        else:
            found.append((above + entry.name, entry.read_text(encoding="utf-8")))
    return found
