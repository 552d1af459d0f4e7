"""Daemons, Sections 3 to 5, 9 and 10: what is done in a Running Phase: cards played and used, Refresh, Burn."""

from enum import Enum

from model.daemons.deeds import (
    carry_out,
    come_to_the_field,
    cost_where_none_is_given,
    draw_cards,
    goes_on,
    pay,
    put_tracker,
    take_damage,
    trash,
)
from model.daemons.state import Card, Kind, Numbers, Player, State, Step, When, Zone, daemons
from model.daemons.words import (
    busy,
    can_be_paid,
    empty_handed,
    grip_size,
    in_grip,
    in_play,
    on_field,
    on_turn,
    owns,
)
from ruleslawyer.lang import ask, domain, effect, no, permit, says, when, yes

# --- playing cards (4.6, 3.3) -------------------------------------------------------------------------------------


@daemons.action("4.6a")
def play(s: State, who: Player, card: Card) -> None:
    """A card comes from the grip to the field: a Daemon to stay, a Script once it has been activated."""
    domain(in_play(s) and in_grip(s, who, card) and is_concerned(s, who, card))
    with effect("4.6b"):
        pay(s, who, card.cost)
    does = card.does
    if card.kind == Kind.SCRIPT and does is not None and goes_on(s) and playing_activates(s):
        with effect("3.3a"):
            carry_out(s, who, does, card.level, who)
    if goes_on(s) or what_is_paid_is_placed(s):
        if card.kind == Kind.DAEMON:
            with effect("4.6a"):
                come_to_the_field(s, card, Zone.FIELD)
            with effect("6.2b"):
                s.sick[card] = True
        else:
            with effect("3.3b"):
                come_to_the_field(s, card, Zone.SCRIPTS)


def is_concerned(s: State, who: Player, card: Card) -> bool:
    """Whether it is that player's turn, or the card is a Script, of which it is asked whether it waits for the turn."""
    return s.active == who or card.kind == Kind.SCRIPT


playing_activates = daemons.doubt(
    "does playing a Script activate it?",
    activated_as_it_is_played=yes("yes, once", default=True),
    activated_from_the_field=no("no: it is activated on the field, as often as its cost is paid again"),
)


what_is_paid_is_placed = daemons.doubt(
    "where a turn ends as the tracker crosses: is the card on the field whose cost has moved it?",
    "4.6a",
    the_cost_comes_first=no("no: it is paid for before it is placed, and stays in the grip", default=True),
    placed_by_paying=yes("yes: it is placed by being paid for"),
)


@play.permit("4.6a", "4.5", "5.1c")
def may_play_in_the_own_turn(s: State, who: Player, card: Card) -> bool:
    """In the Running Phase cards are played, in any order with other actions."""
    return on_turn(s, who)


@play.permit("10.11")
def may_play_instants(s: State, who: Player, card: Card) -> bool:
    """Scripts are said to be what another game lets players use in an opponent's turn."""
    return card.kind == Kind.SCRIPT and may_react(s, who)


def may_react(s: State, who: Player) -> bool:
    """Whether a player may use Scripts in the opponent's turn: at its start only where they may be used amid what the
    opponent does."""
    return (
        s.active != who
        and s.step in (Step.LOADING, Step.START, Step.RUNNING)
        and scripts_are_reactions(s)
        and (s.step == Step.RUNNING or scripts_interrupt(s))
    )


@play.forbid("5.1a", "5.1e", over=play)
def its_cost_leads_off_the_track(s: State, who: Player, card: Card) -> bool:
    """A cost is paid by moving the tracker on a track that ends."""
    return not can_be_paid(s, who, card.cost)


scripts_are_reactions = daemons.doubt(
    "may Scripts be used in the opponent's turn?",
    in_the_own_turn=no(
        "Playing cards and using abilities are actions of a Running Phase.", "4.5", "4.6a", "4.7a", default=True
    ),
    like_instants=yes("A Script is an instant.", "10.11"),
)


scripts_interrupt = daemons.doubt(
    "where Scripts are used in the opponent's turn: amid what the opponent does, too?",
    after_an_action_of_the_opponent=no("no: when it has been carried out", default=True),
    amid_an_action_of_the_opponent=yes(
        "yes: before a damage is taken or a card is drawn, and between effects of the start of a turn"
    ),
)


@daemons.action("10.11", passes=True)
def let_it_go_on(s: State, who: Player) -> None:
    """A player who may use a Script before a damage is taken, or a card drawn, uses none."""
    domain(s.step in (Step.LOADING, Step.START, Step.RUNNING) and s.active != who and busy(s))
    permit("10.11", "Nobody has to use a Script.", need_not_react=may_react(s, who) and scripts_interrupt(s))
    s.let_go_on = True


# --- Scripts that are activated on the field (3.3a, 4.7a) ---------------------------------------------------------


