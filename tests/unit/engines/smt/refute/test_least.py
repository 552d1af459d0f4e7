"""The play that is shown is the least of the shortest: worked out by hand, and the same for every seed."""

from __future__ import annotations

import pytest

from ruleslawyer.api import Project, Ruleset

PROJECT = """\
[tool.ruleslawyer.rulesets.shop]
title = "Shop"
modules = ["model"]
scopes = "scopes"
"""

MODEL = '''\
"""Whoever likes buys a ware for as much as he likes, at most three."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

shop = Ruleset("shop")
shop.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who buys."""


class Ware(Sort):
    """What is bought; none is ever sold out."""


@state
class State:
    paid: Annotated[int, Range(0, None)]


@shop.initial("1")
def begin(s: State) -> None:
    """Nothing is paid."""


@shop.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@shop.ended("9")
def over(s: State) -> bool:
    return False


@shop.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@shop.action("2")
def buy(s: State, who: Player, ware: Ware, price: int) -> None:
    with effect("2"):
        s.paid += price


@buy.permit("2")
def for_at_most_three(s: State, who: Player, ware: Ware, price: int) -> bool:
    return 0 <= price <= 3


checks = Checks(shop)


@checks.always("2")
def below_eight(s: State) -> bool:
    return s.paid < 8


@checks.step("2", of=buy)
def stays_below_five(before: State, after: State, who: Player, ware: Ware, price: int) -> bool:
    return after.paid < 5
'''

SCOPE = """\
title = "Two buy, three wares"

[sorts]
Player = ["Ann", "Bob"]
Ware = ["bread", "milk", "salt"]

[bounds]
"buy.price" = [0, 9]
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    root = tmp_path_factory.mktemp("shop")
    (root / "scopes").mkdir()
    for name, text in (("pyproject.toml", PROJECT), ("model.py", MODEL), ("scopes/tiny.toml", SCOPE)):
        (root / name).write_text(text, encoding="utf-8")
    return Project.load(root).ruleset("shop")


@pytest.mark.parametrize("seed", [0, 1, 77])
@pytest.mark.parametrize(
    ("name", "prices"),
    [("below_eight", (2, 3, 3)), ("stays_below_five", (2, 3))],
)
def test_fewest_steps_then_smallest_numbers_then_fewest_wares(
    shop: Ruleset, name: str, prices: tuple[int, ...], seed: int
) -> None:
    """At most three each time: eight need three steps, five need two, and no more than that is paid; all for one
    ware, and for the first, by the first player; the smaller number comes first."""
    result = shop.prove([name], "tiny", timeout=20.0, seed=seed)[0]
    assert result.verdict == "VIOLATED"
    assert [s.args for s in result.steps[1:]] == [(0, 0, price) for price in prices]
