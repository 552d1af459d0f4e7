"""Memesis, Section 7: what may be fused, what it gives, and that it does not come apart."""

from __future__ import annotations

from model.memesis.causes import give_up_cause
from model.memesis.frames import Dispelling
from model.memesis.fusion import a_complete_transfusion_takes_fragments, fuse_partially, fuse_truly, transfuse
from model.memesis.incubation import leave_incubation
from model.memesis.joining import fusing_from_the_hand_is_free, incubating_cards_fuse_onto_others
from model.memesis.runes import remove_rune
from model.memesis.state import Card, Cell, Does, Family, Join, Kind, Mark, Player, State, memesis
from model.memesis.stealth import turn_up
from model.memesis.table import head, on_turn
from model.memesis.words import (
    attack_power,
    fused_by,
    in_the_set,
    is_fused,
    part_of,
    trans_complete,
    truly_fused,
    upgraded,
)
from ruleslawyer.lang import Checks, is_open

checks = Checks(memesis)


def its_time(before: State, who: Player, card: Card, base: Card) -> bool:
    """When cards are fused: in one's own turn, Effects and onto incubating cards at any time (7.5, 7.18), and while
    they incubate themselves, if that is meant."""
    return (
        on_turn(before, who)
        or card.kind == Kind.EFFECT
        or before.cell[base] == Cell.INCUBATION
        or (before.cell[card] == Cell.INCUBATION and incubating_cards_fuse_onto_others(before))
    )


def stays_together(before: State, after: State) -> bool:
    """Whether cards that were fused to one another still are."""
    return all(
        before.cell[c] != Cell.UPON
        or before.joined[c] == Join.RUNE
        or before.upon[c] != under
        or head(after, c) == head(after, under)
        for c in Card
        for under in Card
    )


# --- the three ways of fusing -------------------------------------------------------------------------------------


