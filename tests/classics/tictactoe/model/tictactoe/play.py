"""The one thing that a player does."""

from __future__ import annotations

from model.tictactoe.state import Cell, Player, State, other, tictactoe

from ruleslawyer.lang import effect


@tictactoe.action("2.2")
def put(s: State, who: Player, cell: Cell) -> None:
    """Mark a cell."""
    with effect("2.2"):
        s.mark[cell] = who
        s.turn = other(who)


@put.permit("2.2")
def empty_cell(s: State, who: Player, cell: Cell) -> bool:
    """Any cell that is not marked yet."""
    return s.mark[cell] is None
