"""One play on the reference: where it stands, how it came there, and back and forth along that."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from ruleslawyer.conform.protocol import reading_of
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.play.coded import Coded
from ruleslawyer.play.explain import explain, sentence
from ruleslawyer.scenario.staged import Staged
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

Json = dict[str, Any]


@dataclass(frozen=True)
class Rules:
    """What is played: a ruleset in one scope under one reading."""

    name: str
    system: TransitionSystem
    codec: Codec

    @cached_property
    def coded(self) -> Coded | None:
        """Compiled code, made when it is first asked; None where the scope cannot be compiled."""
        return Coded.of(self.system)

    def legal(self, state: State) -> Iterator[Judged]:
        """What may be taken in a state."""
        found = self.coded.allowed(state) if self.coded else None
        if found is None:
            return (judged for judged in self.system.candidates(state) if judged.allowed)
        return (self.system.judged(state, instance) for instance in found)

    def json(self) -> Json:
        """What tells these rules from others."""
        return {
            "ruleset": self.name,
            "digest": self.system.system.digest,
            "scope": self.system.scope.name,
            "reading": reading_of(self.system),
            "rulings": sorted(self.system.rulings),
        }


@dataclass(frozen=True, slots=True)
class Taken:
    """An action, the state after it, and a digest of all that led there."""

    instance: Instance
    after: State
    mark: str


@dataclass(eq=False)
class Game:
    """taken: the actions; those from `at` on are undone, and can be done again. start: how it began, None where a state
    was put there."""

    rules: Rules
    first: State
    start: Instance | None = None
    taken: list[Taken] = field(default_factory=list)
    at: int = 0

    def __post_init__(self) -> None:
        self._mark = _digest("", self.beginning())

    @property
    def state(self) -> State:
        return self.taken[self.at - 1].after if self.at else self.first

    @property
    def version(self) -> str:
        """How many actions were taken, and a digest of the rules, the beginning and all of them: the same for two games
        that went the same way."""
        return f"{self.at}-{self._last_mark}"

    @property
    def _last_mark(self) -> str:
        return self.taken[self.at - 1].mark if self.at else self._mark

    @property
    def instances(self) -> tuple[Instance, ...]:
        """The actions that were taken and not undone."""
        return tuple(taken.instance for taken in self.taken[: self.at])

    def beginning(self) -> Json:
        """What is played, and how it began."""
        if self.start is None:
            return {**self.rules.json(), "load": self.rules.codec.state(self.first)}
        return {**self.rules.json(), "initial": self.rules.codec.instance(self.start)["args"]}

    def step(self, instance: Instance) -> None:
        """Take an allowed action; a UsageError says which clauses speak against another one."""
        system, codec, coded = self.rules.system, self.rules.codec, self.rules.coded
        after = coded.after(self.state, instance) if coded else None
        if after is None:
            found = explain(system, codec, self.state, instance)
            call = codec.call(instance)
            if not found.allowed:
                raise UsageError(f"{call} cannot be taken here: {sentence(found)}", "action")
            after = reached(system.take(self.state, instance), call)
        self.taken[self.at :] = [Taken(instance, after, _digest(self._last_mark, codec.instance(instance)))]
        self.at += 1

    def undo(self) -> None:
        if not self.at:
            raise UsageError("nothing was done yet", "undo", "the play stands where it began")
        self.at -= 1

    def redo(self) -> None:
        if self.at == len(self.taken):
            raise UsageError("nothing was undone", "redo")
        self.at += 1

    def under(self, rules: Rules) -> Game:
        """The same play under another reading; a UsageError says which of its actions cannot be taken there."""
        game = put(rules, self.first) if self.start is None else begun(rules, self.start)
        game.follow(self.instances)
        return game

    def follow(self, instances: Iterable[Instance]) -> None:
        """Take several actions."""
        for number, instance in enumerate(instances, 1):
            try:
                self.step(instance)
            except UsageError as error:
                raise UsageError(f"action {number}: {error.message}", "taken") from None


def begun(rules: Rules, start: Instance) -> Game:
    """A new play."""
    call = rules.codec.call(start)
    outcome = rules.system.begin(start)
    if outcome is None:
        raise UsageError(f"no game begins with {call}", "args", "ask for `initials`: all ways to begin")
    return Game(rules, reached(outcome, call), start)


def put(rules: Rules, state: State) -> Game:
    """A play that goes on from a state: what is forced there is done first."""
    return Game(rules, reached(Staged(rules.system).settled(state), "what is forced there"))


def reached(outcome: Outcome, call: str) -> State:
    """The state that something led to."""
    if outcome.state is None:
        met = "; ".join(event.title for event in outcome.events)
        raise UsageError(f"{call} has no result: {met}", "action")
    return outcome.state


def _digest(before: str, value: Json) -> str:
    return sha256((before + json.dumps(value, sort_keys=True)).encode()).hexdigest()[:16]
