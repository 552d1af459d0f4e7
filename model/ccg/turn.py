"""The host: the steps of a turn, lands, mana, spells and the stack."""

from model.ccg.deeds import (
    announce,
    bury,
    come_into_play,
    empty_pool,
    mana_lasts_the_turn,
    pay_for,
    resolve,
    run_dry,
)
from model.ccg.state import Card, Kind, Numbers, Player, State, Step, Zone, ccg
from model.ccg.words import (
    can_pay,
    controller,
    controls,
    gives,
    hand,
    has_library,
    is_creature,
    is_land,
    is_sick,
    lies_in,
    may_act,
    opponent,
)
from ruleslawyer.lang import domain, effect, no, permit, when, yes

# --- untap and draw (3.2, 3.3) ------------------------------------------------------------------------------------


@ccg.duty("3.2", "3.3")
def untap_and_draw(s: State) -> None:
    """The turn player's cards are untapped, and a card is to be drawn."""
    when(s.step == Step.UNTAP)
    with effect("3.2", "3.5"):
        for c in Card:
            if controller(s, c) == s.turn:
                s.tapped[c] = False
                s.fresh[c] = False
    with effect("3.3"):
        if not s.opening or beginner_draws(s):
            s.owed[s.turn] += 1
        s.step = Step.DRAW


beginner_draws = ccg.doubt(
    "does whoever begins draw a card in the first turn?",
    "2.5",
    the_first_draw_is_skipped=no("no", default=True),
    everybody_draws=yes("yes"),
)


@ccg.chance("3.3", uniform="1.3")
def draw(s: State, card: Card) -> None:
    """The card that is drawn turns out to be this one."""
    domain(any(lies_in(s, p, card, Zone.LIBRARY) and s.owed[p] > 0 for p in Player))
    s.zone[card] = Zone.HAND
    for p in Player:
        if s.owner[card] == p:
            s.owed[p] -= 1


@draw.permit("3.3")
def any_card_of_a_shuffled_library(s: State, card: Card) -> bool:
    """Nobody knows what lies on top."""
    return True


@ccg.duty("6.2")
def draw_from_nothing(s: State) -> None:
    """A card is to be drawn from an empty library."""
    when(any(s.owed[p] > 0 and not has_library(s, p) for p in Player))
    for p in Player:
        if s.owed[p] > 0 and not has_library(s, p):
            run_dry(s, p)


@ccg.duty("3.1")
def go_on_to_the_main_phase(s: State) -> None:
    """The draw is done."""
    when(s.step == Step.DRAW and all(s.owed[p] == 0 for p in Player))
    s.step = Step.MAIN


# --- lands and mana (3.4, 4.1) ------------------------------------------------------------------------------------


@ccg.action("3.4")
def play_land(s: State, who: Player, card: Card) -> None:
    """Play a land from the hand."""
    domain(is_land(s, card) and lies_in(s, who, card, Zone.HAND))
    come_into_play(s, card)
    s.land_played += 1


@play_land.permit("3.4")
def in_ones_own_main_phase(s: State, who: Player, card: Card) -> bool:
    """In one's own main phase, while nothing waits on the stack."""
    return s.step == Step.MAIN and s.turn == who and len(s.stack) == 0


@play_land.forbid("3.4", over=play_land, because="one land a turn limits the permission")
def one_land_a_turn(s: State, who: Player, card: Card) -> bool:
    """Only one land is played in a turn."""
    return s.land_played >= Numbers.lands_a_turn


@ccg.action("4.1")
def tap_for_mana(s: State, who: Player, card: Card) -> None:
    """Tap a land for a mana of its colour."""
    domain(is_land(s, card) and s.zone[card] == Zone.BATTLEFIELD and gives(s, card) is not None)
    colour = gives(s, card)
    s.tapped[card] = True
    if colour is not None:
        s.pool[who][colour] += 1


