"""Sections 11 to 14 and 28 to 34: which motion is in order while which is pending, and debate."""

from __future__ import annotations

from model.motions.state import (
    Kind,
    Meeting,
    Motion,
    Player,
    Rank,
    State,
    game,
    is_incidental,
    is_pending,
    is_privileged,
    is_subsidiary,
    on_top,
    rank,
    under_a_limit,
    under_the_previous_question,
)
from model.motions.table import amendable, amended_at_last, debatable

from ruleslawyer.lang import effect, no, yes


@game.action("12.1")
def move(s: State, who: Player, motion: Motion) -> None:
    """Make a motion: it is immediately pending then."""
    if motion.kind == Kind.AMEND and len(s.pending) > 0:
        with effect("33.2"):
            s.amends[motion] = s.pending.bottom if on_top(s, Kind.INDEFINITELY) else s.pending.top
    with effect("12.1"):
        s.pending = s.pending.with_top(motion)


@move.domain
def a_member_makes_it(s: State, who: Player, motion: Motion) -> bool:
    """Whoever is in the chair makes no motions; and no motion is made twice at a time."""
    return not who.chair and motion not in s.pending


# What is in order


an_amendment_ranks_with_what_it_amends = game.doubt(
    "while an amendment is immediately pending, has it the rank of what it amends?",
    its_place_in_the_list=no(
        "it has a place of its own, and yields to all that stand above", cite=("1.4", "33.1"), default=True
    ),
    that_of_what_it_amends=yes("what it amends is pending too, and goes before the lower one", cite=("14.1", "31.1")),
)


def above_what_is_pending(s: State, motion: Motion) -> bool:
    """Whether a ranked motion stands above the immediately pending one.

    Of an amendment it is asked which rank counts, where its own and that of what it amends do not say the same.
    """
    top = s.pending.top
    own = rank(motion.kind)
    if top.kind == Kind.AMEND and own > Rank.amend and own < rank(amended_at_last(s, top).kind):
        return not an_amendment_ranks_with_what_it_amends(s)
    return own > rank(top.kind)


def below_what_is_pending(s: State, motion: Motion) -> bool:
    """Whether a ranked motion stands below the immediately pending one."""
    top = s.pending.top
    own = rank(motion.kind)
    if top.kind == Kind.AMEND and own > Rank.amend and own < rank(amended_at_last(s, top).kind):
        return an_amendment_ranks_with_what_it_amends(s)
    return own < rank(top.kind)


@move.permit("11.1")
def main_motion_while_nothing_is_pending(s: State, who: Player, motion: Motion) -> bool:
    return motion.kind == Kind.MAIN and not is_pending(s)


@move.permit("11.2")
def any_other_on_a_main_motion(s: State, who: Player, motion: Motion) -> bool:
    """A main motion yields to all others."""
    return on_top(s, Kind.MAIN) and motion.kind != Kind.MAIN and not (motion.kind == Kind.FIX and s.provided)


@move.permit("1.2", "12.5")
def above_it_in_the_list(s: State, who: Player, motion: Motion) -> bool:
    """Of the ranked motions one that stands above the immediately pending one; for subsidiary ones it is said twice."""
    if not is_pending(s) or is_incidental(s.pending.top.kind) or (motion.kind == Kind.FIX and s.provided):
        return False
    return above_what_is_pending(s, motion)


@move.permit("14.1", "13.2", "28.2", "29.2", "34.1")
def privileged_before_what_is_not(s: State, who: Player, motion: Motion) -> bool:
    if not is_pending(s) or (motion.kind == Kind.FIX and s.provided):
        return False
    return is_privileged(motion.kind) and not is_privileged(s.pending.top.kind)


@move.permit("16.1", "16.2")
def fixing_the_time_before_all(s: State, who: Player, motion: Motion) -> bool:
    """While a question is pending, and no other meeting is provided for; also when it has been voted to adjourn."""
    return motion.kind == Kind.FIX and is_pending(s) and not s.provided


@move.permit("16.4")
def adjourning_before_all_but_one(s: State, who: Player, motion: Motion) -> bool:
    return motion.kind == Kind.ADJOURN and is_pending(s) and not on_top(s, Kind.FIX)


@move.permit("13.1")
def incidental_to_what_is_pending(s: State, who: Player, motion: Motion) -> bool:
    """An appeal arises from whatever is pending, dividing from a main motion; none from what is incidental itself."""
    if not is_pending(s) or is_incidental(s.pending.top.kind):
        return False
    return motion.kind == Kind.APPEAL or (motion.kind == Kind.DIVIDE and on_top(s, Kind.MAIN))


@move.permit("28.1", "13.2")
def the_table_before_subsidiary_and_incidental(s: State, who: Player, motion: Motion) -> bool:
    if motion.kind != Kind.TABLE or not is_pending(s) or on_top(s, Kind.TABLE):
        return False
    if on_top(s, Kind.AMEND):
        return above_what_is_pending(s, motion)
    return is_subsidiary(s.pending.top.kind) or is_incidental(s.pending.top.kind)


