"""The statements of a module's top level: each gives one name its meaning, line by line."""

from __future__ import annotations

import ast

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import (
    AliasDecl,
    ChecksDecl,
    ClassDecl,
    ConstDecl,
    Declaration,
    LangName,
    Module,
    Refused,
    RuleDecl,
    RulesetDecl,
)
from ruleslawyer.front.doubts import declare_doubt
from ruleslawyer.front.literals import literal
from ruleslawyer.front.rules import declare_function
from ruleslawyer.front.schema import check_on, declare_class
from ruleslawyer.front.source import bind_import
from ruleslawyer.front.subset import refusal
from ruleslawyer.ir.system import ClosedWorld

_GENERICS = ("Annotated", "Map", "Pile")


def declare_module(analysis: Analysis, module: Module) -> None:
    for i, node in enumerate(module.tree.body):
        try:
            _statement(analysis, module, node, first=i == 0)
        except Refused:
            continue


def _statement(analysis: Analysis, module: Module, node: ast.stmt, first: bool) -> None:
    match node:
        case ast.Expr(value=ast.Constant(value=str())) if first:
            return
        case ast.ImportFrom():
            bind_import(analysis, module, node)
        case ast.ClassDef():
            declare_class(analysis, module, node)
        case ast.FunctionDef():
            declare_function(analysis, module, node)
        case ast.Assign(targets=[ast.Name() as target], value=value):
            _definition(analysis, module, target, value, None)
        case ast.AnnAssign(target=ast.Name() as target, annotation=annotation, value=ast.expr() as value, simple=1):
            _definition(analysis, module, target, value, annotation)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="closed_world"))):
            analysis.resolve_ruleset(module, owner, module.span(node))
            assert isinstance(node.value, ast.Call)
            _closed_world(analysis, module, node.value)
        case ast.Pass():
            return
        case ast.If():
            raise analysis.report(
                "RL107",
                module.span(node),
                "an `if` at the top of a module is not part of the rule language: "
                "names are resolved without running anything",
                help="import and define without a condition",
            )
        case _:
            if refusal(node) is None:
                analysis.report(
                    "RL125",
                    module.span(node),
                    "only imports and definitions may stand here",
                    help="move it into a function; a constant is `NAME = literal`",
                )


def _definition(
    analysis: Analysis, module: Module, target: ast.Name, value: ast.expr, annotation: ast.expr | None
) -> None:
    """`name = …`: a ruleset, its checks, an alias, or a constant."""
    name, span = target.id, module.span(target)
    made: Declaration
    try:
        made = _declaration_of(analysis, module, target, value, annotation)
    except Refused:
        made = Declaration(name, module, span, broken=True)
    if isinstance(made, ChecksDecl) and isinstance(analysis.names.get(name), ChecksDecl) and name not in module.names:
        module.names[name] = made  # each module of checks may have its own
        return
    if not analysis.declare(made):
        return
    if isinstance(made, RuleDecl):
        for option in made.children:
            analysis.declare(option)
    if isinstance(made, RulesetDecl):
        first = analysis.host if module.hosted else analysis.ruleset
        if first is not None:
            analysis.report(
                "RL516",
                span,
                "a second ruleset",
                second=first.span,
                second_label="the first one",
                help="import the first one where it is needed",
            )
        elif module.hosted:
            analysis.host = made
        else:
            analysis.ruleset = made


