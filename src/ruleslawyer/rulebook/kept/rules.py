"""Rules as data, and what is worked out of them alone, kept between runs beside machine code: to read the rules of a
large book takes ten times as long as to find them again.

A pickle names functions to be called. Here each name is looked for among the classes of this package that hold data,
and the reader is handed what makes an instance of one. So no other function is reached, no code of a class runs, and a
class cannot be given other attributes. Bytes that somebody made on purpose can say what is wrong, or take all memory.

They are known by every byte that they are read of, and by who reads. What lies there becomes code, so it is sealed as
code is: a file of somebody else's making is as if it were not there. Rules with a mistake are not kept.
"""

from __future__ import annotations

import gc
import hashlib
import io
import pickle
import platform
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import content as contained
from ruleslawyer.base.files.kept import KeptCode, cache_folder
from ruleslawyer.ir.system import System
from ruleslawyer.lang.records import SILENT, Silent
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.project.modules import module_file
from ruleslawyer.project.settled import Settled

_PACKAGE = __name__.partition(".")[0]


def data_class(module: str, name: str) -> type:
    """The class of that name, if it is one of this package that holds data; a TypeError otherwise."""
    if module.partition(".")[0] == _PACKAGE and "." not in name:
        found = getattr(import_module(module), name)
        if isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum | Silent | tuple)):
            return found
    raise TypeError(f"{module}.{name} is no data")


def dump(value: object) -> bytes:
    """Raises PicklingError, AttributeError, TypeError or ValueError where a value holds more than data."""
    into = io.BytesIO()
    _Writer(into, protocol=5).dump(value)
    return into.getvalue()


def read(data: bytes) -> Any:
    """The value again; raises whatever bytes of somebody else's making lead to."""
    with _no_collector():
        return _Reader(io.BytesIO(data)).load()


class _Writer(pickle.Pickler):
    """Writes a dataclass as its class and what it is made of: what dataclasses with slots do by themselves takes a
    reader four times as long. So are tuples with names written."""

    def reducer_override(self, value: object) -> Any:
        kind: Any = type(value)
        if isinstance(value, Enum):  # by its value: some releases of Python write an enum by a call of `getattr`
            return kind, (value.value,)
        holds_fields = is_dataclass(kind)
        if holds_fields:
            names, plain = _shape(kind)
            if plain:
                return kind, tuple([getattr(value, name) for name in names])
            return kind, ({name: getattr(value, name) for name in (*names, *getattr(value, "__dict__", ()))},)
        return (kind, tuple(value)) if isinstance(value, tuple) else NotImplemented


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        match module, name:
            case "pathlib", "PosixPath":
                return lambda *parts: Path(*parts)
            case SILENT.__class__.__module__, "SILENT":
                return SILENT
        found = data_class(module, name)
        if issubclass(found, Enum):
            return lambda value: found(value)
        if not is_dataclass(found):
            return lambda *parts: _tuple(found, parts)
        # The usual way to make one, which cannot be given attributes as a class can, and is as quick.
        return type.__call__.__get__(found, type(found)) if _shape(found)[1] else _anew(found)


@cache
def _shape(kind: Any) -> tuple[tuple[str, ...], bool]:
    """The names of a class's fields, and whether it is made anew of them in their order and does nothing else then."""
    plain = not hasattr(kind, "__post_init__") and all(field.init and not field.kw_only for field in fields(kind))
    return tuple(field.name for field in fields(kind)), plain


def _tuple(kind: Any, parts: tuple[object, ...]) -> object:
    return tuple.__new__(kind, parts)


def _anew(kind: type) -> Callable[..., object]:
    def make(parts: dict[str, object]) -> object:
        made: object = object.__new__(kind)
        for name, part in parts.items():
            object.__setattr__(made, name, part)
        return made

    return make


