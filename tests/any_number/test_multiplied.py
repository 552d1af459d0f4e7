"""A number that a clause multiplies, for any number of cards: by one that the book fixes, or by an open attribute."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.engines.smt.lifted.prove import prove_for_any
from tests.any_number.rulesets import project

DOUBLED = '''"""What a card brings is doubled in the rain."""


class Card(Sort):
    """A card."""

    worth: Annotated[int, Range(0)]
    factor: Annotated[int, Range(0)]


@state
class State:
    rain: bool
    money: Annotated[int, Range(0)]
    grown: Annotated[int, Range(0)]


@book.term("3")
def harvest(s: State, card: Card) -> int:
    return card.worth + s.money


@harvest.times("3")
def twice(s: State, card: Card) -> int | Silent:
    return 2 if s.rain else SILENT


@book.term("4")
def growth(s: State, card: Card) -> int:
    return card.worth


@growth.times("4")
def by_its_factor(s: State, card: Card) -> int:
    return card.factor


@book.action("2")
def reap(s: State, who: Player, card: Card) -> None:
    """It brings that much, and grows, and the weather changes."""
    with effect("2"):
        s.money = harvest(s, card)
        s.grown = growth(s, card)
        s.rain = not s.rain


@reap.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@checks.step("3", of=reap)
def doubled_in_the_rain(before: State, after: State, who: Player, card: Card) -> bool:
    brought = card.worth + before.money
    return after.money == (brought + brought if before.rain else brought)


@checks.step("3", of=reap)
def never_doubled(before: State, after: State, who: Player, card: Card) -> bool:
    return after.money == card.worth + before.money


@checks.step("4", of=reap)
def it_always_grows(before: State, after: State, who: Player, card: Card) -> bool:
    return card.worth == 0 or after.grown > 0
'''


def test_what_is_multiplied(tmp_path: Path) -> None:
    """By hand: the two that are wrong are so in the rain, and of a card whose factor is 0."""
    ruleset = project(tmp_path, "doubled", DOUBLED)
    found = {one.property: one.verdict for one in prove_for_any(ruleset.system, 2, total=20.0, timeout=2.0)}
    assert (found["doubled_in_the_rain"], found["writes:money"]) == ("PROVED", "PROVED")
    assert found["never_doubled"] == found["it_always_grows"] == "UNKNOWN"
