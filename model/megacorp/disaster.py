"""MegaCorp, 9.10: Disaster Level."""

from model.megacorp.effects import show
from model.megacorp.frames import Disaster
from model.megacorp.searching import in_a_deck, shuffle_market, shuffle_resources, take_out
from model.megacorp.state import Card, Player, State, Tag, Zone, megacorp
from ruleslawyer.lang import close_frame, domain, effect, no, permit, yes


@megacorp.action("9.10.1b", "9.10.1c", "9.10.1e", at=Disaster)
def find_crisis(s: State, f: Disaster, who: Player, card: Card) -> None:
    """In a deck or market, find a crisis card: it is shown, and goes to hand. One search ends before another begins."""
    domain(card.tags[Tag.CRISIS] and (in_a_deck(s, card) or s.zone[card] == Zone.MARKET))
    permit("9.10.1b", "9.10.1d", "Each other player may search for crisis cards.", each_other_player_searches=True)
    with effect("9.10.1e"):
        f.left -= 1
        f.awaits = frozenset({who})
        f.from_market = f.from_market or s.zone[card] == Zone.MARKET
    with effect("9.10.1g", "9.10.1h"):
        take_out(s, card)
        s.zone[card] = Zone.HAND
        show(s, card)


@find_crisis.cannot("9.10.1c", "their deck or open market")
def of_somebody_else(s: State, f: Disaster, who: Player, card: Card) -> bool:
    """The search is through that player's own deck or open market: both decks, by default (6.11.3)."""
    return card.owner != who


@find_crisis.cannot("9.10.1e", "9.10.1f", "up to X")
def found_enough(s: State, f: Disaster, who: Player, card: Card) -> bool:
    """No more cards are found than the Disaster Level."""
    return f.left == 0


@find_crisis.forbid("9.10.1c", over=find_crisis)
def looks_elsewhere(s: State, f: Disaster, who: Player, card: Card) -> bool:
    """Deck or open market: one of them, or both."""
    return (
        card.owner == who
        and f.left > 0
        and f.left < f.card.level
        and f.from_market != (s.zone[card] == Zone.MARKET)
        and not deck_and_market(s)
    )


deck_and_market = megacorp.doubt(
    "may a player search both deck and open market for one Disaster Level?",
    one_of_the_two=no("one of them", default=True),
    both_of_the_two=yes("both"),
)


@megacorp.action("9.10.1b", "9.10.1i", at=Disaster, passes=True)
def end_crisis_search(s: State, f: Disaster, who: Player) -> None:
    """Find no more crisis cards; the deck is shuffled, and the others go on."""
    permit("9.10.1b", "9.10.1e", "The search is allowed, and for up to so many cards.", need_not_find_a_crisis=True)
    others = f.to_come - frozenset({who})
    looked = f.from_market
    with effect("9.10.1i"):
        shuffle_resources(s, who)
    with effect("6.11.2b"):
        if looked and crises_shuffle_the_market(s):
            shuffle_market(s, who)
    with effect("9.10.1b"):
        if len(others) == 0:
            close_frame(s, Disaster)
        else:
            f.to_come = others
            f.awaits = others
            f.left = f.card.level
            f.from_market = False


crises_shuffle_the_market = megacorp.doubt(
    "is an open market shuffled after it was searched for crisis cards?",
    only_the_deck=no("They shuffle their deck.", "9.10.1i", default=True),
    whatever_was_searched=yes(
        "All searches conclude with shuffling the deck or open market that was searched.", "6.11.2a", "6.11.2b"
    ),
)
