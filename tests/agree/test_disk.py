"""Searches on disk against those in memory: ids, words, parents, forced passes and reports; and what breaks off."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from multiprocessing import active_children
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native.disk import found, tasks
from ruleslawyer.engines.native.disk import search as disk_search
from ruleslawyer.engines.native.disk.folder import LaneExpansion, Level, read_levels
from ruleslawyer.engines.native.disk.runs import (
    BlockReader,
    BlockWriter,
    DamagedFileError,
    RunStream,
    VisitedRuns,
    group_rows,
    merge_bounds,
)
from ruleslawyer.engines.native.disk.search import TASKS, TaskName, explore_on_disk
from ruleslawyer.engines.native.disk.waiting import StepRelation
from ruleslawyer.engines.native.explore import NativeSearch
from ruleslawyer.engines.native.graph import Graph
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.names import MEMORY
from ruleslawyer.engines.native.states import row_hashes
from ruleslawyer.exploration.disk import DiskExploration
from ruleslawyer.exploration.explore import result_of
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.ir.rules import FOLLOWED, OF_PLAYS
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.result import scope_json
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import ROOT
from tests.agree.test_native import system_of
from tests.agree.written import counter, system_written
from tests.bank import TINY

SCOPES = (("megacorp", "start2"), ("t57_passes", "tiny"), ("t56_deadlock", "tiny"), ("t90_grid", "tiny"))


def made(name: str, scope: str) -> TransitionSystem:
    return system_of(TINY if name.startswith("t") else ROOT, name, scope)


@cache
def in_memory(name: str, scope: str) -> NativeExploration:
    return explore_natively(made(name, scope), workers=1)


@pytest.fixture
def tiny_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows are sorted at once, so that there are many runs; few of those stay in memory. No level is small."""
    monkeypatch.setattr(tasks, "LEAST", 1)
    monkeypatch.setattr(tasks, "VisitedRuns", lambda folder, room: VisitedRuns(folder, 1 << 10))


def assert_same(disk: NativeSearch, memory: NativeSearch) -> None:
    found, other = disk.found, memory.found
    counts = ("size", "transitions", "ended", "initial", "depth", "visited", "stopped")
    assert {c: getattr(found, c) for c in counts} == {c: getattr(other, c) for c in counts}
    for partition in range(PARTITIONS):
        assert found.set.array(partition).tolist() == other.set.array(partition).tolist()
        assert found.set.parents_of(partition).tolist() == other.set.parents_of(partition).tolist()
    assert [level.tolist() for level in found.levels] == [level.tolist() for level in other.levels]
    assert found.deadlocks == other.deadlocks
    assert disk.passes and memory.passes
    assert list((disk.passes.destinations(found) or {}).items()) == list(
        (memory.passes.destinations(other) or {}).items()
    )


def assert_same_graph(disk: DiskExploration, memory: NativeExploration, name: str) -> None:
    """Edge for edge, so that the same plays are shown."""
    found, other = disk.graph, memory.graph
    assert isinstance(found, Graph) and isinstance(other, Graph)
    assert found.digraph.begin.tolist() == other.digraph.begin.tolist()
    assert found.digraph.to.tolist() == other.digraph.to.tolist()
    assert found.labels.tolist() == other.labels.tolist()
    assert report(disk, name) == report(memory, name)


class Unlisted(DiskExploration):
    """There is no room for a graph of all states, so that steps are gone through on disk."""

    @property
    def graph(self) -> str:
        return "no room"


def report(found: NativeExploration, name: str) -> dict[str, Any]:
    told = scope_json(name, result_of(found), Codec(found.system.system, found.system.scope))
    return {key: value for key, value in told.items() if key not in {"seconds", "bytes_as_trees"}}


def report_besides(found: NativeExploration, name: str) -> dict[str, Any]:
    """The report; of plays that show a property of all plays only the length, and where they go round: another play of
    that length may be shown."""
    told = report(found, name)
    for part in ("properties", "violations"):
        told[part] = [p for p in told[part] if p["kind"] not in FOLLOWED]
    told["followed"] = [
        (v.name, v.word, v.reason, v.states, v.trace and (v.trace.length, v.trace.back))
        for kind in FOLLOWED
        for v in followed(found, kind)
    ]
    return told


