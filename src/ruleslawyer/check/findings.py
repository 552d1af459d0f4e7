"""Questions to a ruleset's findings: whether they still reproduce, and what settles them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.processes.pool import Workers
from ruleslawyer.check.answers import KnownAnswer, answers_in_scenarios, known_of
from ruleslawyer.check.evidence.decided import in_place
from ruleslawyer.check.evidence.finding import SEVERITIES, UNANSWERED, Finding, findings_of
from ruleslawyer.check.evidence.settle import Settled, settlement
from ruleslawyer.check.evidence.verify import FindingResult
from ruleslawyer.check.explorations import Explorations, Watch, no_watch
from ruleslawyer.check.together import Answers, Given, Together, merge
from ruleslawyer.exploration.study import Study
from ruleslawyer.rulebook.answers.store import Answers as Kept
from ruleslawyer.rulebook.claims.limits import LEFT_OUT_BY
from ruleslawyer.rulebook.claims.readings import question_of
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
    wanted: Iterable[tuple[LoadedRuleset, Sequence[Finding]]], watch: Watch = no_watch, answers: Kept | None = None
) -> Iterator[list[Explorations]]:
    """The explorations that the findings of each ruleset ask for, begun for all rulesets at once. A finding is about
    the book, whatever was settled since."""
    with Workers() as workers:
        asked = []
        for ruleset, some in wanted:
            asked.append(Explorations(ruleset.by_the_book, watch, workers, answers=answers))
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
    ruleset: LoadedRuleset, given: Given, watch: Watch = no_watch, answers: Kept | None = None
) -> Together:
    """Answers to findings, by their ids, tried all at once in the scopes that `check` explores: against the book,
    whatever was settled. What cannot be settled together is a `UsageError`."""
    written, scopes = ruleset.by_the_book, ruleset.explored_scopes()
    _ = written.settling(tuple(sorted(merge(given).items()))).system
    with Workers() as workers:
        asked = Explorations(written, watch, workers, answers=answers)
        asked.want((), scopes)
        workers.start()
        return Answers(asked, findings_of(ruleset), scopes).together(given)


def try_each(
    ruleset: LoadedRuleset, scopes: Sequence[str], seconds: float, watch: Watch = no_watch, answers: Kept | None = None
) -> tuple[list[Together], tuple[str, ...]]:
    """Each answer that a ruling can say to a finding that nobody has answered, by itself, beside what is settled; as
    far as so many seconds go, the most severe findings first. And the findings that are left."""
    findings, system = findings_of(ruleset), ruleset.by_the_book.system
    settled = {question_of(key) for key, _ in ruleset.config.settled}
    wanted = [
        (finding, ruled)
        for finding in sorted(findings, key=lambda one: SEVERITIES.index(one.severity))
        if finding.state in UNANSWERED
        for answer in finding.story.answers
        if (ruled := in_place(finding, answer.ruling, system)) and settled.isdisjoint(map(question_of, ruled))
    ]
    study, found = Study(seconds), list[Together]()
    with Workers() as workers, watch(f"{ruleset.name}, what comes of each answer ({LEFT_OUT_BY})") as tell:
        asked = Explorations(ruleset, no_watch, workers, answers=answers)
        outcomes = Answers(asked, findings, scopes).alone(wanted, study)
        for number, (finding, _) in enumerate(wanted, 1):
            if tell is not None:
                tell(f"finding {finding.id}, {number} of {len(wanted)} answers")
            if (one := next(outcomes, None)) is None:
                break
            found.append(one)
    return found, tuple(dict.fromkeys(finding.id for finding, _ in wanted[len(found) :]))


def alone(finding: Finding) -> Finding:
    """A finding of which nothing is asked but what would settle it."""
    return replace(finding, evidence=(), claims=())
