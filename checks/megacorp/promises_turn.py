"""MegaCorp, 1.2, 3.8 and chapters 4 to 6: what answers promise on losing, phases, priority, the stack, and docking."""

from __future__ import annotations

from checks.megacorp.promises import changes_hands, free_to_act
from checks.megacorp.promises_challenge import is_ready_to_block
from model.megacorp.abilities import bought_cards_come_from_hand
from model.megacorp.actions import deploy, deploys_in_other_phases, leaves_at_once
from model.megacorp.blocking import declare_blocker
from model.megacorp.deeds import are_discarded_together, what_came_first_is_resolved_first
from model.megacorp.drawing import draw_loss_is_immediate
from model.megacorp.frames import DeadDrop, Mutating, Relocating, Response, StartBid
from model.megacorp.leaving import loses_with_a_destroyed_business
from model.megacorp.places import beneath, corners_count, docks, neighbours, on_top, orphaned, taken, within
from model.megacorp.playing import the_turn_player_comes_first
from model.megacorp.setup import rebid_replaces_the_bid
from model.megacorp.state import Card, Fate, Keyword, Kind, Player, Slot, Stage, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import on_turn
from model.megacorp.words import bears, has_traits, is_event, passing_event, total_valuation
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(megacorp)

# --- losing (1.2) -------------------------------------------------------------------------------------------------


def is_gone(s: State, card: Card) -> bool:
    """A card has been destroyed, discarded or annihilated."""
    return s.zone[card] == Zone.MARKET or s.zone[card] == Zone.ANNIHILATED


def has_just_lost(before: State, after: State, who: Player) -> bool:
    """A player loses in this step."""
    return after.lost[who] and not before.lost[who]


@checks.promise(loses_with_a_destroyed_business.whoever_loses_the_business_loses, "1.2.2a", "1.2.2b")
def nobody_plays_on_without_a_business(s: State) -> bool:
    """Whoever's Business lies in an open market or is annihilated has lost, whatever brought it there."""
    return all(c.kind != Kind.BUSINESS or not is_gone(s, c) or s.lost[c.owner] for c in Card)


def is_defeated(s: State, card: Card) -> bool:
    """Damage destroys a Business in a challenge: at zero, or by DEMOLISHER."""
    return s.attacker is not None and (
        s.by_damage[card]
        or s.assassinated[card]
        or (s.step in (Step.STRIKE, Step.AFTERMATH) and any(s.damage[card][t] > 0 for t in Trait))
    )


@checks.promise(loses_with_a_destroyed_business.only_two_ways_to_lose_a_business, "1.2.3")
def nobody_loses_as_a_business_leaves_otherwise(before: State, after: State) -> bool:
    """As a Business that was neither bought nor defeated in a challenge leaves play, or is about to, its player does
    not lose, unless it is an orphan at the end of a turn."""
    return all(
        c.kind != Kind.BUSINESS
        or not has_just_lost(before, after, c.owner)
        or before.zone[c] != Zone.NETWORK
        or changes_hands(before, after, c)
        or (before.fate[c] is None and after.fate[c] is None and after.zone[c] == Zone.NETWORK)
        or before.fate[c] == Fate.RETURNED
        or after.fate[c] == Fate.RETURNED
        or is_defeated(before, c)
        or is_defeated(after, c)
        or (before.step in (Step.CLOSING, Step.OVER) and orphaned(before, c))
        for c in Card
    )


@checks.promise(draw_loss_is_immediate.when_the_turn_ends)
def an_empty_deck_puts_nobody_out_before_the_end(before: State, after: State) -> bool:
    """Whoever has to draw and cannot does not lose there and then, and when a turn is over has lost."""
    return all(
        not has_just_lost(before, after, p)
        or (before.step != Step.DRAW and before.owed[p] == 0 and before.out_of_cards[p] == after.out_of_cards[p])
        or before.step in (Step.END, Step.ORPHANS, Step.CLEANUP, Step.CLOSING, Step.LATE, Step.OVER)
        for p in Player
    ) and (
        before.step == Step.INCOME
        or after.step != Step.INCOME
        or all(not before.out_of_cards[p] or after.lost[p] for p in Player)
    )


