"""Mnemonic: the empty library (1.5), and what cards of Hearts, Diamonds and Spades do in a graveyard (chapter 3)."""

from model.ccg.deeds import bury, lay_in_the_graveyard, lose_life, run_dry
from model.ccg.state import Card, Player, State, Zone
from model.ccg.turn import any_card_of_a_shuffled_library, draw
from model.ccg.words import lies_in
from model.mnemonic.abilities import discard_to_use
from model.mnemonic.cards import is_of
from model.mnemonic.state import Book, French, Game, mnemonic
from ruleslawyer.lang import (
    Pile,
    close_frame,
    domain,
    effect,
    emit,
    frame,
    gain,
    moment,
    narrow,
    no,
    open_frame,
    when,
    yes,
)

# --- an empty library (1.5) ---------------------------------------------------------------------------------------


@mnemonic.deed("1.5b", "3.5")
def shuffle(s: State, who: Player) -> None:
    """Nobody knows any more what lies on top."""
    narrow(s, Game).known[who] = Pile()


@mnemonic.deed("1.5b", "1.5c")
def reshuffle(s: State, who: Player) -> None:
    """The graveyard becomes the library, for a life. Where it has no cards, nothing is there to be drawn."""
    nothing_to_draw = all(not lies_in(s, who, c, Zone.GRAVEYARD) for c in Card)
    with effect("1.5b"):
        for c in Card:
            if lies_in(s, who, c, Zone.GRAVEYARD):
                s.zone[c] = Zone.LIBRARY
        shuffle(s, who)
    if nothing_to_draw:
        with effect("1.5c"):
            if an_empty_library_is_drawn_from_again(s):
                lose_life(s, who, s.life[who])
            else:
                lose_life(s, who, Book.lost_life)
            s.owed[who] = 0
    else:
        with effect("1.5c"):
            lose_life(s, who, Book.lost_life)
            if not a_draw_follows_the_reshuffle(s):
                s.owed[who] = 0


@run_dry.instead("1.1c", "1.5a", "1.5b", by=reshuffle)
def the_graveyard_is_reshuffled(s: State, who: Player) -> bool:
    """Drawing from an empty library loses nobody the game."""
    return True


a_draw_follows_the_reshuffle = mnemonic.doubt(
    "is the card drawn after all, once the graveyard was reshuffled?",
    the_draw_follows=yes("yes, from the new library", default=True),
    it_takes_the_place_of_the_draw=no("no: the reshuffle takes the place of the draw"),
)


an_empty_library_is_drawn_from_again = mnemonic.doubt(
    "where the graveyard is empty too, is the empty library drawn from once, or again and again?",
    it_costs_one_life=no("once, for a life", default=True),
    it_costs_all=yes("again and again, until no life is left"),
)


# --- whenever a card is put into a graveyard (3.3 to 3.5) -----------------------------------------------------------


suits_act_from_anywhere = mnemonic.doubt(
    "do the suits act when their card is discarded, or only when it leaves the battlefield?",
    wherever_it_comes_from=yes("wherever the card comes from", default=True),
    only_from_the_battlefield=no("only when it leaves the battlefield"),
)


def acts_in_a_graveyard(s: State, card: Card) -> bool:
    """Whether the suit of a card that is put into a graveyard does what it does there."""
    return s.zone[card] == Zone.BATTLEFIELD or suits_act_from_anywhere(s)


@moment("3.4", "3.5")
class Buried:
    """A card was put into a graveyard, and what its suit does there is this player's to use."""

    who: Player
    card: Card


@mnemonic.deed("3.4", "3.5")
def lie_with_a_chance(s: Game, card: Card) -> None:
    """A card goes to the graveyard, and one player may use its suit: its owner, or whoever had taken it for a turn."""
    owner = s.owner[card]
    taker = s.taken[card]
    s.zone[card] = Zone.GRAVEYARD
    who = owner if taker is None or taker == owner or not takers_use_abilities(s) else taker
    if who is not None:
        emit(s, Buried(who=who, card=card))


@lay_in_the_graveyard.instead("3.4", "3.5", by=lie_with_a_chance)
def its_suit_acts(s: State, card: Card) -> bool:
    """A Diamond or a Spade, of which it is asked from where they act."""
    return (is_of(card, French.DIAMONDS) or is_of(card, French.SPADES)) and acts_in_a_graveyard(s, card)


takers_use_abilities = mnemonic.doubt(
    "who may use the ability of a suit, when a card dies that somebody has taken for a turn?",
    the_controller_does=yes("whoever controlled it", default=True),
    the_owner_does=no("its owner"),
)


# --- Hearts (3.3) -------------------------------------------------------------------------------------------------


