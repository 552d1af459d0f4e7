"""MegaCorp, 6.5 with 6.1 to 6.3: how a card is played: its space, the stack, and the windows for responses.

Long: space, stack and windows are the stages of one procedure, and each asks the one before.
"""

from model.megacorp.abilities import another_target_is_named, resolve, resolve_activated
from model.megacorp.deeds import (
    bond,
    discard_the_pile,
    dock,
    engage,
    go_to_market,
    leave_play,
    leave_the_stack,
    purchases_leave_play,
    put_on_the_stack,
)
from model.megacorp.effects import show_hand
from model.megacorp.frames import Placing, Response, Targeting
from model.megacorp.instants import anyone_can_respond, can_respond
from model.megacorp.moments import arrive
from model.megacorp.places import docks, is_bonded, place_of
from model.megacorp.state import (
    Card,
    Keyword,
    Player,
    Slot,
    Stage,
    State,
    Step,
    When,
    Zone,
    is_between_steps,
    is_within_an_attack,
    megacorp,
)
from model.megacorp.targets import choose_target, is_hidden_from, needs_target
from model.megacorp.turns import active, is_out, nothing_pending, on_turn
from model.megacorp.words import controller, is_event
from ruleslawyer.lang import SILENT, Silent, close_frame, effect, is_open, no, open_frame, the, when, yes

# --- which space (6.5.1, 3.8, 9.28) -------------------------------------------------------------------------------


