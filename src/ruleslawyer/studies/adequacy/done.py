"""Progress of a run, a line of JSON for each scope, so that it goes on where it stopped."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from ruleslawyer.base.files.content import content, json_value
from ruleslawyer.base.files.journal import Journal, Line
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

KIND = "adequacy"


def asked_of(ruleset: LoadedRuleset) -> dict[str, str]:
    """Digests of the rules, and of all that says what would be noticed."""
    files = sorted(
        file
        for file in (ruleset.root / "checks" / ruleset.name).rglob("*")
        if file.suffix in (".toml", ".py", ".csv") and file.name != "survivors.toml"
    )
    checks = sha256(b"".join(file.name.encode() + content(file) for file in files)).hexdigest()[:16]
    return {"rules": ruleset.system.digest, "checks": checks}


def is_of(file: Path, ruleset: LoadedRuleset) -> bool:
    """Whether a run of these rules, with these checks, may go on from a file."""
    with suppress(OSError, ValueError, KeyError, AttributeError), suppress(OSError):
        header = json_value(content(file).partition(b"\n")[0])[KIND]
        return bool({key: header.get(key) for key in ("rules", "checks")} == asked_of(ruleset))
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
