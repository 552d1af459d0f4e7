"""Mnemonic, chapters 2 to 5: what cards cost: mana in their suit, or mana hands of lands that are tapped for them."""

from enum import Enum

from model.ccg.deeds import bury, empty_pool, pay_for
from model.ccg.state import Card, Colour, Player, State, Zone
from model.ccg.turn import cast, sick_creatures_are_not_tapped
from model.ccg.words import can_pay, controls, cost, is_land, is_sick, lies_in, may_act
from model.mnemonic.cards import ACE, JACK, KING, QUEEN, SEVEN, is_a_member, value
from model.mnemonic.state import Book, Game, mnemonic
from ruleslawyer.lang import SILENT, Silent, ask, defines, domain, effect, narrow, no, says, yes

# --- mana (2.1g, 2.23) --------------------------------------------------------------------------------------------


@cost.exception("2.1g", "2.23", "5.3")
def ordinary_creatures_cost_one(s: State, who: Player, card: Card) -> int | Silent:
    """An 8, 9 or 10 costs 1 mana in its suit."""
    return 1 if SEVEN < value(card) < JACK else SILENT


@cost.adjust("3.2b")
def members_cost_a_mana_less(s: State, who: Player, card: Card) -> int | Silent:
    """A Club that costs Clubs alone costs one less."""
    return -1 if SEVEN < value(card) < JACK and is_a_member(s, who, card) and a_card_may_cost_nothing(s) else SILENT


a_card_may_cost_nothing = mnemonic.doubt(
    "may a card of Clubs cost nothing?",
    one_is_one_or_more=yes("yes: 1 or more includes one", default=True),
    something_is_left=no("no: a mana is left, or a card of a hand"),
)


@sick_creatures_are_not_tapped.exception("2.28")
def sevens_are_tapped_as_lands(s: State, who: Player, card: Card) -> bool:
    """Whether a 7 that came in this turn gives mana."""
    return value(card) == SEVEN and is_sick(s, card) and fresh_sevens_give_mana(s)


fresh_sevens_give_mana = mnemonic.doubt(
    "can a 7 be tapped in the turn in which it was played?",
    they_are_sick=no(
        "It has summoning sickness, which keeps a creature from being tapped for its abilities.", "5.1d", default=True
    ),
    they_are_lands=yes("It is a land, and tapping it gives mana.", "2.1d", "2.28"),
)


# --- mana hands (2.1c, 2.2, 2.5, 2.10, 2.14, 2.18) ----------------------------------------------------------------


@defines("2.2a")
class Form(Enum):
    """The poker hands that cards cost."""

    PAIR = "cards of one value"
    THREE = "three cards of one value"
    STRAIGHT = "values in a row"
    FLUSH = "cards of one suit"


@mnemonic.term("2.2a", "5.4")
def form(s: State, card: Card) -> Form | None:
    """The mana hand that a face card costs; other cards cost none."""
    return None


@form.exception("2.18")
def jacks_cost_a_pair(s: State, card: Card) -> Form | Silent | None:
    """A Jack costs two cards of one value."""
    return Form.PAIR if value(card) == JACK else SILENT


@form.exception("2.14")
def queens_cost_three_of_a_kind(s: State, card: Card) -> Form | Silent | None:
    """A Queen costs three cards of one value."""
    return Form.THREE if value(card) == QUEEN else SILENT


@form.exception("2.10")
def kings_cost_a_straight(s: State, card: Card) -> Form | Silent | None:
    """A King costs three values in a row."""
    return Form.STRAIGHT if value(card) == KING else SILENT


@form.exception("2.5")
def aces_cost_a_flush(s: State, card: Card) -> Form | Silent | None:
    """An Ace costs three cards of its suit."""
    return Form.FLUSH if value(card) == ACE else SILENT


@mnemonic.term("2.2b", "2.2c")
def hand_size(s: State, who: Player, card: Card) -> int:
    """Of how many cards the mana hand is that a face card costs."""
    return 2 if value(card) == JACK else Book.hand


@hand_size.adjust("3.2a")
def members_lay_a_card_less(s: State, who: Player, card: Card) -> int | Silent:
    """A Jack, Queen or King of Clubs costs a card of any suit less."""
    return -1 if JACK <= value(card) < ACE and is_a_member(s, who, card) and hands_are_discounted(s) else SILENT


@hand_size.adjust("3.2b")
def the_ace_lays_a_club_less(s: State, who: Player, card: Card) -> int | Silent:
    """The Ace of Clubs, which costs Clubs alone, costs a Club less, or two."""
    return clubs_less(s) if value(card) == ACE and is_a_member(s, who, card) and hands_are_discounted(s) else SILENT


def clubs_less(s: State) -> int:
    """By how many cards a hand of Clubs alone is smaller."""
    return -2 if both_sentences_apply(s) else -1


both_sentences_apply = mnemonic.doubt(
    "does a hand of Clubs alone cost a card of any suit less too, so that it is two cards smaller?",
    "3.2a",
    a_star_has_to_be_there=no("no: there is none of any suit to be left out, but Clubs", default=True),
    a_club_is_of_any_suit=yes("yes: a Club is a card of any suit, and both sentences hold"),
)


