"""Whether two explorers say the same of a scope: counts, what was live, events and verdicts with how long plays are."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.rules import FOLLOWED
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.claims.verdict import UP_TO

EXACTLY = (
    *("reading", "rulings", "initial", "states", "transitions", "depth", "ended", "complete", "stopped"),
    *("live", "decisive", "effects", "never_live", "never_permitted", "deadlocked", "replayed_by"),
    *("rims", "unreplayed"),
)


def differences(one: ScopeResult, other: ScopeResult) -> tuple[str, ...]:
    """Differences between two results of one scope, in words; which shortest play is shown is left to each."""
    passes = None not in (one.contracted, other.contracted)
    return tuple(
        f"{name}: {one.engine} says {mine}, {other.engine} says {theirs}"
        for name, mine, theirs in _unlike(_comparable(one, passes), _comparable(other, passes))
    )


def _unlike(one: Mapping[str, object], other: Mapping[str, object]) -> list[tuple[str, object, object]]:
    return [(key, one.get(key), other.get(key)) for key in {**one, **other} if one.get(key) != other.get(key)]


def _comparable(found: ScopeResult, passes: bool) -> Json:
    """`passes`: whether both know which passes are forced, and so the rounds of those."""
    return {
        **{name: getattr(found, name) for name in EXACTLY},
        **{f"event {' '.join(key)}": said for key, said in events_of(found, passes).items()},
        **{f"property {name}": said for name, said in verdicts_of(found).items()},
        "without forced passes": found.contracted if passes else None,
        "dead ends": sorted((d.unspoken, d.forbidden, d.states, d.trace.length) for d in found.deadlocks),
    }


def events_of(found: ScopeResult, passes: bool = True) -> dict[tuple[str, ...], tuple[bool, int, int]]:
    """For each event whether it is material, its distance from the start and the length of its play."""
    told = (e for e in found.events if passes or e.event.kind != "idle")
    return {e.event.key: (e.material, e.depth, e.trace.length) for e in told}


def verdicts_of(found: ScopeResult) -> dict[str, tuple[str, ...]]:
    """The word; the reason (but of what is not known, it may be any of several) and the length of the play."""
    return {
        v.name: (v.word, v.reason if v.word not in ("UNKNOWN", UP_TO) else "", str(v.trace.length if v.trace else None))
        if v.kind not in FOLLOWED  # a play that goes round, or leads where nothing helps, is any of several
        else (v.word,)
        for v in found.verdicts
    }
