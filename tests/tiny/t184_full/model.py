"""A clause promises how many cards a hand holds: one more is a violation."""

from typing import Annotated

from ruleslawyer.lang import Pile, Ruleset, Size, Sort, effect, state

book = Ruleset("t184_full")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""


@state
class State:
    hand: Annotated[Pile[Card], Size(1, cite="4")]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def draw(s: State, who: Player, card: Card) -> None:
    """A card goes under the hand."""
    with effect("2"):
        s.hand = s.hand.with_bottom(card)


@draw.permit("2")
def may_draw(s: State, who: Player, card: Card) -> bool:
    return True


@book.action("3")
def play(s: State, who: Player) -> None:
    """The bottom card is played."""
    with effect("3"):
        s.hand = s.hand.without_bottom()


@play.permit("3")
def may_play(s: State, who: Player) -> bool:
    return True