hands_are_discounted = mnemonic.doubt(
    "does a mana hand cost a Club's player a card less?",
    a_card_less=yes(
        "One of any suit less, out of what costs say in just these signs; the rest keeps the form.",
        "3.2a",
        "3.2b",
        default=True,
    ),
    hands_stay_whole=no(
        "It is a poker hand that a face card costs, a pair or three cards; with one less it is none.", "2.2a", "2.2c"
    ),
)


def is_laid(s: State, who: Player, card: Card) -> bool:
    """Whether a card is tapped, or shown, for a mana hand of that player."""
    return narrow(s, Game).laid[card] and (controls(s, who, card) or lies_in(s, who, card, Zone.HAND))


def is_shown_from_the_hand(s: State, who: Player) -> bool:
    """Whether a player shows a card in hand for a mana hand."""
    return any(narrow(s, Game).laid[c] and lies_in(s, who, c, Zone.HAND) for c in Card)


def laid(s: State, who: Player) -> int:
    """How many cards a player has tapped for a mana hand."""
    return sum(1 for c in Card if is_laid(s, who, c))


def lies_with(s: State, who: Player, card: Card) -> int:
    """How many laid cards have the value of a card."""
    return sum(1 for c in Card if is_laid(s, who, c) and value(c) == value(card))


def lies_in_suit(s: State, who: Player, suit: Colour | None) -> int:
    """How many laid cards are of a suit."""
    return sum(1 for c in Card if is_laid(s, who, c) and c.colour == suit)


def a_row_lies(s: State, who: Player) -> bool:
    """Whether what is laid are three values in a row, or what a smaller hand has of them."""
    return all(
        a == b or (value(a) != value(b) and value(a) - value(b) < Book.hand)
        for a in Card
        for b in Card
        if is_laid(s, who, a) and is_laid(s, who, b)
    )


def two_of_a_row_lie(s: State, who: Player, suit: Colour | None, of_it: bool) -> bool:
    """Whether two laid cards, one of them in play, are what is left of a row: one of a suit, the other of it too, or of
    any."""
    return any(
        a.colour == suit
        and (s.zone[a] != Zone.HAND or s.zone[b] != Zone.HAND)
        and (b.colour == suit or not of_it)
        and (differ_by(a, b, 1) or (differ_by(a, b, Book.hand - 1) and short_rows_have_gaps(s)))
        for a in Card
        for b in Card
        if is_laid(s, who, a) and is_laid(s, who, b)
    )


def differ_by(one: Card, other: Card, steps: int) -> bool:
    """Whether one value is so many steps, or fewer, above or below another."""
    return value(one) != value(other) and value(one) - value(other) <= steps and value(other) - value(one) <= steps


@cast.cannot("2.2d", "in all cases they must have one")
def no_card_is_in_suit(s: State, who: Player, card: Card) -> bool:
    """At least one card of the hand is in the suit of the card that it pays for."""
    return value(card) >= JACK and all(not is_laid(s, who, c) or c.colour != card.colour for c in Card)


def a_hand_lies(s: State, who: Player, card: Card) -> bool:
    """Whether the hand that a face card costs is among what is laid, with a card in its suit, and a land in play
    completes it; the card itself stands in none."""
    kind = form(s, card)
    size = hand_size(s, who, card)
    if is_laid(s, who, card):
        return False
    if kind == Form.STRAIGHT:
        if size < Book.hand:
            return two_of_a_row_lie(s, who, card.colour, False)
        return laid(s, who) == size and a_row_lies(s, who) and lies_in_suit(s, who, card.colour) > 0
    if kind == Form.FLUSH:
        return lies_in_suit(s, who, card.colour) >= size and any(
            is_laid(s, who, c) and c.colour == card.colour and s.zone[c] != Zone.HAND for c in Card
        )
    return any(
        is_laid(s, who, c)
        and c.colour == card.colour
        and lies_with(s, who, c) >= size
        and any(is_laid(s, who, d) and value(d) == value(c) and s.zone[d] != Zone.HAND for d in Card)
        for c in Card
    )


short_rows_have_gaps = mnemonic.doubt(
    "may the two cards that are left of a discounted straight be any two of it?",
    any_two_of_three=yes("What is not laid is any one card of the three.", "2.10", default=True),
    two_in_a_row=no("What is less is the card of any suit; the others are next to each other, or need not be.", "3.2a"),
)


@can_pay.exception("2.2a", "2.5", "2.10", "2.14", "2.18", "5.4")
def hands_pay_for_faces(s: State, who: Player, card: Card) -> bool | Silent:
    """A face card is paid for with a hand of lands that are tapped for it; what was tapped besides is used up too."""
    return a_hand_lies(s, who, card) if value(card) >= JACK else SILENT


@mnemonic.deed("2.1c")
def spend_the_hand(s: State, who: Player, card: Card) -> None:
    """The cards of the hand have been used for it, and those that were tapped besides; of what was shown it is
    asked."""
    for c in Card:
        if is_laid(s, who, c):
            narrow(s, Game).laid[c] = False
            if s.zone[c] == Zone.HAND and hands_are_of_cards_in_hand(s) == InHand.DISCARDED:
                bury(s, c)


