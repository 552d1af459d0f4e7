"""`about=("life",)`: what a question is about, and `aside={"heal": "why"}`: rules that need not ask it."""

from __future__ import annotations

import ast

from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import RuleDecl

OPTIONS = "about", "aside"


def about_of(analysis: Analysis, rule: RuleDecl) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The names of fields, terms and deeds, and by rule why it asks nothing; both empty where nothing is said."""
    match rule.options.get("about"):
        case None:
            names: tuple[str, ...] = ()
        case ast.Tuple(elts=[_, *_] as items) if all(_is_text(item) for item in items):
            names = tuple(str(ast.literal_eval(item)) for item in items)
        case node:
            help = 'write `about=("life",)`'
            raise analysis.report("RL502", rule.module.span(node), "`about` names fields, terms and deeds", help=help)
    match rule.options.get("aside"):
        case None:
            return names, ()
        case ast.Dict(keys=[_, *_] as keys, values=values) as given if names and all(map(_is_text, (*keys, *values))):
            return names, tuple(dict(ast.literal_eval(given)).items())
        case node:
            help = 'write `aside={"heal": "nobody is hurt"}`, beside `about`'
            message = "`aside` says of rules why they need not ask"
            raise analysis.report("RL502", rule.module.span(node), message, help=help)


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value.strip())