@daemons.action("4.7a", "3.3a")
def activate_script(s: State, who: Player, card: Card) -> None:
    """A Script on the field takes effect, for its cost."""
    domain(
        card.kind == Kind.SCRIPT
        and card.does is not None
        and s.zone[card] == Zone.SCRIPTS
        and is_concerned(s, who, card)
    )
    with effect("4.7b"):
        pay(s, who, card.cost)
    does = card.does
    if does is not None and goes_on(s):
        with effect("3.3a"):
            carry_out(s, who, does, card.level, who)


@activate_script.permit("4.7a", "3.3a", "4.5")
def may_activate_scripts(s: State, who: Player, card: Card) -> bool:
    """In the Running Phase, if a Script is activated on the field, and not as it is played."""
    return on_turn(s, who) and not playing_activates(s) and may_use_it(s, who, card)


@activate_script.permit("10.11")
def may_activate_instants(s: State, who: Player, card: Card) -> bool:
    """In the opponent's turn, if Scripts are what another game lets players use there."""
    return may_react(s, who) and not playing_activates(s) and may_use_it(s, who, card)


@activate_script.forbid("5.1a", "5.1e", over=activate_script)
def its_price_leads_off_the_track(s: State, who: Player, card: Card) -> bool:
    """Its cost is paid by moving the tracker on a track that ends."""
    return not can_be_paid(s, who, card.cost)


# --- abilities (4.7) ----------------------------------------------------------------------------------------------


@daemons.action("4.7a")
def activate(s: State, who: Player, card: Card) -> None:
    """The costs of an ability are paid, then it is performed."""
    domain(
        card.ability is not None and card.when == When.ACTIVATED and on_field(s, card) and is_concerned(s, who, card)
    )
    with effect("4.7b"):
        pay(s, who, card.fee)
    does = card.ability
    if does is not None and goes_on(s):
        with effect("4.7b"):
            carry_out(s, who, does, card.level, who)


@activate.permit("4.7a", "4.5", "5.1c")
def may_use_abilities(s: State, who: Player, card: Card) -> bool:
    """In the Running Phase abilities of cards on the field are used, as often as they are paid for."""
    return on_turn(s, who) and may_use_it(s, who, card)


@activate.permit("10.11")
def may_use_instants(s: State, who: Player, card: Card) -> bool:
    """In the opponent's turn abilities of Scripts, if those are what another game lets players use there."""
    return may_react(s, who) and may_use_it(s, who, card)


def may_use_it(s: State, who: Player, card: Card) -> bool:
    """Whether a card on the field is one that a player may use."""
    return owns(s, who, card) or others_abilities_may_be_used(s)


others_abilities_may_be_used = daemons.doubt(
    "may a player use the ability of an opponent's card on the field?",
    ones_own_cards=no("no: of one's own cards", default=True),
    any_card_on_the_field=yes("yes: of any card there"),
)


# --- trashing Scripts (3.3) ---------------------------------------------------------------------------------------


@daemons.action("3.3d")
def trash_script(s: State, who: Player, card: Card) -> None:
    """A Script is trashed to trigger an effect: trashing it is a part of the costs, which are paid whole."""
    domain(
        card.ability is not None
        and card.when == When.TRASHED
        and s.zone[card] == Zone.SCRIPTS
        and is_concerned(s, who, card)
    )
    with effect("4.7b"):
        pay(s, who, card.fee)
    with effect("3.3d"):
        trash(s, card)
    does = card.ability
    if does is not None and goes_on(s):
        with effect("4.7b"):
            carry_out(s, who, does, card.level, who)


@trash_script.permit("3.3d", "4.7a")
def may_trash_in_the_own_turn(s: State, who: Player, card: Card) -> bool:
    """Some Scripts can be trashed, which is an ability of a card on the field."""
    return on_turn(s, who) and may_trash_it(s, who, card)


@trash_script.permit("10.11")
def may_trash_instants(s: State, who: Player, card: Card) -> bool:
    """In the opponent's turn, if Scripts are what another game lets players use there."""
    return may_react(s, who) and may_trash_it(s, who, card)


def may_trash_it(s: State, who: Player, card: Card) -> bool:
    """Whether a Script is one that a player may trash."""
    return owns(s, who, card) or others_scripts_may_be_trashed(s)


others_scripts_may_be_trashed = daemons.doubt(
    "may a player trash an opponent's Script, for its effect?",
    ones_own_scripts=no("no: one's own", default=True),
    any_script=yes("yes: nobody is named"),
)


@activate.forbid("5.1a", "5.1e", also=trash_script, over=activate)
def its_fee_leads_off_the_track(s: State, who: Player, card: Card) -> bool:
    """A fee is paid by moving the tracker on a track that ends."""
    return not can_be_paid(s, who, card.fee)


# --- Refresh and Burn (4.9, 9.2, 9.3) -----------------------------------------------------------------------------


