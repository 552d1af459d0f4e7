"""Memesis, Section 7 with 4.5 to 4.8: Partial, True and Trans Fusion, and when they may be."""

from model.memesis.bearers import bears_a_marking, has_a_rune
from model.memesis.causes import is_dispelled
from model.memesis.frames import Choosing, Directed, Dispelling, Resolved
from model.memesis.joining import (
    begin_to_fuse,
    could_be_fused,
    has_worked,
    is_affordable,
    is_not_to_be_fused,
    is_the_time,
    join,
    makes_true,
    would_dispel,
)
from model.memesis.meanwhile import acts_come_between
from model.memesis.state import Card, Cell, Family, Join, Kind, Mark, Player, State, memesis
from model.memesis.table import is_any_time, nobody_decides, on_turn
from model.memesis.words import counts_as, in_the_set, part_of, trans_complete, truly_fused
from ruleslawyer.lang import domain, effect, frame_of, is_open, no, when, yes

# --- Partial Fusion (7.1a, 4.5, 4.6) --------------------------------------------------------------------------------


@memesis.action("7.1a", "7.1b", at=(None, Resolved, Dispelling, Directed, Choosing))
def fuse_partially(s: State, who: Player, card: Card, base: Card, mark: Mark) -> None:
    """A card becomes one of its Rune fragments, and is fused onto another."""
    domain(card.fragments[mark] and could_be_fused(s, who, card, base))
    with effect("4.5", "4.7d"):
        begin_to_fuse(s, who, card, base)
    with effect("7.1a", "7.1b"):
        join(s, card, base, Join.PARTIAL)
        s.fragment[card] = mark


