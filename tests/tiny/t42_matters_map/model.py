"""Each entry of a map that means nothing is at its default."""

from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, effect, state

book = Ruleset("t42_matters_map")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""


@state
class State:
    played: frozenset[Card]
    mark: Map[Card, Annotated[int, Range(0, 1)]]


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


@book.matters("mark")
def in_play(s: State, card: Card) -> bool:
    return card in s.played


@book.action("2")
def play(s: State, who: Player, card: Card) -> None:
    """Play a card, marked."""
    with effect("2"):
        s.played = s.played | frozenset({card})
        s.mark[card] = 1


@play.permit("2")
def from_hand(s: State, who: Player, card: Card) -> bool:
    return card not in s.played


@book.action("3")
def recall(s: State, who: Player, card: Card) -> None:
    """Take it back."""
    with effect("3"):
        s.played = s.played - frozenset({card})


@recall.permit("3")
def from_play(s: State, who: Player, card: Card) -> bool:
    return card in s.played
