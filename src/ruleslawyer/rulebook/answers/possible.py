"""Possible values of an expression in a scope: nothing is known of a state, and all of what is printed on cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import ANY, EMPTY, MOST, Leaf, Unknown, Valued, Values
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System

T = TypeVar("T")
Fact: TypeAlias = tuple[str, str, tuple[object, ...]]
"""Of a sort: an attribute with the keys that are known, or nothing, for whether it has members."""


class Possible(Valued):
    """Values in one scope. What was looked at of the scope for an answer is noted, so that the answer serves all scopes
    in which that is the same."""

    def __init__(self, system: System, scope: Scope) -> None:
        super().__init__(system.helpers)
        self._scope = scope
        self._facts: dict[Fact, Values] = {}
        self._noted: list[set[Fact]] = [set()]
        self._rests: dict[tuple[str, tuple[Values, ...]], tuple[Values | None, set[Fact]]] = {}

    def noting(self, make: Callable[[], T]) -> tuple[T, set[Fact]]:
        """Makes something, and returns it with the facts that it rests on."""
        self._noted.append(set())
        made = make()
        facts = self._noted.pop()
        self._noted[-1] |= facts
        return made, facts

    def fact(self, fact: Fact) -> Values:
        """The values that the scope gives: all values of an attribute, or all members of a sort that has none."""
        self._noted[-1].add(fact)
        if fact not in self._facts:
            self._facts[fact] = self._look(fact)
        return self._facts[fact]

    def _look(self, fact: Fact) -> Values:
        sort, name, keys = fact
        if not name:
            return ANY if self._scope.size(sort) else EMPTY
        values = self._scope.attributes.get((sort, name))
        if not values:
            return ANY
        found = set(values)
        for key in keys:
            found = {one for value in found for one in (value if key is None else (value[key],))}
        return frozenset(found) if len(found) <= MOST else ANY

    def leaf(self, node: Leaf, given: Sequence[Values]) -> Values:
        match node:
            case n.Attr(sort=sort, name=name):
                known = (next(iter(k)) if not isinstance(k, Unknown) and len(k) == 1 else None for k in given[1:])
                return self.fact((sort, name, tuple(known)))
            case n.Domain(type=t.Set(t.Sort(sort))):
                return self.fact((sort, "", ()))
        return ANY

    def results_of(self, helper: str, given: tuple[Values, ...]) -> Values | None:
        key = helper, given
        if key not in self._rests:
            self._rests[key] = self.noting(lambda: super(Possible, self).results_of(helper, given))
        found, facts = self._rests[key]
        self._noted[-1] |= facts
        return found
