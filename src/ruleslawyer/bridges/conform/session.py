"""A conformance session: random plays and scenarios on both sides, what broke down, and each kind of difference."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.bridges.conform.course import Course
from ruleslawyer.bridges.conform.difference import Difference, Disagreement
from ruleslawyer.bridges.conform.peer import Claims, Peer, Refused
from ruleslawyer.bridges.conform.program import Fault, Program
from ruleslawyer.bridges.conform.reach import Unmet
from ruleslawyer.bridges.conform.reasons import with_questions
from ruleslawyer.bridges.conform.replaying import Replaying, Requests, hello
from ruleslawyer.bridges.conform.shorten import SECONDS, Shortened, Shortening
from ruleslawyer.check.scenario.run import ScenarioPlay, run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.play.random_play import likelihood
from ruleslawyer.play.rules import Rules
from ruleslawyer.play.sampling import FEW, ChoiceSampler
from ruleslawyer.play.shrink import ChoiceSequence
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.semantics.beginnings import one_of_each
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, TransitionSystem

LONGEST = 60
"""Actions after which a play is cut off, and another begins."""
MOST_FAULTS = 5
"""Faults after which a session ends: the program has been started anew so often."""
MOST_KINDS = 20
"""Kinds of differences that are told; a session with more of them ends."""
IN_VAIN = 20
"""Plays in a row that do not get to an action; a session ends behind them."""
LEAST_SECONDS = 1.0
"""For each of the ways to shorten the play of one kind of many."""
OTHERS = 3
"""Instances of an action of which it is asked whether they hang on a clause that decided nothing yet."""
COMPILED = 200
"""Actions of random plays from which on they are led by compiled code: a short session waits for no compiler."""

NOBODY = Claims("", (), frozenset(), loads=False, observes=False)
"""What is known of an implementation that has not answered `hello`."""


@dataclass(frozen=True)
class Broken:
    """A fault of the program, and the play that it was met on."""

    fault: Fault
    way: ChoiceSequence | None
    scenario: str = ""


@dataclass(frozen=True)
class Declined:
    """A scenario that was not played, and why."""

    scenario: str
    why: str


@dataclass
class Met:
    """A kind of difference. found: where it was met first, by the shortest play in the end; times: how often it was
    met. system: the rules of that play; scenario: the one that it is of, if any; earlier: what its process was asked
    before."""

    found: Shortened
    system: TransitionSystem
    scenario: str
    earlier: Sequence[Requests]
    times: int = 1

    @property
    def difference(self) -> Difference:
        return self.found.difference

    @property
    def codec(self) -> Codec:
        return Codec(self.system.system, self.system.scope)


@dataclass
class Session:
    """The result of a session. decided: clauses that permitted an action that was taken, or whose effect ran."""

    system: TransitionSystem
    claims: Claims
    bookkeeping: frozenset[str] = frozenset()
    """Fields that need not be compared."""
    plays: int = 0
    steps: int = 0
    compared: int = 0
    scenarios: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    decided: set[str] = field(default_factory=set)
    passed: Counter[str] = field(default_factory=Counter)
    """Actions of scenarios that the implementation does not speak of: the scenario went on behind them."""
    faults: list[Broken] = field(default_factory=list)
    declined: list[Declined] = field(default_factory=list)
    kinds: list[Met] = field(default_factory=list)
    """Each kind of difference, in the order in which they were met."""
    aside: set[str] = field(default_factory=set)
    """Fields that differ as a play begins, and were not compared from then on."""
    findings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The findings on each question that a difference rests on, as far as somebody looked: ids with titles."""
    unmet: tuple[Unmet, ...] = ()
    """The actions and clauses that it did not meet, as far as somebody looked."""
    stopped: str = ""
    seconds: float = 0.0

    @property
    def coverage(self) -> frozenset[str]:
        """The actions that were taken, and the clauses that decided something as `§5.4.1`."""
        return frozenset((*(+self.taken), *(f"§{clause}" for clause in self.decided)))

    @property
    def agrees(self) -> bool:
        """Whether something was compared, and nothing differs."""
        return not self.kinds and not self.faults and self.compared > 0

    @property
    def savable(self) -> Met | None:
        """The first kind that is shown by a play from the beginning."""
        return next((met for met in self.kinds if met.difference.given is None), None)

    @property
    def codec(self) -> Codec:
        return Codec(self.system.system, self.system.scope)

    @property
    def incomparable_fields(self) -> tuple[str, ...]:
        """The fields and frames of the state that the implementation does not speak of."""
        schema = self.codec.schema
        known = (*(slot.field.name for slot in schema.slots), *schema.frame_names)
        return tuple(name for name in known if name not in self.claims.fields and name not in self.bookkeeping)

    @property
    def unused_actions(self) -> tuple[str, ...]:
        actions = self.system.scope.on(self.system.system.actions)
        return tuple(a.name for a in actions if a.name in self.claims.actions and not self.taken[a.name])

    def fires(self, outcome: Outcome) -> None:
        """Note the clauses whose effects ran."""
        self.decided.update(name[1:] for name in outcome.fired if name.startswith("§"))

    def broke(self, broken: Broken) -> None:
        self.faults.append(broken)
        if len(self.faults) >= MOST_FAULTS:
            self.stopped = f"stopped after {MOST_FAULTS} faults"

    def greet(self, peer: Peer) -> None:
        """Note what an implementation has said of itself."""
        self.system, self.claims = peer.system, peer.claims
        fields = peer.program.fields
        self.bookkeeping = frozenset(name for name, one in fields.items() if one.part == "bookkeeping")

    def meet(self, met: Disagreement, course: Course, scenario: str = "") -> None:
        """Note each difference by its kind."""
        for difference in met.differences:
            known = next((kind for kind in self.kinds if difference.is_of_kind(kind.difference)), None)
            if known is not None:
                known.times += 1
            else:
                earlier = tuple(course.peer.program.plays)[:-1]
                self.kinds.append(Met(Shortened(difference), course.system, scenario, earlier))
        if len(self.kinds) >= MOST_KINDS:
            self.stopped = f"stopped after {MOST_KINDS} kinds of differences"

    def shorten(self, program: Program, ruleset: str, tell: Tell | None, *, told: bool = True) -> None:
        """Make the play of each kind as short as can be found; kinds that come to the same are one."""
        seconds = max(LEAST_SECONDS, SECONDS / max(1, len(self.kinds)))
        kept: list[Met] = []
        for number, kind in enumerate(self.kinds, 1):
            if tell is not None:
                tell(f"shorter plays for difference {number} of {len(self.kinds)}")
            if not kind.found.tried:
                with Replaying(program, kind.system, ruleset, told=told) as replaying:
                    kind.found = Shortening(replaying, kind.difference, seconds).run(kind.earlier)
                difference = with_questions(kind.system, kind.difference)
                kind.found = replace(kind.found, difference=difference)
            same = next((one for one in kept if kind.difference.is_of_kind(one.difference)), None)
            if same is None:
                kept.append(kind)
            else:
                same.times += kind.times
        self.kinds = kept


