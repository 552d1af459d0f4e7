"""Memesis, Section 0: what answers promise about incubation and Ammunition, in their own words and of no rule."""

from __future__ import annotations

from checks.memesis.promises import is_quiet, is_there
from model.memesis.abilities import ability_is_used_up, use_ability, use_upgrade
from model.memesis.ammunition import (
    fuels_from_the_defend_cell,
    runes_of_a_loaded_card_return,
    take_ammunition,
    takes_any_ammunition,
    uses_the_same_again,
    worn_cards_are_loaded,
)
from model.memesis.deeds import a_card_comes_again_as_new
from model.memesis.incubation import (
    a_turn_counts_when_begun,
    every_turn_counts,
    matured_must_leave,
    ousted_goes_to_hand,
    runes_of_vanished_cards_return,
    turns_needed,
)
from model.memesis.state import Card, Cell, Does, Join, Kind, Mark, Player, State, Step, memesis
from model.memesis.table import active, head, on_turn, place
from model.memesis.turn import go_on
from model.memesis.words import is_fused, revealed, upgraded
from ruleslawyer.lang import Checks, allows

checks = Checks(memesis)

# --- 055, 056: which turns count, and when ------------------------------------------------------------------------


@checks.promise(every_turn_counts.turns_of_all_players, "0.9b")
def every_turn_counts_for_every_card(before: State, after: State) -> bool:
    """Whoever's turn begins, it counts for every card that incubates and has not waited long enough."""
    return (
        before.step != Step.REGENERATE
        or after.step == Step.REGENERATE
        or all(
            before.cell[c] != Cell.INCUBATION
            or before.incubated[c] >= turns_needed(before, c)
            or after.incubated[c] == before.incubated[c] + 1
            for c in Card
        )
    )


@checks.promise(every_turn_counts.only_its_players_turns, "0.9b")
def only_ones_own_turns_count(before: State, after: State) -> bool:
    """A turn counts for no card that incubates in a Cell of somebody else."""
    return all(
        after.incubated[c] <= before.incubated[c] or active(after) in (before.holder[c], after.holder[c]) for c in Card
    )


def comes_out(before: State, after: State, card: Card) -> bool:
    """Whether a card comes out of incubation into play, or to be used."""
    return before.cell[card] == Cell.INCUBATION and (
        after.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND, Cell.SHOWN)
        or (after.cell[card] == Cell.UPON and after.joined[card] == Join.RUNE)
    )


@checks.promise(a_turn_counts_when_begun.when_it_is_over, "0.9b", "0.9d")
def nothing_comes_out_before_its_last_turn_is_over(before: State, after: State) -> bool:
    """A card whose last turn of incubation is going on does not come into play before that turn ends."""
    return all(
        not comes_out(before, after, c)
        or turns_needed(before, c) == 0
        or before.incubated[c] > turns_needed(before, c)
        or before.step == Step.END
        or active(before) != before.holder[c]
        for c in Card
    )


# --- 058: may a matured card stay ---------------------------------------------------------------------------------


@checks.promise(matured_must_leave.it_comes_into_play_immediately, "2.8b", "4.16b")
def nobody_goes_on_past_a_matured_card(before: State, after: State) -> bool:
    """No player goes on in his turn while a card of his that is no Rune has waited its turns in incubation."""
    return (
        before.step == after.step
        or before.step not in (Step.AMMUNITION, Step.SOURCING, Step.PLACING, Step.DECLARING, Step.COMBAT)
        or all(
            before.cell[c] != Cell.INCUBATION
            or c.kind == Kind.RUNE
            or not on_turn(before, c.owner)
            or turns_needed(before, c) == 0
            or before.incubated[c] < turns_needed(before, c)
            for c in Card
        )
    )


@checks.promise(matured_must_leave.it_comes_into_play_immediately, "2.8b", "4.16b")
def a_matured_card_keeps_its_player_from_going_on(s: State) -> bool:
    """Nobody may go on in his turn while a card of his that is no Rune is past its turns in his Incubation Cell."""
    return all(
        s.cell[c] != Cell.INCUBATION
        or c.kind == Kind.RUNE
        or s.holder[c] != c.owner
        or s.incubated[c] <= turns_needed(s, c)
        or not allows(go_on, s, c.owner)
        for c in Card
    )


# --- 059, 128: what leaves the Incubation Cell, and its Runes -----------------------------------------------------


def makes_room(before: State, after: State, card: Card) -> bool:
    """Whether a card leaves the Incubation Cell as another one comes there."""
    return (
        before.cell[card] == Cell.INCUBATION
        and after.cell[card] != Cell.INCUBATION
        and any(
            before.cell[c] != Cell.INCUBATION
            and after.cell[c] == Cell.INCUBATION
            and after.holder[c] == before.holder[card]
            for c in Card
        )
    )


