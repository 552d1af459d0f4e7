"""War, sections 1 and 3: the cards, all the ways to deal them, and the end."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Map, Pile, Range, Ruleset, Sort, cite, defines, effect, state, the

war = Ruleset("war")
war.closed_world(assumed="nobody does anything with the cards that the rules do not mention")


@defines("1.1")
class Player(Sort):
    """One of the two who play; `cuts` is the one whose deck is the upper part of the shuffled pack."""

    cuts: bool


class Card(Sort):
    """A card of the pack."""

    rank: Annotated[int, Range(1), cite("1.2")]


@state
class State:
    """The two decks; and the deal, of which nothing is left when play begins (0, 0 and no card)."""

    deck: Annotated[Map[Player, Pile[Card]], cite("1.4")]
    shuffle: Annotated[int, Range(0)]
    cut: Annotated[int, Range(0)]
    lifted: Card | None


def undealt(s: State, card: Card) -> bool:
    """Whether a card has not been dealt yet."""
    return all(card not in s.deck[p] for p in Player)


def pack_is_left(s: State) -> bool:
    """Whether there are cards to deal."""
    return any(undealt(s, c) for c in Card)


def below(s: State, card: Card) -> int:
    """How many cards that are not dealt yet rank below this one."""
    return sum(1 for c in Card if undealt(s, c) and c.rank < card.rank)


@war.initial("1.3")
def shuffle_and_cut(s: State, shuffle: int, cut: int) -> None:
    """A deal is one of n! shuffles, which are numbered, and one of the n + 1 places to cut the pack."""
    with effect("1.3"):
        s.shuffle = shuffle
        s.cut = cut


@war.duty("1.3")
def lift_a_card(s: State) -> None:
    """The number of a shuffle has a digit for each card: which of those left comes next (factorial number system)."""
    left = sum(1 for c in Card if undealt(s, c))
    card = the(c for c in Card if undealt(s, c) and below(s, c) == s.shuffle % left)
    with effect("1.3"):
        s.lifted = card
        s.shuffle = s.shuffle // left


@lift_a_card.when
def cards_are_left(s: State) -> bool:
    return pack_is_left(s) and s.lifted is None


@war.duty("1.3")
def deal_it(s: State) -> None:
    """Cards go to the first player up to the cut, and then to the other."""
    card = the(c for c in Card if c == s.lifted)
    player = the(p for p in Player if p.cuts == (s.cut > 0))
    with effect("1.3", "1.4"):
        s.deck[player] = s.deck[player].with_bottom(card)
        s.lifted = None
        s.cut = max(s.cut - 1, 0)


@deal_it.when
def a_card_is_lifted(s: State) -> bool:
    return s.lifted is not None


@war.ended("3.1")
def one_deck_is_gone(s: State) -> bool:
    """A player without a deck ends the game; while the cards are dealt nobody has lost."""
    return not pack_is_left(s) and any(len(s.deck[p]) == 0 for p in Player)


@war.winners("3.1")
def has_all_cards(s: State) -> frozenset[Player]:
    """The one with all the cards."""
    return frozenset(p for p in Player if len(s.deck[p]) > 0)
