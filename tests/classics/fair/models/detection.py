"""Dijkstra's detection of termination on a ring, after EWD840 by S. Merz (github.com/tlaplus/Examples, ewd840)."""

from __future__ import annotations

from enum import Enum

from ruleslawyer.lang import Checks, Ruleset, Sort, effect, state

detection = Ruleset("detection")
detection.closed_world(assumed="nothing happens but what a rule describes")


class Node(Sort):
    """A node with its number and the next one for the token; number 0 is the leader, and hands it to the last."""

    number: int
    next: Node


class Colour(Enum):
    """A node or a token that may have missed something is black."""

    WHITE = "white"
    BLACK = "black"


@state
class State:
    active: frozenset[Node]
    black: frozenset[Node]
    token: Node
    stain: Colour


@detection.initial("1")
def begin(s: State, active: frozenset[Node], black: frozenset[Node], token: Node) -> None:
    """Anything may be, but for the token, which is black."""
    with effect("1"):
        s.active = active
        s.black = black
        s.token = token
        s.stain = Colour.BLACK


@detection.awaits
def anybody(s: State) -> frozenset[Node]:
    """Any of them may be next."""
    return frozenset(Node)


@detection.ended()
def never(s: State) -> bool:
    """It goes on for ever."""
    return False


@detection.winners()
def nobody(s: State) -> frozenset[Node]:
    """It is no contest."""
    return frozenset()


@detection.action("2")
def hand_on(s: State, who: Node) -> None:
    """The leader begins a probe with a white token; another node hands the token on, blackened if it is black."""
    with effect("2"):
        if who.number == 0:
            s.stain = Colour.WHITE
        elif who in s.black:
            s.stain = Colour.BLACK
        s.token = who.next
        s.black = s.black - frozenset({who})


@hand_on.permit("2")
def has_the_token(s: State, who: Node) -> bool:
    stained = who in s.black or s.stain == Colour.BLACK
    return s.token == who and (stained or (who.number != 0 and who not in s.active))


@detection.action("3")
def send(s: State, who: Node, to: Node) -> None:
    """An active node wakes another one, and is black when that has a higher number."""
    with effect("3"):
        s.active = s.active | frozenset({to})
        if to.number > who.number:
            s.black = s.black | frozenset({who})


@send.permit("3")
def active_sender(s: State, who: Node, to: Node) -> bool:
    return who in s.active and to != who


@detection.action("4")
def rest(s: State, who: Node) -> None:
    """An active node becomes passive."""
    with effect("4"):
        s.active = s.active - frozenset({who})


@rest.permit("4")
def active(s: State, who: Node) -> bool:
    return who in s.active


@detection.action("6")
def idle(s: State, who: Node) -> None:
    """Nothing happens: in TLA+ any state may stay as it is."""


@idle.permit("6")
def at_any_time(s: State, who: Node) -> bool:
    return who.number == 0


def detected(s: State) -> bool:
    """Whether the leader knows that all have terminated."""
    return s.stain == Colour.WHITE and s.token.number == 0 and s.token not in s.black and s.token not in s.active


checks = Checks(detection)


@checks.always("5")
def no_false_alarm(s: State) -> bool:
    """What is detected is so."""
    return not detected(s) or len(s.active) == 0


@checks.leads_to("5", fair=hand_on)
def liveness(s: State) -> tuple[bool, bool]:
    """Termination is detected some time."""
    return len(s.active) == 0, detected(s)


@checks.leads_to("5")
def without_fairness(s: State) -> tuple[bool, bool]:
    """Termination is detected some time."""
    return len(s.active) == 0, detected(s)


@checks.leads_to("5", fair=hand_on, strongly_fair=rest.each("who"))
def false_liveness(s: State) -> tuple[bool, bool]:
    """Where each comes to rest again and again, termination is detected: but they may wake each other."""
    return True, detected(s)
