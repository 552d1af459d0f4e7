"""The ferry of tests/projects, checked once in a process: many tests begin with what that finds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.report.document import Checked

FERRY = Path(__file__).parent / "projects" / "ferry"


@cache
def ferry() -> Ruleset:
    return Project.load(FERRY).ruleset("ferry")


@cache
def ferry_checked(*, prove: bool) -> Checked:
    """The result of checking the ferry, with proofs or without. Tests share it, so none may change it."""
    return Checked(ferry().check(prove=prove), ferry().system, ferry().register)
