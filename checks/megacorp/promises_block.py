"""MegaCorp, 5.3 and chapter 9: what answers promise about blocks, attacks that count, and when players act."""

from __future__ import annotations

from model.megacorp.blocking import blocked_attacks_count, blockers_are_attacked
from model.megacorp.challenge import (
    suppressed_at_once,
)
from model.megacorp.deeds import terrain_is_subdued
from model.megacorp.nullifying import nullified_attacks_count
from model.megacorp.places import is_engaged, network_of, on_top, place_of, surrounded, within
from model.megacorp.state import Card, Keyword, Player, Slot, State, Step, Trait, When, Zone, in_hand_of, megacorp
from model.megacorp.turns import moments_of_a_challenge
from model.megacorp.words import bears, camouflaged, is_event
from ruleslawyer.lang import Checks

checks = Checks(megacorp)


def lies_with_a_terrain(s: State, card: Card) -> bool:
    """Whether a card is a TERRAIN in a network, or lies in the space of one."""
    return any(c.keywords[Keyword.TERRAIN] and place_of(s, c) == place_of(s, card) for c in Card)


# --- blocks (findings 114, 115, 155) ------------------------------------------------------------------------------


@checks.promise(suppressed_at_once.as_it_attacks, "9.27.1a", "9.27.1d")
def a_suppressor_engages_its_target_at_once(before: State, after: State) -> bool:
    """As a card with SUPPRESSOR attacks, the card in the target space is engaged, unless it is a TERRAIN; and so is one
    that comes to be attacked in its place."""
    return all(
        after.attacker != a
        or (before.attacker == a and before.defender == after.defender)
        or not bears(before, a, Keyword.SUPPRESSOR)
        or all(after.defender != d or is_engaged(after, d) or lies_with_a_terrain(after, d) for d in Card)
        for a in Card
    )


@checks.promise(suppressed_at_once.as_it_attacks, "9.27.1a", "9.2.1a")
def a_suppressor_engages_an_area_at_once(before: State, after: State) -> bool:
    """Whatever an area attack of a card with SUPPRESSOR comes to fall on is engaged with that, unless it is a
    TERRAIN."""
    return all(
        not after.caught[c]
        or before.caught[c]
        or is_engaged(after, c)
        or any(after.attacker == a and not bears(after, a, Keyword.SUPPRESSOR) for a in Card)
        or lies_with_a_terrain(after, c)
        for c in Card
    )


@checks.promise(terrain_is_subdued.a_defender_is_engaged, "9.27.1a")
def a_suppressor_engages_a_terrain_too(before: State, after: State) -> bool:
    """Once blocks are declared the one TERRAIN that a card with SUPPRESSOR fights lies engaged."""
    return (
        before.step not in (Step.BLOCK, Step.BLOCKED)
        or after.step not in (Step.SPLIT, Step.STRIKE)
        or after.blocked
        or all(
            not d.keywords[Keyword.TERRAIN]
            or after.defender != d
            or not on_top(after, d)
            or is_engaged(after, d)
            or any(after.attacker == a and not bears(after, a, Keyword.SUPPRESSOR) for a in Card)
            for d in Card
        )
    )


@checks.promise(terrain_is_subdued.terrain_cannot_be_engaged, "9.28.2")
def no_challenge_engages_a_terrain(before: State, after: State) -> bool:
    """A card with TERRAIN that lies upright stays so while an attack goes on, whoever made it."""
    return before.attacker is None or all(
        not c.keywords[Keyword.TERRAIN] or before.engaged[c] or not after.engaged[c] or not on_top(before, c)
        for c in Card
    )


@checks.promise(suppressed_at_once.the_blocker_instead, "9.27.1b", "9.27.1c")
def an_attack_engages_nobody_else_at_once(before: State, after: State) -> bool:
    """As a card attacks, no card of another space is engaged."""
    return all(
        after.attacker != a
        or before.attacker == a
        or not on_top(before, c)
        or place_of(before, c) == place_of(before, a)
        or is_engaged(before, c)
        or not is_engaged(after, c)
        for a in Card
        for c in Card
    )


def comes_to_block(before: State, after: State, card: Card) -> bool:
    """A card is declared as a blocker."""
    return after.blocking[card] and not before.blocking[card]


