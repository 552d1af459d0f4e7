"""The states that are looked at: the first of each scope, those of every scenario, and those that are drawn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.scenario.run import run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem
from ruleslawyer.studies.laws.draw import StateSampler
from ruleslawyer.studies.laws.drawn import bounded_suite

MOST_TAKEN = 40
"""Choices of a state that are tried; of more, some by chance."""


@dataclass(frozen=True)
class StateChange:
    """A change that is made in a state, as some rule of the game might: a member is elsewhere, a player is out, or what
    is drawn from is taken away. before: the state; unsettled: with the change, before duties see to it; sort, member:
    what was moved; no sort where it is what is drawn from."""

    before: State
    unsettled: State
    sort: str = ""
    member: int = 0


@dataclass(frozen=True)
class Spot:
    """A state and how it comes about. where: the scope or the scenario; depth: how many choices lead there, more where
    somebody wrote the state; reading: the options that are not the usual ones; drawn: perhaps no play comes there;
    dealt: in a scope that nobody wrote, which may lack what the game needs; moved: what was put elsewhere; then: the
    choice that its scenario makes there, which may be larger than any that is tried."""

    system: TransitionSystem
    state: State
    where: str
    depth: int
    play: tuple[str, ...] = ()
    reading: tuple[tuple[str, str], ...] = ()
    drawn: bool = False
    dealt: bool = False
    moved: StateChange | None = None
    rng: Random | None = None
    then: str | None = None

    @property
    def size(self) -> tuple[int, ...]:
        """The size by which one is simpler than another."""
        return int(self.drawn) + (self.moved is not None), len(self.reading), self.depth

    def under(self, system: TransitionSystem) -> Spot:
        """The same in another system, such as under another reading."""
        return replace(self, system=system)

    @cached_property
    def is_over(self) -> bool:
        return self.system.is_over(self.state)

    @cached_property
    def awaited_players(self) -> frozenset[int]:
        return frozenset() if self.is_over else self.system.awaits(self.state)

    @cached_property
    def frame(self) -> str | None:
        return self.system.schema.innermost(self.state)

    @cached_property
    def codec(self) -> Codec:
        return Codec(self.system.system, self.system.scope)

    @cached_property
    def _judgements(self) -> tuple[Judged, ...]:
        try:
            return tuple(self.system.candidates(self.state))
        except BranchEnds:
            return ()

    @property
    def is_judged(self) -> bool:
        """Whether each choice can be judged: not where clauses that it rests on contradict each other."""
        return all(judged.judgement is not None and not judged.contradictory for judged in self._judgements)

    @property
    def choices(self) -> tuple[Instance, ...]:
        """The choices that are allowed."""
        return tuple(judged.instance for judged in self._judgements if judged.is_allowed)

    @property
    def refused_instances(self) -> tuple[Instance, ...]:
        """The instances that are not allowed."""
        return tuple(judged.instance for judged in self._judgements if not judged.is_allowed)

    @cached_property
    def steps(self) -> dict[Instance, Outcome]:
        """The outcomes of choices; where there are many, of some."""
        taken = self.choices
        if len(taken) > MOST_TAKEN:
            taken = tuple((self.rng or Random(0)).sample(taken, MOST_TAKEN))
        return {instance: self.system.take(self.state, instance) for instance in taken}

    def clauses(self, instance: Instance) -> tuple[str, ...]:
        """The clauses of an action, and of what permits or forbids it here."""
        judgement = self.system.judge(self.state, instance).judgement
        own = self.system.system.actions[instance.action].origin.cites
        return tuple(dict.fromkeys((*own, *(judgement.clauses if judgement else ()))))

    def actor(self, instance: Instance) -> int | None:
        actor: int | None = self.system.system.actions[instance.action].actor_of(instance.args)
        return actor


class Spots:
    """Spots of a ruleset, the simplest first; equal seeds draw equal ones. each: states of a scope that plays from its
    beginning come to."""

    def __init__(self, ruleset: LoadedRuleset, seed: int, each: int) -> None:
        self.ruleset, self.seed, self.each = ruleset, seed, each
        self.scopes = ruleset.explored_scopes()
        self.tried = set[tuple[str, str]]()
        """The options that were not the usual ones under which something was looked at."""

    def of_scopes(self) -> Iterator[Spot]:
        """Spots by turns of each scope, so that no scope waits for the others."""
        waiting = deque(self._of_scope(name) for name in self.scopes)
        while waiting:
            one = waiting.popleft()
            found = next(one, None)
            if found is not None:
                yield found
                waiting.append(one)

    def _of_scope(self, name: str) -> Iterator[Spot]:
        """The states that plays reach, the nearest first."""
        system = self.ruleset.in_scope(self.ruleset.scope(name), brief=True)
        codec = Codec(system.system, system.scope)
        waiting, seen = deque[Spot](), set[State]()
        for begun, (instance, outcome) in enumerate(system.initial()):
            if outcome.state is not None and outcome.state not in seen:
                seen.add(outcome.state)
                waiting.append(Spot(system, outcome.state, name, 0, (codec.call(instance),)))
            if begun >= self.each:
                break
        for _ in range(self.each):
            if not waiting:
                return
            spot = waiting.popleft()
            yield spot
            for instance, outcome in spot.steps.items():
                if outcome.state is not None and outcome.state not in seen:
                    seen.add(outcome.state)
                    play = (*spot.play, codec.call(instance))
                    waiting.append(Spot(system, outcome.state, name, spot.depth + 1, play))

    def of_scenarios(self) -> Iterator[Spot]:
        """The states that each scenario gives, and those that it reaches; by files, which the seed puts in an order, as
        the time may not suffice for all."""
        for scenario, system in self._of_files():
            codec = Codec(system.system, system.scope)
            try:
                played = run(system, codec, scenario)
            except (UsageError, BranchEnds):
                continue
            states = [*(move.before for move in played.moves), *([played.state] if played.state else [])]
            calls = [codec.call(move.explanation.instance) for move in played.moves]
            reading = tuple(sorted(system.reading.items()))
            for number, state in enumerate(states):
                if _is_at_rest(system, state):
                    where = f"scenario “{scenario.name}”"
                    then = calls[number] if number < len(calls) else None
                    yield Spot(system, state, where, number + 1, tuple(calls[:number]), reading, then=then)

    def _of_files(self) -> Iterator[tuple[Scenario, TransitionSystem]]:
        files = sorted(self.ruleset.scenario_folder.rglob("*.toml"))
        Random(self.seed).shuffle(files)
        for file in files:
            yield from bounded_suite(self.ruleset, file).systems()

    def draw(self) -> Iterator[Spot]:
        """Without end: what scopes and sweeps deal, played on at random and drawn otherwise, half of it under an option
        that is not the usual one. What is printed on players stays: two with one seat are no game."""
        try:
            draw = StateSampler(self.ruleset, self.seed)
        except UsageError:
            return
        for one in draw.states():
            deal, codec = one.deal, Codec(one.system.system, one.system.scope)
            if any(sort == codec.system.players for sort, *_ in deal.printed):
                continue
            self.tried.update(deal.reading)
            play, where = deal.play(codec), deal.scope.name
            if deal.scenario is not None:
                play, where = play[1:], f"scenario “{deal.scenario.name}”"
            yield Spot(
                one.system, one.state, where, len(deal.walk), play, deal.reading,
                bool(deal.leaves or deal.printed), bool(deal.dealt), rng=draw.rng,
            )  # fmt: skip


def _is_at_rest(system: TransitionSystem, state: State) -> bool:
    try:
        return system.due(state) is None
    except BranchEnds:
        return False
