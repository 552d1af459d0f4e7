"""MegaCorp, 9.2: area attacks: where the area lies."""

from model.megacorp.state import Card, Keyword, Slot, State, Trait, megacorp
from model.megacorp.words import prints
from ruleslawyer.lang import ask, says


def allows_an_area(s: State, source: Card, attacker: Card, trait: Trait) -> bool:
    """Whether an AREA ATTACK that a card has, as printed on it or on one beneath it, may be made through a trait."""
    return prints(s, source, attacker, Keyword.AREA_ATTACK) and (
        source.with_trait is None or source.with_trait == trait
    )


def is_attacked_with(s: State, source: Card, attacker: Card, trait: Trait) -> bool:
    """Whether an attack is made with the AREA ATTACK that is printed on a card: of several the attacker's own, or else
    the widest, as we read it; each has an area of its own (9.2, 3.3.2b)."""
    return allows_an_area(s, source, attacker, trait) and not any(
        c != source
        and source != attacker
        and allows_an_area(s, c, attacker, trait)
        and (c == attacker or c.width > source.width or (c.width == source.width and c.height > source.height))
        for c in Card
    )


@megacorp.question("where does the area of an AREA ATTACK lie?", about=("area",))
def covers(s: State, attacker: Card, target: Slot, slot: Slot, trait: Trait) -> bool:
    return ask(
        from_a_corner=says(
            any(
                is_attacked_with(s, c, attacker, trait)
                and slot.network == target.network
                and slot.row >= target.row
                and slot.row < target.row + c.height
                and slot.column >= target.column
                and slot.column < target.column + c.width
                for c in Card
            ),
            "the target space is its corner with the least row and column",
            default=True,
        ),
        around_the_middle=says(
            any(
                is_attacked_with(s, c, attacker, trait)
                and slot.network == target.network
                and slot.row >= target.row - (c.height - 1) // 2
                and slot.row <= target.row + c.height // 2
                and slot.column >= target.column - (c.width - 1) // 2
                and slot.column <= target.column + c.width // 2
                for c in Card
            ),
            "the target space is its middle; where it is even, the one before the middle",
        ),
    )


def lies_in_the_area(s: State, card: Card) -> bool:
    """Whether a card lies, on top, in the area that is attacked."""
    return any(s.area[slot] and s.slot[card] == slot for slot in Slot)
