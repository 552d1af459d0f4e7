"""The arguments that an action can have at all: what its domain says without looking at the state is asked only once.

No syntax is looked at: the domain is run on a state that refuses to be read. An answer that comes all the same is the
answer in every state, up to the very check that would fail; so both machines leave out exactly what they would anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NoReturn

from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import Schema, Store

Arguments = tuple[Any, ...]
MOST_KEPT = 1 << 16
"""Lists of arguments of one action that are remembered; where there are more, every state asks for all of them."""


class _StateRead(BaseException):
    """Somebody looked at the state. No `Exception`, because a machine makes an event of those."""


class _Unreadable(list[Any]):
    def __getitem__(self, index: object) -> NoReturn:
        raise _StateRead


class Arglists:
    """The argument lists of one action whose domain holds in some state, in order, each with whether it always does."""

    def __init__(
        self, schema: Schema, every: Callable[[], Iterable[Arguments]], belongs: Callable[[Store, Arguments], bool]
    ) -> None:
        """`every`: all argument lists; `belongs`: whether the domain holds."""
        self._every = every
        store = Store(schema, schema.default())
        store.fields, store.frames = _Unreadable(), _Unreadable()
        found = list(islice(_sift(store, every(), belongs), MOST_KEPT + 1))
        self._kept = found if len(found) <= MOST_KEPT else None

    def __iter__(self) -> Iterator[tuple[Arguments, bool]]:
        if self._kept is not None:
            return iter(self._kept)
        return ((args, False) for args in self._every())


def _sift(
    unreadable: Store, every: Iterable[Arguments], belongs: Callable[[Store, Arguments], bool]
) -> Iterator[tuple[Arguments, bool]]:
    for args in every:
        try:
            if belongs(unreadable, args):
                yield args, True
        except (_StateRead, BranchEnds):  # a check that fails is an event of each state in which it does
            yield args, False
