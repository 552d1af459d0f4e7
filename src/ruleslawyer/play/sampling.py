"""Some of the choices of a state, where there are too many to list: drawn at random, or only those that are named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import prod
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Parameter
from ruleslawyer.ir.system import Action
from ruleslawyer.semantics.dice import DRAWN, SMALL_SET, Dice
from ruleslawyer.semantics.sizes import count, domain_size, span
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem

FEW = 512
"""Choices of one action's parameters that are all listed; of more, some are drawn."""
LISTED = 1 << 13
"""Those that a random play lists."""

Awaited = frozenset[int] | None


class RestrictedSystem(TransitionSystem):
    """A transition system that leaves choices out; what it does with the others is the reference semantics."""

    def __init__(self, system: TransitionSystem) -> None:
        super().__init__(system.machine, system.reading, system.rulings)

    def choices(self, name: str, type_: t.Type, awaited: Awaited) -> int:
        """How many values a parameter has, without listing them."""
        return count(self.system, self.scope, name, type_, awaited)


class ChoiceSampler(RestrictedSystem):
    """Lists the choices of an action where they are few, and draws some with `dice` where they are not.

    Where every choice was listed, `narrowed` stays False: only then is a state without a move known to be a deadlock.
    """

    def __init__(self, system: TransitionSystem, dice: Dice, few: int = FEW) -> None:
        super().__init__(system)
        self.dice, self.narrowed, self.few = dice, False, few

    def beginnings(self) -> Iterator[tuple[Instance, Outcome]]:
        """Some that are drawn; where none of them begins a game, and others may, the first that does."""
        begins = False
        for instance, outcome in super().beginnings():
            begins = begins or outcome.state is not None
            yield instance, outcome
        if self.narrowed and not begins:
            every = TransitionSystem(self.machine, self.reading, self.rulings).beginnings()
            yield from islice((one for one in every if one[1].state is not None), 1)

    def dice_of(self, owner: str) -> Dice:
        """The dice with which the choices of an action are drawn."""
        return self.dice

    def _few(self, owner: str, parameters: tuple[Parameter, ...], awaited: Awaited) -> bool:
        return prod(self.choices(f"{owner}.{p.name}", p.type, awaited) for p in parameters) <= self.few

    def _lists_all(self, action: Action, awaited: frozenset[int]) -> bool:
        return self._few(action.name, action.chosen_parameters, awaited)

    def _arguments(
        self, owner: str, parameters: tuple[Parameter, ...], awaited: Awaited
    ) -> Iterator[tuple[object, ...]]:
        if self._few(owner, parameters, awaited):
            return super()._arguments(owner, parameters, awaited)
        self.narrowed = True
        dice = self.dice_of(owner)
        drawn = (
            tuple(self._draw(dice, f"{owner}.{p.name}", p.type, awaited) for p in parameters) for _ in range(DRAWN)
        )
        return iter(dict.fromkeys(drawn))

    def _draw(self, dice: Dice, name: str, type_: t.Type, awaited: Awaited) -> Any:
        """One value, by the same throws as generated code's. Of sets, every other one is small: what a rule lets
        somebody choose is seldom half of a deck."""
        match type_:
            case t.Set(item):
                size = self.choices(name, item, awaited)
                if dice.getrandbits(1):
                    return frozenset(dice.randrange(size) for _ in range(dice.randrange(min(SMALL_SET, size) + 1)))
                words = [dice.getrandbits(64) for _ in range(0, size, 64)]
                return frozenset(m for m in range(size) if words[m // 64] >> m % 64 & 1)
            case t.Map(key, item):
                seats = range(domain_size(key, self.system, self.scope))
                return tuple(
                    self._draw(dice, name, item, awaited) if awaited is None or p in awaited else None for p in seats
                )
        return self._nth(name, type_, dice.randrange(self.choices(name, type_, awaited)))

    def _nth(self, name: str, type_: t.Type, number: int) -> Any:
        """A value that is neither a set nor a map, by its number."""
        match type_:
            case t.Bool():
                return bool(number)
            case t.Int():
                return span(self.scope, name, type_)[0] + number
            case t.Optional(item):
                return None if number == 0 else self._nth(name, item, number - 1)
        return number


def list_choices(system: TransitionSystem) -> ChoiceSampler:
    """A sampling that lists as many choices as a random play does; its draws are the same every time."""
    return ChoiceSampler(system, Dice(0), LISTED)


class CandidateFilter(RestrictedSystem):
    """Only these instances are candidates, where they are candidates at all: a play replays without long lists."""

    def __init__(self, system: TransitionSystem, instances: Iterable[Instance] = ()) -> None:
        super().__init__(system)
        self.wanted = tuple(dict.fromkeys(instances))

    def candidate(self, state: State, instance: Instance) -> Judged | None:
        """The instance, judged; None where nobody could choose it."""
        self.wanted = (instance,)
        return next(self.candidates(state), None)

    def _lists_all(self, action: Action, awaited: frozenset[int]) -> bool:
        return False

    def _arguments(
        self, owner: str, parameters: tuple[Parameter, ...], awaited: Awaited
    ) -> Iterator[tuple[object, ...]]:
        for instance in self.wanted:
            if instance.action == owner and all(
                self._fits(f"{owner}.{p.name}", p.type, value, awaited)
                for p, value in zip(parameters, instance.args, strict=True)
            ):
                yield instance.args

    def _fits(self, name: str, type_: t.Type, value: Any, awaited: Awaited) -> bool:
        """Whether a parameter has this value here."""
        match type_:
            case t.Optional(item):
                return value is None or self._fits(name, item, value, awaited)
            case t.Set(item):
                return all(self._fits(name, item, member, awaited) for member in value)
            case t.Map(_, item):
                return all(
                    self._fits(name, item, choice, awaited) if awaited is None or p in awaited else choice is None
                    for p, choice in enumerate(value)
                )
            case t.Bool():
                return isinstance(value, bool)
            case t.Int():
                low, high = span(self.scope, name, type_)
                return value is not None and low <= value <= high
        return value is not None and 0 <= value < domain_size(type_, self.system, self.scope)


class CachedCandidateFilter(CandidateFilter):
    """A sampling that asks about an instance in a state once: plays of one simulation begin alike, and are replayed
    more than once. Without `candidate`, all instances are candidates."""

    def __init__(self, system: TransitionSystem) -> None:
        super().__init__(system)
        self._judged: dict[tuple[State, Instance], Judged] = {}
        self._candidates: dict[tuple[State, Instance], Judged | None] = {}
        self._taken: dict[tuple[State, Instance], Outcome] = {}

    def candidate(self, state: State, instance: Instance) -> Judged | None:
        key = state, instance
        if key not in self._candidates:
            self._candidates[key] = super().candidate(state, instance)
        return self._candidates[key]

    def judge(self, state: State, instance: Instance) -> Judged:
        key = state, instance
        if key not in self._judged:
            self._judged[key] = super().judge(state, instance)
        return self._judged[key]

    def take(self, state: State, instance: Instance) -> Outcome:
        key = state, instance
        if key not in self._taken:
            self._taken[key] = super().take(state, instance)
        return self._taken[key]
