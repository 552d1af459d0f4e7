"""The question of `games --best`: what best play shows of a scope, or what bots show where it is too large."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.declared import LONGEST, Option, Reading, Ruling, Scope, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # --help does not wait for what solves
    from ruleslawyer.semantics.transition import TransitionSystem
    from ruleslawyer.studies.solving.estimate import Estimate
    from ruleslawyer.studies.solving.readings import Compared
    from ruleslawyer.studies.solving.solve import Solved

KEPT_GAMES = 40
"""How often each bot plays itself beside what is solved."""


@dataclass(frozen=True)
class Best:
    """The result of `games --best`: best play, and what other readings change if that was asked; or games of bots."""

    asked: Solve
    ruleset: str
    system: TransitionSystem
    seconds: float
    solved: Solved | None = None
    compared: Compared | None = None
    games: Estimate | None = None
    bots: tuple[Estimate, ...] = ()

    def json(self) -> Json:
        compared = self.compared
        return {
            "ruleset": self.ruleset,
            "scope": self.asked.scope,
            "reading": dict(self.system.reading),
            "rulings": sorted(self.system.rulings),
            "uniform": self.asked.uniform,
            "face_up": self.asked.face_up,
            "solved": self.solved and self.solved.json(),
            "readings": compared and [option.json() for option in compared.options],
            "readings_left": compared and compared.left,
            "readings_unasked": compared and compared.unasked,
            "games": self.games and self.games.json(),
            "bots": [one.json() for one in self.bots] or None,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class Solve(Told[Best]):
    """Find who can force what from each beginning, how soon, and what the first turn is worth.

    Every position of the scope is explored, and worked out backwards from the ends.
    Hidden information is refused, unless --face-up takes every card as open. Where no
    clause says how likely chance is, it is taken as against whoever wants to force
    something, or with --uniform as equally likely. What is assumed is printed.

    Where a scope is too large, --games lets bots play it, with the same budget on all
    seats, and gives intervals of 95 of 100.

    Examples:

      ruleslawyer games megacorp --best

      ruleslawyer games mere_mortals --best --uniform --readings

      ruleslawyer games daemons --best --uniform --face-up --json

      ruleslawyer games daemons --best --scope duel --games 50 --bot greedy
    """

    scope: Scope = ""
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    readings: Annotated[
        bool, Option("Solve it under each option of each question too: what it changes.", "--readings")
    ] = False
    uniform: Annotated[
        bool, Option("Take outcomes of chance as equally likely where no clause says so.", "--uniform")
    ] = False
    face_up: Annotated[bool, Option("Play as if every hidden card lay open, and all chose openly.", "--face-up")] = (
        False
    )
    games: Annotated[int, Option("Do not solve, but let bots play so many games.", min=0, max=1_000_000)] = 0
    bot: Annotated[str, Option("Who plays all seats then.", metavar="BOT", completes="bots")] = "greedy"
    seed: Annotated[int, Option("Other games of the bots.", min=0)] = 0
    max_states: Annotated[int, Option("Positions that are explored at most.", min=1)] = 200_000
    max_seconds: Annotated[
        float, Option("For exploring, for all readings together, and for games.", min=0, max=LONGEST)
    ] = 300.0
    bots: Sequence[str] = ()
    """Who plays some games besides, the same bot on all seats, as far as it is installed."""

    def __call__(self, ruleset: LoadedRuleset, /) -> Best:
        from ruleslawyer.exploration.variants.choices import noting
        from ruleslawyer.play.extensive.game import Extensive
        from ruleslawyer.studies.bots.players import NotInstalled, measure
        from ruleslawyer.studies.solving.estimate import estimate
        from ruleslawyer.studies.solving.readings import compare
        from ruleslawyer.studies.solving.solve import solve

        if self.games and (self.readings or self.uniform or self.face_up or self.bots):
            raise UsageError("games of bots are not solved", "--games", "leave it out, or the options for solving")
        system = ruleset.transition_system(self.scope, self.reading, self.rulings)
        system = noting(system) if self.readings else system
        # compiled code does not tell which choices of a reading it asks for
        game, tabled, began = Extensive(system, compiled=not self.readings), measure(ruleset), time.perf_counter()
        how: dict[str, Any] = {"seconds": self.max_seconds, "tell": self.progress}
        if self.games:
            games = estimate(game, tabled, self.bot, self.games, seed=self.seed, **how)
            return Best(self, ruleset.name, system, time.perf_counter() - began, games=games)
        given = {**how, "uniform": self.uniform, "face_up": self.face_up, "most": self.max_states}
        best = solve(game, tabled, **given)
        compared = compare(system, best, tabled, **given) if self.readings else None
        swift = Extensive(ruleset.transition_system(self.scope), compiled=True) if self.bots else game
        played: list[Estimate] = []
        for one in self.bots:
            with suppress(NotInstalled):
                played.append(estimate(swift, tabled, one, KEPT_GAMES, **how))
        return Best(self, ruleset.name, system, time.perf_counter() - began, best, compared, bots=tuple(played))
