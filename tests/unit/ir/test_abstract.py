"""What statements and expressions may come to, worked by hand on small functions."""

from __future__ import annotations

import pytest

from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import ANY, NO, YES, Valued, Values

AT = Origin(Span("made.py", 1, 1, 1, 1))
INT, BOOL = t.Int(), t.Bool()
UNKNOWN = n.Var(AT, BOOL, 0, "unknown")
MAYBE = n.Var(AT, t.Optional(INT), 1, "maybe")


def number(value: int) -> n.Const:
    return n.Const(AT, INT, value)


def truth(value: bool) -> n.Const:
    return n.Const(AT, BOOL, value)


def let(value: int) -> n.Let:
    return n.Let(AT, 2, "x", number(value))


X, ONE = n.Var(AT, INT, 2, "x"), frozenset({1})
FAILS = n.Arith(AT, INT, "//", number(1), number(0))
BODIES: dict[str, tuple[tuple[n.Stmt, ...], Values | None]] = {
    "both ways meet": ((n.If(AT, UNKNOWN, (let(1),), (let(2),)), n.Return(AT, X)), frozenset({1, 2})),
    "one way ends": ((n.If(AT, UNKNOWN, (n.Return(AT, number(1)),), (let(2),)), n.Return(AT, X)), frozenset({1, 2})),
    "a way that is not gone": ((n.If(AT, truth(False), (n.Return(AT, FAILS),), ()), n.Return(AT, number(1))), ONE),
    "a way that may fail": ((n.If(AT, UNKNOWN, (n.Return(AT, FAILS),), ()), n.Return(AT, number(1))), None),
    "behind a return": ((n.Return(AT, number(1)), n.Return(AT, FAILS)), ONE),
    "a loop may do nothing": (
        (n.For(AT, 3, "c", n.Domain(AT, t.Set(t.Sort("Card"))), (n.Return(AT, number(1)),)), n.Return(AT, number(2))),
        frozenset({1, 2}),
    ),
    "nothing is returned": ((let(1),), frozenset({None})),
    "a write": ((n.Write(AT, n.Place(AT, INT, None, "count", ()), number(1)),), None),
    "what there is": ((n.Return(AT, n.Unwrap(AT, INT, number(1))),), ONE),
    "what there may not be": ((n.Return(AT, n.Unwrap(AT, INT, MAYBE)),), None),
    "a later item decides": ((n.Return(AT, n.Logic(AT, BOOL, "or", (UNKNOWN, truth(True)))),), YES),
    "what is behind it": (
        (n.Return(AT, n.Logic(AT, BOOL, "and", (truth(False), n.Compare(AT, BOOL, "==", FAILS, FAILS)))),),
        NO,
    ),
    "what may fail in what is given": ((n.Return(AT, n.Call(AT, BOOL, "helper", "never", (FAILS,))),), None),
    "what a helper gives": ((n.Return(AT, n.Call(AT, BOOL, "helper", "never", (number(1),))),), NO),
    "an open item": ((n.Return(AT, n.Logic(AT, BOOL, "and", (UNKNOWN, truth(True)))),), ANY),
}


@pytest.mark.parametrize("name", BODIES)
def test_what_a_function_may_return(name: str) -> None:
    body, may = BODIES[name]
    parameters = n.Parameter("unknown", BOOL), n.Parameter("maybe", t.Optional(INT))
    function = n.Function(AT, "made", "made", "", parameters, INT, 4, body)
    x = (n.Parameter("x", INT),)
    never = n.Function(AT, "made", "never", "", x, BOOL, 1, (n.Return(AT, truth(False)),))
    assert Valued({"never": never}).may(function) == may
