"""What Rumur's manual claims of its model."""

from __future__ import annotations

from model.philosophers.rules import Fork, Mood, Philosopher, State, philosophers

from ruleslawyer.lang import Checks

checks = Checks(philosophers)


@checks.sometimes("2.3")
def somebody_eats(s: State) -> bool:
    """There is a meal."""
    return any(s.mood[p] == Mood.EATING for p in Philosopher)


@checks.always("4.1", reached=somebody_eats)
def no_fork_is_shared(s: State) -> bool:
    """A fork is not at once somebody's left and another one's right."""
    return not any(
        s.has_right[p] and s.has_left[q] and p.right == q.left for p in Philosopher for q in Philosopher if p != q
    )


@checks.always("2.1")
def held_by_somebody(s: State) -> bool:
    """A fork counts as held exactly while somebody has it in a hand."""
    return all(
        s.held[f] == any((s.has_left[p] and p.left == f) or (s.has_right[p] and p.right == f) for p in Philosopher)
        for f in Fork
    )


@checks.possible("4.2")
def dinner_goes_on(s: State) -> bool:
    """From everywhere, somebody can still get to eat."""
    return any(s.mood[p] == Mood.EATING for p in Philosopher)
