"""Memesis, 6.6: cards in Stealth are turned up; how they come is in placing.py, how they are sourced in source.py."""

from model.memesis.frames import Choosing, Directed, Dispelling, Resolved
from model.memesis.state import Card, Cell, Player, State, Step, memesis
from model.memesis.table import under_way
from ruleslawyer.lang import domain, effect, no, yes


@memesis.action("6.6a", at=(None, Resolved, Dispelling, Directed, Choosing))
def turn_up(s: State, who: Player, card: Card) -> None:
    """Turn a card in Stealth up: from then on it can use its powers."""
    domain(s.face_down[card] and s.cell[card] != Cell.AMMUNITION)
    with effect("6.6a", "6.6b", "6.8b"):
        s.face_down[card] = False
        s.turned_up[card] = True
    if s.step == Step.COMBAT and s.cell[card] == Cell.ATTACK and not turned_up_creatures_attack(s):
        with effect("0.30a"):
            s.late[card] = True


@turn_up.permit("6.6a", "6.1c")
def its_owner_turns_it_up(s: State, who: Player, card: Card) -> bool:
    """Any card in Stealth may be turned up at any time."""
    return who == card.owner and under_way(s)


@turn_up.permit("6.6a")
def somebody_else_turns_it_up(s: State, who: Player, card: Card) -> bool:
    """By whom it may be turned up is not said."""
    return who != card.owner and under_way(s) and anybody_turns_up(s)


anybody_turns_up = memesis.doubt(
    "who may turn up a card in Stealth?",
    only_its_owner=no("only its owner, who may look at it", default=True),
    any_player=yes("anybody"),
)


turned_up_creatures_attack = memesis.doubt(
    "until when may a hidden creature in the Attack Cell be turned up and attack in this Combat?",
    until_blocks_are_chosen=yes("until the attacked player chooses what intercepts", default=True),
    until_attackers_are_declared=no("until attackers have been declared, in the step before"),
)
