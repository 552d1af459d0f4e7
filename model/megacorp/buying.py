"""MegaCorp, 6.8 with 3.2, 3.6 and 5.2: buying from open markets, and engaged cards out of networks."""

from model.megacorp.actions import buy_revealed, deploy, owes_traits, play_event
from model.megacorp.bidding import bonded_cards_come_along, has_access, moves_when_bought, want_it_too
from model.megacorp.deeds import discard_the_pile, lose_the_game, send_away_copies
from model.megacorp.frames import Claim, Response
from model.megacorp.instants import events_may_be_played
from model.megacorp.places import beneath, docks, is_engaged, network_of, place_of
from model.megacorp.playing import announce, free_for
from model.megacorp.state import Card, Keyword, Kind, Numbers, Player, Slot, State, Step, Trait, Zone, megacorp
from model.megacorp.targets import has_a_target, may_lack_a_target, needs_target
from model.megacorp.turns import any_moment, in_another_phase, is_out, no_priority, on_turn, settled
from model.megacorp.words import bears, controller, has, has_traits, is_event, payee, whose_business
from ruleslawyer.lang import SILENT, Silent, ask, domain, effect, gain, lose, no, open_frame, says, simultaneous, yes

# --- what an engaged card costs (2.3, 3.2) ------------------------------------------------------------------------


@megacorp.term("2.3.1")
def engaged_price(s: State, card: Card) -> int:
    """The money component of an engaged card's price."""
    return card.cost


@engaged_price.exception("3.2.3b")
def price_of_a_business(s: State, card: Card) -> int | Silent:
    """A Business is bought for 10M."""
    return Numbers.business_price if card.kind == Kind.BUSINESS else SILENT


# --- buying from an open market (3.6, 5.2, 6.8) -------------------------------------------------------------------


@megacorp.action("5.2.2b", "6.8.1b", at=(None, Response))
def buy_from_market(s: State, who: Player, card: Card) -> None:
    """Announce the purchase of a card of an open market; others may want it too."""
    domain((s.zone[card] == Zone.MARKET or s.zone[card] == Zone.ANNIHILATED) and card not in s.stack)
    with effect("8.8.1b"):
        open_frame(s, Claim(awaits=opponents(s, who), lot=card, bidders=frozenset({who})))


def opponents(s: State, who: Player) -> frozenset[Player]:
    """The other players who are still in the game."""
    return frozenset(p for p in Player if p != who and not is_out(s, p))


@buy_from_market.cannot("3.9.1b", "3.9.1c", "for any form of purchase")
def annihilated_is_not_bought(s: State, who: Player, card: Card) -> bool:
    """A card of the annihilated area is never bought again, in no way: there is no other action that could."""
    return s.zone[card] == Zone.ANNIHILATED


@buy_from_market.permit("5.2.2a", "5.2.2b", "3.6.3a", "6.8.1b", "9.17.1d")
def purchase_from_market(s: State, who: Player, card: Card) -> bool:
    """In phase B the turn player may purchase cards from the open market, LOYAL ones too."""
    return on_turn(s, who) and s.step == Step.BUY and settled(s)


@buy_from_market.permit("6.8.1c", "6.1.5")
def events_of_a_market_at_any_time(s: State, who: Player, card: Card) -> bool:
    """Events may be bought whenever they could be played; one on top of an open market is within everybody's reach."""
    return is_event(card) and events_may_be_played(s)


@buy_from_market.permit("6.8.2")
def abrupt_cards_of_a_market_at_any_time(s: State, who: Player, card: Card) -> bool:
    """Cards with ABRUPT may be bought whenever an event may be played."""
    return card.keywords[Keyword.ABRUPT] and events_may_be_played(s)


@buy_from_market.cannot("3.6.3b", "3.6.3c", "only the top card")
def not_on_top(s: State, who: Player, card: Card) -> bool:
    """Only the top card of an open market may be bought."""
    return s.zone[card] == Zone.MARKET and s.market[card.owner].top != card


@buy_from_market.cannot("8.8.5d", "cannot be bought either")
def under_one_out_of_reach(s: State, who: Player, card: Card) -> bool:
    """What lies under an unavailable card cannot be bought either."""
    return s.zone[card] == Zone.MARKET and s.market[card.owner].top != card and s.frozen[s.market[card.owner].top]


@buy_from_market.forbid("5.2.2b", over=buy_from_market)
def not_an_open_market_to_buy_from(s: State, who: Player, card: Card) -> bool:
    """Cards of the open market may be bought; whose is not said."""
    return s.zone[card] == Zone.MARKET and card.owner != who and not has_access(s, card)


