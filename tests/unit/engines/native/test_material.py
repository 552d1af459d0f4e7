"""Where what a choice decides first matters, far from the beginning: found among all the states that meet it."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from ruleslawyer.engines.native import drive, drive_code, material, occurrence_log, runtime
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.met import LogReader
from ruleslawyer.engines.native.occurrence_log import TIMES
from ruleslawyer.engines.native.states import LANES
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.written import system_written, things

KEY = ("contradiction", "stride", "one", "two")
SIZE, MATTERS = 41, 60
WALK = """
@state
class State:
    at: Map[Thing, Annotated[int, Range(0, 40)]]


@book.question("how far does a move go?")
def stride(s: State) -> int:
    ask()


@stride.answer("2", default=True)
def one(s: State) -> int:
    return 1


@stride.answer("3")
def two(s: State) -> int:
    return 2


@book.action("6")
def push(s: State, who: Player, what: Thing) -> None:
    with effect("6"):
        far = stride(s) if s.at[what] % 2 == 0 else 1
        s.at[what] = (s.at[what] + (far if sum(s.at[t] for t in Thing) >= MATTERS else 1)) % 41


@push.permit("7")
def may(s: State, who: Player, what: Thing) -> bool:
    return True
"""
"""Two things go round a circle. The question is asked where one of them lies at an even place, and its answer matters
where both together have come far."""


@pytest.fixture
def walk(tmp_path: Path) -> TransitionSystem:
    return system_written(tmp_path, "walk", WALK.replace("MATTERS", str(MATTERS)), things(2))


def place(found: NativeExploration) -> tuple[bool, int]:
    """Whether the clash matters, and after how many steps."""
    (met,) = (one for one in found.occurrences if one.event.key == KEY)
    return met.material, met.depth


def kept(found: NativeExploration) -> set[tuple[int, ...]] | None:
    """Where the things lie in the states that are kept of it."""
    by_code = found.by_code
    reader = LogReader(by_code.system, by_code.book.low)
    rows = [(row[0], row[2]) for row in by_code.log.tolist() if ("event", *KEY) in reader.keys(*row[:3])]
    assert by_code.often is not None
    known = by_code.often.states(by_code.log, rows)
    if known is None:
        return None
    ids = [int(index) * PARTITIONS + partition for partition in range(PARTITIONS) for index in known[partition]]
    return {by_code.state(identity).fields[0] for identity in ids}


def some_even() -> set[tuple[int, ...]]:
    return {(one, other) for one in range(SIZE) for other in range(SIZE) if not (one % 2 and other % 2)}


def test_it_matters_far_away(walk: TransitionSystem) -> None:
    """Much nearer are more states that meet it than are logged. With both at even places, sixty steps away, it matters
    for the first time, and is met a step later."""
    nearer = [pair for pair in some_even() if sum(pair) < MATTERS]
    assert len(nearer) > TIMES * LANES
    found = explore_natively(walk)
    assert found.found.size == SIZE**2
    assert place(found) == (True, MATTERS + 1)


def test_it_is_known_in_which_states_it_was_met(walk: TransitionSystem) -> None:
    assert kept(explore_natively(walk)) == some_even()


def test_where_too_many_are_met_all_are_looked_at(walk: TransitionSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(occurrence_log, "MOST", 100)
    found = explore_natively(walk)
    assert kept(found) is None
    assert place(found) == (True, MATTERS + 1)


@pytest.mark.parametrize(("room", "is_known"), [(8, False), (14, False), (20, True)])
def test_where_a_block_has_no_room_for_all_of_them(
    room: int, is_known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 14 that is one block of the search, and none of the last before somebody looks."""
    for module in (runtime, occurrence_log, drive_code):
        monkeypatch.setattr(module, "OFTEN_ENTRIES", room)
    monkeypatch.setattr(CompiledRuleset, "_known", {})  # code that has another room
    drive._code.cache_clear()
    smaller = WALK.replace("MATTERS", "99").replace("40", "12").replace("41", "13")
    found = explore_natively(system_written(tmp_path, "walk", smaller, things(3)))
    drive._code.cache_clear()
    known = {at for at in product(range(13), repeat=3) if any(place % 2 == 0 for place in at)}
    assert kept(found) == (known if is_known else None)


def test_where_a_search_stopped_all_are_looked_at(walk: TransitionSystem) -> None:
    """States behind the limit meet it too, though they were not expanded."""
    found = explore_natively(walk, Limits(states=1700 - SIZE))
    assert found.by_code.often is None
    assert place(found) == (True, MATTERS + 1)


def test_a_state_that_is_missing_would_be_missed(walk: TransitionSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    """The states that are kept are those that are looked at: were they too few, the clash would not matter."""
    nothing = [np.zeros(0, dtype=np.int64)] * PARTITIONS
    monkeypatch.setattr(occurrence_log.OccurrenceLog, "states", lambda self, log, wanted: nothing)
    assert not place(explore_natively(walk))[0]


def test_the_log_is_too_short_for_a_block(walk: TransitionSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then half of it is looked at, and again half of that."""
    found = explore_natively(walk)
    monkeypatch.setattr(material, "LOG_ENTRIES", 3)
    assert place(found) == (True, MATTERS + 1)
