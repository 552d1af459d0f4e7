"""One run of a ruleset's code in a process of its own, as JSON: when it is ready, and searches with all recorded."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.engine import counts, peak
from benchmarks.machine import finish_scope


def main(
    root: Path,
    ruleset: str,
    scope: str,
    searches: Annotated[int, typer.Option(help="Searches by one worker, and by two.")] = 0,
) -> None:
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


if __name__ == "__main__":
    typer.run(main)
