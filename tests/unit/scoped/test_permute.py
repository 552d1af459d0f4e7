"""Swaps of members in values and nodes, and the order in which permutations are walked and columns sorted."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import factorial

import pytest

from ruleslawyer.engines.native.pieces import network, plain_changes
from ruleslawyer.engines.smt.encoding.satisfiable import Possible
from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Layout
from ruleslawyer.lifted.scoped.nodes import FALSE, Node, both, either, equal, negate, number, symbol
from ruleslawyer.lifted.scoped.permute import Moved, Normal, Renaming, ordered, places
from ruleslawyer.semantics.interchange import Alike, Swap, alike, permutations
from tests.agree.strategies import bundle
from tests.bank import TINY

CARD, PLAYER = t.Sort("Card"), t.Sort("Player")
SWAP = Swap("Card", 0, 2)


@pytest.mark.parametrize(
    ("type_", "value", "after"),
    [
        (CARD, 0, 2),
        (CARD, 1, 1),
        (PLAYER, 0, 0),
        (t.Bool(), True, True),
        (t.Int(), 2, 2),
        (t.Optional(CARD), None, None),
        (t.Optional(CARD), 2, 0),
        (t.Set(CARD), frozenset({0, 1}), frozenset({1, 2})),
        (t.Awaits(PLAYER), frozenset({-1}), frozenset({-1})),
        (t.Pile(CARD), (2, 1), (0, 1)),
        (t.Map(CARD, t.Int()), (5, 6, 7), (7, 6, 5)),
        (t.Map(CARD, CARD), (0, 0, 1), (1, 2, 2)),
        (t.Map(PLAYER, t.Optional(CARD)), (0, None), (2, None)),
    ],
)
def test_values(type_: t.Type, value: object, after: object) -> None:
    assert SWAP.value(type_, value) == after
    assert SWAP.value(type_, after) == value


def layout_of(name: str) -> Layout:
    found = bundle(TINY, name)
    return Layout(found.system, found.scope("tiny"))


def test_vectors() -> None:
    """The cards of a pile are exchanged, and so is the card that was drawn."""
    layout = layout_of("t47_pile")
    moved = Moved(layout, places(layout), SWAP)
    assert [leaf.name for leaf in layout.leaves] == ["deck#0", "deck#1", "deck#2", "drawn"]
    assert moved.vector((2, 1, -1, 0)) == (0, 1, -1, 2)
    assert moved.target == (0, 1, 2, 3)


def test_groups() -> None:
    scope = bundle(TINY, "t37_gain_lose").scope("tiny")
    names = {"Player": ("a", "b", "c", "d")}
    scope = replace(scope, names=names, interchangeable=("Player",), attributes={("Player", "store"): (0, 1, 0, 2)})
    assert alike(scope) == (Alike("Player", (0, 2)),)
    assert alike(replace(scope, interchangeable=())) == ()
    assert alike(scope)[0].swaps == (Swap("Player", 0, 2),)
    assert permutations([Alike("Player", (0, 2)), Alike("Card", (0, 1, 2))]) == 12


# --- nodes -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def scoped() -> Scoped:
    found = bundle(TINY, "t47_pile")
    return Scoped(found.system, found.scope("tiny"), {}, (), capped=True, family=(), apart=True)


def renaming(scoped: Scoped) -> Renaming:
    return Renaming(scoped, Moved(scoped.layout, places(scoped.layout), SWAP), {})


def test_nodes_follow_their_members(scoped: Scoped) -> None:
    top, _, _, drawn = (leaf.node for leaf in scoped.layout.leaves)
    asked = [
        equal(top, number(0)),
        equal(top, number(1)),
        equal(top, number(-1)),
        negate(both(equal(top, number(2)), equal(drawn, number(0)))),
        equal(top, drawn),
    ]
    assert renaming(scoped).nodes(asked) == Normal({}).nodes(
        [
            equal(top, number(2)),
            equal(top, number(1)),
            equal(top, number(-1)),
            negate(both(equal(top, number(0)), equal(drawn, number(2)))),
            equal(top, drawn),
        ]
    )


def test_a_swap_twice_changes_nothing(scoped: Scoped) -> None:
    once = renaming(scoped)
    guards = Normal({}).nodes([step.guard for step in scoped.steps])
    again = once.nodes(once.nodes(guards))
    possible = Possible([])
    for guard, twice in zip(guards, again, strict=True):
        assert guard is twice or possible.where(negate(equal(guard, twice)), 10) is None


def test_normal_form() -> None:
    a, b, c = (symbol("leaf", "bool", name) for name in "abc")
    assert ordered(both(a, b)) is ordered(both(b, a))
    one: Node = either(both(a, b), c)
    other: Node = either(c, both(b, a))
    assert one is not other
    assert Normal({}).nodes([one]) == Normal({}).nodes([other])
    assert Normal({c: FALSE}).nodes([one]) == Normal({}).nodes([both(b, a)])


def test_possible() -> None:
    a, b = symbol("leaf", "bool", "a"), symbol("leaf", "bool", "b")
    x, y = symbol("leaf", "int", "x", 0, 2), symbol("leaf", "int", "y", 0, 2)
    possible = Possible([either(a, b)])
    assert possible.where(both(negate(a), negate(b)), 10) is None
    assert possible.where(negate(a), 10) == {a: False}
    assert possible.where(both(equal(x, y), equal(x, number(2))), 10) == {x: 2, y: 2}


# --- orders ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("members", range(1, 7))
def test_every_order_once(members: int) -> None:
    order = list(range(members))
    seen = {tuple(order)}
    changes = plain_changes(members)
    for k in changes:
        order[k], order[k + 1] = order[k + 1], order[k]
        seen.add(tuple(order))
    assert len(seen) == len(changes) + 1 == factorial(members)


@pytest.mark.parametrize("columns", range(1, 11))
def test_networks_sort(columns: int) -> None:
    """What sorts every row of zeros and ones sorts everything (Knuth 5.3.4, theorem Z)."""
    comparators = list(network(columns))
    for row in product((0, 1), repeat=columns):
        now = list(row)
        for a, b in comparators:
            now[a], now[b] = min(now[a], now[b]), max(now[a], now[b])
        assert now == sorted(row)
