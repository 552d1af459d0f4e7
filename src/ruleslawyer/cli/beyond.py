"""Where `explore` searches on disk once memory is full, and what it says of that."""

from __future__ import annotations

import shutil
from pathlib import Path

from ruleslawyer.answers.canonical import Digests
from ruleslawyer.answers.tool import tool
from ruleslawyer.claims.limits import Limits, Progress
from ruleslawyer.claims.result import ScopeResult
from ruleslawyer.files.kept import cache_folder
from ruleslawyer.semantics.transition import TransitionSystem


def question_of(system: TransitionSystem) -> str:
    """What tells this search from any other: the rules, the scope, the reading, the tool."""
    asked = system.system, system.scope, dict(system.reading), tuple(sorted(system.rulings))
    return (Digests().of(asked) + tool()).hex()


def folder_of(system: TransitionSystem) -> Path | None:
    """A folder in the cache; None where nothing is cached."""
    cache = cache_folder()
    return None if cache is None else cache / "searches" / question_of(system)[:20]


def searched(
    system: TransitionSystem, folder: Path, limits: Limits, progress: Progress | None, workers: int | None
) -> ScopeResult:
    # It loads the compiler.
    from ruleslawyer.exploration.disk import explore_beyond
    from ruleslawyer.processes.processors import processors

    return explore_beyond(system, folder, question_of(system), limits, progress, workers or processors())


def told(folder: Path, result: ScopeResult, *, keep: bool) -> str:
    """Where states lie, and how to go on."""
    taken = sum(path.stat().st_size for path in folder.iterdir())
    where = f"searched on disk: {taken / 1e6:.1f} MB in {folder}"
    if result.complete:
        return where if keep else f"{where}, which is removed"
    return f"{where}; the same command goes on from the last whole level"


def remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
