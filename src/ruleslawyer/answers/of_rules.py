"""Answers to questions about rules: found again while the rules say the same, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ruleslawyer.answers.meaning import meaning
from ruleslawyer.answers.store import Answers, Placed, key_of
from ruleslawyer.ir.scope import Scope
from ruleslawyer.rulesets.loaded import LoadedRuleset

T = TypeVar("T")


class OfRules:
    """The answers to questions about one ruleset, or about what can matter of it in one scope. A question is its kind
    and all that is asked besides the rules and the scope: a reading, a limit.

    An answer in which a place in a source stands is found by the sources as well."""

    def __init__(
        self, answers: Answers, ruleset: LoadedRuleset, scope: Scope | None = None, idle: frozenset[str] = frozenset()
    ) -> None:
        """idle: of which rules nothing is ever done in the scope, whoever answers (`idle.py`)."""
        self.answers, self._ruleset, self._scope, self._idle = answers, ruleset, scope, idle
        self._kept = Placed(answers, ruleset.system.digest)

    def read(self, *question: object) -> Any:
        """The answer, or None where there is none."""
        if self.answers.folder is None or self.answers.fresh:
            return None
        return self._kept.read(self.key(*question))

    def write(self, answer: object, *question: object) -> None:
        if self.answers.folder is not None:
            self._kept.write(self.key(*question), answer)

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
            self._kept.forget(self.key(*question))

    def key(self, *question: object) -> bytes:
        """By which the answer is found, wherever its rules stand."""
        said = meaning(self._ruleset)
        return key_of("of rules", said.within(self._scope, self._idle) if self._scope else said.whole(), question)
