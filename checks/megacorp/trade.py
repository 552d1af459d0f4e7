"""MegaCorp, 3.2, 3.6, 5.2 and 5.4: what may be bought, what may be sold, and what producing traits takes."""

from __future__ import annotations

from model.megacorp.buying import (
    buy_engaged,
    buy_from_market,
    for_sale,
    loyal_outlives_engaging,
    network_makes_it_opposing,
)
from model.megacorp.places import is_engaged, network_of
from model.megacorp.producing import may_engage_cards_of_others, produce
from model.megacorp.selling import sell
from model.megacorp.state import Card, Keyword, Kind, Player, Slot, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import on_turn, settled
from model.megacorp.words import bears, controller, is_null
from ruleslawyer.lang import Checks

checks = Checks(megacorp)


@checks.step("3.6.3b", "3.6.3c", "8.8.5b", of=buy_from_market)
def only_the_top_of_a_market_is_bought(before: State, after: State, who: Player, card: Card) -> bool:
    """A purchase is about the top card of an open market, one that is not out of reach; it costs nothing yet."""
    return (
        before.market[card.owner].top == card
        and not before.frozen[card]
        and all(after.money[p] == before.money[p] for p in Player)
    )


@checks.step("3.2.2a", "3.2.2b", "9.17.1a", of=buy_engaged)
def only_engaged_cards_of_others_are_bought(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """What is bought out of a network is engaged, somebody else's by control or by the network, and not LOYAL, unless
    an engaged card has lost that."""
    holder = network_of(before, card) if network_makes_it_opposing(before) else controller(before, card)
    protected = bears(before, card, Keyword.LOYAL) and loyal_outlives_engaging(before)
    return for_sale(before, who, card) and holder != who and not protected


@checks.step("5.2.3a", "5.2.3b", of=buy_engaged)
def nothing_is_bought_too_early(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """Out of an opponent's network nobody buys before each opponent who is in the game has had two turns, as a reader
    might expect."""
    return network_of(before, card) == who or all(before.turns[p] >= 2 or before.lost[p] for p in Player if p != who)


@checks.step("3.2.6", "5.4.3", "9.17.1c", "5.4.1d", of=sell)
def what_is_sold_may_be(before: State, after: State, who: Player, card: Card) -> bool:
    """What is sold is neither engaged, nor a Business, nor LOYAL, nor beneath another card; it is the seller's; and
    nothing is being played or about to leave meanwhile."""
    return (
        settled(before)
        and before.under[card] is None
        and not (before.zone[card] == Zone.NETWORK and is_engaged(before, card))
        and card.kind != Kind.BUSINESS
        and not bears(before, card, Keyword.LOYAL)
        and controller(before, card) == who
    )


@checks.step("5.4.2", "5.4.1a", of=sell)
def one_card_is_sold_in_a_turn(before: State, after: State, who: Player, card: Card) -> bool:
    """The turn player sells, in phase D, one card; a reader might not expect that the others may as well (6.9.1)."""
    return before.step == Step.DIVEST and not before.sold and after.sold and on_turn(before, who)


@checks.step("6.7.2b", "6.7.3b", "6.7.4", "3.3.3d", of=produce)
def producing_engages_an_upright_card(before: State, after: State, who: Player, card: Card, trait: Trait) -> bool:
    """Traits come from an upright card on top of its space that has the trait, and engage it."""
    return (
        not is_engaged(before, card)
        and before.under[card] is None
        and not is_null(card, trait)
        and after.engaged[card]
        and after.pool[who][trait] >= before.pool[who][trait]
    )


@checks.step("6.7.3a", of=produce)
def players_produce_with_their_own(before: State, after: State, who: Player, card: Card, trait: Trait) -> bool:
    """Players engage only what they control, unless the text is read to allow any card in play."""
    return controller(before, card) == who or may_engage_cards_of_others(before)
