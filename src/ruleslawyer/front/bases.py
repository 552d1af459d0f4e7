"""A clause against the rule that it hangs on: it takes the same parameters, a part or a check takes some of them."""

from __future__ import annotations

import ast

from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import Refused, RuleDecl
from ruleslawyer.front.rules import what
from ruleslawyer.front.typing import plain, type_text
from ruleslawyer.ir.types import Map, Set, State, Type


def check_same(analysis: Analysis, rule: RuleDecl) -> None:
    """A clause takes what its base takes: names, order and types. One that several share, some of what all of them
    take, by name."""
    for base in (rule.base, *rule.also):
        if not isinstance(base, RuleDecl) or base.broken:
            raise Refused
        if rule.also:
            _check_parameters(analysis, rule, base)
        else:
            _compare(analysis, rule, [(s.name, s.type) for s in base.slots], base)


def _check_parameters(analysis: Analysis, rule: RuleDecl, base: RuleDecl) -> None:
    """Checks that the parameters of a clause are parameters of this base, the state first."""
    check_state_first(analysis, rule)
    wanted = {s.name: s.type for s in base.slots}
    for slot in rule.slots:
        if slot.name not in wanted or plain(slot.type) != plain(wanted[slot.name]):
            known = slot.name in wanted
            bases = [b for b in (rule.base, *rule.also) if isinstance(b, RuleDecl)]
            text = ", ".join(f"{name}: {type_text(type_)}" for name, type_ in in_common(bases).items())
            raise analysis.report(
                "RL523",
                slot.span,
                f"{what(base)} has no parameter `{slot.name}`" + (" of this type" if known else ""),
                label=f"should be `{slot.name}: {type_text(wanted[slot.name])}`" if known else "",
                second=base.span,
                second_label="the clause hangs on this too",
                help=f"take some of what all that it hangs on have in common: `({text})`",
            )


def in_common(bases: list[RuleDecl]) -> dict[str, Type]:
    """The parameters that rules have in common, by name."""
    first, *others = bases
    theirs = [[(s.name, plain(s.type)) for s in other.slots] for other in others]
    return {s.name: s.type for s in first.slots if all((s.name, plain(s.type)) in other for other in theirs)}


def check_state_first(analysis: Analysis, rule: RuleDecl) -> None:
    slots = rule.slots
    if not slots or not isinstance(slots[0].type, State):
        raise analysis.report(
            "RL504",
            slots[0].span if slots else rule.span,
            f"the first parameter of {what(rule)} is the state",
            help="begin the parameters with `s: State`",
        )


def _compare(analysis: Analysis, rule: RuleDecl, wanted: list[tuple[str, Type]], base: RuleDecl) -> None:
    text = ", ".join(f"{name}: {type_text(type_)}" for name, type_ in wanted)
    help_ = f"write `({text})`"
    for slot, (name, type_) in zip(rule.slots, wanted, strict=False):
        if slot.name != name or plain(slot.type) != plain(type_):
            raise analysis.report(
                "RL503",
                slot.span,
                f"the parameters of {what(rule)} differ from those of {what(base)}",
                label=f"should be `{name}: {type_text(type_)}`",
                second=base.span,
                second_label="it hangs on this",
                help=help_,
            )
    if len(rule.slots) != len(wanted):
        raise analysis.report(
            "RL503",
            rule.span,
            f"{what(rule)} has {len(rule.slots)} parameters, {what(base)} asks for {len(wanted)}",
            second=base.span,
            second_label="it hangs on this",
            help=help_,
        )


def check_part(analysis: Analysis, rule: RuleDecl) -> None:
    base = rule.base
    if not isinstance(base, RuleDecl) or base.broken:
        raise Refused
    match rule.options.get("of"):
        case ast.Constant(value=str(of)) as node:
            span = rule.module.span(node)
        case _:
            raise analysis.report(
                "RL512",
                rule.decorator or rule.span,
                f"`{rule.kind}` names a parameter of its action",
                help='write `of="bids"`',
            )
    found = next((s for s in base.slots if s.name == of), None)
    wants_map = rule.kind == "seat"
    if found is None or not isinstance(found.type, Map if wants_map else Set):
        kind = "a map" if wants_map else "a set"
        raise analysis.report(
            "RL512",
            span,
            f"`{of}` is not a parameter of {what(base)} that is {kind}",
            second=base.span,
            second_label="the action",
            help=f"name the parameter that is {kind}",
        )
    rule.text = of
    common = [(s.name, s.type) for s in base.slots if s.name != of]
    own = rule.slots[len(common) :]
    item: list[Type] = []
    match found.type:
        case Map(key, value):
            common, item = common[: 2 if rule.framed else 1], [key, value]
            own = rule.slots[len(common) :]
        case Set(member):
            item = [member]
    names = [s.name for s in own] + ["who", "amount"] if wants_map else [s.name for s in own] + ["member"]
    _compare(analysis, rule, common + list(zip(names, item, strict=False)), base)


def check_step(analysis: Analysis, rule: RuleDecl) -> None:
    """`(before, after, *arguments)`: two states, then what the action takes, without its frame."""
    match rule.options.get("of"):
        case None:
            _check_every_step(analysis, rule)
            return
        case ast.Name(id=name) as node:
            base = analysis.resolve_earlier(rule.module, name, rule.module.span(node))
        case _:
            raise analysis.report(
                "RL515",
                rule.decorator or rule.span,
                "a check of a step names its action",
                help="write `of=buy`",
            )
    if not isinstance(base, RuleDecl) or base.kind not in ("action", "joint", "chance", "trigger"):
        raise analysis.report(
            "RL515",
            rule.module.span(node),
            f"`{name}` is not an action",
            second=base.span,
            second_label="it is defined here",
            help="name an action, a joint action or a chance action",
        )
    rest = base.slots[2:] if base.framed else base.slots[1:]
    names = [s.name for s in rule.slots[:2]] + ["before", "after"][len(rule.slots[:2]) :]
    _compare(analysis, rule, [(n, State()) for n in names] + [(s.name, s.type) for s in rest], base)


def _check_every_step(analysis: Analysis, rule: RuleDecl) -> None:
    if [plain(s.type) for s in rule.slots] != [State(), State()]:
        raise analysis.report(
            "RL515",
            rule.decorator or rule.span,
            "a check of every step takes the states around it, and nothing else",
            help="write `(before: State, after: State)`; or name an action whose arguments it takes: `of=buy`",
        )
