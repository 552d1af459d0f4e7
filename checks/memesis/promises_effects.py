"""Memesis, Sections 2, 4 and 7: what answers promise about Causes, Effects and the use of abilities."""

from __future__ import annotations

from checks.memesis.promises import is_directed, is_quiet, is_there
from model.memesis.abilities import (
    creatures_tire,
    creatures_wait_for_combat,
    incantations_wait_for_the_own_turn,
    use_ability,
    use_upgrade,
)
from model.memesis.causes import allied_effects_dispel, hidden_causes_fall, own_effects_dispel
from model.memesis.combat import aim
from model.memesis.effects import effects_are_played_at_anybody, play_effect, release_effect
from model.memesis.frames import Choosing, Dispelling, Resolved
from model.memesis.joining import a_used_effect_works_again
from model.memesis.state import Card, Cell, Does, Join, Kind, Mark, Player, State, Step, memesis
from model.memesis.table import allied, controller, head, in_combat, in_play, is_upon, on_turn, place, stands_in_play
from model.memesis.upgrading import play_upgraded_effect
from model.memesis.words import (
    a_creature_upon_it_makes_it_one,
    counts_as,
    fragments_keep_their_abilities,
    is_fused,
    revealed,
    upgraded,
)
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(memesis)

# --- what several promises say ------------------------------------------------------------------------------------


def has_something_to_do(card: Card) -> bool:
    """Whether a card has a printed ability that takes no Ammunition and that can be used whatever the situation."""
    return card.does in (Does.STRIKE, Does.SOURCE, Does.HEAL) and card.ammo == 0


def lies_ready(s: State, card: Card) -> bool:
    """Whether a card lies open in its owner's Main Cell, alone or at the bottom or top of a fusion, and not sourced."""
    whole = head(s, card)
    return (
        place(s, card) == Cell.MAIN
        and s.holder[whole] == whole.owner == card.owner
        and is_there(s, card.owner)
        and revealed(s, whole)
        and not s.face_down[card]
        and not s.sourced[whole]
    )


def an_ability_is_done(before: State, after: State) -> bool:
    """Whether somebody gains source, Life or a card, or is to choose one, or damage is directed, while no card moves or
    is turned."""
    return all(
        after.cell[c] == before.cell[c] and after.sourced[c] == before.sourced[c] and before.cell[c] != Cell.SHOWN
        for c in Card
    ) and (
        (is_directed(after) and not is_directed(before))
        or (is_open(after, Choosing) and not is_open(before, Choosing))
        or (
            all(after.source[p] >= before.source[p] for p in Player)
            and after.step == before.step
            and any(
                after.source[p] > before.source[p] or after.life[p] > before.life[p] or after.owed[p] > before.owed[p]
                for p in Player
            )
        )
    )


# --- 043: abilities of creatures outside Combat -------------------------------------------------------------------


@checks.promise(creatures_wait_for_combat.at_this_time, "0.32f")
def creatures_do_nothing_outside_combat(s: State) -> bool:
    """Outside Combat nobody uses an ability or an upgrade of a creature that is fused to nothing and takes no
    Ammunition."""
    return in_combat(s) or all(
        c.kind != Kind.CREATURE
        or c.ammo > 0
        or is_fused(s, c)
        or not any(allows(use_ability, s, p, c) or any(allows(use_upgrade, s, p, c, m) for m in Mark) for p in Player)
        for c in Card
    )


@checks.promise(creatures_wait_for_combat.whenever_they_have_them, "2.1c", "6.6b")
def creatures_do_what_they_can_at_any_time(s: State) -> bool:
    """A creature that lies open and unsourced, and takes no Ammunition, may be used at any time."""
    return not is_quiet(s) or all(
        c.kind != Kind.CREATURE
        or is_fused(s, c)
        or not has_something_to_do(c)
        or not lies_ready(s, c)
        or s.used[c]
        or allows(use_ability, s, c.owner, c)
        for c in Card
    )


# --- 100, 105: which Effects take a Cause, and which Causes -------------------------------------------------------


