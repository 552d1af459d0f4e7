"""Dudo, 2.0.5: dice are thrown, one after the other, and each player sees the own ones."""

from __future__ import annotations

from model.liars_dice.state import Die, Face, Player, State, dudo, in_play

from ruleslawyer.lang import effect


def to_be_thrown(s: State, die: Die) -> bool:
    """Whether a die lies in no cup yet; after a call all are thrown again."""
    return in_play(s, die) and (s.shown or s.shows[die] is None)


def order(die: Die) -> int:
    """In which order dice are thrown, which nobody notices: player by player."""
    return die.owner.seat * 10 + die.place


@dudo.chance("2.0.5b", uniform="2.0.5b")
def throw(s: State, die: Die, face: Face) -> None:
    """A die comes to lie. With the first one of a round, the old round is forgotten."""
    with effect("2.0.5b"):
        if s.shown:
            for d in Die:
                s.shows[d] = None
            s.shown = False
            s.quantity = 0
            s.face = None
            s.bidder = None
        s.shows[die] = face


@throw.domain
def the_next_die(s: State, die: Die, face: Face) -> bool:
    """The order of throws makes no difference, so there is one."""
    return to_be_thrown(s, die) and all(order(die) <= order(d) for d in Die if to_be_thrown(s, d))


@dudo.seen("2.0.1b", "2.0.5c", "2.3.2a")
def knows(s: State, die: Die, who: Player) -> bool:
    """One's own dice, and everybody's once they are uncovered."""
    return die.owner == who or s.shown
