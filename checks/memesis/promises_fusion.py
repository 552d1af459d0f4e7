"""Memesis, Section 7: what answers promise about fusing cards, in their own words and of no rule."""

from __future__ import annotations

from checks.memesis.promises import is_quiet, is_there
from model.memesis.frames import Dispelling, Resolved
from model.memesis.fusion import (
    any_two_cards_fuse_truly,
    fragments_need_the_marking,
    fuse_partially,
    fuse_truly,
    transfuse,
)
from model.memesis.incubation import added_in_stealth_is_doubled, turns_needed
from model.memesis.joining import (
    fusing_from_the_hand_is_free,
    may_fuse_cards_of_others,
    may_fuse_onto_cards_of_others,
    state_of_fused_cards_goes_along,
)
from model.memesis.state import Card, Cell, Join, Kind, Mark, Player, State, memesis
from model.memesis.table import controller, head, in_combat, in_hand, is_upon, on_turn, stands_in_play
from model.memesis.words import (
    adds_its_numbers,
    is_fused,
    part_of,
    revealed,
    truly_fused,
)
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(memesis)

# --- what several promises say ------------------------------------------------------------------------------------


def becomes_part_of(before: State, after: State, card: Card, base: Card) -> bool:
    """Whether a card that was upon no other is fused to this one."""
    return before.cell[card] != Cell.UPON and is_upon(after, card, base) and after.joined[card] != Join.RUNE


def may_fuse_now(s: State, who: Player) -> bool:
    """Whether it is a player's turn, outside Combat, and nothing is being carried out."""
    return is_quiet(s) and not in_combat(s) and on_turn(s, who) and is_there(s, who)


def is_single(s: State, card: Card) -> bool:
    """Whether a creature lies open in play, and nothing is upon it."""
    return (
        card.kind == Kind.CREATURE
        and stands_in_play(s, card)
        and revealed(s, card)
        and not any(is_upon(s, c, card) for c in Card)
    )


def lies_with_its_owner(s: State, card: Card) -> bool:
    """Whether a card lies in the Cells of its owner."""
    return s.holder[card] == card.owner


# --- 150: which cards are truly fused -----------------------------------------------------------------------------


@checks.promise(any_two_cards_fuse_truly.any_card_with_any_other, "7.5a")
def any_two_creatures_of_ones_own_fuse_truly(s: State) -> bool:
    """In his turn a player may truly fuse any creature of his, in play or from the hand, with any other of his."""
    return all(
        c == d
        or c.owner != d.owner
        or not may_fuse_now(s, d.owner)
        or not is_single(s, d)
        or not lies_with_its_owner(s, d)
        or not (
            (is_single(s, c) and lies_with_its_owner(s, c))
            or (c.kind == Kind.CREATURE and in_hand(s, c.owner, c) and s.source[c.owner] >= c.cost)
        )
        or allows(fuse_truly, s, c.owner, c, d)
        for c in Card
        for d in Card
    )


@checks.promise(any_two_cards_fuse_truly.any_card_with_any_other, "7.5a", "4.7d")
def any_effect_is_fused_truly_with_the_cause_that_it_would_take(s: State) -> bool:
    """Who has played an Effect that takes a Cause may truly fuse it with any open Cause that the other has."""
    return not (is_open(s, Dispelling) and is_open(s, Resolved)) or all(
        not (c.kind == Kind.CAUSE and stands_in_play(s, c) and revealed(s, c) and not is_fused(s, c))
        or controller(s, c) != frame_of(s, Dispelling).victim
        or c.owner != frame_of(s, Dispelling).victim
        or allows(fuse_truly, s, frame_of(s, Resolved).who, frame_of(s, Resolved).card, c)
        for c in Card
    )


@checks.promise(any_two_cards_fuse_truly.with_a_particular_card, "7.1c")
def only_particular_cards_fuse_truly(before: State, after: State) -> bool:
    """A card is truly fused with its particular card alone: one of those that are joined names another."""
    return all(
        not becomes_part_of(before, after, c, d)
        or after.joined[c] != Join.TRUE
        or any((e == d or is_upon(after, e, d)) and (c.partner == e or e.partner == c) for e in Card)
        for c in Card
        for d in Card
    )


