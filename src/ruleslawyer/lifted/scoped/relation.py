"""Parts of a scope's relation: its instances, and what happens between sub-steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ruleslawyer.lifted.scoped.arguments import Argument
from ruleslawyer.lifted.scoped.context import Asked
from ruleslawyer.lifted.scoped.nodes import Node, substitute


@dataclass(frozen=True, slots=True)
class Instance:
    """One disjunct of the relation.

    guard: at rest, awaited, in its domain and its parameters' bounds (a duty: due, and no earlier one; a round: some
    settle holds), judged without a failed check, and allowed under the reading. `defined`: the guard holds, and no
    check of the effect fails, nor one of what is forgotten then, or due. `edge`: `defined`, and a duty does not stay
    due, a round makes a change. `next` has the leaves that may change, by index; it means something where `defined`
    holds.
    """

    kind: str
    name: str
    arguments: tuple[Argument, ...]
    parameters: tuple[Node, ...]
    guard: Node
    defined: Node
    edge: Node
    next: tuple[tuple[int, Node], ...]
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
        roots = [node for one in asked for node in (one.value, one.failed)]
        answers = iter(substitute([*roots, *(value for _, value in self.forgotten)], put))
        rest, lost, *stuck = [Asked(next(answers), next(answers)) for _ in asked]
        forgotten = tuple((i, next(answers)) for i, _ in self.forgotten)
        return Settling(rest, dict(zip(duties, stuck, strict=True)), lost, forgotten)

    @property
    def questions(self) -> tuple[Asked, ...]:
        """All that is asked."""
        return self.rest, self.lost, *self.stuck.values()
