"""`promise(question.option, …)`: the option of which a property is a promise."""

from __future__ import annotations

import ast

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import RuleDecl
from ruleslawyer.front.rules import what


def promised_option(analysis: Analysis, rule: RuleDecl) -> tuple[str, str]:
    """The question and its option; both empty where the property is no promise."""
    node = rule.promised
    if node is None:
        return "", ""
    assert isinstance(node.value, ast.Name)
    report, span = analysis.report, rule.module.span(node)
    question = analysis.resolve_earlier(rule.module, node.value.id, rule.module.span(node.value))
    if not isinstance(question, RuleDecl) or question.kind != "question":
        about = f"a promise is of an option, {what(question)} has none"
        raise report("RL515", span, about, help="write `question.option`")
    options = [option.name for option in question.of_kind("answer", "reading")]
    if node.attr not in options:
        about = f"{what(question)} has no option `{node.attr}`"
        raise report("RL515", span, about, help=nearest(node.attr, options))
    if rule.facts:
        raise report("RL515", span, "what players know is no promise of an option", help="ask about the state")
    return question.name, node.attr
