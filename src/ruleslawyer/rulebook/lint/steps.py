"""Properties of an action's step that compare what the action never writes: what does so comes after it."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.diagnostics import Diagnostic
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.checks import Check
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Duty, Settle, System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk

_BEFORE, _AFTER = 0, 1
"""The slots of the two states in the function of a step."""


def steps_of_what_comes_later(system: System) -> Iterator[Diagnostic]:
    """Diagnostics of the steps of an action that compare a field before and after it which the action never writes,
    and something forced after it does: there the two states have the same, and the property may hold for nothing. That
    it stays as it is may be what is promised, and is not told."""
    functions = Functions(system)
    forced: list[Duty | Settle] = [*system.duties.values(), *system.settles.values()]
    writes = {one.name: functions.uses([one.function]).writes for one in forced}
    for check in system.checks.values():
        if check.kind == "step" and check.of is not None:
            yield from _of_check(system, functions, check, check.of, writes)


def _of_check(
    system: System,
    functions: Functions,
    check: Check,
    action: str,
    writes: dict[str, frozenset[tuple[str | None, str]]],
) -> Iterator[Diagnostic]:
    read = [node for node in walk(check.function.body) if isinstance(node, n.Read) and node.record is None]
    before, after = ({one.field for one in read if one.store == store} for store in (_BEFORE, _AFTER))
    kept = set(_frame_fields(check.function))
    own = functions.uses([system.actions[action].function]).writes
    fields = {field.name: field for field in system.state.fields}
    for name in sorted((before & after) - kept):
        later = [f"`{rule}`" for rule, written in writes.items() if (None, name) in written]
        if later and (None, name) not in own and fields[name].until is None:
            message = (
                f"`{action}` never writes `{name}`, of which `{check.name}` speaks: {later[0]} does, after its step"
            )
            help = "leave `of` away: then it is asked of every sub-step, what is forced too"
            yield Diagnostic("RL806", message, check.origin.span, help=help)


def _frame_fields(function: Function) -> Iterator[str]:
    """The fields of which a property says that they stay: that an action leaves them alone is what it promises."""
    for node in walk(function.body):
        match node:
            case n.Compare(op="==", left=n.Read(store=one, field=field), right=n.Read(store=other, field=same)):
                if field == same and one != other:
                    yield field
