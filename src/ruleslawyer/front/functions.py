"""One function to one `Function` of the surface IR."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import Refused, RuleDecl, Slot
from ruleslawyer.front.rules import what
from ruleslawyer.front.signatures import ACTS, STUBS
from ruleslawyer.front.source import TOO_DEEP
from ruleslawyer.front.statements import Statements
from ruleslawyer.front.typing import describe, plain
from ruleslawyer.ir.nodes import Function, Parameter, Stmt
from ruleslawyer.ir.types import NoneType


def lower_function(analysis: Analysis, rule: RuleDecl) -> None:
    """Fill in `function`, and `goal` for `leads_to`; marks the rule broken where a mistake was found."""
    if rule.function is not None:  # a doubt's: there is no text of a function
        return
    before = len(analysis.diagnostics)
    try:
        if rule.kind == "leads_to":
            rule.function, rule.goal = (_lower(analysis, rule, rule.slots, pair) for pair in (0, 1))
        else:
            rule.function = _lower(analysis, rule, rule.slots, None)
    except Refused:
        rule.function = None
    except RecursionError:
        analysis.report("RL100", rule.span, TOO_DEEP, help="split its expressions")
    if len(analysis.diagnostics) > before:
        rule.function = None


def as_called(analysis: Analysis, clause: RuleDecl, base: RuleDecl) -> Function:
    """The function of a clause, or of what lifts one, as one of the rules that share the clause calls it: with all that
    this rule takes. Where that is what the function takes, it is the function."""
    if clause.function is None:
        raise Refused
    if [(s.name, plain(s.type)) for s in clause.slots] == [(s.name, plain(s.type)) for s in base.slots]:
        return clause.function
    numbers = {slot.name: number for number, slot in enumerate(base.slots)}
    lowered = _lower(analysis, clause, base.slots, None)
    return replace(lowered, takes=tuple(numbers[slot.name] for slot in clause.slots))


def _lower(analysis: Analysis, rule: RuleDecl, given: Sequence[Slot], pair: int | None) -> Function:
    node, module = rule.node, rule.module
    if rule.returns is None:
        raise Refused
    lowerer = Statements(analysis, rule, given, pair)
    names = [slot.name for slot in rule.slots]
    for target in _local_names(node.body):
        if target.id not in names:
            lowerer.assigned.setdefault(target.id, module.span(target))
    statements, reached = lowerer.block(node.body)
    if rule.kind == "question" and not lowerer.failed:
        _check_question(analysis, rule, statements, reached)
        statements = ()
    elif rule.kind in STUBS and statements:
        analysis.report(
            "RL612",
            rule.span,
            f"{what(rule)} has no body of its own",
            help="write a docstring, and its clauses as permits and forbids",
        )
    elif reached and not lowerer.failed and not isinstance(rule.returns, NoneType):
        analysis.report(
            "RL606",
            rule.span,
            f"{what(rule)} gives nothing where its end is reached",
            label=f"gives {describe(rule.returns)}",
            help="end every path with `return`",
        )
    elif not statements and rule.kind in ACTS and not _stub(node.body):
        raise Refused
    return Function(
        origin=Origin(module.span(node), rule.cites),
        module=module.name,
        name=rule.name,
        doc=ast.get_docstring(node) or "",
        parameters=tuple(Parameter(slot.name, slot.type) for slot in given),
        returns=rule.returns,
        slots=lowerer.slots,
        body=statements,
    )


def _check_question(analysis: Analysis, rule: RuleDecl, statements: tuple[Stmt, ...], reached: bool) -> None:
    contents = [s for s in rule.node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    if len(contents) != 1 or reached or len(statements) > 1:
        analysis.report(
            "RL612",
            rule.span,
            f"{what(rule)} asks, its answers answer",
            help="write `ask()` as its body and nothing else",
        )


def _stub(body: list[ast.stmt]) -> bool:
    return all(isinstance(s, ast.Pass) or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)) for s in body)


def _local_names(body: list[ast.stmt]) -> Iterator[ast.Name]:
    """The names that statements bind anywhere in a function: local throughout, as in Python."""
    for statement in body:
        match statement:
            case ast.Assign(targets=targets):
                yield from (t for t in targets if isinstance(t, ast.Name))
            case ast.AnnAssign(target=ast.Name() as target) | ast.For(target=ast.Name() as target):
                yield target
        for inner in ("body", "orelse"):
            yield from _local_names(getattr(statement, inner, []) if not isinstance(statement, ast.FunctionDef) else [])
