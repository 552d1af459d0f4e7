"""Answers in the user's cache: found by all that they depend on, the tool itself included."""

from __future__ import annotations

import gc
import importlib
import io
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from ruleslawyer.answers.canonical import Digests, placed
from ruleslawyer.answers.tool import tool
from ruleslawyer.files.kept import ANSWERS, Kept, answers_folder
from ruleslawyer.lang.records import Silent

MOST = 1 << 30
"""Bytes."""
_PACKAGE = __name__.partition(".")[0]
_PLAIN = {("builtins", name) for name in ("frozenset", "set")} | {("pathlib", "PosixPath")}


class Answers:
    """What was computed before. `fresh`: nothing is read, and all is written. Without a folder nothing is kept."""

    def __init__(self, folder: Path | None = None, *, fresh: bool = False) -> None:
        self.folder, self.fresh = folder, fresh
        self.reused = 0
        self._kept = Kept(folder, ANSWERS, MOST)

    @property
    def damaged(self) -> int:
        """How many answers could not be used, and were computed again."""
        return self._kept.damaged

    def read(self, key: bytes, *, counted: bool = True) -> Any:
        """The answer, or None where there is none that can be used."""
        if self.folder is None or self.fresh:
            return None
        data = self._kept.read(key)
        if data is None:
            return None
        try:
            with _no_collector():
                found = _Reader(io.BytesIO(data)).load()
        except Exception:  # whatever an answer of somebody else's making does
            self._kept.damaged += 1
            return None
        self.reused += counted
        return found

    def write(self, key: bytes, answer: object) -> None:
        """Keep an answer; one that holds more than data is not kept."""
        if self.folder is None:
            return
        try:
            data = _written(answer)
        except (pickle.PicklingError, AttributeError, TypeError, ValueError):
            return
        self._kept.write(key, data)

    def forget(self, key: bytes) -> None:
        self._kept.forget(key)


class Placed:
    """Answers about rules, found wherever these stand; one in which a place in a source stands is found by the sources
    as well. sources: a digest of them."""

    def __init__(self, answers: Answers, sources: str) -> None:
        self._answers, self._sources = answers, sources.encode()

    def read(self, key: bytes) -> Any:
        found = self._answers.read(key)
        return found if found is not None else self._answers.read(key + self._sources)

    def write(self, key: bytes, answer: object) -> None:
        self._answers.write(key + self._sources if placed(answer) else key, answer)

    def forget(self, key: bytes) -> None:
        for one in (key, key + self._sources):
            self._answers.forget(one)


def users_answers(*, fresh: bool = False) -> Answers:
    """Those in the user's cache."""
    return Answers(answers_folder(), fresh=fresh)


def key_of(question: str, *depends: object) -> bytes:
    """What an answer is found by: the question, all that it depends on, and who answers."""
    return Digests().of((question, *depends, tool()))


@contextmanager
def _no_collector() -> Iterator[None]:
    """What is read holds no circles, and is looked through for them again and again as it grows."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _written(answer: object) -> bytes:
    into = io.BytesIO()
    _Writer(into, protocol=5).dump(answer)
    return into.getvalue()


class _Writer(pickle.Pickler):
    """Writes a dataclass as its class and what it is made of: what dataclasses with slots do by themselves takes a
    reader four times as long."""

    def reducer_override(self, value: Any) -> Any:
        kind: Any = type(value)
        names = _names(kind)
        return NotImplemented if names is None else (kind, tuple([getattr(value, name) for name in names]))


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """By which a class is made anew, in their order; None where it is made otherwise."""
    if not is_dataclass(kind) or hasattr(kind, "__post_init__"):
        return None
    plain = all(field.init and not field.kw_only for field in fields(kind))
    return tuple(field.name for field in fields(kind)) if plain else None


class _Reader(pickle.Unpickler):
    """Reads data alone: classes of this package that hold data, and no function, whoever wrote the file."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        if module.partition(".")[0] == _PACKAGE and "." not in name:
            found = getattr(importlib.import_module(module), name)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum | Silent | tuple)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no data")
