"""What workers do next: what a ruleset wants goes before what those want that asked later."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.base.processes import pool
from ruleslawyer.base.processes.executor import Question


@dataclass(frozen=True)
class Asked(Question[str]):
    ruleset: str
    name: str
    root: Path = Path()

    def __call__(self) -> str:
        return self.name


class Long(Asked):
    ahead = 1


class Slow:
    """A pool in which a job is over when the test says so."""

    def __init__(self) -> None:
        self.given: list[tuple[Any, Future[str]]] = []

    def submit(self, job: Any) -> Future[str]:
        self.given.append((job, Future()))
        return self.given[-1][1]

    def shutdown(self, **_: Any) -> None:
        pass

    def done(self) -> str:
        """The oldest that is not over comes to its end."""
        job, future = next((job, future) for job, future in self.given if not future.done())
        future.set_result(job())
        return str(job.name)


def test_what_a_ruleset_wants_late_goes_before_what_others_want(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(pool, "spawn", lambda *_: slow)
    with pool.Workers(1) as workers:
        for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
            workers.want(Asked(name[0], name))
        workers.want(Long("c", "long of c"))
        workers.start()
        late = Asked("a", "late of a")
        workers.want(late)
        workers.start()
        order = [slow.done() for _ in range(8)]
        # Two were given at once: one to do, and one to go on with.
        assert order == ["a1", "a2", "a3", "late of a", "b1", "b2", "long of c", "c1"]
        assert workers.result(late) == "late of a"


def test_what_is_wanted_of_much_begins_before_all_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(pool, "spawn", lambda *_: slow)
    jobs = [Asked("a", f"a{number}") for number in range(pool.FEW)]
    with pool.Workers(1) as workers:
        for job in jobs[:-1]:
            workers.want(job)
        assert not any(map(workers.has_begun, jobs)), "so few are not worth a process"
        workers.want(jobs[-1])
        assert all(map(workers.has_begun, jobs))
        late = Asked("a", "later")
        workers.want(late)
        assert workers.has_begun(late)
        while not workers.is_done(late):
            slow.done()


def test_rules_are_lent_before_the_first_job_about_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lender:
        def lend(self, of: object) -> None:
            happened.append(of)

        @property
        def borrowing(self) -> Any:
            return borrow

    class Told(Slow):
        def submit(self, job: Any) -> Future[str]:
            happened.append(job.name)
            return super().submit(job)

    def borrow() -> None:
        pass

    def spawn(*given: object) -> Slow:
        begun.append(given[-1])
        return slow

    happened, slow, begun = list[object](), Told(), list[object]()
    monkeypatch.setattr(pool, "spawn", spawn)
    with pool.Workers(1, Lender()) as workers:
        for name in ("a1", "a2", "b1"):
            workers.want(Asked(name[0], name))
        workers.start()
        workers.want(Asked("a", "a3"))
        workers.start()
        for _ in range(4):
            slow.done()
    assert begun == [borrow]
    assert happened == [(Path(), "a"), (Path(), "b"), "a1", "a2", "a3", "b1"]


def test_a_failure_is_that_of_its_own_job(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(pool, "spawn", lambda *_: slow)
    good, bad = Asked("a", "good"), Asked("a", "bad")
    with pool.Workers(1) as workers:
        for job in (bad, good):
            workers.want(job)
        workers.start()
        slow.given[0][1].set_exception(ValueError("no"))
        slow.done()
        assert workers.result(good) == "good" and workers.is_done(good) and not workers.is_done(bad)
        with pytest.raises(ValueError, match="no"):
            workers.result(bad)
