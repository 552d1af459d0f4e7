"""The native engine at its limits: memory, states and time that end, Ctrl-C, failing workers, numbers that grow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native import build
from ruleslawyer.engines.native import search as native_search
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.explore import NativeSearch, search_natively
from ruleslawyer.engines.native.family import Family
from ruleslawyer.engines.native.states import Crew
from ruleslawyer.exploration import explore as run
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.rulebook.claims.limits import MEBIBYTE, Limits
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import assert_same, identities, natively
from tests.agree.written import counter, grid, soon_large, system_written, things

SIZE, THINGS = 9, 5
ALL = SIZE**THINGS


@pytest.fixture(scope="module")
def round_and_round(tmp_path_factory: pytest.TempPathFactory) -> TransitionSystem:
    """Five things on nine places: 59 049 states, each as far away as the sum of its places says, 40 at most."""
    return system_written(tmp_path_factory.mktemp("grid"), "grid", grid(SIZE), things(THINGS))


def assert_true(native: NativeSearch) -> None:
    """What was found of the grid is right, however much it is: every state once; a sample, and the last ones, are as
    far away as it says, with a way there."""
    found = native.found
    every = list(identities(found))
    assert len({found.words(i) for i in every}) == len(every) == found.size
    sample = [
        *every[:: 1 + found.size // 2_000],
        *(int(count) * 16 - 16 + p for p, count in enumerate(found.counts) if count),
    ]
    depths = [sum(native.state(i).fields[0]) for i in sample]
    assert max(depths) <= found.depth == found.depth_of(max(every, key=found.depth_of))
    for identity, depth in zip(sample, depths, strict=True):
        at = native.state(identity).fields[0]
        assert found.depth_of(identity) == depth == sum(at)
        assert len(found.way(identity)) == sum(at) + 1
    assert found.deadlocks == [] and found.ended == 0
    assert found.transitions >= found.visited * THINGS


@pytest.mark.parametrize("workers", [1, 2])
def test_to_the_end(round_and_round: TransitionSystem, workers: int) -> None:
    native = search_natively(round_and_round, Limits(None, None, None), workers)
    assert native.found.complete
    assert (native.found.size, native.found.transitions) == (ALL, THINGS * ALL)
    assert native.found.depth == THINGS * (SIZE - 1)
    assert_true(native)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("limits", "stopped"),
    [
        (Limits(memory=1), "stopped at the limit of 1 MiB of memory"),
        (Limits(states=1), "stopped at the limit of 1 states"),
        (Limits(states=2_000), "stopped at the limit of 2000 states"),
    ],
)
def test_limits(round_and_round: TransitionSystem, limits: Limits, stopped: str, workers: int) -> None:
    """Everything found so far is kept."""
    found = (native := search_natively(round_and_round, limits, workers)).found
    assert (found.complete, found.stopped) == (False, stopped)
    assert 1 <= found.size < ALL
    if limits.states is not None:
        assert limits.states <= found.visited
    if limits.memory == 1:
        assert found.set.bytes <= MEBIBYTE
        assert found.size > 10_000
    assert_true(native)


def test_a_limit_that_is_enough(round_and_round: TransitionSystem) -> None:
    found = search_natively(round_and_round, Limits(states=ALL, seconds=1000, memory=8), 1).found
    assert found.complete
    assert found.set.bytes <= 8 * MEBIBYTE


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt(round_and_round: TransitionSystem, monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    told = []

    def progress(visited: int, waiting: int, transitions: int) -> None:
        told.append((visited, waiting, transitions))
        assert transitions == visited * THINGS
        if visited > 1000:
            raise KeyboardInterrupt

    monkeypatch.setattr(native_search, "TOLD_EVERY", 0)
    native = search_natively(round_and_round, workers=workers, progress=progress)
    assert native.found.stopped == "interrupted"
    visited, waiting, _ = told[-1]
    assert native.found.size == visited + waiting
    assert_true(native)


def test_the_last_that_is_told(round_and_round: TransitionSystem) -> None:
    """Of the whole search, since what comes after it may take long."""
    told = []
    search_natively(round_and_round, workers=1, progress=lambda *counts: told.append(counts))
    assert told[-1] == (ALL, 0, ALL * THINGS)


def failing(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let the code that goes through groups of states fail once it has been called a few times."""
    original, calls = build.Library.function, []

    def function(library: Any, name: str, parameters: str) -> Callable[..., None]:
        real = original(library, name, parameters)

        def called(*arguments: Any) -> None:
            calls.append(1)
            if len(calls) > after:
                raise RuntimeError("a worker is gone")
            real(*arguments)

        return called if name in ("expand", "drive") else real

    monkeypatch.setattr(build.Library, "function", function)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_worker_that_fails(round_and_round: TransitionSystem, monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    """It is an error, and nobody waits for ever; never a result from what the others did."""
    failing(monkeypatch, 17)
    monkeypatch.setattr(Crew, "worth_seconds", 0.0)
    with pytest.raises(RuntimeError, match="a worker is gone"):
        search_natively(round_and_round, workers=workers)


# --- numbers without bounds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "sign", "last"),
    [("int", "+", 31), ("int", "-", -33), ("int", "+", 3000), ("Annotated[int, Range(0)]", "+", 64)],
)
def test_numbers_that_grow(tmp_path: Path, type: str, sign: str, last: int) -> None:
    """Counting as far as the rules allow: no state is lost."""
    permit = f"s.count < {last}" if sign == "+" else f"s.count > {last}"
    text = counter(type, permit).replace("s.count += 1", f"s.count {sign}= 1")
    native = search_natively(system_written(tmp_path, "counter", text), workers=1)
    steps = abs(last)
    assert (native.found.size, native.found.transitions, native.found.depth) == (steps + 1, steps, steps)
    assert {native.state(i).fields[0] for i in identities(native.found)} == {
        k if sign == "+" else -k for k in range(steps + 1)
    }