def walk(
    program: Program,
    system: TransitionSystem,
    ruleset: str,
    *,
    steps: int,
    seed: int,
    seconds: float,
    tell: Tell | None = None,
    told: bool = True,
    session: Session | None = None,
) -> Session:
    """Random plays until so many steps were compared, or the time is over. `told`: whether the implementation is told
    which reading to follow; `session`: one that goes on."""
    began = time.monotonic()
    session = session or Session(system, NOBODY)
    session.system = system
    dice, last = Dice(seed), session.steps + steps
    try:
        peer = hello(program, system, ruleset, told=told)
        session.greet(peer)
        rules, vain = Rules(system, compiled=steps >= COMPILED), 0
        while session.steps < last and not session.stopped:
            course, before = Course(rules, peer, dice), session.steps
            try:
                _play(session, course, last, began + seconds)
            except Fault as fault:
                session.broke(Broken(fault, course.way))
                if not session.stopped:
                    peer = hello(program, system, ruleset, told=told)
            finally:
                session.compared += course.compared
            vain = vain + 1 if session.steps == before else 0
            if vain == IN_VAIN:
                session.stopped = session.stopped or f"stopped after {IN_VAIN} plays that came to no action"
            if time.monotonic() - began > seconds:
                session.stopped = session.stopped or f"stopped at the limit of {seconds:g} s"
            if tell is not None:
                tell(f"{session.steps - last + steps} of {steps} steps")
        if steps >= COMPILED and rules.compiled_code is not None:
            session.decided.update(name[1:] for name in rules.compiled_code.code.live() if name.startswith("§"))
        peer.bye()
        session.shorten(program, ruleset, tell, told=told)
    except KeyboardInterrupt:
        session.stopped = BY_CTRL_C
    except Fault as fault:
        session.broke(Broken(fault, None))
    session.seconds += time.monotonic() - began
    return session


def _play(session: Session, course: Course, last: int, until: float) -> None:
    """One play to its end, past each difference behind which it can go on; up to the session's `last` step. As it
    begins the views of all players are compared, then those of one after the other."""
    begun = one_of_each(ChoiceSampler(course.system, course.dice).initial(), course.system.scope)
    starts = list(islice((i for i, o in begun if o.state is not None), FEW))
    session.plays += 1
    course.peer.asks_of = range(len(course.session.rules.seats))
    try:
        course.begin(course.dice.choice(starts))
    except Disagreement as met:
        session.meet(met, course)
        if met.common is None:
            return
        session.aside |= met.differences[0].about
    session.fires(course.session.here.outcome)
    seats = len(course.session.rules.seats)
    for turn in range(LONGEST):
        try:
            left = course.legal()
        except Disagreement as met:
            session.meet(met, course)
            if met.common is None:
                return
            left = met.common
        if session.steps >= last or session.stopped or time.monotonic() > until:
            return
        course.peer.asks_of = (turn % seats,)
        if not _step(session, course, left):
            return


