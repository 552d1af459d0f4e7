"""Whoever is not awaited has no seat of a joint choice: no clause is asked of it."""


class Player(Sort):
    asked: bool


@state
class State:
    accepted: bool


@frame("1")
class Council:
    awaits: frozenset[Player]


@book.initial("1")
def begin(s: State) -> None:
    """Those who are asked vote, for ever."""
    with effect("1"):
        open_frame(s, Council(awaits=frozenset(p for p in Player if p.asked)))


@book.joint("2", at=Council)
def vote(s: State, f: Council, votes: Map[Player, bool]) -> None:
    """All of them at once."""
    with effect("2"):
        s.accepted = all(votes[p] for p in f.awaits)


@vote.seat(of="votes")
def ballot(s: State, f: Council, who: Player, aye: bool) -> None:
    """One vote."""


@ballot.permit("3")
def when_asked(s: State, f: Council, who: Player, aye: bool) -> bool:
    return who.asked
