"""Statements about scopes: what was explored and met in them, what was proved, and what readings change."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.statement import Values, said


@said("{n}")
def counted(scope: Json, key: str) -> Values:
    n = len(scope[key]) if isinstance(scope[key], list) else scope[key]
    return {"n": n, "about": f"{scope['scope']} {key}"}


@said("{states} {states:state|states}, {transitions} {transitions:transition|transitions}.")
def size(scope: Json) -> Values:
    return {"states": scope["states"], "transitions": scope["transitions"]}


@said("{states} {states:state|states}")
def states(scope: Json) -> Values:
    return {"states": scope["states"], "about": scope["scope"]}


@said("{n} {n:rule|rules} never live in any scope")
def idle(r: Json) -> Values:
    return {"n": len(r["idle"])}


@said("{first} and {n} more")
def more(names: Sequence[str], shown: int) -> Values:
    return {"first": ", ".join(names[:shown]), "n": len(names) - shown}


@said("{n} more that {n:changes|change} nothing")
def immaterial(r: Json) -> Values:
    return {"n": len(r["immaterial"])}


@said("Nobody may act in {n} {n:state|states} of {scope}")
def dead_end(found: Json) -> Values:
    return {"n": found["states"], "scope": found["scope"]}


# --- pictures ---------------------------------------------------------------------------------------------------------


@said("{states} {states:state|states}")
def of_class(box: Json) -> Values:
    return {"states": box["states"]}


# --- properties and proofs --------------------------------------------------------------------------------------------


@said("{n} {word}")
def group(word: str, properties: Sequence[Json]) -> Values:
    return {"n": len(properties), "word": word, "about": word}


@said("{n} {n:property was|properties were} not decided for every play, within {budget:g} s for all proofs together")
def unproved(r: Json) -> Values:
    return {"n": len(r["unproved"]), "budget": r["proof_budget"]}


@said("rests on {n} assumed {n:clause|clauses}")
def assumed(p: Json) -> Values:
    return {"n": len(p["assumed"])}


@said("k = {k}")
def induction(p: Json) -> Values | None:
    return {"k": p["k"]} if p["k"] else None


@said("{n} {n:obligation|obligations} solved again")
def obligations(p: Json) -> Values | None:
    return {"n": p["obligations"]} if p["obligations"] else None


@said("The invariant behind it: {n} {n:part|parts}")
def invariant(p: Json) -> Values:
    return {"n": len(p["invariant"])}


@said("The proof looks at {n} {n:clause|clauses}")
def looks_at(p: Json) -> Values:
    return {"n": len(p["clauses"])}


@said("What was tried and gave up: {n} {n:method|methods}")
def gave_up(p: Json) -> Values:
    return {"n": len(p["tried"])}


@said("The play: {n} {n:step|steps}")
def steps(p: Json) -> Values:
    return {"n": len(p["steps"])}


@said("in {n} more {n:scope|scopes}")
def more_against(scopes: Sequence[Json], shown: int) -> Values:
    return {"n": len(scopes) - shown}


@said("in {n} of {of} scopes")
def in_some(group: Sequence[Json], scopes: Sequence[Json]) -> Values:
    return {"n": len(group), "of": len(scopes)}


# --- readings ---------------------------------------------------------------------------------------------------------


@said(
    "Answers to the questions that come up were tried one at a time, the others as they are by default, in {n} "
    "{n:scope|scopes}{left}. {budget:g} s were given to it."
)
def tried(r: Json) -> Values:
    left = len(r["impact"]["left_out"])
    told = f"; {left:,} {'was' if left == 1 else 'were'} left out" if left else ""
    return {"n": len(r["impact"]["scopes"]), "left": told, "budget": r["impact"]["budget"]}


@said("Asked: {n} {n:choice|choices}; {changing} {changing:changes|change} a verdict")
def asked(m: Json) -> Values:
    return {"n": len(m["asked"]), "changing": len(m["changing"]), "about": m["scope"]}


@said("Of the other {n} {n:property|properties} no difference is known.")
def alike(m: Json) -> Values | None:
    return {"n": m["same"], "about": m["scope"]} if m["same"] else None


@said("{states} {states:state|states}{whole}")
def under(row: Json) -> Values:
    return {"states": row["states"], "whole": "" if row["complete"] else " (incomplete)"}


@said("{n} no longer known")
def unknown(row: Json) -> Values | None:
    return {"n": row["unknown"]} if row["unknown"] else None


@said("{n} {n:choice that changes|choices that change} no verdict here")
def unchanging(m: Json) -> Values:
    return {"n": len(m["idle"]), "about": m["scope"]}


@said("{n} {n:choice|choices} asked")
def choices(m: Json) -> Values:
    return {"n": len(m["asked"]), "about": m["scope"]}


@said("{n} {n:reading|readings}")
def readings(m: Json) -> Values:
    return {"n": len(m["rows"]), "about": m["scope"]}
