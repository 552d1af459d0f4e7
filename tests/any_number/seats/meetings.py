"""Who has met whom, counted of each seat by itself: two who have met somebody need not have met the same.

Right by hand: each meets one at most, and knows how many.
"""


@state
class State:
    met: Map[Player, Map[Player, bool]]
    many: Map[Player, int]


@book.action("2")
def meet(s: State, who: Player, other: Player) -> None:
    """Two meet."""
    with effect("2"):
        s.met[who][other] = True
        s.many[who] += 1


@meet.permit("2")
def may_meet(s: State, who: Player, other: Player) -> bool:
    return not any(s.met[who][p] for p in Player)


@checks.always("3")
def right_each_knows_how_many(s: State) -> bool:
    return all(s.many[p] == sum(1 for q in Player if s.met[p][q]) for p in Player)


@checks.always("3")
def right_each_meets_one_at_most(s: State) -> bool:
    return all(s.many[p] <= 1 for p in Player)


@checks.always("4")
def wrong_all_have_met_the_same(s: State) -> bool:
    return all(
        all(
            sum(1 for r in Player if s.met[p][r]) == 0
            or sum(1 for r in Player if s.met[q][r]) == 0
            or any(s.met[p][r] and s.met[q][r] for r in Player)
            for q in Player
        )
        for p in Player
    )


@checks.always("4")
def wrong_nobody_meets(s: State) -> bool:
    return all(s.many[p] == 0 for p in Player)
