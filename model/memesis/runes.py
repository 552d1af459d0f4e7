"""Memesis, Section 5 with 6.7: Runes are placed, in the open and hidden, and removed."""

from model.memesis.bearers import (
    bears_more_runes,
    bears_the_marking,
    could_bear,
    has_a_rune,
    is_closed,
    is_full,
    owns_the_fusion,
    runes_need_the_marking,
)
from model.memesis.deeds import enter_play, pay, put_into_the_dead_cell
from model.memesis.frames import Choosing, Directed, Dispelling, Resolved
from model.memesis.incubation import matured
from model.memesis.placing import allies_place_for_nothing, in_allied_play, pay_to_play
from model.memesis.state import Card, Cell, Join, Kind, Numbers, Player, State, memesis
from model.memesis.table import head, in_hand, opposed, stands_in_play, under_way
from model.memesis.words import fused_by, truly_fused
from ruleslawyer.lang import SILENT, Silent, ask, domain, effect, no, permit, says, yes

# --- placing (5.2, 6.7) ---------------------------------------------------------------------------------------------


@memesis.term("1.6a", "5.2a")
def price_of_placing(s: State, who: Player, card: Card, under: Card) -> int:
    """The source that placing a Rune on a card takes."""
    return Numbers.rune_price


@price_of_placing.exception("5.10c")
def incubation_saves_it(s: State, who: Player, card: Card, under: Card) -> int | Silent:
    """A Rune that was incubated is placed without paying."""
    return 0 if s.cell[card] == Cell.INCUBATION else SILENT


@price_of_placing.exception("6.7d")
def paid_as_it_entered(s: State, who: Player, card: Card, under: Card) -> int | Silent:
    """A Rune that came in Stealth is placed on a marked card for nothing, the first time."""
    return (
        0
        if stands_in_play(s, card)
        and not s.placed[card]
        and (s.face_down[card] or revealed_runes_attach_for_nothing(s))
        and (bears_the_marking(s, card, under) or unmarked_cards_take_it_for_nothing(s))
        else SILENT
    )


revealed_runes_attach_for_nothing = memesis.doubt(
    "does a Rune that came in Stealth attach for nothing when it is revealed?",
    its_placing_is_paid=yes("The placing cost of 1 was paid as it entered.", "6.7d", "6.7e", default=True),
    in_stealth_only=no(
        "Placing costs 1 source; what is free is a Rune in Stealth, and this one is not any more.", "5.2a"
    ),
)


unmarked_cards_take_it_for_nothing = memesis.doubt(
    "does a Rune that came in Stealth go onto a card without its marking for nothing too?",
    marked_cards_only=no(
        "That it takes no source is said of marked cards; on another one placing takes 1.", "5.2a", "6.7d", default=True
    ),
    its_placing_was_paid_at_once=yes("Its initial placing cost was paid already, wherever it goes.", "6.7e"),
)


def can_pay(s: State, who: Player, card: Card, under: Card) -> bool:
    """Whether a player has the source to place a Rune on a card."""
    return s.source[who] >= price_of_placing(s, who, card, under)


@memesis.deed("5.1b", "5.12a")
def lay_upon(s: State, card: Card, under: Card) -> None:
    """A Rune comes to lie upon a card."""
    with effect("5.6a"):
        if has_a_rune(s, under) and a_second_rune_replaces_the_first(s) and not bears_more_runes(s, under):
            for c in Card:
                if fused_by(s, c, under, Join.RUNE):
                    put_into_the_dead_cell(s, c)
    with effect("5.1b"):
        s.cell[card] = Cell.UPON
        s.upon[card] = under
        s.joined[card] = Join.RUNE


a_second_rune_replaces_the_first = memesis.doubt(
    "what becomes of the Rune on a card when a second one is played upon it?",
    both_upgrade=no(
        "The second is played upon a card that a Rune upgrades already; that this ends is not said.",
        "5.6h",
        default=True,
    ),
    one_at_a_time=yes("Only one Rune upgrades a card at any one time: the older one goes.", "5.6a"),
    about=("lay_upon",),
)


