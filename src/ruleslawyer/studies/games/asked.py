"""The questions of `games`: how games go, what findings are worth in them, and what best play shows of a scope."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import LONGEST, Option, Reading, Ruling, Scope, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:
    from ruleslawyer.semantics.transition import TransitionSystem
    from ruleslawyer.studies.games.estimate import Estimate
    from ruleslawyer.studies.games.readings import OptionComparison
    from ruleslawyer.studies.games.solve import GameSolution
    from ruleslawyer.studies.games.stakes import Measured
    from ruleslawyer.studies.games.whole_games import Session


class PlayerKind(StrEnum):
    serious = "serious"
    uniform = "uniform"
    greedy = "greedy"


@dataclass(frozen=True)
class Games(Told["Session"]):
    """Count how games go: how long they are, how they end, who wins, what comes up, each with an interval.

    Whole games are played by generated code. Players play to win and pass: they take
    what leaves them best off at once, by the measure in checks/RULESET/play.toml, and
    where nothing does, what brings the game on. With --play greedy they never pass for
    that; with --play uniform every choice that the rules allow is as likely as every
    other. Outcomes of chance are as likely as one another, which is assumed where no
    clause says so.

    Every figure is of games that came to an end which the rules declare; with fewer than
    ten of these none is given. A finding matters in a game where another answer would
    have changed what may be done, or what comes of it: that is looked at each time.

    An interval is that of 95 of 100: Wilson's for shares, a bootstrapped one for means.
    Ctrl-C keeps the games that were played. The exit code is 1 when some did not end.

    Examples:

      ruleslawyer games daemons

      ruleslawyer games daemons --games 1000 --play greedy --seed 7

      ruleslawyer games megacorp --scope full_decks_3 --games 30 --json

      ruleslawyer games daemons --games 400 --keep
    """

    scope: Annotated[str, Option("The scope that is played.", completes="scopes", finds="whole_game")] = ""
    games: Annotated[int, Option("How many games.", min=1, max=1_000_000)] = 100
    play: Annotated[PlayerKind, Option("How players choose.")] = PlayerKind.serious
    seed: Annotated[int, Option("The seed: the same number gives the same games.", min=0)] = 0
    longest: Annotated[int, Option("Give a game up after this many actions.", min=1, max=60_000)] = 5_000
    reading: Reading = None
    max_seconds: Annotated[
        float, Option("Stop after this long; games that were played are kept.", min=0, max=LONGEST)
    ] = field(default=300.0, kw_only=True)

    def __call__(self, ruleset: LoadedRuleset, /) -> Session:
        from ruleslawyer.studies.games.table import load_table
        from ruleslawyer.studies.games.whole_games import play_games

        tabled = load_table(ruleset.root, ruleset.name, ruleset.system)
        if self.play == PlayerKind.greedy and not tabled.wants:
            mend = "write [greedy] with a field, such as life = 1"
            raise UsageError("it is not said what greedy players want", f"checks/{ruleset.name}/play.toml", mend)
        return play_games(
            ruleset.transition_system(self.scope, self.reading), tabled, self.games, way=self.play.value,
            seed=self.seed, longest=self.longest, limits=Limits(None, self.max_seconds), tell=self.progress,
        )  # fmt: skip


@dataclass(frozen=True)
class Stakes(Told["Measured"]):
    """Measure what hangs on the answer to findings: how often it comes to it, and how far the result then moves.

    Whole games are played under each answer with the same throws. Where their states
    first differ, courses part; from there plays go on under each answer, and it is counted
    how often each player wins, and how many plays cannot go on. The swing is how far the
    results under two answers lie apart: 0 where they are alike, 100 % where they have
    nothing in common. Players of three kinds play, as for other figures of games; what
    none of them meets is said with how rare it is at most.

    The widest intervals are measured first, within the time that is given; --keep adds
    them to checks/RULESET/games.json, for the report and `findings RULESET --by stakes`.
    A finding to which the model has one answer cannot be measured, and says why.
    The figures say nothing about people.

    Examples:

      ruleslawyer games daemons --stakes

      ruleslawyer games daemons 001 018 --stakes --max-seconds 60

      ruleslawyer games daemons --stakes --keep --max-seconds 1200
    """

    findings: Annotated[
        Sequence[str] | None,
        Option("Only these; else every open one.", argument=True, metavar="FINDING", completes="findings"),
    ] = None
    scope: Annotated[str, Option("The scope that is played.", completes="scopes", finds="whole_game")] = ""
    play: Annotated[PlayerKind | None, Option("Players of this kind alone.")] = None
    within: Annotated[float, Option("Measure until the swing is known within this much.", min=0.01, max=1.0)] = 0.1
    seed: Annotated[int, Option("The seed: the same number gives the same games.", min=0)] = 0
    max_seconds: Annotated[float, Option("Stop after this long; what was measured is kept.", min=0, max=LONGEST)] = (
        field(default=300.0, kw_only=True)
    )

    def __call__(self, ruleset: LoadedRuleset, /) -> Measured:
        from ruleslawyer.studies.games.stakes import chosen_findings, measure_stakes
        from ruleslawyer.studies.games.table import WAYS, load_table

        wanted = chosen_findings(ruleset, self.findings)
        return measure_stakes(
            ruleset, ruleset.transition_system(self.scope, {}), load_table(ruleset.root, ruleset.name, ruleset.system),
            wanted, ways=[self.play.value] if self.play else WAYS[::-1], narrow=self.within, seed=self.seed,
            limits=Limits(None, self.max_seconds), tell=self.progress,
        )  # fmt: skip


KEPT_GAMES = 40
"""How often each bot plays itself beside what is solved."""


@dataclass(frozen=True)
class BestPlayResult:
    """The result of `games --best`: best play, and what other readings change if that was asked; or games of bots."""

    asked: Solve
    ruleset: str
    system: TransitionSystem
    seconds: float
    solved: GameSolution | None = None
    compared: OptionComparison | None = None
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
class Solve(Told[BestPlayResult]):
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

    def __call__(self, ruleset: LoadedRuleset, /) -> BestPlayResult:
        from ruleslawyer.exploration.variants.choices import track_choices
        from ruleslawyer.play.extensive.game import Extensive
        from ruleslawyer.studies.games.bots import NotInstalled, measure
        from ruleslawyer.studies.games.estimate import estimate
        from ruleslawyer.studies.games.readings import compare
        from ruleslawyer.studies.games.solve import solve

        if self.games and (self.readings or self.uniform or self.face_up or self.bots):
            raise UsageError("games of bots are not solved", "--games", "leave it out, or the options for solving")
        system = ruleset.transition_system(self.scope, self.reading, self.rulings)
        system = track_choices(system) if self.readings else system
        # compiled code does not tell which choices of a reading it asks for
        game, tabled, began = Extensive(system, compiled=not self.readings), measure(ruleset), time.perf_counter()
        how: dict[str, Any] = {"seconds": self.max_seconds, "tell": self.progress}
        if self.games:
            games = estimate(game, tabled, self.bot, self.games, seed=self.seed, **how)
            return BestPlayResult(self, ruleset.name, system, time.perf_counter() - began, games=games)
        given = {**how, "uniform": self.uniform, "face_up": self.face_up, "most": self.max_states}
        best = solve(game, tabled, **given)
        compared = compare(system, best, tabled, **given) if self.readings else None
        swift = Extensive(ruleset.transition_system(self.scope), compiled=True) if self.bots else game
        played: list[Estimate] = []
        for one in self.bots:
            with suppress(NotInstalled):
                played.append(estimate(swift, tabled, one, KEPT_GAMES, **how))
        return BestPlayResult(
            self, ruleset.name, system, time.perf_counter() - began, best, compared, bots=tuple(played)
        )
