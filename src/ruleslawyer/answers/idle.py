"""Which rules did nothing in an exploration: what they would do may change, and it is found again.

An action that nobody takes, a deed that nothing demands, a duty or a rule that settles which never fires: its effect
is never come to, and a deed's clauses are never asked. Nor are the norms of an action that nobody could choose: where
it was judged, one of them was live, or none spoke in any judgement. While all else says the same, so does every state,
play and verdict, and they stay idle. Which rules were idle is known of an answer alone; so it is noted beside the
question, and an answer is looked for by the rules without what those would do that were idle in the last ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ruleslawyer.answers.of_rules import OfRules
from ruleslawyer.answers.specialised import judging
from ruleslawyer.answers.store import Answers, key_of
from ruleslawyer.claims.occurrence import held_against
from ruleslawyer.claims.result import Result, events_of
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import Action, System
from ruleslawyer.rulesets.loaded import LoadedRuleset

MOST = 4
"""Sets of idle rules that are noted with a question; the last ones."""
Idle = frozenset[str]


class Followed:
    """The answers about the plays of one scope that are kept."""

    def __init__(self, answers: Answers, ruleset: LoadedRuleset, scope: Scope) -> None:
        self._answers, self._ruleset, self._scope = answers, ruleset, scope

    def read(self, *question: object) -> Any:
        """What was found when all that is not idle said the same; None where it is not known."""
        for idle in self._noted(question):
            found = OfRules(self._answers, self._ruleset, self._scope, idle).read(*question)
            if found is not None:
                return found
        return None

    def write(self, found: object, idle: Idle, *question: object) -> None:
        if self._answers.folder is None:
            return
        OfRules(self._answers, self._ruleset, self._scope, idle).write(found, *question)
        noted = self._noted(question)
        if noted[:1] != (idle,):
            rest = (one for one in noted if one != idle)
            self._answers.write(self._key(question), (idle, *rest)[:MOST])

    def _noted(self, question: tuple[object, ...]) -> tuple[Idle, ...]:
        found = self._answers.read(self._key(question), counted=False)
        return found if isinstance(found, tuple) else ()

    def _key(self, question: tuple[object, ...]) -> bytes:
        return key_of("idle", self._ruleset.name, self._scope.name, question)


def idle(system: System, found: Result) -> Idle:
    """The rules of which nothing was done. Where a play ended in a failed check, what had been done before it is not
    told, and no rule is idle; nor is one where not all plays were followed. Where options were held against each other,
    to say whether an event matters, what was done under the others is not told: then only what nobody could choose is
    idle."""
    if not found.complete or any(event.ends for event in events_of(found)):
        return frozenset()
    undone, unjudged = frozenset(_undone(system, found.live)), frozenset(_unjudged(system, found))
    if any(map(held_against, events_of(found))):
        undone = frozenset(name for name in undone if judging(name) in unjudged)
    return undone | unjudged


def idle_under(system: System, live: Collection[str] | None) -> Idle:
    """The same of several readings, by what was done under any of them; None: that is not known."""
    if live is None:
        return frozenset()
    unjudged = (judging(a.name) for a in system.actions.values() if _plain(a) and f"judged {a.name}" not in live)
    return frozenset((*_undone(system, live), *unjudged))


def _undone(system: System, live: Collection[str]) -> Iterator[str]:
    """The actions, deeds, duties and rules that settle of which none was done."""
    for kind in (system.actions, system.deeds, system.duties, system.settles):
        yield from (one.name for one in kind.values() if one.name == one.function.name and one.name not in live)


def _plain(action: Action) -> bool:
    return action.kind == "action" and not action.parts


def _unjudged(system: System, found: Result) -> Iterator[str]:
    """The judging of actions that nobody could choose."""
    for action in system.actions.values():
        spoken = action.name not in found.never_permitted
        if _plain(action) and spoken and found.live.isdisjoint(norm.name for norm in action.norms):
            yield judging(action.name)
