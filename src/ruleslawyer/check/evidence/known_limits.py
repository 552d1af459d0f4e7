"""Known limits of a model: what it leaves out or decides on its own, from `checks/<ruleset>/limits.toml`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import is_there
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

FILE = "limits.toml"
ABOUT = {
    "model": "What the model leaves out or decides",
    "scopes": "What is explored",
    "proofs": "What is proved",
    "findings": "What findings rest on",
}
"""What a limit may be about, each with its heading, in the order in which they are shown."""
KEYS = ("about", "says", "clauses", "findings")


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit, in a sentence or two; the clauses and the findings that tell more of it."""

    about: str
    says: str
    clauses: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()


def limits_of(ruleset: LoadedRuleset) -> tuple[Limit, ...]:
    """The limits of a ruleset, as declared, in the order of the file; clauses and findings that they name exist."""
    path = ruleset.root / "checks" / ruleset.name / FILE
    clauses = ruleset.register.citable_clauses if ruleset.register else ()
    return load_limits(path, clauses, {f.id for f in findings_of(ruleset)}) if is_there(path) else ()


def load_limits(
    path: Path, clauses: Collection[str] | None = None, findings: Collection[str] | None = None
) -> tuple[Limit, ...]:
    """The limits in a file, none where there is none; held against the clauses and findings that are given."""
    if not is_there(path):
        return ()
    file = read_toml(path, "/".join(path.parts[-3:]))
    file.expect_keys(("limit",))
    return tuple(_limit(table, clauses, findings) for table in file.tables("limit"))


def _limit(table: Table, clauses: Collection[str] | None, findings: Collection[str] | None) -> Limit:
    table.expect_keys(KEYS)
    return Limit(
        table.one_of("about", ABOUT),
        table.text("says"),
        _known_names(table, "clauses", "clause", clauses),
        _known_names(table, "findings", "finding", findings),
    )


def _known_names(table: Table, key: str, what: str, known: Collection[str] | None) -> tuple[str, ...]:
    names = table.texts(key)
    for number, name in enumerate(names):
        if known is not None and name not in known:
            raise table.wrong(f"unknown {what} `{name}`", nearest(name, known), key, number)
    return names


def in_groups(limits: Collection[Limit]) -> dict[str, list[Limit]]:
    """The limits under their headings; headings without any are left out."""
    found = {heading: [one for one in limits if one.about == about] for about, heading in ABOUT.items()}
    return {heading: listed for heading, listed in found.items() if listed}
