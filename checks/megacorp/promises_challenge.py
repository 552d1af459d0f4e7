"""MegaCorp, 5.3, 7.3 and chapter 9: what answers promise on who attacks, with which keywords, and who blocks."""

from __future__ import annotations

from checks.megacorp.promises import free_to_act
from model.megacorp.asking import area_attacks_are_blocked, is_asked_to_block
from model.megacorp.blocking import declare_blocker
from model.megacorp.challenge import (
    all_attacks_are_declared_first,
    attack,
    engaged_characters_may_attack,
)
from model.megacorp.frames import Response
from model.megacorp.places import is_engaged, neighbours, on_top, surrounded
from model.megacorp.state import Card, Keyword, Kind, Player, Slot, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import nothing_pending, on_turn
from model.megacorp.words import attackers_keep_their_keywords, bears, camouflaged, controller, is_null, score
from ruleslawyer.lang import Checks, allows, is_open

checks = Checks(megacorp)


def is_hurt(before: State, after: State, card: Card) -> bool:
    """The blows of a challenge deal damage to a card."""
    return before.step == Step.STRIKE and any(
        after.damage[card][t] + after.scar[card][t] > before.damage[card][t] + before.scar[card][t] for t in Trait
    )


def lies_in_the_target_space(s: State, card: Card) -> bool:
    """A card lies on top of the space that is attacked."""
    return on_top(s, card) and s.aimed is not None and s.slot[card] == s.aimed


def is_in_the_fight(s: State, card: Card) -> bool:
    """A card blocks, or lies in the target space while nothing blocks, or is hit as part of an area."""
    return (
        s.blocking[card]
        or s.caught[card]
        or (lies_in_the_target_space(s, card) and all(not s.blocking[c] for c in Card))
    )  # fmt: skip


# --- who attacks (5.3.2 to 5.3.13) --------------------------------------------------------------------------------


def begins_to_attack(before: State, after: State, card: Card) -> bool:
    """An attack by a card is declared."""
    return after.attacked[card] and not before.attacked[card]


@checks.promise(engaged_characters_may_attack.only_disengaged_characters)
def no_engaged_card_attacks(before: State, after: State) -> bool:
    """Whatever attacks was upright until then, even where its attack does not engage it."""
    return all(not begins_to_attack(before, after, c) or not is_engaged(before, c) for c in Card)


@checks.promise(engaged_characters_may_attack.engaged_ones_too)
def an_engaged_character_may_attack(s: State) -> bool:
    """A character of the turn player without keywords that has not attacked may attack, engaged as it is, from the
    player's network what stands open to attack in another one and belongs to somebody else."""
    return all(
        s.step != Step.CHALLENGE
        or s.fighting
        or not free_to_act(s, p)
        or c.kind != Kind.CHARACTER
        or not on_top(s, c)
        or not is_engaged(s, c)
        or s.attacked[c]
        or controller(s, c) != p
        or all(s.slot[c] != here or here.network != p for here in Slot)
        or any(bears(s, c, k) for k in Keyword)
        or all(
            score(s, c, t) == 0
            or all(
                slot.network == p
                or controller(s, d) == p
                or not stands_open(s, d, slot, t)
                or allows(attack, s, p, c, slot, t)
                for d in Card
                for slot in Slot
            )
            for t in Trait
        )
        for c in Card
        for p in Player
    )


def stands_open(s: State, card: Card, slot: Slot, trait: Trait) -> bool:
    """A card without keywords lies in a space, has a trait, and is neither covered nor beside anything."""
    return (
        on_top(s, card)
        and s.slot[card] == slot
        and s.fate[card] is None
        and not is_null(card, trait)
        and not surrounded(s, card)
        and not camouflaged(s, card)
        and all(not bears(s, card, k) for k in Keyword)
    )


@checks.promise(all_attacks_are_declared_first.declared_before_any_is_fought, "5.3.12")
def nobody_declares_an_attack_once_one_is_fought(before: State, after: State) -> bool:
    """As an attack is declared, all that were declared before in the turn still wait to be fought."""
    return all(
        not begins_to_attack(before, after, c)
        or (before.attacker is None and all(not before.attacked[d] or d in before.queue for d in Card))
        for c in Card
    )


