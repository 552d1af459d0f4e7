"""Scenarios under every option: a play that asks none of a question goes as before whatever its answer; and one that
asks it breaks no property under another answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.check.scenario.names import Names
from ruleslawyer.check.scenario.run import ScenarioPlay, run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import Suite
from ruleslawyer.exploration.variants.choices import (
    STOPS,
    ReadingEffect,
    TrackedReading,
    all_choices,
    alternative_options,
)
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

OTHERWISE = "goes otherwise"
"""What a scenario shows whose play asks none of a question, and is another one under another option of it."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Something that a scenario shows under an option, and not under its own reading."""

    shown: ReadingEffect
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario played in its own reading. asked: the choices that its play asks for."""

    system: TransitionSystem
    names: Names
    scenario: Scenario
    play: ScenarioPlay
    asked: set[str]


def plays_of(
    suite: Suite, systems: Iterable[tuple[Scenario, TransitionSystem]], tell: Tell | None = None
) -> Iterator[Played]:
    """Scenarios of a suite, each played in the reading of a system."""
    for number, (scenario, system) in enumerate(systems):
        if tell is not None and number % 20 == 0:
            tell(f"{number} of {len(suite.scenarios)}")
        names, noted = Names(system.system, scenario.scope), TrackedReading(system.reading)
        played = run(TransitionSystem(system.machine, noted, system.rulings), names.codec, scenario)
        yield Played(system, names, scenario, played, noted.asked)


def play_under(other: TransitionSystem, own: Played) -> ScenarioPlay | None:
    """The same scenario under another option; None where its state cannot be given under it."""
    try:
        return run(other, own.names.codec, replace(own.scenario, then=()))
    except UsageError:
        return None


def under_options(suite: Suite, tell: Tell | None = None) -> Iterator[Broken]:
    """The effects of options that the scenarios of a suite do not name."""
    for own in plays_of(suite, suite.systems(), tell):
        if not own.play.stopped:
            yield from _of(own)


def _of(own: Played) -> Iterator[Broken]:
    system, scenario = own.system, own.scenario
    kept = _breaches(system, own.play)
    for choice, option in alternative_options(system, own.asked):
        other = system.under(choice, option)
        again = play_under(other, own)
        for shows in _breaches(other, again) - kept if again is not None else ():
            yield Broken(ReadingEffect({choice: option}, shows, scenario.scope.name), scenario.name, scenario.place)
    yield from _ask_anew(system, own.names, scenario, own.play, own.asked)


def _ask_anew(
    system: TransitionSystem, names: Names, scenario: Scenario, played: ScenarioPlay, asked: set[str]
) -> Iterator[Broken]:
    """Everything that was not asked, answered otherwise at once: the play must be the same."""
    unasked: dict[str, str] = {}
    for choice, option in alternative_options(system, all_choices(system).keys() - asked):
        unasked.setdefault(choice, option)
    other = TransitionSystem(system.machine, {**system.reading, **unasked}, system.rulings)
    try:
        same = run(other, names.codec, scenario).facts == played.facts
    except UsageError:
        same = False
    if not same:
        for choice, option in unasked.items():
            if run(system.under(choice, option), names.codec, scenario).facts != played.facts:
                shown = ReadingEffect({choice: option}, OTHERWISE, scenario.scope.name)
                yield Broken(shown, scenario.name, scenario.place)


def _breaches(system: TransitionSystem, played: ScenarioPlay) -> set[str]:
    """The properties of every state that some state of a play at rest breaks; and whether it ends in a failed check."""
    rest = [state for state in dict.fromkeys((*played.rests, played.state)) if state is not None]
    found: set[str] = set()
    for check in system.system.checks.values():
        if check.kind == "always" and any(_fails(system, check.name, state) for state in rest):
            found.add(check.name)
    if any(event.ends for event in played.events):
        found.add(STOPS)
    return found


def _fails(system: TransitionSystem, name: str, state: State) -> bool:
    try:
        return system.holds(system.system.checks[name], state)[0] is False
    except BranchEnds:
        return False
