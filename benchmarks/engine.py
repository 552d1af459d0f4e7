"""The native engine, each case in a process of its own, as JSON; War with more and more cards; and states as trees.

Nothing of the tool is loaded before a case begins: some measure that."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from math import prod
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchmarks import ROOT, answer, environment, finish, finish_scope, machine

if TYPE_CHECKING:
    from ruleslawyer.rulebook.claims.limits import Compress


def engine(
    root: Path,
    ruleset: str,
    scope: str,
    searches: Annotated[int, typer.Option(help="Further searches by one worker, and by two.")] = 0,
) -> None:
    """One run: phases, counts, rates and memory."""
    began = time.perf_counter()
    from ruleslawyer.api import Project
    from ruleslawyer.engines.native.explore import search_natively
    from ruleslawyer.engines.native.search import SearchResult
    from ruleslawyer.rulebook.claims.limits import Limits

    imported = time.perf_counter()
    system = Project.load(root).ruleset(ruleset).transition_system(scope)
    lowered = time.perf_counter()
    native = search_natively(system, workers=1)
    found, layout = native.found, native.layout
    result: dict[str, Any] = {
        "phases": {"import": imported - began, "lower": lowered - imported, **native.phases},
        "counts": counts(found),
        "depth": found.depth,
        "bits": layout.bits,
        "words": layout.words,
        "first": found.seconds,
        "bytes": found.set.bytes,
        "peak": peak(),
    }
    del found, native.found

    def again(workers: int) -> tuple[SearchResult, float]:
        """A search, and the processor time that it took."""
        before = time.process_time()
        found = search_natively(system, Limits(None), workers).found
        if counts(found) != result["counts"]:
            raise SystemExit(f"{scope}: {workers} workers counted {counts(found)} after {result['counts']}")
        return found, time.process_time() - before

    for workers, name in [(1, "one"), (2, "two")] * searches:
        found, processor = again(workers)
        result.setdefault(name, []).append(found.seconds)
        result.setdefault(f"{name}_cpu", []).append(processor)
        del found
    print(json.dumps(result))


def counts(found: Any) -> list[int]:
    """States and transitions of a complete search."""
    if not found.complete:
        raise SystemExit(found.stopped)
    return [found.size, found.transitions]


def peak() -> int:
    """The most bytes that this process has had in memory."""
    match = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(match[1]) * 1024 if match else 0


def lifted(
    root: Path,
    ruleset: str,
    scope: str,
    searches: Annotated[int, typer.Option(help="Searches by one worker, and by two.")] = 0,
) -> None:
    """One run of a ruleset's code: when it is ready, and searches with all recorded."""
    from ruleslawyer.api import Project
    from ruleslawyer.engines.native.explore import search_natively

    system = Project.load(root).ruleset(ruleset).transition_system(scope)
    first = search_natively(system, workers=1)
    found = first.found
    result: dict[str, Any] = {"ready": first.phases["ready"], "counts": counts(found), "bytes": found.set.bytes}
    finish_scope(first, lambda: search_natively(system, workers=1))
    for workers, name in [(1, "one"), (2, "two")] * searches:
        del found, first
        before = time.process_time()
        first = search_natively(system, workers=workers)
        found = first.found
        if counts(found) != result["counts"]:
            raise SystemExit(f"{scope}: {workers} workers counted {counts(found)} after {result['counts']}")
        result.setdefault(name, []).append(found.seconds)
        result.setdefault(f"{name}_cpu", []).append(time.process_time() - before)
    print(json.dumps({**result, "peak": peak()}))


def reference(root: Path, ruleset: str, scope: str) -> None:
    """The networkx explorer on a scope."""
    from ruleslawyer.api import Project
    from ruleslawyer.engines.explore.search import explore
    from ruleslawyer.rulebook.claims.limits import Limits

    found = explore(Project.load(root).ruleset(ruleset).transition_system(scope), Limits(None))
    print(json.dumps({"counts": [found.states, found.transitions], "seconds": found.seconds}))


