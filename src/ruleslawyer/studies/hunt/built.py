"""States that are built for pairs that no play has met: where something moves, the mark is put upon it; where something
is taken, nothing is left; where a procedure goes on, a player is out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.state import replace as put
from ruleslawyer.studies.hunt.listed import LEAVER, MARK, SUPPLY, Held, Listed, Pair
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.laws.built_in import out_of_the_game
from ruleslawyer.studies.laws.drawn import at_rest
from ruleslawyer.studies.laws.marked_members import namings, notes

KEPT, TRIED = 3, 6
"""Spots that are kept for one rule in one procedure, and states that are built for one pair."""


class Built:
    """Notes where rules move and take something, the nearest spots first, and builds states upon these."""

    def __init__(self, listed: Listed) -> None:
        self.listed, self.system = listed, listed.system
        self._by_name = {held.name: held for held in listed.held_marks}
        self._moved: dict[tuple[str, str], dict[str | None, list[tuple[Spot, int]]]] = defaultdict(dict)
        self._taken: dict[tuple[str, str], list[tuple[Spot, int | None]]] = defaultdict(list)
        self._open: dict[str, list[Spot]] = defaultdict(list)

    def note(self, spot: Spot) -> None:
        if spot.is_over:
            return
        for frame, record in zip(spot.system.schema.frame_names, spot.state.frames, strict=True):
            if record is not None and len(self._open[frame]) < KEPT:
                self._open[frame].append(spot)
        index = spot.system.schema.index
        for instance, outcome in spot.steps.items():
            before = spot.state
            for step in outcome.substeps:
                for sort, field in self.listed.place.items():
                    was, now = (state.fields[index[field.name]] for state in (before, step.state))
                    member = next((i for i, value in enumerate(was) if value is not None and now[i] != value), None)
                    kept = self._moved[step.name, sort].setdefault(spot.frame, [])
                    if member is not None and len(kept) < KEPT:
                        kept.append((spot, member))
                for supply in self.listed.supplies_of.get(step.name, ()):
                    taken = self._taken[supply, step.name]
                    if before.fields[index[supply]] != step.state.fields[index[supply]] and len(taken) < KEPT:
                        taken.append((spot, spot.actor(instance)))
                before = step.state

    def spots(self, unmet: Iterable[Pair]) -> Iterator[Spot]:
        """The built spots for pairs that were not met, some for each."""
        for pair in unmet:
            tried = 0
            for spot, state in self._of(pair):
                if tried == TRIED:
                    break
                found = at_rest(spot.system, state)
                if isinstance(found, State) and found != spot.state:
                    tried += 1
                    yield replace(spot, state=found, drawn=True)

    def _of(self, pair: Pair) -> Iterator[tuple[Spot, State]]:
        if pair.kind == MARK:
            held = self._by_name[pair.one]
            for several in self._moved.get((pair.other, held.sort), {}).values():
                for spot, member in several:
                    yield from ((spot, state) for state in marks(spot, held, member))
        elif pair.kind == SUPPLY:
            for spot, who in self._taken[pair.one, pair.other]:
                yield spot, without_supply(spot, pair.one, who)
        elif pair.kind == LEAVER and (out := out_of_the_game(self.system)) is not None:
            players = self.system.players
            for spot in self._open[pair.one]:
                for who in sorted({*range(spot.system.scope.size(players))} - spot.awaited_players):
                    fields = list(spot.state.fields)
                    for name in out[1]:
                        index = spot.system.schema.index[name]
                        fields[index] = put(fields[index], (who,), True)
                    yield spot, State(tuple(fields), spot.state.frames)


def marks(spot: Spot, held: Held, member: int) -> Iterator[State]:
    """The states in which something is noted of a member, or something names it."""
    schema, state = spot.system.schema, spot.state
    if held.record is None:
        index = schema.index[held.field.name]
        for value in _notes(spot, held, member, state.fields[index]):
            yield state.with_field(index, value)
        return
    frame = schema.frame_index[held.record]
    record = state.frames[frame]
    if record is not None:
        number = schema.field_index[frame][held.field.name]
        for value in _notes(spot, held, member, record[number]):
            yield state.with_field(number, value, frame)


def _notes(spot: Spot, held: Held, member: int, now: object) -> Iterator[object]:
    """The values of a field in which a member is marked, or named."""
    ways = namings if held.names else notes
    for keys, found in ways(held.field.type, t.Sort(held.sort), member, now):
        yield put(now, keys, found) if keys else found


def without_supply(spot: Spot, supply: str, who: int | None) -> State:
    """The state in which nothing is left of a supply; of what each player has, of this one's."""
    schema, fields = spot.system.schema, list(spot.state.fields)
    index = schema.index[supply]
    slot = schema.slots[index]
    keyed = isinstance(slot.field.type, t.Map) and slot.field.type.key == t.Sort(spot.system.system.players)
    for keys, value in list(leaves(slot.field.type, fields[index])):
        if not keyed or who is None or keys[0] == who:
            none = () if isinstance(slot.leaf, t.Pile) else 0
            if value != none:
                fields[index] = put(fields[index], keys, none) if keys else none
    return State(tuple(fields), spot.state.frames)