# --- 151: what fusing costs ---------------------------------------------------------------------------------------


@checks.promise(fusing_from_the_hand_is_free.directly_from_the_hand, "7.4a")
def fusing_from_the_hand_takes_no_source(before: State, after: State) -> bool:
    """When a card goes from a hand into a fusion, its owner has as much source as before, face up or down."""
    return all(
        before.cell[c] != Cell.HAND
        or not becomes_part_of(before, after, c, head(after, c))
        or after.source[c.owner] >= before.source[c.owner]
        for c in Card
    )


# --- 152: cards of others -----------------------------------------------------------------------------------------


@checks.promise(may_fuse_cards_of_others.any_card_is_fused, "7.5a", "7.4b")
def any_creature_in_play_is_fused(s: State) -> bool:
    """In his turn a player may fuse any open creature in play that has a fragment, or its partner, onto any other."""
    return all(
        c == d
        or c.owner == p
        or not may_fuse_now(s, p)
        or not (is_single(s, c) and is_single(s, d))
        or not (any(c.fragments[m] and d.upgrades[m] is not None for m in Mark) or c.partner == d)
        or any(allows(fuse_partially, s, p, c, d, m) for m in Mark)
        or allows(fuse_truly, s, p, c, d)
        or allows(transfuse, s, p, c, d)
        for c in Card
        for d in Card
        for p in Player
    )


@checks.promise(may_fuse_cards_of_others.only_own_cards_are_fused, "7.5a")
def nobody_fuses_what_is_not_his_in_his_turn(before: State, after: State) -> bool:
    """A card that is fused out of play, and is no Effect, is fused in a turn of its owner."""
    return all(
        not stands_in_play(before, c)
        or c.kind == Kind.EFFECT
        or not becomes_part_of(before, after, c, head(after, c))
        or on_turn(before, c.owner)
        or is_open(before, Dispelling)
        for c in Card
    )


@checks.promise(may_fuse_onto_cards_of_others.only_onto_own_cards, "7.5a", "4.7d")
def nothing_is_fused_onto_cards_of_others(before: State, after: State) -> bool:
    """A card is fused onto one of the same owner, unless it is an Effect and that a Cause that it would dispel."""
    return all(
        not becomes_part_of(before, after, c, d)
        or c.owner == d.owner
        or (c.kind == Kind.EFFECT and d.kind == Kind.CAUSE and is_open(before, Dispelling))
        for c in Card
        for d in Card
    )


@checks.promise(may_fuse_onto_cards_of_others.onto_any_card, "7.5a")
def any_creature_is_fused_onto(s: State) -> bool:
    """In his turn a player may fuse an open creature of his that has a fragment onto any open creature in play."""
    return all(
        c == d
        or c.owner == d.owner
        or not may_fuse_now(s, c.owner)
        or not (is_single(s, c) and is_single(s, d) and lies_with_its_owner(s, c))
        or not any(c.fragments[m] and d.upgrades[m] is not None for m in Mark)
        or any(allows(fuse_partially, s, c.owner, c, d, m) for m in Mark)
        or allows(fuse_truly, s, c.owner, c, d)
        or allows(transfuse, s, c.owner, c, d)
        for c in Card
        for d in Card
    )


# --- 154: fragments and markings ----------------------------------------------------------------------------------


@checks.promise(fragments_need_the_marking.only_what_is_upgraded, "7.1a")
def fragments_come_only_upon_marked_cards(before: State, after: State) -> bool:
    """A card that becomes a fragment upon another does so by a marking that bears this one, or one that is fused upon
    it but as a fragment."""
    return all(
        not becomes_part_of(before, after, c, d)
        or after.joined[c] != Join.PARTIAL
        or any(
            after.fragment[c] == m and e.upgrades[m] is not None and part_of(before, e, d)
            for e in Card
            for m in Mark
            if before.joined[e] != Join.PARTIAL
        )
        for c in Card
        for d in Card
    )


