"""Mnemonic: what answers about libraries and suits promise, each in the words of the answer and of no rule."""

from __future__ import annotations

from model.ccg.state import Card, Player, Step, Zone
from model.ccg.words import lies_in
from model.mnemonic.abilities import abilities_are_used_in_play
from model.mnemonic.cards import is_of
from model.mnemonic.state import French, Game, mnemonic
from model.mnemonic.suits import (
    Digging,
    a_draw_follows_the_reshuffle,
    dig,
    dig_up,
    return_to_top,
    spades_dig_themselves_up,
    suits_act_from_anywhere,
    takers_use_abilities,
    what_is_used_comes_back,
)
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(mnemonic)


# --- an empty library (011) -----------------------------------------------------------------------------------------


def reshuffles(before: Game, after: Game, who: Player) -> bool:
    """Whether a player pays a life in this step, and the graveyard becomes the library, which was empty."""
    return (
        after.life[who] < before.life[who]
        and all(not lies_in(before, who, c, Zone.LIBRARY) for c in Card)
        and any(lies_in(before, who, c, Zone.GRAVEYARD) and lies_in(after, who, c, Zone.LIBRARY) for c in Card)
    )


@checks.promise(a_draw_follows_the_reshuffle.it_takes_the_place_of_the_draw, "1.5a", "1.5b")
def a_reshuffle_is_one_draw(before: Game, after: Game) -> bool:
    """Whoever reshuffles has one card less to draw."""
    return all(not reshuffles(before, after, p) or after.owed[p] == before.owed[p] - 1 for p in Player)


@checks.promise(a_draw_follows_the_reshuffle.the_draw_follows, "1.5a", "1.5b")
def a_reshuffle_is_no_draw(before: Game, after: Game) -> bool:
    """Whoever reshuffles has still as many cards to draw."""
    return all(not reshuffles(before, after, p) or after.owed[p] == before.owed[p] for p in Player)


# --- suits (030, 060) -----------------------------------------------------------------------------------------------


def is_buried(before: Game, after: Game, card: Card) -> bool:
    """Whether a card comes to a graveyard in this step."""
    return before.zone[card] != Zone.GRAVEYARD and after.zone[card] == Zone.GRAVEYARD


@checks.promise(suits_act_from_anywhere.only_from_the_battlefield, "3.3")
def no_heart_heals_from_elsewhere(before: Game, after: Game) -> bool:
    """Nobody gains life by a Heart that comes to the graveyard from elsewhere than the battlefield."""
    return all(
        after.life[p] <= before.life[p]
        or any(
            is_buried(before, after, c) and before.owner[c] == p and before.zone[c] == Zone.BATTLEFIELD for c in Card
        )
        for p in Player
    )


@checks.promise(suits_act_from_anywhere.only_from_the_battlefield, "3.4", "3.5")
def no_diamond_returns_and_no_spade_digs_from_elsewhere(s: Game) -> bool:
    """A card that was discarded from the hand, at the end of a turn or for its ability, neither goes onto a library nor
    digs."""
    return all(
        not (s.step == Step.END or (s.ability[c] is not None and not abilities_are_used_in_play(s)))
        or (not allows(return_to_top, s, p, c) and not allows(dig, s, p, c))
        for p in Player
        for c in Card
    )


@checks.promise(suits_act_from_anywhere.wherever_it_comes_from, "3.3")
def a_heart_heals_wherever_it_comes_from(before: Game, after: Game) -> bool:
    """Whoever owns a Heart that comes to the graveyard has more life afterwards."""
    return all(
        not is_buried(before, after, c)
        or not is_of(c, French.HEARTS)
        or before.owner[c] != p
        or after.life[p] > before.life[p]
        for c in Card
        for p in Player
    )


@checks.promise(what_is_used_comes_back.it_was_the_price, "3.4", "2.7b")
def what_paid_for_its_own_ability_does_not_come_back(s: Game) -> bool:
    """A Diamond whose own ability waits on the stack is not put on top of a library."""
    return all(s.ability[c] is None or all(not allows(return_to_top, s, p, c) for p in Player) for c in Card)


# --- cards that were taken (042) ------------------------------------------------------------------------------------


@checks.promise(takers_use_abilities.the_owner_does, "3.4", "3.5", "2.12d")
def nobody_but_the_owner_uses_the_suit_of_a_card(s: Game) -> bool:
    """Nobody puts somebody else's Diamond on top of a library, or searches a graveyard with somebody else's Spade."""
    return all(
        s.owner[c] == p or (not allows(return_to_top, s, p, c) and not allows(dig, s, p, c))
        for p in Player
        for c in Card
    )


# --- a Spade that digs (062) ----------------------------------------------------------------------------------------


@checks.promise(spades_dig_themselves_up.another_card, "3.5")
def the_spade_that_digs_stays_in_the_graveyard(s: Game) -> bool:
    """Whoever searches a graveyard does not shuffle the Spade into the library by which it is searched."""
    return not is_open(s, Digging) or all(not allows(dig_up, s, p, frame_of(s, Digging).card) for p in Player)
