"""Memesis, Section 7 with 4.5 and 4.7: which cards may be fused and what it takes, and how they are joined."""

from model.memesis.bearers import could_bear
from model.memesis.carrying import become_part_of_a_fragment, bring_its_runes
from model.memesis.causes import First, every_cause_falls, is_dispelled, who_picks_first
from model.memesis.deeds import begin_anew, bury, pay, put_into_the_dead_cell
from model.memesis.frames import Choosing, Directed, Dispelling, Resolved
from model.memesis.placing import in_another_step, only_in_step_9, pay_to_play
from model.memesis.state import Card, Cell, Family, Join, Kind, Player, State, memesis
from model.memesis.table import in_hand, is_any_time, is_upon, nobody_decides, on_turn, stands_in_play
from model.memesis.words import complete_transfusion_is_true, counts_as, in_the_set, part_of, stacks, truly_fused
from ruleslawyer.lang import SILENT, Silent, close_frame, effect, frame_of, is_open, no, simultaneous, yes

# --- what can be fused, and when ------------------------------------------------------------------------------------


def could_be_fused(s: State, who: Player, card: Card, base: Card) -> bool:
    """One card, from one's hand or a Cell where it can be fused (7.4, 7.18), or an Effect that is being played (4.5,
    4.7), onto another; as we read it, neither is a Rune."""
    return (
        card != base
        and card.kind != Kind.RUNE
        and could_bear(s, base)
        and (in_hand(s, who, card) or could_bear(s, card) or is_being_played(s, card))
    )


def is_being_played(s: State, card: Card) -> bool:
    """Whether an Effect is the one that is being played, and not one that waits for an answer."""
    return s.cell[card] == Cell.SHOWN and is_open(s, Resolved) and frame_of(s, Resolved).card == card


def has_worked(s: State, who: Player, card: Card) -> bool:
    """Whether an Effect of that player has done its work, and nothing is to be given up, chosen or taken (4.5)."""
    return (
        is_being_played(s, card)
        and frame_of(s, Resolved).who == who
        and not is_open(s, Dispelling)
        and not is_open(s, Directed)
        and not is_open(s, Choosing)
    )


def would_dispel(s: State, who: Player, card: Card, base: Card) -> bool:
    """Whether an Effect that was played by that player is about to send a Cause to the Dead Cell (4.7)."""
    return (
        is_being_played(s, card)
        and is_open(s, Dispelling)
        and frame_of(s, Resolved).who == who
        and is_dispelled(s, base, frame_of(s, Dispelling).victim)
    )


def is_the_time(s: State, who: Player, card: Card, base: Card) -> bool:
    """Whether the plainest rules let cards be fused now: so that questions come up only where nothing else decides."""
    incubates = s.cell[base] == Cell.INCUBATION or s.cell[card] == Cell.INCUBATION
    return s.cell[card] == Cell.SHOWN or (
        is_any_time(s) and ((nobody_decides(s) and on_turn(s, who)) or counts_as(s, card) == Kind.EFFECT or incubates)
    )


def is_affordable(s: State, who: Player, card: Card, base: Card) -> bool:
    """Whether a player has the source that fusing takes."""
    return s.source[who] >= price_of_fusing(s, who, card, base)


# --- what it takes --------------------------------------------------------------------------------------------------


@memesis.term("7.4b")
def price_of_fusing(s: State, who: Player, card: Card, base: Card) -> int:
    """The source that fusing takes: none is named."""
    return 0


@price_of_fusing.exception("4.5", "7.3a")
def source_cost_from_the_hand(s: State, who: Player, card: Card, base: Card) -> int | Silent:
    """A card from the hand may take its source cost; one that is fused to an incubating card takes turns (7.18c)."""
    return (
        card.cost
        if s.cell[card] == Cell.HAND
        and s.cell[base] != Cell.INCUBATION
        and card.cost > 0
        and not fusing_from_the_hand_is_free(s)
        else SILENT
    )


fusing_from_the_hand_is_free = memesis.doubt(
    "does fusing a card from the hand take its source cost?",
    cards_are_paid_for=no(
        "Source is what cards from the hand take, and a played Effect is fused only if its cost was paid.",
        "1.1a",
        "4.5",
        "7.3a",
        default=True,
    ),
    directly_from_the_hand=yes("Cards are fused straight from the hand; no cost of it is said.", "7.4a"),
)


# --- which cards ----------------------------------------------------------------------------------------------------


