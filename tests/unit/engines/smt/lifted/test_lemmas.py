"""What is kept of a run before, where another one had no time for it."""

from __future__ import annotations

from ruleslawyer.engines.smt.lifted.lemmas import Lemmas

BEFORE = Lemmas(("a", "rest: b"), ("c",), ("writes:d", "settled: f"), ("no zone is FIELD",), any_players=("f",))


def test_what_there_was_no_time_for_stays() -> None:
    """With it the conditions on which it may rest."""
    kept = Lemmas(("e",), ("c",), (), ("step is there",)).beside(BEFORE, {"b", "writes:d"})
    assert kept == Lemmas(("e", "rest: b"), ("c",), ("writes:d",), ("step is there", "no zone is FIELD"))


def test_what_was_answered_otherwise_goes() -> None:
    found = Lemmas(("e",))
    assert found.beside(BEFORE, set()) == found


def test_what_follows_from_what_is_known_has_its_level_before_it() -> None:
    """Whoever asks for a property names it alone."""
    assert BEFORE.properties == ("a", "b", "c", "writes:d", "f")
    assert BEFORE.for_any_players().steps == ("settled: f",)
    assert Lemmas(("e",)).beside(BEFORE, {"f"}).steps == ("settled: f",)
