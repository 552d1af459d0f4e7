"""Memesis, line 235: what answers promise about the time before it is said what takes directed damage."""

from __future__ import annotations

from checks.memesis.promises import is_directed, is_there
from model.memesis.ammunition import load
from model.memesis.answers import plays_are_answered
from model.memesis.frames import Attaching, Choosing, Directed
from model.memesis.moving import move
from model.memesis.runes import place_rune, play_rune_face_down, remove_rune
from model.memesis.source import buy_a_draw, consume_for_life, consume_for_source, source_card
from model.memesis.state import Card, Cell, Kind, Mark, Numbers, Player, State, memesis
from model.memesis.stealth import turn_up
from model.memesis.table import controller, in_hand, is_upon, stands_in_play
from model.memesis.words import is_fused, revealed
from ruleslawyer.lang import Checks, allows, frame_of, is_open

checks = Checks(memesis)

# --- 073: before the defender has decided -------------------------------------------------------------------------


def is_to_decide(s: State, who: Player) -> bool:
    """Whether a player is to say what takes damage that is directed at somebody, and has no Rune to attach first."""
    return is_directed(s) and not is_open(s, Attaching) and who in frame_of(s, Directed).awaits and is_there(s, who)


@checks.promise(plays_are_answered.at_any_time_as_ever, "0.10a", "0.15e")
def his_hand_is_free_before_he_decides(s: State) -> bool:
    """Before he says what takes directed damage, a player may still consume or load any card of his hand."""
    return all(
        not is_to_decide(s, c.owner)
        or not in_hand(s, c.owner, c)
        or (
            allows(consume_for_life, s, c.owner, c)
            and allows(consume_for_source, s, c.owner, c)
            and allows(load, s, c.owner, c, c.owner)
        )
        for c in Card
    )


@checks.promise(plays_are_answered.at_any_time_as_ever, "0.16b", "3.3c", "6.6a", "0.32g")
def his_cards_in_play_are_free_before_he_decides(s: State) -> bool:
    """Before he says what takes directed damage, a player may still turn up, source and move his creatures, and load
    them."""
    return all(
        not is_to_decide(s, c.owner)
        or s.cell[c] != Cell.MAIN
        or s.holder[c] != c.owner
        or c.kind != Kind.CREATURE
        or (
            allows(load, s, c.owner, c, c.owner)
            and allows(move, s, c.owner, c, Cell.DEFEND)
            and (not s.face_down[c] or allows(turn_up, s, c.owner, c))
            and (s.face_down[c] or s.sourced[c] or s.fresh[c] or allows(source_card, s, c.owner, c))
        )
        for c in Card
    )


@checks.promise(plays_are_answered.at_any_time_as_ever, "5.3a")
def his_runes_are_free_before_he_decides(s: State) -> bool:
    """Before he says what takes directed damage, a player who can pay may still lay a Rune upon a creature of his that
    is marked for it, and remove one."""
    return all(
        not is_to_decide(s, r.owner)
        or s.source[r.owner] < Numbers.rune_price
        or r.kind != Kind.RUNE
        or not (stands_in_play(s, c) and s.holder[c] == c.owner == r.owner and c.kind == Kind.CREATURE)
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
        for r in Card
        for c in Card
    )


@checks.promise(plays_are_answered.at_any_time_as_ever, "5.3a", "5.7a")
def a_rune_may_be_hidden_before_he_decides(s: State) -> bool:
    """Before he says what takes directed damage, a player who can pay may still put a Rune of his hand hidden into his
    Main Cell."""
    return all(
        not is_to_decide(s, r.owner)
        or r.kind != Kind.RUNE
        or not in_hand(s, r.owner, r)
        or s.source[r.owner] < Numbers.rune_price + Numbers.stealth_price
        or allows(play_rune_face_down, s, r.owner, r, r.owner)
        for r in Card
    )


@checks.promise(plays_are_answered.at_any_time_as_ever, "0.16b", "0.29b")
def an_ally_whose_creature_lies_idle_there_is_asked(s: State) -> bool:
    """Of directed damage the owner decides too who has an open creature in the Main Cell of the ally whom it is
    directed at: he may still move it to defend."""
    return (
        not is_directed(s)
        or is_open(s, Attaching)
        or all(
            c.owner in frame_of(s, Directed).awaits
            for c in Card
            if c.kind == Kind.CREATURE
            and s.cell[c] == Cell.MAIN
            and s.holder[c] == frame_of(s, Directed).at
            and controller(s, c) == c.owner
            and is_there(s, c.owner)
            and revealed(s, c)
            and not s.sourced[c]
            and not is_fused(s, c)
        )
    )


@checks.promise(plays_are_answered.at_any_time_as_ever, "0.19")
def a_card_may_be_bought_before_he_decides(s: State) -> bool:
    """Before he says what takes directed damage, a player who can pay for it may still draw a card."""
    return all(
        not is_to_decide(s, p)
        or s.source[p] < Numbers.draw_price
        or all(s.cell[c] != Cell.BRAIN or c.owner != p for c in Card)
        or allows(buy_a_draw, s, p)
        for p in Player
    )


@checks.promise(plays_are_answered.decided_as_soon_as_it_is_played, "0.29b")
def nothing_comes_before_he_decides(before: State, after: State) -> bool:
    """As long as it is open what takes directed damage, and not first which card is chosen, no card of the player whom
    it is directed at moves, is turned up or sourced, and he is not paid."""
    return (
        not (is_directed(before) and is_directed(after))
        or is_open(before, Choosing)
        or frame_of(before, Directed).amount != frame_of(after, Directed).amount
        or frame_of(before, Directed).awaits != frame_of(after, Directed).awaits
        or (
            all(
                after.cell[c] == before.cell[c]
                and after.face_down[c] == before.face_down[c]
                and after.sourced[c] == before.sourced[c]
                for c in Card
                if c.owner == frame_of(before, Directed).at
            )
            and after.source[frame_of(before, Directed).at] <= before.source[frame_of(before, Directed).at]
        )
    )
