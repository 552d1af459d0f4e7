"""MegaCorp, chapters 1 and 3: what answers promise on who controls a card and on what is bought out of a network."""

from __future__ import annotations

from checks.megacorp.ends import is_over
from checks.megacorp.turn import is_carried_out
from model.megacorp.bidding import bonded_cards_come_along
from model.megacorp.blocking import may_block_with_cards_of_others
from model.megacorp.buying import (
    bonded_cards_are_for_sale,
    buy_engaged,
    buys_engaged_in_other_phases,
    embargo_is_over,
    loyal_outlives_engaging,
    network_makes_it_opposing,
)
from model.megacorp.challenge import may_attack_own_cards, may_attack_with_cards_of_others
from model.megacorp.deeds import purchases_leave_play
from model.megacorp.frames import CardBid, Claim, Response
from model.megacorp.places import docks, is_engaged, network_of, taken
from model.megacorp.state import Card, Keyword, Kind, Player, Slot, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import on_turn, settled
from model.megacorp.words import bears, controller, has_traits, is_event, keeper, payee, total_valuation
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(megacorp)


def free_to_act(s: State, who: Player) -> bool:
    """It is a player's turn, and nothing is under way."""
    return (
        on_turn(s, who)
        and settled(s)
        and not is_over(s)
        and not is_open(s, Response)
        and not is_open(s, Claim)
        and not is_open(s, CardBid)
        and not is_carried_out(s)
    )


def changes_hands(before: State, after: State, card: Card) -> bool:
    """A card that is bought leaves a network for the stack by itself, or stays in one and has another buyer."""
    return before.zone[card] == Zone.NETWORK and (
        (after.zone[card] == Zone.STACK and card in after.stack)
        or (after.zone[card] == Zone.NETWORK and before.buyer[card] != after.buyer[card])
    )


def goes_to(before: State, after: State, card: Card, who: Player) -> bool:
    """A player buys a card out of a network."""
    return changes_hands(before, after, card) and (
        after.player[card] == who if card in after.stack else keeper(after, card) == who
    )


def marked(s: State, card: Card) -> bool:
    """Damage or counters lie on a card."""
    return s.developed[card] > 0 or any(
        s.counter[card][t] != 0 or s.damage[card][t] != 0 or s.scar[card][t] != 0 for t in Trait
    )


# --- whose card (1.3) ---------------------------------------------------------------------------------------------


def is_used_by_another(before: State, after: State, card: Card, who: Player) -> bool:
    """A card in play attacks in a turn that is not the player's own, blocks or is attacked in that player's own turn,
    has an ability that another uses, upkeep that another owes, or is bought by its own player."""
    return (
        (
            after.attacked[card]
            and not before.attacked[card]
            and not on_turn(before, who)
            and not may_attack_with_cards_of_others(before)
        )
        or (
            after.blocking[card]
            and not before.blocking[card]
            and on_turn(before, who)
            and not may_block_with_cards_of_others(before)
        )
        or (
            card in after.stack
            and card not in before.stack
            and after.doing[card] is not None
            and after.zone[card] == Zone.NETWORK
            and after.player[card] != who
        )
        or (after.upkeep_due[card] and not before.upkeep_due[card] and not on_turn(after, who))
        or (
            before.attacker is None
            and before.defender is None
            and after.defender == card
            and on_turn(before, who)
            and not may_attack_own_cards(before)
        )
        or (goes_to(before, after, card, who) and not network_makes_it_opposing(before))
    )


def is_asked_for_others(before: State, after: State, who: Player) -> bool:
    """Once blocks are declared, a player who is not on turn has just been asked to hold damage back."""
    return before.step != Step.SPLIT and after.step == Step.SPLIT and after.asked[who] and not on_turn(after, who)


def is_struck(s: State, card: Card) -> bool:
    """A card blocks, is hit as part of an area, or lies in the target space."""
    return s.blocking[card] or s.caught[card] or (s.aimed is not None and s.slot[card] == s.aimed)


