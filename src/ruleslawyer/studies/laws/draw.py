"""Drawn states: what scopes, sweeps and scenarios give, played on at random, with marks, places and numbers drawn.

A state is kept where it is one of rest and the properties that a given state has to keep allow it. What every state
keeps is not asked: it would throw those away in which something is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from random import Random

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import GIVEN
from ruleslawyer.exploration.variants.choices import alternative_options
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State, entry
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.laws.drawn import (
    UNMET,
    Deal,
    Dealt,
    Printed,
    SampledState,
    ScenarioSampler,
    apply_draw,
    event_free_system,
    is_of,
    members_at_work,
    members_in_frames,
    names_member_place,
    printed_on,
    rebuild_state,
    with_print,
    words_compared,
)
from ruleslawyer.studies.laws.leaves import MOST_LEAVES, NOTHING, Leaf, LeafSampler, Need, ValueSampler, Wish, nearest
from ruleslawyer.studies.sweep.factors import Deck
from ruleslawyer.studies.sweep.plan import NothingToVary, Plan, load_plan

STANDS = Instance(GIVEN, ())
LONGEST = 14
"""Steps from a beginning."""
DRAWS = 4
"""States that are drawn of each that a play comes to."""
RARE, TWIN = 0.5, 0.25
"""How often the action that was taken least is taken, and a member is printed like another one."""
STAGED, SWEPT, ASIDE, AIMED = 0.5, 0.6, 0.5, 0.75
"""How often a scenario follows upon a scope; a scope is one of a sweep, not one that was made by hand; an option is not
the usual one; and a scope is dealt for something that is looked for."""
ANEW, NEW = 0.3, 0.5
"""How often something else is printed, behind a play, on a member that it is about; and a step is taken that leads
where play stood least."""
SEATED, RESUMED = 12, 0.5
"""Scopes that come up, at most, until one has enough players; and how often a play begins where one did that met what
is looked for."""
REMEMBERED, AGAIN, KEPT, BESIDES = 0.5, 6, 16, 0.5
"""How often what is looked for is drawn of states that were near it; how often one after the other, and of how many;
and how often a number is drawn besides."""
HELD, ALIKE = 0.75, 32
"""How often states are drawn like those in which what is looked for was met, and how many one after the other."""
LOOKED_AT, FRAMED, PLAYED_ON, PASSED = 4, 3, 4, 0.6
"""Steps of which one is taken; how many more states are drawn within a frame; steps from a drawn state, at most, and
how often one of them is a pass."""


@dataclass
class SampleCounts:
    """Counts of what was drawn so far. kept: states that are looked at; refused: those that are not, by the reason;
    fields: how often each was drawn otherwise, and the state was kept."""

    scopes: int = 0
    walked: int = 0
    kept: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)


class StateSampler:
    """Draws states of a ruleset; equal seeds draw equal ones."""

    def __init__(self, ruleset: LoadedRuleset, seed: int) -> None:
        self.ruleset, self.rng, self.drawing = ruleset, Random(seed), SampleCounts()
        self.plan = self._plan()
        self._scopes = list(ruleset.scopes())
        self._staged = ScenarioSampler(ruleset, self.rng)
        self._values = ValueSampler(ruleset.system, self.rng)
        self._leaves = LeafSampler(ruleset.system, self._values, self.rng)
        self._taken = Counter[object]()
        """How often each action was taken, and how often play stood in each frame and at each word."""
        self.needs: Sequence[Need] = ()
        """The needs to draw for most."""
        self._wish: Wish | None = None
        self._near: dict[Wish, list[SampledState]] = {}
        """States in which a wish is nearly granted."""
        self._decks: dict[int, Deck] = {}
        self._printed_where: dict[str, dict[str, tuple[object, ...]]] = {}
        if self.plan is None and self._scope_by_hand() is None:
            raise UsageError(
                f"{ruleset.name} has no scope to begin with", None, "write one: `ruleslawyer explain --all` shows how"
            )

    def _plan(self) -> Plan | None:
        try:
            return load_plan(self.ruleset, tried=False)
        except NothingToVary:
            return None

    def states(self) -> Iterator[SampledState]:
        """States without end: each that a play comes to, and some that are drawn of it."""
        while True:
            need = self._choose_need()
            self._wish = self.rng.choice(need.wishes) if need and need.wishes else None
            self.drawing.scopes += 1
            self._leaves.during = self._wish.during if self._wish else NOTHING
            yield from self._from_memory()
            yield from self._like(need.held if need else ())
            if need and need.begun and self.rng.random() < RESUMED:
                scope, dealt, scenario = self.rng.choice(need.begun)
                yield from self._of_scope(scope, self._draw_print(scope), dealt, scenario)
                continue
            scope, dealt = self._seated_scope()
            yield from self._of_scope(scope, self._draw_print(scope), dealt)
            apt = self._wish.about if self._wish else ()
            staged = self._staged.choose(apt) if self.rng.random() < STAGED else None
            if staged is not None:
                yield from self._of_scope(staged.scope, self._draw_print(staged.scope), (), staged)

    def unvaried_fields(self) -> tuple[str, ...]:
        """The fields of the state that no kept state has otherwise than play made them."""
        return tuple(f.name for f in self.ruleset.system.state.fields if f.name not in self.drawing.fields)

    def _choose_need(self) -> Need | None:
        """A need to draw for: where the most is missing, most likely."""
        if not self.needs or self.rng.random() > AIMED:
            return None
        return self.rng.choices(self.needs, [need.likely for need in self.needs])[0]

    # --- scopes -------------------------------------------------------------------------------------------------

    def _seated_scope(self) -> tuple[Scope, Dealt]:
        """A scope with as many players as what is looked for takes, if one comes up."""
        players = self.ruleset.system.players
        several = (self._scope() for _ in range(SEATED))
        found = next(several)
        while self._wish and len(found[0].names[players]) < self._wish.seats and (more := next(several, None)):
            found = more
        return found

    def _scope(self) -> tuple[Scope, Dealt]:
        """A scope that was made by hand, or a row of the sweep, of cards and values by chance."""
        rng, plan = self.rng, self.plan
        if plan is None or rng.random() > SWEPT:
            by_hand = self._scope_by_hand()
            if by_hand is not None:
                return by_hand, ()
        assert plan is not None
        while True:
            many = rng.randint(1, len(plan.dealt))
            deck = self._decks.get(many) or self._decks.setdefault(many, plan.deck(plan.dealt[:many]))
            row = [rng.randrange(size) if rng.random() < 0.6 else 0 for size in deck.sizes]
            if any(never.is_broken(dict(enumerate(row))) for never in deck.never):
                continue
            try:
                values = deck.values(row)
                return plan.scope(deck.members, values)[1], (("cards", deck.members), *values.items())
            except ModelError as error:
                self.drawing.refused[error.diagnostics[0].message] += 1

    def _scope_by_hand(self) -> Scope | None:
        """One by chance that `check` explores."""
        while self._scopes:
            name = self.rng.choice(self._scopes)
            if self.ruleset.is_explored(name):
                return self.ruleset.scope(name)
            self._scopes.remove(name)
        return None

    def _draw_print(self, scope: Scope) -> Printed:
        """Some attributes of members, drawn."""
        rng, attributes = self.rng, scope.attributes
        drawn: list[tuple[str, str, int, object]] = []
        members = self._wish.members if self._wish else ()
        self._leaves.aims = [(rng.randrange(len(names)), aim) for aim in members if (names := scope.names[aim.sort])]
        for member, aim in self._leaves.aims:
            drawn += self._values.words_of(scope, member, aim)
        drawn += self._values.twin(scope) if rng.random() < TWIN else ()
        for _ in range(rng.choice((0, 0, 1, 2, 3)) if self._values.attributes else 0):
            sort, attribute = rng.choice(self._values.attributes)
            column = attributes[sort, attribute.name]
            if not column:
                continue
            assert column is not None
            member = rng.randrange(len(column))
            found = self._values.value(attribute.type, scope, column[member])
            if found != column[member]:
                drawn.append((sort, attribute.name, member, found))
        return tuple(drawn)

    # --- states -------------------------------------------------------------------------------------------------

    def _of_scope(
        self, scope: Scope, printed: Printed, dealt: Dealt, scenario: Scenario | None = None
    ) -> Iterator[SampledState]:
        rng = self.rng
        system = event_free_system(self.ruleset, printed_on(scope, printed))
        if not system.meets_assumptions:
            self.drawing.refused[UNMET] += 1
            system, printed = event_free_system(self.ruleset, scope), ()
        reading: tuple[tuple[str, str], ...] = ()
        if rng.random() < (AIMED if self._wish and self._wish.questions else ASIDE) and (
            options := self._options(system)
        ):
            reading = (rng.choice(options),)
            system = system.under(*reading[0])
        deal = Deal(scope, dealt, printed, STANDS, reading=reading, scenario=scenario)
        if scenario is None:
            few = zip(system.beginnings(), range(24), strict=False)
            begun = [(instance, outcome.state) for (instance, outcome), _ in few]
        else:
            begun = [(STANDS, deal.beginning(system))]
        starts = [(instance, state) for instance, state in begun if state is not None]
        if not starts:
            self.drawing.refused["there is no beginning"] += 1
            return
        begin, state = rng.choice(starts)
        deal = replace(deal, begin=begin)
        first = iter(scenario.when[: rng.randint(0, len(scenario.when))] if scenario else ())
        for _ in range(LONGEST):
            self.drawing.walked += 1
            here = SampledState(deal, system, state)
            self._remember(here)
            yield here
            framed = system.schema.innermost(state) is not None
            for _ in range(DRAWS * (FRAMED if framed else 1)):
                drawn = self._otherwise(deal, system, state, self._leaves.any_of(system, state))
                if drawn is not None:
                    yield drawn
            if self.needs and rng.random() < ANEW:
                yield from self._anew(here)
            following = self._following(here, next(first, None))
            if following is None:
                return
            deal, state = replace(deal, walk=(*deal.walk, following[0])), following[1]

    def _remember(self, here: SampledState) -> None:
        """Keep a state, as one of some, for the wishes that are nearly granted there: how the game stands, and what is
        said of a member, but for what is printed."""
        for wish in (wish for need in self.needs for wish in need.wishes):
            if len(here.deal.leaves) <= MOST_LEAVES and wish.is_near(here.system, here.state):
                kept = self._near.setdefault(wish, [])
                if len(kept) == KEPT:
                    kept.pop(self.rng.randrange(KEPT))
                kept.append(here)

    def _from_memory(self) -> Iterator[SampledState]:
        """Draw states like what is looked for of those near it; under an option of a question that is about it."""
        kept = self._near.get(self._wish, []) if self._wish else []
        for _ in range(AGAIN if kept and self.rng.random() < REMEMBERED else 0):
            here, wish = self.rng.choice(kept), self._wish
            assert wish is not None
            options = self._options(here.system) if wish.questions else []
            if options and self.rng.random() < AIMED:
                other = rebuild_state(self.ruleset, replace(here.deal, reading=(self.rng.choice(options),)))
                if other is None or not wish.is_near(other.system, other.state):
                    continue
                here = other
            names = here.system.scope.names
            self._leaves.aims = [(self.rng.randrange(len(names[a.sort])), a) for a in wish.members if names[a.sort]]
            yield from self._anew(here)

    def _like(self, held: Sequence[SampledState]) -> Iterator[SampledState]:
        """States like those in which what is looked for was met, with other leaves, and what they lead to."""
        for _ in range(ALIKE if held and self.rng.random() < HELD else 0):
            here = self.rng.choice(held)
            names = here.system.scope.names
            members = self._wish.members if self._wish else ()
            self._leaves.aims = [(self.rng.randrange(len(names[a.sort])), a) for a in members if names[a.sort]]
            leaves = self._leaves.any_of(here.system, here.state)
            drawn = self._otherwise(here.deal, here.system, here.state, leaves, here.before)
            if drawn is not None:
                yield drawn
                yield from self._play_on(drawn)

    def _following(self, here: SampledState, first: Instance | None) -> tuple[Instance, State] | None:
        """A step, and where it leads: this one, if it is allowed; else of some actions, by chance or of those that were
        taken least, the one that leads where play stood least: of free moves there are ever so many, and play would
        not go on."""
        rng, taken = self.rng, self._taken
        try:
            allowed = here.allowed_instances
            if first in allowed and (after := here.after(first)) is not None:
                return first, after
            several = rng.sample(allowed, len(allowed))
            actions = list(dict.fromkeys(instance.action for instance in several))
            if rng.random() < RARE:
                actions.sort(key=lambda name: taken[name])
            place = {name: number for number, name in enumerate(actions)}
            led = (
                (instance, here.after(instance))
                for instance in sorted(several, key=lambda instance: place[instance.action])
            )
            outcomes = list(islice(((instance, after) for instance, after in led if after is not None), LOOKED_AT))
        except BranchEnds:
            return None
        if not outcomes:
            return None
        instance, after = outcomes[0]
        if rng.random() < NEW:
            instance, after = min(outcomes, key=lambda led: taken[self._stands(here.system, led[1])])
        taken[instance.action] += 1
        taken[self._stands(here.system, after)] += 1
        return instance, after

    def _stands(self, system: TransitionSystem, state: State) -> tuple[object, ...]:
        """The stage of the game: the open frame, what some fields say in a word, and which piles are empty."""
        piles = (bool(state.fields[index]) for index in self._piles)
        return system.schema.innermost(state), *(state.fields[index] for index, _, _ in self._leaves.words), *piles

    @cached_property
    def _piles(self) -> list[int]:
        return [i for i, f in enumerate(self.ruleset.system.state.fields) if isinstance(f.type, t.Pile)]

    def _words_for(self, reading: tuple[tuple[str, str], ...]) -> dict[str, tuple[object, ...]]:
        """The words to print where the question is asked of which another option is taken."""
        question = reading[0][0] if reading else ""
        if question not in self._printed_where:
            self._printed_where[question] = words_compared(self.ruleset.system, question) if question else {}
        return self._printed_where[question]

    def _options(self, system: TransitionSystem) -> list[tuple[str, str]]:
        """The options of questions that matter for what is looked for, if there are any; or of all."""
        apt = self._wish.questions if self._wish and self.rng.random() < AIMED else ()
        return (list(alternative_options(system, apt)) if apt else []) or list(alternative_options(system))

    def _anew(self, here: SampledState) -> Iterator[SampledState]:
        """The state with something else printed on a member, behind the play: what is looked for, on one that is nearly
        so; or anything, on one that is at work."""
        deal, system, state = here.deal, here.system, here.state
        aim = self.rng.choice(self._leaves.aims)[1] if self._leaves.aims and self.rng.random() < AIMED else None
        if aim is not None:
            sort, member = aim.sort, nearest(system, state, aim, self.rng)
            words = self._words_for(deal.reading)
            found = list(self._values.words_of(system.scope, member, aim, words))
        else:
            busy = sorted((of.name, who) for of, who in members_at_work(system, state))
            if not (busy := [one for one in busy if any(sort == one[0] for sort, _ in self._values.attributes)]):
                return
            sort, member = self.rng.choice(busy)
            several = [attribute for of, attribute in self._values.attributes if of == sort]
            column = system.scope.attributes[sort, (attribute := self.rng.choice(several)).name]
            assert column is not None
            found = [(sort, attribute.name, member, self._values.value(attribute.type, system.scope, column[member]))]
        columns = system.scope.attributes
        printed = tuple(
            one for one in found if (column := columns[sort, one[1]]) is not None and one[3] != column[member]
        )
        other = with_print(system, printed) if printed else system
        for _ in range(2):
            leaves = list(self._leaves.of_aim(other, state, member, aim) if aim else self._leaves.any_of(other, state))
            if aim and (not leaves or self.rng.random() < BESIDES):
                leaves += self._leaves.numbers(other, state, t.Sort(aim.sort), member)
            anew = replace(deal, anew=(*deal.anew, *printed))
            drawn = self._otherwise(anew, other, state, leaves, here.before)
            if drawn is not None:
                self._remember(drawn)
                yield drawn
                yield from self._play_on(drawn)

    def _play_on(self, drawn: SampledState) -> Iterator[SampledState]:
        """The states that a drawn one leads to within some steps; whoever may pass does so, often."""
        actions = drawn.system.system.actions
        for _ in range(self.rng.randint(0, PLAYED_ON)):
            try:
                allowed = [one for one in drawn.allowed_instances if not actions[one.action].outside_play]
                passes = [one for one in allowed if actions[one.action].passes]
                some = passes if passes and self.rng.random() < PASSED else allowed
                one = self.rng.choice(some) if some else None
                after = None if one is None else drawn.after(one)
            except BranchEnds:
                return
            if one is None or after is None:
                return
            drawn = SampledState(replace(drawn.deal, then=(*drawn.deal.then, one)), drawn.system, after)
            yield drawn

    def _otherwise(
        self, deal: Deal, system: TransitionSystem, state: State,
        some: Iterable[Leaf], before: State | None = None,
    ) -> SampledState | None:  # fmt: skip
        """The state with some leaves drawn, where that may be. before: without those that a deal has already."""
        about = members_in_frames(system, state)
        busy = members_at_work(system, state)
        drawn = (one for one in some if not is_of(system, one, about) and not names_member_place(system, one, busy))
        deal = replace(deal, leaves=(*deal.leaves, *drawn))
        found = apply_draw(system, before or state, deal)
        if isinstance(found, str):
            self.drawing.refused[found] += 1
            return None
        if not deal.anew and (not deal.leaves or found == state):
            return None
        self.drawing.kept += 1
        index = system.schema.index
        stand = {name for name, keys, value in deal.leaves if entry(found.fields[index[name]], keys) == value}
        self.drawing.fields.update(stand)
        return SampledState(deal, system, found, before or state)
