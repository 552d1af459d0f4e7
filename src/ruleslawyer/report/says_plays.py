"""Statements about the length of plays. A play is as long on every page, a last move that is only wished for
included."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.statement import Values, statement


@statement("{n} {n:move|moves}")
def moves(play: Json, about: str) -> Values:
    return {"n": play["actions"], "about": about}


@statement("{n} {n:move|moves}")
def length(calls: Sequence[str]) -> Values:
    return {"n": len(calls)}


@statement("{n} more")
def shown_too(shows: Sequence[str]) -> Values:
    return {"n": len(shows) - 1}


@statement("step {n}")
def back_to(play: Json) -> Values:
    return {"n": play["back_to"]}


@statement("All is as it was after step {n}: this can go round for ever.")
def goes_round(play: Json) -> Values | None:
    return {"n": play["back_to"]} if play["back_to"] is not None else None
