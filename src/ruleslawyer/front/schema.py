"""A ruleset that is played on another one: `on=`, and what its classes add to those of the host."""

from __future__ import annotations

import ast
from typing import Any

from ruleslawyer.base.origin import Span
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


def check_on(analysis: Analysis, module: Module, span: Span, value: ast.expr | None) -> None:
    """`on=` says in the code what pyproject.toml says, which has to know it before anything is read."""
    name, host = analysis.ruleset_name, analysis.host_name
    if module.hosted:  # a host is no guest
        name, host = host or name, None
    if value is None:
        if host is not None:
            analysis.report(
                "RL525",
                span,
                f'pyproject.toml says that "{name}" is played on "{host}"',
                help=f'write `Ruleset("{name}", on={analysis.host.name if analysis.host else host})`',
            )
        return
    if host is None:
        analysis.report(
            "RL525",
            module.span(value),
            f'pyproject.toml does not say what "{name}" is played on',
            help=f'write `on = "…"` under [tool.ruleslawyer.rulesets.{name}]',
        )
        return
    found = analysis.resolve(module, value.id, module.span(value)) if isinstance(value, ast.Name) else None
    if found is None or found is not analysis.host:
        analysis.report(
            "RL525",
            module.span(value),
            f'pyproject.toml says that "{name}" is played on "{host}"',
            second=analysis.host.span if analysis.host else None,
            second_label="the host" if analysis.host else "",
            help=f"import the host's ruleset, and write `on={analysis.host.name if analysis.host else host}`",
        )


def host_base(analysis: Analysis, module: Module, node: ast.expr) -> SortDecl | RecordDecl | None:
    """The sort or the state of the host that a base names; None where it is something else."""
    found = module.names.get(node.id) if isinstance(node, ast.Name) else None
    if not isinstance(found, SortDecl | RecordDecl) or (isinstance(found, RecordDecl) and found.frame):
        return None
    if module.hosted or not found.module.hosted:
        raise analysis.report(
            "RL526",
            module.span(node),
            f"`{found.name}` is no class of a host",
            second=found.span,
            second_label="it is defined here",
            help="only a guest adds to a sort or to the state, and only to its host's: put all into one class",
        )
    return found


def declare_addition(analysis: Analysis, declaration: SortDecl | RecordDecl) -> None:
    """Tie what a guest adds to the host's class; there is one such class for each."""
    known: ClassDecl | None
    if isinstance(declaration, SortDecl):
        assert declaration.of is not None
        known = declaration.of.added
        declaration.of.added = known or declaration
    else:
        known = analysis.state if analysis.state is not declaration.of else None
        analysis.state = known or declaration
    if known is not None:
        declaration.broken = True
        assert declaration.of is not None
        analysis.report(
            "RL526",
            declaration.span,
            f"a second class adds to `{declaration.of.name}`",
            second=known.span,
            second_label="the first one",
            help="put both into one class",
        )


def add_to_host(analysis: Analysis) -> None:
    """Add the host's names to each class of the guest, now that both are read; no name is there twice."""
    for declaration in analysis.names.values():
        match declaration:
            case SortDecl(of=SortDecl() as base):
                for name, attribute in declaration.attributes.items():
                    if name in base.attributes:
                        _twice(analysis, name, attribute.origin.span, base.attributes[name].origin.span)
            case RecordDecl(of=RecordDecl() as state):
                for name, field in declaration.fields.items():
                    if name in state.fields:
                        _twice(analysis, name, field.origin.span, state.fields[name].origin.span)
                declaration.fields = {**state.fields, **declaration.fields}
                declaration.broken_names |= state.broken_names


def _twice(analysis: Analysis, name: str, span: Span, first: Span) -> None:
    analysis.report(
        "RL203",
        span,
        f"the host has `{name}` already",
        second=first,
        second_label="first defined here",
        help="choose another name, or take it out: what the host has is the guest's too",
    )


def expect_host(analysis: Analysis) -> None:
    """A host makes its ruleset, and its state comes before what a guest adds to it."""
    if analysis.host_name is not None and analysis.host is None:
        path = analysis.modules[0].path
        analysis.report(
            "RL516",
            Span(path, 1, 1, 1, 1),
            "no module makes the host's ruleset",
            help=f'write `{analysis.host_name} = Ruleset("{analysis.host_name}")` in the first one',
        )


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