def followed(found: NativeExploration, kind: str) -> list[Verdict]:
    return [found.verdict(check) for check in found.system.system.checks.values() if check.kind == kind]


@pytest.mark.parametrize(
    ("name", "scope", "words"),
    [
        ("t55_possible", "tiny", {"HOLDS IN SCOPE", "VIOLATED"}),
        ("t92_switches", "tiny", {"HOLDS IN SCOPE"}),
        ("t150_unclear", "tiny", {"UNKNOWN", "VIOLATED"}),
        ("t230_promises_outside_play", "tiny", {"HOLDS IN SCOPE", "VIOLATED"}),
        ("t233_promised_to_each", "tiny", {"HOLDS IN SCOPE", "VIOLATED"}),
        ("daemons", "tiny", {"HOLDS IN SCOPE"}),
    ],
)
def test_what_stays_possible(name: str, scope: str, words: set[str], tmp_path: Path, tiny_pieces: None) -> None:
    """As in memory, where the graph says it; and every play that is shown replays."""
    memory = in_memory(name, scope)
    disk = Unlisted(explore_on_disk(made(name, scope), tmp_path, "asked", Limits(memory=1), workers=2), 0.0)
    assert_same(disk.by_code, memory.by_code)
    assert report_besides(disk, name) == report_besides(memory, name)
    assert {verdict.word for verdict in followed(disk, "possible")} == words
    assert result_of(disk).unreplayed == ()
    assert_same_graph(DiskExploration(disk.by_code, 0.0), memory, name)


@pytest.mark.parametrize(
    ("name", "scope", "words"),
    [
        ("t69_leads_to", "tiny", {"HOLDS IN SCOPE", "VIOLATED", "VACUOUS"}),
        ("t140_fairness", "tiny", {"HOLDS IN SCOPE", "VIOLATED"}),
        ("t92_switches", "tiny", {"HOLDS IN SCOPE"}),
        ("t150_unclear", "tiny", {"UNKNOWN", "VIOLATED"}),
        ("t163_asked", "tiny", {"HOLDS IN SCOPE"}),
        ("t230_promises_outside_play", "tiny", {"HOLDS IN SCOPE", "VIOLATED"}),
        ("t233_promised_to_each", "tiny", {"HOLDS IN SCOPE", "VIOLATED", "VACUOUS"}),
        ("t234_once_and_for_ever", "tiny", {"HOLDS IN SCOPE", "VIOLATED"}),
        ("t265_before_the_cap", "tiny", {"HOLDS IN SCOPE", "UNKNOWN"}),
        ("daemons", "tiny", {"VIOLATED", "VACUOUS"}),
        ("megacorp", "start2", {"HOLDS IN SCOPE", "VACUOUS"}),
    ],
)
def test_what_must_come(name: str, scope: str, words: set[str], tmp_path: Path, tiny_pieces: None) -> None:
    """As in memory, fair plays among them; and every play that is shown replays, where it goes round."""
    memory = in_memory(name, scope)
    disk = Unlisted(explore_on_disk(made(name, scope), tmp_path, "asked", Limits(memory=1), workers=2), 0.0)
    assert report_besides(disk, name) == report_besides(memory, name)
    assert {verdict.word for kind in OF_PLAYS for verdict in followed(disk, kind)} == words
    assert result_of(disk).unreplayed == ()
    assert_same_graph(DiskExploration(disk.by_code, 0.0), memory, name)


