"""MegaCorp, chapters 3, 6, 7 and 8: what answers promise on bids for a card, on open markets, and on sales."""

from __future__ import annotations

from checks.megacorp.promises import free_to_act
from model.megacorp.bidding import (
    buyers_for_want_of_traits,
    has_access,
    least_bid,
    rounds_by_the_general_rule,
    rounds_for_a_card,
    want_it_too,
    winner_pays_traits,
)
from model.megacorp.buying import buy_from_market
from model.megacorp.deeds import worth_of_a_copy
from model.megacorp.frames import CardBid, Claim, Placing
from model.megacorp.places import network_of
from model.megacorp.selling import may_sell_from_hand, sell
from model.megacorp.state import Card, Fate, Keyword, Kind, Player, State, Step, Trait, Zone, megacorp
from model.megacorp.words import bears, controller, has_traits, is_event, named_alike, total_valuation
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(megacorp)

# --- rounds of a bid for a card (3.6, 6.1, 8.7, 8.8) --------------------------------------------------------------


def a_bid_comes_to_nothing(before: State, after: State) -> bool:
    """A bid for a card is over, and the card is out of reach."""
    return (
        is_open(before, CardBid)
        and not is_open(after, CardBid)
        and after.frozen[frame_of(before, CardBid).lot]
        and not before.frozen[frame_of(before, CardBid).lot]
    )


def ends_after(before: State, after: State, rounds: int) -> bool:
    """A bid for a card has no more rounds than these, and comes to nothing with the last of them alone."""
    return (not is_open(after, CardBid) or frame_of(after, CardBid).round <= rounds) and (
        not a_bid_comes_to_nothing(before, after) or frame_of(before, CardBid).round == rounds
    )


@checks.promise(rounds_for_a_card.two_additional_rounds, "3.6.5e")
def two_more_rounds_follow_a_tie(before: State, after: State) -> bool:
    """A tie over any card, an event too, is followed by two more rounds, and no bid ends undecided before the third."""
    return ends_after(before, after, 3)


@checks.promise(rounds_for_a_card.three_bids_for_a_card, "8.8.5a")
def a_card_is_bid_for_three_times(before: State, after: State) -> bool:
    """A card has up to three bids, an event too, and is out of reach after the third alone."""
    return ends_after(before, after, 3)


@checks.promise(rounds_for_a_card.card_bids_repeat_like_all_bids, "8.7.4b")
def a_card_has_as_many_rounds_as_any_bid(before: State, after: State) -> bool:
    """A bid for a card, an event too, is repeated as often as any other bid is."""
    return not (is_open(before, CardBid) or is_open(after, CardBid)) or ends_after(
        before, after, rounds_by_the_general_rule(before)
    )


@checks.promise(rounds_for_a_card.one_round_for_an_event, "6.1.6i")
def nobody_bids_twice_for_an_event(s: State) -> bool:
    """A bid for an event has one round."""
    return not is_open(s, CardBid) or not is_event(frame_of(s, CardBid).lot) or frame_of(s, CardBid).round == 1


# --- what a bid costs (2.3, 6.1, 8.8) -----------------------------------------------------------------------------


def has_bid(before: State, after: State, who: Player) -> bool:
    """A bid for a card is over, and a player has paid for it."""
    return is_open(before, CardBid) and not is_open(after, CardBid) and after.money[who] < before.money[who]


def gets(before: State, after: State, who: Player, lot: Card) -> bool:
    """A card has left the place in which it was bid for, and is a player's; or that player chooses its space."""
    return (after.zone[lot] != before.zone[lot] and after.player[lot] == who) or (
        is_open(after, Placing) and frame_of(after, Placing).card == lot and who in frame_of(after, Placing).awaits
    )


def stays_put(before: State, after: State, lot: Card) -> bool:
    """A card is still where it was bid for."""
    return after.zone[lot] == before.zone[lot] and not (
        is_open(after, Placing) and frame_of(after, Placing).card == lot
    )


@checks.promise(least_bid.whole_valuation, "8.8.4")
def no_bid_wins_below_the_whole_valuation(before: State, after: State) -> bool:
    """Whoever joins a claim to a card has its money and its traits counted together, and whoever wins a bid for it pays
    that much or more."""
    return all(
        not has_bid(before, after, p)
        or before.money[p] - after.money[p] >= total_valuation(before, frame_of(before, CardBid).lot)
        for p in Player
    ) and (
        not is_open(before, Claim)
        or not is_open(after, Claim)
        or all(
            p in frame_of(before, Claim).bidders
            or before.money[p] >= total_valuation(before, frame_of(before, Claim).lot)
            for p in frame_of(after, Claim).bidders
        )
    )