@checks.promise(blockers_are_attacked.the_blocker_is_the_defender, "5.3.23", "9.5.1c", "9.12.1a", "5.3.10a")
def what_may_not_be_attacked_does_not_block(before: State, after: State) -> bool:
    """No blocker is camouflaged, surrounded on all sides, unless the attack ignores that, or ELUSIVE and attacked in
    this turn already."""
    return all(
        not comes_to_block(before, after, c)
        or (
            not camouflaged(before, c)
            and not (bears(before, c, Keyword.ELUSIVE) and before.assailed[c])
            and (not surrounded(before, c) or any(before.attacker == a and ignores_neighbours(before, a) for a in Card))
        )
        for c in Card
    )


def ignores_neighbours(s: State, card: Card) -> bool:
    """A card attacks what is surrounded."""
    return bears(s, card, Keyword.PENETRATOR) or bears(s, card, Keyword.MELEE)


@checks.promise(blockers_are_attacked.the_blocker_is_the_defender, "5.3.23", "9.18.1a")
def what_melee_does_not_reach_does_not_block(before: State, after: State) -> bool:
    """In the network of an attacker with MELEE no card blocks that is not around it."""
    return all(
        not comes_to_block(before, after, c)
        or before.attacker != a
        or not bears(before, a, Keyword.MELEE)
        or network_of(before, a) != network_of(before, c)
        or all(
            place_of(before, a) != here or place_of(before, c) != there or within(here, there, 1)
            for here in Slot
            for there in Slot
        )
        for c in Card
        for a in Card
    )


@checks.promise(blockers_are_attacked.the_blocker_is_the_defender, "5.3.23", "9.12.1a")
def a_blocker_with_elusive_was_attacked(before: State, after: State) -> bool:
    """Once a challenge in which a card with ELUSIVE has blocked is over, that card has been attacked in this turn."""
    return all(not blocked_to_the_end(before, after, c) or after.assailed[c] for c in Card)


def ends(before: State, after: State) -> bool:
    """A challenge is over, after its blows."""
    return before.step in (Step.STRIKE, Step.AFTERMATH) and after.step not in (Step.STRIKE, Step.AFTERMATH)


def blocked_to_the_end(before: State, after: State, card: Card) -> bool:
    """A challenge is over in which a card with ELUSIVE blocked that stays in play."""
    return (
        ends(before, after)
        and before.blocking[card]
        and bears(after, card, Keyword.ELUSIVE)
        and on_top(after, card)
        and before.fate[card] is None
    )


def was_blocked_for(before: State, after: State, card: Card) -> bool:
    """A challenge is over in which others blocked for a card with ELUSIVE, which was its target, and took the blows."""
    return (
        ends(before, after)
        and before.defender == card
        and before.blocked
        and any(before.blocking[c] for c in Card)
        and bears(after, card, Keyword.ELUSIVE)
        and on_top(after, card)
    )


@checks.promise(blocked_attacks_count.the_blocker_was_attacked, "5.3.23", "9.12.1a")
def whoever_was_blocked_for_was_not_attacked(before: State, after: State) -> bool:
    """Once a blocked challenge is over, the card with ELUSIVE that was its target may be attacked."""
    return all(not was_blocked_for(before, after, c) or not after.assailed[c] for c in Card)


@checks.promise(blocked_attacks_count.the_blocker_was_attacked, "5.3.23", "9.12.1a")
def whoever_blocked_was_attacked(before: State, after: State) -> bool:
    """Once a challenge in which a card with ELUSIVE has blocked is over, that card has been attacked instead."""
    return all(not blocked_to_the_end(before, after, c) or after.assailed[c] for c in Card)


@checks.promise(blocked_attacks_count.it_was_attacked, "9.12.1a")
def whoever_was_blocked_for_was_attacked(before: State, after: State) -> bool:
    """Once a challenge is over that was blocked, its target with ELUSIVE has been attacked in this turn."""
    return all(not was_blocked_for(before, after, c) or after.assailed[c] for c in Card)


