"""Answers in the user's cache: found by all that they depend on, the tool itself included."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from ruleslawyer.base.files.kept import ANSWERS, MOST_ANSWERS, Kept, answers_folder
from ruleslawyer.rulebook.answers.canonical import Digests
from ruleslawyer.rulebook.kept.data import dump, read
from ruleslawyer.rulebook.kept.tool import tool


class Answers:
    """Answers computed before, in a folder. `fresh`: nothing is read, and all is written. Without a folder nothing is
    kept."""

    def __init__(self, folder: Path | None = None, *, fresh: bool = False) -> None:
        self.folder, self.fresh = folder, fresh
        self.reused = 0
        self._kept = Kept(folder, ANSWERS, MOST_ANSWERS)

    @property
    def damage_count(self) -> int:
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
            found = read(data)
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
            data = dump(answer)
        except (pickle.PicklingError, AttributeError, TypeError, ValueError):
            return
        self._kept.write(key, data)

    def forget(self, key: bytes) -> None:
        self._kept.forget(key)


def users_answers(*, fresh: bool = False) -> Answers:
    """The answers in the user's cache."""
    return Answers(answers_folder(), fresh=fresh)


def key_of(question: str, *depends: object) -> bytes:
    """The key of an answer: the question, all that it depends on, and who answers."""
    return Digests().of((question, *depends, tool()))
