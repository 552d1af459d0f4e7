"""Members that a scope declares interchangeable: which are alike, and two of them changing places in a value.

A permutation is a list of swaps, so that everything here is about one swap, which is its own inverse. Scalars of a
state or of an argument have a *place*: the keys and slots that lead to it, in which members can be told from numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import factorial, prod
from typing import Any, TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.state import State

Token: TypeAlias = str | int | tuple[str, int] | None
"""A step of a place: a name, a number, or a member as its sort and index."""
Tokens: TypeAlias = tuple[Token, ...]


class Renaming(ABC):
    """Members of sorts change places."""

    @abstractmethod
    def member(self, sort: str, member: object) -> Any:
        """The image of a member, or of None (also as -1), of any sort."""

    def value(self, type: t.Type, value: Any) -> Any:
        """The image of a canonical value."""
        match type:
            case _ if value is None:
                return None
            case t.Sort(sort):
                return self.member(sort, value)
            case t.Optional(item):
                return self.value(item, value)
            case t.Set(item) | t.Awaits(item):
                return frozenset(self.value(item, v) for v in value)
            case t.Pile(item):
                return tuple(self.value(item, v) for v in value)
            case t.Map(key, item):
                moved = list(value)
                for k, v in enumerate(value):
                    moved[self.value(key, k)] = self.value(item, v)
                return tuple(moved)
        return value

    def state(self, system: System, state: State) -> State:
        """The image of a canonical state."""
        frames = zip(system.frames.values(), state.frames, strict=True)
        return State(
            self._record(system.state.fields, state.fields),
            tuple(None if record is None else self._record(frame.fields, record) for frame, record in frames),
        )

    def _record(self, fields: Iterable[Field], values: tuple[object, ...]) -> tuple[Any, ...]:
        return tuple(self.value(field.type, value) for field, value in zip(fields, values, strict=True))


@dataclass(frozen=True, slots=True)
class Swap(Renaming):
    """Two members of a sort change places."""

    sort: str
    first: int
    second: int

    def member(self, sort: str, member: object) -> Any:
        if sort != self.sort or member not in (self.first, self.second):
            return member
        return self.first + self.second - member

    def tokens(self, tokens: Tokens) -> Tokens:
        return tuple((k[0], self.member(*k)) if isinstance(k, tuple) else k for k in tokens)


class Permutation(Renaming):
    """Several swaps, one after the other."""

    def __init__(self, swaps: Iterable[Swap]) -> None:
        self._images: dict[str, dict[int, int]] = {}
        for swap in swaps:
            images = self._images.setdefault(swap.sort, {})
            for member in (swap.first, swap.second):
                images.setdefault(member, member)
            for member, image in images.items():
                images[member] = swap.member(swap.sort, image)

    def member(self, sort: str, member: Any) -> Any:
        return self._images.get(sort, {}).get(member, member)


@dataclass(frozen=True, slots=True)
class Alike:
    """Members of a sort that are declared interchangeable and have equal attributes; at least two."""

    sort: str
    members: tuple[int, ...]

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """The swaps of neighbours, from which every permutation can be made."""
        return tuple(Swap(self.sort, a, b) for a, b in pairwise(self.members))


def alike(scope: Scope) -> tuple[Alike, ...]:
    """The groups of interchangeable members of a scope; who is alone in a group is left out."""
    found = []
    for sort in scope.interchangeable:
        columns = [values for (owner, _), values in scope.attributes.items() if owner == sort]
        groups: dict[tuple[Any, ...], list[int]] = {}
        for member in range(scope.size(sort)):
            groups.setdefault(tuple(None if c is None else c[member] for c in columns), []).append(member)
        found += [Alike(sort, tuple(members)) for members in groups.values() if len(members) > 1]
    return tuple(found)


def permutations(groups: Iterable[Alike]) -> int:
    """How many permutations of the members there are."""
    return prod(factorial(len(group.members)) for group in groups)


def member_of(type: t.Type, member: int) -> Token:
    return (type.name, member) if isinstance(type, t.Sort) else member
