"""Philosophers who hand forks to each other, by Chandy and Misra (github.com/tlaplus/Examples, DiningPhilosophers).

A philosopher who looks around and finds nothing to do takes a step that changes nothing: it counts for no fairness.
"""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, effect, state, the

dining = Ruleset("dining")
dining.closed_world(assumed="nothing happens but what a rule describes")


class Fork(Sort):
    """A fork between two plates; `first` holds it in the beginning."""

    number: int


class Philosopher(Sort):
    """Somebody at the table, with the two forks, the two neighbours and the first fork's number; one is watched."""

    left: Fork
    right: Fork
    before: Philosopher
    after: Philosopher
    number: int
    watched: bool


class Label(Enum):
    """The step of the program that is next."""

    LOOP = "loop"
    EAT = "eat"
    THINK = "think"


@state
class State:
    holder: Map[Fork, Philosopher]
    clean: Map[Fork, bool]
    hungry: Map[Philosopher, bool]
    label: Map[Philosopher, Label]


@dining.initial("1")
def begin(s: State) -> None:
    """All are hungry, and the forks are dirty; each is held by the lower one of its two philosophers."""
    with effect("1"):
        for f in Fork:
            s.holder[f] = the(p for p in Philosopher if p.number == (1 if f.number == 2 else f.number))
        for p in Philosopher:
            s.hungry[p] = True
            s.label[p] = Label.LOOP


@dining.awaits
def anybody(s: State) -> frozenset[Philosopher]:
    """Any of them may be next."""
    return frozenset(Philosopher)


@dining.ended()
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@dining.winners()
def nobody(s: State) -> frozenset[Philosopher]:
    """It is no contest."""
    return frozenset()


def holds_dirty(s: State, who: Philosopher, fork: Fork) -> bool:
    """Whether a neighbour should have it."""
    return s.holder[fork] == who and not s.clean[fork]


def can_eat(s: State, who: Philosopher) -> bool:
    """Whether both forks are there, and clean."""
    return all(s.holder[f] == who and s.clean[f] for f in Fork if f in (who.left, who.right))


@dining.action("2")
def look(s: State, who: Philosopher) -> None:
    """Clean a dirty fork and hand it over, the left one first; then think, eat, or look again."""
    with effect("2"):
        if not s.hungry[who]:
            s.label[who] = Label.THINK
        elif can_eat(s, who):
            s.label[who] = Label.EAT
        if holds_dirty(s, who, who.left):
            s.holder[who.left] = who.before
            s.clean[who.left] = True
        elif holds_dirty(s, who, who.right):
            s.holder[who.right] = who.after
            s.clean[who.right] = True


@look.permit("2")
def at_loop(s: State, who: Philosopher) -> bool:
    return s.label[who] == Label.LOOP


@dining.action("3")
def eat(s: State, who: Philosopher) -> None:
    """Eat, which makes both forks dirty."""
    with effect("3"):
        s.hungry[who] = False
        s.clean[who.left] = False
        s.clean[who.right] = False
        s.label[who] = Label.LOOP


@eat.permit("3")
def at_eat(s: State, who: Philosopher) -> bool:
    return s.label[who] == Label.EAT


@dining.action("4")
def think(s: State, who: Philosopher) -> None:
    """Think, and be hungry again."""
    with effect("4"):
        s.hungry[who] = True
        s.label[who] = Label.LOOP


@think.permit("4")
def at_think(s: State, who: Philosopher) -> bool:
    return s.label[who] == Label.THINK


def sated(s: State) -> bool:
    """Whether the one that is watched has eaten."""
    return any(p.watched and not s.hungry[p] for p in Philosopher)


checks = Checks(dining)


@checks.leads_to("5", fair=(look.each("who"), eat.each("who"), think.each("who")))
def nobody_starves(s: State) -> tuple[bool, bool]:
    """Everybody eats again and again."""
    return True, sated(s)


@checks.leads_to("5")
def without_fairness(s: State) -> tuple[bool, bool]:
    """Everybody eats again and again."""
    return True, sated(s)