@move.permit("30.8")
def the_table_while_debate_is_limited(s: State, who: Player, motion: Motion) -> bool:
    """A pending motion that is neither privileged nor incidental may be laid on the table even so."""
    if motion.kind != Kind.TABLE or not under_a_limit(s) or on_top(s, Kind.TABLE):
        return False
    return not is_privileged(s.pending.top.kind) and not is_incidental(s.pending.top.kind)


@move.permit("29.1", "30.4")
def the_previous_question_before_subsidiary(s: State, who: Player, motion: Motion) -> bool:
    if motion.kind != Kind.PREVIOUS or not is_pending(s):
        return False
    if on_top(s, Kind.AMEND):
        return above_what_is_pending(s, motion)
    return is_subsidiary(s.pending.top.kind) and not on_top(s, Kind.TABLE) and not on_top(s, Kind.PREVIOUS)


@move.permit("2.7", "29.4")
def the_previous_question_on_what_is_debated_or_amended(s: State, who: Player, motion: Motion) -> bool:
    """On whatever may be debated or amended."""
    return motion.kind == Kind.PREVIOUS and is_pending(s) and (debatable(s) or amendable(s, s.pending.top.kind))


@move.permit("2.5", "12.4", "30.1")
def a_limit_on_what_is_debated(s: State, who: Player, motion: Motion) -> bool:
    """Whatever the rank of what is debated."""
    return motion.kind == Kind.LIMIT and debatable(s)


@move.permit("31.1")
def postponing_before_committing_and_amending(s: State, who: Player, motion: Motion) -> bool:
    if motion.kind != Kind.POSTPONE:
        return False
    if on_top(s, Kind.AMEND):
        return above_what_is_pending(s, motion)
    return on_top(s, Kind.COMMIT) or on_top(s, Kind.INDEFINITELY)


@move.permit("33.1")
def amending_before_postponing_indefinitely(s: State, who: Player, motion: Motion) -> bool:
    return motion.kind == Kind.AMEND and on_top(s, Kind.INDEFINITELY)


@move.permit("33.2", "12.3", "14.3", "30.3", "31.2")
def amending_what_may_be_amended(s: State, who: Player, motion: Motion) -> bool:
    """Whatever is not among the motions that cannot be amended; of five it is said that they can."""
    return motion.kind == Kind.AMEND and is_pending(s) and amendable(s, s.pending.top.kind)


# What is out of order


@move.forbid("11.1")
def main_motion_while_a_question_is_pending(s: State, who: Player, motion: Motion) -> bool:
    return motion.kind == Kind.MAIN and is_pending(s)


@move.forbid("1.2", "12.5")
def below_it_in_the_list(s: State, who: Player, motion: Motion) -> bool:
    """Of the ranked motions one that stands below the immediately pending one."""
    if not is_pending(s) or is_incidental(motion.kind):
        return False
    return below_what_is_pending(s, motion)


@move.forbid("14.3")
def subsidiary_on_privileged(s: State, who: Player, motion: Motion) -> bool:
    """Nothing subsidiary is applied to a privileged motion, but that two may be amended."""
    if not is_pending(s) or not is_privileged(s.pending.top.kind) or not is_subsidiary(motion.kind):
        return False
    return motion.kind != Kind.AMEND or not (on_top(s, Kind.FIX) or on_top(s, Kind.RECESS))


@move.forbid("13.5")
def subsidiary_on_incidental(s: State, who: Player, motion: Motion) -> bool:
    """Nothing that would be applied to an incidental motion, but to amend, and on an appeal that is debated.

    To lay on the table is not applied to it: what is laid there is the main question.
    """
    if not is_pending(s) or not is_incidental(s.pending.top.kind) or not is_subsidiary(motion.kind):
        return False
    return motion.kind != Kind.AMEND and motion.kind != Kind.TABLE and not debatable(s)


@move.forbid("13.1", "2.11")
def before_what_is_incidental_is_decided(s: State, who: Player, motion: Motion) -> bool:
    """An incidental motion is decided before the one out of which it arises, which is not laid on the table yet."""
    return motion.kind == Kind.TABLE and is_pending(s) and is_incidental(s.pending.top.kind)


@move.forbid("12.2", "2.12")
def disposing_of_what_is_privileged(s: State, who: Player, motion: Motion) -> bool:
    """To lay on the table, to postpone and to commit are not for what is privileged."""
    if not is_pending(s) or not is_privileged(s.pending.top.kind) or not is_subsidiary(motion.kind):
        return False
    return motion.kind != Kind.AMEND and motion.kind != Kind.LIMIT and motion.kind != Kind.PREVIOUS


@move.forbid("31.4")
def disposing_of_a_motion_to_postpone(s: State, who: Player, motion: Motion) -> bool:
    return on_top(s, Kind.POSTPONE) and (motion.kind == Kind.COMMIT or motion.kind == Kind.INDEFINITELY)


