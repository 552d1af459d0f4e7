"""Sentences filled in from a play of the ferry, worked out by hand: Ann sends Bob's cart across, and pays a coin."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.rulebook.table.look import Printed
from ruleslawyer.rulebook.table.words import Filling, Unfilled, pieces
from ruleslawyer.semantics.trace import Trace, play

ROOT = Path(__file__).parents[3]
FERRY = ROOT / "tests" / "projects" / "ferry"


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
    return "".join(piece.text for piece in pieces(text, filling.piece))


def test_choices_members_fields_and_numbers() -> None:
    """Nobody has paid yet, and the scope gives everybody one coin."""
    filling = told(done=False)
    said = words(filling, "{who} has {coins[who]} of {Numbers.coins}; {Bob} {coins[Bob]}; it is {turn}, {cart.heavy}")
    assert said == "Ann has 1 of 1; Bob 1; it is Ann, no"


def test_a_choice_that_has_the_name_of_a_field() -> None:
    """Ann wants to bid a two; both thrown dice are twos, and no bid stands."""
    dudo = Project.load(ROOT / "examples" / "liars-dice").ruleset("liars_dice")
    system, printed = dudo.transition_system("last2"), Printed(dudo.system, dudo.scope("last2"))
    thrown = [{"action": "throw", "args": {"die": die, "face": "Twos"}} for die in ("A1", "B1")]
    wanted = {"action": "bid", "args": {"who": "Ann", "quantity": 1, "face": "Twos"}}
    *throws, bid = (printed.codec.parse_instance(move, "move") for move in (*thrown, wanted))
    start = next(instance for instance, _ in system.initial())
    filling = Filling(printed, play(system, start, tuple(throws), bid))
    assert words(filling, "{quantity} {face}, after {before.quantity}") == "1 Twos, after 0"


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
    player, value, thing = map(told(done=False).piece, ("who", "coins[who]", "cart"))
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
        told(done=False).piece(hole)
    assert mend in caught.value.mend
    assert f"{{{hole}}}" in str(caught.value)
