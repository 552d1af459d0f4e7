"""MegaCorp, 9.2: area attacks: where the area lies."""

from model.megacorp.state import Card, Keyword, Slot, State, megacorp
from model.megacorp.words import prints
from ruleslawyer.lang import ask, says


@megacorp.question("where does the area of an AREA ATTACK lie?")
def covers(s: State, attacker: Card, target: Slot, slot: Slot) -> bool:
    return ask(
        from_a_corner=says(
            any(
                prints(s, c, attacker, Keyword.AREA_ATTACK)
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
                prints(s, c, attacker, Keyword.AREA_ATTACK)
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
