"""The subset of Python that is the rule language, as a table: each construct refused, why, and what to write instead.

`refusals` applies the table to a whole module before anything is lowered. What a row allows may still be refused by
the place where it stands; that is the lowerer's business. The table also lists every field of every allowed node:
a field that it does not list must be empty, so no later version of Python adds one that is silently dropped.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Row:
    """A construct that is refused: what it is called, the reason, and what to write instead."""

    code: str
    construct: str
    reason: str
    instead: str

    @property
    def message(self) -> str:
        return f"{self.construct} is not part of the rule language: {self.reason}"


WHILE = Row("RL101", "`while`", "a loop must end in every state", "use `for` over a sort, an enum or a set")
JUMP = Row("RL102", "`break` or `continue`", "a loop must not depend on the order", "put an `if` around what follows")
LOOP_ELSE = Row("RL103", "`else` on a loop", "it only means something with `break`", "write it after the loop")
RAISE = Row(
    "RL104", "`try`, `raise` or `assert`", "rules have no exceptions", "say when it is allowed in a permit or a forbid"
)
NESTED = Row(
    "RL105",
    "`lambda` or a definition inside another",
    "every rule is a named function of its module",
    "define a function at the top of the module",
)
ASYNC = Row("RL106", "`async`, `await` or `yield`", "an effect is one step", "open a frame, and wait for a decision")
IMPORT = Row(
    "RL107",
    "this form of import",
    "names are resolved without running anything",
    "write `from module import name`, at the top of the module",
)
SCOPE = Row("RL108", "`global`, `nonlocal` or `del`", "names are bound once", "keep what changes in the state")
LIST = Row(
    "RL109",
    "a list or a dict",
    "the order or identity of its entries would leak into the rules",
    "use frozenset(…), a Map or a Pile of the state, or a tuple after `in`",
)
LITERAL = Row(
    "RL110",
    "a float, a complex number or bytes",
    "rules count in whole numbers",
    'count in the smallest unit; the id of a clause stands in quotes: "2.5"',
)
TEXT = Row("RL111", "a text built from parts", "rules have no texts", "use the members of an enum")
WALRUS = Row("RL112", "`:=`", "a condition changes nothing", "bind the local on a line of its own")
PARAMETER = Row(
    "RL113", "this kind of parameter", "every parameter is one plain choice of the rule", "list each as `name: Type`"
)
STAR = Row("RL114", "`*` or `**` in a call or a display", "its length is not known", "write each argument out")
MATCH = Row("RL115", "`match`", "one way to branch is enough", "write if, elif and else")
SLICE = Row("RL116", "a slice", "piles change by with_top, without_top and the like", "use pile.top, or a loop")
OPERATOR = Row(
    "RL117",
    "this operator",
    "rules calculate with + - * // % on integers and | & - on sets",
    "use `//` for division rounding down",
)
GENERIC = Row("RL118", "a type parameter or class argument", "types are concrete", "name the type itself")
TARGET = Row("RL119", "this target", "one name, field or entry is bound at a time", "write one statement for each")
COMMENT = Row(
    "RL120", "a type in a comment, a prefix of a text, or an unknown part", "it would be dropped", "leave it out"
)
WITH_AS = Row("RL121", "`with … as …`", "an effect has no value", 'write `with effect("…"):`')

Fields: TypeAlias = dict[str, Row | None]
"""Each field of a node: None where the lowerer takes it, a row where it must be empty."""

ALLOWED: dict[type[ast.AST], Fields] = {
    ast.Module: {"body": None, "type_ignores": COMMENT},
    ast.FunctionDef: {
        "name": None,
        "args": None,
        "body": None,
        "decorator_list": None,
        "returns": None,
        "type_comment": COMMENT,
        "type_params": GENERIC,
    },
    ast.arguments: {
        "args": None,
        "posonlyargs": PARAMETER,
        "vararg": PARAMETER,
        "kwonlyargs": PARAMETER,
        "kw_defaults": PARAMETER,
        "kwarg": PARAMETER,
        "defaults": PARAMETER,
    },
    ast.arg: {"arg": None, "annotation": None, "type_comment": COMMENT},
    ast.ClassDef: {
        "name": None,
        "bases": None,
        "body": None,
        "decorator_list": None,
        "keywords": GENERIC,
        "type_params": GENERIC,
    },
    ast.ImportFrom: {"module": None, "names": None, "level": IMPORT},
    ast.alias: {"name": None, "asname": IMPORT},
    ast.If: {"test": None, "body": None, "orelse": None},
    ast.For: {"target": None, "iter": None, "body": None, "orelse": LOOP_ELSE, "type_comment": COMMENT},
    ast.With: {"items": None, "body": None, "type_comment": COMMENT},
    ast.withitem: {"context_expr": None, "optional_vars": WITH_AS},
    ast.Assign: {"targets": None, "value": None, "type_comment": COMMENT},
    ast.AugAssign: {"target": None, "op": None, "value": None},
    ast.AnnAssign: {"target": None, "annotation": None, "value": None, "simple": None},
    ast.Expr: {"value": None},
    ast.Return: {"value": None},
    ast.Pass: {},
    ast.BoolOp: {"op": None, "values": None},
    ast.BinOp: {"left": None, "op": None, "right": None},
    ast.UnaryOp: {"op": None, "operand": None},
    ast.IfExp: {"test": None, "body": None, "orelse": None},
    ast.Compare: {"left": None, "ops": None, "comparators": None},
    ast.Call: {"func": None, "args": None, "keywords": None},
    ast.keyword: {"arg": None, "value": None},
    ast.Attribute: {"value": None, "attr": None, "ctx": None},
    ast.Subscript: {"value": None, "slice": None, "ctx": None},
    ast.Name: {"id": None, "ctx": None},
    ast.Constant: {"value": None, "kind": COMMENT},
    ast.Tuple: {"elts": None, "ctx": None},
    ast.Set: {"elts": None},
    ast.GeneratorExp: {"elt": None, "generators": None},
    ast.SetComp: {"elt": None, "generators": None},
    ast.comprehension: {"target": None, "iter": None, "ifs": None, "is_async": ASYNC},
    **{
        plain: {}
        for plain in (
            ast.Load,
            ast.Store,
            ast.And,
            ast.Or,
            ast.Not,
            ast.USub,
            ast.Add,
            ast.Sub,
            ast.Mult,
            ast.FloorDiv,
            ast.Mod,
            ast.BitOr,
            ast.BitAnd,
            ast.Eq,
            ast.NotEq,
            ast.Lt,
            ast.LtE,
            ast.Gt,
            ast.GtE,
            ast.Is,
            ast.IsNot,
            ast.In,
            ast.NotIn,
        )
    },
}

REFUSED: dict[str, Row] = {
    "While": WHILE,
    "Break": JUMP,
    "Continue": JUMP,
    "Try": RAISE,
    "TryStar": RAISE,
    "Raise": RAISE,
    "Assert": RAISE,
    "Lambda": NESTED,
    "AsyncFunctionDef": ASYNC,
    "AsyncFor": ASYNC,
    "AsyncWith": ASYNC,
    "Await": ASYNC,
    "Yield": ASYNC,
    "YieldFrom": ASYNC,
    "Import": IMPORT,
    "Global": SCOPE,
    "Nonlocal": SCOPE,
    "Delete": SCOPE,
    "Del": SCOPE,
    "List": LIST,
    "Dict": LIST,
    "ListComp": LIST,
    "DictComp": LIST,
    "JoinedStr": TEXT,
    "FormattedValue": TEXT,
    "TemplateStr": TEXT,
    "Interpolation": TEXT,
    "NamedExpr": WALRUS,
    "Starred": STAR,
    "Match": MATCH,
    "Slice": SLICE,
    "TypeAlias": GENERIC,
    "Div": OPERATOR,
    "Pow": OPERATOR,
    "MatMult": OPERATOR,
    "LShift": OPERATOR,
    "RShift": OPERATOR,
    "BitXor": OPERATOR,
    "Invert": OPERATOR,
    "UAdd": OPERATOR,
}
"""By the name of the node's class, since some exist only in later versions of Python."""

