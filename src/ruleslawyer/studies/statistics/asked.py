"""The question of `games`: how games go, for a designer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import LONGEST, Option, Reading, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # it makes code
    from ruleslawyer.studies.statistics.games import Session
    from ruleslawyer.studies.statistics.stakes import Measured


class Play(StrEnum):
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
    play: Annotated[Play, Option("How players choose.")] = Play.serious
    seed: Annotated[int, Option("The seed: the same number gives the same games.", min=0)] = 0
    longest: Annotated[int, Option("Give a game up after this many actions.", min=1, max=60_000)] = 5_000
    reading: Reading = None
    max_seconds: Annotated[
        float, Option("Stop after this long; games that were played are kept.", min=0, max=LONGEST)
    ] = field(default=300.0, kw_only=True)

    def __call__(self, ruleset: LoadedRuleset, /) -> Session:
        from ruleslawyer.studies.statistics.games import play_games
        from ruleslawyer.studies.statistics.table import load_table

        tabled = load_table(ruleset.root, ruleset.name, ruleset.system)
        if self.play == Play.greedy and not tabled.wants:
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
    play: Annotated[Play | None, Option("Players of this kind alone.")] = None
    within: Annotated[float, Option("Measure until the swing is known within this much.", min=0.01, max=1.0)] = 0.1
    seed: Annotated[int, Option("The seed: the same number gives the same games.", min=0)] = 0
    max_seconds: Annotated[float, Option("Stop after this long; what was measured is kept.", min=0, max=LONGEST)] = (
        field(default=300.0, kw_only=True)
    )

    def __call__(self, ruleset: LoadedRuleset, /) -> Measured:
        from ruleslawyer.studies.statistics.stakes import chosen_findings, measure_stakes
        from ruleslawyer.studies.statistics.table import WAYS, load_table

        wanted = chosen_findings(ruleset, self.findings)
        return measure_stakes(
            ruleset, ruleset.transition_system(self.scope, {}), load_table(ruleset.root, ruleset.name, ruleset.system),
            wanted, ways=[self.play.value] if self.play else WAYS[::-1], narrow=self.within, seed=self.seed,
            limits=Limits(None, self.max_seconds), tell=self.progress,
        )  # fmt: skip
