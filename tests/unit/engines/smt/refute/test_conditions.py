"""Under exactly which readings a property fails: worked out by hand, and by exploring each reading for itself."""

from __future__ import annotations

from itertools import product

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.prove.prove import prove
from ruleslawyer.proof.witness import witness_problem
from ruleslawyer.semantics.interpret import Interpreter

PROJECT = """\
[tool.ruleslawyer.rulesets.walk]
title = "Walk"
modules = ["model"]
checks = ["properties"]
scopes = "scopes"
"""

MODEL = '''\
"""A walk along a line: how long a stride is, and where one stops, are questions; so is what the weather is like."""

from typing import Annotated

from ruleslawyer.lang import Range, Ruleset, Sort, ask, effect, state

walk = Ruleset("walk")
walk.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who walks."""


@state
class State:
    at: Annotated[int, Range(0, 99)]


@walk.initial("1")
def begin(s: State) -> None:
    """At the beginning of the line."""


@walk.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@walk.ended("9")
def over(s: State) -> bool:
    return False


@walk.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@walk.question("how long is a stride?")
def stride(s: State) -> int:
    ask()


@stride.answer("2", default=True)
def one(s: State) -> int:
    return 1


@stride.answer("3")
def two(s: State) -> int:
    return 2


@stride.answer("4")
def three(s: State) -> int:
    return 3


@walk.question("where does one stop?")
def stop(s: State) -> int:
    ask()


@stop.answer("5", default=True)
def four(s: State) -> int:
    return 4


@stop.answer("6")
def five(s: State) -> int:
    return 5


@walk.question("does it rain?")
def weather(s: State) -> int:
    ask()


@weather.answer("7", default=True)
def dry(s: State) -> int:
    return 0


@weather.answer("8")
def rainy(s: State) -> int:
    return 1


@walk.action("2")
def step(s: State, who: Player) -> None:
    with effect("2"):
        s.at += stride(s)


@step.permit("2")
def before_the_stop(s: State, who: Player) -> bool:
    return s.at < stop(s) and weather(s) < 2
'''

PROPERTIES = '''\
"""What holds of a walk under some readings."""

from model import State, walk

from ruleslawyer.lang import Checks

checks = Checks(walk)


@checks.always("2")
def below_six(s: State) -> bool:
    return s.at < 6


@checks.always("2")
def never_at_four(s: State) -> bool:
    return s.at != 4


@checks.always("2")
def never_at_five(s: State) -> bool:
    return s.at != 5


@checks.always("2")
def stays(s: State) -> bool:
    return s.at == 0


@checks.always("2")
def below_nine(s: State) -> bool:
    return s.at < 9
'''

STRIDES, STOPS = ("one", "two", "three"), ("four", "five")


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    root = tmp_path_factory.mktemp("walk")
    (root / "scopes").mkdir()
    for name, text in (
        ("pyproject.toml", PROJECT), ("model.py", MODEL), ("properties.py", PROPERTIES),
        ("scopes/tiny.toml", 'title = "One walks"\n\n[sorts]\nPlayer = 1\n'),
    ):  # fmt: skip
        (root / name).write_text(text, encoding="utf-8")
    return Project.load(root).ruleset("walk")


@pytest.mark.parametrize(
    ("name", "fails"),
    [
        ("below_six", ({"stride": ("three",)}, {"stride": ("two", "three"), "stop": ("five",)})),
        ("never_at_four", ({"stride": ("one", "two")},)),
        ("never_at_five", ({"stride": ("one",), "stop": ("five",)},)),
        ("stays", ({},)),
    ],
)
def test_worked_out_by_hand(walk: Ruleset, name: str, fails: tuple[dict[str, tuple[str, ...]], ...]) -> None:
    """0, 3, 6 by three; 0, 2, 4 and, where one stops at five only, 6 by two; every number up to the stop by one. Each
    alternative is as wide as it can be."""
    result = walk.prove([name], "tiny", timeout=20.0, conditions=True)[0]
    assert result.verdict == "VIOLATED" and result.under is not None
    assert result.under.exact
    assert {frozenset(a.items()) for a in result.under.fails} == {frozenset(a.items()) for a in fails}


def test_the_same_as_reading_by_reading(walk: Ruleset) -> None:
    found = {r.property: r for r in walk.prove(None, "tiny", timeout=20.0, conditions=True)}
    assert found["below_nine"].verdict == "PROVED"
    for stride, stop, weather in product(STRIDES, STOPS, ("dry", "rainy")):
        reading = {"stride": stride, "stop": stop, "weather": weather}
        for verdict in walk.explore("tiny", reading).verdicts:
            under = found[verdict.name].under
            fails = under is not None and any(all(reading[q] in o for q, o in a.items()) for a in under.fails)
            holds = under is None or any(all(reading[q] in o for q, o in a.items()) for a in under.holds)
            assert (fails, holds) == (verdict.word == "VIOLATED", verdict.word != "VIOLATED")


def test_the_play_is_of_a_reading_with_as_few_other_choices_as_can_be(walk: Ruleset) -> None:
    result = prove(walk.system, walk.scope("tiny"), ["below_six"], timeout=20.0)[0]
    assert result.witness is not None
    assert result.witness.reading == {"stride": "three", "stop": "four", "weather": "dry"}
    assert witness_problem(Interpreter(walk.system, result.witness.scope), result) == ""
