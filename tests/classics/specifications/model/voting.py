"""Votes in ballots: a value is chosen where a majority has voted for it in one ballot, and no other ever is.

After Voting.tla of Paxos (L. Lamport), whose quorums are the majorities. TLC counts orbits of acceptors and of values.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, permit, state

voting = Ruleset("voting")
voting.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """An acceptor."""


class Value(Sort):
    """What may be chosen."""


class Ballot(Sort):
    """A ballot with its number, from 0."""

    number: int


@state
class State:
    """`least` is the number that a ballot must have at least for an acceptor to vote in it."""

    vote: Map[Player, Map[Ballot, Value | None]]
    least: Map[Player, Annotated[int, Range(-1)]]


@voting.initial("1")
def begin(s: State) -> None:
    for a in Player:
        s.least[a] = -1


@voting.action("2")
def raise_least(s: State, who: Player, b: Ballot) -> None:
    permit("2", b.number > s.least[who])
    s.least[who] = b.number


@voting.action("3")
def vote(s: State, who: Player, b: Ballot, v: Value) -> None:
    """For what others vote for in this ballot, if it is safe."""
    permit(
        "3",
        s.least[who] <= b.number
        and s.vote[who][b] is None
        and all(s.vote[a][b] is None or s.vote[a][b] == v for a in Player)
        and (is_first(s, b) or any(is_next_after(s, c, b, v) for c in Ballot)),
    )
    s.vote[who][b] = v
    s.least[who] = b.number


def has_not_voted(s: State, a: Player, over: int, b: Ballot) -> bool:
    """Whether an acceptor has voted in none of the ballots between, and votes in no earlier one any more."""
    return s.least[a] >= b.number and all(
        s.vote[a][c] is None for c in Ballot if over < c.number and c.number < b.number
    )


def is_first(s: State, b: Ballot) -> bool:
    """A majority has not voted in any earlier ballot."""
    return 2 * sum(1 for a in Player if has_not_voted(s, a, -1, b)) > len(Player)


def is_next_after(s: State, c: Ballot, b: Ballot, v: Value) -> bool:
    """The last ballot in which any of a majority has voted is that one, and one of it voted for this value."""
    return (
        c.number < b.number
        and 2 * sum(1 for a in Player if has_not_voted(s, a, c.number, b)) > len(Player)
        and any(s.vote[a][c] == v and has_not_voted(s, a, c.number, b) for a in Player)
    )


def is_chosen(s: State, v: Value) -> bool:
    """Whether a majority has voted for it in one ballot."""
    return any(2 * sum(1 for a in Player if s.vote[a][b] == v) > len(Player) for b in Ballot)


checks = Checks(voting)


@checks.sometimes("4")
def one_is_chosen(s: State) -> bool:
    return any(is_chosen(s, v) for v in Value)


@checks.always("4", reached=one_is_chosen)
def no_two_are_chosen(s: State) -> bool:
    return all(v == w or not is_chosen(s, v) or not is_chosen(s, w) for v in Value for w in Value)


@checks.always("4")
def one_value_in_a_ballot(s: State) -> bool:
    return all(
        s.vote[a][b] is None or s.vote[c][b] is None or s.vote[a][b] == s.vote[c][b]
        for a in Player
        for c in Player
        for b in Ballot
    )
