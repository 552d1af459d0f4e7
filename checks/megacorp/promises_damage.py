"""MegaCorp, 5.3, 7.9 and chapter 9: what answers promise about blows, destruction, and who loses with a Business."""

from __future__ import annotations

from model.megacorp.damage import (
    defeated_though_in_play,
    regenerating_comes_first,
    weakened_cards_deal_less,
)
from model.megacorp.effects import centre_is_affected, counters_destroy_at_zero
from model.megacorp.leaving import loses_with_a_returned_business
from model.megacorp.places import on_top, orphaned
from model.megacorp.regeneration import saves_from_any_destruction
from model.megacorp.state import Card, Does, Fate, Keyword, Kind, Player, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import on_turn
from model.megacorp.words import has, is_null, keeper, player_of_a_bought_business, score
from ruleslawyer.lang import Checks

checks = Checks(megacorp)

# --- blows (finding 108) ------------------------------------------------------------------------------------------


def taken_in_a_step(before: State, after: State, card: Card, trait: Trait) -> int:
    """The damage that a card takes in a step."""
    return after.damage[card][trait] - before.damage[card][trait]


def answers(before: State, after: State, card: Card) -> bool:
    """A card deals damage back in this step."""
    return after.answering[card] and not before.answering[card]


def score_before_the_blows(s: State, card: Card, trait: Trait) -> int:
    """A card's score as if no blow of the challenge had fallen."""
    return score(s, card, trait) + (s.damage[card][trait] - s.sound[card] if s.struck_first else 0)


def answered_as_before(before: State, after: State, trait: Trait) -> int:
    """The scores that those who deal damage back in this step had before any blow, together."""
    return sum(score_before_the_blows(before, c, trait) for c in Card if answers(before, after, c))


@checks.promise(weakened_cards_deal_less.only_at_zero, "9.16.1a", "9.16.1c", "5.3.14b")
def who_is_weakened_deals_the_old_score(before: State, after: State) -> bool:
    """Whoever deals damage in a challenge deals as much as its score was before any blow: what answers, and the
    attacker, who shares nothing out anew between blows."""
    return before.step != Step.STRIKE or (after.step != Step.SPLIT and deal_as_before(before, after))


def deal_as_before(before: State, after: State) -> bool:
    """Each blow of a step is as high as the score of its card was before any blow, or as its share."""
    return all(
        before.attacker != a
        or before.contested != t
        or not on_top(before, a)
        or (
            taken_in_a_step(before, after, a, t) == answered_as_before(before, after, t)
            and all(
                c == a
                or taken_in_a_step(before, after, c, t) in (0, before.share[c], score_before_the_blows(before, a, t))
                for c in Card
            )
            and dealt_to_blockers(before, after, t) in (0, score_before_the_blows(before, a, t))
        )
        for a in Card
        for t in Trait
    )


def dealt_to_blockers(before: State, after: State, trait: Trait) -> int:
    """The damage that several blockers take in a step together, while all of them lie in a network; else none."""
    all_there = sum(1 for c in Card if before.blocking[c]) > 1 and all(
        not before.blocking[c] or on_top(before, c) for c in Card
    )
    return sum(taken_in_a_step(before, after, c, trait) for c in Card if before.blocking[c]) if all_there else 0


def answered_with_the_rest(before: State, after: State, attacker: Card, trait: Trait) -> int:
    """The scores that those who deal damage back in this step had left, if the attacker struck them first."""
    return sum(
        score(after, c, trait)
        if has(before, attacker, Keyword.INITIATIVE) and not has(before, c, Keyword.INITIATIVE)
        else score(before, c, trait)
        for c in Card
        if answers(before, after, c)
    )


@checks.promise(weakened_cards_deal_less.damage_lowers_the_score, "5.3.15a", "9.16.1a")
def who_is_weakened_deals_what_is_left(before: State, after: State) -> bool:
    """No attacker takes more from those that it has struck first than what their scores are by then."""
    return before.step != Step.STRIKE or all(
        before.attacker != a
        or before.contested != t
        or not on_top(before, a)
        or taken_in_a_step(before, after, a, t) <= answered_with_the_rest(before, after, a, t)
        for a in Card
        for t in Trait
    )


