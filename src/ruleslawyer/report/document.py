"""What a check found, as one JSON document: no times, no paths of the machine; the page shows exactly this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ruleslawyer import __version__
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.claims.premises import said, under
from ruleslawyer.claims.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.claims.verdict import Verdict
from ruleslawyer.evidence.claim import Claim
from ruleslawyer.evidence.finding import SEVERITIES, Finding
from ruleslawyer.evidence.known_limits import Limit, in_groups
from ruleslawyer.evidence.query import Evidence
from ruleslawyer.evidence.verify import EvidenceResult, FindingResult
from ruleslawyer.exploration.quotient import quotient_json
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.alternative import alternative
from ruleslawyer.play.dont_cares import by_member, dont_cares
from ruleslawyer.play.shrink import Answers, Goal, Meets, Stops
from ruleslawyer.proof.as_json import conditions_json, cti_json
from ruleslawyer.register.clause import Register
from ruleslawyer.register.places import with_spoken_of
from ruleslawyer.report.annotated import annotate
from ruleslawyer.report.ledger import ledger
from ruleslawyer.report.play import Plays
from ruleslawyer.report.prose import spans
from ruleslawyer.report.questions import answer_first
from ruleslawyer.report.rules import Rules
from ruleslawyer.report.stories import Stories
from ruleslawyer.report.summary import limits, summary
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.statistics.kept import Kept
from ruleslawyer.table.draw import Cited, Tables
from ruleslawyer.table.frames import frames
from ruleslawyer.table.view import View
from ruleslawyer.variants.impact import Asked, Impact

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.prove.result import ProofResult
    from ruleslawyer.proof.termination import EndingResult

Json = dict[str, Any]
FORMAT = 2


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked ruleset with what its names mean; impact: what each answer changes, where that was asked; varied:
    whether to look what the plays of findings do not depend on, and for other plays; known_limits: of its model; games:
    what is kept of those that were played; solved: what is kept of best play; trust: how far its verdicts may be
    trusted, in a sentence; view: how its table is drawn, without which none is."""

    result: RulesetResult
    system: System
    register: Register | None
    impact: Impact | None = None
    varied: bool = False
    known_limits: tuple[Limit, ...] = ()
    games: Kept | None = None
    solved: Json | None = None
    trust: str = ""
    view: View | None = None


def document(checked: Iterable[Checked]) -> Json:
    """The whole report; equal inputs give equal documents, whatever the machine and the clock."""
    return joined(part(one) for one in checked)


def part(checked: Checked) -> Json:
    """What it says of one ruleset."""
    return _Ruleset(checked).json()


def joined(parts: Iterable[Json]) -> Json:
    """The report of several."""
    rulesets = list(parts)
    as_expected = all(r["as_expected"] for r in rulesets)
    return {"format": FORMAT, "tool": __version__, "as_expected": as_expected, "rulesets": rulesets}


def timings(results: Iterable[RulesetResult]) -> Json:
    """What took how long, in seconds; apart, since no two runs agree."""
    return {
        one.name: {
            "seconds": round(one.seconds, 3),
            "scopes": [
                {"scope": s.scope.name, "reading": dict(s.reading), "seconds": round(s.seconds, 3)} for s in one.scopes
            ],
            "proofs": [{"property": p.property, "seconds": round(p.seconds, 3)} for p in one.proofs],
        }
        for one in results
    }


