"""One search over many machines, on paper: constants measured here, and a simulation of its levels from them.

The search that is meant: states are partitioned by hash, and a level is expanded where a partition lies. What it leads
to is sorted and sent; duplicates go where sorted runs on disk are merged. `python -m benchmarks.exchange` prints the
tables of docs/scale.md and writes build/exchange.json. What a processor does is measured by its own time, so that
others on the same machine matter little.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, Any

import numpy as np
import typer

from benchmarks.machine import machine
from benchmarks.scopes import ROOT
from ruleslawyer.base.files.write import write_whole
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject

PARENT = 8
"""Bytes of a parent's number: of that many states 32 bits are too few."""
SAMPLE = 1_000_000
"""States that are sorted and merged to measure how quick that is."""
BLOCK = 256 << 20
"""Bytes that are written and read to measure the disk."""
STATES = (10**9, 10**10, 10**12)
MACHINES = (1, 16, 256)
HOUR, TERABYTE = 3600.0, 1e12


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
class Machine:
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


# --- measured --------------------------------------------------------------------------------------------------------


def measured(ruleset: str, scope: str, states: int) -> Constants:
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


# --- simulated -------------------------------------------------------------------------------------------------------


def simulated(known: Constants, of: Machine, states: int, machines: int, seed: int = 0) -> Cost:
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


# --- told ------------------------------------------------------------------------------------------------------------


def main(
    ruleset: Annotated[str, typer.Option()] = "megacorp",
    scope: Annotated[str, typer.Option()] = "turns_small",
    states: Annotated[int, typer.Option()] = 1_000_000,
    cores: Annotated[int, typer.Option()] = 16,
    gigabits: Annotated[float, typer.Option(help="Of the network.")] = 10.0,
    disk: Annotated[float | None, typer.Option(help="Gigabytes a second of the disk, if not as measured.")] = None,
) -> None:
    """Measure, simulate, and print both."""
    known = measured(ruleset, scope, states)
    if disk is not None:
        known = Constants(**{**asdict(known), "read": disk * 1e9, "write": disk * 1e9})
    of = Machine(cores=cores, network=gigabits / 8 * 1e9)
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


if __name__ == "__main__":
    typer.run(main)
