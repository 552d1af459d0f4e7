"""Plays of another implementation once more, in processes that have played nothing else or only what is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.conform.course import Course
from ruleslawyer.bridges.conform.difference import Difference, Disagreement
from ruleslawyer.bridges.conform.peer import Peer, Refused
from ruleslawyer.bridges.conform.program import Fault, Program
from ruleslawyer.play.rules import Rules
from ruleslawyer.play.shrink import ChoiceSequence
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.transition import TransitionSystem

Requests = Sequence[Json]
"""What one play asked of the program, in order."""


def hello(program: Program, system: TransitionSystem, ruleset: str, *, told: bool = True) -> Peer:
    """Greet an implementation; one that declines to play this scope ends the session."""
    try:
        return Peer(program, system, ruleset, told=told)
    except Refused as refused:
        raise Fault("declines", f"scope {system.scope.name}: {refused}") from None


def replay(
    system: TransitionSystem, peer: Peer, way: ChoiceSequence, wanted: Difference | None = None, *, whole: bool = True
) -> Difference | None:
    """A play on both sides: the first difference, or the first that shows the `wanted` one; it begins where that one
    began. Of a play that is not `whole`, what is legal is compared at its end."""
    course = Course(Rules(system), peer, Dice(0))

    def begin() -> object:
        return course.begin(way.start) if wanted is None or wanted.given is None else course.put(wanted.given)

    asked: list[Callable[[], object]] = [begin]
    for instance in way.taken:
        asked += [course.legal] if whole else []
        asked += [lambda instance=instance: course.take(instance)]  # type: ignore[misc]
    for ask in (*asked, course.legal):
        try:
            ask()
        except Disagreement as met:
            for found in met.differences:
                if wanted is None or found.shows(wanted):
                    return found
            if met.common is None:
                return None
        if course.session.state is None:
            return None
    return None


class Replaying:
    """A second process of the program, in which plays are tried; `tried` counts them."""

    def __init__(self, program: Program, system: TransitionSystem, ruleset: str, *, told: bool = True) -> None:
        self.program = program.another()
        self.system, self.ruleset, self.told = system, ruleset, told
        self.tried = 0
        self.peer: Peer | None = None

    def __enter__(self) -> Replaying:
        return self

    def __exit__(self, *_: object) -> None:
        self.program.stop()

    def on(self, way: ChoiceSequence, wanted: Difference, *, whole: bool = True) -> Difference | None:
        """A play, whatever the process has played before."""
        if self.peer is None or not self.program.running:
            self.peer = hello(self.program, self.system, self.ruleset, told=self.told)
        self.tried += 1
        return replay(self.system, self.peer, way, wanted, whole=whole)

    def anew(self, way: ChoiceSequence, wanted: Difference, earlier: Sequence[Requests] = ()) -> Difference | None:
        """A play in a new process, behind these earlier plays; what is answered to those is not looked at."""
        self.program.stop()
        self.peer = hello(self.program, self.system, self.ruleset, told=self.told)
        for request in (request for requests in earlier for request in requests):
            self.program.ask(request)
        return self.on(way, wanted)
