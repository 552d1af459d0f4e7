"""The annotated rulebook as pages: a chapter each, with what there is to look for in it; where each clause stands."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import WITHDRAWN

CONTENTS = "rulebook.html"
_STATES = ("covered", "idle", "missing", "out")
HOST = "rules-host.html"


def chapters(r: Json) -> list[Json]:
    """Each chapter that has clauses: its file, number and title, its lines, and how many clauses are in which state or
    have findings. What is taken from a host game is the last one."""
    return list(_chapters(r)) if r["register"] else []


def _chapters(r: Json) -> Iterator[Json]:
    severity = {f["id"]: f["severity"] for f in r["findings"]}
    for number, one in enumerate((c for c in r["register"]["chapters"] if c["lines"]), 1):
        clauses = [clause for line in one["lines"] for clause in line["clauses"]]
        findings = {f for clause in clauses for f in clause["findings"]}
        yield {
            "file": f"rules-{number}.html", "number": one["number"], "title": one["title"], "lines": one["lines"],
            "clauses": len(clauses), "findings": len(findings),
            "worst": sum(severity.get(f) == "high" for f in findings),
            "states": {state: sum(clause["state"] == state for clause in clauses) for state in _STATES},
            "conflicts": sum(bool(clause["findings"]) for clause in clauses),
            "kinds": sorted({clause["kind"] for clause in clauses}),
        }  # fmt: skip
    if r["register"]["host"]:
        taken = r["register"]["host"]
        findings = {f for clause in taken for f in clause["findings"]}
        yield {
            "file": HOST, "number": "", "title": "Taken from the game that it is played on", "lines": [],
            "clauses": len(taken), "findings": len(findings),
            "worst": sum(severity.get(f) == "high" for f in findings), "states": dict.fromkeys(_STATES, 0),
            "conflicts": sum(bool(clause["findings"]) for clause in taken), "kinds": [],
        }  # fmt: skip


def severities_of_clauses(r: Json) -> dict[str, str]:
    """The severity of the gravest standing finding about each clause; of high and medium findings alone."""
    told = [f for severity in ("medium", "high") for f in r["findings"] if f["severity"] == severity]
    return {c["id"]: f["severity"] for f in told if f["state"] != WITHDRAWN for c in f["clauses"]}


def places(r: Json) -> dict[str, str]:
    """The file in which each clause stands."""
    if not r["register"]:
        return {}
    found = {c["id"]: one["file"] for one in chapters(r) for line in one["lines"] for c in line["clauses"]}
    return found | {c["id"]: HOST for c in r["register"]["host"]}
