"""MegaCorp, 5.3 and chapter 9: what answers promise on whom an attack turns upon, whom it hits, and what falls."""

from __future__ import annotations

from checks.megacorp.promises_challenge import falls_upon, is_hurt, is_in_the_fight, lies_in_the_target_space
from model.megacorp.another import goes_on_against_another
from model.megacorp.damage import (
    defenders_have_initiative,
    engaged_assets_deal_damage_back,
    equal_scores_are_enough,
    struck_down_attackers_deal_damage,
)
from model.megacorp.nullifying import target_stands_again
from model.megacorp.places import is_engaged, on_top, surrounded
from model.megacorp.state import Card, Fate, Keyword, Kind, State, Step, Trait, megacorp
from model.megacorp.words import bears, camouflaged, is_null, score
from ruleslawyer.lang import Checks

checks = Checks(megacorp)

# --- whom the blows hit (5.3.9, 9.26 and others) ------------------------------------------------------------------


def turns_upon(before: State, after: State, card: Card, other: Card) -> bool:
    """An attack on a card becomes one on another, at once or as it comes to be fought; or so it does in an area."""
    return other != card and (
        (after.defender == other and any(
            (before.attacker == a and after.attacker == a and before.defender == card)
            or (before.attacker != a and after.attacker == a and before.queued_victim[a] == card)
            for a in Card
        ))
        or (
            after.caught[other]
            and not before.caught[other]
            and before.stood[card] is not None
            and before.stood[card] == before.slot[other]
        )
    )  # fmt: skip


def has_left(before: State, after: State, card: Card) -> bool:
    """A card that was attacked lies in another space by now."""
    return before.slot[card] is not None and before.slot[card] != after.aimed


@checks.promise(goes_on_against_another.a_character_that_moved_is_not_hit, "5.3.9a")
def nothing_is_attacked_for_a_character_that_moved(before: State, after: State) -> bool:
    """Once the character that was attacked lies elsewhere, the attack turns upon nothing in its place."""
    return all(
        d.kind != Kind.CHARACTER or not turns_upon(before, after, d, c) or not has_left(before, after, d)
        for d in Card
        for c in Card
    )


@checks.promise(goes_on_against_another.what_is_built_over_is_not_attacked, "9.4.1h", "9.28.5")
def nothing_is_attacked_that_was_built_over_the_target(before: State, after: State) -> bool:
    """Where something was put upon the card that was attacked, the attack does not turn upon what lies on top."""
    return all(not turns_upon(before, after, d, c) or before.under[d] != c for d in Card for c in Card)


@checks.promise(goes_on_against_another.a_swap_changes_the_target, "9.26.1f")
def what_was_swapped_in_is_attacked(before: State, after: State) -> bool:
    """As long as something lies in the target space in place of a card that lies elsewhere now, the attack goes on."""
    return all(
        not is_given_up(before, after)
        or not has_left(before, before, d)
        or before.defender != d
        or all(c == d or not lies_in_the_target_space(before, c) for c in Card)
        for d in Card
    )


def is_on(s: State) -> bool:
    """An attack has been declared, and its blows have not fallen."""
    return s.step in (Step.DECLARED, Step.BLOCK, Step.BLOCKED, Step.SPLIT, Step.STRIKE)


def is_given_up(before: State, after: State) -> bool:
    """An attack ends before its blows, though its attacker is still there, and nothing is played meanwhile."""
    return (
        is_on(before)
        and before.step != Step.STRIKE
        and not is_on(after)
        and any(before.attacker == a and on_top(before, a) and before.fate[a] is None for a in Card)
    )


@checks.promise(goes_on_against_another.never_against_itself, "5.3.5")
def no_attack_turns_upon_its_attacker(before: State, after: State) -> bool:
    """An attacker that lies in the target space by now is not attacked by itself."""
    return all(not turns_upon(before, after, d, c) or after.attacker != c for d in Card for c in Card)


@checks.promise(goes_on_against_another.never_twice_against_the_elusive, "9.12.1a")
def no_attack_turns_upon_the_elusive_a_second_time(before: State, after: State) -> bool:
    """A card with ELUSIVE that was attacked in this turn is not attacked again in place of another card."""
    return all(
        not turns_upon(before, after, d, c) or not bears(before, c, Keyword.ELUSIVE) or not before.assailed[c]
        for d in Card
        for c in Card
    )


@checks.promise(goes_on_against_another.never_against_what_cannot_be_attacked, "5.3.8b", "5.3.10a", "9.5.1c")
def no_attack_turns_upon_what_is_protected(before: State, after: State) -> bool:
    """A card that is covered on four sides, camouflaged or without the trait is not attacked in place of another, but
    for surrounded ones by PENETRATOR and Melee."""
    return all(
        not turns_upon(before, after, d, c)
        or (
            not camouflaged(before, c)
            and all(after.contested != t or not is_null(c, t) for t in Trait)
            and (
                not surrounded(before, c)
                or any(
                    after.attacker == a and (bears(before, a, Keyword.PENETRATOR) or bears(before, a, Keyword.MELEE))
                    for a in Card
                )
            )
        )
        for d in Card
        for c in Card
    )


@checks.promise(goes_on_against_another.never_against_what_flies_above, "9.13.1c")
def no_attack_from_the_ground_turns_upon_a_flyer(before: State, after: State) -> bool:
    """An upright card that flies is not attacked in place of another by an attacker that does not fly."""
    return all(
        not turns_upon(before, after, d, c)
        or not bears(before, c, Keyword.FLYING)
        or is_engaged(before, c)
        or any(after.attacker == a and bears(before, a, Keyword.FLYING) for a in Card)
        for d in Card
        for c in Card
    )