@checks.promise(least_bid.money_component, "6.1.6h")
def whoever_has_more_than_the_money_part_may_bid(s: State) -> bool:
    """While a card is claimed, whoever has more than its money component and does not control it may want it too."""
    return not is_open(s, Claim) or all(
        s.money[p] <= frame_of(s, Claim).lot.cost
        or controller(s, frame_of(s, Claim).lot) == p
        or allows(want_it_too, s, p)
        for p in frame_of(s, Claim).awaits
    )


@checks.promise(winner_pays_traits.only_the_bid_is_paid, "8.8.6a")
def a_winner_pays_no_traits(before: State, after: State) -> bool:
    """A bid for a card takes nothing out of a pool, and whoever has paid the bid gets the card."""
    return (
        not is_open(before, CardBid)
        or is_open(after, CardBid)
        or (
            all(after.pool[p][t] >= before.pool[p][t] for p in Player for t in Trait)
            and all(
                not has_bid(before, after, p) or gets(before, after, p, frame_of(before, CardBid).lot) for p in Player
            )
        )
    )


def pays_the_traits(before: State, after: State) -> bool:
    """Whoever gets what was bid for has paid the trait component out of the pool."""
    return (
        not is_open(before, CardBid)
        or is_open(after, CardBid)
        or all(
            not gets(before, after, p, frame_of(before, CardBid).lot)
            or not has_traits(before, p, frame_of(before, CardBid).lot)
            or all(
                after.pool[p][t] == before.pool[p][t] - frame_of(before, CardBid).lot.trait_cost[t] for t in Trait
            )
            for p in Player
        )
    )  # fmt: skip


@checks.promise(winner_pays_traits.traits_of_events_alone, "6.1.6h")
def a_winner_pays_the_traits_of_an_event(before: State, after: State) -> bool:
    """Whoever wins a bid for an event pays its traits besides."""
    return (
        not is_open(before, CardBid)
        or not is_event(frame_of(before, CardBid).lot)
        or pays_the_traits(before, after)
    )  # fmt: skip


@checks.promise(winner_pays_traits.traits_of_events_alone, "6.1.6h")
def a_winner_pays_no_traits_of_another_card(before: State, after: State) -> bool:
    """Whoever wins a bid for a card that is no event owes no traits."""
    return (
        not is_open(before, CardBid)
        or is_event(frame_of(before, CardBid).lot)
        or all(after.pool[p][t] >= before.pool[p][t] for p in Player for t in Trait)
    )


@checks.promise(winner_pays_traits.valuation_with_more_money, "3.6.5b")
def a_winner_pays_the_traits_of_any_card(before: State, after: State) -> bool:
    """Whoever wins a bid for a card pays its traits besides, whatever card it is."""
    return pays_the_traits(before, after)


# --- a winner without the traits ----------------------------------------------------------------------------------


@checks.promise(buyers_for_want_of_traits.it_goes_to_the_winner)
def a_bid_that_is_paid_brings_the_card(before: State, after: State) -> bool:
    """Whoever has paid a bid gets the card, with its traits or without."""
    return all(
        not has_bid(before, after, p) or gets(before, after, p, frame_of(before, CardBid).lot) for p in Player
    )  # fmt: skip


@checks.promise(buyers_for_want_of_traits.the_next_bidder_buys_it)
def the_one_other_bidder_with_the_traits_gets_it(before: State, after: State) -> bool:
    """Where somebody has paid and the card stays all the same, there were no other bidders with its traits, or several
    of them; and nobody gets it without its traits."""
    return (
        not is_open(before, CardBid)
        or is_open(after, CardBid)
        or (
            (
                all(not has_bid(before, after, p) for p in Player)
                or not stays_put(before, after, frame_of(before, CardBid).lot)
                or sum(1 for p in frame_of(before, Claim).bidders if has_traits(before, p, frame_of(before, Claim).lot))
                != 1
            )
            and has_its_traits(before, after)
        )
    )


def has_its_traits(before: State, after: State) -> bool:
    """Whoever gets what was bid for has its traits, where a winner owes them."""
    return all(
        not gets(before, after, p, frame_of(before, CardBid).lot)
        or has_traits(before, p, frame_of(before, CardBid).lot)
        or not winner_pays_traits(before, frame_of(before, CardBid).lot)
        for p in Player
    )


