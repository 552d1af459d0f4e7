"""Memesis, Section 8: what answers promise about allies and what lies with them, in their own words and of no rule."""

from __future__ import annotations

from checks.memesis.promises import is_directed, is_quiet, is_there
from model.memesis.abilities import use_ability
from model.memesis.allies import grant_source, grants_against_a_single_opponent
from model.memesis.combat import aim, allies_may_intercept, assails, intercept, turn_upon
from model.memesis.damage import intercept_directed
from model.memesis.frames import Attaching, Directed, Dispelling, Resolved
from model.memesis.incubation import leave_incubation, turns_needed
from model.memesis.moving import move
from model.memesis.placing import allies_place_for_nothing, grants_without_limit
from model.memesis.state import Card, Cell, Kind, Player, State, Step, memesis
from model.memesis.table import allied, controller, on_turn, stands_in_play
from model.memesis.words import is_fused, revealed
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(memesis)

# --- 181: what allies pay -----------------------------------------------------------------------------------------


def has_an_ally(s: State, who: Player) -> bool:
    """Whether a player is allied with another who is in the game."""
    return any(allied(who, p) and is_there(s, p) for p in Player)


def is_placed(before: State, after: State, card: Card) -> bool:
    """Whether a card comes from the hand into a Cell in which allies may place cards."""
    return before.cell[card] == Cell.HAND and after.cell[card] in (
        Cell.MAIN, Cell.DEFEND, Cell.INCUBATION, Cell.AMMUNITION,
    )  # fmt: skip


@checks.promise(allies_place_for_nothing.allies_place_freely, "8.2a", "8.2e")
def who_has_an_ally_places_for_nothing(before: State, after: State) -> bool:
    """Who has an ally pays nothing for a card that he places, in his own Cells or his ally's, face up or down."""
    return all(
        not is_placed(before, after, c)
        or not has_an_ally(before, c.owner)
        or after.source[c.owner] >= before.source[c.owner]
        for c in Card
    )


@checks.promise(allies_place_for_nothing.allies_use_source, "8.1c", "1.1a")
def who_has_an_ally_pays_for_what_he_places(before: State, after: State) -> bool:
    """A creature or a Cause that comes from the hand into play costs its owner its source cost at least."""
    return all(
        not is_placed(before, after, c)
        or c.kind not in (Kind.CREATURE, Kind.CAUSE)
        or after.cell[c] not in (Cell.MAIN, Cell.DEFEND)
        or after.source[c.owner] <= before.source[c.owner] - c.cost
        for c in Card
    )


# --- 185: who controls what lies with an ally ---------------------------------------------------------------------


@checks.promise(controller.whoever_has_it, "8.2b", "8.2g")
def who_owns_what_lies_with_an_ally_does_not_decide_about_it(s: State) -> bool:
    """How a creature in an ally's Cells intercepts is not for its owner to say."""
    return all(
        not stands_in_play(s, c)
        or s.holder[c] == c.owner
        or not (
            allows(intercept, s, c.owner, c)
            or allows(intercept_directed, s, c.owner, c)
            or allows(turn_upon, s, c.owner, c)
        )
        for c in Card
    )


@checks.promise(controller.whoever_has_it, "8.2b", "8.2g")
def who_has_an_allys_creature_decides_how_it_takes_damage(s: State) -> bool:
    """Whoever is to say what takes damage directed at him may name an ally's creature in his Defend Cell."""
    return all(
        not is_directed(s)
        or is_open(s, Attaching)
        or p != frame_of(s, Directed).at
        or p not in frame_of(s, Directed).awaits
        or not defends_openly(s, c)
        or s.holder[c] != p
        or allows(intercept_directed, s, p, c)
        for c in Card
        for p in Player
    )


@checks.promise(controller.whoever_has_it, "8.2b", "3.7")
def who_has_an_allys_creature_decides_whom_it_meets(s: State) -> bool:
    """Whoever decides how an attack upon him is intercepted may do so with an ally's creature in his Defend Cell."""
    return s.step != Step.INTERCEPTING or all(
        s.holder[c] != p
        or not defends_openly(s, c)
        or not assails(s, a, p)
        or s.absorbed[a]
        or a in s.intercepts[c]
        or is_directed(s)
        or is_open(s, Resolved)
        or not s.asked[p]
        or allows(intercept, s, p, c, a)
        for c in Card
        for a in Card
        for p in Player
    )