@pytest.mark.parametrize("type", [pytest.param("int", marks=pytest.mark.campaign), "Annotated[int, Range(0)]"])
def test_a_number_that_grows_for_ever(tmp_path: Path, type: str) -> None:
    """The search stops, and names the field, the rule and its line, and the cap; nothing else is said to have happened.
    A limit that comes before ends in what was found."""
    system = system_written(tmp_path, "counter", counter(type) if type == "int" else soon_large(type))
    result = explore_scope(system, engine="native", workers=1)
    assert (result.complete, result.events, result.deadlocks, result.unreplayed) == (False, (), (), ())
    for text in ("count needs more than 16 bits", "nothing bounds it", "one_more", "model.py:", "[caps] count = "):
        assert text in result.stopped
    assert [v.word for v in result.verdicts] == ["VIOLATED", "UNKNOWN", "HOLDS IN SCOPE"]
    found = search_natively(system, Limits(states=100), workers=1).found
    assert found.stopped == "stopped at the limit of 100 states"
    assert found.size >= 100


def test_a_cap(tmp_path: Path) -> None:
    """The cap that the message asks for is what mends it."""
    scope = "[sorts]\nPlayer = 1\nThing = 1\n\n[caps]\ncount = 20\n"
    system = system_written(tmp_path, "counter", counter("Annotated[int, Range(0)]"), scope)
    found = explore_scope(system, engine="native", workers=1)
    assert (found.states, found.transitions, found.complete) == (21, 20, True)
    assert [(e.event.kind, e.event.subject, e.trace.length) for e in found.events] == [("cap", "count", 21)]


def test_a_write_out_of_range(tmp_path: Path) -> None:
    """A finding with its play, as the reference has it."""
    system = system_written(tmp_path, "counter", counter("Annotated[int, Range(0, 6)]"))
    native, reference = (explore_scope(system, engine=engine) for engine in ("native", "networkx"))
    for found in (native, reference):
        (broken,) = found.events
        assert (broken.event.kind, broken.event.subject, broken.depth, broken.trace.length) == ("broken", "count", 7, 7)
        assert "7 is outside 0 to 6" in broken.event.reason
        assert (found.states, found.transitions, found.complete, found.unreplayed) == (7, 6, True, ())
    assert native.events == reference.events


# --- wide states -----------------------------------------------------------------------------------------------------

FAR = """
@state
class State:
    at: Map[Thing, Annotated[int, Range(0, 65_535)]]
    pushed: Annotated[int, Range(0, 2)]


@book.action("2")
def push(s: State, who: Player, what: Thing) -> None:
    \"\"\"Far away, twice in all.\"\"\"
    with effect("2"):
        s.at[what] += 20_001
        s.pushed += 1


@push.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return s.pushed < 2
"""


def test_wide_states(tmp_path: Path) -> None:
    """33 things of 16 bits each: none pushed, one, two or one twice: 1 + 33 + 33 * 32 / 2 + 33 states of nine words."""
    system = system_written(tmp_path, "far", FAR, things(33))
    native = natively(system, (1, 2))
    assert (native.layout.bits, native.layout.words) == (33 * 16 + 2, 9)
    assert native.found.size == 1 + 33 + 33 * 32 // 2 + 33
    assert native.found.transitions == 33 + 33 * 33
    assert_same(native, explore(system))


