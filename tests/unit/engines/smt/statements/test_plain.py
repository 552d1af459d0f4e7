"""Conditions of proofs in plain words, each worked by hand; what has no words stays as it is."""

from __future__ import annotations

from typing import cast

import pytest

from ruleslawyer.engines.smt.statements.plain import Plain
from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.lifted.scoped.nodes import (
    Node,
    add,
    both,
    either,
    equal,
    ite,
    less_equal,
    multiply,
    negate,
    number,
    symbol,
)

MEMBERS = ("none", "Ann", "Bob")


class Named:
    """Names the members of one sort, with none first."""

    def member(self, symbol: Node, member: int) -> str:
        return MEMBERS[member] if symbol.low == 0 else ""


def place(name: str) -> Node:
    return symbol("leaf", "int", name, 0, 2)


def is_(name: str, member: str) -> Node:
    return equal(place(name), number(MEMBERS.index(member)))


def yes(name: str) -> Node:
    return symbol("leaf", "bool", name)


def count(name: str) -> Node:
    return symbol("leaf", "int", name)


def one_if(condition: Node) -> Node:
    return ite(condition, number(1), number(0))


PLAIN = Plain(cast(Words, Named()))


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (less_equal(number(0), count("money[Ann]")), "money of Ann is at least 0"),
        (less_equal(number(-10), count("memory")), "memory is at least -10"),
        (less_equal(count("pool[Ann][IQ]"), number(0)), "pool of Ann, IQ is at most 0"),
        (negate(less_equal(count("hand_size"), number(7))), "hand size is more than 7"),
        (equal(count("Card.cost[Ace]"), number(2)), "cost of Ace is 2"),
        (is_("Bid.leader", "Ann"), "leader of Bid is Ann"),
        (negate(is_("turn", "Ann")), "turn is not Ann"),
        (either(negate(yes("Picking.open")), yes("Battle.open")), "if Picking is open, then Battle is open"),
        (negate(both(yes("Bid.open"), is_("turn", "Bob"))), "never at once: Bid is open and turn is Bob"),
        (
            either(negate(is_("order#0", "none")), is_("order#1", "none")),
            "if number 1 of order is nothing, then number 2 of order is nothing",
        ),
        (
            less_equal(add(one_if(is_("owner[Ace]", "Ann")), one_if(is_("owner[Bit]", "Ann"))), number(1)),
            "at most 1 of these: owner of Ace is Ann; owner of Bit is Ann",
        ),
        (equal(yes("lost[Ann]"), is_("winner", "Bob")), "“lost of Ann” holds exactly when winner is Bob"),
        (
            either(negate(yes("Claim.bidders{Ann}")), yes("lost[Ann]")),
            "if Ann is in bidders of Claim, then “lost of Ann” holds",
        ),
    ],
)
def test_a_condition_in_plain_words(condition: Node, words: str) -> None:
    assert PLAIN.say(condition) == words


@pytest.mark.parametrize(
    "condition",
    [
        less_equal(multiply(number(2), count("money[Ann]")), number(3)),
        less_equal(add(count("money[Ann]"), count("money[Bob]")), number(3)),
        both(*(yes(f"lost[P{i}]") for i in range(99))),
        yes("what a name"),
    ],
)
def test_what_has_no_plain_words(condition: Node) -> None:
    assert PLAIN.say(condition) == ""
