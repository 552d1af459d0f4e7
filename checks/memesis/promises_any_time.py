"""Memesis, lines 195 to 241 and 298: what answers promise about acts of any time while somebody decides."""

from __future__ import annotations

from checks.memesis.promises import is_directed, is_there
from model.memesis.abilities import use_ability
from model.memesis.ammunition import load
from model.memesis.effects import play_effect
from model.memesis.frames import Attaching, Choosing, Directed, Dispelling, Drawing, Held, Resolved
from model.memesis.fusion import fuse_partially
from model.memesis.loose_runes import recover_rune
from model.memesis.meanwhile import acts_come_between
from model.memesis.moving import move
from model.memesis.runes import place_rune, play_rune_face_down, remove_rune
from model.memesis.source import buy_a_draw, consume_for_life, consume_for_source, source_card
from model.memesis.state import Card, Cell, Does, Kind, Mark, Numbers, Player, State, memesis
from model.memesis.stealth import turn_up
from model.memesis.table import in_hand, is_upon, stands_in_play
from model.memesis.words import is_fused
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(memesis)

# --- 197: while somebody decides -----------------------------------------------------------------------------------


def it_is_to_be_decided(s: State) -> bool:
    """Whether somebody is to say what takes directed damage, which card is chosen, which Cause goes, or whether an
    Effect is fused."""
    return (
        (is_directed(s) or is_open(s, Choosing) or is_open(s, Dispelling) or is_open(s, Resolved))
        and not is_open(s, Attaching)
        and not is_open(s, Drawing)
        and all(s.owed[p] == 0 for p in Player)
        and any(is_there(s, p) and is_there(s, q) and p.side != q.side for p in Player for q in Player)
    )


def may_act_meanwhile(s: State, who: Player) -> bool:
    """Whether something is to be decided, and a player is none who has to say at once what takes damage."""
    return (
        it_is_to_be_decided(s)
        and is_there(s, who)
        and (not is_directed(s) or is_open(s, Choosing) or frame_of(s, Directed).at != who)
    )


@checks.promise(acts_come_between.any_time_is_then_too, "0.10a", "0.15e")
def hands_are_free_meanwhile(s: State) -> bool:
    """While it is to be decided about what was played, everybody may consume and load the cards of his hand."""
    return all(
        not may_act_meanwhile(s, c.owner)
        or not in_hand(s, c.owner, c)
        or (
            allows(consume_for_life, s, c.owner, c)
            and allows(consume_for_source, s, c.owner, c)
            and allows(load, s, c.owner, c, c.owner)
        )
        for c in Card
    )


@checks.promise(acts_come_between.any_time_is_then_too, "0.10a", "0.15e", "0.16b", "6.6a", "0.32g")
def creatures_are_free_meanwhile(s: State) -> bool:
    """While it is to be decided about what was played, everybody may consume, load, move, turn up and source his
    creatures, one that is about to be destroyed too."""
    return all(
        not may_act_meanwhile(s, c.owner)
        or s.cell[c] != Cell.MAIN
        or s.holder[c] != c.owner
        or c.kind != Kind.CREATURE
        or is_fused(s, c)
        or (
            allows(consume_for_life, s, c.owner, c)
            and allows(load, s, c.owner, c, c.owner)
            and allows(move, s, c.owner, c, Cell.DEFEND)
            and (not s.face_down[c] or allows(turn_up, s, c.owner, c))
            and (s.face_down[c] or s.sourced[c] or s.fresh[c] or allows(source_card, s, c.owner, c))
        )
        for c in Card
    )


@checks.promise(acts_come_between.any_time_is_then_too, "0.10a", "0.15e", "4.1b")
def a_cause_that_is_to_go_may_be_used_up(s: State) -> bool:
    """While a Cause is to be given up, its player may consume it, or place it in his Ammunition Cell."""
    return all(
        not it_is_to_be_decided(s)
        or not is_open(s, Dispelling)
        or c.kind != Kind.CAUSE
        or c.owner != frame_of(s, Dispelling).victim
        or not is_there(s, c.owner)
        or s.cell[c] != Cell.MAIN
        or s.holder[c] != c.owner
        or (allows(consume_for_source, s, c.owner, c) and allows(load, s, c.owner, c, c.owner))
        for c in Card
    )


@checks.promise(acts_come_between.any_time_is_then_too, "4.3a", "4.4a")
def effects_are_played_meanwhile(s: State) -> bool:
    """While it is to be decided about what was played, and it is not itself an answer, everybody may play an Effect of
    his hand for whose cost he has the source: on himself, one that heals him or has him draw."""
    return all(
        not may_act_meanwhile(s, c.owner)
        or is_open(s, Held)
        or not in_hand(s, c.owner, c)
        or c.kind != Kind.EFFECT
        or c.does not in (Does.HEAL, Does.DRAW)
        or s.source[c.owner] < c.cost
        or allows(play_effect, s, c.owner, c, c.owner)
        for c in Card
    )


