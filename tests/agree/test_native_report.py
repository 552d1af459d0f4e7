"""The report of a scope from generated code against that of the reference explorer: counts, verdicts and plays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.exploration.agreement import differences, events_of, verdicts_of
from ruleslawyer.exploration.explore import explore_scope, result_of
from ruleslawyer.exploration.reference import ReferenceExploration
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.random_systems import of_seed
from tests.agree.strategies import CLASSICS, ROOT, names
from tests.agree.test_native import reference_of, system_of
from tests.agree.written import system_written, things
from tests.bank import TINY


def assert_same_report(system: TransitionSystem, workers: int = 1, explored: Exploration | None = None) -> None:
    """The report of generated code is the reference's, and all of its traces replay. `explored`: by the reference
    explorer, where that is known."""
    reference = result_of(ReferenceExploration(explored)) if explored else explore_scope(system, engine="networkx")
    found = explore_scope(system, engine="native", workers=workers)
    assert (reference.engine, found.engine) == ("networkx", "native")
    assert differences(reference, found) == ()
    assert reference.unreplayed == ()
    assert [v.name for v in found.verdicts] == [v.name for v in reference.verdicts]


def assert_same_known(root: Path, name: str, scope: str, workers: int = 1) -> None:
    explored = reference_of(root, name, scope)
    assert_same_report(explored.system, workers, explored)


LARGE = "t175_large_numbers"
"""It needs more than 64 bits, and code says so: test_lifted.py."""


@pytest.mark.parametrize("name", [name for name in names(TINY) if name != LARGE])
def test_tiny(name: str) -> None:
    assert_same_known(TINY, name, "tiny")


@pytest.mark.parametrize(
    ("name", "scope"),
    [
        *(("peterson", "two"), ("sliding", "board"), ("tcommit", "three"), ("twophase", "three")),
        *(("philosophers", "three"), ("hanoi", "three"), ("buckets", "three_five_from_one")),
        pytest.param("tictactoe", "board", marks=pytest.mark.campaign),
    ],
)
def test_classics(name: str, scope: str) -> None:
    """One small scope of each."""
    (root,) = (root for root in CLASSICS if root.name == name)
    assert_same_known(root, name, scope, workers=2)


@pytest.mark.parametrize(
    ("name", "scope"), [("daemons", "tiny"), ("mere_mortals", "tiny"), ("mnemonic", "tiny"), ("ccg", "tiny")]
)
def test_rulebooks(name: str, scope: str) -> None:
    """By the code of the whole ruleset; all scopes that `check` explores in the campaign."""
    assert_same_known(ROOT, name, scope)


@pytest.mark.parametrize("scope", ["tiny", pytest.param("shared_markings", marks=pytest.mark.campaign)])
def test_memesis(scope: str) -> None:
    assert_same_known(ROOT, "memesis", scope)


@pytest.mark.parametrize(
    "scope",
    [
        "start2",
        *(
            pytest.param(name, marks=pytest.mark.campaign)
            for name in ("upkeep", "tiny", "trade", "challenge", "network", "responses")
        ),
    ],
)
def test_megacorp(scope: str) -> None:
    assert_same_known(ROOT, "megacorp", scope)


@pytest.mark.parametrize("scope", ["start2", pytest.param("trade", marks=pytest.mark.campaign)])
def test_part_of_a_scope(scope: str) -> None:
    """Of an exploration that stops early, everything that is shown is true: what was live, each event at the distance
    that it has in the whole (unless only a later occurrence matters), each verdict that is not UNKNOWN."""
    system = system_of(ROOT, "megacorp", scope)
    whole, part = (explore_scope(system, None, Limits(n), engine="native") for n in (None, 30))
    assert whole.complete
    assert (part.complete, part.stopped) == (False, "stopped at the limit of 30 states")
    assert 30 <= part.states <= whole.states
    assert part.transitions <= whole.transitions
    assert part.depth <= whole.depth
    assert part.unreplayed == ()
    everything = events_of(whole)
    assert events_of(part)
    for key, found in events_of(part).items():
        assert found == everything[key] or (everything[key][0] and not found[0]), key
    for name in ("live", "decisive", "effects"):
        assert getattr(part, name) <= getattr(whole, name)
    known = verdicts_of(whole)
    for name, verdict in verdicts_of(part).items():
        assert verdict == known[name] or verdict[0] == "UNKNOWN"


@pytest.mark.parametrize("name", ["t28_nested", "t56_deadlock", "t57_passes", "t72_member_clash"])
def test_as_many_workers_as_wanted(name: str) -> None:
    """The whole report is the same, but for the seconds."""
    system = system_of(TINY, name, "tiny")
    reports = [explore_scope(system, engine="native", workers=n) for n in (1, 2, 3)]
    one, two, three = (replace(report, seconds=0.0) for report in reports)
    assert one == two == three


BROKEN = """
@state
class State:
    count: Annotated[int, Range(0, 9)]


