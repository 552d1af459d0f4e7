"""Bounded search for a violation, all properties on one unrolled path; here, or beside what proves on a second core."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from ruleslawyer.engines.smt.bits import WIDTH, Bits
from ruleslawyer.engines.smt.goals import Goal
from ruleslawyer.engines.smt.paths import Play, Unrolling, initial_situation
from ruleslawyer.engines.smt.race import Beside, Outlet, played, possible
from ruleslawyer.engines.smt.record import Record
from ruleslawyer.engines.smt.relation import Relation
from ruleslawyer.engines.smt.witness import ReplayFailed

METHOD = "bounded search"
MAX_DEPTH = 40
"""The largest depth, if time allows."""
MAX_K = 8
"""The largest k of k-induction, which asks for a search of that depth."""


def search(record: Record, goals: Sequence[Goal], depth: int, share: float = 1.0, outlet: Outlet | None = None) -> None:
    """As deep as that; each property pays for its own questions, up to a share of its time. `outlet`: who says which
    properties need no answer any more."""
    for goal in goals:
        if goal.name not in record.depth:
            clock = monotonic()
            answer, play = initial_situation(record.relation, goal, clock + record.budget(goal))
            if play is not None:
                record.found(goal, play, 0, clock)
            elif answer == "unknown":
                record.spent[goal.name] = record.timeout
            record.spend(goal, clock)
    _Search(record, record.relation, record.left(goals), share, outlet).run(depth)


def search_bits(
    record: Record, goals: Sequence[Goal], depth: int, share: float = 1.0, outlet: Outlet | None = None
) -> None:
    """The same over bit-vectors, beyond the depths that are searched already. It finds plays, and no depth counts."""
    old = record.relation
    relation = Relation(old.ground, seed=old.seed, query=old.query, given=old.given, encoder=Bits())
    _BitSearch(record, relation, record.left(goals), share, outlet).run(depth)


class _Search:
    """All goals on one path of a relation, one depth after the other."""

    method = METHOD

    def __init__(
        self, record: Record, relation: Relation, goals: Sequence[Goal], share: float, outlet: Outlet | None
    ) -> None:
        self.record, self.goals, self.outlet = record, goals, outlet
        self.path = Unrolling(relation, record.lemmas, initial=True)
        self._end = {g.name: record.spent.get(g.name, 0.0) + share * record.timeout for g in goals}
        self._deadline = record.deadline(record.timeout * min(len(goals), 3))
        self.dropped: set[str] = set()

    def run(self, depth: int) -> None:
        record, path = self.record, self.path
        while path.depth <= depth:
            left = [g for g in record.left(self.goals) if g.name not in self.dropped and self._left(g) > 0]
            if not left:
                for goal in record.left(self.goals):
                    if self._end[goal.name] and goal.name not in self.dropped:
                        self.note(goal, f"its time is over at depth {path.depth}")
                return
            if monotonic() >= self._deadline:
                for goal in left:
                    self.note(goal, f"no time is left for depth {path.depth}")
                return
            for goal in left:
                self.dropped.update(self.outlet.dropped() if self.outlet is not None else ())
                if record.depth.get(goal.name, -1) < path.depth and goal.name not in self.dropped:
                    self._ask(goal)
            path.extend()
        for goal in record.left(self.goals):
            if goal.name not in self.dropped and self._end[goal.name]:
                self.note(goal, f"its last depth is {depth}")

    def _left(self, goal: Goal) -> float:
        """The seconds that a goal may still take here."""
        return min(self.record.budget(goal), self._end[goal.name] - self.record.spent.get(goal.name, 0.0))

    def _ask(self, goal: Goal) -> None:
        clock, path = monotonic(), self.path
        answer, model = path.search(goal, clock + self._left(goal))
        if answer == "sat":
            self.found(goal, path.play(model, goal), clock)
        elif answer == "unsat":
            self.reached(goal)
        else:
            self._end[goal.name] = 0.0  # no answer in its time: no deeper question now
            self.note(goal, f"no answer at depth {path.depth}: {path.why}")
        self.record.spend(goal, clock)

    def note(self, goal: Goal, why: str) -> None:
        self.record.note(goal, self.method, why)

    def found(self, goal: Goal, play: Play, clock: float) -> None:
        self.record.found(goal, play, self.path.depth, clock)

    def reached(self, goal: Goal) -> None:
        self.record.reached(goal, self.path.depth)


class _BitSearch(_Search):
    """Nothing counts but a play that the ground interpreter follows."""

    method = f"{METHOD} over {WIDTH} bits"

    def found(self, goal: Goal, play: Play, clock: float) -> None:
        try:
            super().found(goal, play, clock)
        except ReplayFailed:  # a number wrapped round
            self.dropped.add(goal.name)
            self.note(goal, f"at depth {self.path.depth}: the numbers do not suffice")

    def reached(self, goal: Goal) -> None:
        pass


class SearchBeside:
    """The deep search on the second core, as the side sees it that proves. Without a second core it never begins."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._process: Beside | None = None
        self._goals: dict[str, Goal] = {}
        self._exhausted: set[str] = set()
        """What it does not go on with."""

    def __enter__(self) -> SearchBeside:
        return self

    def __exit__(self, *error: object) -> None:
        """Whatever happened, it ends; what it told before is kept."""
        if self._process is not None:
            self.hear()
            self._process.stop()

    @property
    def begun(self) -> bool:
        return self._process is not None

    def begin(self, goals: Sequence[Goal]) -> None:
        """From here on it looks for violations of these."""
        if not possible():
            return
        record = self._record
        self._goals = {goal.name: goal for goal in goals}

        def there(outlet: Outlet) -> None:
            record.tell = outlet.tell  # in the other process, whose record is a copy
            search(record, goals, MAX_K, 0.5, outlet)  # as far as k-induction waits for it
            search_bits(record, goals, MAX_DEPTH, 0.5, outlet)
            search(record, goals, MAX_DEPTH, outlet=outlet)

        self._process = Beside(there)
        record.drop = self._process.drop

    def hear(self, seconds: float = 0.0) -> None:
        """Take over what it found; wait so long for the first of it."""
        record = self._record
        for news in self._process.news(seconds) if self._process is not None else ():
            goal = self._goals[news.property]
            if goal.name in record.results:
                continue
            if news.play is not None:
                record.found(goal, played(record.relation, news.play), news.depth, monotonic() - news.seconds)
            elif news.why:
                record.note(goal, news.method, news.why)
                self._exhausted.add(goal.name)
            else:
                record.reached(goal, news.depth)

    def reaches(self, goal: Goal, depth: int, deadline: float) -> bool:
        """Whether there is no violation within that depth; waits for the answer."""
        record = self._record
        while record.depth.get(goal.name, -1) < depth and goal.name not in record.results:
            ended = self._process is None or self._process.ended
            if ended or goal.name in self._exhausted or monotonic() > deadline:
                return False
            self.hear(min(1.0, max(deadline - monotonic(), 0.0)))
        return goal.name not in record.results

    def finish(self) -> None:
        """Wait until nothing is left to do."""
        while self._process is not None and not self._process.ended:
            self.hear(1.0)
            if all(name in self._record.results for name in self._goals):
                return
