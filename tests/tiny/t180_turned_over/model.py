"""A draw pile, a discard pile that is turned over to draw from again."""

from ruleslawyer.lang import Pile, Ruleset, Sort, effect, state

book = Ruleset("t180_turned_over")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""


@state
class State:
    draw: Pile[Card]
    discard: Pile[Card]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts: the scope lays the draw pile."""


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
def discard(s: State, who: Player) -> None:
    """The top card of the draw pile goes on the discard pile."""
    with effect("2"):
        s.discard = s.discard.with_top(s.draw.top)
        s.draw = s.draw.without_top()


@discard.permit("2")
def may_discard(s: State, who: Player) -> bool:
    return len(s.draw) > 0


@book.action("3")
def turn_over(s: State, who: Player) -> None:
    """The discard pile is turned over, and is the draw pile."""
    with effect("3"):
        s.draw = s.discard.reversed()
        s.discard = Pile()


@turn_over.permit("3")
def may_turn_over(s: State, who: Player) -> bool:
    return len(s.draw) == 0
