"""MegaCorp, chapters 1 to 9: what answers promise to findings of low severity, in their own words and of no rule."""

from __future__ import annotations

from checks.megacorp.promises import free_to_act, is_struck
from checks.megacorp.promises_block import lies_with_a_terrain
from model.megacorp.activating import activate
from model.megacorp.bidding import drop_out, who_has_no_number_drops_out
from model.megacorp.damage import assassins_annihilate_the_indestructible
from model.megacorp.development import engaging_is_a_cost
from model.megacorp.disaster import crises_shuffle_the_market
from model.megacorp.frames import CardBid, Disaster
from model.megacorp.leaving import goes_back_to_its_owner
from model.megacorp.places import is_engaged, on_top
from model.megacorp.playing import others_build_upon_a_terrain
from model.megacorp.searching import a_search_says_so
from model.megacorp.selling import what_lies_beneath_is_destroyed
from model.megacorp.state import Card, Does, Fate, Keyword, Player, State, Trait, When, Zone, in_hand_of, megacorp
from model.megacorp.turns import who_has_lost_is_out
from model.megacorp.words import bears, controller, is_event, is_null, keeper, score
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(megacorp)

# --- who has no number to bid (finding 007) -----------------------------------------------------------------------


@checks.promise(who_has_no_number_drops_out.without_a_number_one_drops_out, "3.6.5b", "8.7.2a", "8.7.2c")
def whoever_cannot_bid_more_than_the_price_drops_out(s: State) -> bool:
    """In a bid for a card that is no event, whoever still has to bid and has no more money than its price may drop
    out."""
    return not is_open(s, CardBid) or all(
        p not in frame_of(s, CardBid).awaits
        or frame_of(s, CardBid).lot != c
        or is_event(c)
        or s.money[p] > c.cost
        or allows(drop_out, s, p)
        for p in Player
        for c in Card
    )


# --- who has lost (finding 031) -----------------------------------------------------------------------------------


def has_an_ability_for_nothing(s: State, card: Card) -> bool:
    """A card on top of its space has an ability that is used at any time, costs nothing and needs no target."""
    return (
        on_top(s, card)
        and card.when == When.ACTIVATED
        and card.does in (Does.DRAW, Does.GAIN)
        and card.fee == 0
        and all(card.trait_fee[t] == 0 for t in Trait)
    )


@checks.promise(who_has_lost_is_out.he_decides_all_the_same, "1.2.2a", "7.2.2a")
def whoever_has_lost_uses_abilities(s: State) -> bool:
    """In a turn of somebody else, while nothing is under way, a player who has lost may use what costs nothing of a
    card of his or hers that still lies there."""
    return all(
        not s.lost[p]
        or not has_an_ability_for_nothing(s, c)
        or controller(s, c) != p
        or not any(free_to_act(s, q) for q in Player)
        or allows(activate, s, p, c)
        for p in Player
        for c in Card
    )


# --- DEVELOPMENT (finding 102) ------------------------------------------------------------------------------------


@checks.promise(engaging_is_a_cost.paid_on_activation, "7.2.1c", "9.29.3a")
def who_works_for_development_is_engaged_at_once(before: State, after: State) -> bool:
    """As DEVELOPMENT is used, the character that it names lies engaged, before any counters come. One that lies with
    a TERRAIN is left out: whether it can be engaged is asked elsewhere."""
    return all(
        c not in after.stack
        or after.doing[c] != Does.DEVELOP
        or (c in before.stack and before.doing[c] == Does.DEVELOP)
        or any(after.target[c] == d and (is_engaged(after, d) or lies_with_a_terrain(after, d)) for d in Card)
        for c in Card
    )


# --- ASSASSIN and INDESTRUCTIBLE (finding 109) --------------------------------------------------------------------


@checks.promise(assassins_annihilate_the_indestructible.annihilated_in_place_of_being_destroyed, "9.3.1c", "9.15.1b")
def an_assassin_annihilates_what_cannot_be_destroyed(before: State, after: State) -> bool:
    """An INDESTRUCTIBLE card that the blow of an attacker with ASSASSIN brings to zero is annihilated, or about to
    be."""
    return all(
        before.attacker != a
        or before.contested != t
        or not bears(before, a, Keyword.ASSASSIN)
        or not bears(before, c, Keyword.INDESTRUCTIBLE)
        or bears(before, c, Keyword.REGENERATE)
        or not on_top(before, c)
        or not is_struck(before, c)
        or is_null(c, t)
        or not is_brought_to_zero(before, after, c, t)
        or after.fate[c] == Fate.ANNIHILATED
        or after.zone[c] == Zone.ANNIHILATED
        for a in Card
        for c in Card
        for t in Trait
    )


def is_brought_to_zero(before: State, after: State, card: Card, trait: Trait) -> bool:
    """Damage is done to a card in this step, and nothing of its score in that trait is left."""
    return after.damage[card][trait] > before.damage[card][trait] and score(after, card, trait) == 0


# --- what was searched (finding 145) ------------------------------------------------------------------------------


@checks.promise(a_search_says_so.a_rule_is_no_effect, "3.6.4c", "6.11.2b")
def nothing_of_an_open_market_is_shuffled(before: State, after: State) -> bool:
    """No card of an open market comes to be shuffled, but where a search for crises has that done."""
    return all(not after.to_shuffle[c] or before.to_shuffle[c] for c in Card) or (
        is_open(before, Disaster) and crises_shuffle_the_market(before)
    )


# --- what lies beneath a card that is sold (finding 183) ----------------------------------------------------------


@checks.promise(what_lies_beneath_is_destroyed.the_others_are_discarded, "3.3.8d")
def what_lies_beneath_a_sold_card_is_discarded(before: State, after: State) -> bool:
    """As a card is sold, each card beneath it is discarded, and none destroyed."""
    return all(
        before.fate[c] is not None
        or after.fate[c] != Fate.SOLD
        or before.under[d] != c
        or after.fate[d] == Fate.DISCARDED
        for c in Card
        for d in Card
    )


# --- what goes back to a hand (finding 185) -----------------------------------------------------------------------


@checks.promise(goes_back_to_its_owner.to_the_hand_of_its_owner, "1.3.3", "3.1.2")
def what_goes_back_to_a_hand_goes_to_its_owners(before: State, after: State) -> bool:
    """A card that goes from a network back to a hand is in the hand of the player who brought it."""
    return all(
        before.zone[c] != Zone.NETWORK or after.zone[c] != Zone.HAND or in_hand_of(after, c, c.owner) for c in Card
    )


# --- upon a terrain (finding 219) ---------------------------------------------------------------------------------


@checks.promise(others_build_upon_a_terrain.its_text_speaks_to_its_controller, "1.3.4b", "9.28.1a", "9.28.4")
def only_its_controller_builds_upon_a_terrain(before: State, after: State) -> bool:
    """A card that is deployed upon a TERRAIN is deployed by the player who controls the TERRAIN."""
    return all(
        before.zone[c] == Zone.NETWORK
        or not on_top(before, d)
        or after.under[d] != c
        or after.zone[c] != Zone.NETWORK
        or not bears(before, d, Keyword.TERRAIN)
        or bears(before, d, Keyword.BOND)
        or controller(before, d) == keeper(after, c)
        for c in Card
        for d in Card
    )
