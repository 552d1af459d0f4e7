"""The second half of the portfolio, in a process of its own on the second core: the bounded search for violations,
beside the methods that prove. The first conclusive verdict wins; the other side drops the property.

The process is forked, so that it has the relation and the lemmas at once. Terms cannot be sent, so a play goes by the
places of its instances.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from ruleslawyer.base.processes.parent import leave_with_parent
from ruleslawyer.base.processes.processors import processors
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.refute.paths import Move, Play
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.relation import Instance


@dataclass(frozen=True, slots=True)
class News:
    """News of a property from the search: a depth without a violation, a method that gave up, or a play."""

    property: str
    depth: int = -1
    method: str = ""
    why: str = ""
    play: tuple[object, ...] | None = None
    seconds: float = 0.0


def possible() -> bool:
    """Whether there is a second core, and a process of one's own can be started for it."""
    if processors() == 1 or multiprocessing.current_process().daemon:
        return False
    return "fork" in multiprocessing.get_all_start_methods()


class Outlet:
    """The search's end of the line."""

    def __init__(self, line: Connection) -> None:
        self._line = line

    def tell(self, news: News) -> None:
        self._line.send(news)

    def properties_decided_elsewhere(self) -> Iterator[str]:
        """The properties that are decided on the other side."""
        while self._line.poll():
            try:
                yield self._line.recv()
            except (EOFError, ConnectionError):  # the one that proves has ended
                return


class Racer:
    """The other process, seen from the one that proves."""

    def __init__(self, search: Callable[[Outlet], None]) -> None:
        context = multiprocessing.get_context("fork")
        self._line, there = context.Pipe()
        self._process = context.Process(target=_run, args=(search, there), daemon=True)
        self._process.start()
        there.close()
        self.ended = False

    def news(self, seconds: float = 0.0) -> Iterator[News]:
        """News since the last call; waits so long for the first of it."""
        while not self.ended and self._line.poll(seconds):
            seconds = 0.0
            try:
                told = self._line.recv()
            except (EOFError, ConnectionError):  # it has ended, with or without a word of ours that it never read
                self.ended = True
                return
            if isinstance(told, Exception):
                raise told
            yield told

    def drop(self, name: str) -> None:
        """A property is decided here."""
        try:
            self._line.send(name)
        except OSError:  # it has ended
            self.ended = True

    def stop(self) -> None:
        """End it, wherever it is."""
        self._process.kill()
        self._process.join()
        self._line.close()
        self.ended = True


def _run(search: Callable[[Outlet], None], line: Connection) -> None:
    """Run the search in the new process: Ctrl-C and SIGTERM are for the other one, which ends this one."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    leave_with_parent()
    with suppress(BrokenPipeError, EOFError, ConnectionResetError):  # nobody listens any more
        try:
            search(Outlet(line))
        except Exception as error:  # raised again by whoever listens
            line.send(error)
    line.close()


def plain(relation: Relation, play: Play) -> tuple[object, ...]:
    """A play without terms."""
    initial = {id(i): place for place, i in enumerate(relation.initial)}
    steps = {id(i): place for place, i in enumerate(relation.steps)}

    def tell(move: Move) -> tuple[bool, int, Mapping[str, Scalar]]:
        begins = move.instance.kind == "initial"
        return begins, (initial if begins else steps)[id(move.instance)], dict(move.parameters)

    stopped = tell(play.stopped) if play.stopped is not None else None
    return dict(play.rigids), tuple(tell(m) for m in play.moves), play.states, stopped, play.reason


def rebuild_play(relation: Relation, told: tuple[Any, ...]) -> Play:
    """The play again."""

    def move(begins: bool, place: int, parameters: Mapping[str, Scalar]) -> Move:
        instances: Any = relation.initial if begins else relation.steps
        instance: Instance = instances[place]
        return Move(instance, parameters)

    rigids, moves, states, stopped, reason = told
    return Play(rigids, tuple(move(*m) for m in moves), states, move(*stopped) if stopped is not None else None, reason)
