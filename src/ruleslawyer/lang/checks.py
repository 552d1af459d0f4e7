"""The properties of a ruleset: decorators that tag, as those of rules do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ParamSpec, TypeAlias, TypeVar

from ruleslawyer.lang.records import Chance
from ruleslawyer.lang.rules import Decision, Fair, Rule, Ruleset

P = ParamSpec("P")
S = TypeVar("S")

FairTo: TypeAlias = "Decision[...] | Fair | Chance | tuple[Decision[...] | Fair | Chance, ...]"
"""The actions to which plays are fair, or to each of the sets of `action.each("who")`."""


class Checks:
    """The properties that should hold of a ruleset: `checks = Checks(harbour)`."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def always(
        self, *cites: str, reached: object = None, given: bool = False
    ) -> Callable[[Callable[[S], bool]], Rule[[S]]]:
        """True in every rest state; `given`: a state that a scenario gives has to keep it too."""
        return Rule

    def sometimes(self, *cites: str) -> Callable[[Callable[[S], bool]], Rule[[S]]]:
        """True in some reachable rest state."""
        return Rule

    def step(self, *cites: str, of: object = None, reached: object = None) -> Callable[[Callable[P, bool]], Rule[P]]:
        """True of every step of an action: `(before, after, *arguments)`; without `of`, of each step of play, what is
        forced too: `(before, after)`."""
        return Rule

    def promise(
        self, option: str, *cites: str, where: Mapping[str, object] = MappingProxyType({})
    ) -> Callable[[Callable[P, bool]], Rule[P]]:
        """The meaning of an answer, `question.option`, in the designer's words: true under it of every step of play,
        `(before, after)`, or in every rest state, `(s)`. where: the members that it speaks of, `{"zone": "HAND"}`, by
        which states are drawn to try it."""
        return Rule

    def possible(self, *cites: str) -> Callable[[Callable[P, bool]], Rule[P]]:
        """A property that from every reachable node a node with it can be reached; of `(s, *members)` of each choice of
        members by itself."""
        return Rule

    def leads_to(
        self, *cites: str, fair: FairTo = (), strongly_fair: FairTo = ()
    ) -> Callable[[Callable[P, tuple[bool, bool]]], Rule[P]]:
        """On every play that goes on while it can, the first is followed by the second; but for plays that are not fair
        to these actions, or to one of the sets of `action.each("who")`. Of `(s, *members)` it is promised to each
        choice of members by itself."""
        return Rule

    def eventually(
        self, *cites: str, fair: FairTo = (), strongly_fair: FairTo = ()
    ) -> Callable[[Callable[P, bool]], Rule[P]]:
        """Every fair play comes, from where the game begins, to a state in which it is true."""
        return Rule

    def eventually_always(
        self, *cites: str, fair: FairTo = (), strongly_fair: FairTo = ()
    ) -> Callable[[Callable[P, bool]], Rule[P]]:
        """On every fair play it is true from some state on, for ever."""
        return Rule