@checks.promise(draw_loss_is_immediate.at_once)
def whoever_cannot_draw_is_out(s: State) -> bool:
    """Nobody who could not draw is still in the game."""
    return all(not s.out_of_cards[p] or s.lost[p] for p in Player) and all(
        s.owed[p] == 0 or s.lost[p] or any(c.owner == p and s.zone[c] == Zone.MAIN for c in Card) for p in Player
    )


# --- bids for the start (4.2, 8.7) --------------------------------------------------------------------------------


def is_bid_again(before: State, after: State) -> bool:
    """Bids for the start that were tied are made again."""
    return is_open(before, StartBid) and frame_of(before, StartBid).round > 1 and not (
        is_open(after, StartBid) and frame_of(after, StartBid).round == frame_of(before, StartBid).round
    )  # fmt: skip


@checks.promise(rebid_replaces_the_bid.it_breaks_the_tie)
def a_rebid_changes_no_bid_and_no_other_place(before: State, after: State) -> bool:
    """A second bid changes nothing of what anybody pays, and puts no tied player behind one who had bid less."""
    return not is_bid_again(before, after) or all(
        after.stake[p] == before.stake[p]
        and all(before.stake[p] <= before.stake[q] or after.rank[p] > after.rank[q] for q in Player)
        for p in Player
    )


# --- phases (5.1, 5.2, 6.3, 6.4) ----------------------------------------------------------------------------------


@checks.promise(leaves_at_once.when_the_buy_phase_ends, "6.4.3b")
def a_revealed_card_stays_until_the_buy_phase_ends(before: State, after: State) -> bool:
    """A revealed resource goes beneath the deck as the Buy phase ends, and at no other moment."""
    return all(
        before.zone[c] != Zone.REVEALED
        or after.zone[c] != Zone.SUNK
        or before.step == Step.BUY
        or before.lost[c.owner]
        or after.lost[c.owner]
        for c in Card
    )


def can_pay_and_place(s: State, who: Player, card: Card) -> bool:
    """A player has what an asset costs, and a free space for it beside a card of the own network."""
    return (
        not is_event(card)
        and s.money[who] >= total_valuation(s, card)
        and has_traits(s, who, card)
        and any(slot.network == who and not taken(s, slot) and docks(s, card, slot) for slot in Slot)
    )


@checks.promise(leaves_at_once.in_the_accounting_phase, "5.1.6d")
def no_revealed_card_outlasts_the_accounting_phase(s: State) -> bool:
    """From the Buy phase on no resource lies revealed."""
    return s.step != Step.BUY or all(s.zone[c] != Zone.REVEALED for c in Card)


@checks.promise(deploys_in_other_phases.in_every_phase_of_ones_turn, "6.3.1a")
def assets_are_deployed_in_every_phase(s: State) -> bool:
    """In the Buy, Challenge and Divest phases the turn player may deploy any asset that can be paid and placed."""
    return all(
        s.step not in (Step.BUY, Step.CHALLENGE, Step.DIVEST)
        or s.zone[c] != Zone.HAND
        or s.buyer[c] is not None
        or not free_to_act(s, c.owner)
        or not can_pay_and_place(s, c.owner, c)
        or allows(deploy, s, c.owner, c)
        for c in Card
    )


@checks.promise(deploys_in_other_phases.in_the_buy_phase_alone, "5.2.2c")
def assets_leave_the_hand_in_the_buy_phase_alone(before: State, after: State) -> bool:
    """Outside of a Buy phase no asset is played out of a hand, but for one with ABRUPT."""
    return before.step == Step.BUY or all(
        before.zone[c] != Zone.HAND or after.zone[c] != Zone.STACK or is_event(c) or c.keywords[Keyword.ABRUPT]
        for c in Card
    )


# --- priority and the stack (6.5, 8.8) ----------------------------------------------------------------------------


