"""MegaCorp, 3.6, 6.1, 8.7 and 8.8: bids, and conflicts of priority over a card that several players want."""

from model.megacorp.deeds import discard_the_pile, lose_the_game, send_away_copies
from model.megacorp.frames import CardBid, Claim, Placing
from model.megacorp.places import beneath
from model.megacorp.state import Card, Keyword, Kind, Player, State, Trait, Zone, megacorp
from model.megacorp.turns import on_turn
from model.megacorp.words import has_traits, is_event, payee, total_valuation, whose_business
from ruleslawyer.lang import SILENT, Map, ask, close_frame, effect, no, open_frame, says, the, when, yes

# --- how often a bid is repeated ----------------------------------------------------------------------------------


@megacorp.question("does the general rule on bids mean three repeats, or three bids in all?")
def rounds_by_the_general_rule(s: State) -> int:
    return ask(
        three_repeats=says(4, "A tied bid is repeated up to three times: four rounds.", "8.7.4b", default=True),
        three_in_all=says(3, "Bidding happens up to three times: three rounds.", "8.7.4b"),
    )


@megacorp.question("how many rounds of bidding are there for a card?")
def rounds_for_a_card(s: State, card: Card) -> int:
    return ask(
        two_additional_rounds=says(3, "A tie leads to two more rounds: three attempts.", "3.6.5e"),
        three_bids_for_a_card=says(3, "There are up to three bids for a card.", "8.8.5a", default=True),
        card_bids_repeat_like_all_bids=says(
            rounds_by_the_general_rule(s),
            "A conflict over a card is resolved by a bid like any other (8.8.2).",
            "8.7.4b",
        ),
        one_round_for_an_event=says(
            1 if card.kind == Kind.EVENT else SILENT, "Equal bids for an event end the matter at once.", "6.1.6i"
        ),
    )


# --- whose open market --------------------------------------------------------------------------------------------


@megacorp.question("may a player buy from the open market of another player?")
def has_access(s: State, card: Card) -> bool:
    return ask(
        both_have_access_to_events=says(
            True if card.kind == Kind.EVENT else SILENT,
            "An event on top of an open market is within reach of both players.",
            "6.1.5",
        ),
        every_market=says(True, "from every open market", default=True),
        own_market_only=says(False, "only from one's own, events apart"),
    )


owners_are_paid_for_market_cards = megacorp.doubt(
    "who is paid for a card of an open market?",
    the_money_is_gone=no("nobody", default=True),
    its_owner_is_paid=yes("its owner, as for an engaged card"),
)


@megacorp.deed("6.8.1a", "6.8.1b")
def hand_over(s: State, who: Player, card: Card) -> None:
    """A card that was bought is deployed by its buyer, or stays where it lies in a network; so does what is beneath it,
    or it is discarded. One that is another player's Business is lost with that, wherever it lay."""
    where = s.slot[card]
    with effect("1.2.5", "1.2.2a"):
        if card.kind == Kind.BUSINESS and whose_business(s, card) != who:
            lose_the_game(s, whose_business(s, card))
    with effect("3.3.8a", "3.3.8d", "9.4.1d"):
        if any(beneath(s, c, card) for c in Card) and not bonded_cards_come_along(s):
            discard_the_pile(s, card)
    with effect("6.8.1a", "6.8.1b", "7.7.1c", "7.7.1g"):
        if s.zone[card] == Zone.MARKET or moves_when_bought(s):
            open_frame(s, Placing(awaits=frozenset({who}), card=card))
        else:
            s.buyer[card] = None if who == card.owner else who
            if where is not None:
                send_away_copies(s, frozenset({card}), where)


moves_when_bought = megacorp.doubt(
    "where does an engaged card go when a player has bought it?",
    it_is_deployed_anew=yes("it is deployed anew, as if from hand", default=True),
    it_stays_in_its_space=no("it stays where it lies, under the control of its buyer"),
)


