"""A sweep: the scopes of a covering array, explored one after the other, and the least one for all that they meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from secrets import token_hex
from typing import Any

import numpy as np

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.exploration.study import Ask, Study, StudyResult, answer_all, question_executor
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.occurrence import Met
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.sweep.covering import CombinationIndex, CoveringArray, Row, number, rows_at_most
from ruleslawyer.studies.sweep.factors import Deck
from ruleslawyer.studies.sweep.outcome import (
    BY_HAND,
    Done,
    Outcome,
    Task,
    kept_outcomes,
    live_rules,
    open_journal,
    scope_key,
)
from ruleslawyer.studies.sweep.plan import Plan, position

MOST_COMBINATIONS = 5_000_000
FEW = 2
"""Cards of which every scope may be dealt."""
MOST_BY_HAND = 100_000
"""States of a hand-made scope that are asked for the rules that are live there."""
LIVE = "never live"
Values = Json


@dataclass(frozen=True, slots=True)
class Case:
    """A case that is dealt: the cards, and the values of factors that are not the usual ones."""

    members: tuple[str, ...]
    values: Values

    @property
    def size(self) -> tuple[int, int]:
        return len(self.members), len(self.values)


@dataclass(frozen=True, slots=True)
class SweepDiscovery:
    """Something that nobody knew, in the least scope found. shrunk: whether that was made as small as it gets."""

    met: Met
    case: Case
    states: int
    shrunk: bool = False


@dataclass
class Figures:
    """The combinations of values: in how many no rule could deal them, how many were in a scope that was explored,
    explored whole, and how many were met in a state, with all their cards come up. exhaustive: whether all cards were
    asked for that can be dealt, where all else is as usual."""

    members: tuple[str, ...]
    numbering: CombinationIndex
    exhaustive: bool
    impossible: int = 0
    refused: int = 0

    def __post_init__(self) -> None:
        self.dealt, self.whole, self.met = (self.numbering.none() for _ in range(3))


@dataclass
class SweepResult(StudyResult):
    """All that a sweep found. limits: of each scope. bounded: why scopes were not explored whole; refusals: why they
    were not dealt; by_hand: how many hand-made scopes were asked for the rules that are live there; compared: steps
    that the interpreter took too; given: scopes with a position of their own, which no rule sets up; known: scopes that
    an earlier sweep explored."""

    plan: Plan
    strength: int
    limits: Limits
    figures: list[Figures] = field(default_factory=list)
    new: dict[tuple[str, ...], SweepDiscovery] = field(default_factory=dict)
    scopes: int = 0
    whole: int = 0
    states: int = 0
    bounded: dict[str, int] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)
    by_hand: int = 0
    compared: int = 0
    given: int = 0
    known: int = 0
    written: Mapping[tuple[str, ...], Any] = field(default_factory=dict)
    """The files, by what is new."""


class SweepRun:
    """One sweep; `run` gives what it found, also after Ctrl-C or at the end of its time."""

    def __init__(
        self,
        ruleset: LoadedRuleset,
        plan: Plan,
        *,
        cards: int = 2,
        strength: int = 2,
        every: int = 0,
        minutes: float | None = None,
        limits: Limits,
        readings: bool = False,
        workers: int = 1,
        done: Done | None = None,
        tell: Callable[[str], None] | None = None,
        elsewhere: Ask[Task, Outcome] | None = None,
        answers: Path | None = None,
        fresh: bool = False,
    ) -> None:
        """`workers`: how many scopes are explored side by side; `elsewhere`: by whom, if not by processes. `answers`:
        where outcomes are kept; `fresh`: none of them is believed."""
        if cards > len(plan.dealt):
            there = len(plan.dealt)
            raise UsageError(f"{plan.base} deals up to {there} of {plan.sort}", "--cards", f"write up to {there}")
        self.ruleset, self.plan, self.cards, self.limits, self.readings = ruleset, plan, cards, limits, readings
        self.every, self.elsewhere = every, elsewhere
        self.answers, self.fresh, self.kept = answers, fresh, kept_outcomes(ruleset, answers, fresh)
        self.name = token_hex(8)
        self.done, self.workers, self.running = done or open_journal(None, {}), workers, Study.of_minutes(minutes, tell)
        self.found, self.tell = SweepResult(plan, strength, limits), self.running.tell
        self.live: frozenset[str] | None = None
        for deck in self._decks():
            if number(deck.sizes, strength) > MOST_COMBINATIONS:
                about = f"there are more than {MOST_COMBINATIONS} combinations for {len(deck.members)} of {plan.sort}"
                raise UsageError(about, plan.base, "lower --strength or --cards, or fix attributes in sweep.toml")

    def run(self) -> SweepResult:
        return self.running.run(self.found, self._vary, self._shrink)

    def _vary(self) -> None:
        with question_executor(self.elsewhere, self.workers, Task.__call__) as ask:
            self.live = self._by_hand()
            for deck in self._decks():
                self._sweep(deck, ask)

    def _decks(self) -> Iterator[Deck]:
        return (self.plan.deck(self.plan.dealt[:n]) for n in range(1, self.cards + 1))

    def _by_hand(self) -> frozenset[str]:
        """The rules that some hand-made scope makes live."""
        live: set[str] = set()
        for name in self.ruleset.scopes():
            scope = self.ruleset.scope(name)
            if scope.is_open or scope.campaign:
                continue
            self.running.expect_time()
            self.tell(f"what is live in {name}")
            live |= {*self.done.ask((BY_HAND, name), partial(self._live_in, name)).live}
            self.found.by_hand += 1
        return frozenset(live)

    def _live_in(self, name: str) -> Outcome:
        scope, limits = self.ruleset.scope(name), replace(self.limits, states=MOST_BY_HAND)
        found = self.kept.read_live(scope, limits)
        if found is None:
            found = live_rules(self.ruleset, name, limits)
            self.kept.write_live(found, scope, limits)
        return found

    # --- rows ---------------------------------------------------------------------------------------------------

    def _sweep(self, deck: Deck, ask: Ask[Task, Outcome]) -> None:
        found = self.found
        exchanges = list(deck.exchanges())
        built: dict[Row, Scope | None] = {}

        def fits(row: Row) -> bool:
            if scope_key(deck.members, deck.values(row)) in self.done.answers:
                built[row] = None  # it was dealt before
                return True
            dealt = position(self.ruleset, self.plan, deck.members, deck.values(row))
            if isinstance(dealt, str):
                found.refusals[dealt] = found.refusals.get(dealt, 0) + 1
                return False
            built[row] = dealt
            return True

        def orbit(row: Row) -> list[Row]:
            return [tuple([row[i] for i in places]) for _, places in exchanges]

        own = [i for i, f in enumerate(deck.factors) if f.member in deck.members]
        usual = [size if i in own else 1 for i, size in enumerate(deck.sizes)]
        exhaustive = len(deck.members) <= FEW and rows_at_most(usual, deck.never, self.every)
        covering = CoveringArray(deck.sizes, found.strength, deck.never, fits, orbit, every=own if exhaustive else ())
        figures = Figures(deck.members, covering.numbering, exhaustive)
        found.figures.append(figures)
        rows = covering.rows()
        try:
            while batch := list(islice(rows, self.workers)):
                dealt = [(Case(deck.members, deck.values(row)), built.pop(row)) for row in batch]
                for row, (case, _), outcome in zip(batch, dealt, self._explore_cases(dealt, ask), strict=True):
                    self._count(case, outcome)
                    self._cover(figures, deck, row, outcome)
                self.running.expect_time()
                left = int(covering.left.sum())
                about = f"{len(deck.members)} of {self.plan.sort}, {found.scopes} scopes, {found.states} states"
                self.tell(f"{about}, {len(found.new)} found, {left} combinations left")
        finally:
            figures.impossible, figures.refused = int(covering.impossible.sum()), int(covering.refused.sum())

    def _explore_cases(self, dealt: list[tuple[Case, Scope | None]], ask: Ask[Task, Outcome]) -> Iterator[Outcome]:
        """The outcomes of some cases, in their order; what is done already has no scope, and is not done again."""
        keys = [scope_key(case.members, case.values) for case, _ in dealt]
        tasks = (self._task(scope) for _, scope in dealt if scope is not None)
        # Processes of this machine know what is kept; elsewhere nothing is.
        made = answer_all(tasks, Task.recall, ask) if self.elsewhere else ask(tasks)
        for key in keys:
            yield self.done.ask(key, partial(next, made))

    def _task(self, scope: Scope) -> Task:
        of, how = (self.ruleset.root, self.ruleset.name, scope, self.plan.sort), (self.limits, self.readings)
        return Task(*of, *how, self.answers, self.fresh, self.name)

    def _count(self, case: Case, outcome: Outcome) -> None:
        found = self.found
        found.scopes += 1
        found.states += outcome.states
        found.compared += outcome.compared
        found.given += self.plan.is_given(case.members, case.values)
        found.known += outcome.known
        if outcome.stopped:
            found.bounded[outcome.stopped] = found.bounded.get(outcome.stopped, 0) + 1
        else:
            found.whole += 1
        for met in self._new(outcome):
            known = found.new.get(met.key)
            if known is None or (*case.size, len(met.play)) < (*known.case.size, len(known.met.play)):
                found.new[met.key] = SweepDiscovery(met, case, outcome.states)

    @staticmethod
    def _cover(figures: Figures, deck: Deck, row: Row, outcome: Outcome) -> None:
        """Marks the combinations that a scope covers, and those with cards that are alike in each other's place."""
        bit = {member: 1 << i for i, member in enumerate(deck.members)}
        whose = np.array([bit.get(f.member, 0) for f in deck.factors], dtype=np.int64)
        needed = np.bitwise_or.reduce(whose[figures.numbering.factors], axis=1)
        for to, places in deck.exchanges():
            occurring = figures.numbering.of(tuple([row[i] for i in places]))
            figures.dealt[occurring] = True
            if not outcome.stopped:
                figures.whole[occurring] = True
            for members in outcome.up:
                up = sum(bit.get(to.get(member, member), 0) for member in members)
                figures.met[occurring[needed & ~up == 0]] = True

    def _new(self, outcome: Outcome) -> Iterator[Met]:
        yield from outcome.met
        if self.live is not None:
            for rule in outcome.live:
                if rule not in self.live:
                    yield Met(LIVE, (LIVE, rule), f"{rule}, live in no hand-made scope")

    # --- shrinking ----------------------------------------------------------------------------------------------

    def _shrink(self) -> None:
        """Fewer cards, then values as usual, as long as it is still met."""
        for place, key in enumerate(list(self.found.new) if self.running.stopped != BY_CTRL_C else ()):
            self.tell(f"shrinking {place + 1} of {len(self.found.new)}")
            while (smaller := self._smaller(key)) is not None:
                self.found.new[key] = smaller
            self.found.new[key] = replace(self.found.new[key], shrunk=True)

    def _smaller(self, key: tuple[str, ...]) -> SweepDiscovery | None:
        """The same in the first smaller scope that meets it, if there is one."""
        for case in _smaller(self.found.new[key].case):
            self.running.expect_time()
            met = self._still(key, case)
            if met is not None:
                return met
        return None

    def _still(self, key: tuple[str, ...], case: Case) -> SweepDiscovery | None:
        """The same thing in a smaller scope, if that can be dealt and meets it."""
        scope = "" if self._is_apart(case) else position(self.ruleset, self.plan, case.members, case.values)
        if isinstance(scope, str):
            return None
        outcome = self.done.ask(scope_key(case.members, case.values), self._task(scope))
        met = next((met for met in self._new(outcome) if met.key == key), None)
        return None if met is None else SweepDiscovery(met, case, outcome.states)

    def _is_apart(self, case: Case) -> bool:
        """Whether some of its values never go together."""
        deck = self.plan.deck(case.members)
        chosen = {i: f.values.index(case.values.get(f.label, f.values[0])) for i, f in enumerate(deck.factors)}
        return any(never.is_broken(chosen) for never in deck.never)


def _smaller(case: Case) -> Iterable[Case]:
    """The cases with one card less, then with one value less, then with two of one card less, of which neither goes
    alone."""
    if len(case.members) > 1:
        for member in reversed(case.members):
            left = tuple(m for m in case.members if m != member)
            yield Case(left, {k: v for k, v in case.values.items() if not k.startswith(f"{member}.")})
    alone = [(name,) for name in case.values]
    both = [(a, b) for a, b in combinations(case.values, 2) if a.partition(".")[0] == b.partition(".")[0]]
    for names in (*alone, *both):
        yield Case(case.members, {k: v for k, v in case.values.items() if k not in names})
