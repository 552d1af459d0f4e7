"""Readings compared in best play: every option of a question beside the usual reading, one at a time."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.base.diagnostics import Tell, UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.exploration.study import Study
from ruleslawyer.exploration.variants.choices import TrackedReading, alternative_options
from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.games.solve import GameSolution, solve
from ruleslawyer.studies.games.table import PlayTable

_TOLD = ("beginning", "says", "forces", "worth")
"""What is told of a beginning under another option: not the line of play."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a question or a clash. solved: what best play shows under it; None where that cannot be said, which
    `why` explains. differs: it is not what it is under the usual reading."""

    choice: str
    option: str
    solved: GameSolution | None
    why: str
    differs: bool

    @property
    def says(self) -> str:
        """The statement of who can force what, or why that cannot be said."""
        if self.solved is None:
            return self.why
        said = [self.solved.says(one) for one in self.solved.beginnings]
        return said[0] if len(set(said)) == 1 else f"{len(said)} beginnings, of which some differ"

    def json(self) -> Json:
        found = None if self.solved is None else self.solved.json()
        return {
            "choice": self.choice,
            "option": self.option,
            "differs": self.differs,
            "says": self.says,
            "positions": found and found["positions"],
            "beginnings": found and [{key: one[key] for key in _TOLD} for one in found["beginnings"]],
            "first_turn": found and found["first_turn"],
        }


@dataclass(frozen=True, slots=True)
class OptionComparison:
    """The options that were solved; left: those for which there was no time; unasked: those of choices that nothing in
    the scope asks for, which change nothing."""

    options: tuple[Option, ...]
    left: int
    unasked: int


def compare(
    system: TransitionSystem,
    usual: GameSolution,
    tabled: PlayTable,
    *,
    uniform: bool,
    face_up: bool,
    most: int,
    seconds: float,
    tell: Tell | None = None,
) -> OptionComparison:
    """Solve the scope under each option that can matter, as long as there is time. The usual reading was solved with a
    system that is `noting`."""
    assert isinstance(system.reading, TrackedReading)
    consulted = frozenset(system.reading.asked)
    run, solutions = Study(seconds, tell=tell), list[Option]()
    options = list(alternative_options(system))
    every = [(choice, option) for choice, option in options if choice in consulted]
    unasked = len(options) - len(every)
    for number, (choice, option) in enumerate(every):
        if run.is_over:
            return OptionComparison(tuple(solutions), len(every) - number, unasked)
        run.tell(f"option {number + 1} of {len(every)}")
        game = Extensive(system.under(choice, option), compiled=True)
        try:
            solved = solve(game, tabled, uniform=uniform, face_up=face_up, most=most, seconds=run.remaining_seconds)
            solutions.append(Option(choice, option, solved, "", _result(solved) != _result(usual)))
        except UsageError as error:
            if run.is_over:
                return OptionComparison(tuple(solutions), len(every) - number, unasked)
            solutions.append(Option(choice, option, None, error.message, True))
    return OptionComparison(tuple(solutions), 0, unasked)


def _result(solved: GameSolution) -> object:
    """The part of a solution that is compared: who forces what and how soon, and what the beginning and the first turn
    are worth. How many positions that is said of is no difference in play."""
    return {(one.forces, one.worth) for one in solved.beginnings}, solved.first.worth
