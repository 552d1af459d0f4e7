"""The readings that another implementation follows, found by plays that split those that are left, one after the other.

What happens on a play depends on the questions that it asks alone. So the cases of a play, each with the answers that
lead to it, are found by trying the options of a question where it is asked; the readings themselves are never listed.
Which questions there are is known by asking too: those that some play asks for, as far as it was looked at.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.bridges.conform.difference import Difference
from ruleslawyer.bridges.conform.peer import Claims, Peer, Refused
from ruleslawyer.bridges.conform.program import Fault, Program
from ruleslawyer.bridges.conform.remaining import Answers, Remaining
from ruleslawyer.bridges.conform.replaying import hello, replay
from ruleslawyer.bridges.conform.session import NOBODY, Session, walk
from ruleslawyer.bridges.conform.view import View, view_of
from ruleslawyer.play.rules import Rules
from ruleslawyer.play.session import first_node
from ruleslawyer.play.shrink import ChoiceSequence
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.semantics.beginnings import one_of_each
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import Instance, TransitionSystem

if TYPE_CHECKING:  # compiling is loaded only where it is needed
    from ruleslawyer.exploration.variants.answers import DistinguishingPlay

MOST_CASES = 256
"""Cases of one play; a play with more is not taken."""
MOST_PARTINGS = 126
"""Readings beside one that are told apart from it before the next play."""

SECONDS = 600.0
"""For a session that names no limit."""

Sight: TypeAlias = tuple[object, ...]
"""What can be seen at one point of a play: the state, and what is legal; or that the action is not."""
UNKNOWN: Sight = ("anything",)
"""The rules have no answer here."""


class Asking(dict[str, str]):
    """A reading that notes what is asked of it."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        super().__init__(answers)
        self.asked: dict[str, str] = {}

    def get(self, key: str, default: Any = None) -> Any:
        answer = super().get(key, default)
        self.asked.setdefault(key, answer)
        return answer


@dataclass(frozen=True, slots=True)
class Case:
    """The sights on a play under all readings that give these answers."""

    answers: Answers
    sights: tuple[Sight, ...]


@dataclass
class Identified:
    """The readings that an implementation may follow, as far as they are known. readings: how many there are, without
    what it did.

    proved: no play of this scope tells the readings that are left apart; otherwise none was found, or what differs is
    in fields that it does not speak of. inconsistent: where it did what none of the readings that were left does,
    beside the nearest of them. after: random plays under the reading that was found.
    """

    system: TransitionSystem
    remaining: Remaining
    readings: int = 1
    claims: Claims = NOBODY
    plays: int = 0
    actions: int = 0
    proved: bool = False
    inconsistent: Difference | None = None
    fault: Fault | None = None
    stopped: str = ""
    after: Session | None = None
    seconds: float = 0.0

    @property
    def consistent(self) -> bool:
        return self.inconsistent is None and self.fault is None and (self.after is None or self.after.agrees)

    @property
    def reading(self) -> dict[str, str]:
        """A reading that it may follow."""
        return {**self.system.reading, **self.remaining.one()}


