"""Findings in a document: evidence with its plays, the table drawn, and what a page opens with, up to one move on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.answers import known_of
from ruleslawyer.check.evidence.claim import Claim
from ruleslawyer.check.evidence.decided import given_answer, sentence_to_print
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.check.evidence.query import MOMENTS, Evidence
from ruleslawyer.check.evidence.verify import EvidenceResult, FindingResult
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.check.stories import tell
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.dont_cares import alternative, by_member, dont_cares
from ruleslawyer.play.shrink import DeadlockGoal, EventGoal, Goal, PropertyGoal
from ruleslawyer.report.answers import Consequences
from ruleslawyer.report.brief import best, spoken_in
from ruleslawyer.report.moment import differing
from ruleslawyer.report.plays import at
from ruleslawyer.report.rules import Plays, Rules
from ruleslawyer.rulebook.claims.readings import mend, question_of
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.places import with_spoken_of
from ruleslawyer.rulebook.table.draw import Cited, Tables
from ruleslawyer.rulebook.table.happened import frames, opens_at
from ruleslawyer.rulebook.table.told import Words
from ruleslawyer.rulebook.table.view import View
from ruleslawyer.rulebook.table.words import plain_name, spoken
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem


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
        that is meant. A frame that the author names stays, and stands further down where it does not fit."""
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
                story["moment"] = best(shown, story, usual) if told.moment is None else usual
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
                    return EventGoal(event.event, event.material)
            for dead in scope.deadlocks:
                if dead.trace == trace and evidence.ask == "deadlock":
                    return DeadlockGoal(dead.unspoken, dead.forbidden)
        check = self.system.checks.get(evidence.about.get("property", ""))
        if check is None or check.kind not in ("always", "step"):
            return None
        return PropertyGoal(check, False)


def _answer(finding: Finding) -> Json:
    """The answer of a finding: by whom, where, which of its page it is, and the sentence that goes with it."""
    return {
        "by": finding.by, "where": finding.where, "source": finding.source, "answer": given_answer(finding),
        "prints": sentence_to_print(finding),
    }  # fmt: skip


# --- the openings of pages --------------------------------------------------------------------------------------------


MOST_APART = 3
"""Values that are said of states that look alike."""
MOST_STEPS = 12
"""Actions of a play, from its end, of which it is looked whether the answers part there."""


