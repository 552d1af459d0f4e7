"""Memesis, Section 4: Cause cards, and what destroys them."""

from enum import Enum

from model.memesis.deeds import bury, put_into_the_dead_cell
from model.memesis.frames import Dispelling
from model.memesis.meanwhile import whoever_may_act
from model.memesis.state import Card, Kind, Player, State, memesis
from model.memesis.table import controller, in_hand, opposed, stands_in_play
from model.memesis.words import counts_as, is_fused
from ruleslawyer.lang import SILENT, Silent, ask, close_frame, domain, effect, no, permit, says, simultaneous, yes

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


own_effects_dispel = memesis.doubt(
    "does an Effect played on one's own property destroy one's own Causes?",
    own_causes_are_spared=no(
        "On one's own property Effects do not destroy one's own Causes, only an opposing player's.",
        "4.4b",
        "4.1b",
        default=True,
    ),
    any_players_effect=yes("Causes remain until any player plays an Effect towards their owner.", "4.7a"),
)


allied_effects_dispel = memesis.doubt(
    "does an Effect that an ally plays at a player destroy his Causes?",
    only_those_of_opponents=no("An Effect at an opposing player.", "4.1b", default=True),
    allies_are_players_too=yes("An Effect of any player.", "4.7a"),
)


hidden_causes_fall = memesis.doubt(
    "does a Cause in Stealth fall to an Effect?",
    it_is_a_cause_card=yes("yes: it is a Cause that he controls, hidden or not", default=True),
    nobody_knows=no("no: what it is, its owner alone knows"),
)


every_cause_falls = memesis.doubt(
    "how many Causes does an Effect destroy?",
    the_one_chosen=no(
        "That Cause goes to the Dead Cell; the defending player chooses which.", "4.1b", "4.9", default=True
    ),
    each_remains_until_then=yes(
        "Cause cards remain until an Effect is played towards their owner: each of them.", "4.7a"
    ),
)


# --- what the defending player does -------------------------------------------------------------------------------


@memesis.action("4.1b", "4.7b", "4.9", at=Dispelling)
def give_up_cause(s: State, f: Dispelling, who: Player, card: Card) -> None:
    """A Cause goes to its owner's Dead Cell; as a reading has it, all of them. Where its player is to name it first, it
    is named as long as the other may still fuse the Effect with it."""
    domain(card.kind == Kind.CAUSE and stands_in_play(s, card) and f.named is None)
    if another_may_fuse(f) and who_picks_first(s) == First.DEFENDER:
        with effect("4.9"):
            f.named = card
            f.awaits = whoever_may_act(s, f.awaits - frozenset({who}))
    else:
        with effect("4.1b", "4.7b"):
            send_to_the_dead_cell(s, card, who)
            close_frame(s, Dispelling)


@memesis.deed("4.1b", "4.7b")
def send_to_the_dead_cell(s: State, card: Card, victim: Player) -> None:
    """A Cause goes to its owner's Dead Cell; as a reading has it, all of that player's."""
    if every_cause_falls(s):
        with simultaneous():
            for c in Card:
                if is_dispelled(s, c, victim):
                    bury(s, c)
    else:
        bury(s, card)


@give_up_cause.permit("4.9", "4.7b")
def defender_chooses(s: State, f: Dispelling, who: Player, card: Card) -> bool:
    """The defending player chooses which of his Causes it is."""
    return who == f.victim and is_dispelled(s, card, who)


def another_may_fuse(f: Dispelling) -> bool:
    """Whether whoever played the Effect may still fuse it with one of the Causes."""
    return any(p != f.victim for p in f.awaits)


class First(Enum):
    """Who picks a Cause first: the one whose Causes they are, the one whose Effect it is, or whoever is quicker."""

    EITHER = "whoever is quicker"
    DEFENDER = "the one whose Causes they are"
    ATTACKER = "the one whose Effect it is"


@memesis.question("an Effect may be fused with a Cause that it would destroy: who picks first, and among which Causes?")
def who_picks_first(s: State) -> First:
    return ask(
        whoever_does_so_first=says(First.EITHER, "whoever does so first, among all of them", default=True),
        the_defender_picks_first=says(
            First.DEFENDER, "the defending player names the one that is to go, and no other may be fused"
        ),
        the_attacker_picks_first=says(
            First.ATTACKER, "the player of the Effect fuses it with one, or leaves the choice to the defending player"
        ),
    )


@give_up_cause.cannot("4.8d", "7.6d", "nor can they be dispelled")
def fused_causes_stay(s: State, f: Dispelling, who: Player, card: Card) -> bool:
    """A Cause in a fusion is not dispelled."""
    return is_fused(s, card)


@memesis.action("4.1c", at=Dispelling)
def discard_instead(s: State, f: Dispelling, who: Player, card: Card) -> None:
    """A card from the hand is discarded, and the Cause stays; a discarded card goes to the Dead Cell, as we read it."""
    domain(in_hand(s, who, card))
    permit(
        "4.1c",
        "4.9",
        "Whoever's Cause is to go may discard to prevent it.",
        defender_discards=who == f.victim and f.named is None,
    )
    put_into_the_dead_cell(s, card)
    close_frame(s, Dispelling)


@give_up_cause.forbid("4.7e", also=discard_instead, over=give_up_cause)
def the_attacker_elects_first(s: State, f: Dispelling, who: Player) -> bool:
    """As long as whoever played the Effect may fuse it with a Cause, by a reading."""
    return who == f.victim and another_may_fuse(f) and who_picks_first(s) == First.ATTACKER


@discard_instead.forbid("4.7b", over=discard_instead)
def nothing_but_fusion_helps(s: State, f: Dispelling, who: Player, card: Card) -> bool:
    """Then the Cause goes to the Dead Cell, and fusion alone overrides this."""
    return not discard_saves(s)


# No finding is open on it: why the text answers it, is said by 102, which is withdrawn.
discard_saves = memesis.doubt(
    "does a discard save a Cause from an Effect?",
    a_card_for_a_cause=yes("A card may be discarded to prevent it.", "4.1c", default=True),
    the_cause_goes=no(
        "When an Effect is played, the Cause is sent to the Dead Cell: of fusion alone an exception is made.", "4.7b"
    ),
)


# --- what the player of the Effect does (4.7) -------------------------------------------------------------------------


@memesis.action("4.7d", at=Dispelling, passes=True)
def fuse_with_no_cause(s: State, f: Dispelling, who: Player) -> None:
    """Whoever played the Effect does not fuse it with a Cause; one that was named goes."""
    domain(who != f.victim)
    named = f.named
    if named is None:
        with effect("4.7d"):
            f.awaits = f.awaits - frozenset({who})
    else:
        with effect("4.1b", "4.7b"):
            send_to_the_dead_cell(s, named, f.victim)
            close_frame(s, Dispelling)


@fuse_with_no_cause.permit("4.7d")
def fusing_with_a_cause_is_optional(s: State, f: Dispelling, who: Player) -> bool:
    """The owner of the Effect may elect to fuse it, or not: where that is to be said."""
    return f.named is not None or who_picks_first(s) == First.ATTACKER
