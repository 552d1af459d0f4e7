"""What everybody knows of the towers."""

from __future__ import annotations

from model.hanoi.rules import Disc, State, hanoi

from ruleslawyer.lang import Checks

checks = Checks(hanoi)


@checks.possible("3.1")
def tower_elsewhere(s: State) -> bool:
    """The whole tower can always be brought to a peg on which it did not begin."""
    return all(not s.on[d].first and s.on[d] == s.on[e] for d in Disc for e in Disc)
