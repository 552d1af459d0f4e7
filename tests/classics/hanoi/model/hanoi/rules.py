"""The Towers of Hanoi with any number of discs and pegs."""

from __future__ import annotations

from ruleslawyer.lang import Map, Ruleset, Sort, defines, effect, state, the

hanoi = Ruleset("hanoi")
hanoi.closed_world(assumed="discs do nothing but move")


class Solver(Sort):
    """Whoever moves."""


@defines("1.1")
class Peg(Sort):
    """A peg; on one of them the tower begins."""

    first: bool


@defines("1.1")
class Disc(Sort):
    """A disc; no two are of one size."""

    size: int


@state
class State:
    on: Map[Disc, Peg]


@hanoi.initial("1.2")
def one_tower(s: State) -> None:
    """All discs are on the first peg."""
    with effect("1.2"):
        for disc in Disc:
            s.on[disc] = the(p for p in Peg if p.first)


@hanoi.awaits
def anybody(s: State) -> frozenset[Solver]:
    """Who moves does not matter."""
    return frozenset(Solver)


@hanoi.ended()
def never(s: State) -> bool:
    """All arrangements are of interest, so none is the end."""
    return False


@hanoi.winners()
def nobody(s: State) -> frozenset[Solver]:
    """It is no contest."""
    return frozenset()


@hanoi.action("2.1")
def move(s: State, who: Solver, disc: Disc, to: Peg) -> None:
    """Take a disc off its peg and put it on another one."""
    with effect("2.1"):
        s.on[disc] = to


@move.domain
def elsewhere(s: State, who: Solver, disc: Disc, to: Peg) -> bool:
    return to != s.on[disc]


@move.permit("2.1")
def the_topmost(s: State, who: Solver, disc: Disc, to: Peg) -> bool:
    """Nothing smaller lies on it."""
    return all(s.on[d] != s.on[disc] for d in Disc if d.size < disc.size)


@move.forbid("2.2", over=the_topmost, because="the text says: but never")
def onto_a_smaller_one(s: State, who: Solver, disc: Disc, to: Peg) -> bool:
    """A smaller disc is there."""
    return any(s.on[d] == to for d in Disc if d.size < disc.size)
