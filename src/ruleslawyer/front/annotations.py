"""Annotations to types: names, aliases, Map, frozenset, Pile, `T | None`, `T | Silent`, and what Annotated adds."""

from __future__ import annotations

import ast

from ruleslawyer.base.diagnostics import listing
from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import (
    AliasDecl,
    Annotation,
    ConstantsDecl,
    EnumDecl,
    LangName,
    Module,
    RecordDecl,
    SortDecl,
    Until,
)
from ruleslawyer.front.literals import literal
from ruleslawyer.front.typing import SCALARS, describe
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Memory

_CHANCE = "Chance"


def resolve(analysis: Analysis, module: Module, node: ast.expr) -> Annotation:
    """The type and the other parts of an annotation; raises where it cannot be understood."""
    match node:
        case ast.Constant(value=None):
            return Annotation(t.NoneType())
        case ast.Constant(value=str()):
            raise analysis.report(
                "RL304",
                module.span(node),
                "a type in quotes",
                help="take the quotes off, and begin the module with `from __future__ import annotations`",
            )
        case ast.Name(id="bool"):
            return Annotation(t.Bool())
        case ast.Name(id="int"):
            return Annotation(t.Int())
        case ast.Name(id=name):
            return _name(analysis, module, node, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _union(analysis, module, node, left, right)
        case ast.Subscript(value=ast.Name(id=name), slice=argument):
            return _generic(analysis, module, node, name, argument)
    raise _unknown_type(analysis, module, node)


def resolve_type(analysis: Analysis, module: Module, node: ast.expr) -> t.Type:
    """The type of an annotation that may carry neither clauses nor a lifetime."""
    annotation = resolve(analysis, module, node)
    for word, said in (("until", annotation.until), ("remembers", annotation.remembers)):
        if said is not None:
            raise analysis.report(
                "RL407", module.span(node), f"`{word}` is said of a field", help=f"take `{word}` off here"
            )
    return annotation.type


def _unknown_type(analysis: Analysis, module: Module, node: ast.expr) -> Exception:
    return analysis.report(
        "RL304",
        module.span(node),
        "this is not a type of the rule language",
        help="there is: bool, int, a sort, an enum, T | None, frozenset[T], Pile[T], Map[K, T], "
        "Annotated[T, Range(…), Size(…), cite(…), until(…), remembers(…)]",
    )


def _name(analysis: Analysis, module: Module, node: ast.expr, name: str) -> Annotation:
    span = module.span(node)
    if (name == "float" and name not in module.names) or (name == "str" and name not in module.names):
        raise _unknown_type(analysis, module, node)
    declaration = analysis.resolve(module, name, span, ("bool", "int", "frozenset"))
    eager = analysis.eager or not module.postponed
    if eager and declaration.module is module and declaration.span.line > span.line:
        raise analysis.report(
            "RL204",
            span,
            f"`{name}` is used before its definition",
            second=declaration.span,
            second_label="it is defined here",
            help="move the definition up; between classes, begin the module with `from __future__ import annotations`",
        )
    match declaration:
        case SortDecl(sort=sort):
            return Annotation(t.Sort(sort))
        case EnumDecl():
            return Annotation(t.Enum(name))
        case RecordDecl(frame=False):
            return Annotation(t.State())
        case RecordDecl():
            return Annotation(t.FrameOf(name))
        case AliasDecl():
            return alias(analysis, declaration)
        case LangName(name="Silent"):
            return Annotation(t.Silent(t.NoneType()))
        case LangName(name="Chance"):
            raise analysis.report(
                "RL304",
                span,
                "`Chance` stands only in `frozenset[Player] | Chance`",
                help="write both together",
            )
    raise _unknown_type(analysis, module, node)


def alias(analysis: Analysis, declaration: AliasDecl) -> Annotation:
    """The annotation that an alias stands for."""
    if declaration.annotation is None:
        if declaration.resolving:
            declaration.broken = True
            raise analysis.report(
                "RL304",
                declaration.span,
                f"`{declaration.name}` is defined by itself",
                help="name the type itself",
            )
        declaration.resolving = True
        outer, analysis.eager = analysis.eager, True  # Python evaluates the right side of an alias where it stands
        try:
            declaration.annotation = resolve(analysis, declaration.module, declaration.value)
        except Exception:
            declaration.broken = True
            raise
        finally:
            analysis.eager = outer
    return declaration.annotation


def _union(analysis: Analysis, module: Module, node: ast.expr, left: ast.expr, right: ast.expr) -> Annotation:
    span = module.span(node)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ast.Name) and one.id == _CHANCE and isinstance(module.names.get(_CHANCE), LangName):
            type_ = resolve_type(analysis, module, other)
            if isinstance(type_, t.Set) and isinstance(type_.item, t.Sort):
                return Annotation(t.Awaits(type_.item))
            raise analysis.report(
                "RL304",
                span,
                "`Chance` stands only beside a set of players",
                help="write `frozenset[Player] | Chance`",
            )
    first, second = resolve_type(analysis, module, left), resolve_type(analysis, module, right)
    for type_, other_type in ((first, second), (second, first)):
        if type_ == t.Silent(t.NoneType()):
            return Annotation(t.Silent(other_type))
    for type_, other_type in ((first, second), (second, first)):
        match type_, other_type:
            case t.NoneType(), t.Silent(item):
                return Annotation(t.Silent(_optional(analysis, module, node, item)))
            case t.NoneType(), _:
                return Annotation(_optional(analysis, module, node, other_type))
    raise analysis.report(
        "RL304",
        span,
        "a value has one type, `T | None`, or `T | Silent`",
        help="choose one type; where there are alternatives, use an enum",
    )