def test_waiting_states_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is not known what comes, and how much they need is said."""
    monkeypatch.setattr(found, "STATE_BYTES", 1 << 22)
    disk = DiskExploration(explore_on_disk(made("t140_fairness", "tiny"), tmp_path, "asked"), 0.0, memory=1)
    words = {verdict.word for verdict in followed(disk, "leads_to")}
    assert words == {"UNKNOWN"}
    assert all("MiB, more than the limit of 1 MiB" in verdict.reason for verdict in followed(disk, "leads_to"))


@pytest.mark.parametrize("seed", range(6))
def test_what_leads_to_a_goal(seed: int, tmp_path: Path, tiny_pieces: None) -> None:
    """From any states, against the graph in memory: goals are drawn at random."""
    system, dice = made("t92_switches", "tiny"), Random(seed)
    memory, disk = in_memory("t92_switches", "tiny"), explore_on_disk(system, tmp_path, "asked", Limits(memory=1))
    counts = disk.found.counts.tolist()
    assert isinstance(memory.graph, Graph)
    goal = [np.array([dice.random() < 0.05 for _ in range(count)], dtype=np.bool_) for count in counts]
    can = StepRelation(disk).leading_to(goal)
    ids = memory.graph.ids.tolist()
    wanted = np.array([goal[i % PARTITIONS][i // PARTITIONS] for i in ids], dtype=np.bool_)
    (expected,) = memory.graph.digraph.leading_to(wanted)
    assert [bool(can[i % PARTITIONS][i // PARTITIONS]) for i in ids] == expected.tolist()


@pytest.mark.parametrize(("name", "scope"), SCOPES)
def test_against_memory(name: str, scope: str, tmp_path: Path, tiny_pieces: None) -> None:
    memory = in_memory(name, scope)
    disk = DiskExploration(explore_on_disk(made(name, scope), tmp_path, "asked", Limits(memory=1)), 0.0)
    assert_same(disk.by_code, memory.by_code)
    assert report(disk, name) == report(memory, name)
    again = explore_on_disk(made(name, scope), tmp_path, "asked", Limits(memory=1))  # nothing is left to do
    assert_same(again, memory.by_code)


@pytest.mark.parametrize(("name", "scope"), (*SCOPES[1:], ("t69_leads_to", "tiny")))
def test_small_levels(name: str, scope: str, tmp_path: Path) -> None:
    """Those are done by one process, in memory: few checkpoints are written."""
    memory = in_memory(name, scope)
    disk = DiskExploration(explore_on_disk(made(name, scope), tmp_path, "asked", workers=2), 0.0)
    assert_same(disk.by_code, memory.by_code)
    assert report(disk, name) == report(memory, name)
    assert len(list(tmp_path.glob("level-*"))) == 2 < len(memory.found.levels)
    assert_same(explore_on_disk(made(name, scope), tmp_path, "asked"), memory.by_code)


@pytest.mark.parametrize(
    ("name", "scope", "least"),
    [("t90_grid", "tiny", 8), ("t90_grid", "tiny", 40), ("t92_switches", "tiny", 8), ("megacorp", "start2", 2400)],
)
def test_small_levels_and_large_ones(
    name: str, scope: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First small ones, then large ones, and small ones again, which lead back to those."""
    monkeypatch.setattr(tasks, "LEAST", least)
    memory = in_memory(name, scope)
    disk = DiskExploration(explore_on_disk(made(name, scope), tmp_path, "asked", Limits(memory=1)), 0.0)
    assert {level.tasks for level in read_levels(tmp_path, "asked")} == {1, PARTITIONS}
    assert_same(disk.by_code, memory.by_code)
    assert report(disk, name) == report(memory, name)


