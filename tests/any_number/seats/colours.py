"""Seats of two colours: who has one does not have the other, and both are counted.

Right by hand: both together are no more than all.
"""


@state
class State:
    red: frozenset[Player]
    blue: frozenset[Player]


@book.action("4")
def choose(s: State, who: Player, first: bool) -> None:
    """A colour."""
    with effect("4"):
        if first:
            s.red = s.red | frozenset({who})
        else:
            s.blue = s.blue | frozenset({who})


@choose.permit("4")
def has_none(s: State, who: Player, first: bool) -> bool:
    return who not in s.red and who not in s.blue


@checks.always("5")
def right_none_is_of_both(s: State) -> bool:
    return not any(p in s.red and p in s.blue for p in Player)


@checks.always("5")
def right_both_are_no_more_than_all(s: State) -> bool:
    return len(s.red) + len(s.blue) <= sum(1 for p in Player)


@checks.always("6")
def wrong_both_are_fewer_than_all(s: State) -> bool:
    return len(s.red) + len(s.blue) < sum(1 for p in Player)


@checks.always("6")
def wrong_one_and_all_are_no_more_than_all(s: State) -> bool:
    return len(s.red) + sum(1 for p in Player if p in s.red or p in s.blue) <= sum(1 for p in Player)