@checks.step("7.1a", "7.1b", "7.5a", "7.5b", of=fuse_partially)
def fragments_are_fused_in_time(before: State, after: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """A card becomes a fragment that it has, in time, and lies upon the other."""
    return (
        card.fragments[mark]
        and its_time(before, who, card, base)
        and after.upon[card] == base
        and after.joined[card] == Join.PARTIAL
        and after.fragment[card] == mark
    )


@checks.step("7.1c", "7.5a", "7.11d", of=fuse_truly)
def true_fusions_are_made_in_time(before: State, after: State, who: Player, card: Card, base: Card) -> bool:
    """Cards are truly fused in time, and no Rune is left upon them."""
    return (
        its_time(before, who, card, base)
        and after.upon[card] == base
        and all(not fused_by(after, c, base, Join.RUNE) for c in Card)
    )


@checks.step("7.1e", "7.1f", "7.1g", "7.5a", of=transfuse)
def sets_are_fused_in_time(before: State, after: State, who: Player, card: Card, base: Card) -> bool:
    """Cards of the sets are fused in time; a Bio is among them."""
    return its_time(before, who, card, base) and after.upon[card] == base and in_the_set(after, base, Family.BIO)


@checks.step("7.5a", of=fuse_partially)
def own_cards_are_fused_partially(before: State, after: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """One's own cards are fused onto one's own: a reader might expect it, and no passage says so."""
    return card.owner == who and base.owner == who


@checks.step("7.4a", "1.1a", of=fuse_truly)
def fusing_from_the_hand_is_paid(before: State, after: State, who: Player, card: Card, base: Card) -> bool:
    """A card that is fused from the hand with one in play takes its source cost, unless that is free."""
    paid = before.source[who] - after.source[who]
    return (
        before.cell[card] != Cell.HAND
        or before.cell[base] == Cell.INCUBATION
        or paid == card.cost
        or (paid == 0 and fusing_from_the_hand_is_free(before))
    )


# --- what stays together ------------------------------------------------------------------------------------------


@checks.step("7.2a", of=fuse_partially)
def fragments_part_nobody(before: State, after: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """Fused cards stay together when a fragment is fused."""
    return stays_together(before, after)


@checks.step("5.6d", "7.7b", "7.13", of=fuse_partially)
def fragments_part_no_runes(before: State, after: State, who: Player, card: Card, base: Card, mark: Mark) -> bool:
    """The Runes upon the bottom card stay there: 7.11 shatters those of a True Fusion that takes place."""
    return all(not fused_by(before, c, base, Join.RUNE) or fused_by(after, c, base, Join.RUNE) for c in Card)


@checks.step("5.4c", "5.4d", "4.11", of=fuse_partially)
def runes_of_used_effects_stay_behind(
    before: State, after: State, who: Player, card: Card, base: Card, mark: Mark
) -> bool:
    """A Rune upon an Effect that was played is not carried along as the Effect is fused."""
    return before.cell[card] != Cell.SHOWN or all(
        not fused_by(before, c, card, Join.RUNE) or after.cell[c] != Cell.UPON for c in Card
    )


@checks.step("7.2a", of=fuse_truly)
def true_fusion_parts_nobody(before: State, after: State, who: Player, card: Card, base: Card) -> bool:
    """Fused cards stay together in True Fusion."""
    return stays_together(before, after)


@checks.step("7.2a", of=transfuse)
def trans_fusion_parts_nobody(before: State, after: State, who: Player, card: Card, base: Card) -> bool:
    """Fused cards stay together, says 7.2; 7.8 destroys fragments when the third set joins."""
    return stays_together(before, after)


@checks.step("7.2a", of=leave_incubation)
def incubation_parts_nobody(before: State, after: State, who: Player, card: Card, cell: Cell) -> bool:
    """Fused cards leave the Incubation Cell together."""
    return stays_together(before, after)


@checks.step("7.2a", "7.2b", of=remove_rune)
def removing_parts_nobody(before: State, after: State, who: Player, card: Card) -> bool:
    """Runes can be taken off, fused cards not."""
    return before.joined[card] == Join.RUNE and stays_together(before, after)


@checks.step("7.2a", "7.14c", of=turn_up)
def turning_up_parts_nobody(before: State, after: State, who: Player, card: Card) -> bool:
    """Fused cards are turned up where they are."""
    return stays_together(before, after)


@checks.step("4.8d", "7.6d", of=give_up_cause)
def fused_causes_are_not_dispelled(before: State, after: State, who: Player, card: Card) -> bool:
    """A fused Cause is not sent to the Dead Cell by an Effect."""
    return not is_fused(before, card)


@checks.sometimes("4.7d")
def a_cause_is_about_to_go(s: State) -> bool:
    """An Effect is about to send a Cause to the Dead Cell."""
    return is_open(s, Dispelling)


# --- Trans Fusion -------------------------------------------------------------------------------------------------


@checks.sometimes("7.7a")
def there_is_a_transfusion(s: State) -> bool:
    """Cards of the sets are fused."""
    return any(s.cell[c] == Cell.UPON and s.joined[c] == Join.TRANS for c in Card)


@checks.always("7.1g", "7.1h", reached=there_is_a_transfusion, given=True)
def sym_and_tic_have_a_bio(s: State) -> bool:
    """Sym and Tic are fused only with a Bio."""
    return all(
        not (in_the_set(s, c, Family.SYM) and in_the_set(s, c, Family.TIC)) or in_the_set(s, c, Family.BIO)
        for c in Card
    )


@checks.sometimes("7.7c")
def a_transfusion_is_complete(s: State) -> bool:
    """Sym, Bio and Tic are fused."""
    return any(trans_complete(s, c) for c in Card)


@checks.always("7.7d", "7.8b", "7.11d", reached=a_transfusion_is_complete)
def complete_transfusions_are_bare(s: State) -> bool:
    """With all three sets, when that is a True Fusion, there are no fragments, unless some are taken, and no Runes of
    the owner."""
    return all(
        not trans_complete(s, whole)
        or not truly_fused(s, whole)
        or all(
            (not fused_by(s, c, whole, Join.PARTIAL) or a_complete_transfusion_takes_fragments(s))
            and (not fused_by(s, c, whole, Join.RUNE) or c.owner != whole.owner)
            for c in Card
        )
        for whole in Card
    )


# --- what True Fusion gives (7.9, 7.10) ---------------------------------------------------------------------------


def is_plain(s: State, whole: Card) -> bool:
    """Whether a card in play is a True Fusion of revealed creatures alone, with no printed raise and no fragment."""
    return (
        s.cell[whole] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)
        and truly_fused(s, whole)
        and all(
            not part_of(s, c, whole)
            or (
                not s.face_down[c]
                and c.kind == Kind.CREATURE
                and c.does != Does.STRONGER
                and (c == whole or s.joined[c] != Join.PARTIAL)
            )
            for c in Card
        )
    )


def all_bear(s: State, whole: Card, mark: Mark) -> bool:
    """Whether all parts of a fusion have a marking."""
    return all(not part_of(s, c, whole) or c.upgrades[mark] is not None for c in Card)


def gives_what_is_shared(s: State, card: Card, whole: Card) -> bool:
    """Whether a part has the upgrades of the markings that all parts share, and no others."""
    return all(upgraded(s, card, m) == (card.upgrades[m] is not None and all_bear(s, whole, m)) for m in Mark)


@checks.sometimes("7.9a")
def creatures_are_truly_fused(s: State) -> bool:
    """Creatures are in True Fusion in play."""
    return any(is_plain(s, c) for c in Card)


@checks.always("7.9d", "7.10a", "7.10b", reached=creatures_are_truly_fused)
def shared_markings_alone_work(s: State) -> bool:
    """Of each part the upgrades of markings that all parts share, and no others, as in both examples."""
    return all(
        not is_plain(s, whole) or not part_of(s, c, whole) or gives_what_is_shared(s, c, whole)
        for whole in Card
        for c in Card
    )


@checks.always("7.9a", reached=creatures_are_truly_fused)
def attack_adds_up(s: State) -> bool:
    """Attack is the sum of what is printed, and of what shared markings raise."""
    return all(
        not is_plain(s, whole)
        or attack_power(s, whole)
        == sum(c.attack for c in Card if part_of(s, c, whole))
        + sum(
            c.level
            for c in Card
            for m in Mark
            if part_of(s, c, whole) and c.upgrades[m] == Does.STRONGER and all_bear(s, whole, m)
        )
        for whole in Card
    )


# --- fused Causes and Effects (4.8, 7.6) --------------------------------------------------------------------------


@checks.sometimes("4.8a", "7.6a")
def an_incantation_is_fused(s: State) -> bool:
    """A Cause or an Effect is part of a fusion."""
    return any(c.kind in (Kind.CAUSE, Kind.EFFECT) and is_fused(s, c) for c in Card)
