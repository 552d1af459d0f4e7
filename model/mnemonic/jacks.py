"""Mnemonic, chapter 2: Jumping Jacks, which are cast as auras."""

from enum import Enum

from model.ccg.deeds import announce, bury, come_into_play, resolve
from model.ccg.state import Card, Player, State, Step, Zone
from model.ccg.words import controls, lies_in
from model.mnemonic.abilities import can_pay_the_ability, is_a_target, is_at_hand, pay_for_the_ability
from model.mnemonic.cards import JACK, value
from model.mnemonic.hands import a_hand_lies, spend_the_hand
from model.mnemonic.state import Ability, Game, mnemonic
from ruleslawyer.lang import ask, domain, effect, narrow, no, says, yes


@mnemonic.action("2.20a", "2.4a")
def jumping_jacks(s: Game, who: Player, card: Card, target: Card) -> None:
    """Cast a Jack for a mana, as an aura upon a creature."""
    domain(value(card) == JACK and card != target and is_at_hand(s, card) and is_a_target(s, target))
    with effect("2.20a"):
        pay_for_the_ability(s, who, card)
    if how_a_jack_is_cast(s) == JackIsCast.BESIDES:
        with effect("2.18"):
            spend_the_hand(s, who, card)
    with effect("2.20a"):
        s.zone[card] = Zone.STACK
    with effect("2.20b"):
        s.ability[card] = Ability.JUMPING
        s.target[card] = target
        announce(s, who, card)


@jumping_jacks.permit("2.20a", "2.4a", "5.5")
def jacks_are_cast_as_auras(s: Game, who: Player, card: Card, target: Card) -> bool:
    """When spells like it are cast: in one's own main phase, while nothing waits; upon any creature."""
    return (
        s.step == Step.MAIN
        and s.turn == who
        and len(s.stack) == 0
        and (lies_in(s, who, card, Zone.HAND) or (controls(s, who, card) and is_a_target(s, card)))
        and (s.zone[card] == Zone.BATTLEFIELD) == (how_a_jack_is_cast(s) == JackIsCast.LATER)
    )


class JackIsCast(Enum):
    """What the one mana of a Jack takes the place of."""

    INSTEAD = "out of the hand, instead of the pair"
    LATER = "out of play, once the pair was paid"
    BESIDES = "out of the hand, besides the pair"


@mnemonic.question("does the one mana take the place of the pair, and from where is the Jack cast?")
def how_a_jack_is_cast(s: State) -> JackIsCast:
    return ask(
        instead_of_the_pair=says(JackIsCast.INSTEAD, "out of the hand, instead of the pair", default=True),
        out_of_play=says(JackIsCast.LATER, "out of play, once the pair was paid"),
        besides_the_pair=says(JackIsCast.BESIDES, "out of the hand, besides the pair"),
    )


@jumping_jacks.forbid("2.18", over=jumping_jacks)
def no_pair_lies(s: Game, who: Player, card: Card, target: Card) -> bool:
    """A Jack costs a pair."""
    return s.zone[card] == Zone.HAND and how_a_jack_is_cast(s) == JackIsCast.BESIDES and not a_hand_lies(s, who, card)


@jumping_jacks.forbid("2.20a", "2.4b", over=jumping_jacks, because="without its cost an ability is not used")
def no_mana_for_the_jack(s: Game, who: Player, card: Card, target: Card) -> bool:
    """It costs 1 mana in its suit."""
    return not can_pay_the_ability(s, who, card)


@mnemonic.deed("2.20b", "2.21")
def enchant(s: State, who: Player, card: Card) -> None:
    """The aura lies upon the creature, if that is still there."""
    target = narrow(s, Game).target[card]
    if target is not None and is_a_target(s, target):
        with effect("2.20b"):
            s.zone[card] = Zone.BATTLEFIELD
            s.fresh[card] = True
            narrow(s, Game).attached[card] = target
            narrow(s, Game).creature_too[card] = a_jack_that_enchants_is_a_creature(s)
    elif jacks_stay_without_creature(s):
        with effect("2.19"):
            come_into_play(s, card)
    else:
        with effect("2.20b"):
            bury(s, card)


a_jack_that_enchants_is_a_creature = mnemonic.doubt(
    "is a Jack that enchants a creature still a creature itself?",
    about=("creature_too",),
    it_is_an_aura_alone=no("no: it is an aura", default=True),
    it_is_both_at_once=yes("yes: it is a creature and an aura at once"),
)


@resolve.instead("2.20b", by=enchant)
def is_an_aura(s: State, who: Player, card: Card) -> bool:
    """What waits was cast as an aura."""
    return narrow(s, Game).ability[card] == Ability.JUMPING


@mnemonic.settle("2.20b", "2.21")
def fall_off(s: Game, card: Card) -> None:
    """The creature that a Jack enchants is gone."""
    with effect("2.20b"):
        s.attached[card] = None
        if not jacks_stay_without_creature(s):
            bury(s, card)


@fall_off.when
def its_creature_is_gone(s: Game, card: Card) -> bool:
    under = s.attached[card]
    return s.zone[card] == Zone.BATTLEFIELD and under is not None and not is_a_target(s, under)


jacks_stay_without_creature = mnemonic.doubt(
    "what becomes of a Jack that was cast as an aura, without a creature to enchant?",
    about=("attached",),
    it_falls=no(
        "It is an aura, which goes to the graveyard when there is nothing that it enchants.", "2.20b", default=True
    ),
    it_is_a_creature_again=yes("It is an enchantment creature, and stays as a creature.", "2.19"),
)
