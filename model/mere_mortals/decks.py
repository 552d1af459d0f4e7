"""Mere Mortals, Section 2: what a deck may hold; cards are put into it one by one."""

from model.mere_mortals.state import Card, Kind, Numbers, Place, Player, Shade, State, Step, mere_mortals
from ruleslawyer.lang import domain, effect, no, permit, yes


def in_deck(s: State, who: Player, card: Card) -> bool:
    """Whether a card belongs to a deck that is being built; the Shade Card does, though not to the Life Deck (12.1)."""
    return card.owner == who and s.place[card] in (Place.LIFE_DECK, Place.ASIDE)


def copies(s: State, card: Card) -> int:
    """How many copies of a card are in its owner's deck."""
    return sum(1 for c in Card if in_deck(s, card.owner, c) and c.name == card.name)


def is_building(s: State, who: Player) -> bool:
    return s.step == Step.BUILD and not s.built[who]


# --- freestyle or Shaded (2.4) --------------------------------------------------------------------------------------


@mere_mortals.action("2.4a")
def choose_a_shade(s: State, who: Player, shade: Shade) -> None:
    """The deck is to be a Shaded one."""
    s.chosen[who] = True
    s.declared[who] = shade


@mere_mortals.action("2.4a", "2.5a")
def stay_freestyle(s: State, who: Player) -> None:
    """The deck is to be a freestyle one."""
    with effect("2.4a"):
        s.chosen[who] = True


@stay_freestyle.permit("2.4a", also=choose_a_shade)
def has_not_chosen(s: State, who: Player) -> bool:
    """Each deck is the one or the other."""
    return is_building(s, who) and not s.chosen[who]


# --- the cards of a deck --------------------------------------------------------------------------------------------


@mere_mortals.action("1.1b", "2.1")
def put_into_deck(s: State, who: Player, card: Card) -> None:
    """A card goes into the deck; a Shade Card beside the Life Deck."""
    domain(card.owner == who and s.place[card] == Place.COLLECTION)
    if card.kind == Kind.SHADE:
        with effect("2.6a", "12.1b"):
            s.place[card] = Place.ASIDE
    else:
        with effect("1.1b", "2.1"):
            s.place[card] = Place.LIFE_DECK


@put_into_deck.permit("1.1b", "2.1", "2.5a", "2.6a")
def decks_are_mixed(s: State, who: Player, card: Card) -> bool:
    """Any cards make a deck, once it is known which kind of deck it is."""
    return is_building(s, who) and s.chosen[who]


@put_into_deck.cannot("1.1c", "2.6b", "12.1a", "up to 75 cards")
def the_deck_is_full(s: State, who: Player, card: Card) -> bool:
    """A deck has 75 cards at most, the Shade Card among them."""
    return sum(1 for c in Card if in_deck(s, who, c)) >= Numbers.deck


@put_into_deck.cannot("2.4b", "only cards of the chosen Shade")
def another_shade(s: State, who: Player, card: Card) -> bool:
    """A Shaded deck holds cards of its own Shade and General ones."""
    return s.declared[who] is not None and card.shade is not None and card.shade != s.declared[who]


@put_into_deck.cannot("2.5b", "as long as they do not have more")
def too_many_copies(s: State, who: Player, card: Card) -> bool:
    """No card comes more often than its limit allows; said of freestyle decks."""
    return copies(s, card) >= card.limit and (s.declared[who] is None or limits_bind_shaded_decks(s))


limits_bind_shaded_decks = mere_mortals.doubt(
    "do the deck limits of cards bind Shaded decks too?",
    every_card_has_a_limit=yes("yes: each card states its own limit", default=True),
    only_freestyle_decks=no("no: the sentence begins with freestyle decks"),
)


@put_into_deck.cannot("12.2", "only 1")
def a_second_shade_card(s: State, who: Player, card: Card) -> bool:
    """A Shaded deck has one Shade Card at most."""
    return (
        card.kind == Kind.SHADE
        and s.declared[who] is not None
        and any(in_deck(s, who, c) and c.kind == Kind.SHADE for c in Card)
    )


@put_into_deck.forbid("2.6a", over=put_into_deck, because="it is a Shaded deck that may use one")
def a_shade_card_without_a_shade(s: State, who: Player, card: Card) -> bool:
    """Only a Shaded deck is given a Shade Card; that others have none is not said outright."""
    return card.kind == Kind.SHADE and s.declared[who] is None and not freestyle_decks_have_shade_cards(s)


freestyle_decks_have_shade_cards = mere_mortals.doubt(
    "may a freestyle deck use a Shade Card?",
    only_shaded_decks=no("The Shade Card is allowed in Shaded decks.", "2.6a", "12.2", default=True),
    all_shades=yes("A freestyle deck may use everything.", "2.5a"),
)


@mere_mortals.action("1.1b")
def finish_deck(s: State, who: Player) -> None:
    """The deck is complete."""
    permit(
        "1.1b", "1.1c", "No least number is given.", any_number_up_to_the_limit=is_building(s, who) and s.chosen[who]
    )
    s.built[who] = True
