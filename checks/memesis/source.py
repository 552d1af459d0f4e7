"""Memesis: what the book promises of source, of life and of cards drawn, and whether they can be pumped."""

from __future__ import annotations

from model.memesis.allies import grant_source, grants_against_a_single_opponent
from model.memesis.ammunition import load, loads_cards_of_others, take_ammunition, takes_any_ammunition
from model.memesis.placing import only_in_step_9
from model.memesis.source import (
    buy_a_draw,
    consume_for_life,
    consume_for_source,
    consumes_cards_of_others_for_life,
    consumes_cards_of_others_for_source,
    is_a_rune_in_play,
    pays_for_no_card,
    runes_upon_cards_are_to_be_removed,
    source_card,
    source_value,
    sources_cards_of_others,
)
from model.memesis.state import Card, Cell, Does, Kind, Mark, Numbers, Player, State, Step, memesis
from model.memesis.table import allied, in_hand, on_turn, opposed, stands_in_play
from model.memesis.turn import go_on
from ruleslawyer.lang import Checks

checks = Checks(memesis)


def dead_value(s: State, card: Card) -> int:
    """What consuming a card has brought, if it was consumed: its source cost, once it is in the Dead Cell."""
    return source_value(s, card) if s.cell[card] == Cell.DEAD else 0


def given(s: State, card: Card) -> int:
    """What a card that is sourced, or has left its Cell, may have brought to its owner."""
    gone = s.cell[card] in (Cell.AMMUNITION, Cell.HAND, Cell.DEAD, Cell.UPON)
    return (1 if s.sourced[card] or gone else 0) + dead_value(s, card)


def cards_say_otherwise() -> bool:
    """Whether some card of the scope brings source or life, or comes back, by what is printed on it."""
    return any(
        c.does in (Does.SOURCE, Does.HEAL, Does.RECALL)
        or any(c.upgrades[m] in (Does.SOURCE, Does.HEAL, Does.RECALL) for m in Mark)
        for c in Card
    )


# --- source -------------------------------------------------------------------------------------------------------


@checks.sometimes("1.3b")
def source_is_kept_in_an_opponents_turn(s: State) -> bool:
    """Somebody has source while it is another player's turn."""
    return any(s.source[p] > 0 and len(s.order) > 0 and not on_turn(s, p) for p in Player)


@checks.always("1.1a", reached=source_is_kept_in_an_opponents_turn, given=True)
def source_is_never_negative(s: State) -> bool:
    """Nobody has spent source that was not there."""
    return all(s.source[p] >= 0 for p in Player)


@checks.always("1.3c", "0.25", reached=source_is_kept_in_an_opponents_turn)
def kept_source_evaporates(s: State) -> bool:
    """In the first step that awaits a decision, a player's source comes from the Brain Cell, from cards sourced since,
    and from cards that are dead: nothing is left of what was sourced in an opponent's turn. Where cards are placed in
    that step, one may be sourced, come through the Ammunition Cell into play again, and no longer show it."""
    return (
        s.step != Step.AMMUNITION
        or cards_say_otherwise()
        or all(
            s.source[p]
            <= Numbers.generated + sum(given(s, c) for c in Card if c.owner == p or cards_of_others_serve(s))
            for p in Player
            if on_turn(s, p)
        )
        or not only_in_step_9(s)
    )


def cards_of_others_serve(s: State) -> bool:
    """Whether players source or consume the cards of others."""
    return sources_cards_of_others(s) or consumes_cards_of_others_for_source(s)


@checks.step("1.3b", of=go_on)
def source_is_kept_within_a_turn(before: State, after: State, who: Player) -> bool:
    """Unused source is retained: going on to the next step loses none."""
    return all(after.source[p] == before.source[p] for p in Player)


# --- sourcing -----------------------------------------------------------------------------------------------------


@checks.step("1.1d", "7.16b", of=source_card)
def sourcing_a_card_brings_one(before: State, after: State, who: Player, card: Card) -> bool:
    """One source for one card, once; others gain nothing."""
    return (
        not before.sourced[card]
        and after.sourced[card]
        and after.source[who] == before.source[who] + 1
        and all(after.source[p] == before.source[p] for p in Player if p != who)
    )