def has_a_cause(s: State, who: Player) -> bool:
    """Whether a player controls a Cause that is fused to nothing and lies open in play."""
    return any(
        counts_as(s, c) == Kind.CAUSE
        and c.kind == Kind.CAUSE
        and stands_in_play(s, c)
        and controller(s, c) == who
        and revealed(s, c)
        for c in Card
    )


def costs_him_no_cause(before: State, after: State) -> bool:
    """Whether it was seen to what an Effect that is played at somebody dispels, and nobody gives up his Cause."""
    return (
        is_open(before, Resolved)
        and not frame_of(before, Resolved).dispelled
        and (not is_open(after, Resolved) or frame_of(after, Resolved).dispelled)
        and has_a_cause(before, frame_of(before, Resolved).at)
        and not is_open(after, Dispelling)
    )


@checks.promise(own_effects_dispel.any_players_effect, "4.7a")
def an_effect_at_oneself_costs_a_cause(before: State, after: State) -> bool:
    """A player who plays an Effect at himself, and has a Cause, is asked to give up one."""
    return not (costs_him_no_cause(before, after) and frame_of(before, Resolved).who == frame_of(before, Resolved).at)


@checks.promise(own_effects_dispel.own_causes_are_spared, "4.4b", "4.1b")
def an_effect_at_oneself_costs_no_cause(s: State) -> bool:
    """Nobody is asked to give up a Cause for an Effect that he has played himself."""
    return (
        not is_open(s, Dispelling)
        or not is_open(s, Resolved)
        or frame_of(s, Resolved).who != frame_of(s, Dispelling).victim
    )


@checks.promise(allied_effects_dispel.allies_are_players_too, "4.7a")
def an_effect_of_an_ally_costs_a_cause(before: State, after: State) -> bool:
    """A player at whom an ally plays an Effect, and who has a Cause, is asked to give up one."""
    return not (
        costs_him_no_cause(before, after) and allied(frame_of(before, Resolved).who, frame_of(before, Resolved).at)
    )


@checks.promise(allied_effects_dispel.only_those_of_opponents, "4.1b")
def an_effect_of_an_ally_costs_no_cause(s: State) -> bool:
    """Nobody is asked to give up a Cause for an Effect that an ally has played."""
    return (
        not is_open(s, Dispelling)
        or not is_open(s, Resolved)
        or not allied(frame_of(s, Resolved).who, frame_of(s, Dispelling).victim)
    )


@checks.promise(hidden_causes_fall.nobody_knows, "4.12a", "6.1c")
def who_has_only_hidden_causes_is_asked_for_none(s: State) -> bool:
    """Whoever is to give up a Cause has one that lies open."""
    return not is_open(s, Dispelling) or has_a_cause(s, frame_of(s, Dispelling).victim)


@checks.promise(hidden_causes_fall.it_is_a_cause_card, "4.1b", "4.12a")
def a_hidden_cause_does_not_save_its_owner(before: State, after: State) -> bool:
    """Who has a Cause, hidden or not, is asked to give up one for an opponent's Effect that is played at him."""
    return (
        not is_open(before, Resolved)
        or frame_of(before, Resolved).dispelled
        or (is_open(after, Resolved) and not frame_of(after, Resolved).dispelled)
        or is_open(after, Dispelling)
        or frame_of(before, Resolved).who.side == frame_of(before, Resolved).at.side
        or not any(
            counts_as(before, c) == Kind.CAUSE
            and stands_in_play(before, c)
            and controller(before, c) == frame_of(before, Resolved).at
            for c in Card
        )
    )


@checks.promise(hidden_causes_fall.nobody_knows, "4.12a", "6.1c")
def hidden_causes_stay(before: State, after: State) -> bool:
    """While a Cause is being given up, none that lies face down leaves its place."""
    return not is_open(before, Dispelling) or all(
        c.kind != Kind.CAUSE or not in_play(before, c) or revealed(before, c) or after.cell[c] == before.cell[c]
        for c in Card
    )


# --- 103: at whom Effects are played ------------------------------------------------------------------------------


