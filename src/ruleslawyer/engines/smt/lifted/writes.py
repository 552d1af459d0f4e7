"""The obligations that every write of a field keeps its range, for any number of cards: what the relation takes as
given elsewhere.

A write is checked under the checks before it: by induction on their number the first one that fails is excluded. In a
loop, whose members check and write in turn, those are the checks before the loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.engines.smt.lifted.induction import fails
from ruleslawyer.ir import types as t
from ruleslawyer.ir.checks import WRITES
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.relation import Step
from ruleslawyer.lifted.terms import TRUE, Term, either
from ruleslawyer.lifted.world import shape_of
from ruleslawyer.lifted.writes import Signs


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


def out_of_range(step: Step, field: str) -> Iterator[tuple[Step, Term]]:
    """The conditions that a write of a field by a rule leaves its range, each with the rule up to the checks before
    that write."""
    for i, check in enumerate(step.checks):
        if check.write == field and check.unless is not TRUE:
            yield replace(step, upto=i if check.since is None else check.since), fails(check)


def on_the_way(step: Step, signs: Sequence[Signs]) -> Iterator[tuple[Step, Term]]:
    """The conditions that one summand of a sum is negative and another positive, each with the rule up to the checks
    before: where one of these cannot be, each value on the way lies between the first and the last."""
    for way in (0, 1):
        before = min(one[way].since or 0 for one in signs)
        yield replace(step, upto=before), either(*(fails(one[way]) for one in signs))
