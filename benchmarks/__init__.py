"""The machine that figures are of, the programs that are run on it, the models that are measured, and the goals."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a process that measures its own start loads nothing of the tool before
    from ruleslawyer.engines.native.explore import Code, NativeSearch
    from ruleslawyer.engines.native.player import PlaySimulator

ROOT = Path(__file__).parents[1]
CLASSICS = ROOT / "tests" / "classics"
FOLDERS = ("model", "checks", "spec", "findings")
"""The folders of a project."""
GROWING = ("turns_small", "medium")
"""Scopes of one rulebook, the smaller first: 27 976 and about a million states."""


@dataclass(frozen=True)
class Model:
    """A scope of a ruleset; `grows`: whether it is one of those that differ in their size alone."""

    name: str
    root: Path
    ruleset: str
    scope: str
    grows: bool = False

    @property
    def place(self) -> tuple[str, str, str]:
        """How a program is told which one it is."""
        return str(self.root), self.ruleset, self.scope


def models() -> Sequence[Model]:
    """All of them, the small ones first."""
    return (
        Model("start2", ROOT, "megacorp", "start2"),
        Model("sliding", CLASSICS / "sliding", "sliding", "eight"),
        Model("cube", CLASSICS / "cube", "cube", "all_turns"),
        *(Model(name, ROOT, "megacorp", name, grows=True) for name in GROWING),
    )


def goals(case: str) -> Any:
    """The goals of a case, as goals.toml has them."""
    return tomllib.loads(Path(__file__).with_name("goals.toml").read_text("utf-8"))[case]


def copy_project(place: Path) -> Path:
    """The project of the working tree, copied below a folder."""
    project = place / "project"
    project.mkdir()
    shutil.copy(ROOT / "pyproject.toml", project)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
    return project


# --- programs ---------------------------------------------------------------------------------------------------------


LONG = 3600.0
"""Seconds that a part of our own may take."""


class Skipped(Exception):
    """Why a peer was not measured."""


@dataclass(frozen=True)
class Ended:
    """A finished program."""

    code: int
    output: str
    seconds: float
    processor: float
    peak: int


def run(command: Sequence[str], folder: Path, patience: float) -> Ended:
    """A program in a process group of its own, with what the operating system says that it took."""
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as file:
        began = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
        late = Timer(patience, os.killpg, (process.pid, signal.SIGKILL))
        late.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:  # Ctrl-C, of which a group of its own hears nothing
            os.killpg(process.pid, signal.SIGTERM)
            raise
        finally:
            late.cancel()
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -signal.SIGKILL:
            raise Skipped(f"{Path(command[0]).name} took more than {patience:g} s")
        file.seek(0)
        output = file.read()
    return Ended(process.returncode, output, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def succeed(command: Sequence[str], folder: Path, patience: float) -> Ended:
    ended = run(command, folder, patience)
    if ended.code:
        raise Skipped(f"{Path(command[0]).name} ended with {ended.code}: {ended.output.strip()[-200:]}")
    return ended


def available(*tools: str) -> None:
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        raise Skipped(f"not installed: {', '.join(missing)}")


def finished(command: list[str]) -> Ended:
    """A command that may find something: exit codes 0 and 1."""
    ended = run(command, ROOT, LONG)
    if ended.code not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {ended.code}:\n{ended.output}")
    return ended


@contextmanager
def environment(**variables: str) -> Iterator[None]:
    """For the programs that are started inside, which keep the byte code of what they import, as users' do."""
    before = dict(os.environ)
    os.environ.update(variables)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def answer(case: str, *words: object) -> Any:
    """Run a case in a process of its own, and give the JSON that it prints."""
    ended = run([sys.executable, "-m", "benchmarks", case, *map(str, words)], ROOT, LONG)
    if ended.code:
        raise SystemExit(f"{case} {words} ended with {ended.code}:\n{ended.output}")
    return last_json(ended.output)


def last_json(output: str) -> Any:
    return json.loads(output.splitlines()[-1])


def spent() -> float:
    """Seconds of processors, those of processes that ended included."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


# --- the machine ------------------------------------------------------------------------------------------------------


TOOLS = {"spin": "-V", "rumur": "--version", "gcc": "--version"}


def machine() -> dict[str, str]:
    """Its processor and memory, its pace at the time, and the versions of the tools."""
    import llvmlite
    import networkx
    import numpy as np

    processor = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": f"{processor[1] if processor else platform.processor()}, {os.cpu_count()} cores",
        "pace": f"{pace():.2f} s of it for ten million additions",
        "memory": f"{memory / (1 << 30):.0f} GiB",
        "system": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
        "llvmlite": llvmlite.__version__,
        "numpy": np.__version__,
        "networkx": networkx.__version__,
        **{tool: _version(tool, option) for tool, option in TOOLS.items()},
    }


def pace() -> float:
    """Seconds of a processor that always the same takes, the least of three: a virtual machine's neighbours may make it
    half as quick as it was an hour before, without any load of its own."""

    def once() -> float:
        began, sum_ = time.process_time(), 0
        for number in range(10_000_000):
            sum_ += number
        return time.process_time() - began

    return min(once() for _ in range(3))


def finish(book: Code) -> None:
    """Wait for the best code of a ruleset: commands go on meanwhile with what was made in a hurry."""
    from ruleslawyer.engines.native.compiling import CompiledRuleset

    assert isinstance(book, CompiledRuleset)
    book._code.finish()


def finish_scope(run: NativeSearch | PlaySimulator, again: Callable[[], NativeSearch | PlaySimulator]) -> None:
    """Wait for the code of its ruleset, and make that of its scope, with which what runs long goes on: it counts its
    branches while the same runs `again`, and is made with these counts."""
    from ruleslawyer.engines.native.scope_code import COUNTS

    finish(run.book)
    if run.scope_code:
        run.scope_code.finish(COUNTS)
        code = again().scope_code
        if code:
            code.finish()


def code_of(run: NativeSearch | PlaySimulator) -> str:
    """The scopes for which the code is that a run has gone on with: where no code is kept, it is that for all."""
    return "its scope" if run.scope_code and run.scope_code.library else "all scopes"


def _version(tool: str, option: str) -> str:
    if shutil.which(tool) is None:
        return "not installed"
    return subprocess.run([tool, option], capture_output=True, text=True).stdout.splitlines()[0]
