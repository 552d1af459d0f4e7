"""Arguments that no state lets through are asked about once; what is left is what asking everywhere gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Action
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import bundle
from tests.agree.written import written

MODEL = '''
class Card(Sort):
    """What is played."""

    event: bool
    owner: Player


@state
class State:
    hand: Map[Card, bool]


@book.action("2")
def play(s: State, who: Player, card: Card, amount: Annotated[int, Range(0, 9)], again: bool) -> None:
    """Play an event."""
    with effect("2"):
        s.hand[card] = True


@play.domain
def own_event(s: State, who: Player, card: Card, amount: Annotated[int, Range(0, 9)], again: bool) -> bool:
    if amount > 1:
        return False
    return card.event and (card.owner == who or 1 // amount == 2) and not s.hand[card]


@play.permit("2")
def always(s: State, who: Player, card: Card, amount: Annotated[int, Range(0, 9)], again: bool) -> bool:
    return True
'''


class Everywhere(TransitionSystem):
    """The same, asking about all arguments in every state."""

    def _lists_all(self, action: Action, awaited: frozenset[int]) -> bool:
        return False


class Counting(Interpreter):
    """Counts how often a domain is asked."""

    asked = 0

    def call(self, evaluation: Look, function: Function, args: tuple[Any, ...]) -> Any:
        self.asked += function.name == "own_event"
        return super().call(evaluation, function, args)


SCOPE = """
[sorts]
Player = ["Ann", "Bob"]
Thing = 1

[attributes.Card]
event = [true, true, false]
owner = ["Ann", "Bob", "Ann"]
"""


@pytest.fixture
def machines(tmp_path: Path) -> tuple[Counting, Direct]:
    found = bundle(written(tmp_path, "cards", MODEL, SCOPE.replace("Thing = 1", "Thing = 1\nCard = 3")), "cards")
    scope = found.scope("tiny")
    return Counting(found.system, scope), Direct(found.system, scope, found.root, modules=found.modules)


def reached(system: TransitionSystem) -> list[State]:
    states = dict.fromkeys(o.state for _, o in system.initial() if o.state is not None)
    waiting = list(states)
    while waiting:
        state = waiting.pop()
        for judged in system.candidates(state):
            after = system.take(state, judged.instance).state if judged.is_allowed else None
            if after is not None and after not in states:
                states[after] = None
                waiting.append(after)
    return list(states)


def test_the_same_candidates(machines: tuple[Counting, Direct]) -> None:
    """On both machines, in the same order, with the same failed checks, for one player awaited or two."""
    for machine in machines:
        quick, slow = TransitionSystem(machine), Everywhere(machine)
        states = reached(slow)
        assert len(states) == 4
        for state in states:
            assert list(quick.candidates(state)) == list(slow.candidates(state))
            action = quick.system.actions["play"]
            for awaited in (frozenset({0}), frozenset({1}), frozenset({0, 1})):
                one, other = (list(system._instances(action, state, awaited)) for system in (quick, slow))
                assert [(args, event and event.key) for args, event in one] == [
                    (args, event and event.key) for args, event in other
                ]


def test_a_domain_is_asked_once_where_no_state_decides(machines: tuple[Counting, Direct]) -> None:
    """2 players, 3 cards, 10 amounts, 2 flags: 120 lists of arguments. 8 have an own event and an amount
    of 0 or 1; of another's event with the amount 0 a check fails, 4 times; with 1 it is no candidate."""
    machine, _ = machines
    system = TransitionSystem(machine)
    states = reached(Everywhere(machine))
    machine.asked = 0
    list(system.candidates(states[0]))
    assert machine.asked == 120 + 12
    machine.asked = 0
    list(system.candidates(states[1]))
    assert machine.asked == 12
