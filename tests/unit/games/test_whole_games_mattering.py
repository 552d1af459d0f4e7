"""Whether what came up in a game mattered, as generated code says it, against the interpreter asked at every place."""

from __future__ import annotations

import pytest

from ruleslawyer.engines.native.met import LogReader
from ruleslawyer.engines.native.player import PlaySimulator
from ruleslawyer.engines.native.playing import ENDS
from ruleslawyer.play.parallel_plays import UNLIMITED
from ruleslawyer.play.random_play import starts_of
from ruleslawyer.rulebook.claims.occurrence import is_material
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.games.whole_games import LISTED, MaterialityReplay
from tests.bundled import bundled

Key = tuple[str, ...]


@pytest.mark.parametrize(("name", "scope"), [("daemons", "duel"), ("mnemonic", "combat"), ("memesis", "tiny")])
def test_what_matters_is_what_the_interpreter_says(name: str, scope: str) -> None:
    """In each state of some games every candidate is judged, and what is taken is taken, under each option."""
    system = bundled().ruleset(name).transition_system(scope)
    actions = system.system.actions.values()
    starts = [outcome.state for _, outcome in starts_of(system)]
    liked = [0.0 if action.outside_play else 1.0 for action in actions]
    play, looking = (PlaySimulator(system, starts, 3, longest, LISTED, liked, 1) for longest in (40, 1))
    play.choose([])
    mattering, reader = MaterialityReplay(system, looking), LogReader(system, play.book.low)
    compared = 0
    for number in range(1, 5):
        play.forget()
        played = play.play(number, number + 1, UNLIMITED, 0)
        assert ENDS[int(played.how[0])] in ("ended", "cut_off", "deadlocked", "broke_off")
        length, choices = int(played.lengths[0]), play.single_choices(played.made[0])
        if ENDS[int(played.how[0])] == "cut_off":  # nothing is looked at in the state behind the last choice
            length -= 1
            choices = choices[: length + 1]
        written = [play.state_bytes(along) for along in range(length + 1)]
        rows = [row[:3] for row in played.rows.tolist() if reader.told[row[0]] not in (("deadlock",), ("idle",))]
        keys = {key[1:] for row in rows for key in reader.keys(*row) if key[0] == "event"}
        found = {event.key for event in mattering.events_that_matter(number, written, choices, keys)}
        states = [play.layout.read(each) for each in written]
        taken = [play.instances(choice)[0] for choice in choices]
        expected = {key for along, state in enumerate(states) for key in _mattering(system, state, taken[along:][:1])}
        assert found == expected & keys
        compared += len(keys)
    assert compared


def _mattering(system: TransitionSystem, state: State, taken: list[Instance]) -> set[Key]:
    """What matters in a state, by judging its candidates and doing what was done."""
    found = set[Key]()
    if system.is_over(state):
        return found
    for judged in system.candidates(state):
        found |= {e.key for e in judged.events if is_material(system, e, state, judged.instance)}
    for instance in taken:
        events = system.take(state, instance).events
        found |= {e.key for e in events if is_material(system, e, state, instance)}
    return found
