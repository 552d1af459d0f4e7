"""Memesis, 7.1, 7.7 and 7.9: what answers promise about Sym, Bio and Tic, and about what cards in True Fusion share."""

from __future__ import annotations

from checks.memesis.promises import is_quiet, is_there, no_card_moves
from checks.memesis.promises_effects import has_something_to_do, lies_ready
from checks.memesis.promises_fusion import becomes_part_of, lies_with_its_owner
from model.memesis.abilities import use_ability
from model.memesis.damage import armor_adds_up
from model.memesis.runes import place_rune
from model.memesis.state import Card, Does, Join, Kind, Mark, Numbers, State, memesis
from model.memesis.table import head, in_hand, is_upon, on_turn, stands_in_play
from model.memesis.words import (
    any_two_share,
    attack_power,
    complete_transfusion_is_true,
    fused_by,
    life_points,
    revealed,
    shared_markings_wait_for_a_rune,
    trans_complete,
    trans_pairs_stack,
    truly_fused,
    upgraded,
)
from ruleslawyer.lang import Checks, allows

checks = Checks(memesis)

# --- 153: Trans Fusion --------------------------------------------------------------------------------------------


def is_a_trans_fusion(s: State, whole: Card) -> bool:
    """Whether a card is the bottom of a Trans Fusion, and of no True Fusion of particular cards."""
    return any(fused_by(s, c, whole, Join.TRANS) for c in Card) and not any(
        fused_by(s, c, whole, Join.TRUE) for c in Card
    )


def is_unraised(s: State, whole: Card) -> bool:
    """Whether nothing in a fusion raises attack or life: no Rune, no fragment, no such ability or marking."""
    return all(
        (c != whole and not is_upon(s, c, whole))
        or (
            s.joined[c] not in (Join.RUNE, Join.PARTIAL)
            and c.does not in (Does.STRONGER, Does.TOUGHER)
            and all(c.upgrades[m] not in (Does.STRONGER, Does.TOUGHER) for m in Mark)
        )
        for c in Card
    )


@checks.promise(complete_transfusion_is_true.a_third_type, "7.1i", "7.1j")
def the_third_part_destroys_nothing(before: State, after: State) -> bool:
    """When a card joins a Trans Fusion, the fragments upon it stay, and so does a Rune that is the only one there."""
    return all(
        not becomes_part_of(before, after, c, d)
        or after.joined[c] != Join.TRANS
        or all(
            not is_upon(before, e, d)
            or is_upon(after, e, d)
            or (e.kind == Kind.RUNE and any(is_upon(before, r, c) and r.kind == Kind.RUNE for r in Card))
            for e in Card
        )
        for c in Card
        for d in Card
    )


@checks.promise(complete_transfusion_is_true.a_third_type, "7.1i", "7.1j")
def the_three_sets_together_do_not_stack(s: State) -> bool:
    """A complete Trans Fusion attacks with the power of its bottom card, and lives as long as that."""
    return all(
        w.kind != Kind.CREATURE
        or not (stands_in_play(s, w) and is_a_trans_fusion(s, w) and trans_complete(s, w) and is_unraised(s, w))
        or (attack_power(s, w) == w.attack and life_points(s, w) + s.damage[w] == w.life)
        for w in Card
    )


@checks.promise(complete_transfusion_is_true.a_third_type, "7.1i", "7.1j")
def an_owner_lays_a_rune_upon_the_three_sets(s: State) -> bool:
    """Upon a complete Trans Fusion of his that bears no Rune its owner may lay one for which it is marked."""
    return not is_quiet(s) or all(
        not (in_hand(s, r.owner, r) and is_there(s, r.owner) and s.source[r.owner] >= Numbers.rune_price)
        or not (stands_in_play(s, w) and w.owner == r.owner and lies_with_its_owner(s, w))
        or not (is_a_trans_fusion(s, w) and trans_complete(s, w))
        or any(fused_by(s, c, w, Join.RUNE) for c in Card)
        or not any(r.rune == m and w.upgrades[m] is not None for m in Mark)
        or any(is_upon(s, c, w) and c.owner != w.owner for c in Card)
        or allows(place_rune, s, r.owner, r, w)
        for r in Card
        for w in Card
    )


@checks.promise(complete_transfusion_is_true.a_third_type, "7.1i", "7.9d")
def the_three_sets_share_no_marking(s: State) -> bool:
    """No card of a complete Trans Fusion upon which nothing else lies has an upgrade."""
    return all(
        not (is_a_trans_fusion(s, w) and trans_complete(s, w))
        or any(is_upon(s, c, w) and s.joined[c] != Join.TRANS for c in Card)
        or not any(upgraded(s, c, m) for c in Card if head(s, c) == w for m in Mark)
        for w in Card
    )


