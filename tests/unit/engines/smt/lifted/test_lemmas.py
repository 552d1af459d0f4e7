"""What is kept of a run before, where another one had no time for it."""

from __future__ import annotations

from ruleslawyer.engines.smt.lifted.lemmas import Lemmas

BEFORE = Lemmas(("a", "rest: b"), ("c",), ("writes:d",), ("no zone is FIELD",))


def test_what_there_was_no_time_for_stays() -> None:
    """With it the conditions on which it may rest."""
    kept = Lemmas(("e",), ("c",), (), ("step is there",)).beside(BEFORE, {"b", "writes:d"})
    assert kept == Lemmas(("e", "rest: b"), ("c",), ("writes:d",), ("step is there", "no zone is FIELD"))


def test_what_was_answered_otherwise_goes() -> None:
    found = Lemmas(("e",))
    assert found.beside(BEFORE, set()) == found
