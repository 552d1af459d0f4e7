"""Fields of classes: attributes of sorts, the book's numbers, and the fields of the state and of frames."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.annotations import resolve
from ruleslawyer.front.declarations import (
    Annotation,
    ClassDecl,
    ConstantsDecl,
    Module,
    MomentDecl,
    RecordDecl,
    Refused,
    SortDecl,
)
from ruleslawyer.front.literals import canonical, literal
from ruleslawyer.front.typing import describe, type_text
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Attribute, Constant, Field, Lifetime


def fill_class(analysis: Analysis, declaration: ClassDecl) -> None:
    """Resolve the annotations of a class, now that every name is known."""
    match declaration:
        case SortDecl():
            for name, statement, annotation in _fields(analysis, declaration):
                _attribute(analysis, declaration, name, statement, annotation)
        case ConstantsDecl():
            for name, statement, annotation in _fields(analysis, declaration):
                _number(analysis, declaration, name, statement, annotation)
        case RecordDecl():
            for name, statement, annotation in _fields(analysis, declaration):
                _field(analysis, declaration, name, statement, annotation)
        case MomentDecl():
            for name, statement, annotation in _fields(analysis, declaration):
                _happens_to(analysis, declaration, name, statement, annotation)


def _fields(analysis: Analysis, declaration: ClassDecl) -> Iterator[tuple[str, ast.AnnAssign, Annotation]]:
    seen: dict[str, ast.AnnAssign] = {}
    module = declaration.module
    for statement in contents(declaration.node):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name) as target, annotation=annotation, simple=1):
                span = module.span(target)
                if name.startswith("_") or (isinstance(declaration, SortDecl) and name == "member"):
                    analysis.report(
                        "RL206",
                        span,
                        f"`{name}` cannot be the name of a field",
                        help="choose another name, without `_` in front",
                    )
                elif name in seen:
                    analysis.report(
                        "RL203",
                        span,
                        f"`{name}` is defined twice",
                        second=module.span(seen[name].target),
                        second_label="first defined here",
                        help="give each its own name",
                    )
                else:
                    seen[name] = statement
                    try:
                        yield name, statement, resolve(analysis, module, annotation)
                    except Refused:
                        declaration.broken_names.add(name)
            case _:
                cites = any(isinstance(node, ast.Name) and node.id == "cite" for node in ast.walk(statement))
                analysis.report(
                    "RL402",
                    module.span(statement),
                    "only `name: type` may stand here",
                    help="`@defines(…)` over a class names the clauses that define it"
                    if cites and not isinstance(statement, ast.FunctionDef)
                    else "methods are functions of the module; other statements do not belong into a class",
                )


def _attribute(
    analysis: Analysis, declaration: SortDecl, name: str, statement: ast.AnnAssign, annotation: Annotation
) -> None:
    module, type_ = declaration.module, annotation.type
    leaf = t.leaf_type(type_)
    if isinstance(leaf, (t.Silent, t.NoneType, t.State, t.FrameOf, t.Awaits, t.Pile)):
        analysis.report(
            "RL305",
            module.span(statement.annotation),
            f"an attribute cannot be {describe(leaf)}",
            help="an attribute is bool, int, a sort, an enum, one of these or None, a set, or a map of these",
        )
        declaration.broken_names.add(name)
        return
    if statement.value is not None:
        analysis.report(
            "RL406",
            module.span(statement.value),
            "an attribute has no default: each scope gives it",
            help="take the value off here, and list it in the scope",
        )
    _no_lifetime(analysis, annotation)
    origin = Origin(module.span(statement), annotation.cites)
    declaration.attributes[name] = Attribute(origin, name, type_)


_PLACES: dict[str, tuple[type[t.Type], str]] = {
    "row": (t.Int, "int"),
    "column": (t.Int, "int"),
    "rim": (t.Bool, "bool"),
}
"""What a grid's members know of their place, with the types."""


