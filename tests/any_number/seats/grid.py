"""Berths in rows and columns: a boat goes one to the right or one down, and each tide takes all boats down.

Right by hand: what is asked of the way of a boat is so of its berths. Nothing is known of where a grid ends.
"""


class Berth(Grid):
    """A place."""

    row: int
    column: int
    rim: bool


@state
class State:
    at: Map[Player, Berth]
    boats: Map[Berth, int]
    moves: Annotated[int, Range(0)]
    half: int
    odd: int
    turned: int
    marked: Map[Berth, bool]


@book.initial("1")
def begin(s: State, where: Map[Player, Berth]) -> None:
    """Somewhere."""
    with effect("1"):
        for p in Player:
            s.at[p] = where[p]
        for b in Berth:
            s.boats[b] = sum(1 for p in Player if where[p] == b)


@book.ended("9")
def over(s: State) -> bool:
    """After three moves."""
    return s.moves == 3


@book.action("2")
def sail(s: State, who: Player, to: Berth) -> None:
    """To the right or down."""
    with effect("2"):
        s.boats[s.at[who]] -= 1
        s.at[who] = to
        s.boats[to] += 1
        s.moves += 1
        s.half = (to.row - to.column) // 2
        s.odd = (to.row - to.column) % 2
        s.turned = (to.row - to.column) // -2


@sail.domain
def is_beside(s: State, who: Player, to: Berth) -> bool:
    here = s.at[who]
    return to.row - here.row + to.column - here.column == 1


@sail.permit("2")
def onwards(s: State, who: Player, to: Berth) -> bool:
    here = s.at[who]
    return here.row <= to.row and here.column <= to.column


@book.action("3")
def mark(s: State, who: Player) -> None:
    """All in one's row, but those in one's column."""
    with effect("3"):
        row = frozenset(b for b in Berth if b.row == s.at[who].row)
        column = frozenset(b for b in Berth if b.column == s.at[who].column)
        for b in row - column:
            s.marked[b] = True


@mark.permit("3")
def may_mark(s: State, who: Player) -> bool:
    return s.moves < 2


@checks.always("4")
def right_each_berth_knows_its_boats(s: State) -> bool:
    return all(s.boats[b] == sum(1 for p in Player if s.at[p] == b) for b in Berth)


@checks.step("4", of=sail)
def right_to_the_right_or_down(before: State, after: State, who: Player, to: Berth) -> bool:
    here = before.at[who]
    return to.row == here.row or to.column == here.column


@checks.step("4", of=sail)
def right_further_than_before(before: State, after: State, who: Player, to: Berth) -> bool:
    return after.at[who].row + after.at[who].column > before.at[who].row + before.at[who].column


@checks.step("4", of=sail)
def right_halves_and_rest(before: State, after: State, who: Player, to: Berth) -> bool:
    return 2 * after.half + after.odd == to.row - to.column and after.odd >= 0 and after.odd <= 1


@checks.step("4", of=sail)
def right_halves_the_other_way(before: State, after: State, who: Player, to: Berth) -> bool:
    return to.row - to.column <= -2 * after.turned and -2 * after.turned < to.row - to.column + 2


@checks.step("4", of=mark)
def right_ones_own_berth_is_not_marked_anew(before: State, after: State, who: Player) -> bool:
    return after.marked[before.at[who]] == before.marked[before.at[who]]


@checks.step("5", of=sail)
def wrong_down_alone(before: State, after: State, who: Player, to: Berth) -> bool:
    return to.column == before.at[who].column


@checks.step("5", of=sail)
def wrong_to_the_right(before: State, after: State, who: Player, to: Berth) -> bool:
    return before.at[who].column < to.column


@checks.step("5", of=sail)
def wrong_others_move_too(before: State, after: State, who: Player, to: Berth) -> bool:
    return all(p == who or before.at[p] != after.at[p] for p in Player)


@checks.always("5")
def wrong_one_boat_in_a_berth(s: State) -> bool:
    return all(s.boats[b] <= 1 for b in Berth)


@checks.always("5")
def wrong_all_in_one_berth(s: State) -> bool:
    return all(all(s.at[p] == s.at[q] for q in Player) for p in Player)


@checks.always("5")
def wrong_the_half_is_not_negative(s: State) -> bool:
    return s.half >= 0


@checks.step("5", of=mark)
def wrong_a_whole_row_is_marked(before: State, after: State, who: Player) -> bool:
    return all(after.marked[b] for b in Berth if b.row == after.at[who].row)


@checks.step("5", of=mark)
def wrong_nothing_is_marked(before: State, after: State, who: Player) -> bool:
    return not any(after.marked[b] for b in Berth)


@checks.step("5", of=mark)
def wrong_all_is_marked(before: State, after: State, who: Player) -> bool:
    return all(after.marked[b] for b in Berth)
