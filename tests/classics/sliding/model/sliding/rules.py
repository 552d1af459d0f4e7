"""The sliding puzzle on any board of cells."""

from __future__ import annotations

from ruleslawyer.lang import Map, Ruleset, Sort, defines, effect, state, the

sliding = Ruleset("sliding")
sliding.closed_world(assumed="tiles are slid and not lifted")


class Solver(Sort):
    """Whoever slides."""


@defines("1.1")
class Cell(Sort):
    """A place for a tile."""

    beside: frozenset[Cell]


@defines("1.1")
class Tile(Sort):
    """A tile, and where it begins."""

    home: Cell


@state
class State:
    place: Map[Tile, Cell]
    free: Cell


@sliding.initial("1.2")
def in_order(s: State) -> None:
    """Every tile lies at home."""
    with effect("1.2"):
        for tile in Tile:
            s.place[tile] = tile.home
        s.free = the(c for c in Cell if all(t.home != c for t in Tile))


@sliding.awaits
def anybody(s: State) -> frozenset[Solver]:
    """Who slides does not matter."""
    return frozenset(Solver)


@sliding.ended()
def never(s: State) -> bool:
    """All arrangements are of interest, so none is the end."""
    return False


@sliding.winners()
def nobody(s: State) -> frozenset[Solver]:
    """It is no contest."""
    return frozenset()


@sliding.action("2.1")
def slide(s: State, who: Solver, tile: Tile) -> None:
    """Slide a tile onto the free cell."""
    with effect("2.1"):
        left = s.place[tile]
        s.place[tile] = s.free
        s.free = left


@slide.permit("2.1")
def beside_the_free_cell(s: State, who: Solver, tile: Tile) -> bool:
    """Along a side that both have."""
    return s.free in s.place[tile].beside
