"""MegaCorp, chapters 3 to 9: what the rules do, each thing once, for other clauses to forbid or replace.

Long: what other clauses forbid or replace is looked for in one place.

A card that is to leave a network first has a `fate`; it goes when its turn comes (`model.megacorp.leaving`), because
the cards of one owner go onto an ordered pile (3.6.2), and because a regeneration may come between (9.25).
"""

from model.megacorp.moments import happen
from model.megacorp.places import beneath, network_of
from model.megacorp.state import (
    Card,
    Fate,
    Keyword,
    Player,
    Slot,
    Stage,
    State,
    Step,
    Trait,
    When,
    Zone,
    is_between_steps,
    megacorp,
)
from model.megacorp.turns import active
from model.megacorp.words import controller, has, named_alike, total_valuation
from ruleslawyer.lang import SILENT, Silent, ask, effect, gain, no, says, yes

# --- engaging (8.5) -----------------------------------------------------------------------------------------------


@megacorp.deed("8.5.1a", "3.3.9a")
def engage(s: State, card: Card) -> None:
    """A card, and the pile beneath it, is engaged."""
    s.engaged[card] = True


@engage.cannot("9.28.2", "a card with terrain cannot be engaged")
def terrain_is_not_engaged(s: State, card: Card) -> bool:
    """A card with TERRAIN cannot be engaged."""
    return card.keywords[Keyword.TERRAIN]


@megacorp.deed("8.5.1a", "3.3.9a", "3.2.4")
def turn_round(s: State, card: Card) -> None:
    """A card is engaged, and not by a SUPPRESSOR that it blocks: a block that it made may be over with that."""
    with effect("8.5.1a", "3.3.9a"):
        engage(s, card)
    with effect("3.2.4"):
        if s.engaged[card] and s.blocking[card] and not a_block_outlives_engaging(s):
            s.blocking[card] = False


a_block_outlives_engaging = megacorp.doubt(
    "does a card that blocks go on blocking when it is engaged before damage is dealt?",
    a_declared_block_stands=yes(
        "As long as there is a blocker, it replaces the target; upright it has to be as it is declared.",
        "5.3.20b",
        "5.3.23",
        default=True,
    ),
    an_engaged_card_does_not_block=no("Engaged cards cannot block.", "3.2.4"),
    about=("engage",),
    aside={
        "ask_for_blockers": "nothing blocks yet, and what SUPPRESSOR engages stays the defender (9.27)",
        "blocks_are_declared": "what SUPPRESSOR engages stays the defender (9.27)",
        "blocks_were_responded_to": "the same",
        "suppress": "the same",
        "target_has_changed": "the same",
        "area_has_changed": "the same",
        "attack": "nothing blocks as an attack is declared",
        "attack_beneath": "the same",
    },
)


@megacorp.deed("9.27.1a", "9.27.1d")
def subdue(s: State, card: Card) -> None:
    """SUPPRESSOR has a defender engage: where its text goes before that of a TERRAIN, that too."""
    if not card.keywords[Keyword.TERRAIN]:
        engage(s, card)
    elif terrain_is_subdued(s):
        s.engaged[card] = True


terrain_is_subdued = megacorp.doubt(
    "does SUPPRESSOR engage a card with TERRAIN?",
    terrain_cannot_be_engaged=no("Cards with TERRAIN cannot be engaged.", "9.28.2", default=True),
    a_defender_is_engaged=yes("Whatever SUPPRESSOR fights is engaged by it.", "9.27.1a"),
    about=("subdue",),
)


@engage.forbid("9.28.2")
def a_pile_on_terrain_is_not_engaged(s: State, card: Card) -> bool:
    """A pile has one orientation (3.3.9c), and the TERRAIN in it cannot be engaged."""
    return any(c.keywords[Keyword.TERRAIN] and beneath(s, c, card) for c in Card)


