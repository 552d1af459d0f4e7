"""Mnemonic, chapter 2: every cost is paid with cards that exist."""

from __future__ import annotations

from model.ccg.state import Card, Colour, Player, State, Step, Zone
from model.ccg.turn import cast
from model.ccg.words import controls, is_creature, is_land, power, toughness
from model.mnemonic.abilities import (
    abilities_are_discounted,
    ace_to_the_face,
    annihilate,
    killer_queen,
    kings_command,
)
from model.mnemonic.cards import JACK, KING, QUEEN, SEVEN, is_a_member, is_of, value
from model.mnemonic.hands import InHand, a_card_may_cost_nothing, hands_are_of_cards_in_hand, is_laid
from model.mnemonic.jacks import jumping_jacks
from model.mnemonic.state import Book, French, Game, mnemonic
from ruleslawyer.lang import Checks, narrow

checks = Checks(mnemonic)


@checks.sometimes("2.1b")
def there_is_mana(s: Game) -> bool:
    """Somebody has mana in the pool."""
    return any(s.pool[p][c] > 0 for p in Player for c in Colour)


@checks.always("2.1b", reached=there_is_mana, given=True)
def mana_is_never_negative(s: Game) -> bool:
    """Nobody spends mana that is not there."""
    return all(s.pool[p][c] >= 0 for p in Player for c in Colour)


@checks.always("2.1b", "2.28", "2.32", reached=there_is_mana)
def mana_comes_from_tapped_lands(s: Game) -> bool:
    """For each mana in the pools there is a land of its suit that is tapped."""
    return all(
        sum(s.pool[p][colour] for p in Player)
        <= sum(1 for c in Card if c.colour == colour and is_land(s, c) and s.tapped[c] and not s.laid[c])
        for colour in Colour
    )


@checks.sometimes("2.1g", "2.23")
def the_last_mana_pays(s: Game) -> bool:
    """An 8, 9 or 10 that no benefit makes cheaper has been paid for, and nothing was left over."""
    return any(
        SEVEN < value(c) < JACK
        and not is_of(c, French.CLUBS)
        and s.zone[c] == Zone.STACK
        and all(s.owner[c] != p or all(s.pool[p][colour] == 0 for colour in Colour) for p in Player)
        for c in Card
    )


@checks.sometimes("2.2a", "2.14", "2.18")
def a_hand_of_one_value_pays(s: Game) -> bool:
    """A Jack or Queen that no benefit makes cheaper is cast as a creature."""
    return any(
        JACK <= value(c) <= QUEEN and not is_of(c, French.CLUBS) and s.zone[c] == Zone.STACK and s.ability[c] is None
        for c in Card
    )


@checks.sometimes("2.1c")
def a_hand_is_being_laid(s: Game) -> bool:
    """A land is tapped for a mana hand."""
    return any(s.laid[c] for c in Card)


@checks.always("2.1c", "5.9b", reached=a_hand_is_being_laid, given=True)
def hands_are_of_tapped_lands(s: Game) -> bool:
    """What lies in a mana hand is a tapped land on the battlefield, or as some read it a card in hand."""
    return all(
        not s.laid[c]
        or (s.tapped[c] and s.zone[c] == Zone.BATTLEFIELD and is_land(s, c))
        or (s.zone[c] == Zone.HAND and hands_are_of_cards_in_hand(s) != InHand.NO_PART)
        for c in Card
    )


@checks.always("2.1c", "2.1d", "5.9b", reached=a_hand_is_being_laid)
def what_is_laid_is_a_land(s: Game) -> bool:
    """Nothing but lands is tapped for a mana hand; what is in hand is not tapped."""
    return all(
        not s.laid[c] or is_land(s, c) or (s.zone[c] == Zone.HAND and hands_are_of_cards_in_hand(s) != InHand.NO_PART)
        for c in Card
    )


@checks.always("2.1c", reached=a_hand_is_being_laid, given=True)
def what_lies_untapped_is_shown(s: Game) -> bool:
    """Cards that lie for a mana hand and are no lands are not tapped, and lie so only where hands may be shown."""
    return all(
        not s.laid[c] or is_land(s, c) or (not s.tapped[c] and hands_are_of_cards_in_hand(s) != InHand.NO_PART)
        for c in Card
    )


@checks.always("2.1c", reached=a_hand_is_being_laid, given=True)
def hands_are_shown_where_they_may_be(s: Game) -> bool:
    """No card in hand lies for a mana hand unless cards in hand may be one."""
    return all(not s.laid[c] or s.zone[c] != Zone.HAND or hands_are_of_cards_in_hand(s) != InHand.NO_PART for c in Card)


@checks.always("2.2b", reached=a_hand_is_being_laid)
def no_hand_is_larger_than_three(s: Game) -> bool:
    """A mana hand has three cards at most."""
    return all(sum(1 for c in Card if s.laid[c] and controls(s, p, c)) <= Book.hand for p in Player)


@checks.always("2.2b", "ccg:3.1", reached=a_hand_is_being_laid)
def no_hand_is_larger_before_the_end(s: Game) -> bool:
    """Before a turn ends no more than three lands that a player controls are tapped for a mana hand."""
    return s.step == Step.END or all(
        sum(1 for c in Card if s.laid[c] and s.tapped[c] and controls(s, p, c)) <= Book.hand for p in Player
    )


@checks.step("2.2c", of=cast)
def faces_cost_two_or_three_lands(before: State, after: State, who: Player, card: Card) -> bool:
    """A Jack costs a pair, the other faces three cards; more may be tapped, and 3.2 lets Clubs cost less."""
    spent = sum(1 for c in Card if narrow(before, Game).laid[c] and not narrow(after, Game).laid[c])
    return value(card) < JACK or spent >= (2 if value(card) == JACK else 3)


