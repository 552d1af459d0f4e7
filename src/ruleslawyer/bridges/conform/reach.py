"""Actions and clauses that a session has not met: which of them cannot be met there, and in which scopes they are.

A scope is looked at by exploring its first states, which is kept. Where that came to its end, what it has not met no
play of the scope meets.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from ruleslawyer.base.diagnostics import ModelError, Tell, UsageError
from ruleslawyer.check.known import CAP
from ruleslawyer.rulebook.answers.memo import Memo
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, Unready
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

STATES, SECONDS = 20_000, 5.0
"""Of each scope, so many states are looked at, in so many seconds."""
ALL_SECONDS = 20.0
"""For all scopes together; what is kept of earlier sessions takes none."""

Here = Literal["impossible", "missed", "unknown"]


@dataclass(frozen=True, slots=True)
class Reach:
    """The actions and clauses that plays of a scope meet, as far as was looked. whole: no play meets another one."""

    met: frozenset[str]
    whole: bool


@dataclass(frozen=True, slots=True)
class Unmet:
    """An action, or a clause with an effect, that a session did not meet. here: whether it could have; scopes: those
    known to meet it, the smallest first."""

    name: str
    is_action: bool
    here: Here
    scopes: tuple[str, ...]


def missing(
    ruleset: LoadedRuleset, scope: str, met: Set[str], reading: Mapping[str, str], rulings: Mapping[str, str],
    tell: Tell | None = None,
) -> tuple[Unmet, ...]:  # fmt: skip
    """The actions that a session in a scope did not meet, and the clauses of all that any scope of the ruleset is known
    to meet. met: actions by their names, clauses as `§5.4.1`."""
    until = time.monotonic() + ALL_SECONDS
    actions = frozenset(ruleset.system.actions)
    found: dict[str, Reach] = {}
    for name in _scopes(ruleset, scope):
        if tell is not None:
            tell(f"what scope {name} meets")
        reach = _reach(ruleset, name, reading, rulings, until - time.monotonic())
        if reach is not None:
            found[name] = reach
    every = dict.fromkeys((*ruleset.system.actions, *sorted(set().union(*(one.met for one in found.values())))))
    off = ruleset.scope(scope).off
    rows = list[Unmet]()
    for name in (name for name in every if name not in met):
        where = tuple(other for other, reach in found.items() if name in reach.met and other != scope)
        here: Here = "unknown"
        if scope in found and name in found[scope].met:
            here = "missed"
        elif name in off or (scope in found and found[scope].whole):
            here = "impossible"
        rows.append(Unmet(name.removeprefix("§"), name in actions, here, where))
    return tuple(rows)


def plan(rows: Sequence[Unmet]) -> Iterator[tuple[str, tuple[Unmet, ...]]]:
    """The scopes to be played next, each with what it meets that none before it does: those first that meet most."""
    left = [row for row in rows if row.scopes]
    while left:
        names = dict.fromkeys(name for row in left for name in row.scopes)
        best = max(names, key=lambda name: sum(name in row.scopes for row in left))
        yield best, tuple(row for row in left if best in row.scopes)
        left = [row for row in left if best not in row.scopes]


def _scopes(ruleset: LoadedRuleset, first: str) -> list[str]:
    """The scopes that leave nothing open: the one that was played, then those that `check` explores, and the others."""
    closed = [name for name in ruleset.scopes() if name == first or not ruleset.scope(name).is_open]
    return sorted(closed, key=lambda name: (name != first, ruleset.scope(name).campaign, name))


def _reach(
    ruleset: LoadedRuleset, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str], left: float
) -> Reach | None:
    """None where it is not known, and no time is left to look, or the code for it cannot be made."""
    memo = Memo(users_answers(), ruleset, ruleset.scope(scope))
    question = ("reach", STATES, sorted(reading.items()), sorted(rulings.items()))
    known = memo.read(Reach, *question)
    if known is not None or left <= 0:
        return known
    from ruleslawyer.exploration.native import explore_natively  # which loads the compiler

    try:
        system = ruleset.transition_system(scope, reading, rulings)
        explored = explore_natively(system, Limits(STATES, min(SECONDS, left)), workers=1)
    except (ModelError, UsageError, Unready):
        return None
    counts = explored.counts
    if counts.stopped == BY_CTRL_C:
        raise KeyboardInterrupt
    names = frozenset(name for name in explored.live if name.startswith("§") or name in ruleset.system.actions)
    cut = any(kind == CAP for kind, *_ in explored.event_keys)
    found = Reach(names, counts.complete and not cut)
    if counts.complete or counts.states >= STATES:
        memo.write(found, *question)
    return found
