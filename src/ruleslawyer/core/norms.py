"""The verdict on an instance of a base with norms, an action, a seat, a member; and of an action with all its parts."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.core.clauses import Clauses, of_kind, over_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.making import BOOL, INT
from ruleslawyer.ir.system import Action, Norm, Part

ILLEGAL, CONTRADICTION, UNSPOKEN, LEGAL = range(4)
"""What a made function gives: a verdict, the worst first …"""
ALLOWED = 4
"""… and this added where the reading allows it."""
BY_NATURE = LEGAL + ALLOWED
"""An outcome of chance without norms of its own: its citation is its permit."""


def judged(found: Action | Part, flags: bool) -> n.Function:
    """A number: see `ALLOWED`; of an action with parts what its own norms say, and nothing else."""
    norms: Sequence[Norm] = found.norms
    m = Clauses(found.origin, f"judge {found.name}", found.function, INT, found.name, flags)
    if isinstance(found, Action) and found.kind == "chance" and not found.parts:
        m.when(_unsaid(m, found), lambda: m.give(m.const(BY_NATURE)))
        if not norms:
            return m.done()
    holds = m.holding(norms)
    live = m.live(holds, over_of(norms))
    yes, no, allowed = m.allowed(of_kind(live, norms, "permit"), of_kind(live, norms, "forbid"))
    yes, no = m.let(yes, "permitted"), m.let(no, "forbidden")
    m.tell("norms", found.name, [*holds.values(), allowed], m.both(yes, no))
    c = m.const
    clash = m.pick(allowed, c(CONTRADICTION + ALLOWED), c(CONTRADICTION))
    m.give(m.pick(yes, m.pick(no, clash, c(LEGAL + ALLOWED)), m.pick(no, c(ILLEGAL), c(UNSPOKEN))))
    return m.done()


def _unsaid(m: Clauses, action: Action) -> n.Expr:
    """Whether an action has no norms of its own, the one that is left out aside."""
    if m.flags and len(action.norms) == 1:
        return m.said("without", action.name, action.norms[0].name)
    return m.const(not action.norms)


def with_parts(action: Action, own: n.Function, parts: Sequence[n.Function], flags: bool) -> n.Function:
    """The verdict on an instance with seats or members. own, parts: what `judged` makes of it, and of each of them."""
    m = Clauses(action.origin, f"judge all of {action.name}", action.function, INT, action.name, flags)
    every = [
        n.Each(*_items(m, action, part), n.Judged(part.name, made, _given(m, action, part)))
        for part, made in zip(action.parts, parts, strict=True)
    ]
    mine = n.Judged(action.name, own, m.args) if action.norms else None
    otherwise = BY_NATURE if action.kind == "chance" and not action.norms else UNSPOKEN
    m.give(n.Worst(m.origin, INT, action.name, mine, m.no(_unsaid(m, action)), tuple(every), otherwise))
    return m.done()


def belongs(action: Action) -> n.Function:
    """With the parameters of an action, whether its domain holds, and that of each seat or member."""
    m = Clauses(action.origin, f"{action.name} is a candidate", action.function, BOOL, action.name, False)
    if action.domain is not None:
        inside = m.slot(BOOL, "inside")
        m.put(inside, n.RuleCall(m.origin, BOOL, action.domain, m.args))
        m.when(m.no(inside), lambda: m.give(m.const(False)))
    for part in action.parts:
        if part.domain is not None:
            slot, name, domain, condition = _items(m, action, part)
            asked = n.RuleCall(part.origin, BOOL, part.domain, _given(m, action, part))
            every = n.Fold(part.origin, BOOL, "all", slot, name, domain, condition, asked, None)
            m.when(m.no(every), lambda: m.give(m.const(False)))
    m.give(m.const(True))
    return m.done()


def _items(m: Clauses, action: Action, part: Part) -> tuple[int, str, n.Expr, n.Expr]:
    """Of a loop over the seats that have a choice, or over the members: its slot, a name, its domain, a condition."""
    subject = _subject(m, action, part)
    if isinstance(subject.type, t.Map):
        seat = m.slot(subject.type.key, "seat")
        nobody = n.Const(m.origin, t.NoneType(), None)
        chosen = m.no(m.equal(_choice(m, subject, seat), nobody))
        return seat.slot, seat.name, n.Domain(m.origin, t.Set(seat.type)), chosen
    assert isinstance(subject.type, t.Set)
    member = m.slot(subject.type.item, "member")
    return member.slot, member.name, subject, m.const(True)


def _given(m: Clauses, action: Action, part: Part) -> tuple[n.Expr, ...]:
    """What the clauses of a part are given, for the item whose slot was made last."""
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
