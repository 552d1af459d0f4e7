"""Work that is shared: a search on disk and a campaign by several workers, one search by many machines, on paper."""

from __future__ import annotations

import heapq
import json
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Annotated, Any

import numpy as np
import typer

from benchmarks import ROOT, finish, machine
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.base.processes.executor import Job, Question
from ruleslawyer.base.processes.pool import Workers
from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.check.explorations import Explorations, Group
from ruleslawyer.engines.native.disk.search import TASKS, TaskName, explore_on_disk
from ruleslawyer.engines.native.explore import NativeSearch, search_natively
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.claims.limits import MEBIBYTE, Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from tests.agree.written import system_written

# --- a search on disk -------------------------------------------------------------------------------------------------


NUMBERS = 10_000_000
WORKERS = (1, 2, 4)
DOUBLES = '''
@state
class State:
    number: Annotated[int, Range(1, {last})]


@book.initial("1")
def begin(s: State) -> None:
    """With one."""
    with effect("1"):
        s.number = 1


@book.action("2")
def double(s: State, who: Player, more: bool) -> None:
    """The double, or one more."""
    with effect("2"):
        s.number = 2 * s.number + (1 if more else 0)


@double.permit("2")
def up_to_the_last(s: State, who: Player, more: bool) -> bool:
    return 2 * s.number + (1 if more else 0) <= {last}


@book.action("3")
def halve(s: State, who: Player) -> None:
    """The half."""
    with effect("3"):
        s.number = s.number // 2


@halve.permit("3")
def beyond_one(s: State, who: Player) -> bool:
    return s.number > 1
'''


class Measured:
    """Does each task here, one after the other, and notes how long it kept a processor."""

    def __init__(self) -> None:
        self.rounds: dict[tuple[int, TaskName], list[float]] = defaultdict(list)

    def each(self, task: TaskName, numbers: Iterable[int], level: int, folder: str) -> Iterator[None]:
        for number in numbers:
            began = time.process_time()
            TASKS[task](number, level, folder)
            self.rounds[level, task].append(time.process_time() - began)
            yield

    def taken(self, workers: int) -> float:
        """Seconds of so many workers, each with a processor of its own."""
        return sum(_round(times, workers) for times in self.rounds.values())

    @property
    def spent(self) -> dict[TaskName, float]:
        found: dict[TaskName, float] = defaultdict(float)
        for (_, task), times in self.rounds.items():
            found[task] += sum(times)
        return found


def _round(times: Iterable[float], workers: int) -> float:
    """Until the last of some tasks is done, that are handed out in their order."""
    free = [0.0] * workers
    for seconds in times:
        heapq.heappush(free, heapq.heappop(free) + seconds)
    return max(free)


def measured(search: Callable[[], NativeSearch]) -> tuple[NativeSearch, float]:
    """Results of a search, and the seconds for which it kept a processor."""
    began = time.process_time()
    return search(), time.process_time() - began