def is_an_open_part(s: State, card: Card, whole: Card) -> bool:
    """Whether a creature that lies open is part of a Trans Fusion upon that card."""
    return fused_by(s, card, whole, Join.TRANS) and card.kind == Kind.CREATURE and not s.face_down[card]


@checks.promise(trans_pairs_stack.all_but_partial_fusions_stack, "7.9a", "7.9b")
def every_part_of_a_trans_fusion_adds_its_numbers(s: State) -> bool:
    """Open creatures in a Trans Fusion, complete or not, attack with all their power, and have all their life."""
    return all(
        w.kind != Kind.CREATURE
        or not (stands_in_play(s, w) and revealed(s, w) and is_a_trans_fusion(s, w))
        or (
            attack_power(s, w) >= w.attack + sum(c.attack for c in Card if is_an_open_part(s, c, w))
            and life_points(s, w) + s.damage[w] >= w.life + sum(c.life for c in Card if is_an_open_part(s, c, w))
        )
        for w in Card
    )


@checks.promise(trans_pairs_stack.all_but_partial_fusions_stack, "7.9c")
def every_part_of_a_trans_fusion_keeps_its_ability(s: State) -> bool:
    """In its owner's turn the ability of a creature in a Trans Fusion may be used, if it was not used before."""
    return not is_quiet(s) or all(
        c.kind != Kind.CREATURE
        or s.joined[c] != Join.TRANS
        or not on_turn(s, c.owner)
        or not has_something_to_do(c)
        or not lies_ready(s, c)
        or s.used[c]
        or allows(use_ability, s, c.owner, c)
        for c in Card
    )


@checks.promise(trans_pairs_stack.only_true_fusions_stack, "7.9a")
def a_trans_pair_does_not_add_up(s: State) -> bool:
    """A Trans Fusion that is not complete attacks with the power of its bottom card, and lives as long as that."""
    return all(
        w.kind != Kind.CREATURE
        or not (stands_in_play(s, w) and is_a_trans_fusion(s, w) and not trans_complete(s, w) and is_unraised(s, w))
        or (attack_power(s, w) == w.attack and life_points(s, w) + s.damage[w] == w.life)
        for w in Card
    )


# --- 164: what three creatures share ------------------------------------------------------------------------------


def is_a_part_of(s: State, card: Card, whole: Card) -> bool:
    """Whether a creature is the bottom of a fusion, or lies upon it as no fragment and no Rune."""
    return card.kind == Kind.CREATURE and (
        card == whole or fused_by(s, card, whole, Join.TRUE) or fused_by(s, card, whole, Join.TRANS)
    )


def is_an_open_true_fusion(s: State, whole: Card) -> bool:
    """Whether a creature lies open in play, truly fused with others, and nothing upon it is hidden."""
    return (
        whole.kind == Kind.CREATURE
        and stands_in_play(s, whole)
        and revealed(s, whole)
        and truly_fused(s, whole)
        and all(not is_upon(s, c, whole) or not s.face_down[c] for c in Card)
    )


@checks.promise(any_two_share.two_are_enough, "7.7c", "7.9d", "7.10a")
def two_of_three_share_a_marking(s: State) -> bool:
    """Where they take no Rune for it, creatures in an open True Fusion of three have the upgrade of a marking that two
    of them bear."""
    return shared_markings_wait_for_a_rune(s) or all(
        not is_an_open_true_fusion(s, w)
        or sum(1 for c in Card if is_a_part_of(s, c, w)) < 3
        or s.sourced[w]
        or sum(1 for c in Card if is_a_part_of(s, c, w) and c.upgrades[m] is not None) < 2
        or all(not is_a_part_of(s, c, w) or c.upgrades[m] is None or upgraded(s, c, m) for c in Card)
        for w in Card
        for m in Mark
    )


# --- 165: armor in a True Fusion ----------------------------------------------------------------------------------


@checks.promise(armor_adds_up.armor_too, "3.10a", "7.9a", "7.9b")
def no_life_is_taken_while_a_part_has_armor(before: State, after: State) -> bool:
    """The Life of an open True Fusion is not hurt while armor is left to any of its creatures."""
    return not no_card_moves(before, after) or all(
        after.damage[w] <= before.damage[w]
        or not is_an_open_true_fusion(before, w)
        or all(not is_a_part_of(before, c, w) or after.hits[c] >= c.armor for c in Card)
        for w in Card
    )
