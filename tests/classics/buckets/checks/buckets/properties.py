"""What the rules of the puzzle promise."""

from __future__ import annotations

from model.buckets.rules import Bucket, Solver, State, buckets

from ruleslawyer.lang import Checks

checks = Checks(buckets)


@checks.sometimes("4.1")
def can_be_measured(s: State) -> bool:
    """The goal can be reached."""
    return any(s.water[b] == p.goal for b in Bucket for p in Solver) and s.begun


@checks.always("3.1")
def start_not_empty_beside_full(s: State) -> bool:
    """Never is the starting bucket empty and the other full."""
    return not any(b.starting and s.water[b] == 0 and s.water[c] == c.size for b in Bucket for c in Bucket if b != c)


@checks.always("1.1")
def nothing_spills(s: State) -> bool:
    """No bucket holds more than it can."""
    return all(s.water[b] <= b.size for b in Bucket)
