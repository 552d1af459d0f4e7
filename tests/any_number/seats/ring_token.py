"""A token in a ring: whoever has it may go in, and hands it on when he is out; one of all has it at first.

After the token ring of the TLA+ Examples (Dijkstra, Communications of the ACM, 1974), without what stabilises it.
"""


class Player(Sort):
    """A process of the ring."""

    first: bool
    next: Player


@state
class State:
    has: Map[Player, bool]
    inside: Map[Player, bool]


@book.assume("1")
def one_is_the_first() -> bool:
    """There is one first process."""
    return sum(1 for p in Player if p.first) == 1


@book.initial("1")
def begin(s: State) -> None:
    """The first one has the token."""
    with effect("1"):
        for p in Player:
            s.has[p] = p.first


@book.action("2")
def go_in(s: State, who: Player) -> None:
    """With the token one may go in."""
    with effect("2"):
        s.inside[who] = True


@go_in.permit("2")
def has_the_token(s: State, who: Player) -> bool:
    return s.has[who]


@book.action("3")
def come_out(s: State, who: Player) -> None:
    """And out again."""
    with effect("3"):
        s.inside[who] = False


@come_out.permit("3")
def is_in(s: State, who: Player) -> bool:
    return s.inside[who]


@book.action("4")
def hand_on(s: State, who: Player) -> None:
    """To the next, from outside."""
    with effect("4"):
        s.has[who] = False
        s.has[who.next] = True


@hand_on.permit("4")
def has_it_outside(s: State, who: Player) -> bool:
    return s.has[who] and not s.inside[who]


@checks.always("5")
def right_one_token(s: State) -> bool:
    """No two have it."""
    return all(not s.has[a] or not s.has[b] or a == b for a in Player for b in Player)


@checks.always("5")
def right_somebody_has_it(s: State) -> bool:
    return any(s.has[p] for p in Player)


@checks.always("5")
def right_who_is_in_has_it(s: State) -> bool:
    return all(not s.inside[p] or s.has[p] for p in Player)


@checks.always("5")
def right_one_is_in(s: State) -> bool:
    """No two are in."""
    return all(not s.inside[a] or not s.inside[b] or a == b for a in Player for b in Player)


@checks.always("6")
def wrong_the_first_has_it(s: State) -> bool:
    return all(not s.has[p] or p.first for p in Player)


@checks.always("6")
def wrong_nobody_is_in(s: State) -> bool:
    return not any(s.inside[p] for p in Player)
