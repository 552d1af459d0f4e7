"""The project of the bundled rulesets, read and lowered once for all tests of a process."""

from functools import cache
from pathlib import Path

from ruleslawyer.api import Project

RULEBOOKS = ("daemons", "megacorp", "memesis", "mere_mortals", "mnemonic")


@cache
def bundled() -> Project:
    return Project.load(Path(__file__).parents[1])
