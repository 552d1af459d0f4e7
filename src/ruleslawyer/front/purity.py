"""Calls of rules, followed: no recursion, and no question where none may be asked."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.origin import Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.circles import circles
from ruleslawyer.front.declarations import RuleDecl, RuleKind
from ruleslawyer.front.rules import what

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
