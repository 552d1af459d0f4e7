"""Memesis, 8.1: allies grant each other source."""

from model.memesis.deeds import pay
from model.memesis.placing import grants_without_limit
from model.memesis.state import Player, State, memesis
from model.memesis.table import allied, on_turn, opposed, under_way
from ruleslawyer.lang import domain, no, permit, yes


@memesis.action("8.1a")
def grant_source(s: State, who: Player, ally: Player) -> None:
    """Give an ally 1 of one's source; this may be repeated."""
    domain(allied(who, ally))
    permit("8.1a", "With allies on both sides, allies may grant each other source.", allies_grant_source=under_way(s))
    pay(s, who, 1)
    s.source[ally] += 1
    if s.may_grant[who] > 0:
        s.may_grant[who] -= 1


@grant_source.forbid("8.1a", over=grant_source)
def has_granted_what_was_used(s: State, who: Player, ally: Player) -> bool:
    """How much may be granted is not said: no more than was used for cards, by a reading."""
    return could_grant(s, who) and s.may_grant[who] == 0 and not grants_without_limit(s)


@grant_source.forbid("8.1a", over=grant_source)
def against_opponents_without_allies(s: State, who: Player, ally: Player) -> bool:
    """It is said of games against other allied opponents."""
    return not opponents_are_allied(who) and could_grant(s, who) and not grants_against_a_single_opponent(s)


@grant_source.cannot("8.1b", "only on that player's turn")
def not_in_the_own_turn(s: State, who: Player, ally: Player) -> bool:
    """One grants source in one's own turn only."""
    return not on_turn(s, who)


@grant_source.cannot("8.1c", "and only if source was so used")
def played_nothing_into_a_main_cell(s: State, who: Player, ally: Player) -> bool:
    """Only who used source for a card from hand into one's own or an ally's Main Cell; in this turn, as we read it."""
    return not s.paid_into_main[who]


@grant_source.forbid("1.1a", over=grant_source, because="source is spent by the player who was granted it")
def granted_beyond_means(s: State, who: Player, ally: Player) -> bool:
    """Nobody grants source that he has not."""
    return s.source[who] < 1


def opponents_are_allied(who: Player) -> bool:
    """Whether two of a player's opponents are allied with each other."""
    return any(opposed(who, p) and allied(p, q) for p in Player for q in Player)


def could_grant(s: State, who: Player) -> bool:
    """Whether the plainest rules let a player grant source now: otherwise whom it is meant against is immaterial."""
    return under_way(s) and on_turn(s, who) and s.paid_into_main[who] and s.source[who] >= 1


grants_against_a_single_opponent = memesis.doubt(
    "may allies grant each other source when their opponent has no ally?",
    only_against_allies=no("no: it is said of allied opponents", default=True),
    against_anybody=yes("yes: it is an example of playing with allies"),
)
