"""The search beside the methods that prove: it tells what it finds, ends with its caller, and changes no verdict."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.prove import search
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.engines.smt.refute import race

CLASSICS, PROJECTS = (Path(__file__).parents[4] / name for name in ("classics", "projects"))
NINE = "six_fifteen_for_nine"


def asked(name: str, scope: str, *properties: str, root: Path = CLASSICS) -> list[ProofResult]:
    return list(Project.load(root / name).ruleset(name).prove(properties, scope, timeout=20.0))


def known(results: list[ProofResult]) -> list[tuple[object, ...]]:
    """What may not differ from run to run."""
    return [(r.property, r.verdict, r.method, r.k, r.reason, [s.label for s in r.steps]) for r in results]


def test_one_process_and_two_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten pourings are published, more than the first short search looks at."""
    beside = asked("buckets", NINE, "can_be_measured", "start_not_empty_beside_full", "nothing_spills")
    assert len(beside[0].steps) == 1 + 10
    monkeypatch.setattr(search, "possible", lambda: False)
    assert known(beside) == known(asked("buckets", NINE, *(r.property for r in beside)))
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(not race.possible(), reason="one core, or no fork")
def test_it_runs_beside_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    class Counted(race.Racer):
        def __init__(self, search: object) -> None:
            begun.append(1)
            super().__init__(search)  # type: ignore[arg-type]

    monkeypatch.setattr(search, "Racer", Counted)
    asked("buckets", NINE, "can_be_measured")
    assert begun == [1]


@pytest.mark.skipif(not race.possible(), reason="one core, or no fork")
def test_what_goes_wrong_there_is_raised_here() -> None:
    def wrong(outlet: race.Outlet) -> None:
        outlet.tell(race.News("a", 3))
        raise ZeroDivisionError("there")

    beside = race.Racer(wrong)
    told = []
    with pytest.raises(ZeroDivisionError, match="there"):
        while True:
            told += list(beside.news(1.0))
    beside.stop()
    assert told in ([race.News("a", 3)], [])


@pytest.mark.skipif(not race.possible(), reason="one core, or no fork")
def test_it_ends_with_its_caller() -> None:
    beside = race.Racer(lambda outlet: time.sleep(600))
    assert list(beside.news()) == []
    beside.stop()
    assert multiprocessing.active_children() == [] and beside.ended


def test_k_is_that_of_the_induction_wherever_the_search_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four labels in place of the published six; two sub-steps are the fewest that do."""
    beside = known(asked("peterson", "two", "exclusive", root=PROJECTS))
    assert beside[0][1:4] == ("PROVED", "2-induction", 2)
    monkeypatch.setattr(search, "possible", lambda: False)
    assert beside == known(asked("peterson", "two", "exclusive", root=PROJECTS))
