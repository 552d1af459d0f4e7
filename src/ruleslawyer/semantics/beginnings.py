"""Beginnings over which a scope writes: how much of what a choice made, and which choice it comes nearest to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Protocol, TypeVar

from ruleslawyer.ir.scope import Scope
from ruleslawyer.semantics.state import Schema, State, entry

MOST = 4_096
"""Choices of the initial rule of which the one is looked for that agrees with what the scope writes."""


class Begun(Protocol):
    """How a choice begins: its state, if it has one, and how many entries that it made the scope changed."""

    @property
    def state(self) -> State | None: ...

    @property
    def overwritten(self) -> int: ...


C = TypeVar("C")
B = TypeVar("B", bound=Begun)


def nearest_first(begun: Iterable[tuple[C, B]]) -> Iterator[tuple[C, B]]:
    """The beginnings in their order, but of those that come to the same state first one over which the scope writes
    least: a play that is shown begins with the choices that the state really has."""
    rest = iter(begun)
    found = list(islice(rest, MOST + 1))
    if len(found) > MOST:
        yield from chain(found, rest)
        return
    alike: dict[State, list[int]] = {}
    for place, (_, outcome) in enumerate(found):
        if outcome.state is not None:
            alike.setdefault(outcome.state, []).append(place)
    for places in alike.values():
        nearest = min(places, key=lambda place: found[place][1].overwritten)
        found[places[0]], found[nearest] = found[nearest], found[places[0]]
    yield from found


def one_of_each(begun: Iterable[tuple[C, B]], scope: Scope) -> Iterator[tuple[C, B]]:
    """The beginnings that somebody is asked to choose from: of those that come to the same state, as the scope writes
    over what was chosen, the first."""
    seen = set[State | None]()
    for instance, outcome in begun:
        if outcome.state is None or not scope.initial or outcome.state not in seen:
            seen.add(outcome.state)
            yield instance, outcome


def count_overwrites(before: State, after: State, scope: Scope, schema: Schema) -> int:
    """How many entries the scope's own beginning changed."""
    places = ((schema.index[name], keys) for name, keys, _ in scope.initial)
    return sum(entry(before.fields[place], keys) != entry(after.fields[place], keys) for place, keys in places)
