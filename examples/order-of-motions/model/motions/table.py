"""Sections 2, 11 to 16 and 28 to 34: what can be debated, amended and reconsidered, and by which vote it is carried."""

from __future__ import annotations

from enum import Enum

from model.motions.state import Kind, Motion, State, game, is_incidental, is_privileged

from ruleslawyer.lang import SILENT, Silent


class Vote(Enum):
    """How a vote comes out."""

    LOST = "no majority"
    MAJORITY = "a majority, but not two thirds"
    TWO_THIRDS = "two thirds"


@game.term("2.1", "11.3")
def debatable_by_itself(s: State, kind: Kind) -> bool:
    """As a rule a motion may be debated."""
    return True


@debatable_by_itself.exception("14.2")
def high_privilege(s: State, kind: Kind) -> bool | Silent:
    return False if is_privileged(kind) else SILENT


@debatable_by_itself.exception("13.3")
def incidental_but_an_appeal(s: State, kind: Kind) -> bool | Silent:
    return False if is_incidental(kind) and kind != Kind.APPEAL else SILENT


@debatable_by_itself.exception("28.3")
def laying_on_the_table(s: State, kind: Kind) -> bool | Silent:
    return False if kind == Kind.TABLE else SILENT


@debatable_by_itself.exception("29.3")
def the_previous_question(s: State, kind: Kind) -> bool | Silent:
    return False if kind == Kind.PREVIOUS else SILENT


@debatable_by_itself.exception("30.2")
def limiting_debate(s: State, kind: Kind) -> bool | Silent:
    return False if kind == Kind.LIMIT else SILENT


def amended_at_last(s: State, motion: Motion) -> Motion:
    """The motion that an amendment comes down to, at the end of the amendments."""
    first = s.amends[motion]
    if first is None:
        return motion
    second = s.amends[first]
    return first if second is None else second


def beneath(s: State) -> Motion:
    """The question next to the immediately pending one, or that one where there is none."""
    rest = s.pending.without_top()
    return s.pending.top if len(rest) == 0 else rest.top


@game.term("2.1")
def debatable(s: State) -> bool:
    """Whether the immediately pending question may be debated, apart from orders in force."""
    return len(s.pending) > 0 and debatable_by_itself(s, s.pending.top.kind)


@debatable.exception("2.3", "33.5")
def amends_what_is_undebatable(s: State) -> bool | Silent:
    """An amendment is as open to debate as what it amends."""
    if len(s.pending) > 0 and s.pending.top.kind == Kind.AMEND:
        return SILENT if debatable_by_itself(s, amended_at_last(s, s.pending.top).kind) else False
    return SILENT


@debatable.exception("2.4")
def appeals_from_what_is_undebatable(s: State) -> bool | Silent:
    """An appeal that comes while an undebatable question is pending is undebatable too."""
    if len(s.pending) > 0 and s.pending.top.kind == Kind.APPEAL:
        return SILENT if debatable_by_itself(s, amended_at_last(s, beneath(s)).kind) else False
    return SILENT


@game.term("2.1", "11.3")
def amendable(s: State, kind: Kind) -> bool:
    """As a rule a motion may be amended."""
    return True


@amendable.exception("28.3")
def not_laying_on_the_table(s: State, kind: Kind) -> bool | Silent:
    return False if kind == Kind.TABLE else SILENT


@amendable.exception("29.3")
def not_the_previous_question(s: State, kind: Kind) -> bool | Silent:
    return False if kind == Kind.PREVIOUS else SILENT


@amendable.exception("34.2")
def not_postponing_indefinitely(s: State, kind: Kind) -> bool | Silent:
    return False if kind == Kind.INDEFINITELY else SILENT


@amendable.exception("16.5")
def not_adjourning(s: State, kind: Kind) -> bool | Silent:
    return False if kind == Kind.ADJOURN else SILENT


@amendable.exception("14.3")
def not_what_is_privileged(s: State, kind: Kind) -> bool | Silent:
    """Of privileged motions two may be amended."""
    return False if is_privileged(kind) and kind != Kind.FIX and kind != Kind.RECESS else SILENT


@amendable.exception("13.4")
def not_what_is_incidental(s: State, kind: Kind) -> bool | Silent:
    """Of incidental motions those on dividing the question may be amended."""
    return False if is_incidental(kind) and kind != Kind.DIVIDE else SILENT


@game.term("1.3", "2.1", "11.6")
def needs(s: State, kind: Kind) -> Vote:
    """As a rule a majority carries."""
    return Vote.MAJORITY


@needs.exception("1.3")
def starred(s: State, kind: Kind) -> Vote | Silent:
    """Two motions of the list have a star."""
    return Vote.TWO_THIRDS if kind == Kind.PREVIOUS or kind == Kind.LIMIT else SILENT


@needs.exception("12.4", "30.2")
def on_the_limits_of_debate(s: State, kind: Kind) -> Vote | Silent:
    return Vote.TWO_THIRDS if kind == Kind.LIMIT or kind == Kind.PREVIOUS else SILENT


@needs.exception("33.6")
def amending(s: State, kind: Kind) -> Vote | Silent:
    """Whatever it takes to carry what is amended."""
    return Vote.MAJORITY if kind == Kind.AMEND else SILENT


def carries(s: State, kind: Kind, vote: Vote) -> bool:
    """Whether a vote carries a motion of this kind."""
    return vote == Vote.TWO_THIRDS or (vote == Vote.MAJORITY and needs(s, kind) == Vote.MAJORITY)


@game.term("2.1", "16.3", "31.5", "32.3", "30.6", "34.5")
def reconsidered(s: State, kind: Kind, carried: bool, begun: bool) -> bool:
    """Whether a vote may be reconsidered; `begun`: what was ordered by it has begun to be done."""
    return True


@reconsidered.exception("16.5")
def not_a_vote_on_adjourning(s: State, kind: Kind, carried: bool, begun: bool) -> bool | Silent:
    return False if kind == Kind.ADJOURN else SILENT


@reconsidered.exception("2.6", "34.5")
def not_a_lost_vote_on_postponing_indefinitely(s: State, kind: Kind, carried: bool, begun: bool) -> bool | Silent:
    return False if kind == Kind.INDEFINITELY and not carried else SILENT


@reconsidered.exception("2.10")
def not_a_previous_question_that_is_partly_done(s: State, kind: Kind, carried: bool, begun: bool) -> bool | Silent:
    return False if kind == Kind.PREVIOUS and carried and begun else SILENT


@reconsidered.exception("32.3")
def not_what_a_committee_has_begun(s: State, kind: Kind, carried: bool, begun: bool) -> bool | Silent:
    return False if kind == Kind.COMMIT and carried and begun else SILENT
