"""The search of `explore` on disk once memory is full, and what it says of that."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from ruleslawyer.base.files.kept import cache_folder
from ruleslawyer.base.files.secret import keyed_digest, secret_file, usable
from ruleslawyer.cli.remote import cluster_at
from ruleslawyer.rulebook.answers.canonical import Digests
from ruleslawyer.rulebook.claims.limits import Limits, Progress
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.kept.tool import tool
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.transition import TransitionSystem


def question_of(system: TransitionSystem) -> str:
    """A secret name for this search, of the rules, the scope, the reading, the tool and the user, by which it is told
    from any other. Where the user can have no secret, it is one of this command, and no other goes on with the
    search."""
    asked, file = _search_digest(system), secret_file()
    if file is None or not usable(file):
        return asked.hex() + secrets.token_hex()
    return asked.hex() + keyed_digest(file, "search", asked).hex()


def _search_digest(system: TransitionSystem) -> bytes:
    asked = system.system, system.scope, dict(system.reading), tuple(sorted(system.rulings))
    return Digests().of(asked) + tool()


def folder_of(system: TransitionSystem) -> Path | None:
    """A folder in the cache; None where nothing is cached."""
    cache = cache_folder()
    return None if cache is None else cache / "searches" / _search_digest(system).hex()[:20]


def search_on_disk(
    system: TransitionSystem, folder: Path, limits: Limits, progress: Progress | None, workers: int | None
) -> ScopeResult:
    # It loads the compiler.
    from ruleslawyer.base.processes.executor import processors
    from ruleslawyer.exploration.disk import explore_beyond

    return explore_beyond(system, folder, question_of(system), limits, progress, workers or processors())


def searched_by(
    cluster: str, ruleset: LoadedRuleset, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str],
    folder: Path, limits: Limits, progress: Progress | None,
) -> ScopeResult:  # fmt: skip
    """Searched in a folder by the workers of a cluster."""
    from ruleslawyer.exploration.disk import Searched, explore_together

    asked, others = Searched(ruleset, scope, reading, rulings), cluster_at(cluster, [ruleset])
    assert others is not None
    return explore_together(asked, folder, question_of(asked.system), limits, others, progress)


def where_states_lie(folder: Path, result: ScopeResult, *, keep: bool) -> str:
    """The folder of the states, and how to go on."""
    taken = sum(path.stat().st_size for path in folder.iterdir())
    where = f"searched on disk: {taken / 1e6:.1f} MB in {folder}"
    if result.complete:
        return where if keep else f"{where}, which is removed"
    return f"{where}; the same command goes on from the last whole level"


def remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
