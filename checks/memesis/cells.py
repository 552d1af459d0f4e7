"""Memesis, 0.3 to 0.9, 0.20, 2.2 and Section 6: where cards are, how they come there, and how turns go on."""

from __future__ import annotations

from model.memesis.abilities import use_ability
from model.memesis.incubation import incubate, incubate_face_down, leave_incubation, turns_needed
from model.memesis.meanwhile import somebody_decides
from model.memesis.moving import move
from model.memesis.placing import (
    allies_place_for_nothing,
    in_allied_play,
    placing_costs,
    play_card,
    play_face_down,
)
from model.memesis.state import Card, Cell, Join, Kind, Player, State, Step, knows_the_card, memesis
from model.memesis.stealth import anybody_turns_up, turn_up
from model.memesis.table import active, controller, has_begun, is_upon, on_turn, opposed, place, whose_cell
from model.memesis.turn import go_on
from model.memesis.words import counts_as
from ruleslawyer.lang import Checks

checks = Checks(memesis)


def is_decided(s: State) -> bool:
    """The players who are left are all of one side."""
    return all(s.lost[p] or s.lost[q] or not opposed(p, q) for p in Player for q in Player)


# --- where cards are (0.3) ----------------------------------------------------------------------------------------


@checks.always("0.3a", "8.2a", given=True)
def cells_are_somebodys(s: State) -> bool:
    """A card is in somebody's Cells exactly while it lies in a Cell that others may share."""
    return all(
        (s.holder[c] is not None)
        == (s.cell[c] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND, Cell.INCUBATION, Cell.AMMUNITION))
        for c in Card
    )


@checks.always("0.3a", "8.2a", given=True)
def what_lies_in_cells_is_somebodys(s: State) -> bool:
    """Of a card that lies where others may place cards it is known whose Cell that is."""
    return all(
        s.holder[c] is not None
        or s.cell[c] not in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND, Cell.INCUBATION, Cell.AMMUNITION)
        for c in Card
    )


@checks.sometimes("7.1a", "5.1b")
def a_card_is_attached(s: State) -> bool:
    """A card lies upon another one."""
    return any(s.cell[c] == Cell.UPON for c in Card)


@checks.always("0.3a", "5.12b", reached=a_card_is_attached, given=True)
def attached_cards_are_with_theirs(s: State) -> bool:
    """What is attached lies upon a card that is itself attached to nothing, in play, incubating, or being played."""
    return all(
        s.cell[c] != Cell.UPON
        or (s.upon[c] is not None and place(s, c) in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND, Cell.INCUBATION, Cell.SHOWN))
        for c in Card
    )


@checks.sometimes("0.10b")
def there_is_ammunition(s: State) -> bool:
    """A card lies in an Ammunition Cell."""
    return any(s.cell[c] == Cell.AMMUNITION for c in Card)


@checks.always("0.10b", "0.11d", reached=there_is_ammunition, given=True)
def ammunition_lies_on_piles(s: State) -> bool:
    """The cards in the Ammunition Cells are those of the piles there."""
    return all((s.cell[c] == Cell.AMMUNITION and s.holder[c] == p) == (c in s.ammo[p]) for c in Card for p in Player)


@checks.sometimes("0.12a")
def a_card_is_dead(s: State) -> bool:
    """A card lies in the Dead Cell."""
    return any(s.cell[c] == Cell.DEAD for c in Card)


@checks.always("0.12a", "7.15b", reached=a_card_is_dead, given=True)
def the_dead_are_as_if_never_fused(s: State) -> bool:
    """Nothing lies upon a dead card, and it upon nothing."""
    return all(s.cell[c] != Cell.DEAD or (s.upon[c] is None and all(not is_upon(s, d, c) for d in Card)) for c in Card)


# --- coming into play (0.6 to 0.8, 2.2, 4.2) ----------------------------------------------------------------------


@checks.step("2.2", "4.2a", "0.29a", of=play_card)
def cards_are_placed_in_the_own_turn(
    before: State, after: State, who: Player, card: Card, cell: Cell, whose: Player
) -> bool:
    """Creatures and Cause cards come into play in their player's turn, also in allied play."""
    return on_turn(before, who) and card.owner == who


