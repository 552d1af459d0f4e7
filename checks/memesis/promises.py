"""Memesis, Sections 0 and 1: what answers promise about turns, Life and source, in their own words and of no rule."""

from __future__ import annotations

from model.memesis.ammunition import load
from model.memesis.frames import Attaching, Choosing, Directed, Dispelling, Drawing, Fading, Recovering, Resolved
from model.memesis.incubation import incubate, incubate_face_down
from model.memesis.moving import move
from model.memesis.placing import only_in_step_9, play_card, play_face_down
from model.memesis.source import (
    any_number_is_bought,
    buy_a_draw,
    consume_for_life,
    consumes_at_any_time,
    source_card,
    sources_at_any_time,
    turned_up_is_sourced_at_once,
)
from model.memesis.state import Card, Cell, Kind, Numbers, Player, State, Step, memesis
from model.memesis.table import (
    active,
    in_combat,
    in_hand,
    on_turn,
    stands_in_play,
    under_way,
    who_is_defeated_is_out,
)
from model.memesis.turn import attackers_strike_after_the_turn, every_card_is_unsourced, life_is_looked_at_at_once, over
from model.memesis.words import revealed
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(memesis)

# --- what several promises say ------------------------------------------------------------------------------------


def is_directed(s: State) -> bool:
    """Whether an Effect or an ability directs damage at a player."""
    return is_open(s, Directed)


def is_quiet(s: State) -> bool:
    """Whether nothing is being played, chosen or made good, so that what is for any time may be done."""
    return under_way(s) and not (
        is_open(s, Resolved)
        or is_open(s, Directed)
        or is_open(s, Attaching)
        or is_open(s, Dispelling)
        or is_open(s, Choosing)
        or is_open(s, Drawing)
        or is_open(s, Recovering)
        or is_open(s, Fading)
    )


def is_there(s: State, who: Player) -> bool:
    """Whether a player is in the game still."""
    return not s.lost[who]


def no_card_moves(before: State, after: State) -> bool:
    """Whether every card stays where it is."""
    return all(after.cell[c] == before.cell[c] and after.upon[c] == before.upon[c] for c in Card)


def a_blow_falls(before: State, after: State) -> bool:
    """Whether somebody loses Life, or a creature is hurt, that no Effect and no ability directs it at."""
    return (
        not is_directed(before)
        and all(after.upon[c] == before.upon[c] or after.cell[c] == Cell.DEAD for c in Card)
        and (
            any(after.life[p] < before.life[p] for p in Player) or any(after.damage[c] > before.damage[c] for c in Card)
        )
    )


# --- 001: attacks in the turn, or after it ------------------------------------------------------------------------


def is_fought_out(s: State) -> bool:
    """Whether a Combat goes on, its blows falling or not."""
    return in_combat(s) or s.step == Step.STRIKING


def joins_in(before: State, after: State) -> bool:
    """Whether a creature comes to the Attack Cell of the one whose creatures attack, while they do."""
    return before.step in (Step.COMBAT, Step.INTERCEPTING) and any(
        c.kind == Kind.CREATURE
        and before.cell[c] != Cell.ATTACK
        and after.cell[c] == Cell.ATTACK
        and active(before) in (c.owner, after.holder[c])
        for c in Card
    )


@checks.promise(attackers_strike_after_the_turn.after_the_turn, "0.6i", "0.7d", "0.16c", "0.30a")
def what_lies_in_the_attack_cell_attacks_when_the_turn_is_over(before: State, after: State) -> bool:
    """Combat begins when the turn is over, with the creatures that lie in the Attack Cell then, and ends before another
    turn begins; outside it no blow falls."""
    begins = is_fought_out(after) and not is_fought_out(before)
    goes_on = is_fought_out(after) and is_fought_out(before) and before.after_turn
    return (
        (not (begins or goes_on) or after.after_turn)
        and (is_fought_out(before) or not a_blow_falls(before, after))
        and not (before.after_turn and joins_in(before, after))
    )


@checks.promise(attackers_strike_after_the_turn.after_the_turn, "0.7d", "0.11g")
def no_ammunition_serves_an_attack(before: State, after: State) -> bool:
    """While creatures attack it is nobody's turn, and nobody uses Ammunition."""
    return not in_combat(before) or all(after.spent[c] is None or after.spent[c] == before.spent[c] for c in Card)


@checks.promise(attackers_strike_after_the_turn.in_the_turn, "0.31", "0.33", "3.3b")
def no_attack_strikes_after_the_turn(before: State, after: State) -> bool:
    """Once a turn is over, no attack costs a player Life or hurts a creature."""
    return not before.after_turn or not a_blow_falls(before, after)


# --- 003: when Life is looked at ----------------------------------------------------------------------------------


@checks.promise(life_is_looked_at_at_once.when_the_turn_is_over, "0.1a", "0.15e")
def nobody_loses_before_the_turn_is_over(before: State, after: State) -> bool:
    """Whoever loses does so when the turn is over, and has no Life then."""
    return all(before.lost[p] or not after.lost[p] or (before.step == Step.END and before.life[p] <= 0) for p in Player)


