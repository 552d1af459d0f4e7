"""Rules that touch what a question is about, and never ask it."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.diagnostics import Diagnostic, nearest
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Role
from ruleslawyer.ir.system import Question, System
from ruleslawyer.ir.uses import Functions, Uses

_WHOLE: frozenset[Role] = frozenset({"action", "chance", "duty", "settle", "term"})
"""Roles of rules that are asked whole: with the clauses, seats and members that hang on them, and all that they run.
How a game is set up is no answer's."""


def rules_that_never_ask(system: System) -> Iterator[Diagnostic]:
    """Diagnostics of the rules that write a field, use a term or demand a deed that a question is about, and ask it in
    none of their clauses; as far as it says what it is about, and `aside` does not say why."""
    about = [question for question in system.questions.values() if question.about]
    if not about:
        return
    functions, rules = Functions(system), _whole_rules(system)
    uses = {name: functions.uses(of) for name, of in rules.items()}
    for question in about:
        yield from _of_question(system, question, uses)


def _whole_rules(system: System) -> dict[str, list[Function]]:
    """By name of what stands whole all functions that hang on it."""
    roles = {rule.name: rule.role for rule in system.rules() if rule.name == rule.base}
    found: dict[str, list[Function]] = {}
    for rule in system.rules():
        if roles.get(rule.base) in _WHOLE:
            found.setdefault(rule.base, []).extend(rule.functions)
    return found


def _of_question(system: System, question: Question, uses: dict[str, Uses]) -> Iterator[Diagnostic]:
    fields = [field.name for field in system.state.fields]
    for name in question.about:
        known = [*fields, *system.terms, *system.deeds]
        if name not in known:
            message = f"question `{question.name}` is about `{name}`, which is no field, term or deed"
            yield Diagnostic("RL805", message, question.origin.span, help=nearest(name, known))
    aside, of = dict(question.aside), f"question `{question.name}`"
    for rule, used in uses.items():
        written = {name for frame, name in used.writes if frame is None}
        touched = [name for name in question.about if name in written or name in used.calls]
        asks = question.name in used.calls
        if rule in aside:
            if asks or not touched:
                message = f"`{rule}` is set aside of {of}, and {'asks it' if asks else 'touches nothing of it'}"
                yield Diagnostic("RL805", message, question.origin.span, help="take it out of `aside`")
        elif touched and not asks and rule not in question.about:
            message = f"`{rule}` touches {', '.join(touched)}, of which {of} is, and never asks it"
            help = f'ask it there, or write aside={{"{rule}": "why not"}}'
            yield Diagnostic("RL805", message, question.origin.span, help=help)
    for rule in (rule for rule in aside if rule not in uses):
        message = f"`{rule}`, which {of} sets aside, is no rule"
        yield Diagnostic("RL805", message, question.origin.span, help=nearest(rule, uses))
