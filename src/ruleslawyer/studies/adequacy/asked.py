"""The question of `adequacy`: whether anybody would notice faults of a ruleset."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.rulebook.declared import APART, LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # it makes code
    from ruleslawyer.studies.adequacy.run import Adequacy as Found


@dataclass(frozen=True)
class Adequacy(Told["Found"]):
    """Put faults into the rules, one at a time, and see whether a check, a scenario or a sweep notices.

    A fault changes one thing of a rule, as somebody might who writes it down: a
    bound is one more, a clause is gone, a condition is turned round. It makes a
    difference where some state, some transition or what is said of them is
    another one. The scopes of `check` notice it where something falls short, a
    finding no longer reproduces, or a rule is live in none of them; scenarios
    where one fails; a sweep where it meets something that nobody knew.

    The share that is noticed says how far HOLDS IN SCOPE may be trusted. With
    --resume the same command goes on where it stopped, also after Ctrl-C.

    Examples:

      ruleslawyer adequacy daemons --sample 100 --minutes 5

      ruleslawyer adequacy daemons --resume build/daemons.jsonl --write checks/daemons/adequacy.json

      ruleslawyer adequacy megacorp --sample 50 --seed 7 --json
    """

    _: KW_ONLY
    sample: Annotated[
        int | None, Option("Try so many faults, drawn at random.", min=1, show_default="all")
    ] = None  # fmt: skip
    seed: Annotated[int, Option("The seed of the random draws.")] = 0
    minutes: Annotated[float | None, Option("Stop after so long.", min=0.01, max=LONGEST), APART] = None
    sweep: Annotated[
        int | None,
        Option("Scopes of a sweep, for each number of cards.", min=0, show_default="every pair of values"),
    ] = None
    more: Annotated[int, Option("More scopes in which only differences are looked for.", min=0)] = 100
    resume: Annotated[
        Path | None, Option("Note each scope here, and go on from what it says.", metavar="FILE"), APART
    ] = None
    max_states: Annotated[int, Option("Give a scope up after this many states.", min=1)] = 5_000
    max_seconds: Annotated[
        float, Option("Give a scope up after this long, or leave it out.", min=0.01, max=LONGEST)
    ] = 10.0

    def __call__(self, ruleset: LoadedRuleset, /) -> Found:
        from ruleslawyer.studies.adequacy.done import asked_of, open_journal
        from ruleslawyer.studies.adequacy.run import Options, Run

        names = "sample", "seed", "max_states", "max_seconds", "sweep", "more"
        header = asked_of(ruleset) | {name: getattr(self, name) for name in names}
        options = Options(self.sample, self.seed, self.max_states, self.max_seconds, self.sweep, self.more)
        done = open_journal(self.resume, header)
        return Run(ruleset, options, minutes=self.minutes, done=done, tell=self.progress).result()
