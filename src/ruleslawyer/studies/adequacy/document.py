"""Adequacy as JSON: a run's figures, the faults that nobody notices, and some rows to ask again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.studies.adequacy.fate import Fate, by_kind, figures, interval
from ruleslawyer.studies.adequacy.run import Adequacy

EACH = 2
"""Rows that are kept of each kind and fate."""


def document(ruleset: str, digest: str, found: Adequacy) -> Json:
    """A run's findings as JSON, without how long it took."""
    options, numbers = found.options, figures(found.fates)
    drawn = bool(found.fates) and len(found.fates) + len(found.refused) < found.of
    low, high = interval(numbers["both"], numbers["differ"])
    return {
        "ruleset": ruleset,
        "rules": digest,
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "every": found.of,
        "tried": found.tried_count,
        "seed": options.seed if drawn else None,
        "refused": found.refused,
        "scopes": {by: found.scopes.get(by, 0) for by in ("hand", "reading", "sweep", "more")},
        "wanted": {by: found.wanted.get(by, 0) for by in ("hand", "reading", "sweep", "more")},
        "varied": found.varied or None,
        "no_sweep": found.no_sweep or None,
        "states": options.states,
        "left": found.left,
        "seconds_each": options.seconds,
        "slow": found.slow,
        "figures": numbers,
        "between": [round(low, 4), round(high, 4)],
        "kinds": by_kind(found.fates),
        "survivors": [fate.json() for fate in found.fates if fate.differs and not fate.is_noticed],
        "rows": [fate.json() for fate in _rows(found.fates)],
    }


def _rows(fates: Sequence[Fate]) -> Iterator[Fate]:
    """Some of each kind and each fate."""
    counts: dict[tuple[str, bool, bool], int] = {}
    for fate in fates:
        key = fate.fault.kind, bool(fate.hand), bool(fate.sweep)
        if fate.is_noticed and counts.setdefault(key, 0) < EACH:
            counts[key] += 1
            yield fate
