"""A check as one JSON document, made and read again: no times, no paths of the machine; the page shows exactly this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer import __version__
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import read_packed_json
from ruleslawyer.check.evidence.finding import SEVERITIES
from ruleslawyer.check.evidence.known_limits import Limit, in_groups
from ruleslawyer.check.evidence.verify import FindingResult
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.check.together import Together
from ruleslawyer.exploration.quotient import quotient_json
from ruleslawyer.exploration.variants.impact import Impact
from ruleslawyer.ir.system import System
from ruleslawyer.report.answers import Consequences, answer_first
from ruleslawyer.report.best_play import in_words
from ruleslawyer.report.book import steps
from ruleslawyer.report.findings import Findings
from ruleslawyer.report.ledger import annotate, ledger
from ruleslawyer.report.rules import Plays, Rules, spans
from ruleslawyer.report.summary import limits, summary
from ruleslawyer.report.verdicts import Verdicts
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.table.view import View
from ruleslawyer.semantics.events import Event
from ruleslawyer.studies.games.kept import GamesRecord
from ruleslawyer.studies.ledger.line import Line

FORMAT = 2
DOCUMENT = "report.json.gz"
"""The file with the document: packed, since that of five rulebooks has 64 MB."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked ruleset with what its names mean; impact: what each answer changes, where that was asked; varied:
    whether to look what the plays of findings do not depend on, and for other plays; known_limits: of its model;
    games: what is kept of those that were played; played: the digest of what is played now;
    solved: what is kept of best play; trust: how far its verdicts may be trusted, in a sentence; view: how its
    table is drawn, without which none is; silence: what no clause decides; unasked: what is known of questions that
    nobody asked, and of laws; alone: what comes of each answer by itself."""

    result: RulesetResult
    system: System
    register: Register | None
    impact: Impact | None = None
    varied: bool = False
    known_limits: tuple[Limit, ...] = ()
    games: GamesRecord | None = None
    played: str = ""
    solved: Json | None = None
    trust: str = ""
    view: View | None = None
    silence: Sequence[Line] = ()
    unasked: Mapping[str, Json] | None = None
    alone: Sequence[Together] = ()


def document(checked: Iterable[Checked]) -> Json:
    """The whole report; equal inputs give equal documents, whatever the machine and the clock."""
    return join_reports(part(one) for one in checked)


def part(checked: Checked) -> Json:
    """The document's part about one ruleset."""
    return _Ruleset(checked).json()


def join_reports(parts: Iterable[Json]) -> Json:
    """The report of several."""
    rulesets = list(parts)
    as_expected = all(r["as_expected"] for r in rulesets)
    return {"format": FORMAT, "tool": __version__, "as_expected": as_expected, "rulesets": rulesets}


