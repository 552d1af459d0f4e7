"""The language reference: what rules are made of, from the table of the subset and the module that authors import."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from pages.markdown import code, prose, table
from ruleslawyer import lang
from ruleslawyer.front import subset
from ruleslawyer.lang import rules

_TAGGING: dict[type, str] = {
    rules.Ruleset: 'A ruleset, `game = Ruleset("game")`',
    rules.Action: "An action, `@game.action(…) def buy(…)`",
    rules.Judged: "Whatever is judged: an action, a seat, a member, how a game begins",
    rules.Lift: "A permit, a forbid, or an exception",
    rules.Term: "A term",
    rules.Question: "A question",
    rules.Deed: "A deed",
    rules.Duty: "A duty",
    rules.Trigger: "A trigger",
    rules.Settle: "A settle",
    rules.Checks: "Checks, `checks = Checks(game)`",
}
"""The classes whose methods are decorators, in the order of the page."""
_SAID: dict[type[ast.AST], str] = {
    ast.FunctionDef: "`def`, at the top of a module",
    ast.ClassDef: "`class`: sorts, enums, states, frames, moments",
    ast.ImportFrom: "`from module import name`",
    ast.If: "`if`, `elif`, `else`",
    ast.For: "`for` over the members of a sort or an enum, over a set, or over a pile, from the top",
    ast.With: "`with effect(…)`, `with simultaneous()`",
    ast.Assign: "`x = …`",
    ast.AugAssign: "`x += …`",
    ast.AnnAssign: "`x: Type = …`",
    ast.Expr: "a call on a line of its own",
    ast.Return: "`return`",
    ast.Pass: "`pass`",
    ast.BoolOp: "`and`, `or`",
    ast.BinOp: "`+ - * // %` of integers, `| & -` of sets",
    ast.UnaryOp: "`not`, `-`",
    ast.IfExp: "`a if b else c`",
    ast.Compare: "`== != < <= > >=`, `in`, `not in`, `is None`, `is not None`",
    ast.Call: "a call of a term, a question, a helper, a deed, of what the tables below list, or of what piles do",
    ast.Attribute: "`card.cost`, `s.turn`",
    ast.Subscript: "`s.coins[who]`",
    ast.Name: "a name",
    ast.Constant: "a literal",
    ast.Tuple: "`(a, b)` after `in`",
    ast.Set: "`{a, b}`",
    ast.GeneratorExp: "`any(… for x in Sort if …)`, also `all`, `sum`, `the`",
    ast.SetComp: "`{x for x in Sort if …}`",
}
"""How a reader knows what the subset's table allows; parts of others are not listed."""
_BEGINNING = """# The rule language

Rules are Python functions, written in a part of the language that can be read without being executed. This page is made
of the tables that the front end itself uses; what the constructs *mean* is said in
[What a model means](../semantics.md), and every mistake with an example in [Diagnostics](diagnostics.md).

## What a module may contain
"""
_DECORATORS = """## Decorators

Clauses are named by their ids: `@buy.permit("5.2.2a", "5.2.2b")`.
"""
_END = """Whatever no table lists is refused too ([RL120](#rl120)), so that no later version of Python adds something
that is silently dropped.
"""


def page() -> str:
    """Statements and expressions, decorators, what modules import, and all that is refused."""
    rows = [row for row in vars(subset).values() if isinstance(row, subset.Row) and row.code != subset.UNKNOWN.code]
    refused = [[f"[{r.code}](#{r.code.lower()})", prose(r.construct), prose(r.reason), prose(r.instead)] for r in rows]
    imported = [[code(name), prose(inspect.getdoc(getattr(lang, name)) or "")] for name in lang.__all__]
    lines = [
        _BEGINNING,
        table(["statement or expression"], [[_SAID[node]] for node in subset.ALLOWED if node in _SAID]),
        _DECORATORS,
    ]
    for owner, called in _TAGGING.items():
        methods = [(name, m) for name, m in vars(owner).items() if inspect.isfunction(m) and not name.startswith("_")]
        decorators = [[code(_signature(name, m)), prose(m.__doc__ or "")] for name, m in methods]
        lines += [f"### {called}\n", table(["decorator", "says"], decorators)]
    lines += ["## What modules import\n\nFrom `ruleslawyer.lang`, and nothing else of the tool:\n"]
    lines += [table(["name", "is"], imported), "### What piles do\n"]
    lines += [table(["of a pile", "is"], list(_of_piles())), "## What is refused\n"]
    lines += [table(["code", "construct", "why", "instead"], refused), _END]
    return "\n".join(lines)


def _of_piles() -> Iterator[list[str]]:
    """The ends of a pile, and its methods."""
    for name, member in vars(lang.Pile).items():
        if isinstance(member, property):
            yield [code(f"pile.{name}"), prose(member.__doc__ or "")]
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield [code(f"pile.{_signature(name, member)}"), prose(member.__doc__ or "")]


def _signature(name: str, method: Callable[..., Any]) -> str:
    """The parameters without types."""
    found = []
    for parameter in list(inspect.signature(method).parameters.values())[1:]:
        star = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
        default = "" if parameter.default is inspect.Parameter.empty else f"={parameter.default!r}"
        found.append(f"{star}{parameter.name}{default}")
    return f"{name}({', '.join(found)})"
