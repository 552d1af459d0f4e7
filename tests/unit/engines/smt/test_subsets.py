"""Minimal sets that cannot stand together: against every subset, and the law that joins cores and corrections."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.engines.smt.subsets import enumerate_subsets

NAMES = "abcdef"
FORBIDDEN = st.lists(st.frozensets(st.sampled_from(NAMES), min_size=1, max_size=4), max_size=5)


def every(names: str) -> list[frozenset[str]]:
    return [frozenset(c) for size in range(len(names) + 1) for c in combinations(names, size)]


@given(FORBIDDEN)
def test_all_of_them(forbidden: list[frozenset[str]]) -> None:
    """As looking at all subsets finds them."""

    def stands(names: frozenset[str]) -> bool:
        return not any(core <= names for core in forbidden)

    found = enumerate_subsets(NAMES, stands)
    bad = [names for names in every(NAMES) if not stands(names)]
    good = [names for names in every(NAMES) if stands(names)]
    cores = {names for names in bad if all(stands(names - {name}) for name in names)}
    corrections = {frozenset(NAMES) - names for names in good if not any(names < other for other in good)}
    assert found.complete
    assert {frozenset(c) for c in found.cores} == cores and len(found.cores) == len(cores)
    assert {frozenset(c) for c in found.corrections} == corrections and len(found.corrections) == len(corrections)


def test_the_first_of_many() -> None:
    """Of more than are wanted some are given, and that they are not all is said."""
    names = "abcdefgh"
    found = enumerate_subsets(names, lambda chosen: len(chosen) < 4, most=10)
    assert not found.complete and len(found.cores) + len(found.corrections) == 10
    assert {len(core) for core in found.cores} <= {4} and {len(c) for c in found.corrections} <= {5}
