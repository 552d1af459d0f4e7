"""MegaCorp, 3.8 and 9.14: cards that are no longer docked, and those that move instead."""

from model.megacorp.deeds import discard
from model.megacorp.frames import Relocating
from model.megacorp.places import open_space, orphaned
from model.megacorp.state import Card, Keyword, Player, Slot, State, Step, megacorp
from model.megacorp.turns import must_move, settled, something_leaves, something_must_move
from model.megacorp.words import controller
from ruleslawyer.lang import close_frame, domain, effect, open_frame, when


@megacorp.duty("9.14.1a", "9.14.1c")
def move_at_once(s: State) -> None:
    """A card with INDEPENDENT is orphaned: before anything else goes on, its controller moves it."""
    when(something_must_move(s) and not something_leaves(s))
    with effect("9.14.1a", "9.14.1b", "9.14.1c"):
        open_frame(
            s,
            Relocating(
                awaits=frozenset(p for p in Player if any(must_move(s, c) and controller(s, c) == p for c in Card))
            ),
        )


@megacorp.action("9.14.1b", "9.14.1c", at=Relocating)
def relocate(s: State, f: Relocating, who: Player, card: Card, slot: Slot) -> None:
    """Move an orphaned card with INDEPENDENT."""
    domain(any(c.keywords[Keyword.INDEPENDENT] for c in Card) and must_move(s, card))
    with effect("9.14.1b"):
        close_frame(s, Relocating)
        s.slot[card] = slot


@relocate.permit("9.14.1a", "9.14.1b")
def its_controller_moves_it(s: State, f: Relocating, who: Player, card: Card, slot: Slot) -> bool:
    """An orphaned card with INDEPENDENT is moved at once, by its controller."""
    return controller(s, card) == who


@relocate.forbid("9.19.1c", over=relocate, because="9.19: what moves must be legally docked where it goes")
def not_docked_there(s: State, f: Relocating, who: Player, card: Card, slot: Slot) -> bool:
    """The card moved must be legally docked."""
    return not open_space(s, card, slot)


@megacorp.duty("5.5.3a", "5.5.3b", "3.8.2c", "3.8.2d", "3.8.2e", "3.8.2f")
def discard_orphans(s: State) -> None:
    """At the end of the turn everything that is orphaned is discarded, and what that leaves orphaned, until nothing is:
    3.8.2 spares no Business of other players."""
    when(s.step == Step.ORPHANS and settled(s))
    found = frozenset(c for c in Card if orphaned(s, c))
    with effect("5.5.3a", "5.5.3b", "3.8.2c"):
        for c in Card:
            if c in found:
                discard(s, c)
    with effect("5.5.4c"):
        if len(found) == 0:
            s.step = Step.CLEANUP
