"""What everybody knows of the puzzle."""

from __future__ import annotations

from model.sliding.rules import Solver, State, Tile, slide, sliding

from ruleslawyer.lang import Checks

checks = Checks(sliding)


@checks.always("1.1")
def one_on_each(s: State) -> bool:
    """Two tiles never lie on one cell, nor one on the free cell."""
    return all(s.place[t] != s.free for t in Tile) and all(
        s.place[t] != s.place[u] for t in Tile for u in Tile if t != u
    )


@checks.possible("3.1")
def can_be_undone(s: State) -> bool:
    """From everywhere there is a way back."""
    return all(s.place[t] == t.home for t in Tile)


@checks.step("2.1", of=slide)
def frees_its_cell(before: State, after: State, who: Solver, tile: Tile) -> bool:
    """The tile and the free cell change places, and no other tile moves."""
    return (
        after.free == before.place[tile]
        and after.place[tile] == before.free
        and all(after.place[t] == before.place[t] for t in Tile if t != tile)
    )