class Stories:
    """The stories of one ruleset's findings."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._machines: dict[tuple[int, tuple[tuple[str, str], ...]], Interpreter] = {}

    def story(self, found: FindingResult, tables: Tables | None) -> tuple[Json, Cited]:
        """The story as data, and the values that it cites; `tables` are those of its play, without which it has no
        pictures."""
        staged, words = found.first_with_play, tell(self.system, found, tables)
        rulings = [answer.ruling for answer in words.answers]
        frames = self._after(staged, tables, rulings) if staged and tables else [None] * len(rulings)
        story = {
            "written": bool(words.happens),
            "crux": _pieces(words.happens),
            "ask": _pieces(words.question),
            "one_answer": words.one_answer,
            "answers": [
                {
                    "says": _pieces(answer.says), "then": _pieces(answer.then), "ruling": dict(answer.ruling),
                    "wording": answer.wording, "after": frame,
                }
                for answer, frame in zip(words.answers, frames, strict=True)
            ],
        }  # fmt: skip
        return story, words.citations

    # --- one move on --------------------------------------------------------------------------------------------------

    def _after(
        self, staged: EvidenceResult, tables: Tables, rulings: Sequence[Mapping[str, str]]
    ) -> list[Json | None]:  # fmt: skip
        """The table under each answer, after the last action of the play that comes to something else under another
        one; where none does that can be seen, what is apart in words. None where that is not known."""
        assert staged.trace is not None
        if staged.rulings or sum(map(bool, rulings)) < 2:
            return [None] * len(rulings)
        unseen: list[Json | None] = [None] * len(rulings)
        for before, instance in islice(_decisions(staged.trace), MOST_STEPS):
            outcomes = [
                self._one_move_on(tables, staged.trace, before, instance, one) if one else () for one in rulings
            ]
            known = [one for one in outcomes if one]
            if all(one[1] == known[0][1] for one in known):
                continue
            drawn = [one and _table_after(tables, before, *one) for one in outcomes]
            seen = [one["table"] for one in drawn if one]
            states = [one[1] or before for one in outcomes if one]
            differ = _differ(seen)
            apart = iter([""] * len(states) if differ else _apart(tables, states))
            says = tables.sentence(instance, before)
            found = [{**one, "says": says, "apart": next(apart)} if one else None for one in drawn]
            if differ:
                return found
            unseen = unseen if any(unseen) else found
        return unseen

    def _one_move_on(
        self, tables: Tables, trace: Trace, before: State, instance: Instance, ruling: Mapping[str, str]
    ) -> tuple[()] | tuple[TransitionSystem, State | None]:  # fmt: skip
        """The rules under an answer, and the state after an action, None where it is not allowed; nothing where that is
        not known."""
        try:
            system = self._system(tables.scope, dict(trace.reading), ruling)
            return system, _take(system, before, instance)
        except (UsageError, BranchEnds):
            return ()

    def _system(self, scope: Scope, reading: dict[str, str], ruling: Mapping[str, str]) -> TransitionSystem:
        asked = {
            question_of(key): option for key, option in ruling.items() if question_of(key) in self.system.questions
        }
        ways = {key: choice for key, choice in ruling.items() if ":" in key}
        key = id(scope), tuple(sorted(ways.items()))
        if key not in self._machines:
            self._machines[key] = Interpreter(mend(self.system, ways), scope, brief=True)
        return TransitionSystem(self._machines[key], {**reading, **asked})


def _pieces(words: Words) -> list[Json]:
    return [{"text": piece.text, "kind": piece.kind, "seat": piece.seat} for piece in words]


def _decisions(trace: Trace) -> Iterator[tuple[State, Instance]]:
    """The actions of a play, from the last one back, each with the state before it."""
    if trace.last is not None and trace.states and trace.states[-1] is not None:
        yield trace.states[-1], trace.last
    for number in range(len(trace.steps) - 1, -1, -1):
        before = trace.states[number]
        if before is not None:
            yield before, trace.steps[number].instance


def _table_after(tables: Tables, before: State, system: TransitionSystem, after: State | None) -> Json:
    """The table after an action; as it is before one that is not allowed."""
    if after is None:
        return {"allowed": False, "table": tables.draw(before, reading=system.reading)}
    return {"allowed": True, "table": tables.draw(after, before, reading=system.reading)}


def _differ(tables: Sequence[Json]) -> bool:
    return any(table is not None for table in differing(tables))


def _apart(tables: Tables, states: Sequence[State]) -> list[str]:
    """The differences, in words, of several states that look alike, of each one."""
    told = [dict(tables.codec.leaves(state)) for state in states]
    places = [place for place in told[0] if any(one.get(place) != told[0][place] for one in told)][:MOST_APART]
    values = [{place: plain_name(one.get(place, "nothing").strip("{}")) for place in places} for one in told]
    return ["; ".join(f"{_place(place)}: {value}" for place, value in one.items()) for one in values]


def _place(place: str) -> str:
    field, key = at(place)
    name = field.rpartition(".")[2]
    return spoken(f"{name} ({key})" if key else name)


def _take(system: TransitionSystem, state: State, instance: Instance) -> State | None:
    """The state after an action; None where it is not allowed, or nobody is awaited who could take it."""
    action = next((one for one in system.choosable(state) if one.name == instance.action), None)
    actor = None if action is None else action.actor_of(instance.args)
    if action is None or (actor is not None and actor not in system.awaits(state)):
        return None
    if not system.judge(state, instance).is_allowed:
        return None
    outcome = system.take(state, instance)
    return outcome.state or (outcome.substeps[-1].state if outcome.substeps else None)
