"""Hare and Hounds, chapter 2: the beginning, and the moves."""

from __future__ import annotations

from enum import Enum

from model.harehounds.board import (
    Animal,
    Piece,
    Player,
    Point,
    Result,
    State,
    game,
    hare,
    hare_is_there,
    something_is_decided,
    who_has_won,
)

from ruleslawyer.lang import Silent, ask, effect, no, the, yes


class Start(Enum):
    """Where the hare begins."""

    CENTRE = "in the centre"
    DROPPED = "where its player puts it, in its first turn"
    FAR_END = "at the other end"


class Stuck(Enum):
    """The consequence where no hound can move."""

    HARE_WINS = "the hare has won"
    TURN_PASSES = "the turn passes"
    NOBODY_WINS = "nobody wins"


class Vertical(Enum):
    """Which moves of a hound are vertical."""

    SIDEWAYS = "those to the side"
    FORWARDS = "those forwards"


def other(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


@game.initial("2.3")
def empty_board(s: State, first: Player) -> None:
    """Anybody might be the first; a duty then asks."""
    with effect("2.3"):
        s.turn = first
        s.result = Result.OPEN


the_end_is_a_column = game.doubt(
    "do the hounds begin on the first column of three points, and not at the tip?",
    "2.2a",
    "1.2",
    the_tip_and_two_beside_it=no("the tip and the two corners beside it, as pictures have it", default=True),
    the_first_column=yes("the first three that stand in a row"),
)


@game.question("where does the hare begin?", "2.2b", "2.2c")
def hares_start(s: State) -> Start:
    return ask()


@hares_start.answer("2.2b", default=True)
def in_the_centre(s: State) -> Start | Silent:
    return Start.CENTRE


@hares_start.answer("2.2c")
def dropped(s: State) -> Start | Silent:
    return Start.DROPPED


@hares_start.reading("at the other end, as in most pictures")
def at_the_far_end(s: State) -> Start | Silent:
    return Start.FAR_END


@game.question("who has the first turn?", "2.3")
def first_turn(s: State) -> Animal | None:
    return ask()


@first_turn.reading("whoever they agree on", default=True)
def as_they_agree(s: State) -> Animal | Silent | None:
    """None stands for either."""
    return None


@first_turn.reading("the hare")
def the_hare_first(s: State) -> Animal | Silent | None:
    return Animal.HARE


@first_turn.reading("the hounds")
def the_hounds_first(s: State) -> Animal | Silent | None:
    return Animal.HOUNDS


@game.question("what does it mean that no hound can move?", "2.4")
def stuck_hounds(s: State) -> Stuck:
    return ask()


@stuck_hounds.reading("the hare has won, as whoever cannot move loses", default=True)
def stuck_hounds_lose(s: State) -> Stuck | Silent:
    return Stuck.HARE_WINS


@stuck_hounds.reading("the turn passes to the hare")
def stuck_hounds_wait(s: State) -> Stuck | Silent:
    return Stuck.TURN_PASSES


@stuck_hounds.reading("nobody wins")
def stuck_hounds_draw(s: State) -> Stuck | Silent:
    return Stuck.NOBODY_WINS


@game.question("which moves of hounds are vertical?", "3.3a")
def vertical_moves(s: State) -> Vertical:
    return ask()


@vertical_moves.reading("those to the side: the board lies, with the hounds on the left", default=True)
def the_board_lies(s: State) -> Vertical | Silent:
    return Vertical.SIDEWAYS


@vertical_moves.reading("those forwards: the board stands, with the hounds above or below")
def the_board_stands(s: State) -> Vertical | Silent:
    return Vertical.FORWARDS


@game.duty("2.2a", "2.2b", "2.3")
def set_up(s: State) -> None:
    """The pieces go to their places, before the first turn."""
    with effect("2.2a"):
        for p in Point:
            if p.column == 1 and not the_end_is_a_column(s):
                s.on[p] = Piece.HOUND
            if p.column == 2 and (p.row != 2 or the_end_is_a_column(s)):
                s.on[p] = Piece.HOUND
    with effect("2.2b"):
        start = hares_start(s)
        for p in Point:
            if start == Start.CENTRE and p.column == 3 and p.row == 2:
                s.on[p] = Piece.HARE
            if start == Start.FAR_END and p.column == 5:
                s.on[p] = Piece.HARE
    with effect("2.3"):
        first = first_turn(s)
        if first is not None:
            s.turn = the(p for p in Player if p.animal == first)
        s.begun = True


@set_up.when
def nothing_stands_there(s: State) -> bool:
    return not s.begun


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


def hounds_turn(s: State) -> bool:
    """Whether the hounds are to move."""
    return s.turn.animal == Animal.HOUNDS


def has_a_way(s: State, start: Point) -> bool:
    """Whether a hound that stands there can go anywhere."""
    return any(s.on[p] is None and p.column >= start.column for p in start.lines)


@game.duty("2.4")
def no_hound_can_move(s: State) -> None:
    """The text is asked what this means."""
    with effect("2.4"):
        meaning = stuck_hounds(s)
        if meaning == Stuck.HARE_WINS:
            s.result = Result.HARE
        elif meaning == Stuck.TURN_PASSES:
            s.turn = other(s.turn)
        else:
            s.result = Result.DRAWN


@no_hound_can_move.when
def hounds_are_stuck(s: State) -> bool:
    return (
        s.begun
        and s.result == Result.OPEN
        and hounds_turn(s)
        and not any(s.on[p] == Piece.HOUND and has_a_way(s, p) for p in Point)
    )


@game.action("2.2c")
def drop(s: State, who: Player, to: Point) -> None:
    """Put the hare on the board."""
    with effect("2.2c"):
        s.on[to] = Piece.HARE
    with effect("2.4"):
        s.turn = other(who)
    with effect("3.1a", "3.1b", "3.2"):
        if something_is_decided(s):
            s.result = who_has_won(s)


@drop.permit("2.2c")
def as_the_first_move(s: State, who: Player, to: Point) -> bool:
    """Before the hare is there, in place of a move."""
    return who.animal == Animal.HARE and not hare_is_there(s)


@drop.cannot("2.2c", "any vacant point")
def onto_a_hound(s: State, who: Player, to: Point) -> bool:
    return s.on[to] is not None


@game.action("2.10a")
def run(s: State, who: Player, to: Point) -> None:
    """Move the hare."""
    with effect("2.10a"):
        s.on[hare(s)] = None
        s.on[to] = Piece.HARE
    with effect("2.4"):
        s.turn = other(who)
    with effect("3.1a", "3.1b"):
        if something_is_decided(s):
            s.result = who_has_won(s)


@run.domain
def from_where_it_is(s: State, who: Player, to: Point) -> bool:
    return who.animal == Animal.HARE and hare_is_there(s) and s.on[to] != Piece.HARE


@run.permit("2.10a")
def in_any_direction(s: State, who: Player, to: Point) -> bool:
    return True


@run.cannot("2.10b", "one space")
def further_than_a_line(s: State, who: Player, to: Point) -> bool:
    return to not in hare(s).lines


@run.cannot("2.10c", "a vacant point")
def onto_a_hound_that_is_there(s: State, who: Player, to: Point) -> bool:
    return s.on[to] is not None


@game.action("2.5", "2.8")
def advance(s: State, who: Player, start: Point, to: Point) -> None:
    """Move one hound."""
    with effect("2.5"):
        s.on[start] = None
        s.on[to] = Piece.HOUND
    with effect("2.4"):
        s.turn = other(who)
    with effect("3.3a"):
        sideways = to.column == start.column
        s.vertical = s.vertical + 1 if sideways == (vertical_moves(s) == Vertical.SIDEWAYS) else 0
    with effect("3.1a", "3.2", "3.3b"):
        if something_is_decided(s):
            s.result = who_has_won(s)


@advance.domain
def one_of_the_hounds(s: State, who: Player, start: Point, to: Point) -> bool:
    return who.animal == Animal.HOUNDS and s.on[start] == Piece.HOUND and start != to


@advance.permit("2.5")
def forwards_or_to_the_side(s: State, who: Player, start: Point, to: Point) -> bool:
    return to.column >= start.column


@advance.cannot("2.6", "in any way")
def backwards(s: State, who: Player, start: Point, to: Point) -> bool:
    return to.column < start.column


@advance.cannot("2.7a", "only move one space")
def further_than_one_line(s: State, who: Player, start: Point, to: Point) -> bool:
    return to not in start.lines


@advance.cannot("2.7b", "a vacant point")
def onto_somebody(s: State, who: Player, start: Point, to: Point) -> bool:
    return s.on[to] is not None
