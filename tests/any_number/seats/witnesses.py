"""Witnesses, of whom at most one lies: what two of them say is so, since one of the two is honest.

The rule of f + 1 answers in Castro and Liskov, Practical Byzantine Fault Tolerance (OSDI 1999), with f = 1.
"""


class Player(Sort):
    """Who may have seen it."""

    lies: bool


@state
class State:
    it_is_so: bool
    said: Map[Player, bool]
    believed: bool


@book.assume("1")
def at_most_one_lies() -> bool:
    """At most one of all lies."""
    return sum(1 for p in Player if p.lies) <= 1


@book.initial("1")
def begin(s: State, so: bool) -> None:
    """It is so or not."""
    with effect("1"):
        s.it_is_so = so


@book.action("2")
def say(s: State, who: Player) -> None:
    """The honest say what is so."""
    with effect("2"):
        s.said[who] = True


@say.permit("2")
def is_so_or_lies(s: State, who: Player) -> bool:
    return s.it_is_so or who.lies


@book.action("3")
def believe(s: State, who: Player) -> None:
    """What two say is believed."""
    with effect("3"):
        s.believed = True


@believe.permit("3")
def two_say_it(s: State, who: Player) -> bool:
    return sum(1 for p in Player if s.said[p]) >= 2


@checks.always("4")
def right_the_honest_are_right(s: State) -> bool:
    return all(not s.said[p] or p.lies or s.it_is_so for p in Player)


@checks.always("4")
def right_what_is_believed_is_so(s: State) -> bool:
    return not s.believed or s.it_is_so


@checks.always("5")
def wrong_what_is_said_is_so(s: State) -> bool:
    return all(not s.said[p] or s.it_is_so for p in Player)


@checks.always("5")
def wrong_nothing_is_believed(s: State) -> bool:
    return not s.believed
