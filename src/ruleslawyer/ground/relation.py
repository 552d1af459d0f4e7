"""What the relation of a ground system is made of: its instances, and what happens between sub-steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ruleslawyer.ground.arguments import Argument
from ruleslawyer.ground.context import Failure, Mark, Note, Store
from ruleslawyer.ground.layout import Layout
from ruleslawyer.ground.nodes import Node
from ruleslawyer.ground.world import World
from ruleslawyer.ir.system import System


@dataclass(frozen=True, slots=True)
class Instance:
    """One disjunct of the relation.

    candidate: at rest, awaited, in its domain and its parameters' bounds (a duty: due, and no earlier one; a round:
    some settle holds);
    guard: candidate, judged without a failed check, and allowed under the reading. `made`: the guard holds, and no
    check of the effect fails; `after` has the leaves that may differ directly after it and its expiries. `defined`: nor
    does a check fail of what is forgotten then, or due. `edge`: `defined`, and a duty does not stay due, a round makes
    a change. `next` has the leaves that may change, by index; it means something where `defined` holds. The conditions
    of failures and notes are absolute.
    """

    kind: str
    name: str
    arguments: tuple[Argument, ...]
    parameters: tuple[Node, ...]
    candidate: Node
    guard: Node
    made: Node
    after: tuple[tuple[int, Node], ...]
    defined: Node
    edge: Node
    next: tuple[tuple[int, Node], ...]
    failures: tuple[Failure, ...]
    notes: tuple[Note, ...]
    marks: tuple[Mark, ...]
    cites: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Settling:
    """What happens between sub-steps, as nodes over the state there: for engines that go from one to the next.

    failed: asking what is due fails a check, and the branch ends. stuck: for each duty, whether it is due still (a
    round that changes nothing has no edge instead).
    forgotten: what the leaves become that mean nothing at rest; matters: when each of them stays. `lost`: asking that
    fails a check. `failures`: the checks that asking fails.
    """

    failed: Node
    stuck: Mapping[str, Node]
    forgotten: tuple[tuple[int, Node], ...]
    matters: tuple[tuple[int, Node], ...]
    lost: Node
    failures: tuple[Failure, ...]


class Grounding(Protocol):
    """A ground system as those see it that it asks for a part of itself while it is made."""

    @property
    def system(self) -> System: ...

    @property
    def world(self) -> World: ...

    @property
    def layout(self) -> Layout: ...

    @property
    def base(self) -> Store: ...

    @property
    def steps(self) -> tuple[Instance, ...]: ...
