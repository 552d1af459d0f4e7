"""An action with its seats or members: the worst verdict of all of them, and whether all are candidates."""

from __future__ import annotations

from ruleslawyer.core.clauses import Clauses
from ruleslawyer.core.core import core_of
from ruleslawyer.core.norms import ALLOWED, LEGAL, UNSPOKEN
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.making import BOOL, INT
from ruleslawyer.ir.system import Action, Part

BY_NATURE = LEGAL + ALLOWED
"""An outcome of chance without norms of its own: its citation is its permit."""
_MADE: dict[tuple[int, str], tuple[Action, n.Function]] = {}
_MOST = 1 << 12


def verdict_of(action: Action, flags: bool = False) -> n.Function:
    """The function that gives the verdict on an instance (see `norms.ALLOWED`), the parts of its action included."""
    if not action.parts and not (action.kind == "chance" and (flags or not action.norms)):
        return core_of(action, flags)
    return latest(_MADE, (id(action), f"verdict {flags}"), _MOST, lambda: (action, _worst(action, flags)))[1]


def domain_of(action: Action) -> n.Function:
    """The function that says whether the domain of an action holds, and that of each seat or member."""
    return latest(_MADE, (id(action), "domain"), _MOST, lambda: (action, _belongs(action)))[1]


def _worst(action: Action, flags: bool) -> n.Function:
    m = Clauses(action.origin, f"judge all of {action.name}", action.function, INT, action.name, flags)
    m.give(worst(m, action))
    return m.finish()


def worst(m: Clauses, action: Action) -> n.Worst:
    """The verdict on an instance, for a function with the action's parameters."""
    every = [
        n.Each(*_items(m, action, part), n.Judged(part.name, core_of(part, m.flags), _part_arguments(m, action, part)))
        for part in action.parts
    ]
    mine = n.Judged(action.name, core_of(action, m.flags), m.args) if action.judged_itself else None
    counts, otherwise = m.no(_judges_parts_alone(m, action)), BY_NATURE if action.kind == "chance" else UNSPOKEN
    return n.Worst(m.origin, INT, action.name, mine, counts, tuple(every), otherwise)


def _judges_parts_alone(m: Clauses, action: Action) -> n.Expr:
    """Whether an action is judged by its parts alone, the one norm that is left out aside."""
    if m.flags and len(action.norms) == 1 and action.kind != "action":
        return m.says("without", action.name, action.norms[0].name)
    return m.const(not action.judged_itself)


def _belongs(action: Action) -> n.Function:
    m = Clauses(action.origin, f"{action.name} is a candidate", action.function, BOOL, action.name, False)
    leave_outside(m, action)
    m.give(m.const(True))
    return m.finish()


def leave_outside(m: Clauses, action: Action, *, quiet: bool = False) -> None:
    """False, where the domain of an action does not hold, or that of a seat or member. quiet: they are asked aside."""
    if action.domain is not None:
        inside = m.slot(BOOL, "inside")
        m.put(inside, n.RuleCall(m.origin, BOOL, action.domain, m.args, quiet))
        m.when(m.no(inside), lambda: m.give(m.const(False)))
    for part in action.parts:
        if part.domain is not None:
            slot, name, domain, condition = _items(m, action, part)
            asked = n.RuleCall(part.origin, BOOL, part.domain, _part_arguments(m, action, part), quiet)
            every = n.Fold(part.origin, BOOL, "all", slot, name, domain, condition, asked, None)
            m.when(m.no(every), lambda: m.give(m.const(False)))


def _items(m: Clauses, action: Action, part: Part) -> tuple[int, str, n.Expr, n.Expr]:
    """The loop over the seats that have a choice, or over the members: its slot, a name, its domain, a condition."""
    subject = _subject(m, action, part)
    if isinstance(subject.type, t.Map):
        seat = m.slot(subject.type.key, "seat")
        nobody = n.Const(m.origin, t.NoneType(), None)
        chosen = m.no(m.equal(_choice(m, subject, seat), nobody))
        return seat.slot, seat.name, n.Domain(m.origin, t.Set(seat.type)), chosen
    assert isinstance(subject.type, t.Set)
    member = m.slot(subject.type.item, "member")
    return member.slot, member.name, subject, m.const(True)


def _part_arguments(m: Clauses, action: Action, part: Part) -> tuple[n.Expr, ...]:
    """The arguments of the clauses of a part, for the item whose slot was made last."""
    subject, leading = _subject(m, action, part), m.args[: action.leading]
    if isinstance(subject.type, t.Map):
        seat = n.Var(m.origin, subject.type.key, m.slots - 1, "seat")
        return (*leading, seat, _choice(m, subject, seat))
    assert isinstance(subject.type, t.Set)
    others = (arg for arg in m.args[action.leading :] if arg is not subject)
    return (*leading, *others, n.Var(m.origin, subject.type.item, m.slots - 1, "member"))


def _subject(m: Clauses, action: Action, part: Part) -> n.Var:
    return next(arg for arg in m.args if arg.name == part.of)


def _choice(m: Clauses, subject: n.Var, seat: n.Var) -> n.Expr:
    assert isinstance(subject.type, t.Map)
    item = subject.type.value
    return n.Item(m.origin, item if isinstance(item, t.Optional) else t.Optional(item), subject, seat)
