"""Mnemonic, chapter 2: the abilities of Aces, Kings, Queens and Jacks."""

from model.ccg.deeds import announce, bury, lose_life, resolve
from model.ccg.state import Card, Player, State, Zone
from model.ccg.words import controls, is_creature, lies_in, may_act
from model.mnemonic.cards import ACE, KING, QUEEN, is_a_member, value
from model.mnemonic.hands import (
    a_card_may_cost_nothing,
    a_row_lies,
    clubs_less,
    hands_are_discounted,
    is_shown_from_the_hand,
    laid,
    lies_in_suit,
    spend_the_hand,
    two_of_a_row_lie,
)
from model.mnemonic.state import Ability, Book, Game, mnemonic
from ruleslawyer.lang import SILENT, Silent, domain, effect, narrow, no, permit, simultaneous, yes

# --- what they cost, and from where they are used (2.4, 2.7, 2.12, 2.16) ------------------------------------------


@mnemonic.term("2.4b")
def ability_price(s: State, who: Player, card: Card) -> int:
    """How much mana of its suit an ability of a face card costs."""
    return 1


@ability_price.adjust("3.2b")
def members_use_abilities_for_less(s: State, who: Player, card: Card) -> int | Silent:
    """Whether the discount of Clubs is on abilities too is a question, and then whether one may cost nothing."""
    return -1 if is_a_member(s, who, card) and abilities_are_discounted(s) and a_card_may_cost_nothing(s) else SILENT


@mnemonic.term("2.4d", "2.8b")
def lands_to_annihilate(s: State, who: Player, card: Card) -> int:
    """Of how many lands the straight flush is that Annihilate costs."""
    return Book.hand


@lands_to_annihilate.adjust("3.2b")
def members_annihilate_for_less(s: State, who: Player, card: Card) -> int | Silent:
    """In Clubs alone it costs a Club less, if abilities are cheaper, and a hand may be."""
    if is_a_member(s, who, card) and abilities_are_discounted(s) and hands_are_discounted(s):
        return clubs_less(s)
    return SILENT


abilities_are_discounted = mnemonic.doubt(
    "does an ability of a Club cost a Club less, as the card does?",
    the_card_alone_is=no(
        "What costs less is the card, to play; an ability costs what it says.",
        "2.4b",
        "2.7b",
        "2.12b",
        "2.16b",
        "2.20a",
        default=True,
    ),
    whatever_a_club_costs=yes(
        "Using the ability, or casting the card by it, is a way to play the card.", "3.1", "3.2b"
    ),
)


def can_pay_the_ability(s: State, who: Player, card: Card) -> bool:
    """Whether the mana is there."""
    colour = card.colour
    return colour is not None and s.pool[who][colour] >= ability_price(s, who, card)


@mnemonic.deed("2.4b")
def pay_for_the_ability(s: State, who: Player, card: Card) -> None:
    """A mana in its suit is taken from the pool."""
    colour = card.colour
    if colour is not None:
        s.pool[who][colour] -= ability_price(s, who, card)


@mnemonic.deed("2.4a", "2.7b", "2.8b", "2.12b", "2.16b")
def discard_to_use(s: State, card: Card) -> None:
    """A face card is discarded for its ability."""
    with effect("2.4a"):
        bury(s, card)


def is_usable(s: State, who: Player, card: Card) -> bool:
    """Whether a face card is where its ability is used, and its player may act."""
    return may_act(s, who) and (
        (lies_in(s, who, card, Zone.HAND) and not abilities_are_used_in_play(s))
        or (controls(s, who, card) and is_creature(s, card) and abilities_are_used_in_play(s))
    )


abilities_are_used_in_play = mnemonic.doubt(
    "is an ability that discards its card used from the hand or from the battlefield?",
    they_are_discarded_from_the_hand=no(
        "What is discarded is discarded from a hand; and the ability is an alternative to the creature.",
        "2.4a",
        "2.7b",
        "2.8b",
        "2.12b",
        "2.16b",
        default=True,
    ),
    they_are_abilities_of_creatures=yes(
        "The entries say what a creature is able to do, and a creature is on the battlefield.",
        "2.6",
        "2.7a",
        "2.8a",
        "2.12a",
        "2.16a",
    ),
)