# --- what is regenerated (finding 110) ----------------------------------------------------------------------------


def falls_in_a_challenge(before: State, after: State, card: Card) -> bool:
    """The blows of a challenge bring a card to fall."""
    return (
        before.step == Step.STRIKE
        and len(before.stack) == 0
        and before.fate[card] is None
        and after.fate[card] is not None
        and after.by_damage[card]
    )


@checks.promise(regenerating_comes_first.annihilated_at_once, "9.3.1c", "9.25.1c")
def an_assassin_annihilates_at_once(before: State, after: State) -> bool:
    """A card that falls to the blows of one with ASSASSIN is annihilated, with no moment to regenerate it; so is an
    attacker that such cards alone answer."""
    return all(
        not falls_in_a_challenge(before, after, c)
        or not struck_by_assassins(before, after, c)
        or (after.fate[c] == Fate.ANNIHILATED and not after.assassinated[c])
        for c in Card
    )


def struck_by_assassins(before: State, after: State, card: Card) -> bool:
    """Whoever strikes a card in this step has ASSASSIN."""
    return any(
        before.attacker == a
        and (
            has(before, a, Keyword.ASSASSIN)
            if a != card
            else all(not answers(before, after, c) or has(before, c, Keyword.ASSASSIN) for c in Card)
        )
        for a in Card
    )


@checks.promise(regenerating_comes_first.annihilated_at_once, "9.3.1c", "9.25.1c")
def what_is_annihilated_is_not_saved(before: State, after: State) -> bool:
    """No card that is about to be annihilated stays in play."""
    return all(
        before.fate[c] != Fate.ANNIHILATED or after.fate[c] == Fate.ANNIHILATED or after.zone[c] != Zone.NETWORK
        for c in Card
    )


@checks.promise(regenerating_comes_first.its_destruction_is_cancelled, "9.25.1d", "9.3.1c")
def what_may_be_regenerated_is_not_yet_annihilated(before: State, after: State) -> bool:
    """A card that falls to one with ASSASSIN in a challenge may be saved, if it has REGENERATE of its own."""
    return all(
        not falls_in_a_challenge(before, after, c)
        or not c.keywords[Keyword.REGENERATE]
        or after.fate[c] != Fate.ANNIHILATED
        or after.assassinated[c]
        or before.lost[keeper(before, c)]
        for c in Card
    )


@checks.promise(saves_from_any_destruction.only_from_damage, "9.25.1a", "9.25.1c")
def nothing_but_damage_is_survived(before: State, after: State) -> bool:
    """A card that something other than damage is to destroy does not stay in play."""
    return all(
        before.fate[c] != Fate.DESTROYED
        or before.by_damage[c]
        or after.fate[c] is not None
        or after.zone[c] != Zone.NETWORK
        for c in Card
    )


# --- counters, and the middle of a radius (findings 121, 138) ------------------------------------------------------


@checks.promise(counters_destroy_at_zero.like_damage_at_zero, "7.9.2b", "5.3.15b")
def counters_that_leave_nothing_destroy(before: State, after: State) -> bool:
    """A card whose counters have changed so that nothing is left of a printed score is about to leave, unless it is
    INDESTRUCTIBLE."""
    return all(
        not falls_by_counters(before, after, c, t) or after.fate[c] is not None or has(after, c, Keyword.INDESTRUCTIBLE)
        for c in Card
        for t in Trait
    )


def falls_by_counters(before: State, after: State, card: Card, trait: Trait) -> bool:
    """A counter takes the last of a card's score in a trait that is printed on it."""
    return (
        before.zone[card] == Zone.NETWORK
        and after.zone[card] == Zone.NETWORK
        and not is_null(card, trait)
        and after.counter[card][trait] < before.counter[card][trait]
        and score(before, card, trait) > 0
        and score(after, card, trait) == 0
    )


@checks.promise(counters_destroy_at_zero.only_damage_destroys, "5.3.15b", "7.9.2b")
def counters_destroy_nobody(before: State, after: State) -> bool:
    """A card whose counters have taken the last of a score is not destroyed for it in that step."""
    return all(
        not falls_by_counters(before, after, c, t) or before.fate[c] is not None or after.fate[c] != Fate.DESTROYED
        for c in Card
        for t in Trait
    )


