"""k-induction (Sheeran, Singh, Stålmarck 2000) for any number of cards: a property that a rule breaks from some state
is asked again after the rules before it.

A chain is two or three rules, each from the state that the one before it leaves. Before each of them all is known that
is known of states there, and what is to be shown too, since it was shown of fewer sub-steps. Every rule may be the one
before; a chain that begins with the beginning of a game has none before it, and so is the last word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from ruleslawyer.engines.smt.lifted.induction import Induction
from ruleslawyer.lifted.relation import Step
from ruleslawyer.lifted.world import Law

DEPTH = 3
"""The most rules of a chain."""


Made = TypeVar("Made", bound=Induction)


class Chains(Generic[Made]):
    """Rules one after the other, and what joins them."""

    def __init__(self, about: Made, depth: int = DEPTH) -> None:
        self.about, self.depth = about, depth
        self._levels = [about]
        self._joined: dict[tuple[int, str], list[Law]] = {}

    def level(self, back: int) -> Made:
        """The rules, so many sub-steps before the last."""
        while len(self._levels) <= back:
            earlier = self._levels[-1].relation.earlier()
            self._levels.append(self.about.of(earlier))
        return self._levels[back]

    def first(self, chain: Sequence[Step]) -> bool:
        """Whether no rule is asked before a chain."""
        return chain[-1].kind == "initial" or len(chain) == self.depth

    def join(self, back: int, before: Step) -> list[Law]:
        """The laws that the state before a rule of a chain is the one after the rule before it."""
        key = back, before.key
        if key not in self._joined:
            self._joined[key] = self.level(back - 1).relation.joining_laws(before)
        return self._joined[key]
