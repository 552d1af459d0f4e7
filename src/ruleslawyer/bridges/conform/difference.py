"""A difference between two implementations: where it is, what each says there, and which kind it is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ruleslawyer.bridges.conform.view import View
from ruleslawyer.play.shrink import ChoiceSequence
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance

Kind = Literal["state", "legal", "refused", "sight"]


@dataclass(frozen=True, slots=True)
class Reason:
    """The reference's explanation of one difference, and the clauses that it cites."""

    what: str
    why: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resting:
    """A choice of the reading that the reference's answer rests on: a question, or a clash of clauses. follows: the
    option that the reference follows; others: those under which the rules say what the other implementation says."""

    choice: str
    follows: str
    options: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """The place where two implementations differ. at: the action that is offered or not, or that led there; `initial`
    or `load` as a play begins. before: the reference's state in which the last answer was given; None at the beginning
    of a play. answers: the reference's and the other's, in words, by what they are about. about: what it is known again
    by: names of fields, or the clauses that speak about an action. given: the state that the play was begun in, where
    it was not begun as the rules say. view: the state that the other answered with; offered: the actions that it
    offers, or does not. resting: the open questions behind it, once somebody asked for them."""

    kind: Kind
    at: str
    way: ChoiceSequence
    before: State | None
    answers: tuple[tuple[str, str, str], ...]
    reasons: tuple[Reason, ...]
    about: frozenset[str]
    given: State | None = None
    view: View | None = None
    offered: tuple[Instance, ...] = ()
    resting: tuple[Resting, ...] = ()

    def shows(self, other: Difference) -> bool:
        """Whether another difference is perhaps the same: at the same action, and about something that is."""
        return self._place == other._place and (bool(self.about & other.about) or self.about == other.about)

    def is_of_kind(self, known: Difference) -> bool:
        """Whether nothing is told by it that a known one does not tell: all of that differs here too."""
        return self._place == known._place and known.about <= self.about and bool(known.about) == bool(self.about)

    @property
    def _place(self) -> tuple[Kind, str, tuple[str, ...]]:
        """The kind and the action; where one side alone offers that, which side."""
        return self.kind, self.at, self.answers[0][1:] if self.kind == "legal" else ()


class Disagreement(Exception):
    """Differences were found. common: the actions with which the play may go on; None where it cannot."""

    def __init__(self, differences: Sequence[Difference], common: list[Instance] | None = None) -> None:
        super().__init__(differences[0].kind)
        self.differences, self.common = tuple(differences), common
