"""A scope as the memory in which a ruleset's filed code works: one image, whatever machine it is loaded on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TypeAlias

import numpy as np

from ruleslawyer.core.clauses import choice_value
from ruleslawyer.engines.native.choosing import LISTED_IN_A_FILE, room
from ruleslawyer.engines.native.kept import MEMO_WORDS
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import BEHIND
from ruleslawyer.engines.native.names import PLAY, PlayCell, Register, SearchRegister
from ruleslawyer.engines.native.runtime import PENDING_WORDS, known_words, log_words
from ruleslawyer.engines.native.scope_data import READINGS, Layout
from ruleslawyer.ir.exclusive import open_orders
from ruleslawyer.semantics.dice import mix
from ruleslawyer.semantics.transition import TransitionSystem

Wants: TypeAlias = Sequence[Sequence[tuple[int, ...]]]
Answers: TypeAlias = tuple[Mapping[str, str], Collection[str]]
"""A reading, and which of it is ruled."""
LISTED_BYTES, FEWEST_BYTES = 1 << 18, 1 << 15
"""For the choices of one state, at most and at least; a host with more memory points elsewhere (`PlayCell.LISTED`,
`PlayCell.MOST_LISTED`)."""
MOST_MEMORY = (3 << 19) - (1 << 16) - (1 << 12)
"""The most bytes of an image: 1.5 MB, without the stack of a module and its constants."""
POINTERS = frozenset({"attribute", "among", "extents", "kept rows"})
"""Entries that say where something lies."""


@dataclass
class Image:
    """Memory from 0 on. pieces: what is there at the beginning, by address; all else is 0. pointers: the addresses of
    words that say where something lies, counted from its beginning. places: where a host reads and writes, and how many
    bytes there are."""

    pieces: list[tuple[int, bytes]] = field(default_factory=list)
    pointers: list[int] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    size: int = 64

    def place(self, name: str, size: int, data: bytes = b"") -> int:
        at = self.size
        self.places[name] = at, size
        if any(data):
            self.pieces.append((at, data))
        self.size = -(-(at + size) // 64) * 64
        return at


def image(layout: Layout, system: TransitionSystem, wants: Wants) -> Image:
    """The memory of a scope under a reading; wants: what greedy players of each seat want (`greedy.COLUMNS`)."""
    low, found = layout.low, Image()
    values, arrays = layout.entries(system.reading, system.rulings)
    same = {array.tobytes(): f"data{i}" for i, array in enumerate(arrays)}
    lying = {data: found.place(name, len(data), data) for data, name in same.items()}
    moved = {int(array.ctypes.data): lying[array.tobytes()] for array in arrays}
    context = np.zeros(Register.SIZE + len(values), dtype=np.int64)
    pointing = []
    for number, (name, value) in enumerate(zip(low.names.entries, values, strict=True), Register.SIZE):
        context[number] = moved[value] if name[0] in POINTERS else value
        if name[0] in POINTERS:
            pointing.append(number)
    for register, (size, data) in _registers(layout).items():
        context[register] = found.place(register.name, size, data)
        pointing.append(register)
    for register, of in ((Register.LIVE, Register.MARKS), (Register.GAME, None)):
        context[register] = context[of] if of is not None else _game(low, layout, found, wants)
        pointing.append(register)
    context[Register.BYTES], context[Register.WORDS] = layout.bytes, layout.words
    context[Register.MOST] = context[Register.WRITER] = 1
    context[Register.RECORDING] = PLAY
    at = found.place("CONTEXT", context.nbytes, context.tobytes())
    found.pointers += [at + 8 * number for number in pointing]
    found.place(
        PlayCell.LISTED.name, max(FEWEST_BYTES, min(LISTED_BYTES, MOST_MEMORY - found.size))
    )  # the last: it grows
    return found


def _registers(layout: Layout) -> dict[Register, tuple[int, bytes]]:
    low, rooms = layout.low, layout.low.rooms
    state, marks = layout.bytes + 2 * low.width // 8, len(low.names.live) + 1
    sizes = {
        Register.MARKS: marks, Register.UNMARKED: marks, Register.LAST: 8 * (len(low.names.told) + 1),
        Register.QUEUE: 8 * PENDING_WORDS * (rooms.pending + 1), Register.CURRENT: state, Register.NEXT: state,
        Register.BEFORE: state, Register.SPARE: state, Register.PACKED: 8 * (layout.words + 2),
        Register.KNOWN: 8 * known_words(low) * rooms.known, Register.LOG: 8 * log_words(low) * rooms.log,
        Register.WORKER: 4096, Register.FORCED: 64, Register.SCRATCH: rooms.scratch,
        Register.EARLIER: state, Register.MEMO: 8 * MEMO_WORDS * rooms.memo,
    }  # fmt: skip
    if open_orders(low.system):
        sizes[Register.TRIED] = 3 * (state + BEHIND)
    data = {Register.DEFAULTS: layout.default, Register.MASKS: layout.masks}
    return {register: (size, b"") for register, size in sizes.items()} | {
        register: (array.nbytes, array.tobytes()) for register, array in data.items()
    }


def _game(low: Lowering, layout: Layout, found: Image, wants: Wants) -> int:
    """The part of the memory of random plays that one state at a time needs; a host says where choices are listed."""
    actions, kept, game = len(low.system.actions), room(low.system, low.width), np.zeros(PlayCell.SIZE, dtype=np.int64)
    each = 8 * actions + 8
    liked = np.ones(actions)
    rows = np.array([row for own in wants for row in own], dtype=np.int64)
    bounds = np.array([0, *accumulate(map(len, wants))], dtype=np.int64)
    sizes: Mapping[PlayCell, tuple[int, bytes]] = {
        **dict.fromkeys((PlayCell.FOUND, PlayCell.BEST, PlayCell.GAINS, PlayCell.WEIGHED, PlayCell.TIMES,
        PlayCell.TAKEN), (each, b"")),
        PlayCell.SLOTS: (kept * actions + 8, b""), PlayCell.SEEN: (kept + 8, b""),
        PlayCell.SPARE_LAST: (8 * (len(low.names.told) + 1), b""),
        PlayCell.ENDS: (8, b""), PlayCell.HASHES: (8, b""), PlayCell.STARTS: (8, b""), PlayCell.LIKED: (each,
        liked.tobytes()),
        PlayCell.AWAITED: (low.width // 8, b""), PlayCell.SCRIPT: (8 + kept, b""),
        PlayCell.HISTORY: (2 * layout.bytes + low.width // 4, b""), PlayCell.MEASURE: (rows.nbytes + 8, rows.tobytes()),
        PlayCell.BOUNDS: (bounds.nbytes, bounds.tobytes()),
    }  # fmt: skip
    pointing = []
    for register, (size, data) in sizes.items():
        name = f"GAME_{register.name}" if register.name in Register.__members__ else register.name
        game[register] = found.place(name, size, data)
        pointing.append(register)
    game[PlayCell.FEW], game[PlayCell.EVENLY] = LISTED_IN_A_FILE, 1
    game[PlayCell.WATCHED] = game[PlayCell.SALTED] = -1
    game[PlayCell.DICE] = np.uint64(mix(1)).view(np.int64)
    at = found.place("GAME", game.nbytes, game.tobytes())
    found.pointers += [at + 8 * register for register in pointing]
    return at


def changed_words(low: Lowering, said: Answers, before: Answers = ({}, ())) -> list[tuple[int, int]]:
    """The words of the context that say something else under a reading and its rulings than before, each by its
    number and with its value."""
    found = []
    for number, name in enumerate(low.names.entries, Register.SIZE):
        if name[0] in READINGS:
            says = choice_value(low.system, name, *said)
            if says != choice_value(low.system, name, *before):
                found.append((number, says))
    return found


def kept_choice(low: Lowering) -> int:
    """Bytes of a choice: the number of its action, and its arguments."""
    return 8 + room(low.system, low.width)


def registers() -> dict[str, dict[str, int]]:
    """The words of context and game that a host reads or writes, by number."""
    return {
        "context": {r.name: int(r) for r in (Register.LOGGED, Register.GAME)},
        "game": {
            g.name: int(g)
            for g in (
                PlayCell.ALLOWED, PlayCell.ARRIVED, PlayCell.LISTED, PlayCell.MOST_LISTED, PlayCell.DICE,
                PlayCell.SEARCHED, PlayCell.WATCHED,
                PlayCell.TRAIL, PlayCell.TRAILED, PlayCell.MOST_TRAILED,
            )
        },
        "search": {s.name: int(s) for s in SearchRegister},
    }  # fmt: skip
