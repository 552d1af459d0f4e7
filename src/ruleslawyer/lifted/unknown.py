"""What is not kept of a table for any number of cards, and where something that is said hangs on it: the order of a
pile below its top, and where the places of a grid lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.names import BELOW, ORDER, WITNESS
from ruleslawyer.lifted.terms import Term, subterms
from ruleslawyer.lifted.world import World

Unknown: TypeAlias = Literal["order", "geometry"]


def hangs_on(world: World, terms: Iterable[Term]) -> set[Unknown]:
    """What terms speak of that is not kept, themselves or in a fold."""
    places = {
        f"{sort.name}.{a.name}" for sort in world.system.sorts.values() if sort.grid
        for a in sort.attributes if not isinstance(a.type, t.Sort)
    }  # fmt: skip
    found: set[Unknown] = set()
    for name in _symbols(world, terms):
        if name.partition("!")[0] in (BELOW, ORDER):
            found.add("order")
        elif name in places:
            found.add("geometry")
    return found


def _symbols(world: World, terms: Iterable[Term]) -> Iterator[str]:
    """The symbols of terms and, of each fold among them, those of what it is made of."""
    waiting, seen = [list(terms)], set[str]()
    while waiting:
        for term in subterms(waiting.pop()):
            if term.op == "symbol" and str(term.value) not in seen:
                seen.add(name := str(term.value))
                yield name
                fold = world.folds.by_name.get(name.removeprefix(WITNESS))
                if fold is not None:
                    waiting.append([fold.condition, fold.body])
