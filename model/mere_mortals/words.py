"""Mere Mortals, Sections 1 to 19: words that the rules use: where cards are, Personalities, Shades, powers."""

from model.mere_mortals.state import Card, Does, Kind, Name, Place, Player, Power, State, Step, mere_mortals
from ruleslawyer.lang import no, the, yes

# --- players and where cards are ------------------------------------------------------------------------------------


def opponent(who: Player) -> Player:
    """The other player: two meet (1.1)."""
    return the(p for p in Player if p != who)


def has_begun(s: State) -> bool:
    """Whether Leads have been turned up: from then on the rules of play hold (4.1)."""
    return s.step in (Step.LOT, Step.AGREE, Step.DRAW, Step.SETUP, Step.BATTLE, Step.DISCARD)


def life(s: State, who: Player) -> int:
    """How many Life Cards a player has left."""
    return sum(1 for c in Card if c.owner == who and s.place[c] == Place.LIFE_DECK)


def hand(s: State, who: Player) -> int:
    """How many cards a player has in hand."""
    return sum(1 for c in Card if c.owner == who and s.place[c] == Place.HAND)


def in_hand(s: State, who: Player, card: Card) -> bool:
    """Whether a card is in that player's hand: hands hold cards of their owner."""
    return card.owner == who and s.place[card] == Place.HAND


def on_field(s: State, card: Card) -> bool:
    """Whether a card is on the FIELD: its places are those that Section 3 speaks of, and what is played (13.4)."""
    return s.place[card] in (
        Place.LEAD,
        Place.ALLY,
        Place.ATTACHED,
        Place.FIELD,
        Place.LOCATION,
        Place.SHADE,
        Place.PLAYED,
    )


# --- Personalities --------------------------------------------------------------------------------------------------


def is_personality(card: Card) -> bool:
    """Armies are a type of Personality Card (9.1)."""
    return card.kind in (Kind.PERSONALITY, Kind.ARMY)


def is_not_barred(card: Card) -> bool:
    """Whether a Personality is no Army: of all others the book nowhere says that they cannot lead (9.1)."""
    return card.kind == Kind.PERSONALITY


def can_lead(s: State, card: Card) -> bool:
    """Lead-applicable, Lead compatible, viable (3.3, 11.1, 11.2): what these words mean is not said (finding 031)."""
    return is_not_barred(card) and (card.lead is not None or leads_without_a_lead_power(s))


leads_without_a_lead_power = mere_mortals.doubt(
    "which Personalities can be Lead?",
    every_one_but_an_army=yes("every Personality but an Army", default=True),
    those_with_a_lead_power=no("those that have a Lead Power"),
)


def stands(s: State, who: Player, card: Card) -> bool:
    """Whether a Personality is on the FIELD for that player, as Lead or Ally: the book never parts control from it."""
    return card.owner == who and s.place[card] in (Place.LEAD, Place.ALLY)


def has_lead(s: State, who: Player) -> bool:
    return any(c.owner == who and s.place[c] == Place.LEAD for c in Card)


def allies(s: State, who: Player) -> int:
    """How many Ally slots are taken."""
    return sum(1 for c in Card if c.owner == who and s.place[c] == Place.ALLY)


def have_one_name(one: Card, another: Card) -> bool:
    """Whether two Personalities are versions of one character, if both are characters."""
    return one != another and one.character is not None and one.character == another.character


def shows_the_same(s: State, one: Card, another: Card) -> bool:
    """Whether two Personalities are versions of one character; of an Army and another Personality it is asked."""
    return have_one_name(one, another) and (one.kind == another.kind or armies_are_characters(s))


armies_are_characters = mere_mortals.doubt(
    "is an Army a character, beside which no other Personality of its name may stand?",
    an_army_is_no_character=no("no: the two may stand together, whichever comes first", default=True),
    an_army_is_one_too=yes("yes: Armies of one name stand together, and nobody else beside them"),
)


def shows_one_who_stands(s: State, who: Player, card: Card) -> bool:
    """Whether a Personality of the same character is on the FIELD for that player already."""
    return any(stands(s, who, c) and shows_the_same(s, c, card) for c in Card)


