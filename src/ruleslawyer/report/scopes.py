"""Scopes on pages for engineers: properties, what cannot all stand, pictures, readings; statements."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.statement import Values, statements_about
from ruleslawyer.rulebook.claims.verdict import FOR_ANY, UP_TO

STRONGEST = ("VIOLATED", FOR_ANY, "PROVED", "HOLDS IN SCOPE", UP_TO, "VACUOUS", "UNKNOWN")
"""The verdicts, the one that tells most first: it is a property's word where scopes and proofs give several."""


def strongest(verdicts: Collection[str]) -> str:
    """The word that says most, of all the verdicts on one property."""
    return next((word for word in STRONGEST if any(v.startswith(word) for v in verdicts)), STRONGEST[-1])


def by_property(r: Json) -> list[Json]:
    """Each property once, with its proof if it has one, and its verdicts in scopes; short plays against it first."""
    checks = {c["property"]: c for c in r["checks"]}
    found: dict[str, Json] = {}

    def entry(p: Json) -> Json:
        told = checks.get(p["property"], {"says": p.get("says", ""), "clauses": []})
        new = {"name": p["property"], "says": told["says"], "clauses": told["clauses"], "proof": None, "scopes": []}
        return found.setdefault(p["property"], new)

    for p in r["proofs"]:
        entry(p)["proof"] = p
    for name in checks:  # in the order in which they are declared
        entry({"property": name})
    for p in r["properties"]:
        entry(p)["scopes"].append(p)
    for one in found.values():
        one["scopes"].sort(key=lambda p: p["play"]["actions"] if p["verdict"] == "VIOLATED" and p["play"] else 0)
    return list(found.values())


def by_word(r: Json) -> dict[str, list[Json]]:
    """The properties by the word that says most about them; those that a play speaks against first."""
    found: dict[str, list[Json]] = {word: [] for word in STRONGEST}
    for one in by_property(r):
        said = [p["verdict"] for p in ([one["proof"]] if one["proof"] else []) + one["scopes"]]
        found[strongest(said)].append(one)
    return {word: group for word, group in found.items() if group}


def proved_everywhere(r: Json) -> list[Json]:
    """The properties that are proved for every play, and violated nowhere."""
    return [one for word, group in by_word(r).items() if word.startswith("PROVED") for one in group]


# --- what cannot all stand --------------------------------------------------------------------------------------------


def cannot_stand(r: Json) -> Iterator[Json]:
    """For each subject over which clauses clash, and each kind of dead end: its minimal sets, as rules, each with play
    and findings; and the smallest sets of clauses without which the others can stand."""
    for found in r["cores"]["clashes"]:
        told = {frozenset(s["name"] for s in e["sides"]): e for e in r["events"] if e["subject"] == found["subject"]}
        yield {
            **_common(found),
            "kind": "clash",
            "subject": found["subject"],
            "cores": [_core(found, core, told.get(frozenset(core))) for core in found["cores"]],
        }
    for found in r["cores"]["deadlocks"]:
        end = next((d for d in r["deadlocks"] if _same(d, found)), None)
        yield {
            **_common(found),
            "kind": "deadlock",
            "subject": found["scope"],
            "cores": [_core(found, core, end) for core in found["cores"]],
        }


def _common(found: Json) -> Json:
    least = min(map(len, found["corrections"]), default=0)
    return {
        "smallest": [c for c in found["corrections"] if len(c) == least],
        "complete": found["complete"],
    }


def _core(found: Json, core: list[str], met: Json | None) -> Json:
    rules = {rule["name"]: rule for rule in found["rules"]}
    return {
        "rules": [rules[name] for name in core],
        "play": met["play"] if met else None,
        "findings": met["findings"] if met else [],
    }


def _same(deadlock: Json, found: Json) -> bool:
    """Whether a dead end of the check is the one of these cores."""
    forbidden = [[f["action"], f["by"]["name"]] for f in deadlock["forbidden"]]
    unspoken = [rule["name"] for rule in deadlock["unspoken"]]
    return (deadlock["scope"], unspoken, forbidden) == (found["scope"], found["unspoken"], found["forbidden"])


def sets_about(sets: list[Json], finding: str) -> list[tuple[int, str]]:
    """The numbers and subjects of what cannot all stand that a finding is about."""
    return [
        (number, one["subject"])
        for number, one in enumerate(sets, 1)
        if any(finding in core["findings"] for core in one["cores"])
    ]


# --- pictures of states -----------------------------------------------------------------------------------------------


