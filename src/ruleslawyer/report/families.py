"""The findings of a report as their pages list them: those that stand, each family together; those withdrawn apart."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json


def standing(r: Json) -> list[Json]:
    """The findings that are not withdrawn."""
    return [f for f in r["findings"] if not f["withdrawn"]]


def withdrawn(r: Json) -> list[Json]:
    """The findings that were looked at again and are no defect, or are told by another one; by id."""
    return sorted((f for f in r["findings"] if f["withdrawn"]), key=lambda f: str(f["id"]))


def below(r: Json, id_: str) -> list[Json]:
    """The findings that hang under a finding, most serious first."""
    return [f for f in standing(r) if f["under"] == id_]


def families(r: Json) -> list[list[tuple[int, Json]]]:
    """Each family together: the findings of it, with how deep each one hangs."""
    here = {f["id"] for f in standing(r)}
    return [_family(r, f, 0) for f in standing(r) if f["under"] not in here]


def _family(r: Json, f: Json, depth: int) -> list[tuple[int, Json]]:
    return [(depth, f), *(row for one in below(r, f["id"]) for row in _family(r, one, depth + 1))]
