"""What is kept of what is made once: that which was asked for last."""

from __future__ import annotations

from ruleslawyer.ir.latest import latest


def test_what_was_not_asked_for_longest_goes_first() -> None:
    """Of two at most: b goes when c comes, as a was asked for after it, and is made anew, which takes a's place."""
    known: dict[str, str] = {}
    made: list[str] = []

    def of(key: str) -> str:
        def make() -> str:
            made.append(key)
            return f"{key}{len(made)}"

        return latest(known, key, 2, make)

    assert [of(key) for key in "abacbcb"] == ["a1", "b2", "a1", "c3", "b4", "c3", "b4"]
    assert made == ["a", "b", "c", "b"]
    assert list(known) == ["c", "b"]


def test_there_is_room_before_it_is_made() -> None:
    """What is large is not there twice."""
    known = {"a": 1, "b": 2}
    assert latest(known, "c", 2, lambda: len(known)) == 1
    assert known == {"b": 2, "c": 1}
