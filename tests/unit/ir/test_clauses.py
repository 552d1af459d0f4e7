"""Which clauses are live: as the second opinion has it, whatever holds."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.ir.clauses import unbeaten
from ruleslawyer.semantics.evaluate import unbeaten as reference

NAMES = ("a", "b", "c", "d")


def without(holds: bool, others: Sequence[bool]) -> bool:
    return holds and not any(others)


@st.composite
def orders(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    """Who is declared over whom, without cycles: each only over later ones."""
    return {
        name: tuple(draw(st.lists(st.sampled_from(NAMES[i + 1 :]), unique=True))) if i + 1 < len(NAMES) else ()
        for i, name in enumerate(NAMES)
    }


@given(orders(), st.frozensets(st.sampled_from(NAMES)))
def test_live_clauses(over: dict[str, tuple[str, ...]], held: frozenset[str]) -> None:
    live = unbeaten({name: name in held for name in NAMES}, over, without)
    expected = reference({name: over[name] for name in NAMES if name in held})
    assert {name for name in NAMES if live[name]} == expected


def test_a_clause_that_is_beaten_beats_nothing() -> None:
    live = unbeaten(dict.fromkeys(NAMES, True), {"a": ("b",), "b": ("c",), "c": (), "d": ()}, without)
    assert [live[name] for name in "abc"] == [True, False, True]
