"""`matters`: which fields of the state a rule is about, and that it takes the keys of their maps."""

from __future__ import annotations

from dataclasses import replace

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import RuleDecl
from ruleslawyer.front.typing import plain, type_text
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Map, Type


def tie_matters(analysis: Analysis, rules: list[RuleDecl]) -> None:
    """Check the fields that each rule names; a rule with a mistake is broken."""
    tied: dict[str, RuleDecl] = {}
    for rule in rules:
        if rule.kind == "matters" and not rule.broken:
            for name in rule.names:
                _tie(analysis, rule, name, tied)


def _tie(analysis: Analysis, rule: RuleDecl, name: str, tied: dict[str, RuleDecl]) -> None:
    state = analysis.state
    if state is None:
        return
    field = state.fields.get(name)
    if field is None:
        rule.broken = True
        if name not in state.broken_names:
            analysis.report(
                "RL513",
                rule.decorator or rule.span,
                f"the state has no field `{name}`",
                second=state.span,
                second_label="the state",
                help=nearest(name, state.fields),
            )
        return
    if name in tied:
        analysis.report(
            "RL510",
            rule.span,
            f"`{name}` has two functions that say when it matters",
            second=tied[name].span,
            second_label="the first one",
            help="put both into one function",
        )
    tied[name] = rule
    keys, leaf = list[Type](), field.type
    while isinstance(leaf, Map):
        keys.append(leaf.key)
        leaf = leaf.value
    if [plain(slot.type) for slot in rule.slots[1:]] != keys:
        rule.broken = True
        analysis.report(
            "RL513",
            rule.span,
            f"`matters` of `{name}` takes the state and the keys of its maps",
            second=field.origin.span,
            second_label="the field",
            help=f"write `({', '.join(['s: State', *(f'k{i}: {type_text(k)}' for i, k in enumerate(keys))])})`",
        )


def with_matters(system: System, rules: list[RuleDecl]) -> System:
    """The ruleset with the condition of each field that has one."""
    functions = {name: rule.function for rule in rules if rule.kind == "matters" for name in rule.names}
    fields = tuple(replace(f, matters=functions.get(f.name)) for f in system.state.fields)
    return replace(system, state=replace(system.state, fields=fields))