@checks.promise(ousted_goes_to_hand.ousted_cards_die, "0.9g", "0.9h")
def what_makes_room_dies(before: State, after: State) -> bool:
    """A card that makes room in the Incubation Cell dies, with all that is fused to it."""
    return all(
        not makes_room(before, after, c)
        or all((d != c and (before.upon[d] != c or d.kind == Kind.RUNE)) or after.cell[d] == Cell.DEAD for d in Card)
        for c in Card
    )


@checks.promise(ousted_goes_to_hand.ousted_cards_die, "0.9g", "0.9i")
def nothing_goes_back_to_the_hand_from_incubation(before: State, after: State) -> bool:
    """No card goes from an Incubation Cell to a hand, but for a Rune that lay upon another card."""
    return all(
        place(before, c) != Cell.INCUBATION or after.cell[c] != Cell.HAND or before.joined[c] == Join.RUNE for c in Card
    )


@checks.promise(ousted_goes_to_hand.back_to_the_hand, "0.9g", "0.9h")
def what_makes_room_goes_back_to_the_hand(before: State, after: State) -> bool:
    """A card that makes room in the Incubation Cell goes to its owner's hand."""
    return all(not makes_room(before, after, c) or after.cell[c] == Cell.HAND for c in Card)


def was_its_rune(s: State, rune: Card, card: Card) -> bool:
    """Whether a Rune lies upon a card, or upon the one that this is fused upon."""
    return s.cell[rune] == Cell.UPON and s.joined[rune] == Join.RUNE and s.upon[rune] == head(s, card)


@checks.promise(runes_of_vanished_cards_return.it_goes_back, "0.9h", "5.9")
def runes_go_back_as_their_card_does(before: State, after: State) -> bool:
    """When a card in the Cells goes to a hand, the Runes upon it go to their owners' hands."""
    return all(
        before.cell[c] in (Cell.HAND, Cell.UPON, Cell.DEAD, Cell.BRAIN, Cell.AMMUNITION)
        or after.cell[c] != Cell.HAND
        or all(not was_its_rune(before, r, c) or after.cell[r] == Cell.HAND for r in Card)
        for c in Card
    )


@checks.promise(runes_of_vanished_cards_return.it_dies_with_nothing, "0.9h", "5.9")
def runes_die_where_their_card_goes_back(before: State, after: State) -> bool:
    """When a card in the Cells goes to a hand, the Runes upon it go to the Dead Cell."""
    return all(
        before.cell[c] in (Cell.HAND, Cell.UPON, Cell.DEAD, Cell.BRAIN, Cell.AMMUNITION)
        or after.cell[c] != Cell.HAND
        or all(not was_its_rune(before, r, c) or after.cell[r] == Cell.DEAD for r in Card)
        for c in Card
    )


def is_loaded_and_its_runes_stay_out_of(before: State, after: State, card: Card, cell: Cell) -> bool:
    """A card that is no Rune becomes Ammunition, and a Rune upon it does not go where it should."""
    return (
        card.kind != Kind.RUNE
        and before.cell[card] != Cell.AMMUNITION
        and after.cell[card] == Cell.AMMUNITION
        and any(was_its_rune(before, r, card) and after.cell[r] != cell for r in Card)
    )


@checks.promise(runes_of_a_loaded_card_return.they_return_to_the_hand, "0.11h", "5.9", "7.17b")
def runes_return_from_what_is_loaded(before: State, after: State) -> bool:
    """When a card becomes Ammunition, the Runes upon it go to their owners' hands."""
    return not any(is_loaded_and_its_runes_stay_out_of(before, after, c, Cell.HAND) for c in Card)


@checks.promise(runes_of_a_loaded_card_return.they_go_to_the_dead_cell, "0.11h", "5.9", "7.17b")
def runes_die_upon_what_is_loaded(before: State, after: State) -> bool:
    """When a card becomes Ammunition, the Runes upon it go to the Dead Cell."""
    return not any(is_loaded_and_its_runes_stay_out_of(before, after, c, Cell.DEAD) for c in Card)


# --- 060, 064: Ammunition -----------------------------------------------------------------------------------------


