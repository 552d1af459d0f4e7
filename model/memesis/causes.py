"""Memesis, Section 4: Cause cards, and what destroys them."""

from __future__ import annotations

from model.memesis.deeds import bury, put_into_the_dead_cell
from model.memesis.frames import Dispelling
from model.memesis.state import Card, Kind, Mark, Player, State, memesis
from model.memesis.words import controller, counts_as, in_hand, opposed, stands_in_play
from ruleslawyer.lang import SILENT, Silent, ask, close_frame, effect

# --- which Causes an Effect dispels (4.1, 4.4, 4.7 to 4.9) ----------------------------------------------------------


def is_dispelled(s: State, card: Card, victim: Player) -> bool:
    """Whether an Effect that is played at a player sends a card to the Dead Cell: a Cause of his, and not a fused one
    (4.8, 7.6)."""
    return (
        card.kind == Kind.CAUSE
        and stands_in_play(s, card)
        and counts_as(s, card) == Kind.CAUSE
        and controller(s, card) == victim
        and (not s.face_down[card] or hidden_causes_fall(s))
    )


@memesis.term("4.1b", "4.7a", "4.8d", "7.6d")
def dispels(s: State, who: Player, at: Player) -> bool:
    """Whether an Effect of one player, played at another, makes him give up a Cause."""
    return opposed(who, at) and any(is_dispelled(s, c, at) for c in Card)


@dispels.exception("4.7a")
def of_anybody(s: State, who: Player, at: Player) -> bool | Silent:
    """An Effect that any player plays towards the owner: of one's own and an ally's, questions say."""
    if opposed(who, at) or all(not is_dispelled(s, c, at) for c in Card):
        return SILENT
    return True if (own_effects_dispel(s) if who == at else allied_effects_dispel(s)) else SILENT


@memesis.question("does an Effect played on one's own property destroy one's own Causes?")
def own_effects_dispel(s: State) -> bool:
    return ask()


@own_effects_dispel.answer("4.4b", "4.1b", default=True)
def own_causes_are_spared(s: State) -> bool:
    """On one's own property Effects do not destroy one's own Causes, only an opposing player's."""
    return False


@own_effects_dispel.answer("4.7a")
def any_players_effect(s: State) -> bool:
    """Causes remain until any player plays an Effect towards their owner."""
    return True


@memesis.question("does an Effect that an ally plays at a player destroy his Causes?")
def allied_effects_dispel(s: State) -> bool:
    return ask()


@allied_effects_dispel.answer("4.1b", default=True)
def only_those_of_opponents(s: State) -> bool:
    """An Effect at an opposing player."""
    return False


@allied_effects_dispel.answer("4.7a")
def allies_are_players_too(s: State) -> bool:
    """An Effect of any player."""
    return True


@memesis.question("does a Cause in Stealth fall to an Effect?")
def hidden_causes_fall(s: State) -> bool:
    return ask()


@hidden_causes_fall.reading("yes: it is a Cause that he controls, hidden or not", default=True)
def it_is_a_cause_card(s: State) -> bool:
    return True


@hidden_causes_fall.reading("no: what it is, its owner alone knows")
def nobody_knows(s: State) -> bool:
    return False


@memesis.question("how many Causes does an Effect destroy?")
def every_cause_falls(s: State) -> bool:
    return ask()


@every_cause_falls.answer("4.1b", "4.9", default=True)
def the_one_chosen(s: State) -> bool:
    """That Cause goes to the Dead Cell; the defending player chooses which."""
    return False


@every_cause_falls.answer("4.7a")
def each_remains_until_then(s: State) -> bool:
    """Cause cards remain until an Effect is played towards their owner: each of them."""
    return True


# --- what the defending player does -------------------------------------------------------------------------------


@memesis.action("4.1b", "4.7b", "4.9", at=Dispelling)
def give_up_cause(s: State, f: Dispelling, who: Player, card: Card) -> None:
    """A Cause goes to its owner's Dead Cell; as a reading has it, all of them."""
    with effect("4.1b", "4.7b"):
        if every_cause_falls(s):
            for c in Card:
                if is_dispelled(s, c, who):
                    bury(s, c)
        else:
            bury(s, card)
        close_frame(s, Dispelling)


@give_up_cause.domain
def a_cause(s: State, f: Dispelling, who: Player, card: Card) -> bool:
    return card.kind == Kind.CAUSE and stands_in_play(s, card)


@give_up_cause.permit("4.9", "4.7b")
def defender_chooses(s: State, f: Dispelling, who: Player, card: Card) -> bool:
    """The defending player chooses which of his Causes it is."""
    return who == f.victim and is_dispelled(s, card, who)


@memesis.action("4.1c", at=Dispelling)
def discard_instead(s: State, f: Dispelling, who: Player, card: Card) -> None:
    """A card from the hand is discarded, and the Cause stays; a discarded card goes to the Dead Cell, as we read it."""
    with effect("4.1c"):
        put_into_the_dead_cell(s, card)
        close_frame(s, Dispelling)


@discard_instead.domain
def a_card_in_hand(s: State, f: Dispelling, who: Player, card: Card) -> bool:
    return in_hand(s, who, card)


@discard_instead.permit("4.1c", "4.9")
def defender_discards(s: State, f: Dispelling, who: Player, card: Card) -> bool:
    """Whoever's Cause is to go may discard to prevent it."""
    return who == f.victim


@discard_instead.forbid("4.7b", over=discard_instead, because="whether it helps is a question of its own")
def nothing_but_fusion_helps(s: State, f: Dispelling, who: Player, card: Card) -> bool:
    """Then the Cause goes to the Dead Cell, and fusion alone overrides this."""
    return not discard_saves(s)


@memesis.question("does a discard save a Cause from an Effect?")
def discard_saves(s: State) -> bool:
    return ask()


@discard_saves.answer("4.1c", default=True)
def a_card_for_a_cause(s: State) -> bool:
    """A card may be discarded to prevent it."""
    return True


@discard_saves.answer("4.7b")
def the_cause_goes(s: State) -> bool:
    """When an Effect is played, the Cause is sent to the Dead Cell: of fusion alone an exception is made."""
    return False


def can_be_fused(card: Card) -> bool:
    """Whether a card has what fusing takes: fragments, a partner, or a set."""
    return card.partner is not None or card.family is not None or any(card.fragments[m] for m in Mark)


def may_decide(who: Player, card: Card, victim: Player) -> frozenset[Player]:
    """Whose decision a Cause is: its player's; and, of an Effect that can be fused, that of whoever plays it."""
    return frozenset({who, victim}) if can_be_fused(card) else frozenset({victim})
