"""The pocket cube, one corner held: what a turn does is data of the scope, so that other puzzles of turns fit too."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, cite, defines, effect, simultaneous, state, the

cube = Ruleset("cube")
cube.closed_world(assumed="the cube is turned and not taken apart")


class Solver(Sort):
    """Whoever turns."""


@defines("1.1")
class Spot(Sort):
    """A place for a piece."""


@defines("1.1")
class Piece(Sort):
    """A corner piece, and where it belongs."""

    home: Spot


@defines("2.1")
class Turn(Sort):
    """A turn of a side: for each spot, from where the piece comes, and by how many thirds it is twisted."""

    source: Map[Spot, Spot]
    twist: Map[Spot, int]


@state
class State:
    piece: Map[Spot, Piece]
    twist: Annotated[Map[Spot, Annotated[int, Range(0, 2)]], cite("1.2")]


@cube.initial("1.3")
def solved(s: State) -> None:
    """Each piece is at home."""
    with effect("1.3"):
        for spot in Spot:
            s.piece[spot] = the(p for p in Piece if p.home == spot)


@cube.awaits
def anybody(s: State) -> frozenset[Solver]:
    """Who turns does not matter."""
    return frozenset(Solver)


@cube.ended()
def never(s: State) -> bool:
    """All positions are of interest, so none is the end."""
    return False


@cube.winners()
def nobody(s: State) -> frozenset[Solver]:
    """It is no contest."""
    return frozenset()


@cube.action("2.1")
def turn(s: State, who: Solver, which: Turn) -> None:
    """Turn a side."""
    with effect("2.1"), simultaneous():
        for spot in Spot:
            s.piece[spot] = s.piece[which.source[spot]]
            s.twist[spot] = (s.twist[which.source[spot]] + which.twist[spot]) % 3


@turn.permit("2.1")
def any_side(s: State, who: Solver, which: Turn) -> bool:
    """At any time."""
    return True
