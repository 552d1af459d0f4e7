"""The properties that a ruleset asserts, and how those are called that nobody wrote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from ruleslawyer.base.origin import Origin
from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.nodes import Function, Parameter
from ruleslawyer.ir.rules import Rule

WRITES = "writes:"
"""How the property begins that the solver proves besides the checks: every write of a field keeps its range."""
APART = "apart:"
"""How the property begins that two clauses never clash, which the solver is asked by name: no play meets them both live
and saying different things."""
CheckKind = Literal["always", "sometimes", "step", "possible", "leads_to", "eventually", "eventually_always"]
KINDS: tuple[CheckKind, ...] = get_args(CheckKind)
OF_PLAYS: tuple[CheckKind, ...] = ("leads_to", "eventually", "eventually_always")
"""Kinds of what every play does, as far as it is fair."""
FOLLOWED: tuple[CheckKind, ...] = ("possible", *OF_PLAYS)
"""Kinds of what may follow a state, on some play or on all: a graph answers them."""
UNBROKEN = "unbroken"
"""Another one: no check of the model itself fails. It is what every other verdict leaves out otherwise."""


@dataclass(frozen=True, slots=True)
class Fair:
    """Fair sets of instances: all of an action, or one set for each choice of values of some of its parameters."""

    action: str
    each: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.action}.each({', '.join(self.each)})" if self.each else self.action


NATURE = Fair("CHANCE")
"""Fair by nature: of each state in which chance decides, each outcome is a set, and it is taken again and again where
the state is met again and again. So it is with probability 1, whatever the probabilities are."""


@dataclass(frozen=True, slots=True)
class Check:
    """A property: its function takes `(s)`, or `(before, after, *arguments of `of`)` for a step; of what may
    follow perhaps `(s, *members)`: it is promised to each of them by itself.

    A step without `of` is about all there are: of every action, and of what is forced as a game begins or after one.

    `reached` names the `sometimes` that shows its situation to occur. `goal` is for leads_to alone: there `function`
    gives what happens, and `goal` what must follow (the author writes both as one pair). given: of an always, whether a
    state that a scenario gives has to keep it too: one without it contradicts itself. facts: what it asks whether
    players know, each a function of the state and what else it names; `function` asks them by name, as a question, of
    the state, a player and the same. question, option: of a promise, the question and the answer to it that makes it;
    where: the members that it speaks of, by field or attribute, with the values as they are written.
    """

    origin: Origin
    name: str
    kind: CheckKind
    function: Function
    reached: str | None = None
    of: str | None = None
    fair: tuple[Fair, ...] = ()
    strongly_fair: tuple[Fair, ...] = ()
    goal: Function | None = None
    given: bool = False
    facts: tuple[Function, ...] = ()
    question: str = ""
    option: str = ""
    where: tuple[tuple[str, tuple[object, ...]], ...] = ()

    @property
    def members(self) -> tuple[Parameter, ...]:
        """The parameters for which there is a promise for each choice of members; none where there is one promise."""
        return self.function.parameters[1:] if self.kind in FOLLOWED else ()

    @property
    def fairness(self) -> str:
        """The assumptions of a verdict about plays, in words; empty where there are none."""
        kinds = (("fair", self.fair), ("strongly fair", self.strongly_fair))
        said = [f"{kind}: {', '.join(map(str, sets))}" for kind, sets in kinds if sets]
        return "; ".join([*["with probability 1"] * self.by_nature, *said])

    @property
    def by_nature(self) -> bool:
        """Whether each outcome of chance comes again and again where it may."""
        return NATURE in self.fair

    def rules(self) -> Iterator[Rule]:
        functions = self.facts or ((self.function,) if self.goal is None else (self.function, self.goal))
        yield Rule(self.name, "check", self.name, self.origin, functions, self)
