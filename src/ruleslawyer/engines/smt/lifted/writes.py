"""That every write of a field keeps its range, for any number of cards: what the relation takes as given elsewhere.

A write is checked under the checks before it: by induction on their number the first one that fails is excluded. In a
loop, whose members check and write in turn, those are the checks before the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from time import process_time
from typing import TYPE_CHECKING

from ruleslawyer.engines.smt.lifted.induction import Candidate, Fallen, Induction, fails
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import WRITES, System
from ruleslawyer.lifted.context import Check
from ruleslawyer.lifted.relation import Step
from ruleslawyer.lifted.terms import TRUE, Term
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.lifted.writes import Signs

if TYPE_CHECKING:  # the fields are named without a solver too
    from ruleslawyer.engines.smt.lifted.question import Asked

ON_THE_WAY = "several things are added up in one place, and what is there on the way is not said"
ORDER = "it is written in a loop whose order may matter"


@dataclass(frozen=True, slots=True)
class Write:
    """A field with a range, as a property."""

    field: str
    cites: tuple[str, ...]
    kind: str = "writes"

    @property
    def name(self) -> str:
        return f"{WRITES}{self.field}"


def writes(system: System) -> Iterator[Write]:
    """The fields of the state that hold numbers with a range."""
    for field in system.state.fields:
        leaf = shape_of(field.type).leaf
        number = leaf.item if isinstance(leaf, t.Optional) else leaf
        if isinstance(number, t.Int) and (number.low is not None or number.high is not None):
            yield Write(field.name, () if number.cite is None else (number.cite,))


def written_wrong(
    about: Induction, write: Write, known: Sequence[Candidate], seconds: float, end: float = inf
) -> Fallen | set[str]:
    """The first rule that may write a field out of its range; or, where none does, what that rests on. end: when time
    is out for all of it."""
    used: set[str] = set()

    def shown(step: Step, wrong: Term) -> Asked | None:
        answer = about.ask(step, wrong, (), known, min(seconds, end - process_time()))
        used.update(answer.used)
        return None if answer.asked.answer == "unsat" else answer.asked

    for step in about.steps:
        if process_time() > end:
            return Fallen(step.key, None, late=True)
        if not all(_anywhere(about, check, seconds) for check in step.anywhere.get(write.field, ())):
            return Fallen(step.key, None, ORDER)
        if not _one_way(step, step.unsaid.get(write.field, ()), shown):
            return Fallen(step.key, None, ON_THE_WAY)
        for before, wrong in out_of_range(step, write.field):
            asked = shown(before, wrong)
            if asked is not None:
                return Fallen(step.key, asked)
    return used


def out_of_range(step: Step, field: str) -> Iterator[tuple[Step, Term]]:
    """That a write of a field by a rule leaves its range, each with the rule up to the checks before that write."""
    for i, check in enumerate(step.checks):
        if check.write == field and check.unless is not TRUE:
            yield replace(step, upto=i if check.since is None else check.since), fails(check)


def _anywhere(about: Induction, check: Check | None, seconds: float) -> bool:
    """Whether a write keeps its range whatever the state: nothing is known but what is printed on cards."""
    if check is None:
        return False
    laws = [*about.relation.world.laws, *about.also]
    assert about.solver is not None
    return about.solver.ask(fails(check), [], laws, seconds).answer == "unsat"


def _one_way(step: Step, added: Sequence[Signs | None], shown: Callable[[Step, Term], Asked | None]) -> bool:
    """Whether all that is added up in one place is not less than nothing, or all of it is not more: then each value on
    the way lies between the first and the last."""
    signs = [one for one in added if one is not None]
    if len(signs) < len(added):
        return False
    return any(all(shown(replace(step, upto=one[k].since), fails(one[k])) is None for one in signs) for k in (0, 1))