@checks.promise(the_turn_player_comes_first.then_the_others)
def nobody_responds_before_the_turn_player_has_passed(s: State) -> bool:
    """Whenever players are asked for a response, the turn player is asked before the others, and alone."""
    return not is_open(s, Response) or not any(
        on_turn(s, p)
        and (
            p in frame_of(s, Response).later
            or (p in frame_of(s, Response).awaits and any(q != p and q in frame_of(s, Response).awaits for q in Player))
        )
        for p in Player
    )


@checks.promise(the_turn_player_comes_first.everybody_at_once)
def nobody_waits_for_another_to_respond(s: State) -> bool:
    """Whoever may still respond may do so now."""
    return not is_open(s, Response) or all(p not in frame_of(s, Response).later for p in Player)


def is_added(before: State, after: State, card: Card) -> bool:
    """A card or an ability comes upon a stack on which something waits already."""
    return len(before.stack) > 0 and card in after.stack and card not in before.stack


@checks.promise(what_came_first_is_resolved_first.first_in_first_out)
def nothing_gets_before_what_waits_on_the_stack(before: State, after: State) -> bool:
    """A card that comes upon a stack is resolved next only if nothing that waited there before is left."""
    return all(
        not is_added(before, after, c) or after.stack.top != c or all(d not in after.stack for d in before.stack)
        for c in Card
    )


@checks.promise(what_came_first_is_resolved_first.last_in_first_out)
def the_latest_on_the_stack_is_next(before: State, after: State) -> bool:
    """A card that comes upon a stack on which something waits is resolved next."""
    return not any(is_added(before, after, c) for c in Card) or any(
        is_added(before, after, c) and after.stack.top == c for c in Card
    )


# --- docking (3.8) and what is bonded beneath a card that goes (3.3) ----------------------------------------------


def touches(s: State, card: Card) -> bool:
    """The space of a card touches that of another card, at a side or a corner."""
    return any(
        s.slot[card] == here and here != there and within(here, there, 1) and taken(s, there)
        for here in Slot
        for there in Slot
    )


@checks.promise(corners_count.corners_too)
def nothing_that_touches_a_card_is_an_orphan(before: State, after: State) -> bool:
    """A card that touches another one at a corner is not discarded as an orphan, and does not have to move."""
    return all(
        not touches(before, c)
        or not on_top(before, c)
        or (
            (before.step != Step.ORPHANS or before.fate[c] is not None or after.fate[c] is None)
            and (
                is_open(before, Relocating)
                or not is_open(after, Relocating)
                or not bears(before, c, Keyword.INDEPENDENT)
                or any(d != c and bears(before, d, Keyword.INDEPENDENT) for d in Card)
            )
        )
        for c in Card
    )


@checks.promise(corners_count.corners_too)
def cards_are_deployed_at_corners(s: State) -> bool:
    """Where an asset may be deployed into some space of a network, it may be into any free one there at a corner."""
    return all(
        s.zone[c] != Zone.HAND
        or not is_open_at_a_corner(s, slot)
        or not any(other.network == slot.network and allows(deploy, s, c.owner, c, other) for other in Slot)
        or allows(deploy, s, c.owner, c, slot)
        for c in Card
        for slot in Slot
    )


def is_open_at_a_corner(s: State, slot: Slot) -> bool:
    """A free space that touches a card at a corner alone."""
    return (
        not taken(s, slot)
        and any(within(slot, other, 1) and taken(s, other) for other in Slot)
        and not any(neighbours(slot, other) and taken(s, other) for other in Slot)
    )


@checks.promise(corners_count.corners_too)
def a_card_blocks_at_a_corner(s: State) -> bool:
    """Whoever is asked may block with an upright card that touches the target at a corner, if nothing flies and no
    keyword forbids it."""
    return all(
        not is_ready_to_block(s, c, p)
        or not any(
            s.slot[c] == here and s.aimed == there and here != there and within(here, there, 1)
            for here in Slot
            for there in Slot
        )
        or any(s.attacker == a and any(bears(s, a, k) for k in Keyword) for a in Card)
        or allows(declare_blocker, s, p, c)
        for c in Card
        for p in Player
    )


