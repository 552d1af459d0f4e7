"""MegaCorp: every card is in one place, and every place keeps what the book says of it."""

from __future__ import annotations

from model.megacorp.state import Card, Player, State, Step, Zone, megacorp
from ruleslawyer.lang import Checks

checks = Checks(megacorp)


@checks.sometimes("3.6.1a")
def an_open_market_holds_cards(s: State) -> bool:
    """Some open market is not empty."""
    return any(len(s.market[p]) > 0 for p in Player)


@checks.always("3.1.1a", reached=an_open_market_holds_cards)
def open_markets_hold_what_is_in_them(s: State) -> bool:
    """A card is in the pile of an open market exactly when that is its zone, and in its owner's (3.1.2)."""
    return all((c in s.market[p]) == (s.zone[c] == Zone.MARKET and c.owner == p) for c in Card for p in Player)


@checks.always("3.4.4d")
def the_bottom_of_a_resource_deck_holds_what_is_in_it(s: State) -> bool:
    """A card is beneath a resource deck exactly when that is its zone."""
    return all((c in s.sunk[p]) == (s.zone[c] == Zone.SUNK and c.owner == p) for c in Card for p in Player)


@checks.sometimes("5.1.6a")
def a_resource_is_revealed(s: State) -> bool:
    """A resource card is on offer."""
    return any(s.zone[c] == Zone.REVEALED for c in Card)


@checks.always("5.1.6a", reached=a_resource_is_revealed)
def one_resource_is_revealed_at_a_time(s: State) -> bool:
    """The top card is revealed: one for each player, at most."""
    return all(sum(1 for c in Card if s.zone[c] == Zone.REVEALED and c.owner == p) <= 1 for p in Player)


@checks.sometimes("3.2.2a")
def a_card_changed_hands(s: State) -> bool:
    """A card that somebody else brought is in play under a buyer."""
    return any(s.zone[c] == Zone.NETWORK and s.buyer[c] is not None for c in Card)


@checks.always("1.3.3", reached=a_card_changed_hands)
def bought_cards_are_in_the_buyers_network(s: State) -> bool:
    """Who bought a card has it in the own network."""
    return all(
        s.buyer[c] is None or (s.network[c] == s.buyer[c] and s.buyer[c] != c.owner)
        for c in Card
        if s.zone[c] == Zone.NETWORK
    )


@checks.always("1.3.2b")
def a_turn_belongs_to_somebody_still_in_the_game(s: State) -> bool:
    """While turns are played, the turn player has not lost, or the game is over."""
    return (
        s.step in (Step.START, Step.PICK, Step.PICKED, Step.SEATING)
        or sum(1 for p in Player if not s.lost[p]) <= 1
        or not s.lost[s.order.top]
    )