@checks.promise(all_attacks_are_declared_first.each_is_fought_before_the_next, "5.3.12")
def one_attack_is_under_way_at_a_time(before: State, after: State) -> bool:
    """Whatever attacks is fought with at once, and nothing else has been declared that still waits."""
    return all(
        not begins_to_attack(before, after, c) or (before.attacker is None and len(after.queue) == 0) for c in Card
    )  # fmt: skip


# --- keywords of an attacker (7.3, chapter 9) ---------------------------------------------------------------------


def attacks_engaged(s: State, card: Card) -> bool:
    """A card attacks, and lies engaged."""
    return s.attacker == card and s.zone[card] == Zone.NETWORK and is_engaged(s, card)


@checks.promise(attackers_keep_their_keywords.nothing_but_upkeep_outlives_engaging, "7.3.2c")
def no_keyword_helps_an_engaged_attacker(before: State, after: State) -> bool:
    """An engaged attacker takes no money from anybody, annihilates and engages nothing, and destroys nothing that its
    damage does not bring to zero."""
    return all(
        not attacks_engaged(before, a)
        or (
            (before.step != Step.STRIKE or all(after.money[p] >= before.money[p] for p in Player))
            and all(c == a or before.assassinated[c] or not after.assassinated[c] for c in Card)
            and not (after.suppressing and not before.suppressing)
            and (
                before.step != Step.STRIKE
                or all(
                    c == a
                    or before.by_damage[c]
                    or not after.by_damage[c]
                    or any(before.contested == t and score(after, c, t) == 0 for t in Trait)
                    for c in Card
                )
            )
        )
        for a in Card
    )


@checks.promise(attackers_keep_their_keywords.nothing_but_upkeep_outlives_engaging, "7.3.2c")
def an_engaged_attacker_hits_no_area(before: State, after: State) -> bool:
    """The blows of an engaged attacker hurt nothing but what blocks, or lies in the target space."""
    return all(
        not attacks_engaged(before, a)
        or c == a
        or before.blocking[c]
        or lies_in_the_target_space(before, c)
        or not is_hurt(before, after, c)
        for a in Card
        for c in Card
    )


@checks.promise(attackers_keep_their_keywords.nothing_but_upkeep_outlives_engaging, "7.3.2c")
def an_engaged_attacker_is_answered(before: State, after: State) -> bool:
    """Neither INITIATIVE nor FLYING of an engaged attacker spares it anything: the one card that it fights answers."""
    return all(
        not falls_upon(before, after, a, d)
        or not attacks_engaged(before, a)
        or not (bears(before, a, Keyword.INITIATIVE) or bears(before, a, Keyword.FLYING))
        or not may_answer(before, d)
        or is_hurt(before, after, a)
        for a in Card
        for d in Card
    )


@checks.promise(attackers_keep_their_keywords.flying_alone_is_lost, "9.13.1b")
def an_engaged_flyer_is_answered_from_the_ground(before: State, after: State) -> bool:
    """FLYING spares an engaged attacker without INITIATIVE nothing: the one card that it fights answers."""
    return all(
        not falls_upon(before, after, a, d)
        or not attacks_engaged(before, a)
        or not bears(before, a, Keyword.FLYING)
        or bears(before, a, Keyword.INITIATIVE)
        or not may_answer(before, d)
        or is_hurt(before, after, a)
        for a in Card
        for d in Card
    )


def falls_upon(before: State, after: State, attacker: Card, card: Card) -> bool:
    """An attacker deals its blow to one card that it fights, and to no other."""
    return (
        before.step == Step.STRIKE
        and after.step != Step.STRIKE
        and before.attacker == attacker
        and card != attacker
        and on_top(before, attacker)
        and on_top(before, card)
        and is_in_the_fight(before, card)
        and all(c == card or not is_in_the_fight(before, c) for c in Card)
    )


def may_answer(s: State, card: Card) -> bool:
    """A card has damage to deal back, and its player has not held it back."""
    return (
        not is_engaged(s, card)
        and not s.withheld[card]
        and not s.retaliated[card]
        and not bears(s, card, Keyword.MELEE)
        and any(s.contested == t and score(s, card, t) > 0 for t in Trait)
    )


