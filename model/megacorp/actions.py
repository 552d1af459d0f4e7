"""MegaCorp, chapter 6 with 5.2 and 5.4: producing traits, buying, deploying, selling, conceding."""

from __future__ import annotations

from model.megacorp.rules import CardBid, Claim, has_access
from model.megacorp.state import (
    Card,
    Kind,
    Numbers,
    Player,
    State,
    Step,
    Trait,
    Zone,
    controller,
    has_traits,
    megacorp,
    on_turn,
    payee,
    total_valuation,
)
from ruleslawyer.lang import SILENT, Silent, ask, effect, gain, is_open, lose, open_frame, simultaneous, the

# --- producing traits (6.7) ---------------------------------------------------------------------------------------


@megacorp.action("6.7.3a", "6.7.3c", "6.7.4", at=(None, CardBid))
def produce(s: State, who: Player, card: Card, trait: Trait) -> None:
    """Engage a card for one of its traits, into the pool."""
    with effect("6.7.4", "8.5.1a"):
        s.engaged[card] = True
    with effect("6.7.5a", "6.7.5b"):
        s.pool[who][trait] += score(card, trait)


def score(card: Card, trait: Trait) -> int:
    """A printed score; a null trait (2.6.6) counts nothing where it is produced all the same."""
    printed = card.score[trait]
    return 0 if printed is None else printed


@produce.domain
def lies_on_the_table(s: State, who: Player, card: Card, trait: Trait) -> bool:
    return s.zone[card] == Zone.NETWORK


