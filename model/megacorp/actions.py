"""MegaCorp, chapter 6 with 5.1 and 5.2: deploying, playing events, buying revealed resources, going on, conceding."""

from model.megacorp.deeds import enter, lose_the_game
from model.megacorp.frames import Placing, Response
from model.megacorp.instants import events_may_be_played
from model.megacorp.places import docks
from model.megacorp.playing import announce, event_claims, free_for, legal_space
from model.megacorp.state import Card, Keyword, Kind, Player, Slot, State, Step, Trait, Zone, in_hand_of, megacorp
from model.megacorp.turns import has_turns, in_another_phase, on_turn, settled, two_players
from model.megacorp.words import has_traits, is_event, total_valuation
from ruleslawyer.lang import SILENT, ask, domain, effect, is_open, no, open_frame, says, the, yes

# --- deploying from hand (5.2, 6.3, 9.1) --------------------------------------------------------------------------


@megacorp.action("5.2.2c", "6.3.1a", "6.3.1c", "6.3.2a", "6.5.1c", "2.1.3", "9.28.1c", at=(None, Response))
def deploy(s: State, who: Player, card: Card, slot: Slot) -> None:
    """Buy an asset, which is what is no event, from hand into a space of a network, a terrain's if one likes."""
    domain(not is_event(card) and in_hand_of(s, card, who) and card not in s.stack)
    with effect("8.1.1", "6.3.2b", "6.5.1g"):
        s.money[who] -= price_from_hand(s, card)
    with effect("6.7.9a"):
        for t in Trait:
            s.pool[who][t] -= card.trait_cost[t] if owes_traits(s, card) else 0
    with effect("6.3.2c", "6.5.1d", "6.5.1i"):
        announce(s, who, card, slot)


