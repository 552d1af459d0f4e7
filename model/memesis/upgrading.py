"""Memesis, 5.4 with 4.11: an Effect is upgraded with a Rune as it is played."""

from model.memesis.abilities import has_an_aim
from model.memesis.bearers import bears_the_marking
from model.memesis.deeds import pay, put_into_the_dead_cell
from model.memesis.effects import is_played_at_large, play_an_effect
from model.memesis.frames import Choosing, Directed, Dispelling, Resolved
from model.memesis.runes import lay_upon
from model.memesis.state import Card, Cell, Join, Kind, Numbers, Player, State, memesis
from model.memesis.table import head, in_hand, is_time_for_effects
from ruleslawyer.lang import domain, effect, no, yes


def price_of_upgrading(s: State, card: Card, keep: bool) -> int:
    """What playing an Effect with a Rune takes: 2 beyond its cost, if the Rune is to come back."""
    return card.cost + (
        Numbers.rune_price + Numbers.removal_price if keep else 0 if lost_runes_are_free(s) else Numbers.rune_price
    )


@memesis.action("5.4a", at=(None, Resolved, Dispelling, Directed, Choosing))
def play_upgraded_effect(s: State, who: Player, card: Card, at: Player, rune: Card, keep: bool) -> None:
    """Play an Effect from the hand with a Rune upon it; `keep`: the 2 source are paid for which the Rune comes back."""
    domain(card.kind == Kind.EFFECT and rune.kind == Kind.RUNE and in_hand(s, who, card) and in_hand(s, who, rune))
    with effect("4.3b", "5.4b"):
        pay(s, who, price_of_upgrading(s, card, keep))
    with effect("5.4a"):
        play_an_effect(s, who, card, at)
        lay_upon(s, rune, card)
        s.kept[rune] = keep


@play_upgraded_effect.permit("4.3a", "5.4a")
def effects_are_upgraded_as_they_enter(s: State, who: Player, card: Card, at: Player, rune: Card, keep: bool) -> bool:
    """An Effect may be upgraded just as it comes from the hand, at any time as Effects are played: a Rune that upgrades
    nothing on it is not spoken of."""
    return is_time_for_effects(s) and bears_the_marking(s, rune, card)


def upgrade_concerns(who: Player, card: Card, at: Player, rune: Card) -> bool:
    """Whether what an Effect does by a Rune is done at a player."""
    return rune.rune is not None and has_an_aim(who, card.upgrades[rune.rune], at)


@play_upgraded_effect.forbid("4.1b", "4.4a", over=play_upgraded_effect)
def upgraded_for_nobody(s: State, who: Player, card: Card, at: Player, rune: Card, keep: bool) -> bool:
    """An Effect is played at an opposing player, or on one's own property: whether at any, whatever it does."""
    return (
        is_time_for_effects(s)
        and bears_the_marking(s, rune, card)
        and s.source[who] >= price_of_upgrading(s, card, keep)
        and not upgrade_concerns(who, card, at, rune)
        and is_played_at_large(s, who, card, at)
    )


@play_upgraded_effect.cannot("4.3b", "5.4b", "given the source")
def upgrading_is_beyond_means(s: State, who: Player, card: Card, at: Player, rune: Card, keep: bool) -> bool:
    """The source must be there."""
    return s.source[who] < price_of_upgrading(s, card, keep)


lost_runes_are_free = memesis.doubt(
    "what is paid for a Rune on an Effect that is not to come back?",
    placing_is_paid=no("Placing it takes 1 source, of the two.", "5.2a", "5.4b", default=True),
    the_rune_is_the_price=yes("If the cost is not paid, the Rune is destroyed.", "5.4d"),
)


@memesis.deed("5.4c")
def go_back_to_the_hand(s: State, card: Card) -> None:
    """A Rune goes back to the hand from an Effect that was used."""
    s.cell[card] = Cell.HAND
    s.upon[card] = None


@put_into_the_dead_cell.instead("5.4c", by=go_back_to_the_hand)
def it_was_paid_for(s: State, card: Card) -> bool:
    """For 2 source the Rune returns to the hand."""
    return (
        s.kept[card]
        and s.cell[card] == Cell.UPON
        and s.joined[card] == Join.RUNE
        and s.cell[head(s, card)] == Cell.SHOWN
        and paid_runes_return(s)
    )


paid_runes_return = memesis.doubt(
    "does a Rune on an Effect come back for which 2 source were paid?",
    it_returns=yes("If the 2 source is paid, it returns to the hand.", "5.4c", default=True),
    it_dies_with_the_effect=no("Runes attached to Effects go to the Dead Cell as well after their one use.", "4.11"),
)
