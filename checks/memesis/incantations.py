"""Memesis, Section 4: Cause and Effect cards, what they do and what becomes of them; abilities."""

from __future__ import annotations

from model.memesis.abilities import choose, incantations_wait_for_the_own_turn, use_ability, use_upgrade
from model.memesis.causes import discard_instead, every_cause_falls, give_up_cause, own_effects_dispel
from model.memesis.effects import keep_as_is, play_effect, release_effect
from model.memesis.frames import Choosing, Dispelling, Held, Resolved
from model.memesis.state import Card, Cell, Does, Kind, Mark, Player, State, memesis
from model.memesis.table import head, in_play, on_turn, stands_in_play
from model.memesis.words import is_fused
from ruleslawyer.lang import Checks, frame_of, is_open

checks = Checks(memesis)

# --- Effects ------------------------------------------------------------------------------------------------------


@checks.step("4.3b", of=play_effect)
def effects_from_the_hand_are_paid_for(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """An Effect from the hand takes its source cost; one that matured takes nothing."""
    return after.source[who] == before.source[who] - (card.cost if before.cell[card] == Cell.HAND else 0)


@checks.step("4.12b", of=release_effect)
def effects_in_stealth_are_not_used(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """What is used in play was face up."""
    return not before.face_down[card] and not is_fused(before, card)


@checks.sometimes("0.17b")
def an_effect_was_used(s: State) -> bool:
    """An Effect lies in a Dead Cell."""
    return any(c.kind == Kind.EFFECT and s.cell[c] == Cell.DEAD for c in Card)


@checks.always("4.10b", "0.17a", reached=an_effect_was_used)
def effects_are_shown_only_while_they_are_played(s: State) -> bool:
    """No Effect stays on the table after its play, unless it is fused: what is shown is being played, or waits for an
    answer to be."""
    return all(
        s.cell[c] != Cell.SHOWN
        or (is_open(s, Resolved) and frame_of(s, Resolved).card == c)
        or waits_for_an_answer(s, c)
        for c in Card
    )


def waits_for_an_answer(s: State, card: Card) -> bool:
    """Whether an Effect is carried out once an answer has been."""
    return (
        is_open(s, Held)
        and frame_of(s, Held).card == card
        and frame_of(s, Held).is_effect
        and frame_of(s, Held).who is not None
    )


@checks.always("0.17a", "4.10b", reached=an_effect_was_used)
def effects_alone_are_shown(s: State) -> bool:
    """What is being played, and lies in no Cell, is an Effect."""
    return all(s.cell[c] != Cell.SHOWN or c.kind == Kind.EFFECT for c in Card)


@checks.step("4.10b", "0.12a", of=keep_as_is)
def an_effect_that_is_not_fused_is_dead(before: State, after: State, who: Player) -> bool:
    """It goes to the Dead Cell."""
    return all(
        before.cell[c] != Cell.SHOWN or waits_for_an_answer(before, c) or after.cell[c] == Cell.DEAD for c in Card
    )


@checks.step("4.3a", of=play_effect)
def effects_wait_for_the_own_turn(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """A reader might expect it; Effects may be played at any time."""
    return on_turn(before, who)


# --- Causes that are dispelled (4.1, 4.4, 4.7 to 4.9) ---------------------------------------------------------------


@checks.sometimes("4.1b")
def a_cause_is_at_stake(s: State) -> bool:
    """Somebody is to give up a Cause."""
    return is_open(s, Dispelling)


@checks.always("4.1b", "4.4b", reached=a_cause_is_at_stake)
def effects_at_oneself_spare_ones_own_causes(s: State) -> bool:
    """Whoever plays an Effect at himself gives up no Cause, at once or after an answer, unless any player's Effect
    destroys them."""
    at_once = (
        is_open(s, Dispelling) and is_open(s, Resolved) and frame_of(s, Resolved).who == frame_of(s, Dispelling).victim
    )
    after_an_answer = (
        is_open(s, Held)
        and frame_of(s, Held).is_effect
        and frame_of(s, Held).gives_up
        and frame_of(s, Held).who == frame_of(s, Held).at
    )
    return not (at_once or after_an_answer) or own_effects_dispel(s)


@checks.step("4.9", "4.7b", of=give_up_cause)
def the_defender_gives_up_a_cause_of_his(before: State, after: State, who: Player, card: Card) -> bool:
    """It is the defending player's choice, among Causes of his that are not fused, and the card dies."""
    return (
        card.owner == who
        and who == frame_of(before, Dispelling).victim
        and card.kind == Kind.CAUSE
        and not is_fused(before, card)
        and after.cell[card] == Cell.DEAD
    )


@checks.step("4.1b", "4.9", of=give_up_cause)
def one_cause_goes(before: State, after: State, who: Player, card: Card) -> bool:
    """One Cause goes for one Effect, and no other card of that kind, unless each goes."""
    return all(
        c == card or c.kind != Kind.CAUSE or after.cell[c] == before.cell[c] or every_cause_falls(before) for c in Card
    )


@checks.step("4.1c", of=discard_instead)
def a_discard_saves_every_cause(before: State, after: State, who: Player, card: Card) -> bool:
    """A card leaves the hand for the Dead Cell, and no Cause in play goes."""
    return (
        before.cell[card] == Cell.HAND
        and after.cell[card] == Cell.DEAD
        and all(c == card or after.cell[c] == before.cell[c] for c in Card)
    )


@checks.possible("4.1c", "4.9")
def every_dispelling_can_end(s: State) -> bool:
    """Whoever is to give up a Cause can do so, or discard."""
    return not is_open(s, Dispelling)


# --- abilities ----------------------------------------------------------------------------------------------------


@checks.step("1.2e", "2.5b", "4.12b", "7.14c", of=use_ability)
def what_is_used_is_open_and_unsourced(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """Cards in play that are sourced or hidden use no ability."""
    return in_play(before, card) and not before.face_down[card] and not before.sourced[head(before, card)]


@checks.step("1.2e", "6.4c", of=use_upgrade)
def upgrades_are_open_and_unsourced(
    before: State, after: State, who: Player, card: Card, mark: Mark, at: Player
) -> bool:
    """The same of what an upgrade lets a card do."""
    return in_play(before, card) and not before.face_down[card] and not before.sourced[head(before, card)]


@checks.step("4.2b", "4.2c", of=use_ability)
def a_cause_is_used_once_a_turn(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """A Cause, or a fused card, that was used is not used again before its owner's next turn, and waits for it."""
    return (card.kind == Kind.CREATURE and not is_fused(before, card)) or (
        not before.used[card]
        and after.used[card]
        and (on_turn(before, card.owner) or not incantations_wait_for_the_own_turn(before))
    )


@checks.step("4.2b", of=use_ability)
def every_card_is_used_once_a_turn(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """A reader might expect the same of creatures; the limit names Causes and fused cards only."""
    return not before.used[card] and after.used[card]


@checks.step("0.11g", of=use_ability)
def ammunition_serves_in_the_owners_turn(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """An ability that needs Ammunition is used in the turn of its player."""
    return card.ammo == 0 or on_turn(before, who)


@checks.step("0.12a", "7.15b", of=choose)
def what_is_chosen_goes_where_it_should(before: State, after: State, who: Player, card: Card) -> bool:
    """What is destroyed goes from play to the Dead Cell, what is recalled from there to the hand."""
    return (
        before.cell[card] == Cell.DEAD and after.cell[card] == Cell.HAND
        if frame_of(before, Choosing).recalls
        else stands_in_play(before, card) and after.cell[card] == Cell.DEAD
    )


@checks.step("2.1c", of=use_ability)
def abilities_pay_for_nothing_by_themselves(before: State, after: State, who: Player, card: Card, at: Player) -> bool:
    """Only an ability that says so brings source or life."""
    return (card.does == Does.SOURCE or after.source[who] == before.source[who]) and (
        card.does == Does.HEAL or all(after.life[p] == before.life[p] for p in Player)
    )
