"""Echo: a node that begins asks its neighbours, each asks its own, and answers whom it heard of first.

After Echo.tla (E. Chang, 1982). Who is beside a node is no field here, as it never changes.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, permit, state

echo = Ruleset("echo")
echo.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """A node, with those beside it; one begins."""

    first: bool
    beside: frozenset[Player]


class Line(Enum):
    """What a node does next."""

    ASK = "ask"
    HEAR = "hear"
    ANSWER = "answer"
    DONE = "done"


@state
class State:
    """Questions and answers that lie with a node, by whom they are of."""

    asked: Map[Player, frozenset[Player]]
    answered: Map[Player, frozenset[Player]]
    parent: Map[Player, Player | None]
    children: Map[Player, frozenset[Player]]
    heard: Map[Player, Annotated[int, Range(0)]]
    line: Map[Player, Line]


@echo.initial("1")
def begin(s: State) -> None:
    for n in Player:
        s.line[n] = Line.ASK


@echo.action("2")
def ask(s: State, who: Player) -> None:
    """Who begins asks all."""
    permit("2", s.line[who] == Line.ASK)
    s.line[who] = Line.HEAR
    if who.first:
        for n in who.beside:
            s.asked[n] = s.asked[n] | frozenset({who})


@echo.action("3")
def hear_a_question(s: State, who: Player, of: Player) -> None:
    """Of the first one asks all others."""
    permit("3", s.line[who] == Line.HEAR and of in s.asked[who])
    s.asked[who] = s.asked[who] - frozenset({of})
    if not who.first and s.heard[who] == 0:
        s.parent[who] = of
        for n in who.beside - frozenset({of}):
            s.asked[n] = s.asked[n] | frozenset({who})
    s.heard[who] += 1


@echo.action("4")
def hear_an_answer(s: State, who: Player, of: Player) -> None:
    permit("4", s.line[who] == Line.HEAR and of in s.answered[who])
    s.answered[who] = s.answered[who] - frozenset({of})
    s.children[who] = s.children[who] | frozenset({of})
    s.heard[who] += 1


@echo.action("5")
def have_heard_all(s: State, who: Player) -> None:
    permit("5", s.line[who] == Line.HEAR and s.heard[who] == len(who.beside))
    s.line[who] = Line.ANSWER


@echo.action("5")
def answer(s: State, who: Player) -> None:
    permit("5", s.line[who] == Line.ANSWER)
    s.line[who] = Line.DONE
    for n in Player:
        if n == s.parent[who]:
            s.answered[n] = s.answered[n] | frozenset({who})


@echo.ended("6")
def over(s: State) -> bool:
    return all(s.line[n] == Line.DONE for n in Player)


checks = Checks(echo)


@checks.always("6")
def who_begins_has_no_parent(s: State) -> bool:
    return all(s.parent[n] is None for n in Player if n.first)


@checks.always("6")
def parents_are_beside(s: State) -> bool:
    return all(s.parent[n] is None or s.parent[n] in n.beside for n in Player)


@checks.always("6")
def children_are_of_their_parents(s: State) -> bool:
    return all(s.parent[n] == m for m in Player for n in s.children[m])


@checks.always("6")
def parents_that_are_done_know_their_children(s: State) -> bool:
    return all(s.parent[n] != m or s.line[m] != Line.DONE or n in s.children[m] for m in Player for n in Player)


@checks.eventually("6")
def it_ends(s: State) -> bool:
    return over(s)
