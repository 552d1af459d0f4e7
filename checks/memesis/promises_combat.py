"""Memesis, Section 3: what answers promise about attacking, intercepting, damage and armor, in their own words."""

from __future__ import annotations

from checks.memesis.promises import a_blow_falls, is_directed
from model.memesis.combat import (
    absorb,
    assails,
    finish_intercepting,
    intercept,
    intercepts_more_than_one,
    is_attacking,
    lost_interceptions_let_through,
    may_take_it_himself,
    meets,
    power_is_dealt_once,
    turn_upon,
)
from model.memesis.damage import (
    armor_left,
    armor_meets_the_strongest,
    attackers_regenerate,
    each_blow_is_a_hit,
)
from model.memesis.frames import Resolved
from model.memesis.state import Card, Cell, Player, State, Step, memesis
from model.memesis.table import active, controller, is_upon, stands_in_play
from model.memesis.words import attack_power, is_creature, life_points, revealed
from ruleslawyer.lang import Checks, allows, is_open

checks = Checks(memesis)

# --- 019: the Life of attackers -----------------------------------------------------------------------------------


def heals(before: State, after: State, card: Card) -> bool:
    """Whether a card that stays in play loses damage."""
    return stands_in_play(before, card) and stands_in_play(after, card) and after.damage[card] < before.damage[card]


def is_bound_no_more(before: State, after: State, card: Card) -> bool:
    """Whether a creature that does not attack in a Combat of its owner is, after that, none that attacks again."""
    passes = (before.step == Step.COMBAT and after.step == Step.END) or before.step == Step.STRIKING
    return (
        not passes
        or active(before) != card.owner
        or before.aimed[card] is not None
        or not stands_in_play(before, card)
        or not after.hurt_attacking[card]
    )


@checks.promise(attackers_regenerate.not_if_it_attacks_again, "3.11b")
def an_attacker_heals_only_after_a_combat_without_it(before: State, after: State) -> bool:
    """Damage taken in an attack stays as long as its creature attacks again and again, and goes once it let a Combat of
    its owner's go by."""
    return all(
        is_bound_no_more(before, after, c)
        and (
            not heals(before, after, c)
            or not before.hurt_attacking[c]
            or (before.step in (Step.DEALT, Step.END) and before.aimed[c] is None)
        )
        for c in Card
    )


# --- 026: interceptors that are gone ------------------------------------------------------------------------------


def stays_intercepted(before: State, after: State, attacker: Card) -> bool:
    """Whether an attack that a creature intercepts or has intercepted counts as such until damage is dealt, also where
    it is fused onto another of the same player's attackers."""
    was_met = before.met[attacker] or any(attacker in before.intercepts[c] for c in Card)
    lies_upon_one_that_is_not = before.cell[attacker] == Cell.ATTACK and any(
        is_upon(after, attacker, c) and after.aimed[c] == before.aimed[attacker] and not after.met[c] for c in Card
    )
    return (
        not was_met
        or after.step == Step.DEALT
        or (not lies_upon_one_that_is_not and (after.met[attacker] or after.aimed[attacker] is None))
    )


@checks.promise(lost_interceptions_let_through.it_was_intercepted, "0.32a", "3.7", "3.6a")
def an_attack_that_was_intercepted_takes_no_life(before: State, after: State) -> bool:
    """Intercepted once, an attack stays so: the blows of a Combat cost a player no more than the other attacks deal,
    and those that he lets through."""
    return all(stays_intercepted(before, after, a) for a in Card) and (
        not a_blow_falls(before, after)
        or all(
            before.life[p] - after.life[p]
            <= sum(
                attack_power(before, a)
                for a in Card
                if before.aimed[a] == p and (before.absorbed[a] or not before.met[a]) and is_attacking(before, a)
            )
            for p in Player
        )
    )


