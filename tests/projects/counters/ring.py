"""Tokens in a ring: each is handed to the left, one at a time, and none is made or lost."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Constants, Map, Range, Ruleset, Sort, effect, number, state

ring = Ruleset("ring")
ring.closed_world(assumed="tokens do nothing but go round")

Tokens = Annotated[int, Range(0, cite="1")]


class Player(Sort):
    left: Player
    banker: bool


class Numbers(Constants):
    tokens: Tokens = number(3, "1")


@state
class State:
    tokens: Map[Player, Tokens]


@ring.initial("1")
def dealt(s: State) -> None:
    """The banker has all tokens."""
    with effect("1"):
        for p in Player:
            s.tokens[p] = Numbers.tokens if p.banker else 0


@ring.awaits
def anybody(s: State) -> frozenset[Player]:
    """Whoever wants to."""
    return frozenset(Player)


@ring.ended()
def never(s: State) -> bool:
    """They go round for ever."""
    return False


@ring.winners()
def nobody(s: State) -> frozenset[Player]:
    """It is no contest."""
    return frozenset()


@ring.action("2")
def hand(s: State, who: Player) -> None:
    """Hand a token to the left."""
    with effect("2"):
        s.tokens[who] -= 1
        s.tokens[who.left] += 1


@hand.permit("2")
def has_one(s: State, who: Player) -> bool:
    """Who has one."""
    return s.tokens[who] >= 1


checks = Checks(ring)


@checks.always("1")
def nobody_has_more_than_all(s: State) -> bool:
    """True, and not inductive: it takes the sum."""
    return all(s.tokens[p] <= Numbers.tokens for p in Player)
