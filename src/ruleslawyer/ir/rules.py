"""The row of one rule in the table of all of them, `System.rules()`: what everything that goes over the rules reads."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ruleslawyer.base.origin import Origin
from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.nodes import Function

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
