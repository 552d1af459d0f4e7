"""Forced passes: along the edges that are kept they lead to where the states are found in the set; faults are seen."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import numpy as np
import pytest

from ruleslawyer.engines.native import edges, explore
from ruleslawyer.engines.native.edges import Edges, ForcedPasses
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.engines.native.graph import MOST_EDGES
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.written import system_written
from tests.planted import planted

ANSWERED = '''
@state
class State:
    count: Annotated[int, Range(0, 9)]
    other: Annotated[int, Range(0, 9)]
    answering: bool


@book.action("2")
def strike(s: State, who: Player, twice: bool) -> None:
    """Strike, and wait for an answer."""
    with effect("2"):
        if twice:
            s.count += 1
        else:
            s.other += 1
        s.answering = True


@strike.permit("2")
def when_free(s: State, who: Player, twice: bool) -> bool:
    return not s.answering and s.count < 9 and s.other < 9


@book.action("4", passes=True)
def let_it_be(s: State, who: Player) -> None:
    """No answer."""
    with effect("4"):
        s.answering = False


@let_it_be.permit("4")
def when_asked(s: State, who: Player) -> bool:
    return s.answering


checks = Checks(book)


@checks.possible("1")
def all_is_struck(s: State) -> bool:
    """Of this the graph says whether it holds, so its edges are kept."""
    return s.count == 9
'''
CASES = {"all": (None, None), "stopped": (120, None), "edges are too many on the way": (None, 60)}
"""The most states that are expanded, and edges that are kept."""


@pytest.fixture(name="answered")
def written_answered(tmp_path: Path) -> TransitionSystem:
    return system_written(tmp_path, "answered", ANSWERED)


def led(system: TransitionSystem, made: type[ForcedPasses], case: str, *, along: bool = True) -> list[tuple[int, int]]:
    """The passes of a search: along edges, or looked up."""
    states, most = CASES[case]
    with (
        patch.object(explore, "ForcedPasses", made if along else lambda words, _: made(words)),
        patch.object(edges, "MOST_EDGES", MOST_EDGES if most is None else most),
    ):
        found = search_natively(system, Limits() if states is None else Limits(states), 1)
    assert found.passes is not None and bool(found.passes._ids) == along
    return list((found.passes.destinations(found.found) or {}).items())


@pytest.mark.parametrize("case", CASES)
def test_they_lead_where_states_are_found(case: str, answered: TransitionSystem) -> None:
    found = led(answered, ForcedPasses, case)
    assert found == led(answered, ForcedPasses, case, along=False)
    assert len(found) > 50


def test_a_group_that_waits_for_room_has_no_edges_yet() -> None:
    """It may wait more than once; where the search ends meanwhile, what it led to is looked up."""
    kept = Edges(1 << 12, 16, None)
    waiting = ForcedPasses(1, kept)
    waiting.add([np.array([[7, 3]], dtype=np.uint64)])
    waiting.add([])
    assert not waiting._ids
    kept.states = 1
    waiting.add([])
    assert [ids.tolist() for ids in waiting._ids] == [[3]] and not waiting._waiting


FAULTS = {
    "the edge before": ("targets[behind - 1]", "targets[behind - 2]"),
    "edges that are not kept": ("if self._edges.kept:", "if self._edges:"),
    "some are left out": ("for rows in self._waiting)", "for rows in self._waiting[1:])"),
}
"""Each with its text and another."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str, answered: TransitionSystem) -> None:
    path, wrong = Path(edges.__file__), ModuleType(edges.__name__)
    exec(compile(planted(fault, path, *FAULTS[fault]), path, "exec"), wrong.__dict__)
    faulty: type[ForcedPasses] = wrong.__dict__["ForcedPasses"]
    assert any(differs(answered, faulty, case) for case in CASES)


def differs(system: TransitionSystem, faulty: type[ForcedPasses], case: str) -> bool:
    try:
        return led(system, faulty, case) != led(system, ForcedPasses, case, along=False)
    except IndexError:
        return True
