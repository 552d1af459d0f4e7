"""The question of `sweep --laws`: laws that are tried in drawn states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.rulebook.declared import LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # --help does not wait for what draws
    from ruleslawyer.studies.laws.run import Tally

ENOUGH, OF_A_PROMISE = 1_000, 100
"""How often what a law or a promise speaks of has to be met, so that it counts that it was not broken."""


@dataclass(frozen=True)
class Laws(Told["Tally"]):
    """Try laws that compare two states, or two plays, which differ in one thing, in states drawn at random.

    Some laws every rulebook has: who is out is neither waited for nor chosen,
    nobody is waited for who can do nothing, and a field that stands for a term says
    which moment counts. Others a project declares, in checks/RULESET/laws.toml,
    each with its clauses: a hidden card acts as a blank one, one more point of
    attack hurts no less, independent choices commute (docs/howto/laws.md).

    The states come from scopes and from what sweeps deal, played on at random, with
    marks, places and numbers that are drawn; half of them under one option of one
    question that is not the usual one. What breaks a law is shown in the simplest
    state that was found, with the options of which each alone would keep it. A law
    that was met seldom, or never, is said to be so. A law of a project counts where it
    was met often enough, and names a fault that would break it.

    With --promises, what answers promise is tried in place of laws: under its option,
    in each state, and in steps on which its question is asked.

    The exit code is 0 when every law was met often enough, and none is broken but as
    is known; else it is 1. Ctrl-C prints what was found so far.

    Examples:

      ruleslawyer sweep memesis --laws

      ruleslawyer sweep daemons --laws --law independent_choices_commute --minutes 1

      ruleslawyer sweep megacorp --laws --times 200 --seed 7 --json

      ruleslawyer sweep daemons --laws --promises --minutes 2
    """

    law: Annotated[Sequence[str] | None, Option("Only this law or promise; may be given again.", metavar="NAME")] = None
    _: KW_ONLY
    promises: Annotated[bool, Option("Try what answers promise, in place of laws.", "--promises")] = False
    times: Annotated[
        int | None,
        Option(
            "A law is tried no more once what it speaks of was met so often, of one state four times at most.",
            min=1,
            show_default="1000, of a promise 100",
        ),
    ] = None
    states: Annotated[int | None, Option("Look at so many states at most.", min=1)] = None
    minutes: Annotated[
        float | None,
        Option("Stop after so long; making plays shorter takes up to a quarter more.", min=0.01, max=LONGEST),
    ] = 5.0
    seed: Annotated[int, Option("The seed of the random numbers.")] = 0

    def __call__(self, ruleset: LoadedRuleset, /) -> Tally:
        from ruleslawyer.studies.laws.run import try_laws

        wanted = self.times or (OF_A_PROMISE if self.promises else ENOUGH)
        return try_laws(
            ruleset, tuple(self.law or ()), promises=self.promises, wanted=wanted, states=self.states,
            minutes=self.minutes, seed=self.seed, tell=self.progress,
        )  # fmt: skip
