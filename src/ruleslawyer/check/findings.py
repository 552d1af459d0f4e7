"""Questions to a ruleset's findings: whether they still reproduce, and what settles them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.processes.pool import Workers
from ruleslawyer.check.answers import KnownAnswer, answers_in_scenarios, known_of
from ruleslawyer.check.evidence.finding import Finding, findings_of
from ruleslawyer.check.evidence.settle import Settled, settlement
from ruleslawyer.check.evidence.verify import FindingResult
from ruleslawyer.check.explorations import Explorations, Watch, no_watch
from ruleslawyer.check.together import Given, Together, merged, try_together
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


@dataclass(frozen=True, slots=True)
class Trial:
    """A finding with the re-runs of what would settle it. known: what is known of options that are not the default."""

    ruleset: str
    finding: Finding
    runs: tuple[Settled, ...]
    known: tuple[KnownAnswer, ...]

    @property
    def answers(self) -> list[tuple[str, list[KnownAnswer]]]:
        """Its answers that a ruling can say, in words, and what is known of the options that are not the default."""
        return [(one.says, known_of(one.ruling, self.known)) for one in self.finding.story.answers if one.ruling]

    def json(self) -> Json:
        """The trial as JSON, for scripts."""
        return {
            "ruleset": self.ruleset, "id": self.finding.id, "runs": [run.json() for run in self.runs],
            "answers": [{"says": says, "options": [one.json() for one in known]} for says, known in self.answers],
        }  # fmt: skip


@contextmanager
def explorations(
    wanted: Iterable[tuple[LoadedRuleset, Sequence[Finding]]], watch: Watch = no_watch, answers: Answers | None = None
) -> Iterator[list[Explorations]]:
    """The explorations that the findings of each ruleset ask for, begun for all rulesets at once. A finding is about
    the book, whatever was settled since."""
    with Workers() as workers:
        asked = []
        for ruleset, some in wanted:
            asked.append(Explorations(ruleset.as_written, watch, workers, answers=answers))
            asked[-1].want(some)
        workers.start()
        yield asked


def verify_again(ruleset: LoadedRuleset, findings: Sequence[Finding]) -> tuple[FindingResult, ...]:
    """Their evidence asked again, and what would settle them tried out."""
    with explorations([(ruleset, findings)]) as (asked,):
        return tuple(asked.verify(one) for one in findings)


def try_out(ruleset: LoadedRuleset, findings: Sequence[Finding], *, whole: bool = False) -> tuple[Trial, ...]:
    """Proposals that would settle them, tried out. whole: answers are replaced as well, not only gaps filled."""
    wanted = [one.replacing() for one in findings] if whole else findings
    with explorations([(ruleset, [alone(one) for one in wanted])]) as (asked,):
        known = answers_in_scenarios(ruleset, asked.answers)
        return tuple(Trial(ruleset.name, one, settlement(one, asked.result), known) for one in wanted)


def settle_together(
    ruleset: LoadedRuleset, given: Given, watch: Watch = no_watch, answers: Answers | None = None
) -> Together:
    """Answers to findings, by their ids, tried all at once in the scopes that `check` explores: against the book,
    whatever was settled. What cannot be settled together is a `UsageError`."""
    written, scopes = ruleset.as_written, ruleset.explored_scopes()
    _ = written.settling(tuple(sorted(merged(given).items()))).system
    with Workers() as workers:
        asked = Explorations(written, watch, workers, answers=answers)
        asked.want((), scopes)
        workers.start()
        return try_together(asked, given, findings_of(ruleset), scopes)


def alone(finding: Finding) -> Finding:
    """A finding of which nothing is asked but what would settle it."""
    return replace(finding, evidence=(), claims=())
