"""A coin that is thrown until it shows heads: with probability 1, and by no other fairness of whole actions."""


@state
class State:
    thrown: bool
    heads: bool


@book.awaits
def who_is_next(s: State) -> frozenset[Player] | Chance:
    """Chance, once the coin is in the air."""
    return CHANCE if s.thrown else frozenset(Player)


@book.action("2")
def throw(s: State, who: Player) -> None:
    """As long as it shows tails."""
    permit("2", no_heads_yet=not s.heads)
    with effect("2"):
        s.thrown = True


@book.chance("3")
def land(s: State, heads: bool) -> None:
    """Either way."""
    with effect("3"):
        s.heads = heads
        s.thrown = False


@checks.leads_to("9", fair=CHANCE)
def heads_after_a_throw(s: State) -> tuple[bool, bool]:
    return s.thrown, s.heads


@checks.leads_to("9", fair=(CHANCE, throw))
def heads_if_they_throw(s: State) -> tuple[bool, bool]:
    return s.thrown, s.heads


@checks.leads_to("9", strongly_fair=(land, throw))
def heads_by_the_action(s: State) -> tuple[bool, bool]:
    return s.thrown, s.heads


@checks.leads_to("9", fair=throw, strongly_fair=land.each("heads"))
def heads_by_each_side(s: State) -> tuple[bool, bool]:
    return s.thrown, s.heads


@checks.leads_to("9", fair=CHANCE)
def it_is_thrown_again(s: State) -> tuple[bool, bool]:
    return not s.thrown, s.thrown
