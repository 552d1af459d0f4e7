"""Dudo, 2.3 to 2.5: a round ends by a call or a claim, somebody loses a die, and a new round begins."""

from __future__ import annotations

from enum import Enum

from model.liars_dice.bid import anybody_may_claim
from model.liars_dice.state import (
    Die,
    Face,
    Numbers,
    Player,
    State,
    dudo,
    himself_or_next,
    in_play,
)

from ruleslawyer.lang import SILENT, Silent, ask, effect


class Reward(Enum):
    """The reward of a claim that is right."""

    NOTHING_MORE = "the bidder loses a die, and that is all"
    A_DIE_TOO = "the bidder loses a die, and the claimant gets one back"
    A_DIE_INSTEAD = "the claimant gets a die back, and the bidder keeps his"


@dudo.term("2.0.6b")
def counts(s: State, die: Die, face: Face) -> bool:
    """Whether a die counts for a number: it shows it."""
    return in_play(s, die) and s.shows[die] == face


@counts.exception("2.0.7")
def aces_are_wild(s: State, die: Die, face: Face) -> bool | Silent:
    """An ace counts for every number."""
    return True if in_play(s, die) and any(f.pips == 1 and s.shows[die] == f for f in Face) else SILENT


@aces_are_wild.exception("2.5.3")
def not_in_a_palifico(s: State, die: Die, face: Face) -> bool:
    """In a palifico an ace is a one."""
    return s.palifico


def how_many(s: State) -> int:
    """How many dice there are of the number that was bid."""
    return sum(1 for d in Die if any(f == s.face and counts(s, d, f) for f in Face))


@dudo.question("what does a claim bring that is right?", "2.4.2b", "2.4.3b")
def reward(s: State) -> Reward:
    return ask()


@reward.reading("the bidder loses the round, and that is all", default=True)
def nothing_more(s: State) -> Reward | Silent:
    return Reward.NOTHING_MORE


@reward.reading("the bidder loses the round, and the claimant gets a die back")
def a_die_too(s: State) -> Reward | Silent:
    return Reward.A_DIE_TOO


@reward.reading("the claimant gets a die back, and nobody loses one")
def a_die_instead(s: State) -> Reward | Silent:
    return Reward.A_DIE_INSTEAD


@dudo.question("who bids first after a claim?", "2.3.5a", "2.4.2b")
def first_after_a_claim(s: State, claimant: Player, loser: Player) -> Player:
    return ask()


@first_after_a_claim.answer("2.5.2a")
def the_one_who_fell(s: State, claimant: Player, loser: Player) -> Player | Silent:
    """A palifico is begun by whoever has come down to one die, however that came about."""
    return loser if s.palifico else SILENT


@first_after_a_claim.reading("whoever lost the die, as after a call", default=True)
def the_loser(s: State, claimant: Player, loser: Player) -> Player | Silent:
    return himself_or_next(s, loser)


@first_after_a_claim.reading("whoever claimed")
def the_claimant(s: State, claimant: Player, loser: Player) -> Player | Silent:
    return himself_or_next(s, claimant)


@dudo.deed("1.2")
def lose_a_die(s: State, who: Player) -> None:
    """A die goes, and perhaps the next round is a palifico."""
    with effect("1.2"):
        s.dice[who] -= 1
    with effect("2.5.1"):
        s.palifico = s.dice[who] == 1 and not s.had_palifico[who]
        if s.dice[who] == 1:
            s.had_palifico[who] = True


@dudo.action("2.3.1", "2.0.9")
def call(s: State, who: Player) -> None:
    """Say that the bid is not true."""
    true = how_many(s) >= s.quantity
    bidder = s.bidder
    if bidder is not None:
        loser = who if true else bidder
        with effect("2.3.2a"):
            s.shown = True
        with effect("2.3.2b", "2.3.3"):
            lose_a_die(s, loser)
        with effect("2.3.5a", "2.3.5b"):
            s.turn = himself_or_next(s, loser)


@call.domain
def by_whoever_is_next(s: State, who: Player) -> bool:
    """Whoever is next may call in place of raising."""
    return who == s.turn


@call.permit("2.0.9", "2.2.3a", "2.3.1")
def a_bid_stands(s: State, who: Player) -> bool:
    return s.face is not None


@dudo.action("2.4.1")
def claim(s: State, who: Player) -> None:
    """Say that the bid is exact."""
    exact = how_many(s) == s.quantity
    bidder = s.bidder
    if bidder is not None:
        with effect("2.3.2a"):
            s.shown = True
            s.palifico = False
        if not exact:
            with effect("2.4.2a"):
                lose_a_die(s, who)
                s.turn = first_after_a_claim(s, who, who)
        else:
            gain = reward(s)
            if gain != Reward.A_DIE_INSTEAD:
                with effect("2.4.2b"):
                    lose_a_die(s, bidder)
            if gain != Reward.NOTHING_MORE and s.dice[who] < Numbers.dice:
                with effect("2.4.3b"):
                    s.dice[who] += 1
            with effect("2.4.2b"):
                s.turn = first_after_a_claim(s, who, who if gain == Reward.A_DIE_INSTEAD else bidder)


@claim.permit("2.4.1")
def not_ones_own_bid(s: State, who: Player) -> bool:
    """Whoever is next; of others it is not said."""
    return s.bidder is not None and s.bidder != who and (who == s.turn or anybody_may_claim(s))


@claim.forbid("2.5.4")
def a_palifico_has_two_options(s: State, who: Player) -> bool:
    """In a palifico one raises or calls, and that is all."""
    return s.palifico
