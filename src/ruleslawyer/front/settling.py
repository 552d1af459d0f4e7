"""Settles held to their `when`, which is asked in every state: whatever a settle waits for stands there.

An effect that does nothing but under a condition waits for that condition. Where it reads what the `when` does not, the
settle may hold, do nothing, and not be looked at again when that changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ruleslawyer.front.analysis import Analysis
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions


def check_settles(analysis: Analysis, system: System) -> None:
    """Report each settle of which all that it does is done where a condition holds that reads more than its `when`."""
    heard = {trigger.when.name for trigger in system.triggers.values()}
    for settle in system.settles.values():
        known = _read(system, settle.when)
        for condition in _waited_for(settle.function.body, heard):
            more = sorted(_read(system, condition) - known)
            if more:
                analysis.report(
                    "RL530",
                    condition.origin.span,
                    f"all that `{settle.name}` does hangs on what its `when` does not read: {', '.join(more)}",
                    second=settle.when.origin.span,
                    second_label="this is asked in every state",
                    help="ask it there: a settle's `when` may ask questions",
                )
                break


def _waited_for(body: tuple[n.Stmt, ...], heard: Collection[str]) -> Iterator[n.Expr]:
    """The conditions under which alone anything is done; none, where something is done in any case."""
    if any(_acts(statement, heard) for statement in body):
        return
    for statement in body:
        match statement:
            case n.If(condition=condition):
                yield condition
            case n.For(body=inner) | n.Effect(body=inner) | n.Simultaneous(body=inner):
                yield from _waited_for(inner, heard)


def _acts(statement: n.Stmt, heard: Collection[str]) -> bool:
    """Whether the statement changes something under no condition, or says that a moment has come: what hears of it then
    is no condition of the settle's (`heard`: the helpers that say so)."""
    match statement:
        case n.For(body=inner) | n.Effect(body=inner) | n.Simultaneous(body=inner):
            return any(_acts(each, heard) for each in inner)
        case n.If(condition=n.Call(kind="helper", name=name)) if name in heard:
            return True
    return not isinstance(statement, n.If | n.Let | n.Return)


def _read(system: System, asked: Function | n.Expr) -> set[str]:
    """The fields, frames and questions that something reads, by name, also by what it calls."""
    found = Functions(system).uses([asked])
    return {".".join(filter(None, place)) for place in found.reads} | (found.calls & system.questions.keys())
