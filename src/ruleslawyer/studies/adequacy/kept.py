"""Files of runs: the progress of one, so that it goes on, and its result in `checks/RULESET/adequacy.json`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, content, is_there, json_value
from ruleslawyer.base.files.journal import Journal, Line
from ruleslawyer.base.files.toml import read_toml
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

KIND = "adequacy"


def input_digests(ruleset: LoadedRuleset) -> dict[str, str]:
    """Digests of the rules, and of all that says what would be noticed."""
    files = sorted(
        file
        for file in (ruleset.root / "checks" / ruleset.name).rglob("*")
        if file.suffix in (".toml", ".py", ".csv") and file.name != "survivors.toml"
    )
    checks = sha256(b"".join(file.name.encode() + content(file) for file in files)).hexdigest()[:16]
    return {"rules": ruleset.system.digest, "checks": checks}


def may_resume(file: Path, ruleset: LoadedRuleset) -> bool:
    """Whether a run of these rules, with these checks, may go on from a file."""
    with suppress(OSError, ValueError, KeyError, AttributeError), suppress(OSError):
        header = json_value(content(file).partition(b"\n")[0])[KIND]
        return bool({key: header.get(key) for key in ("rules", "checks")} == input_digests(ruleset))
    return False


Done: TypeAlias = Journal[tuple[str, str], Any]
"""Answers by a kind and a name."""


def open_journal(file: Path | None, header: Line) -> Done:
    """A journal; with a file, each answer is written as it comes. `header`: what two runs have in common of which one
    goes on where the other stopped."""
    return Journal(file, KIND, header, _read, _line, "run")


def _read(line: Line) -> tuple[tuple[str, str], Any]:
    return (line["kind"], line["name"]), line["answer"]


def _line(key: tuple[str, str], answer: object) -> Line:
    return {"kind": key[0], "name": key[1], "answer": answer}


FILE, REASONS = "adequacy.json", "survivors.toml"


@dataclass(frozen=True)
class Reason:
    """The reason why some faults are noticed by no scope: `faults` are names of them, or how those begin."""

    faults: tuple[str, ...]
    says: str

    def covers(self, fault: str) -> bool:
        return any(fault.startswith(beginning) for beginning in self.faults)


@dataclass(frozen=True)
class AdequacyRecord:
    """The kept run of a ruleset, and the reasons why faults survive."""

    found: Json
    reasons: tuple[Reason, ...]

    def why(self, fault: str) -> str:
        """The reason why a fault survives; empty where nobody says."""
        return next((reason.says for reason in self.reasons if reason.covers(fault)), "")


def load(root: Path, ruleset: str) -> AdequacyRecord | None:
    """None where nothing is kept. The kept record of adequacy. A file of another form is a `UsageError`."""
    folder = root / "checks" / ruleset
    if not is_there(folder / FILE):
        return None
    place = f"checks/{ruleset}/{FILE}"
    try:
        found = json_value(content(folder / FILE))
        sentence(found)
    except (ValueError, KeyError, TypeError, OSError) as error:
        mend = f"make it again: ruleslawyer adequacy {ruleset} --write {place}"
        raise UsageError("this is nothing that adequacy wrote", place, mend) from error
    return AdequacyRecord(found, _reasons(folder / REASONS, f"checks/{ruleset}/{REASONS}"))


def _reasons(path: Path, place: str) -> tuple[Reason, ...]:
    if not is_there(path):
        return ()
    file = read_toml(path, place)
    file.expect_keys(("survivor",), "the file")
    found = []
    for table in file.tables("survivor"):
        table.expect_keys(("faults", "reason"), "a survivor")
        found.append(Reason(table.texts("faults"), table.text("reason")))
    return tuple(found)


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def sentence(found: Json) -> str:
    """How far HOLDS IN SCOPE may be trusted."""
    numbers = found["figures"]
    low, high = found["between"]
    differ, both, every = numbers["differ"], numbers["both"], numbers["all"]
    if not found["tried"]:
        return f"Of {found['every']} faults 0 were tried: how far HOLDS IN SCOPE may be trusted is not known."
    drawn = found["seed"] is not None
    of = f"{found['tried']} of {found['every']} faults, drawn at random," if drawn else f"{found['tried']} faults"
    sure = f" ({100 * low:.0f} to {100 * high:.0f} % with 95 % confidence)" if drawn else ""
    where = ""
    if found.get("stopped"):
        where = f" in the {sum(found['scopes'].values())} of {sum(found['wanted'].values())} scopes that were looked at"
    if not differ:
        return f"Of {of} put into the rules, 0 made a difference{where}."
    who = "scopes" if found.get("no_sweep") else "scopes and sweep"
    return (
        f"Of {of} put into the rules, {differ} made a difference{where}: {who} noticed "
        f"{percent(both, differ)}{sure}, with scenarios {percent(every, differ)}; "
        "of the others HOLDS IN SCOPE says nothing."
    )


def trust(root: Path, ruleset: str) -> str:
    """The sentence, of what is kept; empty where nothing is."""
    one = load(root, ruleset)
    return sentence(one.found) if one is not None else ""
