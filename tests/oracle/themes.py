"""What a random program is about: some constructs come more often in it, so that what is rare elsewhere is met soon."""

from __future__ import annotations

from collections.abc import Mapping

Theme = Mapping[str, int]
"""Of some things that a program may have, how often it has them, in percent; of others it is said where they are."""

THEMES: tuple[Theme, ...] = (
    {},
    {"plays": 85, "players": 90, "fair": 75, "each": 60, "ended": 90, "guarded": 60, "idle": 40},  # what must come
    {"choices": 100, "duties": 100, "steps": 70, "any step": 80, "settle": 30, "small": 50},  # beginnings, and steps
    {"unguarded": 60, "steps": 80, "rests": 60, "any step": 50, "choices": 60},  # branches that end
    {"clauses": 80, "over": 75, "lifted": 45, "also": 60, "open": 60, "conditions": 80, "parts": 50},  # legality
    {"values": 100, "layers": 80, "lifted": 40, "asked": 70, "checks ask": 70, "over": 70},  # terms and questions
    {"moments": 100, "frames": 50, "rests": 40, "conditions": 50, "over": 70, "emitted": 60, "clauses": 30},  # triggers
    {
        "forgetting": 40,
        "phased": 70,
        "rests": 50,
        "lifetimes": 80,
        "steps": 40,
        "any step": 60,
        "small": 60,
    },  # what does not last
    {
        "piles": 60,
        "folds": 50,
        "two loops": 70,
        "bare": 50,
        "grid": 40,
    },  # piles, sets, grids, and what goes through them
    {"wide": 25, "below zero": 80, "divided": 50, "divisor": 60, "no end": 20, "steps": 50},  # numbers
    {"checks fail": 50, "plays": 30, "guarded": 30},  # properties that cannot be evaluated
    {"deeds": 100, "at once": 60, "settle": 60, "over": 60, "conditions": 60, "gains": 70, "maps": 60},  # deeds, blocks
    {"frames": 100, "joint": 70, "anywhere": 60, "clauses": 40, "parts": 70, "open": 50, "inner": 90},  # frames, seats
    {
        "rests": 100,
        "settle": 70,
        "duties": 100,
        "begins": 60,
        "any step": 80,
        "steps": 50,
        "phased": 40,
    },  # what is forced
    {"deciding": 60, "values": 100, "asked": 60, "settle": 70, "outcomes": 40},  # who decides, and what settles
)
"""The first is about nothing: programs shrink to it."""


def both(one: Theme, other: Theme) -> Theme:
    """What is about two things has of each thing as much as either."""
    return {what: max(one.get(what, 0), other.get(what, 0)) for what in {**one, **other}}
