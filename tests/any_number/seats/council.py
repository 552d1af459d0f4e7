"""A motion passes through hands: two change seats at once, some are named together, and chance draws one.

Right by hand: nobody who is tired is named, and a deputy is named. Who is tired is so until all is done.
"""


class Phase(Enum):
    TALK = "talk"
    VOTE = "vote"
    DONE = "done"


@state
class State:
    phase: Phase
    seat: Map[Player, int]
    chosen: frozenset[Player]
    named: frozenset[Player]
    speaker: Player
    deputy: Player | None
    tired: Annotated[Map[Player, bool], until("4", phase=Phase.DONE)]
    for_it: Annotated[int, Range(0)]
    waits: int
    counted: bool
    announced: bool
    lucky: Player | None


@book.awaits
def awaited(s: State) -> frozenset[Player] | Chance:
    """Chance at last, all before."""
    return CHANCE if s.announced and s.lucky is None else frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """Somebody was lucky."""
    return s.lucky is not None


@book.initial("1")
def begin(s: State, who: Player, seats: Map[Player, Annotated[int, Range(0, 2)]]) -> None:
    """Someone speaks."""
    with effect("1"):
        s.phase = Phase.TALK
        s.speaker = who
        for p in Player:
            s.seat[p] = seats[p]


@begin.domain
def all_sit_apart(s: State, who: Player, seats: Map[Player, Annotated[int, Range(0, 2)]]) -> bool:
    return all(all(a == b or seats[a] != seats[b] for b in Player) for a in Player)


@book.action("2")
def change_seats(s: State, who: Player, other: Player) -> None:
    """Two change seats at once; the other is tired."""
    with effect("2"):
        with simultaneous():
            s.seat[who] = s.seat[other]
            s.seat[other] = s.seat[who]
        s.tired[other] = True


@change_seats.permit("2")
def may_change(s: State, who: Player, other: Player) -> bool:
    return s.phase == Phase.TALK and not s.tired[other]


@book.action("3")
def name_some(s: State, who: Player, some: frozenset[Player]) -> None:
    """Some are named, and one's deputy is another who is not named."""
    with effect("3"):
        s.named = some
        s.chosen = s.chosen | some
        s.deputy = who if who in some else None
        s.phase = Phase.VOTE


@name_some.member(of="some")
def one_of_them(s: State, who: Player, one: Player) -> None:
    """One who is named."""


@one_of_them.permit("3")
def is_awake(s: State, who: Player, one: Player) -> bool:
    return not s.tired[one]


@name_some.permit("3")
def may_name(s: State, who: Player, some: frozenset[Player]) -> bool:
    return s.phase == Phase.TALK and len(some) > 0


@book.action("3")
def wait(s: State, who: Player) -> None:
    """Nothing."""
    with effect("3"):
        s.waits += 1


@wait.permit("3")
def may_wait(s: State, who: Player) -> bool:
    return s.waits < 1


@book.duty("4")
def count(s: State) -> None:
    """Counted first."""
    with effect("4"):
        s.for_it = len(s.named)
        s.counted = True
        s.phase = Phase.DONE


@count.when
def is_voted(s: State) -> bool:
    return s.phase == Phase.VOTE


@book.duty("5")
def announce(s: State) -> None:
    """Then it is said."""
    with effect("5"):
        s.announced = True


@announce.when
def is_counted(s: State) -> bool:
    return s.phase != Phase.TALK and not s.announced


@book.chance("6")
def draw(s: State, one: Player) -> None:
    """Somebody is lucky."""
    with effect("6"):
        s.lucky = one


@checks.step("7", of=change_seats)
def right_two_change(before: State, after: State, who: Player, other: Player) -> bool:
    return after.seat[who] == before.seat[other] and after.seat[other] == before.seat[who]


@checks.always("7")
def right_all_sit_apart(s: State) -> bool:
    return all(all(a == b or s.seat[a] != s.seat[b] for b in Player) for a in Player)


@checks.always("7")
def right_a_deputy_is_named(s: State) -> bool:
    return s.deputy is None or s.deputy in s.named


@checks.step("7", of=name_some)
def right_nobody_tired_is_named(before: State, after: State, who: Player, some: frozenset[Player]) -> bool:
    return all(not before.tired[p] for p in some)


@checks.step("7", of=change_seats)
def right_nobody_acts_where_chance_does(before: State, after: State, who: Player, other: Player) -> bool:
    return not before.announced


@checks.step("7", of=wait)
def right_nobody_waits_for_chance(before: State, after: State, who: Player) -> bool:
    return not before.announced


@checks.always("7")
def right_luck_comes_last(s: State) -> bool:
    return s.lucky is None or s.announced


@checks.always("8")
def wrong_nobody_is_tired(s: State) -> bool:
    return not any(s.tired[p] for p in Player)


@checks.always("8")
def wrong_the_first_deputy_is_none(s: State) -> bool:
    return s.deputy is None


@checks.always("8")
def wrong_nobody_is_lucky(s: State) -> bool:
    return s.lucky is None


@checks.always("8")
def wrong_all_are_named(s: State) -> bool:
    return not s.counted or all(p in s.named for p in Player)


@checks.step("8", of=change_seats)
def wrong_one_seat_for_both(before: State, after: State, who: Player, other: Player) -> bool:
    return after.seat[who] == after.seat[other]


@checks.step("8", of=name_some)
def wrong_all_are_awake(before: State, after: State, who: Player, some: frozenset[Player]) -> bool:
    return all(not before.tired[p] for p in Player)


@checks.step("8")
def wrong_who_is_tired_stays_so(before: State, after: State) -> bool:
    return all(after.tired[p] for p in Player if before.tired[p])
