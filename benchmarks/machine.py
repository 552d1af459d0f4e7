"""The machine that figures are of: its processor and memory, its pace at the time, and the versions of the tools."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import llvmlite
import networkx
import numpy as np

from ruleslawyer.engines.native.explore import ByCode, Code
from ruleslawyer.engines.native.player import Games
from ruleslawyer.engines.native.rulebook import Rulebook
from ruleslawyer.engines.native.scope_code import COUNTS

TOOLS = {"spin": "-V", "rumur": "--version", "gcc": "--version"}


def machine() -> dict[str, str]:
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
    assert isinstance(book, Rulebook)
    book._code.finish()


def finish_scope(run: ByCode | Games, again: Callable[[], ByCode | Games]) -> None:
    """Wait for the code of its ruleset, and make that of its scope, with which what runs long goes on: it counts its
    branches while the same runs `again`, and is made with these counts."""
    finish(run.book)
    if run.scope_code:
        run.scope_code.finish(COUNTS)
        code = again().scope_code
        if code:
            code.finish()


def code_of(run: ByCode | Games) -> str:
    """The scopes for which the code is that a run has gone on with: where no code is kept, it is that for all."""
    return "its scope" if run.scope_code and run.scope_code.library else "all scopes"


def _version(tool: str, option: str) -> str:
    if shutil.which(tool) is None:
        return "not installed"
    return subprocess.run([tool, option], capture_output=True, text=True).stdout.splitlines()[0]
