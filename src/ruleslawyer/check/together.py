"""Answers tried together: what they repair and break, which questions they open, which findings they make moot.

All rulings are made at once in the scopes that the findings are about, and each difference is traced to the answers
without which it does not come: two of them contradict each other where only both together break something. What was
seen on a table made small is asked again with the numbers of the book.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import UNANSWERED, Finding
from ruleslawyer.check.evidence.naming import describe, named_by
from ruleslawyer.check.evidence.settle import names_in, title_of, words_of
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.ir.scope import OPEN, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.rulebook.answers.memo import Memo
from ruleslawyer.rulebook.claims.as_json import calls
from ruleslawyer.rulebook.claims.limits import Limits, at_states
from ruleslawyer.rulebook.claims.result import Result, ScopeResult, events_of
from ruleslawyer.rulebook.claims.rulings import decided_by, is_gap, question_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.words import capital, spoken
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace

Direction = Literal["repairs", "breaks", "opens"]
Given = Mapping[str, Mapping[str, str]]
"""By the ids of findings what is ruled there."""
LOOSE = ("gap", "contradiction", "unspoken")
"""Kinds of event over which the text is asked something; after all others play cannot go on, or a promise is broken."""
HOLDS = "HOLDS IN SCOPE"
STATES, SECONDS = 20_000, 10.0
"""So far a scope is looked at with the numbers of the book."""
WITH_THE_NUMBERS = "with the book's numbers"


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that comes of answers, in words. kind, name: a property, an event or a kind of deadlock. scope: a scope
    that shows it. by: the findings without whose answers it does not come. in_book: whether it is so with the numbers
    of the book; else it was seen on a table made small alone. table, play: what shows it, a repair by what went wrong
    before. findings: those that speak of it."""

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
    the findings whose answers see to that. unfinished: the scopes that were not looked at to their end."""

    ruleset: str
    given: Given
    scopes: int
    tried: tuple[str, ...]
    holds: tuple[str, ...]
    effects: tuple[Effect, ...]
    moot: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unfinished: tuple[str, ...] = ()

    @property
    def contradictions(self) -> tuple[Effect, ...]:
        """What only several answers break together."""
        return tuple(one for one in self.effects if one.direction == "breaks" and len(one.by) > 1)

    def json(self, system: System) -> Json:
        """The outcome for scripts."""
        return {
            "answers": {id_: dict(ruled) for id_, ruled in self.given.items()},
            "scopes": self.scopes, "tried": list(self.tried), "unfinished": list(self.unfinished),
            "holds": list(self.holds), "effects": [one.json(system) for one in self.effects],
            "moot": [{"finding": id_, "by": list(by)} for id_, by in self.moot.items()],
        }  # fmt: skip


def merged(given: Given) -> dict[str, str]:
    """All rulings as one. A question that two findings answer otherwise is a `UsageError`; a ruling for a whole
    question covers the same one for its gap."""
    found: dict[str, str] = {}
    by: dict[str, tuple[str, str]] = {}
    for id_, ruled in given.items():
        for key, option in ruled.items():
            other, before = by.setdefault(question_of(key), (id_, option))
            if before != option:
                about = f"findings {other} and {id_} contradict each other: `{question_of(key)}` is `{before}` and `{option}`"
                raise UsageError(about, "answers", "take one of them back")
            found[key] = option
    return {key: option for key, option in found.items() if not (is_gap(key) and question_of(key) in found)}


def try_together(
    asked: Explorations, given: Given, findings: Sequence[Finding], scopes: Collection[str] | None = None
) -> Together:
    """Try some answers at once. asked: the explorations without them. findings: all of the ruleset. scopes: by default
    all that `check` explores."""
    return _Trial(asked, given, findings, asked.ruleset.explored_scopes() if scopes is None else scopes).outcome()


class _Trial:
    """The scopes with and without some answers."""

    def __init__(
        self, asked: Explorations, given: Given, findings: Sequence[Finding], scopes: Collection[str]
    ) -> None:  # fmt: skip
        self.asked, self.given, self.findings, self.scopes = asked, given, findings, scopes
        self.ruleset, self.rules = asked.ruleset, asked.ruleset.system
        self.rulings = merged(given)
        aside = asked_aside(self.rules)
        self.before = {name: asked.result(name, {}) for name in scopes}
        self.tried = tuple(name for name in scopes if self.may_matter(self.before[name], aside))
        asked.want_rulings({name: [self.rulings] for name in self.tried})
        self.after: dict[str, Result] = {
            name: asked.result(name, {}, self.rulings) if name in self.tried else self.before[name] for name in scopes
        }

    def may_matter(self, before: ScopeResult, aside: Collection[str]) -> bool:
        """Whether the rulings can change anything in a scope: one of their questions or clashes came up there, or it may
        be asked where nothing is noted."""
        met = {key for event in events_of(before) for key in decided_by(event)}
        for key in self.rulings:
            question = self.rules.questions.get(question_of(key))
            spoken_ = question is not None and any(o.name in before.live for o in question.options)
            if key in met or question_of(key) in aside or (spoken_ and not is_gap(key)):
                return True
        return False

    def outcome(self) -> Together:
        effects = {(one.kind, one.name, one.by): one for one in map(self.told, (*self.repairs(), *self.came()))}
        every = [words_of(result) for result in self.after.values()]
        names = dict.fromkeys(name for words in every for name in words)
        holds = tuple(name for name in names if {words.get(name, "VACUOUS") for words in every} - {"VACUOUS"} == {HOLDS})
        return Together(
            self.ruleset.name, self.given, len(self.scopes), self.tried, holds, tuple(effects.values()), self.moot(),
            tuple(name for name in self.tried if not self.after[name].complete),
        )  # fmt: skip

    # --- differences --------------------------------------------------------------------------------------------------

    def repairs(self) -> Iterator[Effect]:
        """The properties that were violated somewhere, and hold wherever they were."""
        violated = {name for r in self.after.values() for name, word in words_of(r).items() if word == "VIOLATED"}
        for name in self.rules.properties:
            where = [s for s in self.scopes if words_of(self.before[s]).get(name) == "VIOLATED"]
            if where and name not in violated and all(words_of(self.after[s]).get(name) == HOLDS for s in where):
                yield Effect("repairs", "property", name, self.property_in_words(name), where[0], ())

    def came(self) -> Iterator[Effect]:
        """Properties that are violated in a scope where they were not; deadlocks and events that no scope had without
        the answers, each where it is met first."""
        known = {key for result in self.before.values() for key in marks(result) if key[0] != "property"}
        for scope in self.tried:
            after = self.after[scope]
            for kind, name in (key for key in marks(after) if key not in known):
                if kind == "property" and words_of(self.before[scope]).get(name) not in (HOLDS, "VACUOUS"):
                    continue
                if kind != "property":
                    known.add((kind, name))
                event = next((e for e in events_of(after) if (kind, title_of(e)) == ("event", name)), None)
                wrong = event or next((d for d in after.deadlocks if describe(d) == name), name)
                opens = event is not None and event.kind in LOOSE
                says = self.property_in_words(name) if kind == "property" else self.event_in_words(name, event)
                yield Effect(
                    "opens" if opens else "breaks", kind, name, says, scope, (), findings=named_by(self.findings, wrong)
                )

    def property_in_words(self, name: str) -> str:
        return self.rules.properties[name].function.in_words

    def event_in_words(self, title: str, event: object) -> str:
        question = self.rules.questions.get(getattr(event, "subject", ""))
        return capital(question.text) if question is not None else spoken(title.partition(": ")[2] or title)

    def moot(self) -> dict[str, tuple[str, ...]]:
        """Findings that nobody has answered, and of which nothing is met any more that was."""
        found: dict[str, tuple[str, ...]] = {}
        for finding in self.findings:
            if finding.state not in UNANSWERED or finding.id in self.given:
                continue
            where = [s for s in self.tried if any(names_in(finding.evidence, self.before[s]))]
            still = (s for s in self.scopes if any(names_in(finding.evidence, self.after[s])))
            whole = all(self.after[s].complete for s in where)
            if where and whole and next(still, None) is None and not self.goes_on(finding):
                asked = tuple(where)
                found[finding.id] = self.needed(
                    lambda some, f=finding, w=asked: not any(  # type: ignore[misc]
                        any(names_in(f.evidence, self.under(s, some))) for s in w
                    )
                )
        return found

    def goes_on(self, finding: Finding) -> bool:
        """Whether what a finding says of turns or games without end may be so still."""
        for one in finding.evidence:
            if one.ask == "terminates" and not one.reading:
                ended = self.with_answers().endings(one.scope, {})
                if any(e.ending == one.about["ending"] and e.word == one.word for e in ended):
                    return True
        return False

    def with_answers(self) -> Explorations:
        """The explorations of the rules in which the answers are the model's."""
        settled = self.settled(self.ruleset)
        return Explorations(settled, self.asked.watch, answers=self.asked.answers, direct=self.asked.direct)

    # --- which answers ------------------------------------------------------------------------------------------------

    def under(self, scope: str, some: Collection[str]) -> Result:
        """A scope under the answers of some findings."""
        ruled = merged({id_: self.given[id_] for id_ in self.given if id_ in some})
        return self.asked.result(scope, {}, ruled) if ruled else self.before[scope]

    def needed(self, shows: Callable[[Collection[str]], bool]) -> tuple[str, ...]:
        """Findings whose answers show something together, and none of which can be left out."""
        some = list(self.given)
        for id_ in self.given:
            rest = [other for other in some if other != id_]
            if rest and shows(rest):
                some = rest
        return tuple(some)

    def told(self, effect: Effect) -> Effect:
        """An effect with the answers that it needs, and what is so of it with the numbers of the book."""
        key = effect.kind, effect.name

        def shows(some: Collection[str]) -> bool:
            found = self.under(effect.scope, some)
            if effect.direction == "repairs":
                return words_of(found).get(effect.name) == HOLDS
            return key in marks(found)

        effect = replace(effect, by=self.needed(shows))
        scope = with_book_numbers(self.ruleset, effect.scope)
        both = [self.explored(ruleset, scope) for ruleset in (self.ruleset, self.settled(self.ruleset))]
        before, after = both
        if before is None or after is None:
            return effect
        good, bad = (after, before) if effect.direction == "repairs" else (before, after)
        right = words_of(good).get(effect.name) == HOLDS if effect.direction == "repairs" else key not in marks(good)
        if not (good.complete and right and key in marks(bad)):
            return effect
        return replace(effect, in_book=True, table=scope, play=play_of(bad, key))

    def settled(self, ruleset: LoadedRuleset) -> LoadedRuleset:
        return ruleset.settling(tuple(sorted({**dict(ruleset.config.settled), **self.rulings}.items())))

    def explored(self, ruleset: LoadedRuleset, scope: Scope) -> ScopeResult | None:
        """A scope that no file holds, looked at so far; None where no game begins there."""

        def look() -> ScopeResult:
            system = ruleset.in_scope(scope, brief=True)
            system.expect_beginning(scope.name)
            return explore_scope(system, limits=Limits(STATES, SECONDS))

        kept = Memo(self.asked.answers, ruleset, scope)
        try:
            return kept.ask(ScopeResult, look, lambda one: one.complete or at_states(one.stopped), WITH_THE_NUMBERS)
        except UsageError:
            return None


def marks(result: Result) -> list[tuple[str, str]]:
    """What is wrong in a scope: violated properties, events and kinds of deadlock, by kind and name."""
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


def asked_aside(system: System) -> frozenset[str]:
    """The questions that may be asked where no event is noted: who is awaited, what may be chosen, what comes due."""
    functions = [system.awaits, system.ended]
    functions += [a.domain for a in system.actions.values() if a.domain is not None]
    functions += [part.domain for a in system.actions.values() for part in a.parts if part.domain is not None]
    functions += [one.when for one in (*system.duties.values(), *system.settles.values(), *system.triggers.values())]
    functions += [one.order for one in system.triggers.values() if one.order is not None]
    return frozenset(Functions(system).uses(functions).calls & system.questions.keys())


