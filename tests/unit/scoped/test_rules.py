"""Which clauses are live, on conditions of a scope: as the second opinion has it, whatever holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.ir.clauses import unbeaten
from ruleslawyer.lifted.scoped import nodes as g
from ruleslawyer.lifted.scoped.rules import without
from ruleslawyer.semantics.evaluate import unbeaten as reference
from tests.agree.evaluated import evaluate

NAMES = ("a", "b", "c", "d")
HELD = {name: g.symbol("leaf", "bool", name) for name in NAMES}


@st.composite
def orders(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    """Who is declared over whom, without cycles: each only over later ones."""
    return {
        name: tuple(draw(st.lists(st.sampled_from(NAMES[i + 1 :]), unique=True))) if i + 1 < len(NAMES) else ()
        for i, name in enumerate(NAMES)
    }


@given(orders(), st.frozensets(st.sampled_from(NAMES)))
def test_live_clauses(over: dict[str, tuple[str, ...]], held: frozenset[str]) -> None:
    live = unbeaten(HELD, over, without)
    state = {node: name in held for name, node in HELD.items()}
    expected = reference({name: over[name] for name in NAMES if name in held})
    assert {name for name in NAMES if evaluate([live[name]], state)[0]} == expected


def test_a_clause_that_is_beaten_beats_nothing() -> None:
    live = unbeaten(HELD, {"a": ("b",), "b": ("c",), "c": (), "d": ()}, without)
    assert evaluate([live[n] for n in "abc"], dict.fromkeys(HELD.values(), True)) == [True, False, True]
