"""Mere Mortals, Sections 5 to 7: what one power does to damage and ENS values; what stops an attack, and cancels."""

from __future__ import annotations

from model.mere_mortals.attack import damage, ens, has_ens, stops_an_attack
from model.mere_mortals.battle import play_status
from model.mere_mortals.frames import Contest, Stage
from model.mere_mortals.state import Card, Does, Place, Player, State, mere_mortals
from model.mere_mortals.stoppable import a_match_is_always_needed, can_be_paid, needed
from model.mere_mortals.stopping import let_it_through, only_what_cannot_be_stopped_succeeds, spend
from model.mere_mortals.words import is_personality, matches, works
from ruleslawyer.lang import Checks, frame_of, is_open

checks = Checks(mere_mortals)


def changes_damage(s: State, card: Card) -> bool:
    """Whether a power of a card adds to damage or takes from it."""
    return works(s, card, Does.MORE_DAMAGE) or works(s, card, Does.LESS_DAMAGE)


def alone_changes_damage(s: State, card: Card) -> bool:
    """Whether an attack without a boost waits for its opponent, and one card alone has such a power."""
    return (
        stops_an_attack(s)
        and frame_of(s, Contest).boost is None
        and changes_damage(s, card)
        and all(c == card or not changes_damage(s, c) for c in Card)
    )


@checks.sometimes("5.5a", "6.3a")
def one_power_adds_to_an_attack(s: State) -> bool:
    """One card alone adds to the damage of attacks while one is made."""
    return any(alone_changes_damage(s, c) and works(s, c, Does.MORE_DAMAGE) for c in Card)


@checks.always("5.5a", "6.3a", reached=one_power_adds_to_an_attack)
def a_power_adds_what_it_says(s: State) -> bool:
    """Attacks of its Shade do as much more as is printed; attacks of others do what is printed on them."""
    return all(
        not alone_changes_damage(s, c)
        or not works(s, c, Does.MORE_DAMAGE)
        or works(s, c, Does.LESS_DAMAGE)
        or damage(s, frame_of(s, Contest).card, frame_of(s, Contest).by)
        == frame_of(s, Contest).card.level
        + (c.level if c.shade is None or c.shade == frame_of(s, Contest).card.shade else 0)
        for c in Card
    )


@checks.sometimes("6.3a", "6.3b")
def one_power_takes_from_an_attack(s: State) -> bool:
    """One card of the opponent alone takes from the damage of attacks while one is made."""
    return any(
        alone_changes_damage(s, c) and works(s, c, Does.LESS_DAMAGE) and c.owner != frame_of(s, Contest).by
        for c in Card
    )


@checks.always("6.3a", "6.3b", reached=one_power_takes_from_an_attack)
def a_power_takes_what_it_says(s: State) -> bool:
    """As much less as is printed, and never less than nothing."""
    return all(
        not alone_changes_damage(s, c)
        or not works(s, c, Does.LESS_DAMAGE)
        or works(s, c, Does.MORE_DAMAGE)
        or c.owner == frame_of(s, Contest).by
        or damage(s, frame_of(s, Contest).card, frame_of(s, Contest).by) + c.level == frame_of(s, Contest).card.level
        or (
            damage(s, frame_of(s, Contest).card, frame_of(s, Contest).by) == 0
            and c.level > frame_of(s, Contest).card.level
        )
        for c in Card
    )


def alone_lowers_the_value(s: State, card: Card) -> bool:
    """Whether an attack waits to be stopped, and one card of the opponent alone lowers ENS values."""
    return (
        stops_an_attack(s)
        and frame_of(s, Contest).stage == Stage.BASE
        and frame_of(s, Contest).card.ens is not None
        and has_ens(s, frame_of(s, Contest).card, frame_of(s, Contest).by)
        and card.owner != frame_of(s, Contest).by
        and works(s, card, Does.LESS_ENS)
        and all(c == card or not works(s, c, Does.LESS_ENS) for c in Card)
    )