def is_beside_the_target(s: State, card: Card) -> bool:
    """A card lies on top in the area that is attacked, and not in the target space."""
    return on_top(s, card) and not lies_in_the_target_space(s, card)


@checks.promise(target_stands_again.blocked_for_good)
def what_was_blocked_stays_blocked(before: State, after: State) -> bool:
    """An attack that was blocked is not unblocked, and does not hurt what lies in the target space, whatever became of
    its blockers; the rest of an area is attacked all the same."""
    return not before.blocked or (
        (after.blocked or not is_on(after))
        and not (is_given_up(before, after) and any(before.caught[c] and is_beside_the_target(before, c) for c in Card))
        and all(
            not is_hurt(before, after, c)
            or not lies_in_the_target_space(before, c)
            or before.attacker == c
            or before.blocking[c]
            for c in Card
        )
    )


@checks.promise(target_stands_again.as_long_as_there_is_a_blocker)
def an_attack_without_blockers_goes_on(before: State, after: State) -> bool:
    """Where all blockers are gone and the card that was attacked still lies there, the attack is not given up."""
    return not (before.blocked and all(not before.blocking[c] for c in Card)) or not any(
        before.defender == c and lies_in_the_target_space(before, c) and is_given_up(before, after) for c in Card
    )


# --- damage (3.2, 5.3, 9.16) --------------------------------------------------------------------------------------


@checks.promise(engaged_assets_deal_damage_back.every_engaged_defender_is, "9.27.1e")
def nothing_engaged_deals_damage_back(before: State, after: State) -> bool:
    """Whatever deals damage back stands upright, of whatever kind it is."""
    return all(
        not is_engaged(before, c)
        or ((before.retaliated[c] or not after.retaliated[c]) and (before.answering[c] or not after.answering[c]))
        for c in Card
    )


@checks.promise(defenders_have_initiative.only_attackers, "9.16.1b", "5.3.24")
def initiative_spares_no_defender(before: State, after: State) -> bool:
    """The INITIATIVE of the one card that an attacker fights keeps it from no damage: it is dealt the whole score."""
    return all(
        not falls_upon(before, after, a, d)
        or not bears(before, d, Keyword.INITIATIVE)
        or bears(before, a, Keyword.INITIATIVE)
        or all(before.contested != t or after.damage[d][t] >= before.damage[d][t] + score(before, a, t) for t in Trait)
        for a in Card
        for d in Card
    )


def is_struck_down(before: State, after: State, attacker: Card) -> bool:
    """Cards with INITIATIVE deal back enough to bring an attacker without it to zero."""
    return not bears(before, attacker, Keyword.INITIATIVE) and any(
        before.contested == t
        and score(before, attacker, t)
        <= sum(score(before, d, t) for d in Card if after.answering[d] and bears(before, d, Keyword.INITIATIVE))
        for t in Trait
    )


def strikes_back_first(before: State, after: State, attacker: Card) -> bool:
    """An attacker is struck down as it would deal its blow, and hurts nothing but itself."""
    return (
        before.step != Step.STRIKE
        or after.step == Step.STRIKE
        or before.attacker != attacker
        or not is_struck_down(before, after, attacker)
        or all(c == attacker or not is_hurt(before, after, c) for c in Card)
    )


@checks.promise(defenders_have_initiative.any_card_in_a_challenge, "9.16.1a")
def a_defender_with_initiative_strikes_first(before: State, after: State) -> bool:
    """Where what is brought to zero deals no damage, a defender's INITIATIVE silences an attacker that it brings to
    zero."""
    return struck_down_attackers_deal_damage(before) or all(strikes_back_first(before, after, a) for a in Card)


@checks.promise(struck_down_attackers_deal_damage.nor_do_attackers)
def an_attacker_at_zero_hurts_nobody(before: State, after: State) -> bool:
    """An attacker that a defender's INITIATIVE brings to zero deals no damage, where defenders strike first at all."""
    return not defenders_have_initiative(before) or all(strikes_back_first(before, after, a) for a in Card)


def falls(before: State, after: State, card: Card) -> bool:
    """A card is about to leave, or INDESTRUCTIBLE keeps it."""
    return after.fate[card] is not None or bears(before, card, Keyword.INDESTRUCTIBLE)


@checks.promise(equal_scores_are_enough.both_go_to_their_markets, "5.3.26a")
def equal_characters_both_fall(before: State, after: State) -> bool:
    """Where an attacker and the one character that it fights have equal scores, both fall, whoever dealt damage; in an
    area it is not said."""
    return (
        before.step != Step.STRIKE
        or after.step == Step.STRIKE
        or before.struck_first
        or all(
            before.attacker != a
            or before.defender is None
            or not on_top(before, a)
            or not is_in_the_fight(before, d)
            or d.kind != Kind.CHARACTER
            or any(c != d and is_in_the_fight(before, c) for c in Card)
            or any(before.contested == t and score(before, a, t) != score(before, d, t) for t in Trait)
            or (falls(before, after, a) and falls(before, after, d))
            for a in Card
            for d in Card
        )
    )


@checks.promise(equal_scores_are_enough.only_through_damage, "5.3.15b")
def nothing_falls_unhurt(before: State, after: State) -> bool:
    """Whatever a challenge destroys has damage on it."""
    return before.step not in (Step.STRIKE, Step.AFTERMATH) or all(
        before.fate[c] is not None
        or after.fate[c] != Fate.DESTROYED
        or before.under[c] is not None
        or len(before.stack) > 0
        or any(after.damage[c][t] + after.scar[c][t] > 0 for t in Trait)
        for c in Card
    )
