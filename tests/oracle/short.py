"""The short forms of rules, as the oracle reads them by docs/semantics.md: what the first lines of a rule say is a
function that hangs on it."""

from __future__ import annotations

import ast
from types import CodeType

ACTS = ("initial", "action", "joint", "chance", "duty", "settle", "trigger", "deed")
STAND_INS = dict.fromkeys(("domain", "permit", "says", "when"))
"""What a module imports for short forms, and never calls."""


def compiled(text: str, file: str) -> CodeType:
    tree = ast.parse(text)
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    body: list[ast.stmt] = []
    for node in tree.body:
        body.append(node)
        if isinstance(node, ast.FunctionDef) and len(node.decorator_list) == 1:
            hanging = [*_first_lines(node, names), *_options(node)]
            _one_effect(node)
            body += hanging
    tree.body = body
    return compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)


def _function(of: ast.FunctionDef, hung: str, given: list[str], name: str, value: ast.expr, returns: str) -> ast.stmt:
    decorator = f"{of.name}.{hung}" + (f"({', '.join(given)})" if given else "")
    head = f"@{decorator}\ndef {name}({ast.unparse(of.args)}) -> {returns}:\n"
    return ast.parse(f"{head}    return {ast.unparse(value)}\n").body[0]


def _first_lines(rule: ast.FunctionDef, names: set[str]) -> list[ast.stmt]:
    begin, found = _docstrings(rule), list[ast.stmt]()
    while len(rule.body) > begin:
        line = rule.body[begin]
        call = line.value if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call) else None
        name = call.func.id if call and isinstance(call.func, ast.Name) else ""
        if call is None or name not in ("domain", "permit", "when"):
            return found
        if name == "permit":
            said, condition = list(call.args), call.keywords[0].value if call.keywords else None
            if condition is None and not (isinstance(said[-1], ast.Constant) and isinstance(said[-1].value, str)):
                condition = said.pop()
            own, other = f"may_{rule.name}", f"may_{rule.name}_too"
            if call.keywords:
                own, other = str(call.keywords[0].arg), f"{rule.name}_{call.keywords[0].arg}"
            own = other if own in names else own
            names.add(own)
            found.append(_function(rule, name, _clauses(said), own, condition or ast.Constant(True), "bool"))
        else:
            found.append(_function(rule, name, _clauses(call.args[1:]), f"{rule.name}_{name}", call.args[0], "bool"))
        del rule.body[begin]
        rule.body = rule.body or [ast.Pass()]
    return found


def _options(question: ast.FunctionDef) -> list[ast.stmt]:
    last, found = question.body[-1], list[ast.stmt]()
    if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Call) or question.returns is None:
        return found
    for option in [one for one in last.value.keywords if isinstance(one.value, ast.Call)]:
        says = option.value
        if not isinstance(says, ast.Call) or ast.unparse(says.func) != "says":
            continue
        clauses = _clauses(says.args[1:])
        given = [*(clauses or [ast.unparse(word) for word in says.args[1:]]), *map(ast.unparse, says.keywords)]
        kind = "answer" if clauses else "reading"
        found.append(_function(question, kind, given, str(option.arg), says.args[0], ast.unparse(question.returns)))
        last.value.keywords.remove(option)
    return found


def _one_effect(rule: ast.FunctionDef) -> None:
    """All that a rule does, under the clauses that it cites, where it names none."""
    decorator, begin = rule.decorator_list[0], _docstrings(rule)
    if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func).rpartition(".")[2] not in ACTS:
        return
    does = rule.body[begin:]
    names = {node.id for line in does for node in ast.walk(line) if isinstance(node, ast.Name)}
    if "effect" not in names and any(not isinstance(line, ast.Pass) for line in does):
        cites = ", ".join(map(ast.unparse, decorator.args))
        (block,) = ast.parse(f"with __import__('ruleslawyer.lang').effect({cites}):\n    pass").body
        assert isinstance(block, ast.With)
        block.body = does
        rule.body[begin:] = [block]


def _clauses(said: list[ast.expr]) -> list[str]:
    """Those that name a clause: there is a number in it and no blank, or it is no text at all."""
    return [ast.unparse(one) for one in said if not isinstance(one, ast.Constant) or _names_clause(str(one.value))]


def _names_clause(text: str) -> bool:
    return len(text.split()) == 1 and any(letter.isdigit() for letter in text)


def _docstrings(rule: ast.FunctionDef) -> int:
    return int(ast.get_docstring(rule) is not None)
