"""What the algorithm is for."""

from __future__ import annotations

from model.peterson.rules import (
    Label,
    Process,
    State,
    come_out,
    give_turn,
    go_in,
    lower_flag,
    other,
    peterson,
    raise_flag,
)

from ruleslawyer.lang import Checks

checks = Checks(peterson)


@checks.sometimes("2.4")
def somebody_inside(s: State) -> bool:
    """A process gets in."""
    return any(s.label[p] == Label.INSIDE for p in Process)


@checks.always("3.1", reached=somebody_inside)
def exclusive(s: State) -> bool:
    """Never both."""
    return not all(s.label[p] == Label.INSIDE for p in Process)


@checks.always("2.2")
def flag_tells(s: State) -> bool:
    """The flag is up from raising to lowering it."""
    return all(s.flag[p] == (s.label[p] in (Label.YIELD, Label.WAIT, Label.INSIDE, Label.LOWER)) for p in Process)


@checks.always("2.4")
def turn_tells(s: State) -> bool:
    """One that is in has the turn, or the other has not given it away yet."""
    return all(
        s.turn == p or s.label[other(p)] in (Label.OUTSIDE, Label.RAISE, Label.YIELD)
        for p in Process
        if s.label[p] in (Label.INSIDE, Label.LOWER)
    )


@checks.always("3.1")
def one_at_a_time(s: State) -> bool:
    """Nobody gets in before the other has lowered its flag."""
    return not all(s.label[p] in (Label.INSIDE, Label.LOWER) for p in Process)


@checks.possible("2.4")
def can_go_in(s: State) -> bool:
    """From everywhere, somebody can still get in."""
    return any(s.label[p] == Label.INSIDE for p in Process)


@checks.leads_to("3.2")
def without_fairness(s: State) -> tuple[bool, bool]:
    """The first one gets in when it wants to."""
    return any(p.first and s.label[p] == Label.RAISE for p in Process), any(
        p.first and s.label[p] == Label.INSIDE for p in Process
    )


@checks.leads_to(
    "3.2",
    fair=(
        raise_flag.each("who"),
        give_turn.each("who"),
        go_in.each("who"),
        come_out.each("who"),
        lower_flag.each("who"),
    ),
)
def nobody_starves(s: State) -> tuple[bool, bool]:
    """The first one gets in when it wants to, where both go on with what they have begun."""
    return any(p.first and s.label[p] == Label.RAISE for p in Process), any(
        p.first and s.label[p] == Label.INSIDE for p in Process
    )
