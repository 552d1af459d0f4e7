"""Which functions of the rules ran while an answer was found: the others may say something else, and it is found again.

A play is made step by step, and each step by functions: conditions, effects, helpers. Where two rulebooks differ in
bodies of functions alone, and none of these ran, the next step is the same, and so is what runs in it. So an answer is
found by all that the rules say without bodies, and by the bodies of what ran. What ran is known of an answer alone; so
it is noted with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ruleslawyer.answers.canonical import Digest, placed
from ruleslawyer.answers.meaning import meaning
from ruleslawyer.answers.store import Answers, key_of
from ruleslawyer.rulesets.loaded import LoadedRuleset

MOST = 4
"""Answers to one question that are kept, under different rules; the last ones."""


class Entered:
    """The answers of one ruleset that were found by running rules in which no place in a source stands."""

    def __init__(self, answers: Answers, ruleset: LoadedRuleset) -> None:
        self.answers, self._ruleset = answers, ruleset

    def read(self, *question: object) -> Any:
        """The answer, or None where there is none."""
        if self.answers.folder is None or self.answers.fresh:
            return None
        said = meaning(self._ruleset)
        found = (answer for names, bodies, answer in self._kept(question) if said.bodies(names) == bodies)
        return next(found, None)

    def write(self, answer: object, ran: Iterable[int], *question: object) -> None:
        """Keep an answer. ran: the identities of the functions that ran."""
        if self.answers.folder is None or placed(answer):
            return
        said = meaning(self._ruleset)
        names = said.names(ran)
        others = (one for one in self._kept(question, counted=False) if one[:2] != (names, said.bodies(names)))
        self.answers.write(self._key(question), ((names, said.bodies(names), answer), *others)[:MOST])

    def _kept(self, question: tuple[object, ...], *, counted: bool = True) -> tuple[tuple[Any, Digest, Any], ...]:
        found = self.answers.read(self._key(question), counted=counted)
        return found if isinstance(found, tuple) else ()

    def _key(self, question: tuple[object, ...]) -> bytes:
        return key_of("entered", meaning(self._ruleset).but_bodies(), question)
