"""Answers tried together: what they repair and break, which questions they open, which findings they make moot.

All rulings are made at once in the scopes that the findings are about, and each difference is traced to each answer
that has it alone, or else to those that have it together: these contradict each other where it breaks something. What
was seen on a table made small is asked again with the numbers of the book.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import UNANSWERED, Finding
from ruleslawyer.check.evidence.naming import describe, named_by
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.evidence.settle import names_in, title_of, words_of
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.exploration.study import Study
from ruleslawyer.ir.rules import Trigger
from ruleslawyer.ir.schema import OPEN, Scope
from ruleslawyer.ir.system import Duty, Settle, System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.proof.ends import Terminates
from ruleslawyer.rulebook.answers.memo import Memo
from ruleslawyer.rulebook.claims.limits import Limits, at_states
from ruleslawyer.rulebook.claims.readings import decided_by, is_gap, question_of
from ruleslawyer.rulebook.claims.result import Result, ScopeResult, calls, events_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.words import capital, spoken
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import Trace

Direction = Literal["repairs", "breaks", "opens"]
Given = Mapping[str, Mapping[str, str]]
"""By the ids of findings what is ruled there."""
LOOSE = ("gap", "contradiction", "unspoken")
"""Kinds of event over which the text is asked something; after all others play cannot go on, or a promise is broken."""
HOLDS = "HOLDS IN SCOPE"
STATES, SECONDS = 20_000, 10.0
"""So far a scope is looked at with the numbers of the book."""
BATCH = 8
"""So many answers are explored beside one another before it is asked whether time is left."""
WITH_THE_NUMBERS = "with the book's numbers"


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that comes of answers, in words. kind, name: a property, an event or a kind of deadlock. scope: a scope
    that shows it. by: the findings whose answers have it together, none of which can be left out. in_book: whether
    it is so with the numbers of the book; else it was seen on a table made small alone. table, play: what shows it,
    a repair by what went wrong before. findings: those that speak of it."""

    direction: Direction
    kind: str
    name: str
    says: str
    scope: str
    by: tuple[str, ...]
    in_book: bool = False
    table: Scope | None = None
    play: Trace | None = None
    findings: tuple[str, ...] = ()

    def json(self, system: System) -> Json:
        moves = calls(self.play, Codec(system, self.table)) if self.play is not None and self.table else None
        return {
            "direction": self.direction, "kind": self.kind, "name": self.name, "says": self.says, "scope": self.scope,
            "by": list(self.by), "in_book": self.in_book, "play": moves, "findings": list(self.findings),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Together:
    """The outcome for some answers. tried: the scopes in which they can matter, of `scopes` in all. holds: the
    properties that hold wherever they were asked. moot: the findings that come up no more where they did, each with
    the findings whose answers see to that. bears: those of which a part is gone in the scope of their evidence, and
    more is left. unfinished: the scopes that were not looked at to their end."""

    ruleset: str
    given: Given
    scopes: int
    tried: tuple[str, ...]
    holds: tuple[str, ...]
    effects: tuple[Effect, ...]
    moot: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bears: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()

    @property
    def contradictions(self) -> tuple[Effect, ...]:
        """Effects that only several answers have together, and that break something."""
        return tuple(one for one in self.effects if one.direction == "breaks" and len(one.by) > 1)

    def json(self, system: System) -> Json:
        """The outcome for scripts, without what holds as ever. system: the rules as the book has them."""
        return {
            "answers": {id_: dict(ruled) for id_, ruled in self.given.items()},
            "scopes": self.scopes, "tried": list(self.tried), "unfinished": list(self.unfinished),
            "effects": [one.json(system) for one in self.effects],
            "moot": [{"finding": id_, "by": list(by)} for id_, by in self.moot.items()], "bears": list(self.bears),
        }  # fmt: skip


def merge(given: Given) -> dict[str, str]:
    """All rulings as one. A question that two findings answer otherwise is a `UsageError`; a ruling for a whole
    question covers the same one for its gap."""
    found: dict[str, str] = {}
    by: dict[str, tuple[str, str]] = {}
    for id_, ruled in given.items():
        for key, option in ruled.items():
            other, before = by.setdefault(question_of(key), (id_, option))
            if before != option:
                about = f"findings {other} and {id_} contradict each other: {question_of(key)} is {before} and {option}"
                raise UsageError(about, "answers", "take one of them back")
            found[key] = option
    return {key: option for key, option in found.items() if not (is_gap(key) and question_of(key) in found)}


class Answers:
    """The scopes of a ruleset as its rules are, beside which answers are tried. asked: their explorations. findings:
    all of the ruleset. scopes: by default all that `check` explores."""

    def __init__(
        self, asked: Explorations, findings: Sequence[Finding], scopes: Collection[str] | None = None
    ) -> None:  # fmt: skip
        self.asked, self.findings, self.rules = asked, findings, asked.ruleset.system
        self.scopes = asked.ruleset.explored_scopes() if scopes is None else tuple(scopes)
        self.before = {name: asked.result(name, {}) for name in self.scopes}
        self.marks = {name: marks(result) for name, result in self.before.items()}
        self.named = {name: self.spoken_of(self.before[name], findings) for name in self.scopes}
        self.aside = questions_aside(self.rules)

    @staticmethod
    def spoken_of(result: Result, findings: Iterable[Finding]) -> frozenset[str]:
        """The findings of whose evidence something is met in a scope."""
        return frozenset(f.id for f in findings if any(names_in(f.evidence, result)))

    def matter_in(self, rulings: Mapping[str, str]) -> tuple[str, ...]:
        """The scopes in which rulings can change anything: one of their questions or clashes came up there, or may be
        asked where nothing is noted."""
        return tuple(name for name in self.scopes if self._matter(self.before[name], rulings))

    def _matter(self, before: ScopeResult, rulings: Mapping[str, str]) -> bool:
        met = {key for event in events_of(before) for key in decided_by(event)}
        for key in rulings:
            question = self.rules.questions.get(question_of(key))
            speaks = question is not None and any(option.name in before.live for option in question.options)
            if key in met or question_of(key) in self.aside or (speaks and not is_gap(key)):
                return True
        return False

    def together(self, given: Given) -> Together:
        """Some answers at once."""
        return _Trial(self, given).outcome()

    def alone(self, wanted: Iterable[tuple[Finding, Mapping[str, str]]], study: Study) -> Iterator[Together]:
        """Answers by themselves, each given as a finding and its rulings, as far as the time of a study goes."""
        left = [(finding, merge({finding.id: ruled})) for finding, ruled in wanted]
        while left and not study.is_over:
            batch, left = left[:BATCH], left[BATCH:]
            ruled_in: dict[str, list[Mapping[str, str]]] = {}
            for _, rulings in batch:
                for scope in self.matter_in(rulings):
                    ruled_in.setdefault(scope, []).append(rulings)
            self.asked.want_rulings(ruled_in)
            yield from (self.together({finding.id: rulings}) for finding, rulings in batch)


class _Trial:
    """The scopes under some answers."""

    def __init__(self, known: Answers, given: Given) -> None:
        self.known, self.asked, self.rules, self.given = known, known.asked, known.rules, given
        self.rulings = merge(given)
        self.tried = known.matter_in(self.rulings)
        self.asked.want_rulings({name: [self.rulings] for name in self.tried})
        self.after = {name: self.asked.result(name, {}, self.rulings) for name in self.tried}

    def outcome(self) -> Together:
        every = [words_of(self.after.get(name, before)) for name, before in self.known.before.items()]
        said = {name: {words.get(name, "VACUOUS") for words in every} for name in self.rules.properties}
        holds = tuple(name for name, words in said.items() if words - {"VACUOUS"} == {HOLDS})
        moot = self.moot()
        return Together(
            self.asked.ruleset.name, self.given, len(self.known.scopes), self.tried, holds, self.effects(),
            moot, tuple(self.bears(moot)), tuple(name for name in self.tried if not self.after[name].complete),
        )  # fmt: skip

    def effects(self) -> tuple[Effect, ...]:
        """Everything that comes of them, each once, where possible as it is with the numbers of the book; first what
        only several of them break."""
        found: dict[tuple[str, str, tuple[str, ...]], Effect] = {}
        for one in (each for effect in (*self.repairs(), *self.came()) for each in self.explain(effect)):
            known = found.setdefault((one.kind, one.name, one.by), one)
            if one.in_book and not known.in_book:
                found[one.kind, one.name, one.by] = one
        return tuple(sorted(found.values(), key=lambda one: one.direction != "breaks" or len(one.by) < 2))

    # --- differences --------------------------------------------------------------------------------------------------

    def repairs(self) -> Iterator[Effect]:
        """The properties that were violated somewhere, and hold wherever they were."""
        for name in self.rules.properties:
            where = [s for s, found in self.known.marks.items() if ("property", name) in found]
            after = {scope: words_of(found).get(name) for scope, found in self.after.items()}
            if where and "VIOLATED" not in after.values() and all(after.get(s) == HOLDS for s in where):
                yield Effect("repairs", "property", name, spoken(name), where[0], ())

    def came(self) -> Iterator[Effect]:
        """Properties that are violated in a scope where they were not; deadlocks and events that no scope had without
        the answers, each where it is met first."""
        known = {key for found in self.known.marks.values() for key in found if key[0] != "property"}
        for scope, after in self.after.items():
            before = words_of(self.known.before[scope])
            for kind, name in (key for key in marks(after) if key not in known):
                if kind == "property" and before.get(name) not in (HOLDS, "VACUOUS"):
                    continue
                if kind != "property":
                    known.add((kind, name))
                event = next((e for e in events_of(after) if (kind, title_of(e)) == ("event", name)), None)
                wrong = event or next((d for d in after.deadlocks if describe(d) == name), name)
                says = spoken(name) if kind == "property" else self.event_in_words(name, event)
                direction: Direction = "opens" if event is not None and event.kind in LOOSE else "breaks"
                findings = named_by(self.known.findings, wrong)
                yield Effect(direction, kind, name, says, scope, (), findings=findings)

    def event_in_words(self, title: str, event: Event | None) -> str:
        question = self.rules.questions.get(event.subject) if event is not None else None
        return capital(question.text) if question is not None else spoken(title)

    def moot(self) -> dict[str, tuple[str, ...]]:
        """Findings that nobody has answered, and of which nothing is met any more that was."""
        known, found = self.known, dict[str, tuple[str, ...]]()
        met = {id_ for scope in self.tried for id_ in known.named[scope]}
        elsewhere = {id_ for scope in known.scopes if scope not in self.after for id_ in known.named[scope]}
        open_ = [f for f in self.still_open() if f.id in met - elsewhere]
        still = {id_ for after in self.after.values() for id_ in known.spoken_of(after, open_)}
        for finding in open_:
            where = [scope for scope in self.tried if finding.id in known.named[scope]]
            if finding.id in still or not all(self.after[s].complete for s in where) or self.goes_on(finding):
                continue
            if not all(self.is_gone_in_book(finding, scope) for scope in where):
                continue
            found[finding.id] = self.least(partial(self.is_gone, finding, where))
        return found

    def bears(self, moot: Collection[str]) -> Iterator[str]:
        """Findings that nobody has answered, and of whose evidence a part is gone in its scope."""
        for finding in self.still_open():
            if finding.id not in moot and any(map(self.loses, finding.evidence)):
                yield finding.id

    def loses(self, one: Evidence) -> bool:
        """Whether something that a query names was met in its scope, and is not with the answers."""
        after = self.after.get(one.scope)
        if one.reading or after is None or not after.complete:
            return False
        return not {*names_in([one], self.known.before[one.scope])} <= {*names_in([one], after)}

    def still_open(self) -> Iterator[Finding]:
        """The findings that nobody has answered, and these answers do not."""
        return (f for f in self.known.findings if f.state in UNANSWERED and f.id not in self.given)

    def is_gone(self, finding: Finding, where: Iterable[str], some: Collection[str]) -> bool:
        """Whether nothing of a finding is met in scopes under the answers of some findings."""
        return not any(self.known.spoken_of(self.under(scope, some), [finding]) for scope in where)

    def is_gone_in_book(self, finding: Finding, scope: str) -> bool:
        """Whether nothing of a finding is met with the numbers of the book either, where a table is made small."""
        book = with_book_numbers(self.asked.ruleset, scope)
        if book == self.asked.ruleset.scope(scope):
            return True
        after = self.look(book, self.rulings)
        return after is not None and after.complete and not self.known.spoken_of(after, [finding])

    def goes_on(self, finding: Finding) -> bool:
        """Whether what a finding says of turns or games without end is so still."""
        for one in finding.evidence:
            if one.ask == "terminates" and not one.reading:
                ended = Terminates(one.scope, {}, self.rulings)(self.asked.ruleset)
                if any(e.ending == one.about["ending"] and e.word == one.word for e in ended):
                    return True
        return False

    # --- which answers ------------------------------------------------------------------------------------------------

    def under(self, scope: str, some: Collection[str]) -> Result:
        """A scope under the answers of some findings."""
        ruled = merge({id_: self.given[id_] for id_ in self.given if id_ in some})
        return self.asked.result(scope, {}, ruled) if ruled else self.known.before[scope]

    def least(self, shows: Callable[[Collection[str]], bool]) -> tuple[str, ...]:
        """Findings whose answers show something together, and none of which can be left out."""
        some = list(self.given)
        for id_ in self.given:
            rest = [other for other in some if other != id_]
            if rest and shows(rest):
                some = rest
        return tuple(some)

    def explain(self, effect: Effect) -> Iterator[Effect]:
        """An effect with the answers that it needs, once for each answer that has it alone, and what is so of it with
        the numbers of the book."""
        key = effect.kind, effect.name

        def shows(some: Collection[str]) -> bool:
            found = self.under(effect.scope, some)
            if effect.direction == "repairs":
                return words_of(found).get(effect.name) == HOLDS
            return key in marks(found)

        alone: list[tuple[str, ...]] = [(id_,) for id_ in self.given if shows([id_])]
        yield from (self.in_the_book(replace(effect, by=by)) for by in alone or [self.least(shows)])

    def in_the_book(self, effect: Effect) -> Effect:
        """An effect with what is so of it with the numbers of the book; its play is one under the answers that it
        needs, where these alone show it there."""
        key = effect.kind, effect.name
        scope = with_book_numbers(self.asked.ruleset, effect.scope)
        before, after = self.look(scope, {}), self.look(scope, self.rulings)
        if before is None or after is None:
            return effect
        good, bad = (after, before) if effect.direction == "repairs" else (before, after)
        right = words_of(good).get(effect.name) == HOLDS if effect.direction == "repairs" else key not in marks(good)
        if not (good.complete and right and key in marks(bad)):
            return effect
        if effect.direction != "repairs" and len(effect.by) < len(self.given):
            own = self.look(scope, merge({id_: self.given[id_] for id_ in effect.by}))
            bad = own if own is not None and key in marks(own) else bad
        return replace(effect, in_book=True, table=scope, play=play_of(bad, key))

    def look(self, scope: Scope, rulings: Mapping[str, str]) -> ScopeResult | None:
        """A scope that no file holds, looked at so far; None where no game begins there."""

        def explore() -> ScopeResult:
            system = self.asked.ruleset.in_scope(scope, {}, rulings, brief=True)
            system.expect_beginning(scope.name)
            return explore_scope(system, limits=Limits(STATES, SECONDS))

        kept = Memo(self.asked.answers, self.asked.ruleset, scope)
        try:
            asked = WITH_THE_NUMBERS, tuple(sorted(rulings.items()))
            return kept.ask(ScopeResult, explore, lambda one: one.complete or at_states(one.stopped), *asked)
        except UsageError:
            return None


def marks(result: Result) -> list[tuple[str, str]]:
    """Everything that is wrong in a scope: violated properties, events and kinds of deadlock, by kind and name."""
    found = [("property", name) for name, word in words_of(result).items() if word == "VIOLATED"]
    found += [("event", title_of(event)) for event in events_of(result)]
    return [*dict.fromkeys((*found, *(("deadlock", describe(one)) for one in result.deadlocks)))]


def play_of(result: ScopeResult, key: tuple[str, str]) -> Trace | None:
    """The play that shows one of `marks`."""
    kind, name = key
    if kind == "property":
        return next((v.trace for v in result.verdicts if v.name == name), None)
    if kind == "event":
        return next((e.trace for e in result.events if title_of(e.event) == name), None)
    return next((d.trace for d in result.deadlocks if describe(d) == name), None)


def with_book_numbers(ruleset: LoadedRuleset, scope: str) -> Scope:
    """A scope in which every number is the book's."""
    small, book = ruleset.scope(scope), ruleset.system.constants
    own = {name: book[name].value for name in small.shrunk if small.constants[name] != OPEN}
    return replace(small, constants={**small.constants, **own}, shrunk=()) if own else small


def questions_aside(system: System) -> frozenset[str]:
    """The questions that may be asked where no event is noted: who is awaited, what may be chosen, what comes due."""
    whens: list[Mapping[str, Duty] | Mapping[str, Settle] | Mapping[str, Trigger]] = [
        system.duties, system.settles, system.triggers,
    ]  # fmt: skip
    functions = [system.awaits, system.ended, *(one.when for of in whens for one in of.values())]
    functions += [a.domain for a in system.actions.values() if a.domain is not None]
    functions += [part.domain for a in system.actions.values() for part in a.parts if part.domain is not None]
    functions += [one.order for one in system.triggers.values() if one.order is not None]
    return frozenset(Functions(system).uses(functions).calls & system.questions.keys())
