"""Tables for tests: tiny rulesets, classics and bundled rulebooks as games in extensive form."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ruleslawyer.play.extensive.game import Extensive, Position
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from tests.bank import TINY

ROOT = Path(__file__).parents[3]
CLASSICS = ROOT / "tests" / "classics"


@cache
def ruleset(name: str, project: Path = TINY) -> LoadedRuleset:
    return LoadedProject(Project.load(project)).ruleset(name)


def tiny(name: str, reading: dict[str, str] | None = None) -> Extensive:
    return Extensive(ruleset(name).transition_system("tiny", reading))


def begun(game: Extensive) -> Position:
    """Where a game begins that has one beginning."""
    ((_, state),) = game.beginnings
    return Position(state)


def played(game: Extensive, position: Position, *numbers: int) -> Position:
    """Where the moves of these numbers lead; where who goes first is open, the first seat does."""
    for number in numbers:
        found = game.decision(position)
        if found is not None and found.is_order:
            position = game.after(position, found.seat, found.moves[0])
            found = game.decision(position)
        assert found is not None
        position = game.after(position, found.seat, found.moves[number])
    return position
