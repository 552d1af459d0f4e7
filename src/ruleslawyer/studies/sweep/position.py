"""Whether a scope can be dealt at all: it can be read, it begins, and no beginning contradicts itself."""

from __future__ import annotations

from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.check.scenario.consistent import broken_properties, meaningless
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.sweep.plan import Plan


def kept_properties(ruleset: LoadedRuleset) -> tuple[str, ...]:
    """The names of the properties that every position keeps: those that always hold."""
    return tuple(check.name for check in ruleset.system.checks.values() if check.kind == "always")


def position(ruleset: LoadedRuleset, plan: Plan, members: tuple[str, ...], values: dict[str, object]) -> Scope | str:
    """The scope of these cards and values; why the rules could never deal it, where they could not."""
    try:
        document, scope = plan.scope(members, values)
    except ModelError as error:
        return error.diagnostics[0].message
    if plan.twins(document):
        return f"two of {plan.sort} have the same {', '.join(plan.distinct)}"
    return why_impossible(ruleset, scope) or scope


def why_impossible(ruleset: LoadedRuleset, scope: Scope) -> str:
    """The reason why the rules could never deal this; empty where they could."""
    system = ruleset.in_scope(scope, brief=True)
    states = [outcome.state for _, outcome in system.beginnings() if outcome.state is not None]
    if not states:
        return "there is no beginning"
    for state in states:
        for check in broken_properties(system, state, every=True):
            return f"a beginning breaks {check.name}"
        field = meaningless(system, state)
        if field:
            return f"`{field}` says what means nothing"
    return ""
