"""What comes next in a state: a round of settles, the end of the game, a duty, or somebody's decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ruleslawyer.ground.arguments import Arguments
from ruleslawyer.ground.context import Store
from ruleslawyer.ground.nodes import FALSE, TRUE, Node, both, either, negate
from ruleslawyer.ground.rules import Rules
from ruleslawyer.ground.values import Bunch, Value, merge
from ruleslawyer.ground.world import World
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Settle


class Forces:
    """Asked of any state, as nodes over it; `walk` meets the checks that asking fails."""

    def __init__(self, world: World, arguments: Arguments) -> None:
        self._system, self._scope, self._arguments = world.system, world.scope, arguments

    def innermost(self, store: Store, frame: str | None) -> Node:
        """Whether this frame is the innermost open one (None: no frame is open)."""
        names = list(self._system.frames)
        inner = names[names.index(frame) + 1 :] if frame is not None else names
        return both(store.open[frame] if frame is not None else TRUE, *(negate(store.open[f]) for f in inner))

    def holding(self, walk: Rules, store: Store) -> list[tuple[Settle, tuple[Any, ...], Node]]:
        """Each instance of each settle, and when it holds."""
        return [
            (settle, args, walk.holds(settle.when, (store, *args)))
            for settle in self._scope.on(self._system.settles)
            for _, args, _ in self._arguments.lists(settle.name, settle.function.parameters[1:], None)
        ]

    def reacting(self, store: Store) -> tuple[Node, ...]:
        """For each player, where he may declare or miss a trigger."""
        found: list[list[Node]] = [[] for _ in self._scope.names[self._system.players]]
        for trigger in self._scope.on(self._system.triggers):
            here = either(*(self.innermost(store, frame) for frame in trigger.at))
            for key, value in store.cells.items():
                if key[:2] == (None, trigger.field):
                    assert isinstance(value, Node)
                    found[key[2][trigger.decider]].append(both(here, value))
        return tuple(either(*nodes) for nodes in found)

    def asked(
        self, walk: Rules, store: Store, held: Iterable[tuple[Settle, tuple[Any, ...], Node]]
    ) -> tuple[Node, Node, dict[str, Node]]:
        """Whether some settle holds; where none does, whether the game has ended, and which duty runs."""
        unsettled = either(*(condition for _, _, condition in held))
        with walk.assuming(negate(unsettled)):
            ended = walk.holds(self._system.ended, (store,))
            waits = either(unsettled, ended, *self.reacting(store))
            return unsettled, ended, dict(self._due(walk, store, waits))

    @staticmethod
    def resting(unsettled: Node, ended: Node, due: Mapping[str, Node]) -> Node:
        """Whether nothing is forced: somebody decides, or the game is over."""
        return both(negate(unsettled), either(ended, negate(either(*due.values()))))

    def _due(self, walk: Rules, store: Store, earlier: Node) -> Iterator[tuple[str, Node]]:
        """For each duty, when it is the one that runs: due, and nothing that comes earlier is."""
        for duty in self._scope.on(self._system.duties):
            place = both(negate(earlier), self.innermost(store, duty.at))
            with walk.assuming(place):
                holds = both(place, walk.holds(duty.when, framed(duty.when, store)))
            yield duty.name, holds
            earlier = either(earlier, holds)

    def awaited(self, walk: Rules, store: Store) -> Bunch:
        """Whose decision it is: what pending triggers say, the innermost open frame, or the rule `awaits`."""
        reacting = self.reacting(store)
        asked = negate(either(*reacting))
        outside = both(self.innermost(store, None), asked)
        with walk.assuming(outside):
            found: Value = walk.ask(self._system.awaits, (store,))
        for name, frame in self._system.frames.items():
            type_ = next(f.type for f in frame.fields if f.name == "awaits")
            here = walk.read(store, name, "awaits", type_, [], ())
            found = merge(self.innermost(store, name), here, found)
        assert isinstance(found, Bunch)
        members = tuple(either(r, both(asked, m)) for r, m in zip(reacting, found.members, strict=True))
        return Bunch(members, both(asked, found.chance or FALSE))


def takes_frame(function: Function) -> bool:
    """Whether a rule is asked with its frame."""
    return len(function.parameters) > 1 and isinstance(function.parameters[1].type, t.FrameOf)


def framed(function: Function, store: Store) -> tuple[Store, ...]:
    """The state as a rule without other arguments takes it."""
    return (store, store) if takes_frame(function) else (store,)