def _optional(analysis: Analysis, module: Module, node: ast.expr, item: t.Type) -> t.Type:
    if isinstance(item, SCALARS):
        return t.Optional(item)
    raise analysis.report(
        "RL305",
        module.span(node),
        f"{describe(item)} cannot be None as well",
        help="only bool, int, a sort or an enum can be None; use an empty set or pile, or a field of its own",
    )


def _generic(analysis: Analysis, module: Module, node: ast.expr, name: str, argument: ast.expr) -> Annotation:
    if name == "frozenset":
        return Annotation(t.Set(_item(analysis, module, argument, "a set")))
    if name in ("set", "list", "dict", "tuple") and name not in module.names:
        raise _unknown_type(analysis, module, node)
    declaration = analysis.resolve(module, name, module.span(node))
    match declaration, argument:
        case LangName(name="Pile"), _:
            return Annotation(t.Pile(_item(analysis, module, argument, "a pile")))
        case LangName(name="Map"), ast.Tuple(elts=[key_node, value_node]):
            key = resolve_type(analysis, module, key_node)
            if not isinstance(key, (t.Sort, t.Enum)):
                raise analysis.report(
                    "RL305",
                    module.span(key_node),
                    "the key of a map is a sort or an enum",
                    help="name a sort or an enum",
                )
            value = resolve_type(analysis, module, value_node)
            if isinstance(value, (t.Silent, t.NoneType, t.State, t.FrameOf, t.Awaits)):
                raise analysis.report(
                    "RL305",
                    module.span(value_node),
                    f"a map cannot hold {describe(value)}",
                    help="name a type of values",
                )
            return Annotation(t.Map(key, value))
        case LangName(name="Annotated"), ast.Tuple(elts=[inner, *extras]) if extras:
            return _annotation_of(analysis, module, inner, extras)
    raise _unknown_type(analysis, module, node)


def _item(analysis: Analysis, module: Module, node: ast.expr, what: str) -> t.Type:
    type_ = resolve_type(analysis, module, node)
    if isinstance(type_, (t.Sort, t.Enum)):
        return type_
    raise analysis.report(
        "RL305",
        module.span(node),
        f"{what} holds members of a sort or an enum",
        help="name a sort or an enum",
    )


def _annotation_of(analysis: Analysis, module: Module, inner: ast.expr, extras: list[ast.expr]) -> Annotation:
    found = resolve(analysis, module, inner)
    type_, cites, until, remembers = found.type, found.cites, found.until, found.remembers
    for extra in extras:
        match extra:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
                declaration = analysis.resolve(module, name, module.span(extra))
                what = declaration.name if isinstance(declaration, LangName) else ""
            case _:
                what, args, keywords = "", [], []
        if what == "Range":
            type_ = _range(analysis, module, extra, type_, args, keywords)
        elif what == "Size":
            type_ = _size(analysis, module, extra, type_, args, keywords)
        elif what == "cite" and not keywords:
            cites += tuple(analysis.clause(module, arg) for arg in args)
        elif what == "until" and len(args) == 1 and len(keywords) == 1 and keywords[0].arg:
            clause = analysis.clause(module, args[0])
            value = literal(analysis, module, keywords[0].value)
            span = module.span(keywords[0])
            until = Until(module.span(extra), clause, keywords[0].arg, span, value)
        elif what == "remembers" and args and all(k.arg == "asks" for k in keywords):
            origin = Origin(module.span(extra), tuple(analysis.clause(module, arg) for arg in args))
            remembers = Memory(origin, _asks(analysis, module, keywords))
        else:
            raise analysis.report(
                "RL407",
                module.span(extra),
                "this says nothing about a type",
                help='there is: Range(low, high, cite="1.1"), Size(52), cite("1.1"), until("1.1", field=Enum.MEMBER), '
                'remembers("1.1", asks="a_question")',
            )
    return Annotation(type_, cites, until, remembers)


