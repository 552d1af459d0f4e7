"""Sections 2, 11 to 16 and 28 to 34: how a question is put, and what becomes of those that are pending."""

from __future__ import annotations

from model.motions.state import (
    Fate,
    Kind,
    Meeting,
    Motion,
    Player,
    State,
    game,
    is_pending,
    is_subsidiary,
)
from model.motions.table import Vote, amended_at_last, carries

from ruleslawyer.lang import effect


@game.action("12.1", "2.9")
def put(s: State, who: Player, vote: Vote) -> None:
    """The chair puts the immediately pending question to the vote."""
    question = s.pending.top
    rest = s.pending.without_top()
    carried = carries(s, question.kind, vote)
    with effect("12.1"):
        s.pending = rest
        s.amends[question] = None
    if question.kind == Kind.MAIN:
        with effect("11.6"):
            s.fate = Fate.ADOPTED if carried else Fate.REJECTED
    if question.kind == Kind.INDEFINITELY:
        with effect("34.6"):
            s.rejected = not carried
        if carried:
            with effect("34.4"):
                s.fate = Fate.SUPPRESSED
    if question.kind == Kind.COMMIT and carried:
        with effect("11.5", "32.1", "32.2"):
            s.fate = Fate.COMMITTED
            for motion in Motion:
                s.went_along[motion] = (
                    motion in rest and motion.kind == Kind.AMEND and amended_at_last(s, motion).kind == Kind.MAIN
                )
    if question.kind == Kind.POSTPONE and carried:
        with effect("11.4"):
            s.fate = Fate.POSTPONED
            for motion in Motion:
                s.went_along[motion] = motion in rest and is_subsidiary(motion.kind)
    if question.kind == Kind.TABLE and carried:
        with effect("2.13", "11.4", "31.3"):
            s.fate = Fate.TABLED
            for motion in Motion:
                s.went_along[motion] = motion in rest and is_subsidiary(motion.kind)
    if question.kind == Kind.LIMIT and carried:
        with effect("2.5", "30.1"):
            s.limited = len(rest)
    if question.kind == Kind.PREVIOUS and carried:
        with effect("2.8", "2.9", "33.4"):
            s.closed = 1 if question.whole else len(rest)
    if (question.kind == Kind.ORDERS or question.kind == Kind.PRIVILEGE) and carried:
        with effect("14.1"):
            s.fate = Fate.INTERRUPTED
    if question.kind == Kind.RECESS and carried:
        with effect("14.1"):
            s.meeting = Meeting.AWAY
    if question.kind == Kind.ADJOURN and carried:
        with effect("16.2"):
            s.meeting = Meeting.LEAVING
    if question.kind == Kind.FIX and carried:
        with effect("16.1"):
            s.provided = True


@put.permit("12.1", "2.9")
def the_immediately_pending_question(s: State, who: Player, vote: Vote) -> bool:
    """The motion that was moved last is decided before the one that it was moved on."""
    return who.chair and is_pending(s)


@game.settle("29.5")
def the_order_to_vote_is_exhausted(s: State) -> None:
    with effect("29.5"):
        s.closed = 0


@the_order_to_vote_is_exhausted.when
def the_last_vote_under_it_is_taken(s: State) -> bool:
    return s.closed > len(s.pending)


@game.settle("30.1")
def the_limit_is_exhausted(s: State) -> None:
    with effect("30.1"):
        s.limited = 0


@the_limit_is_exhausted.when
def the_question_is_decided(s: State) -> bool:
    return s.limited > len(s.pending)
