"""One search on disk by the workers of a cluster: what a search in memory finds, whatever happens to them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native.disk import tasks
from ruleslawyer.engines.native.disk.search import explore_on_disk
from ruleslawyer.engines.native.explore import NativeSearch
from ruleslawyer.exploration.disk import SearchSubject, SearchTask, TaskDispatcher
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, remember
from tests.agree.strategies import ROOT
from tests.agree.test_disk import assert_same, in_memory
from tests.bank import TINY
from tests.cli.command import Command
from tests.cluster.clusters import Started
from tests.cluster.test_cluster import FERRY, soon

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'ruleslawyer[cluster]'")


@pytest.fixture(autouse=True)
def no_small_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those are not handed on."""
    monkeypatch.setattr(tasks, "LEAST", 1)


@pytest.fixture(params=["t90_grid", pytest.param("megacorp", marks=pytest.mark.campaign)])
def asked(request: pytest.FixtureRequest) -> SearchSubject:
    """A small grid, on which levels are many; and a rulebook, whose rules take a while on their way."""
    name: str = request.param
    found = LoadedProject(Project.load(ROOT if name == "megacorp" else TINY)).ruleset(name)
    remember(found)
    return SearchSubject(found, "start2" if name == "megacorp" else "tiny", {}, {})


def memory(asked: SearchSubject) -> NativeSearch:
    return in_memory(asked.ruleset.name, asked.scope).by_code


def search(address: str, asked: SearchSubject, folder: Path, limits: Limits | None = None) -> None:
    """Every state, by a cluster, if the limits allow; it has to be what a search in memory finds then."""
    from ruleslawyer.studies.cluster.client import Cluster

    with Cluster(address, patience=60) as cluster:
        pieces = TaskDispatcher(asked, "asked", 1, cluster)
        found = explore_on_disk(asked.system, folder, "asked", limits, executor=pieces)
    if limits is None:
        assert_same(found, memory(asked))


def test_against_memory(started: Started, asked: SearchSubject, tmp_path: Path) -> None:
    search(started.address, asked, tmp_path)


def test_it_goes_on_elsewhere(started: Started, asked: SearchSubject, tmp_path: Path) -> None:
    """Some levels by a cluster, and the others by this process."""
    search(started.address, asked, tmp_path, Limits(states=20))
    found = explore_on_disk(asked.system, tmp_path, "asked")
    assert_same(found, memory(asked))


def test_a_worker_is_killed(started: Started, asked: SearchSubject, tmp_path: Path) -> None:
    """In the middle of the second level or later: what it did not finish is done by the other. A third takes its
    place."""

    def kill() -> None:
        soon((tmp_path / "level-000002.json").exists)
        started.kill(0)
        del started.workers[0]
        started.add()

    other = threading.Thread(target=kill)
    other.start()
    search(started.address, asked, tmp_path)
    other.join()


@pytest.mark.campaign
def test_the_scheduler_is_started_again(asked: SearchSubject, tmp_path: Path) -> None:
    with Started() as cluster:

        def restart() -> None:
            soon((tmp_path / "level-000002.json").exists)
            cluster.stop()
            cluster.start()

        other = threading.Thread(target=restart)
        other.start()
        search(cluster.address, asked, tmp_path)
        other.join()


def test_a_folder_that_is_not_shared(started: Started, asked: SearchSubject, tmp_path: Path) -> None:
    """As on a machine that has another disk: nothing is there."""
    from ruleslawyer.studies.cluster.client import Cluster

    ruleset = asked.ruleset
    piece = SearchTask(ruleset.root, ruleset.name, asked.scope, (), (), "asked", 1, str(tmp_path), "expand", 0, 0)
    with Cluster(started.address) as cluster, pytest.raises(UsageError, match="does not see the search") as said:
        list(cluster.map([piece]))
    assert "storage which all machines of the cluster share" in str(said.value)
    assert not list(tmp_path.iterdir())


def test_the_command(started: Started, command: Command, tmp_path: Path) -> None:
    """The same counts as in memory, and the same verdicts but for those that ask the whole graph."""
    here = command("explore", "ferry", "--engine", "native", "--json", project=FERRY)
    words = ("--disk", str(tmp_path / "search"), "--cluster", started.address)
    there = command("explore", "ferry", *words, "--json", project=FERRY)
    assert there.code == here.code, there.err
    counts = ("states", "transitions", "initial", "deadlocks", "depth", "complete")
    assert {name: there.json[name] for name in counts} == {name: here.json[name] for name in counts}


@pytest.mark.parametrize("words", [(), ("--disk", "{}", "--workers", "2"), ("--disk", "{}", "--no-disk")])
def test_what_does_not_fit(words: tuple[str, ...], command: Command, tmp_path: Path) -> None:
    given = [word.format(tmp_path / "search") for word in words]
    found = command("explore", "ferry", *given, "--cluster", "tcp://127.0.0.1:1", project=FERRY)
    assert found.code == 2
    assert not (tmp_path / "search").exists()