@pytest.mark.parametrize("seed", range(3))
def test_levels_of_any_kind(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels count as small or large by chance; in Megacorp they lead back to those of the other kind."""
    dice = Random(seed)

    def tell(*_: int) -> None:
        monkeypatch.setattr(tasks, "LEAST", dice.choice((1, 1 << 22)))

    disk = explore_on_disk(made("megacorp", "start2"), tmp_path, "asked", progress=tell)
    assert_same(disk, in_memory("megacorp", "start2").by_code)


def test_small_levels_that_are_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By Ctrl-C, wherever it comes: what has no checkpoint is done again."""
    dice, stops, memory = Random(3), list[str](), in_memory("megacorp", "start2").by_code
    left = 0

    def tell(*_: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    for _ in range(40):
        left = dice.randrange(3, 12)
        monkeypatch.setattr(disk_search, "SAVED_EVERY", dice.choice((0.0, 60.0)))
        found = explore_on_disk(made("megacorp", "start2"), tmp_path, "asked", progress=tell)
        stops.append(found.found.stopped)
        if found.found.complete:
            break
        assert found.found.visited == sum(read_levels(tmp_path, "asked")[-1].before)
    assert_same(found, memory)
    assert set(stops) == {BY_CTRL_C, ""}


@pytest.mark.parametrize("every", [0.0, 60.0])
def test_a_level_that_is_too_much(every: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is none, whether those before it have checkpoints or not; and the contexts are as they were before it."""
    expand_lane = tasks.expand_lane

    def expand(search: tasks.OpenSearch, at: Level, lane: int, spool: tasks.Spool) -> LaneExpansion:
        found = expand_lane(search, at, lane, spool)
        if (at.level, lane) != (3, 2):
            return found
        del search.contexts[lane]
        return replace(found, stopped="too much", beyond=MEMORY)

    monkeypatch.setattr(disk_search, "SAVED_EVERY", every)
    monkeypatch.setattr(tasks, "expand_lane", expand)
    found, memory = explore_on_disk(made("t90_grid", "tiny"), tmp_path, "asked"), in_memory("t90_grid", "tiny").by_code
    assert (found.found.stopped, found.beyond) == ("too much", MEMORY)
    assert [level.tolist() for level in found.found.levels] == [level.tolist() for level in memory.found.levels[:4]]
    monkeypatch.setattr(tasks, "expand_lane", expand_lane)
    assert_same(explore_on_disk(made("t90_grid", "tiny"), tmp_path, "asked"), memory)


def test_hashes_that_collide(tmp_path: Path, tiny_pieces: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly all states have one hash in their partition: they are told apart all the same."""
    few = np.uint64(0b11111 << 59)
    monkeypatch.setattr(tasks, "row_hashes", lambda rows, words: row_hashes(rows, words) & few)
    disk = explore_on_disk(made("t90_grid", "tiny"), tmp_path, "asked", Limits(memory=1))
    assert_same(disk, in_memory("t90_grid", "tiny").by_code)


class Breaks:
    """An executor that breaks off before a task, perhaps in the middle of it."""

    def __init__(self, after: int, error: BaseException) -> None:
        self.left, self.error = after, error

    def each(self, task: TaskName, numbers: Iterable[int], level: int, folder: str) -> Iterator[None]:
        for number in reversed(list(numbers)):
            if not self.left:
                raise self.error
            self.left -= 1
            TASKS[task](number, level, folder)
            yield


def test_it_goes_on(tmp_path: Path, tiny_pieces: None) -> None:
    """Broken off again and again, by Ctrl-C and by a full disk, with tasks in another order: nothing twice or lost."""
    dice, stops, memory = Random(1), list[str](), in_memory("megacorp", "start2").by_code
    for _ in range(100):
        full = OSError(errno.ENOSPC, "No space left on device")
        error = dice.choice((KeyboardInterrupt(), full))
        breaks = Breaks(dice.randrange(21, 90), error)
        try:
            found = explore_on_disk(made("megacorp", "start2"), tmp_path, "asked", executor=breaks)
        except UsageError as said:
            assert "the same command goes on from the last whole level" in str(said)
            stops.append("full")
            continue
        stops.append(found.found.stopped)
        if found.found.complete:
            break
    assert_same(found, memory)
    assert {"full", BY_CTRL_C, ""} == set(stops)


def test_a_number_that_grows_ends_it(tmp_path: Path) -> None:
    """The level in which it does is not done again and again; nor is it by the next run."""
    (tmp_path / "disk").mkdir()
    system = system_written(tmp_path, "grows", counter().replace("s.count += 1", "s.count = s.count * 60 + 1"))
    for _ in range(2):
        disk = explore_on_disk(system, tmp_path / "disk", "asked", Limits(seconds=5.0))
        assert "count needs more than 16 bits, and nothing bounds it in one_more" in disk.found.stopped
        assert disk.is_unbounded
        assert len(disk.found.levels) == 4


class Several:
    """As if each task were done by some of three processes: each has a search of its own open."""

    def __init__(self) -> None:
        self.dice, self.others = Random(4), list[tasks.OpenSearch]()

    def each(self, task: TaskName, numbers: Iterable[int], level: int, folder: str) -> Iterator[None]:
        here = tasks.open_search(folder)
        if not self.others:
            asked = tasks.search_problem(here.system, here.name, 1 << 20)
            self.others = [tasks.OpenSearch(asked, Path(folder)) for _ in range(3)]
        for number in numbers:
            tasks._OPENED[folder] = self.dice.choice(self.others)
            TASKS[task](number, level, folder)
            yield
        tasks._OPENED[folder] = here


@pytest.mark.parametrize(("name", "scope"), [("t90_grid", "tiny"), ("megacorp", "start2")])
def test_whoever_does_a_task(name: str, scope: str, tmp_path: Path, tiny_pieces: None) -> None:
    """A lane does not log again what it has logged in another process: several processes log what one does."""
    several = explore_on_disk(made(name, scope), tmp_path / "several", "asked", executor=Several())
    alone = explore_on_disk(made(name, scope), tmp_path / "alone", "asked")
    assert_same(several, in_memory(name, scope).by_code)
    assert several.log.tolist() == alone.log.tolist()
    assert set(several.live()) == set(alone.live())


def test_processes(tmp_path: Path, tiny_pieces: None) -> None:
    """The same by two processes."""
    disk = explore_on_disk(made("t57_passes", "tiny"), tmp_path, "asked", workers=2)
    assert_same(disk, in_memory("t57_passes", "tiny").by_code)


def test_a_worker_that_is_killed(tmp_path: Path, tiny_pieces: None) -> None:
    """Another one does what it did not end."""
    killed: list[int] = []

    def kill(*_: int) -> None:
        if not killed and (workers := active_children()):
            assert workers[0].pid is not None
            killed.append(workers[0].pid)
            os.kill(workers[0].pid, signal.SIGKILL)

    disk = explore_on_disk(made("t57_passes", "tiny"), tmp_path, "asked", workers=2, progress=kill)
    assert killed
    assert_same(disk, in_memory("t57_passes", "tiny").by_code)


def test_limits_between_levels(tmp_path: Path) -> None:
    disk = explore_on_disk(made("megacorp", "start2"), tmp_path, "asked", Limits(states=30))
    assert disk.found.stopped == "stopped at the limit of 30 states"
    assert 30 <= disk.found.visited < disk.found.size < 69
    assert_same(explore_on_disk(made("megacorp", "start2"), tmp_path, "asked"), in_memory("megacorp", "start2").by_code)


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    system = made("t57_passes", "tiny")
    (tmp_path / "letter.txt").write_text("dear all")
    with pytest.raises(UsageError, match="there are other files in it"):
        explore_on_disk(system, tmp_path, "asked")
    explore_on_disk(system, tmp_path / "in", "asked")
    with pytest.raises(UsageError, match="a search of something else"):
        explore_on_disk(system, tmp_path / "in", "asked otherwise")


def test_damage(tmp_path: Path) -> None:
    """A file of a search that is cut off, empty, or has one bit turned: found out, with the mend, if it is needed."""
    system, dice, memory = made("t57_passes", "tiny"), Random(2), in_memory("t57_passes", "tiny").by_code
    explore_on_disk(system, tmp_path / "whole", "asked", Limits(states=1))
    every = sorted(path.name for path in (tmp_path / "whole").iterdir() if path.name != "lock")
    names = list({name.split("-")[0]: name for name in every}.values())  # one of each kind
    caught = set()
    for number, name in enumerate(names):
        whole = (tmp_path / "whole" / name).read_bytes()
        turned = bytearray(whole)
        turned[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
        damaged = (whole[: len(whole) // 2], bytes(turned))[number % 2]
        folder = tmp_path / name
        copytree(tmp_path / "whole", folder)
        (folder / name).write_bytes(damaged)
        try:
            assert_same(explore_on_disk(system, folder, "asked"), memory)
        except UsageError as said:
            assert "delete the folder" in str(said) or "search of something else" in str(said)
            caught.add(name.split("-")[0])
    assert caught >= {"states", "context", "said", "level"}


# --- runs -----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.booleans())
def test_damaged_runs(tmp_path_factory: pytest.TempPathFactory, place: int, cut: bool) -> None:
    """Wherever a file is cut off or has another byte, who reads it through is told."""
    folder = tmp_path_factory.mktemp("damaged")
    writer = BlockWriter(folder, "run", 3)
    writer._most = 10
    some = np.arange(90, dtype=np.uint64).reshape(-1, 3)
    writer.add(some, some[:, 0])
    named, whole = writer.close(), (folder / "run").read_bytes()
    at = place % len(whole)
    (folder / "run").write_bytes(whole[:at] if cut else whole[:at] + bytes([whole[at] ^ 0x40]) + whole[at + 1 :])
    with pytest.raises(DamagedFileError):
        reader = BlockReader(folder, named)
        for block in range(len(reader)):
            reader.hashed_rows(block)


rows = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 40)), max_size=300)


@given(st.lists(rows, min_size=1, max_size=5), st.integers(0, 3), st.integers(0, 3))
def test_runs_are_merged(tmp_path_factory: pytest.TempPathFactory, runs: list[Any], one: int, other: int) -> None:
    """All rows within some hashes come once, by their hash."""
    folder, least, most = tmp_path_factory.mktemp("runs"), min(one, other), max(one, other)
    streams = []
    for number, some in enumerate(runs):
        made_of = np.array(sorted(some), dtype=np.uint64).reshape(-1, 2)
        writer = BlockWriter(folder, f"run-{number}", 2)
        writer._most = 7
        writer.add(made_of, made_of[:, 0])
        named = writer.close()
        reader = BlockReader(folder, named)
        assert reader.rows == len(some)
        streams.append(RunStream(reader, least, most))
    came: list[tuple[int, int]] = []
    for bound in merge_bounds(streams):
        taken = np.concatenate([stream.take(bound)[1] for stream in streams])
        assert not came or not len(taken) or max(h for h, _ in came) < taken[:, 0].min()
        came += [(int(h), int(x)) for h, x in taken]
    assert sorted(came) == sorted(row for some in runs for row in some if least <= row[0] <= most)


@given(rows, st.lists(st.integers(0, 4), unique=True), st.sampled_from([0, 1 << 20]))
def test_rows_are_looked_up(tmp_path_factory: pytest.TempPathFactory, some: Any, wanted: list[int], room: int) -> None:
    """All with these hashes, where the run is in memory and where it is read."""
    folder, made_of = tmp_path_factory.mktemp("visited"), np.array(sorted(some), dtype=np.uint64).reshape(-1, 2)
    writer = BlockWriter(folder, "run", 2)
    writer._most = 7
    writer.add(made_of, made_of[:, 0])
    named, visited = writer.close(), VisitedRuns(folder, room)
    for _ in range(2):
        run = visited.open(named)
        hashes, found = run.among(np.array(sorted(wanted), dtype=np.uint64))
        run.close()
        assert hashes.tolist() == found[:, 0].tolist()
        assert sorted(map(tuple, found.tolist())) == sorted(row for row in some if row[0] in wanted)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=60))
def test_groups(given_rows: list[tuple[int, int, int]]) -> None:
    """Rows are one state where their words are the same, whatever hash they share; the first in order leads."""
    rows = np.array([row[1:] for row in given_rows], dtype=np.uint64)
    hashes = rows[:, 0] % np.uint64(2)  # states that are different share it
    order = np.arange(len(rows), dtype=np.uint64)[::-1].copy()
    places, leaders = group_rows(hashes, rows, 2, order)
    assert sorted(places.tolist()) == list(range(len(rows)))
    for place, leader in zip(places.tolist(), places[leaders].tolist(), strict=True):
        alike = [i for i in range(len(rows)) if (rows[i] == rows[place]).all()]
        assert leader == max(alike)
