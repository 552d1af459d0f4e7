"""Memesis, 5.5 and 5.12: Runes that lie upon no card: those whose card is gone, and loose ones that are revealed."""

from model.memesis.bearers import (
    bears_the_marking,
    could_bear,
    is_closed,
    is_full,
    owns_the_fusion,
    runes_need_the_marking,
)
from model.memesis.deeds import pay, put_into_the_dead_cell
from model.memesis.frames import Attaching, Choosing, Directed, Dispelling, Recovering, Resolved
from model.memesis.runes import can_pay, could_place, lay_upon, lies_unattached, price_of_placing
from model.memesis.source import (
    consumes_at_any_time,
    consumes_from_hand,
    may_source_outside_main,
    sourced_cards_are_consumed,
    sources_at_any_time,
)
from model.memesis.state import Card, Cell, Kind, Numbers, Player, State, Step, memesis
from model.memesis.table import is_any_time, is_out, on_turn, stands_in_play
from model.memesis.words import is_fused, part_of, truly_fused
from ruleslawyer.lang import close_frame, domain, effect, frame_of, is_open, no, open_frame, permit, the, when, yes

# --- back from the Dead Cell (5.5) ----------------------------------------------------------------------------------


@memesis.action("5.5c", at=(None, Resolved, Dispelling, Directed, Choosing, Recovering))
def recover_rune(s: State, who: Player, card: Card) -> None:
    """Take a Rune back from the Dead Cell, where the card went that it was upon."""
    domain(card.kind == Kind.RUNE and s.cell[card] == Cell.DEAD)
    pay(s, who, Numbers.removal_price)
    s.cell[card] = Cell.HAND
    s.fallen[card] = False


@recover_rune.permit("5.5c", "5.5d")
def it_fell_with_an_own_card(s: State, who: Player, card: Card) -> bool:
    """The owner may, in the turn in which an own card with the Rune died; declined, the Rune stays (5.5e)."""
    return is_any_time(s) and s.fallen[card] and card.owner == who


@recover_rune.cannot("5.5c", "1 source is paid")
def recovering_is_beyond_means(s: State, who: Player, card: Card) -> bool:
    """It takes 1 source."""
    return s.source[who] < Numbers.removal_price


def could_recover(s: State, who: Player) -> bool:
    """Whether a player has a Rune that he could take back, with the source that he has, or a card that may bring some,
    if no answer bars it."""
    return any(s.fallen[c] and c.owner == who for c in Card) and (
        s.source[who] >= Numbers.removal_price or any(c.owner == who and may_bring_source(s, c) for c in Card)
    )


def may_recover(s: State, who: Player) -> bool:
    """Whether a player has a Rune that he could take back, with the source that he has, or gets before the turn is
    over."""
    return could_recover(s, who) and (
        s.source[who] >= Numbers.removal_price or any(c.owner == who and brings_source_yet(s, c) for c in Card)
    )


def may_bring_source(s: State, card: Card) -> bool:
    """Whether a card is one to be consumed, or sourced (0.15, 1.1)."""
    return is_worth_consuming(s, card) or looks_sourceable_yet(s, card)


def brings_source_yet(s: State, card: Card) -> bool:
    """Whether it may be outside the step for it, out of where it is."""
    return (
        is_worth_consuming(s, card)
        and (s.cell[card] != Cell.HAND or consumes_from_hand(s))
        and consumes_at_any_time(s)
        and (not s.sourced[card] or sourced_cards_are_consumed(s))
    ) or (
        looks_sourceable_yet(s, card)
        and (s.cell[card] == Cell.MAIN or may_source_outside_main(s))
        and sources_at_any_time(s)
    )


def is_worth_consuming(s: State, card: Card) -> bool:
    """Whether a card of hand or play may be worth something, by itself or by what is fused upon it (1.5, 7.18)."""
    return (s.cell[card] == Cell.HAND or stands_in_play(s, card)) and (
        card.kind == Kind.RUNE or any(part_of(s, c, card) and c.cost > 0 for c in Card)
    )


