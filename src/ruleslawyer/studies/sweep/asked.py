"""The question of `sweep`: what scopes meet that nobody chose, and that nobody knew."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.files.kept import answers_folder
from ruleslawyer.exploration.study import Ask
from ruleslawyer.rulebook.claims.limits import Limits, default_memory
from ruleslawyer.rulebook.declared import APART, LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, remember

if TYPE_CHECKING:  # it makes code
    from ruleslawyer.studies.sweep.outcome import Outcome, Task
    from ruleslawyer.studies.sweep.sweep import SweepResult

DONE, CARDS = "done.jsonl", 2

_MOST, _JOURNAL = f"{CARDS}, or as many as there are", f"DIR/{DONE}"
"""Defaults in words."""


@dataclass(frozen=True)
class Sweep(Told["SweepResult"]):
    """Make scopes from attributes, places and numbers, explore each, and report what they meet that is new.

    What is dealt is said in checks/RULESET/sweep.toml, as docs/howto/sweep.md
    describes it; without that file the attributes of one sort of the first
    scope are varied, by their types: of another sort than the players where
    there is one. Which is said. Of every STRENGTH factors each combination of values is in some
    scope. New is an event or a deadlock that no finding names, a property that
    is violated and not expected to be, and a rule that no hand-made scope makes
    live. Each comes with the least scope and the shortest play that were found.

    The exit code is 1 when something new is found, or not everything was looked
    at. Ctrl-C prints what was found so far. Each scope is kept in your cache, so
    that the same command goes on from there, and after an edit explores only
    those to which it may matter.

    Examples:

      ruleslawyer sweep mere_mortals --cards 1

      ruleslawyer sweep daemons --minutes 2 --write build/sweep

      ruleslawyer sweep daemons --cards 1 --strength 3 --readings --json
    """

    _: KW_ONLY
    cards: Annotated[
        int | None,
        Option("Deal decks of 1 to so many cards.", min=1, max=9, show_default=_MOST),
    ] = None
    strength: Annotated[int, Option("Cover every combination of values of so many factors.", min=1, max=4)] = 2
    every: Annotated[
        int, Option("Where there are up to so many ways to deal one card, or two, deal them all.", min=0)
    ] = 500
    minutes: Annotated[
        float | None,
        Option("Stop after so long; making plays shorter takes up to a quarter more.", min=0.01, max=LONGEST),
    ] = None
    readings: Annotated[
        bool, Option("Ask every option of the questions that plays ask, in each scope too.", "--readings")
    ] = False
    write: Annotated[
        Path | None,
        Option("Write what is found here: scope files, scenarios and drafts of findings.", metavar="DIR", writes=DONE),
    ] = None
    resume: Annotated[
        Path | None,
        Option("Note each scope here, and go on from what it says.", metavar="FILE", show_default=_JOURNAL),
    ] = None
    workers: Annotated[int, Option("Processes.", min=1, max=64)] = 1
    max_states: Annotated[int, Option("Give a scope up after this many states.", min=1)] = 2_000
    max_seconds: Annotated[float, Option("Give a scope up after this long.", min=0.01, max=LONGEST)] = 20.0
    fresh: bool = False
    """Nothing that is kept is believed."""
    elsewhere: Annotated[Ask[Task, Outcome] | None, APART] = None
    """Who explores, if not processes of this machine."""

    def __call__(self, ruleset: LoadedRuleset, /) -> SweepResult:
        from ruleslawyer.studies.sweep import sweep
        from ruleslawyer.studies.sweep.outcome import open_journal
        from ruleslawyer.studies.sweep.plan import load_plan
        from ruleslawyer.studies.sweep.report import write_files

        remember(ruleset)
        plan = load_plan(ruleset)
        header = {
            "rules": ruleset.system.digest, "plan": plan.digest, "max_states": self.max_states,
            "readings": self.readings,
        }  # fmt: skip
        processes = 1 if self.elsewhere is not None else self.workers
        file = self.resume or (self.write / DONE if self.write is not None else None)
        found = sweep.SweepRun(
            ruleset, plan, cards=self.cards or min(CARDS, len(plan.dealt)), strength=self.strength, every=self.every,
            minutes=self.minutes, readings=self.readings, workers=self.workers, done=open_journal(file, header),
            limits=Limits(self.max_states, self.max_seconds, max(1, default_memory() // processes)),
            tell=self.progress, elsewhere=self.elsewhere, answers=answers_folder(), fresh=self.fresh,
        ).run()  # fmt: skip
        if self.write is not None:
            found.written = write_files(self.write, ruleset, found)
        return found
