"""MegaCorp, 9.25: REGENERATE, at any time, and as a card is about to be destroyed."""

from model.megacorp.activating import (
    activate,
    covers_trait_fee,
    fee_of,
    pay_for,
    put_ability_on_the_stack,
    usable,
)
from model.megacorp.deeds import disengage
from model.megacorp.development import develop
from model.megacorp.frames import Response
from model.megacorp.leaving import may_be_regenerated
from model.megacorp.moving import move_card, swap_cards
from model.megacorp.places import beneath, is_bonded
from model.megacorp.state import Card, Does, Fate, Keyword, Player, State, Trait, Zone, megacorp
from model.megacorp.turns import is_out, no_priority
from model.megacorp.words import bears, controller, keeper
from ruleslawyer.lang import domain, effect, no, when, yes


@megacorp.deed("9.25.1g", "9.25.1k", "9.25.1i")
def restore(s: State, card: Card, saved: bool) -> None:
    """A card's traits go back to their printed values; an engaged card disengages, at least where that has saved it;
    it keeps its place."""
    with effect("9.25.1g"):
        for t in Trait:
            s.damage[card][t] = 0
            if scars_are_undone(s):
                s.scar[card][t] = 0
            if counters_are_undone(s):
                s.counter[card][t] = 0
    with effect("9.25.1k"):
        if s.engaged[card] and (saved or any_regeneration_turns_upright(s)):
            disengage(s, card)


any_regeneration_turns_upright = megacorp.doubt(
    "does an engaged card turn upright when it regenerates though nothing was about to destroy it?",
    whatever_regenerates=yes(
        "Whatever is engaged turns upright as it regenerates; and it may regenerate although nothing destroys it.",
        "9.25.1k",
        "9.25.1n",
        default=True,
    ),
    only_what_was_to_be_destroyed=no(
        "What regenerating does is told of a card that damage was about to destroy, turning upright too.",
        "9.25.1c",
        "9.25.1f",
    ),
    about=("restore",),
)


scars_are_undone = megacorp.doubt(
    "does regenerating undo permanent damage?",
    printed_values_again=yes("All trait scores are reset to the values originally printed.", "9.25.1g", default=True),
    permanent_damage_stays=no("Permanent damage is what is not healed.", "5.5.5b"),
)


counters_are_undone = megacorp.doubt(
    "does regenerating take off counters that change traits?",
    printed_values_without_counters=yes("All trait scores are reset to the values originally printed.", "9.25.1g"),
    counters_go_with_their_card=no(
        "Counters cease to exist when they are destroyed, or their card leaves play.", "7.9.4a", "7.9.4b", default=True
    ),
)


@megacorp.action("9.25.1n", at=(None, Response))
def regenerate(s: State, who: Player, card: Card) -> None:
    """Use REGENERATE while nothing destroys the card; that gives it no shield against what comes later."""
    # One use of a card at a time is on the stack: a limit of this model.
    domain(
        any(c.keywords[Keyword.REGENERATE] for c in Card)
        and s.zone[card] == Zone.NETWORK
        and bears(s, card, Keyword.REGENERATE)
        and card not in s.stack
    )
    with effect("7.2.1c", "9.25.1e", "8.1.1"):
        pay_for(s, who, card, Keyword.REGENERATE)
    with effect("7.2.1b", "9.25.1n"):
        put_ability_on_the_stack(s, who, card, Does.REGENERATE)


@regenerate.permit("9.25.1n", "7.2.2a", "7.2.2b")
def controller_regenerates(s: State, who: Player, card: Card) -> bool:
    """A card may regenerate although it is not being destroyed."""
    return usable(s, who, card)


