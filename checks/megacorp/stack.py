"""MegaCorp, 6.5 with 6.1, 6.3 and 7.2: what is played or used, the stack, and the windows for responses."""

from __future__ import annotations

from checks.megacorp.bids import is_bidding
from checks.megacorp.ends import is_over
from checks.megacorp.zones import goes_along
from model.megacorp.actions import buy_revealed, deploy, end_phase, owes_traits, play_event, price_from_hand
from model.megacorp.activating import activate
from model.megacorp.automatic import automatic_abilities_use_the_stack, use_automatic_ability
from model.megacorp.development import engaged_ones_may_develop, engaging_is_a_cost
from model.megacorp.frames import Placing, Response, Targeting
from model.megacorp.places import beneath, docks, is_bonded, is_engaged
from model.megacorp.playing import free_for, place
from model.megacorp.state import (
    Card,
    Player,
    Slot,
    State,
    Step,
    Trait,
    Zone,
    is_between_steps,
    is_within_an_attack,
    megacorp,
)
from model.megacorp.turns import settled
from model.megacorp.words import has_traits, is_event, score
from ruleslawyer.lang import Checks, frame_of, is_open

checks = Checks(megacorp)

# --- what lies on the stack ---------------------------------------------------------------------------------------


@checks.sometimes("6.5.1i")
def something_is_on_the_stack(s: State) -> bool:
    """A card is being played, or an ability used."""
    return len(s.stack) > 0


@checks.always("6.5.1i", "6.5.1j", reached=something_is_on_the_stack, given=True)
def what_is_being_played_is_on_the_stack(s: State) -> bool:
    """A card that has left its zone to be played is on the stack, until it is docked or comes to nothing, and what lies
    beneath it goes along."""
    return all(
        s.zone[c] != Zone.STACK
        or (c in s.stack and s.doing[c] is None)
        or s.fate[c] is not None
        or any(goes_along(s, c, top) and beneath(s, c, top) for top in Card)
        for c in Card
    )


@checks.always("6.5.1i", "7.2.1b", "1.3.7", reached=something_is_on_the_stack, given=True)
def everything_on_the_stack_has_a_player(s: State) -> bool:
    """What is on the stack is either a card at some stage or an ability, and somebody's."""
    return all(
        c not in s.stack or (s.player[c] is not None and (s.stage[c] is not None or s.doing[c] is not None))
        for c in Card
    )


@checks.sometimes("6.5.1d")
def a_card_is_bound_for_a_space(s: State) -> bool:
    """A card on the stack has a space that it will come to lie in."""
    return any(s.goal[c] is not None for c in Card)


@checks.always("6.1.2c", "6.1.2d", reached=a_card_is_bound_for_a_space)
def events_do_not_share_a_space(s: State) -> bool:
    """No two events are on their way into one space."""
    return all(
        c == other
        or not is_event(c)
        or not is_event(other)
        or s.zone[c] != Zone.STACK
        or s.zone[other] != Zone.STACK
        or s.goal[c] is None
        or s.goal[c] != s.goal[other]
        for c in Card
        for other in Card
    )


@checks.always("6.5.9", "6.5.1j", reached=something_is_on_the_stack)
def no_turn_ends_with_a_stack(s: State) -> bool:
    """Whatever was played or used is through before losses are counted, and when the next accounting begins. What
    triggers as a turn ends is on the stack in between, if that is where such abilities are."""
    return (
        s.step not in (Step.ORPHANS, Step.CLEANUP, Step.CLOSING, Step.OVER, Step.INCOME, Step.UPKEEP)
        or len(s.stack) == 0
        or (s.step == Step.OVER and automatic_abilities_use_the_stack(s))
    )


@checks.step("5.2.2a", "5.3.2b", "5.4.1a", of=end_phase)
def no_phase_ends_with_something_pending(before: State, after: State, who: Player) -> bool:
    """A phase ends when nothing is being played, and nothing is about to leave."""
    return settled(before) and not is_open(before, Response)


# --- windows ------------------------------------------------------------------------------------------------------


@checks.sometimes("6.5.2a")
def a_window_for_responses_is_open(s: State) -> bool:
    """Players may respond."""
    return is_open(s, Response)


