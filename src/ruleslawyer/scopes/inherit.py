"""Files of scopes: TOML read with a place for every mistake, and joined with the scope that the file `extends`."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ruleslawyer.diagnostics import Diagnostic, ModelError, UsageError
from ruleslawyer.files.places import Places
from ruleslawyer.origin import Span
from ruleslawyer.scopes.values import nearest

OWN = ("title", "campaign", "large")
"""What a file says of itself: a scope that extends it does not inherit that."""
COMMON = "common"
"""The folder beside the scopes of what several of them have in common: no scopes, and explored by nobody."""
_DEEP = {"sorts": 3, "attributes": 2, "defaults": 2, "grids": 2}
"""How many keys lead to a value in each table; one in all others."""


class Layers(Places):
    """The places of a file's keys, and of those that it has from the file that it extends."""

    def __init__(self, own: Places, inherited: Places) -> None:
        super().__init__(own.path, own.text, own.inside)
        self.own, self.inherited = own, inherited

    def find(self, path: tuple[str, ...]) -> Span:
        """The line of a key in the file itself; where it has none there, in the one that it extends."""
        if not self.own.has(path) and self.inherited.has(path):
            return self.inherited.find(path)
        return self.own.find(path)

    def has(self, path: tuple[str, ...]) -> bool:
        return self.own.has(path) or self.inherited.has(path)


def read_scope(path: Path, name: str, chain: Sequence[Path] = ()) -> tuple[dict[str, Any], Places]:
    """The document of a scope file, with what it extends, and the places of its keys.

    Raises UsageError where there is no such file, ModelError where it is no TOML or extends what it cannot.
    """
    document, places = _document(path, name)
    if "extends" not in document:
        if "without" in document:
            raise _wrong(places, ("without",), "`without` takes away what another scope has", "name it: extends = …")
        return document, places
    base = document.pop("extends")
    folder = (*chain, path)[0].parent
    others = _others(folder, path)
    if not isinstance(base, str) or base not in others:
        raise _wrong(places, ("extends",), f"there is no scope `{base}` to extend", nearest(str(base), others))
    beneath = folder / f"{base}.toml"
    if beneath in chain:
        ring = " extends ".join(_called(p, folder) for p in (*chain[chain.index(beneath) :], path))
        raise _wrong(places, ("extends",), f"scopes extend each other: {ring} extends {base}", "take one `extends` out")
    shown = name.removesuffix(f"{_called(path, folder)}.toml") + f"{base}.toml"
    inherited, below = read_scope(beneath, shown, (*chain, path))
    joined = {key: value for key, value in copy.deepcopy(inherited).items() if key not in OWN}
    _take_away(joined, document.pop("without", []), places)
    _join(joined, document)
    return joined, Layers(places, below)


def _called(path: Path, folder: Path) -> str:
    """What a file is called in `extends`: its name, after `common/` where it stands there."""
    return path.relative_to(folder).with_suffix("").as_posix()


def _others(folder: Path, path: Path) -> list[str]:
    """What may be extended by a file: the other scopes, and what stands in `common/`."""
    files = (*folder.glob("*.toml"), *(folder / COMMON).glob("*.toml"))
    return sorted(_called(file, folder) for file in files if file != path)


def _take_away(joined: dict[str, Any], without: object, places: Places) -> None:
    """`without = ["sorts.Card.Chip"]`: what the other scope has and this one has not."""
    if not isinstance(without, list) or not all(isinstance(item, str) for item in without):
        message = "`without` is a list of what the other scope has"
        raise _wrong(places, ("without",), message, 'write without = ["sorts.Card.Chip"]')
    for item in without:
        *tables, last = Places.parts(item)
        table: Any = joined
        for key in tables:
            table = table.get(key) if isinstance(table, dict) else None
        if not isinstance(table, dict) or last not in table:
            known = table if isinstance(table, dict) else joined
            raise _wrong(places, ("without",), f"the other scope has no `{item}`", nearest(last, map(str, known)))
        del table[last]


def _join(joined: dict[str, Any], own: dict[str, Any], deep: int = 0) -> None:
    """The file's own entries in place of the other's: tables entry by entry, a value whole, whatever it is made of."""
    for key, value in own.items():
        tables = deep or 1 + _DEEP.get(key, 1)
        if tables > 1 and isinstance(value, dict) and isinstance(joined.get(key), dict):
            _join(joined[key], value, tables - 1)
        else:
            joined[key] = value


def _wrong(places: Places, path: tuple[str, ...], message: str, help_: str) -> ModelError:
    return ModelError([Diagnostic("RL709", message, places.find(path), help=help_)])


def _document(path: Path, name: str) -> tuple[dict[str, Any], Places]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"no scope file {path.name}", place=name, mend=_siblings(path)) from error
    try:
        text = content.decode("utf-8-sig")
        document = tomllib.loads(text)
    except UnicodeDecodeError as error:
        span = Span(name, 1, 1, 1, 2)
        raise ModelError([Diagnostic("RL700", "this file is not UTF-8 text", span, help="save it as UTF-8")]) from error
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(found[1]), int(found[2])) if found else (1, 1)
        message = f"this is not TOML: {str(error).split(' (at ')[0]}"
        span = Span(name, line, column, line, column + 1)
        raise ModelError([Diagnostic("RL700", message, span, help="mend the line, or the one above it")]) from error
    except ValueError as error:  # what the parser leaves to Python: numbers of thousands of digits, impossible dates
        line = next((i for i, t in enumerate(text.split("\n"), 1) if re.search(r"\d[\d_]{4299}", t)), 1)
        what = "a number is too long" if "digits" in str(error) else str(error)
        span = Span(name, line, 1, line, 2)
        wrong = Diagnostic("RL700", f"this is not TOML: {what}", span, help="write a value that fits")
        raise ModelError([wrong]) from error
    except RecursionError as error:
        span, message = Span(name, 1, 1, 1, 2), "this is not TOML: it is nested too deeply"
        raise ModelError([Diagnostic("RL700", message, span, help="no scope is that deep")]) from error
    return document, Places(name, text)


def _siblings(path: Path) -> str:
    names = sorted(p.stem for p in path.parent.glob("*.toml")) if path.parent.is_dir() else []
    return nearest(path.stem, names) if names else "write one: [sorts] with the size of each sort"
