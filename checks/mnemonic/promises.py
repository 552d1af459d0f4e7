"""Mnemonic: what answers about hands, abilities and Jacks promise, each in the words of the answer and of no rule."""

from __future__ import annotations

from model.ccg.state import Card, Colour, Player, Step, Zone
from model.ccg.turn import cast, tap_for_mana
from model.ccg.words import controls, is_creature, lies_in, may_act
from model.mnemonic.abilities import abilities_are_used_in_play
from model.mnemonic.cards import ACE, JACK, KING, QUEEN, SEVEN, is_of, value
from model.mnemonic.hands import (
    a_card_may_cost_nothing,
    fresh_sevens_give_mana,
    hands_are_discounted,
    hands_are_of_cards_in_hand,
    lay,
    sevens_complete_hands,
    short_rows_have_gaps,
    show,
)
from model.mnemonic.jacks import how_a_jack_is_cast, jacks_stay_without_creature, jumping_jacks
from model.mnemonic.state import Ability, French, Game, mnemonic
from ruleslawyer.lang import Checks, allows

checks = Checks(mnemonic)


# --- mana hands (020, 021, 050) -------------------------------------------------------------------------------------


def is_basic(card: Card) -> bool:
    """Whether a card is a land from 2 to 6."""
    return value(card) >= 2 and value(card) < SEVEN


def is_completed_by_a_land(s: Game, who: Player, card: Card) -> bool:
    """Whether what is laid for a card is all in play, or a land in play has the value of another card that is laid; for
    a Club, which may cost a card less, a Club in play is enough."""
    return all(not s.laid[d] or s.zone[d] != Zone.HAND for d in Card) or any(
        s.laid[d]
        and controls(s, who, d)
        and (
            (is_of(card, French.CLUBS) and is_of(d, French.CLUBS))
            or any(s.laid[e] and d != e and value(d) == value(e) for e in Card)
        )
        for d in Card
    )


@checks.promise(hands_are_of_cards_in_hand.a_land_completes_them, "2.1c", "2.2a", "2.18")
def a_land_in_hand_is_shown_beside_one_in_play(s: Game) -> bool:
    """Beside one land in play that is tapped for a mana hand any land of the hand may be shown for it; but a Jack or a
    Queen is cast with it only where a land in play is one of the pair, or of the three."""
    return all(
        not may_act(s, p)
        or laid_by(s, p) != 1
        or all(not s.laid[d] or not controls(s, p, d) for d in Card)
        or not lies_in(s, p, c, Zone.HAND)
        or not is_basic(c)
        or allows(show, s, p, c)
        for p in Player
        for c in Card
    ) and all(
        value(c) not in (JACK, QUEEN) or is_completed_by_a_land(s, p, c) or not allows(cast, s, p, c)
        for p in Player
        for c in Card
    )


@checks.promise(hands_are_of_cards_in_hand.a_land_completes_them, "2.1c")
def what_is_shown_for_a_mana_hand_stays_in_hand(before: Game, after: Game) -> bool:
    """A land of the hand that is shown for a mana hand stays in hand."""
    return all(
        not before.laid[c] or not is_basic(c) or before.zone[c] != Zone.HAND or after.zone[c] == Zone.HAND for c in Card
    )


@checks.promise(hands_are_of_cards_in_hand.they_are_discarded, "2.1c", "2.2a")
def what_is_shown_for_a_face_card_is_discarded(before: Game, after: Game) -> bool:
    """When a face card is cast all that its player shows for a mana hand is discarded."""
    return all(
        value(c) < JACK
        or not is_cast(before, after, p, c)
        or not before.laid[d]
        or d == c
        or not lies_in(before, p, d, Zone.HAND)
        or after.zone[d] == Zone.GRAVEYARD
        for p in Player
        for c in Card
        for d in Card
    )


@checks.promise(hands_are_of_cards_in_hand.hands_are_of_lands_in_play, "2.1c", "2.2a")
def nothing_of_a_mana_hand_is_in_hand(before: Game, after: Game) -> bool:
    """No card in hand becomes a part of a mana hand."""
    return all(not after.laid[c] or before.laid[c] or after.zone[c] != Zone.HAND for c in Card)


