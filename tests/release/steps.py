"""The steps of a release: each says what it did, falls short, or could not be run here."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]


class FallsShort(Exception):
    """What is not as it has to be."""


class NotRun(Exception):
    """What this machine lacks for a step."""


@dataclass
class Told:
    """What came of the steps. left: what whoever publishes has to fill in."""

    short: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


Step = Callable[[Told], str]


def take(steps: Mapping[str, Step], say: Callable[[str], None]) -> Told:
    """Take all of them, in order, and say of each what came of it; one that falls short stops none of the others."""
    told = Told()
    for name, step in steps.items():
        begun = time.monotonic()
        try:
            came = f"ok       {name}: {step(told)}"
        except FallsShort as error:
            told.short.append(f"{name}: {error}")
            came = f"SHORT    {name}: {error}"
        except NotRun as error:
            told.skipped.append(f"{name}: {error}")
            came = f"NOT RUN  {name}: {error}"
        say(f"{came} ({time.monotonic() - begun:.0f} s)")
    return told


def run(command: Sequence[str | Path], folder: Path = ROOT, **environment: str) -> str:
    """What a command prints. One that ends otherwise than with 0 falls short, with the last lines that it said."""
    words = [str(word) for word in command]
    env = {**os.environ, **environment}
    ran = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if ran.returncode:
        said = "\n".join((ran.stdout + ran.stderr).strip().splitlines()[-12:])
        raise FallsShort(f"`{' '.join(words)}` ends with {ran.returncode}:\n{said}")
    return ran.stdout


def the_one(folder: Path, pattern: str) -> Path:
    """The file of a folder that a pattern fits; none, or several, fall short."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise FallsShort(f"{folder.name} has {len(found)} files {pattern}")
    return found[0]


def last_line(text: str) -> str:
    """The last line of an output that says something."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


def summary(told: Told) -> Iterator[str]:
    """What is to be read at the end."""
    yield from (f"not run: {one}" for one in told.skipped)
    yield from (f"left to whoever publishes: {one}" for one in told.left)
    yield from (f"falls short: {one}" for one in told.short)
