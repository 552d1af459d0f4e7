"""The game of life on a board with an edge, behind which nothing lives.

After GameOfLife.tla (J. Conway, 1970), which begins with any board.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Grid, Ruleset, state

life = Ruleset("life")
life.closed_world(assumed="nothing happens but what a rule describes")


class Cell(Grid):
    """A cell of the board."""

    row: int
    column: int


@state
class State:
    alive: frozenset[Cell]


@life.initial("1")
def begin(s: State, alive: frozenset[Cell]) -> None:
    s.alive = alive


def beside(c: Cell, d: Cell) -> bool:
    """Whether two cells touch, be it at a corner."""
    rows = max(c.row - d.row, d.row - c.row)
    columns = max(c.column - d.column, d.column - c.column)
    return c != d and rows <= 1 and columns <= 1


def neighbours(s: State, c: Cell) -> int:
    return sum(1 for d in s.alive if beside(c, d))


@life.chance("2")
def step(s: State) -> None:
    s.alive = frozenset(c for c in Cell if neighbours(s, c) == 3 or (c in s.alive and neighbours(s, c) == 2))


checks = Checks(life)


@checks.eventually_always("3")
def all_die(s: State) -> bool:
    return len(s.alive) == 0


@checks.step("2")
def nothing_comes_of_nothing(before: State, after: State) -> bool:
    return len(before.alive) > 2 or len(after.alive) == 0