bonded_cards_come_along = megacorp.doubt(
    "what becomes of cards that are bonded beneath one that is bought?",
    they_move_with_the_card_above=yes("What is bonded moves with what lies on top.", "9.4.1d", default=True),
    discarded_as_in_a_sale=no(
        "When the card above is sold, and a purchase is a sale of the other side, the others are discarded.", "3.3.8d"
    ),
)


# --- several players want one card --------------------------------------------------------------------------------


@megacorp.action("3.6.5a", at=Claim)
def want_it_too(s: State, f: Claim, who: Player) -> None:
    """Another player wishes to buy the same card."""
    f.bidders |= frozenset({who})
    f.awaits -= frozenset({who})


@want_it_too.forbid(
    "8.7.2c", over=want_it_too, because="no number is both at least the valuation and at most one's money"
)
def could_not_bid(s: State, f: Claim, who: Player) -> bool:
    """Somebody who cannot make a legal bid cannot take part."""
    return s.money[who] < least_bid(s, f.lot)


@want_it_too.forbid("3.6.2a", over=want_it_too)
def out_of_the_bidders_reach(s: State, f: Claim, who: Player) -> bool:
    """Every player has an open market of his own."""
    return s.zone[f.lot] == Zone.MARKET and f.lot.owner != who and not has_access(s, f.lot)


@want_it_too.forbid("5.2.2a", over=want_it_too, because="asked: whether a bid lets others buy what they may not now")
def could_not_buy_it_now(s: State, f: Claim, who: Player) -> bool:
    """The turn player alone buys from an open market, but for events and cards with ABRUPT."""
    return (
        s.zone[f.lot] == Zone.MARKET
        and not on_turn(s, who)
        and not is_event(f.lot)
        and not f.lot.keywords[Keyword.ABRUPT]
        and s.money[who] >= f.lot.cost
        and only_buyers_of_the_moment_bid(s)
    )


only_buyers_of_the_moment_bid = megacorp.doubt(
    "may a player bid for a card of an open market that this player could not buy at that moment?",
    whoever_wants_the_card_bids=no(
        "If more than one player wants the same card of an open market, they bid.", "3.6.5a", default=True
    ),
    only_who_may_buy_it_now=yes(
        "The turn player buys from the open market; others only what may be bought at any time.",
        "5.2.2a",
        "6.8.1c",
        "6.8.2",
    ),
)


@megacorp.action("3.6.5a", at=Claim, passes=True)
def let_it_go(s: State, f: Claim, who: Player) -> None:
    """A player does not wish to buy the card."""
    f.awaits -= frozenset({who})


@want_it_too.permit("3.6.5a", also=let_it_go)
def may_bid_for_the_same_card(s: State, f: Claim, who: Player) -> bool:
    """More than one player may wish for a card of the open market, and bid; that is a possibility."""
    return True


@megacorp.question("how much of a winning bid does the last controller of an engaged card get?")
def credited(s: State, card: Card, bid: int) -> int:
    return ask(
        the_money_valuation=says(card.cost, "The money valuation is credited.", "3.2.2d"),
        the_cash_that_was_used=says(bid, "The cash used for the purchase goes to the seller.", "3.8.3c", default=True),
    )


@megacorp.duty("8.8.2", at=Claim)
def settle_the_claim(s: State, f: Claim) -> None:
    """With nobody else the buyer pays the price, and chooses a space; otherwise there is a bid."""
    when(len(f.awaits) == 0)
    lot = f.lot
    if len(f.bidders) == 1:
        buyer = the(p for p in f.bidders)
        with effect("8.1.1"):
            s.money[buyer] -= lot.cost
        with effect("3.2.2c", "3.2.2d", "3.8.3c"):
            if s.zone[lot] == Zone.NETWORK:
                s.money[payee(s, lot)] += lot.cost
            elif owners_are_paid_for_market_cards(s):
                s.money[lot.owner] += lot.cost
        with effect("6.7.9a"):
            for t in Trait:
                s.pool[buyer][t] -= lot.trait_cost[t]
        with effect("6.8.1a", "6.8.1b"):
            close_frame(s, Claim)
            hand_over(s, buyer, lot)
    else:
        with effect("8.7.1a", "8.7.1b", "8.8.2", "6.1.6a", "6.1.6b"):
            open_frame(s, CardBid(awaits=f.bidders, lot=lot))


