"""One play on the reference: where it stands, how it came there, and back and forth along that."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.play.explain import explain, sentence
from ruleslawyer.scenario.staged import Staged
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem


@dataclass
class Game:
    """taken: the actions, with the state after each; those from `at` on are undone, and can be done again. start: how
    it began, None where a state was put there."""

    system: TransitionSystem
    codec: Codec
    first: State
    start: Instance | None = None
    taken: list[tuple[Instance, State]] = field(default_factory=list)
    at: int = 0

    @property
    def state(self) -> State:
        return self.taken[self.at - 1][1] if self.at else self.first

    def step(self, instance: Instance) -> State:
        """Take an allowed action; a UsageError says which clauses speak against another one."""
        found = explain(self.system, self.codec, self.state, instance)
        call = self.codec.call(instance)
        if not found.allowed:
            raise UsageError(f"{call} cannot be taken here: {sentence(found)}", "action")
        after = reached(self.system.take(self.state, instance), call)
        self.taken[self.at :] = [(instance, after)]
        self.at += 1
        return after

    def undo(self) -> State:
        if not self.at:
            raise UsageError("nothing was done yet", "undo", "the play stands where it began")
        self.at -= 1
        return self.state

    def redo(self) -> State:
        if self.at == len(self.taken):
            raise UsageError("nothing was undone", "redo")
        self.at += 1
        return self.state


def begun(system: TransitionSystem, codec: Codec, start: Instance) -> Game:
    """A new play."""
    call = codec.call(start)
    outcome = system.begin(start)
    if outcome is None:
        raise UsageError(f"no game begins with {call}", "args", "ask for `initials`: all ways to begin")
    return Game(system, codec, reached(outcome, call), start)


def put(system: TransitionSystem, codec: Codec, state: State) -> Game:
    """A play that goes on from a state: what is forced there is done first."""
    return Game(system, codec, reached(Staged(system).settled(state), "what is forced there"))


def reached(outcome: Outcome, call: str) -> State:
    """The state that something led to."""
    if outcome.state is None:
        met = "; ".join(event.title for event in outcome.events)
        raise UsageError(f"{call} has no result: {met}", "action")
    return outcome.state
