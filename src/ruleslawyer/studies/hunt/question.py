"""A question that nobody asked: what it is about, what the model does, who decides that, and whether it is known."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from ruleslawyer.exploration.variants.choices import Noted, others
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.hunt.spots import Spot

NOBODY, NEARLY, CLAUSE = DECIDERS = (
    "no clause decides", "a clause speaks near it, and perhaps does not decide", "a clause decides",
)  # fmt: skip


Way: TypeAlias = tuple[str, ...]
"""A way in which the model does something in question, by names of the model: what moved where, and what becomes of it.
A question is one for a person, who reads the simplest; the ways tell apart what the rules do."""
Meet: TypeAlias = Callable[[tuple[str, str, str], Spot], None]


class Ask(Protocol):
    """Told of a question, which is made only where it is wanted."""

    def __call__(
        self, shape: str, key: tuple[str, ...], spot: Spot, made: Callable[[], Question], ways: Iterable[Way] = (), /
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Question:
    """asks: what, at the table. model, otherwise: what the model does, and what another reading would. sides: the
    clauses of each of the things that meet. near: clauses that may decide. probe: what the model does, under other
    options. around: clauses of the other rules that take part, by which it may be settled."""

    shape: str
    key: tuple[str, ...]
    asks: str
    model: str
    otherwise: str
    sides: tuple[tuple[str, ...], ...]
    near: tuple[str, ...]
    spot: Spot
    instance: Instance | None
    probe: Callable[[TransitionSystem], Any]
    settled_in_model: bool = False
    around: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The same in every run that finds it."""
        return question_name(self.shape, self.key)

    @property
    def clauses(self) -> tuple[str, ...]:
        """All that speak of what meets here."""
        return tuple(dict.fromkeys((*(c for side in self.sides for c in side), *self.near)))

    @property
    def decider(self) -> str:
        return CLAUSE if self.settled_in_model else NEARLY if self.near else NOBODY

    @property
    def depth(self) -> int:
        return self.spot.depth + (self.instance is not None)


def question_name(shape: str, key: tuple[str, ...]) -> str:
    """The name of a question."""
    return f"{shape}-{hashlib.sha256(repr(key).encode()).hexdigest()[:6]}"


@dataclass
class Found:
    """A question in its simplest spot. times: how often it was met; known: the finding or the doubt that names it, or
    the clause by which it is settled."""

    question: Question
    times: int = 1
    known: tuple[str, ...] = ()
    settled: str = ""
    others: set[str] = field(default_factory=set)
    """The same of other moves, in words."""
    ways: dict[Way, Spot] = field(default_factory=dict)
    """The ways in which it was met, each in its simplest spot."""

    @property
    def rank(self) -> tuple[Any, ...]:
        one = self.question
        return DECIDERS.index(one.decider), one.spot.size[0], one.depth, -self.times, one.id

    @property
    def open(self) -> bool:
        """Whether a person is asked: nobody has read it, and it came up where nothing was put elsewhere by hand."""
        return not self.known and not self.settled and self.question.spot.moved is None


def doubts_of(question: Question) -> list[str]:
    """The choices of which another option, alone, has the model do something else here: they name the question."""
    noted = Noted(question.spot.system.reading)
    system = TransitionSystem(question.spot.system.machine, noted)  # what a scenario ruled is doubted all the same
    usual = _probe(question, system)
    found = dict[str, None]()
    for choice, option in list(others(system, noted.asked)):
        if choice not in found and _probe(question, system.under(choice, option)) != usual:
            found[choice] = None
    return list(found)


def _probe(question: Question, system: TransitionSystem) -> Any:
    one, state = question.instance, question.spot.state
    try:
        if one is not None and not system.may(state, one):
            return None
        return True, question.probe(system)
    except BranchEnds as ends:
        return ends.event.key