@daemons.action("4.9a", "4.9b")
def refresh(s: State, who: Player) -> None:
    """The tracker is set to zero, and cards are drawn until there are five in the grip; at zero it moves nothing, which
    ends no turn (4.1c)."""
    domain(in_play(s) and s.active == who)
    missing = Numbers.refresh - grip_size(s, who)
    with effect("5.1d"):
        pay(s, who, cost_where_none_is_given(s))
    if goes_on(s):
        with effect("4.9a"):
            if s.memory != 0:
                put_tracker(s, who, 0)
    if goes_on(s):
        with effect("4.9b"):
            if missing > 0:
                draw_cards(s, who, missing)
    if how_else_a_turn_ends(s) == OtherEnd.BY_REFRESHING:
        with effect("4.9a", "4.1a"):
            s.crossed = True
            s.refreshed = True


@refresh.permit("4.9a", "4.9b", "4.5")
def may_refresh(s: State, who: Player) -> bool:
    """In the Running Phase; with how many cards in the grip, and how often, is not limited."""
    return on_turn(s, who)


@refresh.cannot("9.2a", "loses the ability to Refresh")
def has_nothing_left(s: State, who: Player) -> bool:
    """With empty grip and deck there is no Refresh."""
    return is_bereft(s, who)


@daemons.action("4.1a")
def end_the_turn(s: State, who: Player) -> None:
    """The active player says that the turn is over; the tracker stays where it is."""
    domain(in_play(s) and s.active == who)
    s.crossed = True


@end_the_turn.permit("4.1a")
def turns_alternate(s: State, who: Player) -> bool:
    """Players alternate in taking turns: that one may say when it is over is a reading."""
    return on_turn(s, who) and how_else_a_turn_ends(s) == OtherEnd.BY_SAYING_SO


class OtherEnd(Enum):
    """How a turn ends in which no tracker crosses."""

    NOT_AT_ALL = "not at all"
    BY_SAYING_SO = "its player says so"
    BY_REFRESHING = "by a Refresh"


@daemons.question(
    "how does a turn end in which the tracker does not cross?",
    about=("refreshed",),
    aside={"burn": "of a player who can do nothing but Burn another question is asked"},
)
def how_else_a_turn_ends(s: State) -> OtherEnd:
    return ask(
        it_does_not_end=says(OtherEnd.NOT_AT_ALL, "not at all, as it is written", default=True),
        its_player_says_so=says(OtherEnd.BY_SAYING_SO, "its player may say that it is over"),
        a_refresh_ends_it=says(OtherEnd.BY_REFRESHING, "a Refresh ends it"),
    )


@daemons.action("9.3")
def burn(s: State, who: Player) -> None:
    """The active player takes one damage."""
    domain(in_play(s) and s.active == who)
    permit(
        "9.2b", "9.3", "With empty grip and deck there is Burn.", may_burn_instead=on_turn(s, who) and is_bereft(s, who)
    )
    with effect("5.1d"):
        pay(s, who, cost_where_none_is_given(s))
    if goes_on(s):
        with effect("9.3"):
            take_damage(s, who, Numbers.burn)
    if what_is_left_to_the_bereft(s) == LeftToDo.BURN_ONCE:
        with effect("9.3", "4.1a"):
            s.crossed = True
            s.refreshed = True


@daemons.action("9.2b", passes=True)
def do_nothing(s: State, who: Player) -> None:
    """A player who could do nothing but Burn does not."""
    domain(in_play(s) and s.active == who)


@do_nothing.permit("9.2b")
def nobody_has_to_burn(s: State, who: Player) -> bool:
    """That a player gains the action is not that it has to be taken."""
    return on_turn(s, who) and is_bereft(s, who) and what_is_left_to_the_bereft(s) == LeftToDo.NOTHING


class LeftToDo(Enum):
    """The choices of a player whose grip and deck are empty, and who can do nothing else."""

    BURN_ON = "Burn again and again, until the turn ends"
    NOTHING = "nothing, if so wished"
    BURN_ONCE = "Burn once, and then the turn ends"


@daemons.question(
    "what does a player do who can do nothing but Burn?",
    about=("refreshed",),
    aside={"refresh": "whoever refreshes can do that"},
)
def what_is_left_to_the_bereft(s: State) -> LeftToDo:
    return ask(
        burning_until_the_turn_ends=says(LeftToDo.BURN_ON, "burn until the turn ends", default=True),
        nothing_at_all=says(LeftToDo.NOTHING, "nothing: nobody has to burn"),
        burning_once=says(LeftToDo.BURN_ONCE, "burn once, and the turn ends"),
    )


def is_bereft(s: State, who: Player) -> bool:
    """Whether Burn has taken the place of Refresh (9.2)."""
    return empty_handed(s, who) or (s.bereft[who] and bereft_for_good(s))


@daemons.settle("9.2a", "9.2b")
def become_bereft(s: State, who: Player) -> None:
    """Grip and deck are empty."""
    # Before the first turn there is nothing yet to have run out of.
    when(in_play(s) and empty_handed(s, who) and not s.bereft[who], "2.13")
    s.bereft[who] = True


bereft_for_good = daemons.doubt(
    "does a player whose grip and deck were empty get Refresh back with a card in the grip?",
    while_both_are_empty=no("yes: while both are empty", default=True),
    from_then_on=yes("no: it is lost from then on"),
)
