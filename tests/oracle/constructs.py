"""Which constructs of the language random programs have, and how often: `python -m tests.oracle.constructs`.

Those that there are come from the front end's own tables: decorators with their options, what modules import, what
piles do, and the statements and expressions of the subset.
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from ruleslawyer import lang
from ruleslawyer.front import rules, subset
from tests.oracle.programs import Program, Seeded, program
from tests.oracle.unliftable import unliftable

FOLDS = ("all", "any", "sum", "min", "max", "len", "frozenset")
"""Functions of Python that rules call, which no table of the front end lists."""
PILES = tuple(name for name in vars(lang.Pile) if not name.startswith("_"))
FORMS = {"ruleset": rules.OF_RULESETS, "checks": rules.OF_CHECKS} | rules.FORMS

REFUSED = (("action", "seat"), ("chance", "seat"), ("joint", "member"))
"""Decorators that a table shares between kinds of actions, and the front end refuses to these: a seat is part of a
joint action alone, a member of the others."""
OF_KNOWLEDGE = {"knows", "@ruleset.action(openly=)", "@ruleset.chance(openly=)", "@ruleset.seen(uncounted=)",
                "@ruleset.seen(field=)"}  # fmt: skip
"""Questions about what players know, which an exploration answers and no engine has (tests/cli/test_knowledge.py)."""


def every() -> set[str]:
    """The names of all constructs."""
    found = {f"@{base}.{name}" for base, forms in FORMS.items() for name in forms}
    found |= {f"@{base}.{name}({option}=)" for base, forms in FORMS.items()
              for name, form in forms.items() for option in form.options}  # fmt: skip
    found |= {f"@{base}.{name}(cited)" for base, forms in rules.FORMS.items() for name, form in forms.items()
              if form.may_cite}  # fmt: skip
    found -= {f"@{base}.{part}{of}" for base, part in REFUSED for of in ("", "(of=)")}
    found -= OF_KNOWLEDGE
    found |= set(lang.__all__) - OF_KNOWLEDGE | set(FOLDS) | {f"pile.{name}" for name in PILES}
    return found | {node.__name__ for node in subset.ALLOWED}


def of(made: Program) -> set[str]:
    """The names of the constructs that a program uses."""
    return set(_of_text(ast.parse(made.model + made.guest)))


def _of_text(tree: ast.Module) -> Iterator[str]:
    kinds = {"book": "ruleset", "game": "ruleset", "checks": "checks"}
    for node in ast.walk(tree):
        yield type(node).__name__
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                yield from _decorated(node.name, decorator, kinds)
        elif isinstance(node, ast.Attribute) and node.attr in PILES:
            yield f"pile.{node.attr}"
        elif isinstance(node, ast.Name) and node.id in (*lang.__all__, *FOLDS):
            yield node.id


def _decorated(name: str, decorator: ast.expr, kinds: dict[str, str]) -> Iterator[str]:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        base = kinds[called.value.id]
        forms = FORMS[base]
        kinds[name] = forms[called.attr].kind
        yield f"@{base}.{called.attr}"
        if forms[called.attr].may_cite and isinstance(decorator, ast.Call):
            yield f"@{base}.{called.attr}(cited)"
        for option in decorator.keywords if isinstance(decorator, ast.Call) else ():
            yield f"@{base}.{called.attr}({option.arg}=)"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.oracle.constructs", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args(arguments)
    counted, small = Counter[str](), Counter[str]()
    for seed in range(given.first, given.first + given.programs):
        counted.update(of(program(Seeded(seed))))
        small.update(of(unliftable(Seeded(seed))))
    for what in sorted(every(), key=lambda one: (-counted[one], one)):
        print(f"{counted[what]:6} {small[what]:6}  {what}")


if __name__ == "__main__":
    main()