@megacorp.deed("8.5.1b", "3.3.9b")
def disengage(s: State, card: Card) -> None:
    """A card, and the pile beneath it, is disengaged."""
    s.engaged[card] = False


# --- leaving a network (3.3, 8.2, 8.4, 8.6) -----------------------------------------------------------------------


@megacorp.deed("8.4.1a", "3.3.6")
def annihilate(s: State, card: Card) -> None:
    """A card is to go to the annihilated area, with what is bonded beneath it."""
    with effect("8.4.1a"):
        s.fate[card] = Fate.ANNIHILATED
    with effect("3.3.6"):
        for c in Card:
            if beneath(s, c, card):
                s.fate[c] = Fate.ANNIHILATED


@megacorp.deed("3.3.4", "9.4.1e")
def destroy_what_is_beneath(s: State, card: Card) -> None:
    """A bonded card is destroyed with the card above it."""
    s.fate[card] = Fate.DESTROYED


@megacorp.deed("8.2.1a", "8.2.1b", "3.3.10a", "3.3.10b")
def destroy(s: State, card: Card) -> None:
    """A card is to go onto its owner's open market, with what is bonded beneath it; of a pile a bonded one alone."""
    with effect("8.2.1a"):
        s.fate[card] = Fate.DESTROYED
    with effect("3.3.4"):
        for c in Card:
            if beneath(s, c, card):
                destroy_what_is_beneath(s, c)


@megacorp.deed("5.3.15b", "9.25.1c")
def fell(s: State, card: Card) -> None:
    """Damage destroys a card."""
    with effect("5.3.15b"):
        s.by_damage[card] = True
        destroy(s, card)


@destroy.cannot("9.15.1a", "9.15.1d", "cannot be destroyed")
def indestructible(s: State, card: Card) -> bool:
    """A card with INDESTRUCTIBLE cannot be destroyed, a trait at zero or not."""
    return has(s, card, Keyword.INDESTRUCTIBLE)


@megacorp.deed("8.6.1a")
def discard(s: State, card: Card) -> None:
    """A card of a network is to go onto its owner's open market, perhaps with what is bonded beneath it."""
    with effect("8.6.1a"):
        s.fate[card] = Fate.DISCARDED
    with effect("3.3.8d"):
        for c in Card:
            if beneath(s, c, card) and are_discarded_together(s):
                s.fate[c] = Fate.DISCARDED


are_discarded_together = megacorp.doubt(
    "are cards that are bonded beneath one that is discarded discarded with it?",
    they_go_with_it=yes("yes, as the others of a pile are when its top card is sold", default=True),
    they_are_left=no("no: other ways to leave are said to take them along, and this is not"),
)


@megacorp.deed("3.3.7a", "3.3.7b")
def return_to_hand(s: State, card: Card) -> None:
    """A card goes back to a hand, with what is bonded beneath it."""
    with effect("3.3.7a"):
        s.fate[card] = Fate.RETURNED
        for c in Card:
            if beneath(s, c, card):
                s.fate[c] = Fate.RETURNED


@megacorp.deed("3.3.8d")
def discard_the_pile(s: State, card: Card) -> None:
    """What lies beneath a card that is bought or played no further has lost its place: it is discarded."""
    for c in Card:
        if beneath(s, c, card):
            discard(s, c)


# --- damage (5.3) -------------------------------------------------------------------------------------------------


@megacorp.deed("5.3.14a", "5.3.15a", "9.15.1c")
def hurt(s: State, card: Card, trait: Trait, amount: int) -> None:
    """A card takes damage in a trait, INDESTRUCTIBLE or not."""
    with effect("5.3.15a"):
        gain(s.damage[card], trait, amount)


# --- being played, being docked (6.5) -----------------------------------------------------------------------------


