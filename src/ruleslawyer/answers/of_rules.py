"""Answers to questions about rules: found again while the rules say the same, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ruleslawyer.answers.canonical import placed
from ruleslawyer.answers.meaning import meaning
from ruleslawyer.answers.store import Answers, key_of
from ruleslawyer.rulesets.loaded import LoadedRuleset

T = TypeVar("T")


class OfRules:
    """The answers to questions about one ruleset. A question is its kind and all that is asked besides the rules: a
    scope, a reading, a limit.

    An answer in which a place in a source stands is found by the sources as well."""

    def __init__(self, answers: Answers, ruleset: LoadedRuleset) -> None:
        self.answers, self._ruleset = answers, ruleset

    def read(self, *question: object) -> Any:
        """The answer, or None where there is none."""
        if self.answers.folder is None or self.answers.fresh:
            return None
        found = self.answers.read(self._key(question, ""))
        return found if found is not None else self.answers.read(self._key(question, self._ruleset.system.digest))

    def write(self, answer: object, *question: object) -> None:
        if self.answers.folder is not None:
            self.answers.write(self._key(question, self._ruleset.system.digest if placed(answer) else ""), answer)

    def of(self, make: Callable[[], T], whole: Callable[[T], bool], *question: object) -> T:
        """The answer, made and kept if it is not there. `whole`: whether another run would not better it."""
        found: T | None = self.read(*question)
        if found is None:
            found = make()
            if whole(found):
                self.write(found, *question)
        return found

    def forget(self, *question: object) -> None:
        """Take an answer away: it will be asked anew."""
        if self.answers.folder is not None:
            for sources in ("", self._ruleset.system.digest):
                self.answers.forget(self._key(question, sources))

    def name(self, *question: object) -> str:
        """By which a file says that it belongs to the answer."""
        return self._key(question, "").hex()

    def _key(self, question: tuple[object, ...], sources: str) -> bytes:
        return key_of("of rules", meaning(self._ruleset), question, sources)
