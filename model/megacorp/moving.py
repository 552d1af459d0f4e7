"""MegaCorp, 9.19 MOVE and 9.26 SWAP: cards that change their places in a network."""

from model.megacorp.activating import covers_trait_fee, fee_of, names_no_cost, pay_for, put_ability_on_the_stack, usable
from model.megacorp.deeds import pile_of, send_away_copies
from model.megacorp.development import develop
from model.megacorp.frames import Response
from model.megacorp.places import docked, docks, is_bonded, network_of, taken
from model.megacorp.state import Card, Does, Keyword, Player, Slot, State, Zone, megacorp
from model.megacorp.words import bears
from ruleslawyer.lang import domain, effect, no, yes

# --- MOVE (9.19) ----------------------------------------------------------------------------------------------------


@megacorp.deed("9.19.1a", "9.19.1d", "9.19.1e", "9.19.1f")
def move(s: State, card: Card, slot: Slot) -> None:
    """A card comes to lie in another space, as it is, with what is bonded beneath it; nothing is deployed. In another
    network it is the newest copy of a unique card."""
    here = s.slot[card]
    with effect("9.19.1a", "9.19.1d", "9.19.1e"):
        s.slot[card] = slot
    with effect("7.7.1a", "7.7.1c"):
        if here is not None and here.network != slot.network:
            send_away_copies(s, pile_of(s, card), slot)


@move.forbid(
    "6.5.1d", over=move, because="9.28.4: that an occupied space may be chosen is what TERRAIN adds to deploying"
)
def moved_upon_a_card(s: State, card: Card, slot: Slot) -> bool:
    """The space was taken meanwhile."""
    return taken(s, slot)


@move.forbid("9.19.1c", over=move, because="9.19: the card that is moved must be legally docked")
def moved_to_where_nothing_is(s: State, card: Card, slot: Slot) -> bool:
    """What it would have been docked to was moved, or has left, meanwhile."""
    return not docks(s, card, slot) and docked_after_the_move(s)


@megacorp.action("9.19.1a", at=(None, Response))
def move_card(s: State, who: Player, card: Card, slot: Slot) -> None:
    """Use MOVE: the card is to go to another space."""
    # One use of a card at a time is on the stack: a limit of this model.
    domain(
        any(c.keywords[Keyword.MOVE] for c in Card)
        and s.zone[card] == Zone.NETWORK
        and bears(s, card, Keyword.MOVE)
        and card not in s.stack
        and s.slot[card] != slot
    )
    with effect("7.2.1c", "8.1.1"):
        pay_for(s, who, card, Keyword.MOVE)
    with effect("7.2.1b", "9.19.1a"):
        put_ability_on_the_stack(s, who, card, Does.MOVE)
        s.goal[card] = slot


