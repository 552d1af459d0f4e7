"""Rules that the last check of a ruleset saw to be decisive, kept in the project's build folder for `spec coverage`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.files.content import content, json_value
from ruleslawyer.files.write import write_whole

_LARGEST = 10_000_000


@dataclass(frozen=True, slots=True)
class Seen:
    """Clauses that decided something in these scopes."""

    scopes: tuple[str, ...]
    decisive: frozenset[str]


def stamp(digest: str, scopes: Iterable[object]) -> str:
    """A digest of the rules together with the scopes that were explored."""
    return hashlib.sha256("\n".join([digest, *map(repr, scopes)]).encode()).hexdigest()


def keep(root: Path, ruleset: str, mark: str, seen: Seen) -> None:
    """Remember a check under its stamp; a project that cannot be written to simply has none."""
    found = {"stamp": mark, "scopes": list(seen.scopes), "decisive": sorted(seen.decisive)}
    try:
        write_whole(_file(root, ruleset), json.dumps(found, indent=2) + "\n")
    except OSError:
        return


def recall(root: Path, ruleset: str, stamp_of: Callable[[tuple[str, ...]], str | None]) -> Seen | None:
    """The last check, if it was one of these rules and scopes; `stamp_of` gives their stamp of today."""
    path = _file(root, ruleset)
    try:
        if path.stat().st_size > _LARGEST:
            return None
        found = json_value(content(path))
        scopes, decisive = tuple(found["scopes"]), frozenset(found["decisive"])
        if not all(isinstance(name, str) for name in (*scopes, *decisive)) or found["stamp"] != stamp_of(scopes):
            return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Seen(scopes, decisive)


def _file(root: Path, ruleset: str) -> Path:
    return root / "build" / "last-check" / f"{ruleset}.json"
