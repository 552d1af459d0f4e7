"""The dining philosophers: two clauses order the forks, and without them they starve."""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Map, Ruleset, Sort, defines, effect, state

philosophers = Ruleset("philosophers")
philosophers.closed_world(assumed="a philosopher does nothing but what a rule describes")


@defines("1.1")
class Fork(Sort):
    """A fork between two plates."""

    number: int


@defines("1.1")
class Philosopher(Sort):
    """Somebody at the table."""

    left: Fork
    right: Fork


@defines("1.2")
class Mood(Enum):
    """What a philosopher is at."""

    THINKING = "thinking"
    HUNGRY = "hungry"
    EATING = "eating"


@state
class State:
    mood: Map[Philosopher, Mood]
    has_left: Map[Philosopher, bool]
    has_right: Map[Philosopher, bool]
    held: Map[Fork, bool]


@philosophers.initial("1.2")
def all_hungry(s: State) -> None:
    """Dinner begins."""
    with effect("1.2"):
        for p in Philosopher:
            s.mood[p] = Mood.HUNGRY


@philosophers.awaits
def anybody(s: State) -> frozenset[Philosopher]:
    """Anybody may be next."""
    return frozenset(Philosopher)


@philosophers.ended()
def never(s: State) -> bool:
    """Dinner goes on for ever."""
    return False


@philosophers.winners()
def nobody(s: State) -> frozenset[Philosopher]:
    """It is no contest."""
    return frozenset()


@philosophers.action("2.1")
def take_left(s: State, who: Philosopher) -> None:
    """Take the fork at the left."""
    with effect("2.1"):
        s.held[who.left] = True
        s.has_left[who] = True


@take_left.permit("2.1")
def left_is_free(s: State, who: Philosopher) -> bool:
    """When hungry."""
    return s.mood[who] == Mood.HUNGRY and not s.has_left[who] and not s.held[who.left]


@take_left.forbid("3.1", over=left_is_free, because="the order of the forks narrows what may be taken")
def left_is_higher(s: State, who: Philosopher) -> bool:
    """The lower one is at the right, and still on the table."""
    return not s.has_right[who] and who.left.number >= who.right.number


@philosophers.action("2.2")
def take_right(s: State, who: Philosopher) -> None:
    """Take the fork at the right."""
    with effect("2.2"):
        s.held[who.right] = True
        s.has_right[who] = True


@take_right.permit("2.2")
def right_is_free(s: State, who: Philosopher) -> bool:
    """When hungry."""
    return s.mood[who] == Mood.HUNGRY and not s.has_right[who] and not s.held[who.right]


@take_right.forbid("3.1", over=right_is_free, because="the order of the forks narrows what may be taken")
def right_is_higher(s: State, who: Philosopher) -> bool:
    """The lower one is at the left, and still on the table."""
    return not s.has_left[who] and who.right.number >= who.left.number


@philosophers.action("2.3")
def eat(s: State, who: Philosopher) -> None:
    """Begin to eat."""
    with effect("2.3"):
        s.mood[who] = Mood.EATING


@eat.permit("2.3")
def has_both(s: State, who: Philosopher) -> bool:
    """Hungry, with both forks."""
    return s.mood[who] == Mood.HUNGRY and s.has_left[who] and s.has_right[who]


@philosophers.action("2.4")
def think(s: State, who: Philosopher) -> None:
    """Begin to think."""
    with effect("2.4"):
        s.mood[who] = Mood.THINKING


@think.permit("2.4")
def has_eaten(s: State, who: Philosopher) -> bool:
    """After eating."""
    return s.mood[who] == Mood.EATING


@philosophers.action("2.5")
def drop_left(s: State, who: Philosopher) -> None:
    """Put down the fork at the left."""
    with effect("2.5"):
        s.held[who.left] = False
        s.has_left[who] = False


@drop_left.permit("2.5")
def thinks_with_left(s: State, who: Philosopher) -> bool:
    """While thinking."""
    return s.mood[who] == Mood.THINKING and s.has_left[who]


@drop_left.forbid("3.2", over=thinks_with_left, because="the order of the forks narrows what may be put down")
def left_is_lower(s: State, who: Philosopher) -> bool:
    """The higher one is at the right, and still in hand."""
    return s.has_right[who] and who.left.number <= who.right.number


@philosophers.action("2.6")
def drop_right(s: State, who: Philosopher) -> None:
    """Put down the fork at the right."""
    with effect("2.6"):
        s.held[who.right] = False
        s.has_right[who] = False


@drop_right.permit("2.6")
def thinks_with_right(s: State, who: Philosopher) -> bool:
    """While thinking."""
    return s.mood[who] == Mood.THINKING and s.has_right[who]


@drop_right.forbid("3.2", over=thinks_with_right, because="the order of the forks narrows what may be put down")
def right_is_lower(s: State, who: Philosopher) -> bool:
    """The higher one is at the left, and still in hand."""
    return s.has_left[who] and who.right.number <= who.left.number


@philosophers.action("2.7")
def get_hungry(s: State, who: Philosopher) -> None:
    """Become hungry."""
    with effect("2.7"):
        s.mood[who] = Mood.HUNGRY


@get_hungry.permit("2.7")
def thinks(s: State, who: Philosopher) -> bool:
    """At any thought."""
    return s.mood[who] == Mood.THINKING