@checks.promise(lost_interceptions_let_through.it_was_intercepted, "0.32a", "3.7")
def nobody_is_asked_once_more_about_what_was_intercepted(s: State) -> bool:
    """Of an attack that was intercepted, by creatures that are gone, nobody has to say who takes it: no player takes
    it himself, and whoever decides may leave it at that, though another creature of his is able to step in."""
    return all(
        not s.met[a] or s.absorbed[a] or not s.asked[p] or not allows(absorb, s, p, a) for a in Card for p in Player
    ) and (
        s.step != Step.INTERCEPTING
        or is_directed(s)
        or is_open(s, Resolved)
        or all(
            not s.asked[p]
            or any(s.aimed[a] is not None and not s.met[a] for a in Card)
            or any(len(s.intercepts[c]) > 1 for c in Card)
            or allows(finish_intercepting, s, p)
            for p in Player
        )
    )


# --- 033: damage that a player takes himself ----------------------------------------------------------------------


def is_able_to_defend(s: State, who: Player, card: Card) -> bool:
    """Whether a creature of a player lies open in play and is not sourced: it defends, or can be moved to do so."""
    return (
        stands_in_play(s, card)
        and s.holder[card] == who
        and controller(s, card) == who
        and is_creature(s, card)
        and revealed(s, card)
        and not s.sourced[card]
    )


@checks.promise(may_take_it_himself.to_the_last_man, "0.1c", "0.1d", "3.2")
def nobody_is_hurt_who_has_a_creature(before: State, after: State) -> bool:
    """No attack costs a player Life who has a creature that can still step in the way, and no directed damage one who
    has such a creature in his Defend Cell."""
    return all(
        after.life[p] >= before.life[p]
        or not (is_directed(before) or a_blow_falls(before, after))
        or not any(
            is_able_to_defend(before, p, c) and (before.cell[c] == Cell.DEFEND or not is_directed(before)) for c in Card
        )
        for p in Player
    )


# --- 035: how many attackers one creature meets -------------------------------------------------------------------


@checks.promise(intercepts_more_than_one.several_meet_several, "3.8a")
def a_creature_stops_one_attacker_alone(s: State) -> bool:
    """No creature intercepts more than one of those that attack."""
    return all(sum(1 for a in Card if a in s.intercepts[c] and is_attacking(s, a)) <= 1 for c in Card)


@checks.promise(intercepts_more_than_one.any_number_of_attackers, "3.8a")
def a_creature_that_stops_one_may_stop_another(s: State) -> bool:
    """A creature of the Defend Cell that intercepts one of those that attack its player may intercept any other."""
    return (
        s.step != Step.INTERCEPTING
        or is_directed(s)
        or is_open(s, Resolved)
        or all(
            not (s.cell[c] == Cell.DEFEND and s.holder[c] == c.owner and s.asked[c.owner])
            or not any(meets(s, c, b) for b in Card)
            or not assails(s, a, c.owner)
            or s.absorbed[a]
            or a in s.intercepts[c]
            or allows(intercept, s, c.owner, c, a)
            for c in Card
            for a in Card
        )
    )


# --- 036: power that is dealt once --------------------------------------------------------------------------------


def is_fought(before: State, attacker: Card) -> bool:
    """Whether a creature intercepts an attacker."""
    return any(meets(before, c, attacker) for c in Card)


def suffered(before: State, after: State, card: Card) -> int:
    """How much damage came to a creature: what is new, or all its Life if it died."""
    return life_points(before, card) if after.cell[card] == Cell.DEAD else after.damage[card] - before.damage[card]


def was_struck(before: State, after: State, card: Card) -> bool:
    """Whether a creature was hurt, hit on its armor, or died."""
    return (
        after.cell[card] == Cell.DEAD
        or after.damage[card] > before.damage[card]
        or after.hits[card] > before.hits[card]
    )


@checks.promise(power_is_dealt_once.once_in_all, "2.4b")
def no_more_is_dealt_than_blockers_have_power(before: State, after: State) -> bool:
    """All that attackers suffer in a Combat is no more than the attack power of those that intercept them."""
    return before.step != Step.STRIKING or sum(
        suffered(before, after, a) for a in Card if is_attacking(before, a) and is_fought(before, a)
    ) <= sum(attack_power(before, c) for c in Card if any(meets(before, c, a) for a in Card))


