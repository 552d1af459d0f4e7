"""What the clauses say of one instance, and which of them decide it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["illegal", "contradiction", "unspoken", "legal"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the clauses say of one instance of a base.

    holds: the clauses whose condition holds and that no exception lifts; permits and forbids: those of them that are
    live (not beaten). `allowed` is what happens under the reading that it was judged in. `parts` are the judgements of
    seats or members, each with its key (the player, the member).
    """

    base: str
    verdict: Verdict
    allowed: bool
    holds: tuple[str, ...]
    permits: tuple[str, ...]
    forbids: tuple[str, ...]
    decisive: tuple[str, ...]
    cites: tuple[str, ...]
    parts: tuple[tuple[int, Judgement], ...] = ()

    @property
    def beaten(self) -> tuple[str, ...]:
        return tuple(n for n in self.holds if n not in self.permits and n not in self.forbids)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the book behind the live norms, its parts' included."""
        return tuple(dict.fromkeys((*self.cites, *(c for _, part in self.parts for c in part.clauses))))
