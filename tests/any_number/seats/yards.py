"""Yards of spaces, one for each player: whoever goes on comes to a space that shares an edge with the one before.

Right by hand: what follows from rows and columns alone, of however many spaces, wherever a yard ends. How many lie
beside a space, and which of them do at all, hangs on the yard.
"""


class Space(Grid):
    """A place of somebody's yard."""

    yard: Player
    row: int
    column: int
    rim: bool


@state
class State:
    at: Map[Player, Space | None]
    seen: Map[Space, bool]
    moves: Annotated[int, Range(0)]


def apart(one: int, other: int) -> int:
    """How far apart two rows or columns are."""
    return max(one - other, other - one)


def beside(a: Space, b: Space) -> bool:
    """Spaces of one yard that share an edge."""
    return a.yard == b.yard and apart(a.row, b.row) + apart(a.column, b.column) == 1


def at_a_corner(a: Space, b: Space) -> bool:
    """Spaces of one yard that touch at a corner alone."""
    return a.yard == b.yard and apart(a.row, b.row) == apart(a.column, b.column) == 1


def beside_both(a: Space, b: Space) -> bool:
    """Whether some space is beside each of two."""
    return any(beside(a, c) and beside(c, b) for c in Space)


def is_in(here: Space | None, who: Player) -> bool:
    """In somebody's yard, or nowhere."""
    return here is None or here.yard == who


def is_at_the_rim(here: Space | None) -> bool:
    """Somewhere, and where nothing was looked at beyond."""
    return here is not None and here.rim


@book.ended("9")
def over(s: State) -> bool:
    """After three moves."""
    return s.moves == 3


@book.action("2")
def enter(s: State, who: Player, to: Space) -> None:
    """Come into the own yard."""
    with effect("2"):
        s.at[who] = to
        s.moves += 1


@enter.domain
def is_at_home(s: State, who: Player, to: Space) -> bool:
    return s.at[who] is None and to.yard == who


@enter.permit("2")
def may_enter(s: State, who: Player, to: Space) -> bool:
    return True


@book.action("3")
def go_on(s: State, who: Player, to: Space) -> None:
    """To a space beside."""
    with effect("3"):
        s.at[who] = to
        s.moves += 1


@go_on.domain
def is_beside(s: State, who: Player, to: Space) -> bool:
    here = s.at[who]
    return here is not None and beside(here, to)


@go_on.permit("3")
def may_go_on(s: State, who: Player, to: Space) -> bool:
    return True


@book.action("4")
def look(s: State, who: Player) -> None:
    """See what is beside one."""
    with effect("4"):
        for one in Space:
            here = s.at[who]
            if here is not None and beside(one, here):
                s.seen[one] = True


@look.permit("4")
def may_look(s: State, who: Player) -> bool:
    return s.moves < 3


@checks.always("5")
def right_everybody_is_at_home(s: State) -> bool:
    return all(is_in(s.at[p], p) for p in Player)


@checks.always("5")
def right_beside_goes_both_ways(s: State) -> bool:
    return all(not beside(a, b) or beside(b, a) for a in Space for b in Space)


@checks.always("5")
def right_nothing_is_beside_itself(s: State) -> bool:
    return all(not beside(a, a) for a in Space)


@checks.always("5")
def right_no_three_are_beside_each_other(s: State) -> bool:
    return all(not beside(a, b) or not beside_both(a, b) for a in Space for b in Space)


@checks.always("5")
def right_a_corner_is_no_edge(s: State) -> bool:
    return all(not beside(a, b) or not at_a_corner(a, b) for a in Space for b in Space)


@checks.step("5", of=go_on)
def right_there_is_a_way_back(before: State, after: State, who: Player, to: Space) -> bool:
    here = before.at[who]
    return here is not None and beside(to, here) and to != here


@checks.step("5", of=look)
def right_what_is_seen_is_beside(before: State, after: State, who: Player) -> bool:
    here = before.at[who]
    return all(
        before.seen[one] or not after.seen[one] or (here is not None and beside(here, one)) for one in Space
    )


@checks.always("6")
def wrong_beside_goes_on(s: State) -> bool:
    return all(a == b or beside(a, b) or not beside_both(a, b) for a in Space for b in Space)


@checks.always("6")
def wrong_nothing_is_beside_anything(s: State) -> bool:
    return all(not beside(a, b) for a in Space for b in Space)


@checks.always("6")
def wrong_what_shares_a_yard_is_beside(s: State) -> bool:
    return all(a == b or a.yard != b.yard or beside(a, b) for a in Space for b in Space)


@checks.always("6")
def wrong_one_is_beside_a_space(s: State) -> bool:
    return all(sum(1 for b in Space if beside(a, b)) <= 1 for a in Space)


@checks.always("6")
def wrong_a_corner_is_an_edge(s: State) -> bool:
    return all(not at_a_corner(a, b) or beside(a, b) for a in Space for b in Space)


@checks.always("6")
def wrong_one_space_in_a_yard(s: State) -> bool:
    return all(a == b or a.yard != b.yard for a in Space for b in Space)


@checks.always("6")
def wrong_four_spaces(s: State) -> bool:
    return sum(1 for a in Space) <= 4


@checks.always("6")
def wrong_one_space_in_a_row(s: State) -> bool:
    return all(a == b or a.yard != b.yard or a.row != b.row for a in Space for b in Space)


@checks.always("6")
def wrong_one_yard(s: State) -> bool:
    return all(a.yard == b.yard for a in Space for b in Space)


@checks.always("6")
def wrong_rows_are_columns(s: State) -> bool:
    return all(a.row == a.column for a in Space)


@checks.always("6")
def wrong_nobody_is_at_the_rim(s: State) -> bool:
    return all(not is_at_the_rim(s.at[p]) for p in Player)


@checks.step("6", of=go_on)
def wrong_down_or_to_the_right(before: State, after: State, who: Player, to: Space) -> bool:
    here = before.at[who]
    return here is not None and here.row <= to.row and here.column <= to.column


@checks.step("6", of=look)
def wrong_all_is_seen(before: State, after: State, who: Player) -> bool:
    return all(after.seen[one] for one in Space)


@checks.step("6", of=look)
def wrong_nothing_is_seen(before: State, after: State, who: Player) -> bool:
    return all(not after.seen[one] for one in Space)
