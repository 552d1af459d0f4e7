"""What no turn can change."""

from __future__ import annotations

from model.cube.rules import Spot, State, cube

from ruleslawyer.lang import Checks

checks = Checks(cube)


@checks.always("3.1")
def whole_turns(s: State) -> bool:
    """A single piece cannot be twisted alone."""
    return sum(s.twist[spot] for spot in Spot) % 3 == 0


@checks.always("3.2")
def one_on_each(s: State) -> bool:
    """A piece is on one spot only."""
    return all(s.piece[a] != s.piece[b] for a in Spot for b in Spot if a != b)
