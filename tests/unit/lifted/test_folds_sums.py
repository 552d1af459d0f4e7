"""The lemma about sums holds in every finite structure, for some w, of one sum, two and three, and beside others; it is
not so for every w; and it is made of sums over one sort alone.

Structures of one to three members are made at random, with two functions, a set and two names; what a sum is there is
counted, member by member.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.smt.lifted.certificate import BadInstance, SumInstance, instance
from ruleslawyer.engines.smt.lifted.obligations import Obligation
from ruleslawyer.engines.smt.lifted.shares import Parts, SumLemmas
from ruleslawyer.engines.smt.lifted.translate import compute
from ruleslawyer.lifted.folds import Folds, Sum
from ruleslawyer.lifted.terms import (
    BOOL,
    INT,
    ONE,
    ZERO,
    Term,
    both,
    equal,
    ite,
    negate,
    number,
    subterms,
    symbol,
)

CARD = "Card"
ANN, BOB = symbol(CARD, "ann's card"), symbol(CARD, "bob's card")
NAMES = ("ann's card", "bob's card", "cost", "worth", "open")


def sums_over_cards(folds: Folds) -> list[Sum]:
    """Sums as rules have them: of a number, of those that are open, of those but one, of a number that one has less."""
    x = folds.fresh(CARD)
    cost, worth, is_open = symbol(INT, "cost", (x,)), symbol(INT, "worth", (x,)), symbol(BOOL, "open", (x,))
    bodies = [
        cost, worth, ite(is_open, ONE, ZERO), ite(is_open, cost, ZERO),
        ite(both(is_open, negate(equal(x, ANN))), ONE, ZERO), ite(equal(x, BOB), worth, cost),
    ]  # fmt: skip
    found = [folds.total(x, body) for body in bodies]
    return [(folds.by_name[str(app.value)], app) for app in found if str(app.value) in folds.by_name]


FOLDS = Folds()
SUMS = sums_over_cards(FOLDS)
KNOWN = SumLemmas(FOLDS.by_name, lambda term: Parts((), ()))
NAMED = {CARD: (ANN, BOB)}
LEMMAS = [
    *KNOWN.bounds(SUMS), *KNOWN.beside(SUMS, NAMED), *KNOWN.beside(SUMS, NAMED, 2),
    *KNOWN.comparisons(SUMS, SUMS), *KNOWN.comparisons(SUMS, SUMS, (ANN,)), *KNOWN.comparisons(SUMS, SUMS, (BOB,)),
    *KNOWN.parts(SUMS[:4], SUMS), *KNOWN.parts(SUMS[:4], SUMS, (BOB,)),
]  # fmt: skip


def value(term: Term, means: Mapping[str, Any], size: int, put: Mapping[Term, Any]) -> Any:
    """What a term is in a structure, its sums counted."""
    if term in put:
        return put[term]
    args = [value(a, means, size, put) for a in term.args]
    match term.op:
        case "constant":
            return term.value
        case "and":
            return all(args)
        case "or":
            return any(args)
        case "ite":
            return args[1] if args[0] else args[2]
        case "symbol" if term.value in FOLDS.by_name:
            fold = FOLDS.by_name[str(term.value)]
            given_to = dict(zip(fold.parameters, args, strict=True))
            return sum(value(fold.body, means, size, {**given_to, fold.variable: k}) for k in range(size))
        case "symbol":
            found = means[str(term.value)]
            return found[args[0]] if args else found
    return compute(term, args)


@st.composite
def structures(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    size = draw(st.integers(1, 3))
    member, few = st.integers(0, size - 1), st.integers(-2, 2)

    def each(of: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(of, min_size=size, max_size=size))

    return size, {
        "ann's card": draw(member), "bob's card": draw(member),
        "cost": each(few), "worth": each(few), "open": each(st.booleans()),
    }  # fmt: skip


def outside(lemma: Term) -> Term:
    """The w of a lemma: the one symbol of cards that means nothing yet."""
    (found,) = {
        t for t in subterms([lemma])
        if t.op == "symbol" and t.sort == CARD and str(t.value) not in NAMES
    }  # fmt: skip
    return found


@settings(max_examples=8, deadline=None)
@given(structures())
def test_the_lemma_holds_for_some_w(structure: tuple[int, dict[str, Any]]) -> None:
    """All instances that speak of one w hold for one and the same."""
    size, means = structure
    together: dict[Term, list[Term]] = {}
    for lemma in LEMMAS:
        together.setdefault(applied(outside(lemma), means), []).append(lemma)
    for some in together.values():
        assert any(all(value(lemma, means, size, {outside(lemma): k}) for lemma in some) for k in range(size)), some


def applied(w: Term, means: Mapping[str, Any]) -> Term:
    """The w of what its names mean: two names of one member are one."""
    return symbol(w.sort, str(w.value), tuple(number(means[str(arg.value)]) for arg in w.args))


def test_it_says_something() -> None:
    """There are structures in which a lemma is false for a wrong w, so that none of them is always true."""
    size, means = 2, {"ann's card": 0, "bob's card": 0, "cost": [0, 2], "worth": [0, -1], "open": [False, True]}
    other = {"ann's card": 0, "bob's card": 0, "cost": [0, -2], "worth": [0, 3], "open": [False, True]}
    said = [[value(lemma, m, size, {outside(lemma): 0}) for m in (means, other)] for lemma in LEMMAS]
    assert sum(not all(row) for row in said) > len(LEMMAS) // 3


@pytest.mark.parametrize("others", [(), (ANN,)])
def test_it_is_of_sums_over_one_sort(others: tuple[Term, ...]) -> None:
    """Not of sums over two, nor of somebody of another sort, nor of the least of something."""
    x, suit = FOLDS.fresh("Suit"), symbol("Suit", "trumps")
    rank = symbol(INT, "rank", (x,))
    of_suits = FOLDS.total(x, rank)
    least = FOLDS.extreme("least", x, symbol(BOOL, "dealt", (x,)), rank)
    nothing = Obligation((), of_suits, {})
    cost = SUMS[0][1]
    assert instance(SumInstance((cost,), (), others), nothing, FOLDS) in LEMMAS
    for wrong in (
        SumInstance((cost,), (of_suits,), others),
        SumInstance((cost,), (), (*others, suit)),
        SumInstance((least,), ()),
    ):
        with pytest.raises(BadInstance):
            instance(wrong, nothing, FOLDS)