def defends_openly(s: State, card: Card) -> bool:
    """Whether a creature lies open in a Defend Cell, is not sourced, and fused to nothing."""
    return (
        s.cell[card] == Cell.DEFEND
        and card.kind == Kind.CREATURE
        and revealed(s, card)
        and not s.sourced[card]
        and not is_fused(s, card)
    )


@checks.promise(controller.whoever_has_it, "8.2b", "3.7")
def who_owns_what_lies_with_an_ally_is_not_asked_in_combat(before: State, after: State) -> bool:
    """Nobody comes to decide about interceptions but who is attacked, and who has a card in his own Cells."""
    return after.step != Step.INTERCEPTING or all(
        before.asked[p]
        or not after.asked[p]
        or any(assails(after, a, p) for a in Card)
        or any(stands_in_play(after, c) and after.holder[c] == p for c in Card)
        for p in Player
    )


@checks.promise(controller.whoever_has_it, "8.2b", "0.29b")
def who_owns_what_lies_with_an_ally_is_not_asked(s: State) -> bool:
    """Of directed damage nobody decides but the one at whom it is, and allies who have a card in their own Cells."""
    return not is_directed(s) or all(
        p == frame_of(s, Directed).at
        or p not in frame_of(s, Directed).awaits
        or any(stands_in_play(s, c) and s.holder[c] == p for c in Card)
        for p in Player
    )


@checks.promise(controller.whoever_has_it, "4.1b", "4.7a")
def a_cause_falls_to_an_effect_at_whoever_has_it(s: State) -> bool:
    """Whoever is to give up a Cause has one in his Cells, whosesoever it is."""
    return not is_open(s, Dispelling) or any(
        c.kind == Kind.CAUSE and stands_in_play(s, c) and s.holder[c] == frame_of(s, Dispelling).victim for c in Card
    )


@checks.promise(controller.whoever_has_it, "4.1b", "4.7a")
def an_effect_at_whoever_has_an_allys_cause_costs_it(before: State, after: State) -> bool:
    """Somebody in whose Cells an open Cause of an ally lies is asked for one when an opponent's Effect is at him."""
    return (
        not is_open(before, Resolved)
        or frame_of(before, Resolved).dispelled
        or (is_open(after, Resolved) and not frame_of(after, Resolved).dispelled)
        or frame_of(before, Resolved).who.side == frame_of(before, Resolved).at.side
        or is_open(after, Dispelling)
        or not any(
            c.kind == Kind.CAUSE
            and stands_in_play(before, c)
            and before.holder[c] == frame_of(before, Resolved).at
            and revealed(before, c)
            and not is_fused(before, c)
            for c in Card
        )
    )


@checks.promise(controller.whoever_has_it, "8.2g", "0.16b")
def who_owns_what_lies_with_an_ally_does_not_move_it(s: State) -> bool:
    """A card in an ally's Cells is not moved by its owner, taken out of incubation there, or set upon anybody."""
    return all(
        not (stands_in_play(s, c) or s.cell[c] == Cell.INCUBATION)
        or s.holder[c] == c.owner
        or not (allows(move, s, c.owner, c) or allows(aim, s, c.owner, c) or allows(leave_incubation, s, c.owner, c))
        for c in Card
    )


@checks.promise(controller.whoever_has_it, "8.2g", "0.16b", "0.9e")
def who_has_an_allys_creature_moves_it(s: State) -> bool:
    """Whoever has an ally's creature moves it from his Main Cell to his Defend Cell, and takes it out of incubation
    when it has waited its turns and more."""
    return not is_quiet(s) or all(
        c.kind != Kind.CREATURE
        or s.holder[c] != p
        or p == c.owner
        or not is_there(s, p)
        or (
            (s.cell[c] != Cell.MAIN or not revealed(s, c) or allows(move, s, p, c, Cell.DEFEND))
            and (
                s.cell[c] != Cell.INCUBATION
                or not on_turn(s, p)
                or s.incubated[c] <= turns_needed(s, c)
                or allows(leave_incubation, s, p, c, Cell.MAIN)
            )
        )
        for c in Card
        for p in Player
    )


@checks.promise(controller.whoever_has_it, "8.2g", "4.1b")
def who_owns_what_lies_with_an_ally_does_not_use_it(s: State) -> bool:
    """The ability of a card in an ally's Cells is not for its owner to use."""
    return all(
        not stands_in_play(s, c) or s.holder[c] == c.owner or not allows(use_ability, s, c.owner, c) for c in Card
    )


