"""MegaCorp, 5.3 with chapter 9: whether an attack goes on against what lies now where another card was attacked."""

from model.megacorp.challenge import eludes, flies_above, reaches_the_surrounded
from model.megacorp.places import in_play, place_of, surrounded
from model.megacorp.state import Card, Kind, Slot, State, megacorp
from model.megacorp.words import camouflaged, is_null
from ruleslawyer.lang import SILENT, Silent, ask


def has_moved(s: State, card: Card, where: Slot) -> bool:
    """Whether what was attacked in a space is in play, and in another one."""
    return in_play(s, card) and place_of(s, card) != where


def is_the_new_target(s: State, card: Card, where: Slot) -> bool:
    """Whether a card lies where another was attacked by itself; in an area it is said who is subject (9.2.1p)."""
    return s.defender is not None and s.slot[card] == where


@megacorp.question("does an attack go on against another card that now lies in the target space?", about=("weigh",))
def goes_on_against_another(s: State, card: Card, where: Slot) -> bool:
    return ask()


@goes_on_against_another.answer("5.3.9a")
def a_character_that_moved_is_not_hit(s: State, card: Card, where: Slot) -> bool | Silent:
    """When the character in the targeted space moved elsewhere, the attack is nullified."""
    return False if card.kind == Kind.CHARACTER and has_moved(s, card, where) else SILENT


@goes_on_against_another.answer("9.26.1f")
def a_swap_changes_the_target(s: State, card: Card, where: Slot) -> bool | Silent:
    """After a swap the challenge goes on against the card that is now in the slot."""
    return True if has_moved(s, card, where) else SILENT


@goes_on_against_another.answer("9.4.1h", "9.28.5")
def what_is_built_over_is_not_attacked(s: State, card: Card, where: Slot) -> bool | Silent:
    """A card beneath another cannot be attacked, nor can a terrain: and it was that card which was attacked."""
    return False if in_play(s, card) and not has_moved(s, card, where) else SILENT


@goes_on_against_another.answer("5.3.5")
def never_against_itself(s: State, card: Card, where: Slot) -> bool | Silent:
    """A character does not attack itself, wherever it was moved to."""
    return False if any(s.attacker == c and is_the_new_target(s, c, where) for c in Card) else SILENT


@goes_on_against_another.answer("9.12.1a")
def never_twice_against_the_elusive(s: State, card: Card, where: Slot) -> bool | Silent:
    """A card with ELUSIVE that was attacked in this turn already is not attacked again."""
    return False if any(is_the_new_target(s, c, where) and eludes(s, c) for c in Card) else SILENT


@goes_on_against_another.answer("5.3.8b", "5.3.10a", "9.5.1c")
def never_against_what_cannot_be_attacked(s: State, card: Card, where: Slot) -> bool | Silent:
    """A card that is surrounded, camouflaged, or null in the trait may not be attacked."""
    trait = s.contested
    attacker = s.attacker
    return (
        False
        if trait is not None
        and attacker is not None
        and any(
            is_the_new_target(s, c, where)
            and (
                is_null(c, trait) or camouflaged(s, c) or (surrounded(s, c) and not reaches_the_surrounded(s, attacker))
            )
            for c in Card
        )
        else SILENT
    )


@goes_on_against_another.answer("9.13.1c")
def never_against_what_flies_above(s: State, card: Card, where: Slot) -> bool | Silent:
    """Whether characters without FLYING reach a card that flies is a question."""
    attacker = s.attacker
    return (
        False
        if attacker is not None and any(is_the_new_target(s, c, where) and flies_above(s, c, attacker) for c in Card)
        else SILENT
    )


@goes_on_against_another.answer("5.3.6c", "5.3.27a", default=True)
def the_space_is_the_defender(s: State, card: Card, where: Slot) -> bool:
    """The target space itself is called the defender, and whoever targets it targets what is topmost there."""
    return True


def comes_in_the_place(s: State, card: Card, other: Card) -> bool:
    """Whether a card lies in an area where another was attacked, or itself elsewhere in the area."""
    return s.stood[other] is not None and (
        (card != other and s.slot[card] == s.stood[other]) or (card == other and s.slot[card] != s.stood[other])
    )


def is_passed_over(s: State, card: Card) -> bool:
    """Whether an area attack does not go on against a card, space by space: not where it has taken another's place."""
    return any(
        comes_in_the_place(s, card, c) and s.stood[c] == slot and not goes_on_against_another(s, c, slot)
        for c in Card
        for slot in Slot
    )