def beyond(numbers: Annotated[int, typer.Option(min=2, help="How many.")] = NUMBERS) -> None:
    """A search on disk of ten million states against the same in memory, and how it speeds up with workers.

    The numbers are searched: from 1 one goes to the double, or to one more than that, and back to the half. So each
    number is a state, and all but 1 have one step that leads to them from the half and one back: with n numbers
    2 (n - 1) transitions, and as many levels as the last has binary digits. On disk it has a quarter of that memory.
    What several workers would take is worked out from the seconds of a processor of each task: the next task goes to
    whoever is free, and all wait for the last of a round.
    """
    counts = numbers, 2 * (numbers - 1), numbers.bit_length() - 1
    with TemporaryDirectory() as place:
        system = system_written(Path(place) / "project", "doubles", DOUBLES.format(last=numbers))
        finish(search_natively(system, Limits(states=1), workers=1).book)
        memory, seconds = measured(lambda: search_natively(system, workers=1))
        print(machine())
        print(f"in memory: {memory.found.size} states, {memory.found.transitions} transitions, "
              f"{memory.found.set.bytes / MEBIBYTE:.0f} MiB, {seconds:.0f} s")  # fmt: skip
        given = max(1, memory.found.set.bytes // MEBIBYTE // 4)
        runner = Measured()
        disk, all_of_it = measured(
            lambda: explore_on_disk(system, Path(place) / "disk", "benchmark", Limits(memory=given), executor=runner)
        )
        for found in (memory.found, disk.found):
            if (found.size, found.transitions, found.depth) != counts:
                raise SystemExit(f"counted {found.size}, {found.transitions}, {found.depth}: {counts} are right")
        spent, left = runner.spent, disk.found.set.bytes / MEBIBYTE
        print(f"on disk, with {given} MiB: {left:.0f} MiB there at the end, {all_of_it:.0f} s: "
              f"{spent['expand']:.0f} expanding, {spent['merge']:.0f} merging")  # fmt: skip
        alone = all_of_it - runner.taken(1)
        for workers in WORKERS:
            taken = alone + runner.taken(workers)
            print(f"{workers} workers: {taken:.0f} s, {all_of_it / taken:.2f} times one")


# --- two workers, by the clock ----------------------------------------------------------------------------------------


RULEBOOKS = "daemons", "mnemonic", "mere_mortals"


class Noted(Workers):
    """Notes what is wanted of it."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.jobs: list[Job[Any]] = []

    def want(self, job: Job[Any], pieces: int = 1) -> None:
        self.jobs.append(job)
        super().want(job, pieces)


def campaign(workers: int) -> int:
    """All that a check asks of the rulebooks' scopes and scenarios, by so many processes; how many states that were."""
    project, states = LoadedProject(Project.load(ROOT)), 0
    executor = Noted(workers)
    with executor:
        for name in RULEBOOKS:
            ruleset = project.ruleset(name)
            scopes = [s for s in ruleset.scopes() if not ruleset.scope(s).is_open and not ruleset.scope(s).campaign]
            Explorations(ruleset, lambda title: nullcontext(), executor).want(findings_of(ruleset), scopes)
        executor.start()
        for job in executor.jobs:
            found = executor.result(job)
            states += sum(one.states for one in found) if isinstance(found, tuple) else 0
    return states


def search(numbers: int) -> Callable[[int], int]:
    """The search of so many states on disk, by so many processes; how many it counts."""

    def searched(workers: int) -> int:
        with TemporaryDirectory() as place:
            system = system_written(Path(place) / "project", "doubles", DOUBLES.format(last=numbers))
            limits = Limits(memory=max(1, numbers * 25 // MEBIBYTE // 4))
            return explore_on_disk(system, Path(place) / "disk", "benchmark", limits, workers).found.size

    with TemporaryDirectory() as place:  # machine code is kept
        system = system_written(Path(place) / "project", "doubles", DOUBLES.format(last=numbers))
        finish(search_natively(system, Limits(states=1), workers=1).book)
    return searched


def compared(what: str, done: Callable[[int], int]) -> None:
    """By one process and by two: seconds by the clock, and that both count the same."""
    taken, counts = list[float](), set[int]()
    for workers in (1, 2):
        began = time.perf_counter()
        counts.add(done(workers))
        taken.append(time.perf_counter() - began)
        print(f"{what}, {workers} at a time: {taken[-1]:.1f} s, {taken[0] / taken[-1]:.2f} times one; "
              f"load {os.getloadavg()[0]:.1f}", flush=True)  # fmt: skip
    if len(counts) > 1:
        raise SystemExit(f"they counted differently: {counts}")


def speedup(numbers: Annotated[int, typer.Option(min=2, help="States of the search.")] = NUMBERS) -> None:
    """What two workers save by the clock, on a machine that has nothing else to do; it takes some four minutes.

    A search of ten million states on disk, with a quarter of the memory that it takes, and a campaign: what a check of
    three rulebooks asks about scopes, rulings and scenarios. Each is done by one process and by two, with nothing kept
    but machine code, which is made before.
    """
    print(machine())
    compared(f"a search of {numbers} states", search(numbers))
    campaign(2)  # machine code is kept
    compared(f"what a check asks of {', '.join(RULEBOOKS)}", campaign)


# --- a campaign, by processors ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Timed(Question[tuple[int, float, int]]):
    """A job: a scope is explored; which process did it, how long that has kept a processor so far, and its states."""

    root: Path
    ruleset: str
    scope: str

    def __call__(self) -> tuple[int, float, int]:
        (found,) = Group(self.root, self.ruleset, self.scope, (), (), None)()
        return os.getpid(), time.process_time(), found.states


def workers(names: Annotated[list[str] | None, typer.Argument(help="Rulesets.")] = None) -> None:
    """How a campaign speeds up with workers: the scopes that `check` explores, by one, two and four processes.

    Nothing is kept but machine code, which is made before. Each process says for how many seconds it kept a processor,
    its start included: with a processor of its own for each, the slowest is how long all of it takes.
    """
    project = LoadedProject(Project.load(ROOT))
    rulesets = [project.ruleset(name) for name in names or ("daemons", "mnemonic")]
    jobs = [
        Timed(ROOT, ruleset.name, name)
        for ruleset in rulesets
        for name, scope in ((name, ruleset.scope(name)) for name in ruleset.scopes())
        if not scope.is_open and not scope.campaign
    ]
    print(machine())
    states, alone = set[int](), 0.0
    for number in (1, *WORKERS):  # the first makes the code
        with Workers(number) as pool:
            for job in jobs:
                pool.want(job)
            pool.start()
            found = [pool.result(job) for job in jobs]
        states.add(sum(each for _, _, each in found))
        spent = {process: max(s for p, s, _ in found if p == process) for process, _, _ in found}
        slowest = max(spent.values())
        alone = slowest if number == 1 else alone
        print(f"{number} workers: {len(jobs)} scopes, slowest {slowest:.1f} s, together {sum(spent.values()):.1f} s, "
              f"{alone / slowest:.2f} times one")  # fmt: skip
    if len(states) > 1:
        raise SystemExit(f"they counted differently: {states}")


# --- many machines, on paper ------------------------------------------------------------------------------------------


PARENT = 8
"""Bytes of a parent's number: of that many states 32 bits are too few."""
SAMPLE = 1_000_000
"""States that are sorted and merged to measure how quick that is."""
BLOCK = 256 << 20
"""Bytes that are written and read to measure the disk."""
STATES = (10**9, 10**10, 10**12)
MACHINES = (1, 16, 256)


@dataclass(frozen=True)
class Constants:
    """expand: states a second of one core, from the engine, its set in memory included. successors: of a state.
    distinct: the share of them that is left where a machine sorts out what is twice before it sends. bytes: of a packed
    state. sort, merge: states a second of one core. packed: the share of bytes that compression leaves. pack: bytes a
    second of one core. write, read: bytes a second of the disk. levels: states of each level, as shares of all."""

    expand: float
    successors: float
    distinct: float
    bytes: int
    sort: float
    merge: float
    packed: float
    pack: float
    write: float
    read: float
    levels: tuple[float, ...]


@dataclass(frozen=True)
class Cluster:
    """cores; network: bytes a second, each way; latency: seconds of a barrier among all; spread: how much quicker or
    slower one is than another, as a standard deviation."""

    cores: int = 16
    network: float = 1.25e9
    latency: float = 0.05
    spread: float = 0.05


@dataclass(frozen=True)
class Cost:
    """Hours, bytes sent, bytes that lie on disk at the end, bytes read again, and the share of time of each phase."""

    states: int
    machines: int
    hours: float
    sent: float
    disk: float
    read: float
    expanding: float
    sending: float
    merging: float
    waiting: float


def _distinct(made: Any) -> float:
    """Of the successors of a part of the widest level, how many are different."""
    found = made.found
    widest = max(range(1, len(found.levels)), key=lambda n: int((found.levels[n] - found.levels[n - 1]).sum()))
    first, stop = found.levels[widest - 1], found.levels[widest]
    rows = []
    crew = made.crew(1)
    for partition, begin, end in crew.blocks(first, np.minimum(stop, first + 4096)).tolist():
        rows.append(made.expand(crew, (partition, begin, end), made.contexts[0])[:, : found.set.words])
    every = np.concatenate(rows)
    return len(np.unique(every, axis=0)) / max(1, len(every))


def _sorting(rows: Any) -> tuple[float, float]:
    """Rows a second, sorted by their hash and put in order; and merged with as many others."""
    hashes = rows[:, 0] * np.uint64(0x9E3779B97F4A7C15)
    for word in range(1, rows.shape[1]):
        hashes = (hashes ^ rows[:, word]) * np.uint64(0x9E3779B97F4A7C15)
    began = time.process_time()
    order = np.argsort(hashes, kind="stable")
    ordered, keys = rows[order], hashes[order]
    sort = len(rows) / (time.process_time() - began)
    half = len(rows) // 2
    one, other = keys[::2][:half], keys[1::2][:half]
    began = time.process_time()
    places = np.searchsorted(one, other)
    places[places == len(one)] = 0
    new = one[places] != other
    np.insert(ordered[:half], places[new], ordered[half : 2 * half][new], axis=0)
    return sort, 2 * half / (time.process_time() - began)


def _packing(data: bytes) -> tuple[float, float]:
    """What is left of sorted states, and bytes a second: by zstd where pyarrow is installed, else by zlib."""
    try:
        import pyarrow

        def pack(block: bytes) -> int:
            return len(pyarrow.compress(block, codec="zstd", asbytes=True))
    except ImportError:
        import zlib

        def pack(block: bytes) -> int:
            return len(zlib.compress(block, 1))

    began = time.process_time()
    left = pack(data)
    return left / len(data), len(data) / (time.process_time() - began)


def _disk() -> tuple[float, float]:
    data = os.urandom(BLOCK)
    (ROOT / "build").mkdir(exist_ok=True)
    with NamedTemporaryFile(dir=ROOT / "build") as file:
        began = time.perf_counter()
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        write = BLOCK / (time.perf_counter() - began)
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        file.seek(0)
        began = time.perf_counter()
        while file.read(1 << 24):
            pass
        return write, BLOCK / (time.perf_counter() - began)


def simulated(known: Constants, of: Cluster, states: int, machines: int, seed: int = 0) -> Cost:
    """Level by level: each machine expands its share, sends what is not its own, and merges what comes with all that it
    has. The next level begins when the last machine is ready."""
    random = np.random.default_rng(seed)
    record = known.bytes + PARENT
    speed = np.maximum(0.5, random.normal(1.0, of.spread, machines))
    seen = np.zeros(machines)
    sent = again = expanding = sending = merging = waiting = 0.0
    for share in known.levels:
        mine = _shares(random, states * share, machines)
        coming = mine.sum() * known.successors * known.distinct / machines * (mine / max(mine.mean(), 1e-9))
        work = (mine / known.expand + mine * known.successors / known.sort) / of.cores / speed
        away = coming * record * (machines - 1) / machines
        moving = away / of.network
        visited = seen * known.bytes * known.packed
        new = mine * record * known.packed
        reading = visited / known.read + new / known.write
        thinking = ((seen + coming) / known.merge + (visited + new) / known.packed / known.pack) / of.cores / speed
        outward, inward = np.maximum(work, moving), np.maximum(reading, thinking)
        expanding += float(work.max())
        sending += float(outward.max() - work.max())
        merging += float(inward.max())
        waiting += float(outward.max() - outward.mean() + inward.max() - inward.mean()) + of.latency
        sent += float(away.sum())
        again += float(visited.sum())
        seen += mine
    total = expanding + sending + merging + of.latency * len(known.levels)
    disk = states * record * known.packed
    return Cost(
        states, machines, total / HOUR, sent, disk, again,
        expanding / total, sending / total, merging / total, waiting / total,
    )  # fmt: skip


def _shares(random: Any, states: float, machines: int) -> Any:
    """How many of a level's states each machine has, where a hash deals them."""
    if states < machines * 100:
        return random.multinomial(int(states) + 1, [1 / machines] * machines).astype(float)
    mean = states / machines
    return np.maximum(0.0, random.normal(mean, np.sqrt(mean), machines))


HOUR, TERABYTE = 3600.0, 1e12


def measure_constants(ruleset: str, scope: str, states: int) -> Constants:
    system = LoadedProject(Project.load(ROOT)).ruleset(ruleset).transition_system(scope)
    search_natively(system, Limits(min(states, 20_000)), 1)  # code is made and better code taken
    began = time.process_time()
    made = search_natively(system, Limits(states), 1)
    seconds = time.process_time() - began
    found = made.found
    successors = made.found.transitions / max(1, found.visited)
    layers = np.diff([0, *(int(level.sum()) for level in found.levels)])
    words = found.set.words
    rows = np.concatenate([found.set.array(partition) for partition in range(len(found.set.states))])[:SAMPLE]
    sort, merge = _sorting(rows)
    packed, pack = _packing(np.sort(rows.view([("", rows.dtype)] * words).ravel()).tobytes())
    write, read = _disk()
    return Constants(
        expand=found.visited / seconds, successors=successors, distinct=_distinct(made), bytes=8 * words,
        sort=sort, merge=merge, packed=packed, pack=pack, write=write, read=read,
        levels=tuple((layers / layers.sum()).tolist()),
    )  # fmt: skip


def exchange(
    ruleset: Annotated[str, typer.Option()] = "megacorp",
    scope: Annotated[str, typer.Option()] = "turns_small",
    states: Annotated[int, typer.Option()] = 1_000_000,
    cores: Annotated[int, typer.Option()] = 16,
    gigabits: Annotated[float, typer.Option(help="Of the network.")] = 10.0,
    disk: Annotated[float | None, typer.Option(help="Gigabytes a second of the disk, if not as measured.")] = None,
) -> None:
    """One search over many machines: constants measured here, and a simulation of its levels from them.

    States are partitioned by hash, and a level is expanded where a partition lies. What it leads to is sorted and sent;
    duplicates go where sorted runs on disk are merged. What a processor does is measured by its own time.
    build/exchange.json has the figures.
    """
    known = measure_constants(ruleset, scope, states)
    if disk is not None:
        known = Constants(**{**asdict(known), "read": disk * 1e9, "write": disk * 1e9})
    of = Cluster(cores=cores, network=gigabits / 8 * 1e9)
    costs = [simulated(known, of, number, machines) for number in STATES for machines in MACHINES]
    print(f"{ruleset}, {scope}, {len(known.levels)} levels; load {os.getloadavg()[0]:.1f}")
    for name, value in asdict(known).items():
        if name != "levels":
            print(f"  {name}: {value:,.3g}")
    print("| states | machines | hours | sent | on disk | read again | expanding | sending | merging | waiting |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for cost in costs:
        amounts = " | ".join(f"{amount / TERABYTE:,.3g} TB" for amount in (cost.sent, cost.disk, cost.read))
        shares = " | ".join(f"{share:.0%}" for share in (cost.expanding, cost.sending, cost.merging, cost.waiting))
        print(f"| {cost.states:.0e} | {cost.machines} | {cost.hours:,.3g} | {amounts} | {shares} |")
    told = {"machine": machine(), "constants": asdict(known), "of": asdict(of), "costs": [asdict(c) for c in costs]}
    write_whole(Path(ROOT, "build", "exchange.json"), json.dumps(told, indent=1) + "\n")
