"""Judgements: an instance's verdict by its clauses, and which of them decide it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["illegal", "contradiction", "unspoken", "legal"]
WORST: tuple[Verdict, ...] = ("illegal", "contradiction", "unspoken", "legal")


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of clauses about one instance of a base.

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
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the book behind the live norms, its parts' included."""
        return tuple(dict.fromkeys((*self.cites, *(c for _, part in self.parts for c in part.clauses))))


def by_nature(base: str, cites: tuple[str, ...]) -> Judgement:
    """An outcome of chance without norms of its own: its citation is its permit."""
    return Judgement(base, "legal", True, (), (), (), (), cites)


def worst(base: str, own: Judgement | None, parts: tuple[tuple[int, Judgement], ...]) -> Judgement:
    """The judgement of an instance with seats or members: the worst of the action's own and of each part."""
    all_ = ([own] if own else []) + [p for _, p in parts]
    verdict: Verdict = min([j.verdict for j in all_] or ["unspoken"], key=WORST.index)
    empty: tuple[str, ...] = ()
    holds, permits, forbids, decisive, cites = (
        (own.holds, own.permits, own.forbids, own.decisive, own.cites) if own else (empty,) * 5
    )
    allowed = bool(all_) and all(j.allowed for j in all_)
    return Judgement(base, verdict, allowed, holds, permits, forbids, decisive, cites, parts)
