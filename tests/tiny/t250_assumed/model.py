"""A token goes round a ring: one member has it first, and each has a next one, nobody between."""


class Player(Sort):
    """Who plays."""

    first: bool
    place: int
    next: Player


@state
class State:
    at: Player


def between(a: Player, b: Player, c: Player) -> bool:
    return a.place < b.place < c.place or b.place < c.place < a.place or c.place < a.place < b.place


@book.assume("1")
def one_is_first() -> bool:
    """One of all is the first."""
    return sum(1 for p in Player if p.first) == 1


@book.assume("1")
def places_differ(a: Player, b: Player) -> bool:
    """No two are at one place."""
    return a == b or a.place != b.place


@book.assume("1")
def next_is_next(a: Player, b: Player) -> bool:
    """Nobody is between one and the next."""
    return not between(a, b, a.next) and (a.next != a or a == b)


@book.initial("1")
def begin(s: State) -> None:
    """The first has the token."""
    with effect("1"):
        s.at = the(p for p in Player if p.first)


@book.action("2")
def hand_on(s: State, who: Player) -> None:
    """To the next."""
    with effect("2"):
        s.at = who.next


@hand_on.permit("2")
def has_it(s: State, who: Player) -> bool:
    return s.at == who


@checks.step("2", of=hand_on)
def nobody_is_left_out(before: State, after: State, who: Player) -> bool:
    return not any(between(who, p, after.at) for p in Player)


@checks.always("3")
def the_first_has_it(s: State) -> bool:
    return s.at.first
