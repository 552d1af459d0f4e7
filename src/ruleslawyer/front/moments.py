"""Moments and triggers lowered: a hidden field of pending instances, and the actions that declare or miss one."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.clauses import Assembly
from ruleslawyer.front.declarations import MomentDecl, Refused, RuleDecl
from ruleslawyer.front.rules import flag
from ruleslawyer.front.triggers import own_parameters
from ruleslawyer.ir.nodes import (
    Call,
    Compare,
    Const,
    Domain,
    Expr,
    Fold,
    For,
    Function,
    Logic,
    Not,
    Parameter,
    Place,
    Read,
    Return,
    Stmt,
    Var,
    Write,
)
from ruleslawyer.ir.rules import MomentDef, Trigger
from ruleslawyer.ir.schema import Field
from ruleslawyer.ir.system import Action, Norm, System
from ruleslawyer.ir.types import Bool, FrameOf, Int, Map, NoneType, Set, State, Type


def with_triggers(system: System, assembly: Assembly, analysis: Analysis) -> System:
    """The system with its moments, and for each trigger a field, two actions, its `when` and its order as helpers."""
    moments = {
        d.name: MomentDef(Origin(d.module.span(d.node), d.cites), d.name, d.doc, dict(d.fields))
        for d in analysis.names.values()
        if isinstance(d, MomentDecl)
    }
    triggers: dict[str, Trigger] = {}
    fields: list[Field] = []
    actions: dict[str, Action] = {}
    for rule in assembly.rules:
        if rule.kind == "trigger" and not rule.broken:
            try:
                trigger, field, pair = _make(assembly, rule)
            except Refused:
                continue
            triggers[trigger.name] = trigger
            fields.append(field)
            actions |= {action.name: action for action in pair}
    return replace(
        system,
        state=replace(system.state, fields=(*system.state.fields, *fields)),
        actions={**system.actions, **actions},
        helpers={**system.helpers, **{f.name: f for t in triggers.values() for f in (t.when, t.order) if f}},
        moments=moments,
        triggers=triggers,
    )


def _make(assembly: Assembly, rule: RuleDecl) -> tuple[Trigger, Field, tuple[Action, Action]]:
    origin, trigger = assembly.origin(rule), _trigger(assembly, rule)
    type_: Type = Bool()
    for key in reversed(trigger.keys):
        type_ = Map(key.type, type_)
    own = assembly.function(rule)
    first = 2 if rule.framed else 1
    over = _over_with(origin, trigger, first)
    if trigger.first_only:
        over = _over_with_all(origin, trigger, first, own.slots)
    declared = _generate(rule, rule.name, origin, own.parameters, NoneType(), (over, *own.body))
    declared = replace(declared, doc=own.doc, slots=own.slots + len(trigger.keys))
    missed = Origin(origin.span, (rule.text,))
    declare = Action(
        origin=origin,
        name=rule.name,
        kind="action",
        function=declared,
        at=rule.at,
        framed=rule.framed,
        actor=first + trigger.decider,
        passes=False,
        outside_play=False,
        domain=_is_pending(rule, trigger, own.parameters, first),
        norms=_norms(assembly, rule, own.parameters),
        parts=(),
    )
    plainly = (own.parameters[0], *trigger.keys)
    turn = _is_pending(rule, trigger, plainly, 1)
    passed = _generate(
        rule, trigger.miss, missed, plainly, NoneType(), (_over_with(missed, trigger, 1),), f"Let {rule.name} pass."
    )
    miss = Action(
        origin=missed,
        name=trigger.miss,
        kind="action",
        function=passed,
        at=rule.at,
        framed=False,
        actor=1 + trigger.decider,
        passes=True,
        outside_play=False,
        domain=turn,
        norms=(assembly.allowing(rule, f"may_{trigger.miss}", missed, plainly),),
        parts=(),
    )
    trigger = replace(trigger, turn=turn if trigger.order else None)
    return trigger, Field(origin, trigger.field, type_, default=False), (declare, miss)


def _trigger(assembly: Assembly, rule: RuleDecl) -> Trigger:
    keys = tuple(Parameter(slot.name, slot.type) for slot in own_parameters(rule))
    on = rule.options["on"]
    assert isinstance(on, ast.Name)
    moment = assembly.analysis.names[on.id]
    assert isinstance(moment, MomentDecl)
    return Trigger(
        origin=assembly.origin(rule),
        name=rule.name,
        on=on.id,
        when=assembly.when(rule, "is pending"),
        at=rule.at,
        framed=rule.framed,
        keys=keys,
        decider=next(i for i, p in enumerate(keys) if p.type == assembly.analysis.players),
        free=tuple(i for i, p in enumerate(keys) if p.name not in moment.fields),
        order=assembly.only(rule, "order"),
        first_only=flag(assembly.analysis, rule, "first_only"),
    )


def _norms(assembly: Assembly, rule: RuleDecl, parameters: tuple[Parameter, ...]) -> tuple[Norm, ...]:
    """The clauses of a trigger; where none permits, its own citation does, and a forbid `over=` the trigger beats
    that."""
    norms = assembly.norms(rule)
    if rule.of_kind("permit"):
        return norms
    own = assembly.allowing(rule, f"may_{rule.name}", assembly.origin(rule), parameters)
    over = {c.name for c in rule.of_kind("forbid") if rule in assembly.beats(c)}
    return (own, *(replace(n, over=(*n.over, own.name)) if n.name in over else n for n in norms))


def _generate(
    rule: RuleDecl,
    name: str,
    origin: Origin,
    parameters: tuple[Parameter, ...],
    returns: Type,
    body: tuple[Stmt, ...],
    doc: str = "",
) -> Function:
    return Function(origin, rule.module.name, name, doc, parameters, returns, len(parameters), body)


def _is_pending(rule: RuleDecl, trigger: Trigger, parameters: tuple[Parameter, ...], first: int) -> Function:
    """The condition that an instance is pending, and its turn has come."""
    keys = _keys(trigger, trigger.origin, first)
    body = (Return(trigger.origin, _may_react(trigger, keys, len(parameters))),)
    made = _generate(rule, trigger.field, trigger.origin, parameters, Bool(), body)
    return replace(made, slots=len(parameters) + len(keys))


def _over_with(origin: Origin, trigger: Trigger, first: int) -> Stmt:
    """The instance is pending no more."""
    return _ends(origin, trigger, _keys(trigger, origin, first))


def _over_with_all(origin: Origin, trigger: Trigger, first: int, slots: int) -> Stmt:
    """No instance of the same moment is pending any more."""
    made = _ends(origin, trigger, _others(trigger, _keys(trigger, origin, first), slots))
    for i in reversed(trigger.free):
        key = trigger.keys[i]
        made = For(origin, slots + i, key.name, Domain(origin, Set(key.type)), (made,))
    return made


def _ends(origin: Origin, trigger: Trigger, keys: tuple[Var, ...]) -> Stmt:
    return Write(origin, Place(origin, Bool(), None, trigger.field, keys), Const(origin, Bool(), False))


def _keys(trigger: Trigger, origin: Origin, first: int) -> tuple[Var, ...]:
    return tuple(Var(origin, p.type, first + i, p.name) for i, p in enumerate(trigger.keys))


def _may_react(trigger: Trigger, keys: Sequence[Var], slots: int) -> Expr:
    """The condition that an instance is pending, and no other of the same moment that is comes before it; for a
    function whose first parameter is the state. slots: the first one that is free."""
    origin, order = trigger.origin, trigger.order
    waits = Read(origin, Bool(), 0, None, trigger.field, tuple(keys))
    if order is None:
        return waits

    def turn(keys: Sequence[Var]) -> Expr:
        frame = (Var(origin, FrameOf(str(trigger.at[0])), 0, "f"),) if trigger.framed else ()
        return Call(origin, Int(), "helper", order.name, (Var(origin, State(), 0, "s"), *frame, *keys))

    other = _others(trigger, keys, slots)
    sooner = Compare(origin, Bool(), "<", turn(other), turn(keys))
    some: Expr = Logic(origin, Bool(), "and", (Read(origin, Bool(), 0, None, trigger.field, other), sooner))
    for i in reversed(trigger.free):
        key, always = trigger.keys[i], Const(origin, Bool(), True)
        some = Fold(origin, Bool(), "any", slots + i, key.name, Domain(origin, Set(key.type)), always, some, None)
    return Logic(origin, Bool(), "and", (waits, Not(origin, Bool(), some)))


def _others(trigger: Trigger, keys: Sequence[Var], slots: int) -> tuple[Var, ...]:
    """The keys of any instance of the same moment: those that the moment does not give are in slots from this on."""
    free = set(trigger.free)
    return tuple(Var(key.origin, key.type, slots + i, key.name) if i in free else key for i, key in enumerate(keys))