@checks.promise(effects_are_played_at_anybody.at_whomever_its_player_names, "4.3a")
def an_effect_is_played_at_whomever_its_player_names(s: State) -> bool:
    """An Effect that may be played at somebody may be played at everybody in the game, its player included."""
    return all(
        c.kind != Kind.EFFECT
        or (
            (not allows(play_effect, s, c.owner, c) or allows(play_effect, s, c.owner, c, p))
            and (not allows(release_effect, s, c.owner, c) or allows(release_effect, s, c.owner, c, p))
        )
        for c in Card
        for p in Player
        if is_there(s, p)
    )


@checks.promise(effects_are_played_at_anybody.at_whomever_its_player_names, "4.3a", "5.4a")
def an_upgraded_effect_is_played_at_whomever_its_player_names(s: State) -> bool:
    """An Effect that may be played with a Rune upon it may be so at everybody in the game, its player included."""
    return all(
        c.kind != Kind.EFFECT
        or r.kind != Kind.RUNE
        or not any(allows(play_upgraded_effect, s, c.owner, c, p, r, False) for p in Player)
        or all(s.lost[p] or allows(play_upgraded_effect, s, c.owner, c, p, r, False) for p in Player)
        for c in Card
        for r in Card
    )


# --- 109, 110: how often, and in whose turn -----------------------------------------------------------------------


def is_an_incantation(s: State, card: Card) -> bool:
    """Whether a card is a Cause, or was a Cause or an Effect before it was fused, to more than a fragment's place."""
    return card.kind == Kind.CAUSE or (card.kind == Kind.EFFECT and is_fused(s, card))


@checks.promise(incantations_wait_for_the_own_turn.once_in_a_round, "4.2b", "7.5c")
def causes_may_be_used_in_the_turns_of_others(s: State) -> bool:
    """The ability of a Cause or fused card that was not used since its owner's turn began may be used in any turn."""
    return not is_quiet(s) or all(
        not is_an_incantation(s, c)
        or not has_something_to_do(c)
        or not lies_ready(s, c)
        or s.used[c]
        or (s.fresh[head(s, c)] and not on_turn(s, c.owner))
        or allows(use_ability, s, c.owner, c)
        for c in Card
    )


@checks.promise(incantations_wait_for_the_own_turn.once_in_a_round, "4.2b", "5.1b")
def causes_use_upgrades_in_the_turns_of_others(s: State) -> bool:
    """An upgrade of a Cause that was not used since its owner's turn began may be used in any turn."""
    return not is_quiet(s) or all(
        c.kind != Kind.CAUSE
        or c.ammo > 0
        or c.upgrades[m] not in (Does.STRIKE, Does.SOURCE, Does.HEAL)
        or not (lies_ready(s, c) and upgraded(s, c, m))
        or s.used[c]
        or allows(use_upgrade, s, c.owner, c, m)
        for c in Card
        for m in Mark
    )


@checks.promise(incantations_wait_for_the_own_turn.once_in_an_owners_turn, "4.2b", "7.5c")
def causes_are_used_in_their_owners_turn(s: State) -> bool:
    """In the turn of another nobody uses the ability of a Cause or of a fused card of his own."""
    return all(
        not (is_an_incantation(s, c) and s.holder[head(s, c)] == c.owner == head(s, c).owner)
        or on_turn(s, c.owner)
        or not allows(use_ability, s, c.owner, c)
        for c in Card
    )


@checks.promise(creatures_tire.as_often_as_wished, "2.1c")
def a_creature_never_rests(s: State) -> bool:
    """In Combat and outside it a creature that is fused to nothing and takes no Ammunition may be used again."""
    return not is_quiet(s) or all(
        c.kind != Kind.CREATURE
        or is_fused(s, c)
        or not has_something_to_do(c)
        or not lies_ready(s, c)
        or (not in_combat(s) and creatures_wait_for_combat(s))
        or allows(use_ability, s, c.owner, c)
        for c in Card
    )


@checks.promise(creatures_tire.once_a_turn, "2.1c")
def a_card_that_was_used_rests(before: State, after: State) -> bool:
    """Whatever an ability does, a card did it that was not used before in this turn of its owner, and now is."""
    return not an_ability_is_done(before, after) or any(after.used[c] and not before.used[c] for c in Card)