@checks.promise(sevens_complete_hands.two_to_six_do, "2.1c", "2.28")
def no_seven_is_laid(before: Game, after: Game) -> bool:
    """No 7 becomes a part of a mana hand, neither from the battlefield nor from the hand."""
    return all(not after.laid[c] or before.laid[c] or value(c) != SEVEN for c in Card)


def is_an_untapped_seven_of(s: Game, who: Player, card: Card) -> bool:
    """A 7 that a player controls, and that may be tapped."""
    return value(card) == SEVEN and controls(s, who, card) and not s.tapped[card]


@checks.promise(sevens_complete_hands.every_land_does, "2.1d", "2.27")
def a_seven_is_laid_like_another_land(s: Game) -> bool:
    """Who may lay a land from 2 to 6 may lay an untapped 7 that did not come in this turn as well."""
    return all(
        not is_basic(d)
        or not allows(lay, s, p, d)
        or not is_an_untapped_seven_of(s, p, c)
        or s.fresh[c]
        or allows(lay, s, p, c)
        for p in Player
        for c in Card
        for d in Card
    )


def laid_by(s: Game, who: Player) -> int:
    """How many cards a player has laid or shown for a mana hand."""
    return sum(1 for c in Card if s.laid[c] and (controls(s, who, c) or lies_in(s, who, c, Zone.HAND)))


def is_cast(before: Game, after: Game, who: Player, card: Card) -> bool:
    """Whether a player casts a card as what it is, and not by an ability."""
    return lies_in(before, who, card, Zone.HAND) and after.zone[card] == Zone.STACK and after.ability[card] is None


def is_used(before: Game, after: Game, card: Card, ability: Ability) -> bool:
    """Whether an ability of a card is used in this step."""
    return before.ability[card] is None and after.ability[card] == ability


@checks.promise(hands_are_discounted.hands_stay_whole, "2.2a", "2.2c")
def a_mana_hand_is_of_two_or_three_cards(before: Game, after: Game) -> bool:
    """A Jack is cast for two cards at least, another face card for three, and Annihilate is used for three."""
    return all(
        not (
            (value(c) >= JACK and is_cast(before, after, p, c))
            or (is_used(before, after, c, Ability.ANNIHILATE) and after.caster[c] == p)
        )
        or laid_by(before, p) >= (2 if value(c) == JACK else 3)
        for p in Player
        for c in Card
    )


def fits_a_shorter_cost(card: Card, one: Card, another: Card) -> bool:
    """Whether two cards make a pair for a Queen, are next to each other for a King, or of Clubs for an Ace."""
    return (
        (value(card) == QUEEN and value(one) == value(another))
        or (value(card) == KING and value(one) - value(another) in (1, -1))
        or (value(card) == ACE and is_of(one, French.CLUBS) and is_of(another, French.CLUBS))
    )


def is_a_short_hand(s: Game, who: Player, card: Card) -> bool:
    """Whether all that a player has laid is a Club for a Jack, or two lands, of them a Club, for another face card."""
    return any(s.laid[c] and controls(s, who, c) and is_of(c, French.CLUBS) for c in Card) and (
        laid_by(s, who) == 1
        if value(card) == JACK
        else laid_by(s, who) == 2
        and any(
            s.laid[c] and s.laid[d] and controls(s, who, c) and controls(s, who, d) and fits_a_shorter_cost(card, c, d)
            for c in Card
            for d in Card
            if c != d
        )
    )


@checks.promise(hands_are_discounted.a_card_less, "3.2a", "3.2b")
def a_club_costs_a_card_less_beside_a_club(s: Game) -> bool:
    """Beside an 8, 9 or 10 of Clubs of one's own a face card of Clubs is cast for a card less, of them a Club."""
    return all(
        s.step != Step.MAIN
        or s.turn != p
        or not may_act(s, p)
        or len(s.stack) > 0
        or not is_of(c, French.CLUBS)
        or value(c) < JACK
        or not lies_in(s, p, c, Zone.HAND)
        or not is_a_short_hand(s, p, c)
        or all(not controls(s, p, d) or not is_of(d, French.CLUBS) or not (SEVEN < value(d) < JACK) for d in Card)
        or allows(cast, s, p, c)
        for p in Player
        for c in Card
    )


# --- what is left of a cost (051, 053) -------------------------------------------------------------------------------