def timings(results: Iterable[RulesetResult]) -> Json:
    """The times of a check, in seconds; apart, since no two runs agree."""
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
        self.impact, self.view, self.solved = checked.impact, checked.view, checked.solved
        self.silence, self.unasked, self.played = checked.silence, checked.unasked, checked.played
        self.rules = Rules(self.system, self.register)
        self.plays = Plays(self.system, self.rules)
        self.findings = Findings(
            self.result, self.system, self.register, self.rules, self.plays, self.view, checked.varied,
            Consequences(checked.alone, self.system),
        )  # fmt: skip
        self.verdicts = Verdicts(self.result, self.system, self.rules, self.plays, self.impact)

    def json(self) -> Json:
        result = self.result
        events = self._events()
        coverage = result.coverage
        first, unasked = answer_first([f.finding for f in result.findings])
        properties = [self.verdicts.property(s, v) for s in result.scopes for v in s.verdicts]
        properties.sort(key=lambda one: one["play"] is not None)  # those that are alike together: packed, a fifth less
        return {
            "id": result.name,
            "title": result.title,
            "digest": result.digest,
            "edition": self.system.digest,
            "as_expected": result.as_expected,
            "summary": summary(result),
            "falls_short": [
                {"kind": f.kind, "scope": f.scope, "subject": f.subject, "message": f.message, "mend": f.mend}
                for f in result.falls_short
            ],
            "questions": [{**q, **self._question_json(q["key"])} for q in first],
            "unasked": unasked,
            "findings": [self.findings.finding(f) for f in _by_severity(result.findings)],
            "together": self.findings.consequences.tell(result.together) if result.together else None,
            "events": [e for e in events if e["material"]],
            "immaterial": [e for e in events if not e["material"]],
            "deadlocks": [self._deadlock(s, d) for s in result.scopes for d in s.deadlocks],
            "checks": self.verdicts.checks(),
            "properties": properties,
            "others": [self.verdicts.other(s) for s in self.verdicts.others()],
            "impact": self.verdicts.impact(self.impact) if self.impact else None,
            "cores": self._cores(),
            "proofs": [self.verdicts.proof(p) for p in result.proofs],
            "lapsed": [one.json() for one in result.lapsed],
            "proof_budget": result.budget,
            "unproved": list(result.unproved),
            "endings": [self.verdicts.ending(one) for one in result.endings],
            "register": annotate(result, self.system, self.register) if self.register else None,
            "coverage": coverage.json(result.name) if coverage else None,
            "ledger": ledger(self.system, result.scopes, self.silence),
            "scopes": [self._scope(s) for s in result.scopes],
            "idle": self._idle(),
            "limits": list(limits(result, self.trust)),
            "known_limits": self._known_limits(),
            "turn": steps(self.system),
            "themes": {name: list(sections) for name, sections in self.view.themes.items()} if self.view else {},
            "games": self._games() if self.games else None,
            "nobody_asked": {
                part: told | {"now": told["digest"] == result.digest} for part, told in self.unasked.items()
            }
            if self.unasked
            else None,
            "solved": in_words(self.solved, self.rules, self.view),
        }

    def _games(self) -> Json:
        """The kept games; what hangs on answers only as far as it was measured by the rules as they are, or as the book
        has them."""
        assert self.games is not None
        now, of_the_book = self.played, self.system.rules_digest
        stakes, of_book = self.games.stakes_by(now, of_the_book), self.games.rules != now != of_the_book
        return {"scope": self.games.scope, "play": dict(self.games.plays), "stakes": stakes, "of_book": of_book}

    def _question_json(self, key: str) -> Json:
        """The question under a key of a reading or a ruling, in words."""
        question = self.rules.question(key)
        if question is not None:
            return {"text": question["text"], "options": [o["label"] or o["name"] for o in question["options"]]}
        subject, _, pair = key.partition(":")
        return {"text": f"{subject}: which of the two prevails?", "options": pair.split("/")}

    # --- events, deadlocks ----------------------------------------------------------------------------------------

    def _events(self) -> list[Json]:
        """Each event once, with its shortest play in any scope (a material one first) and the scopes that meet it;
        named_in: of each finding those in which the event is what it says, and does matter."""
        met: dict[tuple[str, ...], list[tuple[ScopeResult, EventResult]]] = {}
        for scope in self.result.scopes:
            for event in scope.events:
                met.setdefault(event.event.key, []).append((scope, event))
        found = []
        for places in met.values():
            scope, nearest = min(places, key=lambda p: (not p[1].material, p[1].depth))
            findings = sorted({f for _, e in places for f in e.findings})
            scopes = list(dict.fromkeys(s.scope.name for s, _ in places))
            named_in = {f: list(dict.fromkeys(s.scope.name for s, e in places if f in e.findings)) for f in findings}
            found.append({
                **self._event(scope, nearest), "findings": findings, "scopes": scopes, "named_in": named_in,
            })  # fmt: skip
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
            "play": self.plays.play(scope.scope, met.trace),
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
            "play": self.plays.play(scope.scope, met.trace),
        }

    def _cores(self) -> Json:
        """The clauses that cannot all stand, each with its text."""
        from ruleslawyer.proof.cores import cores_json  # it loads the solver

        found = cores_json(self.system, self.result.scopes)
        return {kind: [{**one, "rules": self._of_cores(one)} for one in listed] for kind, listed in found.items()}

    def _of_cores(self, found: Json) -> list[Json]:
        names = dict.fromkeys(name for core in (*found["cores"], *found["corrections"]) for name in core)
        cites = found.get("clauses", {})
        return [{**self.rules.rule(name), "clauses": self._clauses_of(name, cites)} for name in names]

    def _clauses_of(self, name: str, cites: Json) -> list[Json]:
        return self.rules.clauses(cites[name]) if name in cites else self.rules.rule(name)["clauses"]

    # --- the rest -----------------------------------------------------------------------------------------------------

    def _known_limits(self) -> list[Json]:
        """The things that the model leaves out or decides on its own, under headings."""
        return [
            {
                "heading": heading,
                "limits": [
                    {
                        "says": spans(one.says),
                        "rests": [
                            {"says": spans(of.text), "on": of.basis, "kind": of.rests}
                            for of in one.sentences
                            if of.rests
                        ],
                        "clauses": self.rules.clauses(one.clauses),
                        "findings": list(one.findings),
                    }
                    for one in listed
                ],
            }
            for heading, listed in in_groups(self.known_limits).items()
        ]

    def _idle(self) -> list[Json]:
        """The actions and rules that were never live in any scope."""
        return [self.rules.rule(name) for name in self.result.never_live]

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
            "dealt": list(scope.dealt),
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


# --- a document that was written before -------------------------------------------------------------------------------


_WHAT = "report.json.gz"
_MEND = "name the report.json.gz of `ruleslawyer check -o DIR`"
_ANEW = "make it anew with `ruleslawyer check -o DIR`"
LARGEST = 2_000_000_000
"""Bytes: whatever a check writes can be read again, as long as the memory of a usual machine has room for it."""
_PARTS = ("tool", "as_expected", "rulesets")


def read_document(path: Path) -> Json:
    """The document in a file; a `UsageError` where it is none, or one of another version."""
    found = read_packed_json(path, _WHAT, _MEND, LARGEST)
    if found.get("format") != FORMAT or not all(part in found for part in _PARTS):
        raise UsageError(f"this is no {_WHAT} of this version", path.name, _ANEW)
    if not isinstance(found["rulesets"], list) or not all(isinstance(r, dict) and "id" in r for r in found["rulesets"]):
        raise UsageError(f"this is no {_WHAT}: it has no rulesets", path.name, _MEND)
    return found


@contextmanager
def check_document(path: Path) -> Iterator[None]:
    """Check that a document from a file has what its pages show: a part that is missing, or is another thing, is one
    message.

    Nobody but the pages themselves knows all that they need; a document of this very process always has it. The message
    is that of a `UsageError`.
    """
    from jinja2 import UndefinedError  # with it pages are made, which not every command does that may

    try:
        yield
    except (UndefinedError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        about = f"a part of this {_WHAT} is missing, or is not what it should be: {error}"
        raise UsageError(about, path.name, _MEND) from error


def select(found: Json, names: Sequence[str] | None) -> Json:
    """The part of a document that is about these rulesets; all of it where none is named. A name that the document does
    not have is a `UsageError`."""
    if not names:
        return found
    there = {r["id"]: r for r in found["rulesets"]}
    for name in names:
        if name not in there:
            raise UsageError(f"the report says nothing about `{name}`", "--from", nearest(name, there))
    rulesets = [there[name] for name in names]
    return {**found, "rulesets": rulesets, "as_expected": all(r.get("as_expected") for r in rulesets)}
