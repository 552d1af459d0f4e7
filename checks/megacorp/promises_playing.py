"""MegaCorp, chapters 4 to 7: what answers promise about playing cards, abilities that trigger, and the start."""

from __future__ import annotations

from model.megacorp.abilities import another_target_is_named
from model.megacorp.actions import play_event
from model.megacorp.automatic import automatic_abilities_use_the_stack, use_automatic_ability
from model.megacorp.buying import buy_from_market
from model.megacorp.frames import CardBid, Claim, Placing, Response, Targeting
from model.megacorp.instants import events_are_played_after_the_discards
from model.megacorp.moments import arrivals_trigger, may_be_declined, triggers_now
from model.megacorp.places import docks, network_of, on_top, place_of, taken
from model.megacorp.playing import (
    another_space_is_chosen,
    declare_without_a_space,
    effects_outlive_their_card,
    space_comes_last,
)
from model.megacorp.setup import pays_the_start_bid
from model.megacorp.state import (
    Card,
    Does,
    Fate,
    Player,
    Slot,
    Stage,
    State,
    Step,
    Trait,
    When,
    Zone,
    megacorp,
)
from model.megacorp.targets import may_lack_a_target
from model.megacorp.turns import has_turns, nothing_pending, on_turn, two_players
from model.megacorp.words import camouflaged, controller, has_traits, passing_event
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(megacorp)

# --- the space of a card (findings 106, 119) ----------------------------------------------------------------------


def acts_before_it_is_docked(card: Card) -> bool:
    """The effect of an event takes place as it is deployed, and no sooner."""
    return card.when == When.DEPLOYED


@checks.promise(space_comes_last.chosen_after_resolving, "6.1.2b", "6.1.2c")
def an_event_has_no_space_before_it_has_resolved(s: State) -> bool:
    """An event that is not permanent has no space while what it does as it is played or deployed is still to come."""
    return all(
        not passing_event(c)
        or c not in s.stack
        or s.zone[c] != Zone.STACK
        or s.goal[c] is None
        or (s.stage[c] != Stage.DECLARED and not (s.stage[c] == Stage.PLAYED and acts_before_it_is_docked(c)))
        for c in Card
    )


@checks.promise(space_comes_last.chosen_after_resolving, "6.1.2a", "6.1.2b")
def an_event_is_declared_without_a_space(s: State) -> bool:
    """Whoever declares an event that is not permanent may do so without a space, before it is on the stack."""
    return not is_open(s, Placing) or all(
        not passing_event(c)
        or frame_of(s, Placing).card != c
        or c in s.stack
        or who not in frame_of(s, Placing).awaits
        or allows(declare_without_a_space, s, who)
        for c in Card
        for who in Player
    )


@checks.promise(another_space_is_chosen.it_is_used_up, "6.5.1c", "6.5.7", "3.6.1a")
def nobody_chooses_another_space(before: State, after: State) -> bool:
    """A card that is being played comes to lie in the space that was chosen for it, or goes to an open market; a token
    ceases to exist instead."""
    return all(
        before.zone[c] != Zone.STACK
        or before.goal[c] != slot
        or after.goal[c] == slot
        or place_of(after, c) == slot
        or after.zone[c] == Zone.MARKET
        or (c.token and after.zone[c] == Zone.ASIDE)
        for c in Card
        for slot in Slot
    )


# --- targets and effects (findings 211, 212) ----------------------------------------------------------------------


def done_by_docking(before: State, after: State, card: Card) -> bool:
    """The step in which what a card does on being docked takes place has come, for a player who is in the game."""
    return (
        card.when == When.DOCKED
        and card in before.stack
        and before.stage[card] == Stage.DOCKED
        and after.stage[card] != Stage.DOCKED
        and all(before.player[card] != p or not before.lost[p] for p in Player)
        and all(c not in before.stack or (before.doing[c] != Does.CANCEL and c.does != Does.CANCEL) for c in Card)
    )


