"""MegaCorp, 3.8 and 9.14: cards that are no longer docked, and those that move instead."""

from __future__ import annotations

from model.megacorp.deeds import discard
from model.megacorp.state import Card, Keyword, Player, Slot, State, Step, megacorp
from model.megacorp.words import bears, controller, docked, neighbours, next_to, on_top, settled, taken
from ruleslawyer.lang import effect


@megacorp.term("3.8.2b")
def orphaned(s: State, card: Card) -> bool:
    """In a network, on top, and docked to nothing."""
    return on_top(s, card) and not docked(s, card)


def open_space(s: State, card: Card, slot: Slot) -> bool:
    """A free space of the card's network, next to another card than itself."""
    here = s.slot[card]
    return (
        here is not None
        and here.network == slot.network
        and not taken(s, slot)
        and any(neighbours(slot, other) and s.slot[c] == other for other in Slot for c in Card if c != card)
    )


def stands_alone(s: State, card: Card) -> bool:
    """In a network, on top, and next to nothing: orphaned, unless a pile docks its cards."""
    here = s.slot[card]
    return here is not None and not next_to(s, here)


def must_move(s: State, card: Card) -> bool:
    """A card with INDEPENDENT next to nothing that has somewhere to go; without, it stays an orphan (3.8.2)."""
    return (
        bears(s, card, Keyword.INDEPENDENT)
        and stands_alone(s, card)
        and any(open_space(s, card, slot) for slot in Slot)
    )


@megacorp.action("9.14.1b", "9.14.1c")
def relocate(s: State, who: Player, card: Card, slot: Slot) -> None:
    """Move an orphaned card with INDEPENDENT."""
    with effect("9.14.1b"):
        s.slot[card] = slot


@relocate.domain
def has_to_move(s: State, who: Player, card: Card, slot: Slot) -> bool:
    return any(c.keywords[Keyword.INDEPENDENT] for c in Card) and must_move(s, card)


@relocate.permit("9.14.1a", "9.14.1b")
def its_controller_moves_it(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """An orphaned card with INDEPENDENT is moved at once, by its controller."""
    return controller(s, card) == who


@relocate.forbid("9.19.1c", over=relocate, because="9.19: what moves must be legally docked where it goes")
def not_docked_there(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The card moved must be legally docked."""
    return not open_space(s, card, slot)


@megacorp.duty("5.5.3a", "5.5.3b", "3.8.2c", "3.8.2d", "3.8.2e", "3.8.2f")
def discard_orphans(s: State) -> None:
    """At the end of the turn everything that is orphaned is discarded: 3.8.2 spares no Business of other players."""
    with effect("5.5.3a", "5.5.3b", "3.8.2c"):
        for c in Card:
            if orphaned(s, c):
                discard(s, c)
    with effect("5.5.4c"):
        s.step = Step.CLEANUP


@discard_orphans.when
def orphans_are_looked_for(s: State) -> bool:
    return s.step == Step.ORPHANS and settled(s)
