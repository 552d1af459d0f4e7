"""Events: things that can be wrong at one point of a play, and how a branch ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ruleslawyer.base.origin import Span
from ruleslawyer.ir.exclusive import order_name
from ruleslawyer.ir.system import Duty

Kind = Literal[
    "contradiction", "gap", "unresolved", "unspoken", "broken", "violation", "place", "cap", "unending", "loop", "idle"
]  # fmt: skip

LOOP: Kind = "loop"
"""Forced steps come back to where they were: the play has no end, and there is nothing behind it."""
CUTS: tuple[Kind, ...] = ("broken", "violation", "cap", "unresolved", "place", "unending")
"""Kinds of event behind which nothing is known: not every play is followed to its end (see `Event.cuts`)."""
ENDS: tuple[Kind, ...] = (*CUTS, LOOP)
"""Kinds of event that end a branch."""

END_EARLY = "plays end early: "
ROUND, DUTIES = "settle round", "duties"
"""The names of rounds, and of forced steps with duties among them, in events: no rule of an author has them."""
UNSETTLED = "rounds of settles come to no end"
UNWRITTEN = "the initial rule leaves it unwritten"
DUE_BY_FORGETTING = "it is due once what does not matter is forgotten"


def unwritten(field: str) -> str:
    """The message that a field of a sort or an enum, which has no default, cannot be read before the initial rule has
    written it."""
    return f"{field} has not been written yet"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that the text, or the model, gets wrong.

    subject: the action, seat, question, term, field, duty, rule or property that it is about.
    pair: the names of the two clauses that clash, in declaration order, where two do, or of two duties that are due at
    once, the one that runs first; of an unresolved question the option that is silent; of a property that cannot be
    evaluated the rule whose check fails.
    choice: the key of the reading that decides it, and its options; empty where nothing decides.
    cites: the clauses of the book involved.
    reason: why, where no pair says it; the two machines may word it differently, so it is not compared.
    of_range: whether a write leaves the range, or the size, of a field: the subject.
    """

    kind: Kind
    subject: str
    pair: tuple[str, ...] = ()
    choice: str = ""
    options: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    reason: str = ""
    span: Span | None = None
    of_range: bool = False

    @property
    def key(self) -> tuple[str, ...]:
        """The key by which two events are the same one."""
        return (self.kind, self.subject, *self.pair)

    @property
    def ends(self) -> bool:
        """Whether the play ends with it. Where a property alone cannot be evaluated play goes on."""
        return self.kind in ENDS and not self.of_property

    @property
    def cuts(self) -> bool:
        """Whether nothing is known of how the play goes on behind it."""
        return self.kind in CUTS and not self.of_property

    @property
    def of_property(self) -> bool:
        """Whether the event is that a property cannot be evaluated."""
        return self.kind == "broken" and bool(self.pair)

    @property
    def title(self) -> str:
        """The event in a few words, as reports and findings name it."""
        match self.kind:
            case "contradiction":
                return f"{self.subject}: {self.pair[0]} against {self.pair[1]}"
            case "gap" if self.pair:
                return f"{self.subject}: both are due, and no clause says which comes first"
            case "gap":
                return f"{self.subject}: no clause answers"
            case "unresolved":
                return f"{self.subject}: the chosen option is silent here"
            case "unspoken":
                return f"{self.subject}: neither permitted nor forbidden"
            case "place":
                return f"{self.subject}: two different results at once"
            case _:
                return f"{self.subject}: {self.reason or self.kind}"


def gap_of(first: Duty, other: Duty) -> Event:
    """The event that two duties are due at once, and no clause says whether the one comes before the other."""
    cites = tuple(dict.fromkeys(first.origin.cites + other.origin.cites))
    return Event("gap", order_name(first.name, other.name), (first.name, other.name), cites=cites)


class BranchEnds(Exception):
    """A check failed: this instance has no result. Carries the event that says so."""

    def __init__(self, event: Event) -> None:
        super().__init__(event.title)
        self.event = event


def failed_evaluation(name: str, cites: tuple[str, ...], met: Event) -> Event:
    """The event that a property cannot be evaluated, because of another one that was met in it."""
    reason = met.title if met.kind == "unresolved" else met.reason or met.kind
    cites = tuple(dict.fromkeys(cites + met.cites))
    return Event("broken", name, (met.subject,), cites=cites, reason=reason, span=met.span)
