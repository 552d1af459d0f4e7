"""`fair=` and `strongly_fair=`: the actions that a property names, and the parameters by which one is taken apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ruleslawyer.base.diagnostics import listing, nearest
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import LangName, Refused, RuleDecl, RuleKind, Slot
from ruleslawyer.front.rules import what
from ruleslawyer.ir.checks import NATURE, Fair
from ruleslawyer.ir.types import Bool, Enum, FrameOf, Int, Optional, Sort, State, Type

MOST_NUMBERS = 64
"""A set for each number: of a parameter whose range has so many at most."""
_DECIDED: tuple[RuleKind, ...] = ("action", "joint", "chance", "trigger")


def fair_sets(analysis: Analysis, rule: RuleDecl, option: str) -> tuple[Fair, ...]:
    """The actions that one of the two options of a property names; each mistake in it is reported."""
    return tuple(_each_item(analysis, rule, option))


def _each_item(analysis: Analysis, rule: RuleDecl, option: str) -> Iterator[Fair]:
    node = rule.options.get(option)
    for item in node.elts if isinstance(node, ast.Tuple) else [node] if node is not None else []:
        try:
            yield _fair(analysis, rule, option, item)
        except Refused:
            continue


def _fair(analysis: Analysis, rule: RuleDecl, option: str, item: ast.expr) -> Fair:
    match item:
        case ast.Name(id="CHANCE") if isinstance(rule.module.names.get("CHANCE"), LangName):
            return _nature(analysis, rule, option, item)
        case ast.Name(id=name):
            return Fair(_decision(analysis, rule, option, item, name).name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as of, attr="each"), args=args, keywords=[]):
            decision = _decision(analysis, rule, option, of, name)
            return Fair(decision.name, tuple(_parameters(analysis, rule, decision, item, args)))
    raise analysis.report(
        "RL502",
        rule.module.span(item),
        f"`{option}` names actions, or sets of their instances",
        help='write `buy`, `buy.each("who")` with the names of parameters, or CHANCE; a tuple for several',
    )


def _nature(analysis: Analysis, rule: RuleDecl, option: str, node: ast.expr) -> Fair:
    if option == "fair" and any(isinstance(d, RuleDecl) and d.kind == "chance" for d in analysis.names.values()):
        return NATURE
    why = "nothing here is decided by chance" if option == "fair" else "chance is fair by nature, which is more"
    mend = "take CHANCE off" if option == "fair" else "name CHANCE under `fair`"
    raise analysis.report("RL515", rule.module.span(node), why, help=mend)


def _decision(analysis: Analysis, rule: RuleDecl, option: str, node: ast.expr, name: str) -> RuleDecl:
    span = rule.module.span(node)
    found = analysis.resolve_earlier(rule.module, name, span)
    if isinstance(found, RuleDecl) and found.kind in _DECIDED:
        return found
    raise analysis.report(
        "RL515",
        span,
        f"`{option}` names actions, {what(found)} is none",
        second=found.span,
        second_label="it is defined here",
        help="name an action",
    )


def _parameters(
    analysis: Analysis, rule: RuleDecl, decision: RuleDecl, call: ast.expr, args: list[ast.expr]
) -> Iterator[str]:
    """The names of parameters in the brackets of `each`, each once, of a type that has members or a few numbers."""
    slots = {slot.name: slot for slot in decision.slots if not isinstance(slot.type, (State, FrameOf))}
    members = [name for name, slot in slots.items() if _has_members(slot.type)]
    there = listing(members) if members else "name the action alone"
    if not args:
        span = rule.module.span(call)
        raise analysis.report("RL515", span, "`each` names parameters", help=f"{there}; without any, leave it off")
    known: set[str] = set()
    for arg in args:
        name = arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None
        slot = slots.get(name or "")
        if name is None or slot is None or slot.name in known or name not in members:
            raise _mistaken(analysis, rule, decision, arg, slot, name, there, members)
        known.add(name)
        yield name


def _mistaken(
    analysis: Analysis,
    rule: RuleDecl,
    decision: RuleDecl,
    arg: ast.expr,
    slot: Slot | None,
    name: str | None,
    there: str,
    members: list[str],
) -> Refused:
    span = rule.module.span(arg)
    if name is None:
        return analysis.report("RL515", span, "`each` names parameters, as texts", help=f'write `each("who")`; {there}')
    if slot is None:
        help = nearest(name, members, there)
        return analysis.report(
            "RL515", span, f"{what(decision)} has no parameter `{name}`",
            second=decision.span, second_label="it is defined here", help=help,
        )  # fmt: skip
    if name in members:
        return analysis.report("RL515", span, f"`{name}` is named twice", help="name each parameter once")
    return analysis.report(
        "RL515", span, f"no set for each `{name}`: no member of a sort or an enum, nor one of {MOST_NUMBERS} numbers",
        second=slot.span, second_label="its type", help=there,
    )  # fmt: skip


def _has_members(type_: Type) -> bool:
    of = type_.item if isinstance(type_, Optional) else type_
    if isinstance(of, Int):
        return of.low is not None and of.high is not None and of.high - of.low < MOST_NUMBERS
    return isinstance(of, (Sort, Enum, Bool))
