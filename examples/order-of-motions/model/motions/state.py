"""Section 1: the motions and their ranks, what is pending, and how a meeting begins and ends."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Constants, Map, Pile, Range, Ruleset, Sort, cite, defines, effect, number, state

game = Ruleset("motions")
game.closed_world(assumed="a motion is in order where a sentence says so, and nowhere else")


class Kind(Enum):
    """The motions: the ranked ones from the lowest to the highest, then two that are incidental."""

    MAIN = "a main motion"
    INDEFINITELY = "to postpone indefinitely"
    AMEND = "to amend"
    COMMIT = "to commit"
    POSTPONE = "to postpone to a certain time"
    LIMIT = "to limit debate"
    PREVIOUS = "the previous question"
    TABLE = "to lay on the table"
    ORDERS = "the orders of the day"
    PRIVILEGE = "a question of privilege"
    RECESS = "to take a recess"
    ADJOURN = "to adjourn"
    FIX = "to fix the time to which to adjourn"
    APPEAL = "an appeal"
    DIVIDE = "to divide the question"


class Fate(Enum):
    """The fate of the main question."""

    OPEN = "not decided"
    ADOPTED = "adopted"
    REJECTED = "rejected"
    SUPPRESSED = "postponed indefinitely"
    COMMITTED = "with a committee"
    POSTPONED = "postponed to a time"
    TABLED = "on the table"
    INTERRUPTED = "interrupted by other business"


class Meeting(Enum):
    """Whether the assembly sits."""

    SITS = "sits"
    LEAVING = "has voted to adjourn"
    AWAY = "has risen"


class Rank(Constants):
    """The places in the list, the lowest first."""

    main: int = number(1, "1.1", "1.4")
    indefinitely: int = number(2, "1.4")
    amend: int = number(3, "1.4")
    commit: int = number(4, "1.4")
    postpone: int = number(5, "1.4")
    limit: int = number(6, "1.4")
    previous: int = number(7, "1.4")
    table: int = number(8, "1.4")
    orders: int = number(9, "1.4")
    privilege: int = number(10, "1.4")
    recess: int = number(11, "1.4")
    adjourn: int = number(12, "1.4")
    fix: int = number(13, "1.4")


class Player(Sort):
    """Who is in the room: one of them is in the chair."""

    chair: bool


@defines("1.1")
class Motion(Sort):
    """A motion that may be made; `whole`: a previous question that names all pending questions."""

    kind: Kind
    whole: bool


@state
class State:
    """The pending motions, the one that was moved last on top, and what has been ordered."""

    pending: Annotated[Pile[Motion], cite("12.1")]
    amends: Annotated[Map[Motion, Motion | None], cite("33.2")]
    closed: Annotated[int, Range(0), cite("29.5")]
    """Counted from the main question: the first that a previous question in force covers; 0 for none."""
    limited: Annotated[int, Range(0), cite("30.7")]
    """Counted so: the question whose debate is limited."""
    rejected: Annotated[bool, cite("34.6")]
    """Whether postponing indefinitely has been lost."""
    provided: Annotated[bool, cite("16.1")]
    """Whether the time of another meeting is fixed."""
    fate: Annotated[Fate, cite("11.1")]
    went_along: Annotated[Map[Motion, bool], cite("11.4", "11.5")]
    meeting: Annotated[Meeting, cite("16.2")]


@game.initial("1.1")
def nothing_is_pending(s: State) -> None:
    """Nothing is before the assembly."""
    with effect("1.1"):
        s.fate = Fate.OPEN
        s.meeting = Meeting.SITS


@game.awaits
def everybody(s: State) -> frozenset[Player]:
    """Anybody may rise."""
    return frozenset(p for p in Player)


@game.ended("11.1", "16.2")
def done_with_it(s: State) -> bool:
    """The main question is no longer before the assembly, or the assembly has risen."""
    return s.fate != Fate.OPEN or s.meeting == Meeting.AWAY


def is_pending(s: State) -> bool:
    """Whether any question is before the assembly."""
    return len(s.pending) > 0


def on_top(s: State, kind: Kind) -> bool:
    """Whether the immediately pending question is of this kind."""
    return len(s.pending) > 0 and s.pending.top.kind == kind


def is_privileged(kind: Kind) -> bool:
    """The five of section 14."""
    return (
        kind == Kind.FIX or kind == Kind.ADJOURN or kind == Kind.RECESS or kind == Kind.PRIVILEGE or kind == Kind.ORDERS
    )


def is_incidental(kind: Kind) -> bool:
    """The two of section 13 that are modelled."""
    return kind == Kind.APPEAL or kind == Kind.DIVIDE


def is_subsidiary(kind: Kind) -> bool:
    """The seven of section 12."""
    return kind != Kind.MAIN and not is_privileged(kind) and not is_incidental(kind)


def rank(kind: Kind) -> int:
    """The place in the list; incidental motions have none, and are 0."""
    if kind == Kind.MAIN:
        return Rank.main
    if kind == Kind.INDEFINITELY:
        return Rank.indefinitely
    if kind == Kind.AMEND:
        return Rank.amend
    if kind == Kind.COMMIT:
        return Rank.commit
    if kind == Kind.POSTPONE:
        return Rank.postpone
    if kind == Kind.LIMIT:
        return Rank.limit
    if kind == Kind.PREVIOUS:
        return Rank.previous
    if kind == Kind.TABLE:
        return Rank.table
    if kind == Kind.ORDERS:
        return Rank.orders
    if kind == Kind.PRIVILEGE:
        return Rank.privilege
    if kind == Kind.RECESS:
        return Rank.recess
    if kind == Kind.ADJOURN:
        return Rank.adjourn
    if kind == Kind.FIX:
        return Rank.fix
    return 0


def under_the_previous_question(s: State) -> bool:
    """Whether the immediately pending question has to be voted on at once."""
    return s.closed > 0 and len(s.pending) >= s.closed


def under_a_limit(s: State) -> bool:
    """Whether an order that limits debate is in force."""
    return s.limited > 0 and len(s.pending) >= s.limited
