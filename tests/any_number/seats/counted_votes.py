"""Consensus by counted majorities: who has more than half of all votes is decided, and nobody votes twice.

As mypyvy's examples/toy_consensus.pyv, with a count in place of quorums. Two majorities share a voter, so that no two
values have one: what both are for would be counted twice among no more than all.
"""


class Value(Sort):
    """Values that may be decided."""


@state
class State:
    vote: Map[Player, Value | None]
    decided: Map[Value, bool]


@book.action("2")
def cast(s: State, who: Player, value: Value) -> None:
    """Once for one value."""
    with effect("2"):
        s.vote[who] = value


@cast.permit("2")
def has_not_voted(s: State, who: Player, value: Value) -> bool:
    return s.vote[who] is None


@book.action("3")
def decide(s: State, who: Player, value: Value) -> None:
    """More than half have voted for it."""
    with effect("3"):
        s.decided[value] = True


@decide.permit("3")
def has_a_majority(s: State, who: Player, value: Value) -> bool:
    return 2 * sum(1 for p in Player if s.vote[p] == value) > len(Player)


@checks.always("4")
def right_a_majority_is_for_it(s: State) -> bool:
    return all(not s.decided[v] or 2 * sum(1 for p in Player if s.vote[p] == v) > len(Player) for v in Value)


@checks.always("4")
def right_one_is_decided(s: State) -> bool:
    """No two values are decided."""
    return all(not s.decided[v] or not s.decided[w] or v == w for v in Value for w in Value)


@checks.always("5")
def wrong_nothing_is_decided(s: State) -> bool:
    return not any(s.decided[v] for v in Value)


@checks.always("5")
def wrong_all_vote_alike(s: State) -> bool:
    return all(s.vote[p] is None or s.vote[q] is None or s.vote[p] == s.vote[q] for p in Player for q in Player)
