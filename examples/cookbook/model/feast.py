"""Several at once: a choice of a set whose members are judged one by one, and what may be done at any time.

1. Animals stand in a yard, all hungry. On his turn a player feeds any number of them, but at least one.
2. Nobody feeds an animal that is not hungry.
3. Two animals that bite each other are not fed together.
4. A player may give up at any time; then the others win.
5. The game ends when no animal is hungry. Whoever fed last wins.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Ruleset, Sort, effect, state

game = Ruleset("feast")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who is next."""

    left: Player


class Animal(Sort):
    """An animal, and those that it bites."""

    bites: frozenset[Animal]


@state
class State:
    """Which animals have been fed, whose turn it is, who fed last, and who has given up."""

    fed: frozenset[Animal]
    turn: Player
    last: Player | None
    gave_up: Player | None


@game.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        s.turn = first


@game.awaits
def everybody(s: State) -> frozenset[Player]:
    """Who may feed says a permit: others are awaited as they may give up."""
    return frozenset(Player)


@game.ended("4", "5")
def nobody_is_hungry_or_somebody_gave_up(s: State) -> bool:
    return s.gave_up is not None or s.fed == frozenset(Animal)


@game.winners("4", "5")
def whoever_fed_last(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if (s.last == p if s.gave_up is None else s.gave_up != p))


@game.action("1")
def feed(s: State, who: Player, animals: frozenset[Animal]) -> None:
    """Feed all of these."""
    with effect("1"):
        s.fed = s.fed | animals
        s.last = who
        s.turn = who.left


@feed.permit("1")
def at_least_one(s: State, who: Player, animals: frozenset[Animal]) -> bool:
    return s.turn == who and len(animals) > 0


@feed.cannot("3", "two animals that bite each other are not fed together")
def they_bite(s: State, who: Player, animals: frozenset[Animal]) -> bool:
    return any(len(a.bites & animals) > 0 for a in animals)


@feed.member(of="animals")
def meal(s: State, who: Player, animal: Animal) -> None:
    """One of them, judged by clauses of its own."""


@meal.permit("1")
def any_animal(s: State, who: Player, animal: Animal) -> bool:
    return True


@meal.cannot("2", "nobody feeds an animal that is not hungry")
def not_hungry(s: State, who: Player, animal: Animal) -> bool:
    return animal in s.fed


@game.action("4", outside_play=True)
def give_up(s: State, who: Player) -> None:
    """End the game."""
    with effect("4"):
        s.gave_up = who


@give_up.permit("4")
def at_any_time(s: State, who: Player) -> bool:
    return True


checks = Checks(game)


@checks.always("1", given=True)
def who_fed_last_fed_something(s: State) -> bool:
    """Every position on a table keeps this, also one that a scenario gives."""
    return s.last is None or len(s.fed) > 0
