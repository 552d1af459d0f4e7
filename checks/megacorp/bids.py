"""MegaCorp: what a bid or a claim may never promise."""

from __future__ import annotations

from model.megacorp.frames import CardBid, Claim, StartBid
from model.megacorp.setup import let_another_go_first
from model.megacorp.state import Player, State, Step, Zone, megacorp
from model.megacorp.turns import two_players
from model.megacorp.words import has_traits, is_event
from ruleslawyer.lang import Checks, frame_of, is_open

checks = Checks(megacorp)


def is_open_who_goes_first(s: State) -> bool:
    """The players choose how the first player is found, or the picked one chooses."""
    return s.step in (Step.START, Step.PICK, Step.PICKED)


@checks.sometimes("4.2.6a")
def it_is_open_who_goes_first(s: State) -> bool:
    """Nobody has been chosen to go first."""
    return is_open_who_goes_first(s)


@checks.always("4.2.6a", "4.2.6b", reached=it_is_open_who_goes_first)
def nobody_has_a_place_before_the_choice(s: State) -> bool:
    """While it is open who goes first, nobody has a place in the order of turns."""
    return not is_open_who_goes_first(s) or len(s.order) == 0


@checks.step("4.2.6b", of=let_another_go_first)
def of_two_the_other_goes_first(before: State, after: State, who: Player) -> bool:
    """Of two players, whoever declines to go first goes second; of more it is not said who is first instead."""
    return not two_players() or after.order.top != who


@checks.sometimes("4.2.3a")
def somebody_bids_for_the_start(s: State) -> bool:
    """A bid for going first is on the table."""
    return any(s.stake[p] > 0 for p in Player)


@checks.always("8.7.2c", reached=somebody_bids_for_the_start)
def bids_for_the_start_are_covered(s: State) -> bool:
    """Nobody has bid more for going first than his money."""
    return all(s.stake[p] <= s.money[p] for p in Player)


@checks.always("4.2.3a", reached=somebody_bids_for_the_start)
def bids_for_the_start_leave_something(s: State) -> bool:
    """A reader might expect that nobody bids all his money: whoever does has none when the first turn ends."""
    return all(s.stake[p] == 0 or s.stake[p] < s.money[p] for p in Player)


@checks.sometimes("8.7.1c")
def a_bid_for_the_start_is_open(s: State) -> bool:
    """Numbers for going first are to be chosen."""
    return is_open(s, StartBid)


@checks.always("4.2.6g", reached=a_bid_for_the_start_is_open)
def one_round_finds_the_higher_bidder(s: State) -> bool:
    """A reader of 4.2.6 alone might expect that one round of bids is enough."""
    return not is_open(s, StartBid) or frame_of(s, StartBid).round == 1


@checks.sometimes("8.8.1b")
def a_card_is_claimed(s: State) -> bool:
    """Somebody is about to buy a card of an open market."""
    return is_open(s, Claim)


@checks.always("1.3.10", reached=a_card_is_claimed)
def claims_are_covered(s: State) -> bool:
    """Everybody who wants a card of an open market has at least its money component."""
    return not is_open(s, Claim) or all(
        s.money[p] >= frame_of(s, Claim).lot.cost for p in Player if p in frame_of(s, Claim).bidders
    )


@checks.always("2.3.3", reached=a_card_is_claimed)
def some_bidder_has_the_traits(s: State) -> bool:
    """Whoever announced the purchase has the trait component in the pool, and is among the bidders."""
    return not is_open(s, Claim) or any(
        p in frame_of(s, Claim).bidders and has_traits(s, p, frame_of(s, Claim).lot) for p in Player
    )


@checks.always("3.6.1a", reached=a_card_is_claimed)
def what_is_claimed_can_be_reached(s: State) -> bool:
    """The card in question is in an open market, or it is an event in a network."""
    return (
        not is_open(s, Claim)
        or s.zone[frame_of(s, Claim).lot] == Zone.MARKET
        or (s.zone[frame_of(s, Claim).lot] == Zone.NETWORK and is_event(frame_of(s, Claim).lot))
    )


@checks.sometimes("8.8.2")
def a_card_is_bid_for(s: State) -> bool:
    """Players bid for a card."""
    return is_open(s, CardBid)


@checks.always("8.8.2", reached=a_card_is_bid_for)
def a_bid_is_for_what_was_claimed(s: State) -> bool:
    """A bid is about the card that was claimed, among those who want it."""
    return not is_open(s, CardBid) or (
        is_open(s, Claim)
        and frame_of(s, CardBid).lot == frame_of(s, Claim).lot
        and all(p in frame_of(s, Claim).bidders for p in Player if p in frame_of(s, CardBid).awaits)
    )


@checks.always("8.8.6a", "8.7.2c", "2.3.3", reached=a_card_is_bid_for)
def whoever_was_left_behind_can_pay(s: State) -> bool:
    """Whoever bid less than those who are tied, and may buy the card yet, has the money of that bid and the traits."""
    return not is_open(s, CardBid) or all(
        s.money[p] >= frame_of(s, CardBid).offer and has_traits(s, p, frame_of(s, CardBid).lot)
        for p in Player
        if p in frame_of(s, CardBid).behind
    )


def is_bidding(s: State) -> bool:
    """A bid for a card is under way."""
    return is_open(s, CardBid)


@checks.possible("8.8.2", "8.8.4", "3.6.5b")
def every_bid_can_be_concluded(s: State) -> bool:
    """From everywhere, and so out of every bid for a card, a point without one can be reached."""
    return not is_bidding(s)
