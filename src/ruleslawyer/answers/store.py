"""Answers in the user's cache: found by all that they depend on, the tool itself included."""

from __future__ import annotations

import importlib
import io
import pickle
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from ruleslawyer.answers.canonical import Digests
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

    def read(self, key: bytes) -> Any:
        """The answer, or None where there is none that can be used."""
        if self.folder is None or self.fresh:
            return None
        data = self._kept.read(key)
        if data is None:
            return None
        try:
            found = _Reader(io.BytesIO(data)).load()
        except Exception:  # whatever an answer of somebody else's making does
            self._kept.damaged += 1
            return None
        self.reused += 1
        return found

    def write(self, key: bytes, answer: object) -> None:
        """Keep an answer; one that holds more than data is not kept."""
        if self.folder is None:
            return
        try:
            data = pickle.dumps(answer, protocol=5)
        except (pickle.PicklingError, AttributeError, TypeError, ValueError):
            return
        self._kept.write(key, data)

    def forget(self, key: bytes) -> None:
        self._kept.forget(key)


def users_answers(*, fresh: bool = False) -> Answers:
    """Those in the user's cache."""
    return Answers(answers_folder(), fresh=fresh)


def key_of(question: str, *depends: object) -> bytes:
    """What an answer is found by: the question, all that it depends on, and who answers."""
    return Digests().of((question, *depends, tool()))


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
