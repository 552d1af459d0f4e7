"""Answers to thousands of questions about one ruleset, each in a scope of its own that no file holds."""

from __future__ import annotations

from typing import Any

from ruleslawyer.answers.meaning import meaning
from ruleslawyer.answers.store import Answers, Placed, key_of
from ruleslawyer.ir.scope import Scope
from ruleslawyer.rulesets.loaded import LoadedRuleset


class OfScopes:
    """A question is its kind and all that is asked besides the rules and the scope.

    What can matter in a scope takes as long to work out as a small one takes to explore. So an answer is looked for by
    all that the rules say first, which is the same for each scope, and by what can matter where that has changed."""

    def __init__(self, answers: Answers, ruleset: LoadedRuleset) -> None:
        self.answers, self._ruleset = answers, ruleset
        self._kept = Placed(answers, ruleset.system.digest)
        self._asked: dict[int, tuple[Scope, bytes]] = {}
        """What can matter in scopes of which something was asked and not known: it will be written."""

    def read(self, scope: Scope, *question: object) -> Any:
        """The answer, or None where there is none."""
        if self.answers.folder is None or self.answers.fresh:
            return None
        whole = self._whole(scope, question)
        found = self._kept.read(whole)
        if found is None:
            matters = meaning(self._ruleset).within_one(scope)
            found = self._kept.read(self._key(matters, question))
            if found is None:
                self._asked[id(scope)] = scope, matters
            else:
                self._kept.write(whole, found)
        return found

    def write(self, answer: object, scope: Scope, *question: object) -> None:
        """Keep an answer."""
        if self.answers.folder is not None:
            asked = self._asked.pop(id(scope), None)
            matters = asked[1] if asked is not None else meaning(self._ruleset).within_one(scope)
            for key in (self._whole(scope, question), self._key(matters, question)):
                self._kept.write(key, answer)

    def _whole(self, scope: Scope, question: tuple[object, ...]) -> bytes:
        return self._key(meaning(self._ruleset).whole_with(scope), question)

    def _key(self, said: bytes, question: tuple[object, ...]) -> bytes:
        return key_of("of scopes", said, question)
