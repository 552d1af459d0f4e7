"""Mere Mortals: what answers about damage and what stops it promise, each in the words of the answer."""

from __future__ import annotations

from model.mere_mortals.attack import reductions_come_first, values_of_status_cards_change_too
from model.mere_mortals.frames import Contest, Damage, Stage
from model.mere_mortals.state import Card, Does, Kind, Place, Player, Shade, State, mere_mortals
from model.mere_mortals.stoppable import (
    a_match_is_always_needed,
    more_may_be_spent,
    the_boost_comes_first,
    the_rest_counts_on,
)
from model.mere_mortals.stopping import (
    damage_that_has_begun_is_stopped,
    let_the_boost_through,
    only_what_cannot_be_stopped_succeeds,
    spend,
)
from model.mere_mortals.words import has_lead, in_hand, is_personality, matches, on_field, opponent, works
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(mere_mortals)


# --- damage that is added and taken away (020) ----------------------------------------------------------------------


def counts_for(card: Card, shade: Shade | None) -> bool:
    """Whether what a card adds to attacks counts for one of that Shade: it is its own, or the card is General."""
    return card.shade is None or card.shade == shade


def added_to_it(s: State) -> int:
    """How much is added to the damage of an attack: by powers that are always on, and by its boost."""
    attack = frame_of(s, Contest).card
    boost = frame_of(s, Contest).boost
    return sum(c.level for c in Card if works(s, c, Does.MORE_DAMAGE) and counts_for(c, attack.shade)) + (
        0 if boost is None else boost.level
    )


def taken_away(s: State) -> int:
    """How much the powers of the defender that are always on take away from the damage of an attack."""
    return sum(c.level for c in Card if works(s, c, Does.LESS_DAMAGE) and c.owner != frame_of(s, Contest).by)


def deals(before: State, after: State) -> bool:
    """Whether an attack that was let through comes to its damage in this step."""
    return (
        is_open(before, Contest)
        and is_open(after, Contest)
        and not is_open(before, Damage)
        and frame_of(before, Contest).stage == Stage.THROUGH
        and (is_open(after, Damage) or frame_of(after, Contest).stage in (Stage.DONE, Stage.OVER))
        and (frame_of(before, Contest).card.kind != Kind.STATUS)
    )


def dealt(s: State) -> int:
    """How many Life Cards are to be discarded."""
    return frame_of(s, Damage).left if is_open(s, Damage) else 0


@checks.promise(reductions_come_first.reduced_to_zero_first, "6.3a", "6.3b")
def what_is_added_is_never_taken_away(before: State, after: State) -> bool:
    """An attack does at least the damage that powers and its boost add to it."""
    return not deals(before, after) or dealt(after) >= added_to_it(before)


@checks.promise(reductions_come_first.all_is_added_up, "6.3a", "6.3b")
def what_is_taken_away_is_taken_from_the_sum(before: State, after: State) -> bool:
    """An attack does no more than its own damage and all that is added, less all that is taken away."""
    return (
        not deals(before, after)
        or dealt(after) == 0
        or dealt(after) + taken_away(before) <= frame_of(before, Contest).card.level + added_to_it(before)
    )


# --- a match against Status Cards (021) -----------------------------------------------------------------------------


def a_status_card_waits(s: State) -> bool:
    """Whether a Status Card that was played by itself waits to be stopped."""
    return (
        is_open(s, Contest)
        and not is_open(s, Damage)
        and frame_of(s, Contest).stage == Stage.BASE
        and frame_of(s, Contest).card.kind == Kind.STATUS
    )


@checks.promise(a_match_is_always_needed.to_block_an_attack, "7.9a", "7.4")
def against_a_status_card_any_card_pays(s: State) -> bool:
    """Who may spend something against a Status Card may spend every card in hand, whatever its Shade."""
    return (
        not a_status_card_waits(s)
        or not allows(spend, s, opponent(frame_of(s, Contest).by))
        or all(
            not in_hand(s, opponent(frame_of(s, Contest).by), c)
            or allows(spend, s, opponent(frame_of(s, Contest).by), c)
            for c in Card
        )
    )


@checks.promise(a_match_is_always_needed.to_block_an_attack, "7.9a", "7.5a")
def against_a_boost_any_card_pays(s: State) -> bool:
    """So does every card in hand against a boost, which is a Status Card and no attack."""
    return (
        not is_open(s, Contest)
        or frame_of(s, Contest).stage != Stage.BOOST
        or not allows(spend, s, opponent(frame_of(s, Contest).by))
        or all(
            not in_hand(s, opponent(frame_of(s, Contest).by), c)
            or allows(spend, s, opponent(frame_of(s, Contest).by), c)
            for c in Card
        )
    )


@checks.promise(a_match_is_always_needed.in_the_same_way, "7.9a", "7.4")
def whatever_pays_matches(before: State, after: State) -> bool:
    """A Shaded card that is no Personality never pays without a Personality of its Shade."""
    return after.paid <= before.paid or all(
        before.place[c] == Place.DISCARD
        or after.place[c] != Place.DISCARD
        or is_personality(c)
        or matches(before, c.owner, c)
        for c in Card
    )


