"""The classes of a module: sorts with their attributes, enums, the book's numbers, the state and the frames."""

from __future__ import annotations

import ast
from typing import Any

from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import (
    ClassDecl,
    ConstantsDecl,
    EnumDecl,
    LangName,
    Module,
    MomentDecl,
    RecordDecl,
    Refused,
    SortDecl,
)
from ruleslawyer.front.fields import clauses, contents
from ruleslawyer.front.guests import declare_addition, host_base

_KINDS = (
    "class X(Sort), class X(Grid), class X(Enum), class X(Constants), @state class State, @frame(…) class X, "
    "@moment(…) class X"
)


def declare_class(analysis: Analysis, module: Module, node: ast.ClassDef) -> None:
    """Bind the name of a class; its contents wait until every name is known."""
    span = module.name_span(node)
    decorators = [_decorator(analysis, module, d) for d in node.decorator_list]
    cites = tuple(c for _, found in decorators for c in found)
    names = [name for name, _ in decorators]
    doc = ast.get_docstring(node) or ""
    declaration: ClassDecl
    of = host_base(analysis, module, node.bases[0]) if len(node.bases) == 1 else None
    bases = [] if of else [_lang_name(analysis, module, base) for base in node.bases]
    match of or bases, [n for n in names if n != "defines"]:
        case SortDecl() as sort, []:
            declaration = SortDecl(node.name, module, span, node=node, cites=cites, doc=doc, grid=sort.grid, of=sort)
        case RecordDecl() as state, ["state"] if len(names) == 1:
            declaration = RecordDecl(node.name, module, span, node=node, cites=cites, doc=doc, of=state)
        case ["Sort" | "Grid" as kind], []:
            declaration = SortDecl(node.name, module, span, node=node, cites=cites, doc=doc, grid=kind == "Grid")
        case ["Enum"], []:
            declaration = EnumDecl(node.name, module, span, node=node, cites=cites, doc=doc)
            _members(analysis, module, node, declaration)
        case ["Constants"], [] if not names:
            declaration = ConstantsDecl(node.name, module, span, node=node, doc=doc)
        case [], ["state" | "frame" as kind] if len(names) == 1:
            declaration = RecordDecl(node.name, module, span, node=node, cites=cites, doc=doc, frame=kind == "frame")
            declaration.may_be_out = any(isinstance(d, ast.Call) and bool(d.keywords) for d in node.decorator_list)
        case [], ["moment"] if len(names) == 1:
            declaration = MomentDecl(node.name, module, span, node=node, cites=cites, doc=doc)
        case _:
            if all(b != "" for b in bases) and all(n != "" for n in names):
                analysis.report(
                    "RL401", span, f"`{node.name}` is no class of the rule language", help=f"there is: {_KINDS}"
                )
            declaration = ClassDecl(node.name, module, span, node=node, broken=True)
    if not analysis.declare(declaration):
        return
    if isinstance(declaration, SortDecl | RecordDecl) and declaration.of is not None:
        declare_addition(analysis, declaration)
    elif isinstance(declaration, RecordDecl) and declaration.frame:
        analysis.frames[node.name] = declaration
    elif isinstance(declaration, RecordDecl):
        if analysis.state is not None:
            analysis.report(
                "RL404",
                span,
                "a ruleset has one state",
                second=analysis.state.span,
                second_label="the first one",
                help="put all fields into one class, or make this a frame",
            )
        else:
            analysis.state = declaration


def _lang_name(analysis: Analysis, module: Module, node: ast.expr) -> str:
    """The library's name that a base or decorator is; empty where it is something else (then reported)."""
    if isinstance(node, ast.Name):
        try:
            found = analysis.resolve(module, node.id, module.span(node))
        except Refused:
            return ""
        return found.name if isinstance(found, LangName) else node.id
    analysis.report("RL401", module.span(node), "this is no base of a class", help=f"there is: {_KINDS}")
    return ""


def _decorator(analysis: Analysis, module: Module, node: ast.expr) -> tuple[str, tuple[str, ...]]:
    match node:
        case ast.Name():
            return _lang_name(analysis, module, node), ()
        case ast.Call(func=ast.Name() as name, args=args, keywords=keywords):
            found = _lang_name(analysis, module, name)
            if found == "frame" and [keyword.arg for keyword in keywords] == ["may_be_out"]:
                return found, tuple(clauses(analysis, module, [*args, keywords[0].value]))
            if found in ("frame", "moment", "defines") and not keywords:
                return found, tuple(clauses(analysis, module, args))
    analysis.report(
        "RL401",
        module.span(node),
        "this is no decorator of a class",
        help='there is: @state, @frame("6.1"), @moment("5.1"), @defines("2.1")',
    )
    return "", ()


def _members(analysis: Analysis, module: Module, node: ast.ClassDef, declaration: EnumDecl) -> None:
    values: dict[Any, ast.expr] = {}
    for statement in contents(node):
        match statement:
            case ast.Assign(
                targets=[ast.Name(id=name) as target], value=ast.Constant(value=str() | int() as value)
            ) if not name.startswith("_"):
                span = module.span(target)
                if name in declaration.members:
                    analysis.report(
                        "RL203",
                        span,
                        f"`{name}` is defined twice",
                        second=declaration.members[name],
                        second_label="first defined here",
                        help="give each member a name of its own",
                    )
                elif value in values:
                    analysis.report(
                        "RL403",
                        module.span(statement.value),
                        "two members with one value would be one member",
                        second=module.span(values[value]),
                        second_label="the same value",
                        help="give each its own value",
                    )
                else:
                    declaration.members[name] = span
                    values[value] = statement.value
            case _:
                analysis.report(
                    "RL403",
                    module.span(statement),
                    "an enum lists its members",
                    help='write each as NAME = "name"',
                )
    if not declaration.members:
        analysis.report(
            "RL403",
            declaration.span,
            f"`{node.name}` has no members",
            help='list them: NAME = "name"',
        )
        declaration.broken = True
