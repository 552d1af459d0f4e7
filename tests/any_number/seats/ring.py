"""Seats in a ring: each has another beside it, no two the same, and a mark goes round from where it begins.

Right by hand: what nothing writes stays as it began; the mark is where it went. Wrong with two seats or more.
"""


@state
class State:
    beside: Map[Player, Player]
    first: Player
    at: Player
    before: Player | None
    also: Player | None
    alone: bool
    seen: Map[Player, bool]
    greeted: Map[Player, Map[Player, bool]]
    rounds: Annotated[int, Range(0)]


@book.initial("1")
def begin(s: State, first: Player, ring: Map[Player, Player]) -> None:
    """The mark begins somewhere."""
    with effect("1"):
        s.first = first
        s.at = first
        for p in Player:
            s.beside[p] = ring[p]
        s.alone = any(ring[p] == p for p in Player)


@begin.domain
def is_a_ring(s: State, first: Player, ring: Map[Player, Player]) -> bool:
    return all(all(a == b or ring[a] != ring[b] for b in Player) for a in Player)


@book.ended("9")
def over(s: State) -> bool:
    """After three rounds."""
    return s.rounds == 3


@book.action("2")
def hand_on(s: State, who: Player) -> None:
    """The mark goes to the next seat."""
    with effect("2"):
        s.before = s.at
        s.also = s.at
        s.seen[s.at] = True
        for p in Player:
            s.greeted[who][p] = True
        s.at = s.beside[s.at]
        if s.at == s.first:
            s.rounds += 1


@hand_on.permit("2")
def is_there(s: State, who: Player) -> bool:
    return who == s.at


@checks.always("3")
def right_no_two_have_one_neighbour(s: State) -> bool:
    return all(all(a == b or s.beside[a] != s.beside[b] for b in Player) for a in Player)


@checks.always("3")
def right_it_came_from_beside(s: State) -> bool:
    return s.before is None or s.beside[s.before] == s.at


@checks.always("3")
def right_who_handed_it_on_has_seen_it(s: State) -> bool:
    return s.before is None or s.seen[s.before]


@checks.step("3", of=hand_on)
def right_the_mark_goes_beside(before: State, after: State, who: Player) -> bool:
    return after.at == before.beside[who]


@checks.step("3", of=hand_on)
def right_a_round_ends_at_the_first(before: State, after: State, who: Player) -> bool:
    return after.rounds == before.rounds or after.at == after.first


@checks.step("3", of=hand_on)
def right_no_more_than_three_rounds(before: State, after: State, who: Player) -> bool:
    return before.rounds != 3


@checks.always("3")
def right_also_is_before(s: State) -> bool:
    return s.also == s.before


@checks.always("3")
def right_who_is_alone_is_beside_himself(s: State) -> bool:
    return s.alone == any(s.beside[p] == p for p in Player)


@checks.always("3")
def right_rounds_are_not_negative(s: State) -> bool:
    return not any(s.rounds < 0 and s.seen[p] for p in Player)


@checks.always("4")
def wrong_nobody_is_beside_himself(s: State) -> bool:
    return not any(s.beside[p] == p for p in Player)


@checks.always("4")
def wrong_everybody_is_beside_himself(s: State) -> bool:
    return all(s.beside[p] == p for p in Player)


@checks.always("4")
def wrong_the_mark_stays(s: State) -> bool:
    return s.at == s.first


@checks.always("4")
def wrong_who_has_it_has_seen_it(s: State) -> bool:
    return s.rounds == 0 or all(s.seen[p] for p in Player)


@checks.always("4")
def wrong_all_have_seen_it(s: State) -> bool:
    return s.before is None or all(s.seen[p] for p in Player)


@checks.always("4")
def wrong_all_are_greeted_by_all(s: State) -> bool:
    return s.before is None or all(all(s.greeted[p][q] for q in Player) for p in Player)


@checks.always("4")
def wrong_beside_one_is_the_first(s: State) -> bool:
    return all(s.beside[p] == s.first for p in Player)


@checks.step("4", of=hand_on)
def wrong_it_leaves_the_first(before: State, after: State, who: Player) -> bool:
    return after.at != before.first


@checks.step("4", of=hand_on)
def wrong_somebody_had_it_before(before: State, after: State, who: Player) -> bool:
    return before.before is not None
