"""MegaCorp, chapters 3, 5, 6 and 9: what answers promise to which the model once had no other."""

from __future__ import annotations

from checks.megacorp.promises import changes_hands, goes_to
from checks.megacorp.promises_turn import has_just_lost, is_discarded
from model.megacorp.automatic import use_automatic_ability
from model.megacorp.bidding import only_buyers_of_the_moment_bid
from model.megacorp.buying import abrupt_is_bought_in_turns_of_others
from model.megacorp.deeds import a_block_outlives_engaging, abilities_come_before_the_discards
from model.megacorp.frames import Claim
from model.megacorp.leaving import lay_down, orders_the_pile, undecided
from model.megacorp.moments import attacks_have_a_block_phase
from model.megacorp.places import is_engaged, network_of, on_top, orphaned
from model.megacorp.producing import a_business_is_used_for_traits, produce
from model.megacorp.regeneration import any_regeneration_turns_upright
from model.megacorp.state import Card, Does, Keyword, Kind, Player, State, Step, When, Zone, megacorp
from model.megacorp.turn import (
    bonds_outlast_the_turn,
    control_counts,
    money_is_counted_last,
    orphans_are_looked_for_again,
)
from model.megacorp.turns import is_out, on_turn
from model.megacorp.words import bears, controller, is_event
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(megacorp)

# --- what is bought (3.6, 3.8, 5.2) -------------------------------------------------------------------------------


@checks.promise(only_buyers_of_the_moment_bid.only_who_may_buy_it_now, "5.2.2a", "6.8.1c")
def only_the_turn_player_bids_for_other_cards(s: State) -> bool:
    """Whoever bids for a card of an open market that is neither an event nor ABRUPT is the player whose turn it is."""
    return not is_open(s, Claim) or all(
        frame_of(s, Claim).lot != c
        or s.zone[c] != Zone.MARKET
        or is_event(c)
        or c.keywords[Keyword.ABRUPT]
        or all(on_turn(s, p) for p in frame_of(s, Claim).bidders)
        for c in Card
    )


@checks.promise(abrupt_is_bought_in_turns_of_others.only_in_the_buyers_turn, "3.8.3b", "5.2.2a")
def assets_are_bought_in_the_buyers_turn(before: State, after: State) -> bool:
    """Whoever buys a card that is no event out of a network does so in his or her own turn."""
    return all(
        is_event(c) or not changes_hands(before, after, c) or on_turn(before, p) or not goes_to(before, after, c, p)
        for c in Card
        for p in Player
    )


@checks.promise(a_business_is_used_for_traits.it_is_of_a_fifth_type)
def nobody_uses_a_business_for_traits(s: State) -> bool:
    """No Business may be engaged for a trait."""
    return not any(c.kind == Kind.BUSINESS and allows(produce, s, p, c) for p in Player for c in Card)


# --- the turn (5.1, 5.5) ------------------------------------------------------------------------------------------


@checks.promise(control_counts.whatever_the_player_controls, "5.1.5a", "3.8.1a")
def players_turn_their_own_cards_upright(before: State, after: State) -> bool:
    """As cards are turned upright, those of the turn player are, in every network, and those of others are not."""
    return (
        before.step != Step.UPKEEP
        or after.step != Step.READY
        or all(
            not on_top(before, c)
            or (
                not after.engaged[c]
                if on_turn(before, controller(before, c))
                else after.engaged[c] == before.engaged[c]
            )
            for c in Card
        )
    )


@checks.promise(control_counts.whatever_lies_in_the_network, "5.1.5a")
def a_network_is_turned_upright(before: State, after: State) -> bool:
    """As cards are turned upright, all in the turn player's network are, and none in another network is."""
    return (
        before.step != Step.UPKEEP
        or after.step != Step.READY
        or all(
            not on_top(before, c)
            or any(
                network_of(before, c) == p
                and (not after.engaged[c] if on_turn(before, p) else after.engaged[c] == before.engaged[c])
                for p in Player
            )
            for c in Card
        )
    )


def ends_a_turn(before: State, after: State) -> bool:
    """A turn that has come to its last step is over, and the next one begins."""
    return before.step == Step.OVER and after.step == Step.INCOME