@checks.promise(controller.whoever_has_it, "8.2g", "3.3b")
def who_has_what_matured_with_him_attacks_with_it(s: State) -> bool:
    """In his Combat, whoever has an ally's creature in his Attack Cell that matured with him may attack with it."""
    return (
        s.step != Step.COMBAT
        or not is_quiet(s)
        or all(
            not (s.cell[c] == Cell.ATTACK and s.raised[c] and c.kind == Kind.CREATURE and revealed(s, c))
            or s.holder[c] != p
            or p == c.owner
            or not on_turn(s, p)
            or s.turns[p] == 0
            or s.sourced[c]
            or is_fused(s, c)
            or not is_there(s, p)
            or s.aimed[c] is not None
            or allows(aim, s, p, c)
            for c in Card
            for p in Player
        )
    )


@checks.promise(controller.its_owner, "3.7", "5.2c")
def who_has_an_allys_creature_does_not_decide_about_it(s: State) -> bool:
    """How a creature in an ally's Cells intercepts is for nobody but its owner to say."""
    return all(
        not stands_in_play(s, c)
        or p == c.owner
        or not (allows(intercept, s, p, c) or allows(intercept_directed, s, p, c) or allows(turn_upon, s, p, c))
        for c in Card
        for p in Player
    )


# --- 187: blocking for an ally ------------------------------------------------------------------------------------


def could_help(s: State, card: Card, attacker: Card, victim: Player) -> bool:
    """Whether an open creature in its owner's Defend Cell could be set against what attacks an ally of its owner."""
    return (
        defends_openly(s, card)
        and s.holder[card] == card.owner
        and is_there(s, card.owner)
        and allied(card.owner, victim)
        and assails(s, attacker, victim)
        and not s.absorbed[attacker]
        and attacker not in s.intercepts[card]
    )


@checks.promise(allies_may_intercept.owners_decide_about_their_cards, "3.7", "3.8a")
def allies_are_asked_as_interceptions_begin(before: State, after: State) -> bool:
    """As interceptions are called for, everybody is to decide who has a creature that could help an ally."""
    return (
        before.step == Step.INTERCEPTING
        or after.step != Step.INTERCEPTING
        or all(not could_help(after, c, a, p) or after.asked[c.owner] for c in Card for a in Card for p in Player)
    )


@checks.promise(allies_may_intercept.owners_decide_about_their_cards, "3.7", "3.8a")
def a_creature_of_an_ally_may_step_in_the_way(s: State) -> bool:
    """Who is to decide about interceptions may set a creature in his Defend Cell against whatever attacks an ally."""
    return (
        s.step != Step.INTERCEPTING
        or is_directed(s)
        or is_open(s, Resolved)
        or all(
            not could_help(s, c, a, p) or not s.asked[c.owner] or allows(intercept, s, c.owner, c, a)
            for c in Card
            for a in Card
            for p in Player
        )
    )


@checks.promise(allies_may_intercept.owners_decide_about_their_cards, "3.7", "0.29b")
def a_creature_of_an_ally_may_take_directed_damage(s: State) -> bool:
    """Of damage that is directed at an ally, the owner of an open creature in his Defend Cell may have it take all."""
    return all(
        not is_directed(s)
        or is_open(s, Attaching)
        or not defends_openly(s, c)
        or s.holder[c] != c.owner
        or not is_there(s, c.owner)
        or not allied(c.owner, frame_of(s, Directed).at)
        or allows(intercept_directed, s, c.owner, c)
        for c in Card
    )


@checks.promise(allies_may_intercept.only_the_defending_player, "0.32a")
def creatures_intercept_for_their_owner_and_where_they_lie(s: State) -> bool:
    """Creatures intercept nothing but what attacks their owner, or the one in whose Cells they lie."""
    return all(
        a not in s.intercepts[c] or not assails(s, a, p) or p in (c.owner, s.holder[c])
        for c in Card
        for a in Card
        for p in Player
    )


# --- 186: allies against a single opponent ------------------------------------------------------------------------


@checks.promise(grants_against_a_single_opponent.against_anybody, "F.34c", "8.1a")
def an_ally_is_granted_source_whoever_the_opponents_are(s: State) -> bool:
    """In his turn a player who used source for a card that came to a Main Cell, and has some left, may give an ally
    source, whether his opponents are allied or not. How much, another question says."""
    return not is_quiet(s) or all(
        not on_turn(s, p)
        or not is_there(s, p)
        or not is_there(s, q)
        or not allied(p, q)
        or not s.paid_into_main[p]
        or s.source[p] == 0
        or (s.may_grant[p] == 0 and not grants_without_limit(s))
        or allows(grant_source, s, p, q)
        for p in Player
        for q in Player
    )