def has_two_in_a_row(s: Game, who: Player) -> bool:
    """Whether two of the cards that a player has laid are next to each other in rank."""
    return any(
        s.laid[c]
        and s.laid[d]
        and (controls(s, who, c) or lies_in(s, who, c, Zone.HAND))
        and (controls(s, who, d) or lies_in(s, who, d, Zone.HAND))
        and value(c) - value(d) == 1
        for c in Card
        for d in Card
    )


@checks.promise(short_rows_have_gaps.two_in_a_row, "3.2a", "2.10")
def what_is_left_of_a_row_is_a_row(before: Game, after: Game) -> bool:
    """Whoever pays for a King, or with two cards for Annihilate, has laid two that are next to each other in rank."""
    return all(
        not (
            (value(c) == KING and is_cast(before, after, p, c))
            or (is_used(before, after, c, Ability.ANNIHILATE) and after.caster[c] == p and laid_by(before, p) == 2)
        )
        or has_two_in_a_row(before, p)
        for p in Player
        for c in Card
    )


def mana(s: Game, who: Player) -> int:
    """How much mana a player has, of all suits."""
    return sum(s.pool[who][colour] for colour in Colour)


@checks.promise(a_card_may_cost_nothing.something_is_left, "3.2b", "2.23")
def nothing_is_had_for_nothing(before: Game, after: Game) -> bool:
    """Whoever casts a card, or uses an ability of one, pays a mana at least, or a card of a hand."""
    return all(
        not (
            is_cast(before, after, p, c)
            or (before.ability[c] is None and after.ability[c] is not None and after.caster[c] == p)
        )
        or mana(after, p) < mana(before, p)
        or laid_by(before, p) > 0
        for p in Player
        for c in Card
    )


# --- abilities (029) -------------------------------------------------------------------------------------------------


def discards_its_card(before: Game, after: Game, card: Card) -> bool:
    """Whether an ability is used in this step that costs its card."""
    return (
        is_used(before, after, card, Ability.FACE)
        or is_used(before, after, card, Ability.ANNIHILATE)
        or is_used(before, after, card, Ability.COMMAND)
        or is_used(before, after, card, Ability.KILLER)
    )


@checks.promise(abilities_are_used_in_play.they_are_abilities_of_creatures, "2.6", "2.7a", "2.8a", "2.12a", "2.16a")
def what_is_discarded_for_its_ability_was_in_play(before: Game, after: Game) -> bool:
    """An Ace, King or Queen that is discarded for its ability was on the battlefield."""
    return all(not discards_its_card(before, after, c) or before.zone[c] == Zone.BATTLEFIELD for c in Card)


@checks.promise(abilities_are_used_in_play.they_are_discarded_from_the_hand, "2.7b", "2.8b", "2.12b", "2.16b")
def what_is_discarded_for_its_ability_was_in_hand(before: Game, after: Game) -> bool:
    """An Ace, King or Queen that is discarded for its ability was in hand."""
    return all(not discards_its_card(before, after, c) or before.zone[c] == Zone.HAND for c in Card)


# --- Jacks (035, 036) -----------------------------------------------------------------------------------------------


@checks.promise(how_a_jack_is_cast.instead_of_the_pair, "2.20a")
def a_jack_jumps_out_of_the_hand_without_a_pair(before: Game, after: Game) -> bool:
    """A Jack that jumps was in hand, and no mana hand is spent for it."""
    return all(
        not is_used(before, after, c, Ability.JUMPING)
        or (lies_in(before, p, c, Zone.HAND) and laid_by(after, p) == laid_by(before, p) - (1 if before.laid[c] else 0))
        for c in Card
        for p in Player
        if after.caster[c] == p
    )


@checks.promise(how_a_jack_is_cast.instead_of_the_pair, "2.20a", "2.20b")
def a_jack_jumps_for_a_mana(s: Game) -> bool:
    """Who has a mana of the suit of a Jack in hand may cast it as an aura upon any creature, and lays nothing."""
    return all(
        s.step != Step.MAIN
        or s.turn != p
        or not may_act(s, p)
        or len(s.stack) > 0
        or value(c) != JACK
        or not lies_in(s, p, c, Zone.HAND)
        or all(c.colour != colour or s.pool[p][colour] == 0 for colour in Colour)
        or s.zone[d] != Zone.BATTLEFIELD
        or not is_creature(s, d)
        or allows(jumping_jacks, s, p, c, d)
        for p in Player
        for c in Card
        for d in Card
    )