UNKNOWN = Row("RL120", "this construct", "the rule language does not know it", "use what the language page shows")


def refusal(node: ast.AST) -> Row | None:
    """The row that refuses a node by itself, without a look at its fields."""
    name = type(node).__name__
    if name in REFUSED:
        return REFUSED[name]
    if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex, bytes)):
        return LITERAL
    if isinstance(node, ast.keyword) and node.arg is None:
        return STAR
    return None if type(node) in ALLOWED else UNKNOWN


BY_NAME = frozenset({"aside", "where"})
"""Options that say something by name, as a dict of constants, which nothing computes with."""


def refusals(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, Row]]:
    """Every refused construct: the node, where to point at, and the row; nothing inside a refused one."""
    stack: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while stack:
        node, place = stack.pop()
        place = node if hasattr(node, "lineno") else place
        if isinstance(node, ast.keyword) and node.arg in BY_NAME and isinstance(node.value, ast.Dict):
            continue
        row = refusal(node)
        if row is not None:
            yield node, place, row
            continue
        fields = ALLOWED[type(node)]
        inner: list[ast.AST] = []
        for field in node._fields:
            value, rule = getattr(node, field, None), fields.get(field, COMMENT)
            if rule is None:
                inner += _nodes(value)
            elif value not in (None, 0, []) and not _only_none(value):
                yield node, next((n for n in _nodes(value) if hasattr(n, "lineno")), place), rule
        stack += [(child, place) for child in reversed(inner)]


def _nodes(value: object) -> Iterable[ast.AST]:
    if isinstance(value, list):
        return [item for item in value if isinstance(item, ast.AST)]
    return (value,) if isinstance(value, ast.AST) else ()


def _only_none(value: object) -> bool:
    """The defaults of parameters by name, where none has one."""
    return isinstance(value, list) and all(item is None for item in value)
