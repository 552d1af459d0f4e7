"""MegaCorp, 6.11: searching decks and open markets, and the shuffling that ends it."""

from model.megacorp.effects import show
from model.megacorp.frames import Search
from model.megacorp.state import Card, Player, State, Tag, Zone, megacorp
from ruleslawyer.lang import Pile, ask, close_frame, domain, effect, no, says, yes

# --- where one looks (6.11.1, 6.11.3, 3.4.2, 3.5.2) -----------------------------------------------------------------


def in_a_deck(s: State, card: Card) -> bool:
    """In a main deck or a resource deck: both are decks for a search (3.4.2, 3.5.2)."""
    return s.zone[card] == Zone.MAIN or s.zone[card] == Zone.RESOURCE or s.zone[card] == Zone.SUNK


def in_the_zone_named(s: State, card: Card, zone: Zone) -> bool:
    """In the deck or open market that a search names; the bottom of a resource deck is a part of it."""
    return s.zone[card] == zone or (zone == Zone.RESOURCE and s.zone[card] == Zone.SUNK)


def alike(card: Card, other: Card) -> bool:
    """Whether a card has the quality that another asks for: one of its tags."""
    return any(card.tags[t] and other.tags[t] for t in Tag)


@megacorp.question("whose decks, or whose open market, does a player search?")
def may_search_of(s: State, who: Player, card: Card) -> bool:
    return ask(
        only_ones_own=says(card.owner == who, "only one's own", default=True),
        of_anybody=says(True, "anybody's"),
    )


# --- shuffling (6.11.2, 3.6.4) --------------------------------------------------------------------------------------


@megacorp.deed("6.11.2a")
def shuffle_resources(s: State, who: Player) -> None:
    """A resource deck is shuffled: its bottom may now be anywhere; the order of a main deck is unknown anyway."""
    s.sunk[who] = Pile()
    for c in Card:
        if s.zone[c] == Zone.SUNK and c.owner == who:
            s.zone[c] = Zone.RESOURCE


@megacorp.deed("6.11.2a", "6.11.2b")
def shuffle_market(s: State, who: Player) -> None:
    """An open market is shuffled: chance gives its cards their places one after the other."""
    with effect("6.11.2b"):
        for c in Card:
            if c in s.market[who]:
                s.to_shuffle[c] = True
    with effect("6.11.2b"):
        s.market[who] = Pile()


@shuffle_market.forbid("3.6.4b", "3.6.4c", over=shuffle_market, because="3.6.4: not without an effect that says so")
def markets_are_not_shuffled(s: State, who: Player) -> bool:
    """Nobody may reorder or shuffle an open market."""
    return True


@markets_are_not_shuffled.exception("3.6.4d", "6.11.2b")
def unless_an_effect_says_so(s: State, who: Player) -> bool:
    """An effect may tell players to."""
    return a_search_says_so(s)


a_search_says_so = megacorp.doubt(
    "may an open market be shuffled because it was searched?",
    every_search_ends_so=yes(
        "Every search ends with shuffling the deck or open market that was searched.", "6.11.2b", default=True
    ),
    a_rule_is_no_effect=no(
        "Without an effect that tells them to, players may not; and that searches end so is a rule, no effect.",
        "3.6.4c",
    ),
)


@megacorp.chance("6.11.2b", uniform="6.11.2a")
def shuffled_in(s: State, card: Card) -> None:
    """Of the cards of an open market that is being shuffled, this one comes next on top."""
    domain(s.to_shuffle[card])
    s.market[card.owner] = s.market[card.owner].with_top(card)
    s.to_shuffle[card] = False


@megacorp.deed("6.11.2a", "6.11.3a", "6.11.3b")
def conclude_a_search(s: State, who: Player, zone: Zone | None) -> None:
    """Whatever was searched is shuffled: both decks, or what the search names."""
    with effect("6.11.2a"):
        for p in Player:
            if p == who or any(c.owner == p and may_search_of(s, who, c) for c in Card):
                if zone is None or zone == Zone.RESOURCE:
                    shuffle_resources(s, p)
                if zone == Zone.MARKET:
                    shuffle_market(s, p)


