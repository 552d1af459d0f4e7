"""Clauses that the last check of a ruleset saw to be decisive, noted for `spec RULESET`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruleslawyer.base.files.kept import read_note, write_note


@dataclass(frozen=True, slots=True)
class Seen:
    """Clauses that decided something in these scopes."""

    scopes: tuple[str, ...]
    decisive: frozenset[str]


def stamp(digest: str, scopes: Iterable[object]) -> str:
    """A digest of the rules together with the scopes that were explored."""
    return hashlib.sha256("\n".join([digest, *map(repr, scopes)]).encode()).hexdigest()


def keep(root: Path, ruleset: str, mark: str, seen: Seen) -> None:
    """Note a check under its stamp."""
    write_note(root, _name(ruleset), {"stamp": mark, "scopes": seen.scopes, "decisive": sorted(seen.decisive)})


def recall(root: Path, ruleset: str, stamp_of: Callable[[tuple[str, ...]], str | None]) -> Seen | None:
    """The last check, if it was one of these rules and scopes; `stamp_of` gives their stamp of today."""

    def reading(found: Any) -> Seen | None:
        scopes, decisive = tuple(found["scopes"]), frozenset(found["decisive"])
        whole = all(isinstance(name, str) for name in (*scopes, *decisive))
        return Seen(scopes, decisive) if whole and found["stamp"] == stamp_of(scopes) else None

    return read_note(root, _name(ruleset), reading)


def _name(ruleset: str) -> str:
    return f"last-check/{ruleset}"