def _declaration_of(
    analysis: Analysis, module: Module, target: ast.Name, value: ast.expr, annotation: ast.expr | None
) -> Declaration:
    name, span = target.id, module.span(target)
    declared = _marker(analysis, module, annotation)
    if refusal(value) is not None:
        raise Refused
    match value:
        case ast.Call(
            func=ast.Name(id="Ruleset") as func, args=args, keywords=[] | [ast.keyword(arg="on")] as keywords
        ) if annotation is None:
            analysis.resolve(module, "Ruleset", module.span(func))
            made = _ruleset(analysis, module, target, value, args)
            check_on(analysis, module, module.span(value), keywords[0].value if keywords else None)
            return made
        case ast.Call(func=ast.Name(id="Checks") as func, args=[ast.Name(id=of) as arg], keywords=[]) if (
            annotation is None
        ):
            analysis.resolve(module, "Checks", module.span(func))
            found = analysis.resolve(module, of, module.span(arg))
            if not isinstance(found, RulesetDecl):
                raise analysis.report(
                    "RL516",
                    module.span(arg),
                    f"`{of}` is not a ruleset",
                    second=found.span,
                    second_label="it is defined here",
                    help="write `Checks(harbour)` of your ruleset",
                )
            return ChecksDecl(name, module, span)
        case ast.Call(func=ast.Attribute(value=ast.Name() as owner, attr="doubt")) if annotation is None:
            return declare_doubt(analysis, module, target, value, owner)
    if declared == "TypeAlias" or (declared is None and annotation is None and _is_type(module, value)):
        return AliasDecl(name, module, span, value=value)
    found_literal = literal(analysis, module, value)
    if found_literal.items is None and found_literal.value is None:
        raise analysis.report(
            "RL408", module.span(value), "a constant that is None", help="write None where it is used"
        )
    return ConstDecl(name, module, span, literal=found_literal)


def _marker(analysis: Analysis, module: Module, annotation: ast.expr | None) -> str | None:
    """The marker in the annotation of a definition: TypeAlias, Final, or a plain type (which mypy checks)."""
    match annotation:
        case None:
            return None
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            found = module.names.get(name)
            return found.name if isinstance(found, LangName) else name
    return ""


def _is_type(module: Module, value: ast.expr) -> bool:
    match value:
        case ast.BinOp(op=ast.BitOr()):
            return True
        case ast.Subscript(value=ast.Name(id=name)):
            return name == "frozenset" or name in _GENERICS
        case ast.Name(id=name):
            return name in ("int", "bool") or isinstance(module.names.get(name), (ClassDecl, AliasDecl))
    return False


def _ruleset(
    analysis: Analysis, module: Module, target: ast.Name, value: ast.Call, args: list[ast.expr]
) -> RulesetDecl:
    span = module.span(target)
    name = (analysis.host_name if module.hosted else None) or analysis.ruleset_name
    match args:
        case [ast.Constant(value=str(ruleset)) as arg]:
            if ruleset != name:
                analysis.report(
                    "RL516",
                    module.span(arg),
                    f'pyproject.toml lists this module under "{name}"',
                    help=f'write `Ruleset("{name}")`',
                )
            return RulesetDecl(target.id, module, span, ruleset=ruleset)
    raise analysis.report(
        "RL516",
        module.span(value),
        "a ruleset has a name",
        help=f'write `Ruleset("{name}")`',
    )


def _closed_world(analysis: Analysis, module: Module, node: ast.Call) -> None:
    span = module.span(node)
    first = analysis.closed_worlds.get(module.hosted)
    if first is not None:
        raise analysis.report(
            "RL510",
            span,
            "a ruleset says this once",
            second=first.origin.span,
            second_label="the first time",
            help="take one out",
        )
    cites = tuple(analysis.clause(module, arg) for arg in node.args)
    assumed = None
    for keyword in node.keywords:
        match keyword:
            case ast.keyword(arg="assumed", value=ast.Constant(value=str(text))) if text.strip():
                assumed = text
            case _:
                raise analysis.report(
                    "RL502",
                    module.span(keyword),
                    "`closed_world` takes clauses, or `assumed=` with a text",
                    help=nearest(keyword.arg or "", ("assumed",), 'write `assumed="…"`'),
                )
    if (assumed is None) == (not cites):
        raise analysis.report(
            "RL502",
            span,
            "the closed world is either said by a clause, or assumed",
            help='write `closed_world("1.4")` or `closed_world(assumed="what is not allowed is forbidden")`',
        )
    analysis.closed_worlds[module.hosted] = ClosedWorld(Origin(span, cites), assumed)
