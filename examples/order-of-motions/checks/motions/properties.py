"""Order of motions: what an assembly relies on."""

from __future__ import annotations

from model.motions.order import debate, move
from model.motions.state import (
    Fate,
    Kind,
    Meeting,
    Motion,
    Player,
    State,
    game,
    is_pending,
    on_top,
    rank,
    under_the_previous_question,
)
from model.motions.table import Vote
from model.motions.vote import put

from ruleslawyer.lang import Checks

checks = Checks(game)


@checks.sometimes("12.1")
def three_questions_are_pending(s: State) -> bool:
    return len(s.pending) >= 3


@checks.sometimes("29.5")
def the_previous_question_is_ordered(s: State) -> bool:
    return under_the_previous_question(s)


@checks.always("11.1", reached=three_questions_are_pending)
def the_main_question_lies_lowest(s: State) -> bool:
    """Whatever is pending, the main question lies beneath it."""
    return not is_pending(s) or s.pending.bottom.kind == Kind.MAIN


@checks.step("1.2", "31.1", of=move, reached=three_questions_are_pending)
def nothing_is_moved_while_something_higher_is_pending(
    before: State, after: State, who: Player, motion: Motion
) -> bool:
    """Amendments and what is incidental aside, a motion outranks all that are pending."""
    return (
        rank(motion.kind) == 0
        or motion.kind == Kind.AMEND
        or all(rank(m.kind) < rank(motion.kind) for m in before.pending)
    )


@checks.step("2.9", of=debate, reached=the_previous_question_is_ordered)
def no_debate_after_the_previous_question(before: State, after: State, who: Player) -> bool:
    return not under_the_previous_question(before)


@checks.step("29.5", of=move, reached=the_previous_question_is_ordered)
def after_the_previous_question_nothing_is_amended(before: State, after: State, who: Player, motion: Motion) -> bool:
    return not under_the_previous_question(before) or motion.kind != Kind.AMEND


@checks.always("33.3", reached=three_questions_are_pending)
def amendments_have_two_degrees(s: State) -> bool:
    """An amendment may be amended, and its amendment may not."""
    return all(second_degree_at_most(s, m) for m in s.pending)


def second_degree_at_most(s: State, motion: Motion) -> bool:
    """Whether a motion is no amendment of the third degree."""
    first = s.amends[motion]
    if first is None:
        return True
    second = s.amends[first]
    return second is None or s.amends[second] is None


@checks.possible("11.2", "12.1")
def the_assembly_can_come_back_to_the_main_question(s: State) -> bool:
    """Whatever has been piled on it, it can be the immediately pending question again, or is done with."""
    return not is_pending(s) or on_top(s, Kind.MAIN) or s.fate != Fate.OPEN or s.meeting == Meeting.AWAY


@checks.step("12.4", "30.2", "1.3", of=put)
def a_bare_majority_closes_no_debate(before: State, after: State, who: Player, vote: Vote) -> bool:
    return vote == Vote.TWO_THIRDS or (after.closed <= before.closed and after.limited <= before.limited)


@checks.always("11.4", "11.5")
def only_what_is_laid_aside_takes_something_along(s: State) -> bool:
    return (
        s.fate == Fate.COMMITTED
        or s.fate == Fate.POSTPONED
        or s.fate == Fate.TABLED
        or all(not s.went_along[m] for m in Motion)
    )