def shows_another_who_stands(s: State, who: Player, old: Card, card: Card) -> bool:
    """Whether one remains on the FIELD of whom a card that takes the slot of `old` is a version."""
    return any(c != old and stands(s, who, c) and shows_the_same(s, c, card) for c in Card)


def joins_its_like(s: State, who: Player, old: Card | None, card: Card) -> bool:
    """Whether a card is an Army, and all of its character who remain on the FIELD are Armies (9.2)."""
    return card.kind == Kind.ARMY and not any(
        c != old and c.kind != Kind.ARMY and stands(s, who, c) and shows_the_same(s, c, card) for c in Card
    )


def can_take_the_lead(s: State, who: Player, card: Card) -> bool:
    """Whether an Ally can follow a Lead that is gone."""
    return card.owner == who and s.place[card] == Place.ALLY and can_lead(s, card)


def can_be_found(s: State, who: Player, card: Card) -> bool:
    """Whether a card of the Life Deck can be the Lead."""
    return card.owner == who and s.place[card] == Place.LIFE_DECK and can_lead(s, card)


def matches(s: State, who: Player, card: Card) -> bool:
    """A General card needs nobody; a Shaded one a controlled Personality of its Shade on the FIELD."""
    return card.shade is None or any(stands(s, who, c) and c.shade == card.shade for c in Card)


# --- slots (3.6, 3.7, 15.6, 16.5) -----------------------------------------------------------------------------------


def field_slots(s: State, who: Player) -> int:
    """How many Field Card slots are taken: multiples of a stackable card take no further one."""
    return sum(1 for c in Card if c.owner == who and s.place[c] == Place.FIELD and not c.stackable) + sum(
        1
        for n in Name
        if any(c.owner == who and s.place[c] == Place.FIELD and c.stackable and c.name == n for c in Card)
    )


def is_stacked_upon(s: State, card: Card, place: Place, under: Card | None) -> bool:
    """Whether a stackable card finds a copy of itself in the slot where it is to go."""
    return card.stackable and any(
        c != card and c.owner == card.owner and c.name == card.name and s.place[c] == place and s.upon[c] == under
        for c in Card
    )


def share_a_slot(s: State, one: Card, another: Card) -> bool:
    """Whether two copies of a stackable card lie in one slot."""
    return (
        one != another
        and one.stackable
        and one.owner == another.owner
        and one.name == another.name
        and s.place[one] in (Place.FIELD, Place.ATTACHED)
        and s.place[one] == s.place[another]
        and s.upon[one] == s.upon[another]
    )


def bears_cards(s: State, card: Card) -> bool:
    """Whether something is attached to a card."""
    return any(s.place[c] == Place.ATTACHED and s.upon[c] == card for c in Card)


# --- powers ---------------------------------------------------------------------------------------------------------


def printed(card: Card, which: Power) -> Does | None:
    """The power of a card that is meant."""
    if which == Power.LEAD:
        return card.lead
    if which == Power.ALLY:
        return card.ally
    if which == Power.EXTRA:
        return card.extra
    return card.does


def is_constant(does: Does) -> bool:
    """The powers that are always on (5.5)."""
    return does in (Does.MORE_DAMAGE, Does.LESS_DAMAGE, Does.LESS_ENS, Does.NO_ENS)


def has_a_constant_power(card: Card) -> bool:
    """Whether one of the powers of a card is always on."""
    lead = card.lead
    ally = card.ally
    extra = card.extra
    does = card.does
    return (
        (lead is not None and is_constant(lead))
        or (ally is not None and is_constant(ally))
        or (extra is not None and is_constant(extra))
        or (does is not None and is_constant(does))
    )


def works(s: State, card: Card, does: Does) -> bool:
    """Whether a constant power is in effect (5.5, 8.3, 12.5, 17.4), of the Lead, of an Ally, of another card on the
    FIELD; unless it is nullified."""
    return not s.nullified[card] and (
        (s.place[card] == Place.LEAD and card.lead == does)
        or (s.place[card] == Place.ALLY and card.ally == does)
        or (s.place[card] in (Place.LEAD, Place.ALLY) and card.extra == does)
        or (s.place[card] in (Place.FIELD, Place.ATTACHED, Place.LOCATION, Place.SHADE) and card.does == does)
    )