@checks.step("2.2", "4.2a", "4.3a", of=play_face_down)
def hidden_cards_are_placed_in_the_own_turn(
    before: State, after: State, who: Player, card: Card, cell: Cell, whose: Player
) -> bool:
    """In Stealth no less; an Effect card at any time."""
    return card.kind == Kind.EFFECT or on_turn(before, who)


def cost_of_placing(s: State, who: Player, card: Card, stealth: int) -> int:
    """Source cost and price of Stealth, unless allies place freely, or of Effects alone a source cost is to be paid."""
    if card.cost + stealth == 0 or (in_allied_play(who) and allies_place_for_nothing(s)):
        return 0
    return stealth + (card.cost if card.cost == 0 or card.kind == Kind.EFFECT or placing_costs(s) else 0)


@checks.step("0.6a", "1.1a", of=play_card)
def placed_cards_are_paid(before: State, after: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """A card that is placed has cost what it should: its source cost."""
    return before.source[who] - after.source[who] == cost_of_placing(before, who, card, 0)


@checks.step("6.2b", of=play_face_down)
def stealth_costs_one_more(before: State, after: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """A card that is entered face down has cost 1 more than face up."""
    return before.source[who] - after.source[who] == cost_of_placing(before, who, card, 1)


@checks.step("0.7b", of=play_card)
def no_attack_cell_in_the_first_turn(
    before: State, after: State, who: Player, card: Card, cell: Cell, whose: Player
) -> bool:
    """Nothing is placed straight into the Attack Cell in one's own first turn."""
    return cell != Cell.ATTACK or before.turns[who] > 0


@checks.sometimes("0.6c")
def a_cause_is_in_play(s: State) -> bool:
    """A Cause card, not fused, is in play."""
    return any(counts_as(s, c) == Kind.CAUSE and s.cell[c] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND) for c in Card)


@checks.always("0.6c", "4.7a", reached=a_cause_is_in_play)
def causes_are_in_the_main_cell(s: State) -> bool:
    """A Cause card in play, which fused ones are no longer, is in the Main Cell."""
    return all(s.cell[c] not in (Cell.ATTACK, Cell.DEFEND) or counts_as(s, c) != Kind.CAUSE for c in Card)


# --- moving (0.16) ------------------------------------------------------------------------------------------------


@checks.step("0.16b", "8.2f", of=move)
def moving_changes_the_cell_alone(before: State, after: State, who: Player, card: Card, cell: Cell) -> bool:
    """A card that moves stays in the Cells of the same player, as hidden and as sourced as it was, and pays nothing."""
    return (
        after.holder[card] == before.holder[card]
        and after.face_down[card] == before.face_down[card]
        and after.sourced[card] == before.sourced[card]
        and all(after.source[p] == before.source[p] for p in Player)
    )


@checks.step("0.30a", "3.3e", of=move)
def no_attacker_joins_during_combat(before: State, after: State, who: Player, card: Card, cell: Cell) -> bool:
    """No creature enters an Attack Cell in its player's Combat, nor any card while an opponent attacks its player."""
    return (
        cell != Cell.ATTACK
        or before.step not in (Step.COMBAT, Step.INTERCEPTING)
        or (on_turn(before, who) and card.kind != Kind.CREATURE)
        or (opposed(active(before), who) and not has_attackers(before, active(before), who))
        or (not on_turn(before, who) and not opposed(active(before), who))
    )


def has_attackers(s: State, who: Player, at: Player) -> bool:
    """Whether a card of a player is in the Attack Cell that attacks the other one, or may yet (3.3: attacking you)."""
    return any(s.cell[c] == Cell.ATTACK and c.owner == who and s.aimed[c] in (None, at) for c in Card)


# --- incubation (0.9) ---------------------------------------------------------------------------------------------


@checks.sometimes("0.9a")
def a_card_incubates(s: State) -> bool:
    """A card lies in an Incubation Cell."""
    return any(s.cell[c] == Cell.INCUBATION for c in Card)


@checks.always("0.9g", "0.9h", reached=a_card_incubates, given=True)
def one_card_incubates(s: State) -> bool:
    """An Incubation Cell holds one card at most, a fusion counted as one."""
    return all(sum(1 for c in Card if s.cell[c] == Cell.INCUBATION and s.holder[c] == p) <= 1 for p in Player)


@checks.always("0.9g", "7.17b", "7.18a", reached=a_card_incubates)
def one_card_incubates_however_fused(s: State) -> bool:
    """A reader might expect that a fusion counts as its cards there, as it does for Ammunition."""
    return all(
        sum(1 for c in Card if place(s, c) == Cell.INCUBATION and s.joined[c] != Join.RUNE and whose_cell(s, c) == p)
        <= 1
        for p in Player
    )


@checks.step("0.9b", "0.9c", "6.3a", of=leave_incubation)
def cards_leave_when_they_have_matured(before: State, after: State, who: Player, card: Card, cell: Cell) -> bool:
    """A card leaves for play after all of its turns."""
    return before.incubated[card] >= turns_needed(before, card)


@checks.step("2.2", "2.8b", of=leave_incubation)
def incubated_creatures_come_in_the_own_turn(before: State, after: State, who: Player, card: Card, cell: Cell) -> bool:
    """Creatures come into play in the turn of the player who controls them, from the Incubation Cell too."""
    return card.kind != Kind.CREATURE or on_turn(before, controller(before, card))


@checks.step("0.9a", "0.9e", of=leave_incubation)
def incubated_cards_come_for_nothing(before: State, after: State, who: Player, card: Card, cell: Cell) -> bool:
    """Neither incubating nor leaving takes source."""
    return all(after.source[p] == before.source[p] for p in Player)


@checks.step("0.9d", "0.9i", of=incubate)
def turns_do_not_roll_over(before: State, after: State, who: Player, card: Card, whose: Player) -> bool:
    """A card begins with no turns, whatever was there before it."""
    return after.incubated[card] == 0 and not after.face_down[card]


@checks.step("0.9d", "0.9i", "6.2c", of=incubate_face_down)
def turns_do_not_roll_over_in_stealth(before: State, after: State, who: Player, card: Card, whose: Player) -> bool:
    """No more in Stealth, which costs nothing here."""
    return after.incubated[card] == 0 and all(after.source[p] == before.source[p] for p in Player)


@checks.always("0.9i", reached=a_card_incubates)
def turns_are_not_retained(s: State) -> bool:
    """A card that is not incubating has no turns to its credit."""
    return all(s.cell[c] == Cell.INCUBATION or s.incubated[c] == 0 for c in Card)


@checks.sometimes("0.9e", "2.8b")
def a_matured_creature_stays(s: State) -> bool:
    """A creature that has matured is still in the Incubation Cell in a turn of somebody else: it may move, not must."""
    return any(
        s.cell[c] == Cell.INCUBATION
        and c.kind == Kind.CREATURE
        and s.incubated[c] >= turns_needed(s, c)
        and s.incubated[c] > 0
        and s.holder[c] != active(s)
        for c in Card
    )


# --- Stealth (6) --------------------------------------------------------------------------------------------------


@checks.sometimes("6.2a")
def a_card_is_hidden(s: State) -> bool:
    """A card lies face down in play."""
    return any(s.face_down[c] and s.cell[c] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND) for c in Card)