@checks.promise(controller.owner_controls, "1.3.4c", "1.3.5")
def only_its_owner_uses_a_bought_card(before: State, after: State) -> bool:
    """Whoever brought a card attacks and blocks with it, uses its abilities, pays its upkeep and is paid for it,
    wherever it lies."""
    return all(
        before.zone[c] != Zone.NETWORK
        or (
            not is_used_by_another(before, after, c, c.owner)
            and (not changes_hands(before, after, c) or nobody_else_gains(before, after, c.owner))
        )
        for c in Card
    ) and all(
        not is_asked_for_others(before, after, p) or any(is_struck(after, c) and c.owner == p for c in Card)
        for p in Player
    )


@checks.promise(controller.owner_controls, "1.3.5", "3.3.7a")
def a_bought_card_returns_to_its_owner(s: State) -> bool:
    """A card in a hand is in the hand of the player who brought it."""
    return all(s.zone[c] != Zone.HAND or s.buyer[c] is None for c in Card)


@checks.promise(controller.last_buyer_controls, "3.2.2d")
def only_its_buyer_uses_a_bought_card(before: State, after: State) -> bool:
    """Whoever bought a card last attacks and blocks with it, uses its abilities and pays its upkeep."""
    return all(
        before.zone[c] != Zone.NETWORK or not is_used_by_another(before, after, c, keeper(before, c)) for c in Card
    ) and all(
        not is_asked_for_others(before, after, p) or any(is_struck(after, c) and keeper(after, c) == p for c in Card)
        for p in Player
    )


# --- who is paid (3.2, 3.8) ---------------------------------------------------------------------------------------


def nobody_else_gains(before: State, after: State, paid: Player) -> bool:
    """Where money changes hands with a card, all of it goes to one player."""
    return all(after.money[p] <= before.money[p] or p == paid for p in Player) and sum(
        after.money[p] for p in Player
    ) == sum(before.money[p] for p in Player)


def is_won(before: State, after: State, card: Card) -> bool:
    """A claim to a card of a network is settled, or a bid for it, and somebody has paid."""
    return (
        is_open(before, Claim)
        and not is_open(after, Claim)
        and frame_of(before, Claim).lot == card
        and before.zone[card] == Zone.NETWORK
        and any(after.money[p] < before.money[p] for p in Player)
    )


def is_paid(before: State, after: State, paid: Player) -> bool:
    """One player gains, and no other."""
    return after.money[paid] > before.money[paid] and all(
        after.money[p] <= before.money[p] or p == paid for p in Player
    )


@checks.promise(payee.owner_is_paid, "3.8.3c")
def the_owner_is_paid_for_a_bought_card(before: State, after: State) -> bool:
    """The price of a card out of a network, or the bid for an event there, is paid to whoever brought it, and to nobody
    else."""
    return all(
        (not changes_hands(before, after, c) or nobody_else_gains(before, after, c.owner))
        and (
            not is_won(before, after, c)
            or (is_open(before, CardBid) and after.money[c.owner] < before.money[c.owner])
            or is_paid(before, after, c.owner)
        )
        for c in Card
    )


@checks.promise(payee.last_controller_is_paid, "3.2.2d")
def the_last_controller_is_paid_for_a_bought_card(before: State, after: State) -> bool:
    """The price of a card out of a network, or the bid for an event there, is paid to whoever controlled it until then,
    and to nobody else."""
    return all(
        (not changes_hands(before, after, c) or nobody_else_gains(before, after, controller(before, c)))
        and (not is_won(before, after, c) or is_paid(before, after, controller(before, c)))
        for c in Card
    )


# --- what may be bought out of a network, and when (3.2, 5.2, 9.17) -----------------------------------------------


def has_two_turns(s: State, who: Player) -> bool:
    """A player has finished two turns, or is out of the game."""
    return s.turns[who] >= 2 or s.lost[who]


@checks.promise(embargo_is_over.second_turn_of_every_opponent, "5.2.3b")
def nobody_buys_before_all_opponents_had_two_turns(before: State, after: State) -> bool:
    """Whoever buys a card out of a rival's network has let every opponent finish two turns."""
    return all(
        not goes_to(before, after, c, p)
        or network_of(before, c) == p
        or all(has_two_turns(before, q) for q in Player if q != p)
        for c in Card
        for p in Player
    )


