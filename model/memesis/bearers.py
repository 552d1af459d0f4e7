"""Memesis, 5.2 to 5.6, 6.7 and 7.11 to 7.13: which cards may bear a Rune."""

from model.memesis.state import Card, Cell, Join, Kind, Mark, Player, State, memesis
from model.memesis.table import opposed, stands_in_play
from model.memesis.words import fused_by, part_of, truly_fused
from ruleslawyer.lang import SILENT, Silent, no, yes

# --- what may bear a Rune -------------------------------------------------------------------------------------------


def could_bear(s: State, card: Card) -> bool:
    """A card, and no Rune, by itself or at the bottom of a fusion. "Any Cell" (5.3): as we read it, the four in which
    cards lie open to upgrades, and neither a pile nor the Dead Cell."""
    return card.kind != Kind.RUNE and (stands_in_play(s, card) or s.cell[card] == Cell.INCUBATION)


def has_a_rune(s: State, card: Card) -> bool:
    """Whether a Rune lies upon a card."""
    return any(fused_by(s, c, card, Join.RUNE) for c in Card)


def partially_fused(s: State, card: Card) -> bool:
    """Whether a fragment is fused with a card."""
    return any(fused_by(s, c, card, Join.PARTIAL) for c in Card)


@memesis.term("5.6a")
def is_full(s: State, who: Player, card: Card, under: Card) -> bool:
    """Whether a card can have no more Runes, such as this one: it has one."""
    return has_a_rune(s, under)


@is_full.exception("5.6a")
def idle_runes_are_no_upgrades(s: State, who: Player, card: Card, under: Card) -> bool | Silent:
    """One Rune upgrades a card: by a reading, those that upgrade nothing leave room."""
    return False if has_a_rune(s, under) and not is_in_the_way(s, card, under) else SILENT


def is_in_the_way(s: State, card: Card, under: Card) -> bool:
    """Whether some Rune on a card takes the place that this one needs."""
    return any(fused_by(s, c, under, Join.RUNE) and takes_its_place(s, card, c, under) for c in Card)


def takes_its_place(s: State, card: Card, other: Card, under: Card) -> bool:
    """Whether of two Runes one alone has room on a card: they are both of its markings, or that does not matter."""
    return (bears_the_marking(s, card, under) and bears_the_marking(s, other, under)) or idle_runes_take_the_place(s)


idle_runes_take_the_place = memesis.doubt(
    "does a Rune that upgrades nothing on a card take its one place for a Rune?",
    any_rune_takes_it=yes("yes: any Rune does", default=True),
    only_runes_of_its_marking=no("no: only one whose marking the card bears"),
    about=("is_full",),
)


@is_full.exception("5.6h")
def a_rune_on_what_is_not_ones_own(s: State, who: Player, card: Card, under: Card) -> bool | Silent:
    """A second Rune may be played by a player who owns neither of the two."""
    return (
        False
        if has_a_rune(s, under)
        and not owns_the_fusion(s, who, under)
        and all(c.owner != who or not fused_by(s, c, under, Join.RUNE) for c in Card)
        and owning_neither_lifts_the_limit(s)
        else SILENT
    )


@is_full.exception("5.6b")
def partial_fusion_lifts_the_limit(s: State, who: Player, card: Card, under: Card) -> bool | Silent:
    """The limit does not apply to Partial Fusion."""
    return False if has_a_rune(s, under) and bears_more_runes(s, under) else SILENT


def bears_more_runes(s: State, under: Card) -> bool:
    """Whether a card may bear several Runes by itself, whosesoever: one in Partial Fusion, by a reading."""
    return partially_fused(s, under) and partial_fusion_bears_more_runes(s)


owning_neither_lifts_the_limit = memesis.doubt(
    "which two does one own neither of, to play a Rune where one lies already?",
    neither_card_nor_its_rune=yes("the card, and the Rune that lies upon it", default=True),
    neither_of_the_runes=no("the two Runes: never, since the new one is always the player's own"),
)


partial_fusion_bears_more_runes = memesis.doubt(
    "may a card that is partially fused bear several Runes?",
    only_fragments_do_not_count=no(
        "Fragments do not count as Runes; a partially fused card may have a Rune, whose upgrade works on the bottom.",
        "5.6a",
        "5.6c",
        "5.6e",
        default=True,
    ),
    there_is_no_limit=yes("That only one Rune upgrades a card does not apply there.", "5.6b"),
)


@memesis.term("5.6g", "7.7d")
def is_closed(s: State, who: Player, under: Card) -> bool:
    """Whether a card can have no Rune of that player: cards in True Fusion cannot."""
    return truly_fused(s, under)


@is_closed.exception("7.13")
def opponents_still_may(s: State, who: Player, under: Card) -> bool | Silent:
    """Opposing players may play Runes on all fused cards."""
    return (
        False
        if opposed(who, under.owner)
        and truly_fused(s, under)
        and not owns_the_fusion(s, who, under)
        and opponents_put_runes_on_true_fusions(s)
        else SILENT
    )


opponents_put_runes_on_true_fusions = memesis.doubt(
    "may opponents put Runes on cards in True Fusion?",
    on_any_fused_cards=yes(
        "Only the owner is barred, and opponents may, True Fusion or Partial.", "7.11a", "7.13", default=True
    ),
    true_fusions_have_no_runes=no("Cards in True Fusion cannot have Runes, whosesoever.", "5.6g", "7.7d"),
)


def owns_the_fusion(s: State, who: Player, whole: Card) -> bool:
    """Whether fused cards, or a card by itself, are that player's."""
    return owns_both_fused(s, who, whole, whole)


def owns_both_fused(s: State, who: Player, card: Card, base: Card) -> bool:
    """Whether what comes of fusing a card, with what is fused upon it, onto another is that player's."""
    return base.owner == who or (
        any((part_of(s, c, base) or part_of(s, c, card)) and c.owner == who for c in Card)
        and owners_of_parts_own_the_whole(s)
    )


owners_of_parts_own_the_whole = memesis.doubt(
    "who owns a fusion of cards of several owners?",
    whoever_owns_the_bottom_card=no("the owner of the bottom-most card", default=True),
    whoever_owns_a_part=yes("everybody who owns a card of it"),
    about=("is_full", "is_closed"),
)


def bears_a_marking(s: State, card: Card, mark: Mark) -> bool:
    """Whether a card, or one that is fused with it, has a marking: what became a fragment is one, and bears none."""
    return any(
        c.upgrades[mark] is not None and part_of(s, c, card) and not fused_by(s, c, card, Join.PARTIAL) for c in Card
    )


def bears_the_marking(s: State, card: Card, under: Card) -> bool:
    """Whether that which a Rune is placed on has its marking."""
    return card.rune is not None and bears_a_marking(s, under, card.rune)


runes_need_the_marking = memesis.doubt(
    "may a Rune be placed on a card without its marking?",
    any_card_bears_a_rune=no(
        "A Rune is placed on another card, of whomever; what it upgrades is said by itself.",
        "5.2a",
        "5.5a",
        default=True,
    ),
    only_marked_cards=yes("A hidden Rune may be placed upon any marked card.", "6.7c"),
    about=("lay_upon",),
    aside={"play_upgraded_effect": "a Rune that upgrades nothing is not played with an Effect under any answer"},
)
