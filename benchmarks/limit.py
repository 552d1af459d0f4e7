"""How fast this machine's memory is, as JSON: a dependent load, and a prefetched random read-modify-write."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import typer

from ruleslawyer.engines.native.build import compile_text
from ruleslawyer.engines.native.memory import Reserved
from ruleslawyer.engines.native.table import hash_of
from ruleslawyer.engines.native.text import Function

BATCH = 64
ENTRIES = 1 << 27
"""Of 64 bits each: a gibibyte, in large pages, like the engine's tables."""
LOADS, UPDATES = 1 << 23, 1 << 26


def main(repeat: int = 5) -> None:
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
        load.append(_seconds(lambda: chase(table.address, result.ctypes.data, LOADS)) / LOADS)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(repeat):
            one.append(_seconds(lambda: update(table.address, 0, UPDATES)) / UPDATES)
            both = _seconds(lambda: list(pool.map(lambda s: update(table.address, s, UPDATES), (1 << 40, 1 << 41))))
            two.append(both / 2 / UPDATES)
    print(json.dumps({"load": load, "update": one, "update_two": two}))


def _seconds(job: Callable[[], object]) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def _chase() -> str:
    """Each load needs the result of the one before."""
    code = Function("chase", ["ptr %table", "ptr %result", "i64 %steps"])
    at = code.variable("i64", "0")
    with code.counting("0", "%steps"):
        code.store("i64", code.entry("i64", "%table", code.load("i64", at)), at)
    code.store("i64", code.load("i64", at), "%result")
    code.end("ret void")
    return code.text


def _update() -> str:
    """One is added to entries that are asked for a batch ahead."""
    code = Function("update", ["ptr %table", "i64 %seed", "i64 %count"])
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


if __name__ == "__main__":
    typer.run(main)
