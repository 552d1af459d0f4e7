"""Checks that fail in an instance, gaps and contradictions that come up in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleslawyer.base.origin import Span
from ruleslawyer.lifted.scoped.nodes import Node, both


@dataclass(frozen=True, slots=True)
class Failure:
    """A check of one instance and when it fails; the branch ends there.

    `kind` is that of the event: broken, violation (of a range that the book promises), place, cap, unresolved,
    unending. `subject` is the rule, or the field of a write; `write` names the field (``Frame.field`` in a frame)
    where the check is the range of a write; `option` the one that is silent, where a question is unresolved.
    """

    kind: str
    subject: str
    condition: Node
    reason: str = ""
    cites: tuple[str, ...] = ()
    span: Span | None = None
    write: str | None = None
    option: str = ""

    def under(self, guard: Node) -> Failure:
        return replace(self, condition=both(guard, self.condition))


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a question about any state; where a check fails on the way, and those checks."""

    value: Node
    failed: Node
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A gap or a contradiction and when it is met; play goes on as the reading says."""

    kind: str
    subject: str
    pair: tuple[str, ...]
    condition: Node

    def under(self, guard: Node) -> Note:
        return replace(self, condition=both(guard, self.condition))
