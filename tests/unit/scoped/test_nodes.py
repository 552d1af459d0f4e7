"""Scoped nodes: constructors simplify without changing a value, equal terms are one object, depth does not matter."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.lifted.scoped import nodes as g
from tests.agree.evaluated import evaluate

FLAGS = tuple(g.symbol("leaf", "bool", f"flag{i}") for i in range(3))
NUMBERS = tuple(g.symbol("leaf", "int", f"number{i}") for i in range(3))
MEMBER = g.symbol("leaf", "int", "member", -1, 2)
PAIR = g.symbol("leaf", "int", "pair", 0, 1)

Built = tuple[g.Node, Any]
"""A node, and what it should be worth in a given state (a function of the state)."""


def booleans() -> st.SearchStrategy[Built]:
    plain = st.sampled_from([(n, lambda s, n=n: s[n]) for n in FLAGS])
    finite = st.builds(_is, st.sampled_from((MEMBER, PAIR)), st.integers(-2, 3))
    return st.recursive(plain | finite, _grow, max_leaves=12)


def _is(node: g.Node, value: int) -> Built:
    return g.equal(node, g.number(value)), lambda s: s[node] == value


def _grow(children: st.SearchStrategy[Built]) -> st.SearchStrategy[Built]:
    several = st.lists(children, min_size=0, max_size=3)
    return st.one_of(
        children.map(lambda a: (g.negate(a[0]), lambda s: not a[1](s))),
        several.map(lambda a: (g.both(*(n for n, _ in a)), lambda s: all(f(s) for _, f in a))),
        several.map(lambda a: (g.either(*(n for n, _ in a)), lambda s: any(f(s) for _, f in a))),
        st.tuples(children, children, children).map(_branch),
        st.tuples(_integers(children), _integers(children)).map(_compare),
        st.tuples(_integers(children), _integers(children)).map(_same),
    )


def _integers(conditions: st.SearchStrategy[Built]) -> st.SearchStrategy[Built]:
    plain = st.sampled_from([(n, lambda s, n=n: s[n]) for n in (*NUMBERS, MEMBER)])
    constant = st.integers(-3, 3).map(lambda v: (g.number(v), lambda s: v))

    def grow(children: st.SearchStrategy[Built]) -> st.SearchStrategy[Built]:
        pair = st.tuples(children, children)
        return st.one_of(
            pair.map(lambda p: (g.add(p[0][0], p[1][0]), lambda s: p[0][1](s) + p[1][1](s))),
            pair.map(lambda p: (g.subtract(p[0][0], p[1][0]), lambda s: p[0][1](s) - p[1][1](s))),
            pair.map(lambda p: (g.multiply(p[0][0], p[1][0]), lambda s: p[0][1](s) * p[1][1](s))),
            st.tuples(children, st.sampled_from((-3, -1, 1, 2, 4))).map(_divide),
            st.tuples(conditions, children, children).map(_branch),
        )

    return st.recursive(plain | constant, grow, max_leaves=6)


def _divide(p: tuple[Built, int]) -> Built:
    return g.quotient(p[0][0], g.number(p[1])), lambda s: p[0][1](s) // p[1]


def _branch(p: tuple[Built, Built, Built]) -> Built:
    (c, fc), (a, fa), (b, fb) = p
    return g.ite(c, a, b), lambda s: fa(s) if fc(s) else fb(s)


def _compare(p: tuple[Built, Built]) -> Built:
    return g.less_equal(p[0][0], p[1][0]), lambda s: p[0][1](s) <= p[1][1](s)


def _same(p: tuple[Built, Built]) -> Built:
    return g.equal(p[0][0], p[1][0]), lambda s: p[0][1](s) == p[1][1](s)


states = st.fixed_dictionaries({
    **{n: st.booleans() for n in FLAGS}, **{n: st.integers(-5, 5) for n in NUMBERS}, MEMBER: st.integers(-1, 2),
    PAIR: st.integers(0, 1),
})  # fmt: skip


@given(booleans(), st.lists(states, min_size=5, max_size=5))
def test_simplified_terms_keep_their_value(built: Built, several: list[dict[g.Node, Any]]) -> None:
    node, expected = built
    for state in several:
        assert evaluate([node], state)[0] == expected(state)


@given(booleans(), st.integers(-1, 2), states)
def test_substitution_is_evaluation(built: Built, member: int, state: dict[g.Node, Any]) -> None:
    node, expected = built
    replaced = g.substitute([node], {MEMBER: g.number(member)})[0]
    assert evaluate([replaced], state)[0] == expected({**state, MEMBER: member})


def test_equal_terms_are_one_object() -> None:
    a, b = FLAGS[:2]
    assert g.both(a, b) is g.both(a, g.both(b, a))
    assert g.both(a, g.negate(a)) is g.FALSE
    assert g.either(a, g.both(a, b)) is a
    assert g.equal(PAIR, g.number(1)) is g.negate(g.equal(PAIR, g.number(0)))
    assert g.add(NUMBERS[0], g.number(2), g.number(-2)) is NUMBERS[0]


def test_depth_does_not_matter() -> None:
    node = FLAGS[0]
    for i in range(5_000):
        node = g.ite(g.equal(NUMBERS[0], g.number(i)), FLAGS[i % 3], g.negate(node))
    state = {**dict.fromkeys(FLAGS, True), NUMBERS[0]: -1}
    assert evaluate([node], state)[0] is True
    assert evaluate(g.substitute([node], {FLAGS[0]: g.FALSE}), state)[0] is False
