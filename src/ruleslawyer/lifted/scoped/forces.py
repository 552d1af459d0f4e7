"""Steps that come next in a state: a round of settles, the end of the game, a duty, or somebody's decision."""

from __future__ import annotations

from ruleslawyer.core import due, forced
from ruleslawyer.ir import types as t
from ruleslawyer.lifted import values as v
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.scoped.given import World
from ruleslawyer.lifted.scoped.nodes import Node, both, either, equal, negate, number
from ruleslawyer.lifted.scoped.rules import Rules
from ruleslawyer.lifted.scoped.values import Bunch
from ruleslawyer.lifted.terms import Term


class Forces:
    """The forced steps of any state, as nodes over it; `walk` meets the checks that asking fails."""

    def __init__(self, world: World) -> None:
        self._world, self._system = world, world.system

    def innermost(self, store: Store, frame: str | None) -> Node:
        """Whether this frame is the innermost open one (None: no frame is open)."""
        return Rules(self._world).whether(forced.is_innermost(self._system, frame), (store,))

    def reacting(self, walk: Rules, store: Store) -> tuple[Node, ...]:
        """For each player, where he may declare or miss a trigger."""
        found = walk.ask(forced.reacting(self._system), (store,))
        return self.members(found).members

    def due(self, walk: Rules, store: Store) -> tuple[Node, Node, dict[str, Node]]:
        """Whether nothing is forced: somebody decides, or the game is over; whether some settle holds; and which duty
        runs."""
        said = walk.ask(due.due(self._system), (store,))
        assert isinstance(said, Term)
        found = walk.node(said)
        duties = {name: equal(found, number(k)) for k, name in enumerate(self._system.duties, 1)}
        return equal(found, number(0)), equal(found, number(due.A_ROUND)), duties

    def awaited_players(self, walk: Rules, store: Store) -> Bunch:
        """The players whose decision it is: those of pending triggers, of the innermost open frame, or of the rule
        `awaits`."""
        reacting = self.reacting(walk, store)
        asked = negate(either(*reacting))
        outside = both(self.innermost(store, None), asked)
        with walk.assume(outside):
            value: v.Value = walk.ask(self._system.awaits, (store,))
        for name in self._system.frames:
            here = walk.holds(forced.is_innermost(self._system, name), (store,))
            value = v.merge(here, store.cells[name, "awaits"].at(()), value)
        found = self.members(value)
        members = tuple(either(r, both(asked, m)) for r, m in zip(reacting, found.members, strict=True))
        assert found.chance is not None
        return Bunch(members, both(asked, found.chance))

    def members(self, value: v.Value) -> Bunch:
        """The members of a set of players."""
        *members, chance = self._world.scalars(t.Awaits(t.Sort(self._system.players)), value)
        return Bunch(tuple(members), chance)
