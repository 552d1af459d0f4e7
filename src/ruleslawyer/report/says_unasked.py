"""Statements of the page of questions that nobody asked, and of laws."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.statement import Values, statement


@statement("{n} {n:question|questions} of which no finding speaks {n:was|were} met in play.")
def questions(r: Json) -> Values | None:
    found = (r.get("nobody_asked") or {}).get("questions")
    return {"n": len(found["open"]) + found["left"]} if found and found["open"] else None


@statement("{n} {n:pair|pairs} of things that could meet {n:was|were} not met: of these nothing is known.")
def unmet_pairs(questions: Json) -> Values | None:
    return {"n": questions["not_met"]} if questions["not_met"] else None


@statement("{n} more: <code>sweep --questions --all</code> prints them.")
def more(questions: Json) -> Values | None:
    return {"n": questions["left"]} if questions["left"] else None


@statement("{n}")
def times(law: Json) -> Values:
    return {"n": law["met"], "about": law["name"]}
