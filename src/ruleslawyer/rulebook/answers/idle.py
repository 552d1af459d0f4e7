"""Rules that did nothing in an exploration: their effects may change, and its answer is found again.

An action that nobody takes, a deed that nothing demands, a duty or a rule that settles which never fires: its effect
is never come to, and a deed's clauses are never asked. Nor are the norms of an action that nobody could choose: where
it was judged, one of them was live, or none spoke in any judgement. While all else says the same, so does every state,
play and verdict, and they stay idle. Which rules were idle is known of an answer alone: it read
what can matter without them (`memo.Matters`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ruleslawyer.ir.system import Action, System
from ruleslawyer.rulebook.answers.specialised import judging
from ruleslawyer.rulebook.claims.occurrence import held_against
from ruleslawyer.rulebook.claims.result import Result, events_of

Idle = frozenset[str]


def idle(system: System, found: Result) -> Idle:
    """The rules of which nothing was done. Where a play ended in a failed check, what had been done before it is not
    told, and no rule is idle; nor is one where not all plays were followed. Where options were held against each other,
    to say whether an event matters, what was done under the others is not told: then only what nobody could choose is
    idle."""
    if not found.complete or any(event.ends for event in events_of(found)):
        return frozenset()
    undone, unjudged = frozenset(_idle_rules(system, found.live)), frozenset(_idle_judgings(system, found))
    if any(map(held_against, events_of(found))):
        undone = frozenset(name for name in undone if judging(name) in unjudged)
    return undone | unjudged


def idle_under(system: System, live: Collection[str] | None) -> Idle:
    """The same of several readings, by what was done under any of them; None: that is not known."""
    if live is None:
        return frozenset()
    unjudged = (judging(a.name) for a in system.actions.values() if _plain(a) and f"judged {a.name}" not in live)
    return frozenset((*_idle_rules(system, live), *unjudged))


def _idle_rules(system: System, live: Collection[str]) -> Iterator[str]:
    """The actions, deeds, duties and rules that settle of which none was done."""
    for kind in (system.actions, system.deeds, system.duties, system.settles):
        yield from (one.name for one in kind.values() if one.name == one.function.name and one.name not in live)


def _plain(action: Action) -> bool:
    return action.kind == "action" and not action.parts


def _idle_judgings(system: System, found: Result) -> Iterator[str]:
    """The judging of actions that nobody could choose."""
    for action in system.actions.values():
        spoken = action.name not in found.never_permitted
        if _plain(action) and spoken and found.live.isdisjoint(norm.name for norm in action.norms):
            yield judging(action.name)
