"""MegaCorp: the decks that a scope brings to the table, against the rules on building them (4.1, 2.2)."""

from __future__ import annotations

from model.megacorp.state import Back, Card, Kind, Numbers, Player, State, megacorp
from model.megacorp.words import named_alike
from ruleslawyer.lang import Checks

checks = Checks(megacorp)


def size(who: Player, back: Back) -> int:
    """How many cards of one back a player brings."""
    return sum(1 for c in Card if c.owner == who and c.back == back)


def copies(card: Card, back: Back) -> int:
    """How many cards of this name its owner has in one deck."""
    return sum(1 for c in Card if c.owner == card.owner and c.back == back and named_alike(c, card))


@checks.sometimes("4.1.1a")
def decks_are_brought(s: State) -> bool:
    """Some card belongs into a deck."""
    return any(c.back != Back.TABLE for c in Card)


@checks.always("4.1.2b", "4.1.3b", "4.1.2c", "4.1.3c", "2.2.2", reached=decks_are_brought)
def decks_are_legal(s: State) -> bool:
    """Both decks have their least sizes; of one name no more than four are in a main deck, any number in the other."""
    return all(
        size(p, Back.BLUE) >= Numbers.main_deck and size(p, Back.GREEN) >= Numbers.resource_deck for p in Player
    ) and all(copies(c, Back.BLUE) <= Numbers.copies for c in Card if c.back == Back.BLUE)


@checks.always("4.1.2a", "4.1.3a", "4.1.1c", "4.1.1d", reached=decks_are_brought)
def decks_hold_cards_of_the_four_types(s: State) -> bool:
    """A Business and a Founder are brought besides the decks, and so are tokens."""
    return all(c.kind != Kind.BUSINESS and c.kind != Kind.FOUNDER and not c.token for c in Card if c.back != Back.TABLE)
