"""A play on which two implementations differ: whether it differs by itself, and made as short as can be found.

It is played in a new process first. A difference that is not there needs what the process had played before: those
plays are cut down to the ones that it takes. Another play is made shorter: parts of it are left out or replaced, then
the shortest ways of the reference are tried, and at last every shorter play. Whatever comes of it differs in a new
process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ruleslawyer.bridges.conform.difference import Difference
from ruleslawyer.bridges.conform.program import Fault
from ruleslawyer.bridges.conform.replaying import Replaying, Requests
from ruleslawyer.play.explain import SingleInstanceSystem
from ruleslawyer.play.rules import Rules
from ruleslawyer.play.sampling import CandidateFilter, ChoiceSampler
from ruleslawyer.play.session import Node, first_node, node_from_state
from ruleslawyer.play.shrink import ChoiceSequence
from ruleslawyer.semantics.beginnings import one_of_each
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

SECONDS = 10.0
"""For each of the ways to shorten a play."""

Again = Literal["alone", "after others", "not again", "not tried"]
Level = dict[State, ChoiceSequence]


@dataclass(frozen=True)
class Shortened:
    """again: whether a new process shows it by this play alone, after `earlier` plays only, or not even after all that
    were played before it; or was not asked, or broke down. least: every shorter play was tried, and none shows it.
    tried: plays that were compared."""

    difference: Difference
    again: Again = "not tried"
    least: bool = False
    tried: int = 0
    earlier: Sequence[Requests] = ()


@dataclass
class Shortening:
    """One play made shorter, in `seconds` for each of the ways to do so."""

    replaying: Replaying
    best: Difference
    seconds: float = SECONDS
    until: float = field(default=0.0, init=False)
    leaks: bool = field(default=False, init=False)
    """Whether a play differed only in a process that had played others: each is tried in a new one from then on."""
    earlier: Sequence[Requests] = field(default=(), init=False)

    def run(self, earlier: Sequence[Requests]) -> Shortened:
        """`earlier`: what its process was asked before this play."""
        again: Again = "not tried"
        least = False
        try:
            self._start()
            again = self._again(earlier)
            if again != "not again":
                for attempt in (self._without_parts, self._with_others, self._straight, self._in_breadth):
                    self._start()
                    attempt()
                self._start()
                least = again == "alone" and self._every_shorter()
        except Fault:  # it breaks down: what was found before that counts
            pass
        return Shortened(self.best, again, least, self.replaying.tried, self.earlier)

    @property
    def system(self) -> TransitionSystem:
        return self.replaying.system

    def _start(self) -> None:
        self.until = time.monotonic() + self.seconds

    @property
    def is_tired(self) -> bool:
        return time.monotonic() > self.until

    # --- what it takes besides --------------------------------------------------------------------------------------

    def _again(self, earlier: Sequence[Requests]) -> Again:
        """Whether a new process shows it, and after which of the earlier plays; of each of them, its first actions."""
        if self._anew(()):
            return "alone"
        if not earlier or not self._anew(earlier):
            return "not again"
        self.earlier = list(earlier)
        size = len(self.earlier)
        while size:
            at = len(self.earlier) - size
            while at > -size and not self.is_tired:
                self._do_with([*self.earlier[: max(at, 0)], *self.earlier[at + size :]])
                at -= size
            size //= 2
        for at, requests in enumerate(self.earlier):
            size = 1
            while size < len(requests) and not self.is_tired:
                if self._do_with([*self.earlier[:at], requests[:size], *self.earlier[at + 1 :]]):
                    break
                size *= 2
        return "after others"

    def _anew(self, earlier: Sequence[Requests]) -> bool:
        return self.replaying.anew(self.best.way, self.best, earlier) is not None

    def _do_with(self, earlier: Sequence[Requests]) -> bool:
        """Leave the others out where these are enough; whether they are."""
        enough = self._anew(earlier)
        if enough:
            self.earlier = list(earlier)
        return enough

    # --- shorter ----------------------------------------------------------------------------------------------------

    def _try(self, way: ChoiceSequence, *, whole: bool = True) -> bool:
        """Whether a play shows it, sooner, and in a new process too."""
        found = None
        if not self.leaks and not self.earlier:
            found = self.replaying.on(way, self.best, whole=whole)
            if found is None or found.way.length >= self.best.way.length:
                return False
        again = self.replaying.anew(way, self.best, self.earlier)
        self.leaks = self.leaks or (found is not None and again is None)
        if again is None or again.way.length >= self.best.way.length:
            return False
        self.best = again
        return True

    def _without_parts(self) -> None:
        """Leave out chunks, from half of the play down to single actions."""
        self._cut(lambda low, high: iter([(None, low, high)]))

    def _with_others(self) -> None:
        """The same, with any other action in the place of each chunk of two or more."""
        self._cut(lambda low, high: ((one, low, high) for one in self._choices(low) if high - low > 1))

    def _cut(self, others: Callable[[int, int], Iterator[tuple[Instance | None, int, int]]]) -> None:
        size = max(1, self.best.way.length // 2)
        while size and not self.is_tired:
            shorter, at = False, self.best.way.length - size
            while at > -size and not self.is_tired:
                for instance, low, high in others(max(at, 0), at + size):
                    taken = self.best.way.taken
                    kept = self._playable((*taken[:low], *((instance,) if instance else ()), *taken[high:]))
                    if self.is_tired or (kept.length < len(taken) and self._try(kept)):
                        shorter, at = True, min(at, self.best.way.length)
                        break
                at -= size
            if not shorter:
                size //= 2

    def _first(self) -> Node[Rules] | None:
        """The beginning of the play."""
        rules, given = Rules(self.system), self.best.given
        if given is None:
            return first_node(rules, self.best.way.start)
        return node_from_state(rules, given, SingleInstanceSystem(self.system).settle(given))

    def _nodes(self, instances: Sequence[Instance]) -> list[Node[Rules]]:
        """The nodes of the play that these actions make, those left out that the reference does not let be taken."""
        at, among, found = self._first(), CandidateFilter(self.system), list[Node[Rules]]()
        if at is None or at.state is None:
            return []
        found.append(at)
        for instance in instances:
            judged = among.candidate(at.rest, instance)
            after = at.take(instance) if judged is not None and judged.is_allowed else at
            if after is not at and after.state is not None:
                at = after
                found.append(at)
        return found

    def _playable(self, instances: Sequence[Instance]) -> ChoiceSequence:
        """The actions that the reference lets be taken one after the other, of those given."""
        nodes = self._nodes(instances)
        return nodes[-1].way if nodes else ChoiceSequence(self.best.way.start, ())

    def _choices(self, at: int) -> Iterator[Instance]:
        """The actions that are allowed at a place of the play; of too many, some."""
        nodes = self._nodes(self.best.way.taken[:at])
        for judged in ChoiceSampler(self.system, Dice(0)).candidates(nodes[-1].rest) if nodes else ():
            if judged.is_allowed:
                yield judged.instance

    def _straight(self) -> None:
        """The shortest way to the state before the difference, and the last action from there."""
        goal, last = self.best.before, self.best.way.taken[-1:] if self.best.kind not in ("legal", "sight") else ()
        for level in self._levels():
            if goal in level and level[goal].length + len(last) < self.best.way.length:
                self._try(ChoiceSequence(level[goal].start, (*level[goal].taken, *last)))
                return
            if self.is_tired or all(way.length + 1 >= self.best.way.length for way in level.values()):
                return

    def _in_breadth(self) -> None:
        """One play to each state that comes sooner."""
        for depth, level in enumerate(self._levels()):
            if depth >= self.best.way.length:
                return
            for way in level.values():
                if self.is_tired:
                    return
                if self._try(way, whole=False):
                    break

    def _levels(self) -> Iterator[Level]:
        """The states of the reference by their distance, each with a shortest way; cut off when patience runs out."""
        listed = ChoiceSampler(self.system, Dice(0))
        first = self._first() if self.best.given is not None else None
        if first is None:
            begun = one_of_each(listed.initial(), self.system.scope)
            level: Level = {o.state: ChoiceSequence(i, ()) for i, o in begun if o.state is not None}
        else:
            level = {first.rest: first.way}
        seen = set(level)
        while level:
            yield level
            further: Level = {}
            for state, way in level.items():
                if self.is_tired:
                    return
                for judged in listed.candidates(state):
                    after = self.system.take(state, judged.instance).state if judged.is_allowed else None
                    if after is not None and after not in seen:
                        seen.add(after)
                        further[after] = ChoiceSequence(way.start, (*way.taken, judged.instance))
            level = further

    def _every_shorter(self) -> bool:
        """Whether every play with fewer actions was tried, in a process that shows the difference after all of them as
        well; those that are longest, as the others are their beginnings."""
        listed = ChoiceSampler(self.system, Dice(0))
        if self.best.given is not None:
            first = self._first()
            begun = [(first.rest, first.way)] if first is not None and first.state is not None else []
        else:
            begun = [(o.state, ChoiceSequence(i, ())) for i, o in listed.initial() if o.state is not None]
        waiting = begun if self.best.way.length else []
        while waiting:
            state, way = waiting.pop()
            if self.is_tired or listed.narrowed:
                return False
            after = [] if way.length + 1 >= self.best.way.length else [
                (after, ChoiceSequence(way.start, (*way.taken, judged.instance)))
                for judged in listed.candidates(state) if judged.is_allowed
                for after in [self.system.take(state, judged.instance).state] if after is not None
            ]  # fmt: skip
            if not after and self._try(way):
                return self._every_shorter()
            waiting += after
        return not listed.narrowed and self.replaying.on(self.best.way, self.best) is not None
