"""The shortfalls of the last whole check of a ruleset, noted so that they alone can be asked again."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruleslawyer.base.files.kept import read_note, write_note
from ruleslawyer.check.result import Shortfall


@dataclass(frozen=True, slots=True)
class Failed:
    """The parts of a check to ask again. properties: those that scopes or the solver left short."""

    scopes: tuple[str, ...]
    findings: tuple[str, ...]
    properties: frozenset[str]
    proofs: bool
    options: bool
    engines: bool
    limits: bool

    def __bool__(self) -> bool:
        return bool(self.scopes or self.findings or self.proofs or self.options or self.engines or self.limits)

    def left_out(
        self,
        scopes: Collection[str],
        findings: int,
        *,
        proofs: bool,
        options: bool,
        engines: bool,
        limits: bool,
    ) -> tuple[str, ...]:
        """The parts of a whole check that this one does not ask, in words."""
        asked, known = len(self.scopes), len(self.findings)
        parts = (
            (asked < len(scopes), f"{len(scopes) - asked} of {len(scopes)} scopes"),
            (known < findings, f"{findings - known} of {findings} findings"),
            (proofs and not self.proofs, "the proofs"),
            (options and not self.options, "what other options show"),
            (engines and not self.engines, "the comparison of the explorers"),
            (limits and not self.limits, "the known limits"),
        )
        return tuple(words for left, words in parts if left)


def failures(short: Iterable[Shortfall], scopes: Collection[str], findings: Collection[str]) -> Failed:
    """The shortfalls whose scope or finding still exists."""
    short = tuple(short)
    named = {name for one in short if one.kind in _IN_SCOPES for name in one.scope.split(", ")}
    kinds = {one.kind for one in short}
    return Failed(
        tuple(scopes) if "never_live" in kinds else tuple(name for name in scopes if name in named),
        tuple(dict.fromkeys(one.subject for one in short if one.kind == "finding" and one.subject in findings)),
        frozenset(one.subject for one in short if one.kind in ("property", "proof")),
        "proof" in kinds or any(one.kind == "trace" and one.scope not in scopes for one in short),
        not kinds.isdisjoint(("option", "promise")),
        "engines" in kinds,
        "limit" in kinds,
    )


_IN_SCOPES = ("event", "deadlock", "property", "trace", "incomplete", "option", "engines", "limit")
"""What is found where a scope is explored."""


def keep(root: Path, ruleset: str, short: Iterable[Shortfall]) -> None:
    """Note what fell short."""
    write_note(root, _name(ruleset), [{"kind": one.kind, "scope": one.scope, "subject": one.subject} for one in short])


def recall(root: Path, ruleset: str) -> tuple[Shortfall, ...] | None:
    """Reads the shortfalls of the last check; None where there was none, or what was noted cannot be read."""

    def reading(found: Any) -> tuple[Shortfall, ...]:
        return tuple(Shortfall(one["kind"], str(one["scope"]), str(one["subject"]), "") for one in found)

    return read_note(root, _name(ruleset), reading)


def _name(ruleset: str) -> str:
    return f"last-check/{ruleset}.short"