@megacorp.action("9.25.1a", "9.25.1d")
def regenerate_now(s: State, who: Player, card: Card) -> None:
    """Pay for REGENERATE as the card is about to be destroyed: it stays, with what is beneath it."""
    domain(any(c.keywords[Keyword.REGENERATE] for c in Card) and may_be_regenerated(s, card))
    with effect("9.25.1e", "8.1.1"):
        pay_for(s, who, card, Keyword.REGENERATE)
    doomed = Fate.ANNIHILATED if s.assassinated[card] else Fate.DESTROYED
    with effect("9.25.1f", "9.25.1h", "9.25.1i"):
        s.fate[card] = None
        s.beaten[card] = False
        for c in Card:
            if beneath(s, c, card) and s.fate[c] == doomed:
                s.fate[c] = None
    with effect("9.25.1g"):
        restore(s, card, True)


@regenerate_now.permit("9.25.1d", "9.25.1m")
def controller_saves_it(s: State, who: Player, card: Card) -> bool:
    """Its controller may activate the ability then, and anew each time."""
    return controller(s, card) == who


@regenerate_now.forbid("9.25.1c", over=regenerate_now)
def not_destroyed_by_damage(s: State, who: Player, card: Card) -> bool:
    """REGENERATE comes in when a card takes enough damage to be destroyed."""
    return controller(s, card) == who and not s.by_damage[card] and not saves_from_any_destruction(s)


saves_from_any_destruction = megacorp.doubt(
    "does REGENERATE save a card that something other than damage destroys?",
    it_can_avoid_being_destroyed=yes(
        "A card with this ability can avoid being destroyed; no destruction is left out.", "9.25.1a", default=True
    ),
    only_from_damage=no("The ability is activated when the card is dealt so much damage.", "9.25.1c"),
)


@megacorp.action("9.25.1l", passes=True)
def let_it_be_destroyed(s: State, who: Player, card: Card) -> None:
    """Do not activate REGENERATE: the card is destroyed."""
    domain(any(c.keywords[Keyword.REGENERATE] for c in Card) and may_be_regenerated(s, card))
    with effect("9.25.1l", "9.25.1o"):
        s.let_go[card] = True


@let_it_be_destroyed.permit("9.25.1d", "9.25.1l", "9.25.1o")
def controller_lets_it_go(s: State, who: Player, card: Card) -> bool:
    """Its controller may, and so need not; without a further activation it is destroyed. For one who is out, whoever
    else is asked lets it go."""
    return controller(s, card) == who or is_out(s, controller(s, card))


@megacorp.settle("1.2.2a", "9.25.1d")
def who_is_out_saves_nothing(s: State, card: Card) -> None:
    """A card of whoever is out is let go: nobody is asked."""
    when(may_be_regenerated(s, card) and is_out(s, keeper(s, card)), "9.25.1d")
    s.let_go[card] = True


# --- what holds for REGENERATE as for activated abilities that are printed (3.3, 5.1, 7.2) ------------------------


@activate.cannot("3.3.3a", "no abilities at all", also=(regenerate, regenerate_now))
def no_abilities_while_bonded(s: State, who: Player, card: Card) -> bool:
    """A bonded card uses none of its abilities."""
    return is_bonded(s, card)


@activate.forbid(
    "5.1.3e",
    "7.2.2c",
    also=(develop, move_card, swap_cards, regenerate),
    over=activate,
    because="7.2.2: unless otherwise stated",
)
def no_priority_for_abilities(s: State) -> bool:
    """While cashflow and upkeep are dealt with there is no priority."""
    return no_priority(s)


@regenerate.forbid("1.3.10", also=regenerate_now, over=regenerate, because="9.25.1: paying any applicable costs")
def regenerate_fee_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < fee_of(s, who, card, Keyword.REGENERATE)


@regenerate.forbid("7.2.1c", also=regenerate_now, over=regenerate, because="9.25.1: paying any applicable costs")
def regenerated_without_traits(s: State, who: Player, card: Card) -> bool:
    """The traits that regenerating costs are to be paid too."""
    return not covers_trait_fee(s, who, card, Keyword.REGENERATE)
