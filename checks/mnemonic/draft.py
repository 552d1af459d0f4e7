"""Mnemonic, chapter 4: what the draft promises, for any deck of an even number of cards."""

from __future__ import annotations

from model.ccg.state import Card, Player
from model.mnemonic.draft import held, keep_card, lying, put_aside
from model.mnemonic.state import Book, Game, Place, Stage, mnemonic
from ruleslawyer.lang import Checks

checks = Checks(mnemonic)


@checks.sometimes("4.10a")
def everything_is_drafted(s: Game) -> bool:
    """The pile is empty, and sideboards are chosen."""
    return s.stage == Stage.SIDEBOARD


@checks.always("4.10a", reached=everything_is_drafted)
def twenty_one_each(s: Game) -> bool:
    """After the draft each player has a library of 21 cards."""
    return s.stage != Stage.SIDEBOARD or all(
        held(s, p, Place.KEPT) + held(s, p, Place.SIDE) == Book.library for p in Player
    )


@checks.always("4.3a", "4.3b", reached=everything_is_drafted)
def ten_cards_are_out(s: Game) -> bool:
    """Ten cards are discarded, and no more."""
    return s.stage in (Stage.DISCARD, Stage.OVER) or lying(s, Place.OUT) == Book.discarded


@checks.always("4.3a", "4.10c", reached=everything_is_drafted, given=True)
def no_card_is_lost(s: Game) -> bool:
    """A card is somebody's exactly where it was received, kept or put into a sideboard."""
    return s.stage == Stage.OVER or all(
        (s.owner[c] is not None) == (s.place[c] in (Place.RECEIVED, Place.KEPT, Place.SIDE)) for c in Card
    )


@checks.sometimes("4.5")
def a_packet_is_split(s: Game) -> bool:
    """A packet is being split."""
    return s.stage == Stage.SPLIT


@checks.always("4.4a", reached=a_packet_is_split)
def packets_are_powers_of_two(s: Game) -> bool:
    """A packet is of a power of two of cards: of a pile of an odd number the last one is a single card."""
    return s.stage != Stage.SPLIT or lying(s, Place.PACKET) + lying(s, Place.RECEIVED) in (1, 2, 4, 8, 16, 32)


@checks.sometimes("4.6a")
def somebody_chooses(s: Game) -> bool:
    """Cards are being chosen."""
    return s.stage == Stage.CHOOSE


@checks.always("4.5", "4.6b", reached=somebody_chooses, given=True)
def both_have_as_many(s: Game) -> bool:
    """While cards are chosen, both players have been given the same number."""
    return s.stage != Stage.CHOOSE or all(
        held(s, p, Place.RECEIVED) + held(s, p, Place.KEPT) == held(s, q, Place.RECEIVED) + held(s, q, Place.KEPT)
        for p in Player
        for q in Player
    )


@checks.step("4.6a", of=keep_card)
def half_is_passed_on(before: Game, after: Game, who: Player, card: Card) -> bool:
    """Nobody keeps more than half of what was received."""
    return held(after, who, Place.RECEIVED) >= before.received // 2 and after.place[card] == Place.KEPT


@checks.step("4.10b", of=put_aside)
def sideboards_are_small(before: Game, after: Game, who: Player, card: Card) -> bool:
    """At most five cards are put aside."""
    return held(after, who, Place.SIDE) <= Book.sideboard


@checks.leads_to("1.4b", "4.7", "4.9")
def the_draft_ends(s: Game) -> tuple[bool, bool]:
    """However the players choose, the draft comes to its end."""
    return s.stage != Stage.OVER, s.stage == Stage.OVER
