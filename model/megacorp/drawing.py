"""MegaCorp, 6.10 and 1.2.7: cards that effects make a player draw."""

from model.megacorp.deeds import lose_the_game
from model.megacorp.state import Card, Player, State, Zone, megacorp
from ruleslawyer.lang import domain, no, when, yes


@megacorp.chance("6.10.1", uniform="4.2.1a")
def draw_owed(s: State, card: Card) -> None:
    """The card that an effect makes its owner draw turns out to be this one."""
    domain(s.zone[card] == Zone.MAIN and s.owed[card.owner] > 0)
    s.zone[card] = Zone.HAND
    s.owed[card.owner] -= 1


@megacorp.duty("1.2.7")
def cannot_draw(s: State) -> None:
    """Players who owe a draw and have no main deck left lose; when, is not said."""
    when(any(has_nothing_to_draw(s, p) for p in Player))
    for p in Player:
        if has_nothing_to_draw(s, p):
            s.owed[p] = 0
            if draw_loss_is_immediate(s):
                lose_the_game(s, p)
            else:
                s.out_of_cards[p] = True


def has_nothing_to_draw(s: State, who: Player) -> bool:
    """A draw is owed, and the main deck is empty."""
    return s.owed[who] > 0 and all(s.zone[c] != Zone.MAIN or c.owner != who for c in Card)


draw_loss_is_immediate = megacorp.doubt(
    "when does a player who cannot draw lose?",
    at_once=yes("at once", default=True),
    when_the_turn_ends=no("when the turn ends, like other losses"),
)
