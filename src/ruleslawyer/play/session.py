"""A play that somebody leads: where it stands, how it came there, on and back, under other rules, saved and resumed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Generic, TypeVar

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.play.explain import SingleInstanceSystem
from ruleslawyer.play.rules import Rules, expect_state
from ruleslawyer.play.shrink import ChoiceSequence
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Trace
from ruleslawyer.semantics.transition import Instance, Judged, Outcome

R = TypeVar("R", bound=Rules)


@dataclass(eq=False)
class Node(Generic[R]):
    """A node of the tree of a play: an action, or the beginning, and the state that it led to.

    state: None where the branch ended in an event. led: the same with all that was done on the way, where that is known
    already. given: the state that a play goes on from which did not begin by the rules. own: whether whoever leads the
    play chose the action. children: what was done from here, where that is kept; last: what was done here last.
    """

    rules: R
    parent: Node[R] | None
    instance: Instance
    state: State | None
    led: Outcome | None = None
    given: State | None = None
    own: bool = False
    number: int = -1
    children: tuple[Node[R], ...] = ()
    last: Node[R] | None = None
    depth: int = field(init=False)
    _mark: str = ""

    def __post_init__(self) -> None:
        self.depth = 0 if self.parent is None else self.parent.depth + 1

    @property
    def rest(self) -> State:
        """The state, where there is one."""
        assert self.state is not None
        return self.state

    def take(self, instance: Instance, *, own: bool = False) -> Node[R]:
        """The node that an action leads to, whatever speaks against it."""
        after, led = self.rules.coded_after(self.rest, instance), None
        if after is None:
            led = self.rules.system.take(self.rest, instance)
            after = led.state
        return Node(self.rules, self, instance, after, led, own=own)

    def step(self, instance: Instance) -> Node[R]:
        """The node that an allowed action leads to; a UsageError says what speaks against another one."""
        return Node(self.rules, self, instance, self.rules.step(self.rest, instance))

    def again(self, rules: R) -> Node[R] | None:
        """The same play by other rules; None where an action is not allowed there, or leads elsewhere."""
        first, *others = self.path
        node = first_node(rules, first.instance)
        if node is None or node.state != first.state:
            return None
        for now in others:
            if node.state is None or not rules.system.judge(node.state, now.instance).is_allowed:
                return None
            node = node.take(now.instance, own=now.own)
            if node.state != now.state:
                return None
        return node

    # --- what was done ----------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome:
        """All that was done, what followed of itself included."""
        if self.led is None:
            assert self.parent is not None
            self.led = self.rules.system.take(self.parent.rest, self.instance)
        return self.led

    @cached_property
    def judgement(self) -> Judged | None:
        """The action where it was taken; None as a play begins."""
        return self.rules.system.judge(self.parent.rest, self.instance) if self.parent else None

    @cached_property
    def taken_step(self) -> Step:
        """The action, with the clauses that permit it."""
        judgement = self.judgement.judgement if self.judgement else None
        return Step(self.instance, judgement.clauses if judgement else (), self.outcome.substeps, self.state)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events of judging and of taking it."""
        judged = self.judgement.events if self.judgement else ()
        return tuple({event.key: event for event in (*judged, *self.outcome.events)}.values())

    @cached_property
    def who(self) -> str:
        """The player whose action it was; nobody as a play begins."""
        return self.rules.doer(self.parent.rest, self.instance) if self.parent else ""

    @property
    def last_state(self) -> State | None:
        """The last state that there was, one within a step that has no result included."""
        return self.taken_step.last_state or (self.parent.last_state if self.parent else None)

    # --- how it came there ------------------------------------------------------------------------------------------

    @property
    def path(self) -> list[Node[R]]:
        """The nodes from the beginning to here."""
        found: list[Node[R]] = []
        node: Node[R] | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    @property
    def since(self) -> list[Node[R]]:
        """The nodes from the last choice of whoever leads the play to here."""
        path = self.path
        return path[max((node.depth for node in path if node.own), default=0) :]

    @property
    def way(self) -> ChoiceSequence:
        """The beginning and the actions."""
        start, *taken = (node.instance for node in self.path)
        return ChoiceSequence(start, tuple(taken))

    def trace(self) -> Trace:
        """The play up to here."""
        start, *steps = (node.taken_step for node in self.path)
        return Trace(tuple(sorted(self.rules.system.reading.items())), start, tuple(steps))

    @property
    def beginning(self) -> Json:
        """The rules that are played, and how the play began."""
        first, codec = self.path[0], self.rules.codec
        if first.given is not None:
            return {**self.rules.json(), "load": codec.state(first.rest)}
        return {**self.rules.json(), "initial": codec.instance(first.instance)["args"]}

    def document(self) -> Json:
        """The play up to here, as it is taken up again."""
        return {**self.beginning, "taken": [self.rules.codec.instance(one) for one in self.way.taken]}

    @property
    def version(self) -> str:
        """How many actions were taken, and a digest of the rules, the beginning and all of them: the same for two plays
        that went the same way."""
        unmarked, node = list[Node[R]](), self
        while not node._mark and node.parent is not None:
            unmarked.append(node)
            node = node.parent
        node._mark = mark = node._mark or _digest("", node.beginning)
        for node in reversed(unmarked):
            node._mark = mark = _digest(mark, self.rules.codec.instance(node.instance))
        return f"{self.depth}-{mark}"


