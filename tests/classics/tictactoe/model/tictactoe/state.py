"""The board: nine cells in eight lines, and who marks next."""

from __future__ import annotations

from ruleslawyer.lang import Map, Ruleset, Sort, defines, effect, state, the

tictactoe = Ruleset("tictactoe")
tictactoe.closed_world(assumed="a player does nothing but what a clause permits")


@defines("1.1")
class Player(Sort):
    """One of the two who play."""

    crosses: bool


@defines("1.2")
class Cell(Sort):
    """A square of the board."""


@defines("1.3")
class Line(Sort):
    """Three cells in a row, a column or a diagonal."""

    cells: frozenset[Cell]


@state
class State:
    mark: Map[Cell, Player | None]
    turn: Player


def other(player: Player) -> Player:
    """The opponent."""
    return the(p for p in Player if p != player)


@tictactoe.initial("2.1")
def empty_board(s: State) -> None:
    """Nothing is marked, and crosses begin."""
    with effect("2.1"):
        s.turn = the(p for p in Player if p.crosses)


@tictactoe.awaits
def on_turn(s: State) -> frozenset[Player]:
    """Players take turns."""
    return frozenset({s.turn})


@tictactoe.term("3.1")
def has_line(s: State, player: Player) -> bool:
    """Whether a whole line is that player's."""
    return any(all(s.mark[c] == player for c in line.cells) for line in Line)


@tictactoe.ended("3.1", "3.2")
def finished(s: State) -> bool:
    """A line ends the game, and so does a full board."""
    return any(has_line(s, p) for p in Player) or all(s.mark[c] is not None for c in Cell)


@tictactoe.winners("3.1")
def winners(s: State) -> frozenset[Player]:
    """Whoever has a line."""
    return frozenset(p for p in Player if has_line(s, p))
