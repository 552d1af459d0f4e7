"""MegaCorp, 3.8 and 9.14: cards that are no longer docked, and those that move instead."""

from model.megacorp.deeds import discard
from model.megacorp.frames import Relocating
from model.megacorp.places import open_space, orphaned
from model.megacorp.state import Card, Keyword, Player, Slot, State, Step, megacorp
from model.megacorp.turns import settled, something_leaves, something_must_move
from model.megacorp.words import bears, controller, keeper
from ruleslawyer.lang import close_frame, domain, effect, open_frame, when


def must_move(s: State, card: Card) -> bool:
    """A card with INDEPENDENT that is orphaned and has somewhere to go; without, it stays an orphan (3.8.2)."""
    return (
        s.slot[card] is not None
        and bears(s, card, Keyword.INDEPENDENT)
        and orphaned(s, card)
        and not s.lost[keeper(s, card)]
        and any(open_space(s, card, slot) for slot in Slot)
    )


@megacorp.settle("9.14.1a")
def is_cut_off(s: State, card: Card) -> None:
    """A card with INDEPENDENT is orphaned: it is to move before anything else goes on."""
    when(not s.adrift[card] and must_move(s, card))
    s.adrift[card] = True


@megacorp.settle("9.14.1a")
def is_cut_off_no_more(s: State, card: Card) -> None:
    """It has moved, is docked again or gone, or has nowhere to go any more."""
    when(s.adrift[card] and not must_move(s, card))
    s.adrift[card] = False


@megacorp.duty("9.14.1a", "9.14.1c")
def move_at_once(s: State) -> None:
    """A card with INDEPENDENT is orphaned: before anything else goes on, its controller moves it."""
    when(something_must_move(s) and not something_leaves(s))
    with effect("9.14.1a", "9.14.1b", "9.14.1c"):
        open_frame(
            s,
            Relocating(awaits=frozenset(p for p in Player if any(s.adrift[c] and controller(s, c) == p for c in Card))),
        )


@megacorp.action("9.14.1b", "9.14.1c", at=Relocating)
def relocate(s: State, f: Relocating, who: Player, card: Card, slot: Slot) -> None:
    """Move an orphaned card with INDEPENDENT."""
    domain(s.adrift[card])
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
