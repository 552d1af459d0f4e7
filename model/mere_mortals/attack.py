"""Mere Mortals, Sections 6 and 7: what an attack does, and what it takes to stop it: damage and ENS values."""

from model.mere_mortals.frames import Contest, Stage
from model.mere_mortals.state import Card, Does, Kind, Place, Player, State, mere_mortals
from model.mere_mortals.words import works
from ruleslawyer.lang import SILENT, Silent, frame_of, is_open, no, yes


def may_be_stopped(s: State) -> bool:
    """Whether an attack or a Status Card, or the boost of an attack, still waits for what the opponent does."""
    return is_open(s, Contest) and frame_of(s, Contest).stage in (Stage.BOOST, Stage.BASE)


def stops_an_attack(s: State) -> bool:
    """Whether it is an attack that is to be stopped, and no Status Card alone."""
    return is_open(s, Contest) and frame_of(s, Contest).card.kind != Kind.STATUS


# --- ENS values (7.2, 7.7) ------------------------------------------------------------------------------------------


def helps_against(s: State, card: Card, by: Player, does: Does) -> bool:
    """Whether a constant power works against attacks of that player: an opponent's, or a Location's (17.4)."""
    return works(s, card, does) and (card.owner != by or s.place[card] == Place.LOCATION)


def eliminates_values(s: State, by: Player) -> bool:
    """Whether a power eliminates ENS values of that player: their own, or a Location's."""
    return any(works(s, c, Does.NO_ENS) and (c.owner == by or s.place[c] == Place.LOCATION) for c in Card)


def lowers_values(s: State, by: Player) -> bool:
    """Whether a power lowers the ENS values of what that player plays."""
    return any(helps_against(s, c, by, Does.LESS_ENS) for c in Card)


def has_a_value_that_changes(s: State, card: Card) -> bool:
    """Whether powers concern the ENS value of a card: of an attack they do, of a Status Card it was asked."""
    return card.kind != Kind.STATUS or (is_open(s, Contest) and frame_of(s, Contest).values_change)


def value_is_to_change(s: State, card: Card, by: Player) -> bool:
    """Whether powers will concern the ENS value of a Status Card that is being played: those that work, and that of a
    Personality that may come to lead while it is answered."""
    return (
        card.ens is not None
        and (eliminates_values(s, by) or lowers_values(s, by) or may_come_to_lower_values(s, by))
        and values_of_status_cards_change_too(s)
    )


def may_come_to_lower_values(s: State, by: Player) -> bool:
    """Whether an opponent's Lead, if spent, may be followed by one that lowers ENS values (11.1): an Ally with its Lead
    Power, one of the Life Deck with its additional power too."""
    return any(
        c.owner != by
        and (
            (c.lead == Does.LESS_ENS and s.place[c] in (Place.ALLY, Place.LIFE_DECK))
            or (c.extra == Does.LESS_ENS and s.place[c] == Place.LIFE_DECK)
        )
        for c in Card
    )


values_of_status_cards_change_too = mere_mortals.doubt(
    "do powers that lower or eliminate ENS values concern those of Status Cards too?",
    only_those_of_attacks=no("no: it is told of attacks", default=True),
    every_ens_value=yes("yes: Status Cards have ENS values as well"),
)


@mere_mortals.term("7.2b")
def has_ens(s: State, card: Card, by: Player) -> bool:
    """Whether EVPs can stop what that player plays."""
    return card.ens is not None


@has_ens.exception("7.7c", "17.4b", "3.8b")
def its_ens_is_eliminated(s: State, card: Card, by: Player) -> bool | Silent:
    """An ENS value that a card eliminates is no 0, it is gone."""
    return False if eliminates_values(s, by) and has_a_value_that_changes(s, card) else SILENT


@mere_mortals.term("7.2b")
def ens(s: State, card: Card, by: Player) -> int:
    """The EVPs that are needed to stop what that player plays, where it has an ENS value."""
    return 0 if card.ens is None else card.ens


@ens.adjust("7.7a", "7.8a", "12.5", "17.4b", "3.8b")
def it_is_lowered(s: State, card: Card, by: Player) -> int | Silent:
    """Powers of the opponent lower incoming ENS values."""
    if lowers_values(s, by) and has_a_value_that_changes(s, card):
        return -sum(c.level for c in Card if helps_against(s, c, by, Does.LESS_ENS))
    return SILENT


@ens.at_least("7.7a", "7.7b", "7.8b")
def one_at_least(s: State, card: Card, by: Player) -> int | Silent:
    """It is not lowered to less than 1."""
    return SILENT if card.ens is None else 1


# --- damage (6.3) ---------------------------------------------------------------------------------------------------


def added(s: State, card: Card) -> int:
    """What constant powers add to attacks of this card's Shade, or to all, whosever they are."""
    return sum(
        c.level
        for c in Card
        if works(s, c, Does.MORE_DAMAGE)
        and (c.shade is None or (c.shade == card.shade and (is_played(card) or attacks_of_powers_have_a_shade(s))))
    )


def is_played(card: Card) -> bool:
    """Whether it is a card that is played, and no power of a card on the FIELD."""
    return card.kind in (Kind.BATTLE, Kind.STATUS)


attacks_of_powers_have_a_shade = mere_mortals.doubt(
    "has an attack that a power makes the Shade of its card?",
    that_of_its_card=yes("yes: the Shade of the card whose power it is", default=True),
    none_at_all=no("no: it has no Shade"),
)


def boosted(s: State) -> int:
    """What the Status Card adds that was played along with the attack."""
    if not is_open(s, Contest):
        return 0
    boost = frame_of(s, Contest).boost
    return 0 if boost is None else boost.level


def taken_off(s: State, by: Player) -> int:
    """What constant powers take from the attacks of that player."""
    return sum(c.level for c in Card if helps_against(s, c, by, Does.LESS_DAMAGE))


@mere_mortals.term("6.1a", "13.1")
def damage(s: State, card: Card, by: Player) -> int:
    """The Life Cards of damage of an attack."""
    return card.level


@damage.adjust("6.3a", "7.6a")
def it_is_boosted(s: State, card: Card, by: Player) -> int | Silent:
    """A Status Card that boosts it adds to it."""
    return boosted(s) if boosted(s) > 0 else SILENT


@damage.adjust("6.3a", "5.5a", "5.5c", "8.5a")
def more_is_added(s: State, card: Card, by: Player) -> int | Silent:
    """Powers add to all attacks of a Shade."""
    return added(s, card) if added(s, card) > 0 else SILENT


@damage.adjust("6.3a", "8.5a", "17.4b")
def some_is_taken_off(s: State, card: Card, by: Player) -> int | Silent:
    """Powers take from it; what they find to be taken from, where other powers add, depends on the order."""
    less = taken_off(s, by)
    more = added(s, card) + boosted(s)
    if less == 0:
        return SILENT
    if less > card.level and more > 0 and reductions_come_first(s):
        return -card.level
    return -less


reductions_come_first = mere_mortals.doubt(
    "is damage reduced before powers add to it, so that a reduction is lost at 0?",
    all_is_added_up=no("no: all is added up, and the sum is no less than 0", default=True),
    reduced_to_zero_first=yes("yes: printed damage is reduced to 0, then others add to it"),
)


@damage.at_least("6.3b")
def zero_at_least(s: State, card: Card, by: Player) -> int | Silent:
    """Damage is not reduced to less than 0."""
    return 0
