"""Memesis, 0.10 and 0.11: placing cards into the Ammunition Cell, taking them out, and what uses them."""

from model.memesis.deeds import a_card_comes_again_as_new, put_into_the_dead_cell
from model.memesis.frames import Choosing, Directed, Dispelling, Resolved
from model.memesis.source import (
    consume_for_life,
    consume_for_source,
    is_a_rune_in_play,
    is_in_hand_or_play,
    runes_upon_cards_are_to_be_removed,
)
from model.memesis.state import Card, Cell, Join, Player, State, Step, memesis
from model.memesis.table import allied, head, is_upon, on_turn, under_way, whose_cell
from ruleslawyer.lang import SILENT, Silent, domain, effect, no, yes

# --- what serves whom (0.10c, 0.11a, 0.11b, 0.23) -----------------------------------------------------------------


@memesis.term("0.10c")
def serves(s: State, ammo: Card, card: Card) -> bool:
    """Whether a card in an Ammunition Cell can be used by that card."""
    return True


@serves.exception("0.11b")
def used_by_another_card(s: State, ammo: Card, card: Card) -> bool | Silent:
    """What one card used, no other uses before it recycles."""
    return False if s.spent[ammo] is not None and s.spent[ammo] != card else SILENT


@serves.exception("0.23")
def used_by_the_same_card(s: State, ammo: Card, card: Card) -> bool | Silent:
    """What a card used itself: whether that has to recycle first."""
    return False if s.spent[ammo] == card and not uses_the_same_again(s) else SILENT


@memesis.term("0.11a", "0.10d")
def has_ammunition(s: State, who: Player, card: Card) -> bool:
    """Whether a player's Ammunition Cell holds as much for a card as its abilities take."""
    return sum(1 for c in Card if c in s.ammo[who] and serves(s, c, card)) >= card.ammo


# --- placing cards there ------------------------------------------------------------------------------------------


@memesis.deed("0.10b", "0.11d")
def put_on_the_pile(s: State, card: Card, whose: Player) -> None:
    """A single card goes face down on top of an Ammunition Cell, out of wherever it was."""
    with effect("0.10b", "0.11d"):
        s.cell[card] = Cell.AMMUNITION
        s.holder[card] = whose
        s.upon[card] = None
        s.ammo[whose] = s.ammo[whose].with_top(card)
    if s.spent[card] is not None and a_card_comes_again_as_new(s):
        with effect("0.11b"):
            s.spent[card] = None


@memesis.action("0.10a", "0.11h", at=(None, Resolved, Dispelling, Directed, Choosing))
def load(s: State, who: Player, card: Card, whose: Player) -> None:
    """Place a card on top of an Ammunition Cell; of fused cards each is one there, the bottom card first."""
    # From hand or from play; as we read it, not a fused part alone, since fusion is irreversible (7.2).
    domain((whose == who or allied(who, whose)) and is_in_hand_or_play(s, who, card))
    with effect("0.12b"):
        for c in Card:
            if is_upon(s, c, card) and s.joined[c] == Join.RUNE:
                if runes_of_a_loaded_card_return(s):
                    s.cell[c] = Cell.HAND
                    s.upon[c] = None
                else:
                    put_into_the_dead_cell(s, c)
    with effect("0.10a", "0.10b"):
        put_on_the_pile(s, card, whose)
    with effect("7.17b"):
        for c in Card:
            if is_upon(s, c, card) and s.joined[c] != Join.RUNE:
                put_on_the_pile(s, c, whose)


