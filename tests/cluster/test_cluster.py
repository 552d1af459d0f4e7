"""Verbs and questions on Dask clusters as users have them: the same bytes, and nothing lost or done twice."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.campaign import Task
from ruleslawyer.cli.remote_verb import Called, Said
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset, remember
from tests.cli.command import Command
from tests.cluster.clusters import Started

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'ruleslawyer[cluster]'")

PROJECTS = Path(__file__).parents[1] / "projects"
FERRY, DUEL = PROJECTS / "ferry", PROJECTS / "duel"


def without_seconds(text: str) -> str:
    return re.sub(r'("seconds": |,\s+)[\d.]+( s)?', r"\1", text)


VERBS: tuple[tuple[Path, str], ...] = (
    (FERRY, "check --json"),
    (FERRY, "prove ferry --timeout 20 --explain --certificates {}/c"),
    (FERRY, "prove ferry --any-number --total 60 --json"),
    (FERRY, "prove ferry --clashes --json"),
    (FERRY, "adequacy ferry --clauses --json"),
    (FERRY, "export ferry --to vectors --mutants 20 -o {}/v"),
    (DUEL, "sweep duel --cards 1 --json --write {}/s"),
)


@pytest.mark.parametrize(("project", "words"), VERBS, ids=[w for _, w in VERBS])
def test_a_verb_gives_the_same_bytes(
    project: Path, words: str, started: Started, command: Command, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    one = command(*words.format(here, here).split(), project=project)
    other = command(*words.format(there, there).split(), "--cluster", started.address, project=project)
    assert other.code == one.code
    assert without_seconds(other.out.replace("/there", "/here")) == without_seconds(one.out)
    files = [
        {f.relative_to(d): without_seconds(f.read_text()) for f in d.rglob("*") if f.is_file()} for d in (here, there)
    ]
    assert files[0] == files[1]
    assert bool(files[0]) == ("{}" in words)


def test_a_campaign(started: Started, command: Command, tmp_path: Path) -> None:
    """The same codes, and the same certificates, which are checked at home."""
    found = []
    for name, words in (("here", ()), ("there", ("--cluster", started.address))):
        project = shutil.copytree(FERRY, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "build"))
        answer = command("campaign", "--json", *words, project=project)
        assert answer.out, answer.err
        told = answer.json
        files = sorted(f.relative_to(project).as_posix() for f in (project / "build" / "certificates").rglob("*.json"))
        found.append(([(task["verb"], task["code"], task["found"]) for task in told["tasks"]], files))
    assert found[0] == found[1]
    assert [verb for verb, _, _ in found[0][0]] == ["explore", "prove", "prove"]
    assert found[0][1]


def test_a_task_that_fails_there_is_over(
    started: Started, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))

    def tasks(ruleset: Ruleset) -> Iterator[Task]:
        yield Task(ruleset, "no_such_verb", (ruleset.name,))
        yield Task(ruleset, "spec", (ruleset.name,))

    monkeypatch.setattr("ruleslawyer.cli.campaign.tasks_of", tasks)
    told = command("campaign", "--json", "--cluster", started.address, project=project).json["tasks"]
    assert [(task["verb"], task["code"]) for task in told] == [("no_such_verb", 2), ("spec", 0)]


def test_no_code_of_a_project_runs_there(started: Started, command: Command, tmp_path: Path) -> None:
    """The package leaves a mark of each process that imports it: this one does, to replay plays."""
    project = shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))
    mark = tmp_path / "marks"
    mark.mkdir()
    planted = f"import os, pathlib\npathlib.Path({str(mark)!r}, str(os.getpid())).touch()\n"
    for name in ("model", "model/ferry", "checks", "checks/ferry"):
        (project / name / "__init__.py").write_text(planted, encoding="utf-8")
    found = command("check", "--json", "--no-prove", "--cluster", started.address, project=project)
    assert found.code in (0, 1), found.err
    assert {file.name for file in mark.iterdir()} <= {str(os.getpid())}


def test_answers_come_into_the_store(
    started: Started, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was explored there is known here afterwards, without a cluster."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path))
    one = command("check", "--json", "--cluster", started.address, project=FERRY)
    other = command("check", "--json", project=FERRY)
    assert not one.json["rulesets"][0]["kept"]
    assert other.json["rulesets"][0]["kept"]
    assert one.json["rulesets"][0]["scopes"] == other.json["rulesets"][0]["scopes"]


def test_a_mistake_is_the_users(started: Started, command: Command) -> None:
    found = command("adequacy", "--clauses", "ferry", "--clause", "nobody", "--cluster", started.address, project=FERRY)
    assert found.code == 2
    assert found.err == command("adequacy", "--clauses", "ferry", "--clause", "nobody", project=FERRY).err


def test_another_version_is_refused(started: Started, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    import ruleslawyer.studies.cluster.worker as worker

    monkeypatch.setattr(worker, "tool", lambda: b"another")
    found = command("adequacy", "--clauses", "ferry", "--cluster", started.address, project=FERRY)
    assert found.code == 2
    assert "another version of ruleslawyer" in found.err


# --- what may happen to a cluster ------------------------------------------------------------------------------------


@pytest.fixture
def ferry() -> LoadedRuleset:
    found = LoadedProject(Project.load(FERRY)).ruleset("ferry")
    remember(found)
    return found


def questions(ruleset: LoadedRuleset, salt: int, number: int = 6) -> list[Called]:
    """Some that take a second or so each, and are nobody else's."""
    words = (("tiny", "--max-states", str(1000 + 100 * salt + i), "--json", "--", "ferry") for i in range(number))
    return [Called(ruleset.root, ruleset.name, "ablate", ("--scope", *w)) for w in words]


