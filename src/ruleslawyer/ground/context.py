"""Where the partial evaluator stands: the store, the path condition, and the checks that failed before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal

from ruleslawyer.ground.layout import CellKey
from ruleslawyer.ground.nodes import FALSE, TRUE, Node, both, either, negate
from ruleslawyer.ground.values import Value
from ruleslawyer.ground.world import World
from ruleslawyer.origin import Origin, Span


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
    """What asking something of any state gives; where a check fails on the way, and those checks."""

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


@dataclass(frozen=True, slots=True)
class Mark:
    """What a report counts hangs on it, and when it is so: a rule is live or holds, an effect of a clause runs."""

    kind: Literal["live", "effect"]
    name: str
    condition: Node

    def under(self, guard: Node) -> Mark:
        return replace(self, condition=both(guard, self.condition))


class Store:
    """A symbolic state: the value of each cell, and whether each frame is open."""

    __slots__ = ("cells", "open")

    def __init__(self, cells: dict[CellKey, Value], open: dict[str, Node]) -> None:
        self.cells, self.open = cells, open

    def copy(self) -> Store:
        return Store(dict(self.cells), dict(self.open))

    def same(self, other: Store) -> bool:
        """Whether another one is the same state: a copy in which nothing was written yet."""
        return other is self or (self.cells == other.cells and self.open == other.open)


class Context:
    """One walk of the evaluator. Nothing counts where `path` is false or a check has failed before."""

    def __init__(self, world: World) -> None:
        self.world, self.system, self.shape = world, world.system, world.shape
        self.path: Node = TRUE
        self.failed: Node = FALSE
        self.failures: list[Failure] = []
        self.notes: list[Note] = []
        self.marks: list[Mark] = []
        self.rules: list[str] = []

    @contextmanager
    def apart(self) -> Iterator[Context]:
        """A walk that begins anew, on every path: what it finds is what holds wherever it is used."""
        outer = self.path, self.failed, self.failures, self.notes, self.marks
        self.path, self.failed, self.failures, self.notes, self.marks = TRUE, FALSE, [], [], []
        try:
            yield self
        finally:
            self.path, self.failed, self.failures, self.notes, self.marks = outer

    @contextmanager
    def assuming(self, condition: Node) -> Iterator[None]:
        outer = self.path
        if condition.op == "not" and condition.args[0].op == "or":  # facts that `known` can find
            condition = both(*(negate(a) for a in condition.args[0].args))
        self.path = both(outer, condition)
        try:
            yield
        finally:
            self.path = outer

    @contextmanager
    def beside(self) -> Iterator[Callable[[], None]]:
        """Several things that are asked here, each whatever fails in the others: what is given says that the next one
        begins."""
        before, failed = self.failed, [self.failed]

        def begin() -> None:
            failed.append(self.failed)
            self.failed = before

        yield begin
        self.failed = either(*failed, self.failed)

    def known(self, condition: Node) -> Node:
        """The condition, decided where the path has it as a conjunct."""
        if condition.op == "constant" and self.path is not FALSE:
            return condition
        facts = self.path.args if self.path.op == "and" else (self.path,)
        if condition in facts:
            return TRUE
        return FALSE if negate(condition) in facts else condition

    def check(
        self,
        ok: Node,
        reason: str,
        origin: Origin | None,
        *,
        kind: str = "broken",
        subject: str | None = None,
        cites: tuple[str, ...] | None = None,
        write: str | None = None,
        option: str = "",
    ) -> None:
        """A check: where it fails on this path, and none failed before, the branch ends."""
        bad = both(self.path, negate(self.known(ok)))
        condition = both(bad, negate(self.failed))
        if condition is FALSE:
            return
        if subject is None:
            subject = self.rules[-1] if self.rules else ""
        if cites is None:
            cites = origin.cites if origin else ()
        span = origin.span if origin else None
        self.failures.append(Failure(kind, subject, condition, reason, cites, span, write, option))
        self.failed = either(self.failed, bad)

    def asked(self, found: Asked) -> Node:
        """What was asked of any state, here: its checks fail on this path, where none failed before."""
        before = both(self.path, negate(self.failed))
        met = (f.under(before) for f in found.failures)
        self.failures += (f for f in met if f.condition is not FALSE)
        self.failed = either(self.failed, both(self.path, found.failed))
        return found.value

    def mark(self, kind: Literal["live", "effect"], name: str, condition: Node) -> None:
        """Take down what a report counts, where this grounding is for reports."""
        if self.world.recording:
            met = both(self.path, negate(self.failed), condition)
            if met is not FALSE:
                self.marks.append(Mark(kind, name, met))

    def note(self, kind: str, subject: str, pair: tuple[str, ...], condition: Node) -> None:
        met = both(self.path, negate(self.failed), condition)
        if met is not FALSE:
            self.notes.append(Note(kind, subject, pair, met))
