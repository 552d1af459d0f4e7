"""MegaCorp: every card is in one place, and every place keeps what the book says of it.

That a card's owner never changes (1.3.3) is how cards are made here: an owner is an attribute of a card, which no rule
can write. What could break it is a card in a pile of somebody else, and that is looked for in every state.
"""

from __future__ import annotations

from model.megacorp.actions import reveal_comes_first
from model.megacorp.frames import Placing
from model.megacorp.places import beneath, on_top, place_of
from model.megacorp.state import Card, Player, Slot, State, Step, Zone, knows_the_card, megacorp
from model.megacorp.turns import has_turns, on_turn
from ruleslawyer.lang import Checks, is_open

checks = Checks(megacorp)


@checks.sometimes("3.6.1a")
def an_open_market_holds_cards(s: State) -> bool:
    """Some open market is not empty."""
    return any(len(s.market[p]) > 0 for p in Player)


@checks.always("3.1.1a", reached=an_open_market_holds_cards, given=True)
def open_markets_hold_what_is_in_them(s: State) -> bool:
    """A card is in the pile of an open market exactly when that is its zone, and in its owner's (3.1.2); cards of a
    searched market that have no place in it yet are apart (6.11.2)."""
    return all(
        (c in s.market[p]) == (s.zone[c] == Zone.MARKET and c.owner == p and not s.to_shuffle[c])
        for c in Card
        for p in Player
    )


@checks.sometimes("3.4.4d")
def a_card_lies_beneath_a_resource_deck(s: State) -> bool:
    """A revealed resource was put to the bottom."""
    return any(s.zone[c] == Zone.SUNK for c in Card)


@checks.always("3.4.4d", reached=a_card_lies_beneath_a_resource_deck, given=True)
def the_bottom_of_a_resource_deck_holds_what_is_in_it(s: State) -> bool:
    """A card is beneath a resource deck exactly when that is its zone, or was, and it is being placed."""
    return all(
        (c in s.sunk[p]) == (s.zone[c] == Zone.SUNK and c.owner == p)
        or (is_open(s, Placing) and s.zone[c] == Zone.SUNK)
        for c in Card
        for p in Player
    )


@checks.sometimes("5.1.6a")
def a_resource_is_revealed(s: State) -> bool:
    """A resource card is on offer."""
    return any(s.zone[c] == Zone.REVEALED for c in Card)


@checks.always("5.1.6a", reached=a_resource_is_revealed, given=True)
def one_resource_is_revealed_at_a_time(s: State) -> bool:
    """The top card is revealed: one for each player, at most."""
    return all(sum(1 for c in Card if s.zone[c] == Zone.REVEALED and c.owner == p) <= 1 for p in Player)


@checks.always("5.1.6a", "6.4.3b", reached=a_resource_is_revealed)
def resources_are_revealed_in_their_owners_turn(s: State) -> bool:
    """A revealed resource is on offer in its owner's turn, until phase B is over at the latest; or its owner has no
    more turns."""
    return all(
        s.zone[c] != Zone.REVEALED
        or (
            has_turns(s)
            and (
                c.owner not in s.order
                or (
                    on_turn(s, c.owner)
                    and (
                        s.step in (Step.OFFER, Step.BUY)
                        or (s.step in (Step.DRAW, Step.DRAWN) and reveal_comes_first(s))
                    )
                )
            )
        )
        for c in Card
    )


@checks.always("1.3.3", "3.1.2", "3.4.4d", reached=an_open_market_holds_cards)
def piles_are_of_one_owner(s: State) -> bool:
    """The cards on an open market, or beneath a resource deck, are that player's own."""
    return all(c.owner == p for p in Player for c in Card if c in s.market[p] or c in s.sunk[p])


@checks.always("1.3.3", "3.1.2", reached=an_open_market_holds_cards, given=True)
def what_left_a_network_is_its_owners(s: State) -> bool:
    """Piles hold cards of their owners alone, and nothing is left of a purchase once a card is neither in play, being
    played, nor back in a hand (3.3.7)."""
    return all(c.owner == p for p in Player for c in Card if c in s.market[p] or c in s.sunk[p]) and all(
        s.buyer[c] is None or s.zone[c] == Zone.NETWORK or s.zone[c] == Zone.STACK or s.zone[c] == Zone.HAND
        for c in Card
    )


@checks.sometimes("3.2.2a")
def a_card_changed_hands(s: State) -> bool:
    """A card that somebody else brought is in play under a buyer."""
    return any(s.zone[c] == Zone.NETWORK and s.buyer[c] is not None for c in Card)


@checks.always("1.3.3", reached=a_card_changed_hands, given=True)
def nobody_is_the_buyer_of_the_own_card(s: State) -> bool:
    """Whoever brought a card owns it, and has not bought it from anybody."""
    return all(s.buyer[c] != c.owner for c in Card)


@checks.sometimes("3.8.1a")
def a_network_holds_cards(s: State) -> bool:
    """A card is in play."""
    return any(s.zone[c] == Zone.NETWORK for c in Card)


@checks.always("3.8.1a", reached=a_network_holds_cards, given=True)
def what_is_in_a_network_has_a_space(s: State) -> bool:
    """A card of a network lies in a space, or beneath one that does, until it is about to leave; no other card does."""
    return all((place_of(s, c) is not None) == (s.zone[c] == Zone.NETWORK) or s.fate[c] is not None for c in Card)


@checks.always("9.28.4", reached=a_network_holds_cards, given=True)
def one_card_lies_in_a_space(s: State) -> bool:
    """Two cards share a space only if one is bonded to the other."""
    return all(sum(1 for c in Card if s.slot[c] == slot) <= 1 for slot in Slot)


@checks.sometimes("3.3.1")
def a_card_is_bonded(s: State) -> bool:
    """A card lies beneath another one."""
    return any(s.under[c] is not None for c in Card)


@checks.always("3.3.1", reached=a_card_is_bonded, given=True)
def bonded_cards_lie_beneath_a_card_on_top(s: State) -> bool:
    """What a bonded card lies beneath, until it is about to leave, is on top of a space, not beneath another one; or on
    the stack, with its pile."""
    return all(
        s.under[c] is None
        or s.fate[c] is not None
        or any(beneath(s, c, top) and (on_top(s, top) or goes_along(s, c, top)) for top in Card)
        for c in Card
    )


def goes_along(s: State, card: Card, top: Card) -> bool:
    """Whether a bonded card is on its way from one network to another with the card above it."""
    return s.zone[card] == Zone.STACK and top in s.stack and s.zone[top] == Zone.STACK


@checks.always("3.5.3b", "3.7.2b")
def hands_and_decks_are_hidden(s: State) -> bool:
    """A player knows no card of a rival's hand or decks, but what he has bought or was shown."""
    return not any(
        knows_the_card(s, c, p)
        for c in Card
        for p in Player
        if s.zone[c] in (Zone.MAIN, Zone.RESOURCE, Zone.HAND) and c.owner != p and s.buyer[c] != p and not s.shown[c]
    )


@checks.always("3.6.3c", reached=an_open_market_holds_cards)
def open_markets_are_open(s: State) -> bool:
    """Every player knows every card of an open market."""
    return all(knows_the_card(s, c, p) for c in Card for p in Player if s.zone[c] == Zone.MARKET)


@checks.always("8.3.1a", reached=a_card_lies_beneath_a_resource_deck)
def what_sank_is_known(s: State) -> bool:
    """A resource that was revealed, and lies beneath its deck, is known to all."""
    return all(knows_the_card(s, c, p) for c in Card for p in Player if s.zone[c] == Zone.SUNK)