class Identification:
    """A session that narrows the readings down; what the system's own reading says is taken as known."""

    def __init__(
        self, program: Program, system: TransitionSystem, ruleset: str, limits: Limits, tell: Tell | None
    ) -> None:
        from ruleslawyer.exploration.variants.choices import all_choices

        self.program, self.system, self.ruleset, self.limits = program, system, ruleset, limits
        self.tell = tell or (lambda text: None)
        choices = {k: self._first_default(k, o) for k, o in all_choices(system).items() if k not in system.reading}
        self.choices = choices
        self.asked = set[str]()
        """Those of them that are known to come up."""
        self.found = Identified(system, Remaining({}))
        self.codec = Codec(system.system, system.scope)
        self.cases: dict[ChoiceSequence, list[Case] | None] = {}
        self.until = time.monotonic() + (limits.seconds or 600.0)

    def _first_default(self, key: str, options: Sequence[str]) -> list[str]:
        question = self.system.system.questions.get(key)
        default = question.default if question else options[0]
        return [default, *(option for option in options if option != default)]

    def run(self, steps: int, seed: int) -> Identified:
        """Narrow them down, and compare so many actions of random plays under what is left."""
        began = time.monotonic()
        try:
            peer = hello(self.program, self.system, self.ruleset, told=False)
            self.found.claims = peer.claims
            self._narrow(peer)
            if not self.found.inconsistent and not self.found.stopped:
                self._confirm(steps, seed)
        except Fault as fault:
            self.found.fault = fault
        except KeyboardInterrupt:
            self.found.stopped = BY_CTRL_C
        self.found.seconds = time.monotonic() - began
        return self.found

    def _narrow(self, peer: Peer) -> None:
        begun = one_of_each(self.system.initial(), self.system.scope)
        candidates = [ChoiceSequence(start, ()) for start, _ in islice(begun, 8)]
        while not self.found.inconsistent:
            if time.monotonic() > self.until:
                self.found.stopped = f"stopped at the limit of {self.limits.seconds or SECONDS:g} s"
                return
            self.tell(f"{len(self.found.remaining)} readings left after {self.found.plays} plays")
            best = self._best(candidates)
            if best is not None:
                self._play(peer, best)
                continue
            before = len(self.asked)
            parting, known = self._partings()
            fresh = [way for way in parting if way not in self.cases]
            if not fresh and len(self.asked) == before:
                self.found.proved = known and not parting
                return
            candidates += fresh

    def _meet(self, asked: Iterable[str]) -> None:
        """Choices that come up: the readings are as many times more as the new ones have options."""
        for key in sorted(self.choices.keys() & set(asked) - self.asked):
            self.asked.add(key)
            self.found.remaining.add(key, self.choices[key])
            self.found.readings *= len(self.choices[key])

    def _confirm(self, steps: int, seed: int) -> None:
        left = max(1.0, self.until - time.monotonic())
        self.found.after = walk(
            self.program, self._under(), self.ruleset, steps=steps, seed=seed, seconds=left, tell=self.tell, told=False
        )

    def _best(self, candidates: Sequence[ChoiceSequence]) -> ChoiceSequence | None:
        """The play that leaves the fewest readings on average; None where none leaves fewer."""
        best, least = None, len(self.found.remaining) ** 2
        for way in candidates:
            sizes: dict[tuple[Sight, ...], int] = {}
            for case in self._cases(way) or ():
                sizes[case.sights] = sizes.get(case.sights, 0) + self.found.remaining.number(case.answers)
            squares = sum(size**2 for size in sizes.values())
            if sizes and squares < least:
                best, least = way, squares
        return best

    def _under(self) -> TransitionSystem:
        """The rules under a reading that is left."""
        return TransitionSystem(self.system.machine, self.found.reading, self.system.rulings)

    # --- what a play shows under each reading -------------------------------------------------------------------------

    def _cases(self, way: ChoiceSequence) -> list[Case] | None:
        """The cases of a play under all readings left when it is first looked at; None where they are too many."""
        if way not in self.cases:
            self.cases[way] = self._list_cases(way)
        return self.cases[way]

    def _list_cases(self, way: ChoiceSequence) -> list[Case] | None:
        base, waiting = self.found.remaining.one(), list[dict[str, str]]([{}])
        found: list[Case] = []
        while waiting:
            given = waiting.pop()
            reading = Asking({**self.system.reading, **base, **given})
            sights = tuple(
                self._reference_sights(TransitionSystem(self.system.machine, reading, self.system.rulings), way)
            )
            asked = {key: answer for key, answer in reading.asked.items() if key in self.choices}
            self._meet(asked)
            found.append(Case(asked, sights))
            before: dict[str, str] = {}
            for key, answer in asked.items():
                if key not in given:
                    others = ({**before, key: option} for option in self.choices[key] if option != answer)
                    waiting += [other for other in others if self.found.remaining.number(other)]
                before[key] = answer
            if len(found) + len(waiting) > MOST_CASES:
                return None
        return found

    def _reference_sights(self, system: TransitionSystem, way: ChoiceSequence) -> Iterator[Sight]:
        """The sights that the reference shows on a play, under the reading of `system`."""
        at = first_node(Rules(system), way.start)
        for instance in (*way.choices, None):
            if at is None or at.state is None:
                yield UNKNOWN
                return
            judged = [j for j in system.candidates(at.state) if j.instance.action in self.found.claims.actions]
            if any(j.judgement is None for j in judged):
                yield UNKNOWN
                return
            allowed = frozenset(j.instance for j in judged if j.is_allowed)
            yield (view_of(self.codec.schema, at.state, self.found.claims.fields), allowed)
            if instance is None or instance not in allowed:
                return
            at = at.take(instance)

    # --- what the implementation does ---------------------------------------------------------------------------------

    def _play(self, peer: Peer, way: ChoiceSequence) -> None:
        cases = self._cases(way)
        assert cases is not None
        self.found.plays += 1
        sights = tuple(self._peer_sights(peer, way))
        left = [case for case in cases if self.found.remaining.number(case.answers)]
        fitting = [case for case in left if _agree(case.sights, sights)]
        if fitting:
            self.found.remaining.keep(case.answers for case in fitting)
            return
        nearest = max(left, key=lambda case: _common(case.sights, sights))
        reading = {**self.found.reading, **nearest.answers}
        under = TransitionSystem(self.system.machine, reading, self.system.rulings)
        shown = ChoiceSequence(way.start, way.choices[: _common(nearest.sights, sights)])
        self.found.inconsistent = replay(under, peer, shown)
        if self.found.inconsistent is None:
            raise Fault("garbage", "it answers the same play in two ways")

    def _peer_sights(self, peer: Peer, way: ChoiceSequence) -> Iterator[Sight]:
        try:
            view: View = peer.initial(way.start)
            for instance in (*way.choices, None):
                allowed = frozenset(peer.legal())
                yield (view, allowed)
                if instance is None or instance not in allowed:
                    return
                self.found.actions += 1
                view = peer.step(instance)
        except Refused as refused:
            yield ("refused", str(refused))

    # --- plays that tell readings apart -------------------------------------------------------------------------------

    def _partings(self) -> tuple[list[ChoiceSequence], bool]:
        """Shortest plays that tell one of the readings that are left from the others near it; and whether all of those
        were looked at to the end."""
        from ruleslawyer.exploration.variants.family import consulted_choices, distinguish

        asked, stopped = consulted_choices(self._under(), self.limits)
        self._meet(asked)
        base, one = self._under(), self.found.remaining.one()
        near = (other for other in self.found.remaining.near() if any(other[k] != one[k] for k in asked & {*one}))
        others = list(islice(near, MOST_PARTINGS + 1))
        found: list[ChoiceSequence] = []
        known = not stopped and len(others) <= MOST_PARTINGS
        for parted, met in distinguish(base, others[:MOST_PARTINGS], self.limits):
            self._meet(met)
            way = _way(parted)
            if way is not None:
                found.append(way)
            known = known and not parted.stopped
        return list(dict.fromkeys(found)), known


def _way(parted: DistinguishingPlay) -> ChoiceSequence | None:
    if parted.play is None:
        return None
    taken: list[Instance] = [step.instance for step in parted.play.steps]
    return ChoiceSequence(parted.play.start.instance, tuple(taken), parted.play.last)


def _agree(expected: tuple[Sight, ...], shown: tuple[Sight, ...]) -> bool:
    """Whether an implementation does what a case says; where the rules say nothing, it may do anything."""
    common = _common(expected, shown)
    return common == len(expected) == len(shown) or expected[common : common + 1] == (UNKNOWN,)


def _common(expected: tuple[Sight, ...], shown: tuple[Sight, ...]) -> int:
    """How many sights at the beginning are the same."""
    same = 0
    for one, other in zip(expected, shown, strict=False):
        if one != other:
            break
        same += 1
    return same