@mnemonic.deed("3.3", "5.12")
def bury_and_heal(s: State, card: Card) -> None:
    """A Heart goes to the graveyard, and its owner gains a life."""
    with effect("3.3"):
        lay_in_the_graveyard(s, card)
        for p in Player:
            if s.owner[card] == p:
                gain(s.life, p, Book.gained_life)


@bury.instead("3.1", "3.3", "5.12", by=bury_and_heal)
def hearts_heal(s: State, card: Card) -> bool:
    """From wherever it comes, as far as that is asked."""
    return is_of(card, French.HEARTS) and acts_in_a_graveyard(s, card)


# --- Diamonds (3.4) -----------------------------------------------------------------------------------------------


@mnemonic.trigger("3.4", "5.11", on=Buried, miss="3.4")
def return_to_top(s: Game, who: Player, card: Card) -> None:
    """A Diamond goes to the top of its owner's library."""
    when(is_of(card, French.DIAMONDS))
    with effect("3.4"):
        s.zone[card] = Zone.LIBRARY
        for p in Player:
            if s.owner[card] == p:
                s.known[p] = s.known[p].with_top(card)


@return_to_top.permit("3.4", "3.1", "5.11")
def diamonds_are_durable(s: Game, who: Player, card: Card) -> bool:
    """As long as it is there."""
    return s.zone[card] == Zone.GRAVEYARD


@mnemonic.deed("3.4")
def lie_still(s: State, card: Card) -> None:
    """A card goes to the graveyard, and its suit does nothing."""
    s.zone[card] = Zone.GRAVEYARD


@discard_to_use.instead("3.4", by=lie_still)
def it_does_not_come_back(s: State, card: Card) -> bool:
    """A Diamond that was discarded for its ability, if that is meant."""
    return is_of(card, French.DIAMONDS) and not what_is_used_comes_back(s)


what_is_used_comes_back = mnemonic.doubt(
    "does a Diamond that was discarded for its ability come back?",
    durable_says_when=yes("yes, as it is written", default=True),
    it_was_the_price=no("no: it was the price"),
)


@draw.forbid("3.4", over=any_card_of_a_shuffled_library, because="what was put on top lies on top")
def lies_beneath(s: State, card: Card) -> bool:
    """What was put on top of a library is drawn first."""
    return any(
        s.owner[card] == p and len(narrow(s, Game).known[p]) > 0 and narrow(s, Game).known[p].top != card
        for p in Player
    )


@mnemonic.settle("3.4")
def forget_the_drawn(s: Game, who: Player) -> None:
    """What is no longer on top of a library is not known to be there."""
    when(len(s.known[who]) > 0 and s.zone[s.known[who].top] != Zone.LIBRARY)
    s.known[who] = s.known[who].without(s.known[who].top)


# --- Spades (3.5) -------------------------------------------------------------------------------------------------


@frame("3.5")
class Digging:
    """A Spade was put into a graveyard: `awaits` searches that graveyard for a card."""

    awaits: frozenset[Player]
    card: Card


@mnemonic.trigger("3.5", "5.13", on=Buried, miss="3.5")
def dig(s: Game, who: Player, card: Card) -> None:
    """Search the graveyard of a Spade's owner."""
    when(is_of(card, French.SPADES))
    with effect("3.5"):
        open_frame(s, Digging(awaits=frozenset({who}), card=card))


@dig.permit("3.5", "3.1", "5.13")
def spades_dig(s: Game, who: Player, card: Card) -> bool:
    """Where there is a card to be found."""
    others = any(c != card and s.zone[c] == Zone.GRAVEYARD and s.owner[c] == s.owner[card] for c in Card)
    return others or (s.zone[card] == Zone.GRAVEYARD and spades_dig_themselves_up(s))


spades_dig_themselves_up = mnemonic.doubt(
    "may a Spade dig up itself?",
    any_card_of_the_graveyard=yes("yes: it has been put there", default=True),
    another_card=no("no: the card that digs is not the one that is dug up"),
)


@mnemonic.action("3.5", at=Digging)
def dig_up(s: Game, f: Digging, who: Player, card: Card) -> None:
    """Shuffle a card of the graveyard into the library."""
    domain(s.zone[card] == Zone.GRAVEYARD)
    s.zone[card] = Zone.LIBRARY
    for p in Player:
        if s.owner[card] == p:
            shuffle(s, p)
    close_frame(s, Digging)


@dig_up.permit("3.5")
def from_the_same_graveyard(s: Game, f: Digging, who: Player, card: Card) -> bool:
    """Any card of that graveyard."""
    return s.owner[card] == s.owner[f.card] and (card != f.card or spades_dig_themselves_up(s))