def looks_sourceable_yet(s: State, card: Card) -> bool:
    """Whether a card in play may be sourced before the turn is over: what came in it may not, but for what its
    owner has turned up in a turn of his own (1.9, 6.8)."""
    return (
        stands_in_play(s, card)
        and card.kind != Kind.RUNE
        and not s.sourced[card]
        and not s.face_down[card]
        and (not s.fresh[card] or (s.turned_up[card] and on_turn(s, card.owner)))
        and (card.kind != Kind.EFFECT or is_fused(s, card))
    )


@memesis.duty("5.5c", "5.5d")
def ask_before_the_turn_is_over(s: State) -> None:
    """What fell in Combat can be taken back only now."""
    when(s.step == Step.END and not is_open(s, Recovering) and any(could_recover(s, p) for p in Player))
    with effect("5.5d"):
        open_frame(s, Recovering(awaits=frozenset(p for p in Player if may_recover(s, p))))


@memesis.settle("5.5c", "5.5e")
def who_has_done_with_his_runes_is_asked_no_more(s: State) -> None:
    """Each of those who were asked answers for himself: one who has declined, taken his back, or has nothing left to
    pay with waits for nobody."""
    when(is_open(s, Recovering) and any(not may_recover(s, p) for p in frame_of(s, Recovering).awaits), "5.5d")
    with effect("5.5e"):
        frame_of(s, Recovering).awaits = frozenset(p for p in frame_of(s, Recovering).awaits if may_recover(s, p))


@memesis.action("5.5e", at=Recovering, passes=True)
def leave_fallen_runes(s: State, f: Recovering, who: Player) -> None:
    """The owner does not pay, and the Runes are in the Dead Cell for good."""
    domain(could_recover(s, who))
    permit("5.5e", "The owner may pay, or not.", recovering_is_optional=True)
    for c in Card:
        if c.owner == who:
            s.fallen[c] = False


@memesis.duty("5.5d", at=Recovering)
def close_the_dead_cells(s: State, f: Recovering) -> None:
    """Nobody takes a Rune back any more, in that turn."""
    when(len(f.awaits) == 0)
    for c in Card:
        s.fallen[c] = False
    close_frame(s, Recovering)


# --- an unattached Rune is revealed (5.12) --------------------------------------------------------------------------


@memesis.duty("5.12b", "5.12d")
def ask_for_a_bearer(s: State) -> None:
    """A revealed Rune cannot lie unattached: its owner is asked for a card, at once, as we read it."""
    when(is_loose_and_revealed(s))
    with effect("5.12d"):
        demand_a_bearer(s)


@memesis.duty("5.12b", "5.12d", at=Directed)
def ask_for_a_bearer_meanwhile(s: State, f: Directed) -> None:
    """So it is before somebody has said what takes directed damage, where Runes are turned up then (answers.py)."""
    when(is_loose_and_revealed(s))
    with effect("5.12d"):
        demand_a_bearer(s)


@memesis.duty("5.12b", "5.12d", at=Choosing)
def ask_for_a_bearer_before_the_choice(s: State, f: Choosing) -> None:
    """So it is before a card is chosen, where acts come between (meanwhile.py)."""
    when(is_loose_and_revealed(s))
    with effect("5.12d"):
        demand_a_bearer(s)


@memesis.duty("5.12b", "5.12d", at=Dispelling)
def ask_for_a_bearer_before_a_cause_goes(s: State, f: Dispelling) -> None:
    """So it is before a Cause is given up."""
    when(is_loose_and_revealed(s))
    with effect("5.12d"):
        demand_a_bearer(s)


@memesis.duty("5.12b", "5.12d", at=Resolved)
def ask_for_a_bearer_before_the_effect_goes(s: State, f: Resolved) -> None:
    """So it is before an Effect is fused or used up."""
    when(is_loose_and_revealed(s))
    with effect("5.12d"):
        demand_a_bearer(s)


def is_loose_and_revealed(s: State) -> bool:
    """Whether a revealed Rune lies upon no card."""
    return any(lies_unattached(s, c) and not s.face_down[c] for c in Card)