class _Ruleset:
    """One ruleset's part of the document."""

    def __init__(self, checked: Checked) -> None:
        self.result, self.system, self.register = checked.result, checked.system, checked.register
        self.known_limits, self.games, self.trust = checked.known_limits, checked.games, checked.trust
        self.impact, self.solved = checked.impact, checked.solved
        self.varied = checked.varied
        self.rules = Rules(checked.system, checked.register)
        self.by_default = {(s.scope.name, v.name): v.word for s in self.result.scopes for v in s.verdicts}
        self.view = checked.view
        self.plays: dict[int, Plays] = {}
        self.tables: dict[int, Tables] = {}
        self.stories = Stories(self.system, self.rules)

    def json(self) -> Json:
        result = self.result
        events = self._events()
        coverage = result.coverage
        first, unasked = answer_first([f.finding for f in result.findings])
        return {
            "id": result.name,
            "title": result.title,
            "digest": result.digest,
            "as_expected": result.as_expected,
            "summary": summary(result),
            "falls_short": [
                {"kind": f.kind, "scope": f.scope, "subject": f.subject, "message": f.message, "mend": f.mend}
                for f in result.falls_short
            ],
            "questions": [{**q, **self._asked(q["key"])} for q in first],
            "unasked": unasked,
            "findings": [self._finding(f) for f in _by_severity(result.findings)],
            "events": [e for e in events if e["material"]],
            "immaterial": [e for e in events if not e["material"]],
            "deadlocks": [self._deadlock(s, d) for s in result.scopes for d in s.deadlocks],
            "checks": self._checks(),
            "properties": [self._property(s, v) for s in result.scopes for v in s.verdicts],
            "others": [self._other(s) for s in self._others()],
            "impact": self._impact(self.impact) if self.impact else None,
            "cores": self._cores(),
            "proofs": [self._proof(p) for p in result.proofs],
            "lapsed": [one.json() for one in result.lapsed],
            "proof_budget": result.budget,
            "unproved": list(result.unproved),
            "facts": [fact.json() for fact in result.discovery.facts] if result.discovery else [],
            "helped": [one.name for one in result.discovery.helped if one.helped] if result.discovery else [],
            "endings": [self._ending(one) for one in result.endings],
            "register": annotate(result, self.system, self.register) if self.register else None,
            "coverage": coverage.json(result.name) if coverage else None,
            "ledger": ledger(self.system, result.scopes),
            "scopes": [self._scope(s) for s in result.scopes],
            "idle": self._idle(),
            "limits": list(limits(result, self.trust)),
            "known_limits": self._known_limits(),
            "themes": {name: list(sections) for name, sections in self.view.themes.items()} if self.view else {},
            "games": {"scope": self.games.scope, "play": dict(self.games.plays)} if self.games else None,
            "solved": self.solved,
        }

    def _play(self, scope: Scope) -> Plays:
        if id(scope) not in self.plays:
            self.plays[id(scope)] = Plays(self.system, scope, self.rules)
        return self.plays[id(scope)]

    def _asked(self, key: str) -> Json:
        """What is asked under a key of a reading or a ruling, in words."""
        question = self.rules.question(key)
        if question is not None:
            return {"text": question["text"], "options": [o["label"] or o["name"] for o in question["options"]]}
        subject, _, pair = key.partition(":")
        return {"text": f"{subject}: which of the two prevails?", "options": pair.split("/")}

    # --- findings -------------------------------------------------------------------------------------------------

    def _finding(self, found: FindingResult) -> Json:
        finding = found.finding
        story, cited = self._story(found)
        return {
            "id": finding.id,
            "title": finding.title,
            "kind": finding.kind,
            "severity": finding.severity,
            "state": finding.state,
            "answered": {"by": finding.by, "where": finding.where, "source": finding.source} if finding.by else None,
            "clauses": self.rules.clauses(finding.clauses),
            "questions": [q for q in map(self.rules.question, finding.questions) if q],
            "basis": finding.basis,
            "reproduced": found.reproduced,
            "evidence": [
                {**self._evidence(e), "frames": drawn}
                for e, drawn in zip(found.evidence, self._drawn(found, cited), strict=True)
            ],
            "story": story,
            "claims": [self._claim(claim, answer) for claim, answer in found.claimed],
            "under": finding.under,
            "withdrawn": {"because": finding.because, "into": finding.into} if finding.withdrawn else None,
            "settled": [run.json() for run in found.settled],
            "lost": finding.lost,
            "places": self._places(finding),
            "prose": self.rules.prose(finding.prose),
        }

    def _story(self, found: FindingResult) -> tuple[Json, Cited]:
        """What its page opens with, and the values that are cited there."""
        staged = found.staged
        drawn = staged is not None and staged.scope is not None and self.view is not None
        return self.stories.story(found, self._table(staged.scope) if drawn and staged and staged.scope else None)

    def _drawn(self, found: FindingResult, cited: Cited) -> Iterator[list[Json] | None]:
        """The frames of the first play that shows a finding."""
        for one in found.evidence:
            if self.view is not None and one is found.staged and one.scope is not None and one.trace is not None:
                yield frames(self._table(one.scope), one.trace, cited, found.finding.story.hide)
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
            "play": self._play(found.scope).play(found.trace) if found.scope and (scope or found.moves) else None,
            **self._besides(evidence, scope, found.trace),
        }

    def _places(self, finding: Finding) -> list[Json]:
        """Where the clauses of a finding stand in the book, and those that its prose speaks of."""
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
        """What the play of a query does not depend on, member by member, and another play that shows the same; null
        where nothing can be said, none was found, or there was no time to look."""
        goal = self._goal(evidence, trace) if self.varied and scope and trace else None
        if goal is None or scope is None or trace is None:
            return {"anything": None, "another": None}
        free = dont_cares(self.system, scope.scope, dict(trace.reading), trace, goal)
        machine = Interpreter(self.system, scope.scope)
        other = alternative(TransitionSystem(machine, dict(trace.reading)), trace, goal)
        return {
            "anything": by_member(free, scope.scope) if free else None,
            "another": self._play(scope.scope).play(other),
        }

    def _goal(self, evidence: Evidence, trace: Trace) -> Goal | None:
        """What the play of a query shows."""
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

    # --- events, deadlocks ----------------------------------------------------------------------------------------

    def _events(self) -> list[Json]:
        """Each event once, with its shortest play in any scope (a material one first) and the scopes that meet it."""
        met: dict[tuple[str, ...], list[tuple[ScopeResult, EventResult]]] = {}
        for scope in self.result.scopes:
            for event in scope.events:
                met.setdefault(event.event.key, []).append((scope, event))
        found = []
        for places in met.values():
            scope, nearest = min(places, key=lambda p: (not p[1].material, p[1].depth))
            findings = sorted({f for _, e in places for f in e.findings})
            scopes = list(dict.fromkeys(s.scope.name for s, _ in places))
            found.append({**self._event(scope, nearest), "findings": findings, "scopes": scopes})
        return found

    def _event(self, scope: ScopeResult, met: EventResult) -> Json:
        event = met.event
        return {
            "kind": event.kind,
            "subject": event.subject,
            "title": event.title,
            "reason": event.reason,
            "material": met.material,
            "clauses": self.rules.clauses(event.cites),
            "sides": [self.rules.rule(name) for name in event.pair],
            "question": self.rules.question(event.choice),
            "choice": event.choice,
            "options": [] if event.choice in self.system.questions else self._choices(event),
            "play": self._play(scope.scope).play(met.trace),
        }

    @staticmethod
    def _choices(event: Event) -> list[Json]:
        """The options of a clash that no question decides, the default marked."""
        if set(event.options) == {"permit", "forbid"}:
            return [{"name": o, "says": f"the {o} prevails", "default": o == "forbid"} for o in event.options]
        return [{"name": o, "says": f"{o} prevails", "default": i == 0} for i, o in enumerate(event.options)]

    def _deadlock(self, scope: ScopeResult, met: DeadlockResult) -> Json:
        return {
            "scope": scope.scope.name,
            "states": met.states,
            "unspoken": [self.rules.rule(name) for name in met.unspoken],
            "forbidden": [{"action": action, "by": self.rules.rule(norm)} for action, norm in met.forbidden],
            "refused": [self.rules.rule(name) for name in met.refused],
            "findings": list(met.findings),
            "play": self._play(scope.scope).play(met.trace),
        }

    def _cores(self) -> Json:
        """What cannot all stand, each clause with what it says."""
        from ruleslawyer.cores.unsat import cores_json  # it loads the solver

        found = cores_json(self.system, self.result.scopes)
        return {kind: [{**one, "rules": self._of_cores(one)} for one in listed] for kind, listed in found.items()}

    def _of_cores(self, found: Json) -> list[Json]:
        names = dict.fromkeys(name for core in (*found["cores"], *found["corrections"]) for name in core)
        cites = found.get("clauses", {})
        return [{**self.rules.rule(name), "clauses": self._cited(name, cites)} for name in names]

    def _cited(self, name: str, cites: Json) -> list[Json]:
        return self.rules.clauses(cites[name]) if name in cites else self.rules.rule(name)["clauses"]

    # --- verdicts -------------------------------------------------------------------------------------------------

    def _checks(self) -> list[Json]:
        """What the properties say, each once: they have a verdict in each of many scopes."""
        found = {v.name: v for s in self.result.scopes for v in s.verdicts}
        return [
            {
                "property": v.name,
                "kind": v.kind,
                "says": self.rules.rule(v.name)["says"],
                "clauses": self.rules.clauses(v.cites),
                "fair": list(v.fair),
                "strongly_fair": list(v.strongly_fair),
            }
            for v in found.values()
        ]

    def _property(self, scope: ScopeResult, verdict: Verdict) -> Json:
        return {
            "property": verdict.name,
            "verdict": verdict.word,
            "reason": said(verdict.reason, scope.premises),
            "under": under(scope.premises),
            "assumed": list(verdict.assumed),
            "states": verdict.states,
            "scope": scope.scope.name,
            "reading": dict(scope.reading),
            "rulings": list(scope.rulings),
            "play": self._play(scope.scope).play(verdict.trace),
        }

    def _other(self, scope: ScopeResult) -> Json:
        """What another reading than the default makes of the properties."""
        return {
            "scope": scope.scope.name,
            "reading": dict(scope.reading),
            "states": scope.states,
            "complete": scope.complete,
            "verdicts": [
                {
                    "property": v.name,
                    "verdict": v.word,
                    "reason": said(v.reason, scope.premises),
                    "play": self._play(scope.scope).play(v.trace) if self._telling(scope, v) else None,
                }
                for v in scope.verdicts
            ],
        }

    def _telling(self, scope: ScopeResult, verdict: Verdict) -> bool:
        """Whether the play of another reading's verdict shows something that the default's does not."""
        own = self.by_default.get((scope.scope.name, verdict.name), verdict.word)
        return verdict.word == "VIOLATED" or verdict.word != own

    def _others(self) -> Iterable[ScopeResult]:
        """What was explored under other readings, for the evidence of findings and for the impact of answers."""
        found = {(s.scope.name, s.reading): s for s in self.result.others}
        for scope in self.impact.explored() if self.impact else ():
            found.setdefault((scope.scope.name, scope.reading), scope)
        return found.values()

    def _impact(self, found: Impact) -> Json:
        return {
            "budget": found.budget,
            "scopes": [self._of_answers(one) for one in found.asked],
            "left_out": [{"scope": scope, "why": why} for scope, why in found.left_out],
        }

    @staticmethod
    def _of_answers(asked: Asked) -> Json:
        return {
            "scope": asked.scope,
            "choices": {choice: list(options) for choice, options in asked.choices.items()},
            "changes": [
                {
                    "choice": c.choice,
                    "option": c.option,
                    "verdicts": {name: {"before": a, "after": b} for name, (a, b) in c.verdicts.items()},
                    "explored": c.explored is not None,
                }
                for c in asked.changes
            ],
            "stopped": asked.stopped,
        }

    def _proof(self, proof: ProofResult) -> Json:
        return {
            "property": proof.property,
            "says": self.rules.rule(proof.property)["says"],
            "verdict": proof.said(),
            "any_number_of": list(proof.any_number),
            "method": proof.method,
            "k": proof.k,
            "reason": said(proof.reason, proof.premises),
            "under": under(proof.premises),
            "clauses": self.rules.clauses(proof.clauses),
            "assumptions": list(proof.assumptions),
            "assumed": list(proof.assumed),
            "obligations": proof.obligations,
            "invariant": list(proof.invariant),
            "plain": list(proof.plain),
            "readings": conditions_json(proof.under) if proof.under is not None else None,
            "tried": list(proof.tried),
            "counterexample_to_induction": cti_json(proof.cti, self.system) if proof.cti is not None else None,
            "steps": [{"kind": s.kind, "label": s.label, "clauses": list(s.cites)} for s in proof.steps],
        }

    def _ending(self, found: EndingResult) -> Json:
        """A turn's or a game's end; times are left out, as everywhere in the document."""
        return {key: value for key, value in found.json().items() if key != "seconds"}

    def _known_limits(self) -> list[Json]:
        """What the model leaves out or decides on its own, under headings."""
        return [
            {
                "heading": heading,
                "limits": [
                    {
                        "says": spans(one.says),
                        "clauses": self.rules.clauses(one.clauses),
                        "findings": list(one.findings),
                    }
                    for one in listed
                ],
            }
            for heading, listed in in_groups(self.known_limits).items()
        ]

    def _idle(self) -> list[Json]:
        """The rules that were never live in any scope."""
        scopes = self.result.scopes
        never = set.intersection(*(set(s.never_live) for s in scopes)) if scopes else set()
        return [self.rules.rule(name) for name in (scopes[0].never_live if scopes else ()) if name in never]

    def _scope(self, scope: ScopeResult) -> Json:
        return {
            "scope": scope.scope.name,
            "title": scope.scope.title,
            "sizes": {sort: list(names) for sort, names in scope.scope.names.items()},
            "reading": dict(scope.reading),
            "rulings": list(scope.rulings),
            "shrunk": list(scope.scope.shrunk),
            "grids": {sort: str(size) for sort, size in scope.scope.grids.items()},
            "off": list(scope.scope.off),
            "rims": list(scope.rims),
            "engine": scope.engine,
            "initial": scope.initial,
            "states": scope.states,
            "transitions": scope.transitions,
            "depth": scope.depth,
            "ended": scope.ended,
            "deadlocks": scope.deadlocked,
            "complete": scope.complete,
            "stopped": scope.stopped,
            "contracted": list(scope.contracted) if scope.contracted else None,
            "never_live": list(scope.never_live),
            "never_permitted": list(scope.never_permitted),
            "replayed_by": list(scope.replayed_by),
            "unreplayed": list(scope.unreplayed),
            "quotients": [quotient_json(q) for q in scope.quotients],
        }


def _by_severity(findings: Iterable[FindingResult]) -> list[FindingResult]:
    return sorted(findings, key=lambda f: (SEVERITIES.index(f.finding.severity), f.finding.id))