@checks.promise(life_is_looked_at_at_once.as_soon_as_it_is_gone, "0.1a")
def nobody_plays_on_without_life(s: State) -> bool:
    """Whoever has no Life has lost, whatever he could still give up."""
    return all(s.life[p] > 0 or s.lost[p] for p in Player)


# --- 015: whose cards are unsourced -------------------------------------------------------------------------------


@checks.promise(every_card_is_unsourced.any_sourced_card, "0.22")
def no_card_is_sourced_as_a_turn_begins(before: State, after: State) -> bool:
    """When cards are unsourced in a turn, no card of anybody stays sourced, wherever it lies."""
    return before.step != Step.UNSOURCE or after.step == Step.UNSOURCE or not any(after.sourced[c] for c in Card)


@checks.promise(every_card_is_unsourced.only_ones_own, "0.22", "1.2f", "1.8", "3.4b")
def nobody_elses_turn_unsources_a_card(before: State, after: State) -> bool:
    """A card that stays in play stays sourced in the turns of others than its owner and the one with whom it lies."""
    return all(
        not before.sourced[c]
        or after.sourced[c]
        or not stands_in_play(after, c)
        or active(before) in (c.owner, before.holder[c])
        for c in Card
    )


# --- 017: in step 9, or in the turn at large ----------------------------------------------------------------------


def could_come_from_the_hand(s: State, card: Card) -> bool:
    """Whether it is the turn of a player who has that card in hand."""
    return is_quiet(s) and on_turn(s, card.owner) and is_there(s, card.owner) and in_hand(s, card.owner, card)


@checks.promise(only_in_step_9.in_the_turn_at_large, "2.2", "4.2a")
def in_any_step_of_ones_turn_a_card_comes_into_play(s: State) -> bool:
    """In every step of his turn a player may play a creature or a Cause that he can pay for, face up or down."""
    return all(
        not could_come_from_the_hand(s, c)
        or c.kind not in (Kind.CREATURE, Kind.CAUSE)
        or s.source[c.owner] < c.cost + Numbers.stealth_price
        or (
            allows(play_card, s, c.owner, c, Cell.MAIN, c.owner)
            and allows(play_face_down, s, c.owner, c, Cell.MAIN, c.owner)
        )
        for c in Card
    )


@checks.promise(only_in_step_9.in_the_turn_at_large, "0.9k")
def in_any_step_of_ones_turn_a_card_is_laid_to_incubate(s: State) -> bool:
    """In every step of his turn a player may lay a card from his hand into his empty Incubation Cell."""
    return all(
        not could_come_from_the_hand(s, c)
        or any(s.cell[d] == Cell.INCUBATION and s.holder[d] == c.owner for d in Card)
        or (allows(incubate, s, c.owner, c, c.owner) and allows(incubate_face_down, s, c.owner, c, c.owner))
        for c in Card
    )


@checks.promise(only_in_step_9.in_its_place_in_the_flow, "0.20", "0.29a", "0.29c")
def nothing_is_placed_in_another_step(before: State, after: State) -> bool:
    """A creature or a Cause of a player without allies comes from his hand in the ninth step alone."""
    return before.step == Step.PLACING or all(
        before.cell[c] != Cell.HAND
        or c.kind not in (Kind.CREATURE, Kind.CAUSE)
        or after.cell[c] not in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND, Cell.INCUBATION)
        or any(p != c.owner and p.side == c.owner.side for p in Player)
        for c in Card
    )


# --- 018: when cards are sourced ----------------------------------------------------------------------------------


@checks.promise(sources_at_any_time.in_its_step_and_in_combat, "0.28", "0.32g")
def nothing_is_sourced_but_in_its_step_and_in_combat(before: State, after: State) -> bool:
    """A card is turned for source in that step of the turn of whoever owns or has it, and in Combat."""
    return (
        in_combat(before)
        or not no_card_moves(before, after)
        or all(
            before.sourced[c]
            or not after.sourced[c]
            or (before.step == Step.SOURCING and active(before) in (c.owner, before.holder[c]))
            for c in Card
        )
    )


def may_pay_for_a_rune_yet(s: State, who: Player) -> bool:
    """Whether a player has the source that taking back a Rune takes."""
    return s.source[who] >= Numbers.removal_price


@checks.promise(sources_at_any_time.in_its_step_and_in_combat, "0.28", "5.5c")
def nobody_is_asked_to_pay_who_could_only_source(s: State) -> bool:
    """As a turn ends, who is asked to pay for Runes that fell has source, or a card that is worth some if consumed."""
    return not is_open(s, Recovering) or all(
        p not in frame_of(s, Recovering).awaits
        or may_pay_for_a_rune_yet(s, p)
        or any(
            c.owner == p and (in_hand(s, p, c) or stands_in_play(s, c)) and (c.cost > 0 or c.kind == Kind.RUNE)
            for c in Card
        )
        for p in Player
    )


