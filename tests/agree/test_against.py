"""The play against a property, where it is wrong under one answer, or with one card: worked out by hand."""

from __future__ import annotations

from pathlib import Path

from benchmarks.proofs import Against, Reading, plays_against
from tests.any_number.rulesets import project

TEXT = '''"""One coin is taken at a time, or two."""


class Card(Sort):
    """A card."""


@state
class State:
    count: Annotated[int, Range(0, 5)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 3


@book.question("how many are taken?")
def how_many(s: State) -> int:
    ask()


@how_many.reading("one", default=True)
def one(s: State) -> int:
    return 1


@how_many.reading("two at once")
def two(s: State) -> int:
    return 2


@book.action("2")
def take(s: State, who: Player) -> None:
    """Take."""
    with effect("2"):
        s.count += how_many(s)


@take.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("2")
def two_of_many(s: State) -> bool:
    return s.count != 2 or len(Card) == 1


@checks.always("2")
def never_three(s: State) -> bool:
    return s.count != 3


@checks.always("2")
def never_four(s: State) -> bool:
    return s.count != 4
'''


def test_each_has_the_first_that_breaks_it(tmp_path: Path) -> None:
    """One by one 2 comes after two steps, and is wrong with two cards; two at once 4 comes after two steps and 3 never,
    one by one 3 comes after three."""
    taken = project(tmp_path, "taken", TEXT)
    one, two = {"how_many": "one"}, {"how_many": "two"}
    wanted: dict[str, list[Reading]] = {"two_of_many": [{}], "never_three": [two], "never_four": [one, two]}
    found = plays_against(taken, wanted, ["cards1", "cards2"], 100)
    begin, step = "initial()", "take(who=Player0)"
    assert found == {
        "never_four": Against("cards1", two, (begin, step, step)),
        "two_of_many": Against("cards2", {}, (begin, step, step)),
    }
