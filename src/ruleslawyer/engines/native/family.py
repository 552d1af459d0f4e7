"""All readings at once: one search in which each state carries the readings that reach it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.processes.executor import processors
from ruleslawyer.core.clauses import choice_value
from ruleslawyer.engines.native.build import Library, TieredCode
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.drive import Driver
from ruleslawyer.engines.native.explore import MOST_SUCCESSORS, Context, refuse_seats
from ruleslawyer.engines.native.family_difference import Divergence, Pair, Pairs, Place, SinglePair
from ruleslawyer.engines.native.memory import PARTITIONS, Part, Reserved, Worker
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.runtime import COUNTER_BITS
from ruleslawyer.engines.native.scope_data import MOST_CHOICES, Layout
from ruleslawyer.engines.native.search import CapacityExceeded, LevelSearch, SearchResult, refuse_log
from ruleslawyer.engines.native.sets import set_code
from ruleslawyer.engines.native.states import LANES, NEVER, BufferSizes, Crew, StateSet, StateSetFull, TooManySuccessors
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, Progress
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem

Reading = Mapping[str, str]
Beginnings = Sequence[tuple[Instance, Outcome]]
MOST_READINGS = 64
WAYS = 4
"""In how many ways readings lead on from a state, for which there is room at first: seldom does each of them lead
elsewhere from each instance."""


class TargetReached(Exception):
    """The end of a search that has found as many states as were wanted."""


@dataclass(frozen=True, slots=True)
class AblatedRuleset:
    """A ruleset without a clause. clause: its base and its name, behind those of what it lifts; empty: none is left
    out. system: without it; None: games begin as they do with it."""

    clause: tuple[str, ...]
    system: TransitionSystem | None


class FamilySet(StateSet):
    """States with the readings that reach them."""

    def __init__(self, words: int, code: Library | TieredCode, budget: int) -> None:
        super().__init__(words, code, budget)
        self.state_bytes += 8 + 8 + 4
        self.masks = [Reserved(8 * self.capacity) for _ in range(PARTITIONS)]
        self.new = [Reserved(8 * self.capacity) for _ in range(PARTITIONS)]
        self.enough = NEVER
        """States with which a search ends."""
        self.frontier = [Reserved(4 * self.capacity) for _ in range(PARTITIONS)]
        for part, *arrays in zip(self.parts, self.masks, self.new, self.frontier, strict=True):
            part[Part.MASKS], part[Part.NEW], part[Part.FRONTIER] = (a.address for a in arrays)

    def masks_of(self, partition: int) -> Integers:
        """The mask of each state of a partition."""
        return self.masks[partition].view(np.uint64)[: int(self.parts[partition, Part.COUNT])]

    @property
    def hold(self) -> int:
        return min(super().hold, self.enough)

    def waiting(self) -> tuple[list[Integers], list[Integers]]:
        """For each partition the indices of the states with new readings, and those; they count as taken then."""
        indices, bits = list[Integers](), list[Integers]()
        for partition, part in enumerate(self.parts):
            listed = self.frontier[partition].view(np.uint32)[: int(part[Part.WAITING])].copy()
            new = self.new[partition].view(np.uint64)
            indices.append(listed)
            bits.append(new[listed])
            new[listed] = 0
            part[Part.WAITING] = 0
        return indices, bits


@dataclass
class FamilySearchResult:
    """The result of a search over several readings; numbers for each reading are in the order of `readings`.

    deadlocks: ids with the mask of their readings. met: for what was logged (what, in which recording, which answer)
    the readings that met it. left: those that were not followed to their end, as they had too many states. consulted:
    the choices that were asked for. live: what was done under any of them, and `judged ACTION`. parted: pairs of
    readings that come apart, of those that were given, with the nearest place; untold: why others may do so too, empty
    where they do not.

    Of readings without some clause, beside the first, as far as they go the same way: otherwise: the nearest place
    where an instance is judged otherwise; failing: where a check fails behind one, or does not; answering: those under
    which a property says something else of some state.
    """

    readings: tuple[Reading, ...]
    set: FamilySet
    depths: list[int]
    deadlocks: list[tuple[int, int]] = field(default_factory=list)
    transitions: list[int] = field(default_factory=list)
    met: dict[tuple[int, int, int], int] = field(default_factory=dict)
    consulted: frozenset[str] = frozenset()
    live: frozenset[str] = frozenset()
    left: int = 0
    parted: dict[Pair, Place | None] = field(default_factory=dict)
    untold: str = ""
    otherwise: dict[int, Place] = field(default_factory=dict)
    failing: dict[int, Place] = field(default_factory=dict)
    answering: int = 0
    stopped: str = ""
    beyond: bool = False
    seconds: float = 0.0

    @cached_property
    def states(self) -> list[int]:
        """States under each reading."""
        found = np.zeros(len(self.readings), dtype=np.int64)
        for partition in range(PARTITIONS):
            found += _by_reading(self.set.masks_of(partition), len(self.readings))
        return found.tolist()

    @property
    def deadlock_counts(self) -> list[int]:
        """Deadlocks under each reading."""
        return [sum(mask >> k & 1 for _, mask in self.deadlocks) for k in range(len(self.readings))]


def _by_reading(masks: Integers, readings: int) -> Integers:
    """How many of the masks have each reading."""
    different, counts = np.unique(masks, return_counts=True)
    has = different[:, None] >> np.arange(readings, dtype=np.uint64) & np.uint64(1)
    return counts @ has.astype(np.int64)


@dataclass
class DivergencePoint:
    """The place where two readings come apart: the state (None: at the start, or never), and whether they do.

    stopped: why it is not known; empty where it is. consulted: the choices that were asked for meanwhile.
    """

    family: Family
    set: FamilySet
    parent: int | None
    parted: bool
    stopped: str = ""
    consulted: frozenset[str] = frozenset()

    def way(self) -> list[State]:
        """The states of the play, from an initial one to the one in which the readings come apart."""
        ids = [] if self.parent is None else self.set.way(self.parent)
        return [self.family.layout.unpack(self.set.row(i)) for i in ids]


class Family:
    """A scope made ready for several readings; the code is that of the ruleset."""

    def __init__(
        self,
        system: TransitionSystem,
        readings: Sequence[Reading],
        cache: Path | None = None,
        *,
        without: Sequence[AblatedRuleset] = (),
    ) -> None:
        """`readings`: at most 64, each with what it chooses otherwise than the system's own reading. `without`: for
        each the clause that it leaves out."""
        if not 0 < len(readings) <= MOST_READINGS:
            raise UsageError(f"{len(readings)} readings at once", "readings", f"at most {MOST_READINGS}")
        refuse_seats(system)
        began = time.perf_counter()
        self.system = system
        self.readings = tuple({**system.reading, **reading} for reading in readings)
        self.without = without
        self.systems = [TransitionSystem(system.machine, reading, system.rulings) for reading in self.readings]
        if without:
            self.systems = [each.system or system for each in without]
        self.book = CompiledRuleset.of(system.system, system.scope, cache, "ablation" if without else "family")
        self.layout = Layout(self.book.low, system.scope)
        self.set_code = set_code(self.layout.words, cache, family=True)
        self.rows = self._rows()
        self.starts: dict[State, int] = {}
        self.ends: dict[tuple[str, str], int] = {}
        """What fails where choices of the initial rule end, kind and subject, each with its readings."""
        choices, fired = set[str](), set[str]()
        begun: dict[int, Beginnings] = {id(s): list(s.beginnings()) for s in {id(s): s for s in self.systems}.values()}
        self.beginnings = [begun[id(s)] for s in self.systems]
        for k, beginnings in enumerate(self.beginnings):
            for _, outcome in beginnings:
                choices.update(event.choice for event in outcome.events if event.choice)
                fired.update(outcome.fired)
                if outcome.state is None:
                    for key in {(event.kind, event.subject) for event in outcome.events if event.ends}:
                        self.ends[key] = self.ends.get(key, 0) | 1 << k
                else:
                    self.starts[outcome.state] = self.starts.get(outcome.state, 0) | 1 << k
        self.asked = frozenset(choices.union(*(system.aside for system in self.systems)))
        """The choices that the initial rule asks for."""
        self.fired = frozenset(fired)
        """The rules that are live in it."""
        self.seconds = time.perf_counter() - began

    def _rows(self) -> Integers:
        """For each reading, of each choice what it says, and the readings that say the same."""
        choices = self.book.low.names.choices
        rows = np.zeros((len(self.readings), 1 + len(choices), 2), dtype=np.uint64)
        rules, usual, every = self.system.system, self.system.reading, (1 << len(self.readings)) - 1
        varied = {choice for each in self.readings for choice, option in each.items() if usual.get(choice) != option}
        for name, number in choices.items():
            if name[0] == "without":
                answers = [int(each.clause == name[1:]) for each in self.without]
            elif name[1] in varied:
                answers = [choice_value(rules, name, reading, ()) for reading in self.readings]
            else:
                rows[:, number, 0], rows[:, number, 1] = [choice_value(rules, name, usual, ())], every
                continue
            same: dict[int, int] = {}
            for k, answer in enumerate(answers):
                same[answer] = same.get(answer, 0) | 1 << k
            rows[:, number, 0], rows[:, number, 1] = answers, [same[answer] for answer in answers]
        return rows

    # --- searching ------------------------------------------------------------------------------------------------

    def search(
        self,
        limits: Limits | None = None,
        workers: int | None = None,
        progress: Progress | None = None,
        pairs: Iterable[Pair] = (),
        most: int | None = None,
    ) -> FamilySearchResult:
        """Every state under every reading. `pairs`: of which it is asked whether they come apart. `most`: states of a
        reading that has more are not followed any further."""
        limits, ways = limits or Limits(), WAYS
        while True:
            try:
                return _Search(self, limits, workers or processors(), ways, Pairs(pairs), most).run(progress)
            except TooManySuccessors:
                if ways >= MOST_READINGS:
                    raise UsageError(f"more than {MOST_SUCCESSORS} choices in one state", "readings") from None
                ways *= WAYS

    def parting(self, one: int, other: int, limits: Limits | None = None) -> DivergencePoint:
        """The shortest play after which a player could tell two of the readings apart, by what is legal or by what
        happens; only plays that both allow and that go the same way are followed."""
        searching = _Search(self, limits or Limits(), 1, MOST_READINGS, SinglePair([(one, other)]))
        found = searching.parting(one, other)
        found.consulted = searching.asked_for
        return found


class _Search:
    """One search: contexts for the lanes, and the set that fills."""

    def __init__(
        self,
        family: Family,
        limits: Limits,
        workers: int,
        ways: int,
        pairs: Pairs,
        most: int | None = None,
    ) -> None:
        self.family, self.limits, self.workers = family, limits, max(1, min(workers, PARTITIONS))
        self.most = most
        self.reached = np.zeros(len(family.readings), dtype=np.int64)
        """How many states each reading has."""
        self.layout = family.layout
        self.set = FamilySet(self.layout.words, family.set_code, limits.bytes)
        most = max(1, min(self.layout.firsts[""] * ways, MOST_SUCCESSORS))
        self.room = BufferSizes(self.layout.words + 2, most)
        self.contexts = [Context(self.layout, family.system, times=1) for _ in range(LANES)]
        choices = len(family.book.low.names.choices)
        self.consulted = np.zeros((LANES, choices + 1), dtype=np.uint8)
        for context, consulted in zip(self.contexts, self.consulted, strict=True):
            context.array[Register.READINGS] = family.rows.ctypes.data
            context.array[Register.CONSULTED] = consulted.ctypes.data
        self.counters = np.zeros((LANES, COUNTER_BITS), dtype=np.uint64)
        self.found = FamilySearchResult(family.readings, self.set, [0] * len(family.readings))
        self.pairs, self.walked, self.began = pairs, SearchResult(self.set), time.perf_counter()
        told = family.book.low.names.told
        self.places = {
            told.get(("otherwise",), 0): self.found.otherwise,
            told.get(("fails otherwise",), 0): self.found.failing,
        }
        self.answering = {number for what, number in told.items() if what[0] == "answers otherwise"}

    @property
    def doubt(self) -> str:
        """The reason why readings that seem to go the same way may come apart all the same."""
        too_many = self.layout.firsts[""] > MOST_CHOICES
        return "there are more choices of parameters than can be numbered" if too_many else ""

    @property
    def asked_for(self) -> frozenset[str]:
        """The choices that came up so far."""
        asked: Flags = np.any(self.consulted, axis=0)
        names = self.family.book.low.names.choices.items()
        return self.family.asked.union(n[1] for n, number in names if asked[number] and n[0] != "without")

    def _crew(self) -> Crew:
        crew = Crew(self.room, self.family.book.library, self.workers, family=True)
        for lane, context in enumerate(self.contexts):
            context.given_to(crew, lane)
        crew.workers[:, Worker.COUNTERS] = [row.ctypes.data for row in self.counters]
        return crew

    def _driver(self, crew: Crew) -> Driver:
        self._driving = Driver(
            crew, self.contexts, [NEVER] * LANES, None, self.family.book.low.names.failure, None,
            lambda: self._drain(crew), self._expect_fewer, self.pairs,
        )  # fmt: skip
        return self._driving

    def run(self, progress: Progress | None) -> FamilySearchResult:
        found = self.found
        self.pairs.begin(self.family.starts.values())
        try:
            self._levels(self.family.starts.items(), self.limits, progress)
        except StateSetFull:
            found.stopped = self.limits.out_of_memory
        except CapacityExceeded as error:
            found.stopped, found.beyond = str(error), True
        except KeyboardInterrupt:
            found.stopped = BY_CTRL_C
        readings = np.arange(len(found.readings), dtype=np.uint64)
        bits = (self.counters[..., None] >> readings & np.uint64(1)).astype(np.int64)
        found.transitions = ((1 << np.arange(COUNTER_BITS)) @ bits.sum(axis=0)).tolist()
        found.consulted = self.asked_for
        marks = np.bitwise_or.reduce([context.marks for context in self.contexts])
        found.live = self.family.fired.union(self.family.book.low.names.live_names(marks))
        found.parted, found.untold = self.pairs.parted, found.stopped or self.doubt
        found.deadlocks = sorted(zip(self.walked.deadlocks[::2], self.walked.deadlocks[1::2], strict=True))
        found.seconds = time.perf_counter() - self.began
        return found

    def _levels(self, starts: Iterable[tuple[State, int]], limits: Limits, progress: Progress | None = None) -> None:
        """Level by level from some states, each with its readings, until nothing is new or a limit is met."""
        found, depth = self.found, 0
        crew = self._crew()
        with self._driver(crew) as driver:
            crew.fill(self.set, ((self.layout.pack(state), (mask,)) for state, mask in starts))
            going = LevelSearch(self.walked, crew, limits, self.began, progress, driver)
            while True:
                indices, bits = self._followable(*self.set.waiting())
                new = int(np.bitwise_or.reduce([np.bitwise_or.reduce(masks, initial=0) for masks in bits]))
                if not new:
                    return
                found.depths = [depth if new >> k & 1 else before for k, before in enumerate(found.depths)]
                driver.take_lists(list(zip(indices, bits, strict=True)))
                counts = np.array([len(listed) for listed in indices])
                if not going.through(crew.blocks(np.zeros(PARTITIONS, dtype=np.int64), counts)):
                    found.stopped = self.walked.stopped
                    return
                depth += 1

    def _followable(self, indices: list[Integers], bits: list[Integers]) -> tuple[list[Integers], list[Integers]]:
        """The states that wait, without the readings that have too many."""
        if self.most is None:
            return indices, bits
        self.reached += _by_reading(np.concatenate(bits), len(self.reached))
        for k in np.flatnonzero(self.reached > self.most).tolist():
            self.found.left |= 1 << k
        if not self.found.left:
            return indices, bits
        followed = np.uint64(~self.found.left & (1 << MOST_READINGS) - 1)
        bits = [masks & followed for masks in bits]
        some = [np.flatnonzero(masks) for masks in bits]
        return (
            [listed[kept] for listed, kept in zip(indices, some, strict=True)],
            [masks[kept] for masks, kept in zip(bits, some, strict=True)],
        )

    def _drain(self, crew: Crew) -> None:
        """Some blocks have been expanded."""
        crew.take(self.family.book.library)
        self._note(self._driving.take_log())
        for context in self.contexts:
            log = context.take_log()
            refuse_log(self.family.book.low, log)
            self._note(log)

    def _note(self, log: Integers) -> None:
        met = self.found.met
        for what, recording, answer, identity, mask in log.tolist():
            if what in self.places:
                for k in range(len(self.found.readings)):
                    if mask >> k & 1:
                        self.places[what].setdefault(k, (identity, answer))
                continue
            if what in self.answering:
                self.found.answering |= mask
                continue
            row = what, recording, answer
            met[row] = met.get(row, 0) | mask & (1 << MOST_READINGS) - 1

    def _expect_fewer(self) -> None:
        if self.set.size >= self.set.enough:
            raise TargetReached

    def parting(self, one: int, other: int) -> DivergencePoint:
        """See `Family.parting`."""
        family, limits, pair, stopped = self.family, self.limits, 1 << one | 1 << other, self.doubt
        if any(mask & pair not in (0, pair) for mask in family.starts.values()):
            return DivergencePoint(family, self.set, None, True)
        if limits.states is not None:
            self.set.enough = limits.states + 1
        try:
            self._levels(((state, pair) for state, mask in family.starts.items() if mask & pair), Limits())
        except Divergence as found:
            return DivergencePoint(family, self.set, found.place[0], True)
        except TargetReached:
            stopped = f"not within {limits.states} states"
        except StateSetFull:
            stopped = f"not within {limits.memory} MiB of memory"
        except CapacityExceeded as error:
            stopped = str(error)
        return DivergencePoint(family, self.set, None, False, stopped)
