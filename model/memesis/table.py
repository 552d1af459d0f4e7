"""Memesis, Sections 0 to 3: whose turn it is, who is allied, and where a card is."""

from model.memesis.frames import Held
from model.memesis.meanwhile import acts_come_between, is_carried_out, somebody_decides
from model.memesis.state import Card, Cell, Player, State, Step, memesis
from ruleslawyer.lang import SILENT, Silent, ask, is_open, no, says, yes

# --- players ------------------------------------------------------------------------------------------------------


def active(s: State) -> Player:
    """Whose turn it is, or was just now (`after_turn`): the first in the order of turns."""
    return s.order.top


def on_turn(s: State, who: Player) -> bool:
    """It is that player's turn; before the first one, and after a turn has ended, it is nobody's."""
    return len(s.order) > 0 and s.order.top == who and not s.after_turn


def opposed(a: Player, b: Player) -> bool:
    """Opponents: players of different sides."""
    return a.side != b.side


def allied(a: Player, b: Player) -> bool:
    """Allies: other players of the same side."""
    return a != b and a.side == b.side


@memesis.out("0.1a")
def is_out(s: State, who: Player) -> bool:
    """Whoever is defeated: that he decides nothing any more is implied, not said (finding 002)."""
    return s.lost[who] and who_is_defeated_is_out(s)


who_is_defeated_is_out = memesis.doubt(
    "does a player who is defeated still decide anything while others play on?",
    he_decides_nothing=yes("no: he is out of the game", default=True),
    he_decides_all_the_same=no("yes: he has no turns, but does what is done at any time"),
)


def is_to_leave_the_game(s: State, who: Player) -> bool:
    """Whether a player is defeated, and has a turn still; whose turn is ending leaves with it."""
    return s.lost[who] and who in s.order and (who != active(s) or s.step != Step.END)


def has_begun(s: State) -> bool:
    """Whether hands are dealt and everybody has a place in the order of turns."""
    return s.step not in (Step.DEAL, Step.START, Step.AGREE)


def under_way(s: State) -> bool:
    """Any time: from the first turn on; as we read it, not while a draw is owed, damage is being dealt, or, unless acts
    come between, an Effect or a choice is being carried out (what is done before directed damage is taken:
    answers.py)."""
    return (
        has_begun(s)
        and not deals_damage(s)
        and all(s.owed[p] == 0 for p in Player)
        and (not is_carried_out(s) or acts_come_between(s))
    )


def deals_damage(s: State) -> bool:
    """Whether the damage of a Combat is being dealt."""
    return s.step in (Step.STRIKING, Step.FIGHTING)


def nobody_decides(s: State) -> bool:
    """Any time at which nobody decides about anything that was played."""
    return under_way(s) and not somebody_decides(s)


def is_any_time(s: State) -> bool:
    """Any time, also for what no answer lets be done before directed damage is taken, unless acts come between."""
    return under_way(s) and (not somebody_decides(s) or acts_come_between(s))


def is_time_for_effects(s: State) -> bool:
    """Any time at which Effects are played and abilities used: in answer to an answer none is."""
    return is_any_time(s) and (not somebody_decides(s) or not is_open(s, Held))


def in_combat(s: State) -> bool:
    """Whether a turn is in its step Combat, its damage dealt or not (0.31, 0.32)."""
    return s.step in (Step.COMBAT, Step.INTERCEPTING, Step.DEALT)


def depleted(s: State, who: Player) -> bool:
    """Whether a player's Brain Cell has no cards (0.5, 1.4)."""
    return all(s.cell[c] != Cell.BRAIN or c.owner != who for c in Card)


def in_hand(s: State, who: Player, card: Card) -> bool:
    """Whether a card is in that player's hand: hands hold cards of their owner."""
    return s.cell[card] == Cell.HAND and card.owner == who


# --- where a card is ----------------------------------------------------------------------------------------------


def head(s: State, card: Card) -> Card:
    """The card that this one is attached to, or itself: attached cards never have others upon them."""
    under = s.upon[card]
    return card if under is None else under


def is_upon(s: State, card: Card, under: Card) -> bool:
    """Whether a card is attached to that one."""
    return s.cell[card] == Cell.UPON and s.upon[card] == under


def place(s: State, card: Card) -> Cell:
    """The Cell of a card; of an attached one, that of the card which it lies upon."""
    return s.cell[head(s, card)]


def whose_cell(s: State, card: Card) -> Player | None:
    """Whose Cells a card is in."""
    return s.holder[head(s, card)]


def in_play(s: State, card: Card) -> bool:
    """In a Main, Attack or Defend Cell, attached or not: incubating cards are still to come into play (2.8, 4.16)."""
    return place(s, card) in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)


def stands_in_play(s: State, card: Card) -> bool:
    """In play, and attached to nothing."""
    return s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)


@memesis.question("who controls a card that lies in an ally's Cells?")
def controller(s: State, card: Card) -> Player:
    return ask(
        its_owner=says(card.owner, "Owners decide about their cards.", "3.7", "5.2c", default=True),
    )


@controller.answer("4.1b", "8.2g")
def whoever_has_it(s: State, card: Card) -> Player | Silent:
    """Players control cards, and what matured in an ally's Incubation Cell is spoken of as his to attack with."""
    where = whose_cell(s, card)
    return SILENT if where is None else where