BATCH = 64
ENTRIES = 1 << 27
"""Of 64 bits each: a gibibyte, in large pages, like the engine's tables."""
LOADS, UPDATES = 1 << 23, 1 << 26


def limit(repeat: int = 5) -> None:
    """How fast this machine's memory is: a dependent load, and a prefetched random read-modify-write."""
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np

    from ruleslawyer.engines.native.build import compile_text
    from ruleslawyer.engines.native.memory import Reserved

    library = compile_text(f"{_chase()}\n{_update()}\ndeclare void @llvm.prefetch.p0(ptr, i32, i32, i32)\n")
    chase, update = library.function("chase", "ppi"), library.function("update", "pii")
    table, result = Reserved(8 * ENTRIES, small=0), np.zeros(1, dtype=np.uint64)
    # Each entry names the next one: steps of a congruential generator with the full period.
    entries = table.view(np.uint64)
    for first in range(0, ENTRIES, 1 << 22):
        following = np.arange(first, first + (1 << 22), dtype=np.uint64)
        entries[first : first + (1 << 22)] = (following * np.uint64(0x2545F4914F6CDD1D) + np.uint64(1)) % ENTRIES
    load, one, two = [], [], []
    for _ in range(repeat):
        load.append(_clock(lambda: chase(table.address, result.ctypes.data, LOADS)) / LOADS)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(repeat):
            one.append(_clock(lambda: update(table.address, 0, UPDATES)) / UPDATES)
            both = _clock(lambda: list(pool.map(lambda s: update(table.address, s, UPDATES), (1 << 40, 1 << 41))))
            two.append(both / 2 / UPDATES)
    print(json.dumps({"load": load, "update": one, "update_two": two}))


def _clock(job: Callable[[], object]) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def _chase() -> str:
    """Each load needs the result of the one before."""
    from ruleslawyer.engines.native.text import FunctionBuilder

    code = FunctionBuilder("chase", ["ptr %table", "ptr %result", "i64 %steps"])
    at = code.variable("i64", "0")
    with code.counting("0", "%steps"):
        code.store("i64", code.entry("i64", "%table", code.load("i64", at)), at)
    code.store("i64", code.load("i64", at), "%result")
    code.end("ret void")
    return code.text


def _update() -> str:
    """One is added to entries that are asked for a batch ahead."""
    from ruleslawyer.engines.native.table import hash_of
    from ruleslawyer.engines.native.text import FunctionBuilder

    code = FunctionBuilder("update", ["ptr %table", "i64 %seed", "i64 %count"])
    places = code.variable("i64", count=BATCH)
    with code.counting("0", code.value(f"udiv i64 %count, {BATCH}")) as batch:
        seed = code.value(f"add i64 %seed, {code.value(f'mul i64 {batch}, {BATCH}')}")
        with code.counting("0", str(BATCH)) as i:
            place = code.value(f"and i64 {hash_of(code, [code.value(f'add i64 {seed}, {i}')])}, {ENTRIES - 1}")
            code.store("i64", place, code.at("i64", places, i))
            code.prefetch(code.at("i64", "%table", place))
        with code.counting("0", str(BATCH)) as i:
            code.increase(code.at("i64", "%table", code.entry("i64", places, i)))
    code.end("ret void")
    return code.text


