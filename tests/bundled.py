"""The project of the bundled rulesets, read and lowered once for all tests of a process."""

from functools import cache
from pathlib import Path

from ruleslawyer.api import Project

RULEBOOKS = ("daemons", "megacorp", "memesis", "mere_mortals", "mnemonic")


ROOT = Path(__file__).parents[1]


@cache
def bundled() -> Project:
    return Project.load(ROOT)


def label(of: Path | str) -> str:
    """A project's folder, or a name in it, as a test's case is called. Which cases are left to the campaign hangs on
    that, and so not on where somebody has cloned the project."""
    return of if isinstance(of, str) else "main" if of == ROOT else of.name