@megacorp.term("6.5.1d")
def free_for(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Whether a space is free for a card that a player deploys: no other card lies in it."""
    return all(c == card or s.slot[c] != slot for c in Card)


@free_for.exception("9.28.1a", "9.28.1b", "9.28.1c", "9.28.1e", "9.28.3a", "9.28.4")
def holds_a_terrain(s: State, who: Player, card: Card, slot: Slot) -> bool | Silent:
    """The space of a terrain may be chosen, occupied though it is; what lies upon a terrain does not gain that."""
    open_ones = frozenset(c for c in Card if c.keywords[Keyword.TERRAIN] and c != card and s.slot[c] == slot)
    beneath_others = frozenset(
        c for c in Card if c.keywords[Keyword.TERRAIN] and s.under[c] is not None and place_of(s, c) == slot
    )
    return (
        True
        if builds_upon(s, who, open_ones) or (builds_upon(s, who, beneath_others) and terrain_works_from_beneath(s))
        else SILENT
    )


def builds_upon(s: State, who: Player, terrains: frozenset[Card]) -> bool:
    """Whether a player may deploy upon one of some terrains: where others control all of them, is a question."""
    return any(controller(s, c) == who for c in terrains) or (len(terrains) > 0 and others_build_upon_a_terrain(s))


others_build_upon_a_terrain = megacorp.doubt(
    "may a player deploy upon a terrain that another player controls?",
    an_occupied_space_is_legal_for_all=yes(
        "Cards are deployed in the network of an opponent too, and the space of a terrain is a legal one there.",
        "9.28.4",
        "5.2.4b",
        "6.3.2c",
        default=True,
    ),
    its_text_speaks_to_its_controller=no(
        "The terrain says that you may deploy in its space, and on a card that means its controller.",
        "9.28.1a",
        "1.3.4a",
        "1.3.4b",
    ),
)


terrain_works_from_beneath = megacorp.doubt(
    "may a further card be deployed upon a terrain that lies beneath one already?",
    bonded_terrain_is_not_used=no(
        "A bonded card uses no ability, and a terrain follows the rules on bonded cards.",
        "3.3.3a",
        "9.28.5",
        default=True,
    ),
    effects_go_on_beneath=yes("The effects of continuous abilities function although the card was bonded.", "7.3.3a"),
)


@free_for.exception("9.4.1a", "9.4.1c", "9.4.1f")
def holds_what_it_bonds_to(s: State, who: Player, card: Card, slot: Slot) -> bool | Silent:
    """A card with BOND is put beneath the card that it targets: so its space is that one's, and no other."""
    return (
        any(
            c != card and s.slot[c] == slot and not is_hidden_from(s, card, c) and is_its_host(s, card, c) for c in Card
        )
        if card.keywords[Keyword.BOND]
        else SILENT
    )


def is_its_host(s: State, card: Card, other: Card) -> bool:
    """Whether a card with BOND may go beneath another: the one that it targets, wherever that lies by now; before one
    is named, and perhaps when it has left, any."""
    target = s.target[card]
    return target is None or target == other or (s.zone[target] != Zone.NETWORK and another_target_is_named(s))


@choose_target.cannot("9.4.1c", "it is put beneath the targeted card")
def bonds_in_its_own_space(s: State, f: Targeting, who: Player, target: Card) -> bool:
    """What a card with BOND targets is what lies in the space that was chosen for it."""
    return f.card.keywords[Keyword.BOND] and s.goal[f.card] is not None and s.slot[target] != s.goal[f.card]


def event_claims(s: State, card: Card, slot: Slot) -> bool:
    """Whether another event lies in a space or is being played into it (6.1.2c), as long as it is there (6.1.2d)."""
    return any(
        is_event(c)
        and c != card
        and (
            s.slot[c] == slot
            or s.goal[c] == slot
            or (is_bonded(s, c) and place_of(s, c) == slot and bonded_events_hold_their_slot(s))
        )
        for c in Card
    )


bonded_events_hold_their_slot = megacorp.doubt(
    "does an event that is bonded beneath a card keep further events out of its slot?",
    it_occupies_the_slot=yes(
        "No event is played into the slot of another, until that is removed; and bonded it is there.",
        "6.1.2c",
        "6.1.2d",
    ),
    several_may_be_bonded=no("A card may have several others bonded to it.", "9.4.1f", default=True),
)


def legal_space(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """Whether nothing bars a card that a player deploys from a space."""
    return (
        free_for(s, who, card, slot) and docks(s, card, slot) and not (is_event(card) and event_claims(s, card, slot))
    )


space_comes_last = megacorp.doubt(
    "is the space of an event chosen as it is declared, or once it has resolved?",
    chosen_at_the_declaration=no(
        "Network and space are chosen right after a card was declared, before it is paid for.",
        "6.5.1c",
        "6.5.1d",
        "6.5.1j",
        default=True,
    ),
    chosen_after_resolving=yes("An event is given a slot once it has resolved.", "6.1.2b"),
)


# --- onto the stack (6.5.1) ---------------------------------------------------------------------------------------


@megacorp.deed("6.5.1a", "6.5.1b", "6.5.1j")
def announce(s: State, who: Player, card: Card, slot: Slot | None) -> None:
    """A card that was declared and paid for goes onto the stack, and its target is named; others may respond anew. A
    token that was bought and so leaves play is not deployed any more."""
    with effect("6.5.2b", "6.5.4b", "6.5.6b", "6.5.8b", "6.5.10b"):
        if is_open(s, Response):
            close_frame(s, Response)
    if card.token and s.zone[card] == Zone.NETWORK and purchases_leave_play(s):
        with effect("7.8.5"):
            discard_the_pile(s, card)
            leave_play(s, card)
    else:
        with effect("6.5.1i"):
            put_on_the_stack(s, who, card)
            s.under[card] = None
            s.goal[card] = slot
        with effect("6.5.1e"):
            if needs_target(card):
                open_frame(s, Targeting(awaits=frozenset({who}), card=card))


@megacorp.deed("3.6.1b", "6.1.3a")
def come_to_nothing(s: State, card: Card) -> None:
    """A card that is not docked goes onto its owner's open market, as a used one, but for a token; what is bonded to it
    is discarded."""
    with effect("3.6.1b"):
        for p in Player:
            if card in s.market[p]:
                s.market[p] = s.market[p].without(card)
        if card in s.stack:
            leave_the_stack(s, card)
    with effect("3.3.8d"):
        discard_the_pile(s, card)
    with effect("3.6.1b", "3.1.2"):
        go_to_market(s, card)


@megacorp.action("6.5.1c", "6.5.1d", "6.1.2b", "9.28.1c", at=Placing)
def place(s: State, f: Placing, who: Player, slot: Slot) -> None:
    """Choose network and space of a card that was bought or played, or has resolved; a token comes there at once."""
    card = f.card
    with effect("6.5.1c", "6.5.1d"):
        close_frame(s, Placing)
    if card in s.stack:
        with effect("6.1.2b"):
            s.goal[card] = slot
    elif s.zone[card] == Zone.ASIDE:
        with effect("7.8.1a"):
            dock(s, card, slot)
            arrive(s, card)
    else:
        with effect("6.5.1a", "6.8.1a"):
            announce(s, who, card, slot)


@place.permit("6.1.3b", "6.2.2c", "6.3.2c", "5.2.4b")
def into_any_network(s: State, f: Placing, who: Player, slot: Slot) -> bool:
    """A card may be placed in one's own network or in another player's."""
    return True


@place.cannot("5.2.4a", "6.2.2d", "3.8.2a", "must be legally docked")
def placed_undocked(s: State, f: Placing, who: Player, slot: Slot) -> bool:
    """A card must be legally docked where it is placed."""
    return not docks(s, f.card, slot)


@place.forbid("6.5.1d", over=place, because="9.28.4: that an occupied space may be chosen is what TERRAIN adds")
def placed_upon_a_card(s: State, f: Placing, who: Player, slot: Slot) -> bool:
    """The space is checked: an occupied one will not do."""
    return not free_for(s, who, f.card, slot)


@place.cannot("6.1.2c", "6.1.2d", "no player may, once the slot is chosen")
def slot_of_another_event(s: State, f: Placing, who: Player, slot: Slot) -> bool:
    """No second event is played into the slot of an event."""
    return is_event(f.card) and event_claims(s, f.card, slot)


@place.forbid("6.1.2b", over=place)
def placed_too_early(s: State, f: Placing, who: Player, slot: Slot) -> bool:
    """An event is given its space once it has resolved, where that passage is followed."""
    return is_event(f.card) and f.card not in s.stack and legal_space(s, who, f.card, slot) and space_comes_last(s)


@megacorp.action("6.1.2a", at=Placing)
def declare_without_a_space(s: State, f: Placing, who: Player) -> None:
    """Play an event whose space is chosen later."""
    card = f.card
    close_frame(s, Placing)
    announce(s, who, card, None)


@declare_without_a_space.permit("6.1.2a", "6.1.2b")
def declared_before_it_resolves(s: State, f: Placing, who: Player) -> bool:
    """An event is declared first, and its slot targeted once it has resolved."""
    return is_event(f.card) and f.card not in s.stack and space_comes_last(s)


@megacorp.action("6.1.2b", at=Placing)
def leave_unplaced(s: State, f: Placing, who: Player) -> None:
    """Place a card nowhere: it comes to nothing."""
    card = f.card
    with effect("6.1.2b"):
        close_frame(s, Placing)
    with effect("3.6.1b"):
        come_to_nothing(s, card)


@leave_unplaced.permit("6.1.2b")
def may_target_a_slot(s: State, f: Placing, who: Player) -> bool:
    """Once an event has resolved, its player may target a slot, and so need not."""
    return is_event(f.card) and f.card in s.stack


@leave_unplaced.permit("5.2.4a", "6.2.2d", "6.3.2d")
def nowhere_to_dock(s: State, f: Placing, who: Player) -> bool:
    """Where no space is legal, none can be chosen; what then becomes of the card, is not said."""
    return all(not legal_space(s, who, f.card, slot) for slot in Slot)


@leave_unplaced.forbid("6.1.3a")
def events_must_be_placed(s: State, f: Placing, who: Player) -> bool:
    """An event still has to be placed in a space to resolve."""
    return is_event(f.card) and any(legal_space(s, who, f.card, slot) for slot in Slot)


# --- windows for responses (6.5.2 to 6.5.10) ----------------------------------------------------------------------


@megacorp.deed("6.5.2a")
def ask_for_responses(s: State) -> None:
    """All who may have a response are asked; where nobody has, play goes on as if they had passed."""
    if anyone_can_respond(s):
        first = come_first(s, can_respond(s))
        open_frame(s, Response(awaits=first, later=can_respond(s) - first))
    else:
        s.answered = True


def come_first(s: State, these: frozenset[Player]) -> frozenset[Player]:
    """Of those who may have a response, those who may act at once: all of them, or perhaps the turn player alone."""
    first = frozenset(p for p in these if on_turn(s, p))
    return first if len(first) > 0 and len(these) > 1 and the_turn_player_comes_first(s) else these


the_turn_player_comes_first = megacorp.doubt(
    "who has priority in a window for responses?",
    everybody_at_once=no("everybody at once", default=True),
    then_the_others=yes("the turn player first, and the others once that player has passed"),
)


def unasked(s: State) -> bool:
    """Nothing is under way, and nobody was asked yet whether he responds."""
    return not s.answered and nothing_pending(s)


@megacorp.duty("6.5.2a", "6.5.4a", "6.5.6a", "6.5.8a", "6.5.10a", "9.1.1d", "9.1.1e", "9.1.1f", "9.1.1g")
def open_a_window(s: State) -> None:
    """Players may respond: to a card or ability on the stack, to its effects, or to an attack."""
    when((len(s.stack) > 0 or is_within_an_attack(s)) and unasked(s))
    with effect("6.5.2a", "6.5.4a", "6.5.6a", "6.5.8a", "6.5.10a"):
        ask_for_responses(s)


@megacorp.duty("5.1.5c", "6.1.1a", "6.1.1b")
def open_a_window_between_steps(s: State) -> None:
    """Events are played in every phase: players are asked once cards are disengaged, after the draw, as phase E begins,
    and perhaps after its discards. Elsewhere the turn player acts, or something is played or attacked."""
    with effect("5.1.5c", "6.1.1b"):
        ask_for_responses(s)


@open_a_window_between_steps.when
def between_steps(s: State) -> bool:
    within_phase_e = s.step in (Step.END, Step.LATE)  # which goes on without a turn player who has lost
    return len(s.stack) == 0 and is_between_steps(s) and unasked(s) and (within_phase_e or not s.lost[active(s)])


@megacorp.action("6.5.2a", at=Response, passes=True)
def pass_response(s: State, f: Response, who: Player) -> None:
    """Do not respond, or not again."""
    f.awaits -= frozenset({who})


@pass_response.permit("6.5.2a", "6.5.4a", "6.5.6a", "6.5.8a", "6.5.10a")
def need_not_respond(s: State, f: Response, who: Player) -> bool:
    """Responding is a possibility; who goes first and when the window closes is not said."""
    return True


@megacorp.duty("6.5.2a", at=Response)
def ask_those_who_come_later(s: State, f: Response) -> None:
    """Those who come first have passed: the others may respond."""
    when(len(f.awaits) == 0 and len(f.later) > 0)
    f.awaits = f.later
    f.later = frozenset()


@megacorp.duty("6.5.2a", at=Response)
def close_the_window(s: State, f: Response) -> None:
    """Nobody responds any more."""
    when(len(f.awaits) == 0 and len(f.later) == 0)
    close_frame(s, Response)
    s.answered = True


# --- from stage to stage (6.5.3 to 6.5.9) -------------------------------------------------------------------------


def goes_on(s: State) -> bool:
    """Whether what is on top of the stack goes one stage further: everybody could respond, and nobody does."""
    return len(s.stack) > 0 and s.answered and nothing_pending(s) and not is_open(s, Placing)


def goes_on_from(s: State, stage: Stage) -> bool:
    """Whether a card that is being played goes one stage further, from this one."""
    return goes_on(s) and s.doing[s.stack.top] is None and s.stage[s.stack.top] == stage


@megacorp.duty("7.1.2a")
def an_ability_takes_effect(s: State) -> None:
    """An activated ability does what it does, and leaves the stack."""
    when(goes_on(s) and s.doing[s.stack.top] is not None)
    card = s.stack.top
    resolve_activated(s, card)
    leave_the_stack(s, card)


@megacorp.duty("6.5.3")
def a_card_is_played(s: State) -> None:
    """A declared card is played, and may be responded to again."""
    when(goes_on_from(s, Stage.DECLARED))
    card = s.stack.top
    s.stage[card] = Stage.PLAYED
    s.answered = False
    resolve(s, card, When.PLAYED)


@megacorp.duty("6.5.5")
def a_card_is_deployed(s: State) -> None:
    """A played card is deployed, and may be responded to again."""
    when(goes_on_from(s, Stage.PLAYED))
    card = s.stack.top
    s.stage[card] = Stage.DEPLOYED
    s.answered = False
    resolve(s, card, When.DEPLOYED)


@megacorp.duty("6.5.7")
def a_card_arrives(s: State) -> None:
    """A deployed card is docked where it may lie; else its player, if still in the game, chooses another space, or it
    comes to nothing."""
    when(goes_on_from(s, Stage.DEPLOYED))
    card = s.stack.top
    slot = s.goal[card]
    chooser = frozenset(p for p in Player if s.player[card] == p and not is_out(s, p))
    if slot is not None and any(s.player[card] == p and legal_space(s, p, card, slot) for p in Player):
        with effect("6.5.7"):
            s.stage[card] = Stage.DOCKED
            s.answered = False
            s.goal[card] = None
            take_its_space(s, card, slot)
        with effect("7.7.2b"):
            for p in Player:
                if card.keywords[Keyword.UNIQUE] and s.player[card] == p:
                    show_hand(s, p)
    elif len(chooser) > 0 and (slot is None or another_space_is_chosen(s)):
        with effect("6.1.2b", "6.5.7"):
            s.goal[card] = None
            open_frame(s, Placing(awaits=chooser, card=card))
    else:
        with effect("6.5.7"):
            come_to_nothing(s, card)


@megacorp.deed("6.5.7", "9.4.1c")
def take_its_space(s: State, card: Card, slot: Slot) -> None:
    """A card lies in a space of a network, or beneath the card there if it is bonded."""
    arrives_engaged = is_event(card) and events_arrive_engaged(s)
    if card.keywords[Keyword.BOND]:
        # before it is bonded: that makes what lies above it engaged as well (9.4.1l)
        with effect("8.5.1a"):
            s.engaged[card] = arrives_engaged
        with effect("9.4.1c"):
            bond(s, card, the(c for c in Card if s.slot[c] == slot))
    else:
        with effect("6.5.7"):
            dock(s, card, slot)
        with effect("8.5.1a"):
            if arrives_engaged:
                engage(s, card)


@megacorp.duty("6.5.9")
def a_docked_card_takes_effect(s: State) -> None:
    """What a card does as it is docked is done."""
    when(goes_on_from(s, Stage.DOCKED))
    card = s.stack.top
    s.stage[card] = Stage.DONE
    s.answered = False
    if s.zone[card] == Zone.NETWORK or effects_outlive_their_card(s):
        resolve(s, card, When.DOCKED)


@megacorp.duty("6.5.9")
def a_card_is_done(s: State) -> None:
    """A card that was docked, and to which nobody responds any more, leaves the stack."""
    when(goes_on_from(s, Stage.DONE))
    leave_the_stack(s, s.stack.top)


another_space_is_chosen = megacorp.doubt(
    "what becomes of a played card whose space is no longer legal when it is to be docked?",
    chosen_anew=yes("its player chooses another space", default=True),
    it_is_used_up=no("it goes to its owner's open market"),
)


events_arrive_engaged = megacorp.doubt(
    "does an event arrive engaged or disengaged?",
    events_arrive_upright=no("disengaged, as assets do", default=True),
    events_arrive_upside_down=yes("engaged"),
)


effects_outlive_their_card = megacorp.doubt(
    "do the effects of docking a card resolve when it has left the network by then?",
    gone_with_the_card=no("no, there is nothing docked", default=True),
    resolved_all_the_same=yes("yes, as the step comes all the same"),
    about=("resolve",),
    aside={
        "a_card_is_played": "it lies in no network yet",
        "a_card_is_deployed": "it lies in no network yet",
    },
)
