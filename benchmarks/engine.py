"""One run of the native engine in a process of its own, as JSON: phases, counts, rates, memory, where the time goes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any
from unittest.mock import patch

import typer


def main(
    root: Path,
    ruleset: str,
    scope: str,
    searches: Annotated[int, typer.Option(help="Further searches by one worker, and by two.")] = 0,
    parts: Annotated[bool, typer.Option(help="One more search with a clock in it.")] = False,
) -> None:
    began = time.perf_counter()
    from ruleslawyer.api import Project
    from ruleslawyer.engines.native.explore import search_natively
    from ruleslawyer.engines.native.search import Found
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

    def again(workers: int) -> tuple[Found, float]:
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
    if parts:
        with clock() as spent:
            found, _ = again(1)
        result["parts"] = {**spent, "between": found.seconds - sum(spent.values())}
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


@contextmanager
def clock() -> Iterator[dict[str, float]]:
    """Seconds of the three parts of a search: expanding states, taking what is new, and tables that grow."""
    from ruleslawyer.engines.native.states import Crew, StateSet

    spent = {"expand": 0.0, "insert": 0.0, "grow": 0.0}

    def timed(part: str, method: Callable[..., Any], within: str = "") -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            began = time.perf_counter()
            try:
                return method(*args)
            finally:
                seconds = time.perf_counter() - began
                spent[part] += seconds
                if within:
                    spent[within] -= seconds

        return run

    with (
        patch.object(Crew, "expand", timed("expand", Crew.expand)),
        patch.object(StateSet, "take", timed("insert", StateSet.take)),
        patch.object(StateSet, "_make_table", timed("grow", StateSet._make_table, within="insert")),
    ):
        yield spent


if __name__ == "__main__":
    typer.run(main)
