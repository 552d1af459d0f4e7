"""What stands in the way of generated code: choices that nobody can list, memory and time that end, Ctrl-C while code
is made, a cache that is damaged or shared, a rule that cannot be compiled. Each is said once, and nothing is lost."""

from __future__ import annotations

import errno
import json
import mmap
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.engines.native import build
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.exploration import explore
from tests.cli.command import Answer, Command, copied
from tests.cli.forked import forked
from tests.cli.test_interrupt import interrupted

ENGINES = ("auto", "networkx", "native")
CROWD = 'title = "A crowd"\n[sorts]\nPlayer = 20\n[attributes.Player]\npurse = [{}]\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache of its own, and no ruleset that was compiled before."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("RULESLAWYER_CACHE", str(folder))
    monkeypatch.setattr(CompiledRuleset, "_known", {})
    yield folder


def refuses(answer: Answer, *said: str) -> None:
    assert answer.code == 2, answer
    assert answer.err.count("error:") == 1 and "Traceback" not in answer.err and "internal" not in answer.err
    for text in said:
        assert text in answer.err, answer.err


# --- choices ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def crowd(tmp_path: Path) -> Path:
    """Twenty players bid at once: three to the power of twenty choices."""
    made = copied(tmp_path, "t29_joint")
    text = CROWD.format(", ".join(["2", "1"] * 10))
    (made / "t29_joint" / "scopes" / "crowd.toml").write_text(text, "utf-8")
    return made


@pytest.mark.parametrize("options", [*(f"--engine {engine}" for engine in ENGINES), "--analyse"])
def test_a_joint_action_that_cannot_be_listed(command: Command, crowd: Path, options: str) -> None:
    answer = command("explore", "t29_joint", "--scope", "crowd", *options.split(), project=crowd)
    refuses(answer, "scope crowd: reveal has 3 486 784 401 choices of bids in one state", "[bounds]", "--simulate")


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_it_can_be_played(command: Command, crowd: Path, engine: str) -> None:
    """Bids are drawn, so that nothing is said of dead ends. Both engines draw the same."""
    wanted = ["explore", "t29_joint", "--scope", "crowd", "--simulate", "5", "--seed", "3", "--json", "--engine"]
    found = command(*wanted, engine, project=crowd).json
    assert (found["plays"], found["steps"], found["ended"]) == (5, 10, 5)
    assert found["taken"] == {"call": 5, "reveal": 5}


# --- memory -----------------------------------------------------------------------------------------------------------


