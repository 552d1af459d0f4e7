"""`promise(question.option, …, where={"zone": "HAND"})`: the option of which a property is a promise, and what
members it is about."""

from __future__ import annotations

import ast
from typing import TypeAlias

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import RuleDecl
from ruleslawyer.front.rules import what

Members: TypeAlias = tuple[tuple[str, tuple[object, ...]], ...]
"""By field or attribute, the values that members have of which a promise speaks."""


def promised_option(analysis: Analysis, rule: RuleDecl) -> tuple[str, str, Members]:
    """The question, its option, and the members of which the promise speaks; all empty where the property is none."""
    node = rule.promised
    if node is None:
        return "", "", ()
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
    return question.name, node.attr, _members(analysis, rule)


def _members(analysis: Analysis, rule: RuleDecl) -> Members:
    node = rule.options.get("where")
    if node is None:
        return ()
    try:
        given = ast.literal_eval(node)
    except ValueError:
        given = None
    if not isinstance(given, dict) or not given or not all(map(_is_word, given)):
        help = 'write `where={"zone": "HAND"}`, or several values as a tuple'
        raise analysis.report("RL515", rule.module.span(node), "`where` says what members are like", help=help)
    return tuple((name, value if isinstance(value, tuple) else (value,)) for name, value in given.items())


def _is_word(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier()