# --- which engine ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("small", "engine"), [(9, "networkx"), (8, "networkx"), (7, "native"), (1, "native")])
def test_the_engine_that_is_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: int, engine: str) -> None:
    """By the number of states alone: of eight, no fewer than that are small enough."""
    monkeypatch.setattr(run, "SMALL", small)
    system = system_written(tmp_path, "counter", counter(permit="s.count < 7"))
    found = explore_scope(system)
    assert (found.engine, found.states, found.transitions, found.depth) == (engine, 8, 7, 7)
    for chosen in ("networkx", "native"):
        assert explore_scope(system, engine=chosen).engine == chosen
    again = explore_scope(system)  # now the code is there
    assert (again.engine, again.states, again.transitions, again.depth) == (engine, 8, 7, 7)


def test_code_that_is_there_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scope that is large is not begun by the reference explorer then; one that is small is its own."""
    monkeypatch.setattr(run, "SMALL", 7)
    monkeypatch.setattr(CompiledRuleset, "_known", {})  # another test may have made code of the same rules
    system = system_written(tmp_path, "counter", counter(permit="s.count < 7"))
    begun: list[str] = []

    def explored(system: TransitionSystem, *rest: Any, **how: Any) -> Any:
        begun.append(system.scope.name)
        return explore(system, *rest, **how)

    monkeypatch.setattr(run, "explore", explored)
    assert explore_scope(system).engine == "native" and len(begun) == 1
    assert explore_scope(system).engine == "native" and len(begun) == 1
    monkeypatch.setattr(run, "SMALL", 8)
    assert explore_scope(system).engine == "networkx" and len(begun) == 2


@pytest.mark.parametrize(("limit", "engine"), [(3, "networkx"), (5, "networkx"), (6, "native")])
def test_a_limit_of_states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int, engine: str) -> None:
    """A limit that is no larger than what the reference engine does is its limit."""
    monkeypatch.setattr(run, "SMALL", 5)
    system = system_written(tmp_path, "counter", counter(permit="s.count < 7"))
    found = explore_scope(system, None, Limits(limit))
    assert (found.engine, found.complete) == (engine, False)
    assert found.stopped == f"stopped at the limit of {limit} states"


def test_an_interrupt_before_the_engine_changes(round_and_round: TransitionSystem) -> None:
    """Ctrl-C ends the exploration, even where more states wait: it does not begin another one."""

    def progress(visited: int, waiting: int, transitions: int) -> None:
        assert waiting
        raise KeyboardInterrupt

    found = explore_scope(round_and_round, None, None, progress)
    assert (found.engine, found.complete, found.stopped) == ("networkx", False, "interrupted")


# --- all readings at once ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limits", [Limits(memory=1), Limits(states=100), Limits(seconds=0)])
def test_limits_of_a_family(round_and_round: TransitionSystem, limits: Limits) -> None:
    found = Family(round_and_round, [{}]).search(limits, workers=2)
    assert found.stopped.startswith("stopped at the limit of ")
    assert 1 <= found.states[0] < ALL
    assert found.set.bytes <= (limits.memory or 8_000) * MEBIBYTE


def test_an_interrupted_family(round_and_round: TransitionSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_search, "TOLD_EVERY", 0)

    def progress(visited: int, waiting: int, transitions: int) -> None:
        if visited > 1000:
            raise KeyboardInterrupt

    found = Family(round_and_round, [{}]).search(workers=2, progress=progress)
    assert found.stopped == "interrupted"
    assert 1000 < found.states[0] < ALL


def test_numbers_that_grow_in_a_family(tmp_path: Path) -> None:
    system = system_written(tmp_path, "counter", counter(permit="s.count < 1000"))
    found = Family(system, [{}]).search(workers=1)
    assert (found.states, found.transitions, found.depths) == ([1001], [1000], [1000])
    system = system_written(tmp_path / "for_ever", "counter", soon_large())
    assert "count needs more than 16 bits" in Family(system, [{}]).search(workers=1).stopped


def test_a_worker_of_a_family_that_fails(round_and_round: TransitionSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    family = Family(round_and_round, [{}])
    failing(monkeypatch, 17)
    with pytest.raises(RuntimeError, match="a worker is gone"):
        family.search(workers=2)
