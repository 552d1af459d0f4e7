"""Files of scopes: TOML read with a place for every mistake, and joined with the scope that the file `extends`."""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ruleslawyer.base.diagnostics import Diagnostic, ModelError, UsageError, nearest
from ruleslawyer.base.files.content import Json, content
from ruleslawyer.base.files.toml import Key, NotToml, Places, key_parts, parse
from ruleslawyer.base.origin import Span
from ruleslawyer.rulebook.scopes.cards import SORT, CardFile
from ruleslawyer.rulebook.scopes.copies import Dealing

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

    def find(self, key: Key) -> Span:
        """The place in the file itself; in the one that it extends where more of the key is written there."""
        return (self.own if self.own.depth(key) >= self.inherited.depth(key) else self.inherited).find(key)

    def depth(self, key: Key) -> int:
        return max(self.own.depth(key), self.inherited.depth(key))


def read_scope(path: Path, name: str, chain: Sequence[Path] = (), folder: Path | None = None) -> tuple[Json, Places]:
    """The document of a scope file, with what it extends, and the places of its keys. `folder`: where the scopes are
    that it may extend; its own by default.

    Raises UsageError where there is no such file, ModelError where it is no TOML or extends what it cannot.
    """
    document, places = _document(path, name)
    _find_cards(document, path, name)
    if "extends" not in document:
        if "without" in document:
            raise _wrong(places, ("without",), "`without` takes away what another scope has", "name it: extends = …")
        return document, places
    base = document.pop("extends")
    folder = folder or path.parent
    beneath = folder / f"{base}.toml"
    if not isinstance(base, str) or beneath == path or not _is_there(folder, base):
        mend = nearest(str(base), _others(folder, path))
        raise _wrong(places, ("extends",), f"there is no scope `{base}` to extend", mend)
    if beneath in chain:
        ring = " extends ".join(_scope_name(p, folder) for p in (*chain[chain.index(beneath) :], path))
        raise _wrong(places, ("extends",), f"scopes extend each other: {ring} extends {base}", "take one `extends` out")
    inherited, below = read_scope(beneath, _folder_name(path, name, folder) + f"{base}.toml", (*chain, path), folder)
    joined = {key: value for key, value in copy.deepcopy(inherited).items() if key not in OWN}
    _take_away(joined, document.pop("without", []), places)
    _join(joined, document)
    return joined, Layers(places, below)


def _find_cards(document: Json, path: Path, name: str) -> None:
    """`cards = "cards.csv"`: the file beside the scope that says so, whichever scope takes it over."""
    given = document.get("cards")
    files = {SORT: given} if isinstance(given, str) else given
    if not isinstance(files, dict):
        return  # the loader says so
    lists = {}
    for sort, file in files.items():
        options = {"file": file} if isinstance(file, str) else file
        if not isinstance(options, dict) or not _is_a_list(options):
            return
        lists[sort] = CardFile(
            path.parent / options["file"],
            os.path.normpath(os.path.join(os.path.dirname(name), options["file"])),
            Dealing(
                ("cards",) if isinstance(given, str) else ("cards", sort),
                options.get("each", ""),
                options.get("original", ""),
            ),
        )
    document["cards"] = lists


def card_files(path: Path) -> tuple[Path, ...]:
    """The lists of cards that a file names itself; none where it cannot be read."""
    try:
        document, _ = _document(path, path.name)
    except (ModelError, UsageError):
        return ()
    _find_cards(document, path, path.name)
    found = document.get("cards")
    lists = found.values() if isinstance(found, dict) else ()
    return tuple(one.path for one in lists if isinstance(one, CardFile))


def _is_a_list(options: Json) -> bool:
    """Whether a table says where a list of cards is, and nothing that is not known."""
    known = {"file", "each", "original"}
    return "file" in options and known.issuperset(options) and all(isinstance(v, str) for v in options.values())


def _scope_name(path: Path, folder: Path) -> str:
    """The name of a file in `extends`: its own, after `common/` where it stands there."""
    return path.relative_to(folder).with_suffix("").as_posix() if path.is_relative_to(folder) else path.stem


def _folder_name(path: Path, name: str, folder: Path) -> str:
    """The folder of the scopes, as it is shown before the name of one."""
    if path.is_relative_to(folder):
        return name.removesuffix(f"{_scope_name(path, folder)}.toml")
    return f"{name.removesuffix(path.name)}{folder.name}/"


def _is_there(folder: Path, base: str) -> bool:
    """Whether a file of this name may be extended. A folder lists names as they are spelled."""
    *place, own = base.split("/")
    if place not in ([], [COMMON]):
        return False
    try:
        return f"{own}.toml" in os.listdir(folder.joinpath(*place))
    except OSError:
        return False


def _others(folder: Path, path: Path) -> list[str]:
    """The names that a file may extend: the other scopes, and those in `common/`."""
    files = (*folder.glob("*.toml"), *(folder / COMMON).glob("*.toml"))
    return sorted(_scope_name(file, folder) for file in files if file != path)


def _take_away(joined: Json, without: object, places: Places) -> None:
    """`without = ["sorts.Card.Chip"]`: what the other scope has and this one has not."""
    if not isinstance(without, list) or not all(isinstance(item, str) for item in without):
        message = "`without` is a list of what the other scope has"
        raise _wrong(places, ("without",), message, 'write without = ["sorts.Card.Chip"]')
    for number, item in enumerate(without):
        *tables, last = key_parts(item)
        table: Any = joined
        for key in tables:
            table = table.get(key) if isinstance(table, dict) else None
        if not isinstance(table, dict) or last not in table:
            known = table if isinstance(table, dict) else joined
            raise _wrong(
                places, ("without", number), f"the other scope has no `{item}`", nearest(last, map(str, known))
            )
        del table[last]


def _join(joined: Json, own: Json, deep: int = 0) -> None:
    """The file's own entries in place of the other's: tables entry by entry, a value whole, whatever it is made of."""
    for key, value in own.items():
        tables = deep or 1 + _DEEP.get(key, 1)
        if tables > 1 and isinstance(value, dict) and isinstance(joined.get(key), dict):
            _join(joined[key], value, tables - 1)
        else:
            joined[key] = value


def _wrong(places: Places, key: Key, message: str, help_: str) -> ModelError:
    return ModelError([Diagnostic("RL709", message, places.find(key), help=help_)])


def _document(path: Path, name: str) -> tuple[Json, Places]:
    try:
        text = content(path).decode("utf-8-sig").replace("\r\n", "\n")
        return parse(text), Places(name, text)
    except FileNotFoundError as error:
        raise UsageError(f"no scope file {path.name}", place=name, mend=_siblings(path)) from error
    except OSError as error:
        about = f"this scope file cannot be read: {error.strerror or error}"
        raise UsageError(about, name, "write a file there, or see to its permissions") from error
    except UnicodeDecodeError as error:
        span = Span(name, 1, 1, 1, 2)
        raise ModelError([Diagnostic("RL700", "this file is not UTF-8 text", span, help="save it as UTF-8")]) from error
    except NotToml as error:
        line, column = error.line or 1, error.column or 1
        span = Span(name, line, column, line, column + 1)
        raise ModelError([Diagnostic("RL700", error.message, span, help=error.mend)]) from error


def _siblings(path: Path) -> str:
    names = sorted(p.stem for p in path.parent.glob("*.toml")) if path.parent.is_dir() else []
    return nearest(path.stem, names) if names else "write one: [sorts] with the size of each sort"