@checks.promise(corners_count.edges_alone)
def what_lies_at_a_corner_alone_is_an_orphan(before: State, after: State) -> bool:
    """Once orphans have been discarded, what lies on top of its space shares an edge with another card, or is about to
    leave."""
    return (
        before.step != Step.ORPHANS
        or after.step == Step.ORPHANS
        or all(
            not on_top(after, c)
            or after.fate[c] is not None
            or after.slot[c] != slot
            or any(neighbours(slot, other) and taken(before, other) for other in Slot)
            or any(beneath(after, d, c) for d in Card)
            for c in Card
            for slot in Slot
        )
    )


@checks.promise(corners_count.edges_alone)
def nothing_comes_to_lie_or_block_at_a_corner(before: State, after: State) -> bool:
    """A card that comes into a free space shares an edge with one there, and a blocker shares one with the target."""
    return all(
        (
            before.zone[c] == Zone.NETWORK
            or after.slot[c] != slot
            or before.step == Step.FOUND
            or any(neighbours(slot, other) and taken(after, other) for other in Slot)
            or any(beneath(after, d, c) for d in Card)
        )
        and (
            before.blocking[c]
            or not after.blocking[c]
            or after.slot[c] != slot
            or any(neighbours(slot, other) and after.aimed == other for other in Slot)
        )
        for c in Card
        for slot in Slot
    )


def is_discarded(before: State, after: State, card: Card) -> bool:
    """A card is about to be discarded out of a network, since this step."""
    return before.fate[card] is None and after.fate[card] == Fate.DISCARDED


@checks.promise(are_discarded_together.they_are_left)
def a_discard_takes_nothing_from_beneath(before: State, after: State) -> bool:
    """A card beneath one that is discarded is not discarded with it, unless it is an event that goes by itself."""
    return all(
        not is_discarded(before, after, c)
        or passing_event(c)
        or changes_hands(before, after, c)
        or not any(
            before.under[c] == d and (before.fate[d] == Fate.DISCARDED or after.fate[d] == Fate.DISCARDED) for d in Card
        )
        for c in Card
    )


@checks.promise(are_discarded_together.they_go_with_it)
def a_discard_takes_what_lies_beneath(before: State, after: State) -> bool:
    """As a discarded card comes into an open market, nothing that lay beneath it stays in play."""
    return all(
        before.fate[d] != Fate.DISCARDED
        or after.zone[d] != Zone.MARKET
        or not beneath(before, c, d)
        or before.fate[c] is not None
        or after.fate[c] is not None
        or after.zone[c] != Zone.NETWORK
        for c in Card
        for d in Card
    )


# --- deployed from hand (6.8, 9.8, 9.20) --------------------------------------------------------------------------


@checks.promise(bought_cards_come_from_hand.only_out_of_the_hand, "9.8.1b", "9.20.1b")
def only_what_came_from_hand_brings_more(s: State) -> bool:
    """DEAD DROP and MUTATION look for cards only where theirs came out of a hand."""
    return (not is_open(s, DeadDrop) or s.came_from[frame_of(s, DeadDrop).card] == Zone.HAND) and (
        not is_open(s, Mutating) or s.came_from[frame_of(s, Mutating).card] == Zone.HAND
    )


@checks.promise(bought_cards_come_from_hand.bought_as_if_in_hand, "6.8.1a", "6.8.1b")
def what_was_bought_brings_more(before: State, after: State) -> bool:
    """As the effects of deploying a bought card with DEAD DROP or MUTATION are resolved, its player looks for cards."""
    return all(
        before.stage[c] == Stage.DEPLOYED
        or after.stage[c] != Stage.DEPLOYED
        or (before.came_from[c] != Zone.MARKET and before.came_from[c] != Zone.NETWORK)
        or (
            (not c.keywords[Keyword.DEAD_DROP] or (is_open(after, DeadDrop) and frame_of(after, DeadDrop).card == c))
            and (not c.keywords[Keyword.MUTATION] or (is_open(after, Mutating) and frame_of(after, Mutating).card == c))
        )
        for c in Card
    )
