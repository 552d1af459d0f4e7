"""Two quorums, of which any two meet, and votes: what a quorum has voted for is decided."""


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


class Quorum(Sort):
    """Some who together are enough."""

    members: frozenset[Player]


@state
class State:
    vote: Map[Player, Side | None]
    decided: frozenset[Side]


@book.assume("1")
def any_two_meet(q: Quorum, r: Quorum) -> bool:
    """Two quorums have a member in common."""
    return any(p in r.members for p in q.members)


@book.assume("1")
def each_side_has_a_word(side: Side) -> bool:
    """A side is left or right."""
    return side == Side.LEFT or side == Side.RIGHT


@book.action("2")
def cast(s: State, who: Player, side: Side) -> None:
    """Once for a side."""
    with effect("2"):
        s.vote[who] = side


@cast.permit("2")
def has_not(s: State, who: Player, side: Side) -> bool:
    return s.vote[who] is None


@book.action("3")
def decide(s: State, who: Player, q: Quorum, side: Side) -> None:
    """One of a quorum that has voted for it says so."""
    with effect("3"):
        s.decided = s.decided | frozenset({side})


@decide.permit("3")
def has_a_quorum(s: State, who: Player, q: Quorum, side: Side) -> bool:
    return who in q.members and side not in s.decided and all(s.vote[p] == side for p in q.members)


@checks.always("4")
def one_is_decided(s: State) -> bool:
    return len(s.decided) <= 1


@checks.sometimes("4")
def one_is_decided_at_last(s: State) -> bool:
    return len(s.decided) == 1
