"""The host, chapters 1 to 6: what the rules do, each thing once, for other clauses to forbid or replace."""

from model.ccg.state import Card, Colour, Kind, Player, State, Zone, ccg
from model.ccg.words import cost, is_creature, opponent, power
from ruleslawyer.lang import effect, lose, no, yes


@ccg.deed("1.8")
def lay_in_the_graveyard(s: State, card: Card) -> None:
    """A card goes to its owner's graveyard, from wherever it is."""
    s.zone[card] = Zone.GRAVEYARD


@ccg.deed("1.8")
def bury(s: State, card: Card) -> None:
    """A card is discarded, destroyed or used up; what else that does, another clause may say in its place."""
    lay_in_the_graveyard(s, card)


@ccg.deed("6.1")
def lose_life(s: State, who: Player, amount: int) -> None:
    """Damage to a player, and whatever else costs life."""
    lose(s.life, who, amount)


@ccg.deed("6.2")
def run_dry(s: State, who: Player) -> None:
    """A player has to draw and has no library."""
    s.owed[who] = 0
    s.lost[who] = True


@ccg.deed("4.2")
def empty_pool(s: State, who: Player) -> None:
    """Mana that was not used is gone."""
    for c in Colour:
        s.pool[who][c] = 0


mana_lasts_the_turn = ccg.doubt(
    "is mana that was not used lost at the end of each step, or of the turn?",
    "4.2",
    it_is_lost_with_the_step=no("at the end of each step", default=True),
    it_is_lost_with_the_turn=yes("at the end of the turn"),
)


@ccg.deed("4.3")
def pay_for(s: State, who: Player, card: Card) -> None:
    """What a card costs is taken from the pool."""
    colour = card.colour
    if colour is not None:
        s.pool[who][colour] -= cost(s, who, card)


@ccg.deed("1.3", "3.5")
def come_into_play(s: State, card: Card) -> None:
    """A card comes onto the battlefield, untapped."""
    s.zone[card] = Zone.BATTLEFIELD
    s.fresh[card] = is_creature(s, card)


@ccg.deed("4.6")
def resolve(s: State, who: Player, card: Card) -> None:
    """What was put on the stack by that player happens."""
    if card.kind == Kind.INSTANT:
        with effect("4.7", "4.8"):
            lose_life(s, opponent(who), power(s, card))
            bury(s, card)
    else:
        with effect("4.7"):
            come_into_play(s, card)


@ccg.deed("4.6")
def announce(s: State, who: Player, card: Card) -> None:
    """A spell, or an ability of a card, waits for answers."""
    if things_are_answered(s):
        s.stack = s.stack.with_top(card)
        s.caster[card] = who
    else:
        resolve(s, who, card)


things_are_answered = ccg.doubt(
    "may the opponent answer a spell or an ability before it happens?",
    "4.6",
    they_wait_on_the_stack=yes("yes: it waits on the stack, and the last thing happens first", default=True),
    they_happen_at_once=no("no: it happens at once"),
)
