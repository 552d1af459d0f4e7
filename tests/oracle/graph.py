"""Everything that can be reached, by plain sets; and what properties say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.oracle import values as v
from tests.oracle.book import Book, Rule
from tests.oracle.fair import Fair
from tests.oracle.judge import UNSPOKEN, Heard
from tests.oracle.play import DROPPING, Instance, Play, Result, State
from tests.oracle.run import Ends
from tests.oracle.world import World

CUTS = ("broken", "violation", "cap", "unresolved", "place", "unending")
ENDS = (*CUTS, "loop")
HOLDS, VIOLATED, VACUOUS, UNKNOWN = "HOLDS IN SCOPE", "VIOLATED", "VACUOUS", "UNKNOWN"
UP_TO = "HOLDS UP TO"


EDGES = 12
"""For each state that the oracle looks at, so many steps."""


class TooLarge(Exception):
    """More states, or steps, than the oracle looks at."""


OF_PLAYS = "leads_to", "eventually", "eventually_always"
"""What every fair play does."""


@dataclass
class Found:
    """One exploration."""

    depth: dict[State, int] = field(default_factory=dict)
    initial: int = 0
    edges: list[tuple[State, Instance, State]] = field(default_factory=list)
    ended: set[State] = field(default_factory=set)
    deadlocks: set[State] = field(default_factory=set)
    steps: list[tuple[int, Instance | None, Result]] = field(default_factory=list)
    material: dict[tuple[str, ...], bool] = field(default_factory=dict)
    first: dict[tuple[str, ...], int] = field(default_factory=dict)
    """Of each event after how many actions it is met first."""
    written: set[str] = field(default_factory=set)
    """The fields, by their whole names, of which a write was out of range."""
    unwritten: set[tuple[str, ...]] = field(default_factory=set)
    """The events at which a branch ended for another reason."""
    cut: dict[State, set[tuple[str, ...]]] = field(default_factory=dict)
    """The states from which an allowed step does not come to rest, with the events at which it ends."""
    beyond: set[State] = field(default_factory=set)
    """The states in which a play may go on in a way that is not known."""
    loops: set[State] = field(default_factory=set)
    """The states from which a step of play leads to forced steps that go round."""
    allowed: Counter[State] = field(default_factory=Counter)
    live: set[str] = field(default_factory=set)
    never_live: list[str] = field(default_factory=list)
    verdicts: dict[str, str] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)
    broken: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Of a property that is promised to each member, of whom it is violated, by parameter."""

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """States, transitions, depth, initial states, deadlocks."""
        return (
            len(self.depth), len(self.edges), max(self.depth.values(), default=0), self.initial, len(self.deadlocks),
        )  # fmt: skip

    @property
    def played(self) -> list[tuple[State, Instance, State]]:
        """The steps that are not outside play: promises are about these."""
        return [edge for edge in self.edges if edge[1].miss or not edge[1].rule.outside]

    @property
    def events(self) -> list[tuple[str, ...]]:
        return sorted(self.material)

    @property
    def immaterial(self) -> list[tuple[str, ...]]:
        return sorted(key for key, material in self.material.items() if not material)

    @property
    def complete(self) -> bool:
        return not any(key[0] in CUTS and not (key[0] == "broken" and len(key) == 3) for key in self.material)

    @property
    def up_to(self) -> bool:
        """Whether a cap of the scope is all that cuts plays off."""
        cutting = {key[0] for key in self.material if key[0] in CUTS and not (key[0] == "broken" and len(key) == 3)}
        return cutting == {"cap"}

    @property
    def rounds(self) -> list[int]:
        """After how many actions forced steps go round, of each event that says so."""
        return [after for key, after in self.first.items() if key[0] == "loop"]


