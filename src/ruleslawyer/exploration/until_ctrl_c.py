"""Questions about a finished exploration, one after another, until Ctrl-C: the answers so far stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from ruleslawyer.exploration.explored import Explored
from ruleslawyer.ir.system import Check
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.claims.verdict import Verdict

T = TypeVar("T")


class UntilCtrlC:
    """Asks; once Ctrl-C came, nothing any more. `stopped`: says so."""

    stopped = ""

    def __call__(self, question: Callable[[], T], otherwise: T) -> T:
        if not self.stopped:
            try:
                return question()
            except KeyboardInterrupt:
                self.stopped = BY_CTRL_C
        return otherwise

    def each(self, question: Callable[[], Iterable[T]]) -> tuple[T, ...]:
        """All that it gives before that."""
        found: list[T] = []

        def take() -> None:
            for one in question():
                found.append(one)  # what came before Ctrl-C stays

        self(take, None)
        return tuple(found)

    def verdicts(
        self, found: Explored, checks: Mapping[str, Check], question: Callable[[], Iterable[Verdict]]
    ) -> tuple[Verdict, ...]:
        """One for each check."""
        size = found.counts.states
        unknown = [Verdict(c.name, c.kind, c.origin.cites, "UNKNOWN", BY_CTRL_C, size) for c in checks.values()]
        return tuple(self(question, unknown))
