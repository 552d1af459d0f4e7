"""Bounded search for a violation, all properties on one unrolled path; here, or beside what proves on a second core."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from ruleslawyer.engines.smt.prove.record import Record
from ruleslawyer.engines.smt.refute.paths import Unrolling, initial_situation
from ruleslawyer.engines.smt.refute.race import Outlet, Racer, possible, rebuild_play
from ruleslawyer.engines.smt.statements.goals import Goal

METHOD = "bounded search"
MAX_DEPTH = 40
"""The largest depth, if time allows."""


def search(record: Record, goals: Sequence[Goal], depth: int, share: float = 1.0, outlet: Outlet | None = None) -> None:
    """Search for violations down to a depth; each property pays for its own questions, up to a share of its time.
    `outlet`: who says which properties need no answer any more."""
    end = {g.name: record.spent.get(g.name, 0.0) + share * record.timeout for g in goals}
    dropped: set[str] = set()

    def left_for(goal: Goal) -> float:
        return min(record.budget(goal), end[goal.name] - record.spent.get(goal.name, 0.0))

    for goal in goals:
        if goal.name not in record.depth:
            clock = monotonic()
            answer, play = initial_situation(record.relation, goal, clock + record.budget(goal))
            if play is not None:
                record.note_play(goal, play, 0, clock)
            elif answer == "unknown":
                record.spent[goal.name] = record.timeout
            record.spend(goal, clock)
    path = Unrolling(record.relation, record.lemmas, initial=True)
    deadline = record.deadline(record.timeout * min(len(goals), 3))
    while path.depth <= depth:
        left = [g for g in record.open_goals(goals) if g.name not in dropped and left_for(g) > 0]
        if not left:
            for goal in record.open_goals(goals):
                if end[goal.name]:
                    record.note(goal, METHOD, f"its time is over at depth {path.depth}")
            return
        if monotonic() >= deadline:
            for goal in left:
                record.note(goal, METHOD, f"no time is left for depth {path.depth}")
            return
        for goal in left:
            dropped.update(outlet.properties_decided_elsewhere() if outlet is not None else ())
            if record.depth.get(goal.name, -1) >= path.depth or goal.name in dropped:
                continue
            clock = monotonic()
            answer, model = path.search(goal, clock + left_for(goal))
            if answer == "sat":
                record.note_play(goal, path.play(model, goal), path.depth, clock)
            elif answer == "unsat":
                record.note_depth(goal, path.depth)
            else:
                end[goal.name] = 0.0  # no answer in its time: no deeper question now
                record.note(goal, METHOD, f"no answer at depth {path.depth}: {path.why}")
            record.spend(goal, clock)
        path.extend()
    for goal in record.open_goals(goals):
        if record.depth.get(goal.name) == depth:
            record.note(goal, METHOD, f"its last depth is {depth}")


class RacingSearch:
    """The deep search on the second core, as the side sees it that proves. Without a second core it never begins."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._process: Racer | None = None
        self._goals: dict[str, Goal] = {}
        self._exhausted: set[str] = set()
        """What it does not go on with."""

    def __enter__(self) -> RacingSearch:
        return self

    def __exit__(self, *error: object) -> None:
        """Whatever happened, it ends; what it told before is kept."""
        if self._process is not None:
            self.hear()
            self._process.stop()

    @property
    def has_begun(self) -> bool:
        return self._process is not None

    def begin(self, goals: Sequence[Goal]) -> None:
        """Begin to look for violations of these."""
        if not possible():
            return
        record = self._record
        self._goals = {goal.name: goal for goal in goals}

        def there(outlet: Outlet) -> None:
            record.tell = outlet.tell  # in the other process, whose record is a copy
            search(record, goals, MAX_DEPTH, outlet=outlet)

        self._process = Racer(there)
        record.drop = self._process.drop

    def hear(self, seconds: float = 0.0) -> None:
        """Take over what it found; wait so long for the first of it."""
        record = self._record
        for news in self._process.news(seconds) if self._process is not None else ():
            goal = self._goals[news.property]
            if goal.name in record.results:
                continue
            if news.play is not None:
                record.note_play(goal, rebuild_play(record.relation, news.play), news.depth, monotonic() - news.seconds)
            elif news.why:
                record.note(goal, news.method, news.why)
                self._exhausted.add(goal.name)
            else:
                record.note_depth(goal, news.depth)

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