def is_not_to_be_fused(s: State, who: Player, card: Card, base: Card) -> bool:
    """Whether a card cannot be fused onto that one, though it is the time and there is the source, as it is somebody
    else's, or as it is still incubating."""
    return (
        is_the_time(s, who, card, base)
        and is_affordable(s, who, card, base)
        and (
            (card.owner != who and s.cell[card] != Cell.SHOWN and not may_fuse_cards_of_others(s))
            or (base.owner != who and not would_dispel(s, who, card, base) and not may_fuse_onto_cards_of_others(s))
            or is_not_the_one_named(s, card, base)
            or (comes_by_being_fused(s, card, base) and is_no_place_for_it(s, who, base))
            or (s.cell[card] == Cell.INCUBATION and not incubating_cards_fuse_onto_others(s))
            or (
                s.cell[card] == Cell.HAND
                and s.cell[base] == Cell.INCUBATION
                and not on_turn(s, who)
                and fusing_into_incubation_waits_for_the_own_turn(s)
            )
        )
    )


def is_not_the_one_named(s: State, card: Card, base: Card) -> bool:
    """Whether a card that would be dispelled is not the one that the defending player names first."""
    return (
        s.cell[card] == Cell.SHOWN
        and is_open(s, Dispelling)
        and frame_of(s, Dispelling).named != base
        and who_picks_first(s) == First.DEFENDER
    )


# --- fusing from the hand as coming into play -----------------------------------------------------------------------


def comes_by_being_fused(s: State, card: Card, base: Card) -> bool:
    """Whether a creature or Cause would be fused from the hand to a card in play."""
    return card.kind in (Kind.CREATURE, Kind.CAUSE) and s.cell[card] == Cell.HAND and stands_in_play(s, base)


def is_no_place_for_it(s: State, who: Player, base: Card) -> bool:
    """Whether a card from the hand could not be placed where that one lies, in this step, if fusing is placing it."""
    return (
        s.cell[base] == Cell.ATTACK and (s.turns[who] == 0 or s.holder[base] != who) and fusing_is_coming_into_play(s)
    ) or (in_another_step(s, who) and fusing_is_coming_into_play(s) and only_in_step_9(s))


fusing_is_coming_into_play = memesis.doubt(
    "does a creature or Cause that is fused from the hand to a card in play come into play by that?",
    the_other_card_changes=no("no: the card that was there changes, and nothing more", default=True),
    it_is_played_onto_another=yes("yes: it is played onto another card, and the fusion came in this turn"),
)


may_fuse_cards_of_others = memesis.doubt(
    "may a player fuse cards that others own?",
    any_card_is_fused=yes("any card in play, as the words have it"),
    only_own_cards_are_fused=no("no: only one's own cards, as of Runes", default=True),
    about=("join",),
)


may_fuse_onto_cards_of_others = memesis.doubt(
    "may a player fuse cards onto those that others own?",
    onto_any_card=yes("to any other card, as the words have it: 7.15 knows several owners", default=True),
    only_onto_own_cards=no("no: only onto one's own cards, but for Causes that an Effect would dispel"),
    about=("join",),
)


# No finding is open on it: why the text answers it, is said by 166, which is withdrawn.
incubating_cards_fuse_onto_others = memesis.doubt(
    "may a card that is incubating be fused onto a card in play?",
    others_are_fused_to_it=no(
        "The card that is added is the one placed recently, and waits with the other.", "7.18c", "7.18d", default=True
    ),
    the_one_that_incubates=yes(
        "A card may be fused to another while it incubates: which of the two is not said.", "7.18a"
    ),
)


fusing_into_incubation_waits_for_the_own_turn = memesis.doubt(
    "may a card from the hand be fused to an incubating one in the turn of another player?",
    at_any_time=no("Onto an incubating card one is fused at any time.", "7.18b", default=True),
    into_the_cell_in_the_own_turn=yes(
        "From the hand a card comes into the Incubation Cell in one's own turn only.", "0.9k"
    ),
)


# --- what a fusion becomes ------------------------------------------------------------------------------------------


def would_complete(s: State, card: Card, base: Card) -> bool:
    """Whether Sym, Bio and Tic are all there once two cards are fused (7.7)."""
    return all(in_the_set(s, card, f) or in_the_set(s, base, f) for f in Family)


def makes_true(s: State, card: Card, base: Card, how: Join) -> bool:
    """Whether a True Fusion takes place when two cards are joined in that way."""
    return (
        how == Join.TRUE
        or (how == Join.TRANS and truly_fused(s, card) and not truly_fused(s, base))
        or (how == Join.TRANS and would_complete(s, card, base) and complete_transfusion_is_true(s))
    )


