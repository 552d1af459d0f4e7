"""A sweep: the scopes of a covering array, explored one after the other, and the least one for all that they meet."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import Any

from ruleslawyer.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.exploration.explore import explore_ruleset
from ruleslawyer.processes.spawned import Map, mapping
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.sweep.covering import Combination, Covering, Row, combined, number
from ruleslawyer.sweep.done import Done, key_of
from ruleslawyer.sweep.outcome import Met, Outcome, Task
from ruleslawyer.sweep.plan import Deck, Plan
from ruleslawyer.sweep.position import why_not_dealt

MOST_COMBINATIONS = 1_500_000
LIVE = "never live"
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """What is dealt: the cards, and the values of factors that are not the usual ones."""

    members: tuple[str, ...]
    values: Values

    @property
    def size(self) -> tuple[int, int]:
        return len(self.members), len(self.values)


@dataclass(frozen=True, slots=True)
class New:
    """Something that nobody knew, in the least scope found. shrunk: whether that was made as small as it gets."""

    met: Met
    case: Case
    states: int
    shrunk: bool = False


@dataclass
class Figures:
    """Of the combinations of values: in how many no rule could deal them, how many were in a scope that was explored,
    explored whole, and how many were met in a state, with all their cards come up."""

    members: tuple[str, ...]
    every: int
    impossible: int = 0
    refused: int = 0
    dealt: set[Combination] = field(default_factory=set)
    whole: set[Combination] = field(default_factory=set)
    met: set[Combination] = field(default_factory=set)


@dataclass
class Swept:
    """All that a sweep found. bounded: why scopes were not explored whole; refusals: why they were not dealt; by_hand:
    how many hand-made scopes were asked for the rules that are live there."""

    plan: Plan
    strength: int
    figures: list[Figures] = field(default_factory=list)
    new: dict[tuple[str, ...], New] = field(default_factory=dict)
    scopes: int = 0
    whole: int = 0
    states: int = 0
    bounded: dict[str, int] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)
    by_hand: int = 0
    stopped: str = ""
    seconds: float = 0.0


class Sweep:
    """One sweep; `run` gives what it found, also after Ctrl-C or at the end of its time."""

    def __init__(
        self,
        ruleset: LoadedRuleset,
        plan: Plan,
        *,
        cards: int = 2,
        strength: int = 2,
        minutes: float | None = None,
        limits: Limits,
        readings: bool = False,
        workers: int = 1,
        done: Done | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        if cards > len(plan.dealt):
            raise UsageError(
                f"{plan.base} deals up to {len(plan.dealt)} cards", "--cards", f"write a number up to {len(plan.dealt)}"
            )
        self.ruleset, self.plan, self.cards, self.limits, self.readings = ruleset, plan, cards, limits, readings
        self.done, self.tell, self.workers = done or Done(None, {}), tell or (lambda text: None), workers
        self.found, self.began = Swept(plan, strength), time.perf_counter()
        self.end = None if minutes is None else self.began + 60 * minutes
        self.late = "" if minutes is None else f"stopped after {minutes:g} minutes"
        self.live: frozenset[str] | None = None
        for deck in self._decks():
            sizes = [len(f.values) for f in deck.factors]
            if number(sizes, strength) > MOST_COMBINATIONS:
                about = f"there are more than {MOST_COMBINATIONS} combinations for {len(deck.members)} cards"
                raise UsageError(about, plan.base, "lower --strength or --cards, or fix attributes in sweep.toml")

    def run(self) -> Swept:
        found = self.found
        try:
            with mapping(self.workers) as work:
                self.live = self._by_hand()
                for deck in self._decks():
                    if not found.stopped:
                        self._sweep(deck, work)
            self._shrink()
        except KeyboardInterrupt:
            found.stopped = BY_CTRL_C
        found.seconds = time.perf_counter() - self.began
        return found

    def _decks(self) -> Iterator[Deck]:
        return (self.plan.deck(self.plan.dealt[:n]) for n in range(1, self.cards + 1))

    def _over(self) -> bool:
        return self.end is not None and time.perf_counter() > self.end

    def _by_hand(self) -> frozenset[str] | None:
        """The rules that some hand-made scope makes live, each followed as far as the scopes here are; None where there
        was no time for all of them."""
        live: set[str] = set()
        for name in self.ruleset.scopes():
            scope = self.ruleset.scope(name)
            if scope.is_open or scope.campaign:
                continue
            if self._over():
                self.found.stopped = self.late
                return None
            if name not in self.done.by_hand:
                self.tell(f"what is live in {name}")
                result = explore_ruleset(self.ruleset, name, limits=self.limits)
                if result.stopped == BY_CTRL_C:
                    raise KeyboardInterrupt
                self.done.add_by_hand(name, result.live)
            self.found.by_hand += 1
            live |= self.done.by_hand[name]
        return frozenset(live)

    # --- rows ---------------------------------------------------------------------------------------------------

    def _sweep(self, deck: Deck, work: Map) -> None:
        found, sizes = self.found, [len(f.values) for f in deck.factors]
        figures = Figures(deck.members, number(sizes, found.strength))
        found.figures.append(figures)

        def fits(row: Row) -> bool:
            why = why_not_dealt(self.ruleset, self.plan, deck.members, _values(deck, row))
            if why:
                found.refusals[why] = found.refusals.get(why, 0) + 1
            return not why

        covering = Covering(sizes, found.strength, deck.never, fits)
        rows = covering.rows()
        try:
            while batch := list(islice(rows, self.workers)):
                cases = [Case(deck.members, _values(deck, row)) for row in batch]
                for row, case, outcome in zip(batch, cases, self._explored(cases, work), strict=True):
                    self._count(figures, deck, row, case, outcome)
                if self._over():
                    found.stopped = self.late
                    break
                about = f"{len(deck.members)} cards, {found.scopes} scopes, {found.states} states"
                self.tell(f"{about}, {len(found.new)} found, {len(covering.left)} combinations left")
        finally:
            figures.impossible, figures.refused = len(covering.impossible), len(covering.refused)

    def _explored(self, cases: list[Case], work: Map) -> Iterator[Outcome]:
        """The outcomes of some cases, in their order; what is done already is not done again."""
        keys = [key_of(case.members, case.values) for case in cases]
        waiting = [case for case, key in zip(cases, keys, strict=True) if key not in self.done.outcomes]
        made = work(Task.__call__, [self._task(case) for case in waiting])
        for key in keys:
            if key not in self.done.outcomes:
                self.done.add(key, next(made))
            yield self.done.outcomes[key]

    def _task(self, case: Case) -> Task:
        _, scope = self.plan.scope(case.members, case.values)
        return Task(self.ruleset.root, self.ruleset.name, scope, self.plan.sort, self.limits, self.readings)

    def _count(self, figures: Figures, deck: Deck, row: Row, case: Case, outcome: Outcome) -> None:
        found, occurring = self.found, set(combined(row, self.found.strength))
        found.scopes += 1
        found.states += outcome.states
        figures.dealt |= occurring
        if outcome.stopped:
            found.bounded[outcome.stopped] = found.bounded.get(outcome.stopped, 0) + 1
        else:
            found.whole += 1
            figures.whole |= occurring
        up = [frozenset(members) for members in outcome.up]
        for one in occurring - figures.met:
            members = {deck.factors[f].member for f, _ in one} - {""}
            if any(members <= some for some in up):
                figures.met.add(one)
        for met in self._new(outcome):
            known = found.new.get(met.key)
            if known is None or (*case.size, len(met.play)) < (*known.case.size, len(known.met.play)):
                found.new[met.key] = New(met, case, outcome.states)

    def _new(self, outcome: Outcome) -> Iterator[Met]:
        yield from outcome.met
        if self.live is not None:
            for rule in outcome.live:
                if rule not in self.live:
                    yield Met(LIVE, (LIVE, rule), f"{rule}, live in no hand-made scope", (), ())

    # --- shrinking ----------------------------------------------------------------------------------------------

    def _shrink(self) -> None:
        """Fewer cards, then values as usual, as long as it is still met. It has a quarter of the time besides."""
        if self.end is not None:
            self.end = max(self.end, time.perf_counter()) + (self.end - self.began) / 4
        for place, key in enumerate(list(self.found.new)):
            self.tell(f"shrinking {place + 1} of {len(self.found.new)}")
            if self._over():
                self.found.stopped = self.found.stopped or self.late
                return
            self.found.new[key] = self._least(key, self.found.new[key])

    def _least(self, key: tuple[str, ...], new: New) -> New:
        smaller = True
        while smaller:
            smaller = False
            for case in _smaller(new.case):
                if self._over():
                    return new
                met = self._still(key, case)
                if met is not None:
                    new, smaller = met, True
                    break
        return replace(new, shrunk=True)

    def _still(self, key: tuple[str, ...], case: Case) -> New | None:
        """The same thing in a smaller scope, if that can be dealt and meets it."""
        if self._is_apart(case) or why_not_dealt(self.ruleset, self.plan, case.members, case.values):
            return None
        done = key_of(case.members, case.values)
        if done not in self.done.outcomes:
            self.done.add(done, self._task(case)())
        outcome = self.done.outcomes[done]
        met = next((met for met in self._new(outcome) if met.key == key), None)
        return None if met is None else New(met, case, outcome.states)

    def _is_apart(self, case: Case) -> bool:
        """Whether some of its values never go together."""
        deck = self.plan.deck(case.members)
        chosen = {i: f.values.index(case.values.get(f.shown, f.values[0])) for i, f in enumerate(deck.factors)}
        return any(never.broken(chosen) for never in deck.never)


def _values(deck: Deck, row: Row) -> Values:
    """The values that are not the usual ones, by the names of factors."""
    return {f.shown: f.values[value] for f, value in zip(deck.factors, row, strict=True) if value}


def _smaller(case: Case) -> Iterable[Case]:
    """With one card less, then with one value less, then with two of one card less, of which neither goes alone."""
    if len(case.members) > 1:
        for member in reversed(case.members):
            left = tuple(m for m in case.members if m != member)
            yield Case(left, {k: v for k, v in case.values.items() if not k.startswith(f"{member}.")})
    alone = [(name,) for name in case.values]
    both = [(a, b) for a, b in combinations(case.values, 2) if a.partition(".")[0] == b.partition(".")[0]]
    for names in (*alone, *both):
        yield Case(case.members, {k: v for k, v in case.values.items() if k not in names})
