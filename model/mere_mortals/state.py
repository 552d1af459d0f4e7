"""Mere Mortals, Sections 1 to 19: players, cards with what is printed on them, places, the state of a game."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Constants, Map, Range, Ruleset, Sort, cite, defines, number, state, until

mere_mortals = Ruleset("mere_mortals")
mere_mortals.closed_world(
    assumed="the book nowhere says that what it does not allow is forbidden; play would be unbounded otherwise"
)

Amount = Annotated[int, Range(0)]


@defines("1.1a")
class Player(Sort):
    """One of the two players."""


@defines("8.2b")
class Character(Sort):
    """Whom a Personality shows, whatever the subtitle."""


class Name(Sort):
    """What copies of one card have in common."""


@defines("2.2a", "19.1", "19.2", "19.3", "19.4", "19.5")
class Shade(Enum):
    """The five Shades, in the order in which the book describes them."""

    RAPTURE = "Rapture"
    FERVOR = "Fervor"
    MALLOS = "Mallos"
    DREAD = "Dread"
    WRATH = "Wrath"


@defines("2.1", "9.1a", "12.2", "13.1", "14.1a", "16.1a", "17.1")
class Kind(Enum):
    """The types of cards; an Army is a Personality, and the Shade Card is a card by itself (12)."""

    PERSONALITY = "Personality"
    ARMY = "Army"
    ATTACH = "Attach"
    FIELD = "Field"
    LOCATION = "Location"
    BATTLE = "Battle"
    STATUS = "Status"
    SHADE = "Shade Card"


class Does(Enum):
    """What a power does. The book prints no cards: the least that its rules speak of, `level` its number. The first
    four are always on, the others are done when the card is played or its power is used."""

    MORE_DAMAGE = "adds `level` Life Cards of damage to all attacks of its own Shade, a General card to all attacks"
    LESS_DAMAGE = "takes `level` Life Cards of damage from incoming attacks"
    LESS_ENS = "lowers the ENS values of incoming attacks by `level`"
    NO_ENS = "eliminates the ENS values of its player's attacks"
    ATTACK = "is an attack for `level` Life Cards of damage"
    STOP = "stops an attack"
    BOOST = "adds `level` Life Cards of damage to the attack that it is played along with"
    DISCARD = "an opponent's card on the FIELD is discarded"
    REMOVE = "an opponent's card on the FIELD is removed from the game"
    RESTORE = "an exhausted card of its player's is restored"
    NULLIFY = "an opponent's card that has a constant power is nullified"
    FETCH = "its player looks through the Life Deck and takes a card from it to hand"
    RECOVER = "a card comes back from its player's Discard Pile to the hand"
    REPLACE = "an Ally of its player's is replaced by a Personality of the Discard Pile"
    FIELD = "its player plays a Field Card from the hand"


class Power(Enum):
    """Which of its powers a card uses."""

    LEAD = "Lead Power"
    ALLY = "Ally Power"
    EXTRA = "Additional Power Option"
    OWN = "the power of a Field, Attach, Location or Shade Card"


class Card(Sort):
    """A card with what is printed on it; its member is this one copy of it.

    `limit`: how many copies a deck may hold. `ens`: none where it has no ENS value. `lead`, `ally`, `extra`: the powers
    of a Personality; `does`: of any other card. `stays`: says that it is not discarded after the BATTLE TURN.
    `in_setup`: a Status Card that says that it is played in a SETUP. `on_success`, `on_failure`: the secondary effect
    of an attack; `besides`: what it does besides its damage, and waits for neither.
    """

    owner: Player
    name: Name
    kind: Kind
    shade: Annotated[Shade | None, cite("2.2a", "2.3")]
    limit: Annotated[Amount, cite("2.5b", "2.5c")]
    evp: Annotated[Amount, cite("4.2b", "7.1a")]
    ens: Annotated[Annotated[int, Range(1)] | None, cite("7.2a")]
    character: Character | None
    stackable: Annotated[bool, cite("3.7a", "3.7c")]
    lead: Does | None
    ally: Does | None
    extra: Annotated[Does | None, cite("18.1a")]
    does: Does | None
    level: Amount
    stays: bool
    in_setup: Annotated[bool, cite("14.1c")]
    on_success: Annotated[Does | None, cite("6.2a")]
    on_failure: Annotated[Does | None, cite("6.2a")]
    besides: Annotated[Does | None, cite("7.2a")]


class Numbers(Constants):
    """The book's numbers."""

    deck: Amount = number(75, "1.1c")
    allies: Amount = number(3, "3.4b", "8.2a")
    fields: Amount = number(3, "3.6b", "15.1")
    hand: Amount = number(5, "4.3", "4.6a", "4.9a")
    kept: Amount = number(2, "4.7", "4.8")


