"""Loops of which the order matters are refused, by each premise alone; and those are taken that it does not matter for.

Each case is a loop over cards c, written down by hand: what an iteration writes, and reads.
"""

from __future__ import annotations

import pytest

from ruleslawyer.engines.smt.lifted.question import Solver
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.premises import GuardedWrite, Reading, find_conflicts
from ruleslawyer.lifted.terms import BOOL, INT, ONE, TRUE, Term, equal, negate, number, symbol, variable
from ruleslawyer.lifted.values import SetTerm, Value
from ruleslawyer.lifted.world import Field, World
from tests.agree.strategies import bundle
from tests.bank import TINY

CARD = "Card"
C = variable(CARD, "c")
MONEY = (None, "money")


def above(c: Term) -> Term:
    return symbol(CARD, "above", (c,))


def write(keys: tuple[Term, ...], value: Value, *, condition: Term = TRUE, delta: bool = False) -> GuardedWrite:
    return GuardedWrite((), MONEY, keys, condition, value, delta, t.Int())


def money(field: Field, keys: tuple[Term, ...]) -> Term:
    """The value of the field before the loop."""
    return symbol(INT, "money", keys)


CASES: dict[str, tuple[list[GuardedWrite], list[Reading], list[str]]] = {
    "each his own": ([write((C,), ONE)], [(MONEY, (C,), TRUE)], []),
    "all add to one": ([write((), ONE, delta=True)], [], []),
    "all write the same": ([write((), ONE)], [], []),
    "P1: another's is read": (
        [write((C,), ONE)], [(MONEY, (above(C),), TRUE)], ["one reads `money` where another writes it"],
    ),
    "P1: the sum is read while it grows": (
        [write((), ONE, delta=True)], [(MONEY, (), TRUE)], ["one reads `money` where another writes it"],
    ),
    "P2: the last one stays": ([write((), symbol(INT, "cost", (C,)))], [], ["two write `money` in one place"]),
    "P2: one adds where another writes": (
        [write((), ONE), write((), ONE, delta=True)], [], ["two write `money` in one place"],
    ),
    "P2: only one member writes": (
        [write((), symbol(INT, "cost", (C,)), condition=equal(C, symbol(CARD, "given card")))], [], [],
    ),
    "P1: read where nobody writes": (
        [write((C,), ONE, condition=symbol(BOOL, "mine", (C,)))],
        [(MONEY, (above(C),), negate(symbol(BOOL, "mine", (above(C),))))], [],
    ),
    "P1: what is read is written as it was": (
        [write((above(C),), money(MONEY, (above(C),)))], [(MONEY, (C,), TRUE)], [],
    ),
    "P1: what is read is written as it is elsewhere": (
        [write((above(C),), money(MONEY, (C,)))], [(MONEY, (C,), TRUE)],
        ["one reads `money` where another writes it", "two write `money` in one place"],
    ),
    "P2: who writes in one place writes what is there": (
        [write((above(C),), symbol(INT, "cost", (above(C),)))], [], [],
    ),
    "P3: a set is written as a whole": (
        [write((), SetTerm(t.Sort(CARD), lambda m: equal(m, C)))], [],
        ["two write `money` in one place", "`money` is written as a whole"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_depends_on_the_order(name: str) -> None:
    log, reads, reasons = CASES[name]
    # the ruleset means nothing here: the solver wants one
    solver = Solver(World(bundle(TINY, "t01_permit").system, {}, {}))
    assert [clash.reason for clash in find_conflicts(C, (), log, reads, money, solver.is_impossible)] == reasons


def test_what_is_bound_within_an_iteration_is_its_own() -> None:
    """A nested loop's variable is not the same in two iterations: each may meet the other's."""
    inner = variable(CARD, "d")
    log = [write((inner,), number(2)), write((inner,), symbol(INT, "cost", (C,)))]
    (clash,) = find_conflicts(C, (), log, [], money, lambda condition: False)
    assert clash.reason == "two write `money` in one place" and not clash.seen
