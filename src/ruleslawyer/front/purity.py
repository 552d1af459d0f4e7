"""Calls of rules and deeds, followed: no recursion, no question where none may be asked, no circle of deeds."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from ruleslawyer.base.origin import Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import Refused, RuleDecl, RuleKind
from ruleslawyer.front.rules import what
from ruleslawyer.front.typing import plain, type_text


def circles(leads: Mapping[str, Mapping[str, Span]]) -> Iterator[tuple[list[str], Span]]:
    """The rules of each circle, and where the last of them leads back to the first."""
    done: set[str] = set()

    def visit(name: str, path: list[str]) -> Iterator[tuple[list[str], Span]]:
        for other, span in leads.get(name, {}).items():
            if other in path:
                yield path[path.index(other) :], span
            elif other not in done:
                yield from visit(other, [*path, other])
        done.add(name)

    for name in leads:
        if name not in done:
            yield from visit(name, [name])


MAY_NOT_ASK: tuple[RuleKind, ...] = ("domain", "ended", "when", "matters")
_CALLED: tuple[RuleKind, ...] = ("term", "question", "helper", "out", "payoff", "seen")


def check_calls(analysis: Analysis) -> None:
    """Report every cycle of calls once, and every question behind a rule that may not ask."""
    rules = [d for d in analysis.names.values() if isinstance(d, RuleDecl)]
    calls = {rule.name: dict(_calls(rule)) for rule in rules if rule.kind in _CALLED}
    _cycles(analysis, calls)
    for rule in rules:
        if rule.kind in MAY_NOT_ASK and not _decides(rule):
            for name, span in rule.calls.items():
                path = _question(analysis, name, calls, (name,))
                if path is not None:
                    through = f", through {' → '.join(path)}" if len(path) > 1 else ""
                    question = analysis.names[path[-1]]
                    analysis.report(
                        "RL604",
                        span,
                        f"`{rule.kind}` may not ask a question: this asks `{path[-1]}`{through}",
                        second=question.span,
                        second_label="the question",
                        help="ask it in a permit or a forbid, or in an effect that keeps the answer in the state",
                    )


def _decides(rule: RuleDecl) -> bool:
    """Whether what a rule asks is asked under the reading, and is no event: the domain of what is chosen, and when a
    settle holds (decision 0037)."""
    of = rule.base.kind if isinstance(rule.base, RuleDecl) else None
    return (rule.kind, of) == ("when", "settle") or (rule.kind == "domain" and of != "initial")


def _calls(rule: RuleDecl) -> Iterator[tuple[str, Span]]:
    """The calls of a term, question or helper, its own or of what hangs on it."""
    yield from rule.calls.items()
    for child in rule.children:
        yield from _calls(child)


def _question(
    analysis: Analysis, name: str, calls: dict[str, dict[str, Span]], path: tuple[str, ...]
) -> tuple[str, ...] | None:
    rule = analysis.names[name]
    if isinstance(rule, RuleDecl) and rule.kind == "question":
        return path
    for called in calls.get(name, {}):
        if called not in path:
            found = _question(analysis, called, calls, (*path, called))
            if found is not None:
                return found
    return None


def _cycles(analysis: Analysis, calls: dict[str, dict[str, Span]]) -> None:
    for circle, span in circles(calls):
        called, first = circle[0], analysis.names[circle[0]]
        analysis.report(
            "RL605",
            span,
            f"`{called}` is defined by itself: {' → '.join([*circle, called])}",
            second=first.span,
            second_label=f"{what(first)} is defined here",
            help="let one of them read the state instead of calling the next",
        )


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
