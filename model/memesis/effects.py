"""Memesis, Section 4: Effect cards."""

from model.memesis.abilities import carry_out, concerns, has_an_aim
from model.memesis.causes import dispels, is_dispelled
from model.memesis.deeds import bury, pay
from model.memesis.frames import Choosing, Directed, Dispelling, Drawing, Held, Resolved
from model.memesis.incubation import matured
from model.memesis.meanwhile import set_aside, somebody_decides, whoever_may_act
from model.memesis.state import Card, Cell, Does, Kind, Mark, Player, State, memesis
from model.memesis.table import controller, is_out, is_time_for_effects, stands_in_play
from model.memesis.words import is_fused, revealed, upgraded
from ruleslawyer.lang import CHANCE, close_frame, domain, effect, frame_of, is_open, no, open_frame, permit, when, yes

# --- an Effect is played (4.3, 4.4, 4.10, 4.12, 4.16) ---------------------------------------------------------------


@memesis.deed("4.3a", "4.10a", "0.17a")
def play_an_effect(s: State, who: Player, card: Card, at: Player) -> None:
    """An Effect is shown, and played at a player."""
    with effect("4.3a"):
        if somebody_decides(s):
            set_aside(s)
    with effect("0.17a", "4.10a"):
        s.cell[card] = Cell.SHOWN
        open_frame(s, Resolved(awaits=whoever_may_act(s, frozenset({who})), card=card, who=who, at=at))


def is_played_at_large(s: State, who: Player, card: Card, at: Player) -> bool:
    """Whether an Effect is played at somebody whom neither it nor an upgrade of it concerns, and may not be: one that
    does nothing by itself concerns nobody, and may be played at anybody."""
    return (
        card.does is not None
        and card.owner == who
        and not concerns(who, card.does, at)
        and not any(has_an_aim(who, card.upgrades[m], at) and upgraded(s, card, m) for m in Mark)
        and not effects_are_played_at_anybody(s)
    )


effects_are_played_at_anybody = memesis.doubt(
    "at whom may an Effect be played: at those alone to whom it does something, or at anybody?",
    at_those_whom_it_concerns=no("at an opponent if it hurts, at oneself if it helps", default=True),
    at_whomever_its_player_names=yes("at anybody: its player names somebody"),
)


@memesis.action("4.3a", "4.16b", at=(None, Resolved, Dispelling, Directed, Choosing))
def play_effect(s: State, who: Player, card: Card, at: Player) -> None:
    """Play an Effect at a player, from the hand for its source cost, or matured for nothing."""
    domain(card.kind == Kind.EFFECT and card.owner == who and s.cell[card] in (Cell.HAND, Cell.INCUBATION))
    waited = s.cell[card] == Cell.INCUBATION
    if not waited:
        with effect("4.3b"):
            pay(s, who, card.cost)
    with effect("4.3a", "4.16b"):
        play_an_effect(s, who, card, at)
    with effect("0.9a"):
        s.waited[card] = waited


@play_effect.permit("4.3a", "4.4a", "0.32c")
def effects_at_any_time(s: State, who: Player, card: Card, at: Player) -> bool:
    """Effects are played at any time, on one's own property too."""
    return s.cell[card] == Cell.HAND and is_time_for_effects(s)


@play_effect.permit("4.16b", "2.8b", "0.9e")
def matured_effects(s: State, who: Player, card: Card, at: Player) -> bool:
    """An Effect that has matured comes into play, which for an Effect is to be used."""
    return (
        s.cell[card] == Cell.INCUBATION
        and is_time_for_effects(s)
        and controller(s, card) == who
        and revealed(s, card)
        and not is_fused(s, card)
        and matured(s, card)
    )


@play_effect.cannot("4.3b", "given that the owner has the source")
def effect_beyond_means(s: State, who: Player, card: Card, at: Player) -> bool:
    """The source cost must be there."""
    return s.cell[card] == Cell.HAND and s.source[who] < card.cost


@memesis.action("4.12a", "6.6b", at=(None, Resolved, Dispelling, Directed, Choosing))
def release_effect(s: State, who: Player, card: Card, at: Player) -> None:
    """Use an Effect that lies in play, turned up after it was played in Stealth: its cost was paid."""
    domain(card.kind == Kind.EFFECT and stands_in_play(s, card))
    play_an_effect(s, who, card, at)