class Explorer:
    """A ruleset in a scope under a reading."""

    def __init__(
        self, folder: Path, name: str, scope: str = "tiny",
        reading: Mapping[str, str] | None = None, rulings: Mapping[str, str] | None = None,
        most: int = 5000, partly: bool = False,
    ) -> None:  # fmt: skip
        """partly: where there are more states than `most`, it stops there, and what it has seen is so all the same."""
        self.play = Play(World(Book(folder, name), scope), reading, rulings)
        self.book, self.most = self.play.book, most
        self.partly = partly
        self.judged: dict[str, set[str]] = {}
        self.found = Found()

    def explore(self) -> Found:
        found, waiting = self.found, []
        heard, beginnings = self.heard(self.play.beginnings)
        self.keep(heard, None)
        for args in beginnings:
            heard, result = self.heard(lambda args=args: self.play.begin(args))
            self.keep(heard, lambda args=args: self.play.begin(args))
            found.steps.append((0, None, result))
            if result.rest is not None and result.rest not in found.depth:
                found.depth[result.rest] = 0
                waiting.append(result.rest)
        found.initial = len(waiting)
        while waiting:
            if len(found.depth) > self.most or len(found.steps) > EDGES * self.most:
                if self.partly:
                    break
                raise TooLarge
            waiting = [s for state in waiting for s in self.expand(state)]
        self.idle()
        named = self.book.of("permit", "forbid", "instead", "lift", "exception", "deed", "duty", "settle", "answer")
        named += self.book.of("times", "adjust", "at_least", "at_most") + self.chosen()
        alone = [rule for rule in self.book.of("action") if rule.by_own]
        drops = self.book.of("out") if self.play.kept_somewhere else []
        order = [
            DROPPING if rule in drops else rule.name if rule in named else f"may_{rule.name}"
            for rule in self.book.rules
            if rule in drops or (rule in [*named, *alone] and not self.is_off(rule))
        ]
        for trigger in self.play.world.triggers:
            order += [f"may_{trigger.name}"] * trigger.by_own + [f"may_miss_{trigger.name}"]
        found.never_live = [name for name in order if name not in found.live]
        Verdicts(self).all()
        return found

    @property
    def never_permitted(self) -> set[str]:
        """The actions that could have been taken somewhere, and of which no clause ever spoke."""
        return {name for name, verdicts in self.judged.items() if verdicts == {UNSPOKEN}}

    def is_off(self, rule: Rule) -> bool:
        """Whether a rule does not exist in this scope: switched off, or hanging on what is."""
        bases = rule.bases or ((rule.base,) if rule.base else ())
        return rule.name in self.play.world.off or (bool(bases) and all(self.is_off(base) for base in bases))

    def chosen(self) -> list[Rule]:
        """The readings that the chosen reading names, and those that are ruled for a gap."""
        found = []
        for question in self.book.of("question"):
            options = [c for c in question.clauses if c.kind in ("answer", "reading")]
            default = next(c for c in reversed(options) if c.default)
            found.append(next((c for c in options if c.name == self.play.reading.get(question.name)), default))
            found += [c for c in options if c.name == self.play.rulings.get(f"{question.name}?")]
        return found

    def heard(self, act: Any) -> tuple[Heard, Any]:
        """What is met while something is done."""
        self.play.heard = Heard()
        result = act()
        return self.play.heard, result

    def keep(self, heard: Heard, again: Any, after: int = 0) -> None:
        """Note events; those with options are material where another option gives another result, or where whose
        decision it is, or what may be chosen, cannot be told (nothing is done again). after: how many actions."""
        found = self.found
        found.live |= heard.live
        found.written |= heard.written
        found.unwritten |= heard.unwritten
        for key, (choice, options) in heard.events.items():
            found.first.setdefault(key, after)
            if len(options) < 2 or key[0] == "gap":
                found.material[key] = True
            elif not found.material.get(key):
                found.material[key] = again is None or self.differ(key, choice, options, again)

    def differ(self, key: tuple[str, ...], choice: str, options: tuple[str, ...], again: Any) -> bool:
        """Whether the options lead to different verdicts or results; one that is silent here leads to none."""
        before, results = self.play.reading, set()
        try:
            for option in options:
                self.play.reading = {**before, choice: option}
                heard, outcome = self.heard(again)
                silent = any(k[:2] == ("unresolved", key[1]) for k in heard.events)
                if key[0] == "unresolved" or not silent:
                    results.add(_what(outcome))
        finally:
            self.play.reading = before
        return len(results) > 1

    def expand(self, state: State) -> list[State]:
        found, play = self.found, self.play
        if play.ended(play.thawed(state)):
            found.ended.add(state)
            return []
        heard, candidates = self.heard(lambda: play.candidates(state))
        self.keep(heard, None, found.depth[state])
        if any(key[0] in CUTS for key in heard.events):
            found.beyond.add(state)
        new, stuck = [], True
        for instance in candidates:

            def act(instance: Instance = instance) -> tuple[str, bool, Result]:
                try:
                    verdict, allowed = play.judged(state, instance)
                except Ends as end:
                    play.heard.end(end)
                    return "", False, Result(end=end.key)
                return verdict, allowed, play.take(state, instance) if allowed else Result()

            heard, (verdict, allowed, result) = self.heard(act)
            self.judged.setdefault(instance.name, set()).update({verdict} - {""})
            self.keep(heard, act, found.depth[state] + 1)
            if result.end and not self.is_outside(instance):
                (found.loops if result.end[0] == "loop" else found.beyond).add(state)
            if not allowed:
                continue
            if result.end:
                found.cut.setdefault(state, set()).add(result.end)
            found.allowed[state] += 1
            found.steps.append((found.depth[state] + 1, instance, result))
            idle = (instance.miss or instance.rule.passes) and result.rest == state
            stuck = stuck and bool(idle or self.is_outside(instance))
            if result.rest is None:
                continue
            found.edges.append((state, instance, result.rest))
            if result.rest not in found.depth:
                found.depth[result.rest] = found.depth[state] + 1
                new.append(result.rest)
        if stuck:
            found.deadlocks.add(state)
        return new

    @staticmethod
    def is_outside(instance: Instance) -> bool:
        return not instance.miss and bool(instance.rule.outside)

    def idle(self) -> None:
        """States in which one player is awaited, and may only pass: where such passes go round, that is an event. A
        pass that leads to the state itself is a deadlock instead."""
        out: dict[State, list[tuple[Instance, State]]] = {}
        for source, instance, target in self.found.edges:
            out.setdefault(source, []).append((instance, target))
        forced = {
            state: edges[0]
            for state, edges in out.items()
            if len(edges) == 1 and self.found.allowed[state] == 1 and self.is_pass(edges[0][0], state)
        }
        left = set(forced)
        for start in [s for s in self.found.depth if s in forced]:
            way: list[State] = []
            at = start
            while at in left and at not in way:
                way.append(at)
                at = forced[at][1]
            ring = way[way.index(at) :] if at in way else []
            left -= set(way)
            if len(ring) > 1:
                first = min(ring, key=list(self.found.depth).index)
                self.found.material["idle", forced[first][0].name] = True

    def is_pass(self, instance: Instance, state: State) -> bool:
        """Whether an instance is a pass of the one player who is awaited."""
        run = self.play.thawed(state)
        asked = self.play.asked_now(run)
        if asked:
            deciders = {i.args[self.play.actor(i.rule)] for i in asked}
            return instance.miss and len(deciders) == 1
        awaited = self.play.awaited(run)
        return bool(instance.rule.passes) and awaited is not v.CHANCE and len(awaited) == 1