@checks.step("2.2d", of=cast)
def hands_have_a_card_in_suit(before: State, after: State, who: Player, card: Card) -> bool:
    """Every mana hand has a card in the suit of what is summoned."""
    return value(card) < JACK or any(is_laid(before, who, c) and c.colour == card.colour for c in Card)


@checks.step("2.14", "2.2d", of=cast)
def queens_cost_one_value(before: State, after: State, who: Player, card: Card) -> bool:
    """Three cards of one value, one of them in suit, are laid for a Queen, or for that of Clubs a pair."""
    return value(card) != QUEEN or any(
        is_laid(before, who, a)
        and a.colour == card.colour
        and sum(1 for b in Card if is_laid(before, who, b) and value(a) == value(b))
        >= (2 if is_of(card, French.CLUBS) else 3)
        for a in Card
    )


@checks.step("2.18", "2.2d", of=cast)
def jacks_cost_a_pair_in_suit(before: State, after: State, who: Player, card: Card) -> bool:
    """Of two cards of one value that are laid for a Jack one is in its suit; that of Clubs may cost the one alone."""
    return value(card) != JACK or any(
        is_laid(before, who, a)
        and a.colour == card.colour
        and (
            is_of(card, French.CLUBS) or any(b != a and is_laid(before, who, b) and value(b) == value(a) for b in Card)
        )
        for a in Card
    )


@checks.step("2.10", of=cast)
def kings_cost_three_in_a_row(before: State, after: State, who: Player, card: Card) -> bool:
    """What is laid for a King has different values, or for that of Clubs two at least."""
    return value(card) != KING or (
        any(is_laid(before, who, a) and is_laid(before, who, b) and value(a) != value(b) for a in Card for b in Card)
        if is_of(card, French.CLUBS)
        else all(
            a == b or not (is_laid(before, who, a) and is_laid(before, who, b)) or value(a) != value(b)
            for a in Card
            for b in Card
        )
    )


@checks.step("2.8b", "2.4d", of=annihilate)
def annihilation_takes_three_of_the_suit(before: Game, after: Game, who: Player, card: Card) -> bool:
    """Three lands of the Ace's suit are spent, or fewer where a Club costs less; the Ace is in the graveyard."""
    spent = sum(1 for c in Card if is_laid(before, who, c) and not after.laid[c] and c.colour == card.colour)
    return after.zone[card] == Zone.GRAVEYARD and (
        spent == Book.hand or (0 < spent < Book.hand and is_a_member(before, who, card))
    )


def costs_a_mana_in_suit(before: Game, after: Game, who: Player, card: Card) -> bool:
    """Whether one mana of a card's suit is taken from a player's pool, or none of a Club's where abilities are cheaper
    and may cost nothing, and no other mana from anybody's."""
    cheaper = is_a_member(before, who, card) and abilities_are_discounted(before) and a_card_may_cost_nothing(before)
    price = 0 if cheaper else 1
    return all(
        before.pool[p][c] - after.pool[p][c] == (price if p == who and card.colour == c else 0)
        for p in Player
        for c in Colour
    )


@checks.step("2.4b", "2.7b", of=ace_to_the_face)
def throwing_an_ace_costs_a_mana(before: Game, after: Game, who: Player, card: Card, at: Player) -> bool:
    """Ace to the Face costs one mana in the Ace's suit, and the Ace."""
    return costs_a_mana_in_suit(before, after, who, card) and after.zone[card] == Zone.GRAVEYARD


@checks.step("2.4b", "2.12b", of=kings_command)
def commanding_costs_a_mana(before: Game, after: Game, who: Player, card: Card, target: Card) -> bool:
    """Kings Command costs one mana in the King's suit, and the King."""
    return costs_a_mana_in_suit(before, after, who, card) and after.zone[card] == Zone.GRAVEYARD


@checks.step("2.4b", "2.16b", of=killer_queen)
def killing_costs_a_mana(before: Game, after: Game, who: Player, card: Card, target: Card) -> bool:
    """Killer Queen costs one mana in the Queen's suit, and the Queen."""
    return costs_a_mana_in_suit(before, after, who, card) and after.zone[card] == Zone.GRAVEYARD


@checks.step("2.4b", "2.20a", of=jumping_jacks)
def jumping_costs_a_mana(before: Game, after: Game, who: Player, card: Card, target: Card) -> bool:
    """Jumping Jacks costs one mana in the Jack's suit, and no pair."""
    return costs_a_mana_in_suit(before, after, who, card) and all(before.laid[c] == after.laid[c] for c in Card)


@checks.sometimes("2.1f")
def a_creature_is_in_play(s: Game) -> bool:
    """A creature lies on the battlefield."""
    return any(s.zone[c] == Zone.BATTLEFIELD and is_creature(s, c) for c in Card)


@checks.always("2.3b", "2.25", "2.29", reached=a_creature_is_in_play)
def faces_are_stronger_than_numbers(s: Game) -> bool:
    """Numbers are 1/1, a Jack 2/2, the other faces 3/3."""
    return all(
        power(s, c) == toughness(s, c)
        and power(s, c) == (0 if value(c) < SEVEN else 1 if value(c) < JACK else 2 if value(c) == JACK else 3)
        for c in Card
    )


@checks.always("5.2", reached=a_creature_is_in_play)
def sevens_divide_lands_from_creatures(s: Game) -> bool:
    """What is below 7 is a land, what is above is none, and a 7 is both (auras are left out)."""
    return all(
        (value(c) == 0 or is_land(s, c) == (value(c) <= SEVEN))
        and (s.attached[c] is not None or is_creature(s, c) == (value(c) >= SEVEN))
        for c in Card
    )
