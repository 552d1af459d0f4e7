"""A scenario as data: every name looked up, every value canonical, every expectation with its line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.check.scenario.counts import Count
from ruleslawyer.check.scenario.names import Asked, Spot
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import mend
from ruleslawyer.semantics.look import Machine
from ruleslawyer.semantics.transition import Instance, TransitionSystem


@dataclass(frozen=True, slots=True)
class Holds:
    """A field, an entry of one, the value of a term or question, or a count is this."""

    of: Spot | Asked | Count
    value: Any
    line: int


Word: TypeAlias = Literal["ended", "winners", "payoffs", "awaits", "open"]


@dataclass(frozen=True, slots=True)
class Situation:
    """Whether the game has ended, who has won, what each gets, whose decision it is, or which frame is innermost."""

    word: Word
    value: Any
    line: int


def types_of_words(players: str) -> Mapping[str, t.Type]:
    """The types of what a situation is, by its words but `open`, which is a frame. players: the sort of who plays."""
    sort = t.Sort(players)
    return {"ended": t.Bool(), "winners": t.Set(sort), "payoffs": t.Map(sort, t.Int()), "awaits": t.Awaits(sort)}


@dataclass(frozen=True, slots=True)
class Allowed:
    """The last action is allowed, and these clauses or norms are among those that permit it."""

    by: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The last action is forbidden, and these clauses or norms are among those that forbid it."""

    by: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class NotAllowed:
    """The last action is not allowed, whatever the reason: forbidden, unspoken, or not offered."""

    line: int


@dataclass(frozen=True, slots=True)
class Unspoken:
    """No clause permits the last action, and none forbids it."""

    line: int


@dataclass(frozen=True, slots=True)
class NotOffered:
    """The last action is nobody's choice here: it is another's decision, or there is no such thing to choose."""

    line: int


@dataclass(frozen=True, slots=True)
class Clash:
    """A contradiction between two clauses, norms, answers or exceptions is met."""

    between: tuple[str, str]
    line: int


@dataclass(frozen=True, slots=True)
class Gap:
    """A question is met to which no clause has an answer."""

    question: str
    line: int


Expected: TypeAlias = Holds | Situation | Allowed | NotAllowed | Refused | Unspoken | NotOffered | Clash | Gap


@dataclass(frozen=True, slots=True)
class Rest:
    """The place of the members of a sort that the given state does not name: a field of the state, and its value
    there."""

    field: str
    members: tuple[int, ...]
    value: Any


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario. base: what the given state starts from; `start`: the initial rule's arguments, None for the first.

    own: the places that the scenario itself gives, and not its file. lines: of each action in `when`.
    """

    name: str
    file: str
    line: int
    clauses: tuple[str, ...]
    scope: Scope
    base: str
    start: Instance | None
    given: tuple[tuple[Spot, Any], ...]
    own: tuple[Spot, ...]
    rest: Rest | None
    opened: tuple[str, ...]
    run: bool
    when: tuple[Instance, ...]
    lines: tuple[int, ...]
    then: tuple[Expected, ...]
    readings: tuple[dict[str, str], ...]
    rulings: dict[str, str]

    def rules(self, system: System) -> System:
        """The rules with what is ruled."""
        return mend(system, self.rulings)

    def systems(self, machine: Machine) -> list[TransitionSystem]:
        """One for each reading, of a machine that has these rules."""
        return [
            TransitionSystem(machine, {**reading, **self.rulings}, frozenset(self.rulings)) for reading in self.readings
        ]

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def refuses(self) -> bool:
        """Whether the last action is looked at and not taken."""
        return any(isinstance(e, (Refused, NotAllowed, Unspoken, NotOffered)) for e in self.then)