def is_at_hand(s: State, card: Card) -> bool:
    """Whether a card is in some hand or on the battlefield."""
    return s.zone[card] in (Zone.HAND, Zone.BATTLEFIELD)


def is_a_target(s: State, card: Card) -> bool:
    """Whether a card is a creature on the battlefield."""
    return s.zone[card] == Zone.BATTLEFIELD and is_creature(s, card)


def can_be_played_upon(s: State, card: Card, target: Card) -> bool:
    """Whether a card that does not wait already is at hand for an ability, and another one a target of it."""
    return card != target and is_at_hand(s, card) and card not in s.stack and is_a_target(s, target)


# --- Ace to the Face (2.7) ----------------------------------------------------------------------------------------


@mnemonic.action("2.7a", "2.4a")
def ace_to_the_face(s: Game, who: Player, card: Card, at: Player) -> None:
    """Discard an Ace, to deal a player damage."""
    domain(value(card) == ACE and is_at_hand(s, card) and card not in s.stack)
    permit(
        "2.7a", "2.7c", "2.4a", "Whenever its player may act, at any player.", aces_hit_players=is_usable(s, who, card)
    )
    with effect("2.7b"):
        pay_for_the_ability(s, who, card)
        discard_to_use(s, card)
    with effect("2.7c"):
        s.ability[card] = Ability.FACE
        s.victim[card] = at
        announce(s, who, card)


@ace_to_the_face.forbid("2.7b", "2.4b", over=ace_to_the_face, because="without its cost an ability is not used")
def no_mana_for_the_ace(s: Game, who: Player, card: Card, at: Player) -> bool:
    """It costs 1 mana in its suit."""
    return not can_pay_the_ability(s, who, card)


@ace_to_the_face.forbid("5.8", over=ace_to_the_face)
def ones_own_face(s: Game, who: Player, card: Card, at: Player) -> bool:
    """The life that it takes is the opponent's."""
    return at == who and is_usable(s, who, card) and not aces_hit_anybody(s)


aces_hit_anybody = mnemonic.doubt(
    "may Ace to the Face be aimed at its own player?",
    any_target_player=yes("The target is a player.", "2.7c", default=True),
    the_opponent=no("It takes the opponent's life.", "5.8"),
)


@mnemonic.deed("2.7c", "5.8")
def hit_the_face(s: State, who: Player, card: Card) -> None:
    """Three damage to the player who was aimed at."""
    victim = narrow(s, Game).victim[card]
    with effect("2.7c"):
        if victim is not None:
            lose_life(s, victim, Book.face_damage)


@resolve.instead("2.7c", by=hit_the_face)
def is_face_damage(s: State, who: Player, card: Card) -> bool:
    """What waits is that ability."""
    return narrow(s, Game).ability[card] == Ability.FACE


# --- Annihilate (2.8) ---------------------------------------------------------------------------------------------


@mnemonic.action("2.8a", "2.4c")
def annihilate(s: Game, who: Player, card: Card) -> None:
    """Discard an Ace and spend a straight flush, to destroy all creatures."""
    domain(value(card) == ACE and is_at_hand(s, card) and card not in s.stack)
    with effect("2.8b"):
        spend_the_hand(s, who, card)
        discard_to_use(s, card)
    with effect("2.8c"):
        s.ability[card] = Ability.ANNIHILATE
        announce(s, who, card)


@annihilate.permit("2.8a", "2.4c", "5.9a")
def aces_annihilate(s: Game, who: Player, card: Card) -> bool:
    """Whenever its player may act: at once, it is said."""
    return is_usable(s, who, card)


@annihilate.forbid("2.8b", "2.4d", "5.9b", over=annihilate, because="you'll need, says the sentence, to use it")
def no_straight_flush(s: Game, who: Player, card: Card) -> bool:
    """It costs a straight flush of three lands in the Ace's suit, or what is left of one where it costs a Club less.
    These are in play, whatever other hands are of."""
    if is_shown_from_the_hand(s, who):
        return True
    if lands_to_annihilate(s, who, card) < Book.hand - 1:
        return lies_in_suit(s, who, card.colour) == 0
    if lands_to_annihilate(s, who, card) < Book.hand:
        return not two_of_a_row_lie(s, who, card.colour, True)
    return not (lies_in_suit(s, who, card.colour) == laid(s, who) == Book.hand and a_row_lies(s, who))


