"""Work in several processes: the same results in the same order, and no process that outlives the command.

Whoever waits for a command's streams waits for all of its processes, so that no clock decides what is tested.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.processes import pool
from ruleslawyer.base.processes.executor import processors
from ruleslawyer.check.check import check_rulesets
from tests.bank import TINY
from tests.cli.test_interrupt import FERRY, interrupted

NAMES = (
    "t56_deadlock", "t20_answers_differ", "t52_always", "t29_joint", "t49_member", "t57_passes", "t01_permit",
    "t46_cap", "t12_open_world",
)  # fmt: skip


def checked(folder: Path, *names: str) -> list[Any]:
    project = Project.load(folder)
    return [timeless(result) for result in check_rulesets([project.ruleset(name) for name in names])]


def timeless(value: Any) -> Any:
    """A result without what a clock says."""
    if is_dataclass(value):
        return type(value), {f.name: timeless(getattr(value, f.name)) for f in fields(value) if f.name != "seconds"}
    return tuple(timeless(item) for item in value) if isinstance(value, tuple) else value


@pytest.mark.parametrize(("folder", "names"), [(TINY, NAMES), (FERRY, ("ferry",))], ids=["many", "one"])
def test_the_results_are_those_of_one_process(
    monkeypatch: pytest.MonkeyPatch, folder: Path, names: tuple[str, ...]
) -> None:
    monkeypatch.setattr(pool, "processors", lambda: 1)
    alone = checked(folder, *names)
    monkeypatch.setattr(pool, "processors", lambda: 2)
    monkeypatch.setattr(pool, "FEW", 1)
    assert checked(folder, *names) == alone
    assert [found["name"] for _, found in alone] == list(names)


@pytest.mark.skipif(processors() == 1, reason="one core: there are no other processes")
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    place = "ruleslawyer.base.processes.pool:Workers.result"
    out, err = interrupted(tmp_path, place, 5, "--project", str(TINY), "check", *NAMES, "--no-prove", "--json")
    found = json.loads(out)
    first, second, third, *_ = found["rulesets"]
    assert [first["ruleset"], second["ruleset"], third["ruleset"]] == list(NAMES[:3])
    assert first["scopes"][0]["complete"] and second["scopes"][0]["complete"]
    assert (NAMES[2], "incomplete") in {(short["ruleset"], short["kind"]) for short in found["falls_short"]}
    assert "incomplete" in err


@pytest.mark.parametrize("which", [0, -1], ids=["given", "never given"])
def test_a_process_that_is_ended_from_outside_is_told(monkeypatch: pytest.MonkeyPatch, which: int) -> None:
    """Also who waits for a job that no process has had yet."""
    monkeypatch.setattr(pool, "processors", lambda: 2)
    jobs = [partial(os._exit, number) for number in range(pool.FEW)]
    with pool.Workers() as workers, pytest.raises(UsageError, match="ended from outside"):
        for job in jobs:
            workers.want(job)
        workers.start()
        workers.result(jobs[which])


SLEEPING = """
import os, signal, sys, time
from functools import partial
from ruleslawyer.base.processes import pool

if __name__ == "__main__":
    pool.processors = lambda: 2
    with pool.Workers() as workers:
        for _ in range(pool.FEW):
            workers.want(partial(time.sleep, 600))
        workers.start()
        os.kill(os.getpid(), int(sys.argv[1]))
        time.sleep(600)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_command(tmp_path: Path, number: int) -> None:
    file = tmp_path / "script.py"
    file.write_text(SLEEPING, "utf-8")
    ran = subprocess.run(
        (sys.executable, "-B", str(file), str(int(number))), capture_output=True, check=False, timeout=60
    )  # fmt: skip
    assert ran.returncode == -number, ran.stderr
