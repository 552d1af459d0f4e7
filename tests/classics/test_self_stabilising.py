"""Self-stabilising rings, as PRISM's case study has them: with probability 1 one token is left, from whichever state it
begins, and whatever the scheduler does.

Herman (Information Processing Letters 35, 1990): a ring of n bits is any of 2 ** n, and a state with k tokens has a
step for each of 2 ** k throws; of an odd number of processes an odd number has a token.
Israeli and Jalfon (PODC 1990): 2 ** n - 1 sets of tokens; each process is chosen in half of the 2 ** n, and moves to
two sides.
"""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Literal, TypeAlias

import pytest

from ruleslawyer.api import Project
from tests.classics.published import counts, explored

Engine: TypeAlias = Literal["networkx", "native"]
SIZES = {"three": 3, "four": 4, "five": 5, "seven": 7}
WITH_PROBABILITY_1 = ("one_token_is_left", "each_gets_it")


def words(name: str, scope: str, engine: Engine) -> dict[str, str]:
    ruleset = Project.load(Path(__file__).parent / name).ruleset(name)
    return {p.name: p.word for p in ruleset.explore(scope, engine=engine).verdicts}


@pytest.mark.parametrize("scope", ["three", "five", "seven"])
def test_counts_of_herman(scope: str) -> None:
    n = SIZES[scope]
    throws = sum(2 * comb(n, k) * 2**k for k in range(1, n + 1, 2))
    assert counts(explored("herman", scope)) == (2**n, throws, 0)


@pytest.mark.parametrize("scope", ["three", "four", "five"])
def test_counts_of_israeli_and_jalfon(scope: str) -> None:
    n = SIZES[scope]
    chosen = n * 2 ** (n - 1)
    assert counts(explored("jalfon", scope)) == (2**n - 1 + chosen, chosen + 2 * chosen, 1)


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_one_token_is_left_with_probability_1_alone(engine: Engine) -> None:
    assert words("herman", "five", engine) == {
        "some_token": "HOLDS IN SCOPE",
        "no_token_comes": "HOLDS IN SCOPE",
        "one_token_stays": "HOLDS IN SCOPE",
        "one_token_without_luck": "VIOLATED",
        **dict.fromkeys(WITH_PROBABILITY_1, "HOLDS IN SCOPE"),
    }


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_no_scheduler_prevents_it(engine: Engine) -> None:
    """Moving each token to each side again and again is not enough: it hangs on where the others are then."""
    assert words("jalfon", "four", engine) == {
        "some_token": "HOLDS IN SCOPE",
        "one_token_by_each_side": "VIOLATED",
        **dict.fromkeys(WITH_PROBABILITY_1, "HOLDS IN SCOPE"),
    }
