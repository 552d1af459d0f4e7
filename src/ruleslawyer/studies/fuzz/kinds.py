"""Kinds of the members of sorts: those with the same keywords and the like are of one kind.

Numbers, owners and what a card refers to do not make a kind: a game has few kinds of cards, and each can be met often.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np

from ruleslawyer.engines.native.kinds import MOST_KINDS, kinds_of
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import Action, System

Pair = tuple[str, str]


class Kinds:
    """`table`: where each sort's members begin in it, and then the kind of each member."""

    def __init__(self, system: System, scope: Scope) -> None:
        self.system = system
        self.of: dict[str, list[int]] = {}
        self.words: dict[str, list[tuple[str, ...]]] = {}
        """Of each sort, for each kind: its keywords."""
        for sort in system.sorts:
            said = [tuple(_words(system, scope, sort, member)) for member in range(len(scope.names[sort]))]
            every = list(dict.fromkeys(said))[: MOST_KINDS - 1]
            self.of[sort] = [every.index(one) if one in every else len(every) for one in said]
            self.words[sort] = [*every, ()]
        firsts: list[int] = []
        members: list[int] = []
        for kinds in self.of.values():
            firsts.append(len(self.of) + len(members))
            members += kinds
        self.table = np.array([*firsts, *members], dtype=np.int64)

    @property
    def possible(self) -> frozenset[Pair]:
        """Pairs of keywords that two things of the scope have, or one of them has."""
        said = [frozenset(words) for kinds in self.words.values() for words in kinds if words]
        return frozenset(pair for one, other in product(said, said) for pair in _pairs(one, other))

    def pairs(self, action: Action, answer: int) -> Iterator[Pair]:
        """The pairs of keywords that come together in a choice that was told so."""
        said: list[frozenset[str]] = []
        for type_, kind in kinds_of(action, answer):
            of = t.unwrap(type_)
            if isinstance(of, t.Sort) and kind < len(self.words[of.name]):
                said.append(frozenset(self.words[of.name][kind]))
        for one, other in (*combinations(said, 2), *((one, one) for one in said)):
            yield from _pairs(one, other)


def _pairs(one: frozenset[str], other: frozenset[str]) -> Iterator[Pair]:
    for a, b in product(one, other):
        if a != b:
            yield (a, b) if a < b else (b, a)


def _words(system: System, scope: Scope, sort: str, member: int) -> Iterator[str]:
    """The keywords of a member, and its other attributes that are one of few."""
    for attribute in system.sorts[sort].attributes:
        values = scope.attributes.get((sort, attribute.name))
        if values is not None:
            yield from _words_of(system, attribute.name, attribute.type, values[member])


def _words_of(system: System, name: str, type_: t.Type, value: Any) -> Iterator[str]:
    match type_:
        case t.Optional(item) if value is not None:
            yield from _words_of(system, name, item, value)
        case t.Bool() if value:
            yield name
        case t.Enum(enum):
            yield f"{name} {system.enums[enum].members[value]}"
        case t.Map(t.Enum(enum), item):
            for member, one in zip(system.enums[enum].members, value, strict=True):
                yield from _words_of(system, member, item, one)
        case t.Set(t.Enum(enum)):
            yield from (system.enums[enum].members[item] for item in sorted(value))
