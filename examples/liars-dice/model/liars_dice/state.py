"""Dudo, the players, the dice under their cups, and how a game begins and ends (1, 2.0, 2.3.4)."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Constants, Map, Range, Ruleset, Sort, cite, defines, effect, number, state, the

dudo = Ruleset("liars_dice")
dudo.closed_world(assumed="nobody does anything that no sentence lets him do")


class Numbers(Constants):
    """The numbers of the book."""

    dice: int = number(5, "2.0.1a")


@defines("1.1")
class Player(Sort):
    """Who plays; seats are numbered clockwise from 1."""

    seat: Annotated[int, Range(1)]


class Face(Sort):
    """A number on a die: aces, twos, …"""

    pips: Annotated[int, Range(1)]


class Die(Sort):
    """A die of a player. While he has n dice, those in the first n places are in play."""

    owner: Player
    place: Annotated[int, Range(1)]


@state
class State:
    """The dice, the bid that stands, who goes on, and what sort of round it is."""

    dice: Annotated[Map[Player, Annotated[int, Range(0, 5)]], cite("2.0.1a")]
    shows: Annotated[Map[Die, Face | None], cite("2.0.1b")]
    shown: Annotated[bool, cite("2.3.2a")]
    quantity: Annotated[int, Range(0), cite("2.0.6b")]
    face: Annotated[Face | None, cite("2.0.6b")]
    bidder: Player | None
    turn: Player
    palifico: Annotated[bool, cite("2.5.1")]
    had_palifico: Map[Player, bool]


@dudo.initial("2.0.5a")
def begin(s: State, first: Player) -> None:
    """Anybody may turn out to be the first."""
    with effect("2.0.5a"):
        s.turn = first
    with effect("2.0.1a"):
        for p in Player:
            s.dice[p] = Numbers.dice


@dudo.out("2.3.4")
def without_dice(s: State, who: Player) -> bool:
    """Nobody without dice bids, calls or claims."""
    return s.dice[who] == 0


def in_play(s: State, die: Die) -> bool:
    """Whether a die has not been lost."""
    return die.place <= s.dice[die.owner]


def players_left(s: State) -> int:
    """How many players have dice."""
    return sum(1 for p in Player if s.dice[p] > 0)


def steps_to(who: Player, other: Player) -> int:
    """How many seats, clockwise, another one sits from a player."""
    return (other.seat - who.seat) % len(Player)


def next_in_play(s: State, who: Player) -> Player:
    """The first one to the left who has dice."""
    return the(
        p
        for p in Player
        if p != who
        and s.dice[p] > 0
        and all(steps_to(who, p) <= steps_to(who, q) for q in Player if q != who and s.dice[q] > 0)
    )


def himself_or_next(s: State, who: Player) -> Player:
    """A player, or, where he is out, the first one to his left who is not."""
    return who if s.dice[who] > 0 else next_in_play(s, who)


@dudo.ended("1.3", "2.5.5")
def one_has_dice(s: State) -> bool:
    """A single player is left."""
    return players_left(s) == 1


@dudo.winners("1.3", "2.5.5")
def who_has_dice(s: State) -> frozenset[Player]:
    """The one who is left."""
    return frozenset(p for p in Player if s.dice[p] > 0)