@produce.permit("6.7.1a", "8.1.2a")
def to_pay_a_cost(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """Whenever a cost is to be paid, as we read it: while the revealed card is on offer, in phase B, and in a bid."""
    return is_open(s, CardBid) or (on_turn(s, who) and s.step in (Step.OFFER, Step.BUY))


@produce.permit("6.7.1b")
def with_priority(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """Whenever one has priority, which the book does not define: as we read it, on one's turn after disengaging."""
    return on_turn(s, who) and s.step in (Step.OFFER, Step.BUY, Step.CHALLENGE, Step.DIVEST)


@produce.forbid("6.7.1c")
def nothing_requires_it(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """Only a trait that is required is produced; in phases C and D of this slice nothing costs traits."""
    return s.step in (Step.CHALLENGE, Step.DIVEST)


@produce.forbid("6.7.2b", over=produce, because="the sentence itself: a type of trait as long as its value is not null")
def null_trait(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """A null trait cannot be produced."""
    return card.score[trait] is None


@produce.forbid("6.7.3b", over=produce, because="the sentence itself: to produce, a disengaged card must be chosen")
def already_engaged(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """The card chosen must be disengaged."""
    return s.engaged[card]


@produce.forbid("6.7.3a", over=produce, because="which cards may be chosen is a question of its own")
def not_a_card_to_choose(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """A player chooses a card; whose is not said. The question comes up where nothing else stands in the way."""
    return (
        (is_open(s, CardBid) or on_turn(s, who))
        and s.step in (Step.OFFER, Step.BUY, Step.CHALLENGE, Step.DIVEST)
        and card.score[trait] is not None
        and not s.engaged[card]
        and controller(s, card) != who
        and not may_engage_cards_of_others(s)
    )


@megacorp.question("may a player produce traits with cards that others control?")
def may_engage_cards_of_others(s: State) -> bool:
    return ask()


@may_engage_cards_of_others.reading("only with the own cards", default=True)
def only_own_cards(s: State) -> bool:
    return False


@may_engage_cards_of_others.reading("with any disengaged card in play, as the words have it")
def any_card_in_play(s: State) -> bool:
    return True


# --- deploying from hand (5.2, 6.3) -------------------------------------------------------------------------------


@megacorp.action("5.2.2c", "6.3.1a")
def deploy(s: State, who: Player, card: Card) -> None:
    """Buy a card from hand into one's own network."""
    with effect("8.1.1", "6.3.2b"):
        s.money[who] -= price_from_hand(s, card)
    with effect("6.7.9a"):
        for t in Trait:
            s.pool[who][t] -= card.trait_cost[t]
    with effect("6.3.2c"):
        s.arriving = card
        s.arriving_for = who


@deploy.domain
def in_hand(s: State, who: Player, card: Card) -> bool:
    return s.zone[card] == Zone.HAND and card.owner == who and card.kind != Kind.EVENT


@deploy.permit("5.2.2a", "5.2.2c", "6.3.1a", "6.3.2c")
def purchase_from_hand(s: State, who: Player, card: Card) -> bool:
    """In phase B the turn player may purchase cards from hand."""
    return on_turn(s, who) and s.step == Step.BUY


@deploy.forbid("1.3.10", over=deploy, because="2.3.3: a card's cost is the requirement for playing it")
def deploy_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < price_from_hand(s, card)


@deploy.forbid("2.3.3", over=deploy, because="the sentence itself: the cost is required for playing")
def deploy_without_traits(s: State, who: Player, card: Card) -> bool:
    """Without the trait component a card cannot be played."""
    return not has_traits(s, who, card)


@megacorp.question("how much money does a card from hand cost?")
def price_from_hand(s: State, card: Card) -> int:
    return ask()


@price_from_hand.answer("2.3.2a", "8.1.1", default=True)
def money_part(s: State, card: Card) -> int:
    """A cost is split: the money component is paid in money, the rest in traits."""
    return card.cost


@price_from_hand.answer("6.3.2b")
def sum_of_both_parts(s: State, card: Card) -> int:
    """An asset's total valuation is paid, and that is one number, the sum of both components (2.3.6)."""
    return total_valuation(s, card)


@megacorp.duty("6.3.2e")
def arrive(s: State) -> None:
    """A card that was paid for comes into the buyer's network, disengaged.

    6.3.2c and 5.2.4b would also allow an opponent's network; without geometry this slice leaves that out.
    """
    for card in Card:
        if s.arriving == card:
            with effect("3.6.1b"):
                for p in Player:
                    if card in s.market[p]:
                        s.market[p] = s.market[p].without(card)
            with effect("6.3.2c", "6.3.2e", "6.8.1a"):
                s.zone[card] = Zone.NETWORK
                s.network[card] = s.arriving_for
                s.engaged[card] = False
            with effect("3.2.2d"):
                s.buyer[card] = None if s.arriving_for == card.owner else s.arriving_for
    with effect("6.3.2c"):
        s.arriving = None


@arrive.when
def something_is_paid_for(s: State) -> bool:
    return s.arriving is not None


# --- the revealed resource (5.1, 6.4) -----------------------------------------------------------------------------


@megacorp.action("5.1.6b", "6.4.2a")
def buy_revealed(s: State, who: Player, card: Card) -> None:
    """Buy the card revealed from one's resource deck."""
    with effect("8.1.1"):
        s.money[who] -= card.cost
    with effect("6.7.9a"):
        for t in Trait:
            s.pool[who][t] -= card.trait_cost[t]
    with effect("6.4.2a"):
        s.arriving = card
        s.arriving_for = who


@buy_revealed.domain
def is_revealed(s: State, who: Player, card: Card) -> bool:
    return s.zone[card] == Zone.REVEALED


@buy_revealed.permit("5.1.6b", "5.1.6c", "3.4.3a")
def buy_it_now(s: State, who: Player, card: Card) -> bool:
    """The player may buy the revealed card when it is revealed, in phase A."""
    return on_turn(s, who) and s.step == Step.OFFER


@buy_revealed.permit("6.4.2a")
def deploy_it_until_the_buy_phase_ends(s: State, who: Player, card: Card) -> bool:
    """A character or location that was revealed may be deployed; it stays until the Buy phase ends (6.4.3)."""
    return (
        on_turn(s, who)
        and s.step in (Step.OFFER, Step.BUY)
        and (card.kind == Kind.CHARACTER or card.kind == Kind.LOCATION)
    )


@buy_revealed.forbid("3.4.3b", over=buy_revealed, because="the sentence itself: only in one's own resource zone")
def of_another_player(s: State, who: Player, card: Card) -> bool:
    """Players buy resources only from their own zone."""
    return card.owner != who


@buy_revealed.forbid("6.4.2b")
def neither_character_nor_location(s: State, who: Player, card: Card) -> bool:
    """What is deployed from the resource pile is a character or a location."""
    return card.kind != Kind.CHARACTER and card.kind != Kind.LOCATION


@buy_revealed.forbid("1.3.10", over=buy_revealed, because="2.3.3: a card's cost is the requirement for playing it")
def revealed_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < card.cost


@buy_revealed.forbid("2.3.3", over=buy_revealed, because="the sentence itself: the cost is required for playing")
def revealed_without_traits(s: State, who: Player, card: Card) -> bool:
    """Without the trait component a card cannot be played."""
    return not has_traits(s, who, card)


def revealed(s: State, who: Player) -> Card:
    """The one card that is revealed from a player's resource deck."""
    return the(c for c in Card if s.zone[c] == Zone.REVEALED and c.owner == who)


@megacorp.action("5.1.6b", passes=True)
def leave_revealed(s: State, who: Player) -> None:
    """Do not buy the revealed card now."""
    if leaves_at_once(s):
        card = revealed(s, who)
        with effect("5.1.6d", "3.4.4d"):
            s.zone[card] = Zone.SUNK
            s.sunk[who] = s.sunk[who].with_bottom(card)
    with effect("5.1.6e"):
        s.step = Step.DRAW if reveal_comes_first(s) else Step.BUY


@leave_revealed.permit("5.1.6b")
def need_not_buy(s: State, who: Player) -> bool:
    """Buying the revealed card is a choice."""
    return on_turn(s, who) and s.step == Step.OFFER


@megacorp.question("when does a revealed card that nobody buys go to the bottom?")
def leaves_at_once(s: State) -> bool:
    return ask()


@leaves_at_once.answer("5.1.6d", default=True)
def in_the_accounting_phase(s: State) -> bool:
    """At the time of the reveal."""
    return True


@leaves_at_once.answer("6.4.3b")
def when_the_buy_phase_ends(s: State) -> bool:
    """At the end of the Buy phase."""
    return False


@megacorp.question("is the resource card revealed before the draw, or at the end of the phase?")
def reveal_comes_first(s: State) -> bool:
    return ask()


@reveal_comes_first.answer("5.1.6e", default=True)
def reveal_then_draw(s: State) -> bool:
    """In the list of the phase the reveal stands before the draw."""
    return True


@reveal_comes_first.answer("3.4.4b")
def reveal_at_the_end(s: State) -> bool:
    """The card is revealed at the end of the Accounting phase."""
    return False


# --- buying from an open market (3.6, 5.2, 6.8) -------------------------------------------------------------------


@megacorp.action("5.2.2b", "6.8.1b")
def buy_from_market(s: State, who: Player, card: Card) -> None:
    """Announce the purchase of a card of an open market; others may want it too."""
    with effect("8.8.1b"):
        open_frame(
            s,
            Claim(
                awaits=frozenset(p for p in Player if p != who and not s.lost[p]),
                lot=card,
                bidders=frozenset({who}),
            ),
        )


@buy_from_market.domain
def lies_in_a_market(s: State, who: Player, card: Card) -> bool:
    return s.zone[card] == Zone.MARKET


@buy_from_market.permit("5.2.2a", "5.2.2b", "3.6.3a", "6.8.1b")
def purchase_from_market(s: State, who: Player, card: Card) -> bool:
    """In phase B the turn player may purchase cards from the open market."""
    return on_turn(s, who) and s.step == Step.BUY


@buy_from_market.forbid("3.6.3b", over=buy_from_market, because="the sentence itself: only the top card")
def not_on_top(s: State, who: Player, card: Card) -> bool:
    """Only the top card of an open market may be bought."""
    return s.market[card.owner].top != card


@buy_from_market.forbid("8.8.5b", over=buy_from_market, because="an exception to buying: the card is unavailable")
def out_of_reach(s: State, who: Player, card: Card) -> bool:
    """A card that three bids did not settle is unavailable for a while."""
    return s.frozen[card]


@buy_from_market.forbid("8.8.5d", over=buy_from_market, because="the sentence itself: cannot be bought either")
def under_one_out_of_reach(s: State, who: Player, card: Card) -> bool:
    """What lies under an unavailable card cannot be bought either."""
    return s.market[card.owner].top != card and s.frozen[s.market[card.owner].top]


@buy_from_market.forbid("5.2.2b", over=buy_from_market, because="whose open market is meant is a question of its own")
def not_an_open_market_to_buy_from(s: State, who: Player, card: Card) -> bool:
    """Cards of the open market may be bought; whose is not said."""
    return card.owner != who and not has_access(s, card)


@buy_from_market.forbid(
    "1.3.10", over=buy_from_market, because="2.3.3: a card's cost is the requirement for playing it"
)
def market_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < card.cost


@buy_from_market.forbid("2.3.3", over=buy_from_market, because="the sentence itself: the cost is required for playing")
def market_without_traits(s: State, who: Player, card: Card) -> bool:
    """Without the trait component a card cannot be played."""
    return not has_traits(s, who, card)


# --- buying engaged cards (3.2, 3.8, 5.2, 6.8) --------------------------------------------------------------------


@megacorp.term("2.3.1")
def engaged_price(s: State, card: Card) -> int:
    """The money component of an engaged card's price."""
    return card.cost


@engaged_price.exception("3.2.3b")
def price_of_a_business(s: State, card: Card) -> int | Silent:
    """A Business is bought for 10M."""
    return Numbers.business_price if card.kind == Kind.BUSINESS else SILENT


@megacorp.action("3.2.2a", "5.2.2d")
def buy_engaged(s: State, who: Player, card: Card) -> None:
    """Buy an engaged card from an opponent."""
    with effect("3.2.2c", "3.2.2d", "3.8.3c"), simultaneous():
        lose(s.money, who, engaged_price(s, card))
        gain(s.money, payee(s, card), engaged_price(s, card))
    with effect("3.2.2c"):
        for t in Trait:
            s.pool[who][t] -= card.trait_cost[t]
    with effect("3.2.3c", "3.2.3d", "1.2.5", "1.2.2a"):
        if card.kind == Kind.BUSINESS:
            s.lost[controller(s, card)] = True
    with effect("6.8.1a"):
        s.arriving = card
        s.arriving_for = who


@buy_engaged.domain
def in_play(s: State, who: Player, card: Card) -> bool:
    return s.zone[card] == Zone.NETWORK


@buy_engaged.permit("3.2.2a", "3.2.3a", "3.8.3a", "3.8.3b", "5.2.2d", "6.8.1a")
def engaged_cards_of_opponents(s: State, who: Player, card: Card) -> bool:
    """In phase B the turn player may purchase engaged cards of opponents."""
    return on_turn(s, who) and s.step == Step.BUY and s.engaged[card] and controller(s, card) != who


@buy_engaged.forbid(
    "5.2.3a", over=buy_engaged, because="no player may, until a date: an exception to what phase B allows"
)
def too_early(s: State, who: Player, card: Card) -> bool:
    """Nobody may buy out of an opponent's network at the beginning of the game."""
    return s.network[card] != who and not embargo_is_over(s, who, card)


@buy_engaged.forbid("1.3.10", over=buy_engaged, because="2.3.3: a card's cost is the requirement for playing it")
def engaged_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < engaged_price(s, card)


@buy_engaged.forbid("3.2.2c", over=buy_engaged, because="the sentence itself: both the money and the trait costs")
def engaged_without_traits(s: State, who: Player, card: Card) -> bool:
    """The trait component of the price is to be paid too."""
    return not has_traits(s, who, card)


@megacorp.question("whose second turn ends the ban on buying out of an opponent's network?")
def embargo_is_over(s: State, who: Player, card: Card) -> bool:
    return ask()


@embargo_is_over.answer("5.2.3b", default=True)
def second_turn_of_every_opponent(s: State, who: Player, card: Card) -> bool:
    """Their opponents' second turn: that of each opponent of the buyer."""
    return all(s.turns[p] >= 2 for p in Player if p != who)


@embargo_is_over.answer("5.2.3b")
def second_turn_of_the_network(s: State, who: Player, card: Card) -> bool:
    """Their opponents' second turn: that of the opponent in whose network the card is."""
    return all(s.turns[p] >= 2 for p in Player if s.network[card] == p)


@embargo_is_over.answer("5.2.3b")
def second_turn_of_the_buyer(s: State, who: Player, card: Card) -> bool:
    """Their opponents' second turn: seen from the network, the buyer is the opponent."""
    return s.turns[who] >= 2


# --- selling (5.4, 6.9) -------------------------------------------------------------------------------------------


@megacorp.action("5.4.1a", "6.9.1a")
def sell(s: State, who: Player, card: Card) -> None:
    """Sell a card for the money component of its valuation."""
    with effect("5.4.1e", "5.4.1f", "6.9.1c", "6.9.1d"):
        s.money[who] += card.cost
    with effect("3.6.1a", "3.1.2"):
        s.market[card.owner] = s.market[card.owner].with_top(card)
        s.zone[card] = Zone.MARKET
    with effect("5.4.2"):
        s.sold = True


@sell.domain
def something_to_sell(s: State, who: Player, card: Card) -> bool:
    return s.zone[card] == Zone.NETWORK or (s.zone[card] == Zone.HAND and card.owner == who)


@sell.permit("5.4.1a")
def turn_player_sells(s: State, who: Player, card: Card) -> bool:
    """In phase D the turn player may sell a card."""
    return on_turn(s, who) and s.step == Step.DIVEST


@sell.permit("6.9.1a")
def players_sell(s: State, who: Player, card: Card) -> bool:
    """In phase D players may sell a card; this slice lets the turn player alone decide in phase D."""
    return s.step == Step.DIVEST


@sell.forbid("3.2.6", "5.4.1c", over=sell, because="the sentence itself: engaged cards cannot be sold")
def engaged_is_not_sold(s: State, who: Player, card: Card) -> bool:
    """Engaged cards cannot be sold."""
    return s.engaged[card]


@sell.forbid("5.4.1d", "6.9.2", over=sell, because="the sentence itself: only a card he controls")
def not_controlled(s: State, who: Player, card: Card) -> bool:
    """A player sells only cards that he controls."""
    return controller(s, card) != who


@sell.forbid("5.4.2", over=sell, because="the sentence itself: only one card")
def sold_already(s: State, who: Player, card: Card) -> bool:
    """Only one card is sold in a phase."""
    return s.sold


@sell.forbid("5.4.3", over=sell, because="the sentence itself: may not sell the Business")
def business_is_not_sold(s: State, who: Player, card: Card) -> bool:
    """A Business is not sold."""
    return card.kind == Kind.BUSINESS


@sell.forbid("5.4.1b", over=sell, because="out of which zone cards are sold is a question of its own")
def not_from_hand(s: State, who: Player, card: Card) -> bool:
    """Any single card may be sold; whether out of the hand is not said."""
    return (
        on_turn(s, who)
        and s.step == Step.DIVEST
        and not s.sold
        and s.zone[card] == Zone.HAND
        and not may_sell_from_hand(s)
    )


@megacorp.question("may a card be sold out of the hand?")
def may_sell_from_hand(s: State) -> bool:
    return ask()


@may_sell_from_hand.reading("only out of a network", default=True)
def only_from_a_network(s: State) -> bool:
    return False


@may_sell_from_hand.reading("any card that one controls, as the words have it")
def from_hand_too(s: State) -> bool:
    return True


# --- going on, giving up ------------------------------------------------------------------------------------------


@megacorp.action("5.2.2a", "5.3.2b", "5.4.1a", passes=True)
def end_phase(s: State, who: Player) -> None:
    """Do nothing more in this phase."""
    if s.step == Step.BUY and any(s.zone[c] == Zone.REVEALED and c.owner == who for c in Card):
        card = revealed(s, who)
        with effect("6.4.3a", "6.4.3b"):
            s.zone[card] = Zone.SUNK
            s.sunk[who] = s.sunk[who].with_bottom(card)
    with effect("5.3.2b"):
        s.step = Step.CHALLENGE if s.step == Step.BUY else Step.DIVEST if s.step == Step.CHALLENGE else Step.END


@end_phase.permit("5.2.2a", "5.3.2b", "5.4.1a")
def phases_are_options(s: State, who: Player) -> bool:
    """What phases B, C and D offer is left to the turn player."""
    return on_turn(s, who) and s.step in (Step.BUY, Step.CHALLENGE, Step.DIVEST)


@megacorp.action("1.2.6a", outside_play=True)
def concede(s: State, who: Player) -> None:
    """Give up the game."""
    with effect("1.2.6b"):
        s.lost[who] = True


@concede.permit("1.2.6a")
def may_concede(s: State, who: Player) -> bool:
    """A player may concede; when, is not said: one moment of each turn is enough to show what follows."""
    return s.step == Step.BUY and on_turn(s, who)
