"""Statements about scopes: what was explored and met in them, what was proved, and what readings change."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.statement import Values, statement


@statement("{n}")
def figure(scope: Json, key: str) -> Values:
    n = len(scope[key]) if isinstance(scope[key], list) else scope[key]
    return {"n": n, "about": f"{scope['scope']} {key}"}


@statement("{states} {states:state|states}, {transitions} {transitions:transition|transitions}.")
def size(scope: Json) -> Values:
    return {"states": scope["states"], "transitions": scope["transitions"]}


@statement("{states} {states:state|states}")
def states(scope: Json) -> Values:
    return {"states": scope["states"], "about": scope["scope"]}


@statement("{n} {n:rule|rules} never live in any scope")
def idle(r: Json) -> Values:
    return {"n": len(r["idle"])}


@statement("{first} and {n} more")
def more(names: Sequence[str], shown: int) -> Values:
    return {"first": ", ".join(names[:shown]), "n": len(names) - shown}


@statement("{n} more that {n:changes|change} nothing")
def immaterial(r: Json) -> Values:
    return {"n": len(r["immaterial"])}


@statement("Nobody may act in {n} {n:state|states} of {scope}")
def dead_end(found: Json) -> Values:
    return {"n": found["states"], "scope": found["scope"]}


# --- pictures ---------------------------------------------------------------------------------------------------------


@statement("{states} {states:state|states}")
def of_class(box: Json) -> Values:
    return {"states": box["states"]}


# --- properties and proofs --------------------------------------------------------------------------------------------


@statement("{n} {word}")
def group(word: str, properties: Sequence[Json]) -> Values:
    return {"n": len(properties), "word": word, "about": word}


@statement("{n} {n:property is|properties are} not proved for any number")
def open_properties(r: Json) -> Values:
    return {"n": len(r["unproved"])}


@statement("{n} {n:obligation|obligations} solved again")
def obligations(p: Json) -> Values | None:
    return {"n": p["obligations"]} if p["obligations"] else None


@statement("The invariant behind it: {n} {n:part|parts}")
def invariant(p: Json) -> Values:
    return {"n": len(p["invariant"])}


@statement("The proof looks at {n} {n:clause|clauses}")
def looks_at(p: Json) -> Values:
    return {"n": len(p["clauses"])}


@statement("in {n} more {n:scope|scopes}")
def more_against(scopes: Sequence[Json], shown: int) -> Values:
    return {"n": len(scopes) - shown}


@statement("in {n} of {of} scopes")
def in_some(group: Sequence[Json], scopes: Sequence[Json]) -> Values:
    return {"n": len(group), "of": len(scopes)}


# --- readings ---------------------------------------------------------------------------------------------------------


@statement(
    "Answers to the questions that come up were tried one at a time, the others as they are by default, in {n} "
    "{n:scope|scopes}{left}. {budget:g} s were given to it."
)
def impact(r: Json) -> Values:
    left = len(r["impact"]["left_out"])
    told = f"; {left:,} {'was' if left == 1 else 'were'} left out" if left else ""
    return {"n": len(r["impact"]["scopes"]), "left": told, "budget": r["impact"]["budget"]}


@statement("Asked: {n} {n:choice|choices}; {changing} {changing:changes|change} a verdict")
def asked_choices(m: Json) -> Values:
    return {"n": len(m["asked"]), "changing": len(m["changing"]), "about": m["scope"]}


@statement("Of the other {n} {n:property|properties} no difference is known.")
def alike(m: Json) -> Values | None:
    return {"n": m["same"], "about": m["scope"]} if m["same"] else None


@statement("{states} {states:state|states}{whole}")
def under(row: Json) -> Values:
    return {"states": row["states"], "whole": "" if row["complete"] else " (incomplete)"}


@statement("{n} no longer known")
def unknown_choices(row: Json) -> Values | None:
    return {"n": row["unknown"]} if row["unknown"] else None


@statement("{n} {n:choice that changes|choices that change} no verdict here")
def unchanging(m: Json) -> Values:
    return {"n": len(m["idle"]), "about": m["scope"]}


@statement("{n} {n:choice|choices} asked")
def choices(m: Json) -> Values:
    return {"n": len(m["asked"]), "about": m["scope"]}


@statement("{n} {n:reading|readings}")
def readings(m: Json) -> Values:
    return {"n": len(m["rows"]), "about": m["scope"]}