@checks.promise(power_is_dealt_once.once_in_all, "2.4b")
def a_blocker_strikes_one_attacker(before: State, after: State) -> bool:
    """No more attackers are struck in a Combat than creatures intercept."""
    return before.step != Step.STRIKING or sum(
        1 for a in Card if is_attacking(before, a) and is_fought(before, a) and was_struck(before, after, a)
    ) <= sum(1 for c in Card if any(meets(before, c, a) for a in Card))


@checks.promise(power_is_dealt_once.once_in_all, "2.4b", "3.7")
def its_owner_says_whom_a_blocker_strikes(s: State) -> bool:
    """Who is to decide about interceptions may turn a creature that intercepts several upon any one of them."""
    return (
        s.step != Step.INTERCEPTING
        or is_directed(s)
        or is_open(s, Resolved)
        or all(
            not (stands_to_strike(s, c, a) and s.asked[c.owner] and s.holder[c] == c.owner)
            or not any(b != a and stands_to_strike(s, c, b) for b in Card)
            or s.turned_upon[c] == a
            or allows(turn_upon, s, c.owner, c, a)
            for c in Card
            for a in Card
        )
    )


def stands_to_strike(s: State, card: Card, attacker: Card) -> bool:
    """Whether a creature of the Defend Cell intercepts one that attacks."""
    return s.cell[card] == Cell.DEFEND and meets(s, card, attacker) and is_attacking(s, attacker)


# --- 040: blows on armor ------------------------------------------------------------------------------------------


def strikes(s: State, striker: Card, card: Card) -> bool:
    """Whether a creature with attack power strikes another in the Combat whose blows fall now."""
    return (
        s.step == Step.STRIKING
        and attack_power(s, striker) > 0
        and (
            (is_attacking(s, striker) and meets(s, card, striker))
            or (
                is_attacking(s, card)
                and meets(s, striker, card)
                and (s.turned_upon[striker] is None or s.turned_upon[striker] == card)
            )
        )
    )


def blows_at(s: State, card: Card) -> int:
    """How many creatures strike at one."""
    return sum(1 for c in Card if strikes(s, c, card))


def best_blow(s: State, card: Card) -> int:
    """The attack power of the strongest creature that strikes at one."""
    return max((attack_power(s, c) for c in Card if strikes(s, c, card)), default=0)


@checks.promise(each_blow_is_a_hit.each_hits, "3.10c")
def every_blow_takes_a_hit_of_armor(before: State, after: State) -> bool:
    """Of the armor of a creature that lives on, as many hits are gone as creatures with attack power struck it."""
    return all(
        blows_at(before, c) == 0
        or not stands_in_play(after, c)
        or armor_left(after, c) == max(0, armor_left(before, c) - blows_at(before, c))
        for c in Card
    )


@checks.promise(each_blow_is_a_hit.stacked_into_one, "3.8b", "3.6a")
def blows_together_take_one_hit_of_armor(before: State, after: State) -> bool:
    """Creatures that strike together take one hit of armor, and nothing comes past it."""
    return all(
        blows_at(before, c) == 0
        or armor_left(before, c) == 0
        or (stands_in_play(after, c) and armor_left(after, c) == armor_left(before, c) - 1)
        for c in Card
    )


@checks.promise(armor_meets_the_strongest.those_of_the_weakest, "3.10c")
def the_strongest_blow_comes_past_the_armor(before: State, after: State) -> bool:
    """Where more creatures strike than the armor takes, the strongest of them hurts what is behind it."""
    return all(
        armor_left(before, c) == 0
        or blows_at(before, c) <= armor_left(before, c)
        or suffered(before, after, c) >= min(best_blow(before, c), life_points(before, c))
        for c in Card
    )


@checks.promise(armor_meets_the_strongest.those_of_the_strongest, "3.10c")
def the_strongest_blow_is_lost_in_the_armor(before: State, after: State) -> bool:
    """Where more creatures strike than the armor takes, the strongest of them does not hurt what is behind it."""
    return all(
        armor_left(before, c) == 0
        or not stands_in_play(after, c)
        or after.damage[c] - before.damage[c]
        <= sum(attack_power(before, d) for d in Card if strikes(before, d, c)) - best_blow(before, c)
        for c in Card
    )