def _step(session: Session, course: Course, left: list[Instance]) -> bool:
    """One of these actions on both sides; whether the play goes on behind it."""
    while left:
        instance = _draw_instance(session, course, left)
        session.steps += 1
        session.taken[instance.action] += 1
        before = course.session.here
        try:
            goes = course.take(instance)
        except Disagreement as met:
            session.meet(met, course)
            return course.go_on()
        if goes:
            session.decided.update(_clauses(course, before.rest, instance))
            if course.session.here.led is not None:
                session.fires(course.session.here.led)
            return True
        session.taken[instance.action] -= 1
        left.remove(instance)  # the rules have no result for it: nothing can be held against one
    return False


def _draw_instance(session: Session, course: Course, allowed: Sequence[Instance]) -> Instance:
    """One of the allowed instances: rare actions and fresh clauses first; conceding and passing seldom."""
    by_action: dict[str, list[Instance]] = {}
    for instance in allowed:
        by_action.setdefault(instance.action, []).append(instance)
    actions = course.system.system.actions
    weights = [likelihood(actions[name]) / (1 + session.taken[name]) for name in by_action]
    found = by_action[list(by_action)[course.dice.pick_by_weight(weights)]]
    drawn = course.dice.choice(found)
    state = course.session.here.rest
    for instance in [drawn, *(course.dice.choice(found) for _ in range(OTHERS if len(found) > 1 else 0))]:
        if not session.decided.issuperset(_clauses(course, state, instance)):
            return instance
    return drawn


def _clauses(course: Course, state: State, instance: Instance) -> tuple[str, ...]:
    """The clauses that permit an action."""
    judgement = course.system.judge(state, instance).judgement
    return judgement.clauses if judgement else ()


# --- scenarios ----------------------------------------------------------------------------------------------------


def play_scenarios(
    program: Program,
    systems: Iterable[tuple[Scenario, TransitionSystem]],
    ruleset: str,
    nothing: TransitionSystem,
    tell: Tell | None = None,
) -> Session:
    """Scenarios, each under its readings, on both sides. `nothing`: what is said where none is."""
    began = time.monotonic()
    session = Session(nothing, NOBODY)
    peer: Peer | None = None
    try:
        for scenario, system in systems:
            if session.stopped:
                break
            if tell is not None:
                tell(scenario.name)
            try:
                if peer is None or peer.system is not system:
                    peer = Peer(program, system, ruleset)
                    session.greet(peer)
                if peer.claims.loads:
                    played = run(system, peer.codec, scenario)
                    _scene(session, Course(Rules(system), peer, Dice(0)), scenario, played)
                else:
                    session.declined.append(Declined(scenario.name, "it does not take states (`loads` in hello)"))
            except Refused as refused:
                session.declined.append(Declined(scenario.name, f"hello: {refused}"))
                peer = None
            except Fault as fault:
                session.broke(Broken(fault, None, scenario.name))
                peer = None
        if peer is not None:
            peer.bye()
        session.shorten(program, ruleset, tell)
    except KeyboardInterrupt:
        session.stopped = BY_CTRL_C
    session.seconds = time.monotonic() - began
    return session


def _scene(session: Session, course: Course, scenario: Scenario, played: ScenarioPlay) -> None:
    """One scenario: its given state, and its actions in turn; what it asks at the end follows from the states. Behind a
    difference, and behind an action that the other does not speak of, it goes on from the state of the reference."""
    settled = played.settled
    if settled is not None and settled.state is None:
        session.declined.append(Declined(scenario.name, "it ends in an event before anything is decided"))
        return
    session.scenarios += 1
    if settled is not None:
        session.fires(settled)

    def goes_on(ask: Callable[[], object]) -> bool:
        try:
            ask()
        except Disagreement as met:
            session.meet(met, course, scenario.name)
            return met.common is not None or course.go_on()
        return True

    try:
        goes = goes_on(lambda: course.put(played.given)) and goes_on(course.legal)
        for move in played.moves:
            outcome, instance = move.outcome, move.explanation.instance
            if not goes or outcome is None or outcome.state is None:
                return
            if not course.offers(instance):  # it was told that it does not, if it speaks of it
                if instance.action not in course.peer.claims.actions:
                    session.passed[instance.action] += 1
                goes = goes_on(lambda state=outcome.state: course.put(state))  # type: ignore[misc]
            else:
                session.steps += 1
                session.taken[instance.action] += 1
                session.fires(outcome)
                goes = goes_on(lambda instance=instance: course.take(instance))  # type: ignore[misc]
            goes = goes and goes_on(course.legal)
    finally:
        session.compared += course.compared