@pay_for.instead("2.2a", by=spend_the_hand)
def faces_are_paid_with_hands(s: State, who: Player, card: Card) -> bool:
    """Not mana out of the pool, but a mana hand."""
    return value(card) >= JACK


@mnemonic.deed("ccg:4.2", "2.1c")
def empty_pool_and_hand(s: State, who: Player) -> None:
    """What was tapped for a mana hand and not used is gone like mana."""
    with effect("ccg:4.2"):
        for colour in Colour:
            s.pool[who][colour] = 0
    with effect("2.1c"):
        for c in Card:
            if is_laid(s, who, c):
                narrow(s, Game).laid[c] = False


@empty_pool.instead("2.1c", by=empty_pool_and_hand)
def hands_are_mana(s: State, who: Player) -> bool:
    """A mana hand is mana."""
    return True


# --- tapping lands for a hand (2.1c, 5.9b) ------------------------------------------------------------------------


@mnemonic.action("2.1c")
def lay(s: Game, who: Player, card: Card) -> None:
    """Tap a land to complete a mana hand."""
    domain(2 <= value(card) <= SEVEN and is_land(s, card) and s.zone[card] == Zone.BATTLEFIELD)
    s.tapped[card] = True
    s.laid[card] = True


@lay.permit("2.1c", "5.9b")
def lands_complete_hands(s: Game, who: Player, card: Card) -> bool:
    """An untapped 2 to 6, whenever its controller may act."""
    return value(card) < SEVEN and may_act(s, who) and controls(s, who, card) and not s.tapped[card]


@lay.permit("2.1d", "2.27")
def sevens_complete_them_too(s: Game, who: Player, card: Card) -> bool:
    """A 7 is a land as well: whether that is enough is a question."""
    return (
        value(card) == SEVEN
        and may_act(s, who)
        and controls(s, who, card)
        and not s.tapped[card]
        and sevens_complete_hands(s)
    )


@lay.cannot("2.2b", "capped at three cards")
def hands_are_of_three_cards(s: Game, who: Player, card: Card) -> bool:
    """No mana hand has more than three cards."""
    return laid(s, who) >= Book.hand


@lay.forbid("5.1d", over=lay)
def sick_sevens_are_not_laid(s: Game, who: Player, card: Card) -> bool:
    """What is sick is not tapped."""
    return is_sick(s, card) and not fresh_sevens_give_mana(s)


sevens_complete_hands = mnemonic.doubt(
    "may a 7 be part of a mana hand?",
    about=("laid",),
    aside={
        "can_pay": "it is asked when a card is laid or shown",
        "cast": "what was laid is used up",
        "annihilate": "what was laid is used up",
        "jumping_jacks": "what was laid is used up",
        "go_on": "what was laid is forgotten",
        "end_the_turn": "what was laid is forgotten",
    },
    every_land_does=yes("A 7 is a land, and hands are of lands.", "2.1d", "2.27", "5.9b", default=True),
    two_to_six_do=no("Of 2 to 6 alone it is said; the entry of 7s lets them give mana, and no more.", "2.1c", "2.28"),
)


# --- showing cards for a hand (2.1c) ------------------------------------------------------------------------------


@mnemonic.action("2.1c", "2.2a")
def show(s: Game, who: Player, card: Card) -> None:
    """Show a card out of one's own hand, for the mana hand that a land completes."""
    domain(
        lies_in(s, who, card, Zone.HAND)
        and not s.laid[card]
        and any(c != card and value(c) >= JACK and lies_in(s, who, c, Zone.HAND) for c in Card)
    )
    with effect("2.1c"):
        s.laid[card] = True


@show.permit("2.1c", "2.2a")
def cards_in_hand_are_a_hand(s: Game, who: Player, card: Card) -> bool:
    """Once a land was tapped for it, if cards in hand may be a mana hand."""
    return (
        may_act(s, who)
        and 0 < laid(s, who) < Book.hand
        and (value(card) != SEVEN or sevens_complete_hands(s))
        and hands_are_of_cards_in_hand(s) != InHand.NO_PART
    )


class InHand(Enum):
    """What cards in hand are to a mana hand."""

    NO_PART = "no part of it"
    SHOWN = "shown for it, and kept"
    DISCARDED = "discarded for it"


@mnemonic.question(
    "may cards in hand be a part of a mana hand?",
    about=("laid",),
    aside={
        "can_pay": "it is asked when a card is shown",
        "lay": "a land in play is tapped",
        "go_on": "what was shown is forgotten",
        "end_the_turn": "what was shown is forgotten",
    },
)
def hands_are_of_cards_in_hand(s: State) -> InHand:
    return ask(
        hands_are_of_lands_in_play=says(InHand.NO_PART, "no: lands in play are, which are tapped for it", default=True),
        a_land_completes_them=says(InHand.SHOWN, "yes: they are shown and kept, and a land in play completes them"),
        they_are_discarded=says(InHand.DISCARDED, "yes: they are discarded for it, beside a land in play"),
    )