@memesis.deed("4.5", "4.7d", "4.7e", "7.3a")
def begin_to_fuse(s: State, who: Player, card: Card, base: Card) -> None:
    """A player pays for fusing; a Cause that was to go to the Dead Cell does not: of several, by a reading, the others
    do."""
    with effect("4.5", "7.3a"):
        if comes_by_being_fused(s, card, base) and fusing_is_coming_into_play(s):
            pay_to_play(s, who, price_of_fusing(s, who, card, base), s.cell[base])
        else:
            pay(s, who, price_of_fusing(s, who, card, base))
    with effect("4.7d", "4.7e"):
        if is_open(s, Dispelling) and s.cell[card] == Cell.SHOWN:
            victim = frame_of(s, Dispelling).victim
            if any(c != base and is_dispelled(s, c, victim) for c in Card) and every_cause_falls(s):
                with simultaneous():
                    for c in Card:
                        if c != base and is_dispelled(s, c, victim):
                            bury(s, c)
            close_frame(s, Dispelling)


# --- cards are joined -----------------------------------------------------------------------------------------------


@memesis.deed("7.1c", "7.1f", "7.2a")
def join(s: State, card: Card, base: Card, how: Join) -> None:
    """A card is fused onto another one, with what is upon it. A creature that was intercepted takes its interceptors
    along to one that attacks the same player, who has not said that he takes it himself."""
    shatters = makes_true(s, card, base, how)
    completes = shatters and how == Join.TRANS and would_complete(s, card, base)
    merges = s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND) and (
        (s.damage[card] > 0 or s.sourced[card]) and state_of_fused_cards_goes_along(s)
    )
    with effect("7.11d", "7.7f", "4.11"):
        bring_its_runes(s, card, base, shatters)
    with effect("7.8b", "7.8c"):
        for c in Card:
            if completes and s.joined[c] == Join.PARTIAL and (is_upon(s, c, card) or is_upon(s, c, base)):
                put_into_the_dead_cell(s, c)
    with effect("6.3a", "7.18c"):
        for c in Card:
            if s.cell[base] == Cell.INCUBATION and part_of(s, c, card):
                s.doubled[c] = s.face_down[c]
    with effect("5.6e", "5.6f", "7.1b"):
        for c in Card:
            if is_upon(s, c, card):
                s.upon[c] = base
                if how == Join.PARTIAL and s.joined[c] != Join.RUNE:
                    become_part_of_a_fragment(s, c)
    with effect("3.7"):
        attacks_on = s.cell[base] == Cell.ATTACK and s.aimed[base] == s.aimed[card] and not s.absorbed[base]
        if s.met[card] and attacks_on:
            s.met[base] = True
        for c in Card:
            if card in s.intercepts[c]:
                s.intercepts[c] -= frozenset({card})
                if attacks_on:
                    s.intercepts[c] |= frozenset({base})
                    s.met[base] = True
    if s.cell[card] == Cell.HAND:
        with effect("4.2b", "3.10d"):
            begin_anew(s, card)
        with effect("1.9", "7.4a"):
            if comes_by_being_fused(s, card, base) and fusing_is_coming_into_play(s):
                s.fresh[base] = True
    with effect("7.5c", "4.2c"):
        if s.cell[card] == Cell.SHOWN and not a_used_effect_works_again(s):
            s.used[card] = True
    with effect("7.1c", "7.1f"):
        s.cell[card] = Cell.UPON
        s.upon[card] = base
        s.joined[card] = how
    with effect("7.9b", "7.16a"):
        if merges:
            s.sourced[base] = s.sourced[base] or s.sourced[card]
            if stacks(s, card, base):
                s.damage[base] += s.damage[card]
                s.hurt_attacking[base] = s.hurt_attacking[base] or s.hurt_attacking[card]


a_used_effect_works_again = memesis.doubt(
    "an Effect was used and is fused: may it be used again in that turn?",
    as_a_fused_card_it_was_not_used=yes("yes: as a fused card it has not been used", default=True),
    it_was_used_in_this_turn=no("no: it was used in this turn"),
)


state_of_fused_cards_goes_along = memesis.doubt(
    "is a fusion sourced, and hurt, as the card was that is fused onto another?",
    as_the_bottom_card=no("no: as the bottom card was", default=True),
    damage_adds_up=yes("yes: it is sourced if any of them is, and damage adds up as life does"),
    about=("join",),
)
