"""Whether rules ever await several players at once, as far as the text of `awaits` and of procedures shows it."""

from __future__ import annotations

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk


def awaits_one(system: System, frame: str | None) -> bool:
    """Whether a procedure, or what is done outside of procedures (None), awaits one player at a time, or chance."""
    return _awaits_one_in(system, frame) if frame else _awaits_one_outside(system)


def may_leave_order_open(system: System) -> bool:
    """Whether a state may await several players of whom one acts, so that who goes first is open."""
    alone = (action for action in system.actions.values() if action.kind == "action")
    return any(not awaits_one(system, frame) for frame in {frame for action in alone for frame in action.at})


def _awaits_one_outside(system: System) -> bool:
    """Where some react, others are awaited, too."""
    returned = [one.value for one in walk(system.awaits.body) if isinstance(one, n.Return)]
    return not system.reactions and bool(returned) and all(map(_is_at_most_one, returned))


def _awaits_one_in(system: System, frame: str) -> bool:
    """Wherever the procedure is opened or written."""
    number = next(i for i, f in enumerate(system.frames[frame].fields) if f.name == "awaits")
    written: list[n.Expr] = []
    for function in system.functions():
        for node in walk(function.body):
            match node:
                case n.Open(frame=name, values=values) if name == frame:
                    written.append(values[number])
                case n.Write(place=n.Place(record=name, field="awaits"), value=value) if name == frame:
                    written.append(value)
                case n.Delta(place=n.Place(record=name, field="awaits"), sign=1) if name == frame:
                    return False
    return all(isinstance(value, n.SetOf) and len(value.items) == 1 for value in written)


def _is_at_most_one(value: n.Expr | None) -> bool:
    """Whether a set that is awaited has one player at most, also without those who are out; chance is nobody else."""
    match value:
        case n.SetOf(items=items):
            return len(items) == 1
        case n.Const():
            return bool(value.value == t.CHANCE)
        case n.Fold(body=n.Var(slot=said), condition=n.Logic(op="and", items=(n.Member() as within, *_))):
            is_member = isinstance(within.item, n.Var) and within.item.slot == said
            return is_member and _is_at_most_one(within.collection)
    return False
