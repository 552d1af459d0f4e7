"""MegaCorp, 3.3, 3.8, 7.7 and 7.8: what lies in a network: docking, piles, unique cards, tokens, terrains.

That damage and counters lie only on cards in a network, or on the way from one to another, is how the state keeps them
(`matters`); what is checked here is what the rules do with it.
"""

from __future__ import annotations

from checks.megacorp.ends import is_over
from checks.megacorp.zones import a_card_is_bonded
from model.megacorp.buying import buy_engaged
from model.megacorp.frames import Relocating
from model.megacorp.moving import may_change_networks, move_card, swap_cards
from model.megacorp.network import relocate
from model.megacorp.places import beneath, docks, is_bonded, is_engaged, network_of, on_top, orphaned, place_of, taken
from model.megacorp.setup import place_founder
from model.megacorp.state import Back, Card, Keyword, Kind, Player, Slot, State, Step, When, Zone, megacorp
from model.megacorp.turns import something_leaves, something_must_move
from model.megacorp.words import named_alike, passing_event
from ruleslawyer.lang import Checks, is_open

checks = Checks(megacorp)

# --- piles (3.3) --------------------------------------------------------------------------------------------------


@checks.always("3.3.9a", "3.3.9b", "3.3.9c", "9.4.1d", reached=a_card_is_bonded, given=True)
def a_pile_has_one_place_and_one_orientation(s: State) -> bool:
    """A bonded card of a network, unless it is about to leave, lies where some card on top lies, upright or not as that
    one is."""
    return all(
        not is_bonded(s, c)
        or s.fate[c] is not None
        or any(on_top(s, top) and place_of(s, c) == s.slot[top] and is_engaged(s, c) == s.engaged[top] for top in Card)
        for c in Card
    )