def check_grid(analysis: Analysis, declaration: SortDecl) -> None:
    """A scope can fill in the attributes of a grid: its place, and one other sort that is no grid itself."""
    others: list[Attribute] = []
    for attribute in declaration.attributes.values():
        name, type_ = attribute.name, attribute.type
        wanted = _PLACES.get(name)
        if wanted is not None and not isinstance(type_, wanted[0]):
            about, help_ = f"`{name}` of a grid is {wanted[1]}, not {describe(type_)}", f"write `{name}: {wanted[1]}`"
            analysis.report("RL410", attribute.origin.span, about, help=help_)
        elif wanted is None:
            sort = analysis.names.get(type_.name) if isinstance(type_, t.Sort) else None
            if not isinstance(sort, SortDecl) or sort.grid:
                analysis.report(
                    "RL410",
                    attribute.origin.span,
                    f"no scope could fill in `{name}` of a grid",
                    help="a grid has row, column, rim, and at most one attribute of another sort that is no grid",
                )
                continue
            others.append(attribute)
    for attribute in others[1:]:
        analysis.report(
            "RL410",
            attribute.origin.span,
            f"`{declaration.name}` has a grid for each `{others[0].name}` already",
            second=others[0].origin.span,
            second_label="for each of these",
            help="keep one of the two, and put what depends on both into a term or a map",
        )


def _no_lifetime(analysis: Analysis, annotation: Annotation) -> None:
    if annotation.until is not None:
        analysis.report(
            "RL407",
            annotation.until.span,
            "a lifetime belongs to a field of the state",
            help="take `until` off here",
        )


def _number(
    analysis: Analysis, declaration: ConstantsDecl, name: str, statement: ast.AnnAssign, annotation: Annotation
) -> None:
    module = declaration.module
    _no_lifetime(analysis, annotation)
    match statement.value:
        case ast.Call(func=ast.Name(id="number") as function, args=[value, *cites], keywords=[]):
            try:
                analysis.resolve(module, "number", module.span(function))
                if not isinstance(annotation.type, (t.Bool, t.Int, t.Enum, t.Optional, t.Set)):
                    raise analysis.report(
                        "RL305",
                        module.span(statement.annotation),
                        f"a number of the book cannot be {describe(annotation.type)}",
                        help="write int, bool, an enum, or one of these or None",
                    )
                found = canonical(analysis, literal(analysis, module, value), annotation.type)
            except Refused:
                declaration.broken_names.add(name)
                return
            cited = annotation.cites + tuple(clauses(analysis, module, cites))
            full = f"{declaration.name}.{name}"
            declaration.numbers[name] = Constant(Origin(module.span(statement), cited), full, annotation.type, found)
        case _:
            declaration.broken_names.add(name)
            analysis.report(
                "RL409",
                module.span(statement),
                "a number of the book is given with its clause",
                help=f'write `{name}: int = number(7, "4.2")`',
            )


def _field(
    analysis: Analysis, declaration: RecordDecl, name: str, statement: ast.AnnAssign, annotation: Annotation
) -> None:
    module, type_ = declaration.module, annotation.type
    leaf = t.leaf_type(type_)
    declaration.broken_names.add(name)  # until it is found to be in order
    if isinstance(leaf, (t.Silent, t.NoneType, t.State, t.FrameOf)):
        analysis.report(
            "RL305",
            module.span(statement.annotation),
            f"a field cannot be {describe(leaf)}",
            help="write bool, int, a sort, an enum, one of these or None, a set, a pile, or a map to these",
        )
        return
    if isinstance(leaf, t.Pile) and leaf.repeats and leaf.size is None:
        what = describe(leaf)
        analysis.report(
            "RL305",
            module.span(statement.annotation),
            f"{what}, which may hold equal ones, says how many it holds",
            help=f"write `Annotated[{type_text(leaf)}, Size(52)]`, with the most that there can be",
        )
        return
    if declaration.frame and isinstance(type_, t.Map):
        analysis.report(
            "RL305",
            module.span(statement.annotation),
            "a field of a frame cannot be a map: no value could be given to it",
            help="keep the map in the state, and write it where the frame opens",
        )
        return
    default, required = t.canonical_default(type_), declaration.frame
    if statement.value is not None:
        if not declaration.frame:
            analysis.report(
                "RL406",
                module.span(statement.value),
                "a field of the state has no default of its own",
                help="write it in the function of `initial`",
            )
        else:
            try:
                default = canonical(analysis, literal(analysis, module, statement.value), type_)
            except Refused:
                return
        required = False
    if declaration.frame:
        _no_lifetime(analysis, annotation)
    declaration.broken_names.discard(name)
    origin = Origin(module.span(statement), annotation.cites)
    declaration.fields[name] = Field(
        origin, name, type_, required, None if required else default, remembers=annotation.remembers
    )