@checks.promise(effects_outlive_their_card.resolved_all_the_same, "6.5.9")
def what_docking_does_is_done_all_the_same(before: State, after: State) -> bool:
    """A card that was docked brings the money and the draws for that, wherever it lies by then."""
    return all(
        not done_by_docking(before, after, c)
        or before.player[c] != p
        or (
            (c.does != Does.GAIN or after.money[p] >= before.money[p] + c.level)
            and (c.does != Does.DRAW or after.owed[p] > before.owed[p])
        )
        for c in Card
        for p in Player
    )


@checks.promise(effects_outlive_their_card.gone_with_the_card, "6.5.9")
def what_docking_does_is_gone_with_the_card(before: State, after: State) -> bool:
    """A card that was docked, and lies in no network by the time, brings neither money nor draws for it."""
    return all(
        not done_by_docking(before, after, c)
        or before.zone[c] == Zone.NETWORK
        or before.player[c] != p
        or (after.money[p] <= before.money[p] and after.owed[p] <= before.owed[p])
        for c in Card
        for p in Player
    )


def aims(does: Does | None) -> bool:
    """An effect acts on another card in play, which is named."""
    return does in (
        Does.DESTROY, Does.DISCARD, Does.ANNIHILATE, Does.ENGAGE, Does.DISENGAGE, Does.RETURN, Does.SCAR, Does.COUNTER,
        Does.WEAKEN, Does.CLEANSE,
    )  # fmt: skip


def is_done(before: State, after: State, card: Card) -> bool:
    """The effect that a card on the stack has on being used, played, deployed or docked takes place in this step."""
    return (
        (
            (aims(before.doing[card]) or before.doing[card] == Does.SWAP)
            and after.doing[card] is None
            and before.zone[card] == Zone.NETWORK
        )
        or passes(before, after, card, When.PLAYED, Stage.DECLARED)
        or passes(before, after, card, When.DEPLOYED, Stage.PLAYED)
        or (passes(before, after, card, When.DOCKED, Stage.DOCKED) and before.zone[card] == Zone.NETWORK)
    )


def passes(before: State, after: State, card: Card, when: When, stage: Stage) -> bool:
    """A card that acts then goes on from a stage of being played."""
    return (
        aims(card.does)
        and card.when == when
        and card in before.stack
        and before.stage[card] == stage
        and after.stage[card] not in (stage, None)
    )


@checks.promise(another_target_is_named.a_new_one_is_named, "6.5.1e", "6.5.3")
def nothing_is_lost_for_a_target_that_is_gone(before: State, after: State) -> bool:
    """No effect has its turn whose target has left all networks, while another card could be named."""
    return all(
        not is_done(before, after, c)
        or before.target[c] != gone
        or before.zone[gone] == Zone.NETWORK
        or is_open(after, Targeting)
        or not any(is_a_plain_target(before, other, c) for other in Card)
        for c in Card
        for gone in Card
    )


def is_a_plain_target(s: State, card: Card, source: Card) -> bool:
    """Another card on top of a space that nothing protects, and that is not about to leave; to exchange, one of the
    same network."""
    return (
        card != source
        and on_top(s, card)
        and not camouflaged(s, card)
        and s.fate[card] is None
        and (s.doing[source] != Does.SWAP or network_of(s, card) == network_of(s, source))
    )


@checks.promise(may_lack_a_target.without_a_target_it_stays, "6.5.1e")
def whatever_is_played_has_a_target(s: State) -> bool:
    """Whatever is played or used for what it does to another card has that card as its target, once targets are
    named."""
    return is_open(s, Targeting) or all(
        c not in s.stack or not needs_a_target(s, c) or s.target[c] is not None for c in Card
    )


def needs_a_target(s: State, card: Card) -> bool:
    """A card on the stack has an effect on another card that is still to come."""
    return (
        aims(s.doing[card])
        or s.doing[card] == Does.CANCEL
        or (
            s.stage[card] == Stage.DECLARED
            and (aims(card.does) or card.does == Does.CANCEL)
            and card.when in (When.PLAYED, When.DEPLOYED, When.DOCKED)
        )
    )


# --- events after the discards (finding 137) ----------------------------------------------------------------------


