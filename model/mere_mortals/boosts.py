"""Mere Mortals, Sections 4, 5 and 7: a Status Card that boosts an attack is played along with a card or a power."""

from model.mere_mortals.attack import eliminates_values, value_is_to_change
from model.mere_mortals.frames import Battle, Contest, Stage
from model.mere_mortals.powers import (
    attach_power_is_left_out,
    is_of_another_place,
    is_used_up,
    is_worn_out,
    its_bearer_has_used_a_power,
    may_be_used,
    tire,
    use_power,
)
from model.mere_mortals.setup import breaks_the_pure_deck
from model.mere_mortals.state import Card, Does, Kind, Place, Player, Power, State, has_powers_to_use, mere_mortals
from model.mere_mortals.words import in_hand, is_personality, matches, opponent, printed
from ruleslawyer.lang import domain, effect, no, open_frame, permit, yes


def is_a_boost(s: State, who: Player, boost: Card) -> bool:
    """Whether a card is a Status Card of the hand that boosts attacks."""
    return boost.kind == Kind.STATUS and boost.does == Does.BOOST and in_hand(s, who, boost)


@mere_mortals.deed("7.5a", "7.6a")
def attack_boosted(s: State, who: Player, card: Card, boost: Card) -> None:
    """The boost lies beside the attack; its ENS value, where it has one, comes first."""
    with effect("14.3a", "5.2a"):
        s.place[boost] = Place.PLAYED
        s.acted = True
    changes = value_is_to_change(s, boost, who)
    if boost.ens is not None and not (changes and eliminates_values(s, who)):
        with effect("7.5a"):
            open_frame(
                s,
                Contest(
                    awaits=frozenset({opponent(who)}),
                    by=who,
                    card=card,
                    boost=boost,
                    stage=Stage.BOOST,
                    values_change=changes,
                ),
            )
    else:
        with effect("7.6a"):
            open_frame(s, Contest(awaits=frozenset({opponent(who)}), by=who, card=card, boost=boost))


# --- with a Battle Card (7.5, 7.6, 13) ------------------------------------------------------------------------------


@mere_mortals.action("7.5a", "7.6a", at=Battle)
def play_boosted(s: State, f: Battle, who: Player, card: Card, boost: Card) -> None:
    """A Battle Card is played along with a Status Card that boosts it."""
    domain(card.kind == Kind.BATTLE and in_hand(s, who, card) and is_a_boost(s, who, boost))
    permit("7.5a", "7.6a", "Status Cards are played along with attacks.", along_with_an_attack=True)
    with effect("13.4a"):
        s.place[card] = Place.PLAYED
    with effect("7.5a", "7.6a"):
        attack_boosted(s, who, card, boost)


@play_boosted.forbid("4.6c", "5.3a", over=play_boosted)
def two_cards_in_a_battle_turn(s: State, f: Battle, who: Player, card: Card, boost: Card) -> bool:
    """One Status or Battle Card in a BATTLE TURN."""
    return matches(s, who, card) and matches(s, who, boost) and not boosts_come_along(s)


boosts_come_along = mere_mortals.doubt(
    "may a Status Card be played along with an attack in one BATTLE TURN?",
    boosts_are_played_along=yes("A Status Card accompanies the attack that it boosts.", "7.5a", default=True),
    one_card_at_a_time=no("Either one Status or one Battle Card.", "4.6c", "5.3a"),
)


@play_boosted.cannot("13.3", "14.2", "may not be played unless")
def no_match_for_one_of_them(s: State, f: Battle, who: Player, card: Card, boost: Card) -> bool:
    """Both cards need a Personality of their Shades."""
    return not matches(s, who, card) or not matches(s, who, boost)


@play_boosted.cannot("12.3a", "only cards of that Shade")
def one_of_them_is_impure(s: State, f: Battle, who: Player, card: Card, boost: Card) -> bool:
    """With a Shade Card only its Shade and General cards are played."""
    return breaks_the_pure_deck(s, who, card) or breaks_the_pure_deck(s, who, boost)


# --- with a power that is an attack (7.5, 7.6, 5.3) -----------------------------------------------------------------


@mere_mortals.action("7.5a", "7.6a", "5.3b", at=Battle)
def use_boosted(s: State, f: Battle, who: Player, card: Card, which: Power, boost: Card) -> None:
    """A power that is an attack is used along with a Status Card that boosts it."""
    domain(
        card.owner == who
        and printed(card, which) == Does.ATTACK
        and is_personality(card) == (which != Power.OWN)
        and has_powers_to_use(s, card)
        and is_a_boost(s, who, boost)
    )
    with effect("5.3b"):
        tire(s, card, which)
    with effect("7.5a", "7.6a"):
        attack_boosted(s, who, card, boost)


@use_boosted.permit("7.5a", "7.6a")
def along_with_a_power(s: State, f: Battle, who: Player, card: Card, which: Power, boost: Card) -> bool:
    """An attack is boosted, whether a card is the attack or a power: of the attack alone is spoken."""
    return True


@use_boosted.cannot("8.3a", "8.3b", "only a Lead, only Allies")
def it_has_another_place(s: State, f: Battle, who: Player, card: Card, which: Power, boost: Card) -> bool:
    """Lead Powers are of the Lead, Ally Powers of Allies."""
    return is_of_another_place(s, card, which)


@use_boosted.cannot("5.4b", "8.4b", "may not be used again", also=use_power)
def is_exhausted(s: State, card: Card, which: Power) -> bool:
    """Once a BATTLE; of another power of the card it is asked."""
    return is_worn_out(s, card, which)


@use_boosted.forbid("5.4b", "8.4b", also=use_power, over=use_boosted)
def was_used_before(s: State, card: Card, which: Power) -> bool:
    """Though its card was restored by another."""
    return is_used_up(s, card, which)


@use_boosted.forbid("5.4b", "8.4b", also=use_power, over=use_boosted)
def its_bearer_is_exhausted(s: State, card: Card) -> bool:
    """What an exhausted card bears."""
    return its_bearer_has_used_a_power(s, card)


@use_boosted.forbid("4.6d", over=use_boosted)
def attach_cards_are_not_named(s: State, f: Battle, who: Player, card: Card, which: Power, boost: Card) -> bool:
    """Section 4 names the powers of Personalities and Field Cards."""
    return attach_power_is_left_out(s, card)


@use_boosted.forbid("4.6c", "4.6d", "5.3a", over=use_boosted)
def a_card_beside_a_power(s: State, f: Battle, who: Player, card: Card, which: Power, boost: Card) -> bool:
    """One card or one power in a BATTLE TURN."""
    return may_be_used(s, card, which) and matches(s, who, boost) and not boosts_come_along(s)


@use_boosted.cannot("14.2", "may not be played unless")
def no_match_for_the_boost(s: State, f: Battle, who: Player, card: Card, which: Power, boost: Card) -> bool:
    """The Status Card needs a Personality of its Shade; the power does not."""
    return not matches(s, who, boost)


@use_boosted.cannot("12.3a", "only cards of that Shade")
def the_boost_is_impure(s: State, f: Battle, who: Player, card: Card, which: Power, boost: Card) -> bool:
    """With a Shade Card only its Shade and General cards are played."""
    return breaks_the_pure_deck(s, who, boost)