@megacorp.deed("8.7.3b", "3.2.2d", "3.8.3c")
def pay_a_bid(s: State, who: Player, lot: Card, bid: int) -> None:
    """A bid is paid, to the last controller of an engaged card, or perhaps to the owner of one in an open market."""
    with effect("8.7.3b"):
        s.money[who] -= bid
    with effect("3.2.2d", "3.8.3c"):
        if s.zone[lot] == Zone.NETWORK:
            s.money[payee(s, lot)] += credited(s, lot, bid)
        elif owners_are_paid_for_market_cards(s):
            s.money[lot.owner] += bid


@megacorp.deed("6.1.6h")
def pay_traits(s: State, who: Player, lot: Card) -> None:
    """The trait component of a price is paid."""
    for t in Trait:
        s.pool[who][t] -= lot.trait_cost[t]


@megacorp.joint("8.7.2a", "8.7.2b", "6.1.6d", "6.1.6e", at=CardBid)
def reveal_card_bids(s: State, f: CardBid, bids: Map[Player, int]) -> None:
    """The bids are shown together: the highest takes the card, a tie goes on until the card is out of reach."""
    lot = f.lot
    high = max(bids[p] for p in f.awaits)
    leaders = frozenset(p for p in f.awaits if bids[p] == high)
    others = frozenset(p for p in f.awaits if p not in leaders and has_traits(s, p, lot))
    most = max((bids[p] for p in others), default=f.offer)
    behind = f.behind if len(others) == 0 else frozenset(p for p in others if bids[p] == most)
    if len(leaders) == 1:
        winner = the(p for p in leaders)
        covered = has_traits(s, winner, lot)
        with effect("8.7.3a", "8.7.3b", "8.8.6a", "6.1.6g"):
            pay_a_bid(s, winner, lot, high)
        with effect("6.1.6h"):
            if covered and winner_pays_traits(s, lot):
                pay_traits(s, winner, lot)
        with effect("8.8.6b", "3.6.5c", "3.6.5f"):
            close_frame(s, CardBid)
            close_frame(s, Claim)
            if covered or not winner_pays_traits(s, lot):
                hand_over(s, winner, lot)
            else:
                heirs = buyers_for_want_of_traits(s, lot, leaders, behind)
                if len(heirs) == 1:
                    heir = the(p for p in heirs)
                    if heir != winner:
                        pay_a_bid(s, heir, lot, most)
                        pay_traits(s, heir, lot)
                    hand_over(s, heir, lot)
    elif f.round < rounds_for_a_card(s, lot):
        with effect("3.6.5d", "8.7.4a"):
            f.awaits = leaders
            f.round += 1
        with effect("8.8.6a"):
            f.behind = frozenset(
                p for p in behind if any(not has_traits(s, w, lot) for w in leaders) and may_buy_yet(s, lot, p)
            )
            f.offer = most if len(f.behind) > 0 else 0
    else:
        with effect("3.6.5g", "8.8.5b", "6.1.6i"):
            s.frozen[lot] = True
            close_frame(s, CardBid)
            close_frame(s, Claim)


def may_buy_yet(s: State, lot: Card, who: Player) -> bool:
    """Whether one whom a tie of others has left behind would buy the card, should its winner lack the traits."""
    return who in buyers_for_want_of_traits(s, lot, frozenset(), frozenset({who}))


@reveal_card_bids.seat(of="bids")
def card_bid(s: State, f: CardBid, who: Player, amount: int) -> None:
    """One player's number."""


