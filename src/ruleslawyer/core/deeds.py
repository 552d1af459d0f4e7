"""A deed that is demanded: judged like an instance whose one permit is the demand, then done, or another is."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.core.clauses import Clauses, of_kind, over_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Deed, Instead


def deed(found: Deed, flags: bool) -> n.Function:
    m = Clauses(found.origin, f"deed {found.name}", found.function, t.NoneType(), found.name, flags)
    m.mark(found.name)
    if found.clauses:
        _judge(m, found)
    m.say(n.Run(m.origin, found.function, m.args))
    return m.finish()


def _judge(m: Clauses, found: Deed) -> None:
    """Goes on where the deed itself happens."""
    all_ = (found.permit, *found.clauses)
    holds: dict[str, n.Expr] = {found.name: m.const(True), **m.holding(found.clauses)}
    live = m.live(holds, over_of(all_))
    yes, no, allowed = m.verdict_conditions(of_kind(live, all_, "permit"), of_kind(live, all_, "forbid"))
    rivals = {(a, b): m.let(m.both(live[a], live[b]), "rivals") for a, b in found.rivals}
    m.tell("deed", found.name, [*holds.values(), allowed], m.either(m.both(yes, no), *rivals.values()))
    m.when(m.no(allowed), lambda: m.give(None))
    loses = m.losers(rivals)

    def instead(clause: Instead) -> Callable[[], None]:
        def write() -> None:
            m.say(n.Demand(m.origin, clause.by, m.args))
            m.give(None)

        return write

    for clause in found.insteads:
        m.when(m.both(live[clause.name], m.no(m.either(*loses.get(clause.name, ())))), instead(clause))
    if rivals:  # where the choices go round in a circle: the first that is live
        for clause in found.insteads:
            m.when(live[clause.name], instead(clause))
