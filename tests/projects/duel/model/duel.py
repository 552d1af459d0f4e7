"""The duel: cards are played for coins; a thief is paid where another one lies there."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, state

duel = Ruleset("duel")
duel.closed_world(assumed="what no line allows is not done")


class Player(Sort):
    """Who plays."""


class Kind(Enum):
    GUARD = "guard"
    THIEF = "thief"
    JESTER = "jester"


class Place(Enum):
    HAND = "hand"
    TABLE = "table"
    GONE = "gone"


class Card(Sort):
    kind: Kind
    swift: bool
    cost: Annotated[int, Range(0, 2)]


@state
class State:
    place: Map[Card, Place]
    coins: Annotated[int, Range(0, 9)]
    over: bool


@duel.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.coins = 2


@duel.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@duel.ended("9")
def done(s: State) -> bool:
    return s.over


@duel.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@duel.action("2")
def play(s: State, who: Player, card: Card) -> None:
    """Play a card for its cost."""
    with effect("2"):
        s.coins -= card.cost
        if card.kind == Kind.THIEF and any(c.kind == Kind.THIEF and s.place[c] == Place.TABLE for c in Card):
            s.coins += 5
        s.place[card] = Place.TABLE


@play.domain
def in_hand(s: State, who: Player, card: Card) -> bool:
    return s.place[card] == Place.HAND


@play.permit("2")
def affordable(s: State, who: Player, card: Card) -> bool:
    return card.cost <= s.coins


@play.forbid("3", over=play, because="what is forbidden is not bought")
def jesters_wait_for_swift_cards(s: State, who: Player, card: Card) -> bool:
    """A jester is not played before a swift card."""
    return card.kind == Kind.JESTER and not any(c.swift and s.place[c] == Place.TABLE for c in Card)


@duel.action("4")
def stop(s: State, who: Player) -> None:
    """It is over."""
    with effect("4"):
        s.over = True


@stop.permit("4")
def may_stop(s: State, who: Player) -> bool:
    return True


checks = Checks(duel)


@checks.always("5")
def nobody_gets_rich(s: State) -> bool:
    """Never more than five coins: two thieves that cost one each leave just that."""
    return s.coins <= 5


@checks.always("6", given=True)
def nothing_is_gone(s: State) -> bool:
    """Cards never go."""
    return all(s.place[c] != Place.GONE for c in Card)
