"""Payoffs beside who wins, and a hand that only its holder sees: the poker with three cards of Kuhn (1950).

1. Both players put one chip in and are dealt one of three cards, any card as likely. Nobody sees another's card.
2. Whoever opens goes first. In turn a player passes, or puts in a second chip.
3. Whoever passes while the other has put in more gives up.
4. Otherwise the game is over once both have passed, or both have put in two. Then the higher card wins.
5. The winner takes all chips: so each loses what he put in, and the winner gets what the other did.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import CHANCE, Chance, Checks, Map, Range, Ruleset, Sort, effect, permit, state, the

game = Ruleset("bluff")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who goes first."""

    opens: bool


class Card(Sort):
    """A card; the higher one wins."""

    rank: int


@state
class State:
    """Who holds which card, the chips of each, who has passed or given up, and whose turn it is."""

    held: Map[Card, Player | None]
    chips: Map[Player, Annotated[int, Range(0, 2)]]
    passed: frozenset[Player]
    gave_up: Player | None
    turn: Player


def other(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


def has_card(s: State, who: Player) -> bool:
    """Whether a player has been dealt one."""
    return any(s.held[card] == who for card in Card)


@game.initial("1", "2")
def begin(s: State) -> None:
    with effect("1"):
        for p in Player:
            s.chips[p] = 1
    with effect("2"):
        s.turn = the(p for p in Player if p.opens)


@game.seen("1")
def the_own_card(s: State, card: Card, who: Player) -> bool:
    return s.held[card] == who


@game.awaits
def chance_until_both_have_cards(s: State) -> frozenset[Player] | Chance:
    return frozenset({s.turn}) if has_card(s, s.turn) else CHANCE


@game.chance("1", uniform="1")
def deal(s: State, card: Card) -> None:
    """A card to whoever has none."""
    permit("1", that_nobody_has=s.held[card] is None)
    with effect("1"):
        s.held[card] = s.turn
        s.turn = other(s.turn)


@game.action("2")
def bet(s: State, who: Player) -> None:
    """A second chip, be it the first to do so or to call."""
    permit("2", one_more=s.chips[who] == 1)
    with effect("2"):
        s.chips[who] = 2
        s.turn = other(who)


@game.action("2")
def stay(s: State, who: Player) -> None:
    """No chip."""
    permit("2", in_turn=s.turn == who)
    with effect("3"):
        if s.chips[other(who)] > s.chips[who]:
            s.gave_up = who
    with effect("2"):
        s.passed = s.passed | frozenset({who})
        s.turn = other(who)


@game.ended("3", "4")
def nobody_goes_on(s: State) -> bool:
    return s.gave_up is not None or s.passed == frozenset(Player) or all(s.chips[p] == 2 for p in Player)


def takes_all(s: State, who: Player) -> bool:
    """Whether the other has given up, or has the lower card."""
    if s.gave_up is not None:
        return s.gave_up != who
    highest = max(card.rank for card in Card if s.held[card] is not None)
    return any(s.held[card] == who for card in Card if card.rank == highest)


@game.payoff("5")
def gets(s: State, who: Player) -> int:
    return s.chips[other(who)] if takes_all(s, who) else -s.chips[who]


checks = Checks(game)


@checks.always("5")
def what_one_gets_the_other_loses(s: State) -> bool:
    """Asked of the ends: before, nobody has two cards to compare."""
    return not nobody_goes_on(s) or sum(gets(s, p) for p in Player) == 0