def _asks(analysis: Analysis, module: Module, keywords: list[ast.keyword]) -> str | None:
    """The name of the question that `remembers` gives."""
    for keyword in keywords:
        match keyword.value:
            case ast.Constant(value=str(name)):
                return name
        raise analysis.report(
            "RL407", module.span(keyword), "`asks` names a question", help='write its name as a text, asks="…"'
        )
    return None


def _range(
    analysis: Analysis, module: Module, node: ast.expr, type_: t.Type, args: list[ast.expr], keywords: list[ast.keyword]
) -> t.Type:
    """`Range(low, high, cite=…)` on an integer, or on an integer or None."""
    span = module.span(node)
    bare = type_.item if isinstance(type_, t.Optional) else type_
    if not isinstance(bare, t.Int):
        raise analysis.report(
            "RL407",
            span,
            f"a range belongs to an integer, not to {describe(type_)}",
            help="put it where the integer is: Map[Player, Annotated[int, Range(0)]]",
        )
    given: dict[str, ast.expr] = dict(zip(("low", "high", "cite"), args, strict=False))
    for keyword in keywords:
        if keyword.arg in ("low", "high", "cite") and keyword.arg not in given:
            given[keyword.arg] = keyword.value
        else:
            raise analysis.report(
                "RL407",
                module.span(keyword),
                "this is not an argument of Range",
                help=listing(("low", "high", "cite")),
            )
    if len(args) > 3:
        raise analysis.report("RL407", span, "too many arguments of Range", help="write Range(low, high, cite=…)")
    bounds: dict[str, int | None] = {"low": None, "high": None}
    for key in bounds:
        if key in given:
            value = literal(analysis, module, given[key])
            if value.items is not None or not isinstance(value.type, (t.Int, t.NoneType)):
                raise analysis.report("RL407", value.span, "a bound is an integer or None", help="write an integer")
            bounds[key] = value.value
    low, high = bounds["low"], bounds["high"]
    if low is not None and high is not None and low > high:
        raise analysis.report("RL407", span, f"no integer is in the range {low} to {high}", help="swap the bounds")
    cite_node = given.get("cite")
    none = cite_node is None or (isinstance(cite_node, ast.Constant) and cite_node.value is None)
    cite = None if none or cite_node is None else analysis.clause(module, cite_node)
    made = t.Int(low, high, cite)
    return t.Optional(made) if isinstance(type_, t.Optional) else made


def _size(
    analysis: Analysis, module: Module, node: ast.expr, type_: t.Type, args: list[ast.expr], keywords: list[ast.keyword]
) -> t.Type:
    """`Size(most, cite=…)` on a pile."""
    span = module.span(node)
    if not isinstance(type_, t.Pile):
        raise analysis.report(
            "RL407",
            span,
            f"a size belongs to a pile, not to {describe(type_)}",
            help="put it where the pile is: Map[Player, Annotated[Pile[Rank], Size(52)]]",
        )
    match args, keywords:
        case [most], []:
            return t.Pile(type_.item, _most(analysis, module, most))
        case [most], [ast.keyword(arg="cite", value=clause)]:
            return t.Pile(type_.item, _most(analysis, module, most), analysis.clause(module, clause))
    raise analysis.report("RL407", span, "a size is one number", help='write Size(52), or Size(52, cite="1.1")')


def _most(analysis: Analysis, module: Module, node: ast.expr) -> int | str:
    """How many a pile holds: an integer from 1, or the full name of a number of the book."""
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            found = analysis.resolve(module, owner, module.span(node.value))
            if isinstance(found, ConstantsDecl) and name in found.integers:
                return f"{found.name}.{name}"
        case _:
            value = literal(analysis, module, node)
            if isinstance(value.type, t.Int) and value.items is None and value.value >= 1:
                most: int = value.value
                return most
    raise analysis.report(
        "RL407",
        module.span(node),
        "a size is an integer from 1, or such a number of the book",
        help="write how many the pile holds at most",
    )
