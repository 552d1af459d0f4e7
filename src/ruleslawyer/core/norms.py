"""The verdict on an instance of a base with norms: an action, its parts left out, a seat, a member."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.core.clauses import Clauses, of_kind, over_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.making import INT
from ruleslawyer.ir.system import Action, Norm, Part

ILLEGAL, CONTRADICTION, UNSPOKEN, LEGAL = range(4)
"""What a made function gives: a verdict, the worst first …"""
ALLOWED = 4
"""… and this added where the reading allows it."""


def judgement(found: Action | Part, flags: bool) -> n.Function:
    """A number: see `ALLOWED`."""
    norms: Sequence[Norm] = found.norms
    m = Clauses(found.origin, f"judge {found.name}", found.function, INT, found.name, flags)
    holds = m.holding(norms)
    live = m.live(holds, over_of(norms))
    yes, no, allowed = m.verdict_conditions(of_kind(live, norms, "permit"), of_kind(live, norms, "forbid"))
    yes, no = m.let(yes, "permitted"), m.let(no, "forbidden")
    m.tell("norms", found.name, [*holds.values(), allowed], m.both(yes, no))
    c = m.const
    clash = m.pick(allowed, c(CONTRADICTION + ALLOWED), c(CONTRADICTION))
    m.give(m.pick(yes, m.pick(no, clash, c(LEGAL + ALLOWED)), m.pick(no, c(ILLEGAL), c(UNSPOKEN))))
    return m.finish()
