"""Random small rulesets: the interpreter with networkx, the scoped interpreter and the native engine agree on them."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.explore.search import Exploration
from ruleslawyer.rulebook.claims.readings import is_gap
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import assert_same, natively
from tests.agree.random_systems import Sample, random_exploration, uses
from tests.agree.test_scoped import Pair, compare

SEEDS = st.integers(0, 2**32 - 1)
SAMPLES = 12
CHOSEN = (0, 8, 12, 13, 44, 45, 46)
"""Seeds of rulesets which, taken together, use everything; where they have become others, more are looked at."""
LOOKED_AT = 3
"""States of each sample on which the scoped interpreter is compared."""
RARE = frozenset({"Arith.//", "Arith.%", "End.top", "End.bottom", "Unwrap", "PileOp.without"})
"""What often fails, and so is seldom written; the rest is in every fortieth sample."""
EVERYTHING = " ".join(
    (
        "Read Var Const Number Domain Attr Item Unwrap IsOpen Not Logic IfExpr Member SetOf Size Least",
        "Arith.+ Arith.- Arith.* Arith.// Arith.% Compare.== Compare.< Compare.<=",
        "Fold.any Fold.all Fold.sum Fold.min Fold.max Fold.the Fold.set SetOp.| SetOp.& SetOp.-",
        "PileOp.top PileOp.bottom PileOp.without End.top End.bottom PileJoin.on PileJoin.under For.ordered",
        "PileTurn.without_top PileTurn.without_bottom PileTurn.reversed Call.term Call.question Call.helper",
        "Let If For Write Delta.gain Delta.lose Effect Simultaneous Open Close Return",
        "Field.Bool Field.Int Field.Sort Field.Enum Field.Optional Field.Set Field.Pile Field.Map",
        "Field.until Field.matters",
        "Action.action Action.joint Action.chance Action.at Action.passes Action.outside_play",
        "Parameter.Bool Parameter.Int Parameter.Sort Parameter.Enum Parameter.Optional Parameter.Set Parameter.Map",
        "Norm.permit Norm.forbid Norm.over Norm.exceptions Lift Part.seat Part.member",
        "Deed Demand Instead Adjustment.times Adjustment.adjust Adjustment.at_least Adjustment.at_most",
        "Term Layer Question Option.answer Option.reading Duty Settle Trigger",
    )
).split()


def check(seed: int) -> tuple[Sample, Exploration]:
    sample, reference = random_exploration(Random(seed))
    assert_same(natively(reference.system, (1, 2) if seed % 4 == 0 else (1,)), reference)
    if all(map(is_gap, sample.rulings)):  # the scoped interpreter is given rules and a reading, not rulings
        scoped = Pair(TransitionSystem(reference.system.machine, sample.reading))
        for state in islice(reference.graph, LOOKED_AT):
            compare(scoped, state)
    return sample, reference


def size(states: int) -> str:
    return "none" if not states else "one" if states == 1 else f"under {10 ** len(str(states))}"


def statistics(sample: Sample, reference: Exploration) -> list[str]:
    """What a sample has to show."""
    found = [f"states: {size(reference.states)}", *(f"uses {use}" for use in uses(sample.system))]
    found += sorted({f"event: {occurrence.event.kind}" for occurrence in reference.events.values()})
    found += ["deadlock"] * bool(reference.deadlocks)
    found += ["ended"] * any(reference.graph.nodes[state]["ended"] for state in reference.graph)
    return found


def test_engines_agree() -> None:
    """Most samples have several states, and among those everything that the IR has is used; `pytest -s` prints it."""
    shares: Counter[str] = Counter()

    for seed in (*CHOSEN, *(seed for seed in range(200) if seed not in CHOSEN)):
        if shares["samples"] >= SAMPLES and all(shares[f"uses {use}"] for use in EVERYTHING):
            break
        sample, reference = check(seed)
        shares["samples"] += 1
        shares["several states"] += reference.states > 1
        shares.update(line for line in statistics(sample, reference) if reference.states > 1)
    for line, count in shares.most_common():
        print(f"{100 * count / shares['samples']:5.1f} %  {line}")
    assert shares["several states"] >= 0.7 * shares["samples"]
    assert {use for use in EVERYTHING if not shares[f"uses {use}"]} == set()
    assert {use for use in EVERYTHING if 40 * shares[f"uses {use}"] < shares["samples"]} <= RARE


@pytest.mark.campaign
@settings(max_examples=5000, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=SEEDS)
def test_engines_agree_at_length(seed: int) -> None:
    check(seed)
