"""MegaCorp, 3.8 and 5.3: where a card lies, and what it lies next to."""

from model.megacorp.state import Card, Keyword, Player, Slot, State, Zone, in_or_between_networks, megacorp
from ruleslawyer.lang import no, yes


def in_play(s: State, card: Card) -> bool:
    """In a network, on top or beneath."""
    return s.zone[card] == Zone.NETWORK


def on_top(s: State, card: Card) -> bool:
    """In a network, and beneath no other card."""
    return s.zone[card] == Zone.NETWORK and s.under[card] is None


def is_bonded(s: State, card: Card) -> bool:
    """In a network, and beneath another card."""
    return s.zone[card] == Zone.NETWORK and s.under[card] is not None


def beneath(s: State, card: Card, top: Card) -> bool:
    """Whether a card is bonded to this one (3.3.1), in a network or as both go from one to another (9.4.1d)."""
    return in_or_between_networks(s, card) and s.under[card] == top


def place_of(s: State, card: Card) -> Slot | None:
    """The space of a card in a network: its own, or that of the card above it (3.3.9, 9.4.1d)."""
    above = s.under[card]
    return s.slot[card] if above is None else s.slot[above]


def network_of(s: State, card: Card) -> Player | None:
    """Whose network a card is in; nobody's, if it is in none."""
    where = place_of(s, card)
    return None if where is None else where.network


def is_engaged(s: State, card: Card) -> bool:
    """A pile has one orientation (3.3.9c): that of the card on top."""
    above = s.under[card]
    return s.engaged[card] if above is None else s.engaged[above]


def taken(s: State, slot: Slot) -> bool:
    """Whether a card lies in a space."""
    return any(s.slot[c] == slot for c in Card)


def apart(one: int, other: int) -> int:
    """How far apart two rows, or two columns, are. It is no square: a solver may not come to an end with products."""
    return max(one - other, other - one)


def neighbours(a: Slot, b: Slot) -> bool:
    """Spaces of one network that share an edge: a card has four sides (5.3.10), and 9.7.1 names corners as an extra."""
    return a.network == b.network and apart(a.row, b.row) + apart(a.column, b.column) == 1


def share_a_corner(a: Slot, b: Slot) -> bool:
    """Spaces of one network that touch at a corner alone."""
    return a.network == b.network and apart(a.row, b.row) == apart(a.column, b.column) == 1


def side_by_side(s: State, a: Slot, b: Slot) -> bool:
    """Spaces whose cards are adjacent: they share an edge, or perhaps a corner."""
    return neighbours(a, b) or (share_a_corner(a, b) and corners_count(s))


corners_count = megacorp.doubt(
    "do cards dock, and are they adjacent, whose spaces touch at a corner alone?",
    edges_alone=no("no: only where their spaces share an edge", default=True),
    corners_too=yes("yes: wherever their spaces touch"),
)


def within(centre: Slot, slot: Slot, radius: int) -> bool:
    """Card radius X: a square of 2X + 1 spaces around the centre, empty ones included (9.7.3, 9.7.4)."""
    return (
        centre.network == slot.network
        and slot.row - centre.row <= radius
        and centre.row - slot.row <= radius
        and slot.column - centre.column <= radius
        and centre.column - slot.column <= radius
    )


def next_to(s: State, slot: Slot) -> bool:
    """Whether some card lies next to a space."""
    return any(neighbours(slot, other) and taken(s, other) for other in Slot)


def adjacent(s: State, a: Card, b: Card) -> bool:
    """Whether two cards lie next to each other, on top of their spaces."""
    here = s.slot[a]
    there = s.slot[b]
    return here is not None and there is not None and side_by_side(s, here, there)


def lies_next_to(s: State, card: Card, slot: Slot) -> bool:
    """Whether a card lies next to a space."""
    here = s.slot[card]
    return here is not None and neighbours(slot, here)


def lies_at_a_corner(s: State, card: Card, slot: Slot) -> bool:
    """Whether a card touches a space at a corner alone."""
    here = s.slot[card]
    return here is not None and share_a_corner(slot, here)


@megacorp.term("3.8.2a")
def docks(s: State, card: Card, slot: Slot) -> bool:
    """Whether a card would be legally docked in a space: next to a card other than itself, or perhaps in one pile."""
    return (
        any(c != card and lies_next_to(s, c, slot) for c in Card)
        or (any(c != card and lies_at_a_corner(s, c, slot) for c in Card) and corners_count(s))
        or (shares_the_space(s, card, slot) and piles_dock_their_cards(s))
    )


@megacorp.term("3.8.2a", "1.2.8c")
def docked(s: State, card: Card) -> bool:
    """Legally docked: to another card, any card (3.8.2); nothing asks for a chain that leads to the Business."""
    here = s.slot[card]
    return here is not None and (
        next_to(s, here)
        or (any(lies_at_a_corner(s, c, here) for c in Card) and corners_count(s))
        or (any(beneath(s, c, card) for c in Card) and piles_dock_their_cards(s))
    )


def shares_the_space(s: State, card: Card, slot: Slot) -> bool:
    """Whether a card would lie in a space with another: on what is bonded to it or a terrain, or with BOND beneath."""
    return any(
        c != card
        and (
            beneath(s, c, card) or (s.slot[c] == slot and (card.keywords[Keyword.BOND] or c.keywords[Keyword.TERRAIN]))
        )
        for c in Card
    )


piles_dock_their_cards = megacorp.doubt(
    "is a card docked to what lies above or beneath it in its space?",
    only_to_cards_next_to_it=no(
        "A card that is docked to no adjacent card is an orphan: docked is what lies next to another.",
        "3.8.2b",
        default=True,
    ),
    to_any_other_card=yes(
        "Legally docked is a card that is docked with another, any other: one that is bonded to it, too.",
        "1.2.8c",
        "3.8.2a",
    ),
)


@megacorp.term("5.3.10a")
def surrounded(s: State, card: Card) -> bool:
    """All four sides of a card are covered."""
    here = s.slot[card]
    return here is not None and sum(1 for other in Slot if neighbours(here, other) and taken(s, other)) == 4


@megacorp.term("3.8.2b")
def orphaned(s: State, card: Card) -> bool:
    """In a network, on top, and docked to nothing."""
    return on_top(s, card) and not docked(s, card)


def open_space(s: State, card: Card, slot: Slot) -> bool:
    """A free space of the card's network, where it would be docked."""
    here = s.slot[card]
    return here is not None and here.network == slot.network and not taken(s, slot) and docks(s, card, slot)
