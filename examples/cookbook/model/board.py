"""A board of squares: pawns that move straight, and what stands in their way.

1. Two pawns begin on the first and on the last row of a board, in the same column.
2. On his turn a player moves his pawn to the next square, forwards or sideways.
3. No pawn moves onto the other one.
4. Whoever comes to the opposite row wins. The turn alternates.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from ruleslawyer.lang import Checks, Grid, Map, Ruleset, Sort, effect, state, the

game = Ruleset("board")
game.closed_world(assumed="what no sentence allows is not done")
FIRST_ROW: Final = 1


class Way(Enum):
    """Where forwards is, in rows."""

    UP = "to the last row"
    DOWN = "to the first row"


class Player(Sort):
    """Who plays, and which way."""

    way: Way


class Square(Grid):
    """A square; a scope says how many rows and columns there are."""

    row: int
    column: int


@state
class State:
    """Where the pawns are, and whose turn it is."""

    pawn: Map[Player, Square]
    turn: Player


def other(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


def last_row(s: State) -> int:
    """How many rows the board has."""
    return max(x.row for x in Square)


@game.initial("1", "4")
def begin(s: State, first: Player, column: Square) -> None:
    """Any column, which a square of the first row stands for."""
    with effect("1"):
        for p in Player:
            row = FIRST_ROW if p.way == Way.UP else last_row(s)
            s.pawn[p] = the(x for x in Square if x.row == row and x.column == column.column)
    with effect("4"):
        s.turn = first


@begin.domain
def of_the_first_row(s: State, first: Player, column: Square) -> bool:
    return column.row == FIRST_ROW


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


def goal(s: State, who: Player) -> int:
    """The row that somebody wants to reach."""
    return last_row(s) if who.way == Way.UP else FIRST_ROW


@game.ended("4")
def somebody_is_across(s: State) -> bool:
    return any(s.pawn[p].row == goal(s, p) for p in Player)


@game.winners("4")
def whoever_is_across(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.pawn[p].row == goal(s, p))


@game.action("2")
def move(s: State, who: Player, to: Square) -> None:
    """Move a pawn to the next square."""
    with effect("2"):
        s.pawn[who] = to
    with effect("4"):
        s.turn = other(who)


def forwards(who: Player, here: Square, to: Square) -> int:
    """How many rows further on a square is."""
    return to.row - here.row if who.way == Way.UP else here.row - to.row


@move.domain
def next_to_it(s: State, who: Player, to: Square) -> bool:
    here = s.pawn[who]
    rows = to.row - here.row
    columns = to.column - here.column
    return rows * rows + columns * columns == 1


@move.permit("2")
def forwards_or_sideways(s: State, who: Player, to: Square) -> bool:
    return s.turn == who and forwards(who, s.pawn[who], to) >= 0


@move.forbid("3", over=forwards_or_sideways, because="an exception to it: it names squares that are no goal")
def onto_the_other(s: State, who: Player, to: Square) -> bool:
    return s.pawn[other(who)] == to


checks = Checks(game)


@checks.sometimes("4")
def either_can_win(s: State) -> bool:
    return somebody_is_across(s)


@checks.always("3", reached=either_can_win)
def never_two_on_a_square(s: State) -> bool:
    return all(s.pawn[p] != s.pawn[q] for p in Player for q in Player if p != q)
