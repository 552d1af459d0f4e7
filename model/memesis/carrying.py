"""Memesis, 5.6 with 4.11, 7.1 and 7.11: what becomes of Runes and fragments upon a card that is fused onto another."""

from model.memesis.bearers import (
    has_a_rune,
    is_closed,
    is_in_the_way,
    owning_neither_lifts_the_limit,
    owns_both_fused,
    partial_fusion_bears_more_runes,
)
from model.memesis.deeds import put_into_the_dead_cell
from model.memesis.runes import a_second_rune_replaces_the_first
from model.memesis.state import Card, Cell, Join, State, memesis
from model.memesis.words import fused_by, truly_fused
from ruleslawyer.lang import effect, no, yes

# --- Runes ------------------------------------------------------------------------------------------


def is_crowded(s: State, rune: Card, card: Card, base: Card) -> bool:
    """Whether a card has a Rune beside which one of a card that is fused onto it does not upgrade it (5.6)."""
    return (
        has_a_rune(s, base)
        and is_in_the_way(s, rune, base)
        and (
            owns_both_fused(s, rune.owner, card, base)
            or any(c.owner == rune.owner and fused_by(s, c, base, Join.RUNE) for c in Card)
            or not owning_neither_lifts_the_limit(s)
            or a_second_rune_replaces_the_first(s)
        )
        and not partial_fusion_bears_more_runes(s)
    )


def is_barred(s: State, rune: Card, card: Card, base: Card) -> bool:
    """Whether a Rune comes to a card in True Fusion that can have none of its player's (5.6, 7.11)."""
    return truly_fused(s, base) and (is_closed(s, rune.owner, base) or owns_both_fused(s, rune.owner, card, base))


@memesis.deed("7.11d", "7.7f", "4.11")
def bring_its_runes(s: State, card: Card, base: Card, shatters: bool) -> None:
    """What becomes of the Runes upon two cards that are fused: True Fusion `shatters` them; those of an Effect that was
    played had their one use; what the other card cannot bear is parted from it; all others come to lie on it."""
    with effect("7.11d", "7.7f"):
        for c in Card:
            if shatters and fused_by(s, c, base, Join.RUNE):
                put_into_the_dead_cell(s, c)
    with effect("4.11", "5.4c", "5.6e", "7.11d"):
        for c in Card:
            if fused_by(s, c, card, Join.RUNE):
                if shatters or s.cell[card] == Cell.SHOWN or is_barred(s, c, card, base):
                    put_into_the_dead_cell(s, c)
                elif is_crowded(s, c, card, base):
                    part_from_its_card(s, c)


@memesis.deed("5.6a", "5.6e")
def part_from_its_card(s: State, rune: Card) -> None:
    """A Rune that cannot come along leaves the card that is fused."""
    with effect("5.6a"):
        if crowded_runes_return(s):
            s.cell[rune] = Cell.HAND
            s.upon[rune] = None
        else:
            put_into_the_dead_cell(s, rune)


crowded_runes_return = memesis.doubt(
    "two cards that are fused, but not truly, bear a Rune each: what becomes of the Rune on the upper one?",
    it_is_parted_and_shattered=no("it is shattered, as in True Fusion, and goes to the Dead Cell", default=True),
    it_is_parted_and_returns=yes("it goes back to its owner's hand"),
)


# --- fragments -------------------------------------------------------------------------------------------------------


@memesis.deed("7.1b", "7.2a")
def become_part_of_a_fragment(s: State, card: Card) -> None:
    """What lies upon a card that becomes a fragment is part of that one fragment."""
    with effect("7.1b"):
        if s.joined[card] != Join.PARTIAL:
            s.joined[card] = Join.PARTIAL
        elif not fragments_of_a_fragment_upgrade(s):
            s.fragment[card] = None


fragments_of_a_fragment_upgrade = memesis.doubt(
    "a card with a fragment upon it becomes a fragment itself: does the older one upgrade the card beneath too?",
    they_are_one_fragment=no("A card becomes any one of its fragments: one upgrade.", "7.1b", default=True),
    its_effect_cannot_be_undone=yes(
        "Fusion cannot be undone, and what is fused upgrades the bottom-most card.", "5.6e", "7.2a"
    ),
)
