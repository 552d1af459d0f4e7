"""How games begin in a scope: why none does; and where a scope writes over a beginning, how much of what a choice made,
and which choice it comes nearest to.

No syntax is looked at: the domain is run on a state that refuses to be read. An answer that comes all the same is the
answer in every state, up to the very check that would fail; so both machines leave out exactly what they would anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NoReturn, Protocol, TypeVar

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Parameter
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import Initial
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import Schema, State, Store, entry

MOST = 4_096
"""Choices of the initial rule of which the one is looked for that agrees with what the scope writes."""
FEW = 3
"""Reasons why no game begins that are told."""


class Begun(Protocol):
    """How a choice begins: its state, if it has one, and how many entries that it made the scope changed."""

    @property
    def state(self) -> State | None: ...

    @property
    def overwritten(self) -> int: ...


C = TypeVar("C")
B = TypeVar("B", bound=Begun)


class NoBeginning(UsageError):
    """No game begins in a scope: nothing can be said of its plays, as of no play everything is true."""


def no_beginning(rule: Initial, lacking: Parameter | None, events: Sequence[Event], place: str) -> NoBeginning:
    """The mistake that no game begins, with what leaves none. lacking: a choice of the initial rule for which there is
    no value; events: what ends each beginning. Neither: the domain allows none."""
    begin, about = f"no initial state: `{rule.function.name}`", "change the members or the numbers of the scope, or "
    if lacking is not None:
        return NoBeginning(
            f"{begin} ({rule.function.origin.span}) chooses `{lacking.name}`, and {_is_empty(lacking.type)}",
            place, f"give the scope something that can be chosen, or leave `{lacking.name}` out of the rule",
        )  # fmt: skip
    if events:
        told = [f"{event.title} ({event.span})" if event.span else event.title for event in events[:FEW]]
        more = f", and {len(events) - FEW} more" if len(events) > FEW else ""
        return NoBeginning(
            f"{begin} leads nowhere, whatever it chooses: {'; '.join(told)}{more}", place, f"{about}the rule that fails"
        )
    domain = rule.domain
    assert domain is not None
    asks = f", which asks for: {domain.doc}" if domain.doc else ""
    return NoBeginning(
        f"{begin} has no choice that `{domain.name}` ({domain.origin.span}) allows{asks}", place, f"{about}the domain"
    )


def _is_empty(type_: t.Type) -> str:
    """The reason why a type has no values."""
    if isinstance(type_, t.Map):
        return _is_empty(type_.value)
    return f"`{type_.name}` has no member here" if isinstance(type_, t.Sort) else "its range is empty here"


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