@deploy.permit("5.2.2a", "5.2.2c", "6.3.1a", "6.3.2c", "5.2.4b")
def purchase_from_hand(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """In phase B the turn player may purchase cards from hand, into any network."""
    return on_turn(s, who) and s.step == Step.BUY


@deploy.permit("6.3.1a")
def whenever_one_has_priority(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The turn player may deploy assets, and no phase is named there."""
    return (
        in_another_phase(s, who)
        and s.money[who] >= price_from_hand(s, card)
        and (has_traits(s, who, card) or not owes_traits(s, card))
        and legal_space(s, who, card, slot)
        and deploys_in_other_phases(s)
    )


@deploy.permit("9.1.1a", "9.1.1c", "9.1.1d")
def abrupt_like_an_event(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """A card with ABRUPT may be played whenever an event may: in the turns of others, and in response."""
    return card.keywords[Keyword.ABRUPT] and events_may_be_played(s)


@deploy.cannot("6.3.1b", "if one has priority")
def asset_without_priority(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Deploying an asset needs priority: as we read it, nothing else is being played or about to leave."""
    return not settled(s)


@asset_without_priority.exception("9.1.1a", "9.1.1d")
def abrupt_needs_none(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """ABRUPT includes responding."""
    return card.keywords[Keyword.ABRUPT]


@deploy.forbid("1.3.10", over=deploy, because="2.3.3: a card's cost is the requirement for playing it")
def deploy_beyond_means(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < price_from_hand(s, card)


deploys_in_other_phases = megacorp.doubt(
    "are assets from hand deployed in the Buy phase alone, or in other phases of one's turn as well?",
    in_the_buy_phase_alone=no("Purchases from hand are listed under the Buy phase.", "5.2.2c", default=True),
    in_every_phase_of_ones_turn=yes(
        "To deploy an asset one must be the turn player and have priority; that is all.", "6.3.1a"
    ),
)


@megacorp.question("how much money does a card from hand cost?")
def price_from_hand(s: State, card: Card) -> int:
    return ask(
        money_part=says(
            card.cost,
            "A cost is split: the money component is paid in money, the rest in traits.",
            "2.3.2a",
            "2.3.4b",
            "8.1.1",
            default=True,
        ),
        sum_of_both_parts=says(
            SILENT if is_event(card) else total_valuation(s, card),
            "An asset's total valuation is paid, and that is one number, the sum of both components (2.3.6).",
            "6.3.2b",
        ),
    )


def owes_traits(s: State, card: Card) -> bool:
    """Whether a card from hand costs traits besides its money: not where one sum was the price of both parts."""
    return price_from_hand(s, card) == card.cost


# --- playing events (6.1, 6.2) ------------------------------------------------------------------------------------


@megacorp.action("6.1.1a", "6.1.2a", "6.2.2a", "6.2.2e", "6.5.1a", at=(None, Response))
def play_event(s: State, who: Player, card: Card) -> None:
    """Declare and pay for an event from hand; its space is chosen after that."""
    domain(is_event(card) and in_hand_of(s, card, who) and card not in s.stack)
    with effect("8.1.1", "6.2.2b", "6.5.1g"):
        s.money[who] -= price_from_hand(s, card)
    with effect("6.7.9a"):
        for t in Trait:
            s.pool[who][t] -= card.trait_cost[t]
    with effect("6.1.3b", "6.5.1c"):
        open_frame(s, Placing(awaits=frozenset({who}), card=card))


@play_event.permit("6.1.1a", "6.1.1b", "6.2.3a", "9.1.1b", "9.1.1g")
def events_at_any_moment(s: State, who: Player, card: Card) -> bool:
    """Events, permanent ones too, may be played at all times and in every phase; who may is not said."""
    return events_may_be_played(s)


@play_event.cannot("6.1.1c", "6.2.3b", "1.3.10", "payable costs")
def event_beyond_means(s: State, who: Player, card: Card) -> bool:
    """The cost of an event must be payable."""
    return s.money[who] < price_from_hand(s, card)


@play_event.cannot("6.1.1c", "6.2.3b", "2.3.3", "payable costs")
def event_without_traits(s: State, who: Player, card: Card) -> bool:
    """Its trait component is a part of its cost."""
    return not has_traits(s, who, card)


# --- the revealed resource (5.1, 6.4) -----------------------------------------------------------------------------


@megacorp.action("5.1.6b", "6.4.2a", "6.5.1c")
def buy_revealed(s: State, who: Player, card: Card, slot: Slot) -> None:
    """Buy the card revealed from one's resource deck into a space of a network."""
    domain(s.zone[card] == Zone.REVEALED)
    with effect("8.1.1"):
        s.money[who] -= card.cost
    with effect("6.7.9a"):
        for t in Trait:
            s.pool[who][t] -= card.trait_cost[t]
    with effect("6.4.2a", "6.5.1i"):
        announce(s, who, card, slot)


@buy_revealed.permit("5.1.6b", "5.1.6c", "3.4.3a")
def buy_it_now(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The player may buy the revealed card when it is revealed, in phase A."""
    return on_turn(s, who) and s.step == Step.OFFER and settled(s)


@buy_revealed.permit("6.4.2a")
def deploy_it_until_the_buy_phase_ends(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """A character or location that was revealed may be deployed; it stays until the Buy phase ends (6.4.3)."""
    return (
        on_turn(s, who)
        and s.step in (Step.OFFER, Step.BUY)
        and settled(s)
        and (card.kind == Kind.CHARACTER or card.kind == Kind.LOCATION)
    )


@buy_revealed.cannot("3.4.3b", "only in one's own resource zone")
def of_another_player(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Players buy resources only from their own zone."""
    return card.owner != who


@buy_revealed.forbid("6.4.2b")
def neither_character_nor_location(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """What is deployed from the resource pile is a character or a location."""
    return card.kind != Kind.CHARACTER and card.kind != Kind.LOCATION


@buy_revealed.cannot("6.1.2c", "6.1.2d", "no player may, once the slot is chosen")
def revealed_into_the_slot_of_an_event(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """No second event is played into the slot of an event."""
    return is_event(card) and event_claims(s, card, slot)


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
        enter(s, Step.DRAW if reveal_comes_first(s) else Step.BUY)


@leave_revealed.permit("5.1.6b")
def need_not_buy(s: State, who: Player) -> bool:
    """Buying the revealed card is a choice."""
    return on_turn(s, who) and s.step == Step.OFFER and settled(s)


leaves_at_once = megacorp.doubt(
    "when does a revealed card that nobody buys go to the bottom?",
    "3.4.4e",
    in_the_accounting_phase=yes("At the time of the reveal.", "5.1.6d", default=True),
    when_the_buy_phase_ends=no("At the end of the Buy phase.", "6.4.3b"),
)


reveal_comes_first = megacorp.doubt(
    "is the resource card revealed before the draw, or at the end of the phase?",
    reveal_then_draw=yes("In the list of the phase the reveal stands before the draw.", "5.1.6e", default=True),
    reveal_at_the_end=no("The card is revealed at the end of the Accounting phase.", "3.4.4b"),
)


# --- what holds for deploying, from hand and as a resource is revealed (2.3, 5.2, 6.5) ----------------------------


@deploy.cannot("5.2.4a", "6.3.2d", "3.8.2a", "must be legally docked", also=buy_revealed)
def not_legally_docked(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """A card is deployed, from hand or as it is revealed, only where it is legally docked."""
    return not docks(s, card, slot)


@deploy.forbid(
    "6.5.1d",
    also=buy_revealed,
    over=deploy,
    because="9.28.4: that an occupied space may be chosen is what TERRAIN adds",
)
def upon_another_card(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The space is checked: an occupied one will not do."""
    return not free_for(s, who, card, slot)


# --- going on, giving up ------------------------------------------------------------------------------------------


@megacorp.action("5.2.2a", "5.3.2b", "5.4.1a", passes=True)
def end_phase(s: State, who: Player) -> None:
    """Do nothing more in this phase."""
    if s.step == Step.BUY and any(s.zone[c] == Zone.REVEALED and c.owner == who for c in Card):
        card = revealed(s, who)
        with effect("6.4.3a", "6.4.3b"):
            s.zone[card] = Zone.SUNK
            s.sunk[who] = s.sunk[who].with_bottom(card)
    with effect("5.3.2b", "5.3.12"):
        if s.step == Step.CHALLENGE and len(s.queue) > 0:
            s.fighting = True
        else:
            enter(s, Step.CHALLENGE if s.step == Step.BUY else Step.DIVEST if s.step == Step.CHALLENGE else Step.END)


@end_phase.permit("5.2.2a", "5.3.2b", "5.4.1a")
def phases_are_options(s: State, who: Player) -> bool:
    """What phases B, C and D offer is left to the turn player."""
    return on_turn(s, who) and s.step in (Step.BUY, Step.CHALLENGE, Step.DIVEST) and settled(s)


@megacorp.action("1.2.6a", at=(None, Response), outside_play=True)
def concede(s: State, who: Player) -> None:
    """Give up the game."""
    with effect("1.2.6b"):
        lose_the_game(s, who)


@concede.permit("1.2.6a")
def may_concede(s: State, who: Player) -> bool:
    """A player may concede; when, is not said: of two, one moment of each turn is enough to show what follows."""
    return s.step == Step.BUY and on_turn(s, who) and not is_open(s, Response)


@concede.permit("1.2.6a")
def may_concede_at_other_times(s: State, who: Player) -> bool:
    """With more players the moment matters for those who go on; the turn player waits for what is on the stack."""
    return (
        not two_players()
        and has_turns(s)
        and (s.step != Step.BUY or not on_turn(s, who) or is_open(s, Response))
        and (len(s.stack) == 0 or not on_turn(s, who))
        and concedes_at_any_time(s)
    )


concedes_at_any_time = megacorp.doubt(
    "when may a player concede?",
    in_ones_own_buy_phase=no("in the Buy phase of one's own turn", default=True),
    whenever_one_decides=yes("whenever one is to decide something, in a window for responses too"),
)