@megacorp.deed("6.11.1a", "6.11.1b", "6.11.1c")
def take_out(s: State, card: Card) -> None:
    """A card that was found leaves the pile that it was in."""
    owner = card.owner
    with effect("6.11.1b", "6.11.1c"):
        if card in s.sunk[owner]:
            s.sunk[owner] = s.sunk[owner].without(card)
        if card in s.market[owner]:
            s.market[owner] = s.market[owner].without(card)


# --- a search (6.11) ------------------------------------------------------------------------------------------------


@megacorp.action("6.11.1a", "6.11.1b", "6.11.1c", at=Search)
def find(s: State, f: Search, who: Player, card: Card) -> None:
    """Find a card: it goes to its owner's hand, as we read it; one with a quality is shown before the shuffling."""
    domain(in_a_deck(s, card) or s.zone[card] == Zone.MARKET)
    tagged = f.tagged
    zone = f.card.looks_in
    with effect("6.11.1a"):
        close_frame(s, Search)
        take_out(s, card)
        s.zone[card] = Zone.HAND
    with effect("6.11.4b"):
        if tagged:
            show(s, card)
    with effect("6.11.2a"):
        conclude_a_search(s, who, zone)


@find.permit("6.11.1a", "6.11.1b", "3.4.2", "3.5.2")
def searches_a_deck(s: State, f: Search, who: Player, card: Card) -> bool:
    """Effects let a player search a main deck or a resource deck."""
    return in_a_deck(s, card)


@find.permit("6.11.1c")
def searches_a_market(s: State, f: Search, who: Player, card: Card) -> bool:
    """Effects let a player search an open market."""
    return s.zone[card] == Zone.MARKET


@find.forbid("6.11.3a", over=find, because="6.11.3: by default both decks, and so nothing else")
def not_in_the_decks(s: State, f: Search, who: Player, card: Card) -> bool:
    """A search that names nothing looks through both decks."""
    return f.card.looks_in is None and s.zone[card] == Zone.MARKET


@find.cannot("6.11.3b", "6.11.3c", "it only searches that deck")
def not_where_the_search_looks(s: State, f: Search, who: Player, card: Card) -> bool:
    """A search that names where it looks, looks only there."""
    zone = f.card.looks_in
    return zone is not None and not in_the_zone_named(s, card, zone)


@find.cannot("6.11.4a", "that quality is asked for")
def without_the_quality(s: State, f: Search, who: Player, card: Card) -> bool:
    """What is found has the quality that a qualitative search names."""
    return f.tagged and not alike(f.card, card)


@find.forbid("6.11.3a", over=find)
def not_a_deck_to_search(s: State, f: Search, who: Player, card: Card) -> bool:
    """Whose decks, or whose open market, the book does not say."""
    return (not f.tagged or alike(f.card, card)) and not may_search_of(s, who, card)


def could_find(s: State, f: Search, who: Player, card: Card) -> bool:
    """Whether a search that asks for no quality could find this card."""
    zone = f.card.looks_in
    return in_a_deck(s, card) if zone is None else in_the_zone_named(s, card, zone)


@megacorp.action("6.11.5a", at=Search, passes=True)
def fail_to_find(s: State, f: Search, who: Player) -> None:
    """Find nothing: the search ends with the shuffling."""
    zone = f.card.looks_in
    with effect("6.11.5a"):
        close_frame(s, Search)
    with effect("6.11.2a"):
        conclude_a_search(s, who, zone)


@fail_to_find.permit("6.11.5a", "6.11.5b")
def qualitative_searches_may_fail(s: State, f: Search, who: Player) -> bool:
    """In a qualitative search a player may find nothing, whatever there is."""
    return f.tagged


@fail_to_find.permit("6.11.2a")
def searches_conclude(s: State, f: Search, who: Player) -> bool:
    """Every search concludes, even where there was nothing to find."""
    return nothing_there(s, f, who)


@fail_to_find.cannot("6.11.6", "the player may not fail to find")
def must_find_a_card(s: State, f: Search, who: Player) -> bool:
    """In a search for any card the player has to find one, where there is one."""
    return not f.tagged and not nothing_there(s, f, who)


def nothing_there(s: State, f: Search, who: Player) -> bool:
    """Nothing lies where the search looks."""
    return all(not could_find(s, f, who, c) or not may_search_of(s, who, c) for c in Card)
