"""Clauses whose parameters or results do not fit the rule that they belong to; both type checkers refuse each."""

from __future__ import annotations

from ruleslawyer.lang import ask, effect
from tests.typing.good import (
    Player,
    Ship,
    State,
    buy,
    cannot_pay,
    checks,
    finish,
    market,
    price,
    reveal,
    seller,
    sink,
    strand,
)


@buy.permit("4.2")  # error: clause
def wrong_type(s: State, buyer: Player, ship: Player) -> bool:
    return True


@buy.permit("4.2")  # error: clause
def reordered(s: State, ship: Ship, buyer: Player) -> bool:
    return True


@buy.forbid("4.2")  # error: clause
def renamed(s: State, customer: Player, ship: Ship) -> bool:
    return True


@buy.forbid("4.2")  # error: clause
def missing(s: State, buyer: Player) -> bool:
    return True


@buy.permit("4.2")  # error: clause
def one_more(s: State, buyer: Player, ship: Ship, second: Ship) -> bool:
    return True


@buy.permit("4.2")  # error: clause
def no_truth(s: State, buyer: Player, ship: Ship) -> int:
    return 1


@cannot_pay.exception("9.1")  # error: clause
def wrong_lift(s: State, buyer: Player) -> bool:
    return True


@buy.domain  # error: clause
def wrong_domain(s: State, ship: Ship) -> bool:
    return True


@price.exception("7.2")  # error: clause
def wrong_result(s: State, buyer: Player, ship: Ship) -> Player:
    return buyer


@seller.answer("4.5")  # error: clause
def wrong_answer(s: State, ship: Ship) -> int:
    return 1


@seller.answer("4.5")  # error: clause
def answer_of_another(s: State, buyer: Player, ship: Ship) -> Player:
    return buyer


@seller.reading("nobody")  # error: clause
def no_answer(s: State, ship: Ship) -> None:
    return None


@finish.when  # error: clause
def when_what(s: State, who: Player) -> bool:
    return True


@market.question("how many?")
def how_many(s: State) -> int:
    ask()


@market.term("4.3")
def asked_wrongly(s: State, ship: Ship) -> int:
    return how_many(s, ship)  # error: call


@market.term("4.3")
def used_wrongly(s: State, ship: Ship) -> int:
    return seller(s, ship)  # error: result


@reveal.seat(of=3)  # error: argument
def seat_of_nothing(s: State, who: Player, amount: int) -> None:
    """Nothing."""


@checks.always("1.1")  # error: clause
def two_states(s: State, again: State) -> bool:
    return True


@checks.sometimes("1.1")  # error: clause
def no_property(s: State) -> int:
    return 1


@sink.forbid("4.6")  # error: clause
def forbids_another(s: State, who: Player) -> bool:
    return True


@sink.instead("4.6", by=strand)  # error: clause
def replaces_another(s: State, ship: Ship) -> int:
    return 1


@price.times("7.2")  # error: clause
def multiplies_by_a_player(s: State, buyer: Player, ship: Ship) -> Player:
    return buyer


@price.adjust("7.2")  # error: clause
def adds_a_player(s: State, buyer: Player, ship: Ship) -> Player:
    return buyer


@market.duty("5.5")
def sinks_wrongly(s: State) -> None:
    with effect("5.5"):
        sink(s)  # error: call


@checks.leads_to("1.1", fair=price)  # error: clause
def fair_to_a_term(s: State) -> tuple[bool, bool]:
    return True, True


@checks.leads_to("1.1", strongly_fair=sink.each("ship"))  # error: attribute
def fair_to_a_deed(s: State) -> tuple[bool, bool]:
    return True, True