@checks.promise(buyers_for_want_of_traits.it_stays)
def without_its_traits_nobody_gets_a_card(before: State, after: State) -> bool:
    """Whoever gets a card that was bid for has its traits and has paid the bid, and else it stays where it is."""
    return (
        not is_open(before, CardBid)
        or is_open(after, CardBid)
        or (
            has_its_traits(before, after)
            and all(
                not has_bid(before, after, p)
                or not gets(before, after, q, frame_of(before, CardBid).lot)
                or has_traits(before, p, frame_of(before, CardBid).lot)
                or not winner_pays_traits(before, frame_of(before, CardBid).lot)
                for p in Player
                for q in Player
            )
        )
    )


# --- open markets (3.6, 6.1) and sales (5.4, 6.9) -----------------------------------------------------------------


@checks.promise(has_access.own_market_only)
def nobody_buys_from_the_market_of_another(before: State, after: State) -> bool:
    """But for events, what leaves an open market to be played is played by its owner, and no other player claims it."""
    return all(
        is_event(c)
        or before.zone[c] != Zone.MARKET
        or ((after.zone[c] != Zone.STACK or after.player[c] == c.owner) and not is_claimed_by_another(after, c))
        for c in Card
    )


def is_claimed_by_another(s: State, card: Card) -> bool:
    """A player wants a card that another one owns."""
    return is_open(s, Claim) and frame_of(s, Claim).lot == card and any(
        p != card.owner for p in frame_of(s, Claim).bidders
    )  # fmt: skip


@checks.promise(has_access.every_market)
def the_top_of_any_market_is_for_sale(s: State) -> bool:
    """In the Buy phase the turn player may buy the top card of any open market, of those that can be paid."""
    return all(
        s.step != Step.BUY
        or not free_to_act(s, p)
        or not any(len(s.market[q]) > 0 and s.market[q].top == c for q in Player)
        or s.frozen[c]
        or s.money[p] < total_valuation(s, c)
        or not has_traits(s, p, c)
        or c.kind == Kind.BUSINESS
        or c.keywords[Keyword.UNIQUE]
        or allows(buy_from_market, s, p, c)
        for c in Card
        for p in Player
    )


@checks.promise(may_sell_from_hand.from_hand_too)
def any_card_in_hand_is_for_sale(s: State) -> bool:
    """In the Divest phase, before anything is sold, the turn player may sell each card of the hand that LOYAL does not
    keep."""
    return all(
        s.step != Step.DIVEST
        or s.sold
        or not free_to_act(s, c.owner)
        or s.zone[c] != Zone.HAND
        or s.buyer[c] is not None
        or c.kind == Kind.BUSINESS
        or bears(s, c, Keyword.LOYAL)
        or allows(sell, s, c.owner, c)
        for c in Card
    )


@checks.promise(may_sell_from_hand.only_from_a_network)
def no_card_goes_from_hand_to_market_for_money(before: State, after: State) -> bool:
    """Nobody gains money in a step that moves a card out of a hand into an open market, but for copies of a unique
    card."""
    return all(
        before.zone[c] != Zone.HAND
        or after.zone[c] != Zone.MARKET
        or c.keywords[Keyword.UNIQUE]
        or all(after.money[p] <= before.money[p] for p in Player)
        for c in Card
    )


# --- copies of a unique card (7.7) --------------------------------------------------------------------------------


def makes_way(before: State, after: State, card: Card) -> bool:
    """A unique card is sent out of a network in which a copy of it stays, and before cards are discarded in phase E."""
    return (
        card.keywords[Keyword.UNIQUE]
        and before.fate[card] is None
        and after.fate[card] == Fate.DISCARDED
        and before.step not in (Step.ORPHANS, Step.CLEANUP)
        and any(
            c != card
            and named_alike(c, card)
            and after.zone[c] == Zone.NETWORK
            and after.fate[c] is None
            and network_of(after, c) == network_of(before, card)
            for c in Card
        )
    )


def gained(before: State, after: State) -> int:
    """How much more money the players have, all together."""
    return sum(after.money[p] - before.money[p] for p in Player)


@checks.promise(worth_of_a_copy.the_whole_valuation, "7.7.1e", "7.7.1f")
def a_copy_brings_its_whole_valuation(before: State, after: State) -> bool:
    """For each copy that makes way somebody gains its money and its traits, counted together."""
    return not any(makes_way(before, after, c) for c in Card) or gained(before, after) == sum(
        total_valuation(before, c) for c in Card if makes_way(before, after, c)
    )


@checks.promise(worth_of_a_copy.the_money_part, "5.4.1f", "6.9.1c")
def a_copy_brings_its_money_part(before: State, after: State) -> bool:
    """For each copy that makes way somebody gains its money component, and nothing for its traits."""
    return not any(makes_way(before, after, c) for c in Card) or gained(before, after) == sum(
        c.cost for c in Card if makes_way(before, after, c)
    )
