"""The table of the subset knows every node and every field of Python's syntax, and refuses what it does not take."""

import ast

import pytest

from ruleslawyer.front.subset import ALLOWED, REFUSED, Row, refusal, refusals

CONCRETE = sorted(
    (
        kind
        for kind in vars(ast).values()
        if isinstance(kind, type) and issubclass(kind, ast.AST) and kind is not ast.AST
    ),
    key=lambda kind: kind.__name__,
)
ABSTRACT = {
    "AST",
    "mod",
    "stmt",
    "expr",
    "expr_context",
    "boolop",
    "operator",
    "unaryop",
    "cmpop",
    "excepthandler",
    "pattern",
    "type_ignore",
    "type_param",
    "slice",
}
INSIDE = {"Interactive", "Expression", "FunctionType", "ExceptHandler", "match_case", "TypeIgnore"}
"""Parts of nodes that are refused themselves, or roots of other parsers."""
FORMER = {
    "Num",
    "Str",
    "Bytes",
    "NameConstant",
    "Ellipsis",
    "Index",
    "ExtSlice",
    "Suite",
    "AugLoad",
    "AugStore",
    "Param",
}
"""Classes that the parser no longer makes."""


@pytest.mark.parametrize("kind", CONCRETE, ids=lambda kind: kind.__name__)
def test_every_node_is_in_the_table(kind: type[ast.AST]) -> None:
    name = kind.__name__
    if (
        name in ABSTRACT | INSIDE | FORMER
        or name.startswith("Match")
        or issubclass(kind, getattr(ast, "type_param", ()))
    ):
        return
    assert (kind in ALLOWED) != (name in REFUSED)


@pytest.mark.parametrize("kind", ALLOWED, ids=lambda kind: kind.__name__)
def test_every_field_of_an_allowed_node_is_in_the_table(kind: type[ast.AST]) -> None:
    later = {"type_params"}  # from Python 3.12
    assert set(kind._fields) - later == set(ALLOWED[kind]) - later


VALUES: dict[str, str] = {
    "FunctionDef.type_params": "def f[T](): pass",
    "ClassDef.type_params": "class A[T]: pass",
    "FunctionDef.type_comment": "def f(): # type: () -> int\n    pass",
    "arguments.posonlyargs": "def f(a, /): pass",
    "arguments.vararg": "def f(*a): pass",
    "arguments.kwonlyargs": "def f(*, a): pass",
    "arguments.kw_defaults": "def f(*, a=1): pass",
    "arguments.kwarg": "def f(**a): pass",
    "arguments.defaults": "def f(a=1): pass",
    "arg.type_comment": "def f(a, # type: int\n): pass",
    "ClassDef.keywords": "class A(metaclass=B): pass",
    "ImportFrom.level": "from .a import b",
    "alias.asname": "from a import b as c",
    "For.orelse": "for a in b: pass\nelse: pass",
    "For.type_comment": "for a in b: # type: int\n    pass",
    "With.type_comment": "with a: # type: int\n    pass",
    "withitem.optional_vars": "with a as b: pass",
    "Assign.type_comment": "a = 1 # type: int",
    "Constant.kind": "u'a'",
    "comprehension.is_async": "(a async for a in b)",
    "Module.type_ignores": "a = 1 # type: ignore",
}


@pytest.mark.parametrize(
    ("kind", "field"), [(k, f) for k, fields in ALLOWED.items() for f, row in fields.items() if row]
)
def test_a_field_that_is_not_taken_is_refused(kind: type[ast.AST], field: str) -> None:
    name = f"{kind.__name__}.{field}"
    if field not in kind._fields:
        pytest.skip("from a later version of Python")
    tree: ast.AST = ast.parse(VALUES[name], type_comments=True)
    row = ALLOWED[kind][field]
    assert isinstance(row, Row)
    assert (kind, row) in [(type(node), found) for node, _, found in refusals(tree)]


def test_an_unknown_field_is_refused() -> None:
    class Later(ast.Pass):
        _fields = ("colour",)

    ALLOWED[Later] = {}
    try:
        node = Later()
        node.colour = "red"  # type: ignore[attr-defined]
        assert [row.code for _, _, row in refusals(node)] == ["RL120"]
    finally:
        del ALLOWED[Later]


def test_an_unknown_node_is_refused() -> None:
    class Later(ast.expr):
        pass

    assert refusal(Later()) is not None


REFUSED_SOURCES = """
while a: pass | async def f(): pass | lambda: 1 | [a] | {a: b} | [a for a in b] | {a: b for a in b} | f'{a}' | (a := 1)
f(*a) | f(**a) | a[1:2] | 1.5 | 2j | b'a' | a / b | a ** b | a << b | a >> b | a ^ b | a @ b | ~a | +a | del a
import a | global a | nonlocal a | raise a | assert a | with a as b: pass | yield a | await a | break | continue
"""


@pytest.mark.parametrize(
    "source",
    [
        *(source.strip() for line in REFUSED_SOURCES.split("\n") for source in line.split(" | ") if source),
        "try: pass\nexcept: pass",
        "match a:\n    case 1: pass",
    ],
)
def test_what_is_refused_wherever_it_stands(source: str) -> None:
    found = [row for _, _, row in refusals(ast.parse(source))]
    assert found
    assert all(row.reason and row.instead for row in found)
