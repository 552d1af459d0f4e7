"""The host: attackers, blockers and damage."""

from model.ccg.deeds import bury, lose_life
from model.ccg.state import Card, Player, State, Step, Zone, ccg
from model.ccg.words import controls, flies, is_creature, is_sick, may_act, opponent, power, toughness
from ruleslawyer.lang import domain, effect, gain, simultaneous, when

# --- attackers (5.1, 5.2) -----------------------------------------------------------------------------------------


@ccg.action("5.1")
def attack(s: State, who: Player, card: Card) -> None:
    """A creature attacks the opponent, and is tapped."""
    domain(is_creature(s, card) and s.zone[card] == Zone.BATTLEFIELD and s.step == Step.ATTACK)
    with effect("5.1", "5.2"):
        s.attacking[card] = True
        s.tapped[card] = True


@attack.permit("5.1")
def own_creatures_attack(s: State, who: Player, card: Card) -> bool:
    """Any untapped creatures of the turn player, while nothing waits on the stack."""
    return s.turn == who and controls(s, who, card) and not s.tapped[card] and len(s.stack) == 0


@attack.forbid("3.5", over=attack, because="sickness limits who attacks")
def sick_creatures_do_not_attack(s: State, who: Player, card: Card) -> bool:
    """A creature that came under its player's control in this turn does not attack."""
    return is_sick(s, card)


# --- blockers (5.3 to 5.5) ----------------------------------------------------------------------------------------


def is_blocked(s: State, attacker: Card) -> bool:
    """Whether some creature blocks an attacker."""
    return any(s.blocks[c] == attacker for c in Card)


@ccg.action("5.3")
def block(s: State, who: Player, card: Card, attacker: Card) -> None:
    """A creature blocks an attacker."""
    domain(
        card != attacker
        and s.step == Step.BLOCK
        and s.attacking[attacker]
        and s.zone[card] == Zone.BATTLEFIELD
        and is_creature(s, card)
        and is_creature(s, attacker)
    )
    s.blocks[card] = attacker


@block.permit("5.3")
def untapped_creatures_block(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """The defending player's untapped creatures block, each one attacker."""
    return (
        may_act(s, who)
        and len(s.stack) == 0
        and controls(s, who, card)
        and not s.tapped[card]
        and s.blocks[card] is None
    )


@block.forbid("5.4", over=block, because="one blocker for each attacker limits who blocks")
def is_blocked_already(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """One creature blocks an attacker, no more."""
    return is_blocked(s, attacker)


@block.forbid("5.5", over=block, because="flying limits who blocks")
def flies_over(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """What flies is blocked by what flies."""
    return flies(s, attacker) and not flies(s, card)


# --- damage (5.6, 5.7) --------------------------------------------------------------------------------------------


@ccg.duty("5.6")
def strike(s: State) -> None:
    """All damage is dealt at the same time."""
    when(s.step == Step.DAMAGE and any(s.attacking[c] for c in Card))
    with simultaneous():
        for c in Card:
            if s.attacking[c] and not is_blocked(s, c):
                lose_life(s, opponent(s.turn), power(s, c))
        for blocker in Card:
            attacker = s.blocks[blocker]
            if attacker is not None and s.attacking[attacker]:
                gain(s.damage, attacker, power(s, blocker))
                gain(s.damage, blocker, power(s, attacker))
        for c in Card:
            s.attacking[c] = False


@ccg.settle("5.7")
def die(s: State, card: Card) -> None:
    """A creature with as much damage as toughness is destroyed."""
    when(s.zone[card] == Zone.BATTLEFIELD and is_creature(s, card) and s.damage[card] >= toughness(s, card))
    bury(s, card)


@ccg.duty("3.1", "3.7")
def end_combat(s: State) -> None:
    """Damage is dealt: the turn comes to its end."""
    when(s.step == Step.DAMAGE and all(not s.attacking[c] for c in Card))
    s.step = Step.END