@checks.promise(fragments_need_the_marking.only_what_is_upgraded, "4.7d", "7.1a")
def an_effect_that_upgrades_no_cause_saves_none(s: State) -> bool:
    """Who has played an Effect that is nobody's partner, and can upgrade none of the other's Causes, is not asked,
    where nobody else may act meanwhile."""
    return not (is_open(s, Dispelling) and is_open(s, Resolved)) or (
        any(
            p in frame_of(s, Dispelling).awaits
            for p in Player
            if p != frame_of(s, Resolved).who and p != frame_of(s, Dispelling).victim
        )
        or frame_of(s, Resolved).who not in frame_of(s, Dispelling).awaits
        or frame_of(s, Resolved).who == frame_of(s, Dispelling).victim
        or frame_of(s, Resolved).card.family is not None
        or any(
            frame_of(s, Resolved).card.partner == c
            or c.partner == frame_of(s, Resolved).card
            or any(frame_of(s, Resolved).card.fragments[m] and c.upgrades[m] is not None for m in Mark)
            for c in Card
            if c.kind == Kind.CAUSE and controller(s, c) == frame_of(s, Dispelling).victim
        )
    )


@checks.promise(fragments_need_the_marking.any_card_receives_fragments, "7.5a")
def a_fragment_comes_upon_any_card(s: State) -> bool:
    """In his turn a player may fuse a creature of his as any of its fragments onto any other open creature of his."""
    return all(
        c == d
        or c.owner != d.owner
        or not may_fuse_now(s, d.owner)
        or not (is_single(s, c) and is_single(s, d) and lies_with_its_owner(s, c) and lies_with_its_owner(s, d))
        or all(not c.fragments[m] or allows(fuse_partially, s, c.owner, c, d, m) for m in Mark)
        for c in Card
        for d in Card
    )


# --- 162: the state of what is fused ------------------------------------------------------------------------------


@checks.promise(state_of_fused_cards_goes_along.damage_adds_up, "2.4c", "7.9b")
def damage_goes_along_into_a_fusion(before: State, after: State) -> bool:
    """When two creatures in play are truly fused, or add up, and live, what they make has the damage of both."""
    return all(
        not becomes_part_of(before, after, c, d)
        or not (stands_in_play(before, c) and stands_in_play(after, d))
        or not (truly_fused(after, d) or adds_its_numbers(after, c, d))
        or after.damage[d] == before.damage[c] + before.damage[d]
        for c in Card
        for d in Card
    )


@checks.promise(state_of_fused_cards_goes_along.damage_adds_up, "1.2c", "1.9")
def sourcing_goes_along_into_a_fusion(before: State, after: State) -> bool:
    """When a sourced card is truly fused onto another in play, what they make is sourced."""
    return all(
        not becomes_part_of(before, after, c, d)
        or not (before.sourced[c] and stands_in_play(after, d) and truly_fused(after, d))
        or after.sourced[d]
        for c in Card
        for d in Card
    )


@checks.promise(state_of_fused_cards_goes_along.as_the_bottom_card, "7.16b")
def a_fusion_is_as_its_bottom_card_was(before: State, after: State) -> bool:
    """When a card is fused onto another in play, that one has the damage that it had, and is sourced if it was."""
    return all(
        not becomes_part_of(before, after, c, d)
        or not stands_in_play(after, d)
        or (after.damage[d] == before.damage[d] and after.sourced[d] == before.sourced[d])
        for c in Card
        for d in Card
    )


# --- 169: a hidden card that is fused to one in incubation --------------------------------------------------------


@checks.promise(added_in_stealth_is_doubled.twice, "0.9c", "6.3a", "7.18c")
def a_hidden_card_adds_twice_its_cost(before: State, after: State) -> bool:
    """A card that is fused face down to one in incubation adds twice its source cost to the turns that are needed."""
    return all(
        not becomes_part_of(before, after, c, w)
        or before.cell[w] != Cell.INCUBATION
        or not after.face_down[c]
        or turns_needed(after, w) == turns_needed(before, w) + 2 * c.cost
        for c in Card
        for w in Card
    )
