"""Two readings told apart: a shortest play after which players could tell which of them is followed."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.engines.native.family import Parting
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Steps, Trace, through
from ruleslawyer.semantics.transition import Instance, Judged, TransitionSystem


@dataclass(frozen=True, slots=True)
class Parted:
    """Two options of a choice: a shortest play after which players could tell which is followed, ending with the
    instance that shows it (None where the options part before anything is done), or never in this scope."""

    choice: str
    options: tuple[str, str]
    ever: bool
    play: Trace | None = None
    shown_by: Instance | None = None
    stopped: str = ""


def parting_play(system: TransitionSystem, choice: str, options: tuple[str, str], parting: Parting) -> Parted:
    one, other = (system.under(choice, option) for option in options)
    return play_of(one, other, choice, options, parting)


def play_of(
    one: TransitionSystem, other: TransitionSystem, choice: str, options: tuple[str, str], parting: Parting
) -> Parted:
    """A parting with its play, made by the interpreter under the first of the two readings."""
    if not parting.parted or parting.parent is None:
        return Parted(choice, options, parting.parted, stopped=parting.stopped)
    states = parting.way()
    start = next(i for i, o in one.initial() if o.state == states[0])
    shown_by = different(one, other, states[-1])
    return Parted(choice, options, True, through(Steps(one), start, states, shown_by), shown_by)


def different(one: TransitionSystem, other: TransitionSystem, state: State) -> Instance | None:
    """An instance that only one of two readings allows, or that leads to different states."""
    results = [{j.instance: s.take(state, j.instance).state for j in allowed_in(s, state)} for s in (one, other)]
    everything = dict.fromkeys((*results[0], *results[1]))
    return next((i for i in everything if results[0].get(i) != results[1].get(i)), None)


def allowed_in(system: TransitionSystem, state: State) -> list[Judged]:
    """The instances that may be taken in a state: none, where it cannot be told whose decision it is."""
    try:
        return [judged for judged in system.candidates(state) if judged.is_allowed]
    except BranchEnds:
        return []
