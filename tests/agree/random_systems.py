"""Random small rulesets in the IR, well-typed by construction, each with a scope that suits it.

A generator of random numbers makes them, as in `strategies`. Rules that read little and write much give states; so
conditions are shallow, permits are mostly there, and numbers are kept in small ranges by most of their writes.
Where SEMANTICS.md keeps a check or a question out of a rule (`awaits`, domains), none is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import rules
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field, Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.readings import for_gap, mend
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Reading
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import inside, random_reading
from tests.agree.systems.maker import Maker

FEW, MOST, TRIES = 5, 300, 12
"""How many states are wanted, how many are too many, and how often a new sample is made to have that."""


@dataclass(frozen=True)
class Sample:
    """A ruleset with a scope, a reading, and the questions that are settled."""

    system: y.System
    scope: Scope
    reading: Reading
    rulings: tuple[str, ...]


def random_sample(dice: Random) -> Sample:
    maker = Maker(dice)
    system = maker.system()
    scope = maker.scope(system)
    rulings = tuple(name for name in system.questions if dice.random() < 0.15)
    sample = Sample(system, scope, random_reading(dice, system), rulings)
    return with_gaps_ruled(sample, Random(f"gaps {maker.line}"))  # everything else of a sample is as without them


def with_gaps_ruled(sample: Sample, dice: Random) -> Sample:
    """Some of the questions that are not ruled altogether, ruled for their gap: by any option that can speak there."""
    ruled = {}
    for name, question in sample.system.questions.items():
        speaking = [option.name for option in question.options if option.kind == "reading"]
        if speaking and name not in sample.rulings and dice.random() < 0.3:
            ruled[for_gap(name)] = dice.choice(speaking)
    system = mend(sample.system, ruled)
    return Sample(system, sample.scope, {**sample.reading, **ruled}, (*sample.rulings, *ruled))


@lru_cache(maxsize=256)
def of_seed(seed: int) -> tuple[Sample, Exploration]:
    """The random exploration of a seed, which several tests look at."""
    return random_exploration(Random(seed))


def random_exploration(dice: Random) -> tuple[Sample, Exploration]:
    """A sample with its exploration: of some tries the first that gives a few states, or else the last one.

    What never begins or comes to too many states is thrown away, and what makes a duty due again by forgetting a field
    that it reads: there a state at rest is none (see `test_regressions`).
    """
    while True:
        for _ in range(TRIES):
            sample = random_sample(dice)
            system = TransitionSystem(Interpreter(sample.system, sample.scope), sample.reading, sample.rulings)
            fit = system.has_beginning()
            if not fit:
                continue
            found = explore(system, Limits(states=MOST))
            fit = found.complete
            if fit and found.states >= FEW:
                return sample, found
        if fit:
            return sample, found


def uses(system: y.System) -> Counter[str]:
    """How often each construct is used: kinds of nodes, types of fields, parts of rules."""
    found: Counter[str] = Counter()
    for node in inside(tuple(_definitions(system))):
        name = type(node).__name__
        match node:
            case n.Fold(kind=kind):
                found[f"Fold.{kind}"] += 1
            case n.SetOp(op=op) | n.Arith(op=op) | n.Compare(op=op):
                found[f"{name}.{op}"] += 1
            case n.PileOp(op=op) | n.PileTurn(op=op) | n.PileJoin(op=op) | n.End(end=op):
                found[f"{name}.{op}"] += 1
            case n.For(domain=domain):
                found["For"] += 1
                found["For.ordered"] += isinstance(domain.type, t.Pile)
            case n.Call(kind=kind):
                found[f"Call.{kind}"] += 1
            case n.Delta(sign=sign):
                found["Delta.gain" if sign > 0 else "Delta.lose"] += 1
            case Field(type=type_, until=until, matters=matters):
                found[f"Field.{type(type_).__name__}"] += 1
                found["Field.until"] += until is not None
                found["Field.matters"] += matters is not None
            case y.Action(kind=kind, at=at, passes=passes, outside_play=outside):
                found[f"Action.{kind}"] += 1
                found["Action.at"] += at != (None,)
                found["Action.passes"] += passes
                found["Action.outside_play"] += outside
                for parameter in node.function.parameters:
                    found[f"Parameter.{type(parameter.type).__name__}"] += 1
            case y.Norm(kind=kind, over=over, exceptions=exceptions):
                found[f"Norm.{kind}"] += 1
                found["Norm.over"] += bool(over)
                found["Norm.exceptions"] += bool(exceptions)
            case y.Part(kind=kind) | y.Option(kind=kind) | y.Adjustment(kind=kind):
                found[f"{name}.{kind}"] += 1
            case _ if isinstance(
                node,
                y.Question
                | y.Term
                | y.Layer
                | y.Deed
                | y.Instead
                | y.Duty
                | y.Settle
                | rules.Trigger
                | y.Lift
                | n.Expr
                | n.Stmt,
            ):
                found[name] += 1
    return +found


def _definitions(system: y.System) -> Iterator[Any]:
    yield from (system.state, system.initial, system.awaits, system.ended)
    for group in (
        system.frames,
        system.terms,
        system.questions,
        system.helpers,
        system.actions,
        system.deeds,
        system.duties,
    ):
        yield from group.values()
    yield from system.settles.values()
    yield from system.triggers.values()
