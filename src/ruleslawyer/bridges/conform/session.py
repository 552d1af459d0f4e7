"""A conformance session: random plays and scenarios on both sides, what broke down, and the first difference."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.bridges.conform.course import Course, Difference, Disagreement
from ruleslawyer.bridges.conform.peer import Claims, Peer, Refused
from ruleslawyer.bridges.conform.program import Fault, Program
from ruleslawyer.bridges.conform.shorten import Shortened, Shortening
from ruleslawyer.check.scenario.run import ScenarioPlay, run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.play.random_play import likelihood
from ruleslawyer.play.sampling import FEW, Sampling
from ruleslawyer.play.shrink import Way
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.semantics.beginnings import one_of_each
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.transition import Judged, TransitionSystem

LONGEST = 60
"""Actions after which a play is cut off, and another begins."""
MOST_FAULTS = 5
"""Faults after which a session ends: the program has been started anew so often."""
FRESH = 4.0
"""How much more likely an action is that hangs on a clause that decided nothing yet."""

NOBODY = Claims("", (), frozenset(), loads=False, observes=False)
"""What is known of an implementation that has not answered `hello`."""


@dataclass(frozen=True)
class Broken:
    """A fault of the program, and the play that it was met on."""

    fault: Fault
    way: Way | None
    scenario: str = ""


@dataclass(frozen=True)
class Declined:
    """A scenario that was not played, and why."""

    scenario: str
    why: str


@dataclass
class Session:
    """The result of a session. decided: clauses that permitted an action that was taken, or whose effect ran."""

    system: TransitionSystem
    claims: Claims
    plays: int = 0
    steps: int = 0
    compared: int = 0
    scenarios: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    decided: set[str] = field(default_factory=set)
    faults: list[Broken] = field(default_factory=list)
    declined: list[Declined] = field(default_factory=list)
    found: Shortened | None = None
    found_in: str = ""
    """The scenario in which the difference was found; empty for a random play."""
    stopped: str = ""
    seconds: float = 0.0

    @property
    def agrees(self) -> bool:
        """Whether something was compared, and nothing differs."""
        return self.found is None and not self.faults and self.compared > 0

    @property
    def codec(self) -> Codec:
        return Codec(self.system.system, self.system.scope)

    @property
    def incomparable_fields(self) -> tuple[str, ...]:
        """The fields and frames of the state that the implementation does not speak of."""
        schema = self.codec.schema
        known = (*(slot.field.name for slot in schema.slots), *schema.frame_names)
        return tuple(name for name in known if name not in self.claims.fields)

    @property
    def unused_actions(self) -> tuple[str, ...]:
        actions = self.system.scope.on(self.system.system.actions)
        return tuple(a.name for a in actions if a.name in self.claims.actions and not self.taken[a.name])

    def broke(self, broken: Broken) -> None:
        self.faults.append(broken)
        if len(self.faults) >= MOST_FAULTS:
            self.stopped = f"stopped after {MOST_FAULTS} faults"


def hello(program: Program, system: TransitionSystem, ruleset: str, *, told: bool = True) -> Peer:
    """Greet an implementation; one that declines to play this scope ends the session."""
    try:
        return Peer(program, system, ruleset, told=told)
    except Refused as refused:
        raise Fault("declines", f"scope {system.scope.name}: {refused}") from None


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
) -> Session:
    """Random plays until so many steps were compared, a difference was found, or the time is over. `told`: whether the
    implementation is told which reading to follow."""
    began = time.monotonic()
    session = Session(system, NOBODY)
    dice = Dice(seed)
    try:
        peer = hello(program, system, ruleset, told=told)
        session.claims = peer.claims
        while session.steps < steps and not session.stopped:
            course = Course(system, peer, dice)
            try:
                _play(session, course, steps, began + seconds)
            except Disagreement as disagreement:
                session.found = shorten(program, system, ruleset, disagreement.difference, told=told)
                break
            except Fault as fault:
                session.broke(Broken(fault, course.way))
                if not session.stopped:
                    peer = hello(program, system, ruleset, told=told)
            finally:
                session.compared += course.compared
            if time.monotonic() - began > seconds:
                session.stopped = session.stopped or f"stopped at the limit of {seconds:g} s"
            if tell is not None:
                tell(f"{session.steps} of {steps} steps")
        peer.bye()
    except KeyboardInterrupt:
        session.stopped = BY_CTRL_C
    except Fault as fault:
        session.broke(Broken(fault, None))
    session.seconds = time.monotonic() - began
    return session


def _play(session: Session, course: Course, steps: int, until: float) -> None:
    """One play to its end."""
    begun = one_of_each(Sampling(course.system, course.dice).initial(), course.system.scope)
    starts = list(islice((i for i, o in begun if o.state is not None), FEW))
    session.plays += 1
    course.begin(course.dice.choice(starts))
    for _ in range(LONGEST):
        allowed = course.legal()
        if session.steps >= steps or time.monotonic() > until:
            break
        left = list(allowed)
        while left:
            judged = _draw_instance(session, course, left)
            session.steps += 1
            outcome = course.take(judged.instance)
            if outcome.state is not None:
                session.taken[judged.instance.action] += 1
                session.decided.update(judged.judgement.clauses if judged.judgement else ())
                session.decided.update(name[1:] for name in outcome.fired if name.startswith("§"))
                break
            left.remove(judged)  # the rules have no result for it: nothing can be held against one
        else:
            break


def _draw_instance(session: Session, course: Course, allowed: Sequence[Judged]) -> Judged:
    """One of the allowed instances: rare actions and fresh clauses first; conceding and passing seldom."""
    by_action: dict[str, list[Judged]] = {}
    for judged in allowed:
        by_action.setdefault(judged.instance.action, []).append(judged)

    def fresh(judged: Judged) -> bool:
        return judged.judgement is not None and not session.decided.issuperset(judged.judgement.clauses)

    weights = []
    for name, instances in by_action.items():
        action = course.system.system.actions[name]
        weight = likelihood(action) / (1 + session.taken[name])
        weights.append(weight * (FRESH if any(map(fresh, instances)) else 1.0))
    name = list(by_action)[course.dice.pick_by_weight(weights)]
    return course.dice.choice([j for j in by_action[name] if fresh(j)] or by_action[name])


def shorten(
    program: Program, system: TransitionSystem, ruleset: str, found: Difference, *, told: bool = True
) -> Shortened:
    """The shortest play that shows the same difference, as far as it can be found before it breaks down, or Ctrl-C."""
    shortening = Shortening(system, found)
    try:
        peer = hello(program, system, ruleset, told=told)
        return shortening.run(lambda way, whole: replay(system, peer, way, whole=whole))
    except (Fault, KeyboardInterrupt):
        return Shortened(shortening.best, False)


def replay(system: TransitionSystem, peer: Peer, way: Way, *, whole: bool = True) -> Difference | None:
    """A play on both sides; the first difference. Of one that is not `whole`, what is legal is compared at its end."""
    course = Course(system, peer, Dice(0))
    try:
        if course.begin(way.start) is None:
            return None
        for instance in way.taken:
            if whole:
                course.legal()
            course.take(instance)
        course.legal()
    except Disagreement as disagreement:
        return disagreement.difference
    return None


# --- scenarios ----------------------------------------------------------------------------------------------------


def play_scenarios(
    program: Program,
    systems: Iterable[tuple[Scenario, TransitionSystem]],
    ruleset: str,
    nothing: TransitionSystem,
    tell: Tell | None = None,
) -> Session:
    """Scenarios, each under its readings, on both sides, until one differs. `nothing`: what is said where none is."""
    began = time.monotonic()
    session = Session(nothing, NOBODY)
    peer: Peer | None = None
    for scenario, system in systems:
        if session.stopped:
            break
        if tell is not None:
            tell(scenario.name)
        try:
            if peer is None or peer.system is not system:
                peer = Peer(program, system, ruleset)
                session.system, session.claims = system, peer.claims
            if peer.claims.loads:
                played = run(system, peer.codec, scenario)
                _scene(session, Course(system, peer, Dice(0)), scenario, played)
            else:
                session.declined.append(Declined(scenario.name, "it does not take states (`loads` in hello)"))
        except Refused as refused:
            session.declined.append(Declined(scenario.name, f"hello: {refused}"))
            peer = None
        except Disagreement as disagreement:
            session.found, session.found_in = Shortened(disagreement.difference, False), scenario.name
            break
        except Fault as fault:
            session.broke(Broken(fault, None, scenario.name))
            peer = None
        except KeyboardInterrupt:
            session.stopped = BY_CTRL_C
    if peer is not None:
        peer.bye()
    session.seconds = time.monotonic() - began
    return session


def _scene(session: Session, course: Course, scenario: Scenario, played: ScenarioPlay) -> None:
    """One scenario: its given state, and its actions in turn; what it asks at the end follows from the states."""
    settled = played.settled
    if settled is not None and settled.state is None:
        session.declined.append(Declined(scenario.name, "it ends in an event before anything is decided"))
        return
    session.scenarios += 1
    try:
        course.put(played.given, settled)
        for move in played.moves:
            course.legal()
            if move.outcome is None or move.outcome.state is None:
                break
            course.take(move.explanation.instance)
            session.steps += 1
            session.taken[move.explanation.instance.action] += 1
        else:
            course.legal()
    finally:
        session.compared += course.compared