@release_effect.permit("4.12a", "6.6b", "4.3a")
def turned_up_effects(s: State, who: Player, card: Card, at: Player) -> bool:
    """Once it is turned up, its powers are there; at any time, as Effects are."""
    return is_time_for_effects(s) and controller(s, card) == who and not is_fused(s, card)


@play_effect.forbid("4.1b", "4.4a", also=release_effect, over=play_effect)
def nothing_is_done_to_them(s: State, who: Player, card: Card, at: Player) -> bool:
    """An Effect is played at an opposing player, or on one's own property: whether at any, whatever it does."""
    return (
        is_time_for_effects(s)
        and (s.cell[card] != Cell.HAND or s.source[who] >= card.cost)
        and (s.cell[card] == Cell.HAND or (revealed(s, card) and not is_fused(s, card)))
        and is_played_at_large(s, who, card, at)
    )


@release_effect.cannot("4.12b", "do not until they are revealed")
def still_hidden(s: State, who: Player, card: Card, at: Player) -> bool:
    """In Stealth an Effect does nothing."""
    return s.face_down[card]


@memesis.settle("4.1b", "4.9")
def no_cause_is_left_to_give_up(s: State) -> None:
    """The Causes of a player who is to give one up are gone meanwhile, or fused: nobody is asked."""
    when(
        is_open(s, Dispelling)
        and len(frame_of(s, Dispelling).awaits) > 0
        and all(not is_out(s, p) for p in frame_of(s, Dispelling).awaits)
        and all(not is_dispelled(s, c, frame_of(s, Dispelling).victim) for c in Card),
        "4.1b",
    )
    frame_of(s, Dispelling).awaits = frozenset()


@memesis.duty("4.1b", "4.9", "0.1a", at=Dispelling)
def nothing_is_given_up(s: State, f: Dispelling) -> None:
    """No Cause is left, or its player is out meanwhile."""
    when(f.victim not in f.awaits and f.named is None)
    close_frame(s, Dispelling)


# --- what it does, and what becomes of Causes (4.1) -----------------------------------------------------------------


@memesis.deed("4.3a", "5.4a")
def do_what_it_says(s: State, who: Player, card: Card, at: Player) -> None:
    """An Effect does what is printed on it, and what its upgrades add. Damage is to be taken once all else is done: it
    waits beneath a choice."""
    does = card.does
    for m in Mark:
        if card.upgrades[m] == Does.STRIKE and upgraded(s, card, m):
            carry_out(s, who, card, Does.STRIKE, at)
    if does is not None:
        carry_out(s, who, card, does, at)
    for m in Mark:
        more = card.upgrades[m]
        if more is not None and more != Does.STRIKE and upgraded(s, card, m):
            carry_out(s, who, card, more, at)


@memesis.deed("4.1b", "4.7a")
def demand_a_cause(s: State, who: Player, card: Card, at: Player) -> None:
    """Where a Cause is to be given up, its player decides; and whoever played the Effect, if it can be fused with one
    (fusion.py)."""
    if dispels(s, who, at) and not is_out(s, at):
        open_frame(s, Dispelling(awaits=whoever_may_act(s, frozenset({who, at})), card=card, victim=at))


@memesis.duty("0.26", "4.5", "7.3a", at=Resolved)
def draw_what_it_says(s: State, f: Resolved) -> None:
    """What an Effect lets its player draw is drawn: whether the Effect is fused is decided after it has worked."""
    when(any(s.owed[p] > 0 for p in Player))
    with effect("0.26", "4.5"):
        open_frame(s, Drawing(awaits=CHANCE))


@memesis.duty("0.26", at=Held)
def draw_what_an_answer_says(s: State, f: Held) -> None:
    """So is what an ability that was used in answer lets its player draw."""
    when(any(s.owed[p] > 0 for p in Player))
    with effect("0.26"):
        open_frame(s, Drawing(awaits=CHANCE))


