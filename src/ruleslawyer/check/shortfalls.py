"""Shortfalls: differences from what a project expects of engines, proofs, lemmas, witnesses and findings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ruleslawyer.check.answers import KnownAnswer, known_of
from ruleslawyer.check.engines import Agreement
from ruleslawyer.check.evidence.draft import unwritten
from ruleslawyer.check.evidence.finding import UNANSWERED, Finding
from ruleslawyer.check.evidence.verify import FindingResult
from ruleslawyer.check.promises import Promise
from ruleslawyer.check.result import Shortfall
from ruleslawyer.check.scope import DECLARE
from ruleslawyer.check.together import Together
from ruleslawyer.ir.system import System
from ruleslawyer.proof.any_number import scope_difference
from ruleslawyer.proof.lemmas import update_command
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.claims.expected import EVERY, Expectations, falls_short
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.claims.verdict import FOR_ANY_NUMBER, PLAYERS
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.told import Answer

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.lemmas import LapsedLemma


HELD = ("high", "medium")
"""Severities of findings whose answers have to promise something."""
MOST_UNPROMISED = 15
"""Answers of a ruleset that may do without, for a reason."""


def merge(short: Sequence[Shortfall]) -> Iterator[Shortfall]:
    """Shortfalls that several scopes have in common, as one, with the message of the first of them."""
    alike: dict[tuple[str, str, str], list[Shortfall]] = {}
    for shortfall in short:
        alike.setdefault((shortfall.kind, shortfall.subject, shortfall.word), []).append(shortfall)
    for group in alike.values():
        yield replace(group[0], scope=", ".join(dict.fromkeys(s.scope for s in group if s.scope)))


def of_promises(ruleset: str, promises: Sequence[Promise], *, whole: bool) -> Iterator[Shortfall]:
    """The promises that are not kept. whole: whether every place was asked in which one may be met."""
    for one in promises:
        of = f"the promise `{one.name}` of {one.question} = {one.option}"
        if one.word == "broken":
            scope = next((place for place in one.broken_in if " " not in place), None)  # else all are scenarios
            command = f"explore {ruleset} --scope {scope} --reading {one.question}={one.option} --trace {one.name}"
            mend = f"the play: ruleslawyer {command}" if scope else "correct the rule, or the promise"
            yield Shortfall("promise", "", one.name, f"{of} is broken in {', '.join(one.broken_in[:3])}", mend)
        elif whole and one.word == "not met":
            about = f"{of} is not met: no small scope and no scenario asks the question under it"
            yield Shortfall("promise", "", one.name, about, "write a scenario under the option")
        elif whole and one.word == "says nothing":
            about = f"{of} says nothing: no other option of the question breaks it"
            yield Shortfall("promise", "", one.name, about, "promise what tells the options apart")


def of_answers(ruleset: str, findings: Iterable[Finding], known: Iterable[KnownAnswer]) -> Iterator[Shortfall]:
    """Answers of severe findings that promise nothing, or are one alone, where nobody says why; and reasons that are
    not needed, or too many."""
    known, findings, excused = tuple(known), tuple(findings), set[tuple[str, str]]()
    for finding, answer in _severe_answers(findings):
        bare = [one for one in known_of(answer.ruling, known) if not one.is_promised]
        place = f"finding {finding.id}, “{answer.says}”"
        if answer.unpromised:
            excused |= {(one.question, one.option) for one in bare}
            if not bare:
                about = f"{place} says why nothing is promised, and its promise is kept"
                yield Shortfall("promise", "", finding.id, about, "take `unpromised` away")
            continue
        for one in bare:
            of = f"{one.question} = {one.option}"
            about = f"{place}: {of} has no promise that is kept and would see a place in the rules forget it"
            mend = f"write one in checks/{ruleset}/promises.py, or `unpromised` with the reason"
            yield Shortfall("promise", "", f"{one.question}.{one.option}", about, mend)
    for finding in filter(_is_severe, findings):
        told = finding.story.one_answer
        if finding.has_answers == bool(told):
            says = "says why the model has one answer, and it has two" if told else "has one answer in the model"
            mend = "take `one_answer` away" if told else "give it another, or `one_answer` with the reason"
            yield Shortfall("promise", "", finding.id, f"finding {finding.id} {says}", mend)
    if len(excused) > MOST_UNPROMISED:
        about = f"{len(excused)} answers say why nothing is promised, more than {MOST_UNPROMISED}"
        yield Shortfall("promise", "", ruleset, about, "promise what can be promised")


def _severe_answers(findings: Iterable[Finding]) -> Iterator[tuple[Finding, Answer]]:
    """The answers of severe findings that nobody has answered."""
    return ((finding, answer) for finding in filter(_is_severe, findings) for answer in finding.story.answers)


def _is_severe(finding: Finding) -> bool:
    return finding.severity in HELD and finding.state in UNANSWERED


def of_together(ruleset: str, found: Together) -> Iterator[Shortfall]:
    """The promises that settled answers break, and the questions that they open and no finding speaks of."""
    for one in found.effects:
        if one.direction == "breaks" or (one.direction == "opens" and not one.findings):
            by = ", ".join(one.by)
            where = "" if one.in_book else f", on the small table {one.scope} alone"
            about = f"what is settled {one.direction} “{one.says}”{where} (by {by})"
            mend = f"take an answer back, such as: ruleslawyer findings {ruleset}/{one.by[-1]} --settle --undo"
            yield Shortfall("settled", one.scope, one.name, about, mend)


def of_agreement(found: Agreement) -> Iterator[Shortfall]:
    for difference in found.differences:
        about = f"internal error: two explorers of {found.scope} differ: {difference}"
        yield Shortfall("engines", found.scope, difference, about, "please report it")


def of_proofs(proofs: Sequence[ProofResult], expected: Expectations) -> Iterator[Shortfall]:
    """The properties that are proved for any number of cards, and expected to be otherwise in every scope."""
    for proof in proofs:
        expectation = expected.get((EVERY, proof.property))
        if falls_short(proof.verdict, expectation):
            wanted = f" (expected {expectation.verdict})" if expectation else ""
            about = f"{proof.property} is {proof.verdict_text()}{wanted}"
            yield Shortfall("proof", FOR_ANY_NUMBER, proof.property, about, DECLARE)


def of_lapses(name: str, lapsed: Sequence[LapsedLemma]) -> Iterator[Shortfall]:
    """Properties that were proved for any number of cards, and are not now. Where something was not finished in time,
    that may be why, and nothing falls short; of conditions that nobody wrote down the result alone says so."""
    if any(one.late for one in lapsed):
        return
    for one in lapsed:
        if one.property:
            at = f"{one.rule}: " if one.rule else ""
            about = f"{one.name} was proved for any number, and is not now: {at}{one.reason}"
            mend = f"correct the model, or see what is proved now: {update_command(name)}"
            yield Shortfall("proof", FOR_ANY_NUMBER, one.name, about, mend)


def of_refutations(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], results: Collection[ScopeResult]
) -> Iterator[Shortfall]:
    """Properties that are proved for any number of cards, and that a play of the same game breaks."""
    proved = {proof.property: proof for proof in proofs if proof.any_number}
    for result in results:
        scope = result.scope
        same = {players: not scope_difference(ruleset.system, scope, players) for players in (PLAYERS, None)}
        for verdict in result.verdicts:
            proof = proved.get(verdict.name)
            if proof is not None and verdict.word == "VIOLATED" and same[dict(proof.sizes).get(ruleset.system.players)]:
                about = f"internal error: {verdict.name} is proved for any number, and broken in {scope.name}"
                yield Shortfall("proof", scope.name, verdict.name, about, "please report it")


def list_unproved(
    system: System, proofs: Sequence[ProofResult], results: Collection[ScopeResult]
) -> Iterator[str]:  # fmt: skip
    """The properties that can be proved for any number of cards, are not kept as proved, and broken by no play."""
    from ruleslawyer.engines.smt.lifted.prove import provable

    known = {proof.property for proof in proofs}
    known |= {v.name for result in results for v in result.verdicts if v.word == "VIOLATED"}
    yield from (name for name in provable(system) if name not in known)


def of_findings(of: str, findings: Sequence[FindingResult]) -> Iterator[Shortfall]:
    for result in findings:
        if left := unwritten(result.finding):
            about = f"finding {of}/{result.finding.id} is a draft: still to be written: {'; '.join(left)}"
            mend = f"write it in {result.finding.file}; `ruleslawyer findings {of} --lint` says what a page needs"
            yield Shortfall("finding", "", result.finding.id, about, mend)
        for evidence in result.evidence:
            if not evidence.reproduced:
                finding = result.finding
                about = f"finding {of}/{finding.id} no longer reproduces: {evidence.evidence}: {evidence.instead}"
                yield Shortfall("finding", evidence.evidence.scope, finding.id, about, f"correct {finding.file}")
        for claim, answer in result.claims_with_answers:
            if not answer.reproduced:
                finding = result.finding
                about = f"finding {of}/{finding.id} says “{claim.says}”, and it is not so: {claim.by}: {answer.instead}"
                yield Shortfall("finding", claim.by.scope, finding.id, about, f"correct {finding.file}")
        for settled in result.settled:
            if not settled.is_shown:
                about = f"finding {of}/{result.finding.id} is not settled by {settled.proposal}: {settled.problem}"
                mend = f"correct {result.finding.file}"
                yield Shortfall("finding", settled.proposal.scope, result.finding.id, about, mend)
