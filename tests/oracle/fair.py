"""Plays that are fair and stay somewhere for ever: circles, by plain sets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tests.oracle.book import Each, Rule
from tests.oracle.values import CHANCE

if TYPE_CHECKING:
    from tests.oracle.graph import Found

Edges = list[tuple[Any, Any]]


class Fair:
    """What fair plays can do within some states of an exploration."""

    def __init__(self, found: Found, rule: Rule, within: set[Any]) -> None:
        self.within, self.beyond, self.loops = within, found.beyond, found.loops
        self.ways: dict[Any, set[Any]] = {state: set() for state in found.depth}
        for source, _, target in found.played:
            self.ways[source].add(target)
        self.weak = [self._moves(found, s) for f in rule.fair if f is not CHANCE for s in self._sets(found, f)]
        self.strong = [self._moves(found, s) for named in rule.strongly_fair for s in self._sets(found, named)]
        if CHANCE in rule.fair:  # each outcome in each state by itself
            self.strong += [[(s, after)] for s, i, after in found.played if i.rule.kind == "chance" and s != after]

    def goes_round(self) -> bool:
        """Whether a fair play may go round within."""
        return bool(self.loops) or any(True for _ in self._fair_parts(self.within))

    def _sets(self, found: Found, named: Rule | Each) -> list[tuple[Rule, dict[int, Any]]]:
        """The sets of instances that a name stands for, each by the values that some parameters have."""
        if not isinstance(named, Each):
            return [(named, {})]
        places = [[n for n, _ in named.rule.choices].index(name) for name in named.names]
        taken = {tuple(i.args[p] for p in places) for _, i, _ in found.played if i.rule is named.rule and not i.miss}
        return [(named.rule, dict(zip(places, values, strict=True))) for values in taken]

    def _moves(self, found: Found, of: tuple[Rule, dict[int, Any]]) -> Edges:
        """The steps of a set that change the state."""
        rule, values = of
        return [
            (source, target)
            for source, i, target in found.played
            if i.rule is rule and not i.miss and source != target and all(i.args[p] == x for p, x in values.items())
        ]

    def stays(self) -> set[Any]:
        """The states from which a fair play may stay within for ever: it ends there, goes round, or is forced round."""
        ends = {s for s in self.within if not self.ways[s] and s not in self.beyond} | self.loops & self.within
        good = ends | {s for part in self._fair_parts(self.within) for s in part}
        size = -1
        while size != len(good):
            size = len(good)
            good |= {s for s in self.within if self.ways[s] & good}
        return good

    def rests(self, some: set[Any]) -> set[Any]:
        """Those of some states in which a fair play may end or be forced round, or to which it may come again and
        again."""
        ends = {s for s in some if not self.ways[s] and s not in self.beyond} | self.loops & some
        return ends | {s for part in self._fair_parts(self.within) for s in part & some}

    def _fair_parts(self, states: set[Any]) -> Iterable[set[Any]]:
        for part in self._parts(states):
            for moves in self.strong:
                enabled = {source for source, _ in moves} & part
                if enabled and not self._taken(moves, part):
                    yield from self._fair_parts(part - enabled)
                    break
            else:
                starved = (m for m in self.weak if part <= {s for s, _ in m} and not self._taken(m, part))
                if next(starved, None) is None:
                    yield part

    @staticmethod
    def _taken(moves: Edges, part: set[Any]) -> bool:
        return any(source in part and target in part for source, target in moves)

    def _parts(self, states: set[Any]) -> list[set[Any]]:
        """The largest sets of states in which each can be come to from each, by at least one step."""
        reach: dict[Any, set[Any]] = {}
        for state in states:
            seen, waiting = set[Any](), [state]
            while waiting:
                new = (self.ways[waiting.pop()] & states) - seen
                seen |= new
                waiting += new
            reach[state] = seen
        left, found = set(states), []
        while left:
            state = left.pop()
            part = {other for other in reach[state] if state in reach[other]}
            left -= part
            if part:
                found.append(part)
        return found