@book.term("2")
def stride(s: State) -> int:
    \"\"\"How far a move goes.\"\"\"
    return 1


@stride.exception("3")
def boots(s: State) -> int | Silent:
    return 2 if s.count == 5 else SILENT


@stride.exception("4")
def mud(s: State) -> int | Silent:
    return 1 // (s.count - 5)


@book.action("5")
def move(s: State, who: Player) -> None:
    \"\"\"Go on.\"\"\"
    with effect("5"):
        s.count += stride(s)


@move.permit("6")
def may(s: State, who: Player) -> bool:
    return s.count == 5


@book.action("7")
def rest(s: State, who: Player) -> None:
    \"\"\"Go to the fifth place.\"\"\"
    with effect("7"):
        s.count = 5


@rest.permit("8")
def may_rest(s: State, who: Player) -> bool:
    return True


@may_rest.exception("9")
def first(s: State, who: Player) -> bool:
    return s.count == 5


@may_rest.exception("9")
def second(s: State, who: Player) -> bool:
    return s.count // (s.count - 5) > 5
"""


def test_rules_beside_one_that_fails(tmp_path: Path) -> None:
    """Two states: 0, where one may only rest, and 5, where the second exception to that, and the second to the stride,
    divide by 0. So nothing is known of the first ones either: they have not been live."""
    system = system_written(tmp_path, "broken", BROKEN)
    assert_same_report(system)
    found = explore_scope(system, engine="native", workers=1)
    assert (found.states, found.transitions, found.deadlocked) == (2, 1, 0)
    assert {"boots", "first", "mud", "second"}.isdisjoint(found.live)


def test_what_is_decisive_where_a_check_fails() -> None:
    """There in an action's own clauses, while clauses are decisive for its members."""
    assert_same_report(of_seed(40)[1].system)


def test_random_rulesets() -> None:
    for seed in range(20):
        assert_same_report(of_seed(seed)[1].system)


@pytest.mark.campaign
def test_random_rulesets_at_length() -> None:
    for seed in range(1_000):
        assert_same_report(of_seed(seed)[1].system)


MANY = """
@state
class State:
    at: Map[Thing, Annotated[int, Range(0, 3)]]
    done: bool


@book.action("2")
def put(s: State, who: Player, what: Thing) -> None:
    \"\"\"One further.\"\"\"
    with effect("2"):
        s.at[what] += 1


@put.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return not s.done and s.at[what] < 3


@book.action("3")
def stop(s: State, who: Player) -> None:
    \"\"\"No more.\"\"\"
    with effect("3"):
        s.done = True


@stop.permit("3")
def may_stop(s: State, who: Player) -> bool:
    return True


@stop.forbid("4", over=stop, because="it is over")
def stopped(s: State, who: Player) -> bool:
    return s.done


@stop.forbid("5", over=stop, because="it is over")
def full(s: State, who: Player) -> bool:
    return s.done and all(s.at[t] == 3 for t in Thing)


@stop.forbid("6", over=stop, because="it is over")
def empty(s: State, who: Player) -> bool:
    return s.done and any(s.at[t] == 0 for t in Thing)
"""


def test_many_deadlocks_of_several_kinds(tmp_path: Path) -> None:
    """4 ** 5 of them, one full, 4 ** 5 - 3 ** 5 with an empty place: each is counted with its own kind."""
    system = system_written(tmp_path, "many", MANY, things(5))
    assert_same_report(system)
    found = explore_scope(system, engine="native", workers=1)
    assert sorted(d.states for d in found.deadlocks) == [1, 3**5 - 1, 4**5 - 3**5]
