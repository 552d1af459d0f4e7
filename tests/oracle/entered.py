"""Commands as users type them: run in this process, or a share of them in processes of their own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

LONGEST = 120
"""Seconds for a command in a process of its own."""


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    arguments: tuple[str, ...]
    code: int
    out: str
    err: str

    @cached_property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def defect(self) -> str:
        """That the command failed by a defect of its own; empty where it did not."""
        return next((line for line in self.err.splitlines() if line.startswith("internal error")), "")

    @property
    def refusal(self) -> str:
        """The mistake that it names; empty where it answered."""
        return self.err.strip() if self.code == 2 else ""


def entered(folder: Path, *arguments: str, real: bool = False) -> Said:
    """A command on the project in a folder. real: in a process of its own."""
    if real:
        command = [sys.executable, "-m", "ruleslawyer", "--project", str(folder), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
        return Said(arguments, done.returncode, done.stdout, done.stderr)
    from ruleslawyer.cli.main import main

    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    with _typed("ruleslawyer", "--project", str(folder), *arguments), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            code = stop.code
    number = code if isinstance(code, int) else 1 if code else 0
    return Said(arguments, number, out.getvalue(), err.getvalue())


@contextmanager
def _typed(*arguments: str) -> Iterator[None]:
    before, sys.argv = sys.argv, list(arguments)
    workers = os.environ.pop("RULESLAWYER_DEBUG", None)
    try:
        yield
    finally:
        sys.argv = before
        if workers is not None:
            os.environ["RULESLAWYER_DEBUG"] = workers
