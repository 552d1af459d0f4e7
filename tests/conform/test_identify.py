"""Which readings an implementation follows: the reference under each reading of a small game, and one that cheats."""

from __future__ import annotations

from itertools import product
from math import prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.api import Project
from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.conform.identify import Identification, Identified
from ruleslawyer.bridges.conform.program import Program
from ruleslawyer.bridges.conform.remaining import Remaining
from ruleslawyer.exploration.variants.family import explore_family
from ruleslawyer.rulebook.claims.limits import Limits
from tests.conform.engine import Speaking

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
QUESTIONS = {"payee": ("owner_is_paid", "other_is_paid"), "follower": ("the_other", "the_same")}


class Playing(Program):
    """The reference under a reading of its own, in this process."""

    def __init__(self, reading: dict[str, str], without: list[str] | None = None) -> None:
        super().__init__([], 1.0)
        self.speaking = Speaking(str(FERRY), "ferry", reading, without or [])

    def ask(self, request: Json) -> Json:
        return self.speaking.answer(request)


class Cheating(Playing):
    """Ann has one coin more than she should have after each step."""

    def ask(self, request: Json) -> Json:
        answer = super().ask(request)
        if request["request"] == "step":
            coins = answer["state"]["coins"]
            return {"state": {**answer["state"], "coins": {**coins, "Ann": coins["Ann"] + 1}}}
        return answer


def identified(program: Program) -> Identified:
    system = Project.load(FERRY).ruleset("ferry").transition_system("tiny")
    return Identification(program, system, "ferry", Limits(), None).run(10, 0)


@pytest.mark.parametrize("options", list(product(*QUESTIONS.values())))
def test_each_reading_is_found(options: tuple[str, ...]) -> None:
    """Two questions of two options: at most two plays, since each of them is seen after one crossing."""
    reading = dict(zip(QUESTIONS, options, strict=True))
    found = identified(Playing(reading))
    assert {key: found.remaining.common_answers[key] for key in QUESTIONS} == reading
    assert found.consistent and found.plays <= 2
    assert found.after is not None and found.after.agrees


def test_what_it_does_not_speak_of_is_not_told_apart() -> None:
    """Who is paid is seen in the coins alone."""
    found = identified(Playing({"payee": "other_is_paid"}, ["coins"]))
    assert found.remaining.common_answers["follower"] == "the_other"
    assert "payee" not in found.remaining.common_answers and not found.proved


def test_the_choices_are_those_that_plays_ask_for() -> None:
    """As many readings as the family of the scope has; with an answer that is known the other question is left."""
    ruleset = Project.load(FERRY).ruleset("ferry")
    family = explore_family(ruleset.transition_system("tiny"))
    every = prod(map(len, family.all_choices.values()))
    assert identified(Playing({})).readings == every
    known = ruleset.transition_system("tiny", {"follower": "the_other"})
    found = Identification(Playing({}), known, "ferry", Limits(), None).run(10, 0)
    assert found.readings == every // len(QUESTIONS["follower"])


def test_one_that_follows_no_reading() -> None:
    """It is said at which step, and beside a reading that does as much as possible of the same."""
    found = identified(Cheating({}))
    assert not found.consistent
    assert found.inconsistent is not None and found.inconsistent.kind == "state"
    assert [i.action for i in found.inconsistent.way.taken] == ["cross"]
    assert {about for about, _, _ in found.inconsistent.answers} >= {"coins[Ann]"}


CHOICES = {"a": ("1", "2"), "b": ("1", "2", "3"), "c": ("1", "2")}
CASES = st.lists(st.fixed_dictionaries({}, optional={k: st.sampled_from(o) for k, o in CHOICES.items()}), max_size=3)


@given(st.lists(CASES.filter(len), max_size=3), CASES)
def test_what_remains_is_what_fits(kept: list[list[dict[str, str]]], asked: list[dict[str, str]]) -> None:
    """Against the list of all readings."""
    everything = [dict(zip(CHOICES, options, strict=True)) for options in product(*CHOICES.values())]
    remaining = Remaining({"a": CHOICES["a"]})
    for key in ("b", "c"):
        remaining.add(key, CHOICES[key])
    for cases in kept:
        remaining.keep(cases)
        everything = [r for r in everything if any(r | case == r for case in cases)]
        if not everything:
            assert len(remaining) == 0
            return
    assert len(remaining) == len(everything)
    assert remaining.one() in everything
    assert all(r in everything and r != remaining.one() for r in remaining.near())
    for case in asked:
        assert remaining.number(case) == sum(r | case == r for r in everything)
    alike = {key for key in CHOICES if len({r[key] for r in everything}) == 1}
    assert set(remaining.common_answers) == alike