@memesis.action("1.6a", "5.2a", "5.12a", at=(None, Resolved, Dispelling, Directed, Choosing))
def place_rune(s: State, who: Player, card: Card, under: Card) -> None:
    """Place a Rune from hand, or one that has incubated, upon a card."""
    domain(
        card.kind == Kind.RUNE and (in_hand(s, who, card) or s.cell[card] == Cell.INCUBATION) and could_bear(s, under)
    )
    with effect("5.2a"):
        pay(s, who, price_of_placing(s, who, card, under))
    with effect("5.1b"):
        lay_upon(s, card, under)


@place_rune.permit("5.3a", "5.3b", "5.5a", "5.6c", "6.4a", "6.4b", "7.7b", "7.12b", "0.32d")
def runes_are_placed_at_any_time(s: State, who: Player, card: Card, under: Card) -> bool:
    """At any time, upon own, allied and opposing cards, hidden or not, fused or not."""
    return under_way(s)


@place_rune.cannot("5.10b", "waiting is what saves the cost")
def rune_has_not_matured(s: State, who: Player, card: Card, under: Card) -> bool:
    """A Rune that incubates is placed once its turn is over."""
    return s.cell[card] == Cell.INCUBATION and not s.doubled[card] and not matured(s, card)


@place_rune.cannot("5.10d", "it requires two turns")
def hidden_rune_has_not_matured(s: State, who: Player, card: Card, under: Card) -> bool:
    """A Rune that was placed there in Stealth waits for two turns."""
    return s.cell[card] == Cell.INCUBATION and s.doubled[card] and not matured(s, card)


# --- hidden Runes (5.7, 5.12, 6.7) ----------------------------------------------------------------------------------


def price_of_hiding(s: State, who: Player) -> int:
    """The source that a Rune in Stealth costs: for placing it and for Stealth, unless allies place for nothing."""
    if in_allied_play(who) and allies_place_for_nothing(s):
        return 0
    return Numbers.rune_price + Numbers.stealth_price


@memesis.action("5.7a", "5.11", "5.12c", "6.7b", at=(None, Resolved, Dispelling, Directed, Choosing))
def play_rune_face_down(s: State, who: Player, card: Card, whose: Player) -> None:
    """Play a Rune in Stealth, unattached, into a Main Cell."""
    domain(card.kind == Kind.RUNE and in_hand(s, who, card) and not opposed(who, whose))
    amount = price_of_hiding(s, who)
    with effect("6.7a", "8.1c"):
        pay_to_play(s, who, amount, Cell.MAIN)
    with effect("6.7b"):
        enter_play(s, card, Cell.MAIN, whose, True)


