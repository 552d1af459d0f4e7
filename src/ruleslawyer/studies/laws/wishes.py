"""Wishes for drawn states: members that are so, by what is printed on them and said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.laws.active_members import members_at_work
from ruleslawyer.studies.laws.compare import first, is_there, is_while
from ruleslawyer.studies.laws.deal import Dealt, Where
from ruleslawyer.studies.laws.drawn import Drawn
from ruleslawyer.studies.laws.law import is_among


@dataclass(frozen=True)
class Aim:
    """A member that is looked for: of which sort, what is printed on it and said of it, of which others what field
    names it, and which fields of the whole game do."""

    sort: str
    where: Where
    named_by: Mapping[str, Where] = field(default_factory=dict)
    leading: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Wish:
    """Members that are looked for, all at once. questions: whose other options matter; about: scenarios that give, do
    or write one of these fields and actions are tried first; during: how the whole game stands then; seats: scopes of
    so many players, at least, are tried first."""

    members: tuple[Aim, ...]
    questions: tuple[str, ...] = ()
    about: frozenset[str] = frozenset()
    during: Where = field(default_factory=dict)
    seats: int = 0

    def is_near(self, system: TransitionSystem, state: State) -> bool:
        """Whether the whole game stands so, names somebody where it is to, and of a member the fields say so."""
        if not self.members:
            return False
        aim, index = self.members[0], system.schema.index
        said = {name: values for name, values in aim.where.items() if name in index}
        if not (self.during or aim.leading or said) or not is_while(self.during, aim.leading, system, state):
            return False
        return any(is_there(said, aim.sort, system, state, who) for who in range(system.scope.size(aim.sort)))


Beginning: TypeAlias = tuple[Scope, Dealt, Scenario | None]


@dataclass(frozen=True)
class Need:
    """The need of a law. likely: how likely it is drawn for; begun: where plays began that met what it speaks of; held:
    some states in which they did."""

    likely: float
    wishes: Sequence[Wish]
    begun: Sequence[Beginning] = ()
    held: Sequence[Drawn] = ()


def nearest(system: TransitionSystem, state: State, aim: Aim, rng: Random) -> int:
    """A member of which the most is as it is looked for, best one that is at work, by chance among several."""
    busy = {who for of, who in members_at_work(system, state) if of.name == aim.sort}
    members = range(len(system.scope.names[aim.sort]))
    near = [fitting(system, state, aim.sort, who, aim.where) + (who in busy) for who in members]
    for name in aim.leading:
        named = first(state.fields[system.schema.index[name]])
        if isinstance(named, int):
            near[named] += len(members)
    for name, where in aim.named_by.items():
        field = system.schema.slots[system.schema.index[name]].field
        assert isinstance(field.type, t.Map) and isinstance(field.type.key, t.Sort)
        for other, named in enumerate(state.fields[system.schema.index[name]]):
            if named is not None:
                near[named] += 1 + fitting(system, state, field.type.key.name, other, where)
    return rng.choice([who for who in members if near[who] == max(near)])


def fitting(system: TransitionSystem, state: State, sort: str, who: int, where: Where) -> int:
    """How much of a member is as it is looked for."""
    index, attributes = system.schema.index, system.scope.attributes
    columns = [(state.fields[index[n]] if n in index else attributes[sort, n], where[n]) for n in where]
    return sum(column is not None and is_among(column[who], values) for column, values in columns)
