"""Drawings by hand, of which a picture is made."""

from __future__ import annotations

from typing import Any


def small(value: int) -> Any:
    """A drawing by hand: one seat with a number, no cards."""
    counter = {"word": "life", "unit": "", "draw": "number", "value": value, "before": 1, "cited": False}
    seat = {
        "name": "<Ann>", "number": 0, "turn": True, "out": False, "asked": False, "flags": [], "counters": [counter],
        "areas": [],
    }  # fmt: skip
    shared: Any = {"areas": [], "boards": [], "tracks": [], "counters": [], "said": []}
    return {"seats": [seat], "shared": shared, "arrows": [], "numbers": []}


def hand(hidden: dict[str, list[int]], draw: str = "row") -> Any:
    """A drawing by hand: three seats, cards in the hand of the first, each hidden from some seats."""
    made: Any = [
        {
            "name": name, "kind": "", "owner": 0, "prints": [], "marks": [], "turned": False, "down": False,
            "changed": False, "asked": False, "hidden": some, "beneath": [],
        }
        for name, some in hidden.items()
    ]  # fmt: skip
    found = small(1)
    seats = [{**found["seats"][0], "name": name, "number": n} for n, name in enumerate(("Ann", "Bob", "Cy"))]
    seats[0]["areas"] = [{"title": "Hand", "draw": draw, "cards": made}]
    return {**found, "seats": seats}
