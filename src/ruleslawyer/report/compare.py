"""Two reports compared: clauses, findings, events, verdicts; of reports that are there, or of checks made now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.evidence.known_limits import limits_of
from ruleslawyer.check.explorations import Watch, no_watch
from ruleslawyer.report.answers import runs_of_answer
from ruleslawyer.report.document import DOCUMENT, Checked, check_document, document, read_document, select
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from ruleslawyer.studies.adequacy.kept import trust

_OF_A_FINDING = ("title", "kind", "severity", "state", "basis", "reproduced")


def compare(old: Json, new: Json) -> Json:
    """The difference of two documents, ruleset by ruleset; what is the same is left out."""
    before, after = ({r["id"]: r for r in found["rulesets"]} for found in (old, new))
    both = [name for name in after if name in before]
    rulesets = [_ruleset(before[name], after[name]) for name in both]
    gone, added = _apart(before, after)
    return {
        "same": not gone and not added and all(r["same"] for r in rulesets),
        "gone": gone,
        "new": added,
        "rulesets": rulesets,
    }


def _ruleset(old: Json, new: Json) -> Json:
    parts = {
        "clauses": _changes(_clauses(old), _clauses(new)),
        "findings": _changes(_findings(old), _findings(new)),
        "events": _changes(_events(old), _events(new)),
        "properties": _changes(_verdicts(old), _verdicts(new)),
    }
    model = old["digest"] != new["digest"]
    return {
        "ruleset": new["id"],
        "title": new["title"],
        "same": not model and not any(any(part.values()) for part in parts.values()),
        "model": {"before": old["digest"], "after": new["digest"], "changed": model},
        **parts,
    }


def _changes(old: Mapping[str, Json], new: Mapping[str, Json]) -> Json:
    """The entries that are gone, new, and changed: each by its name, with what is different about it."""
    gone, added = _apart(old, new)
    changed = []
    for name in new:
        if name in old:
            details = [
                {"what": key, "before": str(old[name].get(key, "")), "after": str(value)}
                for key, value in new[name].items()
                if value != old[name].get(key)
            ]
            if details:
                changed.append({"name": name, "details": details})
    return {
        "gone": [{"name": name, "title": old[name]["title"]} for name in gone],
        "new": [{"name": name, "title": new[name]["title"]} for name in added],
        "changed": changed,
    }


def _apart(old: Iterable[str], new: Iterable[str]) -> tuple[list[str], list[str]]:
    old, new = list(old), list(new)
    return [name for name in old if name not in new], [name for name in new if name not in old]


def _clauses(r: Json) -> dict[str, Json]:
    """Clauses by id: the paraphrase, the kind, and the text by its digest; a line that only moved is no change."""
    chapters = r["register"]["chapters"] if r["register"] else []
    return {
        c["id"]: {"title": c["says"], "kind": c["kind"], "text": line["digest"], "model": c["status"]}
        for chapter in chapters
        for line in chapter["lines"]
        for c in line["clauses"]
    }


def _findings(r: Json) -> dict[str, Json]:
    """Findings by id, with what is printed for an answer, and what plays differently by it as far as it was tried."""
    return {
        f["id"]: {
            **{key: f[key] for key in _OF_A_FINDING}, "clauses": ", ".join(c["id"] for c in f["clauses"]),
            "prints": f["answered"]["prints"] if f["answered"] else "", "plays": "; ".join(_plays(f)),
        }
        for f in r["findings"]
    }  # fmt: skip


def _plays(f: Json) -> Iterator[str]:
    """Differences in play by the answer to a finding."""
    for run in runs_of_answer(f):
        yield from (f"no more {title}" for title in run["gone"])
        yield from (f"new: {title}" for title in run["appeared"])
        yield from (f"{one['property']} was {one['before']}, is {one['after']}" for one in run["verdicts"])


def _events(r: Json) -> dict[str, Json]:
    """Material events by what they are: the reading of two texts that nobody has a finding about yet."""
    return {f"{e['kind']}: {e['title']}": {"title": e["title"]} for e in r["events"]}


def _verdicts(r: Json) -> dict[str, Json]:
    told = {f"{p['property']} in {p['scope']}": p for p in r["properties"]}
    told |= {f"{p['property']}, proof": p for p in r["proofs"]}
    return {
        name: {"title": p["property"], "verdict": p["verdict"], "said under": p["under"]} for name, p in told.items()
    }


# --- two versions of a project ----------------------------------------------------------------------------------------


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
