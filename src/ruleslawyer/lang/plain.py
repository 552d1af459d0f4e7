"""Short forms of rules, written out in a module's syntax tree: for whoever reads a module, and for whoever runs it.

- `when(…)`, `domain(…)` and `permit("4.2", its_name=…)` in the first lines of a rule are functions that hang on it. Of
  several `domain(…)`, or several `when(…)`, all must hold. A permit without a name is called after its rule, and so is
  one whose name is taken: `may_buy`, `buy_on_turn`.
- A rule that says `with effect(…)` nowhere is one effect of the clauses that it cites.
- `return ask(its_name=says(…), …)` in a question has its options in the brackets.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from copy import copy, deepcopy
from functools import lru_cache
from types import CodeType

GUARDS = ("domain", "when")
"""Calls that may stand first in a rule, each called like the decorator that it stands for."""
MOST_CODE = 500
"""Modules of which the code is kept: where one is edited, all of its ruleset are executed anew."""
_ACTS = ("initial", "action", "joint", "chance", "duty", "settle", "trigger", "deed")
_LANG = "ruleslawyer.lang"


def written_out(tree: ast.Module, taken: Iterable[str] = ()) -> ast.Module:
    """The same tree, with its rules in their long form. `taken`: names of clauses in modules before it."""
    known = {*taken, *names_of(tree)}
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    names = {alias.name for node in imports if node.module == _LANG for alias in node.names}
    needed: set[str] = set()
    body: list[ast.stmt] = []
    for node in tree.body:
        body.append(node)
        if isinstance(node, ast.FunctionDef) and len(node.decorator_list) == 1:
            made = [*_first_lines(node, names, known)]
            for option in _options(node, names):
                made.append(option)
                needed |= {"Silent"} & {n.id for n in ast.walk(option) if isinstance(n, ast.Name)}
            body += made
            if _as_effect(node):
                made.append(node)
                needed.add("effect")
            for new in made:
                ast.fix_missing_locations(new)
    if needed - names:
        at = body.index(imports[-1]) + 1 if imports else 0
        aliases = [ast.copy_location(ast.alias(name), body[at]) for name in sorted(needed - names)]
        body.insert(at, ast.copy_location(ast.ImportFrom(_LANG, aliases, 0), body[at]))
    tree.body = body
    return tree


def names_of(tree: ast.Module) -> Iterator[str]:
    """The names of the functions and classes of a module."""
    return (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))


@lru_cache(MOST_CODE)
def code(text: str, path: str, taken: frozenset[str] = frozenset()) -> tuple[CodeType, frozenset[str]]:
    """The code of a module that is to run, from its text, with its rules in their long form; and its names besides
    those that are `taken`."""
    tree = written_out(ast.parse(text), taken)
    return compile(tree, path, "exec"), taken.union(names_of(tree))


def _first_lines(rule: ast.FunctionDef, names: set[str], known: set[str]) -> Iterator[ast.FunctionDef]:
    """The functions that the first lines of a rule stand for; the lines are taken out. `known`: names, with those that
    the functions take."""

    def name_of(name: str | None) -> str:
        first, other = (name, f"{rule.name}_{name}") if name else (f"may_{rule.name}", f"may_{rule.name}_too")
        made = other if first in known else first
        known.add(made)
        return made

    first, guards = len(_docstring(rule)), dict[str, ast.FunctionDef]()
    while len(rule.body) > first:
        made = None
        match line := rule.body[first]:
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=[condition, *cites], keywords=[]) as call) if (
                name in GUARDS and name in names
            ):
                if name in guards and not cites:
                    _also(guards[name], condition)
                else:
                    made = _hanging(rule, name, f"{rule.name}_{name}", condition, call, cites, _bool())
                    guards[name] = made
            case ast.Expr(value=ast.Call(func=ast.Name(id="permit"), args=args, keywords=keywords) as call) if (
                "permit" in names and (permit := _permit(args, keywords))
            ):
                said, own, condition = permit
                cites = [s for s in said if not _is_words(s)]
                made = _hanging(rule, "permit", name_of(own), condition, call, cites, _bool())
                made.body = [*(ast.Expr(words) for words in said if _is_words(words)), *made.body]
            case _:
                return
        rule.body = [*rule.body[:first], *rule.body[first + 1 :]] or [ast.copy_location(ast.Pass(), line)]
        if made is not None:
            yield made


def _also(guard: ast.FunctionDef, condition: ast.expr) -> None:
    """Let a guard that returns a condition want another one as well."""
    match guard.body:
        case [ast.Return(value=ast.expr() as first)]:
            guard.body = [ast.copy_location(ast.Return(ast.BoolOp(ast.And(), [first, condition])), first)]


def _permit(args: list[ast.expr], keywords: list[ast.keyword]) -> tuple[list[ast.expr], str | None, ast.expr] | None:
    """The texts of a permit, its name and its condition: by name, or last and without one; None where it is neither."""
    match args, keywords:
        case _, [ast.keyword(arg=str(name), value=condition)]:
            return args, name, condition
        case [*said, last], [] if not isinstance(last, ast.Constant) or isinstance(last.value, bool):
            return said, None, last
        case [last, *_], []:
            return args, None, ast.copy_location(ast.Constant(value=True), last)
    return None


def _bool() -> ast.expr:
    return ast.Name("bool", ast.Load())


def _options(rule: ast.FunctionDef, names: set[str]) -> Iterator[ast.FunctionDef]:
    """The options of a question that stand in its `ask(…)`, which is empty then: answers where they cite clauses."""
    match rule.body[len(_docstring(rule)) :]:
        case [ast.Return(value=ast.Call(func=ast.Name(id="ask"), args=[], keywords=[*options]) as asked)] if options:
            pass
        case _:
            return
    kept: list[ast.keyword] = []
    for option in options:
        match option:
            case ast.keyword(
                arg=str(name), value=ast.Call(func=ast.Name(id="says"), args=[value, *said], keywords=given) as call
            ) if "says" in names and rule.returns is not None:
                returns = deepcopy(rule.returns)
                if any(isinstance(inner, ast.Name) and inner.id == "SILENT" for inner in ast.walk(value)):
                    returns = ast.BinOp(returns, ast.BitOr(), ast.Name("Silent", ast.Load()))
                words = [one for one in said if _is_words(one)]
                cites = [one for one in said if one not in words]
                of = _hanging(rule, "answer" if cites else "reading", name, value, call, cites or words, returns, given)
                of.body = [*(ast.Expr(word) for word in words if cites), *of.body]
                yield of
            case _:
                kept.append(option)
    asked.keywords = kept


def _is_words(said: ast.expr) -> bool:
    """Whether a text is no clause: those have no space in their id, and a number."""
    return isinstance(said, ast.Constant) and re.search(r"\s|^\D*$", str(said.value).strip()) is not None


def _hanging(
    rule: ast.FunctionDef,
    decorator: str,
    name: str,
    value: ast.expr,
    place: ast.Call,
    args: list[ast.expr],
    returns: ast.expr,
    given: list[ast.keyword] | None = None,
) -> ast.FunctionDef:
    """A function that gives a value and hangs on a rule, with what that takes. place: the call that it stands for."""
    hung: ast.expr = ast.Attribute(ast.Name(rule.name, ast.Load()), decorator, ast.Load())
    if args or given:
        hung = ast.Call(hung, args, given or [])
    made = copy(rule)
    made.name, made.args, made.body = name, deepcopy(rule.args), [ast.copy_location(ast.Return(value), value)]
    made.decorator_list, made.returns = [_at_place(hung, place)], _at_place(returns, place)
    return ast.copy_location(made, place)


def _at_place(node: ast.expr, place: ast.expr) -> ast.expr:
    """The node, and what is new in it, at that place."""
    for inner in ast.walk(node):
        if not hasattr(inner, "lineno"):
            ast.copy_location(inner, place)
    return node


def _as_effect(rule: ast.FunctionDef) -> bool:
    """Put the statements of a rule into one effect of its own clauses, where it names no effect."""
    match rule.decorator_list:
        case [ast.Call(func=ast.Attribute(attr=kind), args=cites) as decorator] if kind in _ACTS:
            pass
        case _:
            return False
    said = _docstring(rule)
    body = rule.body[len(said) :]
    if all(isinstance(line, ast.Pass) or _is_constant(line) for line in body) or any(
        isinstance(inner, ast.Name) and inner.id == "effect" for line in body for inner in ast.walk(line)
    ):
        return False
    effect = _at_place(ast.Call(ast.Name("effect", ast.Load()), deepcopy(cites), []), decorator)
    rule.body = [*said, ast.copy_location(ast.With([ast.withitem(effect)], body), body[0])]
    return True


def _docstring(rule: ast.FunctionDef) -> list[ast.stmt]:
    return rule.body[:1] if ast.get_docstring(rule) is not None else []


def _is_constant(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
