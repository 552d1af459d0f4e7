"""The worth of a state to each player: as a table for generated code, and worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ruleslawyer.ir.types import Int, Map, Sort
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.statistics.table import NOTHING, PLAYER, Tabled, Want

if TYPE_CHECKING:  # a bot that weighs states by hand waits for no compiler
    from ruleslawyer.engines.native.scope_data import Layout, Place

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A number that counts, to somebody, so much: that at `key` of a field, or `weight` where it is `value`; where
    `held` is given, only as long as that field says so at the same key. Of no field: the lead of the player `key`."""

    field: str
    key: int
    value: int | None
    weight: int
    held: tuple[str, int] | None = None


class Worth:
    """The worth of states in a scope, for greedy players."""

    def __init__(self, tabled: Tabled, system: TransitionSystem) -> None:
        self._system, self._scope, self._tabled = system, system.scope, tabled
        fields = system.system.state.fields
        self._types = {f.name: f.type for f in fields}
        self._at = {f.name: number for number, f in enumerate(fields)}
        self.players = system.scope.size(PLAYER)
        self._leaves = [tuple(self._leaves_of(seat)) for seat in range(self.players)]

    def of(self, state: State, seat: int) -> int:
        """The worth of a state to a player: their own times the number of the others, less what theirs is worth."""
        own = [sum(self._worth(state, leaf) for leaf in leaves) for leaves in self._leaves]
        return own[seat] * (self.players - 1) - (sum(own) - own[seat])

    def own(self, layout: Layout) -> list[list[Row]]:
        """The wants of each player, as rows of a table (`engines/native/greedy.COLUMNS`); but for what is the same in
        every state."""
        return [[self._row(layout, leaf) for leaf in leaves] for leaves in self._leaves]

    def rows(self, layout: Layout) -> list[list[Row]]:
        """The worth of a state to each player, as such rows: their own, and those of the others."""
        every, others = self.own(layout), self.players - 1
        return [
            [_weigh(row, others if seat == whose else -1) for whose, rows in enumerate(every) for row in rows]
            for seat in range(self.players)
        ]

    def phases(self, layout: Layout) -> list[tuple[int, int]]:
        """The places in a state that say how far the game has come: whatever it says once, but for numbers."""
        fields = (field for field, type_ in self._types.items() if not isinstance(type_, Map | Int))
        return [row for field in fields for row in _words(layout.places["", field])]

    def turns(self, layout: Layout) -> list[tuple[int, int]]:
        """The places in a state that say whose turn it is; where that is not declared, how far the game has come."""
        turn = self._tabled.turn
        return list(_words(layout.places["", turn])) if turn else self.phases(layout)

    def _leaves_of(self, seat: int) -> Iterator[_Leaf]:
        for want in self._tabled.wants:
            if want.value is None:
                yield _Leaf(want.field, seat, None, want.weight)
            else:
                yield from self._cards(want, seat)

    def _cards(self, want: Want, seat: int) -> Iterator[_Leaf]:
        """The cards of somebody: by what is printed on them, or by what the state says."""
        type_ = self._types[want.field]
        assert isinstance(type_, Map) and isinstance(type_.key, Sort)
        owners = self._scope.attributes.get((type_.key.name, self._tabled.own))
        for card in range(self._scope.size(type_.key.name)):
            if owners is None and self._tabled.own in self._types:
                yield _Leaf(want.field, card, want.value, want.weight, (self._tabled.own, seat))
            elif owners is not None and owners[card] == seat:
                yield _Leaf(want.field, card, want.value, want.weight)

    def _worth(self, state: State, leaf: _Leaf) -> int:
        if not leaf.field:
            return leaf.weight * self._system.lead(state, leaf.key)
        value = self._read(state, leaf.field, leaf.key)
        if leaf.held is not None and self._read(state, leaf.held[0], leaf.key) != leaf.held[1]:
            return 0
        if leaf.value is not None:
            return leaf.weight if value == _printable(leaf.value) else 0
        return leaf.weight * (len(value) if isinstance(value, tuple) else int(value or 0))

    def _read(self, state: State, field: str, key: int) -> Any:
        return state.fields[self._at[field]][key]

    def _row(self, layout: Layout, leaf: _Leaf) -> Row:
        from ruleslawyer.engines.native.greedy import LEAD, WHOLE

        if not leaf.field:
            return 0, 0, LEAD - leaf.key, leaf.weight, 0, 0, 0
        place = layout.places["", leaf.field]
        stored = WHOLE if leaf.value is None else place.leaf.encode(_printable(leaf.value))
        held = (0, 0, 0)
        if leaf.held is not None:
            owner = layout.places["", leaf.held[0]]
            held = (*_where(owner, leaf.key), owner.leaf.encode(leaf.held[1]))
        return (*_where(place, leaf.key), stored, leaf.weight, *held)


def _printable(value: int) -> int | None:
    return None if value == NOTHING else value


def _where(place: Place, key: int) -> tuple[int, int]:
    """The byte at which a number begins, and the bits there that are its."""
    size = 2 if place.leaf.kind == "pile" else place.leaf.bytes
    return place.offset + key * place.strides[0], (1 << 8 * size) - 1 if size < 8 else -1


def _words(place: Place) -> Iterator[tuple[int, int]]:
    """A whole field: from which byte on, and which bits of what is there."""
    for at in range(0, place.extent, 8):
        size = min(8, place.extent - at)
        yield place.offset + at, (1 << 8 * size) - 1 if size < 8 else -1


def _weigh(row: Row, by: int) -> Row:
    offset, mask, wanted, weight, *held = row
    return (offset, mask, wanted, weight * by, *held)