ROOM = 400
"""Boxes and arrows in pictures of states, of all scopes of a rulebook together: about 200 kB."""


def scopes_without_pictures(r: Json) -> Json:
    """The scopes that have no picture; and those for which there is no room."""
    drawn = with_room(r)
    return {
        "undrawn": [s["scope"] for s in r["scopes"] if not s["quotients"]],
        "left_out": [s["scope"] for s in r["scopes"] if s["quotients"] and s not in drawn],
    }


def with_room(r: Json) -> list[Json]:
    """The scopes that have pictures, those with the fewest boxes and arrows first, as long as there is room."""
    room, found = ROOM, list[Json]()
    for s in sorted(r["scopes"], key=_size_of_pictures):
        room -= _size_of_pictures(s)
        if s["quotients"] and (room >= 0 or not found):
            found.append(s)
    return [s for s in r["scopes"] if s in found]


def _size_of_pictures(s: Json) -> int:
    return sum(len(q["classes"]) + len(q["edges"]) for q in s["quotients"])


# --- the impact matrix ------------------------------------------------------------------------------------------------


def matrix(r: Json) -> list[Json]:
    """For each scope that was explored under several readings, or whose answers were asked: a row for each reading,
    the default first, a column for each property on which two rows are known to differ, or that is violated in one;
    how many a reading leaves unknown that the default decides; whether they differ; and the choices that were asked,
    those that change something and those that do not."""
    by_default: dict[str, dict[str, Json]] = {}
    for p in r["properties"]:
        by_default.setdefault(p["scope"], {})[p["property"]] = p
    states = {s["scope"]: s for s in r["scopes"]}
    asked = {one["scope"]: one for one in r["impact"]["scopes"]} if r["impact"] else {}
    others: dict[str, list[Json]] = {scope: _rows_without_play(one) for scope, one in asked.items()}
    for o in r["others"]:
        others.setdefault(o["scope"], []).append(o)
    return [
        {
            **_of_scope(scope, states.get(scope), by_default.get(scope, {}), rows),
            **_answers(asked.get(scope) or {"choices": {}, "changes": [], "stopped": ""}),
        }
        for scope, rows in others.items()
    ]


def _rows_without_play(asked: Json) -> list[Json]:
    """Rows of the answers of which it is known that they change something, and not by which play."""
    return [
        {
            "reading": {c["choice"]: c["option"]}, "states": None, "complete": False,
            "verdicts": [
                {"property": name, "verdict": v["after"], "play": None} for name, v in c["verdicts"].items()
            ],
        }
        for c in asked["changes"] if not c["explored"]
    ]  # fmt: skip


def _answers(asked: Json) -> Json:
    changing = {c["choice"] for c in asked["changes"]}
    idle = [name for name in asked["choices"] if name not in changing]
    return {"asked": asked["choices"], "changing": changing, "idle": idle, "stopped": asked["stopped"]}


def _of_scope(scope: str, default: Json | None, verdicts: dict[str, Json], others: list[Json]) -> Json:
    rows = []
    if default is not None:
        counted = {key: default[key] for key in ("states", "complete")}
        rows.append({"reading": {}, "told": verdicts, **counted})
    rows += [{**o, "told": {v["property"]: v for v in o["verdicts"]}} for o in others]
    names = list(dict.fromkeys(name for row in rows for name in row["told"]))
    words = {name: {row["told"][name]["verdict"] for row in rows if name in row["told"]} for name in names}
    known = {name: found - {"UNKNOWN"} for name, found in words.items()}
    shown = [name for name in names if len(known[name]) > 1 or "VIOLATED" in known[name]]
    shown.sort(key=lambda name: (len(known[name]) == 1, "VIOLATED" not in known[name]))
    own = {name: v["verdict"] for name, v in verdicts.items()}
    for row in rows:
        told = ((name, row["told"].get(name)) for name in shown)
        row["cells"] = [v and {**v, "changed": v["verdict"] != own.get(name, v["verdict"])} for name, v in told]
        row["unknown"] = sum(
            v["verdict"] == "UNKNOWN" and own.get(name, "UNKNOWN") != "UNKNOWN" for name, v in row["told"].items()
        )
    differs = any(len(found) > 1 for found in known.values())
    return {"scope": scope, "properties": shown, "rows": rows, "same": len(names) - len(shown), "differs": differs}


# --- statements -------------------------------------------------------------------------------------------------------


statement = statements_about("scopes")


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