@checks.promise(embargo_is_over.second_turn_of_the_network, "5.2.3b")
def nobody_buys_before_the_network_had_two_turns(before: State, after: State) -> bool:
    """A card is bought out of a rival's network only once that rival has finished two turns."""
    return all(
        not goes_to(before, after, c, p) or network_of(before, c) == p or network_of(before, c) != q
        or has_two_turns(before, q)
        for c in Card for p in Player for q in Player
    )  # fmt: skip


@checks.promise(embargo_is_over.second_turn_of_the_buyer, "5.2.3b")
def nobody_buys_before_two_turns_of_the_own(before: State, after: State) -> bool:
    """Whoever buys a card out of a rival's network has finished two turns."""
    return all(
        not goes_to(before, after, c, p) or network_of(before, c) == p or before.turns[p] >= 2
        for c in Card
        for p in Player
    )


def is_dear_to(s: State, who: Player, card: Card) -> bool:
    """An asset lies engaged in a rival's network, is in no way the player's own, and can be paid and placed, long after
    the early ban."""
    return (
        s.zone[card] == Zone.NETWORK
        and s.fate[card] is None
        and is_engaged(s, card)
        and network_of(s, card) != who
        and controller(s, card) != who
        and card.owner != who
        and not is_event(card)
        and card.kind != Kind.BUSINESS
        and not card.token
        and not card.keywords[Keyword.UNIQUE]
        and all(s.turns[p] >= 2 for p in Player)
        and s.money[who] >= total_valuation(s, card)
        and has_traits(s, who, card)
        and any(slot.network == who and not taken(s, slot) and docks(s, card, slot) for slot in Slot)
    )


@checks.promise(loyal_outlives_engaging.not_while_engaged, "7.3.2a")
def loyal_protects_no_engaged_card(s: State) -> bool:
    """A LOYAL asset that lies engaged on top of its space is for sale like any other in a rival's Buy phase."""
    return all(
        s.step != Step.BUY
        or s.under[c] is not None
        or not bears(s, c, Keyword.LOYAL)
        or not free_to_act(s, p)
        or not is_dear_to(s, p, c)
        or allows(buy_engaged, s, p, c)
        for c in Card
        for p in Player
    )


@checks.promise(loyal_outlives_engaging.as_long_as_it_is_in_play, "9.17.1b")
def nobody_buys_a_loyal_card_in_play(before: State, after: State) -> bool:
    """No card with LOYAL is bought out of a network by anybody but its own controller."""
    return all(
        before.under[c] is not None
        or not bears(before, c, Keyword.LOYAL)
        or not goes_to(before, after, c, p)
        or controller(before, c) == p
        for c in Card
        for p in Player
    )


@checks.promise(buys_engaged_in_other_phases.during_the_whole_turn, "3.8.3b")
def engaged_cards_are_for_sale_all_turn(s: State) -> bool:
    """In the Buy, Challenge and Divest phases the turn player may buy what lies engaged on top in a rival's network,
    and nothing that LOYAL protects."""
    return all(
        s.step not in (Step.BUY, Step.CHALLENGE, Step.DIVEST)
        or s.under[c] is not None
        or not free_to_act(s, p)
        or not is_dear_to(s, p, c)
        or allows(buy_engaged, s, p, c) != (bears(s, c, Keyword.LOYAL) and loyal_outlives_engaging(s))
        for c in Card
        for p in Player
    )


@checks.promise(buys_engaged_in_other_phases.purchases_belong_to_the_buy_phase, "5.2.2a", "5.2.2d")
def assets_change_hands_in_the_buy_phase_alone(before: State, after: State) -> bool:
    """Outside of a Buy phase nothing is bought out of a network but events and cards with ABRUPT, with their piles."""
    return before.step == Step.BUY or all(
        before.under[c] is not None
        or not changes_hands(before, after, c)
        or is_event(c)
        or bears(before, c, Keyword.ABRUPT)
        for c in Card
    )


