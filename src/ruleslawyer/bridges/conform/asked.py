"""The questions of `conform`: another implementation over JSON lines, held against the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, default_memory
from ruleslawyer.rulebook.declared import LONGEST, Option, Reading, Ruling, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.transition import TransitionSystem

if TYPE_CHECKING:  # it begins no program before somebody asks
    from ruleslawyer.bridges.conform.identify import Identified
    from ruleslawyer.bridges.conform.program import Program
    from ruleslawyer.bridges.conform.session import Session

SCOPE = Option(
    "The scope of random plays alone. By default the scenarios are played first, then the whole game: most cards for "
    "each player. With --identify the largest that begins as a game does and answers in 10 s.",
    completes="scopes", show_default=False,
)  # fmt: skip

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class WithProgram(Told[T_co]):
    """A question to another implementation."""

    command: Annotated[str, Option("The program and its arguments; no shell reads them.", "--exec", metavar="CMD")]
    scope: Annotated[str, SCOPE] = ""
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    steps: Annotated[int, Option("Actions of random plays to compare.", min=1, max=10_000_000)] = 1000
    seed: Annotated[int, Option("The same seed gives the same plays.")] = 0
    wait: Annotated[float, Option("Seconds to wait for each answer.", min=0.01, max=LONGEST)] = 10.0
    max_seconds: Annotated[float, Option("Seconds for all random plays.", min=0.01, max=LONGEST)] = 600.0

    @contextmanager
    def asking(self, ruleset: LoadedRuleset, scope: str) -> Iterator[tuple[Program, TransitionSystem]]:
        """The program as it runs, and the rules of a scope that it is held against."""
        from ruleslawyer.bridges.conform.program import Program, command_of
        from ruleslawyer.rulebook.rulesets.fields import fields_of

        words, system = command_of(self.command), ruleset.transition_system(scope, self.reading, self.rulings)
        with Program(words, self.wait, fields_of(ruleset)) as program:
            yield program, system


@dataclass(frozen=True)
class Identify(WithProgram["Identified"]):
    """Find out which readings an implementation follows; it is not told which to follow."""

    def __call__(self, ruleset: LoadedRuleset, /) -> Identified:
        from ruleslawyer.bridges.conform.identify import Identification

        limits = Limits(seconds=self.max_seconds, memory=default_memory())
        with self.asking(ruleset, self.scope) as (program, system):
            return Identification(program, system, ruleset.name, limits, self.progress).run(self.steps, self.seed)


@dataclass(frozen=True)
class Conform(WithProgram["Session"]):
    """Compare another implementation of the rules with the reference, step by step.

    The program reads requests and writes answers, one JSON object to a line;
    docs/conformance.md describes them. The ruleset's scenarios are played first,
    then random plays of a whole game, which look for rare actions and clauses:
    with --scenarios the former alone, with --scope the latter, in that scope.
    States and legal actions are compared after every step. Each kind of difference
    is shown with the clauses that decide it, by a play that is made as short as can
    be found. In the end it is said what was not met, and which scope meets it.
    A program that hangs, dies, floods or answers garbage is reported and started
    again. Exit code 1: they differ.

    Examples:

      ruleslawyer conform daemons --exec "node examples/node-daemons/main.mjs"

      ruleslawyer conform daemons --scope duel --exec "node examples/node-daemons/main.mjs"

      ruleslawyer conform daemons --exec "node examples/node-daemons/main.mjs" --scenarios

      ruleslawyer conform daemons --scope gauge --exec "node examples/node-daemons/main.mjs" --identify

      ruleslawyer conform daemons --exec "./bot --rules" --steps 10000 --seed 7 --json
    """

    files: Annotated[
        Sequence[Path] | None,
        Option(
            "With --scenarios: these files or folders; all of the ruleset by default.", metavar="FILE", argument=True
        ),
    ] = None
    scenarios: Annotated[bool, Option("Play scenarios alone, and no random plays.", "--scenarios")] = False

    def __call__(self, ruleset: LoadedRuleset, /) -> Session:
        from ruleslawyer.bridges.conform import session
        from ruleslawyer.bridges.conform.reach import missing
        from ruleslawyer.check.scenario.suite import suite_of

        found, scope = None, self.scope or ruleset.whole_game
        with self.asking(ruleset, scope) as (program, system):
            if self.scenarios or not self.scope:
                systems = suite_of(ruleset, *(self.files or ())).systems()
                found = session.play_scenarios(program, systems, ruleset.name, system, self.progress)
            if not self.scenarios and (found is None or not found.stopped):
                found = session.walk(
                    program, system, ruleset.name, steps=self.steps, seed=self.seed, seconds=self.max_seconds,
                    tell=self.progress, session=found,
                )  # fmt: skip
                if found.compared and found.stopped != BY_CTRL_C:
                    choices = self.reading or {}, self.rulings or {}
                    found.unmet = missing(ruleset, scope, found.coverage, *choices, self.progress)
        assert found is not None
        questions = {row.choice for kind in found.kinds for row in kind.difference.resting}
        found.findings = _findings(ruleset, questions) if questions else {}
        return found


def _findings(ruleset: LoadedRuleset, questions: Set[str]) -> dict[str, tuple[str, ...]]:
    """The findings on some questions, and on clashes by their keys."""
    from ruleslawyer.check.evidence.finding import findings_of
    from ruleslawyer.rulebook.claims.readings import question_of

    found: dict[str, tuple[str, ...]] = {}
    for finding in findings_of(ruleset):
        ruled = {question_of(key) for proposal in finding.proposals for key in proposal.rulings}
        for question in questions & ({*finding.questions} | ruled):
            found[question] = (*found.get(question, ()), f"{ruleset.name}/{finding.id} {finding.title}")
    return found