@memesis.deed("5.12d", "5.12e")
def demand_a_bearer(s: State) -> None:
    """The owner of a revealed Rune is asked for a card; one that nobody is left to attach is destroyed."""
    rune = the(c for c in Card if lies_unattached(s, c) and not s.face_down[c])
    if is_out(s, rune.owner):
        put_into_the_dead_cell(s, rune)
    else:
        open_frame(s, Attaching(awaits=frozenset({rune.owner}), card=rune))


@memesis.action("5.12d", at=Attaching)
def attach_revealed_rune(s: State, f: Attaching, who: Player, under: Card) -> None:
    """Attach the revealed Rune to a card."""
    domain(could_bear(s, under))
    permit("5.12d", "5.5a", "When it is revealed it must be attached to a card.", a_revealed_rune_is_attached=True)
    card = f.card
    with effect("5.2a"):
        pay(s, who, price_of_placing(s, who, card, under))
    with effect("5.12d"):
        close_frame(s, Attaching)
        lay_upon(s, card, under)


@attach_revealed_rune.cannot("5.3c", "provided that there is")
def attaching_a_revealed_one_is_beyond_means(s: State, f: Attaching, who: Player, under: Card) -> bool:
    """Placing may take source."""
    return not can_pay(s, who, f.card, under)


@attach_revealed_rune.cannot("5.6a", "only one at a time")
def there_is_one_for_the_revealed_rune(s: State, f: Attaching, who: Player, under: Card) -> bool:
    """A card has one Rune at a time."""
    return could_place(s, who, f.card, under) and is_full(s, who, f.card, under)


@attach_revealed_rune.cannot("5.6g", "7.7d", "cannot have Rune cards")
def true_fusions_bear_no_revealed_ones(s: State, f: Attaching, who: Player, under: Card) -> bool:
    """Cards in True Fusion have no Runes."""
    return could_place(s, who, f.card, under) and is_closed(s, who, under)


@attach_revealed_rune.cannot("7.11a", "may no longer")
def owner_reveals_none_for_true_fusions(s: State, f: Attaching, who: Player, under: Card) -> bool:
    """The owner plays no Rune on cards in True Fusion."""
    return could_place(s, who, f.card, under) and truly_fused(s, under) and owns_the_fusion(s, who, under)


@attach_revealed_rune.forbid("6.7c", over=attach_revealed_rune)
def marking_is_missing_for_a_revealed_one(s: State, f: Attaching, who: Player, under: Card) -> bool:
    """A card without the marking may be no card to place a Rune on."""
    return could_place(s, who, f.card, under) and not bears_the_marking(s, f.card, under) and runes_need_the_marking(s)


@memesis.action("5.12e", at=Attaching)
def let_it_be_destroyed(s: State, f: Attaching, who: Player) -> None:
    """The revealed Rune is attached to nothing, and destroyed."""
    domain(True)
    permit("5.12e", "If it is not attached, it is destroyed.", unattached_runes_are_destroyed=True)
    card = f.card
    close_frame(s, Attaching)
    put_into_the_dead_cell(s, card)


@let_it_be_destroyed.forbid("5.12d", over=let_it_be_destroyed)
def it_must_be_attached(s: State, f: Attaching, who: Player) -> bool:
    """It must be attached, where some card can bear it."""
    return any(
        could_bear(s, c)
        and can_pay(s, who, f.card, c)
        and not is_full(s, who, f.card, c)
        and not is_closed(s, who, c)
        and (not truly_fused(s, c) or not owns_the_fusion(s, who, c))
        and (bears_the_marking(s, f.card, c) or not runes_need_the_marking(s))
        for c in Card
    ) and not a_revealed_rune_may_be_let_go(s)


a_revealed_rune_may_be_let_go = memesis.doubt(
    "may the owner let a revealed Rune be destroyed that could be attached?",
    attached_or_destroyed=yes("It is attached, or else destroyed: one of the two.", "5.12e", default=True),
    it_must_attach=no("It must attach to a card.", "5.12d"),
)