def family(root: Path, ruleset: str, scope: str, repeat: int = 3, alone: bool = False) -> None:
    """64 readings in one search against one reading, in seconds of a processor.

    All that the report needs is in them. `--alone` searches under each reading too, and compares.
    """
    from ruleslawyer.api import Project
    from ruleslawyer.engines.native.explore import search_natively
    from ruleslawyer.engines.native.family import MOST_READINGS, Family
    from ruleslawyer.exploration.variants.answers import product_of
    from ruleslawyer.exploration.variants.choices import all_choices
    from ruleslawyer.rulebook.claims.limits import Limits
    from ruleslawyer.semantics.transition import TransitionSystem

    system = Project.load(root).ruleset(ruleset).transition_system(scope)
    alone_one = Family(system, [{}])
    asked = alone_one.search(Limits(None), 1).consulted
    chosen: dict[str, tuple[str, ...]] = {}
    for choice, options in all_choices(system).items():
        if choice in asked and prod(map(len, [*chosen.values(), options])) <= MOST_READINGS:
            chosen[choice] = options
    readings = product_of(chosen)
    together = Family(system, readings)
    found = together.search(Limits(None), 1)
    many = [_processor(lambda: together.search(Limits(None), 1)) for _ in range(repeat)]
    one = [_processor(lambda: search_natively(system, Limits(None), 1)) for _ in range(repeat)]
    apart = 0.0
    for number, reading in enumerate(readings if alone else ()):
        under = TransitionSystem(system.machine, {**system.reading, **reading}, system.rulings)
        single = search_natively(under, Limits(None), 1).found
        if (single.size, single.transitions) != (found.states[number], found.transitions[number]):
            raise SystemExit(f"{reading}: {single.size} states alone, {found.states[number]} together")
        apart += single.seconds
    result = {
        "readings": len(readings), "choices": list(chosen), "states": found.set.size, "in_all": sum(found.states),
        "together": min(many), "one": min(one), "each": apart if alone else None,
    }  # fmt: skip
    print(json.dumps(result | {"times": min(many) / min(one)}))


