"""Election of a leader in a ring: an id goes round until it comes back to whose it is; a smaller one is not passed on.

After Chang and Roberts (Communications of the ACM, 1979), as mypyvy's examples/ring_id.pyv has it. Who lies between whom
is said by numbers round the ring; the next one is whoever has nobody between.
"""


class Player(Sort):
    """A node of the ring."""

    id: int
    place: int
    next: Player


@state
class State:
    sent: Map[Player, Map[Player, bool]]
    leads: Map[Player, bool]


def between(a: Player, b: Player, c: Player) -> bool:
    """Whether b is met on the way round from a to c."""
    return a.place < b.place < c.place or b.place < c.place < a.place or c.place < a.place < b.place


@book.assume("1")
def ids_differ(a: Player, b: Player) -> bool:
    """No two have one id."""
    return a == b or a.id != b.id


@book.assume("1")
def places_differ(a: Player, b: Player) -> bool:
    """No two are at one place of the ring."""
    return a == b or a.place != b.place


@book.assume("1")
def next_is_next(a: Player, b: Player) -> bool:
    """Nobody is between one and the next, who is another one unless there is none."""
    return not between(a, b, a.next) and (a.next != a or a == b)


@book.action("2")
def send(s: State, who: Player) -> None:
    """One's own id goes to the next."""
    with effect("2"):
        s.sent[who][who.next] = True


@send.permit("2")
def at_any_time(s: State, who: Player) -> bool:
    return True


@book.action("3")
def receive(s: State, who: Player, of: Player) -> None:
    """Whoever gets his own id leads; a greater one goes on."""
    with effect("3"):
        s.sent[of][who] = False
        if of == who:
            s.leads[who] = True
        elif of.id > who.id:
            s.sent[of][who.next] = True


@receive.permit("3")
def it_is_there(s: State, who: Player, of: Player) -> bool:
    return s.sent[of][who]


@checks.always("4")
def right_smaller_ones_were_passed(s: State) -> bool:
    return all(
        not s.sent[a][c] or not between(a, b, c) or b.id < a.id for a in Player for b in Player for c in Player
    )


@checks.always("4")
def right_what_came_round_is_the_greatest(s: State) -> bool:
    return all(not s.sent[a][a] or b.id <= a.id for a in Player for b in Player)


@checks.always("4")
def right_the_greatest_leads(s: State) -> bool:
    return all(not s.leads[a] or b.id <= a.id for a in Player for b in Player)


@checks.always("4")
def right_one_leads(s: State) -> bool:
    """No two lead."""
    return all(not s.leads[a] or not s.leads[b] or a == b for a in Player for b in Player)


@checks.always("5")
def wrong_nobody_leads(s: State) -> bool:
    return not any(s.leads[p] for p in Player)


@checks.always("5")
def wrong_the_first_leads(s: State) -> bool:
    return all(not s.leads[a] or a.place <= b.place for a in Player for b in Player)