@checks.always("6.5b", "6.5c", reached=a_card_is_hidden)
def hidden_cards_do_not_fight(s: State) -> bool:
    """A card in Stealth neither attacks nor intercepts."""
    return all(not s.face_down[c] or (s.aimed[c] is None and len(s.intercepts[c]) == 0) for c in Card)


@checks.always("6.8a", reached=a_card_is_hidden)
def hidden_cards_are_upright(s: State) -> bool:
    """A card in Stealth is not sourced."""
    return all(not s.face_down[c] or not s.sourced[c] for c in Card)


@checks.step("2.5b", "4.12b", of=use_ability)
def hidden_cards_use_nothing(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """A card in Stealth uses no ability."""
    return not before.face_down[card]


@checks.step("6.6a", "6.1c", of=turn_up)
def owners_turn_up_their_cards(before: State, after: State, who: Player, card: Card) -> bool:
    """A card is turned up by its owner, unless anybody may; turning up moves nothing and costs nothing."""
    return (
        (who == card.owner or anybody_turns_up(before))
        and after.cell[card] == before.cell[card]
        and all(after.source[p] == before.source[p] for p in Player)
    )


# --- turns (0.20) -------------------------------------------------------------------------------------------------


@checks.step("0.20", of=go_on)
def steps_come_in_order(before: State, after: State, who: Player) -> bool:
    """Step 7 is followed by 8, 8 by 9, 9 by 10, 10 by Combat, in one and the same turn."""
    return active(after) == active(before) == who and (
        (before.step == Step.AMMUNITION and after.step == Step.SOURCING)
        or (before.step == Step.SOURCING and after.step == Step.PLACING)
        or (before.step == Step.PLACING and after.step == Step.DECLARING)
        or (before.step == Step.DECLARING and after.step == Step.COMBAT)
    )


@checks.always("0.20", "0.21", "0.25")
def other_steps_wait_for_nobody(s: State) -> bool:
    """Steps 1 to 5, and damage in Combat, happen by themselves; at the end of a turn a Rune may be recovered (5.5)."""
    return is_decided(s) or s.step not in (
        Step.REGENERATE, Step.UNSOURCE, Step.RECYCLE, Step.RETURN, Step.GENERATE, Step.DRAW, Step.STRIKING,
    )  # fmt: skip


@checks.sometimes("0.33")
def everybody_has_had_a_turn(s: State) -> bool:
    """All players have had their first turns."""
    return all(s.turns[p] > 0 for p in Player)


@checks.always("0.33", "0.1a", reached=everybody_has_had_a_turn)
def all_who_are_left_have_turns(s: State) -> bool:
    """Those who are not defeated have a place in the order of turns, and nobody else, once what is played has been
    resolved."""
    return is_decided(s) or not has_begun(s) or somebody_decides(s) or all((p in s.order) != s.lost[p] for p in Player)


@checks.always("0.33", "0.1a", reached=everybody_has_had_a_turn, given=True)
def nobody_misses_a_turn_but_by_defeat(s: State) -> bool:
    """Once turns have begun, whoever is not defeated has a place in their order."""
    return not has_begun(s) or all(s.lost[p] or p in s.order for p in Player)


@checks.possible("0.20", "0.33")
def every_turn_can_go_on_to_combat(s: State) -> bool:
    """From everywhere a Combat can be reached, after which the turn is over, or the game is decided."""
    return s.step == Step.COMBAT or is_decided(s)


@checks.possible("0.33")
def every_turn_can_end(s: State) -> bool:
    """From everywhere the seventh step of a turn can be reached, which is the first one with a choice."""
    return s.step == Step.AMMUNITION or is_decided(s)


@checks.leads_to("0.20", "0.33", "0.16b")
def every_turn_ends(s: State) -> tuple[bool, bool]:
    """A reader might expect that a turn comes to an end whatever the players do."""
    return s.step == Step.DECLARING, s.step == Step.AMMUNITION or is_decided(s)


@checks.sometimes("F.23c")
def there_is_a_lull(s: State) -> bool:
    """The book promises that there is none: the turn player has nothing left to play, to use or to draw."""
    return (
        s.step == Step.PLACING
        and not is_decided(s)
        and all(c.owner != active(s) or s.cell[c] == Cell.DEAD for c in Card)
    )


@checks.always("0.10b", "6.1c")
def hands_and_brain_cells_are_hidden(s: State) -> bool:
    """Of another player's hand and Brain Cell nobody knows a card."""
    return not any(
        knows_the_card(s, c, p) for c in Card for p in Player if c.owner != p and s.cell[c] in (Cell.HAND, Cell.BRAIN)
    )