# --- 117: creatures upon Causes and Effects -----------------------------------------------------------------------


@checks.promise(a_creature_upon_it_makes_it_one.as_the_bottom_card_is, "4.8a", "4.8b")
def what_lies_upon_a_cause_does_not_fight(s: State) -> bool:
    """A fusion with a Cause or an Effect at the bottom neither attacks, nor intercepts, nor bears damage."""
    return all(
        c.kind == Kind.CREATURE
        or (
            s.aimed[c] is None
            and s.turned_upon[c] is None
            and all(a not in s.intercepts[c] for a in Card)
            and s.damage[c] == 0
        )
        for c in Card
    )


@checks.promise(a_creature_upon_it_makes_it_one.as_the_bottom_card_is, "4.8a", "0.24", "0.29b")
def what_lies_upon_a_cause_goes_by_no_rule_of_creatures(before: State, after: State) -> bool:
    """A fusion with a Cause or an Effect at the bottom does not die of directed damage, and does not go back to the
    Main Cell as a turn begins."""
    return all(
        c.kind == Kind.CREATURE
        or not is_fused(before, c)
        or not stands_in_play(before, c)
        or (
            (not is_directed(before) or is_open(before, Choosing) or after.cell[c] != Cell.DEAD)
            and (before.step != Step.RETURN or after.cell[c] == before.cell[c])
        )
        for c in Card
    )


@checks.promise(a_creature_upon_it_makes_it_one.a_creature_in_it_counts, "4.8a", "7.9a")
def what_lies_upon_a_cause_attacks(s: State) -> bool:
    """In Combat an open fusion of a Cause with a creature truly upon it may attack from its owner's Attack Cell."""
    return not (is_quiet(s) and s.step == Step.COMBAT) or all(
        c.kind != Kind.CAUSE
        or not (s.cell[c] == Cell.ATTACK and s.holder[c] == c.owner and on_turn(s, c.owner) and revealed(s, c))
        or not any(is_upon(s, d, c) and d.kind == Kind.CREATURE and s.joined[d] == Join.TRUE for d in Card)
        or any(is_upon(s, d, c) and s.face_down[d] for d in Card)
        or s.sourced[c]
        or s.turns[c.owner] == 0
        or s.aimed[c] is not None
        or allows(aim, s, c.owner, c)
        for c in Card
    )


# --- 155: abilities of fragments ----------------------------------------------------------------------------------


@checks.promise(fragments_keep_their_abilities.incantations_do, "4.2c", "7.5c")
def an_incantation_works_as_a_fragment(s: State) -> bool:
    """In its owner's turn the ability of a Cause or an Effect that is a fragment may be used, if it was not before."""
    return not is_quiet(s) or all(
        c.kind not in (Kind.CAUSE, Kind.EFFECT)
        or s.joined[c] != Join.PARTIAL
        or not (on_turn(s, c.owner) and lies_ready(s, c) and has_something_to_do(c))
        or any(is_upon(s, d, head(s, c)) and s.face_down[d] for d in Card)
        or s.used[c]
        or allows(use_ability, s, c.owner, c)
        for c in Card
    )


@checks.promise(fragments_keep_their_abilities.it_is_a_fragment_now, "7.1b", "7.12a")
def a_fragment_does_nothing_of_its_own(s: State) -> bool:
    """Nobody uses the ability of a card that is a fragment, whatever it was before."""
    return all(
        s.joined[c] != Join.PARTIAL or s.cell[c] != Cell.UPON or not any(allows(use_ability, s, p, c) for p in Player)
        for c in Card
    )


# --- 118: an Effect that was used and fused ----------------------------------------------------------------------


@checks.promise(a_used_effect_works_again.it_was_used_in_this_turn, "4.2c", "4.5", "7.5c")
def an_effect_that_is_fused_after_its_effect_was_used(before: State, after: State) -> bool:
    """An Effect that is fused after it was played has been used already in the turn in which it is."""
    return all(
        before.cell[c] != Cell.SHOWN
        or after.cell[c] not in (Cell.UPON, Cell.MAIN, Cell.ATTACK, Cell.DEFEND)
        or after.used[c]
        for c in Card
    )