@checks.promise(acts_come_between.any_time_is_then_too, "0.32f")
def abilities_are_used_meanwhile(s: State) -> bool:
    """While it is to be decided about what was played, and it is not itself an answer, everybody may use what an open
    creature of his can do for him without Ammunition."""
    return all(
        not may_act_meanwhile(s, c.owner)
        or is_open(s, Held)
        or c.kind != Kind.CREATURE
        or c.does not in (Does.HEAL, Does.DRAW, Does.SOURCE)
        or c.ammo > 0
        or s.cell[c] != Cell.MAIN
        or s.holder[c] != c.owner
        or s.face_down[c]
        or s.sourced[c]
        or s.used[c]
        or is_fused(s, c)
        or allows(use_ability, s, c.owner, c, c.owner)
        for c in Card
    )


@checks.promise(acts_come_between.any_time_is_then_too, "7.5b")
def effects_are_fused_meanwhile(s: State) -> bool:
    """While it is to be decided about what was played, everybody may fuse an Effect of his hand that has a fragment,
    and for whose cost he has the source, onto a creature of his that is marked for it and in no fusion."""
    return all(
        not may_act_meanwhile(s, c.owner)
        or not in_hand(s, c.owner, c)
        or c.kind != Kind.EFFECT
        or s.source[c.owner] < c.cost
        or not (d.kind == Kind.CREATURE and d.owner == c.owner and s.cell[d] == Cell.MAIN and s.holder[d] == d.owner)
        or is_fused(s, d)
        or all(not c.fragments[m] or d.upgrades[m] is None or allows(fuse_partially, s, c.owner, c, d, m) for m in Mark)
        for c in Card
        for d in Card
    )


@checks.promise(acts_come_between.any_time_is_then_too, "5.3a", "5.7a", "5.5c")
def runes_are_free_meanwhile(s: State) -> bool:
    """While it is to be decided about what was played, whoever has 2 source may lay a Rune of his hand upon a creature
    of his that is marked for it, remove one, hide one, and take back one that fell with its card."""
    return all(
        not may_act_meanwhile(s, r.owner)
        or s.source[r.owner] < Numbers.rune_price + Numbers.stealth_price
        or r.kind != Kind.RUNE
        or (
            (not in_hand(s, r.owner, r) or allows(play_rune_face_down, s, r.owner, r, r.owner))
            and (s.cell[r] != Cell.DEAD or not s.fallen[r] or allows(recover_rune, s, r.owner, r))
            and all(
                not (stands_in_play(s, c) and s.holder[c] == c.owner == r.owner and c.kind == Kind.CREATURE)
                or is_fused(s, c)
                or (
                    (
                        not in_hand(s, r.owner, r)
                        or any(is_upon(s, d, c) for d in Card)
                        or not any(r.rune == m and c.upgrades[m] is not None for m in Mark)
                        or allows(place_rune, s, r.owner, r, c)
                    )
                    and (not is_upon(s, r, c) or allows(remove_rune, s, r.owner, r))
                )
                for c in Card
            )
        )
        for r in Card
    )


@checks.promise(acts_come_between.any_time_is_then_too, "0.19")
def cards_are_bought_meanwhile(s: State) -> bool:
    """While it is to be decided about what was played, whoever can pay for it and has cards left may draw a card."""
    return all(
        not may_act_meanwhile(s, p)
        or s.source[p] < Numbers.draw_price
        or s.bought[p]
        or all(s.cell[c] != Cell.BRAIN or c.owner != p for c in Card)
        or allows(buy_a_draw, s, p)
        for p in Player
    )


@checks.promise(acts_come_between.it_is_decided_first, "4.1b", "4.7b", "0.12a")
def nothing_comes_before_a_choice(before: State, after: State) -> bool:
    """As long as a card is to be chosen, or a Cause to be given up, no card moves, is turned up or sourced, and
    nobody's source or Life changes."""
    return not (
        (is_open(before, Choosing) and is_open(after, Choosing) and is_one_choice(before, after))
        or (is_open(before, Dispelling) and is_open(after, Dispelling))
    ) or (
        all(
            after.cell[c] == before.cell[c]
            and after.face_down[c] == before.face_down[c]
            and after.sourced[c] == before.sourced[c]
            for c in Card
        )
        and all(after.source[p] == before.source[p] and after.life[p] == before.life[p] for p in Player)
    )


def is_one_choice(before: State, after: State) -> bool:
    """Whether the choice that is open after a step is the one that was open before it."""
    return (
        frame_of(before, Choosing).card == frame_of(after, Choosing).card
        and frame_of(before, Choosing).recalls == frame_of(after, Choosing).recalls
        and frame_of(before, Choosing).destroys_more == frame_of(after, Choosing).destroys_more
        and frame_of(before, Choosing).recalls_more == frame_of(after, Choosing).recalls_more
    )