def _happens_to(
    analysis: Analysis, declaration: MomentDecl, name: str, statement: ast.AnnAssign, annotation: Annotation
) -> None:
    """A field of a moment."""
    module, type_ = declaration.module, annotation.type
    _no_lifetime(analysis, annotation)
    if isinstance(type_, (t.Enum, t.Sort)) and statement.value is None:
        declaration.fields[name] = type_
        return
    declaration.broken_names.add(name)
    if statement.value is not None:
        analysis.report(
            "RL406",
            module.span(statement.value),
            "a field of a moment has no default",
            help="give it where the moment is emitted",
        )
    else:
        analysis.report(
            "RL305",
            module.span(statement.annotation),
            f"a moment happens to members of sorts and enums, not to {describe(type_)}",
            help="read the rest from the state, in the trigger's `when`",
        )


def fill_lifetimes(analysis: Analysis, declaration: RecordDecl) -> None:
    """Tie `until` to the field that it watches, now that all fields are known."""
    module = declaration.module
    for statement in declaration.node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            field = declaration.fields.get(statement.target.id)
            if field is None:
                continue
            until = resolve(analysis, module, statement.annotation).until
            if until is None:
                continue
            watched = declaration.fields.get(until.field)
            if watched is None:
                if until.field not in declaration.broken_names:
                    analysis.report(
                        "RL207",
                        until.field_span,
                        f"the state has no field `{until.field}`",
                        second=declaration.span,
                        second_label="the state",
                        help=nearest(until.field, declaration.fields, "name a field of an enum"),
                    )
            elif not isinstance(watched.type, t.Enum) or until.value.type != watched.type:
                analysis.report(
                    "RL407",
                    until.field_span,
                    "a lifetime ends when a field of an enum changes to one of its members",
                    second=watched.origin.span,
                    second_label=f"this field is {describe(watched.type)}",
                    help="name a field of an enum, and a member of that enum",
                )
            else:
                life = Lifetime(Origin(until.span, (until.clause,)), until.field, until.value.value)
                declaration.fields[field.name] = replace(field, until=life)


def check_frame(analysis: Analysis, declaration: RecordDecl) -> None:
    """A frame says whose decision it awaits."""
    field = declaration.fields.get("awaits")
    if field is None:
        if "awaits" not in declaration.broken_names:
            analysis.report(
                "RL405",
                declaration.span,
                f"the frame `{declaration.name}` does not say whose decision it awaits",
                help="add the field `awaits: frozenset[Player]`",
            )
    elif analysis.players is not None and field.type not in (t.Set(analysis.players), t.Awaits(analysis.players)):
        analysis.report(
            "RL405",
            field.origin.span,
            f"`awaits` must be a set of players, not {describe(field.type)}",
            help="write `awaits: frozenset[Player]` or `awaits: frozenset[Player] | Chance`",
        )


def contents(node: ast.ClassDef) -> list[ast.stmt]:
    """The body without `pass` and `...`, without its docstring and those beneath fields and members."""
    return [
        s
        for i, s in enumerate(node.body)
        if not (isinstance(s, ast.Pass))
        and not (
            isinstance(s, ast.Expr)
            and isinstance(s.value, ast.Constant)
            and (s.value.value is ... or (isinstance(s.value.value, str) and _is_documented(node.body[:i])))
        )
    ]


def _is_documented(before: list[ast.stmt]) -> bool:
    """Whether a text that follows these statements of a class says what the class is, or its last field or member."""
    return not before or isinstance(before[-1], ast.AnnAssign | ast.Assign)


def clauses(analysis: Analysis, module: Module, nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        try:
            yield analysis.clause(module, node)
        except Refused:
            continue