def blasts(card: Card, trait: Trait) -> bool:
    """A card deals damage in a trait within a radius."""
    return card.does == Does.BLAST and (card.with_trait is None or card.with_trait == trait)


@checks.promise(centre_is_affected.everything_in_the_square, "9.7.1a", "9.7.4c")
def the_centre_of_a_radius_is_hurt_too(before: State, after: State) -> bool:
    """Whenever cards are hurt outside of blows, a card that deals damage within a radius is hurt as well, if it has the
    trait and lies on top of a space."""
    return before.step == Step.STRIKE or all(
        taken_in_a_step(before, after, c, t) <= 0
        or any(
            blasts(x, t) and (is_null(x, t) or not on_top(before, x) or taken_in_a_step(before, after, x, t) > 0)
            for x in Card
        )
        for c in Card
        for t in Trait
    )


@checks.promise(centre_is_affected.only_what_surrounds_it, "9.7.1a")
def the_centre_of_a_radius_is_not_hurt(before: State, after: State) -> bool:
    """Outside of blows no card is hurt but by another that deals damage within a radius."""
    return before.step == Step.STRIKE or all(
        taken_in_a_step(before, after, c, t) <= 0 or any(x != c and blasts(x, t) for x in Card)
        for c in Card
        for t in Trait
    )


# --- who loses with a Business (findings 207, 214, 218) -----------------------------------------------------------


@checks.promise(loses_with_a_returned_business.without_a_business_one_loses, "1.2.2a", "3.3.7a")
def nobody_plays_on_with_the_business_in_hand(s: State) -> bool:
    """Whoever has a Business of her own in hand has lost."""
    return all(c.kind != Kind.BUSINESS or s.zone[c] != Zone.HAND or s.lost[c.owner] for c in Card)


@checks.promise(defeated_though_in_play.defeat_is_no_destruction, "1.2.4", "9.15.1d")
def an_indestructible_business_at_zero_is_defeated(before: State, after: State) -> bool:
    """Whoever brought a Business with INDESTRUCTIBLE has lost once blows have brought it to zero, wherever it was
    hit."""
    return all(not is_beaten_in_play(before, after, c, t) or after.lost[c.owner] for c in Card for t in Trait)


def is_beaten_in_play(before: State, after: State, card: Card, trait: Trait) -> bool:
    """The blows of a challenge bring a Business to zero that cannot be destroyed, and that nobody has bought."""
    return (
        before.step == Step.STRIKE
        and card.kind == Kind.BUSINESS
        and has(before, card, Keyword.INDESTRUCTIBLE)
        and before.buyer[card] is None
        and taken_in_a_step(before, after, card, trait) > 0
        and score(after, card, trait) == 0
    )


def has_bought(s: State, card: Card, who: Player) -> bool:
    """A Business lies in a network that a player has bought from another."""
    return card.kind == Kind.BUSINESS and s.zone[card] == Zone.NETWORK and s.buyer[card] == who and card.owner != who


@checks.promise(player_of_a_bought_business.the_one_who_controls_it, "1.2.3", "1.2.4", "1.2.5")
def whoever_has_bought_a_business_loses_with_it(before: State, after: State) -> bool:
    """Whoever has bought a Business has lost when it leaves for damage of a challenge, or when somebody else buys
    it."""
    return all(
        not has_bought(before, c, p)
        or after.lost[p]
        or (
            (not before.by_damage[c] or before.step != Step.AFTERMATH or after.zone[c] == Zone.NETWORK)
            and (after.zone[c] == Zone.MARKET or after.buyer[c] == p or after.buyer[c] is None)
        )
        for c in Card
        for p in Player
    )


@checks.promise(player_of_a_bought_business.the_one_who_controls_it, "1.2.8a", "5.5.1")
def whoever_has_bought_a_business_loses_with_it_as_an_orphan(before: State, after: State) -> bool:
    """When losses were counted as a turn ends, the turn player has lost if a Business that she has bought is
    orphaned."""
    return (
        before.step != Step.END
        or after.step == Step.END
        or all(
            not has_bought(before, c, p) or not on_turn(before, p) or not orphaned(before, c) or after.lost[p]
            for c in Card
            for p in Player
        )
    )
