"""What can be wrong at one point of a play: events, and how a branch ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ruleslawyer.origin import Span

Kind = Literal[
    "contradiction", "gap", "unresolved", "unspoken", "broken", "violation", "place", "cap", "unending", "idle"
]

ENDS: tuple[Kind, ...] = ("broken", "violation", "cap", "unresolved", "place", "unending")
"""Kinds of event that end a branch, so that not every play is followed to its end."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that the text, or the model, gets wrong.

    subject: the action, seat, question, term, field, duty or rule that it is about.
    pair: the names of the two clauses that clash, in declaration order, where two do.
    choice: the key of the reading that decides it, and its options; empty where nothing decides.
    cites: the clauses of the book involved.
    reason: why, where no pair says it; the two machines may word it differently, so it is not compared.
    """

    kind: Kind
    subject: str
    pair: tuple[str, ...] = ()
    choice: str = ""
    options: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    reason: str = ""
    span: Span | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """What makes two events the same one."""
        return (self.kind, self.subject, *self.pair)

    @property
    def title(self) -> str:
        """The event in a few words, as reports and findings name it."""
        match self.kind:
            case "contradiction":
                return f"{self.subject}: {self.pair[0]} against {self.pair[1]}"
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


class BranchEnds(Exception):
    """A check failed: this instance has no result. Carries the event that says so."""

    def __init__(self, event: Event) -> None:
        super().__init__(event.title)
        self.event = event