# --- attacks that could be stopped (091) ----------------------------------------------------------------------------


def asked_for(s: State) -> int:
    """The printed ENS values of an attack, and of its boost while that is to be met first; a great number without."""
    boost = frame_of(s, Contest).boost
    attack = frame_of(s, Contest).card.ens
    before = 0 if boost is None or boost.ens is None or frame_of(s, Contest).stage != Stage.BOOST else boost.ens
    return 1000 if attack is None else attack + before


def could_be_stopped(s: State) -> bool:
    """Whether the defender holds Personalities, General cards and cards that match of just those EVPs, or of more that
    are cards of one each: enough to stop an attack, and its boost. Where more may be spent than is asked for, any such
    cards will do against an attack by itself."""
    return asked_for(s) <= s.paid + sum(c.evp for c in Card if is_held(s, c) and c.evp == 1) or (
        frame_of(s, Contest).stage == Stage.BASE
        and asked_for(s) <= s.paid + sum(c.evp for c in Card if is_held(s, c))
        and more_may_be_spent(s)
    )


def is_held(s: State, card: Card) -> bool:
    """Whether a card in the hand of the defender may be spent against an attack."""
    return (
        card.owner != frame_of(s, Contest).by
        and s.place[card] == Place.HAND
        and (card.shade is None or is_personality(card) or matches(s, card.owner, card))
    )


def could_be_spent_at_all(s: State, card: Card) -> bool:
    """Whether a card of the defender's is in hand or on the FIELD, and not exhausted."""
    return (
        card.owner != frame_of(s, Contest).by
        and (s.place[card] == Place.HAND or on_field(s, card))
        and not s.exhausted[card]
    )


def has_none_but_dear_cards(s: State) -> bool:
    """Whether an attack waits by itself, each card of the defender's has more EVPs than its printed value, which is not
    lowered, and no power stops it."""
    return (
        frame_of(s, Contest).stage == Stage.BASE
        and s.paid == 0
        and all(not could_be_spent_at_all(s, c) or c.evp > asked_for(s) for c in Card)
        and all(Does.STOP not in (c.lead, c.ally, c.extra, c.does) and not works(s, c, Does.LESS_ENS) for c in Card)
    )


def has_one_card_for_two_values(s: State) -> bool:
    """Whether a boost and its attack both have a value, and the defender has no more than one card to spend on them,
    and no power but constant ones."""
    return (
        frame_of(s, Contest).stage == Stage.BOOST
        and frame_of(s, Contest).card.ens is not None
        and sum(1 for c in Card if could_be_spent_at_all(s, c)) <= 1
        and all(
            c.lead != Does.STOP and c.ally != Does.STOP and c.extra != Does.STOP and c.does != Does.STOP for c in Card
        )
    )


def is_let_through(before: State, after: State) -> bool:
    """Whether an attack with an effect of success was open to be stopped, itself or its boost, and is let through."""
    return (
        is_open(before, Contest)
        and is_open(after, Contest)
        and frame_of(before, Contest).card.on_success is not None
        and frame_of(before, Contest).stage in (Stage.BASE, Stage.BOOST)
        and frame_of(after, Contest).stage == Stage.THROUGH
        and all(not works(before, c, Does.NO_ENS) for c in Card)
    )


@checks.promise(only_what_cannot_be_stopped_succeeds.what_cannot_be_stopped, "6.2a", "7.2c", "7.5a")
def what_could_have_been_stopped_is_no_success(before: State, after: State) -> bool:
    """An attack is no success which is let through by one who holds enough EVPs to stop it. It is one against a single
    card for two values, as what that pays beyond the boost is lost; and where just as many EVPs are asked for, against
    cards that all have more."""
    return not is_let_through(before, after) or (
        (not could_be_stopped(before) or frame_of(after, Contest).neither)
        and (
            the_rest_counts_on(before)
            or not the_boost_comes_first(before)
            or not has_one_card_for_two_values(before)
            or not frame_of(after, Contest).neither
        )
        and (more_may_be_spent(before) or not has_none_but_dear_cards(before) or not frame_of(after, Contest).neither)
    )


@checks.promise(only_what_cannot_be_stopped_succeeds.what_is_not_stopped_succeeds, "6.2a")
def what_is_let_through_is_a_success(before: State, after: State) -> bool:
    """An attack that is let through is a success, whatever the defender holds."""
    return not is_let_through(before, after) or not frame_of(after, Contest).neither


# --- ENS values of Status Cards (134) -------------------------------------------------------------------------------


def lowered(s: State, value: int) -> int:
    """An ENS value as the powers of the defender lower it, and no less than 1."""
    less = value - sum(c.level for c in Card if works(s, c, Does.LESS_ENS) and c.owner != frame_of(s, Contest).by)
    return less if less > 1 else 1