@card_bid.permit("8.8.4")
def at_least_the_valuation(s: State, f: CardBid, who: Player, amount: int) -> bool:
    """The least bid over buying a card is its valuation."""
    return amount >= least_bid(s, f.lot)


@card_bid.cannot("8.8.4", "6.1.6f", "at least the valuation")
def below_the_valuation(s: State, f: CardBid, who: Player, amount: int) -> bool:
    """A bid over buying a card is at least its valuation."""
    return amount < least_bid(s, f.lot)


@card_bid.forbid("3.6.5b")
def not_higher_than_the_valuation(s: State, f: CardBid, who: Player, amount: int) -> bool:
    """One bids for a card of the open market by paying a higher value than its valuation."""
    return s.zone[f.lot] == Zone.MARKET and amount <= least_bid(s, f.lot)


@card_bid.cannot("8.7.2c", "a number no greater than one's money")
def more_than_the_bidder_has(s: State, f: CardBid, who: Player, amount: int) -> bool:
    """Nobody bids more than his money."""
    return amount > s.money[who]


@megacorp.action("8.7.2a", "8.7.2c", at=CardBid)
def drop_out(s: State, f: CardBid, who: Player) -> None:
    """Bid no more; whoever is left alone buys for the own bid, and where nobody is, the card stays."""
    alone = len(f.awaits) == 1
    with effect("8.7.2a"):
        f.awaits -= frozenset({who})
        if alone:
            close_frame(s, CardBid)
            close_frame(s, Claim)


@drop_out.permit("8.7.2c")
def without_a_number_above_the_price(s: State, f: CardBid, who: Player) -> bool:
    """Whose money is no more than the least bid has no higher number to name; that he may step back is not said."""
    return s.money[who] <= least_bid(s, f.lot) and who_has_no_number_drops_out(s)


who_has_no_number_drops_out = megacorp.doubt(
    "may a bidder who has no higher number to name than the least bid drop out?",
    nobody_steps_back=no("no: nothing lets a bidder step back", default=True),
    without_a_number_one_drops_out=yes("yes, and the last one left buys the card for the own bid"),
)


@megacorp.question("is the least bid the money component or the total valuation?")
def least_bid(s: State, card: Card) -> int:
    return ask(
        money_component=says(
            card.cost,
            "Traits come on top of a bid for an event: so the bid is about the money component.",
            "6.1.6h",
            default=True,
        ),
        whole_valuation=says(
            total_valuation(s, card),
            "The least bid is the valuation: the money and the trait component together (2.3.6).",
            "8.8.4",
        ),
    )


@megacorp.question("does the winner of a bid pay the card's trait cost as well?")
def winner_pays_traits(s: State, card: Card) -> bool:
    return ask(
        traits_of_an_event_are_paid=says(
            True if card.kind == Kind.EVENT else SILENT,
            "The winner of a bid for an event also pays its trait cost.",
            "6.1.6h",
        ),
        traits_of_events_alone=says(card.kind == Kind.EVENT, "for an event, and for no other card"),
        only_the_bid_is_paid=says(False, "The highest bidder pays the bid; nothing else is named.", "8.8.6a"),
        valuation_with_more_money=says(
            True,
            "One bids by paying a higher valuation: the trait component is a part of every valuation.",
            "3.6.5b",
            default=True,
        ),
    )


@megacorp.question("what becomes of a card whose winner cannot pay its traits?", about=("pay_a_bid",))
def buyers_for_want_of_traits(
    s: State, card: Card, winners: frozenset[Player], behind: frozenset[Player]
) -> frozenset[Player]:
    return ask(
        it_stays=says(frozenset(), "it stays where it is, and the money is gone", default=True),
        it_goes_to_the_winner=says(winners, "the winner gets it all the same"),
        the_next_bidder_buys_it=says(
            behind if len(behind) == 1 else frozenset(),
            "the next bidder who has its traits buys it for the own bid; of several with equal bids, nobody",
        ),
    )
