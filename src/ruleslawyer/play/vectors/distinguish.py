"""Plays that tell the options of a choice apart: what each of them makes of the same actions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ruleslawyer.play.rules import Rules
from ruleslawyer.play.session import first_node
from ruleslawyer.play.vectors.walk import Place, Walk, look_at, place_result
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem

MOST = 600
"""Places at which the options of one choice are compared."""


@dataclass(frozen=True, slots=True)
class Distinction:
    """The options of a choice in a scope. groups: those that give the same answers to all plays here, one list for each
    answer; plays: for each play what each group makes of it, as a trace."""

    scope: str
    choice: str
    groups: tuple[tuple[str, ...], ...]
    plays: tuple[tuple[tuple[tuple[str, ...], Trace], ...], ...]

    @property
    def traces(self) -> list[Trace]:
        return [trace for one in self.plays for _, trace in one]

    def ways(self, walks: Sequence[Walk]) -> Iterator[tuple[int, TransitionSystem, tuple[Instance, ...]]]:
        """Each play with the number of its walk, the system under its reading, and its instances."""
        number = next(n for n, walk in enumerate(walks) if walk.system.scope.name == self.scope)
        for one in self.plays:
            for options, trace in one:
                way = (trace.start.instance, *(step.instance for step in trace.steps))
                yield number, walks[number].system.under(self.choice, options[0]), way

    @property
    def is_complete(self) -> bool:
        return all(len(group) == 1 for group in self.groups)


def distinguish(walk: Walk, known: Collection[str] = ()) -> Iterator[Distinction]:
    """For each choice that this walk meets and that is not known: plays until every two options that differ somewhere
    are told apart. A choice whose options all say the same everywhere is there with a single group."""
    for choice, (options, places) in walk.choices.items():
        if choice not in known:
            yield _distinction(walk, choice, options, places[:MOST])


def _distinction(walk: Walk, choice: str, options: tuple[str, ...], places: Sequence[Place]) -> Distinction:
    systems = {option: walk.system.under(choice, option) for option in options}
    groups: list[tuple[str, ...]] = [options]
    plays = []
    for place in places:
        if all(len(group) == 1 for group in groups):
            break
        for step in _steps(walk, place):
            if not any(_parts(walk, step, [systems[option] for option in group]) for group in groups):
                continue
            said = {option: play_looks(system, walk.way(step)) for option, system in systems.items()}
            finer = [part for group in groups for part in _divide(group, said)]
            if len(finer) > len(groups):
                groups = finer
                plays.append(tuple(_record(walk.way(step), said, systems)))
    return Distinction(walk.system.scope.name, choice, tuple(groups), tuple(plays))


def _parts(walk: Walk, place: Place, systems: Sequence[TransitionSystem]) -> bool:
    """Whether some of these systems give different things at a place."""
    if len(systems) < 2:
        return False
    first = place_result(systems[0], walk, place)
    return any(place_result(system, walk, place) != first for system in systems[1:])


def _steps(walk: Walk, place: Place) -> Iterator[Place]:
    """A place, and where judging meets the choice, the steps that are possible there."""
    yield place
    if place.instance is None:
        for instance in walk.looks[place.state].legal or ():
            step = Place(place.state, instance)
            if step in walk.after:
                yield step


Answer = tuple[object, ...]


def play_looks(system: TransitionSystem, way: Sequence[Instance]) -> Answer:
    """The sights of a play, as far as it is allowed."""
    begun = system.begin(way[0])
    state = None if begun is None else begun.state
    seen: list[object] = [state]
    for instance in way[1:]:
        if state is None:
            break
        look, _ = look_at(system, state)
        seen.append(look)
        if look.legal is None or instance not in look.legal:
            return tuple(seen)
        state = system.take(state, instance).state
        seen.append(state)
    if state is not None:
        seen.append(look_at(system, state)[0])
    return tuple(seen)


def _divide(group: tuple[str, ...], said: dict[str, Answer]) -> Iterator[tuple[str, ...]]:
    for answer in dict.fromkeys(said[option] for option in group):
        yield tuple(option for option in group if said[option] == answer)


def _record(
    way: Sequence[Instance], said: dict[str, Answer], systems: dict[str, TransitionSystem]
) -> Iterator[tuple[tuple[str, ...], Trace]]:
    """The play as each group of options has it, up to where it is no longer allowed."""
    for group in _divide(tuple(said), said):
        system = systems[group[0]]
        at = first_node(Rules(system), way[0])
        assert at is not None  # the walk that found the play began so, by every option
        for instance in way[1:]:
            if at.state is None or instance not in (look_at(system, at.state)[0].legal or ()):
                break
            at = at.take(instance)
        yield group, at.trace()