def _processor(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


# --- decks, and states as trees ---------------------------------------------------------------------------------------


CARDS = (10, 20, 52, 124)
WAR = ROOT / "examples" / "war"


DECK_COLUMNS = (
    "cards",
    "bits of a state",
    "ready, nothing kept",
    "ready, code kept",
    "thousand states/s",
    "bytes a state",
)


def deal(cards: int) -> dict[str, Any]:
    """War, all cards dealt: half of them to each, in an order that is the same every time."""
    names = [str(rank) for rank in range(1, cards + 1)]
    dealt = Random(cards).sample(names, cards)
    return {
        "sorts": {"Player": ["Ann", "Bob"], "Card": names},
        "attributes": {"Player": {"cuts": [True, False]}, "Card": {"rank": list(range(1, cards + 1))}},
        "bounds": {"shuffle_and_cut.shuffle": [0, 0], "shuffle_and_cut.cut": [0, 0]},
        "initial": {"deck": {"Ann": dealt[::2], "Bob": dealt[1::2]}},
    }


def war(cards: int) -> Any:
    """War from that deal, where the winner takes the cards in any order."""
    from ruleslawyer.api import Project
    from ruleslawyer.base.files.toml import Places
    from ruleslawyer.rulebook.scopes.load import scope_in
    from ruleslawyer.semantics.interpret import Interpreter
    from ruleslawyer.semantics.transition import TransitionSystem

    system = Project.load(WAR).ruleset("war").system
    dealt = scope_in(deal(cards), "pack", system, Places("pack", ""), bounded=True)
    return TransitionSystem(Interpreter(system, dealt), {"goes_under_first": "free_order"})


def search_deck(cards: int, states: int) -> dict[str, Any]:
    """One search by one worker, by code for the scope; all seconds are of a processor."""
    from ruleslawyer.engines.native.explore import search_natively
    from ruleslawyer.rulebook.claims.limits import Limits

    system = war(cards)
    began = time.process_time()
    first = search_natively(system, Limits(states=1), workers=1)
    seconds = time.process_time() - began
    finish_scope(first, lambda: search_natively(system, Limits(states=states), workers=1))
    began = time.process_time()
    explored = search_natively(system, Limits(states=states), workers=1)
    found, spent = explored.found, time.process_time() - began
    return {
        "bits": 64 * explored.layout.words, "ready": seconds,
        "rate": found.size / spent, "bytes": found.set.bytes / found.size,
    }  # fmt: skip


def decks(
    cards: Annotated[int | None, typer.Argument(help="Only so many, in this process, as JSON.")] = None,
    states: Annotated[int, typer.Option(help="States of a search, about.")] = 300_000,
) -> None:
    """Growth with the cards of a deck: War from a deal of 10, 20, 52 and 124 different cards."""
    if cards is not None:
        print(json.dumps(search_deck(cards, states)))
        return
    print(f"| {' | '.join(DECK_COLUMNS)} |\n|{'---|' * len(DECK_COLUMNS)}")
    for number in CARDS:
        with TemporaryDirectory() as cache, environment(RULESLAWYER_CACHE=cache):
            cold, warm = (answer("decks", number, "--states", states) for _ in range(2))
        print(
            f"| {number} | {warm['bits']} | {cold['ready']:.2f} s | {warm['ready']:.2f} s "
            f"| {warm['rate'] / 1000:.0f} | {warm['bytes']:.0f} |",
            flush=True,
        )
    print("; ".join(f"{name} {value}" for name, value in machine().items()))


LARGE = (
    ("megacorp", "market_large", 1_000_000),
    ("megacorp", "network_large", 500_000),
    ("megacorp", "medium", 500_000),
    ("memesis", "large", 1_000_000),
    ("memesis", "fusion_large", 1_000_000),
    ("memesis", "runes_large", 1_000_000),
    ("war", "10", 2_000_000),
    ("war", "52", 1_000_000),
)
"""Ruleset, scope (of War: cards) and about how many states."""
FORMS: tuple[Compress, ...] = ("never", "always")
FORM_COLUMNS = ("scope", "states", "bits", "bytes a state", "as trees", "thousand states/s", "as trees", "speed")


def search_form(ruleset: str, scope: str, states: int, compress: Compress) -> dict[str, Any]:
    """One search by one worker, with whole states or as trees; seconds are of a processor. scope: of War its cards."""
    from ruleslawyer.api import Project
    from ruleslawyer.engines.native.explore import search_natively
    from ruleslawyer.rulebook.claims.limits import Limits

    system = war(int(scope)) if ruleset == "war" else Project.load(ROOT).ruleset(ruleset).transition_system(scope)
    ready = search_natively(system, Limits(states=1), workers=1).book
    finish(ready)
    began = time.process_time()
    explored = search_natively(system, Limits(states=states, compress=compress), workers=1)
    spent, found = time.process_time() - began, explored.found
    return {
        "states": found.size, "counts": [found.size, found.transitions, found.depth, len(explored.log)],
        "bits": explored.layout.bits, "bytes": found.set.bytes / found.size, "rate": found.size / spent, "peak": peak(),
    }  # fmt: skip


def memory(
    one: Annotated[list[str] | None, typer.Argument(help="Only RULESET SCOPE STATES FORM, here, as JSON.")] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Runs of each.")] = 3,
    share: Annotated[float, typer.Option(help="Of the states.")] = 1.0,
) -> None:
    """Bytes a state and states a second, with whole states and with states as trees, of large scopes by turns."""
    if one:
        of, within, most, form = one
        print(json.dumps(search_form(of, within, int(most), "never" if form == "never" else "always")))
        return
    print(f"| {' | '.join(FORM_COLUMNS)} |\n|{'---|' * len(FORM_COLUMNS)}")
    for ruleset, scope, states in LARGE:
        found: dict[Compress, list[Any]] = {form: [] for form in FORMS}
        for _ in range(repeat):
            for form in FORMS:
                found[form].append(answer("memory", ruleset, scope, int(share * states), form))
        whole, trees = (found[form] for form in FORMS)
        if any(run["counts"] != whole[0]["counts"] for run in (*whole, *trees)):
            raise SystemExit(f"{ruleset} {scope}: the forms do not agree")
        rates = [median(run["rate"] for run in runs) for runs in (whole, trees)]
        print(
            f"| {ruleset} {scope} | {whole[0]['states']} | {whole[0]['bits']} | {whole[0]['bytes']:.1f} "
            f"| {trees[0]['bytes']:.1f} | {rates[0] / 1000:.1f} | {rates[1] / 1000:.1f} "
            f"| {100 * rates[1] / rates[0]:.0f} % |",
            flush=True,
        )
    print("; ".join(f"{name} {value}" for name, value in machine().items()))
