"""The row of each rule in the table of all of them, the moments that rules react to, and the properties they keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, get_args

from ruleslawyer.base.origin import Origin
from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.nodes import Function, Parameter
from ruleslawyer.ir.types import Type

Role: TypeAlias = Literal[
    "initial", "awaits", "ended", "winners", "payoff", "closed_world", "seen", "matters", "assumption",
    "term", "layer", "adjustment", "bound", "question", "answer", "reading",
    "action", "chance", "seat", "member", "permit", "forbid", "exception",
    "deed", "instead", "duty", "settle", "moment", "trigger", "check",
]  # fmt: skip
"""What a rule is: as what a citation of it counts."""

NORMS: frozenset[Role] = frozenset({"permit", "forbid"})
SPEAKING: frozenset[Role] = NORMS | {"instead"}
"""What says whether an action may be taken, or what becomes of a deed."""
CONDITIONS: frozenset[Role] = SPEAKING | {"exception"}
"""Clauses that hold or do not: as good as not there where they do not."""
CHANGES: frozenset[Role] = frozenset({"layer", "adjustment", "bound"})
"""What changes a term's value."""
OPTIONS: frozenset[Role] = frozenset({"answer", "reading"})
CLAUSES: frozenset[Role] = CONDITIONS | CHANGES | OPTIONS
"""What hangs on a base: a rule of another role."""
JUDGED: frozenset[Role] = frozenset({"action", "chance", "seat", "member"})
"""What has permits and forbids."""


@dataclass(frozen=True, slots=True)
class Precedence:
    """The names that a clause prevails over where it stands, and why. itself: by its own sentence, as `cannot` says.
    after: of a duty those that come first."""

    over: tuple[str, ...] = ()
    because: str | None = None
    itself: bool = False
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a ruleset.

    base: the name of what it hangs on, however many exceptions lie between; its own where it hangs on nothing.
    functions: what the author wrote that runs for it, what it does or says first. guard: of these the `when` or domain.
    exceptions: the names of what lifts it. definition: the piece of the `System` that it is.
    """

    name: str
    role: Role
    base: str
    origin: Origin
    functions: tuple[Function, ...]
    definition: object
    guard: Function | None = None
    precedence: Precedence = Precedence()
    exceptions: tuple[str, ...] = ()

    @property
    def cites(self) -> tuple[str, ...]:
        return self.origin.cites

    @property
    def says(self) -> str:
        """The first paragraph of its docstring, in one line."""
        own = self.definition
        function = own if isinstance(own, Function) else getattr(own, "function", None)
        return " ".join(function.doc.strip().split("\n\n")[0].split()) if function else ""


@dataclass(frozen=True, slots=True)
class MomentDef:
    """A kind of event that triggers react to; its fields are of sorts and enums."""

    origin: Origin
    name: str
    doc: str
    fields: Mapping[str, Type]

    def rules(self) -> Iterator[Rule]:
        yield Rule(self.name, "moment", self.name, self.origin, (), self)


def pending(trigger: str) -> str:
    """The field of the state that holds the pending instances of a trigger."""
    return f"pending_{trigger}"


@dataclass(frozen=True, slots=True)
class Trigger:
    """An optional reaction to a moment: the actions `name` and `miss`, awaited while an instance is pending there.

    `keys` are its parameters without the state and the frame (which `when` takes besides, where it is `framed`), and
    the keys of `field`; that of number `decider` decides. free: the numbers of those that the moment does not give:
    instances that differ in these alone are of the same moment. order: a number for each instance; while one of the
    same moment has a lower one, it waits, and turn says, of the state and the keys, whether an instance is pending and
    does not. first_only: that one is declared ends what is pending of the same moment.
    """

    origin: Origin
    name: str
    on: str
    when: Function
    at: tuple[str | None, ...]
    framed: bool
    keys: tuple[Parameter, ...]
    decider: int
    free: tuple[int, ...] = ()
    order: Function | None = None
    turn: Function | None = None
    first_only: bool = False

    @property
    def field(self) -> str:
        return pending(self.name)

    @property
    def miss(self) -> str:
        return f"miss_{self.name}"

    def rules(self) -> Iterator[Rule]:
        """Itself alone: declaring and missing it are actions."""
        functions = (self.when,) if self.order is None else (self.when, self.order)
        yield Rule(self.name, "trigger", self.name, self.origin, functions, self, self.when)


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