@move_card.permit("9.19.1a", "7.2.2a", "7.2.2b")
def controller_moves(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The controller may move a card with MOVE; an activated ability, as we read it, and so at any time."""
    return usable(s, who, card)


@move_card.forbid("1.3.10", over=move_card, because="7.2.1: an activated ability is used upon paying for it")
def moved_beyond_means(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < fee_of(s, who, card, Keyword.MOVE)


@move_card.forbid("7.2.1c", over=move_card, because="7.2.1: an activated ability is used upon paying for it")
def moved_without_traits(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The traits that moving costs are to be paid too."""
    return not covers_trait_fee(s, who, card, Keyword.MOVE)


@move_card.forbid("7.2.1c", over=move_card)
def moved_by_the_word_alone(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """An activated ability is used upon paying its costs, and no cost is printed."""
    return usable(s, who, card) and names_no_cost(s, who, card, Keyword.MOVE) and not used_by_the_word_alone(s)


@move_card.forbid("6.5.1d", over=move_card, because="9.28.4: that an occupied space may be chosen is what TERRAIN adds")
def not_a_free_space(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The space must be free."""
    return taken(s, slot)


@move_card.forbid("9.19.1b", over=move_card)
def not_in_the_network(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """It moves within the network."""
    return usable(s, who, card) and network_of(s, card) != slot.network and not may_change_networks(s)


@move_card.cannot("9.19.1c", "must be legally docked")
def not_docked_to_move(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The card moved must be legally docked: before the move, or after it."""
    return usable(s, who, card) and not (docks(s, card, slot) if docked_after_the_move(s) else docked(s, card))


used_by_the_word_alone = megacorp.doubt(
    "are MOVE and SWAP used at any time, although nothing but the word is printed on the card?",
    an_ability_of_the_card=yes(
        "MOVE is an ability that lets the controller move the card, and such abilities are used at any time, any "
        "number of times.",
        "9.19.1a",
        "7.2.2a",
        "7.2.2b",
        default=True,
    ),
    a_word_for_what_is_printed=no(
        "An activated ability is used upon paying its costs: a text of the card has to name them.", "7.2.1a", "7.2.1c"
    ),
)


docked_after_the_move = megacorp.doubt(
    "where must a card be legally docked that moves?",
    where_it_goes=yes("The card that is moved must be legally docked: where it arrives.", "9.19.1c", default=True),
    where_it_comes_from=no(
        "The card that is being moved must be legally docked: where it lies as it moves.", "9.19.1c"
    ),
)


may_change_networks = megacorp.doubt(
    "may a card move into the network of another player?",
    within_the_network=no("within the network that it lies in", default=True),
    into_another_network=yes("into any network, as cards are deployed into any"),
)


# --- SWAP (9.26) ----------------------------------------------------------------------------------------------------


@megacorp.action("9.26.1a", "9.26.1b", at=(None, Response))
def swap_cards(s: State, who: Player, card: Card, other: Card) -> None:
    """Use SWAP: the card is to exchange its space with another card of the network."""
    # One use of a card at a time is on the stack: a limit of this model.
    domain(
        any(c.keywords[Keyword.SWAP] for c in Card)
        and card != other
        and s.zone[card] == Zone.NETWORK
        and s.slot[other] is not None
        and bears(s, card, Keyword.SWAP)
        and card not in s.stack
    )
    with effect("7.2.1c", "8.1.1"):
        pay_for(s, who, card, Keyword.SWAP)
    with effect("7.2.1b", "9.26.1a"):
        put_ability_on_the_stack(s, who, card, Does.SWAP)
        s.target[card] = other


@swap_cards.permit("9.26.1a", "7.2.2a", "7.2.2b")
def controller_swaps(s: State, who: Player, card: Card, other: Card) -> bool:
    """The controller may use a card's SWAP; with whose card is not restricted, nor need they be docked afterwards."""
    return usable(s, who, card)


@swap_cards.forbid("3.3.3a", also=(develop, move_card), over=swap_cards, because="7.2.2: unless otherwise stated")
def bonded_cards_use_nothing(s: State, card: Card) -> bool:
    """A bonded card uses none of its abilities."""
    return is_bonded(s, card)


@swap_cards.forbid("1.3.10", over=swap_cards, because="7.2.1: an activated ability is used upon paying for it")
def swapped_beyond_means(s: State, who: Player, card: Card, other: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < fee_of(s, who, card, Keyword.SWAP)


@swap_cards.forbid("7.2.1c", over=swap_cards, because="7.2.1: an activated ability is used upon paying for it")
def swapped_without_traits(s: State, who: Player, card: Card, other: Card) -> bool:
    """The traits that swapping costs are to be paid too."""
    return not covers_trait_fee(s, who, card, Keyword.SWAP)


@swap_cards.forbid("7.2.1c", over=swap_cards)
def swapped_by_the_word_alone(s: State, who: Player, card: Card, other: Card) -> bool:
    """An activated ability is used upon paying its costs, and no cost is printed."""
    return usable(s, who, card) and names_no_cost(s, who, card, Keyword.SWAP) and not used_by_the_word_alone(s)


@swap_cards.cannot("9.26.1b", "two cards in a network")
def not_in_one_network(s: State, who: Player, card: Card, other: Card) -> bool:
    """The two cards are in one network."""
    return network_of(s, card) != network_of(s, other)