@checks.sometimes("7.8a")
def a_power_lowers_a_value(s: State) -> bool:
    """One card of the opponent alone lowers the ENS value of an attack."""
    return any(alone_lowers_the_value(s, c) for c in Card)


@checks.always("7.8a", "7.8b", reached=a_power_lowers_a_value)
def a_value_is_lowered_by_what_it_says(s: State) -> bool:
    """The book's example, with any numbers: as much less as is printed, and never less than 1."""
    return all(
        not alone_lowers_the_value(s, c)
        or ens(s, frame_of(s, Contest).card, frame_of(s, Contest).by) + c.level
        == printed_value(frame_of(s, Contest).card)
        or (
            ens(s, frame_of(s, Contest).card, frame_of(s, Contest).by) == 1
            and c.level >= printed_value(frame_of(s, Contest).card)
        )
        for c in Card
    )


def printed_value(card: Card) -> int:
    """The ENS value that a card has printed."""
    return 0 if card.ens is None else card.ens


@checks.step("7.4", "7.8a", of=play_status)
def status_cards_keep_their_values(before: State, after: State, who: Player, card: Card) -> bool:
    """Powers that lower ENS values are told of attacks: a Status Card asks for what is printed on it, if it was not
    answered that they concern it too."""
    return (
        not is_open(after, Contest)
        or frame_of(after, Contest).values_change
        or card.ens is None
        or (has_ens(after, card, who) and ens(after, card, who) == card.ens)
    )


@checks.step("7.4", "7.9a", "7.11a", of=spend)
def what_cancels_a_status_card_matches(before: State, after: State, who: Player, card: Card) -> bool:
    """If Status Cards are canceled in the same way as attacks, then with cards that match, or with Personalities."""
    return (
        not can_be_paid(before)
        or not a_match_is_always_needed(before)
        or matches(before, who, card)
        or is_personality(card)
    )


def suffices(s: State, who: Player, card: Card) -> bool:
    """Whether one card would do to stop the attack: a Personality, or a General card of the hand, of enough EVPs."""
    return (
        card.owner == who
        and not s.exhausted[card]
        and (
            (s.place[card] == Place.HAND and (is_personality(card) or card.shade is None))
            or s.place[card] in (Place.LEAD, Place.ALLY)
        )
        and s.paid + card.evp >= needed(s)
    )


def stops_by_its_power(s: State, who: Player, card: Card) -> bool:
    """Whether a Personality that is fresh has a power of its place that stops attacks."""
    return (
        card.owner == who
        and not s.exhausted[card]
        and not s.used[card]
        and not s.nullified[card]
        and (
            (s.place[card] == Place.LEAD and card.lead == Does.STOP)
            or (s.place[card] == Place.ALLY and card.ally == Does.STOP)
        )
    )


@checks.step("6.2b", "7.3a", of=let_it_through)
def who_could_stop_it_lets_it_be_no_success(before: State, after: State, who: Player) -> bool:
    """If only what cannot be stopped is a success, then nothing for which one card or one power would have done."""
    return (
        not only_what_cannot_be_stopped_succeeds(before)
        or not stops_an_attack(before)
        or frame_of(before, Contest).stage != Stage.BASE
        or frame_of(before, Contest).card.on_success is None
        or frame_of(after, Contest).neither
        or all(
            not stops_by_its_power(before, who, c) and not (can_be_paid(before) and suffices(before, who, c))
            for c in Card
        )
    )


@checks.step("6.2b", of=let_it_through)
def what_nothing_stops_is_a_success(before: State, after: State, who: Player) -> bool:
    """By either reading it is one where the defender has no card of any EVPs to spend, and none that stops attacks."""
    return not frame_of(after, Contest).neither or any(
        c.owner == who
        and not before.exhausted[c]
        and before.place[c] not in (Place.LIFE_DECK, Place.DISCARD, Place.VOID, Place.PLAYED)
        and (c.evp > 0 or Does.STOP in (c.lead, c.ally, c.extra, c.does))
        for c in Card
    )
