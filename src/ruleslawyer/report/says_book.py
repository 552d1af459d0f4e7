"""Statements of the annotated rulebook, and of the page of coverage."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.chapters import HOST
from ruleslawyer.report.statement import Values, statement


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
