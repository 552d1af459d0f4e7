"""Procedures that one rule opens together: the one declared later is the inner one, whatever the rule wrote first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import demands

Ways: TypeAlias = set[frozenset[str]]
"""The procedures that are open, each way through some statements."""
MOST = 64
"""Ways that are followed; of more, all at once is taken for one."""


class Nesting:
    """Follows what rules open."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._known: dict[str, Ways] = {}

    def pairs(self, rules: Iterable[Rule]) -> dict[tuple[str, str], Rule]:
        """The procedures that some rule opens together, the outer first; with the first rule that does."""
        order = list(self.system.frames)
        found: dict[tuple[str, str], Rule] = {}
        for rule in rules:
            for way in self._through(rule.functions[0]):
                for outer, inner in combinations(sorted(way, key=order.index), 2):
                    found.setdefault((outer, inner), rule)
        return dict(sorted(found.items(), key=lambda one: tuple(map(order.index, one[0]))))

    def _through(self, function: n.Function) -> Ways:
        over, on = self._ways(function.body, {frozenset()})
        return over | on

    def _ways(self, body: Sequence[n.Stmt], before: Ways) -> tuple[Ways, Ways]:
        """The procedures that are open where a rule has returned on its way, and where it goes on."""
        over, now = Ways(), before
        for statement in body:
            ended, now = self._one(statement, now)
            over |= ended
            if len(now) > MOST:
                now = {frozenset().union(*now)}
        return over, now

    def _one(self, statement: n.Stmt, now: Ways) -> tuple[Ways, Ways]:
        match statement:
            case n.Open(frame=frame):
                return Ways(), {way | {frame} for way in now}
            case n.Close(frame=frame):
                return Ways(), {way - {frame} for way in now}
            case n.Return():
                return now, Ways()
            case n.If(then=then, otherwise=otherwise):
                one, other = self._ways(then, now), self._ways(otherwise, now)
                return one[0] | other[0], one[1] | other[1]
            case n.For(body=body):
                over, on = self._ways(body, now)
                return over, on | now
            case n.Effect(body=body) | n.Simultaneous(body=body):
                return self._ways(body, now)
            case n.Demand(deed=deed):
                return Ways(), {way | more for way in now for more in self._of_deed(deed)}
        return Ways(), now

    def _of_deed(self, deed: str) -> Ways:
        if deed not in self._known:
            self._known[deed] = {frozenset()}  # one that demands itself opens nothing more
            ways: Ways = {frozenset()}
            for name in demands(self.system, deed):
                ways |= self._through(self.system.deeds[name].function)
            self._known[deed] = ways
        return self._known[deed]