@checks.step("9.4.1d", "7.8.5", of=buy_engaged)
def piles_are_bought_whole(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """What lay beneath a bought card still does, in a network or on the way; or it is about to leave, or has left, as
    a token does that leaves play."""
    return all(
        not beneath(before, c, card)
        or beneath(after, c, card)
        or after.fate[c] is not None
        or after.zone[c] == Zone.MARKET
        or (c.token and after.zone[c] == Zone.ASIDE)
        for c in Card
    )


@checks.sometimes("9.28.1a")
def a_terrain_lies_in_a_network(s: State) -> bool:
    """A card with TERRAIN is in play."""
    return any(c.keywords[Keyword.TERRAIN] and s.zone[c] == Zone.NETWORK for c in Card)


@checks.always("9.28.2", reached=a_terrain_lies_in_a_network)
def no_terrain_is_engaged(s: State) -> bool:
    """Cards with TERRAIN cannot be engaged, by themselves or with the pile that they lie in."""
    return all(not c.keywords[Keyword.TERRAIN] or s.zone[c] != Zone.NETWORK or not is_engaged(s, c) for c in Card)


# --- docking (3.8) ------------------------------------------------------------------------------------------------


@checks.sometimes("3.8.2b")
def a_card_is_orphaned(s: State) -> bool:
    """Some card in a network is docked to nothing."""
    return sum(1 for c in Card if orphaned(s, c)) > 0  # each is asked: whether a pile docks its cards is doubted


def just_begun(s: State) -> bool:
    """A turn, not the first one, has come to the reveal, or to the draw where nobody has cards to reveal; the game goes
    on."""
    return (
        not is_over(s)
        and s.opened
        and (s.step == Step.REVEAL or (s.step == Step.DRAW and all(c.back != Back.GREEN for c in Card)))
    )


@checks.sometimes("5.5.2")
def a_later_turn_begins(s: State) -> bool:
    """The first turn is over, and the next has just begun."""
    return just_begun(s)


@checks.sometimes("5.5.7c")
def a_turn_is_over(s: State) -> bool:
    """Events are discarded and damage is healed; abilities that wait for the end of the turn have triggered."""
    return s.step == Step.OVER


@checks.always("5.5.3a", "5.5.3b", "3.8.2c", reached=a_later_turn_begins)
def no_orphan_outlasts_a_turn(s: State) -> bool:
    """As a turn begins nothing lies undocked, where no upkeep could have undone a neighbour meanwhile."""
    return not just_begun(s) or any(c.upkeep > 0 for c in Card) or all(not orphaned(s, c) for c in Card)


@checks.always("5.5.4a", "5.5.4b", "6.1.4a", reached=a_turn_is_over)
def no_event_outlasts_a_turn(s: State) -> bool:
    """When a turn is over, no event that is not permanent is left in a network."""
    return s.step != Step.OVER or all(not passing_event(c) or s.zone[c] != Zone.NETWORK for c in Card)


@checks.step("9.19.1b", "6.5.1d", of=move_card)
def cards_move_into_free_spaces(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """MOVE is used into a free space where the card will be docked: of the same network, unless any is read to do."""
    near = network_of(before, card) == slot.network or may_change_networks(before)
    return near and not taken(before, slot) and docks(before, card, slot)


@checks.step("9.26.1b", of=swap_cards)
def cards_swap_within_a_network(before: State, after: State, who: Player, card: Card, other: Card) -> bool:
    """SWAP exchanges two cards of one network, each on top of its space."""
    return network_of(before, card) == network_of(before, other) and on_top(before, card) and on_top(before, other)


@checks.sometimes("9.14.1a")
def an_independent_card_is_cut_off(s: State) -> bool:
    """A card with INDEPENDENT is orphaned, and could be docked elsewhere."""
    return something_must_move(s)


@checks.always("9.14.1a", "9.14.1c", reached=an_independent_card_is_cut_off)
def independent_cards_move_at_once(s: State) -> bool:
    """While a card with INDEPENDENT must move, its controller is asked for that alone, once what leaves has left, and
    where nothing else triggers as a card is destroyed; but for a game that is over."""
    return (
        not something_must_move(s)
        or is_over(s)
        or is_open(s, Relocating)
        or something_leaves(s)
        or any(c.when == When.DESTROYED for c in Card)
    )


@checks.step("9.14.1b", "3.8.2a", of=relocate)
def independent_cards_find_a_dock(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """A card with INDEPENDENT moves when it is orphaned, and is none afterwards."""
    return orphaned(before, card) and not orphaned(after, card)


@checks.step("4.2.7", of=place_founder)
def founders_lie_beside_a_business(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """A Founder comes to lie in its owner's network, docked."""
    return slot.network == card.owner and not taken(before, slot) and docks(before, card, slot)


# --- unique cards and tokens (7.7, 7.8) ---------------------------------------------------------------------------


def stays(s: State, card: Card) -> bool:
    """In a network, and not about to leave it."""
    return s.zone[card] == Zone.NETWORK and s.fate[card] is None


@checks.sometimes("7.7.1a")
def a_unique_card_lies_in_a_network(s: State) -> bool:
    """A unique card is in play."""
    return any(c.keywords[Keyword.UNIQUE] and s.zone[c] == Zone.NETWORK for c in Card)


@checks.always("7.7.1a", "7.7.1b", "7.7.1c", reached=a_unique_card_lies_in_a_network)
def one_copy_of_a_unique_card_in_a_network(s: State) -> bool:
    """Of a unique card a network holds one copy; others have left it, or are about to."""
    return all(
        not c.keywords[Keyword.UNIQUE]
        or c == other
        or not named_alike(c, other)
        or not stays(s, c)
        or not stays(s, other)
        or network_of(s, c) != network_of(s, other)
        for c in Card
        for other in Card
    )


@checks.sometimes("7.8.1a")
def a_token_is_in_play(s: State) -> bool:
    """A token lies in a network."""
    return any(c.token and s.zone[c] == Zone.NETWORK for c in Card)


@checks.always("7.8.5", "7.8.1a", reached=a_token_is_in_play, given=True)
def tokens_exist_in_networks_alone(s: State) -> bool:
    """A token is in a network, or on the way from one to another, or does not exist."""
    return all(
        not c.token
        or s.zone[c] == Zone.NETWORK
        or s.zone[c] == Zone.ASIDE
        or (s.zone[c] == Zone.STACK and (s.came_from[c] == Zone.NETWORK or s.under[c] is not None))
        for c in Card
    )


@checks.sometimes("2.1.2")
def a_business_lies_in_a_network(s: State) -> bool:
    """A Business is in play."""
    return any(c.kind == Kind.BUSINESS and s.zone[c] == Zone.NETWORK for c in Card)


@checks.always("3.8.1a", "3.8.1b", "2.1.2", reached=a_business_lies_in_a_network)
def businesses_stay_in_their_network(s: State) -> bool:
    """As long as a Business is in a network and was not bought, it is in its owner's."""
    return all(
        c.kind != Kind.BUSINESS or s.zone[c] != Zone.NETWORK or s.buyer[c] is not None or network_of(s, c) == c.owner
        for c in Card
    )
