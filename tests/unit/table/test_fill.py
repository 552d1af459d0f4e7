"""Sentences filled in from a play of the ferry, worked out by hand: Ann sends Bob's cart across, and pays a coin."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.table.fill import Filling, Unfilled
from ruleslawyer.table.look import Printed

FERRY = Path(__file__).parents[2] / "projects" / "ferry"


@cache
def ferry() -> Ruleset:
    return Project.load(FERRY).ruleset("ferry")


def told(*, done: bool) -> Filling:
    """Two carters with a coin each, as the scope has it; Ann takes, or wants to take, the cart `hay` across."""
    ruleset = ferry()
    system = ruleset.transition_system("tiny")
    printed = Printed(ruleset.system, ruleset.scope("tiny"))
    starts = [
        instance for instance, _ in system.initial() if printed.codec.instance(instance)["args"]["first"] == "Ann"
    ]
    move = printed.codec.parse_instance({"action": "cross", "args": {"who": "Ann", "cart": "hay"}}, "move")
    trace: Trace = play(system, starts[0], (move,) if done else (), None if done else move)
    return Filling(printed, trace)


def words(filling: Filling, text: str) -> str:
    return "".join(piece.text for piece in filling.fill(text))


def test_choices_members_fields_and_numbers() -> None:
    """Nobody has paid yet, and the scope gives everybody one coin."""
    filling = told(done=False)
    said = words(filling, "{who} has {coins[who]} of {Numbers.coins}; {Bob} {coins[Bob]}; it is {turn}, {cart.heavy}")
    assert said == "Ann has 1 of 1; Bob 1; it is Ann, no"


def test_before_and_sums() -> None:
    """Before the move everybody has the coin that he begins with."""
    filling = told(done=True)
    assert words(filling, "{before.coins[who]} {Numbers.coins - before.coins[Bob]}") == "1 0"
    assert words(filling, "{across[cart]} {before.across[cart]}") == "yes no"


def test_a_name_that_a_card_shares_with_what_is_printed_on_it() -> None:
    """A label has no attribute `heavy`; the cart of the same name has, and it is not."""
    filling = told(done=False)
    scope = filling.printed.scope
    filling.printed.scope = replace(scope, names={"Label": ("hay",), **scope.names})
    assert words(filling, "{hay.heavy}, {cart.heavy}") == "no, no"


def test_what_a_piece_is() -> None:
    player, _, value, _, thing = told(done=False).fill("{who} {coins[who]} {cart}")
    assert (player.kind, player.seat) == ("player", 0)
    assert (value.kind, value.place) == ("value", ("coins", "Ann"))
    assert thing.kind == "member"


@pytest.mark.parametrize(
    ("hole", "mend"),
    [
        ("whom", "who"), ("cart.heavi", "heavy"), ("coin[who]", "coins"), ("coins[Cid]", "Bob"),
        ("who + cart", "one value alone"), ("nobody.heavy", "cart"),
    ],
)  # fmt: skip
def test_a_hole_that_nothing_fills(hole: str, mend: str) -> None:
    with pytest.raises(Unfilled) as caught:
        told(done=False).fill(f"so {{{hole}}}.")
    assert mend in caught.value.mend
    assert f"{{{hole}}}" in str(caught.value)
