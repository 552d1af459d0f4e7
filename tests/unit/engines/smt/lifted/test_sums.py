"""The lemma about sums holds in every finite structure, for some w; and it is not so for every w.

Structures of one to three members are made at random, with two functions, a set and two names; what a sum is there is
counted, member by member.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.smt.lifted.sums import Sum, Sums
from ruleslawyer.lifted.folds import Folds
from ruleslawyer.lifted.terms import BOOL, INT, ONE, ZERO, Term, both, compute, equal, ite, negate, subterms, symbol

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
KNOWN = Sums()
LEMMAS = list(KNOWN.bounds(SUMS)) + [
    lemma for pair in combinations(SUMS, 2) for lemma in KNOWN.comparisons(list(pair), pair)
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


@settings(max_examples=60, deadline=None)
@given(structures())
def test_the_lemma_holds_for_some_w(structure: tuple[int, dict[str, Any]]) -> None:
    size, means = structure
    for lemma in LEMMAS:
        w = outside(lemma)
        assert any(value(lemma, means, size, {w: k}) for k in range(size)), lemma


def test_it_says_something() -> None:
    """There are structures in which a lemma is false for a wrong w, so that none of them is always true."""
    size, means = 2, {"ann's card": 0, "bob's card": 0, "cost": [0, 2], "worth": [0, -1], "open": [False, True]}
    other = {"ann's card": 0, "bob's card": 0, "cost": [0, -2], "worth": [0, 3], "open": [False, True]}
    said = [[value(lemma, m, size, {outside(lemma): 0}) for m in (means, other)] for lemma in LEMMAS]
    assert sum(not all(row) for row in said) > len(LEMMAS) // 3
