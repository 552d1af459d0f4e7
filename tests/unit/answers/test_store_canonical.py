"""Digests of data: the same for the same value, other for another, and places in sources do not count."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.lang.records import SILENT
from ruleslawyer.rulebook.answers.store import Digests, has_place

VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.binary() | st.just(SILENT),
    lambda inner: st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
)


@dataclass(frozen=True)
class Rule:
    origin: Origin
    name: str
    doc: str = ""


@dataclass(frozen=True)
class Other:
    origin: Origin
    name: str
    doc: str = ""


HERE = Span("model/a.py", 3, 1, 4, 9)
RULE = Rule(Origin(HERE, ("2.1",)), "cross")


@settings(max_examples=40)
@given(VALUES, VALUES)
def test_equal_where_values_are(one: Any, other: Any) -> None:
    """By their text, which tells True from 1, and the order of a mapping."""
    assert (Digests().of(one) == Digests().of(other)) == (repr(one) == repr(other))


@given(st.permutations(range(5)))
def test_sets_have_no_order(order: list[int]) -> None:
    assert Digests().of(frozenset(order)) == Digests().of(frozenset(range(5)))


def test_places_do_not_count_and_clauses_do() -> None:
    moved = replace(RULE, origin=Origin(Span("model/b.py", 7, 1, 9, 9), ("2.1",)))
    assert Digests().of(moved) == Digests().of(RULE)
    cited = replace(RULE, origin=Origin(HERE, ("2.2",)))
    assert Digests().of(cited) != Digests().of(RULE)


def test_the_class_counts() -> None:
    assert Digests().of(Other(RULE.origin, RULE.name)) != Digests().of(RULE)


def test_what_is_left_out() -> None:
    told = replace(RULE, doc="Who crosses, pays.")
    assert Digests().of(told) != Digests().of(RULE)
    without = frozenset({("Rule", "doc")})
    assert Digests(without).of(told) == Digests(without).of(RULE)


def test_a_value_that_says_nothing_of_itself() -> None:
    with pytest.raises(TypeError):
        Digests().of([lambda: None])


def test_the_same_in_every_process() -> None:
    """Sets of texts are ordered in another way in each: texts are hashed at random."""
    code = "from ruleslawyer.rulebook.answers.store import Digests; print(Digests().of(frozenset('abcdefgh')).hex())"
    found = {subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)}
    assert len(found) == 1


@pytest.mark.parametrize("value", [HERE, (RULE,), {"a": [RULE]}, frozenset({(1, RULE)})])
def test_a_place_is_found(value: Any) -> None:
    assert has_place(value)


@pytest.mark.parametrize("value", [None, "model/a.py:3:1", (1, {"a": frozenset()}), Rule])
def test_no_place_is_found(value: Any) -> None:
    assert not has_place(value)