@contextmanager
def _no_collector() -> Iterator[None]:
    """Pauses the garbage collector: data that is being read holds no circles, and would be searched for them again and
    again."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


_SOURCES = Path(__file__).parents[2]
_PROJECTS = ("bundled/", "project/blank/", "project/template/")
"""Projects that come with the tool: none of its own sources."""
_ASKED = ("cvc5", "highspy", "llvmlite", "networkx", "numpy", "tomli", "tree-sitter", "tree-sitter-toml", "z3-solver")


@cache
def tool() -> bytes:
    """A digest of the tool's own sources, of Python, and of the versions of the libraries that compute."""
    from importlib.metadata import PackageNotFoundError, version  # who asks for help keeps no answers

    found = hashlib.blake2b(f"{platform.python_version()} {platform.machine()}".encode(), digest_size=20)
    for name in _ASKED:
        try:
            found.update(f"\0{name} {version(name)}".encode())
        except PackageNotFoundError:
            continue
    for file in sorted(_SOURCES.rglob("*.py")):
        relative = file.relative_to(_SOURCES)
        if not relative.as_posix().startswith(_PROJECTS):
            found.update(f"\0{relative.as_posix()}\0".encode())
            found.update(file.read_bytes())
    return found.digest()


SMALL = 1 << 14
"""Bytes of modules that are read as soon as looked for."""
MOST = 12
"""Rulesets of which it is known what they were read of."""
_read_of: dict[int, tuple[System, bytes]] = {}
_written: set[tuple[Path, str, Settled]] = set()
"""Rulesets whose rules this process has kept: who waits for edits reads them again after each, and keeps the first."""


def rules_of(
    root: Path,
    config: RulesetConfig,
    clauses: Collection[str] | None,
    assumed: Collection[str] | None,
    lower: Callable[[], System],
) -> System:
    """A ruleset's rules, as they were read before, or as `lower` reads them now."""
    key = _key(root, config, clauses, assumed)
    found = None if key is None else _recall(key)
    if found is None:
        found = lower()
        of = root, config.name, config.settled
        if key is None or of in _written or _key(root, config, clauses, assumed) != key:
            return found
        _written.add(of)
        _store().write(key, dump(found))
    assert key is not None
    _note(found, key)
    return found


def lend(system: System) -> bytes:
    """Rules for a process that works for this one, and by what all is found that is kept with them."""
    return dump((system, _read_of[id(system)][1] if is_as_read(system) else b""))


def take(lent: bytes) -> System:
    """The rules that another process lent."""
    system, key = read(lent)
    if key:
        _note(system, key)
    found: System = system
    return found


def _note(system: System, key: bytes) -> None:
    while len(_read_of) >= MOST:
        del _read_of[next(iter(_read_of))]
    _read_of[id(system)] = system, key


def is_as_read(system: System) -> bool:
    """Whether these are rules as they were read, and kept: nothing was done to them since."""
    return _read_of.get(id(system), (None, b""))[0] is system


def recall_or_make(system: System, what: str, make: Callable[[], bytes]) -> bytes:
    """Bytes that hang on the rules alone: found again where these are kept as they were read, and kept with them."""
    if not is_as_read(system):
        return make()
    key = sha256(_read_of[id(system)][1] + what.encode()).digest()
    found = _store().read(key)
    if found is None:
        found = make()
        _store().write(key, found)
    return found


def _key(
    root: Path, config: RulesetConfig, clauses: Collection[str] | None, assumed: Collection[str] | None
) -> bytes | None:
    """All that reading looks at; None where that is little, or cannot be read."""
    host = config.host.name if config.host else None
    listed = config.rules, config.checks, *(names if names is None else sorted(names) for names in (clauses, assumed))
    said = str(root), config.name, host, listed, config.settled
    found, size = sha256(repr(said).encode("utf-8", "surrogateescape")), 0
    for name in (*config.rules, *config.checks):
        try:
            content = contained(module_file(root, name))
        except OSError:
            return None
        size += len(content)
        found.update(len(content).to_bytes(8, "big") + content)
    if size < SMALL:
        return None
    found.update(tool())
    return found.digest()


def _recall(key: bytes) -> System | None:
    data = _store().read(key)
    found = None if data is None else read(data)
    return found if isinstance(found, System) else None


def _store() -> KeptCode:
    """Where it lies. Whoever needs code says why none is kept, if somebody else may write there."""
    with suppress(UsageError):
        return KeptCode(cache_folder())
    return KeptCode(None)
