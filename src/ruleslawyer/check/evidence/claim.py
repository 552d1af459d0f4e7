"""Claims: sentences of a finding that speak of the model, each with the query that says how we know."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ruleslawyer.base.files.toml import Table
from ruleslawyer.check.evidence.query import Evidence, evidence_in
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.register.clause import Register

_PLAY = ("scenario", "play")
_QUERY = ("scope", "reading", "ask", "about", "expect")
KEYS = ("says", *_PLAY, *_QUERY)


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence that stands in the finding's own prose, and the query that bears it out."""

    says: str
    by: Evidence


def claim_in(
    table: Table, prose: str, register: Register | None, system: System | None, scopes: Collection[str] | None
) -> Claim:
    """One claim; its words must stand in the prose as they are, line ends apart."""
    table.expect_keys(KEYS)
    says = " ".join(table.text("says").split())
    if says not in " ".join(prose.split()):
        raise table.wrong("these words are not in the finding's prose", "copy a piece of it as it stands there", "says")
    if any(key in table for key in _PLAY):
        return Claim(says, _of_play(table))
    if "ask" not in table:
        mend = 'scenario = "FILE.toml" with play = "its name", or scope, ask and about as in [[evidence]]'
        raise table.wrong("nothing backs this claim", mend)
    asked = Table(table.places, {key: value for key, value in table.data.items() if key != "says"})
    return Claim(says, evidence_in(asked, register, system, scopes))


def _of_play(table: Table) -> Evidence:
    for key in _QUERY:
        if key in table:
            mend = "a scenario has its scope and its readings itself: take this out, or write a second claim"
            raise table.wrong(f"`{key}` beside a scenario", mend, key)
    about = {"file": table.text("scenario"), "name": table.text("play")}
    return Evidence("scenario", "", {}, about, {})