def comes_to_nothing(before: State, after: State, card: Card) -> bool:
    """An attack is over before any blow, as its target has left the space: that of this card."""
    return (
        before.attacker == card
        and before.step in (Step.DECLARED, Step.BLOCK, Step.BLOCKED, Step.SPLIT)
        and after.step in (Step.CHALLENGE, Step.AFTERMATH)
        and not before.blocked
        and all(
            before.defender != d or before.aimed != slot or place_of(before, d) != slot for d in Card for slot in Slot
        )
    )


def leaves_an_area(before: State, after: State, card: Card) -> bool:
    """A card with ELUSIVE is not hit by an area attack any more before blows fall, as it has left the area."""
    return (
        before.caught[card]
        and not after.caught[card]
        and before.step in (Step.BLOCK, Step.BLOCKED, Step.SPLIT)
        and bears(after, card, Keyword.ELUSIVE)
        and on_top(after, card)
        and all(after.slot[card] != slot or not before.area[slot] for slot in Slot)
    )


@checks.promise(nullified_attacks_count.what_is_nullified_never_was, "5.3.9a", "5.3.13", "9.12.1a")
def a_nullified_attack_is_none_of_the_turn(before: State, after: State) -> bool:
    """When an attack comes to nothing, as its target went away, its card has not attacked in this turn; and no card
    with ELUSIVE was attacked that went away from a target space or an area."""
    return all(not leaves_an_area(before, after, c) or not after.assailed[c] for c in Card) and all(
        not comes_to_nothing(before, after, a)
        or (
            (not on_top(after, a) or not after.attacked[a])
            and all(before.defender != d or not bears(after, d, Keyword.ELUSIVE) or not after.assailed[d] for d in Card)
        )
        for a in Card
    )


@checks.promise(nullified_attacks_count.attacking_is_done_once, "5.3.9a", "5.3.13")
def a_nullified_attack_is_one_of_the_turn(before: State, after: State) -> bool:
    """When an attack comes to nothing, as its target went away, its card has attacked in this turn."""
    return all(not comes_to_nothing(before, after, a) or not on_top(after, a) or after.attacked[a] for a in Card)


# --- when players act in a challenge (finding 227) ----------------------------------------------------------------


def acts_outside_of_rules(before: State, after: State) -> bool:
    """With nothing on the stack somebody plays, buys, moves or produces something, or uses what an ability does."""
    return len(before.stack) == 0 and (
        any(c in after.stack and c.when != When.BLOCK for c in Card)
        or any(after.pool[p][t] > before.pool[p][t] for p in Player for t in Trait)
        or any(before.zone[c] in (Zone.HAND, Zone.MARKET) and after.zone[c] == Zone.STACK for c in Card)
        or any(on_top(before, c) and on_top(after, c) and before.slot[c] != after.slot[c] for c in Card)
    )


@checks.promise(moments_of_a_challenge.once_after_the_declaration, "5.3.20a", "6.1.1a")
def nobody_acts_once_blocks_are_asked_for(before: State, after: State) -> bool:
    """From the asking for blockers to the blows nobody plays, moves or uses anything."""
    return before.step not in (Step.BLOCK, Step.BLOCKED, Step.SPLIT, Step.STRIKE) or not acts_outside_of_rules(
        before, after
    )


@checks.promise(moments_of_a_challenge.after_each_step, "5.3.20a", "6.1.1a")
def nobody_acts_within_a_step(before: State, after: State) -> bool:
    """While blockers are asked for, or damage is distributed, withheld and dealt, nobody plays, moves or uses
    anything."""
    return before.step not in (Step.BLOCK, Step.SPLIT, Step.STRIKE) or not acts_outside_of_rules(before, after)


@checks.promise(moments_of_a_challenge.after_each_step, "5.3.20a", "5.3.23")
def blocks_are_followed_by_a_moment(before: State, after: State) -> bool:
    """Between blocks and blows there is a moment to act, where anybody has an event in hand and the money for it."""
    return (
        before.step != Step.BLOCK
        or not any(has_an_event(before, p, c) for p in Player for c in Card)
        or after.step not in (Step.SPLIT, Step.STRIKE)
        or all(not before.blocking[c] for c in Card)
    )


def has_an_event(s: State, who: Player, card: Card) -> bool:
    """A player who is in the game has an event in hand, and the money for it."""
    return in_hand_of(s, card, who) and is_event(card) and not s.lost[who] and card.cost <= s.money[who]
