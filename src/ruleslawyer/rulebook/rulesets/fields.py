"""The fields of a state with a sentence each: those of the game, and the bookkeeping of the model.

`checks/<ruleset>/fields.toml` says so. An engine of somebody else has the game; how the model remembers what is yet to
be done is its own affair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import is_there
from ruleslawyer.base.files.toml import read_toml

if TYPE_CHECKING:
    from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

FILE = "fields.toml"
Part = Literal["game", "bookkeeping"]
PARTS: tuple[Part, ...] = ("game", "bookkeeping")


@dataclass(frozen=True, slots=True)
class Meaning:
    """The part of a state that a field belongs to, and what it says, in a sentence."""

    part: Part
    says: str


Fields = Mapping[str, Meaning]
NONE: Fields = MappingProxyType({})


def fields_of(ruleset: LoadedRuleset) -> Fields:
    """Each field of the state, those of a host included; nothing where nothing is declared. A file that leaves a field
    out, or names another, is a `UsageError`."""
    fields = ruleset.system.state.fields
    names, found = [field.name for field in fields], dict[str, Meaning]()
    host = ruleset.config.host
    path = _path(ruleset, ruleset.name)
    if not is_there(path):
        return NONE
    for of in (host.name, ruleset.name) if host else (ruleset.name,):
        file = read_toml(_path(ruleset, of), f"checks/{of}/{FILE}")
        file.expect_keys(PARTS)
        for part in PARTS:
            for name, says in (file.names(part) if part in file else {}).items():
                if name not in names:
                    raise file.wrong(f"the state has no field `{name[:60]}`", nearest(name[:60], names), part, name)
                found[name] = Meaning(part, says)
    missing = next((name for name in names if name not in found), None)
    if missing is not None:
        mend = "say what it is, below [game] or [bookkeeping]"
        raise file.wrong(f"`{missing}` of the state is not named", mend)
    return found


def _path(ruleset: LoadedRuleset, of: str) -> Path:
    return ruleset.root / "checks" / of / FILE
