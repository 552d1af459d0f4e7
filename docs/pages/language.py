"""The language reference: what rules are made of, from the table of the subset and the module that authors import."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache

from pages.markdown import ROOT, code, prose, table
from ruleslawyer import lang
from ruleslawyer.front import subset
from ruleslawyer.front.constructs import OPTIONS, OWNERS, SYNTAX, constructs, signature
from ruleslawyer.front.worked import excerpt

_BEGINNING = """# The rule language

Rules are Python functions, written in a part of the language that can be read without being executed. This page is made
of the tables that the front end itself uses; what the constructs *mean* is said in
[What a model means](../semantics.md), and every mistake with an example in [Diagnostics](diagnostics.md).

Each construct is shown in a small game of [the cookbook](../howto/cookbook/index.md), and `ruleslawyer explain frame`
prints the part that shows it.

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
    imported = [[code(name), prose(inspect.getdoc(getattr(lang, name)) or ""), _shown(name)] for name in lang.__all__]
    options = [[code(f"{name}="), prose(says), _shown(name)] for name, says in OPTIONS.items()]
    lines = [
        _BEGINNING,
        table(["statement or expression"], [[SYNTAX[node]] for node in subset.ALLOWED if node in SYNTAX]),
        _DECORATORS,
    ]
    for owner, of in OWNERS.items():
        methods = [(name, m) for name, m in vars(owner).items() if inspect.isfunction(m) and not name.startswith("_")]
        decorators = [[code(signature(name, m)), prose(m.__doc__ or ""), _shown(name)] for name, m in methods]
        lines += [f"### {of[0].upper()}{of[1:]}\n", table(["decorator", "says", "shown in"], decorators)]
    lines += ["### In their brackets\n", table(["option", "says", "shown in"], options)]
    lines += ["## What modules import\n\nFrom `ruleslawyer.lang`, and nothing else of the tool:\n"]
    lines += [table(["name", "is", "shown in"], imported), "### What piles do\n"]
    lines += [table(["of a pile", "is"], list(_of_piles())), "## What is refused\n"]
    lines += [table(["code", "construct", "why", "instead"], refused), _END]
    return "\n".join(lines)


def _shown(name: str) -> str:
    """The page of the cookbook with the example that `ruleslawyer explain` takes its own from."""
    found = excerpt(constructs()[name])
    return f"[{found.worked.name}](../howto/cookbook/{_pages()[found.worked.name]}.md)" if found else ""


@cache
def _pages() -> dict[str, str]:
    """Which page shows which example."""
    pages = (ROOT / "docs" / "howto" / "cookbook").glob("*.md")
    found = re.compile(r"/model/(\w+)\.py$", re.MULTILINE)
    return {name: page.stem for page in pages for name in found.findall(page.read_text(encoding="utf-8"))}


def _of_piles() -> Iterator[list[str]]:
    """The ends of a pile, and its methods."""
    for name, member in vars(lang.Pile).items():
        if isinstance(member, property):
            yield [code(f"pile.{name}"), prose(member.__doc__ or "")]
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield [code(f"pile.{signature(name, member)}"), prose(member.__doc__ or "")]
