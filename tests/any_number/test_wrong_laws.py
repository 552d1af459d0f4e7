"""Wrong laws of sums, believed by the search alone: what it shows with them is found, and not accepted at the door."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.engines.smt.lifted import shares
from ruleslawyer.engines.smt.lifted.prove import prove_for_any
from ruleslawyer.engines.smt.lifted.sums import Sum, lemma
from ruleslawyer.lifted.terms import ONE, ZERO, Term, add, either, less_equal, subtract
from tests.any_number.seats import ruleset

Side = tuple[Sum, ...]


def total(side: Side) -> Term:
    return add(ZERO, *(app for _, app in side))


def off_by_one(more: Side, fewer: Side, others: tuple[Term, ...]) -> Term:
    """A sum is at most one less than what it is at most."""
    first, second = lemma(more, fewer, others).args
    return either(first, less_equal(add(second.args[0], ONE), second.args[1]))


def disjoint(more: Side, fewer: Side, others: tuple[Term, ...]) -> Term:
    """Two counts are together no more than a third, whoever is in both."""
    return less_equal(total(more), total(fewer)) if len(more) == 2 else lemma(more, fewer, others)


def as_many(more: Side, fewer: Side, others: tuple[Term, ...]) -> Term:
    """All sums are the same."""
    return less_equal(subtract(total(more), total(fewer)), ZERO) if more and fewer else lemma(more, fewer, others)


WRONG: dict[Callable[..., Term], tuple[str, str]] = {
    off_by_one: ("coins", "wrong_somebody_has_two"),
    disjoint: ("colours", "wrong_one_and_all_are_no_more_than_all"),
    as_many: ("colours", "wrong_one_and_all_are_no_more_than_all"),
}


@pytest.mark.parametrize("law", WRONG, ids=lambda law: law.__name__)
def test_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, law: Callable[..., Term]) -> None:
    name, wrong = WRONG[law]
    monkeypatch.setattr(shares, "lemma", lambda more, fewer, others=(): law(more, fewer, others))
    given = ruleset(tmp_path, name)
    (found,) = prove_for_any(given.system, None, [wrong], timeout=0.5, total=2.0)
    assert found.verdict in ("UNKNOWN", "UNCHECKED")
    assert found.reason.startswith("found, and not accepted"), found.reason