@checks.promise(bonded_cards_are_for_sale.every_engaged_card_of_a_pile)
def a_bonded_card_is_for_sale_with_its_pile_engaged(s: State) -> bool:
    """In the Buy phase the turn player may buy an asset from beneath another card, where the pile lies engaged."""
    return all(
        s.step != Step.BUY
        or s.under[c] is None
        or bears(s, c, Keyword.LOYAL)
        or not free_to_act(s, p)
        or not is_dear_to(s, p, c)
        or allows(buy_engaged, s, p, c)
        for c in Card
        for p in Player
    )


@checks.promise(bonded_cards_are_for_sale.only_the_card_on_top)
def nothing_is_bought_from_beneath(before: State, after: State) -> bool:
    """A bonded card is bought only together with the card above it."""
    return all(
        not changes_hands(before, after, c)
        or before.under[c] is None
        or any(before.under[c] == d and changes_hands(before, after, d) for d in Card)
        for c in Card
    )


# --- what a purchase does to the card and to its pile (3.3, 6.8, 7.9) ---------------------------------------------


@checks.promise(purchases_leave_play.from_network_to_network, "5.5.5a", "7.9.4a", "7.9.4b")
def a_bought_card_keeps_what_lies_on_it(before: State, after: State) -> bool:
    """From the purchase until it lies in a network again, nothing that lies on a bought card is lost."""
    return all(
        not (changes_hands(before, after, c) or arrives_bought(before, after, c))
        or (
            after.developed[c] == before.developed[c]
            and all(
                after.counter[c][t] == before.counter[c][t]
                and after.damage[c][t] == before.damage[c][t]
                and after.scar[c][t] == before.scar[c][t]
                for t in Trait
            )
        )
        for c in Card
    )


def arrives_bought(before: State, after: State, card: Card) -> bool:
    """A card that was bought out of a network comes into one."""
    return (
        before.zone[card] == Zone.STACK
        and before.came_from[card] == Zone.NETWORK
        and after.zone[card] == Zone.NETWORK
    )  # fmt: skip


@checks.promise(purchases_leave_play.from_network_to_network, "7.8.5")
def no_token_ends_with_a_purchase(before: State, after: State) -> bool:
    """A token in a network does not cease to exist unless it was about to leave, bought or beneath what is bought."""
    return all(
        not c.token or before.zone[c] != Zone.NETWORK or after.zone[c] != Zone.ASIDE or before.fate[c] is not None
        for c in Card
    )


@checks.promise(purchases_leave_play.bought_as_if_from_a_hand, "6.8.1a")
def a_bought_card_is_as_printed(before: State, after: State) -> bool:
    """Nothing lies on a card once it has been bought, nor as it comes into a network."""
    return all(
        not (changes_hands(before, after, c) or arrives_bought(before, after, c)) or not marked(after, c)
        for c in Card
    )  # fmt: skip


@checks.promise(bonded_cards_come_along.discarded_as_in_a_sale, "3.3.8d")
def no_bonded_card_goes_to_a_buyer(before: State, after: State) -> bool:
    """A card beneath one that is bought does not go along: it is discarded, or was about to leave already."""
    return all(
        before.zone[c] != Zone.NETWORK
        or not any(before.under[c] == d and changes_hands(before, after, d) for d in Card)
        or after.fate[c] is not None
        or after.zone[c] == Zone.MARKET
        or after.zone[c] == Zone.ASIDE
        for c in Card
    )


@checks.promise(bonded_cards_come_along.they_move_with_the_card_above, "9.4.1d")
def bonded_cards_go_to_the_buyer(before: State, after: State) -> bool:
    """A card beneath one that is bought still lies beneath it, unless it is a token or was about to leave."""
    return all(
        before.fate[c] is not None
        or c.token
        or not any(before.under[c] == d and changes_hands(before, after, d) for d in Card)
        or (after.fate[c] is None and any(before.under[c] == d and after.under[c] == d for d in Card))
        for c in Card
    )
