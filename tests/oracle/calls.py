"""Plays as they are printed, found again among the oracle's steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from tests.oracle import values as v
from tests.oracle.graph import Explorer
from tests.oracle.play import Instance, State


def text(value: Any) -> str:
    """A value as a person writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, v.Pile):
        return " > ".join(map(text, value)) or "empty"
    if isinstance(value, frozenset):
        return "{" + ", ".join(map(text, sorted(value, key=_place))) + "}"
    if isinstance(value, v.Map):
        return "{" + ", ".join(f"{text(k)}: {text(x)}" for k, x in value.entries.items()) + "}"
    name = str(value)
    return f"{type(value).__name__}{name}" if isinstance(value, v.Sort) and name[:1].isdigit() else name


def _place(member: Any) -> Any:
    return list(type(member)).index(member) if isinstance(member, Enum) else getattr(member, "_index", member)


def call(instance: Instance) -> str:
    """An instance as it is printed."""
    named = zip(instance.rule.choices, instance.args, strict=True)
    return f"{instance.name}({', '.join(f'{name}={_argument(type_, value)}' for (name, type_), value in named)})"


def _argument(type_: Any, value: Any) -> str:
    """Of a joint choice the seats that choose are written."""
    if isinstance(value, v.Map) and not isinstance(getattr(type_, "value", None), v.Optional):
        return text(v.Map({key: x for key, x in value.entries.items() if x is not None}))
    return text(value)


def plain(state: State) -> tuple[str, ...]:
    """A state by its text, so that those of two explorations can be compared."""
    return tuple(text(x) if not isinstance(x, frozenset) else str(sorted(map(text, x))) for x in state)


class Steps:
    """What can be done in each state of an exploration, by how it is written."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.begun: dict[str, State | None] = {}
        rule = explorer.book.once["initial"]
        for args in explorer.play.beginnings():
            named = zip(rule.choices, args, strict=True)
            called = f"initial({', '.join(f'{n}={_argument(t, x)}' for (n, t), x in named)})"
            self.begun[called] = explorer.play.begin(args).rest
        self.out: dict[State, dict[str, State]] = {}
        for source, instance, target in explorer.found.edges:
            self.out.setdefault(source, {})[call(instance)] = target

    def states(self, play: Sequence[str]) -> list[State | None]:
        """The states that a play goes through; it ends with None where there is no such step."""
        found = [self.begun.get(play[0])]
        for one in play[1:]:
            at = found[-1]
            found.append(self.out.get(at, {}).get(one) if at is not None else None)
        return found

    def refusal(self, play: Sequence[str]) -> str:
        """Why a printed play is none; empty where it is one, but for its last step, which may only be looked at."""
        first, *others = play
        if first not in self.begun:
            return f"a game does not begin with {first}"
        state = self.begun[first]
        for place, one in enumerate(others):
            following = self.out.get(state, {}) if state is not None else {}
            if one not in following:
                return "" if place == len(others) - 1 and state is not None else f"{one} cannot be taken there"
            state = following[one]
        return ""


def apart(one: Steps, other: Steps) -> int | None:
    """After how many actions players could tell two readings apart, at the earliest; None where never, -1 where games
    begin in another way."""
    begun = [{called: state and plain(state) for called, state in steps.begun.items()} for steps in (one, other)]
    if begun[0] != begun[1]:
        return -1
    ways = [_plainly(steps.out) for steps in (one, other)]
    level, seen, after = {state for state in begun[0].values() if state is not None}, set[Any](), 0
    while level:
        if any(ways[0].get(state, {}) != ways[1].get(state, {}) for state in level):
            return after
        seen |= level
        level = {target for state in level for target in ways[0].get(state, {}).values()} - seen
        after += 1
    return None


def _plainly(out: Mapping[State, Mapping[str, State]]) -> dict[Any, dict[str, Any]]:
    return {plain(state): {c: plain(target) for c, target in steps.items()} for state, steps in out.items()}


def rounds(edges: Iterable[tuple[State, Instance, State]]) -> bool:
    """Whether some of these steps lead round."""
    out: dict[State, set[State]] = {}
    for source, _, target in edges:
        out.setdefault(source, set()).add(target)
    left = dict(out)
    while True:
        ends = [state for state, targets in left.items() if not any(t in left for t in targets)]
        if not ends:
            return bool(left)
        for state in ends:
            del left[state]
