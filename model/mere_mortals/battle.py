"""Mere Mortals, Sections 4, 5, 13 and 14: the BATTLE TURNS, Battle and Status Cards, and the end of a BATTLE."""

from enum import Enum

from model.mere_mortals.attaching import attach, replace_attached
from model.mere_mortals.attack import eliminates_values, value_is_to_change
from model.mere_mortals.carrying_out import cards_prevail_over_rules, carry_out
from model.mere_mortals.deeds import discard
from model.mere_mortals.frames import Battle, Contest
from model.mere_mortals.leads import fill_the_place_in_battle
from model.mere_mortals.powers import (
    could_be_left_to_use,
    has_a_power_to_use,
    may_be_used,
)
from model.mere_mortals.setup import (
    breaks_the_pure_deck,
    in_own_setup,
    play_ally,
    play_field,
    play_location,
    replace_field,
    swap,
)
from model.mere_mortals.state import Card, Does, Kind, Place, Player, Power, State, Step, mere_mortals
from model.mere_mortals.words import in_hand, matches, opponent, printed
from ruleslawyer.lang import (
    SILENT,
    Silent,
    ask,
    close_frame,
    domain,
    effect,
    is_open,
    no,
    open_frame,
    permit,
    says,
    when,
    yes,
)

# --- what is left of a card that was played (5.3, 13.4, 14.3) -------------------------------------------------------


@mere_mortals.term("5.3c", "13.4b", "14.3b")
def stays_on_the_field(s: State, card: Card) -> bool:
    """Whether a played card stays after its BATTLE TURN."""
    return False


@stays_on_the_field.exception("5.3d", "13.4c", "14.3c")
def its_own_text_keeps_it(s: State, card: Card) -> bool | Silent:
    """Unless a card says otherwise."""
    return True if card.stays else SILENT


@mere_mortals.deed("5.3c", "13.4b", "14.3b")
def clear_the_turn(s: State) -> None:
    """A BATTLE TURN is over, acted in or passed: what was played is discarded, unless it stays."""
    for c in Card:
        if s.place[c] == Place.PLAYED and not stays_on_the_field(s, c):
            discard(s, c)


# --- Battle and Status Cards (13, 14) -------------------------------------------------------------------------------


@mere_mortals.action("4.6c", "5.3a", "13.1", at=(None, Battle))
def play_battle(s: State, who: Player, card: Card) -> None:
    """A Battle Card of the hand is played: an attack, which the opponent may stop."""
    domain(card.kind == Kind.BATTLE and in_hand(s, who, card) and s.step in (Step.SETUP, Step.BATTLE))
    permit("4.6c", "5.3a", "13.2a", "One card in a BATTLE TURN.", one_battle_card_in_a_battle_turn=is_open(s, Battle))
    with effect("13.4a", "5.2a"):
        s.place[card] = Place.PLAYED
        s.acted = True
    with effect("13.1", "13.5a"):
        open_frame(s, Contest(awaits=frozenset({opponent(who)}), by=who, card=card))


@mere_mortals.action("4.6c", "5.3a", "14.1a", at=(None, Battle))
def play_status(s: State, who: Player, card: Card) -> None:
    """A Status Card of the hand is played; if it has an ENS value, the opponent may stop it."""
    domain(card.kind == Kind.STATUS and in_hand(s, who, card) and s.step in (Step.SETUP, Step.BATTLE))
    permit("4.6c", "5.3a", "14.1b", "One card in a BATTLE TURN.", one_status_card_in_a_battle_turn=is_open(s, Battle))
    with effect("14.3a", "5.2a"):
        s.place[card] = Place.PLAYED
        s.acted = is_open(s, Battle)
    does = card.does
    changes = value_is_to_change(s, card, who)
    if card.ens is not None and not (changes and eliminates_values(s, who)):
        with effect("14.4a", "7.4"):
            open_frame(s, Contest(awaits=frozenset({opponent(who)}), by=who, card=card, values_change=changes))
    elif does is not None:
        with effect("14.1a"):
            carry_out(s, who, card, does)


@play_status.permit("14.1c")
def it_says_so(s: State, who: Player, card: Card) -> bool:
    """A Status Card may state that it is played otherwise: in a SETUP."""
    return card.in_setup and in_own_setup(s, who)


@play_battle.forbid("4.4b", also=play_status)
def not_in_a_setup(s: State, who: Player, card: Card) -> bool:
    """In a SETUP only Locations, Personalities, Attach and Field Cards come from the hand: against what a Status Card
    says of itself nothing makes this yield, unless cards count for more than rules."""
    return in_own_setup(s, who) and not (card.kind == Kind.STATUS and card.in_setup and cards_prevail_over_rules(s))


@play_battle.cannot("13.3", "7.9b", "may not be played unless")
def no_match_for_a_battle_card(s: State, who: Player, card: Card) -> bool:
    """A Shaded Battle Card needs a Personality of its Shade on the FIELD."""
    return not matches(s, who, card)


@play_status.cannot("14.2", "7.9b", "may not be played unless")
def no_match_for_a_status_card(s: State, who: Player, card: Card) -> bool:
    """A Shaded Status Card needs a Personality of its Shade on the FIELD."""
    return not matches(s, who, card)


@play_battle.cannot(
    "12.3a",
    "only cards of that Shade",
    also=(swap, replace_field, attach, replace_attached, play_status, play_ally, play_field, play_location),
)
def impure(s: State, who: Player, card: Card) -> bool:
    """With a Shade Card only its Shade and General cards are played, Personalities included."""
    return breaks_the_pure_deck(s, who, card)