@buy_from_market.cannot("2.3.3", "the cost is required for playing", also=buy_revealed)
def without_the_traits(s: State, who: Player, card: Card) -> bool:
    """Without the trait component a card cannot be played."""
    return not has_traits(s, who, card)


@deploy.cannot("2.3.3", "the cost is required for playing")
def deployed_without_the_traits(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Nor can it be deployed from hand, unless one sum of money was the price of both parts."""
    return not has_traits(s, who, card) and owes_traits(s, card)


# --- buying engaged cards (3.2, 3.8, 5.2, 6.8) --------------------------------------------------------------------


def for_sale(s: State, who: Player, card: Card) -> bool:
    """Engaged in a network, and an opponent's (3.2.2, 3.8.3)."""
    return s.zone[card] == Zone.NETWORK and is_engaged(s, card) and opposing(s, who, card)


def opposing(s: State, who: Player, card: Card) -> bool:
    """Whether a card is an opponent's: what makes it one is asked where control and network differ."""
    return (
        controller(s, card) != who
        if (controller(s, card) != who) == (network_of(s, card) != who) or not network_makes_it_opposing(s)
        else network_of(s, card) != who
    )


network_makes_it_opposing = megacorp.doubt(
    "does control or the network make an engaged card an opponent's, for those who would buy it?",
    bought_by_an_opponent_of_its_controller=no(
        "Opponents buy it, and its last controller is paid: so it is another player's card.", "3.2.2b", default=True
    ),
    cards_in_an_opponents_network=yes(
        "What is for sale are the engaged cards in the network of an opponent.", "5.2.2d", "3.8.3a"
    ),
)


def banned(s: State, who: Player, card: Card) -> bool:
    """Whether a card lies in an opponent's network from which nobody may buy yet (5.2.3)."""
    return network_of(s, card) != who and not embargo_is_over(s, who, card)


def loyal_in_play(s: State, card: Card) -> bool:
    """Whether its LOYAL protects a card in play: an engaged one, as all are that could be bought, is a question."""
    return has(s, card, Keyword.LOYAL) or loyal_outlives_engaging(s)


loyal_outlives_engaging = megacorp.doubt(
    "does LOYAL protect a card that is engaged?",
    as_long_as_it_is_in_play=yes(
        "The protection lasts while the card is in play; and only engaged cards could be bought.",
        "9.17.1b",
        default=True,
    ),
    not_while_engaged=no("Continuous abilities do not apply while their card is engaged.", "7.3.2a"),
)


def could_buy(s: State, who: Player, card: Card) -> bool:
    """Whether an engaged card is for sale, and its price can be paid."""
    return for_sale(s, who, card) and s.money[who] >= engaged_price(s, card) and has_traits(s, who, card)


def abrupt_is_bought_now(s: State, who: Player, card: Card) -> bool:
    """Whether an engaged card with ABRUPT is bought at a moment for events: in another player's turn that is asked."""
    return (
        bears(s, card, Keyword.ABRUPT)
        and events_may_be_played(s)
        and (on_turn(s, who) or abrupt_is_bought_in_turns_of_others(s))
    )


abrupt_is_bought_in_turns_of_others = megacorp.doubt(
    "may an engaged card with ABRUPT be bought out of a network in the turn of another player?",
    whenever_an_event_could_be_played=yes(
        "Cards with ABRUPT may be bought whenever an event may be played.", "6.8.2", default=True
    ),
    only_in_the_buyers_turn=no(
        "Engaged cards of a network are bought by an opponent in that opponent's own turn.", "3.8.3b", "5.2.2a"
    ),
)


def may_buy_now(s: State, who: Player, card: Card) -> bool:
    """Whether some clause lets a player buy an engaged card now: otherwise further questions do not come up."""
    return could_buy(s, who, card) and (
        events_may_be_played(s)
        if is_event(card)
        else (
            (on_turn(s, who) and s.step == Step.BUY and settled(s))
            or abrupt_is_bought_now(s, who, card)
            or (in_another_phase(s, who) and buys_engaged_in_other_phases(s))
        )
    )


@megacorp.action("3.2.2a", "5.2.2d", at=(None, Response))
def buy_engaged(s: State, who: Player, card: Card, slot: Slot) -> None:
    """Buy an engaged asset from an opponent, into a space of a network."""
    domain(not is_event(card) and s.zone[card] == Zone.NETWORK and card not in s.stack)
    with effect("3.2.2c", "3.2.2d", "3.2.2e", "3.8.3c"), simultaneous():
        lose(s.money, who, engaged_price(s, card))
        gain(s.money, payee(s, card), engaged_price(s, card))
    with effect("3.2.2c"):
        for t in Trait:
            s.pool[who][t] -= card.trait_cost[t]
    with effect("3.2.3c", "3.2.3d", "1.2.5", "1.2.2a"):
        if card.kind == Kind.BUSINESS:
            lose_the_game(s, whose_business(s, card))
    with effect("3.3.8a", "3.3.8d", "9.4.1d"):
        if any(beneath(s, c, card) for c in Card) and not bonded_cards_come_along(s):
            discard_the_pile(s, card)
    with effect("6.8.1a"):
        if moves_when_bought(s):
            announce(s, who, card, slot)
        else:
            s.buyer[card] = None if who == card.owner else who
    with effect("7.7.1g", "7.7.1c"):
        if not moves_when_bought(s):
            send_away_copies(s, frozenset({card}), slot)


@buy_engaged.permit("3.2.2a", "3.2.2b", "3.2.3a", "3.8.3a", "3.8.3b", "5.2.2d", "6.8.1a")
def engaged_cards_of_opponents(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """In phase B the turn player may purchase engaged cards of opponents."""
    return on_turn(s, who) and s.step == Step.BUY and settled(s) and for_sale(s, who, card)


@buy_engaged.permit("3.8.3a", "3.8.3b")
def engaged_cards_in_ones_own_turn(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """An opponent may buy engaged cards in his turn, and no phase is named there."""
    return in_another_phase(s, who) and could_buy(s, who, card) and buys_engaged_in_other_phases(s)


@buy_engaged.permit("6.8.2")
def engaged_abrupt_cards_at_any_time(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Cards with ABRUPT may be bought whenever an event may be played."""
    return for_sale(s, who, card) and abrupt_is_bought_now(s, who, card)


@buy_engaged.forbid("1.3.10", over=buy_engaged, because="2.3.3: a card's cost is the requirement for playing it")
def engaged_beyond_means(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < engaged_price(s, card)


@buy_engaged.cannot("5.2.4a", "6.3.2d", "3.8.2a", "legally docked")
def engaged_undocked(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """A card is deployed only where it is legally docked: where it is deployed anew, it leaves its own place."""
    return not docks(s, card, slot) and may_buy_now(s, who, card) and moves_when_bought(s)


@buy_engaged.forbid("6.5.1d", over=buy_engaged, because="9.28.4: choosing an occupied space is what TERRAIN adds")
def engaged_upon_a_card(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The space is checked: an occupied one will not do."""
    return not free_for(s, who, card, slot) and may_buy_now(s, who, card) and moves_when_bought(s)


@buy_engaged.forbid("5.2.2d", over=buy_engaged)
def engaged_stays_where_it_is(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Engaged cards may be purchased; where they go, is not said."""
    return place_of(s, card) != slot and may_buy_now(s, who, card) and not moves_when_bought(s)


buys_engaged_in_other_phases = megacorp.doubt(
    "are engaged cards bought in the Buy phase alone, or in other phases of one's turn as well?",
    purchases_belong_to_the_buy_phase=no(
        "Engaged cards are among what the turn player may purchase in the Buy phase.", "5.2.2a", "5.2.2d", default=True
    ),
    during_the_whole_turn=yes("They can be purchased in the buyer's turn.", "3.8.3b"),
)


bonded_cards_are_for_sale = megacorp.doubt(
    "may a bonded card be bought from beneath another?",
    only_the_card_on_top=no("no, only the card on top", default=True),
    every_engaged_card_of_a_pile=yes("yes, it is engaged with its pile"),
)


tokens_cost_nothing = megacorp.doubt(
    "what does a token cost, which has no valuation?",
    tokens_are_not_traded=no("it can be neither bought nor sold", default=True),
    tokens_are_traded_for_nothing=yes("nothing"),
)


@megacorp.question("whose second turn ends the ban on buying out of an opponent's network?")
def embargo_is_over(s: State, who: Player, card: Card) -> bool:
    return ask(
        second_turn_of_every_opponent=says(
            all(s.turns[p] >= 2 or s.lost[p] for p in Player if p != who),
            "Their opponents' second turn: that of each opponent of the buyer who still has turns (finding 031).",
            "5.2.3b",
            default=True,
        ),
        second_turn_of_the_network=says(
            all(s.turns[p] >= 2 or s.lost[p] for p in Player if network_of(s, card) == p),
            "Their opponents' second turn: that of the opponent in whose network the card is.",
            "5.2.3b",
        ),
        second_turn_of_the_buyer=says(
            s.turns[who] >= 2,
            "Their opponents' second turn: seen from the network, the buyer is the opponent.",
            "5.2.3b",
        ),
    )


# --- buying engaged events (6.1.6, 6.8) ---------------------------------------------------------------------------


@megacorp.action("6.8.1a", "6.8.1c", at=(None, Response))
def buy_engaged_event(s: State, who: Player, card: Card) -> None:
    """Announce the purchase of an engaged event; others may want it too, and its space is chosen after paying."""
    domain(is_event(card) and s.zone[card] == Zone.NETWORK and card not in s.stack)
    with effect("6.1.6a", "8.8.1b"):
        open_frame(s, Claim(awaits=opponents(s, who), lot=card, bidders=frozenset({who})))


@buy_engaged_event.permit("6.8.1a", "6.8.1c", "3.2.2a", "3.8.3a")
def engaged_events_at_any_time(s: State, who: Player, card: Card) -> bool:
    """Engaged events of opponents may be bought whenever they could be played."""
    return events_may_be_played(s) and for_sale(s, who, card)


@buy_engaged_event.forbid(
    "5.2.3a",
    also=buy_engaged,
    over=buy_engaged_event,
    because="no player may, until a date: whatever else allows purchases",
)
def too_early(s: State, who: Player, card: Card) -> bool:
    """Nobody may buy out of an opponent's network at the beginning of the game."""
    return banned(s, who, card)


@buy_engaged.cannot("9.17.1a", "9.17.1b", "cannot be bought", also=buy_engaged_event)
def loyal_is_not_bought(s: State, who: Player, card: Card) -> bool:
    """An opponent cannot buy a LOYAL card in play."""
    return bears(s, card, Keyword.LOYAL) and may_buy_now(s, who, card) and loyal_in_play(s, card)


@buy_engaged.forbid("7.8.3b", also=buy_engaged_event, over=buy_engaged)
def token_is_not_bought(s: State, who: Player, card: Card) -> bool:
    """A token has no valuation."""
    return card.token and may_buy_now(s, who, card) and not tokens_cost_nothing(s)


@buy_engaged.forbid("3.8.3a", also=buy_engaged_event, over=buy_engaged)
def bonded_is_not_bought(s: State, who: Player, card: Card) -> bool:
    """Any engaged card of a network may be bought; whether one that lies beneath another is not said."""
    return s.under[card] is not None and may_buy_now(s, who, card) and not bonded_cards_are_for_sale(s)


@buy_engaged_event.cannot("3.2.2c", "both components of the price", also=buy_engaged)
def engaged_without_traits(s: State, who: Player, card: Card) -> bool:
    """The trait component of the price is to be paid too."""
    return not has_traits(s, who, card)


@want_it_too.cannot("3.2.2b", "cards are bought by opponents")
def wants_what_he_controls(s: State, f: Claim, who: Player) -> bool:
    """An engaged card is bought by an opponent of its controller."""
    return s.zone[f.lot] == Zone.NETWORK and not opposing(s, who, f.lot)


@want_it_too.forbid("5.2.3a", over=want_it_too, because="no player may, until a date: whatever else allows purchases")
def wants_it_too_early(s: State, f: Claim, who: Player) -> bool:
    """Nobody may buy out of an opponent's network at the beginning of the game."""
    return s.zone[f.lot] == Zone.NETWORK and banned(s, who, f.lot)


# --- what holds for several ways to buy and to play (5.1, 1.3, 8.8) -----------------------------------------------


@buy_engaged.forbid("5.1.3e", also=(buy_from_market, buy_engaged_event, play_event, deploy))
def no_window_of_priority(s: State) -> bool:
    """There is no window of priority around cashflow and upkeep, neither for what is given its space at once."""
    return no_priority(s)


@buy_engaged.forbid(
    "6.5.1e",
    also=(deploy, play_event, buy_revealed, buy_from_market, buy_engaged_event),
    over=buy_engaged,
)
def nothing_to_play_it_against(s: State, card: Card) -> bool:
    """Targets are declared as a card is played, a bought one too; the question comes up where cards are played."""
    return (
        needs_target(card)
        and any_moment(s)
        and not no_priority(s)
        and not has_a_target(s, card)
        and not may_lack_a_target(s)
    )


@buy_from_market.forbid(
    "8.8.5b",
    "6.1.6i",
    also=buy_engaged_event,
    over=buy_from_market,
    because="an exception to buying: the card is unavailable",
)
def out_of_reach(s: State, who: Player, card: Card) -> bool:
    """A card that bids did not settle is unavailable for a while; of events, engaged or on a market, 6.1.6 says so."""
    return s.frozen[card]


@buy_from_market.forbid(
    "1.3.10",
    also=(buy_revealed, buy_engaged_event),
    over=buy_from_market,
    because="2.3.3: a card's cost is the requirement for playing it",
)
def cost_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < card.cost
