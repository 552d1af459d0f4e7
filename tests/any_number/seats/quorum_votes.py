"""A leader by a quorum of votes, who decides: any two quorums meet, and nobody votes twice.

After mypyvy's examples/consensus_epr.pyv (Padon, Losa, Sagiv and Shoham, OOPSLA 2017).
"""


class Value(Sort):
    """Values that may be decided."""


class Quorum(Sort):
    """Some who together are enough."""

    members: frozenset[Player]


@state
class State:
    vote: Map[Player, Player | None]
    leads: Map[Player, bool]
    decided: Map[Player, Map[Value, bool]]


@book.assume("1")
def any_two_meet(q: Quorum, r: Quorum) -> bool:
    """Two quorums have a member in common."""
    return any(p in q.members and p in r.members for p in Player)


@book.action("2")
def vote_for(s: State, who: Player, other: Player) -> None:
    """Once for one."""
    with effect("2"):
        s.vote[who] = other


@vote_for.permit("2")
def has_not_voted(s: State, who: Player, other: Player) -> bool:
    return s.vote[who] is None


@book.action("3")
def lead(s: State, who: Player, q: Quorum) -> None:
    """Whoever all of a quorum voted for."""
    with effect("3"):
        s.leads[who] = True


@lead.permit("3")
def has_a_quorum(s: State, who: Player, q: Quorum) -> bool:
    return all(s.vote[p] == who for p in q.members)


@book.action("4")
def decide(s: State, who: Player, value: Value) -> None:
    """A leader decides once."""
    with effect("4"):
        s.decided[who][value] = True


@decide.permit("4")
def leads_and_has_not(s: State, who: Player, value: Value) -> bool:
    return s.leads[who] and not any(s.decided[who][v] for v in Value)


@checks.always("5")
def right_who_leads_has_a_quorum(s: State) -> bool:
    return all(not s.leads[a] or any(all(s.vote[p] == a for p in q.members) for q in Quorum) for a in Player)


@checks.always("5")
def right_one_leads(s: State) -> bool:
    """No two lead."""
    return all(not s.leads[a] or not s.leads[b] or a == b for a in Player for b in Player)


@checks.always("5")
def right_who_decides_leads(s: State) -> bool:
    return all(not s.decided[p][v] or s.leads[p] for p in Player for v in Value)


@checks.always("5")
def right_each_decides_once(s: State) -> bool:
    return all(not s.decided[p][v] or not s.decided[p][w] or v == w for p in Player for v in Value for w in Value)


@checks.always("5")
def right_one_is_decided(s: State) -> bool:
    """No two values are decided."""
    return all(
        not s.decided[p][v] or not s.decided[q][w] or v == w
        for p in Player for q in Player for v in Value for w in Value
    )


@checks.always("6")
def wrong_nothing_is_decided(s: State) -> bool:
    return not any(s.decided[p][v] for p in Player for v in Value)


@checks.always("6")
def wrong_all_vote_alike(s: State) -> bool:
    return all(
        s.vote[p] is None or s.vote[q] is None or s.vote[p] == s.vote[q] for p in Player for q in Player
    )
