"""Memesis, Section 3: who attacks and defends, who takes damage, and the worked examples."""

from __future__ import annotations

from model.memesis.combat import (
    absorb,
    aim,
    assails,
    call_interceptions,
    could_defend,
    finish_intercepting,
    intercept,
    is_attacking,
    is_met,
)
from model.memesis.damage import armor_left, attackers_regenerate, intercept_directed, take_directed
from model.memesis.deeds import armor_comes_again_as_new
from model.memesis.moving import move
from model.memesis.placing import play_card
from model.memesis.state import Card, Cell, Player, State, Step, memesis
from model.memesis.table import active, in_combat, opposed, stands_in_play
from model.memesis.turn import go_on
from model.memesis.words import attack_power, has_a_creature, is_creature, life_points, revealed
from ruleslawyer.lang import Checks

checks = Checks(memesis)

# --- who attacks --------------------------------------------------------------------------------------------------


@checks.step("1.2c", "3.4a", "6.5b", "3.3b", "0.7c", of=aim)
def what_attacks_may_attack(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """An attacker is an own creature in the Attack Cell, neither sourced nor in Stealth; it attacks an opponent."""
    return (
        has_a_creature(before, card)
        and before.cell[card] == Cell.ATTACK
        and not before.sourced[card]
        and revealed(before, card)
        and card.owner == active(before)
        and opposed(card.owner, at)
    )


@checks.step("2.4b", "0.30a", of=aim)
def attacking_costs_nothing(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """Declaring an attack changes nobody's source or life, and turns no card."""
    return all(after.source[p] == before.source[p] and after.life[p] == before.life[p] for p in Player) and all(
        after.sourced[c] == before.sourced[c] for c in Card
    )


@checks.sometimes("0.31")
def somebody_attacks(s: State) -> bool:
    """A creature attacks."""
    return any(assails(s, c, p) for c in Card for p in Player)


@checks.always("0.16a", "3.1", "2.3b", reached=somebody_attacks)
def nobody_attacks_in_a_first_turn(s: State) -> bool:
    """Whoever attacks has had a turn before."""
    return all(s.aimed[c] is None for c in Card) or s.turns[active(s)] > 0


@checks.always("3.3b", reached=somebody_attacks)
def attackers_are_those_of_the_turn_player(s: State) -> bool:
    """A card that attacks is owned by the player whose turn it is, or was just now."""
    return all(s.aimed[c] is None or c.owner == active(s) for c in Card)


# --- who defends --------------------------------------------------------------------------------------------------


@checks.step("1.2d", "3.4a", "6.5c", of=intercept)
def what_intercepts_may_defend(before: State, after: State, who: Player, card: Card, attacker: Card) -> bool:
    """What intercepts is a creature, neither sourced nor in Stealth; what it intercepts attacks."""
    return (
        has_a_creature(before, card)
        and not before.sourced[card]
        and revealed(before, card)
        and any(assails(before, attacker, p) for p in Player)
    )


@checks.step("3.7", of=intercept)
def players_intercept_with_their_own(before: State, after: State, who: Player, card: Card, attacker: Card) -> bool:
    """The owner of a defending card decides about it."""
    return card.owner == who


@checks.step("3.8a", of=intercept)
def a_creature_meets_one_attacker(before: State, after: State, who: Player, card: Card, attacker: Card) -> bool:
    """A reader who knows other games might expect that a creature intercepts one attacker only."""
    return len(after.intercepts[card]) == 1


@checks.step("0.32a", "3.2", of=finish_intercepting)
def no_damage_is_forgotten(before: State, after: State, who: Player) -> bool:
    """Once a player has decided, each attacker is met, or absorbed, or nobody could intercept it."""
    return all(
        not assails(after, c, who)
        or is_met(after, c)
        or after.absorbed[c]
        or all(not could_defend(after, who, d) or len(after.intercepts[d]) > 0 for d in Card)
        for c in Card
    )


@checks.step("0.1c", "0.1d", "3.2", of=absorb)
def only_the_defenceless_take_damage(before: State, after: State, who: Player, attacker: Card) -> bool:
    """By 0.1 and 3.2 a player is damaged only without creatures to intercept with; 0.8 has him elect to be."""
    return all(not could_defend(before, who, c) for c in Card)


@checks.step("0.1c", "0.1d", "3.2", of=take_directed)
def only_the_defenceless_take_directed_damage(before: State, after: State, who: Player) -> bool:
    """The same of the damage of Effects and abilities."""
    return all(not could_defend(before, who, c) for c in Card) or after.life[who] == before.life[who]


@checks.step("0.29b", "3.7", of=intercept_directed)
def who_intercepts_is_not_damaged(before: State, after: State, who: Player, card: Card) -> bool:
    """Damage that a creature takes is not taken by a player as well."""
    return all(after.life[p] == before.life[p] for p in Player)


def attackers_met_no_more(s: State) -> int:
    """Attackers that were intercepted, and are not now; each is asked for, since who intercepts is a question."""
    return sum(1 for c in Card if s.met[c] and is_attacking(s, c) and not is_met(s, c))


@checks.sometimes("0.16b", "0.32g")
def an_interception_is_lost(s: State) -> bool:
    """An attacker was intercepted, and all that intercepted it are gone, sourced or otherwise unable."""
    return attackers_met_no_more(s) > 0


@checks.always("0.32a", "0.16b")
def what_was_intercepted_stays_so(s: State) -> bool:
    """A reader might expect that an attacker, once intercepted, is intercepted until damage is dealt."""
    return attackers_met_no_more(s) == 0


# --- damage (2.4, 3.6, 3.9 to 3.11) -------------------------------------------------------------------------------


@checks.sometimes("2.4c")
def a_creature_is_hurt(s: State) -> bool:
    """A creature bears damage."""
    return any(s.damage[c] > 0 for c in Card)


@checks.always("2.4d", "0.32b", reached=a_creature_is_hurt)
def creatures_at_zero_are_gone(s: State) -> bool:
    """No creature in play has life of zero or less."""
    return all(not stands_in_play(s, c) or not is_creature(s, c) or life_points(s, c) > 0 for c in Card)


@checks.step("3.11c", "3.11d", of=move)
def moving_heals_nothing(before: State, after: State, who: Player, card: Card, cell: Cell) -> bool:
    """A creature that moves, from the Attack to the Defend Cell too, stays damaged."""
    return all(after.damage[c] == before.damage[c] and after.hits[c] == before.hits[c] for c in Card)


@checks.step("3.6e", "3.9a", "3.11a", of=go_on)
def nothing_heals_within_a_turn(before: State, after: State, who: Player) -> bool:
    """Going on to the next step heals nothing."""
    return all(after.damage[c] == before.damage[c] for c in Card)


@checks.always("0.21", "3.9a", "3.11a")
def a_turn_begins_unhurt(s: State) -> bool:
    """The creatures of a player whose turn has just begun have all of their life, but for attackers by a reading."""
    return s.step != Step.AMMUNITION or all(
        s.damage[c] == 0
        or c.owner != active(s)
        or not stands_in_play(s, c)
        or (s.hurt_attacking[c] and not attackers_regenerate(s))
        for c in Card
    )


@checks.sometimes("3.10b")
def armor_was_hit(s: State) -> bool:
    """Some armor was hit."""
    return any(s.hits[c] > 0 for c in Card)


@checks.always("3.10a", "3.10b", reached=armor_was_hit)
def armor_goes_before_life(s: State) -> bool:
    """A creature that is damaged has no armor left."""
    return sum(1 for c in Card if stands_in_play(s, c) and s.damage[c] > 0 and armor_left(s, c) > 0) == 0


@checks.always("3.10c", reached=armor_was_hit, given=True)
def armor_takes_no_more_hits_than_printed(s: State) -> bool:
    """Armor takes as many hits as its card says."""
    return all(s.hits[c] <= c.armor for c in Card)


@checks.step("3.10d", of=call_interceptions)
def armor_does_not_come_back(before: State, after: State, who: Player) -> bool:
    """Nothing is repaired as damage is about to be dealt."""
    return all(after.hits[c] >= before.hits[c] or not stands_in_play(after, c) for c in Card)


@checks.step("3.10d", "0.11h", of=play_card)
def armor_does_not_come_back_with_its_card(
    before: State, after: State, who: Player, card: Card, cell: Cell, whose: Player
) -> bool:
    """Nor as a creature comes into play once more, unless it then is as printed."""
    return after.hits[card] >= before.hits[card] or armor_comes_again_as_new(before)


@checks.sometimes("3.10d")
def armor_stays_hit_in_its_owners_turn(s: State) -> bool:
    """In the turn of its owner, when life has regenerated, armor has not."""
    return s.step == Step.AMMUNITION and any(s.hits[c] > 0 and c.owner == active(s) for c in Card)


# --- the worked examples (3.6, 3.8) -------------------------------------------------------------------------------


@checks.sometimes("3.6b")
def a_4_4_and_a_4_4_die_together(s: State) -> bool:
    """After an interception, both are dead."""
    return s.step == Step.AMMUNITION and any(
        c.attack == 4 and c.life == 4 and d.attack == 4 and d.life == 4 and opposed(c.owner, d.owner)
        for c in Card
        for d in Card
        if s.cell[c] == Cell.DEAD and s.cell[d] == Cell.DEAD
    )


@checks.sometimes("3.6c", "3.6d")
def a_4_4_is_left_with_1(s: State) -> bool:
    """A 4/4 is left with attack 4 and life 1, and a 3/3 is dead."""
    return any(
        c.attack == 4
        and c.life == 4
        and stands_in_play(s, c)
        and attack_power(s, c) == 4
        and life_points(s, c) == 1
        and any(d.attack == 3 and d.life == 3 and s.cell[d] == Cell.DEAD and opposed(c.owner, d.owner) for d in Card)
        for c in Card
    )


@checks.sometimes("3.8d", "3.8e")
def a_5_8_and_three_3_4_die_together(s: State) -> bool:
    """All four are in the Dead Cell after one Combat: Bob, whose turn comes next, has had none since."""
    return sum(1 for c in Card if c.attack == 3 and c.life == 4 and s.cell[c] == Cell.DEAD) >= 3 and any(
        c.attack == 5 and c.life == 8 and s.cell[c] == Cell.DEAD for c in Card
    )


# --- it ends ------------------------------------------------------------------------------------------------------


@checks.possible("0.33")
def every_combat_can_end(s: State) -> bool:
    """Whatever has been done, a state outside Combat can be reached."""
    return not in_combat(s) or is_over(s)


def is_over(s: State) -> bool:
    """The players who are left are all of one side."""
    return all(s.lost[p] or s.lost[q] or not opposed(p, q) for p in Player for q in Player)


@checks.possible("0.1a", "0.5e")
def every_game_can_end(s: State) -> bool:
    """A game goes on until somebody is victorious: a reader might expect that somebody always can be."""
    return is_over(s)
