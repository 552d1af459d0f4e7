"""What the product says of a program, held against the oracle. What is compared is listed in README.md."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.checking.result import ScopeResult
from ruleslawyer.checking.run import EngineName
from ruleslawyer.diagnostics import ModelError, UsageError
from tests.oracle.graph import Explorer, Found, TooLarge
from tests.oracle.programs import NAME, Program

MOST = 600
"""States up to which a program is looked at."""


class Disagreement(AssertionError):
    """Two say different things of a program."""


class Passed(Exception):
    """A program that is not compared: refused by the front end, too large."""


class Case:
    """A program, written to a folder, read by the product and explored by the oracle."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.folder = program.write(folder)
        self.ruleset: Ruleset = Project.load(self.folder).ruleset(NAME)
        try:
            assert self.ruleset.system is not None
        except ModelError as error:
            raise Passed(f"refused: {str(error).split()[1]}") from error

    def oracle(self, reading: Mapping[str, str] | None = None, rulings: Mapping[str, str] | None = None) -> Found:
        try:
            return Explorer(self.folder, NAME, reading=reading, rulings=rulings, most=MOST).explore()
        except TooLarge as error:
            raise Passed("too large") from error

    def explored(self, engine: EngineName = "networkx", **how: Any) -> ScopeResult:
        try:
            return self.ruleset.explore("tiny", engine=engine, **how)
        except UsageError as error:
            if "no initial state" in str(error):
                raise Passed("no initial state") from error
            raise


def of_oracle(found: Found) -> dict[str, Any]:
    """What is compared of an exploration."""
    return {
        "counts": found.counts,
        "ended": len(found.ended),
        "events": found.events,
        "immaterial": found.immaterial,
        "never_live": sorted(set(found.never_live)),
        "verdicts": found.verdicts,
        "lengths": found.lengths,
    }


def of_product(result: ScopeResult) -> dict[str, Any]:
    """The same, as the product says it."""
    return {
        "counts": (result.states, result.transitions, result.depth, result.initial, result.deadlocked),
        "ended": result.ended,
        "events": sorted(e.event.key for e in result.events),
        "immaterial": sorted(e.event.key for e in result.events if not e.material),
        "never_live": sorted(set(result.never_live)),
        "verdicts": {v.name: v.word for v in result.verdicts},
        "lengths": {
            v.name: len(v.trace)
            for v in result.verdicts
            if v.word == "VIOLATED" and v.kind != "leads_to" and v.trace is not None
        },
    }


def differences(oracle: Found, result: ScopeResult) -> list[str]:
    """Each thing that the two say differently. That a rule is switched off makes unknown what the oracle, which knows
    no cones, decides."""
    ours, theirs = of_oracle(oracle), of_product(result)
    for verdict in result.verdicts:
        if verdict.off and verdict.word == "UNKNOWN":
            ours["verdicts"].pop(verdict.name), theirs["verdicts"].pop(verdict.name)
            ours["lengths"].pop(verdict.name, None)
    found = [f"{key}: oracle {ours[key]}, {result.engine} {theirs[key]}" for key in ours if ours[key] != theirs[key]]
    return found + [f"does not replay: {play}" for play in result.unreplayed]


def agree(oracle: Found, result: ScopeResult, what: str) -> None:
    told = differences(oracle, result)
    if told:
        raise Disagreement("\n".join([what, *told]))


def compare(program: Program, folder: Path) -> Found:
    """A program under its default reading: the oracle and the reference explorer."""
    case = Case(program, folder)
    found = case.oracle()
    agree(found, case.explored(), "networkx")
    return found