@memesis.duty("0.26", at=Drawing)
def end_drawing(s: State, f: Drawing) -> None:
    """All is drawn."""
    when(all(s.owed[p] == 0 for p in Player))
    close_frame(s, Drawing)


@memesis.duty("4.3a", "4.1b", at=Resolved)
def do_one_thing(s: State, f: Resolved) -> None:
    """The Effect works first, or dispels a Cause first."""
    when(not f.done and not f.dispelled)
    if dispels(s, f.who, f.at) and dispels_first(s):
        f.dispelled = True
        demand_a_cause(s, f.who, f.card, f.at)
    else:
        f.done = True
        do_what_it_says(s, f.who, f.card, f.at)


@memesis.duty("4.3a", "4.1b", at=Resolved)
def do_the_other_thing(s: State, f: Resolved) -> None:
    """Then comes what is left: a duty of its own, since none is due twice in a row. What it lets anybody draw belongs
    to what it does, and has been drawn by then."""
    when(f.done != f.dispelled and all(s.owed[p] == 0 for p in Player))
    if f.done:
        f.dispelled = True
        demand_a_cause(s, f.who, f.card, f.at)
    else:
        f.done = True
        do_what_it_says(s, f.who, f.card, f.at)


dispels_first = memesis.doubt(
    "does a Cause go before the Effect does what it does, or after?",
    the_effect_works_first=no("after", default=True),
    the_cause_goes_first=yes("before"),
)


# --- what becomes of the card (4.5, 4.10, 4.11) ---------------------------------------------------------------------


@memesis.deed("4.10b", "0.12a", "0.17b", "4.11")
def use_up(s: State, card: Card) -> None:
    """A used Effect goes to its owner's Dead Cell, with the Runes upon it."""
    bury(s, card)


def has_a_fragment(card: Card) -> bool:
    """Whether a card may become a Rune fragment."""
    return any(card.fragments[m] for m in Mark)


@memesis.duty("4.10b", "0.17b", "4.11", at=Resolved)
def come_to_an_end(s: State, f: Resolved) -> None:
    """An Effect without a fragment is used up, though it could be fused in other ways, which are for one's own turn and
    for Causes that are to go; so is that of a player who is out, and one that was fused meanwhile stays where it is."""
    with effect("4.10b", "0.17b"):
        if s.cell[f.card] == Cell.SHOWN:
            use_up(s, f.card)
        close_frame(s, Resolved)


@come_to_an_end.when
def nothing_to_decide(s: State, f: Resolved) -> bool:
    nobody_fuses_it = not has_a_fragment(f.card) or f.who not in f.awaits
    return s.cell[f.card] != Cell.SHOWN or (f.done and f.dispelled and nobody_fuses_it)


@memesis.duty("4.5", "7.3a", "0.9a", at=Resolved)
def see_whether_it_was_paid_for(s: State, f: Resolved) -> None:
    """An Effect that has incubated waited instead of being paid for (0.9): where that is no payment, it is used up like
    one without a fragment."""
    when(
        s.cell[f.card] == Cell.SHOWN
        and f.done
        and f.dispelled
        and s.waited[f.card]
        and has_a_fragment(f.card)
        and f.who in f.awaits
    )
    with effect("4.5", "7.3a"):
        if waiting_counts_as_payment(s):
            s.waited[f.card] = False
        else:
            use_up(s, f.card)
            close_frame(s, Resolved)


# No finding is open on it: why the text answers it, is said by 112, which is withdrawn.
waiting_counts_as_payment = memesis.doubt(
    "may an Effect be fused, once it has worked, whose source cost was not paid since it had incubated?",
    waiting_is_not_paying=no("no: its source cost has not been paid", default=True),
    turns_stand_in_for_source=yes("yes: the turns of waiting stand in for the cost"),
)


@memesis.action("4.10b", "4.5", at=Resolved, passes=True)
def keep_as_is(s: State, f: Resolved, who: Player) -> None:
    """The Effect is not fused, and so it is used up."""
    domain(who == f.who)
    permit(
        "4.5", "7.3a", "4.10b", "It may be fused instead of going to the Dead Cell, or not.", fusing_is_optional=True
    )
    with effect("4.10b", "0.17b"):
        use_up(s, f.card)
        close_frame(s, Resolved)
