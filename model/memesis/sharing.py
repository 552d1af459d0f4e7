"""Memesis, 8.2: allies place cards into each other's Cells; the Ammunition Cell is in ammunition.py."""

from model.memesis.combat import aim
from model.memesis.incubation import (
    hidden_cards_move_anywhere,
    incubate,
    incubate_face_down,
    incubated_in_another_step,
    leave_incubation,
    matured,
    matured_cards_come_at_once,
    matured_cards_move,
)
from model.memesis.moving import fighters_are_declared, freely_at_any_time, hidden_cards_move, move
from model.memesis.placing import in_allied_play, placed_in_another_step, play_card, play_face_down
from model.memesis.runes import play_rune_face_down
from model.memesis.state import Card, Cell, Kind, Player, State, memesis
from model.memesis.table import allied, controller, on_turn, under_way
from ruleslawyer.lang import no, yes


def to_a_shared_cell(card: Card, cell: Cell) -> bool:
    """A Main Cell, or a Defend Cell for creatures (8.2)."""
    return cell == Cell.MAIN or (cell == Cell.DEFEND and card.kind == Kind.CREATURE)


# --- from the hand into play --------------------------------------------------------------------------------------


@play_card.permit("8.2a", "8.2b", "8.2e", also=play_face_down)
def allies_place_cards(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Allies place cards at any time in one's own and the ally's Main Cell, and creatures in both Defend Cells; in
    Stealth or not."""
    return in_allied_play(who) and to_a_shared_cell(card, cell) and under_way(s)


@play_rune_face_down.permit("8.2a", "8.2e")
def allies_place_hidden_runes(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Any card, in Stealth too: in the ally's Main Cell also a Rune, which lies unattached in no other way."""
    return allied(who, whose) and under_way(s)


@placed_in_another_step.exception("8.2a", "8.2b")
def allies_need_no_step(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Allies place cards at any time."""
    return in_allied_play(who) and to_a_shared_cell(card, cell)


@play_card.cannot("8.2f", "never into an ally's Attack Cell", also=play_face_down)
def placed_in_an_allys_attack_cell(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Cards are never put into an ally's Attack Cell."""
    return cell == Cell.ATTACK and whose != who


# --- incubation ---------------------------------------------------------------------------------------------------


@incubate.permit("8.2d", "8.2e", also=incubate_face_down)
def allies_incubate(s: State, who: Player, card: Card, whose: Player) -> bool:
    """In allied play, cards may be placed at any time in one's own and an ally's Incubation Cell, hidden or not."""
    return in_allied_play(who) and under_way(s)


@incubated_in_another_step.exception("8.2d")
def allies_incubate_in_any_step(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Allies place cards at any time."""
    return in_allied_play(who)


@incubate.forbid("0.9h", also=incubate_face_down, over=allies_incubate)
def an_ally_waits_there(s: State, who: Player, card: Card, whose: Player) -> bool:
    """An unfinished card is in the ally's Incubation Cell, which the ally has not asked to have removed."""
    return (
        whose != who
        and under_way(s)
        and any(s.cell[c] == Cell.INCUBATION and s.holder[c] == whose for c in Card)
        and not allies_push_out(s)
    )


allies_push_out = memesis.doubt(
    "may a card be placed into an ally's Incubation Cell where one waits that is not finished?",
    the_other_makes_room=yes("yes: the other card makes room", default=True),
    only_where_none_waits=no("no: only where none waits"),
)


@leave_incubation.permit("8.2g")
def matured_to_attack_for_an_ally(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """What has incubated in an ally's Incubation Cell may attack when it is fully matured: from the Attack Cell."""
    return (
        cell == Cell.ATTACK
        and is_with_an_ally(s, card)
        and who == controller(s, card)
        and on_turn(s, who)
        and matured(s, card)
    )


# --- moving and attacking -----------------------------------------------------------------------------------------


def is_with_an_ally(s: State, card: Card) -> bool:
    """Whether a card is in the Cells of an ally of its owner."""
    return any(s.holder[card] == p and allied(card.owner, p) for p in Player)


@move.forbid(
    "8.2f",
    also=leave_incubation,
    over=(
        freely_at_any_time,
        hidden_cards_move,
        fighters_are_declared,
        matured_cards_move,
        matured_cards_come_at_once,
        hidden_cards_move_anywhere,
    ),
    because="the sentence itself: never; of what has matured there 8.2g speaks",
)
def moved_into_an_allys_attack_cell(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """Cards are never put into an ally's Attack Cell: into one's own is another thing, whosesoever the card is."""
    return cell == Cell.ATTACK and is_with_an_ally(s, card) and s.holder[card] != who


@aim.cannot("8.2g", "only cards which have incubated there may attack")
def did_not_mature_with_an_ally(s: State, who: Player, card: Card, at: Player) -> bool:
    """Only what matured in an ally's Incubation Cell attacks: of the cards placed with allies, or of all."""
    return in_allied_play(who) and not s.raised[card] and (is_with_an_ally(s, card) or all_others_are_barred(s))


# No finding is open on it: why the text answers it, is said by 182, which is withdrawn.
all_others_are_barred = memesis.doubt(
    "in allied play, do only those cards attack that matured in an ally's Incubation Cell?",
    only_of_those_placed_with_allies=no(
        "The sentence follows others on cards in allies' Cells, and is about these.", "8.2g", default=True
    ),
    of_all_cards=yes(
        "Only cards which have incubated there may attack: it says cards, with nothing that narrows it.", "8.2g"
    ),
)
