"""Parts of a scope's relation: its instances, and what happens between sub-steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from ruleslawyer.ir.system import System
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.scoped.arguments import Argument
from ruleslawyer.lifted.scoped.context import Asked, Failure, Note
from ruleslawyer.lifted.scoped.given import World
from ruleslawyer.lifted.scoped.layout import Layout
from ruleslawyer.lifted.scoped.nodes import Node, both, negate, substitute


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
    cites: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Settling:
    """The events between sub-steps, as nodes over the state there.

    rest: whether nothing is forced; where a check fails, the branch ends. stuck: for each duty, whether it is due still
    (a round that changes nothing has no edge instead). lost: whether a check fails in asking what means nothing at
    rest; `forgotten`: what the leaves become that do.
    """

    rest: Asked
    stuck: Mapping[str, Asked]
    lost: Asked
    forgotten: tuple[tuple[int, Node], ...]

    def after(self, put: Mapping[Node, Node], duties: Collection[str]) -> Settling:
        """The same where leaves hold something else, of these duties alone."""
        asked = [self.rest, self.lost, *(self.stuck[name] for name in duties)]
        roots = [node for one in asked for node in (one.value, one.failed, *(f.condition for f in one.failures))]
        answers = iter(substitute([*roots, *(value for _, value in self.forgotten)], put))
        rest, lost, *stuck = [
            Asked(next(answers), next(answers), tuple(replace(f, condition=next(answers)) for f in one.failures))
            for one in asked
        ]
        forgotten = tuple((i, next(answers)) for i, _ in self.forgotten)
        return Settling(rest, dict(zip(duties, stuck, strict=True)), lost, forgotten)

    @property
    def questions(self) -> tuple[Asked, ...]:
        """All that is asked."""
        return self.rest, self.lost, *self.stuck.values()

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The checks that fail here, whatever led here."""
        rest = both(negate(self.rest.failed), self.rest.value)
        return (*self.rest.failures, *(f.under(rest) for f in self.lost.failures))


class Partial(Protocol):
    """A scope's rules as far as they are made, for what makes another part of them."""

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
