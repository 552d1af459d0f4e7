"""The question of `games`: how games go, for a designer."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import LONGEST, Option, Reading, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # it makes code
    from ruleslawyer.studies.statistics.games import Session


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
