"""The members that a state is about: what a frame names, a pile, or a field of the whole game."""

from __future__ import annotations

from collections.abc import Collection

from ruleslawyer.ir import types as t
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.transition import TransitionSystem

BUSY = 2
"""Members of a pile that count, from the top."""


def members_in_frames(system: TransitionSystem, state: State) -> frozenset[tuple[t.Type, int]]:
    """The members that an open frame is about, but for players: where they are and how stays as play made it."""
    found = set[tuple[t.Type, int]]()
    for slots, record in zip(system.schema.frame_slots, state.frames, strict=True):
        for slot, value in zip(slots, record or (), strict=False):
            of = t.unwrap(slot.leaf)
            if isinstance(of, t.Sort) and of.name != system.system.players:
                found |= {(of, leaf) for _, leaf in leaves(slot.field.type, value) if leaf is not None}
    return frozenset(found)


def members_at_work(system: TransitionSystem, state: State) -> frozenset[tuple[t.Sort, int]]:
    """The members that something names which is no map: an open frame, a pile, a field of one member."""
    found = set[tuple[t.Sort, int]]()
    for slot, value in zip(system.schema.slots, state.fields, strict=True):
        leaf = t.unwrap(slot.leaf)
        if isinstance(leaf, t.Pile):
            several = [one for _, pile in leaves(slot.field.type, value) for one in pile[:BUSY]]
            found |= {(leaf.item, one) for one in several if isinstance(leaf.item, t.Sort)}
        elif isinstance(leaf, t.Sort) and value is not None and not isinstance(slot.field.type, t.Map):
            found.add((leaf, value))
    framed = ((of, who) for of, who in members_in_frames(system, state) if isinstance(of, t.Sort))
    return frozenset((*found, *framed))


def moves(
    system: TransitionSystem, leaf: tuple[str, tuple[int, ...], object], members: Collection[tuple[t.Type, int]]
) -> bool:
    """Whether a leaf says in a word where one of some members is, or what it is."""
    slot = system.schema.slots[system.schema.index[leaf[0]]]
    return isinstance(slot.leaf, t.Enum) and is_of(system, leaf, members)


def is_of(
    system: TransitionSystem, leaf: tuple[str, tuple[int, ...], object], members: Collection[tuple[t.Type, int]]
) -> bool:
    type_ = system.schema.slots[system.schema.index[leaf[0]]].field.type
    return isinstance(type_, t.Map) and (type_.key, leaf[1][0]) in members
