"""The properties of a rulebook, each once, by the word that says most of it: what is counted of them anywhere."""

from __future__ import annotations

from collections.abc import Collection

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.claims.verdict import FOR_ANY, UP_TO

STRONGEST = ("VIOLATED", FOR_ANY, "PROVED", "HOLDS IN SCOPE", UP_TO, "VACUOUS", "UNKNOWN")
"""What is said of a property in one word, where scopes and proofs say several things."""


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
