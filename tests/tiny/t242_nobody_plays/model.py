# whole
"""Nobody plays: all that happens is by chance, and no player is invented for it."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, domain, state

book = Ruleset("t242_nobody_plays")


class Hand(Sort):
    """A hand of a clock that goes round by itself."""


@state
class State:
    """What it shows."""

    at: Map[Hand, Annotated[int, Range(0, 2)]]


@book.initial("1")
def begin(s: State, first: Annotated[int, Range(0, 2)]) -> None:
    """All at one number."""
    for h in Hand:
        s.at[h] = first


@book.chance("2")
def tick(s: State, hand: Hand) -> None:
    """One further."""
    domain(s.at[hand] < 2)
    s.at[hand] += 1


@book.chance("2")
def strike(s: State, hand: Hand) -> None:
    """From the last number to the first."""
    domain(s.at[hand] == 2)
    s.at[hand] = 0


checks = Checks(book)


@checks.always("9")
def all_alike(s: State) -> bool:
    return all(s.at[h] == s.at[k] for h in Hand for k in Hand)


@checks.leads_to("9", fair=(tick.each("hand"), strike.each("hand")))
def each_strikes(s: State) -> tuple[bool, bool]:
    return all(s.at[h] == 1 for h in Hand), any(s.at[h] == 0 for h in Hand)


@checks.possible("9")
def all_can_be_at_two(s: State) -> bool:
    return all(s.at[h] == 2 for h in Hand)
