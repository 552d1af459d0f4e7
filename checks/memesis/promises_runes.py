"""Memesis, Section 5: what answers promise about Runes, in their own words and of no rule."""

from __future__ import annotations

from checks.memesis.promises import is_quiet, is_there
from model.memesis.bearers import (
    opponents_put_runes_on_true_fusions,
    owners_of_parts_own_the_whole,
    owning_neither_lifts_the_limit,
    partial_fusion_bears_more_runes,
    runes_need_the_marking,
)
from model.memesis.frames import Attaching
from model.memesis.loose_runes import let_it_be_destroyed
from model.memesis.runes import a_second_rune_replaces_the_first, attach_hidden_rune, place_rune
from model.memesis.state import Card, Cell, Join, Kind, Mark, Numbers, Player, State, memesis
from model.memesis.table import in_hand, is_upon, stands_in_play
from model.memesis.words import is_fused, part_of, truly_fused
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(memesis)

# --- what several promises say ------------------------------------------------------------------------------------


def is_rune_of(s: State, rune: Card, card: Card) -> bool:
    """Whether a Rune lies upon a card as a Rune."""
    return is_upon(s, rune, card) and s.joined[rune] == Join.RUNE


def comes_upon(before: State, after: State, rune: Card, card: Card) -> bool:
    """Whether a Rune that lay upon no card is laid upon this one."""
    return before.cell[rune] != Cell.UPON and is_rune_of(after, rune, card)


def bore_a_rune(s: State, card: Card) -> bool:
    """Whether a Rune lies upon a card."""
    return any(is_rune_of(s, r, card) for r in Card)


def runes_upon(s: State, card: Card) -> int:
    """How many Runes lie upon a card."""
    return sum(1 for r in Card if is_rune_of(s, r, card))


def owns_a_part(s: State, who: Player, whole: Card) -> bool:
    """Whether a player owns a card, or one of those that are fused to it."""
    return any(part_of(s, c, whole) and c.owner == who for c in Card)


# --- 120: Runes and markings --------------------------------------------------------------------------------------


@checks.promise(runes_need_the_marking.only_marked_cards, "6.7c")
def runes_come_only_upon_marked_cards(before: State, after: State) -> bool:
    """A Rune that is laid upon a card, by whomever and from wherever, is one whose marking bears that card, or one that
    is fused upon it but as a fragment."""
    return all(
        not comes_upon(before, after, r, c)
        or any(
            r.rune == m and d.upgrades[m] is not None and part_of(before, d, c) and before.joined[d] != Join.PARTIAL
            for d in Card
            for m in Mark
        )
        for r in Card
        for c in Card
        if r.kind == Kind.RUNE
    )


@checks.promise(runes_need_the_marking.only_marked_cards, "5.12d", "6.7c")
def a_revealed_rune_is_destroyed_where_no_card_is_marked(s: State) -> bool:
    """Who has revealed a Rune for which no card in the Cells bears the marking may let it be destroyed."""
    return (
        not is_open(s, Attaching)
        or any(
            frame_of(s, Attaching).card.rune == m and c.upgrades[m] is not None
            for c in Card
            for m in Mark
            if lies_in_a_cell(s, c)
        )
        or allows(let_it_be_destroyed, s, frame_of(s, Attaching).card.owner)
    )


def lies_in_a_cell(s: State, card: Card) -> bool:
    """Whether a card lies in play or in incubation, by itself or upon another."""
    return s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND, Cell.INCUBATION, Cell.UPON)


@checks.promise(runes_need_the_marking.any_card_bears_a_rune, "5.2a", "5.5a")
def a_rune_comes_upon_any_card(s: State) -> bool:
    """A player may lay a Rune out of his hand upon any creature of his that bears none and is fused to nothing."""
    return not is_quiet(s) or all(
        not could_lay_it(s, r, c) or bore_a_rune(s, c) or is_fused(s, c) or allows(place_rune, s, r.owner, r, c)
        for r in Card
        for c in Card
    )


