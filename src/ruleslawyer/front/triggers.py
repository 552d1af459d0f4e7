"""Triggers as written: what they react to, how they are missed, and what they take."""

from __future__ import annotations

import ast

from ruleslawyer.base.origin import Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import MomentDecl, RuleDecl, Slot
from ruleslawyer.front.rules import what
from ruleslawyer.front.typing import describe, plain
from ruleslawyer.ir.types import Enum, Sort

_MADE = ("miss_{}", "pending_{}", "may_{}", "may_miss_{}")
"""Names that a trigger takes besides its own."""


def check_trigger(analysis: Analysis, rule: RuleDecl) -> None:
    """Checks the moment that a trigger reacts to, how it is missed, and that a pending instance can be made of its
    parameters."""
    module, where = rule.module, rule.decorator or rule.span
    match rule.options.get("on"):
        case ast.Name(id=name) as node:
            found = analysis.resolve_earlier(module, name, module.span(node))
        case _:
            raise analysis.report("RL522", where, f"{what(rule)} names its moment", help="write `on=Docked`")
    if not isinstance(found, MomentDecl):
        raise analysis.report(
            "RL522",
            module.span(node),
            f"`{name}` is not a moment",
            second=found.span,
            second_label="it is defined here",
            help='name a class with `@moment("…")`',
        )
    missed = rule.options.get("miss")
    if missed is None:
        raise analysis.report(
            "RL522", where, f"no clause says that {what(rule)} may be missed", help='write `miss="7.3"`'
        )
    rule.text = analysis.clause(module, missed)
    for slot in own_parameters(rule):
        if not isinstance(slot.type, (Enum, Sort)):
            raise analysis.report(
                "RL305",
                slot.span,
                f"a trigger waits for one of every member: it cannot take {describe(slot.type)}",
                help="take a sort or an enum, and choose the rest in a frame that the effect opens",
            )
        bound = found.fields.get(slot.name)
        if bound is not None and plain(bound) != plain(slot.type):
            raise analysis.report(
                "RL522",
                slot.span,
                f"`{slot.name}` of `{found.name}` is {describe(bound)}, not {describe(slot.type)}",
                second=found.span,
                second_label="the moment",
                help="give it the type of the moment's field, or another name",
            )
    for form in _MADE:
        taken = form.format(rule.name)
        known = analysis.names.get(taken)
        if known is not None or (analysis.state is not None and taken in analysis.state.fields):
            raise analysis.report(
                "RL203",
                rule.span,
                f"{what(rule)} needs the name `{taken}`, which is defined already",
                second=known.span if known else None,
                second_label="defined here" if known else "",
                help="choose another name for one of them",
            )
    _check_others(analysis, rule, found)
    found.triggers.append(rule)


def _check_others(analysis: Analysis, rule: RuleDecl, moment: MomentDecl) -> None:
    """Report an order of a trigger whose moment gives all that it takes: one may react alone, and there is nothing to
    order."""
    if all(slot.name in moment.fields for slot in own_parameters(rule)):
        for child in rule.of_kind("order"):
            span, said = child.decorator or child.span, f"`@{rule.name}.order`"
            _refuse_alone(analysis, rule, moment, span, said)
        if "first_only" in rule.options:
            span = rule.module.span(rule.options["first_only"])
            _refuse_alone(analysis, rule, moment, span, "`first_only`")


def _refuse_alone(analysis: Analysis, rule: RuleDecl, moment: MomentDecl, span: Span, said: str) -> None:
    analysis.report(
        "RL522",
        span,
        f"one alone may react by {what(rule)}: `{moment.name}` gives all that it takes, so there is nobody else",
        second=moment.span,
        second_label="the moment",
        help=f"take {said} off, or give the parameter of whoever reacts another name than the moment's field",
    )


def own_parameters(rule: RuleDecl) -> tuple[Slot, ...]:
    """The parameters of a trigger besides the state and the frame."""
    return rule.slots[2 if rule.framed else 1 :]
