"""Assumptions about members and what is printed on them: whether a scope meets what its ruleset assumes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.system import Assumption
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.look import Look, Machine
from ruleslawyer.semantics.sizes import domain_size


@dataclass(frozen=True, slots=True)
class Unmet:
    """An assumption that a scope does not meet, and the first members of which it is not so; why: what fails where it
    is asked of them, empty where it is false."""

    assumption: Assumption
    members: tuple[int, ...]
    why: str = ""


def unmet_assumptions(machine: Machine) -> Iterator[Unmet]:
    """The assumptions that a machine's scope does not meet, in their order; it leaves nothing open."""
    look = Look(machine, {})
    for one in machine.system.assumptions.values():
        found = next(_against(machine, look, one), None)
        if found is not None:
            yield found


def meets_assumptions(machine: Machine) -> bool:
    """Whether the scope meets all that is assumed of members."""
    return next(unmet_assumptions(machine), None) is None


def _against(machine: Machine, look: Look, one: Assumption) -> Iterator[Unmet]:
    """The choices of members of which an assumption is not so."""
    function, system, scope = one.function, machine.system, machine.scope
    for members in product(*(range(domain_size(p.type, system, scope)) for p in function.parameters)):
        try:
            if not machine.call(look, function, members):
                yield Unmet(one, members)
        except BranchEnds as ends:
            yield Unmet(one, members, ends.event.reason)
