"""The findings of a report as their pages list them: those that stand, each family together; those withdrawn apart."""

from __future__ import annotations

from ruleslawyer.evidence.finding import SEVERITIES
from ruleslawyer.files.content import Json


def standing(r: Json) -> list[Json]:
    """The findings that are not withdrawn."""
    return [f for f in r["findings"] if not f["withdrawn"]]


def withdrawn(r: Json) -> list[Json]:
    """Those that were looked at again and are no defect, or are told by another one; by id."""
    return sorted((f for f in r["findings"] if f["withdrawn"]), key=lambda f: str(f["id"]))


def below(r: Json, id_: str) -> list[Json]:
    """What hangs under a finding, most serious first."""
    return [f for f in standing(r) if f["under"] == id_]


def by_severity(r: Json) -> dict[str, list[tuple[int, Json]]]:
    """Under the severity of the most serious finding of each family: the family, with how deep each one hangs."""
    found: dict[str, list[tuple[int, Json]]] = {word: [] for word in SEVERITIES}
    here = {f["id"] for f in standing(r)}
    for f in standing(r):
        if f["under"] not in here:
            family = _family(r, f, 0)
            worst = min((one["severity"] for _, one in family), key=SEVERITIES.index)
            found[worst] += family
    return {word: families for word, families in found.items() if families}


def _family(r: Json, f: Json, depth: int) -> list[tuple[int, Json]]:
    return [(depth, f), *(row for one in below(r, f["id"]) for row in _family(r, one, depth + 1))]