def waits_for(s: State) -> Card | None:
    """The card that is to be stopped now: the boost, or what is played itself."""
    return frame_of(s, Contest).boost if frame_of(s, Contest).stage == Stage.BOOST else frame_of(s, Contest).card


@checks.promise(values_of_status_cards_change_too.every_ens_value, "7.7a", "7.7c", "7.8a")
def the_value_of_a_status_card_is_lowered(s: State) -> bool:
    """While both have a Lead no Status Card, and no boost, is still to be paid for whose lowered ENS value was paid."""
    return (
        not is_open(s, Contest)
        or any(s.lost[p] or not has_lead(s, p) for p in Player)
        or all(
            waits_for(s) != c
            or frame_of(s, Contest).stage not in (Stage.BASE, Stage.BOOST)
            or c.kind != Kind.STATUS
            or c.ens is None
            or s.paid < lowered(s, c.ens)
            for c in Card
        )
    )


@checks.promise(values_of_status_cards_change_too.every_ens_value, "7.7c")
def the_value_of_a_status_card_is_eliminated(s: State) -> bool:
    """Where the ENS values of a player are eliminated nobody pays against a Status Card of hers."""
    return (
        not a_status_card_waits(s)
        or all(not works(s, c, Does.NO_ENS) or c.owner != frame_of(s, Contest).by for c in Card)
        or not allows(spend, s, opponent(frame_of(s, Contest).by))
    )


@checks.promise(values_of_status_cards_change_too.only_those_of_attacks, "7.4", "7.7a")
def a_status_card_is_stopped_for_its_whole_value(before: State, after: State) -> bool:
    """A Status Card that EVPs stop takes its printed ENS value."""
    return (
        not is_open(before, Contest)
        or not is_open(after, Contest)
        or frame_of(before, Contest).card.kind != Kind.STATUS
        or frame_of(before, Contest).stage != Stage.BASE
        or frame_of(after, Contest).stage != Stage.STOPPED
        or frame_of(before, Contest).card.ens is None
        or after.halted
        or before.paid + spent(before, after) >= value_of(frame_of(before, Contest).card)
    )


def value_of(card: Card) -> int:
    """The printed ENS value, 0 where there is none."""
    return 0 if card.ens is None else card.ens


def spent(before: State, after: State) -> int:
    """The EVPs of what is discarded in a step."""
    return sum(c.evp for c in Card if before.place[c] != Place.DISCARD and after.place[c] == Place.DISCARD)


# --- damage that has begun (095) ------------------------------------------------------------------------------------


def could_still_be_stopped(s: State) -> bool:
    """Whether damage of an attack with an ENS value is being done, nothing that was played with it has one, and the
    defender holds a card of just the EVPs that are asked for."""
    return (
        is_open(s, Contest)
        and frame_of(s, Contest).card.kind != Kind.STATUS
        and frame_of(s, Contest).card.ens is not None
        and all(frame_of(s, Contest).boost != c or c.ens is None for c in Card)
        and all(not works(s, c, Does.NO_ENS) for c in Card)
        and any(is_held(s, c) and c.evp == lowered(s, value_of(frame_of(s, Contest).card)) for c in Card)
    )


@checks.promise(damage_that_has_begun_is_stopped.until_its_damage_is_done, "7.2a", "7.12a")
def between_two_life_cards_the_rest_may_be_stopped(before: State, after: State) -> bool:
    """When a Life Card was discarded for damage, and more are to follow, a defender who holds enough for the attack is
    asked whether the rest is stopped."""
    return (
        not is_open(before, Damage)
        or not is_open(after, Damage)
        or frame_of(after, Damage).left == 0
        or frame_of(after, Damage).left >= frame_of(before, Damage).left
        or not could_still_be_stopped(after)
        or frame_of(after, Damage).may_pay
    )


# --- a boost and its attack (102) -----------------------------------------------------------------------------------


@checks.promise(the_boost_comes_first.each_is_stopped_by_itself, "7.2a", "7.5a")
def an_attack_is_stopped_though_its_boost_is_not(s: State) -> bool:
    """Whoever could stop a boost may leave it, and go on to the attack; and whoever has let a boost through may spend
    what is in hand on the attack, if it has an ENS value."""
    return (
        not is_open(s, Contest)
        or is_open(s, Damage)
        or any(s.lost[p] or not has_lead(s, p) for p in Player)
        or frame_of(s, Contest).card.ens is None
        or any(works(s, c, Does.NO_ENS) for c in Card)
        or (
            frame_of(s, Contest).stage == Stage.BOOST
            and allows(let_the_boost_through, s, opponent(frame_of(s, Contest).by))
        )
        or (
            frame_of(s, Contest).stage == Stage.BASE
            and all(
                not is_held(s, c) or c.evp != value_of(frame_of(s, Contest).card) or allows(spend, s, c.owner, c)
                for c in Card
            )
        )
        or frame_of(s, Contest).stage not in (Stage.BOOST, Stage.BASE)
    )