def may_respond_after_the_discards(s: State, who: Player) -> bool:
    """A player is asked after the discards of phase E, with nothing on the stack."""
    return (
        s.step == Step.LATE
        and len(s.stack) == 0
        and nothing_pending(s)
        and is_open(s, Response)
        and not is_open(s, Placing)
        and not is_open(s, Targeting)
        and not is_open(s, Claim)
        and not is_open(s, CardBid)
        and who in frame_of(s, Response).awaits
    )


def pays_for(s: State, who: Player, card: Card) -> bool:
    """A player has the money and the traits for a card, and some free space docks it."""
    return (
        s.money[who] >= card.cost
        and has_traits(s, who, card)
        and any(not taken(s, slot) and docks(s, card, slot) for slot in Slot)
    )


@checks.promise(events_are_played_after_the_discards.at_any_point_of_any_phase, "6.1.1a", "6.1.1b")
def events_may_be_played_after_the_discards(s: State) -> bool:
    """Whoever is asked after the discards of phase E may play any event in hand that can be paid for and placed."""
    return all(
        not may_respond_after_the_discards(s, p)
        or not passing_event(c)
        or s.zone[c] != Zone.HAND
        or c.owner != p
        or s.buyer[c] is not None
        or not pays_for(s, p, c)
        or allows(play_event, s, p, c)
        for p in Player
        for c in Card
    )


@checks.promise(events_are_played_after_the_discards.at_any_point_of_any_phase, "6.1.1a", "6.8.1b")
def events_may_be_bought_after_the_discards(s: State) -> bool:
    """Whoever is asked after the discards of phase E may buy the event on top of an open market, if there is money and
    a space for it."""
    return all(
        not may_respond_after_the_discards(s, p)
        or not passing_event(c)
        or s.frozen[c]
        or len(s.market[c.owner]) == 0
        or s.market[c.owner].top != c
        or not pays_for(s, p, c)
        or allows(buy_from_market, s, p, c)
        for p in Player
        for c in Card
    )


@checks.promise(events_are_played_after_the_discards.every_event_leaves_in_its_turn, "6.1.4a", "5.5.4a")
def no_event_is_played_after_the_discards(before: State, after: State) -> bool:
    """After the discards of phase E no event is played that is not permanent."""
    return before.step not in (Step.CLOSING, Step.LATE, Step.OVER) or all(
        not passing_event(c) or c in before.stack or c not in after.stack for c in Card
    )


# --- abilities that trigger (findings 142, 152, 173, 175) ---------------------------------------------------------


def acts_by_itself(card: Card) -> bool:
    """An ability waits for a moment of the game, a turn or a phase."""
    return card.when in (
        When.GAME, When.TURN, When.ACCOUNTING, When.BUY, When.CHALLENGE, When.BLOCK, When.END,
    )  # fmt: skip


@checks.promise(automatic_abilities_use_the_stack.abilities_are_on_the_stack, "7.4.2a", "9.6.1d")
def nothing_takes_effect_without_the_stack(before: State, after: State) -> bool:
    """With nothing on the stack no ability brings money, draws, counters or permanent damage, returns a card, or shows
    a hand."""
    return len(before.stack) > 0 or (
        all(not gains_by_an_ability(before, after, p) for p in Player)
        and all(
            (after.counter[c][t] == before.counter[c][t] or not on_top(after, c))
            and after.scar[c][t] <= before.scar[c][t]
            for c in Card
            for t in Trait
        )
        and all(before.fate[c] is not None or after.fate[c] != Fate.RETURNED for c in Card)
        and all(not after.shown[c] or before.shown[c] or after.zone[c] != before.zone[c] for c in Card)
    )


def gains_by_an_ability(before: State, after: State, who: Player) -> bool:
    """A player gets money, or is owed a card, where nothing but an ability brings that: in phase C, or as a turn or a
    phase begins or ends."""
    return (
        before.step in (Step.CHALLENGE, Step.BLOCK, Step.OVER)
        and after.step == before.step
        and (after.money[who] > before.money[who] or after.owed[who] > before.owed[who])
    )


