"""Known limits of a model: what it leaves out or decides on its own, from `checks/<ruleset>/limits.toml`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.evidence.finding import findings_of
from ruleslawyer.register.load import TomlFile, nearest
from ruleslawyer.rulesets.loaded import LoadedRuleset

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
    place: str = ""


def limits_of(ruleset: LoadedRuleset) -> tuple[Limit, ...]:
    """Of a ruleset, in the order of the file; a clause or a finding that they name exists."""
    found = load_limits(ruleset.root / "checks" / ruleset.name / FILE)
    if found:
        findings = {finding.id for finding in findings_of(ruleset)}
        expect_known(found, ruleset.register.known if ruleset.register else (), findings)
    return found


def load_limits(path: Path) -> tuple[Limit, ...]:
    """The limits in a file, in its order; none where there is no such file."""
    if not path.is_file():
        return ()
    file = TomlFile.read(path)
    file.keys(file.data, ("limit",), "")
    return tuple(_limit(table, file) for table in file.tables(file.data, "limit", ""))


def _limit(table: dict[str, Any], file: TomlFile) -> Limit:
    says = file.text(table, "says", "")
    place = file.entry("says", says)
    file.keys(table, KEYS, place)
    about = file.one_of(table, "about", ABOUT, place)
    return Limit(about, says, file.texts(table, "clauses", place), file.texts(table, "findings", place), place)


def expect_known(limits: Collection[Limit], clauses: Collection[str], findings: Collection[str]) -> None:
    """That the clauses and findings which the limits name exist."""
    for limit in limits:
        for what, named, known in (("clause", limit.clauses, clauses), ("finding", limit.findings, findings)):
            for name in named:
                if name not in known:
                    raise UsageError(f"unknown {what} `{name}`", limit.place, nearest(name, known))


def in_groups(limits: Collection[Limit]) -> dict[str, list[Limit]]:
    """The limits under their headings; headings without any are left out."""
    found = {heading: [one for one in limits if one.about == about] for about, heading in ABOUT.items()}
    return {heading: listed for heading, listed in found.items() if listed}
