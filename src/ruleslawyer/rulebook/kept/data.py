"""Values as bytes and back: what is read is data and does nothing as it is made, whoever wrote it.

A pickle names functions to be called. Here each name is looked for among the classes of this package that hold data,
and the reader is handed what makes an instance of one. So no other function is reached, no code of a class runs, and a
class cannot be given other attributes. Bytes that somebody made on purpose can say what is wrong, or take all memory.
"""

from __future__ import annotations

import gc
import io
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ruleslawyer.lang.records import SILENT, Silent

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