@checks.promise(may_be_declined.all_are_resolved_at_the_end, "5.5.7a", "5.5.7b")
def all_that_waits_for_the_end_is_due(before: State, after: State) -> bool:
    """As the last step of a turn begins, each ability of the turn player on top of a space that waits for the end is to
    be resolved."""
    return (
        before.step == Step.OVER
        or after.step != Step.OVER
        or all(
            c.when != When.END
            or c.does is None
            or not on_top(before, c)
            or not on_top(after, c)
            or not on_turn(after, controller(after, c))
            or after.lost[controller(after, c)]
            or after.compelled[c]
            for c in Card
        )
    )


@checks.promise(may_be_declined.all_are_resolved_at_the_end, "5.5.7a", "7.4.2c")
def nobody_declines_at_the_end_of_a_turn(s: State) -> bool:
    """In the last step of a turn no player is left a choice whether an ability that waits for it is used."""
    return s.step != Step.OVER or all(
        c.when != When.END or not allows(use_automatic_ability, s, p, c) for p in Player for c in Card
    )


@checks.promise(triggers_now.in_the_own_turn, "7.4.2a", "5.1.1a", "5.5.7a")
def abilities_act_in_the_turn_of_their_controller(s: State) -> bool:
    """Nobody uses an ability in another's turn that waits for a turn, its end, or a phase."""
    return all(
        not acts_by_itself(c) or c.when == When.BLOCK or on_turn(s, p) or not allows(use_automatic_ability, s, p, c)
        for p in Player
        for c in Card
    )


@checks.promise(arrivals_trigger.only_as_the_phase_begins, "5.1.1b", "5.1.2a")
def abilities_of_phase_a_act_as_it_begins(s: State) -> bool:
    """Once cards are disengaged in phase A, or while one is being played, nobody uses an ability of that phase."""
    return (s.step in (Step.INCOME, Step.UPKEEP) and all(s.stage[c] is None for c in Card)) or all(
        c.when != When.ACCOUNTING or not allows(use_automatic_ability, s, p, c) for p in Player for c in Card
    )


# --- the start (finding 240) --------------------------------------------------------------------------------------


def pays_before_the_first_turn(before: State, after: State, who: Player) -> bool:
    """A player's money falls in the step in which the first turn begins, or before it."""
    return not has_turns(before) and after.money[who] < before.money[who]


def bids_most(s: State, who: Player) -> bool:
    """Nobody has bid more."""
    return all(s.bid[p] <= s.bid[who] for p in Player)


@checks.promise(pays_the_start_bid.the_winner_of_a_bid_pays, "8.7.3b", "4.2.3c")
def only_who_goes_first_pays_a_bid(before: State, after: State) -> bool:
    """Before the first turn nobody pays but the player who goes first, and who has bid most."""
    return all(
        not pays_before_the_first_turn(before, after, p)
        or (bids_most(before, p) and (len(after.order) == 0 or after.order.top == p))
        for p in Player
    )


@checks.promise(pays_the_start_bid.only_the_higher_of_two_pays, "4.2.6d", "4.2.3a")
def of_two_the_higher_bidder_pays_and_of_more_everybody(before: State, after: State) -> bool:
    """Between two, only who has bid most pays before the first turn; of more, when one pays, all do who have bid."""
    return all(
        not pays_before_the_first_turn(before, after, p)
        or (
            bids_most(before, p)
            if two_players()
            else all(before.bid[q] == 0 or before.money[q] == 0 or after.money[q] < before.money[q] for q in Player)
        )
        for p in Player
    )


@checks.promise(pays_the_start_bid.everybody_pays, "4.2.3a")
def everybody_pays_for_the_place(before: State, after: State) -> bool:
    """Of more than two players, all who have bid pay before the first turn when one does."""
    return two_players() or all(
        not pays_before_the_first_turn(before, after, p)
        or all(before.bid[q] == 0 or before.money[q] == 0 or after.money[q] < before.money[q] for q in Player)
        for p in Player
    )
