"""`prove --any-number` and `lint --lifted`: what is proved for any number of cards, and what cannot be said so."""

from __future__ import annotations

from tests.agree.strategies import ROOT
from tests.cli.command import Command


def test_a_property_of_daemons(command: Command) -> None:
    """4.8, 5.1d: an attack costs no memory; that follows from the rule alone."""
    found = command(
        "prove", "daemons", "attacks_cost_no_memory", "--any-number", "--json", "--total", "20", project=ROOT
    )
    assert found.code == 0
    (one,) = found.json["results"]
    assert one["verdict"] == "PROVED for any number of Module, Card" and one["fixed"] == {"Player": 2}


def test_what_is_not_shown_says_where_it_stops(command: Command) -> None:
    """2.4: one player drafts one module, then the other two: that nobody is further ahead is no induction."""
    asked = ("prove", "daemons", "nobody_is_ahead_by_more_than_two", "--any-number", "--total", "6")
    found = command(*asked, project=ROOT)
    assert found.code == 1 and "draft: from some state" in found.out


def test_mistakes(command: Command) -> None:
    for asked, about in (
        (("no_such_property",), "no property `no_such_property`"),
        (("attacks_cost_no_memory", "--inductive"), "--inductive is not for proofs for any number of cards"),
    ):
        found = command("prove", "daemons", *asked, "--any-number", project=ROOT)
        assert found.code == 2 and about in found.err


def test_loops_whose_order_may_matter(command: Command) -> None:
    """Mere Mortals 6.4: what lies upon a card goes with it, one card after the other."""
    found = command("lint", "mere_mortals", "--lifted", "--json", project=ROOT)
    (report,) = found.json
    assert {loop["rule"] for loop in report["lifted"]["loops"]} == {"end_battle_turn", "play_location"}
    assert report["lifted"]["unlifted"] == {}
