"""4.2 to 5.5: the calm is the duty's, not the sale's."""

from __future__ import annotations

from prelude import CALM, Player, Ship, State, buy, checks, harbour
from ruleslawyer.lang import effect


@checks.step("4.2", of=buy)
def no_sale_brings_a_storm(before: State, after: State, buyer: Player, ship: Ship) -> bool:
    return after.wind <= before.wind + 1


@checks.step("4.2", of=buy)
def a_sale_leaves_the_wind_alone(before: State, after: State, buyer: Player, ship: Ship) -> bool:
    """That is what it promises."""
    return after.wind == before.wind


@checks.step("4.2")
def nothing_brings_a_storm(before: State, after: State) -> bool:
    """Of every sub-step: also of the duty's."""
    return after.wind <= before.wind + 1


@harbour.duty("5.5")
def calm(s: State) -> None:
    with effect("5.5"):
        s.wind = CALM


@calm.when
def strong(s: State) -> bool:
    return s.wind > CALM