def answers(address: str, asked: list[Called], heard: Callable[[int], None] = lambda n: None) -> list[Said]:
    from ruleslawyer.studies.cluster.client import Cluster

    with Cluster(address, patience=60) as cluster:
        found = []
        for said in cluster.map(asked):
            found.append(said)
            heard(len(found))
        return found


def outs(found: list[Said]) -> list[Any]:
    return [json.loads(said.out) for said in found]


def busy(address: str) -> bool:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        return any(client.processing().values())


def soon(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture(scope="module")
def expected() -> list[Any]:
    ruleset = LoadedProject(Project.load(FERRY)).ruleset("ferry")
    remember(ruleset)
    return outs([questions(ruleset, 0, 1)[0]()]) * 6


def test_a_worker_is_killed(ferry: LoadedRuleset, expected: list[Any]) -> None:
    with Started() as cluster:
        done: list[int] = []

        def kill() -> None:
            soon(lambda: busy(cluster.address))
            cluster.kill(0)
            done.append(1)

        other = threading.Thread(target=kill)
        other.start()
        found = answers(cluster.address, questions(ferry, 1))
        other.join()
        assert done
        assert outs(found) == expected


@pytest.mark.campaign
def test_a_scheduler_is_started_again(ferry: LoadedRuleset, expected: list[Any]) -> None:
    with Started() as cluster:
        after: list[int] = []

        def heard(number: int) -> None:
            if number == 1:
                cluster.stop()
                cluster.start()
            after.append(number)

        assert outs(answers(cluster.address, questions(ferry, 2), heard)) == expected
        assert after == [1, 2, 3, 4, 5, 6]


@pytest.mark.campaign
def test_a_scheduler_that_stays_away(ferry: LoadedRuleset) -> None:
    from ruleslawyer.studies.cluster.client import Cluster

    with Started(1) as cluster, Cluster(cluster.address, patience=0) as asking:
        coming = asking.map(questions(ferry, 3))
        next(coming)
        cluster.stop()
        with pytest.raises(UsageError, match="does not answer any more"):
            list(coming)


def test_a_slow_worker(started: Started, ferry: LoadedRuleset, expected: list[Any]) -> None:
    """One stands still for a while: the other does what waits."""
    started.pause(0)
    threading.Timer(3, started.go_on, (0,)).start()
    assert outs(answers(started.address, questions(ferry, 4))) == expected


def test_two_clients_share_answers(started: Started, ferry: LoadedRuleset, expected: list[Any]) -> None:
    """Both ask the same at the same time; each question is computed once."""
    from distributed import Client, get_task_stream

    both: dict[int, list[Said]] = {}

    def ask(number: int) -> None:
        both[number] = answers(started.address, questions(ferry, 5))

    threads = [threading.Thread(target=ask, args=(number,)) for number in (0, 1)]
    with Client(started.address, set_as_default=False) as client, get_task_stream(client) as stream:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert outs(both[0]) == outs(both[1]) == expected
    ran = [task["key"] for task in stream.data if task["key"].startswith("called")]
    assert len(ran) == len(set(ran)) == len(expected)


def test_what_nobody_waits_for_is_given_up(started: Started, ferry: LoadedRuleset) -> None:
    from ruleslawyer.studies.cluster.client import Cluster

    with Cluster(started.address) as asking:
        next(asking.map(questions(ferry, 6, 20)))
    soon(lambda: not busy(started.address))


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Dask's settings for TLS, with a certificate that the test made for itself, and is its own authority."""
    pytest.importorskip("cryptography", reason="cryptography is not installed")
    from distributed import Security

    folder, made = tmp_path_factory.mktemp("tls"), Security.temporary()
    (folder / "ca.pem").write_text(made.tls_ca_file)
    (folder / "key.pem").write_text(made.tls_client_key)
    (folder / "cert.pem").write_text(made.tls_client_cert)
    settings = {"ca-file": "ca.pem"}
    for who in ("scheduler", "worker", "client"):
        settings |= {f"{who}.key": "key.pem", f"{who}.cert": "cert.pem"}
    return {f"distributed.comm.tls.{name}": str(folder / file) for name, file in settings.items()}


def test_tls(certificates: dict[str, str], ferry: LoadedRuleset, expected: list[Any]) -> None:
    """By Dask's own settings, as users name them in the environment."""
    import dask

    named = {f"DASK_{key.upper().replace('.', '__').replace('-', '_')}": value for key, value in certificates.items()}
    with Started(1, named, "tls") as cluster, dask.config.set(certificates):
        assert outs(answers(cluster.address, questions(ferry, 7, 2))) == expected[:2]
        with pytest.raises(UsageError, match="does not answer"):
            answers(cluster.address.replace("tls", "tcp"), questions(ferry, 7, 1))


def test_a_local_cluster(ferry: LoadedRuleset, expected: list[Any]) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=2, processes=True, dashboard_address="127.0.0.1:0") as cluster:
        assert outs(answers(cluster.scheduler_address, questions(ferry, 8))) == expected
