"""The executors of questions: processes of this machine, as many as its cores, or a cluster. Whoever asks does not know
which.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from ruleslawyer.base.diagnostics import Tell

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Job(Hashable, Protocol[T_co]):
    """A job that can be sent to another process, and done there."""

    def __call__(self) -> T_co: ...


class Question(ABC, Generic[T]):
    """A job about a ruleset: a dataclass of plain data, which may go to another machine. The ruleset goes with it."""

    __slots__ = ()
    root: Path
    ruleset: str
    ahead: ClassVar[int] = 0
    """Before those of how many more rulesets it begins, as it takes long: nobody waits for it alone at the end."""

    @property
    def quotes(self) -> bool:
        """Whether the question quotes the project's sources, so that they go with it, as text."""
        return False

    @abstractmethod
    def __call__(self) -> T: ...

    def there(self) -> Question[T]:
        """The question as it goes to another machine, where there is no store and no code of a project."""
        return self

    def back(self, found: T) -> T:
        """Finishes an answer that comes from elsewhere: keeps it, and runs what only this machine can run."""
        return found


class Executor(Protocol):
    """Answers questions, each once, in any order; what was asked first begins first."""

    @property
    def width(self) -> int:
        """How many it works on at once, about."""

    def want(self, job: Job[object], pieces: int = 1) -> None:
        """Something to be done, of so many pieces."""

    def start(self) -> None:
        """Begin with all that is wanted, if it is much."""

    def has_begun(self, job: Job[object]) -> bool:
        """Whether this job is being done here, or was; who wants the result of another one makes it."""

    def is_done(self, job: Job[object]) -> bool:
        """Whether its result is there."""

    def result(self, job: Job[T], tell: Tell | None = None) -> T:
        """The result of a job that is begun; waits for it."""

    def first(self, jobs: Collection[Job[object]], seconds: float) -> Job[Any] | None:
        """One of these, all of them begun, that is over, if only because it failed; waits for it, and not longer than
        so many seconds."""

    def map(self, jobs: Iterable[Question[T]]) -> Iterator[T]:
        """The results of many, in their order."""


_most: int | None = None
_most_at_length: int | None = None


def processors(*, at_length: bool = False) -> int:
    """One at least, where the machine does not tell. `at_length`: for work that may outlast all that is done beside."""
    return (at_length and _most_at_length) or _most or os.cpu_count() or 1


def use_only(number: int, *, at_length: int | None = None) -> None:
    """This process takes no more from now on: others have their own. `at_length`: for what takes long."""
    global _most, _most_at_length
    _most, _most_at_length = number, at_length