@checks.step("1.1b", "1.2b", "1.10", "4.14", "6.8a", of=source_card)
def only_what_may_be_is_sourced(before: State, after: State, who: Player, card: Card) -> bool:
    """What is sourced is in play and face up, and neither a Rune nor an Effect card."""
    return (
        stands_in_play(before, card)
        and not before.face_down[card]
        and card.kind != Kind.RUNE
        and (card.kind != Kind.EFFECT or any(before.upon[c] == card for c in Card))
    )


@checks.step("1.9", "0.6b", "6.8b", of=source_card)
def nothing_new_is_sourced(before: State, after: State, who: Player, card: Card) -> bool:
    """No card is sourced in the turn in which it came into play, but one that was turned up in it by its owner."""
    return not before.fresh[card] or (before.turned_up[card] and on_turn(before, who))


@checks.step("1.1b", "0.26", of=source_card)
def players_source_their_own(before: State, after: State, who: Player, card: Card) -> bool:
    """Players source their own cards only, which no passage says, unless any card in play is meant."""
    return card.owner == who or sources_cards_of_others(before)


@checks.step("1.8", "3.4b", of=go_on)
def sourced_cards_stay_sourced_within_a_turn(before: State, after: State, who: Player) -> bool:
    """No step of a turn after the second unsources anything."""
    return all(after.sourced[c] == before.sourced[c] for c in Card)


# --- consuming ----------------------------------------------------------------------------------------------------


@checks.step("0.15a", "1.5b", "0.15d", of=consume_for_life)
def life_is_bought_with_a_card(before: State, after: State, who: Player, card: Card) -> bool:
    """Life from consuming is what the card is worth, and the card is in the Dead Cell."""
    return (
        after.life[who] == before.life[who] + source_value(before, card)
        and after.cell[card] == Cell.DEAD
        and all(after.source[p] == before.source[p] for p in Player)
        and all(after.life[p] == before.life[p] for p in Player if p != who)
    )


@checks.step("0.15b", "1.5d", "0.15d", of=consume_for_source)
def source_is_bought_with_a_card(before: State, after: State, who: Player, card: Card) -> bool:
    """Source from consuming is what the card is worth, and the card is in the Dead Cell."""
    return (
        after.source[who] == before.source[who] + source_value(before, card)
        and after.cell[card] == Cell.DEAD
        and all(after.life[p] == before.life[p] for p in Player)
        and all(after.source[p] == before.source[p] for p in Player if p != who)
    )


@checks.step("0.15d", "1.5c", of=consume_for_source)
def what_is_consumed_is_in_hand_or_in_play(before: State, after: State, who: Player, card: Card) -> bool:
    """Nothing is consumed out of the other Cells, or another hand; a Rune upon a card may be in play."""
    return (
        in_hand(before, who, card)
        or stands_in_play(before, card)
        or (is_a_rune_in_play(before, card) and not runes_upon_cards_are_to_be_removed(before))
    )


@checks.step("1.5c", of=consume_for_life)
def players_consume_their_own(before: State, after: State, who: Player, card: Card) -> bool:
    """Nobody consumes the cards of others, unless any card gives life."""
    return card.owner == who or consumes_cards_of_others_for_life(before)


# --- paying for cards ---------------------------------------------------------------------------------------------


@checks.step("0.19", "1.7b", of=buy_a_draw)
def a_draw_is_paid_for(before: State, after: State, who: Player) -> bool:
    """A card drawn besides the one of each turn costs its price, and there is one to draw, or the price is lost."""
    there_is_one = any(before.cell[c] == Cell.BRAIN and c.owner == who for c in Card)
    return (
        after.source[who] == before.source[who] - Numbers.draw_price
        and after.owed[who] == before.owed[who] + (1 if there_is_one else 0)
        and (there_is_one or pays_for_no_card(before))
    )


@checks.always("0.15a", "0.15d", "0.1b")
def life_comes_from_dead_cards(s: State) -> bool:
    """All the life there is comes from the start and from dead cards: consuming cannot be repeated without end."""
    return cards_say_otherwise() or sum(s.life[p] for p in Player) <= sum(Numbers.life for _ in Player) + sum(
        dead_value(s, c) for c in Card
    )