def _what(outcome: Any) -> Any:
    """Whether an instance is allowed, and its result."""
    if isinstance(outcome, Result):
        return outcome.rest
    _, allowed, result = outcome
    return allowed, result.rest


class Verdicts:
    """What the properties say of an exploration."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer, self.play, self.found = explorer, explorer.play, explorer.found
        self.unevaluated: dict[str, bool] = {}

    def all(self) -> None:
        for rule in self.explorer.book.properties:
            word, length = getattr(self, rule.kind)(rule)
            if word == HOLDS and rule.reached is not None and self.sometimes(rule.reached)[0] == VACUOUS:
                word = VACUOUS
            if word == UP_TO and rule.reached is not None and self.sometimes(rule.reached)[0] != HOLDS:
                word = UNKNOWN
            self.found.verdicts[rule.name] = word
            if word == VIOLATED and rule.kind not in OF_PLAYS:
                self.found.lengths[rule.name] = length

    def true(self, rule: Rule, *runs: Any, args: tuple[Any, ...] = ()) -> Any:
        """The value of a property; None where it cannot be evaluated."""
        self.play.heard = Heard()
        try:
            with self.play.about(rule.name):
                value = rule.function(*(run.record for run in runs), *args)
        except Ends as end:
            self.play.heard.end(end)
            self.unevaluated[rule.name] = True
            value = None
        ended = [key for key in self.play.heard.events if key[0] in ENDS]
        for key in ended:
            self.found.material["broken", rule.name, key[1]] = False  # it changes no play
        for key in self.play.heard.events if rule.kind in ("always", "sometimes") else ():
            if key not in ended:
                self.found.material.setdefault(key, False)
        return value

    def in_states(self, rule: Rule, members: tuple[Any, ...] = ()) -> list[tuple[State, Any]]:
        return [(s, self.true(rule, self.play.thawed(s), args=members)) for s in self.found.depth]

    def each(self, rule: Rule, ask: Callable[[Rule, tuple[Any, ...]], tuple[str, int]]) -> tuple[str, int]:
        """What is so of all to whom a property is promised: it is violated of the first of whom it is, vacuous where
        nobody asks for it."""
        said = {members: ask(rule, members) for members in self.play.world.instances(rule)}
        for word in (VIOLATED, UNKNOWN, HOLDS):
            for members, (one, length) in said.items():
                if one == word:
                    named = zip(rule.choices, members, strict=True)
                    self.found.broken[rule.name] = {n: x for (n, _), x in named} if word == VIOLATED else {}
                    return one, length
        return self.sure(rule, VACUOUS), 0

    def sure(self, rule: Rule, word: str) -> str:
        begins = (rule.kind not in OF_PLAYS and self.found.depth) or 0 not in self.found.rounds
        known = begins and not self.unevaluated.get(rule.name)
        if known and word == HOLDS and rule.kind in ("always", "step") and self.found.up_to:
            return UP_TO
        return word if known and self.found.complete else UNKNOWN

    def always(self, rule: Rule) -> tuple[str, int]:
        wrong = [self.found.depth[s] for s, true in self.in_states(rule) if true is not None and not true]
        return (VIOLATED, min(wrong)) if wrong else (self.sure(rule, HOLDS), 0)

    def sometimes(self, rule: Rule) -> tuple[str, int]:
        met = any(true for _, true in self.in_states(rule))
        return (HOLDS if met else self.sure(rule, VACUOUS)), 0

    def step(self, rule: Rule) -> tuple[str, int]:
        found, wrong = 0, []
        for depth, instance, result in self.found.steps:
            if rule.of is not None and (instance is None or instance.miss or instance.rule is not rule.of):
                continue
            for before, after in result.steps[:1] if rule.of is not None else result.steps:
                found += 1
                runs = self.play.thawed(before), self.play.thawed(after)
                true = self.true(rule, *runs, args=instance.args if rule.of is not None and instance else ())
                if true is not None and not true:
                    wrong.append(depth)
        if wrong:
            return VIOLATED, min(wrong)
        return self.sure(rule, HOLDS if found else VACUOUS), 0

    def possible(self, rule: Rule) -> tuple[str, int]:
        found = self.each(rule, self.possible_of)
        if found[0] != VIOLATED and self.found.rounds:
            return self.each(rule, lambda *_: (VIOLATED, min(self.found.rounds)))
        return found

    def leads_to(self, rule: Rule) -> tuple[str, int]:
        return self.each(rule, self.leads_to_of)

    def eventually(self, rule: Rule) -> tuple[str, int]:
        return self.each(rule, self.eventually_of)

    def eventually_always(self, rule: Rule) -> tuple[str, int]:
        return self.each(rule, self.eventually_always_of)

    def possible_of(self, rule: Rule, members: tuple[Any, ...]) -> tuple[str, int]:
        """Where it cannot be evaluated it may hold; what cannot come there either is violated."""
        good = {s for s, true in self.in_states(rule, members) if true or true is None} | self.found.beyond
        size = -1
        while size != len(good):
            size = len(good)
            good |= {source for source, _, target in self.found.played if target in good}
        wrong = [self.found.depth[s] for s in self.found.depth if s not in good]
        return self.of_plays(rule, wrong, HOLDS)

    def leads_to_of(self, rule: Rule, members: tuple[Any, ...]) -> tuple[str, int]:
        """Where it cannot be evaluated nothing is waited for."""
        said = {state: both or (False, True) for state, both in self.in_states(rule, members)}
        begins = {s for s, (first, second) in said.items() if first and not second}
        open_ = {s for s, (_, second) in said.items() if not second}
        stays = Fair(self.found, rule, open_).stays()
        wrong = [self.found.depth[s] for s in begins & stays]
        return self.of_plays(rule, wrong, HOLDS if any(first for first, _ in said.values()) else VACUOUS)

    def eventually_of(self, rule: Rule, members: tuple[Any, ...]) -> tuple[str, int]:
        """Every beginning waits for it, where it can be told there. Where no play is cut off that waits, it comes
        whatever lies behind."""
        said = dict(self.in_states(rule, members))
        open_ = {s for s, true in said.items() if true is not None and not true}
        begins = {s for s in open_ if self.found.depth[s] == 0}
        wrong = [0 for s in begins & Fair(self.found, rule, open_).stays()]
        waits, size = set(begins), -1
        while size != len(waits):
            size = len(waits)
            waits |= {target for source, _, target in self.found.played if source in waits and target in open_}
        all_begin = not any(result.end for _, instance, result in self.found.steps if instance is None)
        known = all_begin and self.found.initial and not self.unevaluated.get(rule.name)
        if known and not wrong and not waits & self.found.beyond:
            return HOLDS, 0
        return self.of_plays(rule, wrong, HOLDS)

    def eventually_always_of(self, rule: Rule, members: tuple[Any, ...]) -> tuple[str, int]:
        """A play that ends, is forced round or comes again and again where it is not so; where it cannot be told it is
        so."""
        bad = {s for s, true in self.in_states(rule, members) if true is not None and not true}
        wrong = [self.found.depth[s] for s in bad & Fair(self.found, rule, set(self.found.depth)).rests(bad)]
        return self.of_plays(rule, wrong, HOLDS)

    def of_plays(self, rule: Rule, wrong: list[int], otherwise: str) -> tuple[str, int]:
        return (VIOLATED, min(wrong)) if wrong else (self.sure(rule, otherwise), 0)


def explored(folder: Path, name: str, **how: Any) -> Found:
    """Explore a ruleset of a project."""
    return Explorer(folder, name, **how).explore()


__all__ = ["ENDS", "HOLDS", "UNKNOWN", "UP_TO", "VACUOUS", "VIOLATED", "Explorer", "Found", "TooLarge", "explored", "v"]
