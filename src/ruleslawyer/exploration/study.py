"""A study as it runs: how long it may take, what it tells, and what stopped it. What was found by then stays.

A study is put together of what varies something, of what looks at each variant, and of `Study.run`:

    study    varies                                   looks at
    sweep    rows of a covering array (`covering`)    what is new (`check.known`), live rules, cards that came up
    fuzz     whole games, guided (`fuzz.playing`)     what is new, how near properties come, what never happens
    stats    whole games (`statistics.games`)         ends, lengths, uses, findings that come up
    cards    cards on two seats (`cards.seats`)       what none meets alone, the findings that name it, who is played
    adequacy faults (`adequacy.faults`)               what a report or a sweep would say (`adequacy.notice`)
    ablate   clauses left out (`variants.ablation`)   moves and verdicts
    family   answers (`variants.family`)              verdicts, and when players could tell
    cores    clarifications (`clarifications`)        clashes and deadlocks
    hunt     states, however they come (`hunt.spots`) what meets there, and questions by shape (`hunt.shapes`)
    laws     drawn states (`laws.draw`)               whether two that differ in one thing keep a law (`laws.compare`)

What is met is a `claims.met.Met`; `evidence.naming` says which findings name it. Many variants are asked of processes
or a cluster (`question_executor`); what earlier runs know is not asked again (`answer_all`, or a
`files.journal.Journal`).
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias, TypeVar

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.base.processes.parent import leave_with_parent, mapping
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, Unready

Q = TypeVar("Q")
A = TypeVar("A")
Ask: TypeAlias = Callable[[Iterable[Q]], Iterator[A]]
"""Gives the answers to questions, in their order."""


@dataclass(kw_only=True)
class StudyResult:
    """The result of a study, whatever it is about. stopped: why it is less than was asked for; empty where it is not.
    Two that took other times may have found the same."""

    stopped: str = ""
    seconds: float = field(default=0.0, compare=False)


F = TypeVar("F", bound=StudyResult)


class OutOfTime(Exception):
    """The time of a study is over."""


def expect_no_ctrl_c(stopped: str) -> None:
    """Go on, unless Ctrl-C stopped an exploration: it is meant for the whole study."""
    if stopped == BY_CTRL_C:
        raise KeyboardInterrupt


class Study:
    """stopped: why there is less than was asked for; empty where nothing stopped it. clock: what its time is told by,
    in seconds."""

    clock = staticmethod(time.perf_counter)

    def __init__(self, seconds: float | None = None, late: str = "", tell: Tell | None = None) -> None:
        """`late`: how it is said that the time is over."""
        self.began = self.clock()
        self.end = None if seconds is None else self.began + seconds
        self.stopped = ""
        self.tell = tell or (lambda text: None)
        self._late = late

    @staticmethod
    def of_minutes(minutes: float | None, tell: Tell | None = None) -> Study:
        if minutes is None:
            return Study(tell=tell)
        return Study(60 * minutes, f"stopped after {minutes:g} minutes", tell)

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return self.clock() - self.began

    @property
    def is_over(self) -> bool:
        return self.end is not None and self.clock() > self.end

    def expect_time(self) -> None:
        """Go on, where there is time and Ctrl-C has stopped nothing."""
        if self.is_over:
            raise OutOfTime
        expect_no_ctrl_c(self.stopped)

    @contextmanager
    def stopping(self) -> Iterator[None]:
        """Stops the work inside at Ctrl-C, and at the end of the time."""
        try:
            yield
        except KeyboardInterrupt:
            self.stopped = BY_CTRL_C
        except OutOfTime:
            self.stopped = self.stopped or self._late
        except Unready as error:
            self.stopped = self.stopped or str(error)

    def run(self, found: F, vary: Callable[[], None], conclude: Callable[[], None] = lambda: None) -> F:
        """Runs a study to its end, to Ctrl-C or to the end of the time, and returns the result, with what stopped it
        and how long it took. `vary`: makes one thing after the other, and looks at it; `conclude`: what is done then
        with all that was met, such as making it small, which may take a quarter of the time more."""
        with self.stopping():
            vary()
        if self.end is not None:
            self.end = max(self.end, self.clock()) + (self.end - self.began) / 4
        with self.stopping():
            conclude()
        found.stopped, found.seconds = self.stopped, self.seconds
        return found

    @property
    def remaining_seconds(self) -> float:
        """Seconds that are left."""
        return math.inf if self.end is None else max(0.0, self.end - self.clock())

    def within(self, limits: Limits) -> Limits:
        """The limits, with no more seconds than are left."""
        seconds = self.remaining_seconds if limits.seconds is None else min(self.remaining_seconds, limits.seconds)
        return replace(limits, seconds=None if seconds == math.inf else seconds)

    def part(self, parts: int) -> Study:
        """An equal share of what is left, where so many parts have had none: what one does not need is for others.
        Ctrl-C was meant for all of them."""
        made = Study(None if self.end is None else self.remaining_seconds / max(1, parts), self._late, self.tell)
        made.stopped = self.stopped if self.stopped == BY_CTRL_C else ""
        return made


@contextmanager
def question_executor(
    elsewhere: Ask[Q, A] | None,
    workers: int,
    answer: Callable[[Q], A],
    prepare: Callable[..., None] = leave_with_parent,
    *given: object,
) -> Iterator[Ask[Q, A]]:
    """The executor that answers questions: one elsewhere, or so many processes of our own, each prepared."""
    if elsewhere is not None:
        yield elsewhere
        return
    with mapping(workers, prepare, *given) as work:
        yield partial(work, answer)


def answer_all(
    questions: Iterable[Q],
    known: Callable[[Q], A | None],
    ask: Ask[Q, A],
    keep: Callable[[Q, A], None] = lambda question, answer: None,
) -> Iterator[A]:
    """The answers to many questions, in their order. `known`: those of earlier runs; `ask`: who answers the others, in
    their order, here or elsewhere; `keep`: what comes of those."""
    waiting = deque[tuple[Q, A | None]]()

    def open_questions() -> Iterator[Q]:
        for question in questions:
            found = known(question)
            waiting.append((question, found))
            if found is None:
                yield question

    for made in ask(open_questions()):
        while (found := waiting[0][1]) is not None:
            waiting.popleft()
            yield found
        keep(waiting.popleft()[0], made)
        yield made
    yield from (found for _, found in waiting if found is not None)
