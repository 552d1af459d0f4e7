"""Fairness: of an action or of each choice of a parameter, of chance, with a step that changes nothing and a duty."""


class Face(Enum):
    """How a coin falls."""

    HEADS = "heads"
    TAILS = "tails"


@state
class State:
    place: Annotated[int, Range(0, 3)]


@book.awaits
def awaited(s: State) -> frozenset[Player] | Chance:
    """Chance, while the coin is in the air."""
    return CHANCE if s.place == 1 else frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.place == 3


@book.action("2")
def throw(s: State, who: Player) -> None:
    """Throw the coin."""
    with effect("2"):
        s.place = 1


@throw.permit("2")
def coin_in_hand(s: State, who: Player) -> bool:
    return s.place == 0


@book.action("3", passes=True)
def wait(s: State, who: Player) -> None:
    """Do nothing."""


@wait.permit("3")
def nothing_in_the_air(s: State, who: Player) -> bool:
    return s.place == 0


@book.chance("4")
def fall(s: State, face: Face) -> None:
    """Heads go on, tails are thrown again."""
    with effect("4"):
        s.place = 2 if face == Face.HEADS else 0


@book.duty("5")
def collect(s: State) -> None:
    """Heads are paid at once."""
    with effect("5"):
        s.place = 3


@collect.when
def heads(s: State) -> bool:
    return s.place == 2


@checks.leads_to("9")
def plain(s: State) -> tuple[bool, bool]:
    return True, s.place == 3


@checks.leads_to("9", fair=wait)
def fair_to_nothing(s: State) -> tuple[bool, bool]:
    return True, s.place == 3


@checks.leads_to("9", fair=(throw, fall.each("face")))
def weak(s: State) -> tuple[bool, bool]:
    return True, s.place == 3


@checks.leads_to("9", fair=throw, strongly_fair=fall)
def strong_as_a_whole(s: State) -> tuple[bool, bool]:
    return True, s.place == 3


@checks.leads_to("9", strongly_fair=fall.each("face"))
def nobody_need_throw(s: State) -> tuple[bool, bool]:
    return True, s.place == 3


@checks.leads_to("9", fair=throw.each("who"), strongly_fair=fall.each("face"))
def strong(s: State) -> tuple[bool, bool]:
    return True, s.place == 3