@megacorp.deed("7.8.5", "7.9.4b")
def leave_play(s: State, card: Card) -> None:
    """A card loses all counters and all damage, permanent damage too; a token ceases to exist."""
    with effect("7.9.4b"):
        s.developed[card] = 0
        for t in Trait:
            s.counter[card][t] = 0
            s.damage[card][t] = 0
            s.scar[card][t] = 0
    with effect("7.8.5"):
        if card.token:
            s.zone[card] = Zone.ASIDE
            s.slot[card] = None
            s.under[card] = None


def loses_something(s: State, card: Card) -> bool:
    """Whether it makes a difference to a card that it leaves play: a token, or one with counters or damage."""
    return (
        card.token
        or s.developed[card] > 0
        or any(s.counter[card][t] != 0 or s.damage[card][t] > 0 or s.scar[card][t] > 0 for t in Trait)
    )


purchases_leave_play = megacorp.doubt(
    "does a card that is bought out of a network leave play, with all that lies on it, or stay in play?",
    bought_as_if_from_a_hand=yes(
        "It is bought as if it were in the buyer's hand, and there nothing lies on a card.", "6.8.1a", default=True
    ),
    from_network_to_network=no(
        "Damage is healed as a turn ends, counters go when they are destroyed, or their card leaves play, "
        "as tokens do: a purchase from one network into another is none of these.",
        "5.5.5a",
        "7.8.5",
        "7.9.4a",
        "7.9.4b",
    ),
)


@megacorp.deed("3.6.1a", "3.1.2", "7.8.5")
def go_to_market(s: State, card: Card) -> None:
    """A card goes onto its owner's open market; a token ceases to exist."""
    with effect("3.6.1a", "3.1.2"):
        s.slot[card] = None
        if card.token:
            leave_play(s, card)
        else:
            s.zone[card] = Zone.MARKET
            s.market[card.owner] = s.market[card.owner].with_top(card)


@megacorp.deed("6.5.1i", "9.6.1d")
def lay_on_the_stack(s: State, card: Card) -> None:
    """A card goes onto the stack, or what is used of it: to be resolved before all that is there, or behind it."""
    if len(s.stack) > 0 and what_came_first_is_resolved_first(s):
        s.stack = s.stack.with_bottom(card)
    else:
        s.stack = s.stack.with_top(card)


what_came_first_is_resolved_first = megacorp.doubt(
    "in which order is the stack resolved?",
    last_in_first_out=no("the last one first", default=True),
    first_in_first_out=yes("the first one first"),
)


@megacorp.deed("6.5.1i")
def put_on_the_stack(s: State, who: Player, card: Card) -> None:
    """A card that was declared and paid for goes onto the stack, out of whatever zone it was in."""
    with effect("3.6.1b"):
        for p in Player:
            if card in s.market[p]:
                s.market[p] = s.market[p].without(card)
    with effect("7.8.5", "7.9.4b", "6.8.1a"):
        if s.zone[card] == Zone.NETWORK:
            for c in Card:
                if (c == card or beneath(s, c, card)) and loses_something(s, c) and purchases_leave_play(s):
                    leave_play(s, c)
    with effect("9.4.1d"):
        for c in Card:
            if beneath(s, c, card) and s.fate[c] is None:
                s.zone[c] = Zone.STACK
    with effect("9.8.1b", "9.20.1b"):
        s.came_from[card] = s.zone[card]
    with effect("6.5.1i"):
        s.zone[card] = Zone.STACK
        s.slot[card] = None
        lay_on_the_stack(s, card)
        s.stage[card] = Stage.DECLARED
        s.player[card] = who
        s.buyer[card] = None if who == card.owner else who
        s.answered = False
    with effect("5.3.14a", "5.3.23", "9.2.1a"):
        # bought, or taken back first: what is deployed anew does not attack on, nor block, nor was it hit in an area
        if s.attacker == card:
            s.attacker = None
        if card in s.queue:
            s.queue = s.queue.without(card)
        s.blocking[card] = False
        s.caught[card] = False
        s.stood[card] = None