@checks.promise(sources_at_any_time.as_needed, "0.32g")
def what_may_be_sourced_may_be_at_any_time(s: State) -> bool:
    """A creature or a Cause that lies open in its owner's Main Cell, and came before this turn, may be sourced."""
    return not is_quiet(s) or all(
        s.cell[c] != Cell.MAIN
        or c.kind not in (Kind.CREATURE, Kind.CAUSE)
        or s.holder[c] != c.owner
        or s.lost[c.owner]
        or s.sourced[c]
        or s.fresh[c]
        or not revealed(s, c)
        or allows(source_card, s, c.owner, c)
        for c in Card
    )


# --- 051: when cards are consumed ---------------------------------------------------------------------------------


def is_consumed(before: State, after: State, card: Card) -> bool:
    """Whether a card is given up, out of the hand or of play, and somebody has more Life or source of it."""
    return (
        card.cost > 0
        and (before.cell[card] == Cell.HAND or stands_in_play(before, card))
        and after.cell[card] == Cell.DEAD
        and any(after.life[p] > before.life[p] or after.source[p] > before.source[p] for p in Player)
    )


@checks.promise(consumes_at_any_time.in_its_step_and_not_at_once, "0.28")
def nothing_is_consumed_but_in_its_step(before: State, after: State) -> bool:
    """A card is consumed in that step of the turn of its owner alone, and none that came into play in this turn."""
    return all(
        not is_consumed(before, after, c)
        or (before.step == Step.SOURCING and on_turn(before, c.owner) and not before.fresh[c])
        for c in Card
    )


@checks.promise(consumes_at_any_time.in_its_step_and_not_at_once, "0.28", "5.5c")
def nobody_is_asked_to_pay_who_could_only_consume(s: State) -> bool:
    """As a turn ends, who is asked to pay for Runes that fell has source, or a card in play that is not sourced."""
    return not is_open(s, Recovering) or all(
        p not in frame_of(s, Recovering).awaits
        or may_pay_for_a_rune_yet(s, p)
        or any(c.owner == p and stands_in_play(s, c) and not s.sourced[c] for c in Card)
        for p in Player
    )


@checks.promise(consumes_at_any_time.as_it_is_written, "0.15e", "1.5a", "0.32h")
def a_card_of_ones_hand_is_consumed_at_any_time(s: State) -> bool:
    """A player in the game may consume any card of his hand at any time."""
    return not is_quiet(s) or all(
        not (in_hand(s, c.owner, c) and is_there(s, c.owner)) or allows(consume_for_life, s, c.owner, c) for c in Card
    )


# --- 053: how many cards are bought -------------------------------------------------------------------------------


def pays_for_a_draw(before: State, after: State, who: Player) -> bool:
    """Whether a player pays source, and is owed a card, while every card stays where it is."""
    return (
        no_card_moves(before, after) and after.owed[who] > before.owed[who] and after.source[who] < before.source[who]
    )


@checks.promise(any_number_is_bought.one_in_a_turn, "0.19")
def one_card_is_paid_for_in_a_turn(before: State, after: State) -> bool:
    """A player pays for no second card in a turn, and what he has bought is remembered until it is over."""
    return all(
        (not pays_for_a_draw(before, after, p) or (not before.bought[p] and after.owed[p] == before.owed[p] + 1))
        and (not pays_for_a_draw(before, after, p) or after.bought[p])
        and (not before.bought[p] or after.bought[p] or before.step == Step.END)
        for p in Player
    )


@checks.promise(any_number_is_bought.as_many_as_are_paid_for, "1.7b")
def whoever_can_pay_draws(s: State) -> bool:
    """A player in the game who has the price, and a card to draw, may draw another one."""
    return not is_quiet(s) or all(
        not is_there(s, p)
        or s.source[p] < Numbers.draw_price
        or all(s.cell[c] != Cell.BRAIN or c.owner != p for c in Card)
        or allows(buy_a_draw, s, p)
        for p in Player
    )


# --- 002: what a defeated player decides --------------------------------------------------------------------------


@checks.promise(who_is_defeated_is_out.he_decides_all_the_same, "0.1a", "0.11f", "0.16b")
def a_defeated_player_does_what_is_done_at_any_time(s: State) -> bool:
    """While others play on, a defeated player may put a card of his hand into his Ammunition Cell, and outside Combat
    move a creature of his that lies idle to where it defends."""
    return (
        over(s)
        or not is_quiet(s)
        or all(
            not s.lost[c.owner]
            or (
                (not in_hand(s, c.owner, c) or allows(load, s, c.owner, c, c.owner))
                and (
                    in_combat(s)
                    or c.kind != Kind.CREATURE
                    or s.cell[c] != Cell.MAIN
                    or s.holder[c] != c.owner
                    or allows(move, s, c.owner, c, Cell.DEFEND)
                )
            )
            for c in Card
        )
    )


# --- 142: sourced in the turn in which it came --------------------------------------------------------------------


@checks.promise(turned_up_is_sourced_at_once.came_in_all_the_same, "1.9", "6.8b")
def what_came_face_down_is_not_sourced_in_this_turn(before: State, after: State) -> bool:
    """No card is turned for source that came in this turn face down, and was turned up in it."""
    return not no_card_moves(before, after) or all(
        before.sourced[c] or not after.sourced[c] or not (before.fresh[c] and before.turned_up[c]) for c in Card
    )
