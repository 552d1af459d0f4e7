"""MegaCorp, 7.4 with 5.1.2 and 5.5.7: automatic abilities that have triggered are used, or missed."""

from model.megacorp.activating import put_ability_on_the_stack
from model.megacorp.deeds import leave_the_stack
from model.megacorp.effects import do_it
from model.megacorp.frames import Response, Targeting
from model.megacorp.moments import Triggered, in_phase_a
from model.megacorp.places import is_bonded
from model.megacorp.state import Card, Player, State, megacorp
from model.megacorp.targets import acts_on_a_target
from model.megacorp.turns import is_out
from model.megacorp.words import controller
from ruleslawyer.lang import domain, effect, no, open_frame, when, yes


@megacorp.trigger("7.4.2a", "7.4.2b", on=Triggered, miss="7.4.2d", at=(None, Response))
def use_automatic_ability(s: State, who: Player, card: Card) -> None:
    """Declare an automatic ability that has triggered: it is resolved."""
    when(card.does is not None and card.when is not None)
    with effect("5.1.2a"):
        if in_phase_a(s):
            s.triggered[card] = True
    with effect("7.4.2c"):
        bring_about(s, who, card)


@use_automatic_ability.cannot("3.3.3a", "no abilities at all")
def bonded_cards_use_no_automatic_ability(s: State, who: Player, card: Card) -> bool:
    """A bonded card uses none of its abilities."""
    return is_bonded(s, card)


@use_automatic_ability.cannot("5.1.2a", "5.1.2b", "only once")
def triggered_already(s: State, who: Player, card: Card) -> bool:
    """An ability that triggers in phase A does so once, however often its card is put into play."""
    return in_phase_a(s) and s.triggered[card]


@megacorp.chance("5.5.7a", "5.5.7b")
def resolve_at_the_end(s: State, card: Card) -> None:
    """An ability that must be resolved as the turn ends: in which order, the book leaves open."""
    domain(s.compelled[card])
    with effect("5.5.7a"):
        s.compelled[card] = False
        if card.does is not None and not is_out(s, controller(s, card)):
            bring_about(s, controller(s, card), card)


@megacorp.deed("7.4.2c")
def bring_about(s: State, who: Player, card: Card) -> None:
    """The effects of an automatic ability come about: at once, or by way of the stack; there it takes the place of its
    own card, where that has just been docked."""
    with effect("6.5.9"):
        if automatic_abilities_use_the_stack(s) and card in s.stack:
            leave_the_stack(s, card)
    with effect("7.4.2c"):
        if automatic_abilities_use_the_stack(s):
            put_ability_on_the_stack(s, who, card, card.does)
        elif not acts_on_a_target(card):
            do_it(s, who, card)
    with effect("6.5.1e"):
        if acts_on_a_target(card):
            open_frame(
                s,
                Targeting(awaits=frozenset({who}), card=card, at_once=not automatic_abilities_use_the_stack(s)),
            )


automatic_abilities_use_the_stack = megacorp.doubt(
    "are automatic abilities put on the stack, so that players may respond?",
    the_player_resolves_them=no(
        "When it triggers, the player decides to resolve it; nothing comes between.", "7.4.2c", default=True
    ),
    abilities_are_on_the_stack=yes(
        "Abilities that are cancelled are removed from the stack: so that is where abilities are.", "9.6.1d"
    ),
)