@megacorp.deed("6.5.9", "3.6.1b")
def leave_the_stack(s: State, card: Card) -> None:
    """What was played or used is through; what lies beneath it on the stack may be responded to again."""
    with effect("6.5.9"):
        s.stack = s.stack.without(card)
        s.stage[card] = None
        s.doing[card] = None
        s.goal[card] = None
        s.target[card] = None
        s.answered = False


def pile_of(s: State, card: Card) -> frozenset[Card]:
    """A card and what lies beneath it, which goes with it (9.4.1d)."""
    return frozenset(c for c in Card if c == card or beneath(s, c, card))


@megacorp.deed("7.7.1b", "7.7.1c")
def send_away_copies(s: State, newest: frozenset[Card], slot: Slot) -> None:
    """Of the copies of a unique card only the newest stays: what was docked, or came in otherwise; the others are paid
    for."""
    with effect("7.7.1e", "7.7.1f"):
        for c in Card:
            if gives_way(s, c, newest, slot):
                s.money[who_gains_for_a_copy(s, c)] += worth_of_a_copy(s, c)
    with effect("7.7.1c", "7.7.1d"):
        for c in Card:
            if gives_way(s, c, newest, slot):
                discard(s, c)


def gives_way(s: State, other: Card, newest: frozenset[Card], slot: Slot) -> bool:
    """Whether a card is an older copy of what has come into a network."""
    return other not in newest and any(
        c in newest and is_another_copy(s, other, c) and competes(s, other, c, slot) for c in Card
    )


def is_another_copy(s: State, other: Card, card: Card) -> bool:
    """Another copy of a unique card that lies in some network already."""
    return (
        card.keywords[Keyword.UNIQUE] and other != card and named_alike(other, card) and s.zone[other] == Zone.NETWORK
    )


@megacorp.question("do the copies of one network compete, or those that one player controls?")
def competes(s: State, other: Card, card: Card, slot: Slot) -> bool:
    return ask(
        copies_of_one_network=says(
            network_of(s, other) == slot.network,
            "Two copies in one player's network are meant.",
            "7.7.1a",
            default=True,
        ),
        copies_of_one_controller=says(
            controller(s, other) == controller(s, card),
            "Each of two players may control a copy at one time: so control counts.",
            "7.7.1g",
        ),
    )


@megacorp.question("who gains the money for a copy that is sent away?")
def who_gains_for_a_copy(s: State, other: Card) -> Player:
    return ask()


@who_gains_for_a_copy.reading("the player whose network it is", default=True)
def its_network_gains(s: State, other: Card) -> Player | Silent:
    """The network that the copy leaves, which is another one than the newest copy's where copies count by control."""
    home = network_of(s, other)
    return SILENT if home is None else home


@who_gains_for_a_copy.reading("whoever controls the copy")
def its_controller_gains(s: State, other: Card) -> Player:
    return controller(s, other)


@megacorp.question("how much is gained for a copy of a unique card that is sent away?")
def worth_of_a_copy(s: State, card: Card) -> int:
    return ask(
        the_money_part=says(
            card.cost, "A card that is sold brings its money component alone.", "5.4.1f", "6.9.1c", default=True
        ),
        the_whole_valuation=says(
            total_valuation(s, card),
            "Money equal to the valuation: the sum of both components (2.3.6).",
            "7.7.1e",
            "7.7.1f",
        ),
    )


def is_bonded_in(s: State, card: Card, slot: Slot) -> bool:
    """Whether a card lies beneath the one on top of a space."""
    above = s.under[card]
    return above is not None and beneath(s, card, above) and s.slot[above] == slot


