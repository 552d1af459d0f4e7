"""A study's time by a clock that is set by hand, what stops it, and whom it asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from ruleslawyer.exploration.study import OutOfTime, Study, StudyResult, answer_all
from ruleslawyer.rulebook.claims.limits import Limits, Unready


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(Study, "clock", staticmethod(made))
    return made


def test_what_one_part_does_not_need_is_for_the_others(clock: Clock) -> None:
    """Of ninety seconds each of three parts has thirty; the first needs ten, so that each of the others has forty."""
    study = Study(90)
    first = study.part(3)
    assert first.remaining_seconds == 30
    clock.now += 10
    assert study.part(2).remaining_seconds == 40 and not first.is_over
    clock.now += 21
    assert first.is_over and not study.is_over and study.seconds == 31


def test_a_part_more_once_the_time_is_over(clock: Clock) -> None:
    """A quarter of two minutes is half a minute: from now on where they are over, and else on top of what is left."""
    for passed, left in ((150, 30), (100, 50)):
        assert left_to_conclude(clock, Study.of_minutes(2), passed) == left


def left_to_conclude(clock: Clock, study: Study, passed: float) -> float:
    there = list[float]()

    def vary() -> None:
        clock.now += passed

    study.run(StudyResult(), vary, lambda: there.append(study.remaining_seconds))
    return there[0]


def test_what_stopped_it_is_said_and_it_concludes_all_the_same(clock: Clock) -> None:
    def interrupted() -> None:
        clock.now += 3
        raise KeyboardInterrupt

    def unready() -> None:
        raise Unready("no code yet")

    study, concluded = Study(10), list[str]()
    found = study.run(StudyResult(), interrupted, lambda: concluded.append(study.stopped))
    assert (found.stopped, found.seconds, concluded) == ("interrupted", 3, ["interrupted"])
    assert Study().run(StudyResult(), unready).stopped == "no code yet"


def test_limits_keep_to_the_time_that_is_left(clock: Clock) -> None:
    study = Study(10)
    clock.now += 4
    assert [study.within(Limits(seconds=given)).seconds for given in (None, 3, 20)] == [6, 3, 6]
    assert Study().within(Limits()).seconds is None


def test_what_stops_it(clock: Clock) -> None:
    """What was done before stays; a mistake is no end."""
    study, done = Study.of_minutes(0.5), list[int]()
    with study.stopping():
        for number in range(5):
            study.expect_time()
            done.append(number)
            clock.now += 20
    assert done == [0, 1] and study.stopped == "stopped after 0.5 minutes"
    with study.stopping():
        raise KeyboardInterrupt
    assert study.stopped == "interrupted"
    with pytest.raises(ValueError, match="a mistake"), study.stopping():
        raise ValueError("a mistake")
    with pytest.raises(OutOfTime):
        study.expect_time()


@pytest.mark.parametrize("known", [set(), {0, 1, 4, 5}, {2, 3}, {0, 1, 2, 3, 4, 5}])
def test_what_is_known_is_not_asked(known: set[int]) -> None:
    """The answers come in the order of the questions, and those that were asked for are kept, whoever gives them."""
    asked, kept = list[int](), dict[int, int]()

    def ask(questions: Iterable[int]) -> Iterator[int]:
        for question in questions:
            asked.append(question)
            yield 10 * question

    found = answer_all(range(6), lambda n: 10 * n if n in known else None, ask, kept.__setitem__)
    assert list(found) == [0, 10, 20, 30, 40, 50]
    assert asked == [n for n in range(6) if n not in known]
    assert kept == {n: 10 * n for n in asked}


def test_all_may_be_asked_for_before_one_is_answered() -> None:
    """As processes and clusters are: they take all questions at once."""
    found = answer_all(range(4), lambda n: 10 * n if n % 2 else None, lambda asked: iter([10 * n for n in list(asked)]))
    assert list(found) == [0, 10, 20, 30]
