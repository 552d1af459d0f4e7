"""Two buckets: measure an amount by filling, emptying and pouring. One clause forbids results, whatever the action."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, defines, effect, state

buckets = Ruleset("buckets")
buckets.closed_world(assumed="the text lists the only possible actions")

Litres = Annotated[int, Range(0)]


@defines("1.1")
class Solver(Sort):
    """Whoever measures, and how much is wanted."""

    goal: Litres


@defines("1.1")
class Bucket(Sort):
    """A bucket."""

    size: Litres
    starting: bool


@state
class State:
    begun: bool
    water: Map[Bucket, Litres]


@buckets.initial("1.1")
def all_empty(s: State) -> None:
    """Nothing has been done yet."""


@buckets.awaits
def anybody(s: State) -> frozenset[Solver]:
    """The one who measures."""
    return frozenset(Solver)


@buckets.ended("4.1")
def measured(s: State) -> bool:
    """A bucket holds what is wanted."""
    return any(s.water[b] == p.goal for b in Bucket for p in Solver) and s.begun


@buckets.winners()
def nobody(s: State) -> frozenset[Solver]:
    """It is no contest."""
    return frozenset()


@buckets.action("2.3")
def fill(s: State, who: Solver, bucket: Bucket) -> None:
    """Fill a bucket."""
    with effect("2.3"):
        s.water[bucket] = bucket.size
        s.begun = True


@fill.permit("2.3")
def not_full(s: State, who: Solver, bucket: Bucket) -> bool:
    """One that is not full."""
    return s.water[bucket] < bucket.size


@fill.forbid("1.2", over=not_full, because="what comes first is said apart from what is possible")
def starting_one_first(s: State, who: Solver, bucket: Bucket) -> bool:
    """The first to be filled is the starting bucket."""
    return not s.begun and not bucket.starting


@fill.forbid("3.1", over=not_full, because="the text: after an action it may not be so")
def fills_the_other_alone(s: State, who: Solver, bucket: Bucket) -> bool:
    """The other becomes full while the starting bucket is empty."""
    return not bucket.starting and any(b.starting and s.water[b] == 0 for b in Bucket)


@buckets.action("2.2")
def empty(s: State, who: Solver, bucket: Bucket) -> None:
    """Empty a bucket."""
    with effect("2.2"):
        s.water[bucket] = 0


@empty.permit("2.2")
def not_empty(s: State, who: Solver, bucket: Bucket) -> bool:
    """One that holds something."""
    return s.water[bucket] > 0


@empty.forbid("3.1", over=not_empty, because="the text: after an action it may not be so")
def leaves_the_other_full(s: State, who: Solver, bucket: Bucket) -> bool:
    """The starting bucket becomes empty while the other is full."""
    return bucket.starting and any(s.water[b] == b.size for b in Bucket if b != bucket)


@buckets.action("2.1a")
def pour(s: State, who: Solver, source: Bucket, target: Bucket) -> None:
    """Pour one bucket into the other."""
    with effect("2.1b"):
        poured = min(s.water[source], target.size - s.water[target])
        s.water[source] -= poured
        s.water[target] += poured


@pour.domain
def into_the_other(s: State, who: Solver, source: Bucket, target: Bucket) -> bool:
    return source != target


@pour.permit("2.1a")
def something_moves(s: State, who: Solver, source: Bucket, target: Bucket) -> bool:
    """There is water, and room for it."""
    return s.water[source] > 0 and s.water[target] < target.size


@pour.forbid("3.1", over=something_moves, because="the text: after an action it may not be so")
def pours_itself_out(s: State, who: Solver, source: Bucket, target: Bucket) -> bool:
    """The last of the starting bucket just fills the other."""
    return source.starting and s.water[source] + s.water[target] == target.size