# --- passing, and the end of a BATTLE TURN (4.6, 5.1, 5.2) ----------------------------------------------------------


@mere_mortals.action("4.6e", at=Battle, passes=True)
def pass_turn(s: State, f: Battle, who: Player) -> None:
    """A BATTLE TURN without an action; after two in a row the BATTLE ends, and exhausted cards are restored."""
    permit("4.6e", "1.4b", "A player who is done passes.", may_be_done=True)
    with effect("5.3c", "14.3b"):
        clear_the_turn(s)
    if f.passed:
        with effect("4.6e"):
            close_frame(s, Battle)
            s.step = Step.DISCARD
        with effect("5.4d"):
            for c in Card:
                s.exhausted[c] = False
                s.used[c] = False
                s.powers_used[c] = frozenset()
                if s.nullified[c] and not nullified_for_good(s):
                    s.nullified[c] = False
    else:
        with effect("4.6b", "5.2b", "1.4a"):
            f.passed = True
            f.first = False
            f.turn = opponent(who)
            f.awaits = frozenset({opponent(who)})


@pass_turn.cannot("5.1a", "5.1b", "cannot pass their first turn")
def the_attacker_begins(s: State, f: Battle, who: Player) -> bool:
    """Whoever declared the BATTLE acts first; of one who has no action it is asked."""
    return f.first and (has_an_action(s, who) or what_is_done_without_an_action(s) != WithoutAction.THE_TURN_IS_PASSED)


@pass_turn.forbid("4.6f", over=pass_turn)
def a_move_is_left(s: State, f: Battle, who: Player) -> bool:
    """They are done when no move is left to them."""
    return not f.first and may_have_a_move(s, who) and not players_pass_at_will(s) and has_a_move(s, who)


def may_have_a_move(s: State, who: Player) -> bool:
    """Whether a player has a card to play, or a power to use, if no question is answered against it."""
    return any(could_be_played(s, who, c) for c in Card) or any(
        could_be_used(s, who, c, w) for c in Card for w in Power
    )


def has_a_move(s: State, who: Player) -> bool:
    """Whether a player may play a card, or use a power; spending EVPs is none."""
    return any(could_be_played(s, who, c) and not breaks_the_pure_deck(s, who, c) for c in Card) or any(
        could_be_used(s, who, c, w) and may_be_used(s, c, w) for c in Card for w in Power
    )


def has_an_action(s: State, who: Player) -> bool:
    """Whether a player has a move, asked with as few questions as it takes."""
    return may_have_a_move(s, who) and has_a_move(s, who)


class WithoutAction(Enum):
    """What becomes of an attacker who has to act in the first turn, and cannot."""

    NOTHING = "nothing: the attacker may neither act nor pass"
    NO_BATTLE_IS_DECLARED = "such a BATTLE cannot be declared"
    THE_TURN_IS_PASSED = "the turn is passed all the same"
    A_CARD_IS_DISCARDED = "a card is discarded for its EVPs, as an action"


@mere_mortals.question("what does an attacker do who has no action?")
def what_is_done_without_an_action(s: State) -> WithoutAction:
    return ask(
        play_stands_still=says(WithoutAction.NOTHING, "nothing, as it is written: play stands still", default=True),
        it_cannot_be_declared=says(WithoutAction.NO_BATTLE_IS_DECLARED, "such a BATTLE cannot be declared"),
        the_attacker_passes=says(
            WithoutAction.THE_TURN_IS_PASSED, "the attacker passes, since nobody must do what cannot be done"
        ),
        a_card_is_discarded=says(
            WithoutAction.A_CARD_IS_DISCARDED, "the attacker discards a card for its EVPs, as an action"
        ),
    )


def could_be_played(s: State, who: Player, card: Card) -> bool:
    """Whether a card of the hand is for BATTLES, and matches."""
    return in_hand(s, who, card) and card.kind in (Kind.BATTLE, Kind.STATUS) and matches(s, who, card)


def could_be_used(s: State, who: Player, card: Card, which: Power) -> bool:
    """Whether a power is used in a BATTLE TURN of one's own, by a card that is not exhausted."""
    return (
        has_a_power_to_use(s, who, card, which)
        and printed(card, which) != Does.STOP
        and (not s.exhausted[card] or could_be_left_to_use(s, card, which))
    )


players_pass_at_will = mere_mortals.doubt(
    "may a player pass a BATTLE TURN who has a move left?",
    only_the_first_turn_is_barred=yes(
        "Players pass when they are done; to bar it for the first turn would else be needless.",
        "4.6e",
        "5.1b",
        default=True,
    ),
    until_no_move_is_left=no("With no more moves to make, when resources are exhausted.", "4.6f", "1.4b"),
)


nullified_for_good = mere_mortals.doubt(
    "does a nullified power work again after the BATTLE?",
    until_the_battle_ends=no("yes: with the BATTLE all is restored", default=True),
    as_long_as_it_stays=yes("no: as long as the card stays on the FIELD"),
)


@mere_mortals.duty(
    "5.2b",
    "5.3c",
    "13.4b",
    "14.3b",
    at=Battle,
    after=fill_the_place_in_battle,
    because="3.2a: a Lead is there at all times, so before the next BATTLE TURN",
)
def end_battle_turn(s: State, f: Battle) -> None:
    """What was played is discarded, unless it stays, and the opponent has the next BATTLE TURN."""
    when(s.acted)
    with effect("5.3c", "13.4b", "14.3b"):
        clear_the_turn(s)
    with effect("5.2b", "4.6b", "1.4a"):
        s.acted = False
        f.first = False
        f.passed = False
        f.awaits = frozenset({opponent(f.turn)})
        f.turn = opponent(f.turn)
