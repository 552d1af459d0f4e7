"""The arena: an attacker strikes a defender, and nine traits say what comes of it."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, state

arena = Ruleset("arena")
arena.closed_world(assumed="what no line allows is not done")


class Player(Sort):
    """Who plays."""


class Trait(Enum):
    SHIELDED = "shielded"
    PIERCING = "piercing"
    GREEDY = "greedy"
    ESCAPING = "escaping"
    HALTING = "halting"
    ROOTED = "rooted"
    VEILED = "veiled"
    IDLE = "idle"
    UNIQUE = "unique"


class Element(Enum):
    EARTH = "earth"
    FIRE = "fire"
    WATER = "water"


class Step(Enum):
    STRIKE = "strike"
    DONE = "done"
    REST = "rest"


class Card(Sort):
    traits: Map[Trait, bool]
    element: Element


@state
class State:
    step: Step
    attackers: frozenset[Card]
    lost: frozenset[Card]
    fled: frozenset[Card]
    coins: Annotated[int, Range(0, 9)]


@arena.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.step = Step.STRIKE


@arena.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@arena.ended("9")
def over(s: State) -> bool:
    return s.step == Step.REST


@arena.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


def safe(by: Card, at: Card) -> bool:
    """A shield holds unless it is pierced; a veil hides from water."""
    shielded = at.traits[Trait.SHIELDED] and not by.traits[Trait.PIERCING]
    return shielded or (at.traits[Trait.VEILED] and by.element == Element.WATER)


@arena.action("2")
def strike(s: State, who: Player, by: Card, at: Card) -> None:
    """Strike the other card."""
    with effect("2"):
        if not safe(by, at):
            s.lost = s.lost | frozenset({at})
        if by.traits[Trait.GREEDY]:
            s.coins += 1
            if at.traits[Trait.GREEDY]:
                s.coins += 1
        s.step = Step.DONE


@strike.domain
def across(s: State, who: Player, by: Card, at: Card) -> bool:
    return by in s.attackers and at not in s.attackers


@strike.permit("2")
def may_strike(s: State, who: Player, by: Card, at: Card) -> bool:
    return s.step == Step.STRIKE


@arena.action("3")
def escape(s: State, who: Player, card: Card) -> None:
    """Run from the strike."""
    with effect("3"):
        s.fled = s.fled | frozenset({card})
        s.step = Step.DONE


@escape.domain
def defends(s: State, who: Player, card: Card) -> bool:
    return card not in s.attackers


@escape.permit("3")
def may_escape(s: State, who: Player, card: Card) -> bool:
    return s.step == Step.STRIKE and card.traits[Trait.ESCAPING]


@arena.action("4")
def halt(s: State, who: Player, card: Card) -> None:
    """Call the strike off."""
    with effect("4"):
        s.fled = s.fled | frozenset({card})
        s.step = Step.DONE


@halt.domain
def attacks(s: State, who: Player, card: Card) -> bool:
    return card in s.attackers


@halt.permit("4")
def may_halt(s: State, who: Player, card: Card) -> bool:
    return s.step == Step.STRIKE and card.traits[Trait.HALTING]


@halt.forbid("5")
def held(s: State, who: Player, card: Card) -> bool:
    return any(c.traits[Trait.ROOTED] for c in Card if c not in s.attackers)


@arena.action("6")
def rest(s: State, who: Player) -> None:
    """It is over."""
    with effect("6"):
        s.step = Step.REST


@rest.permit("6")
def may_rest(s: State, who: Player) -> bool:
    return s.step == Step.DONE


checks = Checks(arena)


@checks.always("7")
def modest(s: State) -> bool:
    """Nobody gets two coins at once."""
    return s.coins < 2