@checks.promise(how_a_jack_is_cast.out_of_play, "2.20a", "2.18")
def a_jack_jumps_out_of_play(before: Game, after: Game) -> bool:
    """A Jack that jumps was on the battlefield."""
    return all(not is_used(before, after, c, Ability.JUMPING) or before.zone[c] == Zone.BATTLEFIELD for c in Card)


@checks.promise(how_a_jack_is_cast.besides_the_pair, "2.20a", "2.18")
def a_jack_jumps_for_a_pair_and_a_mana(before: Game, after: Game) -> bool:
    """A Jack that jumps was in hand, and two other cards that were laid are spent, or for a Club one at least."""
    return all(
        not is_used(before, after, c, Ability.JUMPING)
        or (
            not before.laid[c]
            and lies_in(before, p, c, Zone.HAND)
            and laid_by(after, p) == 0
            and laid_by(before, p) >= (1 if is_of(c, French.CLUBS) else 2)
        )
        for c in Card
        for p in Player
        if after.caster[c] == p
    )


def lies_upon(s: Game, jack: Card) -> bool:
    """Whether a Jack is an aura on the battlefield."""
    return s.zone[jack] == Zone.BATTLEFIELD and s.attached[jack] is not None


@checks.promise(jacks_stay_without_creature.it_is_a_creature_again, "2.19")
def an_aura_stays_in_play(before: Game, after: Game) -> bool:
    """A Jack that is an aura stays on the battlefield, whatever becomes of its creature."""
    return all(not lies_upon(before, c) or after.zone[c] == Zone.BATTLEFIELD for c in Card)


@checks.promise(jacks_stay_without_creature.it_is_a_creature_again, "2.19")
def a_jack_without_a_creature_is_put_into_play(before: Game, after: Game) -> bool:
    """A Jack that was cast as an aura comes into play, also when its creature is gone by then."""
    return all(
        before.ability[c] != Ability.JUMPING
        or before.zone[c] != Zone.STACK
        or after.zone[c] in (Zone.STACK, Zone.BATTLEFIELD)
        for c in Card
    )


@checks.promise(jacks_stay_without_creature.it_falls, "2.20b", "2.21")
def an_aura_is_never_a_creature_again(before: Game, after: Game) -> bool:
    """A Jack that was cast as an aura is in play only upon a creature: one that finds none does not come, and one that
    is an aura is one as long as it is there."""
    return all(
        not (lies_upon(before, c) or (before.zone[c] == Zone.STACK and before.ability[c] == Ability.JUMPING))
        or after.zone[c] != Zone.BATTLEFIELD
        or lies_upon(after, c)
        for c in Card
    )


# --- fresh sevens (039) ---------------------------------------------------------------------------------------------


@checks.promise(fresh_sevens_give_mana.they_are_lands, "2.1d", "2.28")
def a_fresh_seven_gives_mana(s: Game) -> bool:
    """Who may act may tap a 7 for mana in the turn in which it came."""
    return all(
        not may_act(s, p) or not is_an_untapped_seven_of(s, p, c) or allows(tap_for_mana, s, p, c)
        for p in Player
        for c in Card
    )


@checks.promise(fresh_sevens_give_mana.they_are_lands, "2.1d", "2.27")
def a_fresh_seven_is_laid(s: Game) -> bool:
    """Who may lay a land from 2 to 6 may lay a 7 that came in this turn."""
    return all(
        not is_basic(d)
        or not allows(lay, s, p, d)
        or not is_an_untapped_seven_of(s, p, c)
        or not s.fresh[c]
        or allows(lay, s, p, c)
        for p in Player
        for c in Card
        for d in Card
    )


@checks.promise(fresh_sevens_give_mana.they_are_sick, "5.1d")
def no_fresh_seven_is_tapped(before: Game, after: Game) -> bool:
    """No 7 is tapped in the turn in which it came, for whatever, unless a King has taken it."""
    return all(
        value(c) != SEVEN
        or not before.fresh[c]
        or before.tapped[c]
        or before.taken[c] is not None
        or after.zone[c] != Zone.BATTLEFIELD
        or not after.tapped[c]
        for c in Card
    )