@load.permit("0.10a", "0.11f", "0.11h", "0.29d", "0.32e", "2.7", "4.15", "5.9", "7.17a")
def any_card_at_any_time(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Any card from hand or from play, at any time, as many as one likes."""
    return under_way(s) and whose == who


@load.permit("8.2c")
def allies_load_for_each_other(s: State, who: Player, card: Card, whose: Player) -> bool:
    """In allied play any card may be placed in an ally's Ammunition Cell at any time."""
    return under_way(s) and allied(who, whose)


@load.forbid("0.11h", over=load)
def somebody_elses_to_load(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Any card from play may be placed there; whose, is not said."""
    return card.owner != who and under_way(s) and not loads_cards_of_others(s)


@load.forbid(
    "1.6b",
    "5.2b",
    also=(consume_for_life, consume_for_source),
    over=load,
)
def rune_is_to_be_removed(s: State, who: Player, card: Card) -> bool:
    """Whether a Rune upon a card must be taken off before it is consumed, or becomes Ammunition."""
    return under_way(s) and is_a_rune_in_play(s, card) and runes_upon_cards_are_to_be_removed(s)


@load.forbid(
    "0.11h", over=load, because="any card, says the clause itself; and damage lasts until its owner's next turn"
)
def worn_cards_stay(s: State, who: Player, card: Card, whose: Player) -> bool:
    """A card in play that is hurt or sourced would come back as if it were new."""
    return under_way(s) and (s.damage[card] > 0 or s.sourced[card]) and not worn_cards_are_loaded(s)


worn_cards_are_loaded = memesis.doubt(
    "may a card that is hurt or sourced be placed into an Ammunition Cell?",
    whatever_its_state=yes("yes: any card may", default=True),
    neither_hurt_nor_sourced=no("no: it stays in play, and in its state"),
    about=("put_on_the_pile",),
)


loads_cards_of_others = memesis.doubt(
    "may a player place cards that others own into an Ammunition Cell?",
    only_own_cards_are_loaded=no("only one's own cards", default=True),
    any_card_from_play=yes("any card from play, as the words have it"),
)


runes_of_a_loaded_card_return = memesis.doubt(
    "where do Runes go when the card that they lie upon is placed into the Ammunition Cell?",
    they_go_to_the_dead_cell=no("to the Dead Cell, as from a card that is destroyed", default=True),
    they_return_to_the_hand=yes("back to the hand, as when they are removed"),
)


# --- taking them out again (0.11e, 0.27) --------------------------------------------------------------------------


@memesis.action("0.27", "0.11e")
def take_ammunition(s: State, who: Player, card: Card) -> None:
    """Take a card from one's own Ammunition Cell to the hand; an ally's card that lies there goes to that ally's."""
    domain(s.cell[card] == Cell.AMMUNITION and whose_cell(s, card) == who)
    s.ammo[who] = s.ammo[who].without(card)
    s.cell[card] = Cell.HAND
    s.took_ammo = True


@take_ammunition.permit("0.27", "0.11e")
def one_card_in_a_turn(s: State, who: Player, card: Card) -> bool:
    """One card per turn, in the step after the draw; as we read it, in one's own turns."""
    return on_turn(s, who) and under_way(s) and s.step == Step.AMMUNITION


@take_ammunition.permit("0.11e")
def one_card_later_in_the_turn(s: State, who: Player, card: Card) -> bool:
    """One card per turn: no step is named there."""
    return (
        on_turn(s, who) and under_way(s) and s.step != Step.AMMUNITION and not s.took_ammo and takes_ammunition_later(s)
    )


@take_ammunition.cannot("0.11e", "one card per turn")
def took_one_already(s: State, who: Player, card: Card) -> bool:
    """No second one."""
    return s.took_ammo


@take_ammunition.forbid("0.11d", over=take_ammunition)
def not_on_top(s: State, who: Player, card: Card) -> bool:
    """Whether the order of the pile lets one take a card that is not on top."""
    return (
        s.ammo[who].top != card
        and on_turn(s, who)
        and under_way(s)
        and not s.took_ammo
        and (s.step == Step.AMMUNITION or takes_ammunition_later(s))
        and not takes_any_ammunition(s)
    )


takes_any_ammunition = memesis.doubt(
    "which card may be taken out of an Ammunition Cell?",
    only_the_top_card=no("It is drawn, and the sequence of the cards is not disturbed.", "0.27", "0.11d", default=True),
    any_one_card=yes("One card may be removed: which, is not restricted.", "0.11e"),
)


takes_ammunition_later = memesis.doubt(
    "may a card be taken from the Ammunition Cell in its step only, or later in the turn as well?",
    in_its_step=no("It is a step of the turn.", "0.27", default=True),
    once_in_a_turn=yes("One card per turn, besides the one that is drawn.", "0.11e"),
)


# --- using them (0.10c, 0.11a to 0.11c, 0.11g) --------------------------------------------------------------------


uses_the_same_again = memesis.doubt(
    "may a card use the same Ammunition again in a turn?",
    once_until_it_recycles=no("Ammunition recycles, to be used once more: so it was used up.", "0.23", default=True),
    barred_to_other_cards=yes("It may not be used by any other card: nothing bars the one that used it.", "0.11b"),
)


def may_fuel_now(s: State, who: Player, card: Card) -> bool:
    """Ammunition is used through a card only in its owner's turn: as we read it, the turn of the card's owner."""
    return card.ammo == 0 or on_turn(s, card.owner)


def may_fuel_from(s: State, card: Card) -> bool:
    """Cards in the Main and Attack Cells may use Ammunition; of the Defend Cell nothing is said."""
    return (
        card.ammo == 0
        or s.cell[head(s, card)] in (Cell.MAIN, Cell.ATTACK)
        or (s.cell[head(s, card)] == Cell.DEFEND and fuels_from_the_defend_cell(s))
    )


fuels_from_the_defend_cell = memesis.doubt(
    "may a card in the Defend Cell use Ammunition?",
    not_among_those_named=no(
        "The Main Cell is named, once with the Attack Cell: the Defend Cell never is.", "0.6j", "0.11c", default=True
    ),
    any_card_that_is_able=yes(
        "Ammunition is for cards that are able to use it, and creatures' abilities may be used in Combat.",
        "0.10c",
        "0.32f",
    ),
)


def spent_by(s: State, who: Player, card: Card) -> int:
    """How much of a player's Ammunition a card has used and not recycled yet."""
    return sum(1 for c in Card if c in s.ammo[who] and s.spent[c] == card)


def served_again(s: State, who: Player, card: Card) -> int:
    """How much of what it used a card may use once more."""
    return sum(1 for c in Card if c in s.ammo[who] and s.spent[c] == card and serves(s, c, card))


@memesis.deed("0.11b")
def spend_ammunition(s: State, who: Player, card: Card) -> None:
    """A card uses as much Ammunition as its abilities take, that which it used again if it may; which of the others,
    is not said, and comes to the same unless used Ammunition is taken back."""
    used_then = spent_by(s, who, card) + max(0, card.ammo - served_again(s, who, card))
    for ammo in Card:
        if ammo in s.ammo[who] and s.spent[ammo] is None and spent_by(s, who, card) < used_then:
            s.spent[ammo] = card
