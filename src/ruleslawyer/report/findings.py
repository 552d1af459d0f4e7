"""Findings in a document: evidence with its plays, the table drawn, and what a page opens with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.answers import known_of
from ruleslawyer.check.evidence.claim import Claim
from ruleslawyer.check.evidence.decided import sentence_to_print
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.query import MOMENTS, Evidence
from ruleslawyer.check.evidence.verify import EvidenceResult, FindingResult
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.dont_cares import alternative, by_member, dont_cares
from ruleslawyer.play.shrink import Answers, Goal, Meets, Stops
from ruleslawyer.report.brief import spoken_in
from ruleslawyer.report.consequences import Consequences
from ruleslawyer.report.fit import best
from ruleslawyer.report.play import Plays
from ruleslawyer.report.rules import Rules
from ruleslawyer.report.stories import Stories
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.places import with_spoken_of
from ruleslawyer.rulebook.table.draw import Cited, Tables
from ruleslawyer.rulebook.table.happened import frames, opens_at
from ruleslawyer.rulebook.table.view import View
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem


class Findings:
    """The findings of one checked ruleset. varied: whether to look what their plays do not depend on, and for other
    plays; view: how their tables are drawn, without which none is."""

    def __init__(
        self, result: RulesetResult, system: System, register: Register | None, rules: Rules, plays: Plays,
        view: View | None, varied: bool, consequences: Consequences,
    ) -> None:  # fmt: skip
        self.consequences = consequences
        self.result, self.system, self.register = result, system, register
        self.rules, self.plays, self.view, self.varied = rules, plays, view, varied
        self.tables: dict[int, Tables] = {}
        self.stories = Stories(system)

    def finding(self, found: FindingResult) -> Json:
        """A finding with its evidence, its play drawn, and what its page opens with."""
        finding = found.finding
        story, cited = self._story(found)
        comes = self.consequences.of(finding.id, story["answers"])
        for answer, come in zip(story["answers"], comes, strict=True):
            answer["comes"] = come
            known = known_of(answer["ruling"], self.result.answers)
            answer["kept"] = [says for one in known for says in one.promises_in_words]
            answer["caveats"] = list(dict.fromkeys(one.caveat for one in known if one.caveat))
        drawn = list(self._frames_of_plays(found, story, cited))
        return {
            "id": finding.id,
            "title": finding.title,
            "kind": finding.kind,
            "severity": finding.severity,
            "state": finding.state,
            "answered": _answer(finding) if finding.by else None,
            "clauses": self.rules.clauses(finding.clauses),
            "questions": [q for q in map(self.rules.question, finding.questions) if q],
            "basis": finding.basis,
            "reproduced": found.reproduced,
            "evidence": [
                {**self._evidence(e), "frames": of_play} for e, of_play in zip(found.evidence, drawn, strict=True)
            ],
            "story": story,
            "claims": [self._claim(claim, answer) for claim, answer in found.claims_with_answers],
            "under": finding.under,
            "withdrawn": {"because": finding.because, "into": finding.into} if finding.withdrawn else None,
            "settled": [run.json() for run in found.settled],
            "lost": finding.lost,
            "severity_stays": finding.severity_stays,
            "places": self._places(finding),
            "prose": self.rules.prose(finding.prose),
        }

    def _story(self, found: FindingResult) -> tuple[Json, Cited]:
        """The opening of its page, and the values that are cited there."""
        staged = found.first_with_play
        if self.view is None or staged is None or staged.scope is None or staged.trace is None:
            story, cited = self.stories.story(found, None)
            return story | {"moment": None}, cited
        tables = self._table(staged.scope)
        story, cited = self.stories.story(found, tables)
        told = found.finding.story.moment
        usual = opens_at(tables, staged.trace, busy=staged.evidence.ask in MOMENTS)
        return story | {"moment": usual if told is None else min(told, staged.trace.length)}, cited

    def _frames_of_plays(self, found: FindingResult, story: Json, cited: Cited) -> Iterator[list[Json] | None]:
        """The frames of the first play that shows a finding, and in its story the number of the one to open with. Where
        a play comes to a decision, the last frame does not show what is decided; unless the author names it as the one
        that is meant."""
        told = found.finding.story
        for one in found.evidence:
            if (
                self.view is not None
                and one is found.first_with_play
                and one.scope is not None
                and one.trace is not None
            ):
                before = one.evidence.ask in MOMENTS and told.moment != one.trace.length
                drawn = self._table(one.scope), one.trace, cited, told.hide
                draw = partial(frames, *drawn, before=before, text=spoken_in(story))
                shown, usual = draw(opens=story["moment"]), story["moment"]
                story["moment"] = best(shown, story, usual)
                yield shown if story["moment"] == usual else draw(opens=story["moment"])
            else:
                yield None

    def _table(self, scope: Scope) -> Tables:
        assert self.view is not None
        if id(scope) not in self.tables:
            self.tables[id(scope)] = Tables(self.view, self.system, scope)
        return self.tables[id(scope)]

    def _evidence(self, found: EvidenceResult) -> Json:
        """The answer to a query, with its play where the scope is one of this check's."""
        evidence = found.evidence
        scope = next((s for s in self.result.scopes if s.scope.name == evidence.scope), None)
        return {
            "asked": str(evidence),
            "ask": evidence.ask,
            "about": dict(evidence.about),
            "scope": evidence.scope,
            "reading": dict(sorted(evidence.reading.items())),
            "reproduced": found.reproduced,
            "instead": found.instead,
            "actions": found.actions,
            "moves": list(found.moves),
            "play": self.plays.play(found.scope, found.trace) if found.scope else None,
            **self._besides(evidence, scope, found.trace),
        }

    def _places(self, finding: Finding) -> list[Json]:
        """The places in the book of the clauses of a finding, and of those that its prose speaks of."""
        if self.register is None:
            return []
        return self.rules.places(with_spoken_of(self.register, finding.clauses, finding.prose))

    @staticmethod
    def _claim(claim: Claim, answer: EvidenceResult) -> Json:
        """A sentence about the model, with how we know."""
        return {
            "says": claim.says,
            "asked": str(claim.by),
            "ask": claim.by.ask,
            "scope": claim.by.scope,
            "reading": dict(sorted(claim.by.reading.items())),
            "reproduced": answer.reproduced,
            "instead": answer.instead,
            "moves": list(answer.moves),
        }

    def _besides(self, evidence: Evidence, scope: ScopeResult | None, trace: Trace | None) -> Json:
        """The attributes on which the play of a query does not depend, member by member, and another play that shows
        the same; null where nothing can be said, none was found, or there was no time to look."""
        goal = self._goal(evidence, trace) if self.varied and scope and trace else None
        if goal is None or scope is None or trace is None:
            return {"anything": None, "another": None}
        free = dont_cares(self.system, scope.scope, dict(trace.reading), trace, goal)
        machine = Interpreter(self.system, scope.scope, brief=True)
        other = alternative(TransitionSystem(machine, dict(trace.reading)), trace, goal)
        return {
            "anything": by_member(free, scope.scope) if free else None,
            "another": self.plays.play(scope.scope, other),
        }

    def _goal(self, evidence: Evidence, trace: Trace) -> Goal | None:
        """The goal that the play of a query shows."""
        for scope in (*self.result.scopes, *self.result.others):
            for event in scope.events:
                if event.trace == trace and evidence.ask == "event":
                    return Meets(event.event, event.material)
            for dead in scope.deadlocks:
                if dead.trace == trace and evidence.ask == "deadlock":
                    return Stops(dead.unspoken, dead.forbidden)
        check = self.system.checks.get(evidence.about.get("property", ""))
        if check is None or check.kind not in ("always", "step"):
            return None
        return Answers(check, False)


def _answer(finding: Finding) -> Json:
    """The answer of a finding: by whom, where, and the sentence that goes with it."""
    return {
        "by": finding.by, "where": finding.where, "source": finding.source, "prints": sentence_to_print(finding),
    }  # fmt: skip
