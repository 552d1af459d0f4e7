"""Duties of a vote: counted first, then announced; a pledge means something while all talk.

Right by hand: nothing is announced that was not counted. What is spoiled stays so, though what is owed for it is done.
"""


class Phase(Enum):
    TALK = "talk"
    VOTE = "vote"
    DONE = "done"


@state
class State:
    phase: Phase
    pledge: Map[Player, Annotated[int, Range(0, 2)]]
    pledged: int
    counted: bool
    announced: bool
    spoiled: bool
    owed: bool


@book.matters("pledge")
def while_talking(s: State, who: Player) -> bool:
    return s.phase == Phase.TALK


@book.ended("9")
def over(s: State) -> bool:
    """All is said."""
    return s.announced


@book.initial("1")
def begin(s: State) -> None:
    """Talk."""
    with effect("1"):
        s.phase = Phase.TALK


@book.action("2")
def pledge_one(s: State, who: Player) -> None:
    """A pledge."""
    with effect("2"):
        s.pledge[who] = 1


@pledge_one.permit("2")
def may_pledge(s: State, who: Player) -> bool:
    return s.phase == Phase.TALK


@book.action("3")
def call(s: State, who: Player) -> None:
    """A vote is called."""
    with effect("3"):
        s.phase = Phase.VOTE


@call.permit("3")
def may_call(s: State, who: Player) -> bool:
    return s.phase == Phase.TALK


@book.action("3")
def spoil(s: State, who: Player) -> None:
    """Something is spoiled, and owed."""
    with effect("3"):
        s.spoiled = True
        s.owed = True


@spoil.permit("3")
def may_spoil(s: State, who: Player) -> bool:
    return not s.spoiled


@book.duty("4")
def count(s: State) -> None:
    """Counted first."""
    with effect("4"):
        s.pledged = sum(s.pledge[p] for p in Player)
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


@book.duty("6")
def pay(s: State) -> None:
    """Each duty that is owed is done."""
    with effect("6"):
        s.owed = False


@pay.when
def is_owed(s: State) -> bool:
    return s.owed


@checks.always("7")
def right_counted_before_announced(s: State) -> bool:
    return s.counted or not s.announced


@checks.step("7")
def right_announcing_is_last(before: State, after: State) -> bool:
    return before.announced or not after.announced or before.counted


@checks.step("7", of=call)
def right_nothing_is_owed_as_one_acts(before: State, after: State, who: Player) -> bool:
    return not before.owed


@checks.always("8")
def wrong_nothing_is_announced(s: State) -> bool:
    return not s.announced


@checks.always("8")
def wrong_nobody_pledges(s: State) -> bool:
    return all(s.pledge[p] == 0 for p in Player)


@checks.always("8")
def wrong_no_pledge_is_counted(s: State) -> bool:
    return s.pledged == 0


@checks.always("8")
def wrong_nothing_is_spoiled(s: State) -> bool:
    return not s.spoiled


@checks.step("8")
def wrong_duties_change_nothing(before: State, after: State) -> bool:
    return before.counted or not after.counted
