"""Values of this package as JSON and back: dataclasses, enums, tuples, sets and mappings, and what holds them.

A value that stands in several places is written once, and is one value again where it is read: functions of the rules
are told apart by who they are. What is read makes data alone, whoever wrote it: classes of this package that hold data.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path, PurePath
from typing import Any

from ruleslawyer.base.files.content import json_value
from ruleslawyer.lang.records import SILENT, Silent
from ruleslawyer.rulebook.kept.data import data_class

_PLAIN = str, int, float
_SEQUENCES: Mapping[str, Callable[[Iterable[Any]], Any]] = {
    "tuple": tuple, "list": list, "frozenset": frozenset, "set": set,
}  # fmt: skip


def to_bytes(value: object) -> bytes:
    """A value as JSON, packed; a TypeError where it holds more than data."""
    return zlib.compress(to_json(value).encode(), 1)


def from_bytes(data: bytes) -> Any:
    """The value again; a ValueError where it is none."""
    try:
        return from_json(zlib.decompress(data).decode())
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValueError("not a value of ruleslawyer") from error


def to_json(value: object) -> str:
    writer = _Writer()
    top = writer.put(value)
    return json.dumps({"classes": list(writer.classes), "rows": writer.rows, "top": top}, separators=(",", ":"))


def from_json(text: str) -> Any:
    try:
        found = json_value(text)
        return _read(found["classes"], found["rows"], found["top"])
    except (KeyError, TypeError, IndexError, AttributeError, ImportError, json.JSONDecodeError) as error:
        raise ValueError("not a value of ruleslawyer") from error


class _Writer:
    """Rows, each of one value whose parts are plain or stand in rows before it: a list of one number names a row."""

    def __init__(self) -> None:
        self.classes: dict[str, int] = {}
        self.rows: list[Any] = []
        self._known: dict[int, tuple[Any, int]] = {}  # with the value, so that its id stays its own

    def put(self, value: object) -> Any:
        if value is None or type(value) in (*_PLAIN, bool):
            return value
        known = self._known.get(id(value))
        if known is None:
            row = self._row(value)
            self.rows.append(row)
            known = self._known[id(value)] = value, len(self.rows) - 1
        return [known[1]]

    def _row(self, value: Any) -> list[Any]:
        kind = type(value)
        if isinstance(value, Enum):
            return [self._class(kind), value.name]
        if is_dataclass(value):
            return [self._class(kind), *(self.put(getattr(value, field.name)) for field in fields(value))]
        if isinstance(value, tuple) and kind is not tuple:
            return [self._class(kind), *map(self.put, value)]
        if kind in (tuple, list):
            return [kind.__name__, *map(self.put, value)]
        if kind in (frozenset, set):
            return [kind.__name__, *map(self.put, sorted(value, key=_order))]
        if isinstance(value, Mapping):
            return ["dict", *(self.put(part) for item in value.items() for part in item)]
        if isinstance(value, bytes):
            return ["bytes", b64encode(value).decode()]
        if isinstance(value, PurePath):
            return ["path", value.as_posix()]
        if isinstance(value, Silent):
            return ["silent"]
        if hasattr(value, "item") and kind.__module__ == "numpy":  # a number of an engine
            return ["number", value.item()]
        raise TypeError(f"{kind.__qualname__} is no data")

    def _class(self, kind: type) -> int:
        return self.classes.setdefault(f"{kind.__module__}:{kind.__qualname__}", len(self.classes))


def _order(value: object) -> tuple[str, Any]:
    """The order of a set's members, the same in every run."""
    return (type(value).__name__, value) if type(value) in _PLAIN else (type(value).__name__, repr(value))


def _read(names: list[str], rows: list[list[Any]], top: object) -> Any:
    classes = [data_class(*name.split(":", 1)) for name in names]
    parts = [tuple(field.name for field in fields(c)) if is_dataclass(c) else () for c in classes]
    made: list[Any] = []

    def get(part: object) -> Any:
        return made[part[0]] if type(part) is list else part

    for kind, *row in rows:
        if type(kind) is int:
            made.append(_instance(classes[kind], parts[kind], list(map(get, row))))
        elif kind in _SEQUENCES:
            made.append(_SEQUENCES[kind](map(get, row)))
        elif kind == "dict":
            made.append({get(key): get(one) for key, one in zip(row[::2], row[1::2], strict=True)})
        else:
            made.append(_single(kind, *row))
    return get(top)


def _instance(kind: type, names: tuple[str, ...], parts: list[Any]) -> Any:
    if issubclass(kind, Enum):
        return kind[parts[0]]
    if not names:
        return tuple.__new__(kind, parts) if issubclass(kind, tuple) else kind()
    if len(names) != len(parts):
        raise TypeError(f"{kind.__qualname__} has other parts")
    found = object.__new__(kind)
    for name, part in zip(names, parts, strict=True):
        object.__setattr__(found, name, part)
    return found


def _single(kind: str, text: Any = None) -> Any:
    match kind:
        case "bytes":
            return b64decode(text)
        case "path":
            return Path(text)
        case "number":
            return text
        case "silent":
            return SILENT
    raise TypeError(f"no {kind} is known")
