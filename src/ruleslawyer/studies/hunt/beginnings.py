"""The question who begins, where the rules let a game begin with one player or with another one."""

from __future__ import annotations

import re
from itertools import islice

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.walk import walk
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.hunt.question import Ask, Question
from ruleslawyer.studies.hunt.references import FAR
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.words import TIMELY, Words

MOST = 200
"""Ways to begin that are looked at."""
_BEGINS = re.compile(r"\b(begins?|beginning|first|starts?|starting)\b")


class Beginnings:
    """Looks at the ways in which the game of a scope begins."""

    def __init__(self, words: Words, ask: Ask) -> None:
        self.system, self.words, self.ask = words.system, words, ask
        parameters = self.system.initial.function.parameters[1:]
        self.numbers = [i for i, one in enumerate(parameters) if one.type == t.Sort(self.system.players)]

    def look(self, spot: Spot) -> None:
        """Asks who begins, where beginnings that differ in one player alone differ in who decides first."""
        for number in self.numbers:
            several = _first_players(spot.system, number)
            if len(several) > 1:
                self._ask(spot, number, several)

    def _ask(self, spot: Spot, number: int, several: frozenset[int]) -> None:
        def make() -> Question:
            words, initial = self.words, self.system.initial
            name = initial.function.parameters[number + 1].name
            effects = [one for one in walk(initial.function.body) if isinstance(one, n.Effect)]
            using = [one for one in effects if any(isinstance(v, n.Var) and v.name == name for v in walk(one.body))]
            cites = tuple(dict.fromkeys(cite for one in using for cite in one.cites)) or initial.origin.cites
            said = [c for c in cites if c in words.clauses and _BEGINS.search(words.clauses[c].says.lower())]
            near = tuple(said) or words.of_kind(cites, *TIMELY)
            one, *others = (words.player(spot, who) for who in sorted(several))
            asks = f"The game may begin with {one}, or with {' or '.join(others)}. Who begins?"
            return Question(
                "order", ("begins", str(number)), asks, "it begins with any of them", "a rule says who, or they agree",
                (cites,), near, spot, None, lambda system: _first_players(system, number), bool(said),
                initial.origin.cites,
            )  # fmt: skip

        self.ask("order", ("begins", str(number)), spot, make)


def _first_players(system: TransitionSystem, number: int) -> frozenset[int]:
    """The players who alone decide first, in beginnings that differ in one argument alone."""
    found: dict[tuple[object, ...], set[int]] = {}
    for instance, outcome in islice(system.initial(), MOST):
        first = None if outcome.state is None else _decides_first(system, outcome.state)
        if first is not None:
            found.setdefault((*instance.args[:number], None, *instance.args[number + 1 :]), set()).add(first)
    return frozenset(max(found.values(), key=len, default=()))


def _decides_first(system: TransitionSystem, state: State) -> int | None:
    """The one player who decides first, once chance has had its way; None where there is no such player."""
    try:
        for _ in range(FAR):
            if system.is_over(state):
                return None
            awaited = system.awaits(state)
            if awaited != t.CHANCE:
                return min(awaited) if len(awaited) == 1 else None
            may = system.allowed_instances(state)
            after = system.take(state, may[0]).state if may else None
            if after is None:
                return None
            state = after
    except BranchEnds:
        pass
    return None