@megacorp.deed("6.5.7", "6.3.2e")
def dock(s: State, card: Card, slot: Slot) -> None:
    """A card comes to lie in a space, disengaged; a terrain that lies there is bonded beneath it (9.28)."""
    newest = pile_of(s, card)
    with effect("9.28.1d", "9.28.3b"):
        for c in Card:
            if is_bonded_in(s, c, slot):
                s.under[c] = card
        for c in Card:
            if s.slot[c] == slot:
                s.under[c] = card
                s.slot[c] = None
    with effect("6.3.2c", "6.3.2e", "6.5.7"):
        s.zone[card] = Zone.NETWORK
        s.slot[card] = slot
        s.engaged[card] = False
    with effect("9.4.1d"):
        for c in Card:
            if beneath(s, c, card):
                s.zone[c] = Zone.NETWORK
    with effect("7.7.1c"):
        send_away_copies(s, newest, slot)
    with effect("7.7.2a"):
        if card.keywords[Keyword.UNIQUE]:
            s.unique_deployed[card] = True


@megacorp.deed("9.4.1c", "3.3.1")
def bond(s: State, card: Card, top: Card) -> None:
    """A card is put beneath another one, with what lies beneath it; an engaged card makes that engaged, and a unique
    one sends copies away."""
    newest = pile_of(s, card)
    with effect("9.4.1d", "9.4.1f"):
        for c in Card:
            if beneath(s, c, card):
                s.zone[c] = Zone.NETWORK
                s.under[c] = top
    with effect("9.4.1c", "3.3.1"):
        s.zone[card] = Zone.NETWORK
        s.slot[card] = None
        s.under[card] = top
    with effect("9.4.1l"):
        if s.engaged[card]:
            turn_round(s, top)
    with effect("7.7.1a", "7.7.1c"):
        slot = s.slot[top]
        if slot is not None:
            send_away_copies(s, newest, slot)
    with effect("7.7.2a"):
        if card.keywords[Keyword.UNIQUE]:
            s.unique_deployed[card] = True


# --- steps of a turn (5) ------------------------------------------------------------------------------------------


@megacorp.deed("4.2.8b")
def enter(s: State, step: Step) -> None:
    """The game goes on to a step; players are asked anew where one is between steps, and abilities that wait for it
    trigger (7.4)."""
    with effect("4.2.8b"):
        s.step = step
    with effect("5.1.5c", "6.1.1b"):
        if is_between_steps(s):
            s.answered = False
    with effect("5.1.1a", "5.1.1b"):
        if step == Step.INCOME:
            happen(s, When.TURN)
            happen(s, When.ACCOUNTING)
    with effect("5.1.1c", "5.1.1d"):
        if step == Step.INCOME and s.turns[active(s)] == 0:
            happen(s, When.GAME)
    with effect("5.2.1"):
        if step == Step.BUY:
            happen(s, When.BUY)
    with effect("5.3.1"):
        if step == Step.CHALLENGE:
            happen(s, When.CHALLENGE)
    with effect("5.3.19"):
        if step == Step.BLOCK:
            happen(s, When.BLOCK)
    with effect("5.5.7a"):
        if (
            step in (Step.ORPHANS, Step.OVER)
            and any(c.when == When.END and s.zone[c] == Zone.NETWORK for c in Card)
            and (step == Step.ORPHANS) == abilities_come_before_the_discards(s)
        ):
            happen(s, When.END)


abilities_come_before_the_discards = megacorp.doubt(
    "do abilities for the end of the turn act as the last step of the End phase, or before cards are discarded?",
    in_the_order_of_the_list=no(
        "Such abilities are resolved in the last step of the End phase.", "5.5.7a", "5.5.7c", default=True
    ),
    while_their_cards_are_there=yes(
        "All such abilities are resolved, and those of events are gone once cards were discarded.", "5.5.7b", "5.5.4a"
    ),
)


# --- losing (1.2) -------------------------------------------------------------------------------------------------


@megacorp.deed("1.2.2a", "1.2.6b")
def lose_the_game(s: State, who: Player) -> None:
    """A player has lost."""
    with effect("1.2.2a"):
        s.lost[who] = True
