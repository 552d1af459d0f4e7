"""MegaCorp, 9.2: area attacks: where the area lies, and which cards in it are subject to the attack."""

from __future__ import annotations

from model.megacorp.challenge import eludes, flies_above, is_spared, melee_ignores_surrounding, out_of_melee
from model.megacorp.state import Card, Keyword, Slot, State, Trait, megacorp
from model.megacorp.words import camouflaged, has, is_null, prints, surrounded
from ruleslawyer.lang import ask, effect

# --- what is subject to it ----------------------------------------------------------------------------------------


@megacorp.deed("9.2.1a", "9.2.1b")
def catch(s: State, card: Card, attacker: Card, trait: Trait) -> None:
    """A card in the area of an area attack is subject to it, whatever others there are (9.2.1s)."""
    with effect("9.2.1a", "9.2.1s"):
        s.caught[card] = True
    with effect("9.12.1a"):
        s.assailed[card] = True


@catch.cannot("9.2.1b", "cards with the valid trait")
def no_valid_trait(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card with a null in the trait is not subject to the attack."""
    return is_null(card, trait)


@catch.cannot("9.2.1p", "9.2.1q", "will not be subject to the attack")
def surrounded_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A surrounded card is no legitimate target."""
    return surrounded(s, card)


@surrounded_in_the_area.exception("9.22.1a", "9.22.1b")
def penetrating_areas(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """PENETRATOR sets the surround rule aside."""
    return has(s, attacker, Keyword.PENETRATOR)


@surrounded_in_the_area.exception("9.18.1d")
def areas_of_melee(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """The spaces of MELEE include surrounded cards."""
    return surrounded(s, card) and has(s, attacker, Keyword.MELEE) and melee_ignores_surrounding(s)


@catch.cannot("9.2.1p", "9.2.1r", "will not be subject to the attack")
def camouflaged_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A camouflaged card is no legitimate target."""
    return camouflaged(s, card)


@catch.forbid("5.3.5", over=catch, because="9.2.1p: what may not be attacked is no legitimate target")
def itself_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A character does not attack itself."""
    return card == attacker


@catch.forbid("9.2.1p", "9.12.1a", over=catch, because="what may not be attacked is no legitimate target")
def attacked_before_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card with ELUSIVE is attacked once a turn."""
    return eludes(s, card)


@catch.forbid("9.2.1p", "9.13.1c", over=catch, because="what may not be attacked is no legitimate target")
def flying_above_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """Whether a card that flies can be attacked without FLYING is a question."""
    return flies_above(s, card, attacker)


@catch.forbid("9.2.1p", "9.18.1a", over=catch, because="what may not be attacked is no legitimate target")
def out_of_melee_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card with MELEE attacks only into the spaces around it."""
    where = s.slot[card]
    return where is not None and out_of_melee(s, attacker, where)


@catch.forbid("9.2.1p", over=catch, because="whether own cards are legitimate targets is a question of its own")
def own_cards_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """What is no legitimate target is not subject to the attack."""
    return card != attacker and is_spared(s, card)


# --- where it lies ------------------------------------------------------------------------------------------------


def in_area(s: State, card: Card, attacker: Card) -> bool:
    """Whether a card lies, on top, in the area of an attack that is aimed at a space."""
    centre = s.aimed
    here = s.slot[card]
    return centre is not None and here is not None and covers(s, attacker, centre, here)


@megacorp.question("where does the area of an AREA ATTACK lie?")
def covers(s: State, attacker: Card, target: Slot, slot: Slot) -> bool:
    return ask()


@covers.reading("the target space is its corner with the least row and column", default=True)
def from_a_corner(s: State, attacker: Card, target: Slot, slot: Slot) -> bool:
    return any(
        prints(s, c, attacker, Keyword.AREA_ATTACK)
        and slot.network == target.network
        and slot.row >= target.row
        and slot.row < target.row + c.height
        and slot.column >= target.column
        and slot.column < target.column + c.width
        for c in Card
    )


@covers.reading("the target space is its middle; where it is even, the one before the middle")
def around_the_middle(s: State, attacker: Card, target: Slot, slot: Slot) -> bool:
    return any(
        prints(s, c, attacker, Keyword.AREA_ATTACK)
        and slot.network == target.network
        and slot.row >= target.row - (c.height - 1) // 2
        and slot.row <= target.row + c.height // 2
        and slot.column >= target.column - (c.width - 1) // 2
        and slot.column <= target.column + c.width // 2
        for c in Card
    )
