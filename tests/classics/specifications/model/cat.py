"""A cat hides in a row of boxes, and goes to the next one each night; each morning a box is opened.

After Cat.tla. The boxes are opened from the second to the last but one, and back, from anywhere on.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Constants, Range, Ruleset, domain, number, state

cat = Ruleset("cat")
cat.closed_world(assumed="nothing happens but what a rule describes")


class Row(Constants):
    """How many boxes there are."""

    boxes: int = number(6, "1")


@state
class State:
    where: Annotated[int, Range(1)]
    opened: Annotated[int, Range(2)]
    right: bool


@cat.initial("1")
def begin(s: State, where: int, opened: int, right: bool) -> None:
    """Anything may be."""
    domain(where >= 1 and where <= Row.boxes and opened >= 2 and opened < Row.boxes)
    s.where = where
    s.opened = opened
    s.right = right


@cat.chance("2")
def night_and_morning(s: State, goes_right: bool) -> None:
    """The cat moves, and the next box is opened; at the end the same one again, and then back."""
    domain(s.where < Row.boxes if goes_right else s.where > 1)
    s.where += 1 if goes_right else -1
    if s.opened == (Row.boxes - 1 if s.right else 2):
        s.right = not s.right
    else:
        s.opened += 1 if s.right else -1


checks = Checks(cat)


@checks.eventually("3")
def it_is_found(s: State) -> bool:
    return s.where == s.opened