@checks.promise(attackers_keep_their_keywords.nothing_but_upkeep_outlives_engaging, "7.3.2c")
def any_card_beside_the_target_blocks_an_engaged_attacker(s: State) -> bool:
    """Neither PRECISION nor FLYING keeps an engaged attacker from being blocked by an upright card at the target's
    side."""
    return all(
        not attacks_engaged(s, a)
        or not (bears(s, a, Keyword.PRECISION) or bears(s, a, Keyword.FLYING))
        or not stands_by(s, c, p)
        or allows(declare_blocker, s, p, c)
        for a in Card
        for c in Card
        for p in Player
    )


def is_ready_to_block(s: State, card: Card, who: Player) -> bool:
    """A player is asked for blockers, nothing else is under way, and a card of that player's stands upright, with the
    trait of the attack."""
    return (
        s.step == Step.BLOCK
        and s.asked[who]
        and nothing_pending(s)
        and not is_open(s, Response)
        and controller(s, card) == who
        and on_top(s, card)
        and s.fate[card] is None
        and not is_engaged(s, card)
        and not s.blocking[card]
        and any(s.contested == t and not is_null(card, t) for t in Trait)
    )


def stands_by(s: State, card: Card, who: Player) -> bool:
    """A card that is ready to block stands at the side of the target."""
    return is_ready_to_block(s, card, who) and any(
        s.slot[card] == here and s.aimed == there and neighbours(here, there) for here in Slot for there in Slot
    )


@checks.promise(attackers_keep_their_keywords.flying_alone_is_lost, "9.13.1b")
def cards_on_the_ground_block_an_engaged_flyer(s: State) -> bool:
    """FLYING does not keep an engaged attacker from being blocked by an upright card at the target's side."""
    return all(
        not attacks_engaged(s, a)
        or not bears(s, a, Keyword.FLYING)
        or bears(s, a, Keyword.PRECISION)
        or not stands_by(s, c, p)
        or allows(declare_blocker, s, p, c)
        for a in Card
        for c in Card
        for p in Player
    )


@checks.promise(attackers_keep_their_keywords.keywords_speak_of_attacks)
def keywords_keep_blockers_from_an_attacker(before: State, after: State) -> bool:
    """No attacker with PRECISION is blocked, and none with FLYING by a card without it, engaged or not."""
    return all(
        before.attacker != a
        or before.blocking[c]
        or not after.blocking[c]
        or (
            not bears(before, a, Keyword.PRECISION)
            and (not bears(before, a, Keyword.FLYING) or bears(before, c, Keyword.FLYING))
        )
        for a in Card
        for c in Card
    )


# --- who blocks (5.3.20 to 5.3.23, 9.2) ---------------------------------------------------------------------------


def is_newly_asked(before: State, after: State, who: Player) -> bool:
    """A player may declare blockers from now on."""
    return after.step == Step.BLOCK and after.asked[who] and not (before.step == Step.BLOCK and before.asked[who])


@checks.promise(is_asked_to_block.every_non_turn_player)
def everybody_else_is_asked_to_block(before: State, after: State) -> bool:
    """Where one player is asked for blockers, all are that are in the game and not on turn."""
    return (
        before.step == Step.BLOCK
        or all(not is_newly_asked(before, after, p) for p in Player)
        or all(on_turn(after, p) or after.lost[p] or after.asked[p] for p in Player)
    )


def is_still_asked(before: State, after: State, who: Player) -> bool:
    """A player is to speak on blockers, though another card than before is attacked."""
    return (
        after.step == Step.BLOCK
        and after.asked[who]
        and (before.defender != after.defender or any(before.caught[c] and not after.caught[c] for c in Card))
    )


@checks.promise(is_asked_to_block.whoever_is_attacked)
def only_whoever_is_attacked_is_asked_to_block(before: State, after: State) -> bool:
    """Of three or more, nobody is asked for blockers but the controllers of what is attacked, by now."""
    return len(Player) <= 2 or all(
        not (is_newly_asked(before, after, p) or is_still_asked(before, after, p))
        or any((lies_in_the_target_space(after, c) or after.caught[c]) and controller(after, c) == p for c in Card)
        for p in Player
    )


@checks.promise(area_attacks_are_blocked.everything_defends_already)
def no_area_attack_is_blocked(s: State) -> bool:
    """While an attack falls on an area, nothing blocks it."""
    return all(not s.area[slot] for slot in Slot) or (not s.blocked and all(not s.blocking[c] for c in Card))
