"""Random plays by the code of a ruleset: how each ended, what was logged, and any of them again, choice by choice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ruleslawyer.base.arrays import Bytes, Integers, Reals
from ruleslawyer.engines.native.choosing import CELLS, MOST_EVENTFUL, places, room
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.explore import Context
from ruleslawyer.engines.native.greedy import COLUMNS
from ruleslawyer.engines.native.memory import Reserved
from ruleslawyer.engines.native.names import LOG_ENTRIES, OWN_SITE, PlayCell, Register
from ruleslawyer.engines.native.playing import END_BITS, MOST_ALONG, PLAY_BITS, START_BITS, STEP_BITS, TAKEN
from ruleslawyer.engines.native.scope_code import ScopedCode
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.storage import NONE
from ruleslawyer.ir import types as t
from ruleslawyer.rulebook.claims.limits import Unready
from ruleslawyer.semantics.dice import WORD, mix
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

MOST_PLAYS = 1 << 16
"""Of one run."""
FIRST_ATTEMPT = 1 << 23
"""What is logged of one is told apart by its number from what is logged of plays."""
NOBODY = -2
"""A candidate that there is not, where all are looked at."""
ALWAYS = 1 << 62
"""How often something is logged that is logged wherever it is met."""
MADE_BYTES = 1 << 26
"""For what the plays of one run take."""


@dataclass(frozen=True)
class PlayBatch:
    """Some plays in a row. how: numbers of `ENDS`; begun: the start of each. rows: what was logged: what, in which
    recording, the answer, the play, the actions before, the candidate (0: none, `TAKEN`: the step). made: what each
    took, as it was kept. beyond: the first play that needs what the engine has no room for; of it and of those behind
    it nothing is true."""

    how: Integers
    lengths: Integers
    begun: Integers
    rows: Integers
    taken: dict[str, int]
    made: Sequence[Bytes]
    hashes: Integers
    beyond: int | None


@dataclass(frozen=True)
class Guide:
    """How some plays go that are not all alike. written: the states in which they begin, each as likely. liked: how
    likely each action is. often: how often choices were taken, by their cells; None: all are alike. kinds: of the
    members of each sort (`kinds.py`)."""

    written: Sequence[Bytes | None]
    liked: Reals
    often: Integers | None
    kinds: Integers


def _addresses(written: Sequence[Bytes | None]) -> Integers:
    return np.array([0 if w is None else w.ctypes.data for w in written], dtype=np.int64)


class PlaySimulator:
    """Plays of one scope under one reading; `starts`: where they begin, None where a game breaks off at once."""

    def __init__(
        self,
        system: TransitionSystem,
        starts: Sequence[State | None],
        seed: int,
        longest: int,
        few: int,
        liked: Sequence[float],
        hashes: int,
        cache: Path | None = None,
    ) -> None:
        """`few`: choices of an action that are listed, not drawn; `liked`: how likely each action is; `hashes`: of how
        many rest states a run gives them at most."""
        self.system, self.longest = system, min(longest, MOST_ALONG)
        self.book = CompiledRuleset.of(system.system, system.scope, cache, "games")
        self.layout = Layout(self.book.low, system.scope)
        self.context = Context(self.layout, system)
        self._library = self.book.library
        self._functions: dict[str, Callable[..., None]] = {}
        self.scope_code: ScopedCode | None = ScopedCode(self.book.low, self.layout, system, cache, whole=False)
        self._ran = 0.0
        self.actions = list(system.system.actions)
        self._game = np.zeros(PlayCell.SIZE, dtype=np.int64)
        self.context.array[Register.GAME] = self._game.ctypes.data
        count, width = len(self.actions), self.book.low.width
        self._room = room(system.system, width)
        self._ends = np.zeros(MOST_PLAYS, dtype=np.int64)
        self._taken = np.zeros(count, dtype=np.int64)
        self._liked = np.array(liked, dtype=np.float64)
        for state in starts:
            if state is not None:
                self.layout.pack(state)  # it refuses what has no room
        self.written = [None if state is None else self.layout.to_bytes(state) for state in starts]
        """The states in which plays begin, as the code has them."""
        self._starts = _addresses(self.written)
        self.hashes = np.zeros(max(1, hashes), dtype=np.int64)
        self._memory = self._reserve(count)
        for register, memory in self._memory.items():
            self._game[register] = memory.address
        for register, array in (
            (PlayCell.ENDS, self._ends),
            (PlayCell.TAKEN, self._taken),
            (PlayCell.LIKED, self._liked),
            (PlayCell.STARTS, self._starts),
            (PlayCell.HASHES, self.hashes),
        ):
            self._game[register] = array.ctypes.data
        self._game[PlayCell.EVENTFUL] = 0
        self._game[PlayCell.SEED], self._game[PlayCell.FEW] = np.uint64(mix(seed)).view(np.int64), few
        self._game[PlayCell.STARTING], self._game[PlayCell.WATCHED] = len(starts), -1
        self._game[PlayCell.SALTED] = -1
        self._attempts = FIRST_ATTEMPT
        self.chosen = np.zeros(CELLS, dtype=np.int64)
        """How often guided plays took choices, by their cells."""
        self._wanted: tuple[object, ...] = ()
        self._entries: dict[tuple[object, ...], Integers] = {}

    def _reserve(self, actions: int) -> dict[PlayCell, Reserved]:
        """Memory for the play that the code is in, and for those of this run."""
        return {
            PlayCell.FOUND: Reserved(8 * actions + 8),
            PlayCell.BEST: Reserved(8 * actions + 8),
            PlayCell.GAINS: Reserved(8 * actions + 8),
            PlayCell.WEIGHED: Reserved(8 * actions + 8),
            PlayCell.TIMES: Reserved(8 * actions + 8),
            PlayCell.SLOTS: Reserved(self._room * actions + 8),
            PlayCell.SEEN: Reserved(self._room + 8),
            PlayCell.HISTORY: Reserved(self.layout.bytes * (self.longest + 2)),
            PlayCell.MADE_ALL: Reserved(MADE_BYTES + (8 + self._room) * (self.longest + 2)),
            PlayCell.STUCK: Reserved(self.layout.bytes + 8),
            PlayCell.EVENTFUL: Reserved((16 + self._room) * MOST_EVENTFUL),
            PlayCell.SPARE_LAST: Reserved(8 * (len(self.book.low.names.told) + 1)),
        }

    def choose(self, measure: Sequence[Sequence[tuple[int, ...]]]) -> None:
        """Let players be greedy from now on: every choice is as likely as every other, of those by which most is
        gained: `measure` has the rows of what each player wants (`greedy.COLUMNS`); without any nobody is greedy."""
        rows = np.array([row for one in measure for row in one] or [(0,) * len(COLUMNS)], dtype=np.int64)
        bounds = np.cumsum([0, *map(len, measure)], dtype=np.int64)
        self._wanted, self._game[PlayCell.EVENLY] = (rows, bounds), 1
        self._game[PlayCell.MEASURE] = rows.ctypes.data if len(measure) else 0
        self._game[PlayCell.BOUNDS] = bounds.ctypes.data

    def to_win(self, phases: Sequence[tuple[int, int]], turns: Sequence[tuple[int, int]]) -> None:
        """Let greedy players play to win from now on (`greedy.py`): `phases` says where a state has how far the game
        has come, `turns` where it has whose turn it is, in rows (`greedy.PLACE`)."""
        self._rows = np.array(phases, dtype=np.int64), np.array(turns, dtype=np.int64)
        self._stamps = np.zeros(CELLS, dtype=np.int64)
        game = self._game
        game[PlayCell.PHASES], game[PlayCell.PHASED] = self._rows[0].ctypes.data, len(phases)
        game[PlayCell.TURNS], game[PlayCell.TURNED] = self._rows[1].ctypes.data, len(turns)
        game[PlayCell.STAMPS], game[PlayCell.STAMP] = self._stamps.ctypes.data, 1

    def play(self, first: int, stop: int, left: int, hashes: int, times: int = 1) -> PlayBatch:
        """The plays from `first` on, before `stop`, or some of them; `left`: actions that they may take; `hashes`: of
        how many rest states."""
        game = self._game
        game[PlayCell.LEFT], game[PlayCell.LONGEST] = left, self.longest
        self.context.array[Register.MOST] = times
        made = self._memory[PlayCell.MADE_ALL]
        game[PlayCell.MADE_ALL], game[PlayCell.MADE_END] = made.address, made.address + MADE_BYTES
        game[PlayCell.HASHED], game[PlayCell.MOST_HASHED] = 0, min(hashes, len(self.hashes))
        self._taken.fill(0)
        self._call("play", "pii", self.context.array.ctypes.data, first, min(stop, first + MOST_PLAYS))
        if self.scope_code:
            self.scope_code.end()
        log = self.context.take_log()
        ends = self._ends[: int(game[PlayCell.PLAYED])]
        identity = log[:, 3]
        along = identity >> STEP_BITS & MOST_ALONG
        rows = np.column_stack([log[:, :3], (identity >> PLAY_BITS) + first, along, identity & TAKEN])
        beyond = self._beyond(rows)
        if len(log) == LOG_ENTRIES:  # some of what they met may be missing
            beyond = first + len(ends) - 1
        if beyond is not None:
            self.context.forget()
        lengths = ends >> END_BITS & (1 << START_BITS - END_BITS) - 1
        size = 8 + self._room
        bounds = np.concatenate([[0], np.cumsum(lengths * size)])
        return PlayBatch(
            ends & (1 << END_BITS) - 1,
            lengths,
            ends >> START_BITS,
            rows,
            {name: int(times) for name, times in zip(self.actions, self._taken, strict=True) if times},
            _Slices(made.view(np.uint8), bounds),
            self.hashes[: int(game[PlayCell.HASHED])].copy(),
            beyond,
        )

    def _beyond(self, rows: Integers) -> int | None:
        failed = rows[rows[:, 0] == self.book.low.names.failure]
        own = failed[failed[:, 2] & OWN_SITE != 0]
        return int(own[:, 3].min()) if len(own) else None

    def _call(self, name: str, parameters: str, *args: int) -> None:
        """Call a function of the best code that there is now, which is told how long it ran."""
        function = self._function(name, parameters)
        began = time.thread_time()
        function(*args)
        ran = time.thread_time() - began
        self._ran += ran
        if self._library.ran:
            self._library.ran(ran)

    def _function(self, name: str, parameters: str) -> Callable[..., None]:
        """A function of the best code that there is now."""
        library = self.book.library
        if self.scope_code:
            library = self.scope_code.best(library, self._ran)
        if library is not self._library:
            self._library, self._functions = library, {}
        if name not in self._functions:
            self._functions[name] = library.function(name, parameters)
        return self._functions[name]

    def start_at(self, written: Sequence[Bytes | None]) -> None:
        """The plays that follow begin in one of these states, each as likely."""
        self.written, self._starts = list(written), _addresses(written)
        self._game[PlayCell.STARTS], self._game[PlayCell.STARTING] = self._starts.ctypes.data, len(written)

    def under(self, system: TransitionSystem) -> None:
        """Whatever is played or asked from now on goes by the reading, and the rulings, of this system."""
        key = tuple(sorted(system.reading.items())), frozenset(system.rulings)
        if key not in self._entries:
            self._entries[key] = np.array(self.layout.entries(system.reading, system.rulings)[0], dtype=np.int64)
        self.scope_code = None  # the code for the scope knows its own reading
        self.context.array[Register.SIZE :] = self._entries[key]

    def follow_guide(self, guide: Guide) -> None:
        """The plays that follow begin, and choose, as it says; each thing that they meet is logged once."""
        game = self._game
        self._guide = guide
        self.start_at(guide.written)
        self._liked[:] = guide.liked
        game[PlayCell.SALTED], game[PlayCell.KINDS] = 0, guide.kinds.ctypes.data
        game[PlayCell.SEEN_OFTEN] = 0 if guide.often is None else guide.often.ctypes.data
        self.chosen = np.zeros(CELLS, dtype=np.int64)
        game[PlayCell.CHOSEN] = self.chosen.ctypes.data
        self.context.forget()

    def again(self, number: int, written: Bytes, made: Bytes, candidate: int = 0) -> Instance | None:
        """The play of a number that began in a state, as far as it `made` choices; the candidate of this number in the
        state that it has come to, 0: none."""
        game = self._game
        self._begin(written, made)
        game[PlayCell.SILENCE], game[PlayCell.WATCHED] = 1, candidate or -1
        self._call("retrace", "pi", self.context.array.ctypes.data, number)
        game[PlayCell.SILENCE], game[PlayCell.WATCHED] = 0, -1
        return self._instance(self._memory[PlayCell.SEEN].view(np.uint8)) if candidate else None

    def follow(self, written: Bytes, made: Bytes, *, asking: bool, stuck: bool) -> tuple[list[int], Integers]:
        """A play that takes of these choices what may be taken, each in its turn: which of them it took, and the rows
        of what it met, in order: what, in which recording, the answer, the actions before, the choice that was looked
        at (from 1 on; 0: none; `TAKEN`: the step). `asking`: properties are asked too; `stuck`: it is looked whether
        the play can go on at its end."""
        self._begin(written, made)
        self.context.array[Register.MOST] = 1
        self._game[PlayCell.ASKING], self._game[PlayCell.LONGEST] = asking, stuck
        self._attempts += 1
        self._call("follow", "pi", self.context.array.ctypes.data, self._attempts)
        log = self.context.take_log()
        rows = np.column_stack([log[:, :3], log[:, 3] >> STEP_BITS & MOST_ALONG, log[:, 3] & TAKEN])
        return self._ends[: int(self._game[PlayCell.TOOK])].tolist(), rows

    def eventful(self, number: int, written: Bytes, along: int) -> tuple[Integers, dict[int, Bytes]]:
        """All that is met where the play of a number has come to this state, after so many choices, before it goes on:
        rows of what, in which recording, the answer and the candidate (0: none), and the candidates that met it."""
        game, kept = self._game, self._memory[PlayCell.EVENTFUL]
        self._begin(written, np.zeros(0, dtype=np.uint8))
        self._log_anew(ALWAYS)
        game[PlayCell.BEFORE], game[PlayCell.WATCHED] = along, NOBODY
        game[PlayCell.EVENTFUL], game[PlayCell.EVENTFULS] = kept.address, 0
        self._call("retrace", "pi", self.context.array.ctypes.data, number)
        size, count = 16 + self._room, int(game[PlayCell.EVENTFULS])
        game[PlayCell.BEFORE], game[PlayCell.WATCHED], game[PlayCell.EVENTFUL] = 0, -1, 0
        found = kept.view(np.uint8)[: size * count].reshape(count, size).copy()
        log = self.context.take_log()
        if len(log) == LOG_ENTRIES or count == MOST_EVENTFUL:
            raise Unready(f"more than {min(LOG_ENTRIES, MOST_EVENTFUL)} things are met in one state")
        log[:, 3] &= TAKEN
        identities = found[:, :8].copy().view(np.int64)[:, 0] & TAKEN
        return log, dict(zip(identities.tolist(), found[:, 8:], strict=True))

    def outcome(self, written: Bytes, choice: Bytes) -> tuple[bytes | None, Integers]:
        """One choice in a state: the state that it leads to (None: it may not be made, or leads nowhere), and the log.
        Choices that may be made and lead nowhere are told by what failed."""
        game, context = self._game, self.context
        self._begin(written, choice)
        self._log_anew(1)
        game[PlayCell.ASKING] = game[PlayCell.LONGEST] = 0
        self._function("follow", "pi")(context.array.ctypes.data, self._attempts)
        arrived = game[PlayCell.TOOK] and game[PlayCell.ARRIVED]
        return self.state_bytes(1).tobytes() if arrived else None, context.take_log()

    def _log_anew(self, times: int) -> None:
        """Starts a new log: from now on each thing is logged so often, whatever was logged before."""
        self._attempts += 1
        self._game[PlayCell.SALT] = np.uint64(self._attempts << PLAY_BITS & WORD).view(np.int64)
        self.context.array[Register.MOST] = times

    def _begin(self, written: Bytes, made: Bytes) -> None:
        """Puts the first state and the choices before a play that is played again."""
        self._memory[PlayCell.HISTORY].view(np.uint8)[: self.layout.bytes] = written
        self._script = np.ascontiguousarray(made)
        self._game[PlayCell.SCRIPT] = self._script.ctypes.data
        self._game[PlayCell.SCRIPTED] = len(made) // (8 + self._room)

    def single_choices(self, made: Bytes) -> list[Bytes]:
        """Each choice of a play."""
        size = 8 + self._room
        return [made[at : at + size] for at in range(0, len(made), size)]

    def looked_at(self) -> Bytes:
        """The candidate that was looked at last, as it was kept."""
        return self._memory[PlayCell.SEEN].view(np.uint8)[: 8 + self._room].copy()

    def instances(self, made: Bytes) -> tuple[Instance, ...]:
        """Choices as they were kept."""
        return tuple(map(self._instance, self.single_choices(made)))

    def encode(self, instances: Sequence[Instance]) -> Bytes:
        """The other way round."""
        size = 8 + self._room
        made = np.zeros(size * len(instances), dtype=np.uint8)
        for number, instance in enumerate(instances):
            action = self.system.system.actions[instance.action]
            here = made[number * size : (number + 1) * size]
            here[:8] = _bytes(self.actions.index(instance.action), 8)
            offsets = places(action, self.book.low.width)
            for parameter, first, stop, value in zip(
                action.chosen_parameters, offsets[:-1], offsets[1:], instance.args, strict=True
            ):
                here[8 + first : 8 + stop] = self._parameter_bytes(parameter.type, value, stop - first)
        return made

    @staticmethod
    def _parameter_bytes(type_: t.Type, value: Any, size: int) -> Bytes:
        match type_:
            case t.Set():
                return _bytes(sum(1 << member for member in value), size)
            case t.Map():
                seats = [_bytes(NONE if one is None else int(one), 8) for one in value]
                return np.concatenate([*seats, np.zeros(size - 8 * len(seats), dtype=np.uint8)])
        return _bytes(NONE if value is None else int(value), size)

    def cut(self, made: Bytes, along: int) -> Bytes:
        """The first choices of a play."""
        return made[: along * (8 + self._room)]

    def state(self, along: int) -> State:
        """The rest state of the last play after `along` actions."""
        return self.layout.read(self.state_bytes(along))

    def state_bytes(self, along: int) -> Bytes:
        """The same, as the code has it."""
        bytes_ = self.layout.bytes
        return self._memory[PlayCell.HISTORY].view(np.uint8)[along * bytes_ : (along + 1) * bytes_].copy()

    def taken_back(self) -> tuple[int, State | None]:
        """How often the play that was played last went back from where nobody could do anything; the first such state,
        where that is sure."""
        bytes_ = self._memory[PlayCell.STUCK].view(np.uint8)[: self.layout.bytes].copy()
        times = int(self._game[PlayCell.TAKEN_BACK])
        return times, self.layout.read(bytes_) if times and self._game[PlayCell.STUCK_SURELY] else None

    def states(self, length: int) -> Bytes:
        """All of the last play, from its beginning on, as rows of bytes."""
        bytes_ = self.layout.bytes
        return self._memory[PlayCell.HISTORY].view(np.uint8)[: (length + 1) * bytes_].reshape(-1, bytes_).copy()

    def read(self, along: int, field: str) -> Any:
        """One field of that state, if it is no map."""
        begin = along * self.layout.bytes
        bytes_ = self._memory[PlayCell.HISTORY].view(np.uint8)[begin : begin + self.layout.bytes]
        return self.layout.read_field(bytes_, field)

    def forget(self) -> None:
        """Forgets what the plays so far logged and made live, so that it is logged and made live again."""
        self.context.forget()
        self.context.marks.fill(0)

    def live(self) -> Iterator[str]:
        """The rules that were live, and what else is marked."""
        return self.book.low.names.live_names(self.context.marks)

    def _instance(self, kept: Bytes) -> Instance:
        """An action with its arguments, as they were kept."""
        action = self.system.system.actions[self.actions[int(kept[:8].view(np.int64)[0])]]
        offsets = places(action, self.book.low.width)
        args = (
            self._value(parameter.type, kept[8 + first : 8 + stop].tobytes())
            for parameter, first, stop in zip(action.chosen_parameters, offsets, offsets[1:], strict=False)
        )
        return Instance(action.name, tuple(args))

    def _value(self, type_: t.Type, kept: bytes) -> Any:
        match type_:
            case t.Set():
                number = int.from_bytes(kept, "little")
                return frozenset(i for i in range(number.bit_length()) if number >> i & 1)
            case t.Map(key, item):
                size = self.layout.members(key)
                return tuple(self._value(t.Optional(item), kept[8 * i : 8 * i + 8]) for i in range(size))
        number = int.from_bytes(kept[:8], "little", signed=True)
        while isinstance(type_, t.Optional):
            if number == NONE:
                return None
            type_ = type_.item
        return bool(number) if isinstance(type_, t.Bool) else number

    def hash_of(self, state: State) -> int:
        """The hash of a state, as states of plays have it."""
        written, found = self.layout.to_bytes(state), np.zeros(1, dtype=np.int64)
        self._call("hashed", "ppp", self.context.array.ctypes.data, written.ctypes.data, found.ctypes.data)
        return int(found[0])


def _bytes(number: int, size: int) -> Bytes:
    return np.frombuffer((number % (1 << 8 * size)).to_bytes(size, "little"), dtype=np.uint8)


class _Slices(Sequence[Bytes]):
    """Pieces of an array, each copied when it is asked for."""

    def __init__(self, array: Bytes, bounds: Integers) -> None:
        self._array, self._bounds = array, bounds

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def __getitem__(self, index: Any) -> Any:
        return self._array[self._bounds[index] : self._bounds[index + 1]].copy()
