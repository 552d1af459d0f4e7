"""Two duties due at once: where the other order leads elsewhere a gap is met, whoever explores, however it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agree.written import written
from tests.cli.command import Command

TEXT = '''
@state
class State:
    rung: bool
    fed: bool
    paid: bool
    full: bool
    coins: Annotated[int, Range(0, 9)]


@book.action("2")
def ring(s: State, who: Player) -> None:
    """The bell."""
    with effect("2"):
        s.rung = True


@ring.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.rung


@book.duty("3")
def feed(s: State) -> None:
    """Somebody eats."""
    with effect("3"):
        s.fed = True


@feed.when
def is_hungry(s: State) -> bool:
    return s.rung and not s.fed


@book.duty("4"{said})
def pay(s: State) -> None:
    """Three coins, or two more behind a meal."""
    with effect("4"):
        s.paid = True
        s.coins = 5 if {reads} else 3


@pay.when
def is_owed(s: State) -> bool:
    return s.rung and not s.paid


@book.settle("5")
def digest(s: State) -> None:
    """Whoever has eaten is full."""
    with effect("5"):
        s.full = True


@digest.when
def has_eaten(s: State) -> bool:
    return s.fed and not s.full


checks = Checks(book)


@checks.always("4")
def five_are_paid(s: State) -> bool:
    return s.coins == (5 if s.paid else 0)
'''
"""By hand: one eats, is full by the settle behind that, and is paid 5; the other way round that is 3. What `pay` reads
is written by no duty, but by what settles behind one."""


@pytest.mark.parametrize("engine", ["networkx", "native"])
@pytest.mark.parametrize(
    ("said", "reads", "met"),
    [("", "s.full", True), (', after=feed, because="4: behind the meal"', "s.full", False), ("", "s.rung", False)],
    ids=["open", "said", "apart"],
)
def test_an_order_that_matters_is_a_gap(
    tmp_path: Path, command: Command, engine: str, said: str, reads: str, met: bool
) -> None:
    """The order of the file is played, so that five are paid in any case; what else might be is said, with both
    clauses."""
    project = written(tmp_path, "bell", TEXT.format(said=said, reads=reads))
    asked = ("explore", "bell", "--engine", engine)
    found, told = command(*asked, "--json", project=project).json, command(*asked, project=project).out
    assert [(one["property"], one["verdict"]) for one in found["properties"]] == [("five_are_paid", "HOLDS IN SCOPE")]
    gaps = [(one["subject"], one["pair"], one["clauses"]) for one in found["gaps"]]
    assert gaps == ([("feed before pay", ["feed", "pay"], ["3", "4"])] if met else [])
    assert ("feed before pay" in told) == met
