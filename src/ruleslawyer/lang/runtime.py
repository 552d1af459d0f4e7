"""The runtime that running rules ask: a context variable, so that two engines in one process stay apart."""

from __future__ import annotations

from contextvars import ContextVar, Token
from typing import Any, NoReturn, Protocol


class Runtime(Protocol):
    """The direct run's side of the language. Values are the author's own Python objects."""

    rigid: dict[tuple[Any, str], Any]
    """The rigid attributes that were asked for, by member and name."""

    def size(self, sort: str) -> int:
        """How many members a sort has in this scope."""

    def attribute(self, member: Any, name: str) -> Any:
        """A rigid attribute of a sort's member (a `Map` where it is one)."""

    def number(self, name: str) -> Any:
        """A constant by its full name, such as ``Numbers.hand``."""

    def read(self, record: Any, field: str) -> Any:
        """A field of the state or of an open frame (a `Map` where it is one)."""

    def write(self, record: object, field: str, value: object) -> None: ...

    def ask(self, name: str, args: tuple[Any, ...]) -> Any:
        """The value of a term or of a question."""

    def allows(self, name: str, s: Any, chosen: tuple[object, ...]) -> bool:
        """Whether an action may be done, with what is chosen and any members for the rest."""

    def demand(self, name: str, args: tuple[object, ...]) -> None:
        """A deed is demanded by the effect that runs."""

    def delta(self, place: Any, key: object, amount: int) -> None: ...

    def begin_effect(self, cites: tuple[str, ...]) -> None: ...

    def end_effect(self) -> None: ...

    def begin_simultaneous(self) -> None: ...

    def end_simultaneous(self) -> None: ...

    def open(self, state: object, record: object) -> None: ...

    def emit(self, state: object, moment: object) -> None: ...

    def close(self, state: object, record: object) -> None: ...

    def is_open(self, state: object, frame: str) -> bool: ...

    def frame(self, state: Any, frame: str) -> Any:
        """A frame's record, whose fields can be read while it is open."""

    def broken(self, reason: str) -> NoReturn:
        """A check of the language failed, such as `the` of two things."""


_current: ContextVar[Runtime] = ContextVar("ruleslawyer.runtime")
asked = _current.get
"""The runtime in which rules run now, where the caller knows what it is when there is none: a LookupError."""


def current() -> Runtime:
    """The runtime in which rules run now; where an author calls a rule outside one, a `RuntimeError` says how."""
    try:
        return _current.get()
    except LookupError:
        raise RuntimeError("rules run inside an engine: Project.load(…).engine(…), or `ruleslawyer play`") from None


def running() -> bool:
    """Whether rules run now: where a module is only executed, they do not."""
    return _current.get(None) is not None


def use(runtime: Runtime) -> Token[Runtime]:
    """Make `runtime` the current one; returns the token that `release` takes."""
    return _current.set(runtime)


def release(token: Token[Runtime]) -> None:
    _current.reset(token)