def test_no_room_for_states(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system gives no address space (`ulimit -v`)."""

    def refused(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(mmap, "mmap", refused)
    refuses(command("explore", "t01_permit", "--engine", "native"), "not enough memory", "smaller scope")


def test_a_folder_of_another_version(command: Command, tmp_path: Path) -> None:
    """A search goes on in its own folder; it does not take over what another version has left in one."""
    project, words = copied(tmp_path, "t52_always"), ("explore", "t52_always", "--disk", str(tmp_path / "states"))
    other = "from ruleslawyer.cli import explore; explore.tool = lambda: b'older'"
    assert all(forked(project, *words, first=other).code in (0, 1) for _ in range(2))
    refuses(command(*words, project=project), "by another version of ruleslawyer", "another folder", "delete this one")


# --- time -------------------------------------------------------------------------------------------------------------


def slow(monkeypatch: pytest.MonkeyPatch, seconds: float = 60) -> None:
    """Making code takes very long."""

    def never(*_: object) -> bytes:
        time.sleep(seconds)
        raise AssertionError("nobody has stopped it")

    monkeypatch.setattr(build.Compiler, "object", never)


@pytest.mark.parametrize("engine", ["native"])
def test_the_limit_of_time_covers_preparing(command: Command, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    slow(monkeypatch)
    options = ("t52_always", "--engine", engine, "--max-seconds", "0.2")
    answer = command("explore", *options, "--json")
    found = answer.json
    assert (answer.code, found["engine"], found["states"], found["complete"]) == (1, engine, 0, False)
    assert found["stopped"] == "stopped at the limit of 0.2 s, before code was ready"
    assert {p["verdict"] for p in found["properties"]} == {"UNKNOWN"}
    assert "INCOMPLETE: stopped at the limit of 0.2 s, before code was ready" in command("explore", *options).out


def test_what_was_found_before_is_kept(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference explorer has found some states before code was to be made."""
    slow(monkeypatch)
    monkeypatch.setattr(explore, "SMALL", 3)
    found = command("explore", "t29_joint", "--max-seconds", "1", "--json").json
    assert found["states"] >= 3
    assert (found["engine"], found["complete"]) == ("networkx", False)
    assert found["stopped"] == "stopped at the limit of 1 s, before code was ready"


@pytest.mark.parametrize("options", ["--symmetry", "--analyse"])
def test_other_runs_end_too(command: Command, monkeypatch: pytest.MonkeyPatch, options: str) -> None:
    slow(monkeypatch)
    answer = command("explore", "t186_alike", options, "--max-seconds", "0.2")
    assert (answer.code, answer.out.count("Traceback")) == (1, 0)
    assert "INCOMPLETE: stopped at the limit of 0.2 s, before code was ready" in answer.out + answer.err


def test_a_simulation_ends_too(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch)
    options = ["explore", "t52_always", "--simulate", "5", "--engine", "native", "--max-seconds", "0.2", "--json"]
    found = command(*options).json
    assert (found["plays"], found["stopped"]) == (0, "stopped at the limit of 0.2 s, before code was ready")


# --- Ctrl-C -----------------------------------------------------------------------------------------------------------

COMPILING = "ruleslawyer.engines.native.build:Compiler.object"


@pytest.mark.parametrize("engine", ["native"])
def test_ctrl_c_while_code_is_made(tmp_path: Path, engine: str) -> None:
    project = copied(tmp_path, "t52_always")
    out, err = interrupted(project, COMPILING, 1, "explore", "t52_always", "--engine", engine, "--json")
    found = json.loads(out)
    assert (found["states"], found["complete"], found["stopped"]) == (0, False, "interrupted")
    assert "incomplete" in err


def test_ctrl_c_while_code_for_plays_is_made(tmp_path: Path) -> None:
    options = ["explore", "t52_always", "--simulate", "5", "--engine", "native", "--json"]
    out, err = interrupted(copied(tmp_path, "t52_always"), COMPILING, 1, *options)
    assert (json.loads(out)["plays"], json.loads(out)["stopped"]) == (0, "interrupted")
    assert "interrupted" in err


def test_ctrl_c_while_code_plays(tmp_path: Path) -> None:
    """The plays that were finished are told."""
    options = ["explore", "t52_always", "--simulate", "500", "--engine", "native", "--json"]
    place = "ruleslawyer.play.parallel_plays:PlayPool.play"
    out, _ = interrupted(copied(tmp_path, "t52_always"), place, 2, *options)
    found = json.loads(out)
    assert found["stopped"] == "interrupted"
    assert 0 < found["plays"] < 500
    assert next(p["verdict"] for p in found["properties"] if p["property"] == "below_three") == "VIOLATED"


# --- the cache --------------------------------------------------------------------------------------------------------


def same(answer: Answer) -> dict[str, Any]:
    return {key: value for key, value in answer.json.items() if key != "seconds"}


@pytest.mark.parametrize("damage", [b"", b"\0" * 64, None], ids=["empty", "zeros", "cut"])
def test_a_damaged_cache_is_made_anew(
    command: Command, cache: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes | None
) -> None:
    """A search and random plays say the same."""
    for options in (("--simulate", "20"), ()):
        wanted = ("explore", "t52_always", *options, "--engine", "native", "--json")
        monkeypatch.setattr(CompiledRuleset, "_known", {})
        before = same(command(*wanted))
        files = sorted(cache.glob("*.o"))
        assert files
        for file in files:
            content = file.read_bytes()
            file.write_bytes(content[: len(content) // 2] if damage is None else damage)
        monkeypatch.setattr(CompiledRuleset, "_known", {})
        assert same(command(*wanted)) == before


def test_a_folder_that_is_a_file(command: Command, cache: Path) -> None:
    cache.write_text("no folder", "utf-8")
    assert command("explore", "t01_permit", "--engine", "native").code == 0


def test_two_processes_compile_the_same_ruleset(tmp_path: Path, cache: Path) -> None:
    project = copied(tmp_path, "t52_always")
    arguments = [sys.executable, "-B", "-m", "ruleslawyer", "explore", "t52_always", "--engine", "native", "--json"]
    running = [
        subprocess.Popen(arguments, cwd=project, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
        for _ in range(2)
    ]
    found = [json.loads(process.communicate(timeout=120)[0]) for process in running]
    for each in found:
        each.pop("seconds")
    assert found[0] == found[1]
    assert found[0]["complete"] and any(cache.glob("*.o"))
    assert not [file for file in cache.iterdir() if file.suffix != ".o"]


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A permit that speaks of a number of more than 64 bits."""
    made = copied(tmp_path, "t01_permit")
    model = made / "t01_permit" / "model.py"
    text = model.read_text("utf-8").replace(
        "    return s.count < 3\n", f"    return s.count * {10**20} < {3 * 10**20}\n"
    )
    model.write_text(text, "utf-8")
    return made


def test_a_rule_that_cannot_be_compiled_is_named(command: Command, large: Path) -> None:
    for options in ((), ("--simulate", "3")):
        answer = command("explore", "t01_permit", "--engine", "native", *options, project=large)
        refuses(
            answer, "below", "a number of more than 64 bits, 100000000000000000000, cannot be compiled", "model.py:"
        )


def test_the_reference_engine_takes_it(command: Command, large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "SMALL", 2)
    answer = command("explore", "t01_permit", "--json", project=large)
    assert (answer.json["engine"], answer.json["states"]) == ("networkx", 4)
    assert command("explore", "t01_permit", "--simulate", "3", "--json", project=large).json["ended"] == 3
