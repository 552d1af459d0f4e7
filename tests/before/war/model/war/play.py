"""War, section 2: a round, and the question that the rules leave open."""

from __future__ import annotations

from enum import Enum

from model.war.state import Player, State, war

from ruleslawyer.lang import ask, effect, the


class First(Enum):
    """Which of the two cards goes under the deck first, and so comes up again first."""

    WINNERS = "the winner's card, then the loser's"
    LOSERS = "the loser's card, then the winner's"


def opponent(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


@war.term("2.1", "2.2")
def wins_the_round(s: State, who: Player) -> bool:
    """Whether this player's top card has the higher rank."""
    return all(len(s.deck[p]) > 0 for p in Player) and s.deck[who].top.rank > s.deck[opponent(who)].top.rank


@war.awaits
def the_winner_of_the_round(s: State) -> frozenset[Player]:
    """Both turn a card over, which is no decision; what remains is the winner's (2.3)."""
    return frozenset(p for p in Player if wins_the_round(s, p))


@war.question("in which order do the won cards go under the deck?", "2.4")
def goes_under_first(s: State) -> First | None:
    return ask()


@goes_under_first.reading("the winner's card first", default=True)
def winners_card_first(s: State) -> First | None:
    return First.WINNERS


@goes_under_first.reading("the loser's card first")
def losers_card_first(s: State) -> First | None:
    return First.LOSERS


@goes_under_first.reading("in any order, each time anew")
def free_order(s: State) -> First | None:
    return None


@war.action("2.2", "2.4")
def take(s: State, who: Player, first: First) -> None:
    """Both cards go under the winner's deck, one after the other."""
    own = s.deck[who].top
    won = s.deck[opponent(who)].top
    with effect("2.2"):
        s.deck[opponent(who)] = s.deck[opponent(who)].without(won)
    with effect("2.4"):
        if first == First.WINNERS:
            s.deck[who] = s.deck[who].without(own).with_bottom(own).with_bottom(won)
        else:
            s.deck[who] = s.deck[who].without(own).with_bottom(won).with_bottom(own)


@take.permit("2.3")
def the_winner_takes(s: State, who: Player, first: First) -> bool:
    """The winner of the round takes the cards, in an order that is allowed."""
    order = goes_under_first(s)
    return order is None or order == first