@defines("3.9", "3.10a")
class Place(Enum):
    """Where a card is. Life Decks are in no known order: they are shuffled before play and after each look."""

    COLLECTION = "not in a deck"
    ASIDE = "of a deck, but not in the Life Deck: the Shade Card before play"
    LIFE_DECK = "Life Deck"
    HAND = "hand"
    LEAD = "Lead Personality"
    ALLY = "Ally slot"
    ATTACHED = "behind another card"
    FIELD = "Field Card slot"
    LOCATION = "centre of the table"
    SHADE = "Shade Card on the table"
    PLAYED = "played in this BATTLE TURN"
    DISCARD = "Discard Pile"
    VOID = "VOID"


@defines("1.2")
class Step(Enum):
    """Making decks, setting up the game, then the phases of play."""

    BUILD = "decks are built"
    OPEN = "Shade Cards and Lead Personalities are put on the table"
    FIND = "Cutthroat: the Leads are searched for"
    REVEAL = "the Leads are turned up"
    LOT = "who goes first is drawn by lot"
    AGREE = "who goes first is agreed upon"
    DRAW = "a player draws"
    SETUP = "SETUP"
    BATTLE = "BATTLE"
    DISCARD = "hands are cut down"


@state
class State:
    """A game of Mere Mortals."""

    step: Step
    turn: Annotated[Player | None, cite("4.2c", "4.9b")]
    fighting: Annotated[bool, cite("4.5b")]
    # decks
    declared: Annotated[Map[Player, Shade | None], cite("2.4a")]
    chosen: Annotated[Map[Player, bool], until("2.4a", step=Step.REVEAL)]
    built: Annotated[Map[Player, bool], until("1.1b", step=Step.REVEAL)]
    # where cards are
    place: Map[Card, Place]
    upon: Annotated[Map[Card, Card | None], cite("3.5a")]
    # what cards have done and suffered
    exhausted: Annotated[Map[Card, bool], cite("5.4a", "8.5d")]
    used: Annotated[Map[Card, bool], cite("5.4b", "8.4b")]
    powers_used: Annotated[Map[Card, frozenset[Power]], cite("5.4b", "8.4b")]
    nullified: Annotated[Map[Card, bool], cite("5.5b")]
    # of the BATTLE TURN: whether its player has acted, what the opponent spent, whether a power stopped the attack
    acted: Annotated[bool, cite("5.2a")]
    paid: Annotated[Amount, cite("7.2b")]
    halted: Annotated[bool, cite("6.2b")]
    lost: Map[Player, bool]


@mere_mortals.matters("upon")
def is_attached(s: State, card: Card) -> bool:
    """Only attached cards lie behind others."""
    return s.place[card] == Place.ATTACHED


def has_powers_to_use(s: State, card: Card) -> bool:
    """Whether a card lies where its powers are used."""
    return s.place[card] in (Place.LEAD, Place.ALLY, Place.FIELD, Place.ATTACHED, Place.SHADE)


@mere_mortals.matters("exhausted", "used", "powers_used")
def can_be_exhausted(s: State, card: Card) -> bool:
    """Cards on the FIELD are exhausted, and use their powers; whoever comes again comes fresh."""
    return has_powers_to_use(s, card)


@mere_mortals.matters("nullified")
def can_be_nullified(s: State, card: Card) -> bool:
    """Powers of cards on the FIELD are nullified."""
    return s.place[card] in (Place.LEAD, Place.ALLY, Place.FIELD, Place.ATTACHED, Place.LOCATION)


@mere_mortals.seen("3.1c", "3.1d")
def knows_the_card(s: State, card: Card, who: Player) -> bool:
    """One's own cards, and what lies open: Leads are face down until they are turned up, in Cutthroat too, where it is
    not said. Neither is it that hands and decks are hidden, and that the VOID is open: that is taken as usual."""
    return card.owner == who or not (
        s.place[card] in (Place.COLLECTION, Place.ASIDE, Place.LIFE_DECK, Place.HAND)
        or (s.place[card] == Place.LEAD and s.step in (Step.OPEN, Step.FIND, Step.REVEAL))
    )