@tap_for_mana.permit("4.1")
def own_lands_are_tapped(s: State, who: Player, card: Card) -> bool:
    """Whenever its controller may act."""
    return may_act(s, who) and controls(s, who, card) and not s.tapped[card]


@tap_for_mana.forbid("3.5", over=tap_for_mana, because="sickness limits what a creature is tapped for")
def sick_creatures_are_not_tapped(s: State, who: Player, card: Card) -> bool:
    """A creature that came in this turn is not tapped for an ability, though it be a land as well."""
    return is_sick(s, card)


# --- spells (4.3 to 4.8) ------------------------------------------------------------------------------------------


@ccg.action("4.3")
def cast(s: State, who: Player, card: Card) -> None:
    """Cast a card from the hand, for its cost."""
    domain(not is_land(s, card) and lies_in(s, who, card, Zone.HAND))
    with effect("4.3"):
        pay_for(s, who, card)
    with effect("4.6"):
        s.zone[card] = Zone.STACK
        announce(s, who, card)


@cast.permit("4.4")
def creatures_in_ones_own_main_phase(s: State, who: Player, card: Card) -> bool:
    """Creatures are cast in one's own main phase, while nothing waits on the stack."""
    return is_creature(s, card) and s.step == Step.MAIN and s.turn == who and len(s.stack) == 0


@cast.permit("4.5")
def instants_at_any_time(s: State, who: Player, card: Card) -> bool:
    """Instants are cast whenever a player may act, in answer to something too."""
    return card.kind == Kind.INSTANT and may_act(s, who)


@cast.forbid("4.3", over=cast, because="a cost is paid or the spell is not cast")
def beyond_means(s: State, who: Player, card: Card) -> bool:
    """What it costs must be there."""
    return not can_pay(s, who, card)


@ccg.action("4.6", passes=True)
def let_it_resolve(s: State, who: Player) -> None:
    """The top thing on the stack is not answered any more: it happens."""
    domain(len(s.stack) > 0)
    permit("4.6", "Whoever may answer need not.", the_opponent_passes=may_act(s, who))
    card = s.stack.top
    caster = s.caster[card]
    s.stack = s.stack.without(card)
    if caster is not None:
        resolve(s, caster, card)


# --- steps (3.1) --------------------------------------------------------------------------------------------------


@ccg.action("3.1")
def go_on(s: State, who: Player) -> None:
    """Go on to the next step; without an attack the turn is at its end."""
    domain(s.step in (Step.MAIN, Step.ATTACK, Step.BLOCK))
    with effect("3.1"):
        if s.step == Step.MAIN:
            s.step = Step.ATTACK
        elif s.step == Step.BLOCK:
            s.step = Step.DAMAGE
        elif any(s.attacking[c] for c in Card):
            s.step = Step.BLOCK
        else:
            s.step = Step.END
    with effect("4.2"):
        if not mana_lasts_the_turn(s):
            for p in Player:
                empty_pool(s, p)


@go_on.permit("3.1")
def whose_step_it_is(s: State, who: Player) -> bool:
    """Nothing has to be done in a step; the defending player ends that of the blockers."""
    return may_act(s, who) and len(s.stack) == 0


@ccg.action("3.6")
def discard_down(s: State, who: Player, card: Card) -> None:
    """Discard a card that is too many at the end of the turn."""
    domain(s.step == Step.END and lies_in(s, who, card, Zone.HAND))
    permit("3.6", "The turn player chooses which.", too_many_cards=who == s.turn)
    bury(s, card)


@ccg.duty("3.7", turn_end=True)
def end_the_turn(s: State) -> None:
    """Mana is gone, and the other player's turn begins."""
    when(s.step == Step.END and hand(s, s.turn) <= Numbers.hand_limit)
    with effect("4.2"):
        for p in Player:
            empty_pool(s, p)
    with effect("3.7"):
        s.turn = opponent(s.turn)
        s.step = Step.UNTAP
