"""Questions about a finished exploration, one after another, until Ctrl-C, or until there is no memory or code for one:
the answers so far stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from ruleslawyer.base.diagnostics import NoCode
from ruleslawyer.exploration.explored import ExploredGraph
from ruleslawyer.ir.rules import Check
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, NO_MEMORY
from ruleslawyer.rulebook.claims.verdict import Verdict

T = TypeVar("T")
R = TypeVar("R")


class InterruptGuard:
    """Asks, and then nothing any more. `stopped`: why."""

    stopped = ""

    def __call__(self, question: Callable[[], T], otherwise: R) -> T | R:
        if not self.stopped:
            try:
                return question()
            except KeyboardInterrupt:
                self.stopped = BY_CTRL_C
            except MemoryError:
                self.stopped = NO_MEMORY
            except NoCode as error:
                self.stopped = str(error)
        return otherwise

    def each(self, question: Callable[[], Iterable[T]]) -> tuple[T, ...]:
        """All that it gives before its end."""
        found: list[T] = []

        def take() -> None:
            for one in question():
                found.append(one)  # what came before Ctrl-C stays

        self(take, None)
        return tuple(found)

    def verdicts(
        self, found: ExploredGraph, checks: Mapping[str, Check], question: Callable[[], Iterable[Verdict]]
    ) -> tuple[Verdict, ...]:
        """One for each check."""
        size, answered = found.counts.states, self(question, None)
        if answered is not None:
            return tuple(answered)
        return tuple(Verdict(c.name, c.kind, c.origin.cites, "UNKNOWN", self.stopped, size) for c in checks.values())
