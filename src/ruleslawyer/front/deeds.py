"""Deeds: which one an `instead` names, that none leads to itself, and that none does at once what waits for nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ruleslawyer.base.origin import Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.circles import circles
from ruleslawyer.front.declarations import Refused, RuleDecl
from ruleslawyer.front.rules import what
from ruleslawyer.front.typing import plain, type_text


def resolve_by(analysis: Analysis, rule: RuleDecl) -> None:
    """Fill in `by` of an `instead`: a deed that takes what its own takes; marks the rule broken otherwise."""
    try:
        rule.by = _by(analysis, rule)
    except Refused:
        rule.broken = True


def _by(analysis: Analysis, rule: RuleDecl) -> RuleDecl:
    base, node = rule.base, rule.options.get("by")
    assert isinstance(base, RuleDecl)
    if not isinstance(node, ast.Name):
        raise analysis.report(
            "RL520",
            rule.module.span(node) if node is not None else rule.decorator or rule.span,
            "an `instead` names the deed that takes the place of its own",
            help="write `by=` and the name of a deed",
        )
    span = rule.module.span(node)
    found = analysis.resolve_earlier(rule.module, node.id, span)
    if not (isinstance(found, RuleDecl) and found.kind == "deed"):
        raise analysis.report(
            "RL520",
            span,
            f"{what(found)} is not a deed",
            second=found.span,
            second_label="it is defined here",
            help="name a function with `@….deed(…)`",
        )
    wanted = [plain(s.type) for s in base.slots]
    if [plain(s.type) for s in found.slots] != wanted:
        raise analysis.report(
            "RL520",
            span,
            f"{what(found)} does not take what {what(base)} takes",
            second=found.span,
            second_label="it is defined here",
            help=f"name a deed of `({', '.join(type_text(s.type) for s in base.slots)})`",
        )
    return found


def check_deeds(analysis: Analysis) -> None:
    """Report every circle of deeds once, and what a deed does that cannot wait for the end of a block."""
    rules = [d for d in analysis.names.values() if isinstance(d, RuleDecl)]
    deeds = {rule.name: rule for rule in rules if rule.kind == "deed"}
    demands = {name: dict(_demands(deed)) for name, deed in deeds.items()}
    _circles(analysis, deeds, demands)
    for rule in rules:
        for name, span in rule.at_once.items():
            for reached in _reachable(name, demands):
                if deeds[reached].still is not None:
                    analysis.report(
                        "RL610",
                        span,
                        f"`{name}` is demanded at the same time as other things, and has a frame that opens or closes",
                        second=deeds[reached].still,
                        second_label="here",
                        help="demand it before or after the block",
                    )


def _demands(deed: RuleDecl) -> Iterator[tuple[str, Span]]:
    """The deeds that one leads to: those that its effect demands, and those that may take its place."""
    yield from deed.demands.items()
    for clause in deed.of_kind("instead"):
        if clause.by is not None:
            yield clause.by.name, clause.decorator or clause.span


def _reachable(name: str, demands: dict[str, dict[str, Span]]) -> list[str]:
    found = {name: None}
    waiting = [name]
    while waiting:
        for other in demands.get(waiting.pop(), {}):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return list(found)


def _circles(analysis: Analysis, deeds: dict[str, RuleDecl], demands: dict[str, dict[str, Span]]) -> None:
    for circle, span in circles(demands):
        other = circle[0]
        analysis.report(
            "RL620",
            span,
            f"`{other}` leads to itself: {' → '.join([*circle, other])}",
            second=deeds[other].span,
            second_label=f"{what(deeds[other])} is defined here",
            help="let one of them write what the next would do",
        )
