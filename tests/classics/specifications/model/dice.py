"""A die thrown by a coin: six faces, seven states in which the coin is tossed.

After D. Knuth and A. Yao (1976), as the tutorial of PRISM has it.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import CHANCE, Checks, Range, Ruleset, domain, state

dice = Ruleset("dice")
dice.closed_world(assumed="nothing happens but what a rule describes")


@state
class State:
    """Where it stands in the tree, and the face, which is 0 until it is known."""

    node: Annotated[int, Range(0, 7)]
    face: Annotated[int, Range(0, 6)]


@dice.initial("1")
def begin(s: State) -> None:
    """At the root."""


@dice.chance("2", uniform="2")
def toss(s: State, heads: bool) -> None:
    """Two throws in the tree come back to where they were."""
    domain(s.node < 7)
    if s.node < 3:
        s.node = 2 * s.node + (1 if heads else 2)
    elif s.node == 3:
        s.face = 0 if heads else 1
        s.node = 1 if heads else 7
    elif s.node == 6:
        s.face = 6 if heads else 0
        s.node = 7 if heads else 2
    else:
        s.face = 2 * s.node - (6 if heads else 5)
        s.node = 7


@dice.ended("3")
def over(s: State) -> bool:
    return s.node == 7


checks = Checks(dice)


@checks.eventually("3", fair=CHANCE)
def a_face_comes(s: State) -> bool:
    return s.face > 0


@checks.eventually("3")
def a_face_comes_without_luck(s: State) -> bool:
    return s.face > 0