@checks.promise(money_is_counted_last.when_the_turn_is_over, "1.2.1b", "1.3.11d")
def whoever_has_no_money_when_a_turn_is_over_has_lost(before: State, after: State) -> bool:
    """When a turn is over whoever has no money has lost; the End phase alone puts nobody out for that."""
    return all(
        (not ends_a_turn(before, after) or before.money[p] > 0 or after.lost[p])
        and (
            before.step != Step.END
            or after.step != Step.ORPHANS
            or not has_just_lost(before, after, p)
            or before.out_of_cards[p]
            or before.money[p] > 0
            or any(c.kind == Kind.BUSINESS and orphaned(before, c) for c in Card)
        )
        for p in Player
    )


@checks.promise(orphans_are_looked_for_again.whatever_is_alone_as_the_turn_ends, "3.8.2e", "1.2.8b")
def nothing_is_alone_when_a_turn_is_over(before: State, after: State) -> bool:
    """When a turn is over, every card on the table is docked to another."""
    return not ends_a_turn(before, after) or not any(orphaned(after, c) for c in Card)


@checks.promise(bonds_outlast_the_turn.a_bond_is_permanent, "3.3.2b", "9.4.1b")
def a_bonded_event_stays(before: State, after: State) -> bool:
    """As events are discarded, one beneath a card is not, unless that card goes."""
    return before.step != Step.CLEANUP or all(
        not is_discarded(before, after, c)
        or before.under[c] is None
        or any(before.under[c] == d and after.fate[d] is not None for d in Card)
        for c in Card
    )


@checks.promise(abilities_come_before_the_discards.while_their_cards_are_there, "5.5.7b")
def abilities_act_before_cards_are_discarded(s: State) -> bool:
    """Abilities for the end of the turn are used before orphans and events are discarded, and no later."""
    return s.step == Step.ORPHANS or not any(
        c.when == When.END and allows(use_automatic_ability, s, p, c) for p in Player for c in Card
    )


# --- attacks (5.3) ------------------------------------------------------------------------------------------------


@checks.promise(attacks_have_a_block_phase.no_phase_is_called_so, "5.3.20a")
def nothing_acts_in_a_block_phase(s: State) -> bool:
    """No ability that waits for the block phase may ever be used."""
    return not any(c.when == When.BLOCK and allows(use_automatic_ability, s, p, c) for p in Player for c in Card)


@checks.promise(a_block_outlives_engaging.an_engaged_card_does_not_block, "3.2.4")
def no_engaged_card_blocks(s: State) -> bool:
    """No card that lies engaged blocks, but for what SUPPRESSOR has engaged."""
    return any(s.attacker == a and bears(s, a, Keyword.SUPPRESSOR) for a in Card) or not any(
        s.blocking[c] and s.zone[c] == Zone.NETWORK and is_engaged(s, c) for c in Card
    )


# --- what leaves (3.6), and regenerates (9.25) --------------------------------------------------------------------


def leaves_with_another(s: State, card: Card) -> bool:
    """A card is about to leave with another one of its owner."""
    return s.fate[card] is not None and any(c != card and c.owner == card.owner and s.fate[c] is not None for c in Card)


@checks.promise(orders_the_pile.their_owner, "3.6.2b")
def owners_order_their_piles(s: State) -> bool:
    """Where several cards of one player leave together, that player, if still in the game, says which goes first, and
    nobody else does."""
    return undecided(s) or all(
        not leaves_with_another(s, c) or is_out(s, c.owner) or allows(lay_down, s, p, c) == (p == c.owner)
        for c in Card
        for p in Player
    )


@checks.promise(orders_the_pile.the_turn_player, "3.6.2b")
def the_turn_player_orders_all_piles(s: State) -> bool:
    """Where several cards of one player leave together, the player whose turn it is says which goes first."""
    return undecided(s) or all(
        not leaves_with_another(s, c) or is_out(s, s.order.top) or allows(lay_down, s, p, c) == on_turn(s, p)
        for c in Card
        for p in Player
    )


@checks.promise(any_regeneration_turns_upright.only_what_was_to_be_destroyed, "9.25.1c")
def regenerating_for_nothing_turns_nothing_upright(before: State, after: State) -> bool:
    """A card that regenerates though nothing was about to destroy it lies as it lay before."""
    return all(
        before.doing[c] != Does.REGENERATE
        or c in after.stack
        or after.zone[c] != Zone.NETWORK
        or before.under[c] is not None
        or not before.engaged[c]
        or after.engaged[c]
        for c in Card
    )
