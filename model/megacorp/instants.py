"""MegaCorp, 6.1: what may be played, bought or used at any time, and who could respond."""

from model.megacorp.state import Card, Keyword, Player, State, Step, When, Zone, in_hand_of, megacorp
from model.megacorp.turns import any_moment, is_out
from model.megacorp.words import bears, is_event, may_control
from ruleslawyer.lang import no, yes


def like_an_event(s: State, card: Card) -> bool:
    """A card that may be played or bought at any time: an event, or one with ABRUPT (6.1.1, 6.8.2, 9.1.1)."""
    return is_event(card) or bears(s, card, Keyword.ABRUPT)


def acts_at_any_time(s: State, card: Card) -> bool:
    """A card with an activated ability, printed or by a keyword (7.2)."""
    return (
        card.when == When.ACTIVATED
        or bears(s, card, Keyword.MOVE)
        or bears(s, card, Keyword.SWAP)
        or bears(s, card, Keyword.REGENERATE)
        or bears(s, card, Keyword.DEVELOPMENT)
    )


def within_reach(s: State, who: Player, card: Card) -> bool:
    """In one's own hand, on top of an open market, or engaged in a network (6.8.1)."""
    return (
        in_hand_of(s, card, who)
        or (s.zone[card] == Zone.MARKET and s.market[card.owner].top == card)
        or (s.zone[card] == Zone.NETWORK and s.under[card] is None and s.engaged[card])
    )


def has_instant(s: State, who: Player) -> bool:
    """Whether a player may have something to play, buy or use at any time; who has not only could pass."""
    return has_event(s, who) or has_ability(s, who)


def has_event(s: State, who: Player) -> bool:
    """Whether an event, or what is played like one, may be within a player's reach and means."""
    return any(within_reach(s, who, c) and like_an_event(s, c) and c.cost <= s.money[who] for c in Card)


def has_ability(s: State, who: Player) -> bool:
    """Whether a player may have an activated ability to use."""
    return any(s.zone[c] == Zone.NETWORK and acts_at_any_time(s, c) and may_control(s, c, who) for c in Card)


def events_may_be_played(s: State) -> bool:
    """Any point of the game in which events are played (6.1.1); whether they are after the discards, is a question."""
    return any_moment(s) and (s.step != Step.LATE or events_are_played_after_the_discards(s))


events_are_played_after_the_discards = megacorp.doubt(
    "may events be played in phase E after events have been discarded?",
    at_any_point_of_any_phase=yes(
        "Events are played at any point of the game, and phase E has points after the discards.", "6.1.1a", "6.1.1b"
    ),
    every_event_leaves_in_its_turn=no(
        "An event is discarded in phase E of the turn it was played in: one that comes later could not be.",
        "6.1.4a",
        "6.1.4b",
        default=True,
    ),
)


def something_may_follow_the_discards(s: State) -> bool:
    """Whether somebody could use an ability, which is done at any time (7.2.2), or perhaps play an event."""
    return any(has_ability(s, p) and not is_out(s, p) for p in Player) or (
        any(has_event(s, p) and not is_out(s, p) for p in Player) and events_are_played_after_the_discards(s)
    )


def can_respond(s: State) -> frozenset[Player]:
    """Those who may have a response."""
    return frozenset(p for p in Player if has_instant(s, p) and not is_out(s, p))


def anyone_can_respond(s: State) -> bool:
    """Whether anybody may have a response: otherwise no window is opened."""
    return any(has_instant(s, p) and not is_out(s, p) for p in Player)