@checks.always("5.1.5c", "6.1.1b", "6.5.2a", "9.1.1e", reached=a_window_for_responses_is_open)
def responses_answer_something(s: State) -> bool:
    """A window is open only for what is on the stack, for an attack, after disengaging and in phase E."""
    return not is_open(s, Response) or len(s.stack) > 0 or is_within_an_attack(s) or is_between_steps(s)


@checks.always("6.5.2a", "1.2.2a", reached=a_window_for_responses_is_open)
def whoever_has_lost_is_not_asked(s: State) -> bool:
    """No window waits for a player who has lost, unless the game is over."""
    return (
        not is_open(s, Response)
        or is_over(s)
        or all(not s.lost[p] for p in Player if p in frame_of(s, Response).awaits)
    )


@checks.leads_to("6.5.9", "6.5.10a")
def everything_played_is_resolved(s: State) -> tuple[bool, bool]:
    """A reader might expect that whatever is played is resolved at last: that nobody can respond for ever."""
    return len(s.stack) > 0, len(s.stack) == 0 or is_over(s) or is_bidding(s)


@checks.possible("6.5.9", "6.5.10a")
def everything_played_can_be_resolved(s: State) -> bool:
    """From everywhere the stack can become empty, with nothing left to place or to target; bids apart."""
    return is_over(s) or is_bidding(s) or (len(s.stack) == 0 and not is_open(s, Placing) and not is_open(s, Targeting))


# --- what is paid, and where it goes ------------------------------------------------------------------------------


@checks.step("5.2.4a", "3.8.2a", "6.5.1d", of=deploy)
def assets_are_deployed_docked(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """An asset is deployed next to another card, into a space that is free for it."""
    return docks(before, card, slot) and free_for(before, who, card, slot)


@checks.step("2.3.3", "6.7.9a", of=deploy)
def assets_have_their_traits_paid(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """Whoever deploys an asset has its trait component in the pool, unless that was a part of the price in money."""
    return has_traits(before, who, card) or not owes_traits(before, card)


@checks.step("6.1.1c", "1.3.10", "8.1.1", of=play_event)
def events_are_paid_for(before: State, after: State, who: Player, card: Card) -> bool:
    """The player of an event pays its money component; nobody gains it."""
    return after.money[who] == before.money[who] - price_from_hand(before, card) and all(
        after.money[p] == before.money[p] for p in Player if p != who
    )


@checks.step("5.1.6b", "1.3.10", "3.4.3b", of=buy_revealed)
def revealed_cards_are_paid_for(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """Whoever buys the revealed card owns it, and pays its money component."""
    return card.owner == who and after.money[who] == before.money[who] - card.cost


@checks.step("5.2.4a", "6.5.1d", of=place)
def cards_are_placed_docked(before: State, after: State, who: Player, slot: Slot) -> bool:
    """A space that is chosen is next to a card, and free for the card that is placed."""
    return docks(before, frame_of(before, Placing).card, slot) and free_for(
        before, who, frame_of(before, Placing).card, slot
    )


@checks.step("9.29.1a", "9.29.3a", "9.29.3c")
def development_brings_what_its_character_has(before: State, after: State) -> bool:
    """Counters of DEVELOPMENT are as many as the character has in the trait, and it is engaged for them: it was not
    before, unless that comes first, or is read otherwise."""
    return all(
        after.developed[card] <= before.developed[card]
        or any(
            before.target[card] == worker
            and after.developed[card] == before.developed[card] + score(before, worker, trait)
            and (is_engaged(after, worker) or after.zone[worker] != Zone.NETWORK)
            and (not is_engaged(before, worker) or engaging_is_a_cost(before) or engaged_ones_may_develop(before))
            for worker in Card
            for trait in Trait
            if before.by_trait[card] == trait
        )
        for card in Card
    )


@checks.step("7.2.1b", "7.2.1c", "3.3.3a", of=activate)
def abilities_are_paid_for(before: State, after: State, who: Player, card: Card) -> bool:
    """An activated ability is used on top of a pile, and its fee is paid."""
    return not is_bonded(before, card) and after.money[who] == before.money[who] - card.fee


@checks.step("3.3.3a", "7.4.2b", of=use_automatic_ability)
def bonded_cards_use_no_ability(before: State, after: State, who: Player, card: Card) -> bool:
    """An automatic ability is used neither beneath another card nor, in phase A, twice."""
    return not is_bonded(before, card) and not before.triggered[card]