@move.forbid("30.5")
def a_limit_where_nothing_is_debated(s: State, who: Player, motion: Motion) -> bool:
    return motion.kind == Kind.LIMIT and not debatable(s)


@move.forbid("30.3")
def on_a_motion_to_limit_debate(s: State, who: Player, motion: Motion) -> bool:
    """It may be amended; no other subsidiary motion is applied to it."""
    return motion.kind == Kind.PREVIOUS and on_top(s, Kind.LIMIT)


@move.cannot("28.3", "cannot have any subsidiary motion applied to it")
def on_laying_on_the_table(s: State, who: Player, motion: Motion) -> bool:
    return on_top(s, Kind.TABLE) and is_subsidiary(motion.kind)


@move.cannot("29.3", "cannot be amended or have any other")
def on_the_previous_question(s: State, who: Player, motion: Motion) -> bool:
    """Laying on the table is not applied to it."""
    return on_top(s, Kind.PREVIOUS) and is_subsidiary(motion.kind) and motion.kind != Kind.TABLE


@move.cannot("33.3", "an amendment of an amendment cannot be amended")
def of_the_third_degree(s: State, who: Player, motion: Motion) -> bool:
    if motion.kind != Kind.AMEND or not on_top(s, Kind.AMEND):
        return False
    first = s.amends[s.pending.top]
    return first is not None and first.kind == Kind.AMEND


@move.cannot("34.4", "can be applied to nothing but main questions")
def postponing_indefinitely_what_is_no_main_question(s: State, who: Player, motion: Motion) -> bool:
    return motion.kind == Kind.INDEFINITELY and is_pending(s) and not on_top(s, Kind.MAIN)


@move.cannot("34.6", "it cannot be renewed")
def postponing_indefinitely_again(s: State, who: Player, motion: Motion) -> bool:
    return motion.kind == Kind.INDEFINITELY and s.rejected


the_order_keeps_off_the_rest = game.doubt(
    "does an order to vote on one question keep motions off those beneath it, which it does not cover?",
    it_does=yes("the vote comes at once, before anything else", cite=("2.9",), default=True),
    it_does_not=no("what is kept off is kept off the questions that it covers", cite=("29.5",)),
)


@move.cannot("29.5", "can have no other subsidiary motions")
def after_the_previous_question(s: State, who: Player, motion: Motion) -> bool:
    """From the order to the last vote under it, but for laying on the table."""
    if not under_the_previous_question(s) or not is_subsidiary(motion.kind) or motion.kind == Kind.TABLE:
        return False
    if s.closed > 1 and (motion.kind == Kind.COMMIT or motion.kind == Kind.POSTPONE):
        return the_order_keeps_off_the_rest(s)
    return True


@move.cannot("30.7", "to postpone and to commit cannot be moved")
def while_debate_is_limited(s: State, who: Player, motion: Motion) -> bool:
    return under_a_limit(s) and (motion.kind == Kind.POSTPONE or motion.kind == Kind.COMMIT)


business_goes_on = game.doubt(
    "is other business in order between the vote to adjourn and the chair's word that it is adjourned?",
    "16.2",
    it_goes_on=yes("the meeting lasts until the chair has declared it adjourned", default=True),
    only_the_time_of_another_meeting=no("nothing is in order but what the text names"),
)


@move.cannot("16.2", "even after it has been voted to adjourn")
def after_the_vote_to_adjourn(s: State, who: Player, motion: Motion) -> bool:
    """One motion is in order even then; of the others nothing is said."""
    return s.meeting == Meeting.LEAVING and motion.kind != Kind.FIX and not business_goes_on(s)


# Debate


@game.action("11.3")
def debate(s: State, who: Player) -> None:
    """Speak on the immediately pending question."""


@debate.domain
def a_member_speaks(s: State, who: Player) -> bool:
    return not who.chair and is_pending(s)


@debate.permit("2.1", "11.3", "34.3")
def what_is_debatable(s: State, who: Player) -> bool:
    return debatable(s)


@debate.cannot("2.9", "it cuts off debate")
def under_the_order_to_vote(s: State, who: Player) -> bool:
    return under_the_previous_question(s) and not is_incidental(s.pending.top.kind)


@debate.cannot("29.6", "an appeal is undebatable after the previous question")
def an_appeal_under_the_order_to_vote(s: State, who: Player) -> bool:
    return under_the_previous_question(s) and on_top(s, Kind.APPEAL)


# The end of a meeting


@game.action("16.2")
def declare_adjourned(s: State, who: Player) -> None:
    """The chair says that the meeting is over."""
    with effect("16.2"):
        s.meeting = Meeting.AWAY


@declare_adjourned.permit("16.2")
def once_it_is_voted(s: State, who: Player) -> bool:
    return who.chair and s.meeting == Meeting.LEAVING