def could_lay_it(s: State, rune: Card, card: Card) -> bool:
    """Whether a player has a Rune in hand, source to lay it, and in play a creature to lay it upon, both his own."""
    return (
        rune.kind == Kind.RUNE
        and is_there(s, rune.owner)
        and in_hand(s, rune.owner, rune)
        and s.source[rune.owner] >= Numbers.rune_price
        and stands_in_play(s, card)
        and card.kind == Kind.CREATURE
        and card.owner == rune.owner
        and s.holder[card] == rune.owner
    )


# --- 122: a second Rune -------------------------------------------------------------------------------------------


@checks.promise(a_second_rune_replaces_the_first.one_at_a_time, "5.6a", "5.6h")
def one_rune_lies_upon_a_card_at_a_time(s: State) -> bool:
    """No card bears Runes of two players, and none two Runes, hidden or not: of one player's upon a partially fused
    card another question says."""
    return all(
        runes_upon(s, c) <= 1
        or (
            bears_a_fragment(s, c)
            and all(not (is_rune_of(s, r, c) and is_rune_of(s, d, c)) or r.owner == d.owner for r in Card for d in Card)
        )
        for c in Card
    )


@checks.promise(a_second_rune_replaces_the_first.one_at_a_time, "5.6a", "5.6h")
def the_older_rune_dies(before: State, after: State) -> bool:
    """When a Rune is laid upon a card by one who owns neither that card nor a Rune upon it, this Rune goes to the Dead
    Cell."""
    return all(
        not comes_upon(before, after, r, c)
        or r.owner == c.owner
        or all(not is_rune_of(before, d, c) or d.owner == r.owner or after.cell[d] == Cell.DEAD for d in Card)
        for r in Card
        for c in Card
    )


@checks.promise(a_second_rune_replaces_the_first.both_upgrade, "5.6h")
def the_older_rune_stays(before: State, after: State) -> bool:
    """When a Rune is laid upon a card, those that lay upon it stay."""
    return all(
        not comes_upon(before, after, r, c)
        or all(not is_rune_of(before, d, c) or is_rune_of(after, d, c) for d in Card)
        for r in Card
        for c in Card
    )


@checks.promise(owning_neither_lifts_the_limit.neither_of_the_runes, "5.6a", "5.6h")
def no_rune_comes_upon_a_card_that_bears_one(before: State, after: State) -> bool:
    """Nobody lays a Rune upon a card that bears one already, whosesoever the card and that Rune are."""
    return all(not comes_upon(before, after, r, c) or not bore_a_rune(before, c) for r in Card for c in Card)


@checks.promise(owning_neither_lifts_the_limit.neither_of_the_runes, "5.6a", "5.6h")
def fusing_brings_no_second_rune(before: State, after: State) -> bool:
    """No card bears two Runes that bore fewer before, whatever is laid upon it or fused to it."""
    return all(runes_upon(after, c) <= max(1, runes_upon(before, c)) for c in Card)


# --- 123: Runes on what is partially fused ------------------------------------------------------------------------


def bears_a_fragment(s: State, card: Card) -> bool:
    """Whether a card is the bottom of a Partial Fusion and of no other."""
    return any(is_upon(s, c, card) and s.joined[c] == Join.PARTIAL for c in Card) and not truly_fused(s, card)


@checks.promise(partial_fusion_bears_more_runes.there_is_no_limit, "5.6b")
def a_partial_fusion_bears_any_number_of_runes(s: State) -> bool:
    """Upon his partially fused card a player may lay a Rune out of his hand that it is marked for, whatever lies
    there."""
    return not is_quiet(s) or all(
        not could_lay_it(s, r, c)
        or not bears_a_fragment(s, c)
        or not any(r.rune == m and c.upgrades[m] is not None for m in Mark)
        or allows(place_rune, s, r.owner, r, c)
        for r in Card
        for c in Card
    )