@fuse_partially.permit("4.6", "7.1a", "7.4a", "7.4b", "7.5a", "7.7b", "7.8a", "7.14a", "7.14b", "5.6c", "5.6d")
def partial_fusion_in_the_own_turn(s: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """In one's own turn any card may be fused to any other, from the hand or in play; Causes before they are to die."""
    return nobody_decides(s) and on_turn(s, who)


@fuse_partially.permit("4.5", "7.3a", "7.3b")
def a_played_effect_is_fused(s: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """An Effect with a fragment may be fused once it has worked, and does not go to the Dead Cell: one that was not
    paid for is there no more (effects.py)."""
    return has_worked(s, who, card)


@fuse_partially.forbid("7.8a", over=fuse_partially)
def onto_a_complete_transfusion(s: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """Partial Fusion is for cards that have not completed their Transfusion."""
    return (
        is_the_time(s, who, card, base)
        and trans_complete(s, base)
        and truly_fused(s, base)
        and not a_complete_transfusion_takes_fragments(s)
    )


a_complete_transfusion_takes_fragments = memesis.doubt(
    "may fragments be fused onto a complete Trans Fusion?",
    not_once_it_is_complete=no(
        "As long as it is not completed they may; then all fragments are destroyed.", "7.8a", "7.8b", default=True
    ),
    any_card_takes_fragments=yes("Any card may be fused to any other.", "7.5a"),
)


@fuse_partially.forbid("7.1a", over=fuse_partially)
def receiver_lacks_the_marking(s: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """It is fused to upgrade the other card, which may need the marking."""
    return is_the_time(s, who, card, base) and not bears_a_marking(s, base, mark) and fragments_need_the_marking(s)


fragments_need_the_marking = memesis.doubt(
    "may a fragment be fused onto a card without its marking?",
    any_card_receives_fragments=no("Any card may be fused to any other.", "7.5a", default=True),
    only_what_is_upgraded=yes("A fragment is fused with another card to upgrade it.", "7.1a"),
)


@fuse_partially.forbid("7.4b", "7.5a", "7.18a", over=fuse_partially)
def partial_fusion_is_not_for_these_cards(s: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """Cards of others, and incubating ones, may be no cards to fuse."""
    return is_not_to_be_fused(s, who, card, base)


@fuse_partially.cannot("4.5", "7.3a", "if the source cost has been paid")
def partial_fusion_is_beyond_means(s: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """What it takes must be there."""
    return is_the_time(s, who, card, base) and not is_affordable(s, who, card, base)


# --- True Fusion and Trans Fusion: what they are, and when they may be ------------------------------------------------


@memesis.action("7.1c", "7.9a", at=(None, Resolved, Dispelling, Directed, Choosing))
def fuse_truly(s: State, who: Player, card: Card, base: Card) -> None:
    """A card is fused straight onto another."""
    domain(could_be_fused(s, who, card, base))
    with effect("4.5", "4.7d"):
        begin_to_fuse(s, who, card, base)
    with effect("7.1c"):
        join(s, card, base, Join.TRUE)


@memesis.action("7.1i", "7.7a", at=(None, Resolved, Dispelling, Directed, Choosing))
def transfuse(s: State, who: Player, card: Card, base: Card) -> None:
    """Cards of the sets Sym, Bio and Tic are fused."""
    domain(card.family is not None and base.family is not None and could_be_fused(s, who, card, base))
    with effect("4.5", "4.7d"):
        begin_to_fuse(s, who, card, base)
    with effect("7.1i", "7.7c"):
        join(s, card, base, Join.TRANS)


@fuse_truly.permit("7.4a", "7.4b", "7.5a", "7.14a", "7.14b", also=transfuse)
def fused_in_the_own_turn(s: State, who: Player, card: Card, base: Card) -> bool:
    """In one's own turn any card may be fused to any other, from the hand or in play, hidden or not; Causes before they
    are to die."""
    return nobody_decides(s) and on_turn(s, who)


@transfuse.permit("7.1e", "7.1f", "7.8a")
def the_sets_are_fused(s: State, who: Player, card: Card, base: Card) -> bool:
    """Any Sym may be fused to any Bio, and any Bio to any Tic, as we read it in one's own turn too."""
    return nobody_decides(s) and on_turn(s, who)


@fuse_truly.permit("7.5b", also=(fuse_partially, transfuse))
def effects_are_fused_at_any_time(s: State, card: Card) -> bool:
    """Effect cards are fused at any time; one that is fused already is none any more (4.8, 7.6)."""
    return is_any_time(s) and s.cell[card] != Cell.SHOWN and counts_as(s, card) == Kind.EFFECT


@fuse_truly.permit("7.18a", "7.18b", also=(fuse_partially, transfuse))
def fused_onto_an_incubating_card(s: State, card: Card, base: Card) -> bool:
    """A card may be fused to an incubating one at any time."""
    return (
        is_any_time(s)
        and s.cell[card] != Cell.SHOWN
        and (s.cell[base] == Cell.INCUBATION or s.cell[card] == Cell.INCUBATION)
    )


@fuse_truly.permit("4.7c", "4.7d", "4.7e", also=(fuse_partially, transfuse))
def fused_with_a_cause_that_would_go(s: State, who: Player, card: Card, base: Card) -> bool:
    """Whoever played an Effect may fuse it, in any way, with the Cause that would go to the Dead Cell."""
    return would_dispel(s, who, card, base)


# --- True Fusion (7.1c, 7.9 to 7.11) --------------------------------------------------------------------------------


@fuse_truly.forbid("7.1c", over=fuse_truly)
def not_a_particular_card(s: State, who: Player, card: Card, base: Card) -> bool:
    """True Fusion is with one particular card."""
    return is_the_time(s, who, card, base) and not may_be_truly_fused(s, card, base)


def may_be_truly_fused(s: State, card: Card, base: Card) -> bool:
    """Whether two cards are particular to each other, or any two are."""
    return are_partners(s, card, base) or any_two_cards_fuse_truly(s)


def are_partners(s: State, card: Card, base: Card) -> bool:
    """Whether two cards, or any parts of two fusions, are printed to be fused."""
    return any(
        part_of(s, a, card) and part_of(s, b, base) and (a.partner == b or b.partner == a) for a in Card for b in Card
    )


any_two_cards_fuse_truly = memesis.doubt(
    "which cards may be truly fused?",
    with_a_particular_card=no("A card is fused with one particular other card.", "7.1c", default=True),
    any_card_with_any_other=yes("Any card may be fused to any other.", "7.5a"),
)


@fuse_truly.forbid("7.11b", over=fuse_truly)
def runes_are_to_be_removed(s: State, who: Player, card: Card, base: Card) -> bool:
    """Runes must be removed, and paid for, before True Fusion."""
    return (
        is_the_time(s, who, card, base)
        and may_be_truly_fused(s, card, base)
        and (has_a_rune(s, card) or has_a_rune(s, base))
        and runes_bar_true_fusion(s)
    )


runes_bar_true_fusion = memesis.doubt(
    "does a Rune that is not removed bar a True Fusion?",
    it_is_shattered=no("If it is not removed, it is shattered.", "7.11d", default=True),
    it_must_be_removed=yes("The player must pay to remove it before the fusion takes place.", "7.7e", "7.11b"),
)


@fuse_truly.forbid("7.4b", "7.5a", "7.18a", over=fuse_truly)
def true_fusion_is_not_for_these_cards(s: State, who: Player, card: Card, base: Card) -> bool:
    """Cards of others, and incubating ones, may be no cards to fuse."""
    return (
        is_the_time(s, who, card, base) and may_be_truly_fused(s, card, base) and is_not_to_be_fused(s, who, card, base)
    )


@fuse_truly.cannot("4.5", "7.3a", "if the source cost has been paid")
def true_fusion_is_beyond_means(s: State, who: Player, card: Card, base: Card) -> bool:
    """What it takes must be there."""
    return (
        is_the_time(s, who, card, base) and may_be_truly_fused(s, card, base) and not is_affordable(s, who, card, base)
    )


# --- Trans Fusion (7.1d to 7.1i, 7.7, 7.8) --------------------------------------------------------------------------


@transfuse.forbid("7.1e", "7.1f", over=transfuse, because="the definition itself: fused this way, Sym, Bio and Tic")
def sets_do_not_join(s: State, who: Player, card: Card, base: Card) -> bool:
    """Trans Fusion is of Sym with Bio and of Bio with Tic, and Sym with Tic is a clause of its own."""
    return not fit(s, card, base)


def fit(s: State, card: Card, base: Card) -> bool:
    """Whether two cards, or fusions, are of sets that are fused at all."""
    return (
        joins(s, card, base, Family.SYM, Family.BIO)
        or joins(s, card, base, Family.BIO, Family.TIC)
        or joins(s, card, base, Family.SYM, Family.TIC)
    )


def joins(s: State, card: Card, base: Card, one: Family, other: Family) -> bool:
    """Whether fusing brings a card of one set to a card of another."""
    return (in_the_set(s, card, one) and in_the_set(s, base, other)) or (
        in_the_set(s, card, other) and in_the_set(s, base, one)
    )


@transfuse.cannot("7.1g", "no card from the Sym set may, unless")
def sym_does_not_join_tic(s: State, who: Player, card: Card, base: Card) -> bool:
    """No Sym joins a Tic."""
    return joins(s, card, base, Family.SYM, Family.TIC)


@sym_does_not_join_tic.exception("7.1h")
def sym_is_with_a_bio(s: State, who: Player, card: Card, base: Card) -> bool:
    """A Sym that is fused with a Bio already may."""
    return (in_the_set(s, card, Family.SYM) and in_the_set(s, card, Family.BIO)) or (
        in_the_set(s, base, Family.SYM) and in_the_set(s, base, Family.BIO)
    )


@sym_does_not_join_tic.exception("7.1e", "7.7c")
def sym_completes_the_others(s: State, who: Player, card: Card, base: Card) -> bool:
    """A Sym may join the Bio that a Tic is fused with, as the third of the sets."""
    return (
        is_the_time(s, who, card, base)
        and joins(s, card, base, Family.SYM, Family.BIO)
        and sym_completes_bio_and_tic(s)
    )


sym_completes_bio_and_tic = memesis.doubt(
    "may a Sym be fused to a Bio that is fused with a Tic already?",
    any_sym_joins_any_bio=yes(
        "Any Sym may be fused to any Bio, and the third element completes the fusion, whichever it is.",
        "7.1e",
        "7.7c",
        default=True,
    ),
    sym_and_bio_come_first=no("A Sym does not join the Tic set unless it is with a Bio already.", "7.1g", "7.1h"),
)


@transfuse.forbid("7.7e", "7.11b", over=transfuse)
def runes_are_to_be_removed_first(s: State, who: Player, card: Card, base: Card) -> bool:
    """Runes must be removed before the third set completes the fusion."""
    return (
        is_the_time(s, who, card, base)
        and (has_a_rune(s, card) or has_a_rune(s, base))
        and makes_true(s, card, base, Join.TRANS)
        and runes_bar_true_fusion(s)
    )


@transfuse.forbid("7.4b", "7.5a", "7.18a", over=transfuse)
def trans_fusion_is_not_for_these_cards(s: State, who: Player, card: Card, base: Card) -> bool:
    """Cards of others, and incubating ones, may be no cards to fuse."""
    return fit(s, card, base) and is_not_to_be_fused(s, who, card, base)


@transfuse.cannot("4.5", "7.3a", "if the source cost has been paid")
def trans_fusion_is_beyond_means(s: State, who: Player, card: Card, base: Card) -> bool:
    """What it takes must be there."""
    return is_the_time(s, who, card, base) and fit(s, card, base) and not is_affordable(s, who, card, base)


# --- whether an Effect may be fused with a Cause that would go (4.7, 4.9) -------------------------------------------


def could_save(s: State, card: Card, cause: Card) -> bool:
    """Whether an Effect that was just played may be fused in any way with a Cause; neither is in a fusion yet."""
    return (
        any(card.fragments[m] and (bears_a_marking(s, cause, m) or not fragments_need_the_marking(s)) for m in Mark)
        or (
            may_be_truly_fused(s, card, cause)
            and not ((has_a_rune(s, card) or has_a_rune(s, cause)) and runes_bar_true_fusion(s))
        )
        or joins(s, card, cause, Family.SYM, Family.BIO)
        or joins(s, card, cause, Family.BIO, Family.TIC)
    )


@memesis.settle("4.7d", "4.7e", "4.9")
def whoever_can_save_no_cause_is_not_asked(s: State) -> None:
    """Whoever played an Effect that can be fused with none of the Causes decides nothing about them."""
    when(
        is_open(s, Dispelling)
        and not acts_come_between(s)
        and any(p != frame_of(s, Dispelling).victim for p in frame_of(s, Dispelling).awaits)
        and all(
            not is_dispelled(s, c, frame_of(s, Dispelling).victim) or not could_save(s, frame_of(s, Dispelling).card, c)
            for c in Card
        ),
        "4.7d",
    )
    with effect("4.7d", "4.9"):
        frame_of(s, Dispelling).awaits = frozenset({frame_of(s, Dispelling).victim})