def first_node(rules: R, start: Instance) -> Node[R] | None:
    """How a play begins; None where the rules have no such beginning."""
    led = rules.system.begin(start)
    return None if led is None else Node(rules, None, start, led.state, led)


def node_from_state(rules: R, state: State, led: Outcome) -> Node[R]:
    """A play that goes on from a state, and what is forced there first."""
    return Node(rules, None, Instance("initial", ()), led.state, led, given=state)


class Session(Generic[R]):
    """branches: whether what was done from a place is kept when something else is done there; without them it is
    forgotten. kept: how many actions there are, those that were undone included."""

    def __init__(self, rules: R, at: Node[R] | None = None, *, branches: bool = False) -> None:
        self.rules, self.at, self.branches, self.kept = rules, at, branches, 0

    @classmethod
    def start(cls, rules: R, start: Instance) -> Session[R]:
        """A new play; a UsageError says why none begins so."""
        call, first = rules.codec.call(start), first_node(rules, start)
        if first is None:
            raise UsageError(f"no game begins with {call}", "args", "ask for `initials`: all ways to begin")
        expect_state(first.outcome, f"{call} has no result")
        return cls(rules, first)

    @classmethod
    def load(cls, rules: R, state: State) -> Session[R]:
        """A play that goes on from a state: what is forced there is done first."""
        first = node_from_state(rules, state, SingleInstanceSystem(rules.system).settle(state))
        expect_state(first.outcome, "what is forced there has no result")
        return cls(rules, first)

    @property
    def here(self) -> Node[R]:
        """The node of a play that has begun."""
        assert self.at is not None
        return self.at

    @property
    def state(self) -> State | None:
        """None before it begins, and where it ended in an event."""
        return None if self.at is None else self.at.state

    @property
    def before(self) -> Node[R]:
        """The node that `undo` leads to. A `UsageError` where nothing was done."""
        if self.at is None or self.at.parent is None:
            raise UsageError("nothing was done yet", "undo", "the play stands where it began")
        return self.at.parent

    @property
    def behind(self) -> Node[R]:
        """The node that `redo` leads to. A `UsageError` where nothing was undone."""
        if self.at is None or self.at.last is None:
            raise UsageError("nothing was undone", "redo")
        return self.at.last

    def go(self, node: Node[R]) -> None:
        """Go to a place that was there before, or to a new one."""
        parent = node.parent
        if parent is not None:
            if self.branches and node not in parent.children:
                parent.children += (node,)
            elif not self.branches and node is not parent.last:
                self.kept = node.depth
            parent.last = node
        self.at = node

    def take(self, instance: Instance, *, own: bool = False) -> Node[R]:
        """Take an action, whatever speaks against it; one that was tried here already is gone to."""
        known = [child for child in self.here.children if child.instance == instance]
        self.go(known[0] if known else self.here.take(instance, own=own))
        return self.here

    def follow(self, instances: Iterable[Instance]) -> Session[R]:
        """Take several actions; a UsageError says which of them cannot be taken."""
        for number, instance in enumerate(instances, 1):
            try:
                self.go(self.here.step(instance))
            except UsageError as error:
                raise UsageError(f"action {number}: {error.message}", "taken") from None
        return self

    def under(self, rules: R) -> Session[R]:
        """The same play by other rules; a UsageError says which of its actions cannot be taken there."""
        first, way = self.here.path[0], self.here.way
        again = self.start(rules, first.instance) if first.given is None else self.load(rules, first.rest)
        return again.follow(way.taken)


def _digest(before: str, value: Json) -> str:
    return sha256((before + json.dumps(value, sort_keys=True)).encode()).hexdigest()[:16]
