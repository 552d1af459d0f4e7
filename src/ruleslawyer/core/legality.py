"""Whether an action may be done, alone and with its seats or members: its instances are candidates, and allowed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ruleslawyer.core.clauses import Clauses
from ruleslawyer.core.core import ALLOWED, LEGAL, UNSPOKEN, core_of
from ruleslawyer.core.forced import Forced, may_react, once
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.making import BOOL, INT
from ruleslawyer.ir.system import Action, Part, System

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


AWAITS = "awaits"
"""The field of a frame that says whose decision it awaits."""


@once
def legality(system: System, action: Action, flags: bool = False) -> n.Function:
    """With the parameters of the action, whether it may be done in a rest state: the action is not left out, the game
    is not over, the innermost frame is one of its own, whoever does it is awaited, its domain holds, and the verdict
    allows it. flags: clauses may be left out, as the reading says."""
    m = _Legality(system, action, flags)
    m.refuse(m.no(m.on(action.name)))
    m.refuse_numbers_out_of_range()
    ended = m.slot(BOOL, "ended")
    m.put(ended, m.call(system.ended))
    m.refuse(ended)
    awaited = m.slot(BOOL, "awaited")
    if action.name in system.reactions:
        reacting = may_react(m)
        here = m.either(*map(m.innermost, action.at))
        m.put(awaited, m.both(here, m.is_among(reacting)))
    else:
        m.refuse(m.either(*map(m.waits, system.triggers.values())))
        m.ask_for_its_turn(awaited, action.at)
    m.refuse(m.no(awaited))
    leave_outside(m, action, quiet=True)
    verdict = m.slot(INT, "verdict")
    m.put(verdict, worst(m, action))
    m.give(n.Compare(m.origin, BOOL, "<=", m.const(ALLOWED), verdict))
    return m.finish()


def core_of_call(system: System, kind: str, name: str) -> n.Function:
    """The function that gives the value of a term, of a question, or whether an action may be done."""
    if kind == "action":
        return legality(system, system.actions[name])
    return core_of(system.terms[name] if kind == "term" else system.questions[name])


class _Legality(Forced, Clauses):
    """A function with the parameters of an action."""

    def __init__(self, system: System, action: Action, flags: bool) -> None:
        Clauses.__init__(self, action.origin, f"{action.name} may be done", action.function, BOOL, action.name, flags)
        self.system, self.store, self.action = system, self.args[0], action

    def call(self, function: n.Function, members: Sequence[n.Expr] = (), *, quiet: bool = True) -> n.RuleCall:
        """A call that tells who may act, which is asked aside."""
        return super().call(function, members, quiet=quiet)

    def refuse(self, where: n.Expr) -> None:
        """It may not be done where this is so."""
        self.when(where, lambda: self.give(self.const(False)))

    def refuse_numbers_out_of_range(self) -> None:
        """No instance has a number that the type of its parameter leaves out."""
        for arg in self.args[self.action.leading :]:
            if isinstance(arg.type, t.Int):
                if arg.type.low is not None:
                    self.refuse(self.less(arg, self.const(arg.type.low)))
                if arg.type.high is not None:
                    self.refuse(self.less(self.const(arg.type.high), arg))

    def is_among(self, awaited: n.Expr) -> n.Expr:
        """Whether whoever does it is among those who are awaited: its actor, or chance."""
        if self.action.actor is None:
            return self.equal(awaited, n.Const(self.origin, awaited.type, t.CHANCE))
        return n.Member(self.origin, BOOL, self.args[self.action.actor], awaited)

    def ask_for_its_turn(self, into: n.Var, at: Sequence[str | None]) -> None:
        """Puts whether that is so, in the frame of these that is the innermost one."""
        if not at:
            self.put(into, self.const(False))
            return

        def ask(frame: str | None) -> None:
            if frame is None:
                awaited = self.slot(self.system.awaits.returns, AWAITS)
                self.put(awaited, self.call(self.system.awaits))
                self.put(into, self.is_among(awaited))
                return
            type_ = next(f.type for f in self.system.frames[frame].fields if f.name == AWAITS)
            self.put(into, self.is_among(n.Read(self.origin, type_, 0, frame, AWAITS, ())))

        self.when(self.innermost(at[0]), partial(ask, at[0]), partial(self.ask_for_its_turn, into, at[1:]))