@checks.promise(partial_fusion_bears_more_runes.there_is_no_limit, "5.6b", "6.7c")
def a_partial_fusion_bears_any_number_of_hidden_runes(s: State) -> bool:
    """Upon his partially fused card a player may lay a hidden Rune of his that lies loose in play."""
    return not is_quiet(s) or all(
        r.kind != Kind.RUNE
        or s.cell[r] != Cell.MAIN
        or not s.face_down[r]
        or s.placed[r]
        or not is_there(s, r.owner)
        or s.holder[r] != r.owner
        or not (stands_in_play(s, c) and c.owner == r.owner and s.holder[c] == r.owner and c.kind == Kind.CREATURE)
        or not bears_a_fragment(s, c)
        or not any(r.rune == m and c.upgrades[m] is not None for m in Mark)
        or allows(attach_hidden_rune, s, r.owner, r, c)
        for r in Card
        for c in Card
    )


@checks.promise(partial_fusion_bears_more_runes.there_is_no_limit, "5.6b", "5.6d")
def a_partial_fusion_costs_no_rune(before: State, after: State) -> bool:
    """When a card becomes a fragment upon another, no Rune of the two dies."""
    return all(
        before.cell[c] == Cell.UPON
        or not (is_upon(after, c, d) and after.joined[c] == Join.PARTIAL)
        or all(not (is_rune_of(before, r, c) or is_rune_of(before, r, d)) or after.cell[r] == Cell.UPON for r in Card)
        for c in Card
        for d in Card
    )


@checks.promise(partial_fusion_bears_more_runes.only_fragments_do_not_count, "5.6a", "5.6c")
def an_owner_lays_one_rune_upon_a_partial_fusion(before: State, after: State) -> bool:
    """Upon a card of his own that bears a Rune nobody lays another one, partially fused or not."""
    return all(
        not comes_upon(before, after, r, c) or r.owner != c.owner or not bore_a_rune(before, c)
        for r in Card
        for c in Card
    )


# --- 157: who owns a fusion ---------------------------------------------------------------------------------------


@checks.promise(owners_of_parts_own_the_whole.whoever_owns_a_part, "7.11a", "7.13")
def who_owns_a_part_lays_no_rune_as_an_opponent_may(before: State, after: State) -> bool:
    """Upon a True Fusion nobody lays a Rune who owns a card of it."""
    return all(
        not comes_upon(before, after, r, c) or not truly_fused(before, c) or not owns_a_part(before, r.owner, c)
        for r in Card
        for c in Card
    )


@checks.promise(owners_of_parts_own_the_whole.whoever_owns_a_part, "5.6h", "7.12b")
def who_owns_a_part_brings_no_second_rune(before: State, after: State) -> bool:
    """To a fusion that bears a Rune no other one comes whose owner owns a card of it, laid upon it or fused along."""
    return all(
        is_rune_of(before, r, c)
        or not is_rune_of(after, r, c)
        or not any(d != r and is_rune_of(before, d, c) and is_rune_of(after, d, c) for d in Card)
        or c.owner == r.owner
        or not owns_a_part(after, r.owner, c)
        for r in Card
        for c in Card
    )


@checks.promise(owners_of_parts_own_the_whole.whoever_owns_a_part, "5.5c", "5.5d")
def who_owns_a_part_may_take_back_his_rune(before: State, after: State) -> bool:
    """When a fusion dies, the Rune upon it of anybody who owns a card of it may be taken back in that turn."""
    return all(
        not is_rune_of(before, r, c)
        or not stands_in_play(before, c)
        or after.cell[c] != Cell.DEAD
        or not owns_a_part(before, r.owner, c)
        or after.fallen[r]
        for r in Card
        for c in Card
    )


# --- 124: Runes upon True Fusions ---------------------------------------------------------------------------------


@checks.promise(opponents_put_runes_on_true_fusions.true_fusions_have_no_runes, "5.6g", "7.11a", "7.13")
def nobody_lays_a_rune_upon_a_true_fusion(before: State, after: State) -> bool:
    """No Rune is laid upon a True Fusion, neither by its owner nor by anybody else."""
    return all(
        r.kind != Kind.RUNE or not truly_fused(before, c) or not comes_upon(before, after, r, c)
        for r in Card
        for c in Card
    )