@checks.sometimes("0.15b", "1.1d", "1.5d")
def a_card_brings_more_than_its_cost(s: State) -> bool:
    """More source than a Brain Cell and each own card, sourced or consumed, could bring: some card was sourced and
    consumed as well, or sourced twice, which nothing forbids."""
    return not cards_say_otherwise() and (
        sum(
            1
            for p in Player
            if s.source[p] > Numbers.generated + sum(max(1, source_value(s, c)) for c in Card if c.owner == p)
            and all(not allied(p, q) for q in Player)
        )
        > 0
    )


@checks.sometimes("1.8", "1.9", "0.22", "0.11h")
def a_card_is_source_twice_in_a_round(s: State) -> bool:
    """More source than a Brain Cell, each own card once, and dead cards could bring: some card was sourced, went
    through the Ammunition Cell and the hand into play, and was sourced again before it was its player's turn."""
    rich = sum(  # each is asked: what a dead Rune brings is a question
        1
        for p in Player
        if s.source[p] > Numbers.generated + sum(1 + dead_value(s, c) for c in Card if c.owner == p)
        and all(not allied(p, q) for q in Player)
    )
    return rich > 0 and not cards_say_otherwise()


# --- Ammunition ---------------------------------------------------------------------------------------------------


@checks.step("0.10a", "0.10b", of=load)
def ammunition_goes_on_top_for_nothing(before: State, after: State, who: Player, card: Card, whose: Player) -> bool:
    """Loading changes nobody's source and life, and disturbs no pile."""
    return (
        all(after.source[p] == before.source[p] and after.life[p] == before.life[p] for p in Player)
        and card in after.ammo[whose]
        and all(len(after.ammo[p]) == len(before.ammo[p]) for p in Player if p != whose)
    )


@checks.step("0.11h", of=load)
def players_load_their_own(before: State, after: State, who: Player, card: Card, whose: Player) -> bool:
    """Nobody puts the cards of others into an Ammunition Cell, unless any card in play is meant."""
    return card.owner == who or loads_cards_of_others(before)


@checks.step("0.11e", "0.27", of=take_ammunition)
def one_card_a_turn_is_taken(before: State, after: State, who: Player, card: Card) -> bool:
    """One card, in one's own turn, from one's own Cell."""
    return (
        not before.took_ammo
        and after.took_ammo
        and on_turn(before, who)
        and card in before.ammo[who]
        and len(after.ammo[who]) == len(before.ammo[who]) - 1
    )


@checks.step("0.11d", of=take_ammunition)
def only_the_top_is_taken(before: State, after: State, who: Player, card: Card) -> bool:
    """What is drawn lies on top, as the sequence is not disturbed, unless any one card may be taken."""
    return before.ammo[who].top == card or takes_any_ammunition(before)


@checks.always("0.10b", "0.11d", given=True)
def ammunition_is_where_it_says(s: State) -> bool:
    """A card is in an Ammunition Cell if and only if it is in one of the piles."""
    return all((s.cell[c] == Cell.AMMUNITION) == any(c in s.ammo[p] for p in Player) for c in Card)


@checks.sometimes("0.11b", "0.11e")
def used_ammunition_may_be_taken_back(s: State) -> bool:
    """Ammunition that was used in this turn lies on top, and its player may still take it to the hand."""
    return any(
        on_turn(s, p)
        and s.step == Step.AMMUNITION
        and not s.took_ammo
        and len(s.ammo[p]) > 0
        and s.spent[s.ammo[p].top] is not None
        for p in Player
    )


# --- allies -------------------------------------------------------------------------------------------------------


@checks.step("8.1a", "8.1b", "8.1c", of=grant_source)
def allies_gain_what_the_text_grants(before: State, after: State, who: Player, ally: Player) -> bool:
    """Source goes from an ally to another, in the turn of the one who gives it and has paid into a Main Cell."""
    return (
        allied(who, ally)
        and on_turn(before, who)
        and before.paid_into_main[who]
        and sum(before.source[p] for p in Player) == sum(after.source[p] for p in Player)
    )


@checks.step("8.1a", of=grant_source)
def source_is_granted_against_allies_only(before: State, after: State, who: Player, ally: Player) -> bool:
    """Source is granted only in games against opponents who are allied themselves, unless any opponents will do."""
    return any(opposed(who, p) and allied(p, q) for p in Player for q in Player) or grants_against_a_single_opponent(
        before
    )
