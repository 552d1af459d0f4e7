"""Memesis, 0.16, 0.30, 3.3 and 6.5: cards move between the Main, Attack and Defend Cells."""

from model.memesis.frames import Choosing, Directed, Dispelling, Resolved
from model.memesis.state import Card, Cell, Kind, Player, State, Step, memesis
from model.memesis.table import active, controller, is_out, on_turn, opposed, stands_in_play, under_way
from model.memesis.words import counts_as, is_creature
from ruleslawyer.lang import domain, effect


def fights(s: State) -> bool:
    """Combat is going on."""
    return s.step in (Step.COMBAT, Step.INTERCEPTING)


def is_attacked(s: State, who: Player) -> bool:
    """Whether an opponent whose Combat it is has cards in the Attack Cell: they attack that player, or may yet."""
    return (
        fights(s)
        and opposed(active(s), who)
        and any(
            s.cell[c] == Cell.ATTACK
            and controller(s, c) == active(s)
            and (s.aimed[c] == who or attacks_nobody_yet(s, c))
            for c in Card
        )
    )


def attacks_nobody_yet(s: State, card: Card) -> bool:
    """Whether a card is aimed at nobody, or at a player who has been defeated since."""
    return s.aimed[card] is None or any(s.aimed[card] == p and is_out(s, p) for p in Player)


@memesis.action("0.16b", "0.6h", "0.30a", "0.30b", at=(None, Resolved, Dispelling, Directed, Choosing))
def move(s: State, who: Player, card: Card, cell: Cell) -> None:
    """Move a card between the Main, Attack and Defend Cells, with what is attached to it, hidden or not (6.5)."""
    domain(
        cell in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)
        and not opposed(who, card.owner)
        and stands_in_play(s, card)
        and s.cell[card] != cell
    )
    with effect("0.16b", "3.11c", "6.5a", "6.5d"):
        s.cell[card] = cell


@move.permit("0.16b", "0.6h", "0.8c", "3.3d")
def freely_at_any_time(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """Movement between the three Cells is free, and possible at any time."""
    return who == controller(s, card) and under_way(s)


@move.permit("0.30a", "0.30b")
def fighters_are_declared(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """Those that attack or defend are declared by moving them into the Attack or the Defend Cell."""
    return (
        s.step == Step.DECLARING
        and cell != Cell.MAIN
        and on_turn(s, who)
        and who == controller(s, card)
        and under_way(s)
        and is_creature(s, card)
    )


@move.permit("6.5a", "6.5d")
def hidden_cards_move(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """A card in Stealth may move and stay hidden, a creature to the Attack or the Defend Cell."""
    return s.face_down[card] and who == controller(s, card) and under_way(s)


@move.forbid("3.3e", over=hidden_cards_move, because="it says when; 6.5 says that the card stays hidden, and no time")
def attack_cell_while_attacked(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """While an opponent attacks, cards move to the Defend Cell, but not to the Attack Cell."""
    return cell == Cell.ATTACK and is_attacked(s, who)


@move.forbid("0.30a", over=hidden_cards_move, because="it says when; 6.5 says no time")
def attackers_were_declared(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """Those which attack are declared and moved in the step before Combat, whether that is in the turn or after it."""
    return cell == Cell.ATTACK and fights(s) and who == active(s) and is_creature(s, card)


@move.forbid("0.6c", "4.7a")
def causes_remain(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """Cause cards remain in the Main Cell."""
    return counts_as(s, card) == Kind.CAUSE and s.cell[card] == Cell.MAIN
