"""Two versions of a project compared: each a report that is there, or a check that is made now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.evidence.known_limits import limits_of
from ruleslawyer.check.explorations import Watch, no_watch
from ruleslawyer.report.compare import compare
from ruleslawyer.report.document import DOCUMENT, Checked, document
from ruleslawyer.report.read import check_document, read_document, select
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from ruleslawyer.studies.adequacy.kept import trust


def compare_versions(
    old: Path,
    new: Path,
    load: Callable[[Path], LoadedProject],
    rulesets: Sequence[str] | None,
    scopes: Sequence[str] | None,
    *,
    prove: bool,
    timeout: float,
    watch: Watch | None,
) -> Json:
    """See `api.diff`. load: opens the project of a folder. A part of a check says nothing of the rest, so an interrupt
    ends it."""

    def version(path: Path) -> Json:
        kept = path if path.is_file() else path / DOCUMENT
        if kept.is_file():
            with check_document(kept):
                return select(read_document(kept), rulesets)
        if not path.is_dir():
            mend = "name a project or a report.json.gz"
            raise UsageError("there is no such file or folder", path.as_posix()[:200], mend)
        project, checked = load(path), []
        for of in map(project.ruleset, rulesets or project.rulesets):
            result = next(check_rulesets([of], scopes, prove=prove, timeout=timeout, watch=watch or no_watch))
            if result.interrupted:
                raise KeyboardInterrupt
            trusted = trust(of.root, of.name)
            checked.append(Checked(result, of.system, of.register, known_limits=limits_of(of), trust=trusted))
        return document(checked)

    before, after = version(old), version(new)
    with check_document(old if old.is_file() else new):
        return compare(before, after)
