"""The record of a run: its knowledge of each property so far, and how that becomes a verdict.

A verdict of PROVED is given only by `certify/door.py`, which makes every question anew and asks a fresh z3.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

from ruleslawyer.engines.smt.certify.accepted import Z3, Accepted, Judge, Refused
from ruleslawyer.engines.smt.certify.certificate import Claim
from ruleslawyer.engines.smt.certify.door import Door
from ruleslawyer.engines.smt.certify.issue import write_questions
from ruleslawyer.engines.smt.certify.naming import file_name
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.encoding.smtlib import Late
from ruleslawyer.engines.smt.invariants.derive import Lemma
from ruleslawyer.engines.smt.prove.result import ProofResult, count
from ruleslawyer.engines.smt.refute.conditions import Conditions
from ruleslawyer.engines.smt.refute.cti import Cti
from ruleslawyer.engines.smt.refute.paths import Play
from ruleslawyer.engines.smt.refute.race import News, plain
from ruleslawyer.engines.smt.refute.witness import concrete
from ruleslawyer.engines.smt.statements.goals import Goal
from ruleslawyer.lifted.scoped.nodes import FALSE
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.claims.verdict import UNCHECKED

ALL_OVER = "the time for all properties together was over"


class Record:
    """The lemmas that are proved, what each property has cost, and the verdicts. `timeout`: seconds for each property;
    `end`: when the time for all of them is over; `directory`: where questions are written, if anywhere."""

    def __init__(
        self,
        relation: Relation,
        timeout: float,
        directory: Path | None,
        assumptions: Sequence[str] = (),
        end: float = math.inf,
    ) -> None:
        self.relation, self.timeout, self.directory, self.end = relation, timeout, directory, end
        self.door = Door(relation.scoped, Judge(max(4 * timeout, 10.0), (Z3,)), relation.given)
        self.assumptions = tuple(assumptions)
        self.tell: Callable[[News], None] = lambda news: None
        """Hears what a search finds, where another process waits for it."""
        self.drop: Callable[[str], None] = lambda name: None
        """Hears what is proved, where another process still searches."""
        self.lemmas: list[Lemma] = []
        self.results: dict[str, ProofResult] = {}
        self.spent: dict[str, float] = {}
        self.depth: dict[str, int] = {}
        """The deepest sub-step up to which a search found no violation."""
        self.plays: dict[str, Play] = {}
        self.tried: dict[str, dict[str, str]] = {}
        """For each property, each method that gave up, and why."""
        self.cti: dict[str, Cti] = {}

    def open_goals(self, goals: Iterable[Goal]) -> list[Goal]:
        """The goals without a verdict."""
        return [g for g in goals if g.name not in self.results]

    def budget(self, goal: Goal) -> float:
        """The seconds that a property may still take."""
        return min(self.timeout - self.spent.get(goal.name, 0.0), self.end - monotonic())

    def deadline(self, seconds: float) -> float:
        """The time when so many seconds are over, or all time is."""
        return min(monotonic() + seconds, self.end)

    def spend(self, goal: Goal, since: float) -> None:
        self.spent[goal.name] = self.spent.get(goal.name, 0.0) + monotonic() - since

    def note(self, goal: Goal, method: str, why: str) -> None:
        """Note that a method gave up on a property, and why: the last time counts."""
        self.tried.setdefault(goal.name, {})[method] = why
        self.tell(News(goal.name, method=method, why=why))

    def note_depth(self, goal: Goal, depth: int) -> None:
        """Note that no play of `depth` sub-steps violates a property."""
        self.depth[goal.name] = depth
        self.tell(News(goal.name, depth))

    # --- verdicts -------------------------------------------------------------------------------------------------

    def note_proof(
        self,
        goal: Goal,
        method: str,
        k: int,
        claim: Claim | None,
        steps: Iterable[int],
        clock: float,
    ) -> None:
        """Note that a goal is proved, where the proof is accepted at the door; `steps` are the instances that it rests
        on, by their places."""
        seconds = max(4 * self.timeout, 10.0)
        found = self.door.accept(claim, seconds)
        if self.directory is not None and claim is not None:
            with suppress(Late):
                _, made = self.door.read_again(claim, monotonic() + seconds)
                write_questions(self.directory / file_name(goal.name), made)
        self.drop(goal.name)
        accepted = found if isinstance(found, Accepted) else None
        verdict, reason = "PROVED", "z3, and a fresh z3 on every obligation"
        if claim is not None and not claim.invariant and all(bad.node is FALSE for bad in goal.bads):
            reason = "nothing is left to prove: no write, and no instance, can come into question"
        if isinstance(found, Refused):
            verdict, reason = UNCHECKED, f"found, and not accepted: {found.wrong}"
            if found.refuted:
                verdict, reason = "UNKNOWN", f"{reason} (please report it)"
        elif goal.witness:
            verdict, reason = "VACUOUS", "proved: no play reaches it"
        self.results[goal.name] = ProofResult(
            goal.name,
            goal.kind,
            verdict,
            method,
            k,
            self._seconds(goal, clock),
            self._clauses(goal, [self.relation.steps[i].cites for i in steps]),
            reason,
            self.assumptions,
            accepted.questions if accepted is not None else 0,
            claim=claim,
            accepted=accepted,
        )

    def note_play(self, goal: Goal, play: Play, depth: int, clock: float) -> None:
        """A play shows the situation."""
        witness = concrete(self.relation.scoped, play, goal)
        self.plays[goal.name] = play
        self.tell(News(goal.name, depth, play=plain(self.relation, play), seconds=monotonic() - clock))
        verdict = "HOLDS IN SCOPE" if goal.witness else "VIOLATED"
        reason = "a play reaches it" if goal.witness else play.reason or "a play reaches a state without it"
        if witness.unclear:
            verdict, reason = "UNKNOWN", f"it cannot be evaluated in a state that a play reaches: {witness.reason}"
        self.results[goal.name] = ProofResult(
            goal.name,
            goal.kind,
            verdict,
            "bounded search",
            depth,
            self._seconds(goal, clock),
            self._clauses(goal, [s.cites for s in witness.steps]),
            reason,
            self.assumptions,
            0,
            witness.steps,
            witness,
        )

    def under(self, goal: Goal, conditions: Conditions | None) -> None:
        """Note the readings under which a violation is one."""
        self.results[goal.name] = replace(self.results[goal.name], under=conditions)

    def gave_up(self, goal: Goal, *, interrupted: bool, alone: bool) -> None:
        """Nothing is known but a depth, and what each method says; `alone`: only induction was asked."""
        depth = self.depth.get(goal.name, -1)
        if depth >= 0:
            verdict, reason = "BOUNDED", f"no violation within {count(depth, 'sub-step')}"
        else:
            verdict, reason = "UNKNOWN", "no method gives an answer"
        if goal.witness and depth >= 0:
            verdict, reason = "UNKNOWN", f"no play of {count(depth, 'sub-step')} or fewer reaches it"
        if alone:
            reason = "induction alone does not show it"
        if monotonic() >= self.end:
            reason = f"{reason}; {ALL_OVER}"
        if interrupted:
            reason = f"{BY_CTRL_C}{f'; {reason}' if depth >= 0 else ''}"
        self.results[goal.name] = ProofResult(
            goal.name,
            goal.kind,
            verdict,
            "bounded search" if depth >= 0 else "",
            max(depth, 0),
            self.spent.get(goal.name, 0.0),
            goal.cites,
            reason,
            self.assumptions,
            0,
            interrupted=interrupted,
            tried=tuple(f"{method}: {why}" for method, why in self.tried.get(goal.name, {}).items()),
            cti=self.cti.get(goal.name),
        )

    def _seconds(self, goal: Goal, since: float) -> float:
        return self.spent.get(goal.name, 0.0) + monotonic() - since

    def _clauses(self, goal: Goal, cites: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*goal.cites, *(c for group in cites for c in group))))