@mnemonic.deed("2.8c", "5.9a")
def destroy_all_creatures(s: State, who: Player, card: Card) -> None:
    """All at the same time, one's own too; a Jack that is an aura is no creature."""
    with simultaneous(), effect("2.8c"):
        for c in Card:
            if is_a_target(s, c):
                bury(s, c)


@resolve.instead("2.8c", by=destroy_all_creatures)
def is_annihilation(s: State, who: Player, card: Card) -> bool:
    """What waits is that ability."""
    return narrow(s, Game).ability[card] == Ability.ANNIHILATE


# --- Kings Command (2.12) -----------------------------------------------------------------------------------------


@mnemonic.action("2.12a", "2.4a")
def kings_command(s: Game, who: Player, card: Card, target: Card) -> None:
    """Discard a King, to take control of a creature until the end of the turn."""
    domain(value(card) == KING and can_be_played_upon(s, card, target))
    with effect("2.12b"):
        pay_for_the_ability(s, who, card)
        discard_to_use(s, card)
    with effect("2.12c"):
        s.ability[card] = Ability.COMMAND
        s.target[card] = target
        announce(s, who, card)


@kings_command.permit("2.12a", "2.4a", "5.7")
def kings_command_creatures(s: Game, who: Player, card: Card, target: Card) -> bool:
    """Whenever its player may act, any creature."""
    return is_usable(s, who, card)


@kings_command.forbid("2.12b", "2.4b", over=kings_command, because="without its cost an ability is not used")
def no_mana_for_the_king(s: Game, who: Player, card: Card, target: Card) -> bool:
    """It costs 1 mana in its suit."""
    return not can_pay_the_ability(s, who, card)


@mnemonic.deed("2.12c", "2.12d", "2.12e")
def take_command(s: State, who: Player, card: Card) -> None:
    """The creature is untapped and obeys; if it changes sides in a combat it is out of it, as the host has it."""
    target = narrow(s, Game).target[card]
    with effect("2.12c"):
        if target is not None and is_a_target(s, target):
            s.tapped[target] = False
    with effect("2.12d", "2.12e"):
        if target is not None and is_a_target(s, target):
            if not controls(s, who, target):
                s.attacking[target] = False
                s.blocks[target] = None
            narrow(s, Game).taken[target] = who


@resolve.instead("2.12c", by=take_command)
def is_a_command(s: State, who: Player, card: Card) -> bool:
    """What waits is that ability."""
    return narrow(s, Game).ability[card] == Ability.COMMAND


# --- Killer Queen (2.16) ------------------------------------------------------------------------------------------


@mnemonic.action("2.16a", "2.4a")
def killer_queen(s: Game, who: Player, card: Card, target: Card) -> None:
    """Discard a Queen, to destroy a creature."""
    domain(value(card) == QUEEN and can_be_played_upon(s, card, target))
    with effect("2.16b"):
        pay_for_the_ability(s, who, card)
        discard_to_use(s, card)
    with effect("2.16c"):
        s.ability[card] = Ability.KILLER
        s.target[card] = target
        announce(s, who, card)


@killer_queen.permit("2.16a", "2.4a", "5.6")
def queens_kill_creatures(s: Game, who: Player, card: Card, target: Card) -> bool:
    """Whenever its player may act, any creature."""
    return is_usable(s, who, card)


@killer_queen.forbid("2.16b", "2.4b", over=killer_queen, because="without its cost an ability is not used")
def no_mana_for_the_queen(s: Game, who: Player, card: Card, target: Card) -> bool:
    """It costs 1 mana in its suit."""
    return not can_pay_the_ability(s, who, card)


@mnemonic.deed("2.16c", "5.6")
def kill_the_creature(s: State, who: Player, card: Card) -> None:
    """It is destroyed, however tough, if it is still there."""
    target = narrow(s, Game).target[card]
    with effect("2.16c"):
        if target is not None and is_a_target(s, target):
            bury(s, target)


@resolve.instead("2.16c", by=kill_the_creature)
def is_a_killing(s: State, who: Player, card: Card) -> bool:
    """What waits is that ability."""
    return narrow(s, Game).ability[card] == Ability.KILLER