def has_ammunition_of_its_own(s: State, card: Card, cell: Cell) -> bool:
    """Whether a creature lies open and unsourced in this Cell of its owner, in his turn, and his pile holds the
    Ammunition that it needs: unused, or used by that creature."""
    return (
        card.kind == Kind.CREATURE
        and card.ammo > 0
        and on_turn(s, card.owner)
        and is_there(s, card.owner)
        and s.cell[card] == cell
        and s.holder[card] == card.owner
        and revealed(s, card)
        and not s.sourced[card]
        and not is_fused(s, card)
        and sum(1 for a in Card if a in s.ammo[card.owner] and s.spent[a] in (None, card)) >= card.ammo
    )


@checks.promise(uses_the_same_again.barred_to_other_cards, "0.11b")
def what_a_card_has_used_serves_it_again(s: State) -> bool:
    """In its owner's turn a creature may still use its ability with Ammunition that no other card has used."""
    return not is_quiet(s) or all(
        not has_ammunition_of_its_own(s, c, Cell.MAIN)
        or ability_is_used_up(s, c)
        or c.does not in (Does.STRIKE, Does.SOURCE, Does.HEAL)
        or allows(use_ability, s, c.owner, c)
        for c in Card
    )


@checks.promise(uses_the_same_again.barred_to_other_cards, "0.11b")
def what_a_card_has_used_serves_its_upgrade(s: State) -> bool:
    """In its owner's turn a creature may use an upgrade with Ammunition that no other card has used."""
    return not is_quiet(s) or all(
        not has_ammunition_of_its_own(s, c, Cell.MAIN)
        or c.upgrades[m] not in (Does.STRIKE, Does.SOURCE, Does.HEAL)
        or not upgraded(s, c, m)
        or allows(use_upgrade, s, c.owner, c, m)
        for c in Card
        for m in Mark
    )


@checks.promise(takes_any_ammunition.any_one_card, "0.11e")
def any_card_of_ones_pile_may_be_taken(s: State) -> bool:
    """Who may take a card of his Ammunition may take any that is his, whatever lies above it."""
    return all(
        c.owner != p or not allows(take_ammunition, s, p) or allows(take_ammunition, s, p, c)
        for p in Player
        for c in s.ammo[p]
    )


@checks.promise(takes_any_ammunition.only_the_top_card, "0.27", "0.11d")
def only_the_top_of_the_pile_is_taken(before: State, after: State) -> bool:
    """A card that goes from the Ammunition to the hand was the top one."""
    return all(
        before.cell[c] != Cell.AMMUNITION or after.cell[c] != Cell.HAND or before.ammo[p].top == c
        for p in Player
        for c in before.ammo[p]
    )


# --- 062: hurt and sourced cards as Ammunition --------------------------------------------------------------------


@checks.promise(worn_cards_are_loaded.neither_hurt_nor_sourced, "0.11h", "2.7", "4.15")
def nothing_hurt_and_nothing_sourced_becomes_ammunition(before: State, after: State) -> bool:
    """A damaged or sourced card in play does not go to an Ammunition Cell, and nothing that is fused upon one does."""
    return all(
        after.cell[c] != Cell.AMMUNITION
        or before.cell[c] == Cell.AMMUNITION
        or c.kind == Kind.RUNE
        or place(before, c) not in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)
        or (before.damage[head(before, c)] == 0 and not before.sourced[head(before, c)])
        for c in Card
    )


# --- 063: Ammunition in the Defend Cell ---------------------------------------------------------------------------


@checks.promise(fuels_from_the_defend_cell.any_card_that_is_able, "0.6j", "0.10c", "0.11c")
def a_creature_that_defends_uses_ammunition(s: State) -> bool:
    """In its owner's turn a creature in the Defend Cell may use its ability, if there is as much unused Ammunition as
    it takes. Whether one card uses the same twice is another question."""
    return not is_quiet(s) or all(
        not has_ammunition_of_its_own(s, c, Cell.DEFEND)
        or any(s.spent[a] is not None for a in s.ammo[c.owner])
        or ability_is_used_up(s, c)
        or c.does not in (Does.STRIKE, Does.SOURCE, Does.HEAL)
        or allows(use_ability, s, c.owner, c)
        for c in Card
    )


# --- 074: cards that come again -----------------------------------------------------------------------------------


@checks.promise(a_card_comes_again_as_new.it_is_another_one, "0.11b", "0.11e", "4.2b")
def what_comes_from_the_hand_was_used_for_nothing(before: State, after: State) -> bool:
    """A card that comes from the hand has served no other card as Ammunition, and its ability was not used, whatever it
    did before it was taken to the hand."""
    return all(
        before.cell[c] != Cell.HAND
        or (
            (after.cell[c] != Cell.AMMUNITION or after.spent[c] is None)
            and (after.cell[c] not in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND) or not after.used[c])
        )
        for c in Card
    )