@play_rune_face_down.permit("5.3a", "5.7a", "5.11", "5.12c", "6.7b")
def hidden_runes_at_any_time(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Runes may be played in Stealth, at any time as others."""
    return whose == who and under_way(s)


@play_rune_face_down.cannot("6.7a", "they require 2 source")
def hiding_a_rune_is_beyond_means(s: State, who: Player, card: Card, whose: Player) -> bool:
    """It takes 2 source."""
    return s.source[who] < Numbers.rune_price + Numbers.stealth_price and s.source[who] < price_of_hiding(s, who)


def lies_unattached(s: State, card: Card) -> bool:
    """A Rune in play that lies upon no card."""
    return card.kind == Kind.RUNE and stands_in_play(s, card)


@memesis.action("6.7c", "6.4b", at=(None, Resolved, Dispelling, Directed, Choosing))
def attach_hidden_rune(s: State, who: Player, card: Card, under: Card) -> None:
    """Place an unattached hidden Rune upon a card, still hidden."""
    domain(lies_unattached(s, card) and s.face_down[card] and could_bear(s, under))
    with effect("6.7d"):
        pay(s, who, price_of_placing(s, who, card, under))
    with effect("6.7c"):
        lay_upon(s, card, under)


@attach_hidden_rune.permit("5.3a", "6.7c", "6.4a")
def hidden_runes_are_attached_at_any_time(s: State, who: Player, card: Card, under: Card) -> bool:
    """A Rune in Stealth may be placed upon a card, hidden or not."""
    return under_way(s)


# --- in the open and hidden ------------------------------------------------------------------------------------------


def could_place(s: State, who: Player, card: Card, under: Card) -> bool:
    """Whether the plainest rules let a Rune be placed: so that questions come up only where nothing else decides."""
    return card.owner == who and can_pay(s, who, card, under) and (s.cell[card] != Cell.INCUBATION or matured(s, card))


@place_rune.cannot("5.3c", "provided that there is the source", also=attach_hidden_rune)
def placing_is_beyond_means(s: State, who: Player, card: Card, under: Card) -> bool:
    """Placing takes source; of a hidden Rune, from the second time on."""
    return not can_pay(s, who, card, under)


@place_rune.cannot("5.6a", "only one, exceptions apart", also=attach_hidden_rune)
def there_is_a_rune_already(s: State, who: Player, card: Card, under: Card) -> bool:
    """A card has one Rune at a time."""
    return could_place(s, who, card, under) and is_full(s, who, card, under)


@place_rune.cannot("5.6g", "7.7d", "cannot have Rune cards", also=attach_hidden_rune)
def true_fusions_bear_none(s: State, who: Player, card: Card, under: Card) -> bool:
    """Cards in True Fusion have no Runes."""
    return could_place(s, who, card, under) and is_closed(s, who, under)


@place_rune.cannot("7.11a", "may no longer, from the owner", also=attach_hidden_rune)
def owner_plays_none_on_true_fusions(s: State, who: Player, card: Card, under: Card) -> bool:
    """The owner plays no Rune on cards in True Fusion."""
    return could_place(s, who, card, under) and truly_fused(s, under) and owns_the_fusion(s, who, under)


@place_rune.forbid(
    "6.7c",
    also=attach_hidden_rune,
    over=place_rune,
)
def marking_is_missing(s: State, who: Player, card: Card, under: Card) -> bool:
    """A card without the marking may be no card to place a Rune on."""
    return could_place(s, who, card, under) and not bears_the_marking(s, card, under) and runes_need_the_marking(s)


# --- removing (5.2) -------------------------------------------------------------------------------------------------


@memesis.action("1.6b", "5.2b", "7.2b", at=(None, Resolved, Dispelling, Directed, Choosing))
def remove_rune(s: State, who: Player, card: Card) -> None:
    """Take a Rune off a card."""
    domain(
        card.kind == Kind.RUNE
        and s.cell[card] == Cell.UPON
        and s.joined[card] == Join.RUNE
        and could_bear(s, head(s, card))
    )
    permit("5.3a", "5.3b", "At any time, from any Cell.", runes_are_removed_at_any_time=under_way(s))
    to = where_a_removed_rune_goes(s)
    with effect("5.2b", "7.11c"):
        pay(s, who, Numbers.removal_price)
    with effect("5.2b"):
        if to == Cell.HAND:
            s.cell[card] = Cell.HAND
            s.upon[card] = None
        elif to == Cell.MAIN:
            s.cell[card] = Cell.MAIN
            s.holder[card] = card.owner
            s.upon[card] = None
            s.placed[card] = True
        else:
            put_into_the_dead_cell(s, card)


@remove_rune.cannot("5.2c", "the only player who may", also=(place_rune, attach_hidden_rune))
def not_the_own_rune(s: State, who: Player, card: Card) -> bool:
    """Only the owner of a Rune places it, and removes it."""
    return card.owner != who


@remove_rune.cannot("5.3c", "provided that there is the source")
def removing_is_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Removing takes source."""
    return s.source[who] < Numbers.removal_price


@memesis.question("where does a Rune go when it is removed from a card?")
def where_a_removed_rune_goes(s: State) -> Cell:
    return ask(
        to_the_hand=says(Cell.HAND, "to the hand, as 5.4 says of Runes on Effects", default=True),
        it_lies_loose=says(Cell.MAIN, "it lies loose in the Main Cell, which only a hidden one outlives"),
        removed_runes_die=says(Cell.DEAD, "to the Dead Cell"),
    )
