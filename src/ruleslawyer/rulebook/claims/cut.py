"""Branches that end early: to which properties what lies behind may matter, and the cause in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ruleslawyer.ir.checks import OF_PLAYS, Check
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.rulebook.claims.occurrence import Occurrence
from ruleslawyer.rulebook.claims.verdict import count_actions
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import CUTS, END_EARLY

ANYTHING = ""
"""Said in place of an action where a game does not begin, or nobody can act."""
AS_ABOVE = "for the same cause as above"
ROUND_AT_ONCE = "forced steps go round as a game begins: there is no state of which this could be asked"


def may_matter(system: System, scope: Scope, check: Check, cut: Collection[str]) -> bool:
    """Whether what lies behind the branches of some actions (or `ANYTHING`) that end early may matter to a property."""
    return bool(cut) and not set(cut) <= set(apart_from(system, scope, check))


def apart_from(system: System, scope: Scope, check: Check) -> tuple[str, ...]:
    """The actions of which it matters nothing to a property what lies behind their branches that end early.

    They write nothing of its cone. So every state behind them is, as far as the cone goes, one that is explored: no
    rule that writes to the cone can be due, or allowed, there and not in the state that the branch left. While a
    reaction is awaited nobody else may act, so one that ends early may hold up anything; and a property of all steps is
    asked of steps that change nothing of its cone as well.
    """
    if check.kind in OF_PLAYS or (check.kind == "step" and check.of is None):
        return ()
    actions = tuple(name for name in system.actions if name not in system.reactions)
    inside = Cones.of(system, scope).rules_in_cone(check.name, actions)
    return tuple(name for name in actions if name not in inside)


def cause_of(occurrences: Iterable[Occurrence], codec: Codec) -> str:
    """The first event behind which nothing is known, in words: what is wrong, where in the rules, and in which play;
    empty where there is none."""
    met = next((one for one in occurrences if one.event.cuts), None)
    if met is None:
        return ""
    event, instance = met.event, met.instance or met.start
    span = f" ({event.span})" if event.span else ""
    taken = f", at {codec.call(instance)}" if instance else ""
    after = f", after {count_actions(met.depth)}" if met.state else ""
    what = f"{event.subject}: {event.reason}" if event.reason else event.title
    return f"{END_EARLY}{event.kind} of {what}{span}{taken}{after}"


@dataclass(frozen=True, slots=True)
class Capped:
    """The caps of a scope at which plays are cut off, where nothing else cuts one off; and from how many states at most
    (None: that is not known)."""

    caps: tuple[tuple[str, int], ...]
    states: int | None = None

    def reason(self, states: int) -> str:
        """The reason of a verdict up to the caps, of so many rest states."""
        many = "some" if self.states is None else f"at most {self.states}"
        within = " and ".join(f"{field} at most {most}" for field, most in self.caps)
        return f"in all {states} rest states that plays come to with {within}; from {many} of them plays are cut off"


def met_caps(events: Iterable[tuple[str, str]], scope: Scope) -> tuple[tuple[str, int], ...]:
    """The caps of a scope at which plays are cut off, by the kinds and subjects of the events that plays met
    (not those of asking a property); nothing where something else cuts one off as well, or nothing does."""
    cutting = {(kind, subject) for kind, subject in events if kind in CUTS}
    if any(kind != "cap" for kind, _ in cutting):
        return ()
    return tuple((field, most) for field, most in scope.caps.items() if ("cap", field) in cutting)


def tell_once(reasons: Iterable[str]) -> Iterator[str]:
    """Reasons of verdicts in a row: the cause by which plays end early is told with the first of those that have it."""
    told = set[str]()
    for reason in reasons:
        cause = reason.partition("; ")[0]
        yield AS_ABOVE if cause in told else reason
        if cause.startswith(END_EARLY):
            told.add(cause)


def why_nothing_begins(check: Check, states: int, *, round_at_once: bool) -> str:
    """The reason why nothing is said of a property where forced steps go round as a game begins: of what must come, and
    of anything where there is no other beginning; empty where that is not so."""
    return ROUND_AT_ONCE if round_at_once and (check.kind in OF_PLAYS or not states) else ""
