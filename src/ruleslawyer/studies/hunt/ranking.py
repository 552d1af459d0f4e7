"""The order in which a person reads questions: by who decides, then depth, then frequency; of similar ones the
simplest."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.studies.hunt.question import Found, Question

_ALIKE = {"order": 2, "mind": 1, "gone": 1, "stays": 1, "again": 1, "stuck": 1}
"""By how much of its key a question of a shape is the same as another one; all of it where nothing is said."""


def alike(question: Question) -> tuple[str, ...]:
    """The same for questions of which one is shown."""
    shape, key = question.shape, question.key
    return shape, *key[: _ALIKE.get(shape, len(key))]


def rank_questions(found: Iterable[Found]) -> list[Found]:
    """One of each cluster, open ones first."""
    clusters: dict[tuple[str, ...], Found] = {}
    for one in sorted(found, key=lambda one: (not one.open, one.rank)):
        first = clusters.setdefault(alike(one.question), one)
        if first is not one:
            first.others.add(one.question.asks)
            first.ways |= one.ways
    return sorted(clusters.values(), key=lambda one: (not one.open, one.rank))
