"""The book on pages: a chapter each, where each clause stands, the turn as a diagram; statements of these pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import WITHDRAWN
from ruleslawyer.exploration.quotient import JOINT, PHASE
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.report.statement import Values, statements_about

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


# --- the turn ---------------------------------------------------------------------------------------------------------


def steps(system: System) -> list[Json]:
    """The steps of a turn as they are declared; none where the state has no enum."""
    enum = next((field.type for field in system.state.fields if isinstance(field.type, t.Enum)), None)
    if enum is None:
        return []
    declared = system.enums[enum.name]
    return [
        {"name": name, "says": said}
        for name, said in zip(declared.members, declared.labels or declared.members, strict=True)
    ]


def diagram(r: Json) -> list[Json]:
    """The phases of a turn, each with its steps. Of a step: its words, what is done that stays in it, and where it
    leads by what, forwards or back; whether play was met there at all."""
    declared = r.get("turn") or []
    place = {one["name"]: number for number, one in enumerate(declared)}
    stays: dict[str, Counter[str]] = {name: Counter() for name in place}
    leads: dict[str, dict[str, Counter[str]]] = {name: {} for name in place}
    met = set[str]()
    for view in (q for s in r["scopes"] for q in s["quotients"] if q["by"] == [PHASE]):
        names = [c["label"][0].partition(JOINT)[0] for c in view["classes"]]
        met |= set(names)
        for edge in view["edges"]:
            start, end = names[edge["from"]], names[edge["to"]]
            if start in place and end in place:
                done = stays[start] if start == end else leads[start].setdefault(end, Counter())
                done[edge["action"]] += edge["transitions"]
    phases: list[Json] = []
    for one in declared:
        phase, colon, step = one["says"].partition(": ")
        if phase.isdigit():  # steps of one phase that are numbered
            phase, colon, step = one["says"], "", ""
        name = phase if colon or len(phase) == 1 else ""
        if not phases or phases[-1]["name"] != name:
            phases.append({"name": name, "steps": []})
        phases[-1]["steps"].append({
            "name": one["name"], "says": step if colon else "" if name else phase, "met": one["name"] in met,
            "does": [action for action, _ in stays[one["name"]].most_common()],
            "leads": _leads(declared, place, one["name"], leads[one["name"]]),
        })  # fmt: skip
    return phases


def _leads(declared: list[Json], place: Mapping[str, int], name: str, leads: Mapping[str, Counter[str]]) -> list[Json]:
    """The steps that a step leads to: to the next one first, then onwards, then back."""
    at = place[name]
    found = []
    for end, done in sorted(leads.items(), key=lambda one: (place[one[0]] < at, abs(place[one[0]] - at))):
        way = "next" if place[end] == at + 1 else "on" if place[end] > at else "back"
        by = [action for action, _ in done.most_common()]
        found.append({"name": end, "says": declared[place[end]]["says"], "way": way, "by": by})
    return found


# --- statements -------------------------------------------------------------------------------------------------------


statement = statements_about("book")


@statement(
    "{lines} lines of the book say {clauses} clauses, in {chapters} {chapters:chapter|chapters}: {modelled} are rules "
    "that the machine follows, {excluded} stand in the register only{more}."
)
def whole(r: Json, chapters: Sequence[Json]) -> Values:
    c = r["coverage"]
    own = [one for one in chapters if one["file"] != HOST]
    more = f", {c['not_yet_modelled']:,} are not yet modelled" if c["not_yet_modelled"] else ""
    counts = {key: c[key] for key in ("clauses", "modelled", "excluded")}
    return {**counts, "lines": sum(len(one["lines"]) for one in own), "chapters": len(own), "more": more}


@statement("{n}")
def of_chapter(one: Json, key: str) -> Values:
    return {"n": one["states"]["idle"] if key == "idle" else one[key], "about": f"{one['file']} {key}"}


@statement("{n}")
def with_findings(one: Json) -> Values:
    return {"n": one["conflicts"]}


@statement("{n}")
def in_state(one: Json, state: str) -> Values:
    return {"n": one["states"][state], "about": state}


@statement("came up in {met}, decisive in {decisive} of {scopes} {scopes:scope|scopes}")
def clause_use(clause: Json, scopes: Sequence[Json]) -> Values:
    counts = {"met": len(clause["exercised"]), "decisive": len(clause["decisive"]), "scopes": len(scopes)}
    return {**counts, "about": clause["id"]}


@statement("and {n} more that {n:checks|check} it")
def more_checks(clause: Json, shown: int) -> Values:
    return {"n": len(clause["checked"]) - shown, "about": clause["id"]}


@statement("and {n} more")
def more_scopes(clause: Json, shown: int) -> Values:
    return {"n": len(clause["decisive"]) - shown, "about": clause["id"]}


# --- coverage ---------------------------------------------------------------------------------------------------------


@statement("{n}")
def coverage(r: Json, key: str) -> Values:
    return {"n": r["coverage"][key], "about": key}


@statement("{n}")
def covered_in(section: Json, key: str) -> Values:
    return {"n": section[key], "about": f"{section['section']} {key}"}


@statement("{clauses} clauses in all; {not_yet_modelled} not yet modelled.")
def in_all(r: Json) -> Values:
    return {key: r["coverage"][key] for key in ("clauses", "not_yet_modelled")}


@statement("{lines} source {lines:line|lines}, {unaccounted} of them unaccounted for.")
def source_lines(r: Json) -> Values | None:
    found = r["coverage"]["source"]
    return {key: found[key] for key in ("lines", "unaccounted")} if found["lines"] else None


@statement("Decisive in any of {scopes} scopes.")
def decisive_from(r: Json) -> Values:
    return {"scopes": len(r["coverage"]["decisive_from"])}


@statement("{reason}: {n}")
def reason(reason: str, n: int) -> Values:
    return {"reason": reason, "n": n, "about": reason}


@statement("{n} cited, but not as their kind demands")
def misplaced_citations(r: Json) -> Values:
    return {"n": len(r["coverage"]["misplaced"])}


@statement("{kind} ({n})")
def assumptions(kind: str, group: Sequence[Json]) -> Values:
    return {"kind": kind, "n": len(group), "about": kind}
